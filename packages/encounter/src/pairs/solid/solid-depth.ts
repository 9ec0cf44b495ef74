/**
 * How far, and in which direction, to move a solid out of another when they are not both convex.
 *
 * There is no fast exact method: the Minkowski difference A − B of two concave solids may have as many faces as A times B.
 * On its boundary B, moved, just touches A, and the depth is the distance from the origin to that boundary. This search finds a point
 * of the boundary, proven by the boolean test, that no small change of direction improves:
 * - along one direction `FirstExit` finds the first way out;
 * - the directions are the normals where the surfaces cross, the direction of the convex hulls, the axes, and some hundred spread over
 *   the sphere. For each, `BallCover` proves up to which length there is no way out. The direction with the least such length is
 *   tried first;
 * - a walk starts from each way out. Where B leaves along n, the boundary has a plane with a normal m. If the boundary is that plane,
 *   then m is the shortest way to it. If another piece is in the way along m, it has a plane, too, and the shortest way to the edge or
 *   corner of two or three planes is tried next.
 *
 * Balls also bound how much too deep the result may be: a ball of radius r in A and one of radius s in B around the same point
 * are not separated by less than r + s.
 *
 * A ball against a solid mesh needs no search: the way to the nearest point of the surface is the answer wherever it separates. Of a mesh
 * with gaps it is an answer, but perhaps not the least.
 */

import type { Body } from '../../bodies/body.ts';
import type { CompoundInstance } from '../../bodies/compound-instance.ts';
import { instanceOf } from '../../bodies/mesh-body.ts';
import { Goal } from '../../convex/penetration.ts';
import { Vec3 } from '../../math/vec3.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import {
  DEPTH_BUDGET,
  DEPTH_DIRECTIONS,
  DEPTH_TRIALS,
  DIRECTIONS_OFFERED,
  NEAR_SURFACE,
  ROUNDING,
  SAME_DIRECTION_COS,
  STATIONARY,
  WALK_STEPS,
} from '../../tolerances.ts';
import { reachOf } from '../mesh/mesh-mesh.ts';
import type { PairGeometry } from '../result.ts';
import type { QuerySettings } from '../settings.ts';
import type { PairSolver } from '../solver.ts';
import { BallCover } from './ball-cover.ts';
import { FirstExit } from './first-exit.ts';

/** Cosine and sine of the golden angle, the turn from one direction of the spiral to the next. */
const GOLDEN_COS = -0.7373688780783197;
const GOLDEN_SIN = 0.6754902942615238;

export class SolidDepth {
  /** The length of the translation found. */
  depth = 0;
  readonly normal: Vec3 = new Vec3();

  readonly #exit: FirstExit = new FirstExit();
  readonly #cover: BallCover = new BallCover();
  readonly #n: Float64Array = new Float64Array(3);
  /** Directions to try, three numbers each: those offered for this pair, then those tried for every pair. */
  readonly #directions: Float64Array = new Float64Array(3 * (DIRECTIONS_OFFERED + DEPTH_DIRECTIONS));
  #count = 0;
  /** The length up to which balls prove that each direction does not separate; Infinity once it was tried. */
  readonly #promises: Float64Array = new Float64Array(DIRECTIONS_OFFERED + DEPTH_DIRECTIONS);
  /** The best so far: direction and length. */
  readonly #best: Float64Array = new Float64Array(4);
  /** The planes that a walk has found: normal and distance from the origin of each. */
  readonly #planes: Float64Array = new Float64Array(12);
  readonly #foot: Float64Array = new Float64Array(4);
  #planeCount = 0;
  /** A lower bound of the depth that a ball or single parts have proven before the search. */
  readonly #atLeast: Float64Array = new Float64Array(1);
  readonly #c: Vec3 = new Vec3();

