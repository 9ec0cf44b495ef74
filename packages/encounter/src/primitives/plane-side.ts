/**
 * On which side of a plane a point or a ball is, decided exactly: plain doubles with a bound of their error, and where they leave it
 * open, exact arithmetic. Planes are as they were given, with a normal of any length; scaling it would round.
 */
import { PRODUCTS_ROUNDING } from '../tolerances.ts';
import { add, addProduct, type Expansion, expansion, only, round, signOf } from './exact.ts';
import { normalizeAt } from './length.ts';

const exactHeight: Expansion = /* #__PURE__ */ expansion(16);
const factor: Expansion = /* #__PURE__ */ expansion(1);
const point: Expansion = /* #__PURE__ */ expansion(2);

/** A point that does not move. */
export const AT_REST: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * The sign of normal·p − offset, for a plane of four numbers and p = p[0…2]. out[0] becomes that value and out[1] a bound of its error,
 * both in units of the normal's length.
 */
export function planeSide(plane: Float64Array, p: Float64Array, out: Float64Array): number {
  const x = plane[0] * p[0];
  const y = plane[1] * p[1];
  const z = plane[2] * p[2];
  const offset = plane[3];
  const height = x + y + z - offset;
  const error = PRODUCTS_ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(offset));
  out[0] = height;
  out[1] = error;
  return height > error ? 1 : height < -error ? -1 : exactSide(plane, p, AT_REST, out);
}

/** The same for p + move. */
export function planeSideMoved(plane: Float64Array, p: Float64Array, move: Float64Array, out: Float64Array): number {
  const x = plane[0] * (p[0] + move[0]);
  const y = plane[1] * (p[1] + move[1]);
  const z = plane[2] * (p[2] + move[2]);
  const height = x + y + z - plane[3];
  const error =
    PRODUCTS_ROUNDING *
    (Math.abs(plane[0]) * (Math.abs(p[0]) + Math.abs(move[0])) +
      Math.abs(plane[1]) * (Math.abs(p[1]) + Math.abs(move[1])) +
      Math.abs(plane[2]) * (Math.abs(p[2]) + Math.abs(move[2])) +
      Math.abs(plane[3]));
  out[0] = height;
  out[1] = error;
  return height > error ? 1 : height < -error ? -1 : exactSide(plane, p, move, out);
}

function exactSide(plane: Float64Array, p: Float64Array, move: Float64Array, out: Float64Array): number {
  round(heightExactly(plane, p, move), out, 0);
  out[1] = PRODUCTS_ROUNDING * Math.abs(out[0]);
  return signOf(exactHeight);
}

/** normal·(p + move) − offset, exactly. */
function heightExactly(plane: Float64Array, p: Float64Array, move: Float64Array): Expansion {
  exactHeight[0] = 0;
  add(exactHeight, plane, 3, -1);
  for (let i = 0; i < 3; i++) addProduct(exactHeight, only(factor, plane, i), add(only(point, p, i), move, i, 1), 1);
  return exactHeight;
}

const squared: Expansion = /* #__PURE__ */ expansion(2 * 13 * 13 + 2 * 2 * 6);
const radiusSq: Expansion = /* #__PURE__ */ expansion(2);
const normalSq: Expansion = /* #__PURE__ */ expansion(6);

/**
 * −1 or 1 for a ball, x y z and radius, that is below or above a plane and does not touch it, 0 for one that touches or crosses it, when
 * moved; `out` as for planeSide, of the centre.
 */
export function planeBall(plane: Float64Array, ball: Float64Array, move: Float64Array, out: Float64Array): number {
  const side = move === AT_REST ? planeSide(plane, ball, out) : planeSideMoved(plane, ball, move, out);
  const reach = ball[3] * Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
  const beyond = Math.abs(out[0]) - reach;
  const error = out[1] + PRODUCTS_ROUNDING * (Math.abs(out[0]) + reach);
  if (beyond > error) return side;
  if (beyond < -error) return 0;
  // |h| ≤ r·|n| by squares.
  heightExactly(plane, ball, move);
  squared[0] = 0;
  addProduct(squared, exactHeight, exactHeight, 1);
  normalSq[0] = 0;
  for (let i = 0; i < 3; i++) addProduct(normalSq, only(factor, plane, i), factor, 1);
  radiusSq[0] = 0;
  addProduct(radiusSq, only(factor, ball, 3), factor, 1);
  addProduct(squared, radiusSq, normalSq, -1);
  return signOf(squared) > 0 ? side : 0;
}

/** The unit normal of a plane into out[0…2], and the length that its normal was given with into out[3]. */
export function unitNormal(plane: Float64Array, out: Float64Array): void {
  out[0] = plane[0];
  out[1] = plane[1];
  out[2] = plane[2];
  normalizeAt(out, 0);
}

/**
 * The corner of a box, min and max, that is farthest along a plane's normal (`sign` 1) or against it (−1), into out[0…2]; along an axis
 * that the normal is perpendicular to, whichever.
 */
export function farthestCorner(plane: Float64Array, box: Float64Array, sign: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) out[i] = sign * plane[i] > 0 ? box[3 + i] : box[i];
}
