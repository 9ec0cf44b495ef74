/** Where functions are called, and what is found is written down: a table, and each finding as a line of code that repeats it. */
import type { Vec } from '../../support/vectors.ts';
import type { Case } from './generate.ts';
import { isClear } from './reference.ts';
import { callOf, type Thing } from './things.ts';

export type Fn = (...args: unknown[]) => unknown;
export type Api = Readonly<Record<string, unknown>>;

/** Doubles have 53 digits. */
export const EPSILON = 2 ** -52;

/** What rounding may cost, relative to size: on the lattice, where every number has few digits, and elsewhere. */
const LATTICE_ERROR = 1e-12;
const RANDOM_ERROR = 1e-9;
/** Decisions nearer to touching than this (relative to size) may fall either way, where coordinates are rounded on the way. */
const UNDECIDED = 1e-12;
/** How many units in the last place of the largest coordinate are forgiven on top. */
const ULPS = 16;

const FINDINGS = 5;
const FINDINGS_PER_KIND = 2;

/** What a function that must not throw gave when it did. */
export const THREW: unique symbol = Symbol('threw');

export class Row {
  cases = 0;
  /** Cases with an answer that is wrong for certain. */
  wrong = 0;
  /** Cases with a decision that is not the exact one, where only rounding makes the difference. */
  near = 0;
  /** Cases in which the general query of the library differs from the reference. */
  library = 0;
  /** The largest error, relative to size, of cases near the origin. */
  worst = 0;
  readonly findings: string[] = [];
  readonly notes = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #counted = new Set<string>();

  begin(): void {
    this.cases++;
    this.#counted.clear();
  }

  count(column: 'wrong' | 'near' | 'library'): void {
    if (this.#counted.has(column)) return;
    this.#counted.add(column);
    this[column]++;
  }

  find(kind: string, line: string): void {
    const known = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, known + 1);
    if (known < FINDINGS_PER_KIND && this.findings.length < FINDINGS) this.findings.push(line);
  }
}

export class Court {
  readonly rows = new Map<string, Row>();
  readonly primitives: Api;
  /** The general pair queries. */
  readonly library: Api;
  /** Which function is judged, and in which case of it. */
  name = '';
  number = 0;
  #row = new Row();

  constructor(primitives: Api, library: Api) {
    this.primitives = primitives;
    this.library = library;
  }

  begin(name: string, number: number): void {
    this.name = name;
    this.number = number;
    let row = this.rows.get(name);
    if (row === undefined) {
      row = new Row();
      this.rows.set(name, row);
    }
    this.#row = row;
    row.begin();
  }

  has(name: string): boolean {
    return typeof this.primitives[name] === 'function';
  }

  /** Calls a function of the primitives. */
  call(name: string, args: readonly unknown[]): unknown {
    try {
      return (this.primitives[name] as Fn)(...args);
    } catch (error) {
      this.wrong(`throws ${String(error)}`, name, args);
      return THREW;
    }
  }

  /** Makes an object of a class. */
  construct(name: string, args: readonly unknown[]): unknown {
    try {
      return new (this.primitives[name] as new (...args: unknown[]) => unknown)(...args);
    } catch (error) {
      this.wrong(`throws ${String(error)}`, `new ${name}`, args);
      return THREW;
    }
  }

  /** Calls a method; `shown` is how the call is printed. */
  method(object: unknown, name: string, args: readonly unknown[], shown: string): unknown {
    try {
      return (object as Record<string, Fn>)[name](...args);
    } catch (error) {
      this.wrong(`throws ${String(error)}`, shown, args);
      return THREW;
    }
  }

  wrong(what: string, name: string, args: readonly unknown[]): void {
    this.#row.count('wrong');
    this.#row.find(what.replace(/[-\d.e+]+/g, '#'), `${callOf(name, args)} // case ${this.number}: ${what}`);
  }

  /** What the library says is not what the reference says. */
  libraryDiffers(what: string, name: string, args: readonly unknown[]): void {
    this.#row.count('library');
    this.#row.find('library', `${callOf(name, args)} // case ${this.number}: the library ${what}`);
  }

  near(): void {
    this.#row.count('near');
  }

  note(what: string): void {
    this.#row.notes.set(what, (this.#row.notes.get(what) ?? 0) + 1);
  }

  /** Remembers how large an error was. */
  measure(c: Case, error: number): void {
    if (c.reach <= 100 * c.size && error / c.size > this.#row.worst) this.#row.worst = error / c.size;
  }

  /** A number that must be this one, up to rounding. */
  equal(
    what: string,
    c: Case,
    got: number,
    expected: number,
    args: readonly unknown[],
    name: string = this.name,
  ): void {
    const error = Math.abs(got - expected);
    this.measure(c, error);
    if (!(error <= tolerance(c))) this.wrong(`${what} ${got}, not ${expected}`, name, args);
  }

  /** A decision about two things that must be this one, unless rounding blurs it. */
  decision(c: Case, a: Thing, b: Thing, got: unknown, expected: boolean, name: string, args: readonly unknown[]): void {
    if (got === expected || got === THREW) return;
    if (typeof got !== 'boolean') this.wrong(`gives ${String(got)}`, name, args);
    else if (isExact(c, a, b) || isClear(a, b, blur(c))) this.wrong(`gives ${got}`, name, args);
    else this.near();
  }

  /** A general query of the library. */
  ask(query: string, args: readonly unknown[]): unknown {
    return (this.library[query] as Fn)(...args);
  }
}

/** Whether decisions about these things need no tolerance: nothing rounds, or they are promised to be exact on all doubles. */
export function isExact(c: Case, a: Thing, b: Thing): boolean {
  return c.lattice || (EXACT_KINDS.has(a.kind) && EXACT_KINDS.has(b.kind));
}

/** What is decided by predicates of points alone. A polygon of more than three rounded points is not flat to begin with. */
const EXACT_KINDS: ReadonlySet<string> = new Set(['point', 'segment', 'box', 'triangle']);

export function tolerance(c: Case): number {
  return (c.lattice ? LATTICE_ERROR : RANDOM_ERROR) * c.size + ULPS * EPSILON * c.reach;
}

export function blur(c: Case): number {
  return UNDECIDED * c.size + ULPS * EPSILON * c.reach;
}

/** What the library's general way is held to here. */
export function libraryTolerance(c: Case): number {
  return 1e-7 * c.size + 64 * EPSILON * c.reach;
}

/** A vector result: `{x, y, z}`. */
export function readVector(v: unknown): Vec {
  const { x, y, z } = v as { x: number; y: number; z: number };
  return [x, y, z];
}

export const isFiniteVector = (v: Vec): boolean => v.every((x) => typeof x === 'number' && Number.isFinite(x));
