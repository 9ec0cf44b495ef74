/**
 * What to do when two objects meet (§6.2, §6.3.3): responses for all pairs, for pairs in which one object has a class, and for pairs of
 * two classes. A more specific level can remove what it inherits.
 */

import type { Collider } from '../bodies/collider.ts';
import { checkOptions, requireCollider, show } from '../check.ts';
import { nonNegative } from '../math/read.ts';
import type { ManifoldOptions } from '../query.ts';
import type { ManifoldContact } from './pair-manifolds.ts';
import type { ResponseContact } from './response-contact.ts';

/** How much a response wants to know: only that two colliders meet, a common point, the depth, or the manifolds. */
export type ResponseType = 'simple' | 'witnessed' | 'depth' | 'manifold';

/** What a response of a type receives: nothing, or a contact. */
export type ContactOf<K extends ResponseType> = [K] extends ['manifold']
  ? ManifoldContact
  : K extends 'simple'
    ? null
    : ResponseContact;

/** Called for a pair that meets. Returning true ends the test. The contact is reused: copy what must last. */
export type ResponseCallback<T, K extends ResponseType = ResponseType> = (
  a: Collider<T>,
  b: Collider<T>,
  contact: ContactOf<K>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback may return nothing
) => boolean | void;

/** What to do when two colliders meet; made by `response`. */
export interface Response<T = unknown> {
  readonly type: ResponseType;
  readonly callback: ResponseCallback<T>;
  /** Options of `manifolds`, for the type `manifold`. */
  readonly options?: ManifoldOptions;
}

/**
 * Makes a response. The type determines the contact that the callback receives. The type `manifold` takes the options of `manifolds`:
 * with `maxSeparation` it is also called for pairs that are apart by up to that.
 */
export function response<T = unknown, K extends ResponseType = ResponseType>(
  type: K,
  callback: ResponseCallback<T, K>,
  options?: K extends 'manifold' ? ManifoldOptions : never,
): Response<T> {
  if (!(typeof type === 'string' && Object.hasOwn(STRENGTH, type)))
    throw new TypeError(`type must be 'simple', 'witnessed', 'depth' or 'manifold', got ${show(type)}`);
  if (typeof callback !== 'function') throw new TypeError(`callback must be a function, got ${show(callback)}`);
  // A callback is called only with the contact of its own type.
  const own = callback as unknown as ResponseCallback<T>;
  if (options === undefined) return { type, callback: own };
  if (type !== 'manifold') throw new TypeError(`options are for the type 'manifold', got ${show(type)}`);
  checkOptions(options, ['maxPoints', 'maxSeparation', 'accuracy']);
  // A copy, because the scene has to know the largest `maxSeparation` beforehand.
  return { type, callback: own, options: { ...(options as ManifoldOptions) } };
}

/** A class of objects in one table. */
export class ResponseClass {
  readonly name: string;
  /** Its place in the table that created it. @internal */
  readonly index: number;

  constructor(name: string, index: number) {
    this.name = name;
    this.index = index;
  }
}

/** A response that applies to a pair of classes. */
export interface ResolvedResponse<T> {
  readonly response: Response<T>;
  /** The class of the callback's first argument. If null, the collider with the lower id comes first. */
  readonly first: ResponseClass | null;
}

/** All responses that apply to a pair of classes, in the order in which they were first added. */
export interface Resolution<T> {
  readonly responses: readonly ResolvedResponse<T>[];
  /** The most that any of them wants to know, those of the type `manifold` aside; null when there are no others. */
  readonly strongest: ResponseType | null;
  /** Whether one of them is of the type `manifold`. */
  readonly manifolds: boolean;
}

/** The last change of a response at a level: added or removed, and whose class comes first. */
interface Entry {
  readonly added: boolean;
  readonly first: ResponseClass | null;
}

/** A running test, which must know before the table changes. */
export interface TableUser {
  freeze(): void;
}

type Level<T> = Map<Response<T>, Entry>;

const STRENGTH: Record<ResponseType, number> = { simple: 0, witnessed: 1, depth: 2, manifold: 3 };

/**
 * Classes of colliders and their responses. A collider without a class takes no part in the table. One table serves any number of
 * scenes, and a scene any number of tables.
 *
 * @example
 * const table = new ResponseTable();
 * const ships = table.createClass('ships');
 * table.assign(ship, ships);
 * table.addPair(ships, mines, response('simple', (ship, mine) => explode(ship, mine)));
 */
export class ResponseTable<T = unknown> {
  readonly #classes: ResponseClass[] = [];
  readonly #classOf: WeakMap<Collider<T>, ResponseClass> = new WeakMap();
  readonly #defaults: Level<T> = new Map();
  readonly #byClass: Level<T>[] = [];
  /** Indexed by the smaller class index, then by the larger. */
  readonly #byPair: Map<number, Level<T>>[] = [];
  /** When each response was first added, at any level. */
  readonly #order: Map<Response<T>, number> = new Map();
  readonly #resolved: Map<number, Resolution<T>>[] = [];
  readonly #users: TableUser[] = [];
  /** The largest distance at which a response of the type `manifold` wants to know about a pair; −1 if there is no such response. @internal */
  reach = -1;

