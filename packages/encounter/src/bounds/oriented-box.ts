import { checkOptions, wrong } from '../check.ts';
import { Vec3 } from '../math/vec3.ts';
import { buildHull, type Hull } from '../shapes/hull/hull-builder.ts';
import { BOX_FLAT, BOX_OUTWARD } from '../tolerances.ts';
import { ascending, kernelOf } from './kernel.ts';
import { extremes } from './principal-axes.ts';
import { type PointsInput, type ScaledPoints, scaledPoints, unscaledUp } from './scaled-points.ts';
import { surfaceAxes } from './surface-spread.ts';
import { tightAxes } from './tight-box.ts';

/** Options of `orientedBox`. */
export interface OrientedBoxOptions {
  /** Along the principal axes of the hull's surface, the default; or as small as many directions make it, which is never larger. */
  readonly method?: 'axes' | 'tight';
}

/** A box along axes of its own that holds points; it fits where primitives take an obb. */
export class OrientedBox {
  readonly center: Vec3 = new Vec3();
  /** Unit vectors at right angles, right-handed. */
  readonly axes: readonly [Vec3, Vec3, Vec3] = [new Vec3(1, 0, 0), new Vec3(0, 1, 0), new Vec3(0, 0, 1)];
  /** Half the sides along them. */
  readonly half: Vec3 = new Vec3();
}

/**
 * A box around points that may be turned (§5.3, "Oriented Bounding Boxes").
 *
 * `axes`: along the principal axes of the surface of the points' convex hull, as Gottschalk takes them, so that clusters and inner
 * points have no weight. (The book's other way, those of the points themselves, is bad where points are spread unevenly.) Cost: that
 * of the hull, O(n log n), of up to 8192 points; of more, a kernel of some hundred extreme points stands for all. `tight`: the smallest over normals of the hull's facets, its edges and what is perpendicular to two of
 * them; never larger in volume than `axes`. Of flat sets it minimises the area, of those on a line the length. Cost: up to some
 * 0.1 s beyond the hull, for which see `BOX_BUDGET`.
 *
 * Every point is inside, in exact arithmetic as well as in doubles: half sides are rounded up.
 *
 * @example
 * orientedBox([[0, 0, 0], [1, 1, 0], [2, 2, 0]]).half.x; // 1.414…
 */
export function orientedBox(points: PointsInput, options: OrientedBoxOptions = {}): OrientedBox {
  checkOptions(options, ['method']);
  const { method = 'axes' } = options;
  if (method !== 'axes' && method !== 'tight') wrong('method', "be 'axes' or 'tight'", method);
  const scaled = scaledPoints(points);
  const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  if (scaled.extent === 0) return fit(scaled, axes);
  const all = scaled.points;
  let some = all.length > 3 * MANY ? kernelOf(all) : null;
  let hull = hullOf(all, some);
  surfaceAxes(hull, axes);
  let box = fit(scaled, axes);
  if (method === 'axes') return box;
  // What is thinner is rounding of the coordinates. Then the area decides, or the length.
  const least = BOX_FLAT * (scaled.extent + Math.max(...scaled.box.map(Math.abs)));
  for (let round = 0; round < ROUNDS; round++) {
    tightAxes(hull, axes, least);
    const tight = fit(scaled, axes);
    // Along the principal axes it may be as small already, and rounding decides.
    if (volumeOf(tight, scaled.up, least) < volumeOf(box, scaled.up, least)) box = tight;
    if (some === null) break;
    // The points that stick out of the box that was found for some of them are taken, too.
    const more = ascending([...some, ...extremePoints(all, axes)]);
    if (more.length === some.length) break;
    some = more;
    hull = hullOf(all, some);
  }
  return box;
}

/** Of more points some stand for all: see `kernel.ts`. The hull of a million points of one plane takes minutes. */
const MANY = 8192;

/** How often points are added to these. */
const ROUNDS = 4;

/** The hull of all points, or of those of some numbers. */
function hullOf(points: Float64Array, some: Int32Array | null): Hull {
  if (some === null) return buildHull(points);
  const picked = new Float64Array(3 * some.length);
  for (let i = 0; i < some.length; i++) picked.set(points.subarray(3 * some[i], 3 * some[i] + 3), 3 * i);
  return buildHull(picked);
}

/** The numbers of the points that are extreme along axes. */
function extremePoints(points: Float64Array, axes: Float64Array): number[] {
  const out: number[] = [];
  for (let n = 0; n < 9; n += 3) out.push(...extremes(points, axes[n], axes[n + 1], axes[n + 2]));
  return out;
}

/** The volume of the scaled box, of which no side counts as shorter than `least`. */
function volumeOf({ half }: OrientedBox, up: number, least: number): number {
  const x = 2 * half.x * up * up;
  const y = 2 * half.y * up * up;
  const z = 2 * half.z * up * up;
  return Math.max(x, least) * Math.max(y, least) * Math.max(z, least);
}

/** The box around points along axes. */
function fit({ points, up, box }: ScaledPoints, axes: Float64Array): OrientedBox {
  const out = new OrientedBox();
  const { center, half } = out;
  // Seen from the middle of their box, so that nothing is lost far from the origin.
  const x = 0.5 * (box[0] + box[3]);
  const y = 0.5 * (box[1] + box[4]);
  const z = 0.5 * (box[2] + box[5]);
  const offset = [0, 0, 0];
  for (let n = 0; n < 3; n++) {
    const ux = axes[3 * n];
    const uy = axes[3 * n + 1];
    const uz = axes[3 * n + 2];
    out.axes[n].set(ux, uy, uz);
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < points.length; k += 3) {
      const s = (points[k] - x) * ux + (points[k + 1] - y) * uy + (points[k + 2] - z) * uz;
      if (s < low) low = s;
      if (s > high) high = s;
    }
    const middle = 0.5 * (low + high);
    offset[0] += middle * ux;
    offset[1] += middle * uy;
    offset[2] += middle * uz;
  }
  center.set((x + offset[0]) / up / up, (y + offset[1]) / up / up, (z + offset[2]) / up / up);
  // Once the centre is rounded, how far points are from it.
  half.set(
    unscaledUp(reach(points, center, up, out.axes[0]), up),
    unscaledUp(reach(points, center, up, out.axes[1]), up),
    unscaledUp(reach(points, center, up, out.axes[2]), up),
  );
  return out;
}

/** The largest distance from the centre along an axis, rounded up. */
function reach(points: Float64Array, center: Vec3, up: number, axis: Vec3): number {
  const cx = center.x * up * up;
  const cy = center.y * up * up;
  const cz = center.z * up * up;
  const ux = axis.x;
  const uy = axis.y;
  const uz = axis.z;
  let farthest = 0;
  for (let k = 0; k < points.length; k += 3) {
    const x = (points[k] - cx) * ux;
    const y = (points[k + 1] - cy) * uy;
    const z = (points[k + 2] - cz) * uz;
    const s = Math.abs(x + y + z) + BOX_OUTWARD * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    if (s > farthest) farthest = s;
  }
  return farthest;
}
