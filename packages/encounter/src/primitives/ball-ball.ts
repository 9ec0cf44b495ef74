/**
 * Whether two balls have a point in common, decided exactly: |cA − cB|² ≤ (rA + rB)² (§3.1.1, slide 11-115). A point is a ball of
 * radius zero, and a box meets a ball where its point nearest to the ball's centre does.
 */
import { PRODUCTS_ROUNDING } from '../tolerances.ts';
import { add, addProduct, difference, type Expansion, expansion, signOf } from './exact.ts';

/** For balls a and b of four numbers each: x, y, z, radius. Touching counts. */
export function ballsMeet(a: Float64Array, b: Float64Array): boolean {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const z = b[2] - a[2];
  const r = a[3] + b[3];
  const gap = x * x + y * y + z * z - r * r;
  const error = PRODUCTS_ROUNDING * (x * x + y * y + z * z + r * r);
  return gap < -error || (!(gap > error) && exactlyMeet(a, b));
}

const side: Expansion = /* #__PURE__ */ expansion(2);
const sum: Expansion = /* #__PURE__ */ expansion(32);

function exactlyMeet(a: Float64Array, b: Float64Array): boolean {
  sum[0] = 0;
  for (let i = 0; i < 3; i++) addProduct(sum, difference(side, b, i, a, i), side, 1);
  side[0] = 0;
  add(add(side, a, 3, 1), b, 3, 1);
  return signOf(addProduct(sum, side, side, -1)) <= 0;
}
