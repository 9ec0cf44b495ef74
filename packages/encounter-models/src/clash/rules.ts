/**
 * Which pairs of parts are tested, and how: rules with selectors, options for all.
 *
 * The parts are sorted into classes, one for each combination of selectors that they match. What holds for a pair depends on the two
 * classes only, so it is decided once for two classes and not once for each of many million pairs.
 */

import { checkLength, checkProperties, show, wrong } from './check.ts';
import { type ClashPart, nameOf, pathOf } from './clash-model.ts';
import type { ClashKind, ClashReport } from './report.ts';

/** Patterns that a part must match, all of those given: `*` stands for any text, `?` for one character. {} matches every part. */
export interface Selector {
  /** The name of the file. */
  readonly model?: string | readonly string[];
  readonly name?: string | readonly string[];
  /** The names from the root of the file on, with slashes between. */
  readonly path?: string | readonly string[];
  readonly type?: string | readonly string[];
  readonly layer?: string | readonly string[];
}

export interface ClashRule {
  readonly a: Selector;
  readonly b: Selector;
  /** Instead of the options of the same names. */
  readonly clearance?: number;
  readonly tolerance?: number;
  readonly kinds?: readonly ClashKind[];
}

/** The first rule that a pair matches, in either order, says how it is tested. Pairs that match none are not tested. */
export interface ClashRules {
  readonly rules: readonly ClashRule[];
  /** Pairs that are not tested whatever the rules say. */
  readonly ignore?: readonly { readonly a: Selector; readonly b: Selector }[];
}

export interface ClashOptions {
  /** Parts that are apart but nearer than this are reported, too. Default 0: none. */
  readonly clearance?: number;
  /** Overlaps up to this depth, and gaps up to this distance, count as touching. The default follows from the coordinates' rounding. */
  readonly tolerance?: number;
  /** With several models: also the pairs within each. */
  readonly self?: boolean;
  /** Which kinds are reported; all by default. */
  readonly kinds?: readonly ClashKind[];
  /** The report of an earlier run. Status is taken over from it, and the results of pairs in which nothing changed. */
  readonly previous?: ClashReport;
  /** Called now and then with the number of pairs done and of all. */
  readonly onProgress?: (done: number, total: number) => void;
  /**
   * The depth of parts that are not both convex. `bound`, the default: that of their hulls, which suffices. `search`: the library's search
   * for a shorter way, which takes milliseconds for each clash.
   */
  readonly depth?: 'bound' | 'search';
  /**
   * What a mesh that is not closed stands for. `surface`, the default: its triangles alone. `winding`: also the inside that its generalized
   * winding number gives it, which is a good guess near gaps, not a proof; depths with such a part are never `exact`.
   */
  readonly open?: 'surface' | 'winding';
}

/** How a pair is tested. */
export interface PairSettings {
  readonly clearance: number;
  /** −1 for the default. */
  readonly tolerance: number;
  readonly kinds: ReadonlySet<ClashKind>;
}

export const KINDS: readonly ClashKind[] = ['hard', 'touch', 'contained', 'duplicate', 'clearance'];
const SELECTOR: readonly (keyof Selector)[] = ['model', 'name', 'path', 'type', 'layer'];
const OPTIONS = ['clearance', 'tolerance', 'self', 'kinds', 'previous', 'onProgress', 'open', 'depth'];

type Match = (part: ClashPart, file: string) => boolean;

/** Checks the options and fills in nothing. */
export function checkClashOptions(options: ClashOptions): void {
  checkProperties('options', options, OPTIONS);
  checkLength('clearance', options.clearance);
  checkLength('tolerance', options.tolerance);
  checkKinds('kinds', options.kinds);
  const { self, open, depth, onProgress, previous } = options;
  if (self !== undefined && typeof self !== 'boolean') wrong('self', 'be true or false', self);
  if (open !== undefined && open !== 'surface' && open !== 'winding')
    wrong('open', "be 'surface' or 'winding'", open, RangeError);
  if (depth !== undefined && depth !== 'bound' && depth !== 'search')
    wrong('depth', "be 'bound' or 'search'", depth, RangeError);
  if (onProgress !== undefined && typeof onProgress !== 'function') wrong('onProgress', 'be a function', onProgress);
  if (previous !== undefined) {
    if (typeof previous !== 'object' || previous === null) wrong('previous', 'be a report', previous);
    if (previous.version !== 1) wrong('previous.version', 'be 1', previous.version, RangeError);
    if (!Array.isArray(previous.parts)) wrong('previous.parts', 'be a list', previous.parts);
    if (!Array.isArray(previous.clashes)) wrong('previous.clashes', 'be a list', previous.clashes);
  }
}

function checkKinds(name: string, kinds: unknown): void {
  if (kinds === undefined) return;
  if (!Array.isArray(kinds)) wrong(name, 'be a list of kinds', kinds);
  for (const kind of kinds)
    if (!KINDS.includes(kind)) wrong(`a kind of ${name}`, `be one of ${KINDS.join(', ')}`, kind, RangeError);
}

/** What is said about pairs of parts, read and checked. */
export class PairRules {
  /** The largest clearance and tolerance of any rule. */
  readonly reach: number;
  readonly #rules: { a: Match; b: Match; settings: PairSettings }[];
  readonly #ignore: { a: Match; b: Match }[];
  readonly #all: boolean;
  readonly #classes = new Map<string, number>();
  /** For each class, which selectors its parts match. */
  readonly #masks: string[] = [];
  readonly #decided = new Map<number, PairSettings | null>();

