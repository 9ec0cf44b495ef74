/**
 * Two convex pieces, of which the second moves along a direction: how long they go on meeting, and how long it takes them to meet.
 * Also what all who look for the way out along one direction share: the direction, the budget, and what stopped them last.
 */

import type { Body } from '../../bodies/body.ts';
import { GjkCast } from '../../convex/cast.ts';
import { Goal } from '../../convex/penetration.ts';
import { Vec3 } from '../../math/vec3.ts';
import { GJK_TESTS } from '../../tolerances.ts';
import { place, vectorToQuery, vectorToWorld } from '../place.ts';
import { QuerySettings } from '../settings.ts';
import type { PairSolver } from '../solver.ts';

export class PieceMotion {
  /** Tests of two triangles that may still be made; other work counts for as many as take as long. */
  budget = 0;
  /** The unit direction, in the world. */
  readonly n: Float64Array = new Float64Array(3);
  /** What "a little" is along the way: the accuracy as a length, no finer than the places of the bodies can be told apart. */
  readonly fine: Float64Array = new Float64Array(1);
  /** The unit normal, from A to B, of the plane across which the last pieces parted. */
  readonly normal: Float64Array = new Float64Array(3);
  readonly settings: QuerySettings = new QuerySettings();
  solver: PairSolver | null = null;
  readonly #cast: GjkCast = new GjkCast();
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();
  readonly #r: Vec3 = new Vec3();
  readonly #ahead: Float64Array = new Float64Array(1);

  /** Writes how far B must move along n to be beyond all of A to `#ahead`: a number that is returned would be garbage. */
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
   * How long two convex pieces go on meeting: the second is put where it is certainly beyond the first, and cast back. 0 when they
   * do not meet now. If it is longer than `than`, the plane across which they part is taken down.
   */
  parting(a: Body, b: Body, than: number): number {
    const { n } = this;
    const { convex } = this.solver as PairSolver;
    this.budget -= GJK_TESTS;
    if (!convex.solve(a, b, Goal.decide, this.settings, null)) return 0;
    // A little more than beyond, so that rounding does not leave them in touch.
    this.#measure(a, b);
    const ahead = this.#ahead[0] + 2 * this.fine[0];
    if (!(ahead > than)) return 0;
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
    if (!(end > than)) return 0;
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
    this.budget -= GJK_TESTS;
    this.#measure(a, b);
    const ahead = Math.min(limit, this.#ahead[0]);
    if (!(ahead > 0)) return Infinity;
    const { cso } = (this.solver as PairSolver).convex;
    place(cso, a, b, this.settings);
    const r = vectorToQuery(a, this.#dir.set(ahead * n[0], ahead * n[1], ahead * n[2]), this.#r);
    return this.#cast.run(cso, r) ? ahead * this.#cast.t : Infinity;
  }
}
