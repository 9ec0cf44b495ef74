/** Discrete-orientation polytopes (§5.3, "Axis-Aligned Bounding Boxes and k-DOPs"). */
import { wrong } from '../check.ts';
import { readPoints } from '../math/read.ts';
import { Vec3 } from '../math/vec3.ts';
import { DOP_ROUNDING, NEXT_DOUBLE } from '../tolerances.ts';
import { measure, type PointsInput } from './scaled-points.ts';

/** How many planes a k-DOP has, two for each direction. (The book counts directions.) */
export type KDopSize = 6 | 14 | 18 | 26;

/** The points x with min[i] ≤ directions[i]·x ≤ max[i] for all i. */
export interface KDop {
  /** Their components are 0, 1 and −1: they are not of unit length. */
  readonly directions: readonly Vec3[];
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** Along the axes, to the corners of a cube, to the middles of its edges. */
const AXES: readonly number[] = /* #__PURE__ */ [1, 0, 0, 0, 1, 0, 0, 0, 1];
const CORNERS: readonly number[] = /* #__PURE__ */ [1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1];
const EDGES: readonly number[] = /* #__PURE__ */ [1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 0, 1, 1, 0, 1, -1];

/**
 * The polytope between pairs of planes across `k / 2` fixed directions that holds all points: the axes (6), and the diagonals of a
 * cube (14), of its faces (18), or both (26). O(k·n).
 *
 * Bounds that are sums of coordinates are rounded outward, and only where doubles cannot hold them: two k-DOPs that are apart prove
 * that the hulls of their points are, and those that touch in whole numbers do touch.
 *
 * @example
 * kDop([[1, 0, 0], [0, 1, 0], [0, 0, 1]], 14).max[3]; // 1, along (1, 1, 1)
 */
export function kDop(points: PointsInput, k: KDopSize): KDop {
  const flat = readPoints('points', points);
  const d = directionsOf(k);
  const count = d.length / 3;
  const directions: Vec3[] = [];
  const min = new Float64Array(count);
  const max = new Float64Array(count);
  const box = new Float64Array(6);
  measure(flat, box);
  let size = 0;
  for (let i = 0; i < 6; i++) size += Math.abs(box[i]);
  for (let n = 0; n < count; n++) {
    directions.push(new Vec3(d[3 * n], d[3 * n + 1], d[3 * n + 2]));
    if (n < 3) {
      min[n] = box[n];
      max[n] = box[3 + n];
    } else {
      max[n] = largestSum(flat, d[3 * n], d[3 * n + 1], d[3 * n + 2], size);
      min[n] = -largestSum(flat, -d[3 * n], -d[3 * n + 1], -d[3 * n + 2], size);
    }
  }
  return { directions, min, max };
}

/**
 * Whether two k-DOPs of the same directions have a point in common along each direction; touching counts. At most k comparisons.
 * k-DOPs that are apart may pass, as may boxes: only a failure proves something.
 */
export function intersectsKDop(a: KDop, b: KDop): boolean {
  const count = kindOf('a', a);
  if (kindOf('b', b) !== count)
    throw new TypeError(`a and b must have the same k, got ${2 * count} and ${2 * b.directions.length}`);
  for (let n = 0; n < count; n++) if (!(a.min[n] <= b.max[n] && b.min[n] <= a.max[n])) return false;
  return true;
}

function kindOf(name: string, value: KDop): number {
  if (value?.directions === undefined || value.min?.length !== value.directions.length)
    wrong(name, 'be a result of kDop()', value);
  return value.directions.length;
}

function directionsOf(k: KDopSize): readonly number[] {
  if (k === 6) return AXES;
  if (k === 14) return [...AXES, ...CORNERS];
  if (k === 18) return [...AXES, ...EDGES];
  if (k !== 26) wrong('k', 'be 6, 14, 18 or 26', k);
  return [...AXES, ...CORNERS, ...EDGES];
}

/** The largest x·dx + y·dy + z·dz, rounded up. Only sums that may be the largest are computed with their rounding. */
function largestSum(points: Float64Array, dx: number, dy: number, dz: number, size: number): number {
  const slack = DOP_ROUNDING * size;
  let largest = -Infinity;
  for (let k = 0; k < points.length; k += 3) {
    const x = dx * points[k];
    const y = dy * points[k + 1];
    const z = dz * points[k + 2];
    const sum = x + y + z;
    if (sum + slack < largest) continue;
    largest = Math.max(largest, sumUp(x, y, z));
  }
  return largest;
}

/** The least double, or the one after it, that is not below x + y + z. */
function sumUp(x: number, y: number, z: number): number {
  // D. E. Knuth's sum of two, twice: what rounding took away is exact.
  const xy = x + y;
  const part = xy - x;
  const first = x - (xy - part) + (y - part);
  const sum = xy + z;
  const other = sum - xy;
  const rest = first + (xy - (sum - other) + (z - other));
  if (rest === 0) return sum;
  const out = sum + rest;
  return out + Math.abs(out) * NEXT_DOUBLE + Number.MIN_VALUE;
}
