/**
 * How long an axis keeps two moving convex bodies apart. For a fixed world direction n let
 *
 *   g(s) = min n·B(s) − max n·A(s),
 *
 * the gap between the bodies along n at the time s. Whatever n is, the signed distance is at least g(s): so as long as g stays above a
 * level, the bodies are no nearer than that, and deeper than that if the level is negative. No pose and no distance is computed.
 *
 * **Between two times.** g is a minimum of functions whose second derivatives are at most K (see turning-core.ts). Each of them lies at
 * most K·(s − s0)(s1 − s)/2 below its chord, so g does, too. With q = g − level this is above zero throughout [s0, s1] if
 *
 *   √q(s0) + √q(s1) ≥ (s1 − s0)·√(K/2).
 *
 * That is a proof by two values, however the bodies turn in between. Two translating bodies have K = 0.
 */
import type { Body } from '../bodies/body.ts';
import type { Path } from '../math/path.ts';
import type { Vec3 } from '../math/vec3.ts';
import { TurningCore } from './turning-core.ts';

/** Evaluations of g in one advance: only a guard, for it may always stop early. */
const MOST = 64;

export class AxisAdvance {
  /** g of the last `gapAt`. */
  gap = 0;
  evaluations = 0;
  readonly #a: TurningCore = new TurningCore();
  readonly #b: TurningCore = new TurningCore();
  /** From the centre of A's path to that of B's. */
  readonly #between: Float64Array = new Float64Array(3);
  /** [n·between less the radii, √(K/2), sum of the radii]. */
  readonly #numbers: Float64Array = new Float64Array(3);

  of(a: Body, pathA: Path, b: Body, pathB: Path): void {
    this.#a.of(a, pathA);
    this.#b.of(b, pathB);
    this.#between[0] = pathB.center.x - pathA.center.x;
    this.#between[1] = pathB.center.y - pathA.center.y;
    this.#between[2] = pathB.center.z - pathA.center.z;
    this.#numbers[2] = a.radius + b.radius;
    this.evaluations = 0;
  }

  /** Sets n, unit, from A to B. */
  aim(n: Vec3): void {
    this.#a.aim(n, 1);
    this.#b.aim(n, -1);
    const [x, y, z] = this.#between;
    this.#numbers[0] = n.x * x + n.y * y + n.z * z - this.#numbers[2];
    this.#numbers[1] = Math.sqrt((this.#a.curvature + this.#b.curvature) / 2);
  }

  gapAt(s: number): void {
    this.evaluations++;
    this.#a.reachAt(s);
    this.#b.reachAt(s);
    this.gap = this.#numbers[0] - this.#a.reach - this.#b.reach;
  }

  /**
   * The latest time found until which g is proven to stay above `level` from `time[0]` on, at most `time[1]`: written to time[0], with g
   * there in `gap`. On entry g(time[0]) is above the level. Stops where g is within `near` of the level.
   */
  advance(time: Float64Array, level: number, near: number): void {
    const bend = this.#numbers[1];
    const end = time[1];
    let s0 = time[0];
    this.gapAt(s0);
    let q0 = this.gap - level;
    // The least time known at which g is below the level, and by how much.
    let below = Infinity;
    let qBelow = 0;
    // By how many times the step that any end above the level proves safe.
    let stride = 2;
    for (let k = 0; k < MOST && q0 > near && s0 < end; k++) {
      const root = Math.sqrt(q0);
      let s1 = end;
      if (below < Infinity) {
        // Where the chord is half of `near` above the level, though not too close to either end.
        const x = (q0 - 0.5 * near) / (q0 - qBelow);
        s1 = s0 + (below - s0) * Math.min(Math.max(x, 1 / 16), 15 / 16);
      }
      if (bend > 0) s1 = Math.min(s1, s0 + (stride * root) / bend);
      if (!(s1 > s0)) break;
      this.gapAt(s1);
      const q1 = this.gap - level;
      if (q1 < 0) {
        below = s1;
        qBelow = q1;
      } else if (root + Math.sqrt(q1) >= (s1 - s0) * bend) {
        s0 = s1;
        q0 = q1;
        stride = 2;
      } else stride = 1;
    }
    time[0] = s0;
    this.gap = q0 + level;
  }
}
