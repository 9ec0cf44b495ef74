import { checkOptions, wrong } from '../check.ts';
import { Vec3 } from '../math/vec3.ts';
import { BALL_CENTER_ROUNDING, BALL_FAST_OUTWARD, BALL_OUTWARD } from '../tolerances.ts';
import { fastBall } from './fast-ball.ts';
import { type PointsInput, type ScaledPoints, scaledPoints, unscaledUp } from './scaled-points.ts';
import { smallestBall } from './smallest-ball.ts';

/** Options of `boundingSphere`. */
export interface BoundingSphereOptions {
  /** The smallest sphere, the default; or one that is found in five passes over the points and is up to a third larger. */
  readonly exact?: boolean;
}

/** A sphere that holds points; it fits where primitives take a sphere. */
export class BoundingSphere {
  readonly center: Vec3 = new Vec3();
  radius = 0;
}

/**
 * The smallest sphere around points (§5.3, "Bounding Spheres"), or with `exact: false` one that is somewhat larger.
 *
 * Exact: Welzl's smallest ball with Gärtner's choice of the next point; three to fifteen passes over the points. The radius is within
 * 1e-12 of the least, relative to it. Not exact: Wu's, five passes. Either way the radius is rounded up: every point is inside,
 * in exact arithmetic as well as in doubles.
 *
 * @example
 * boundingSphere([[1, 0, 0], [-1, 0, 0], [0, 1, 0]]).radius; // 1, or a little above
 */
export function boundingSphere(points: PointsInput, options: BoundingSphereOptions = {}): BoundingSphere {
  checkOptions(options, ['exact']);
  const { exact = true } = options;
  if (typeof exact !== 'boolean') wrong('exact', 'be true or false', exact);
  const scaled = scaledPoints(points);
  const center = scaled.points.slice(0, 3);
  if (scaled.extent > 0) {
    if (exact) smallestBall(scaled.points, center);
    else fastBall(scaled.points, center);
  }
  return around(scaled, center, exact);
}

/** The sphere around a centre, once that is rounded to the caller's unit. */
function around({ points, up, extent }: ScaledPoints, center: Float64Array, exact: boolean): BoundingSphere {
  const sphere = new BoundingSphere();
  sphere.center.set(center[0] / up / up, center[1] / up / up, center[2] / up / up);
  if (extent === 0) return sphere;
  const cx = sphere.center.x * up * up;
  const cy = sphere.center.y * up * up;
  const cz = sphere.center.z * up * up;
  let farthest = 0;
  for (let k = 0; k < points.length; k += 3) {
    const x = points[k] - cx;
    const y = points[k + 1] - cy;
    const z = points[k + 2] - cz;
    farthest = Math.max(farthest, x * x + y * y + z * z);
  }
  let radius = Math.sqrt(farthest) * BALL_OUTWARD;
  // The exact sphere is rounded, too, and users may rely on its not being the larger one.
  if (!exact)
    radius += BALL_FAST_OUTWARD * radius + BALL_CENTER_ROUNDING * (Math.abs(cx) + Math.abs(cy) + Math.abs(cz));
  sphere.radius = unscaledUp(radius, up);
  return sphere;
}
