/**
 * A ball around points that is not much larger than the smallest: X. Wu, "A Linear-Time Simple Bounding Volume Algorithm", 1992, as
 * the book tells it in §5.3. Of the extreme points along the principal axes the two that are farthest apart span the first ball. It
 * grows, and moves, for each point outside.
 */
import { covarianceOfPoints, extremes, principalAxes } from './principal-axes.ts';

/** Writes the centre of the ball around points that are not all one. */
export function fastBall(points: Float64Array, center: Float64Array): void {
  const axes = new Float64Array(9);
  principalAxes(covarianceOfPoints(points), axes);
  let widest = 0;
  let low = 0;
  let high = 0;
  for (let n = 0; n < 9; n += 3) {
    const [first, last] = extremes(points, axes[n], axes[n + 1], axes[n + 2]);
    const i = 3 * first;
    const j = 3 * last;
    const x = points[j] - points[i];
    const y = points[j + 1] - points[i + 1];
    const z = points[j + 2] - points[i + 2];
    const widthSq = x * x + y * y + z * z;
    if (widthSq <= widest) continue;
    widest = widthSq;
    low = i;
    high = j;
  }
  let cx = points[low] + 0.5 * (points[high] - points[low]);
  let cy = points[low + 1] + 0.5 * (points[high + 1] - points[low + 1]);
  let cz = points[low + 2] + 0.5 * (points[high + 2] - points[low + 2]);
  let radius = 0.5 * Math.sqrt(widest);
  for (let k = 0; k < points.length; k += 3) {
    const x = points[k] - cx;
    const y = points[k + 1] - cy;
    const z = points[k + 2] - cz;
    const distanceSq = x * x + y * y + z * z;
    if (distanceSq <= radius * radius) continue;
    const distance = Math.sqrt(distanceSq);
    const by = (0.5 * (distance - radius)) / distance;
    radius = 0.5 * (radius + distance);
    cx += by * x;
    cy += by * y;
    cz += by * z;
  }
  center[0] = cx;
  center[1] = cy;
  center[2] = cz;
}
