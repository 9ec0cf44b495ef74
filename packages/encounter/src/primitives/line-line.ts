/** Two lines in space. */
import { wrong } from '../check.ts';
import { LINES_PARALLEL_SQ, TOUCH } from '../tolerances.ts';
import { normalizeAt } from './length.ts';
import { readRay, readSegment } from './read.ts';
import { Closest, type RayValue, type SegmentValue } from './values.ts';

const lineA: Float64Array = /* #__PURE__ */ new Float64Array(7);
const lineB: Float64Array = /* #__PURE__ */ new Float64Array(7);
const n: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * The nearest points of two lines and their distance. A line is given by any ray on it, { from, direction }, or by any segment on it,
 * { from, to }, of two different points; both count as endless in both directions.
 *
 * Lines that meet have distance 0. That is decided to rounding: a gap counts as one if it is larger than TOUCH times the way between the
 * two points given. So is whether lines are parallel; those have a.from and the point of b nearest to it. (Slide 11-127 calls them disjoint,
 * and finds points only of lines that intersect.)
 *
 * Cost: about 50 multiplications, three roots and some divisions.
 */
export function closestLineLine(
  a: RayValue | SegmentValue,
  b: RayValue | SegmentValue,
  out: Closest = new Closest(),
): Closest {
  readLine(a, lineA, 'a');
  readLine(b, lineB, 'b');
  const wx = lineB[0] - lineA[0];
  const wy = lineB[1] - lineA[1];
  const wz = lineB[2] - lineA[2];
  const ux = lineA[3];
  const uy = lineA[4];
  const uz = lineA[5];
  const vx = lineB[3];
  const vy = lineB[4];
  const vz = lineB[5];
  n[0] = uy * vz - uz * vy;
  n[1] = uz * vx - ux * vz;
  n[2] = ux * vy - uy * vx;
  const nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  const parallel = !(nn > LINES_PARALLEL_SQ);
  let s = 0;
  let t = -(wx * vx + wy * vy + wz * vz);
  if (parallel) {
    // Across both.
    n[0] = wx + t * vx;
    n[1] = wy + t * vy;
    n[2] = wz + t * vz;
  } else {
    // (w + t·v − s·u) × v·n = 0 gives s, and × u·n gives t.
    s = ((wy * vz - wz * vy) * n[0] + (wz * vx - wx * vz) * n[1] + (wx * vy - wy * vx) * n[2]) / nn;
    t = ((wy * uz - wz * uy) * n[0] + (wz * ux - wx * uz) * n[1] + (wx * uy - wy * ux) * n[2]) / nn;
  }
  normalizeAt(n, 0);
  const distance = parallel ? n[3] : Math.abs(n[0] * wx + n[1] * wy + n[2] * wz);
  const apart = distance > TOUCH * (Math.abs(wx) + Math.abs(wy) + Math.abs(wz));
  const { pointA, pointB } = out;
  out.distance = apart ? distance : 0;
  pointA.x = lineA[0] + s * ux;
  pointA.y = lineA[1] + s * uy;
  pointA.z = lineA[2] + s * uz;
  pointB.x = apart ? lineB[0] + t * vx : pointA.x;
  pointB.y = apart ? lineB[1] + t * vy : pointA.y;
  pointB.z = apart ? lineB[2] + t * vz : pointA.z;
  return out;
}

/** A point and a unit direction. */
function readLine(value: RayValue | SegmentValue, out: Float64Array, name: string): void {
  const { to } = (value ?? {}) as { readonly to?: unknown };
  if (to === undefined) readRay(value as RayValue, out, name);
  else {
    readSegment(value as SegmentValue, out, name);
    for (let i = 0; i < 3; i++) out[3 + i] -= out[i];
    if (out[3] === 0 && out[4] === 0 && out[5] === 0) wrong(`${name}.to`, 'differ from from', to, RangeError);
  }
  normalizeAt(out, 3);
}
