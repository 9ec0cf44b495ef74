/**
 * Two polygons, convex or not (§3.4.5). What belongs to a polygon is said in outline.ts.
 *
 * The planes of two polygons meet in a line, and each polygon has a sequence of segments in common with that line. The polygons meet
 * if two of these do: the ends are sorted along the coordinate axis nearest to the line, and both sequences are scanned at once
 * (Alg. 3.6).
 *
 * Deviations: ends that are rounded decide only if they are farther apart than their error bound. Whatever is nearer, and polygons in
 * one plane, which the book leaves out, are decided exactly: each edge of one against the other polygon.
 */
import { POLYGON_ROUNDING, POLYGONS_PARALLEL_SQ } from '../tolerances.ts';
import { height, measureHeight, OTHERS, Outline, prepareOutline, readOutline, sideOfOutline } from './outline.ts';
import { segmentMeetsOutline } from './outline-meets.ts';
import { largestComponent } from './ray-edge.ts';
import type { PolygonValue } from './values.ts';

const first: Outline = /* #__PURE__ */ new Outline();
const second: Outline = /* #__PURE__ */ new Outline();

/**
 * Whether two polygons have a point in common.
 *
 * §3.4.5, Alg. 3.6; exact. O(n log n), and O(n·m) for polygons that touch or are in one plane.
 */
export function intersectsPolygonPolygon(a: PolygonValue, b: PolygonValue): boolean {
  readOutline(a, 'a', OTHERS, first);
  const v = readOutline(b, 'b', first.to, second);
  prepareOutline(v, first);
  prepareOutline(v, second);
  return outlinesMeet(v, first, second);
}

const APART = 0;
const MEET = 1;
const UNCERTAIN = 2;

/** Whether two polygons have a point in common. */
export function outlinesMeet(v: Float64Array, p: Outline, q: Outline): boolean {
  if (boxesApart(v, p, q) || isBeside(v, p, q) || isBeside(v, q, p)) return false;
  const relation = p.axis < 0 || q.axis < 0 ? UNCERTAIN : scan(v, p, q);
  return relation === UNCERTAIN ? edgesReach(v, p, q) || edgesReach(v, q, p) : relation === MEET;
}

function boxesApart(v: Float64Array, p: Outline, q: Outline): boolean {
  for (let k = 0; k < 3; k++) {
    bounds(v, p, k, 0);
    bounds(v, q, k, 2);
    if (ends[1] < ends[2] || ends[3] < ends[0]) return true;
  }
  return false;
}

/** The least and the largest coordinate k, to ends[at] and ends[at + 1]. */
function bounds(v: Float64Array, { from, to }: Outline, k: number, at: number): void {
  let least = Infinity;
  let most = -Infinity;
  for (let i = from + k; i < to; i += 3) {
    least = Math.min(least, v[i]);
    most = Math.max(most, v[i]);
  }
  ends[at] = least;
  ends[at + 1] = most;
}

/** Whether all of P is on one side of Q. */
function isBeside(v: Float64Array, p: Outline, q: Outline): boolean {
  if (q.axis < 0) return false;
  const side = sideOfOutline(v, q, p.from);
  if (side === 0) return false;
  for (let i = p.from + 3; i < p.to; i += 3) if (sideOfOutline(v, q, i) !== side) return false;
  return true;
}

/** Whether an edge of P meets Q. */
function edgesReach(v: Float64Array, p: Outline, q: Outline): boolean {
  for (let b = p.from, a = p.to - 3; b < p.to; a = b, b += 3) if (segmentMeetsOutline(v, a, b, q)) return true;
  return false;
}

/** Coordinates of the ends of segments along the line: those of P, then those of Q. */
let ends: Float64Array = /* #__PURE__ */ new Float64Array(64);
/** In the first place: how much any of these may be off. */
const blur: Float64Array = /* #__PURE__ */ new Float64Array(1);
const line: Float64Array = /* #__PURE__ */ new Float64Array(3);

/** The book's test, where it is certain. */
function scan(v: Float64Array, p: Outline, q: Outline): number {
  const m = p.normal;
  const n = q.normal;
  line[0] = m[1] * n[2] - m[2] * n[1];
  line[1] = m[2] * n[0] - m[0] * n[2];
  line[2] = m[0] * n[1] - m[1] * n[0];
  const mm = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
  const nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  const lineSq = line[0] * line[0] + line[1] * line[1] + line[2] * line[2];
  if (!(lineSq > POLYGONS_PARALLEL_SQ * mm * nn)) return UNCERTAIN;
  const axis = largestComponent(line, 0);
  const most = (p.to - p.from + q.to - q.from) / 3;
  if (most > ends.length) ends = new Float64Array(2 * most);
  // Points that are off their plane are off the line by that much over the sine of the angle between the planes.
  blur[0] = (p.thickness[0] * Math.sqrt(nn) + q.thickness[0] * Math.sqrt(mm)) / Math.sqrt(lineSq);
  const l = cut(v, p, q, axis, 0);
  if (l < 0) return UNCERTAIN;
  const end = cut(v, q, p, axis, l);
  if (end < 0) return UNCERTAIN;
  sort(0, l);
  sort(l, end);
  const near = 2 * blur[0];
  for (let i = 0, j = l; i < l && j < end; ) {
    if (ends[i + 1] + near < ends[j]) i += 2;
    else if (ends[j + 1] + near < ends[i]) j += 2;
    else return ends[i + 1] > ends[j] + near && ends[j + 1] > ends[i] + near ? MEET : UNCERTAIN;
  }
  return APART;
}

/** Where the edges of P pass the plane of Q: coordinates along an axis, to `ends` from `at` on. Returns where they end, −1 if that is not certain. */
function cut(v: Float64Array, p: Outline, q: Outline, axis: number, at: number): number {
  let a = p.to - 3;
  for (let b = p.from; b < p.to; a = b, b += 3) {
    measureHeight(v, q, a);
    const heightA = height[0];
    const errorA = height[1];
    measureHeight(v, q, b);
    const heightB = height[0];
    const error = errorA + height[1] + 2 * q.thickness[0];
    if (!(Math.abs(heightA) > error && Math.abs(heightB) > error)) return -1;
    if (heightA > 0 === heightB > 0) continue;
    const x = v[a + axis];
    const y = v[b + axis];
    const apart = heightA - heightB;
    ends[at++] = x + (heightA / apart) * (y - x);
    // The heights are each off by less than half of themselves, so their ratio is off by less than this.
    const off = 4 * Math.abs((error / apart) * (y - x)) + POLYGON_ROUNDING * (Math.abs(x) + Math.abs(y));
    blur[0] = Math.max(blur[0], off);
  }
  return at;
}

/** Sorts ends[from] … ends[to − 1] in place (D. L. Shell, 1959): there are two for a convex polygon. */
function sort(from: number, to: number): void {
  for (let gap = (to - from) >> 1; gap > 0; gap >>= 1) {
    for (let i = from + gap; i < to; i++) {
      const x = ends[i];
      let j = i;
      for (; j >= from + gap && ends[j - gap] > x; j -= gap) ends[j] = ends[j - gap];
      ends[j] = x;
    }
  }
}
