/** Convex polygons of the plane as arguments: read into flat arrays, and refused unless they are convex, which is decided exactly. */
import { orient2d } from 'robust-predicates';
import { wrong } from '../check.ts';
import { finite, isWithin } from '../math/read.ts';
import type { Polygon2Value, Vec2Input } from './values.ts';

/** A polygon for a query. It grows as needed and is used again. */
export interface Polygon2 {
  /** x and y of each corner, in order, none twice in a row. */
  xy: Float64Array;
  count: number;
  /** 1 if the corners go around counterclockwise, −1 if clockwise, 0 if all are on one line. */
  sense: number;
}

export function polygon2(): Polygon2 {
  return { xy: new Float64Array(16), count: 0, sense: 0 };
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

/** Reads a polygon; a RangeError unless it has a corner and is convex. Repeated corners, and corners on a side, are allowed. */
export function readPolygon2(value: Polygon2Value, out: Polygon2, name: string): void {
  if (typeof value !== 'object' || typeof value?.length !== 'number') wrong(name, 'be a list of points', value);
  const { length } = value;
  if (!(length > 0)) wrong(name, 'have a point', value, RangeError);
  if (out.xy.length < 2 * length) out.xy = new Float64Array(2 * length);
  const { xy } = out;
  let count = 0;
  for (let i = 0; i < length; i++) {
    readPoint2(value[i], xy, 2 * count, name);
    if (count === 0 || xy[2 * count] !== xy[2 * count - 2] || xy[2 * count + 1] !== xy[2 * count - 1]) count++;
  }
  while (count > 1 && xy[0] === xy[2 * count - 2] && xy[1] === xy[2 * count - 1]) count--;
  out.count = count;
  if (!findSense(out)) wrong(name, 'be convex', value, RangeError);
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
    const turn = -Math.sign(orient2d(xy[p], xy[p + 1], xy[q], xy[q + 1], xy[r], xy[r + 1]));
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

/** Whether a corner is right of another one, or above it. */
function isAfter(xy: Float64Array, a: number, b: number): boolean {
  return xy[a] > xy[b] || (xy[a] === xy[b] && xy[a + 1] > xy[b + 1]);
}
