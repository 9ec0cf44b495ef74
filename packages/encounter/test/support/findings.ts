/**
 * How tests on random input report what they find: how often each kind of failure occurred, in which cases of which seed, and
 * for the first ones a program that asks the same pair again. Used by the tests, which throw the report, and by the fuzzers,
 * which print it.
 */
import type { Collider, Library } from './generators.ts';

/** What a check is about: a collider under a name. */
export interface Subject {
  readonly collider: Collider;
  readonly name: string;
}

/** What a check reports to. */
export interface Judge<S extends Subject> {
  readonly lib: Library;
  /** Something is wrong with a pair, or with `a` alone. */
  fail(kind: string, detail: string, a: S, b?: S): void;
  /** How near to failing a check was: the fuzzers print the largest value of each category. */
  worst(category: string, value: number): void;
}

interface Finding {
  count: number;
  readonly cases: number[];
  readonly examples: string[];
}

/** Programs of kinds beyond this many are left out: the first ones tell what to look at. */
const EXAMPLES = 8;
const EXAMPLES_PER_KIND = 2;
const CASES = 8;

export class Findings<S extends Subject> implements Judge<S> {
  readonly lib: Library;
  readonly seed: number;
  /** The number of the case under way: with the seed, it replays the case. */
  current = 0;
  /** More about the case under way. */
  where = '';
  /** Programs are cut off after so many characters: those of large meshes are long. */
  readonly longest: number;
  readonly #found = new Map<string, Finding>();
  readonly #worst = new Map<string, { value: number; at: number }>();
  #examples = 0;

  constructor(lib: Library, seed: number, longest = 4000) {
    this.lib = lib;
    this.seed = seed;
    this.longest = longest;
  }

  fail(kind: string, detail: string, a: S, b?: S): void {
    const pair = `${a.name}, ${b?.name ?? 'alone'}`;
    this.add(kind, `${pair}: ${detail}`, () => this.lib.describeQuery(a.collider, (b ?? a).collider));
  }

  /** A failure that is not about a pair of colliders; `program` is only called if it is printed. */
  add(kind: string, detail: string, program: () => string = () => ''): void {
    let finding = this.#found.get(kind);
    if (finding === undefined) {
      finding = { count: 0, cases: [], examples: [] };
      this.#found.set(kind, finding);
    }
    finding.count++;
    if (finding.cases.length < CASES && finding.cases.at(-1) !== this.current) finding.cases.push(this.current);
    if (finding.examples.length >= EXAMPLES_PER_KIND || this.#examples >= EXAMPLES) return;
    this.#examples++;
    const where = this.where === '' ? '' : `, ${this.where}`;
    finding.examples.push(
      `${kind}, seed ${this.seed}, case ${this.current}${where}: ${detail}\n${program().slice(0, this.longest)}`,
    );
  }

  worst(category: string, value: number): void {
    if (!Number.isFinite(value)) return;
    const known = this.#worst.get(category);
    if (known === undefined || value > known.value) this.#worst.set(category, { value, at: this.current });
  }

  get failed(): boolean {
    return this.#found.size > 0;
  }

  /** Counts by kind with the first cases, then the examples. */
  report(): string {
    const counts = [...this.#found].map(
      ([kind, { count, cases }]) => `  ${count}× ${kind} (cases ${cases.join(', ')})`,
    );
    const examples = [...this.#found.values()].flatMap((finding) => finding.examples);
    return `seed ${this.seed}:\n${counts.join('\n')}\n\n${examples.join('\n')}`;
  }

  /** The largest value of each category, and the case it is of. */
  extremes(): string {
    const line = ([name, { value, at }]: [string, { value: number; at: number }]): string =>
      `  ${value.toExponential(1).padStart(9)}  ${name} (${at})`;
    return [...this.#worst]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(line)
      .join('\n');
  }

  /** Throws the report if there is anything to report. */
  verdict(): void {
    if (this.failed) throw new Error(this.report());
  }
}
