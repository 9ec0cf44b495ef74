/** The pairs of triangles of two surfaces that are no farther apart than a tolerance. */

import {
  Affine,
  distanceTriangleTriangle,
  type LeafPairVisitor,
  type LeafVisitor,
  RelativeFrame,
  TreeBox,
  TreeOverlap,
  type Triangles,
} from 'encounter/core';
import { loadPlaced } from './facets.ts';

export class NearPairs implements LeafPairVisitor {
  count = 0;
  /** The slots of the triangles of each pair. */
  slotsA: Int32Array = new Int32Array(64);
  slotsB: Int32Array = new Int32Array(64);
  readonly #overlap: TreeOverlap = new TreeOverlap();
  readonly #frame: RelativeFrame = new RelativeFrame();
  readonly #first: Affine = new Affine();
  readonly #second: Affine = new Affine();
  readonly #p: Float64Array = new Float64Array(9);
  readonly #q: Float64Array = new Float64Array(9);
  readonly #found: Float64Array = new Float64Array(7);
  #a: Triangles | null = null;
  #b: Triangles | null = null;
  #tolerance = 0;
  #visit: (slotA: number, slotB: number, meet: boolean) => boolean = () => false;

  /**
   * Finds them. Points x of B are at m·x + t in the frame of A. `visit` is called for each pair, with whether the two have a common
   * point; when it returns true, the search ends. Returns whether it did.
   */
  find(
    a: Triangles,
    b: Triangles,
    m: Float64Array,
    t: Float64Array,
    tolerance: number,
    visit: (slotA: number, slotB: number, meet: boolean) => boolean,
  ): boolean {
    for (let i = 0; i < 9; i++) this.#second.m[i] = m[i];
    for (let i = 0; i < 3; i++) this.#second.m[9 + i] = t[i];
    this.#frame.set(this.#first, this.#second).seenFrom(a.tree.origin, b.tree.origin);
    this.#a = a;
    this.#b = b;
    this.#tolerance = tolerance;
    this.#overlap.slack[0] = tolerance;
    this.count = 0;
    this.#visit = visit;
    return this.#overlap.walk(a, b, this.#frame, this, true);
  }

  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    const a = this.#a as Triangles;
    const b = this.#b as Triangles;
    const { m, t } = this.#frame;
    const p = this.#p;
    const q = this.#q;
    const found = this.#found;
    const tolerance = this.#tolerance;
    for (let slotB = firstB; slotB < lastB; slotB++) {
      loadPlaced(b, slotB, m, t, q, 0);
      const x0 = Math.min(q[0], q[3], q[6]) - tolerance;
      const x1 = Math.max(q[0], q[3], q[6]) + tolerance;
      const y0 = Math.min(q[1], q[4], q[7]) - tolerance;
      const y1 = Math.max(q[1], q[4], q[7]) + tolerance;
      const z0 = Math.min(q[2], q[5], q[8]) - tolerance;
      const z1 = Math.max(q[2], q[5], q[8]) + tolerance;
      for (let slotA = firstA; slotA < lastA; slotA++) {
        a.load(slotA, p);
        if (p[0] > x1 && p[3] > x1 && p[6] > x1) continue;
        if (p[0] < x0 && p[3] < x0 && p[6] < x0) continue;
        if (p[1] > y1 && p[4] > y1 && p[7] > y1) continue;
        if (p[1] < y0 && p[4] < y0 && p[7] < y0) continue;
        if (p[2] > z1 && p[5] > z1 && p[8] > z1) continue;
        if (p[2] < z0 && p[5] < z0 && p[8] < z0) continue;
        found[0] = tolerance * tolerance * (1 + 1e-9) + Number.MIN_VALUE;
        if (!distanceTriangleTriangle(p, q, found)) continue;
        this.#add(slotA, slotB);
        if (this.#visit(slotA, slotB, found[0] === 0)) return true;
      }
    }
    return false;
  }

  #add(slotA: number, slotB: number): void {
    if (this.count === this.slotsA.length) {
      const [p, q] = [this.slotsA, this.slotsB];
      this.slotsA = new Int32Array(2 * this.count);
      this.slotsB = new Int32Array(2 * this.count);
      this.slotsA.set(p);
      this.slotsB.set(q);
    }
    this.slotsA[this.count] = slotA;
    this.slotsB[this.count++] = slotB;
  }
}

/** The triangles of a surface that are no farther than a tolerance from one triangle. */
export class NearTriangles implements LeafVisitor {
  readonly slots: number[] = [];
  readonly #walk: TreeBox = new TreeBox();
  readonly #q: Float64Array = new Float64Array(9);
  readonly #found: Float64Array = new Float64Array(7);
  #p: Float64Array = new Float64Array(9);
  #triangles: Triangles | null = null;
  #tolerance = 0;

  /** Finds those near p, which is in the frame of the triangles. */
  find(triangles: Triangles, p: Float64Array, tolerance: number): readonly number[] {
    const { box } = this.#walk;
    for (let r = 0; r < 3; r++) {
      box[r] = Math.min(p[r], p[3 + r], p[6 + r]) - tolerance;
      box[3 + r] = Math.max(p[r], p[3 + r], p[6 + r]) + tolerance;
    }
    this.slots.length = 0;
    this.#triangles = triangles;
    this.#p = p;
    this.#tolerance = tolerance;
    this.#walk.overlapping(triangles.tree, this);
    return this.slots;
  }

  leaf(first: number, last: number): boolean {
    for (let slot = first; slot < last; slot++) {
      (this.#triangles as Triangles).load(slot, this.#q);
      this.#found[0] = this.#tolerance * this.#tolerance * (1 + 1e-9) + Number.MIN_VALUE;
      if (distanceTriangleTriangle(this.#p, this.#q, this.#found)) this.slots.push(slot);
    }
    return false;
  }
}

/** For each slot of one side, the slots of the other side near it. */
export class NearLists {
  /** The slots that have any, ascending. */
  readonly slots: number[] = [];
  readonly #lists = new Map<number, number[]>();

  constructor(own: Int32Array, other: Int32Array, count: number) {
    for (let k = 0; k < count; k++) {
      const list = this.#lists.get(own[k]);
      if (list === undefined) {
        this.#lists.set(own[k], [other[k]]);
        this.slots.push(own[k]);
      } else list.push(other[k]);
    }
    this.slots.sort((p, q) => p - q);
  }

  has(slot: number): boolean {
    return this.#lists.has(slot);
  }

  of(slot: number): readonly number[] {
    return this.#lists.get(slot) ?? [];
  }
}
