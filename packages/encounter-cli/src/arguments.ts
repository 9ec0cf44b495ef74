/** What stands on the command line, checked: citty takes unknown options and missing values without a word. */
import type { ArgsDef } from 'citty';
import { knownUnits, metresPer } from 'encounter-models';
import { CliError } from './cli-error.ts';

/** Refuses options that the command does not have, and those that need a value and got none. */
export function checkOptions(args: Readonly<Record<string, unknown>>, known: ArgsDef): void {
  for (const key of Object.keys(args)) {
    if (key === '_' || key in known) continue;
    if (kebab(key) in known) continue;
    throw new CliError(`Unknown option ${key.length === 1 ? '-' : '--'}${key}.`);
  }
  for (const [name, definition] of Object.entries(known)) {
    const value = args[name];
    if (definition.type === 'string' && value !== undefined && (typeof value !== 'string' || value === ''))
      throw new CliError(`--${name} needs a value.`);
  }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A length: finite and not negative. */
export function lengthOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || text.trim() === '')
    throw new CliError(`--${name} must be a number that is at least 0, and is ${JSON.stringify(text)}.`);
  return value;
}

/** A whole number of at least 1. */
export function countOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new CliError(`--${name} must be a whole number that is at least 1, and is ${JSON.stringify(text)}.`);
  return value;
}

/** The name of a unit, such as mm. */
export function unitsOption(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && metresPer(text) === undefined)
    throw new CliError(`--${name} must be one of ${knownUnits().join(', ')}, and is ${JSON.stringify(text)}.`);
  return text;
}
