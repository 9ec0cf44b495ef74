/**
 * Two boxes that move along the axes of both: in which order they come to overlap along the axes, and cease to, decided exactly. A ray
 * and a box are such a pair, with a point for a box.
 */
import { add, addProduct, difference, type Expansion, expansion, signOf } from './exact.ts';

const gapI: Expansion = /* #__PURE__ */ expansion(2);
const gapK: Expansion = /* #__PURE__ */ expansion(2);
const speedI: Expansion = /* #__PURE__ */ expansion(2);
const speedK: Expansion = /* #__PURE__ */ expansion(2);
const order: Expansion = /* #__PURE__ */ expansion(16);

/**
 * Whether B, which moves against A by moves[3…5] − moves[0…2], comes to overlap A along axis i only after it has ceased to along axis k, or
 * after t = 1 for k = −1. Boxes are min and max. It moves along both axes.
 */
export function overlapsLater(a: Float64Array, b: Float64Array, moves: Float64Array, i: number, k: number): boolean {
  // gapI / speedI against gapK / speedK, by cross-multiplication.
  const upI = moves[3 + i] > moves[i];
  difference(speedI, moves, 3 + i, moves, i);
  difference(gapI, a, upI ? i : 3 + i, b, upI ? 3 + i : i);
  order[0] = 0;
  let sign = upI ? 1 : -1;
  if (k < 0) {
    for (let n = 1; n <= gapI[0]; n++) add(order, gapI, n, 1);
    for (let n = 1; n <= speedI[0]; n++) add(order, speedI, n, -1);
  } else {
    const upK = moves[3 + k] > moves[k];
    difference(speedK, moves, 3 + k, moves, k);
    difference(gapK, a, upK ? 3 + k : k, b, upK ? k : 3 + k);
    addProduct(order, gapI, speedK, 1);
    addProduct(order, gapK, speedI, -1);
    if (!upK) sign = -sign;
  }
  return signOf(order) * sign > 0;
}
