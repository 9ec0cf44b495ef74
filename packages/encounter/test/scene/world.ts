/**
 * Scenes and tables under random operations, beside a model that knows the answers by brute force. What differs is thrown as an
 * error that says which operation it was; the seed is the caller's to print.
 *
 * What a test must report is worked out before it, so that callbacks may change what they like.
 */
import {
  Collider,
  closestPoints,
  commonPoint,
  Halfspace,
  intersects,
  Mesh,
  PenetrationResult,
  Point,
  penetration,
  type Response,
  type ResponseClass,
  type ResponseContact,
  ResponseTable,
  type ResponseType,
  response,
  Scene,
} from '../../src/index.ts';
import { Rng } from '../support/rng.ts';
import type { AnyBroadPhase } from './broad-phases.ts';
import { Mismatch, near, same } from './mismatch.ts';
import { change, deform, type Pool, place, pool } from './pool.ts';
import { compareQueries } from './queries-model.ts';
import { type Expected, ResponseModel } from './response-model.ts';

const HALF = 2.6;
const TYPES: readonly ResponseType[] = ['simple', 'witnessed', 'depth'];

/** Depths of two runs that may differ in order and cache, relative to sizes of about one. */
const DEPTH_ERROR = 1e-7;
/** Distances within which whether two meet is for rounding to say. */
const TOUCHING = 1e-11;

interface PlaySet {
  readonly scene: Scene;
  readonly broadPhase: AnyBroadPhase | undefined;
  readonly members: Set<Collider>;
}

interface Table {
  readonly table: ResponseTable;
  readonly model: ResponseModel;
  readonly classes: readonly ResponseClass[];
  readonly responses: readonly Response[];
}

interface ExpectedPair {
  readonly low: Collider;
  readonly high: Collider;
  readonly calls: readonly Expected[];
  readonly meets: boolean;
  /** So near to touching that either answer is right. */
  readonly touching: boolean;
  /** From low to high, when it was asked for. */
  readonly depth: PenetrationResult | null;
  readonly strongest: ResponseType;
}

interface Call {
  readonly response: Response;
  readonly first: Collider;
  readonly second: Collider;
}

/** How far callbacks go. */
export const MEDDLING = {
  /** They add, change and remove colliders. */
  colliders: 0.75,
  /** And assign and clear classes. */
  classes: 0.84,
  /** And add and remove responses. */
  responses: 1,
} as const;

export interface WorldOptions {
  /** How many colliders there are. */
  count?: number;
  meddling?: keyof typeof MEDDLING;
}

export class World {
  /** How many operations of each kind were done, for the test to see that all were. */
  readonly counts = new Map<string, number>();
  /** Callbacks that were called. */
  callbacks = 0;
  /** Everything that was reported, with numbers, if it is to be compared. */
  readonly log: (string | number)[] = [];
  #rng: Rng;
  readonly #meddling: number;
  readonly #pool: Pool;
  readonly #sets: PlaySet[];
  readonly #tables: Table[];
  #onCall: ((r: Response, a: Collider, b: Collider, contact: ResponseContact | null) => boolean | undefined) | null =
    null;

