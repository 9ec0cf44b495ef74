/**
 * The region where two bodies touch with one normal, put together from the patches of their parts, and written out as a manifold. A
 * pair of convex bodies has one patch. A floor of many triangles has one for each, and the hull of all is what a floor in one piece
 * would give: corners that only the cut has made lie on straight sides, and are left out.
 */
import type { Body } from '../bodies/body.ts';
import { FlatHull } from '../math/flat-hull.ts';
import type { Vec3 } from '../math/vec3.ts';
import { PATCH_MERGE, PATCH_TOUCH } from '../tolerances.ts';
import type { ContactPlane, FlatSide } from './flat-side.ts';
import type { Manifold, ManifoldList } from './manifold.ts';
import type { Patch } from './patch.ts';
import { Reduction } from './reduce.ts';

/** Ids are a·SHIFT + b, for features below SHIFT. */
const SHIFT = 2 ** 26;
/** When this many points have come together they are reduced to their hull. */
const MANY = 256;

/** The feature of the deepest point where it is no corner of the patch. */
export const WITNESS = 1;

/** The nearest or deepest points of two bodies: that of A, how far they are apart, and the error of that. */
export interface Witness {
  readonly pointA: Vec3;
  readonly separation: number;
  readonly error: number;
}

export class Region {
  /** Points so far: coordinates in the plane, heights of A and of B, and the id. */
  #x: Float64Array = new Float64Array(MANY);
  #y: Float64Array = new Float64Array(MANY);
  #a: Float64Array = new Float64Array(MANY);
  #b: Float64Array = new Float64Array(MANY);
  #id: Float64Array = new Float64Array(MANY);
  count = 0;
  /** The rounding of points and separations. */
  readonly slack: Float64Array = new Float64Array(1);
  /** Separations above this are left out. */
  readonly limit: Float64Array = new Float64Array(1);
  readonly #hull: FlatHull = new FlatHull();
  readonly #reduction: Reduction = new Reduction();

  /** Begins with a region of two bodies. Points that are nearer than the error of their distance are one. */
  begin(a: Body, b: Body, { error }: Witness): void {
    const size = a.extent > 0 && b.extent > 0 ? Math.min(a.extent, b.extent) : Math.max(a.extent, b.extent);
    this.count = 0;
    this.slack[0] = Math.max(PATCH_TOUCH * size, Math.min(error, PATCH_MERGE * size));
  }

  /** The least separation so far. */
  least(): number {
    let least = Infinity;
    for (let i = 0; i < this.count; i++) least = Math.min(least, this.#b[i] - this.#a[i]);
    return least;
  }

  /** Adds the corners of a patch of two faces that are near enough. */
  add({ loop }: Patch, a: FlatSide, b: FlatSide): void {
    const limit = this.limit[0] + this.slack[0];
    for (let i = 0; i < loop.count; i++) {
      a.findSurface(loop, i);
      b.findSurface(loop, i);
      const heightA = a.surface[0];
      const heightB = b.surface[0];
      if (heightB - heightA > limit) continue;
      const k = this.#grow();
      this.#x[k] = loop.x[i];
      this.#y[k] = loop.y[i];
      this.#a[k] = heightA;
      this.#b[k] = heightB;
      this.#id[k] = (loop.a[i] % SHIFT) * SHIFT + (loop.b[i] % SHIFT);
    }
  }

  /** Adds the nearest or deepest points of the two bodies, whose separation has this error, if no corner is as deep. */
  addWitness({ origin, normal, u, v }: ContactPlane, near: Witness, a: number, b: number): void {
    const { pointA, separation, error } = near;
    const limit = separation + error + this.slack[0];
    for (let i = 0; i < this.count; i++) if (this.#b[i] - this.#a[i] <= limit) return;
    const x = pointA.x - origin.x;
    const y = pointA.y - origin.y;
    const z = pointA.z - origin.z;
    const k = this.#grow();
    this.#x[k] = u.x * x + u.y * y + u.z * z;
    this.#y[k] = v.x * x + v.y * y + v.z * z;
    this.#a[k] = normal.x * x + normal.y * y + normal.z * z;
    this.#b[k] = this.#a[k] + separation;
    this.#id[k] = a * SHIFT + b;
  }

  #grow(): number {
    if (this.count === MANY) this.#keepHull();
    return this.count++;
  }

  /** Leaves the corners of the hull, in order, and the deepest point if it is none of them. */
  #keepHull(): void {
    const hull = this.#hull;
    const { count } = this;
    const x = this.#x;
    const y = this.#y;
    const a = this.#a;
    const b = this.#b;
    const id = this.#id;
    hull.count = 0;
    hull.slack = this.slack[0];
    let deepest = 0;
    for (let i = 0; i < count; i++) {
      hull.grow();
      hull.x[i] = x[i];
      hull.y[i] = y[i];
      if (b[i] - a[i] < b[deepest] - a[deepest]) deepest = i;
    }
    const corners = hull.run();
    const scratch = this.#reduction;
    scratch.count = 0;
    let found = false;
    const limit = b[deepest] - a[deepest] + this.slack[0];
    for (let i = 0; i < corners; i++) {
      const k = hull.loop[i];
      found ||= b[k] - a[k] <= limit;
    }
    const kept = found ? corners : corners + 1;
    for (let i = 0; i < kept; i++) {
      const k = i < corners ? this.#named(hull.loop[i]) : deepest;
      const n = scratch.grow();
      scratch.x[n] = x[k];
      scratch.y[n] = y[k];
      scratch.separation[n] = a[k];
      scratch.height[n] = b[k];
      scratch.id[n] = id[k];
    }
    for (let i = 0; i < kept; i++) {
      x[i] = scratch.x[i];
      y[i] = scratch.y[i];
      a[i] = scratch.separation[i];
      b[i] = scratch.height[i];
      id[i] = scratch.id[i];
    }
    // So many corners are those of a round patch: what does not fit any more is close to what is there.
    this.count = Math.min(kept, MANY - 1);
  }

