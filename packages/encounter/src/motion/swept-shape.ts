/**
 * Sweeps as shapes (the book's §2.5 and Fig. 6.8): one convex shape around everything that a convex collider covers while it moves. The
 * book's two constructions are right for translations only. What turns leaves the hull of its placements, so here that hull is grown by
 * as much as any point can leave it.
 *
 * Between two placements that are δ radians apart, a point at the distance r from the axis of the turn runs on an arc, and linear
 * interpolation of its two places, at the same time, lies in the hull. The second derivative of the arc is δ²·r at most, so the point is
 * within δ²·r/8 of that. The translation is linear and adds nothing.
 *
 * After a whole turn each point of the circle has been visited. So what turns by more is the hull of one turn in place, swept along the
 * translation, whatever the number of turns.
 */
import { Collider } from '../bodies/collider.ts';
import { checkOptions, requireCollider, wrong } from '../check.ts';
import { Path } from '../math/path.ts';
import { HullOf } from '../shapes/hull-of.ts';
import { Inflated } from '../shapes/inflated.ts';
import { MinkowskiSum } from '../shapes/minkowski-sum.ts';
import { Placed } from '../shapes/placed.ts';
import { SegmentShape } from '../shapes/segment.ts';
import { requireConvex, type Shape } from '../shapes/shape.ts';
import { SWEEP_STEP } from '../tolerances.ts';
import { type Motion, moveAlong, readMotion } from './motion.ts';
import { TurningCore } from './turning-core.ts';

export interface SweepOptions {
  /** How many placements the hull is of, at least 2: more are tighter, and each takes time in a query. Default: one every π/8 radians. */
  placements?: number;
}

const OPTIONS: readonly string[] = ['placements'];
const WHOLE_TURN: number = 2 * Math.PI;

/**
 * A convex shape, in world coordinates, that contains all that a convex collider covers during a motion, its margin included. A
 * translation is swept exactly. For a turn the shape is larger: it fills what the sweep goes around, and more by up to
 * r·δ²/8, where δ is the angle between placements and r how far the collider reaches from the axis.
 *
 * What does not meet the swept shape is not hit: that is proven. What meets it need not be hit, and there is no time: ask `timeOfImpact`.
 *
 * @example
 * const arm = new Collider(new Box([2, 0.2, 0.2]), { position: [1, 0, 0] });
 * const swing = new Collider(sweptShape(arm, { rotation: [0, 0, 1], center: [0, 0, 0] }));
 * intersects(swing, person); // false: the arm may move
 */
export function sweptShape(collider: Collider, motion: Motion | null, options: SweepOptions = {}): Shape {
  requireCollider('collider', collider);
  checkOptions(options, OPTIONS);
  const { shape, margin } = collider;
  requireConvex('collider.shape', shape);
  const path = readMotion('motion', motion, collider, new Path());
  const angle = path.angle[0];
  const wanted = options.placements ?? Math.floor(Math.min(angle, WHOLE_TURN) / SWEEP_STEP) + 2;
  if (!(Number.isSafeInteger(wanted) && wanted >= 2))
    wrong('placements', 'be a whole number of at least 2', wanted, RangeError);
  const { x, y, z } = path.translation;
  const segment = new SegmentShape([0, 0, 0], [x, y, z]);
  if (angle === 0) return grown(new MinkowskiSum(new Placed(shape, collider.placement), segment), margin);

  const turning = new TurningCore();
  turning.of(collider, path);
  const around = angle > WHOLE_TURN;
  const turn = around ? WHOLE_TURN : angle;
  if (around) {
    path.translation.set(0, 0, 0);
    path.angle[0] = WHOLE_TURN;
  }
  const hull = new HullOf(
    Array.from({ length: wanted }, (_, i) => {
      // A copy by its matrix, so that nothing of the caller's moves.
      const copy = new Collider(shape, { matrix: collider.getMatrix() });
      moveAlong(copy, path, i / (wanted - 1));
      return new Placed(shape, copy.placement);
    }),
  );
  const step = turn / (wanted - 1);
  // No two points of a circle are farther apart than its diameter.
  const sagitta = turning.radius * Math.min((step * step) / 8, 2);
  return grown(around ? new MinkowskiSum(hull, segment) : hull, margin + sagitta);
}

function grown(shape: Shape, radius: number): Shape {
  return radius > 0 ? new Inflated(shape, radius) : shape;
}
