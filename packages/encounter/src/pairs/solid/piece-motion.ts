/**
 * Two convex pieces of which the second moves along a direction: how long they go on meeting, and how long it takes them to meet.
 * Also the state that all searches along one direction share: the direction, the budget, and the plane of the last parting.
 */

import type { Body } from '../../bodies/body.ts';
import { GjkCast } from '../../convex/cast.ts';
import { Goal } from '../../convex/penetration.ts';
import { Vec3 } from '../../math/vec3.ts';
import { GJK_COST } from '../../tolerances.ts';
import { place, vectorToQuery, vectorToWorld } from '../place.ts';
import { QuerySettings } from '../settings.ts';
import type { PairSolver } from '../solver.ts';

export class PieceMotion {
  /** How many tests of two triangles may still be made. Other work counts as many tests as take the same time. */
  budget = 0;
  /** The unit direction, in the world. */
  readonly n: Float64Array = new Float64Array(3);
  /** The smallest length that counts along the way: the accuracy as a length, but no less than the rounding of positions. */
  readonly resolution: Float64Array = new Float64Array(1);
  /** The unit normal, from A to B, of the plane across which the last pieces parted. */
  readonly normal: Float64Array = new Float64Array(3);
  readonly settings: QuerySettings = new QuerySettings();
  solver: PairSolver | null = null;
  readonly #cast: GjkCast = new GjkCast();
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();
  readonly #r: Vec3 = new Vec3();
  readonly #ahead: Float64Array = new Float64Array(1);

  /** Writes to `#ahead` how far B must move along n to be beyond all of A. A returned number might be allocated on the heap. */
  #measure(a: Body, b: Body): void {
    const { n } = this;
    const p = a.frame.m;
    const q = b.frame.m;
    this.#ahead[0] = n[0] * (p[9] - q[9]) + n[1] * (p[10] - q[10]) + n[2] * (p[11] - q[11]) + a.radius + b.radius;
    this.#addReach(a, 1);
    this.#addReach(b, -1);
  }

  /** Adds how far the core of a body reaches along sign·n from its own origin. */
  #addReach({ core, frame }: Body, sign: number): void {
    const { n } = this;
    const dir = this.#dir;
    dir.x = sign * n[0];
    dir.y = sign * n[1];
    dir.z = sign * n[2];
    frame.transposeVector(dir, dir);
    const p = core.support(dir, this.#point);
    this.#ahead[0] += dir.x * p.x + dir.y * p.y + dir.z * p.z;
  }

  /**
   * How long two convex pieces go on meeting; 0 when they do not meet now, or for no longer than `longerThan`. The second piece is put
   * where it is certainly beyond the first, and cast back. The plane across which the two part goes to `normal`.
   */
  parting(a: Body, b: Body, longerThan: number): number {
    const { n } = this;
    const { convex } = this.solver as PairSolver;
    this.budget -= GJK_COST;
    if (!convex.solve(a, b, Goal.decide, this.settings, null)) return 0;
    // A little farther than beyond, so that rounding does not leave the two in contact.
    this.#measure(a, b);
    const ahead = this.#ahead[0] + 2 * this.resolution[0];
    if (!(ahead > longerThan)) return 0;
    const { m } = b.frame;
    const x = m[9];
    const y = m[10];
    const z = m[11];
    m[9] = x + ahead * n[0];
    m[10] = y + ahead * n[1];
    m[11] = z + ahead * n[2];
    place(convex.cso, a, b, this.settings);
    const r = vectorToQuery(a, this.#dir.set(-ahead * n[0], -ahead * n[1], -ahead * n[2]), this.#r);
    const cast = this.#cast;
    const hit = cast.run(convex.cso, r);
    m[9] = x;
    m[10] = y;
    m[11] = z;
    const end = hit ? ahead * (1 - cast.t) : 0;
    if (!(end > longerThan)) return 0;
    const { normal } = this;
    normal.set(n);
    if (cast.advanced) {
      const w = vectorToWorld(a, cast.normal, this.#dir);
      normal[0] = w.x;
      normal[1] = w.y;
      normal[2] = w.z;
    }
    return end;
  }

  /** How long it takes two convex pieces that are apart to meet; Infinity when they do not within `limit`. */
  meeting(a: Body, b: Body, limit: number): number {
    const { n } = this;
    this.budget -= GJK_COST;
    this.#measure(a, b);
    const ahead = Math.min(limit, this.#ahead[0]);
    if (!(ahead > 0)) return Infinity;
    const { cso } = (this.solver as PairSolver).convex;
    place(cso, a, b, this.settings);
    const r = vectorToQuery(a, this.#dir.set(ahead * n[0], ahead * n[1], ahead * n[2]), this.#r);
    return this.#cast.run(cso, r) ? ahead * this.#cast.t : Infinity;
  }
}
