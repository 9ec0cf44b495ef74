/**
 * Convex polygons of the plane as arguments: read into flat arrays, and refused unless they are convex.
 *
 * What a query sees is convex exactly, as its decisions are exact. Rounding, of a polygon that was turned or moved, may leave a corner
 * on a side a little inside. Then the hull of the corners takes its place, if that is the same but for rounding.
 */
import { wrong } from '../check.ts';
import { finite, isWithin } from '../math/read.ts';
import { POLYGON2_INSIDE, POLYGON2_LONGER } from '../tolerances.ts';
import { areaInPlane } from './determinant.ts';
import type { Polygon2Value, Vec2Input } from './values.ts';

/** A polygon for a query. It grows as needed and is used again. */
export interface Polygon2 {
  /** x and y of each corner, in order, none twice in a row. */
  xy: Float64Array;
  count: number;
  /** 1 if the corners go around counterclockwise, −1 if clockwise, 0 if all are on one line. */
  sense: number;
  /** Room for the hull and for what it is made of, both as long as `xy`. */
  hull: Float64Array;
  sorted: Float64Array;
}

export function polygon2(): Polygon2 {
  const room = (): Float64Array => new Float64Array(18);
  return { xy: room(), count: 0, sense: 0, hull: room(), sorted: room() };
}

export function readPoint2(value: Vec2Input, out: Float64Array, at: number, name: string): void {
  const vector = value as { readonly x: number; readonly y: number };
  if (vector?.x !== undefined) {
    const { x, y } = vector;
    if (!(isWithin(x) && isWithin(y))) refuse(name, x, y);
    out[at] = x;
    out[at + 1] = y;
    return;
  }
  const list = value as ArrayLike<number>;
  if (list?.length !== 2) wrong(name, 'be {x, y} or [x, y]', value);
  const x = list[0];
  const y = list[1];
  if (!(isWithin(x) && isWithin(y))) refuse(name, x, y);
  out[at] = x;
  out[at + 1] = y;
}

function refuse(name: string, x: number, y: number): void {
  finite(`${name}.x`, x);
  finite(`${name}.y`, y);
}

/** Reads a polygon; a RangeError unless it has a corner and is convex but for rounding. Repeated corners, and corners on a side, are allowed. */
export function readPolygon2(value: Polygon2Value, out: Polygon2, name: string): void {
  if (typeof value !== 'object' || typeof value?.length !== 'number') wrong(name, 'be a list of points', value);
  const { length } = value;
  if (!(length > 0)) wrong(name, 'have a point', value, RangeError);
  if (out.xy.length < 2 * length + 2) {
    out.xy = new Float64Array(2 * length + 2);
    out.hull = new Float64Array(2 * length + 2);
    out.sorted = new Float64Array(2 * length + 2);
  }
  const { xy } = out;
  let count = 0;
  for (let i = 0; i < length; i++) {
    readPoint2(value[i], xy, 2 * count, name);
    if (count === 0 || xy[2 * count] !== xy[2 * count - 2] || xy[2 * count + 1] !== xy[2 * count - 1]) count++;
  }
  while (count > 1 && xy[0] === xy[2 * count - 2] && xy[1] === xy[2 * count - 1]) count--;
  out.count = count;
  if (!findSense(out) && !(takeHull(out) && findSense(out))) wrong(name, 'be convex', value, RangeError);
}

/**
 * Finds the sense of rotation; false if the polygon is not convex: if it turns both ways, turns back on itself, or goes around more than
 * once. Only signs of determinants and comparisons of coordinates decide, so the answer is exact.
 */