  /** Adds a direction, a vector of any length, to those tried for every pair, unless one close to it is there. */
  offer(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0) || this.#count >= DIRECTIONS_OFFERED) return;
    const d = this.#directions;
    const end = 3 * this.#count;
    for (let k = 0; k < end; k += 3) if (d[k] * x + d[k + 1] * y + d[k + 2] * z > SAME_DIRECTION_COS * length) return;
    this.#add(x / length, y / length, z / length);
  }

  #add(x: number, y: number, z: number): void {
    const k = 3 * this.#count++;
    this.#directions[k] = x;
    this.#directions[k + 1] = y;
    this.#directions[k + 2] = z;
  }

  /** Finds the translation of two solids that intersect, and fills `out`. */
  run(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): void {
    this.#exit.begin(solver, a, b, settings);
    this.#exit.budget = DEPTH_BUDGET;
    this.#count = 0;
    this.#atLeast[0] = 0;
    if (!this.#ball(a, b, out) && !this.#byDeepestParts(a, b, out)) this.#search(solver, a, b, settings, out);
  }

  /** Tries the translation of the deepest pair of convex parts. No shorter one separates the bodies. Returns whether it does. */
  #byDeepestParts(a: Body, b: Body, out: PairGeometry): boolean {
    const exit = this.#exit;
    if (exit.countA === 1 && exit.countB === 1) return false;
    const best = this.#best;
    const depth = exit.deepestParts(out, this);
    if (depth < 0) return false;
    const { error, converged } = out;
    this.#atLeast[0] = Math.max(0, depth - error);
    const { x, y, z } = out.normal;
    best[0] = x;
    best[1] = y;
    best[2] = z;
    best[3] = depth;
    for (let i = 0; i < 3; i++) this.#n[i] = best[i];
    if (!exit.isOut(this.#n, depth)) return false;
    this.#witness(a, b, out);
    out.exact = true;
    out.error = error;
    out.converged = converged;
    return true;
  }

  #search(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): void {
    const exit = this.#exit;
    const cover = this.#cover;
    const best = this.#best;
    const n = this.#n;
    // Every shape has the support mapping of its hull. A translation that separates the hulls separates the bodies.
    const hulls = solver.convex.solve(a, b, Goal.depth, settings, out) ? -solver.convex.found.signed : -1;
    const { normal } = out;
    // Hulls that touch may be apart by rounding. Then there is no direction, and any will do.
    if (hulls < 0) normal.set(1, 0, 0);
    n[0] = normal.x;
    n[1] = normal.y;
    n[2] = normal.z;
    best.set(n);
    best[3] = this.#separatingLength(n, Math.max(hulls, 0));
    exit.putBack();
    cover.begin(solver, exit.partsA, exit.countA, exit.partsB, exit.countB, best[3]);
    cover.lower[0] = Math.max(cover.lower[0], this.#atLeast[0]);
    this.#try(n);
    cover.limit(best[3]);
    this.#offerAll();
    this.#tryAll();
    const depth = best[3];
    this.#witness(a, b, out);
    const { x, y, z } = this.normal;
    const p = out.pointB;
    const { partsA, partsB, countA, countB } = exit;
    exit.putBack();
    // Points between the two surfaces: where smooth sides overlap, one of them is near the middle of what the bodies share.
    for (let k = 1; k < 4; k++) {
      const s = 0.25 * k * depth;
      cover.offer(solver, partsA, countA, partsB, countB, p.x + s * x, p.y + s * y, p.z + s * z);
    }
    out.exact = false;
    out.error = Math.max(0, depth - cover.lower[0]) + exit.rounding;
    out.converged = out.error <= exit.resolution[0];
  }

  /** A length, `depth` or a little more, that separates along n: by rounding, moving by the depth may leave the hulls in contact. */
  #separatingLength(n: Float64Array, depth: number): number {
    let length = depth;
    for (let i = 0; i < 60 && !this.#exit.isOut(n, length); i++) length += this.#exit.resolution[0] * 2 ** i;
    return length;
  }

  /** Adds the axes, the diagonals between them and a spiral over the sphere, and computes the promise of all directions. */
  #offerAll(): void {
    const d = this.#directions;
    const promises = this.#promises;
    const n = this.#n;
    for (let k = 0; k < 27; k++) this.offer((k % 3) - 1, (Math.floor(k / 3) % 3) - 1, Math.floor(k / 9) - 1);
    let c = 1;
    let s = 0;
    for (let k = 0; k < DEPTH_DIRECTIONS; k++) {
      const z = 1 - (2 * k + 1) / DEPTH_DIRECTIONS;
      const r = Math.sqrt(1 - z * z);
      this.#add(r * c, r * s, z);
      const next = c * GOLDEN_COS - s * GOLDEN_SIN;
      s = c * GOLDEN_SIN + s * GOLDEN_COS;
      c = next;
    }
    for (let i = 0; i < this.#count; i++) {
      n[0] = d[3 * i];
      n[1] = d[3 * i + 1];
      n[2] = d[3 * i + 2];
      promises[i] = this.#cover.along(n, this.#best[3]);
    }
  }

  #tryAll(): void {
    const d = this.#directions;
    const promises = this.#promises;
    const n = this.#n;
    const best = this.#best;
    const exit = this.#exit;
    for (let trial = 0; trial < DEPTH_TRIALS && exit.budget > 0; trial++) {
      let k = -1;
      let least = best[3];
      for (let i = 0; i < this.#count; i++)
        if (promises[i] < least) {
          least = promises[i];
          k = i;
        }
      if (k < 0 || best[3] - this.#cover.lower[0] <= exit.resolution[0]) return;
      n[0] = d[3 * k];
      n[1] = d[3 * k + 1];
      n[2] = d[3 * k + 2];
      this.#try(n);
    }
  }

  /** Finds the way out along a direction, and walks on from there. */
  #try(n: Float64Array): void {
    const exit = this.#exit;
    const best = this.#best;
    this.#markTried(n);
    const t = exit.along(n, this.#cover.along(n, best[3]), best[3]);
    if (t === Infinity) return;
    this.#take(n, t);
    this.#walk(n, t);
  }

  /** Marks a direction and those close to it as tried. */
  #markTried(n: Float64Array): void {
    const d = this.#directions;
    const promises = this.#promises;
    for (let i = 0; i < this.#count; i++)
      if (d[3 * i] * n[0] + d[3 * i + 1] * n[1] + d[3 * i + 2] * n[2] > SAME_DIRECTION_COS) promises[i] = Infinity;
  }

  #take(n: Float64Array, t: number): void {
    const best = this.#best;
    if (!(t < best[3])) return;
    best.set(n);
    best[3] = t;
  }

  /** Walks from a way out just found along n, until none of the planes found makes it shorter. Overwrites n. */
  #walk(n: Float64Array, t: number): void {
    const exit = this.#exit;
    const foot = this.#foot;
    let depth = t;
    this.#planeCount = 0;
    if (!this.#addPlane(n)) return;
    for (let step = 0; step < WALK_STEPS && exit.budget > 0; step++) {
      if (!this.#project() || foot[3] >= (1 - STATIONARY) * depth) return;
      for (let i = 0; i < 3; i++) n[i] = foot[i];
      const near = foot[3];
      const from = this.#cover.along(n, depth);
      const end = from < depth ? exit.along(n, from, depth) : Infinity;
      if (end < depth) {
        this.#markTried(n);
        depth = end;
        this.#take(n, end);
        // The way out ended before the known planes were reached, so they do not bound it. Keep only the plane found there.
        if (end <= near) this.#planeCount = 0;
      }
      if (from >= depth || !this.#addPlane(n)) return;
    }
  }

  /** Adds the plane across which the last pieces parted along n, in place of the oldest if there are three. False if it has no use. */
  #addPlane(n: Float64Array): boolean {
    const { normal: m, reached } = this.#exit;
    const across = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
    if (!(reached[0] > 0 && across > 0)) return false;
    const planes = this.#planes;
    if (this.#planeCount === 3) {
      planes.copyWithin(0, 4, 12);
      this.#planeCount = 2;
    }
    const k = 4 * this.#planeCount++;
    planes.set(m, k);
    planes[k + 3] = reached[0] * across;
    return true;
  }

  /** Writes the point beyond all planes nearest to the origin to `#foot`, as unit direction and length. False when there is none. */
  #project(): boolean {
    const foot = this.#foot;
    foot[3] = Infinity;
    const all = 1 << this.#planeCount;
    for (let set = 1; set < all; set++) this.#projectOn(set);
    return foot[3] < Infinity;
  }

  /** The same for the point on all planes of a set. It counts if it is beyond the other planes and no multiplier is negative. */
  #projectOn(set: number): void {
    const p = this.#planes;
    const foot = this.#foot;
    const i = set & 1 ? 0 : set & 2 ? 4 : 8;
    const j = set === 3 ? 4 : set === 5 || set === 6 || set === 7 ? (set === 7 ? 4 : 8) : -1;
    let x = 0;
    let y = 0;
    let z = 0;
    if (j < 0) {
      x = p[i + 3] * p[i];
      y = p[i + 3] * p[i + 1];
      z = p[i + 3] * p[i + 2];
    } else {
      // The multipliers u, v (and w) of unit normals, by Cramer's rule on their products.
      const g = p[i] * p[j] + p[i + 1] * p[j + 1] + p[i + 2] * p[j + 2];
      let u = 0;
      let v = 0;
      let w = 0;
      if (set !== 7) {
        const det = 1 - g * g;
        if (!(det > STATIONARY)) return;
        u = (p[i + 3] - g * p[j + 3]) / det;
        v = (p[j + 3] - g * p[i + 3]) / det;
      } else {
        const h = p[0] * p[8] + p[1] * p[9] + p[2] * p[10];
        const k = p[4] * p[8] + p[5] * p[9] + p[6] * p[10];
        const det = 1 + 2 * g * h * k - g * g - h * h - k * k;
        if (!(det > STATIONARY)) return;
        const { 3: a, 7: b, 11: c } = p;
        u = (a * (1 - k * k) + b * (h * k - g) + c * (g * k - h)) / det;
        v = (a * (h * k - g) + b * (1 - h * h) + c * (g * h - k)) / det;
        w = (a * (g * k - h) + b * (g * h - k) + c * (1 - g * g)) / det;
        if (!(w >= 0)) return;
      }
      if (!(u >= 0 && v >= 0)) return;
      x = u * p[i] + v * p[j] + w * p[8];
      y = u * p[i + 1] + v * p[j + 1] + w * p[9];
      z = u * p[i + 2] + v * p[j + 2] + w * p[10];
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0 && length < foot[3])) return;
    for (let k = 0; k < 4 * this.#planeCount; k += 4)
      if (x * p[k] + y * p[k + 1] + z * p[k + 2] < p[k + 3] - STATIONARY * length) return;
    foot[0] = x / length;
    foot[1] = y / length;
    foot[2] = z / length;
    foot[3] = length;
  }

  /** Writes the best translation as the result. The witness points are where the two are nearest at the end of the translation. */
  #witness(a: Body, b: Body, out: PairGeometry): void {
    const exit = this.#exit;
    const best = this.#best;
    const n = this.normal.set(best[0], best[1], best[2]);
    const depth = best[3];
    this.depth = depth;
    for (let i = 0; i < 3; i++) this.#n[i] = best[i];
    exit.nearestAt(this.#n, depth, out);
    out.normal.copy(n);
    out.pointB.set(out.pointA.x - depth * n.x, out.pointA.y - depth * n.y, out.pointA.z - depth * n.z);
    if (a.kind === ShapeKind.compound) out.primitiveA = (a.instance as CompoundInstance).childOf(exit.partA);
    if (b.kind === ShapeKind.compound) out.primitiveB = (b.instance as CompoundInstance).childOf(exit.partB);
  }

  /**
   * A ball or a point against one solid mesh. The depth of the centre is its distance from the surface, and the ball is deeper by its
   * radius. No shorter translation separates, so this is exact if it separates. Returns false if not, and for other pairs.
   */
  #ball(a: Body, b: Body, out: PairGeometry): boolean {
    const ballFirst = a.kind === ShapeKind.point;
    const mesh = ballFirst ? b : a;
    const ball = ballFirst ? a : b;
    if (ball.kind !== ShapeKind.point || mesh.kind !== ShapeKind.mesh || !mesh.shape.solid) return false;
    const { inner } = this.#cover;
    const { m } = ball.frame;
    const c = this.#c.set(m[9], m[10], m[11]);
    const { margin, triangles } = instanceOf(mesh);
    const inside = inner.isInside(mesh, c);
    const distance = inner.distance(mesh, c);
    const { touch } = inner;
    const depth = ball.radius + margin + (inside ? distance : -distance);
    // Through a gap there may be a shorter way. Outside, the nearest point of the surface counts as ever.
    const certain = !inside || triangles.moments === null;
    this.#atLeast[0] = Math.max(0, certain ? depth : ball.radius + margin);
    const reach = reachOf(triangles);
    if (!(depth >= 0 && distance > NEAR_SURFACE * reach)) return false;
    // (x, y, z) is the direction in which the ball moves; n is that of B.
    // Divided by their own length, not by the distance: far from the origin the two differ by the rounding of the points.
    const dx = touch.x - c.x;
    const dy = touch.y - c.y;
    const dz = touch.z - c.z;
    const s = (inside ? 1 : -1) / Math.sqrt(dx * dx + dy * dy + dz * dz);
    const x = s * dx;
    const y = s * dy;
    const z = s * dz;
    const sign = ballFirst ? -1 : 1;
    const n = this.#n;
    n[0] = sign * x;
    n[1] = sign * y;
    n[2] = sign * z;
    const exit = this.#exit;
    if (!exit.isOut(n, depth)) return false;
    this.depth = depth;
    this.normal.set(n[0], n[1], n[2]);
    out.normal.copy(this.normal);
    const { pointA, pointB } = out;
    const onMesh = ballFirst ? pointB : pointA;
    const onBall = ballFirst ? pointA : pointB;
    onMesh.set(touch.x + margin * x, touch.y + margin * y, touch.z + margin * z);
    onBall.set(onMesh.x - depth * x, onMesh.y - depth * y, onMesh.z - depth * z);
    out.primitiveA = -1;
    out.primitiveB = -1;
    out.iterations = 1;
    out.exact = certain;
    out.error = depth - (certain ? depth : this.#atLeast[0]) + ROUNDING * (reach + depth) + exit.rounding;
    out.converged = out.error <= exit.resolution[0];
    return true;
  }
}
