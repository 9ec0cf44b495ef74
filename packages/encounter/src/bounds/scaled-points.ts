/** Points as the bounds compute on them: a flat copy of the caller's, of a size whose powers are doubles. */
import { readPoints } from '../math/read.ts';
import type { Vec3Input } from '../math/vec3.ts';

/** A list of vectors, or one flat numeric array of x, y, z triples. */
export type PointsInput = ArrayLike<number> | readonly Vec3Input[];

export interface ScaledPoints {
  /** x, y, z of each point: the caller's times `up` times `up`. Twice, as the square may be beyond the doubles. */
  readonly points: Float64Array;
  /** A power of two, mostly 1, so that scaling rounds nothing. */
  readonly up: number;
  /** Least, then largest, x, y and z, scaled. */
  readonly box: Float64Array;
  /** The longest side of the box; 0 if all points are one. */
  readonly extent: number;
}

/** Sixth powers of extents from one of these to the other are doubles, with room for the second half of a double-double. */
const SMALL = 2 ** -100;
const LARGE = 2 ** 100;

export function scaledPoints(value: PointsInput): ScaledPoints {
  const points = readPoints('points', value);
  const box = new Float64Array(6);
  let extent = measure(points, box);
  let up = 1;
  if (extent > 0 && !(extent > SMALL && extent < LARGE)) {
    for (; extent * up < 0.5 / up; up *= 2);
    for (; extent * up > 2 / up; up /= 2);
    for (let k = 0; k < points.length; k++) points[k] = points[k] * up * up;
    extent = measure(points, box);
  }
  return { points, up, box, extent };
}

/** Writes the box of points, and returns its longest side. */
export function measure(points: Float64Array, box: Float64Array): number {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let k = 0; k < points.length; k += 3) {
    const x = points[k];
    const y = points[k + 1];
    const z = points[k + 2];
    x0 = Math.min(x0, x);
    x1 = Math.max(x1, x);
    y0 = Math.min(y0, y);
    y1 = Math.max(y1, y);
    z0 = Math.min(z0, z);
    z1 = Math.max(z1, z);
  }
  box[0] = x0;
  box[1] = y0;
  box[2] = z0;
  box[3] = x1;
  box[4] = y1;
  box[5] = z1;
  return Math.max(x1 - x0, y1 - y0, z1 - z0);
}

/** A length of scaled points in the caller's unit, rounded up where that is below the least double of full precision. */
export function unscaledUp(length: number, up: number): number {
  const out = length / up / up;
  return out * up * up < length ? out + Number.MIN_VALUE : out;
}
