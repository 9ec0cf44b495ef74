/** Two lines in space. */
import { wrong } from '../check.ts';
import { DETERMINANT_ROUNDING, PRODUCTS_ROUNDING } from '../tolerances.ts';
import { add, addProduct, difference, type Expansion, expansion, expansions, round, signOf } from './exact.ts';
import { normalizeAt } from './length.ts';
import { readRay, readSegment } from './read.ts';
import { Closest, type RayValue, type SegmentValue } from './values.ts';

const lineA: Float64Array = /* #__PURE__ */ new Float64Array(6);
const lineB: Float64Array = /* #__PURE__ */ new Float64Array(6);
// Unit vectors and the lengths they had: along a, along b, across both.
const u: Float64Array = /* #__PURE__ */ new Float64Array(4);
const v: Float64Array = /* #__PURE__ */ new Float64Array(4);
const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const gap: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * The nearest points of two lines and their distance. A line is given by any ray on it, { from, direction }, or by any segment on it,
 * { from, to }, of two different points; both count as endless in both directions.
 *
 * Lines that meet have distance 0, decided exactly for `from` and `direction`: the determinant of both directions and the way between
 * them is zero. Parallel lines, also decided exactly, have a.from and the point of b nearest to it. (Slide 11-127 calls those disjoint,
 * and finds points only of lines that intersect.)
 *
 * Cost: about 60 multiplications, some divisions and three roots; exact arithmetic where lines meet or are parallel within rounding.
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
  for (let i = 0; i < 3; i++) {
    u[i] = lineA[3 + i];
    v[i] = lineB[3 + i];
  }
  normalizeAt(u, 0);
  normalizeAt(v, 0);
  let s = 0;
  let t = 0;
  let apart = true;
  if (crossDirections()) {
    apart = acrossBoth();
    const det = n[3];
    normalizeAt(n, 0);
    out.distance = apart ? Math.max(Math.abs(det) / n[3], Number.MIN_VALUE) : 0;
    // (w + t·v − s·u) × v·n = 0 gives s, and × u·n gives t; u × v has the length sin = n[3] / (u[3]·v[3]).
    const sin = n[3] / u[3] / v[3];
    s = ((wy * v[2] - wz * v[1]) * n[0] + (wz * v[0] - wx * v[2]) * n[1] + (wx * v[1] - wy * v[0]) * n[2]) / sin;
    t = ((wy * u[2] - wz * u[1]) * n[0] + (wz * u[0] - wx * u[2]) * n[1] + (wx * u[1] - wy * u[0]) * n[2]) / sin;
  } else {
    t = -(wx * v[0] + wy * v[1] + wz * v[2]);
    gap[0] = wx + t * v[0];
    gap[1] = wy + t * v[1];
    gap[2] = wz + t * v[2];
    normalizeAt(gap, 0);
    apart = !sameLine();
    out.distance = apart ? Math.max(gap[3], Number.MIN_VALUE) : 0;
  }
  const { pointA, pointB } = out;
  pointA.x = lineA[0] + s * u[0];
  pointA.y = lineA[1] + s * u[1];
  pointA.z = lineA[2] + s * u[2];
  pointB.x = apart ? lineB[0] + t * v[0] : pointA.x;
  pointB.y = apart ? lineB[1] + t * v[1] : pointA.y;
  pointB.z = apart ? lineB[2] + t * v[2] : pointA.z;
  return out;
}

function readLine(value: RayValue | SegmentValue, out: Float64Array, name: string): void {
  if ((value as SegmentValue)?.to === undefined) {
    readRay(value as RayValue, out, name);
    return;
  }
  readSegment(value as SegmentValue, out, name);
  for (let i = 0; i < 3; i++) out[3 + i] -= out[i];
  if (out[3] === 0 && out[4] === 0 && out[5] === 0)
    wrong(`${name}.to`, 'differ from from', (value as SegmentValue).to, RangeError);
}

// Exact numbers; brackets say how many terms an expansion takes at most.
const way: Expansion = /* #__PURE__ */ expansion(2);
const p: readonly Expansion[] = /* #__PURE__ */ expansions(3, 1);
const q: readonly Expansion[] = /* #__PURE__ */ expansions(3, 1);
const component: Expansion = /* #__PURE__ */ expansion(8);
const sum: Expansion = /* #__PURE__ */ expansion(3 * 2 * 2 * 4);

/** Both directions without rounding. */
function prepare(): void {
  for (let i = 0; i < 3; i++) {
    p[i][0] = 0;
    add(p[i], lineA, 3 + i, 1);
    q[i][0] = 0;
    add(q[i], lineB, 3 + i, 1);
  }
}

/** The product of the directions into n, each component with its sign certain. False for parallel lines. */
function crossDirections(): boolean {
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    const left = lineA[3 + k] * lineB[3 + l];
    const right = lineA[3 + l] * lineB[3 + k];
    n[i] = left - right;
    if (Math.abs(n[i]) > PRODUCTS_ROUNDING * (Math.abs(left) + Math.abs(right))) continue;
    prepare();
    component[0] = 0;
    addProduct(component, p[k], q[l], 1);
    round(addProduct(component, p[l], q[k], -1), n, i);
  }
  return n[0] !== 0 || n[1] !== 0 || n[2] !== 0;
}

/** Whether w·(u × v) is other than zero, w from a.from to b.from; the value goes into n[3]. */
function acrossBoth(): boolean {
  let det = 0;
  let permanent = 0;
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    const w = lineB[i] - lineA[i];
    det += w * n[i];
    permanent += Math.abs(w) * (Math.abs(lineA[3 + k] * lineB[3 + l]) + Math.abs(lineA[3 + l] * lineB[3 + k]));
  }
  n[3] = det;
  if (Math.abs(det) > DETERMINANT_ROUNDING * permanent) return true;
  prepare();
  sum[0] = 0;
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    component[0] = 0;
    addProduct(component, p[k], q[l], 1);
    addProduct(component, p[l], q[k], -1);
    addProduct(sum, difference(way, lineB, i, lineA, i), component, 1);
  }
  round(sum, n, 3);
  return signOf(sum) !== 0;
}

/** Whether a.from is on the line b: w × v = 0. */
function sameLine(): boolean {
  prepare();
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = i === 0 ? 2 : i - 1;
    component[0] = 0;
    addProduct(component, difference(way, lineB, k, lineA, k), q[l], 1);
    addProduct(component, difference(way, lineB, l, lineA, l), q[k], -1);
    if (signOf(component) !== 0) return false;
  }
  return true;
}
