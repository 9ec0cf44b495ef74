/**
 * The manifolds of a pair from one test to the next. `manifolds` fills a list from its start, so a point changes its place whenever a
 * corner comes or goes. A solver wants the opposite: a point that lasts should be the same object, with what the solver has stored on
 * it. So what the query has found is matched by id with what the pair has had before.
 */
import type { Collider } from '../bodies/collider.ts';
import { Manifold, ManifoldPoint } from '../contact/manifold.ts';
import { dot, Vec3 } from '../math/vec3.ts';
import { type ManifoldOptions, manifolds } from '../query.ts';

/** A point of a contact in a scene. It is the same object from test to test while its id persists. */
export class ContactPoint extends ManifoldPoint {
  /**
   * Three numbers for you, never read here: (0, 0, 0) in a new point, kept while the point lasts. A solver accumulates its impulses here,
   * one along the normal and two across it.
   */
  readonly impulse: Vec3 = new Vec3();
  /** Anything else that you want to keep with the point; null in a new one. */
  data: unknown = null;
}

/** A manifold of a pair in a scene. */
export class ContactManifold extends Manifold {
  declare readonly points: ContactPoint[];
}

/** What a response of the type `manifold` receives. */
export class ManifoldContact {
  /**
   * At least one. They follow the order of the arguments, belong to the pair, and stay valid until the next test of the scene: then the
   * same points are filled again.
   */
  manifolds: readonly ContactManifold[] = NONE;

  /** Ends its use: the contact itself serves the next callback. @internal */
  release(): void {
    this.manifolds = NONE;
  }
}

const NONE: readonly ContactManifold[] = /* #__PURE__ */ Object.freeze([]) as readonly ContactManifold[];

/** Manifolds and points that are not in use, for all pairs of a scene. */
export class ManifoldPool {
  readonly #manifolds: ContactManifold[] = [];
  readonly #points: ContactPoint[] = [];
  // Scratch of a match. It is never shortened: V8 frees the memory of an array that is emptied, and the next match would allocate it anew.
  readonly manifoldsBefore: (ContactManifold | null)[] = [];
  readonly pointsBefore: (ContactPoint | null)[] = [];

  takeManifold(): ContactManifold {
    return this.#manifolds.pop() ?? new ContactManifold();
  }

  takePoint(): ContactPoint {
    const point = this.#points.pop() ?? new ContactPoint();
    point.impulse.set(0, 0, 0);
    return point;
  }

  returnManifold(manifold: ContactManifold): void {
    const { points } = manifold;
    while (points.length > 0) this.returnPoint(points.pop() as ContactPoint);
    this.#manifolds.push(manifold);
  }

  returnPoint(point: ContactPoint): void {
    point.data = null;
    this.#points.push(point);
  }
}

/** The manifolds of one pair for one response. */
export class PairManifolds {
  /** The manifolds at the last test. */
  readonly list: ContactManifold[] = [];
  /** The response they are for. */
  response: object | null = null;
  /** The manifolds of the same pair for another response. */
  next: PairManifolds | null = null;
  readonly #pool: ManifoldPool;
  /** The list for the query. It shows the query which points were chosen before. */
  readonly #found: Manifold[] = [];
  #swapped = false;

  constructor(pool: ManifoldPool) {
    this.#pool = pool;
  }

  /** Forgets the pair, for use by another one. */
  reset(): void {
    while (this.list.length > 0) this.#pool.returnManifold(this.list.pop() as ContactManifold);
    // No feature has this id. The objects stay, for reuse.
    for (const { points } of this.#found) for (const point of points) point.id = -1;
  }

  /** Finds the manifolds of the pair as it is now. Returns whether there are any. */
  find(a: Collider, b: Collider, swapped: boolean, options: ManifoldOptions | undefined): boolean {
    // The ids are those of the other order.
    if (swapped !== this.#swapped) this.reset();
    this.#swapped = swapped;
    manifolds(a, b, this.#found, options);
    this.#match();
    return this.list.length > 0;
  }

  #match(): void {
    const { list } = this;
    const found = this.#found;
    const { manifoldsBefore: before } = this.#pool;
    const count = list.length;
    for (let i = 0; i < count; i++) before[i] = list[i];
    while (list.length > found.length) list.pop();
    // First those that have points in common. The others take what is left: a single manifold remains the same object, whatever its points.
    for (let i = 0; i < found.length; i++) {
      const k = likest(found[i], before, count);
      list[i] = k >= 0 ? (before[k] as ContactManifold) : (UNMATCHED as ContactManifold);
      if (k >= 0) before[k] = null;
    }
    let next = 0;
    for (let i = 0; i < found.length; i++) {
      if (list[i] === UNMATCHED) {
        while (next < count && before[next] === null) next++;
        list[i] = next < count ? (before[next] as ContactManifold) : this.#pool.takeManifold();
        if (next < count) before[next] = null;
      }
      this.#update(list[i], found[i]);
    }
    for (let i = next; i < count; i++) {
      const left = before[i];
      if (left !== null) this.#pool.returnManifold(left);
    }
  }

  /** Fills a manifold with what was found; points with the same id stay the same objects. */
  #update(manifold: ContactManifold, found: Manifold): void {
    const pool = this.#pool;
    const { pointsBefore: before } = pool;
    const { points } = manifold;
    manifold.normal.copy(found.normal);
    manifold.primitiveA = found.primitiveA;
    manifold.primitiveB = found.primitiveB;
    const count = points.length;
    for (let i = 0; i < count; i++) before[i] = points[i];
    while (points.length > found.points.length) points.pop();
    for (let i = 0; i < found.points.length; i++) {
      const from = found.points[i];
      let point: ContactPoint | null = null;
      for (let k = 0; k < count && point === null; k++)
        if (before[k]?.id === from.id) {
          point = before[k];
          before[k] = null;
        }
      point ??= pool.takePoint();
      point.id = from.id;
      point.separation = from.separation;
      point.pointA.copy(from.pointA);
      point.pointB.copy(from.pointB);
      points[i] = point;
    }
    for (let i = 0; i < count; i++) {
      const left = before[i];
      if (left !== null) pool.returnPoint(left);
    }
  }
}

/** Stands for a manifold until those that have points in common are matched. */
const UNMATCHED: Manifold = /* #__PURE__ */ new Manifold();

/** The manifold that has a point in common with the one found and the nearest normal, −1 if none has. */
function likest(found: Manifold, before: readonly (ContactManifold | null)[], count: number): number {
  let best = -1;
  let nearest = -Infinity;
  for (let k = 0; k < count; k++) {
    const manifold = before[k];
    if (manifold === null || !sharePoint(found, manifold)) continue;
    const along = dot(manifold.normal, found.normal);
    if (along > nearest) {
      nearest = along;
      best = k;
    }
  }
  return best;
}

function sharePoint(a: Manifold, b: Manifold): boolean {
  for (let i = 0; i < a.points.length; i++)
    for (let k = 0; k < b.points.length; k++) if (a.points[i].id === b.points[k].id) return true;
  return false;
}