function findSense(polygon: Polygon2): boolean {
  const { xy, count } = polygon;
  polygon.sense = 0;
  let turnsBack = false;
  let reversals = 0;
  for (let i = 0; i < count; i++) {
    const p = 2 * i;
    const q = 2 * ((i + 1) % count);
    const r = 2 * ((i + 2) % count);
    const turn = Math.sign(areaInPlane(xy, p, q, xy, r));
    // Along a line, and around a convex polygon once, coordinates grow and shrink in turns: twice in all.
    const isReversed = isAfter(xy, q, p) !== isAfter(xy, r, q);
    if (isReversed) reversals++;
    if (turn === 0) {
      if (isReversed) turnsBack = true;
    } else if (turn === -polygon.sense) return false;
    else polygon.sense = turn;
  }
  return polygon.sense === 0 || (!turnsBack && reversals === 2);
}

/**
 * Replaces a polygon by the hull of its corners (A. M. Andrew, "Another Efficient Algorithm for Convex Hulls in Two Dimensions", 1979);
 * false if it differs by more than rounding: if a corner is inside, or the way around is longer, as any other order of corners is. The
 * hull of points on a line is the segment between the outer ones.
 */
function takeHull(polygon: Polygon2): boolean {
  const { xy, hull, sorted, count } = polygon;
  const length = perimeter(xy, count);
  // From left to right, by insertion: the lists are short, and few come here.
  for (let i = 0; i < 2 * count; i += 2) {
    const x = xy[i];
    const y = xy[i + 1];
    let j = i;
    for (; j > 0 && (x < sorted[j - 2] || (x === sorted[j - 2] && y < sorted[j - 1])); j -= 2)
      sorted.copyWithin(j, j - 2, j);
    sorted[j] = x;
    sorted[j + 1] = y;
  }
  // The lower chain from left to right, then the upper one back.
  let end = 0;
  for (let pass = 0; pass < 2; pass++) {
    const bottom = end;
    for (let n = 0; n < count; n++) {
      const i = 2 * (pass === 0 ? n : count - 1 - n);
      while (end >= bottom + 4 && areaInPlane(hull, end - 4, end - 2, sorted, i) <= 0) end -= 2;
      hull[end] = sorted[i];
      hull[end + 1] = sorted[i + 1];
      end += 2;
    }
    // The last corner of a chain is the first of the other.
    end -= 2;
  }
  polygon.count = end / 2;
  for (let i = 0; i < 2 * count; i += 2) {
    let depth = Infinity;
    for (let p = 0; p < end; p += 2) {
      const q = (p + 2) % end;
      const side = Math.max(Math.abs(hull[q] - hull[p]), Math.abs(hull[q + 1] - hull[p + 1]));
      depth = Math.min(depth, Math.abs(areaInPlane(hull, p, q, xy, i)) / side);
    }
    if (depth > POLYGON2_INSIDE * length) return false;
  }
  polygon.xy = hull;
  polygon.hull = xy;
  const around = perimeter(hull, polygon.count);
  // Points that are on a line but for rounding are a segment in any order, as those are that are on it exactly.
  return (
    length <= (1 + POLYGON2_LONGER) * around || twiceArea(hull, polygon.count) <= POLYGON2_INSIDE * around * around
  );
}

/** Of a hull, as its corners are seen from the first. */
function twiceArea(xy: Float64Array, count: number): number {
  let sum = 0;
  for (let i = 2; i < 2 * count - 2; i += 2)
    sum += (xy[i] - xy[0]) * (xy[i + 3] - xy[1]) - (xy[i + 1] - xy[1]) * (xy[i + 2] - xy[0]);
  return Math.abs(sum);
}

function perimeter(xy: Float64Array, count: number): number {
  let length = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const j = (i + 2) % (2 * count);
    const x = xy[j] - xy[i];
    const y = xy[j + 1] - xy[i + 1];
    length += Math.sqrt(x * x + y * y);
  }
  return length;
}

/** Whether a corner is right of another one, or above it. */
function isAfter(xy: Float64Array, a: number, b: number): boolean {
  return xy[a] > xy[b] || (xy[a] === xy[b] && xy[a + 1] > xy[b + 1]);
}
