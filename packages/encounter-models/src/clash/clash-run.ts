/** A run in stages: candidate pairs at once, then ranges of them in any order, in as many processes as wanted, then the report. */

import { Bodies, worldBoxes } from './bodies.ts';
import { boxPairs } from './box-pairs.ts';
import { wrong } from './check.ts';
import { type ClashModel, nameOf, pathOf } from './clash-model.ts';
import { clashId, commonUnits, type Entry, PartHashes, sortedEntries } from './entries.ts';
import { groupsOf } from './groups.ts';
import { Hash } from './hash.ts';
import { PairJudge } from './pair-judge.ts';
import type { Clash, ClashReport, ClashStatus, Finding, ReportPart, Triple } from './report.ts';
import { type ClashOptions, type ClashRules, KINDS, PairRules, type PairSettings } from './rules.ts';

/** How many pairs there are between two calls of onProgress. */
const PROGRESS_STEP = 4096;

/**
 * A run of `clash` in stages. Every process that makes one of the same models, rules and options has the same pairs in the same order;
 * any division of 0 … pairCount into ranges gives the same findings in total, and the report does not depend on their order.
 *
 * @example
 * const run = new ClashRun(model);
 * const report = run.report(run.run(0, run.pairCount));
 */
export class ClashRun {
  /** How many candidate pairs there are: pairs of parts that the rules ask for and whose boxes are near enough. */
  readonly pairCount: number;
  readonly #entries: readonly Entry[];
  readonly #units: string;
  readonly #first: Uint32Array;
  readonly #second: Uint32Array;
  readonly #rules: PairRules;
  readonly #classes: Int32Array;
  /** The box of each part in the world. */
  readonly #boxes: Float64Array;
  readonly #bodies: Bodies;
  readonly #judge: PairJudge;
  readonly #hashes: PartHashes;
  readonly #settings: string;
  readonly #previous: Previous | null;
  readonly #onProgress: ((done: number, total: number) => void) | undefined;
  #computed = 0;
  #done = 0;

