/**
 * A few of many points that stand for all of them where directions of a box are looked for: P. K. Agarwal, S. Har-Peled,
 * K. R. Varadarajan, "Approximating Extent Measures of Points", 2004. The points are seen along their principal axes, each scaled to
 * the same width, so that plates and needles are as round as anything. Those are taken that are extreme in 147
 * directions. The corners of a coarse polytope are all among them; of a round one there are as many as there are directions.
 */
import { covarianceOfPoints, principalAxes } from './principal-axes.ts';

/** Directions on each of three faces of a cube: as many along either side. */
const GRID = 7;

/** Numbers, three a point, that are looked at together. */
const BLOCK = 3 * 512;

/** The numbers of points that are extreme in some direction, ascending. */
export function kernelOf(points: Float64Array): Int32Array {
  const directions = spreadDirections(points);
  const count = directions.length / 3;
  const low = new Float64Array(count).fill(Infinity);
  const high = new Float64Array(count).fill(-Infinity);
  const lowest = new Int32Array(count);
  const highest = new Int32Array(count);
  const x = points[0];
  const y = points[1];
  const z = points[2];
  // Some points after the other, each time along all directions: a block stays in the processor's cache.
  for (let first = 0; first < points.length; first += BLOCK) {
    const last = Math.min(first + BLOCK, points.length);
    for (let n = 0; n < count; n++) {
      const dx = directions[3 * n];
      const dy = directions[3 * n + 1];
      const dz = directions[3 * n + 2];
      let least = low[n];
      let largest = high[n];
      for (let k = first; k < last; k += 3) {
        const s = dx * (points[k] - x) + dy * (points[k + 1] - y) + dz * (points[k + 2] - z);
        if (s < least) {
          least = s;
          lowest[n] = k / 3;
        }
        if (s > largest) {
          largest = s;
          highest[n] = k / 3;
        }
      }
      low[n] = least;
      high[n] = largest;
    }
  }
  return ascending([...lowest, ...highest]);
}

/** Each number once. */
export function ascending(numbers: Iterable<number>): Int32Array {
  return Int32Array.from(new Set(numbers)).sort();
}

/** Directions, three numbers each, that are spread evenly as seen from points of equal width along all principal axes. */
function spreadDirections(points: Float64Array): Float64Array {
  const axes = new Float64Array(9);
  principalAxes(covarianceOfPoints(points), axes);
  for (let n = 0; n < 9; n += 3) {
    const width = widthAlong(points, axes[n], axes[n + 1], axes[n + 2]);
    for (let i = n; i < n + 3; i++) axes[i] /= width > 0 ? width : 1;
  }
  const out = new Float64Array(9 * GRID * GRID);
  let at = 0;
  for (let face = 0; face < 3; face++)
    for (let i = 0; i < GRID; i++)
      for (let j = 0; j < GRID; j++) {
        const weights = [1, (2 * i) / (GRID - 1) - 1, (2 * j) / (GRID - 1) - 1];
        for (let k = 0; k < 3; k++)
          for (let n = 0; n < 3; n++) out[at + k] += weights[(n + face) % 3] * axes[3 * n + k];
        at += 3;
      }
  return out;
}

function widthAlong(points: Float64Array, ux: number, uy: number, uz: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < points.length; k += 3) {
    const s = (points[k] - points[0]) * ux + (points[k + 1] - points[1]) * uy + (points[k + 2] - points[2]) * uz;
    if (s < low) low = s;
    if (s > high) high = s;
  }
  return high - low;
}