  /**
   * Of the points at the place of point k, the one with the least id. A corner of one body inside a face of the other has less than a
   * crossing of two sides has, and does not depend on how that face is cut.
   */
  #named(k: number): number {
    const x = this.#x;
    const y = this.#y;
    const id = this.#id;
    const slack = this.slack[0];
    let best = k;
    for (let i = 0; i < this.count; i++)
      if (id[i] < id[best] && Math.abs(x[i] - x[k]) <= slack && Math.abs(y[i] - y[k]) <= slack) best = i;
    return best;
  }

  /** Writes the manifold with at most `most` points. */
  write(plane: ContactPlane, most: number, out: Manifold, list: ManifoldList): void {
    this.#keepHull();
    const { count } = this;
    const reduction = this.#reduction;
    reduction.rememberPoints(out.points);
    this.#makeUnique();
    // Beginning with the least id, so that equally good choices are made the same way every time.
    let first = 0;
    for (let i = 1; i < count; i++) if (this.#id[i] < this.#id[first]) first = i;
    reduction.count = 0;
    reduction.tie[0] = this.slack[0];
    for (let i = 0; i < count; i++) {
      const k = (first + i) % count;
      const n = reduction.grow();
      reduction.x[n] = this.#x[k];
      reduction.y[n] = this.#y[k];
      reduction.separation[n] = this.#b[k] - this.#a[k];
      reduction.height[n] = this.#a[k];
      reduction.id[n] = this.#id[k];
    }
    reduction.choose(most);
    const { chosen, chosenCount } = reduction;
    out.normal.copy(plane.normal);
    list.resize(out, chosenCount);
    for (let i = 0; i < chosenCount; i++) {
      const k = chosen[i];
      const point = out.points[i];
      const { pointA, pointB } = point;
      const { origin, normal, u, v } = plane;
      const x = reduction.x[k];
      const y = reduction.y[k];
      const h = reduction.height[k];
      const s = reduction.separation[k];
      pointA.x = origin.x + x * u.x + y * v.x + h * normal.x;
      pointA.y = origin.y + x * u.y + y * v.y + h * normal.y;
      pointA.z = origin.z + x * u.z + y * v.z + h * normal.z;
      pointB.x = pointA.x + s * normal.x;
      pointB.y = pointA.y + s * normal.y;
      pointB.z = pointA.z + s * normal.z;
      point.separation = s;
      point.id = reduction.id[k];
    }
  }

  /** Numbers again what has the same number: corners of shapes with more parts than numbers. */
  #makeUnique(): void {
    const id = this.#id;
    for (let i = 1; i < this.count; i++)
      for (let j = 0; j < i; j++)
        if (id[i] === id[j]) {
          id[i]++;
          j = -1;
        }
  }
}