  constructor(rng: Rng, makeBroadPhase: () => AnyBroadPhase | undefined, options: WorldOptions = {}) {
    const { count = 34, meddling = 'colliders' } = options;
    this.#rng = rng;
    this.#meddling = MEDDLING[meddling];
    this.#pool = pool(rng, count, HALF);
    // One, as two are no pair that can be tested.
    this.#pool.colliders.push(new Collider(new Halfspace([0.2, 1, 0.1], -2), { data: count }));
    this.#sets = [false, true].map((debug) => {
      const broadPhase = makeBroadPhase();
      return { scene: new Scene({ broadPhase, debug }), broadPhase, members: new Set() };
    });
    this.#tables = [0, 1].map(() => {
      const table = new ResponseTable();
      const responses = Array.from({ length: 7 }, (_, k) => {
        const r: Response = response(TYPES[k % 3], (a, b, contact) => this.#onCall!(r, a, b, contact));
        return r;
      });
      return {
        table,
        model: new ResponseModel(),
        classes: Array.from({ length: 4 }, (_, k) => table.createClass(`class ${k}`)),
        responses,
      };
    });
    for (const collider of this.#pool.colliders) {
      if (rng.chance(0.7)) this.#add(this.#sets[0], collider);
      if (rng.chance(0.4)) this.#add(this.#sets[1], collider);
      for (const t of this.#tables) if (rng.chance(0.8)) this.#assign(t, collider);
    }
  }

  /** Does the operation that a number stands for: any of them can be left out of a sequence, and the others stay what they are. */
  perform(operation: number): void {
    this.#rng = new Rng(operation, 5);
    this.step();
  }

  /** Does one operation, and checks what it answers. */
  step(): void {
    const rng = this.#rng;
    const what = rng.next();
    if (what < 0.1) this.#count('encounters', () => this.#checkEncounters(rng.pick(this.#sets)));
    else if (what < 0.2) this.#count('test', () => this.#test(rng.pick(this.#sets), rng.pick(this.#tables)));
    else if (what < 0.25)
      this.#count('queries', () => {
        const set = rng.pick(this.#sets);
        compareQueries(rng, set.scene, [...set.members], this.#pool.colliders, place(rng, HALF), place(rng, HALF));
      });
    else if (what < 0.29) {
      this.#count('deform', () => deform(rng, rng.pick(this.#pool.deformables)));
    } else this.#mutate();
  }

  /** An operation that callbacks may do, too. */
  #mutate(): void {
    const rng = this.#rng;
    const what = rng.next() * (this.#onCall === null ? 1 : this.#meddling);
    const collider = rng.pick(this.#pool.colliders);
    const set = rng.pick(this.#sets);
    const t = rng.pick(this.#tables);
    if (what < 0.55) this.#count('change', () => change(rng, collider, HALF));
    else if (what < 0.75) {
      if (set.members.has(collider)) this.#count('remove', () => this.#remove(set, collider));
      else this.#count('add', () => this.#add(set, collider));
    } else if (what < 0.84) {
      if (rng.chance(0.75)) this.#count('assign', () => this.#assign(t, collider));
      else
        this.#count('clear', () => {
          t.table.clear(collider);
          t.model.classes.delete(collider);
        });
    } else this.#count('response', () => this.#changeResponses(t));
  }

  #count(name: string, act: () => void): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    act();
  }

  #add(set: PlaySet, collider: Collider): void {
    set.scene.add(collider);
    set.members.add(collider);
  }

  #remove(set: PlaySet, collider: Collider): void {
    set.scene.remove(collider);
    set.members.delete(collider);
  }

  #assign(t: Table, collider: Collider): void {
    const cls = this.#rng.pick(t.classes);
    t.table.assign(collider, cls);
    t.model.classes.set(collider, cls);
  }

  #changeResponses(t: Table): void {
    const rng = this.#rng;
    const r = rng.pick(t.responses);
    const cls1 = rng.pick(t.classes);
    const cls2 = rng.pick(t.classes);
    const what = rng.next();
    // Removals are rarer, or all would soon be still.
    const act = rng.chance(0.6) ? 'add' : 'remove';
    if (what < 0.3) {
      if (act === 'add') t.table.addDefault(r);
      else t.table.removeDefault(r);
      t.model.default(act, r);
    } else if (what < 0.6) {
      if (act === 'add') t.table.addClass(cls1, r);
      else t.table.removeClass(cls1, r);
      t.model.class(act, cls1, r);
    } else {
      if (act === 'add') t.table.addPair(cls1, cls2, r);
      else t.table.removePair(cls1, cls2, r);
      t.model.pair(act, cls1, cls2, r);
    }
  }

  // -------------------------------------------------------------------------------------------------------- encounters

  #checkEncounters({ scene, members, broadPhase }: PlaySet): void {
    same(scene.size, members.size, 'size');
    for (const collider of this.#pool.colliders) same(scene.has(collider), members.has(collider), 'has');
    const expected = new Set(overlaps([...members]).map(([a, b]) => `${a.data} ${b.data}`));
    const seen = new Set<string>();
    for (const [a, b] of scene.encounters()) {
      if (!(a.id < b.id)) throw new Mismatch(`encounter with ids ${a.id}, ${b.id}: the lower one comes first`);
      const pair = `${a.data} ${b.data}`;
      if (seen.has(pair)) throw new Mismatch(`encounter ${pair} twice`);
      if (!expected.has(pair)) throw new Mismatch(`encounter ${pair}, whose boxes do not overlap`);
      seen.add(pair);
      this.log.push(pair);
    }
    for (const pair of expected) if (!seen.has(pair)) throw new Mismatch(`encounter ${pair} is missing`);
    broadPhase?.validate?.();
  }

  // -------------------------------------------------------------------------------------------------------------- test

  #expected(set: PlaySet, t: Table): ExpectedPair[] {
    const found: ExpectedPair[] = [];
    for (const [low, high] of overlaps([...set.members])) {
      const calls = t.model.resolve(low, high);
      if (calls.length === 0) continue;
      const strongest = TYPES[Math.max(...calls.map((call) => TYPES.indexOf(call.response.type)))];
      const meets = intersects(low, high);
      const depth = meets && strongest === 'depth' ? penetration(low, high, new PenetrationResult()) : null;
      const touching = meets ? barely(low, high, depth) : closestPoints(low, high).distance < TOUCHING;
      found.push({ low, high, calls, meets, touching, depth, strongest });
    }
    return found;
  }

  #test(set: PlaySet, t: Table): void {
    const rng = this.#rng;
    const expected = this.#expected(set, t);
    const pairOf = new Map(expected.map((pair) => [key(pair.low, pair.high), pair]));
    const calls: Call[] = [];
    const points = new Map<ExpectedPair, { x: number; y: number; z: number }>();
    let changed = false;
    let kept: ResponseContact | null = null;

    const changing = rng.chance(this.#meddling === MEDDLING.colliders ? 0.25 : 0.8);
    const stopAt = rng.chance(0.15) ? rng.int(12) : -1;
    const throwAt = rng.chance(0.1) ? rng.int(12) : -1;
    const error = new Error('from a callback');
    this.#onCall = (r, first, second, contact) => {
      const at = calls.length;
      calls.push({ response: r, first, second });
      this.callbacks++;
      const [low, high] = first.id < second.id ? [first, second] : [second, first];
      const pair = pairOf.get(key(low, high));
      if (pair === undefined)
        throw new Mismatch(`a callback for ${low.data} ${high.data}, which have no response or box in common`);
      this.#checkContact(pair, r, first, second, contact, points, changed);
      this.#note(t, r, first, second, contact);
      if (contact !== null) kept = contact;
      if (changing && rng.chance(0.3)) {
        changed = true;
        for (let k = 0; k < 3; k++) this.#mutate();
      }
      if (at === throwAt) throw error;
      return at === stopAt ? true : undefined;
    };

    let count = -1;
    try {
      count = set.scene.test(t.table);
    } catch (e) {
      if (e !== error || calls.length !== throwAt + 1) throw e;
    }
    this.#onCall = null;
    const ended = stopAt >= 0 && calls.length === stopAt + 1;
    if (count === -1) same(calls.length, throwAt + 1, 'callbacks of a test that one of them ended by an error');
    else this.log.push(count);
    try {
      this.#checkCalls(calls, expected, pairOf, count, ended || count === -1);
    } catch (mismatch) {
      if (mismatch instanceof Mismatch && changed) mismatch.message += ' (callbacks changed things during this test)';
      throw mismatch;
    }
    if (set === this.#sets[1] && kept !== null) {
      const { point, depth } = kept as ResponseContact;
      if (!Number.isNaN(point.x) || !Number.isNaN(depth)) throw new Mismatch('a kept contact is not NaN in debug mode');
    }
  }

  /** Whether the callbacks are those expected; the first of them, when the test was ended. */
  #checkCalls(
    calls: readonly Call[],
    expected: readonly ExpectedPair[],
    pairOf: ReadonlyMap<string, ExpectedPair>,
    count: number,
    ended: boolean,
  ): void {
    const groups = new Map<ExpectedPair, Call[]>();
    let last: ExpectedPair | undefined;
    for (const call of calls) {
      const [low, high] = call.first.id < call.second.id ? [call.first, call.second] : [call.second, call.first];
      const pair = pairOf.get(key(low, high))!;
      if (pair !== last && groups.has(pair)) throw new Mismatch('the callbacks of a pair are not one after the other');
      last = pair;
      if (!groups.has(pair)) groups.set(pair, []);
      groups.get(pair)!.push(call);
    }
    if (count !== -1) same(count, groups.size, 'count of pairs');
    for (const [pair, group] of groups) {
      if (!pair.meets && !pair.touching) throw new Mismatch(`${pairName(pair)} do not meet, and were reported`);
      const all = ended && pair === last ? pair.calls.slice(0, group.length) : pair.calls;
      same(group.length, all.length, `number of callbacks for ${pairName(pair)}`);
      for (let i = 0; i < all.length; i++) {
        if (group[i].response !== all[i].response) throw new Mismatch(`order of responses for ${pairName(pair)}`);
        if (!all[i].either && group[i].first !== all[i].first)
          throw new Mismatch(`order of arguments for ${pairName(pair)}, response ${i} of ${all.length}: ${all[i].why}`);
      }
    }
    if (ended) return;
    for (const pair of expected) {
      if (pair.meets && !pair.touching && !groups.has(pair))
        throw new Mismatch(`${pairName(pair)} meet, and were not reported`);
    }
  }

  #checkContact(
    pair: ExpectedPair,
    r: Response,
    first: Collider,
    second: Collider,
    contact: ResponseContact | null,
    points: Map<ExpectedPair, { x: number; y: number; z: number }>,
    changed: boolean,
  ): void {
    if (r.type === 'simple') {
      if (contact !== null) throw new Mismatch('a simple response got a contact');
      return;
    }
    if (contact === null) throw new Mismatch(`a ${r.type} response got no contact`);
    const { x, y, z } = contact.point;
    // One computation: all responses of the pair are told one point.
    const before = points.get(pair);
    if (before !== undefined && Math.hypot(x - before.x, y - before.y, z - before.z) > 1e-14)
      throw new Mismatch(`two points in one test of ${pairName(pair)}`);
    points.set(pair, { x, y, z });
    if (pair.strongest === 'witnessed' && !changed && !pair.touching) {
      const point = new Collider(new Point([x, y, z]));
      for (const collider of [first, second]) {
        const { distance } = closestPoints(point, collider);
        if (!(distance <= 1e-7))
          throw new Mismatch(`the point of ${pairName(pair)} is ${distance} away from one of them`);
      }
    }
    if (r.type === 'depth') this.#checkDepth(pair, first, second, contact, changed);
  }

  #checkDepth(pair: ExpectedPair, first: Collider, second: Collider, contact: ResponseContact, changed: boolean): void {
    const { normal: n, pointA: a, pointB: b, point: p, depth } = contact;
    near(Math.hypot(n.x, n.y, n.z), 1, 1e-9, 'length of the normal');
    for (const axis of ['x', 'y', 'z'] as const) {
      near(a[axis], b[axis] + depth * n[axis], 1e-7, `pointA.${axis} = pointB.${axis} + depth · normal`);
      near(p[axis], (a[axis] + b[axis]) / 2, 1e-12, `point.${axis} halfway`);
    }
    const known = pair.depth;
    if (known === null) return;
    near(depth, known.depth, DEPTH_ERROR, `depth of ${pairName(pair)}`);
    const sign = first === pair.low ? 1 : -1;
    const along = sign * (n.x * known.normal.x + n.y * known.normal.y + n.z * known.normal.z);
    if (known.exact && along < 1 - 1e-6 && !pair.touching && !changed && isConvex(first) && isConvex(second)) {
      // Another direction of the same depth: it must separate as well.
      const out = 1.001 * depth + 1e-6;
      const moved = new Collider(second.shape, { matrix: second.getMatrix(), margin: second.margin });
      const m = second.getMatrix();
      moved.setPosition([m[12] + out * n.x, m[13] + out * n.y, m[14] + out * n.z]);
      if (intersects(first, moved)) throw new Mismatch(`the normal of ${pairName(pair)} does not separate`);
    }
    const primitives = [contact.primitiveA, contact.primitiveB];
    if (isConvex(first)) same(primitives[0], -1, 'primitiveA');
    if (isConvex(second)) same(primitives[1], -1, 'primitiveB');
  }

  #note(t: Table, r: Response, a: Collider, b: Collider, contact: ResponseContact | null): void {
    this.log.push(t.responses.indexOf(r), a.data as number, b.data as number);
    if (contact === null) return;
    this.log.push(contact.point.x, contact.point.y, contact.point.z);
    if (r.type === 'depth') this.log.push(contact.depth, contact.normal.x, contact.normal.y, contact.normal.z);
  }
}

