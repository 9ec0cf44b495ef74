/** JSON files that are arguments: rules, and the report of an earlier run. */
import { readFileSync } from 'node:fs';
import type { ClashReport, ClashRules } from 'encounter-models';
import { CliError, oneLine } from '../cli-error.ts';

function readJson(option: string, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new CliError(
      `--${option}: ${file} could not be read (${missing ? 'there is no such file' : oneLine(cause)}).`,
      { cause },
    );
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new CliError(`--${option}: ${file} is no JSON (${oneLine(cause)}).`, { cause });
  }
}

/** What is in them is checked by ClashRun. */
export function readRules(file: string): ClashRules {
  const found = readJson('rules', file);
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new CliError(`--rules: ${file} must be an object with a list \`rules\`.`);
  return found as ClashRules;
}

export function readPrevious(file: string): ClashReport {
  const found = readJson('previous', file) as Partial<ClashReport> | null;
  if (found === null || typeof found !== 'object' || !Array.isArray(found.clashes) || !Array.isArray(found.parts))
    throw new CliError(`--previous: ${file} is no report that \`encounter clash --json\` wrote.`);
  if (found.version !== 1)
    throw new CliError(
      `--previous: ${file} has version ${JSON.stringify(found.version)}; this program reads version 1.`,
    );
  return found as ClashReport;
}