  constructor(models: ClashModel | readonly ClashModel[], rules?: ClashRules, options: ClashOptions = {}) {
    const list = Array.isArray(models) ? (models as readonly ClashModel[]) : [models as ClashModel];
    for (const [m, model] of list.entries())
      if (typeof model !== 'object' || model === null || !Array.isArray(model.parts))
        wrong(list.length > 1 ? `models[${m}]` : 'models', 'be a model or a list of models', model);
    this.#rules = new PairRules(rules, options);
    const { units, scales } = commonUnits(list);
    this.#units = units;
    this.#hashes = new PartHashes();
    const entries = sortedEntries(list, scales, this.#hashes);
    this.#entries = entries;
    this.#classes = Int32Array.from(entries, ({ part, file }) => this.#rules.classOf(part, file));
    const within = list.length === 1 || options.self === true;
    const { boxes, grown } = worldBoxes(entries, this.#rules.reach);
    this.#boxes = boxes;
    const keys: number[] = [];
    boxPairs(grown, (i, j) => {
      if (!within && entries[i].model === entries[j].model) return;
      if (this.#rules.of(this.#classes[i], this.#classes[j]) === null) return;
      keys.push(i < j ? i * entries.length + j : j * entries.length + i);
    });
    const sorted = Float64Array.from(keys).sort();
    this.pairCount = sorted.length;
    this.#first = Uint32Array.from(sorted, (k) => Math.floor(k / entries.length));
    this.#second = Uint32Array.from(sorted, (k) => k % entries.length);
    this.#bodies = new Bodies(entries, options.open ?? 'surface');
    this.#judge = new PairJudge(this.#bodies, options.depth === 'search');
    this.#onProgress = options.onProgress;
    this.#settings = settingsHash(rules, options, within, units);
    this.#previous =
      options.previous === undefined
        ? null
        : new Previous(options.previous, this.#settings, entries, (entry) => this.#hashes.of(entry));
  }

  /** Makes now what the tests need of the parts that are in a pair. Otherwise `run` makes it when a part first comes up. */
  prepare(): this {
    const parts = new Uint8Array(this.#entries.length);
    for (let k = 0; k < this.pairCount; k++) {
      parts[this.#first[k]] = 1;
      parts[this.#second[k]] = 1;
    }
    for (let i = 0; i < parts.length; i++) if (parts[i] === 1) this.#bodies.of(i);
    return this;
  }

  /** How many pairs were computed so far, and not taken over from the previous report. */
  get computed(): number {
    return this.#computed;
  }

  /** Tests the candidate pairs from … to − 1. */
  run(from: number, to: number): Finding[] {
    for (const [name, value] of Object.entries({ from, to }))
      if (!Number.isInteger(value) || value < 0 || value > this.pairCount)
        wrong(name, `be a whole number from 0 to ${this.pairCount}`, value, RangeError);
    if (from > to) throw new RangeError(`from must not be above to, got ${from} and ${to}`);
    const found: Finding[] = [];
    for (let k = from; k < to; k++) {
      const i = this.#first[k];
      const j = this.#second[k];
      const settings = this.#rules.of(this.#classes[i], this.#classes[j]) as PairSettings;
      if (this.#previous?.isUnchanged(i, j)) {
        const finding = this.#previous.finding(clashId(this.#entries[i], this.#entries[j]));
        if (finding !== null) found.push({ ...finding, a: this.#entries[i].id, b: this.#entries[j].id });
      } else {
        this.#computed++;
        const finding = this.#find(i, j, settings);
        if (finding !== null) found.push(finding);
      }
      this.#done++;
      if (this.#onProgress !== undefined && this.#done % PROGRESS_STEP === 0)
        this.#onProgress(this.#done, this.pairCount);
    }
    return found;
  }

  #find(i: number, j: number, settings: PairSettings): Finding | null {
    const body = this.#judge.judge(i, j, settings);
    if (body === null) return null;
    const { kind, distance, depth, exact, pointA, pointB, normal } = this.#judge.verdict;
    if (kind === null) return null;
    const { at } = body;
    const place = (p: Float64Array): [number, number, number] => [p[0] + at[0], p[1] + at[1], p[2] + at[2]];
    const [first, second] = [place(pointA), place(pointB)];
    const p = this.#entries[i];
    const q = this.#entries[j];
    return {
      id: clashId(p, q),
      a: p.id,
      b: q.id,
      kind,
      distance,
      depth,
      exact,
      pointA: first,
      pointB: second,
      normal: [normal[0] + 0, normal[1] + 0, normal[2] + 0],
      region: kind === 'clearance' ? around(first, second) : this.#common(i, j),
    };
  }

  /** What the boxes of two parts have in common; along an axis where they are apart by rounding, what is between them. */
  #common(i: number, j: number): Finding['region'] {
    const boxes = this.#boxes;
    const low: number[] = [];
    const high: number[] = [];
    for (let a = 0; a < 3; a++) {
      low.push(Math.max(boxes[6 * i + a], boxes[6 * j + a]));
      high.push(Math.min(boxes[6 * i + 3 + a], boxes[6 * j + 3 + a]));
    }
    return around(low as unknown as Triple, high as unknown as Triple);
  }

  /** The report of all findings. Findings that come twice count once. */
  report(findings: Iterable<Finding>): ClashReport {
    const byId = new Map<string, Finding>();
    for (const finding of findings) byId.set(finding.id, finding);
    const previous = this.#previous;
    const gone = previous === null ? [] : previous.gone(byId);
    const all: Finding[] = [...byId.values(), ...gone].sort((p, q) => (p.id < q.id ? -1 : 1));
    const groups = groupsOf(all);
    const lost = new Set(gone.map((clash) => clash.id));
    const clashes = all.map((finding, i): Clash => {
      const { id, a, b, kind, distance, depth, exact, pointA, pointB, normal, region } = finding;
      const status: ClashStatus = lost.has(id) ? 'resolved' : (previous?.status(id) ?? 'new');
      return { id, a, b, kind, distance, depth, exact, pointA, pointB, normal, region, group: groups[i], status };
    });
    const parts = this.#entries.map(
      (entry): ReportPart => ({
        id: entry.id,
        file: entry.file,
        name: nameOf(entry.part),
        path: pathOf(entry.part),
        triangles: entry.part.triangles.indices.length / 3,
        hash: this.#hashes.of(entry),
      }),
    );
    // Parts that are no more, but that resolved clashes name. Without their hashes: nothing was computed for them this time.
    const known = new Set(parts.map((part) => part.id));
    const named = new Set(gone.flatMap((clash) => [clash.a, clash.b]));
    for (const { hash: _hash, ...part } of previous?.parts ?? [])
      if (named.has(part.id) && !known.has(part.id)) parts.push(part);
    parts.sort((p, q) => (p.id < q.id ? -1 : p.id > q.id ? 1 : 0));
    return { version: 1, units: this.#units, settings: this.#settings, parts, clashes };
  }
}

/** The box around two points. */
function around(p: Triple, q: Triple): Finding['region'] {
  return {
    min: [Math.min(p[0], q[0]), Math.min(p[1], q[1]), Math.min(p[2], q[2])],
    max: [Math.max(p[0], q[0]), Math.max(p[1], q[1]), Math.max(p[2], q[2])],
  };
}

/** What is taken over from an earlier report. */
class Previous {
  readonly parts: readonly ReportPart[];
  readonly #clashes: Map<string, Clash>;
  /** For each part of this run, whether it was in the earlier one as it is now. */
  readonly #unchanged: Uint8Array;

  constructor(report: ClashReport, settings: string, entries: readonly Entry[], hash: (entry: Entry) => string) {
    this.parts = report.parts;
    this.#clashes = new Map(report.clashes.map((clash) => [clash.id, clash]));
    this.#unchanged = new Uint8Array(entries.length);
    if (report.settings !== settings) return;
    const before = new Set(report.parts.map((part) => `${part.file}\n${part.id}\n${part.hash}`));
    for (let i = 0; i < entries.length; i++) {
      const { file, id } = entries[i];
      this.#unchanged[i] = before.has(`${file}\n${id}\n${hash(entries[i])}`) ? 1 : 0;
    }
  }

  isUnchanged(i: number, j: number): boolean {
    return this.#unchanged[i] === 1 && this.#unchanged[j] === 1;
  }

  /** A clash that was there before; one that was resolved was not. */
  finding(id: string): Finding | null {
    const clash = this.#clashes.get(id);
    if (clash === undefined || clash.status === 'resolved') return null;
    const { group: _group, status: _status, ...finding } = clash;
    return finding;
  }

  /** What a clash that is there now becomes. */
  status(id: string): ClashStatus {
    const before = this.#clashes.get(id)?.status;
    if (before === undefined || before === 'resolved') return 'new';
    return before === 'new' ? 'active' : before;
  }

  gone(now: ReadonlyMap<string, unknown>): Clash[] {
    return [...this.#clashes.values()].filter((clash) => !now.has(clash.id));
  }
}

/** Everything that the findings of two parts depend on besides the parts. */
function settingsHash(rules: ClashRules | undefined, options: ClashOptions, within: boolean, units: string): string {
  const { clearance = 0, tolerance = -1, kinds = KINDS, open = 'surface', depth = 'bound' } = options;
  return new Hash()
    .text(JSON.stringify([rules ?? null, clearance, tolerance, [...kinds].sort(), open, depth, within, units]))
    .toString();
}

/**
 * Finds the clashes between the parts of several models, or within one.
 *
 * @example
 * const report = clash([structure, pipes], undefined, { clearance: 0.05 });
 * for (const { kind, a, b, depth } of report.clashes) console.log(kind, a, b, depth);
 */
export function clash(
  models: ClashModel | readonly ClashModel[],
  rules?: ClashRules,
  options: ClashOptions = {},
): ClashReport {
  const run = new ClashRun(models, rules, options);
  const findings = run.run(0, run.pairCount);
  options.onProgress?.(run.pairCount, run.pairCount);
  return run.report(findings);
}
