/** Manifolds: what `manifolds` reports, and the lists that it fills again and again. */
import { Vec3 } from '../math/vec3.ts';

/** A point of a contact: two points of the bodies, one above the other along the normal. */
export class ManifoldPoint {
  /** On A. */
  readonly pointA: Vec3 = new Vec3();
  /** On B: pointA + separation·normal. */
  readonly pointB: Vec3 = new Vec3();
  /** How far the two are apart along the normal; negative when the bodies overlap there. */
  separation = 0;
  /** An integer that stays the same while the same features (corners, edges, faces) touch. Different in one manifold. */
  id = 0;
}

/** Where two bodies touch with one normal: up to `maxPoints` corners of the region, in order around it. */
export class Manifold {
  /** Unit, from A to B. */
  readonly normal: Vec3 = new Vec3();
  readonly points: ManifoldPoint[] = [];
  /** Which face or part of a complex shape the deepest point belongs to; −1 for a convex one. */
  primitiveA = -1;
  /** The same for B. */
  primitiveB = -1;
}

/** Stands for no list. It is never written. */
const NONE: Manifold[] = [];

/** Fills a caller's list from the start. What is left over from a longer list is kept for the next one. */
export class ManifoldList {
  #list: Manifold[] = NONE;
  #count = 0;
  readonly #manifolds: Manifold[] = [];
  readonly #points: ManifoldPoint[] = [];

  begin(list: Manifold[]): void {
    this.#list = list;
    this.#count = 0;
  }

  /** The next manifold, with the points that it had before in this list. */
  next(): Manifold {
    const list = this.#list;
    if (this.#count === list.length) list.push(this.#manifolds.pop() ?? new Manifold());
    return list[this.#count++];
  }

  /** Gives a manifold this many points. */
  resize({ points }: Manifold, count: number): void {
    while (points.length < count) points.push(this.#points.pop() ?? new ManifoldPoint());
    while (points.length > count) this.#points.push(points.pop() as ManifoldPoint);
  }

  end(): Manifold[] {
    const list = this.#list;
    while (list.length > this.#count) {
      const manifold = list.pop() as Manifold;
      // Without its points, so that another pair does not take them for its own.
      this.resize(manifold, 0);
      this.#manifolds.push(manifold);
    }
    this.#list = NONE;
    return list;
  }
}