  constructor(rules: ClashRules | undefined, options: ClashOptions) {
    checkClashOptions(options);
    const defaults = settingsOf(options, undefined);
    if (rules !== undefined) {
      checkProperties('rules', rules, ['rules', 'ignore']);
      if (!Array.isArray(rules.rules)) wrong('rules.rules', 'be a list', rules.rules);
      if (rules.ignore !== undefined && !Array.isArray(rules.ignore)) wrong('rules.ignore', 'be a list', rules.ignore);
    }
    const list = rules?.rules ?? [{ a: {}, b: {} }];
    this.#all = rules === undefined;
    this.#rules = list.map((rule, i) => {
      const name = `rules.rules[${i}]`;
      checkProperties(name, rule, ['a', 'b', 'clearance', 'tolerance', 'kinds']);
      checkLength(`${name}.clearance`, rule.clearance);
      checkLength(`${name}.tolerance`, rule.tolerance);
      checkKinds(`${name}.kinds`, rule.kinds);
      return {
        a: selector(`${name}.a`, rule.a),
        b: selector(`${name}.b`, rule.b),
        settings: settingsOf(options, rule),
      };
    });
    this.#ignore = (rules?.ignore ?? []).map((rule, i) => {
      const name = `rules.ignore[${i}]`;
      checkProperties(name, rule, ['a', 'b']);
      return { a: selector(`${name}.a`, rule.a), b: selector(`${name}.b`, rule.b) };
    });
    for (const [i, { settings }] of this.#rules.entries())
      if (settings.kinds.size === 1 && settings.kinds.has('clearance') && !(settings.clearance > 0))
        throw new RangeError(
          `${rules?.rules[i].kinds === undefined ? '' : `rules.rules[${i}].`}kinds asks for clearances only, which needs a clearance above 0`,
        );
    const all = [defaults, ...this.#rules.map((r) => r.settings)];
    this.reach = Math.max(...all.map((s) => Math.max(s.clearance, s.tolerance, 0)));
  }

  /** The number of the class of a part. */
  classOf(part: ClashPart, file: string): number {
    let mask = '';
    if (!this.#all || this.#ignore.length > 0)
      for (const { a, b } of [...this.#rules, ...this.#ignore])
        mask += `${a(part, file) ? 1 : 0}${b(part, file) ? 1 : 0}`;
    let found = this.#classes.get(mask);
    if (found === undefined) {
      found = this.#masks.length;
      this.#classes.set(mask, found);
      this.#masks.push(mask);
    }
    return found;
  }

  /** How pairs of parts of two classes are tested; null for not at all. */
  of(classA: number, classB: number): PairSettings | null {
    const key = classA * this.#masks.length + classB;
    let found = this.#decided.get(key);
    if (found === undefined) {
      found = this.#decide(this.#masks[classA], this.#masks[classB]);
      this.#decided.set(key, found);
    }
    return found;
  }

  #decide(p: string, q: string): PairSettings | null {
    if (p === '') return this.#rules[0]?.settings ?? null;
    const match = (k: number) =>
      (p[2 * k] === '1' && q[2 * k + 1] === '1') || (q[2 * k] === '1' && p[2 * k + 1] === '1');
    const n = this.#rules.length;
    for (let k = 0; k < this.#ignore.length; k++) if (match(n + k)) return null;
    for (let k = 0; k < n; k++) if (match(k)) return this.#rules[k].settings;
    return null;
  }
}

function settingsOf(options: ClashOptions, rule: ClashRule | undefined): PairSettings {
  return {
    clearance: rule?.clearance ?? options.clearance ?? 0,
    tolerance: rule?.tolerance ?? options.tolerance ?? -1,
    kinds: new Set(rule?.kinds ?? options.kinds ?? KINDS),
  };
}

function selector(name: string, given: Selector): Match {
  checkProperties(name, given, SELECTOR);
  const tests: Match[] = [];
  for (const key of SELECTOR) {
    const patterns = given[key];
    if (patterns === undefined) continue;
    const list = typeof patterns === 'string' ? [patterns] : patterns;
    if (!Array.isArray(list) || list.some((p) => typeof p !== 'string'))
      throw new TypeError(`${name}.${key} must be a pattern or a list of patterns, got ${show(patterns)}`);
    const matches = list.map(pattern);
    tests.push((part, file) => {
      const text = textOf(part, file, key);
      return matches.some((m) => m(text));
    });
  }
  return (part, file) => tests.every((test) => test(part, file));
}

/** What the patterns of a selector are compared with. */
function textOf(part: ClashPart, file: string, key: keyof Selector): string {
  switch (key) {
    case 'model':
      return file;
    case 'name':
      return nameOf(part);
    case 'path':
      return pathOf(part);
    default:
      return part[key] ?? '';
  }
}

/** Matches without backtracking into earlier stars, so that no pattern takes long. */
export function pattern(p: string): (text: string) => boolean {
  return (text) => {
    let i = 0;
    let j = 0;
    let star = -1;
    let from = 0;
    while (i < text.length) {
      if (j < p.length && p[j] === '*') {
        star = j++;
        from = i;
      } else if (j < p.length && (p[j] === '?' || p[j] === text[i])) {
        i++;
        j++;
      } else if (star >= 0) {
        j = star + 1;
        i = ++from;
      } else return false;
    }
    while (j < p.length && p[j] === '*') j++;
    return j === p.length;
  };
}
