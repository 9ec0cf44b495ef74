/**
 * What one query on a pair leaves for the next (§4.3.7, §6.3.4): the separating axis when the shapes were apart, and the
 * points of A and B that made up the last simplex, each in its own shape's coordinates.
 *
 * Shapes are immutable, so these points stay points of A and B however the objects move: the simplex is rebuilt from them in
 * the new pose without a single support call. The simplex is only a start; the answer is found and proven anew.
 *
 * For meshes the cache keeps the triangles that met or were nearest, and the next query tries these first.
 */
import { EXTENT, ORIGIN, RADIUS, REACH } from '../bodies/layout.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Shape, ShapeKind } from '../shapes/shape.ts';
import { CLEAR } from '../tolerances.ts';
import { type Cso, supportOf } from './cso.ts';
import { type Gjk, GjkStatus } from './gjk.ts';

/** The part of a body that a cache reads: see `Body.m`. */
interface PlacedCore {
  readonly kind: ShapeKind;
  readonly core: Shape;
  readonly m: readonly number[];
}

const dir: Vec3 = /* #__PURE__ */ new Vec3();
const s: Vec3 = /* #__PURE__ */ new Vec3();

/** What the last query on a pair found, for the next one to start from. It changes how fast an answer comes, not the answer. */
export class PairCache {
  /** The options object that this cache last came in, once checked: it need not be checked again. @internal */
  options: object | undefined;
  /** Whether the last query found the pair apart. @internal */
  apart = false;
  /** If apart: a separating axis in the world, from A to B. A plain array lies beside the cache in memory. @internal */
  readonly worldAxis: number[] = [0.5, 0, 0];
  /** The last v of GJK, in the query frame. */
  readonly #axis: number[] = [0.5, 0, 0];
  /** The slots of the triangles of A and B that met or were nearest last time; −1 for none, and where there are no triangles. @internal */
  slotA = -1;
  /** @internal */
  slotB = -1;
  #count = 0;
  /** The cores of the last query, undefined before the first. */
  #shapeA: Shape | undefined;
  #shapeB: Shape | undefined;
  /** Points of the simplex on A and on B, in the frames of their shapes; made when first needed. */
  #a: Float64Array | undefined;
  #b: Float64Array | undefined;

  /** Forgets everything. */
  clear(): void {
    this.#count = 0;
    this.apart = false;
    this.slotA = -1;
    this.slotB = -1;
    this.#shapeA = undefined;
    this.#shapeB = undefined;
  }

  /**
   * Whether the axis that separated the pair last time still does, by more than any rounding. Needs no set-up of the query: it tries
   * the boxes around the cores, then one support of each core. True is a proof whatever the cache was used for before; false leaves
   * the decision to the query.
   *
   * @internal
   */
  separates(a: PlacedCore, b: PlacedCore): boolean {
    const x = this.worldAxis[0];
    const y = this.worldAxis[1];
    const z = this.worldAxis[2];
    const p = a.m;
    const q = b.m;
    const ax = p[0] * x + p[1] * y + p[2] * z;
    const ay = p[3] * x + p[4] * y + p[5] * z;
    const az = p[6] * x + p[7] * y + p[8] * z;
    const bx = q[0] * x + q[1] * y + q[2] * z;
    const by = q[3] * x + q[4] * y + q[5] * z;
    const bz = q[6] * x + q[7] * y + q[8] * z;
    const between =
      x * (q[ORIGIN] - p[ORIGIN]) + y * (q[ORIGIN + 1] - p[ORIGIN + 1]) + z * (q[ORIGIN + 2] - p[ORIGIN + 2]);
    const gap = between - (p[RADIUS] + q[RADIUS] + CLEAR * (p[EXTENT] + q[EXTENT]));
    const reachA = Math.abs(ax) * p[REACH] + Math.abs(ay) * p[REACH + 1] + Math.abs(az) * p[REACH + 2];
    const reachB = Math.abs(bx) * q[REACH] + Math.abs(by) * q[REACH + 1] + Math.abs(bz) * q[REACH + 2];
    if (gap > reachA + reachB) return true;
    dir.x = ax;
    dir.y = ay;
    dir.z = az;
    supportOf(a.kind, a.core, dir, s);
    const rest = gap - (ax * s.x + ay * s.y + az * s.z);
    if (rest > reachB) return true;
    dir.x = -bx;
    dir.y = -by;
    dir.z = -bz;
    supportOf(b.kind, b.core, dir, s);
    return rest > -(bx * s.x + by * s.y + bz * s.z);
  }

  /**
   * Sets up GJK's axis, and its simplex where that helps, from the last query on the same two shapes. Returns false when there was
   * no such query. A boolean query on a pair last seen apart needs the axis only: one support usually proves the pair apart again.
   *
   * @internal
   */
  recall(cso: Cso, decide: boolean, gjk: Gjk): boolean {
    if (this.#shapeA !== cso.shapeA || this.#shapeB !== cso.shapeB) return false;
    gjk.axis.set(this.#axis[0], this.#axis[1], this.#axis[2]);
    const pointsA = this.#a;
    const pointsB = this.#b;
    if ((this.apart && decide) || !cso.rigidA || !cso.rigidB || pointsA === undefined || pointsB === undefined)
      return true;
    const { simplex } = gjk;
    const { y, a } = simplex;
    const { mB: m, t } = cso;
    for (let k = 0; k < 3 * this.#count; k += 3) {
      const x = pointsB[k];
      const v = pointsB[k + 1];
      const z = pointsB[k + 2];
      for (let i = 0; i < 3; i++) a[k + i] = pointsA[k + i];
      y[k] = a[k] - (m[0] * x + m[3] * v + m[6] * z + t.x);
      y[k + 1] = a[k + 1] - (m[1] * x + m[4] * v + m[7] * z + t.y);
      y[k + 2] = a[k + 2] - (m[2] * x + m[5] * v + m[8] * z + t.z);
    }
    simplex.count = this.#count;
    if (this.#count > 0 && !simplex.solve()) {
      if (simplex.vv > 0) gjk.axis.copy(simplex.v);
      else simplex.count = 0;
    }
    return true;
  }

  /** Keeps what the query found. @internal */
  remember(cso: Cso, status: GjkStatus, gjk: Gjk): void {
    this.#shapeA = cso.shapeA;
    this.#shapeB = cso.shapeB;
    this.#axis[0] = gjk.axis.x;
    this.#axis[1] = gjk.axis.y;
    this.#axis[2] = gjk.axis.z;
    this.apart = status === GjkStatus.apart || status === GjkStatus.beyond;
    this.#count = 0;
    if (status === GjkStatus.beyond || !cso.rigidA || !cso.rigidB) return;
    this.#a ??= new Float64Array(12);
    this.#b ??= new Float64Array(12);
    const pointsA = this.#a;
    const pointsB = this.#b;
    const { y, a, count } = gjk.simplex;
    const { mB: m, t } = cso;
    for (let k = 0; k < 3 * count; k += 3) {
      const x = a[k] - y[k] - t.x;
      const v = a[k + 1] - y[k + 1] - t.y;
      const z = a[k + 2] - y[k + 2] - t.z;
      for (let i = 0; i < 3; i++) pointsA[k + i] = a[k + i];
      pointsB[k] = m[0] * x + m[1] * v + m[2] * z;
      pointsB[k + 1] = m[3] * x + m[4] * v + m[5] * z;
      pointsB[k + 2] = m[6] * x + m[7] * v + m[8] * z;
    }
    this.#count = count;
  }
}