  createClass(name = ''): ResponseClass {
    if (typeof name !== 'string') throw new TypeError(`name must be a string, got ${show(name)}`);
    const cls = new ResponseClass(name, this.#classes.length);
    this.#classes.push(cls);
    this.#byClass.push(new Map());
    this.#byPair.push(new Map());
    this.#resolved.push(new Map());
    return cls;
  }

  /** Gives a collider a class, replacing any it had. */
  assign(collider: Collider<T>, cls: ResponseClass): void {
    this.#indexOf('cls', cls);
    requireCollider('collider', collider);
    this.#beforeChange();
    this.#classOf.set(collider, cls);
  }

  /** Removes the class of a collider. */
  clear(collider: Collider<T>): void {
    this.#beforeChange();
    this.#classOf.delete(collider);
  }

  /** The class of a collider in this table, null when it has none. */
  classOf(collider: Collider<T>): ResponseClass | null {
    return this.#classOf.get(collider) ?? null;
  }

  /** Adds a response to every pair of colliders that have a class. */
  addDefault(r: Response<T>): void {
    this.#set(this.#defaults, r, true, null);
  }

  removeDefault(r: Response<T>): void {
    this.#set(this.#defaults, r, false, null);
  }

  /** Adds a response to every pair in which one collider has the class. That collider comes first. */
  addClass(cls: ResponseClass, r: Response<T>): void {
    this.#set(this.#byClass[this.#indexOf('cls', cls)], r, true, cls);
  }

  /** Removes a response from the class, even one that it inherits from the defaults. */
  removeClass(cls: ResponseClass, r: Response<T>): void {
    this.#set(this.#byClass[this.#indexOf('cls', cls)], r, false, cls);
  }

  /** Adds a response to pairs of these two classes. The collider of `cls1` comes first. */
  addPair(cls1: ResponseClass, cls2: ResponseClass, r: Response<T>): void {
    this.#set(this.#pairLevel(cls1, cls2), r, true, cls1);
  }

  /** Removes a response from these pairs, even one that they inherit. */
  removePair(cls1: ResponseClass, cls2: ResponseClass, r: Response<T>): void {
    this.#set(this.#pairLevel(cls1, cls2), r, false, cls1);
  }

  /** Registers a running test: its `freeze` is called before anything in the table changes, until `leave`. @internal */
  enter(user: TableUser): void {
    this.#users.push(user);
  }

  /** @internal */
  leave(user: TableUser): void {
    this.#users.splice(this.#users.indexOf(user), 1);
  }

  #beforeChange(): void {
    for (const user of this.#users) user.freeze();
  }

  /** The responses that apply to a pair of classes. @internal */
  resolve(cls1: ResponseClass, cls2: ResponseClass): Resolution<T> {
    const low = Math.min(cls1.index, cls2.index);
    const high = Math.max(cls1.index, cls2.index);
    let found = this.#resolved[low].get(high);
    if (found === undefined) {
      found = this.#resolveAnew(low, high);
      this.#resolved[low].set(high, found);
    }
    return found;
  }

  /** (defaults ∪ adds of both classes − removals of either) − pair removals ∪ pair adds. */
  #resolveAnew(low: number, high: number): Resolution<T> {
    const chosen = new Map<Response<T>, ResponseClass | null>();
    for (const [r, { added }] of this.#defaults) if (added) chosen.set(r, null);
    const lows = this.#byClass[low];
    const highs = this.#byClass[high];
    for (const [r, { added, first }] of lows) if (added) chosen.set(r, low === high ? null : first);
    // If both classes have the response, neither of them comes first.
    for (const [r, { added, first }] of highs)
      if (added && low !== high) chosen.set(r, lows.get(r)?.added === true ? null : first);
    for (const [r, { added }] of lows) if (!added) chosen.delete(r);
    for (const [r, { added }] of highs) if (!added) chosen.delete(r);
    for (const [r, { added, first }] of this.#byPair[low].get(high) ?? []) {
      if (added) chosen.set(r, low === high ? null : first);
      else chosen.delete(r);
    }
    const order = this.#order;
    const responses = [...chosen]
      .map(([r, first]) => ({ response: r, first }))
      .sort((p, q) => (order.get(p.response) as number) - (order.get(q.response) as number));
    let strongest: ResponseType | null = null;
    let manifolds = false;
    for (const { response: r } of responses)
      if (r.type === 'manifold') manifolds = true;
      else if (strongest === null || STRENGTH[r.type] > STRENGTH[strongest]) strongest = r.type;
    return { responses, strongest, manifolds };
  }

  #set(level: Level<T>, r: Response<T>, added: boolean, first: ResponseClass | null): void {
    if (typeof r !== 'object' || r === null || !(r.type in STRENGTH) || typeof r.callback !== 'function')
      throw new TypeError(`expected a response, got ${show(r)}`);
    const reach = r.type === 'manifold' ? nonNegative('maxSeparation', r.options?.maxSeparation ?? 0) : -1;
    this.#beforeChange();
    if (added) this.reach = Math.max(this.reach, reach);
    if (added && !this.#order.has(r)) this.#order.set(r, this.#order.size);
    level.set(r, { added, first });
    for (const row of this.#resolved) row.clear();
  }

  #pairLevel(cls1: ResponseClass, cls2: ResponseClass): Level<T> {
    const i = this.#indexOf('cls1', cls1);
    const j = this.#indexOf('cls2', cls2);
    const row = this.#byPair[Math.min(i, j)];
    const high = Math.max(i, j);
    let level = row.get(high);
    if (level === undefined) {
      level = new Map();
      row.set(high, level);
    }
    return level;
  }

  /** The index of a class. Throws unless the class belongs to this table. */
  #indexOf(name: string, cls: ResponseClass): number {
    if (!(cls instanceof ResponseClass)) throw new TypeError(`${name} must be a response class, got ${show(cls)}`);
    if (this.#classes[cls.index] !== cls)
      throw new RangeError(`${name} must be a class of this table, got ${show(cls.name)} of another`);
    return cls.index;
  }
}
