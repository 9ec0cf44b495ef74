/** Runs the checks of a contract on what is exported, and prints what they found. */
import { Rng } from '../../support/rng.ts';
import type { Check } from './contract.ts';
import { type Api, Court, type Row } from './court.ts';

export { BOUNDS, PRIMITIVES } from './contract.ts';

export interface Verdict {
  readonly rows: ReadonlyMap<string, Row>;
  readonly missing: readonly string[];
  readonly seed: number;
}

/** A number of a name: each function has random cases of its own. */
function streamOf(name: string): number {
  let h = 0;
  for (let i = 0; i < name.length; i++) h = (Math.imul(h, 31) + name.charCodeAt(i)) | 0;
  return h;
}

/** The case `number` of the function `name`, which depends on these and the seed only. */
export function rngOf(name: string, seed: number, number: number): Rng {
  return new Rng(seed ^ streamOf(name), number);
}

export interface Run {
  readonly api: Api;
  readonly library: Api;
  readonly contract: ReadonlyMap<string, Check>;
  /** Cases per function. */
  readonly count: number;
  readonly seed: number;
  /** The one function to judge; all when it is empty. */
  readonly only?: string;
  /** The first case. */
  readonly first?: number;
  /** Called before each case. */
  readonly onCase?: (name: string, number: number) => void;
}

export function judge({ api, library, contract, count, seed, only = '', first = 0, onCase }: Run): Verdict {
  const court = new Court(api, library);
  const missing: string[] = [];
  for (const [name, check] of contract) {
    if (only !== '' && name !== only) continue;
    if (!court.has(name)) {
      missing.push(name);
      continue;
    }
    for (let number = first; number < first + count; number++) {
      onCase?.(name, number);
      court.begin(name, number);
      check(court, number, rngOf(name, seed, number));
    }
  }
  return { rows: court.rows, missing, seed };
}

export function isRight({ rows, missing }: Verdict): boolean {
  return missing.length === 0 && [...rows.values()].every((row) => row.wrong === 0 && row.library === 0);
}

const columns = (cells: readonly string[]): string =>
  `${cells[0].padEnd(30)}${cells
    .slice(1)
    .map((c) => c.padStart(10))
    .join('')}`;

/** The table, then what is wrong, each as a call that can be repeated. */
export function reportOf({ rows, missing, seed }: Verdict): string {
  const lines = [`seed ${seed}`, columns(['function', 'cases', 'wrong', 'near', 'library', 'worst'])];
  for (const [name, row] of rows) {
    lines.push(
      columns([name, ...[row.cases, row.wrong, row.near, row.library].map(String), row.worst.toExponential(1)]),
    );
  }
  if (missing.length > 0) lines.push('', `missing (${missing.length}): ${missing.join(', ')}`);
  const notes = [...rows].flatMap(([name, row]) => [...row.notes].map(([what, n]) => `${name}: ${what} (${n})`));
  if (notes.length > 0) lines.push('', 'Notes', ...notes);
  const findings = [...rows.values()].flatMap((row) => row.findings);
  if (findings.length > 0) lines.push('', 'Findings', ...findings);
  return lines.join('\n');
}