/** All pairs of colliders whose boxes overlap, the lower id first. */
export function overlaps(colliders: readonly Collider[]): [Collider, Collider][] {
  const found: [Collider, Collider][] = [];
  const sorted = [...colliders].sort((a, b) => a.id - b.id);
  const boxes = sorted.map((collider) => collider.bounds());
  for (let i = 0; i < sorted.length; i++)
    for (let j = i + 1; j < sorted.length; j++) {
      const [a, b] = [boxes[i], boxes[j]];
      if (a.min.x > b.max.x || a.min.y > b.max.y || a.min.z > b.max.z) continue;
      if (b.min.x > a.max.x || b.min.y > a.max.y || b.min.z > a.max.z) continue;
      found.push([sorted[i], sorted[j]]);
    }
  return found;
}

/** Whether two that meet do so by less than rounding; only convex ones can be asked cheaply, others count as that. */
function barely(a: Collider, b: Collider, depth: PenetrationResult | null): boolean {
  if (depth !== null) return depth.depth < TOUCHING;
  if (isConvex(a) && isConvex(b)) return (penetration(a, b)?.depth ?? 0) < TOUCHING;
  return commonPoint(a, b) === null;
}

function isConvex(collider: Collider): boolean {
  return !(collider.shape instanceof Mesh) && !('parts' in collider.shape);
}

function key(low: Collider, high: Collider): string {
  return `${low.id} ${high.id}`;
}

function pairName({ low, high }: ExpectedPair): string {
  return `${low.data} (${low.shape.constructor.name}) and ${high.data} (${high.shape.constructor.name})`;
}
