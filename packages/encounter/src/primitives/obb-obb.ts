/** Two oriented boxes, which are solid. */
import { BEYOND, POINT } from './block-segment.ts';
import { boxesMeet, depthOfBoxes } from './box-axes.ts';
import { PlainBoxPair, writeContact } from './box-pair.ts';
import { normalizeAt } from './length.ts';
import { obbAsBox, outOfObb, turnIntoObb, turnOutOfObb } from './obb-coordinates.ts';
import { readObb, writePoint } from './read.ts';
import { DEPTH, fillClosest, fillPenetration, POINT_A, POINT_B } from './results.ts';
import { nearestOfBoxSegment } from './segment-box.ts';
import type { Closest, ObbValue, Penetration } from './values.ts';

const obbA: Float64Array = /* #__PURE__ */ new Float64Array(15);
const obbB: Float64Array = /* #__PURE__ */ new Float64Array(15);
const pair: PlainBoxPair = /* #__PURE__ */ new PlainBoxPair();
const w: Float64Array = /* #__PURE__ */ new Float64Array(10);
// A point of an edge, and one of a block.
const found: Float64Array = /* #__PURE__ */ new Float64Array(6);

/** The pair in the frame of A. */
function take(valueA: ObbValue, valueB: ObbValue): void {
  readObb(valueA, obbA, 'a');
  readObb(valueB, obbB, 'b');
  const { mB, shapeA, shapeB, t } = pair;
  let size = 0;
  for (let i = 0; i < 3; i++) {
    turnIntoObb(obbA, obbB, 3 + 3 * i, mB, 3 * i);
    w[3 + i] = obbB[i] - obbA[i];
    size += Math.abs(w[3 + i]) + (obbA[12 + i] + obbB[12 + i]);
  }
  turnIntoObb(obbA, w, 3, w, 0);
  writePoint(w, 0, t);
  writePoint(obbA, 12, shapeA.half);
  writePoint(obbB, 12, shapeB.half);
  pair.size = size;
}

/**
 * Whether two oriented boxes have a point in common, to rounding (see `obb-coordinates.ts`): the 15 separating axes (§3.3.3, slides 11-84 to
 * 11-93).
 *
 * Cost: twelve dot products, then up to 15 axes, fewer than 200 operations.
 */
export function intersectsObbObb(a: ObbValue, b: ObbValue): boolean {
  take(a, b);
  return boxesMeet(pair, pair);
}

/**
 * How deep two oriented boxes overlap: the least over the 15 axes (see `box-axes.ts`). Null where they are apart, to rounding.
 *
 * Cost: twelve dot products, 15 axes, and clipping a face.
 */
export function penetrationObbObb(a: ObbValue, b: ObbValue, out?: Penetration): Penetration | null {
  take(a, b);
  if (!depthOfBoxes(pair, pair)) return null;
  writeContact(pair, w);
  turnOutOfObb(obbA, w, 0, w, 0);
  outOfObb(obbA, w, POINT_A, w, POINT_A);
  for (let i = 0; i < 3; i++) w[POINT_B + i] = w[POINT_A + i] - w[DEPTH] * w[i];
  return fillPenetration(w, out);
}

const block: Float64Array = /* #__PURE__ */ new Float64Array(6);
const edge: Float64Array = /* #__PURE__ */ new Float64Array(6);
const problem: Float64Array = /* #__PURE__ */ new Float64Array(20);
// The other box in the frame of the block: centre, axes, half extents.
const other: Float64Array = /* #__PURE__ */ new Float64Array(15);
// The least distance, and the points of A and B.
const best: Float64Array = /* #__PURE__ */ new Float64Array(7);

/**
 * The nearest points of two oriented boxes and their distance, which is 0 exactly where `intersectsObbObb` says so.
 *
 * Of all pairs of nearest points one has a point on an edge, and so has a point that both have in common: each of the 24 edges against
 * the other box (see `block-segment.ts`), but for those whose own boxes are farther away than what was found.
 *
 * Cost: as `intersectsObbObb`, then up to 24 edges of which about five are searched.
 */
export function closestObbObb(a: ObbValue, b: ObbValue, out?: Closest): Closest {
  take(a, b);
  const meet = boxesMeet(pair, pair);
  const { mB: m, t } = pair;
  best[0] = Infinity;
  // Edges of B in the frame of A.
  obbAsBox(obbA, block);
  other[0] = t.x;
  other[1] = t.y;
  other[2] = t.z;
  for (let i = 12; i < 15; i++) other[i] = obbB[i];
  for (let i = 0; i < 9; i++) other[3 + i] = m[i];
  if (nearestEdge()) {
    outOfObb(obbA, found, 0, best, 4);
    outOfObb(obbA, found, 3, best, 1);
  }
  // Edges of A in the frame of B.
  obbAsBox(obbB, block);
  for (let i = 0; i < 3; i++) {
    other[i] = -(m[3 * i] * t.x + m[3 * i + 1] * t.y + m[3 * i + 2] * t.z);
    other[12 + i] = obbA[12 + i];
    for (let j = 0; j < 3; j++) other[3 + 3 * j + i] = m[3 * i + j];
  }
  if (nearestEdge()) {
    outOfObb(obbB, found, 0, best, 1);
    outOfObb(obbB, found, 3, best, 4);
  }
  best[0] = meet ? 0 : Math.max(best[0], Number.MIN_VALUE);
  if (meet) for (let i = 1; i < 4; i++) best[3 + i] = best[i];
  return fillClosest(best, out);
}

/**
 * Whether an edge of `other` is nearer to the block than best[0], which it then becomes; found[0…2] is the point of the edge and
 * found[3…5] that of the block.
 */
function nearestEdge(): boolean {
  let nearer = false;
  for (let e = 0; e < 12; e++) {
    const j = e >> 2;
    const p = j === 2 ? 0 : j + 1;
    const q = j === 0 ? 2 : j - 1;
    const hp = (e & 1) === 0 ? other[12 + p] : -other[12 + p];
    const hq = (e & 2) === 0 ? other[12 + q] : -other[12 + q];
    const h = other[12 + j];
    let beyond = 0;
    for (let i = 0; i < 3; i++) {
      const middle = other[i] + hp * other[3 + 3 * p + i] + hq * other[3 + 3 * q + i];
      const half = h * other[3 + 3 * j + i];
      edge[i] = middle - half;
      edge[3 + i] = middle + half;
      beyond = Math.max(beyond, Math.abs(middle) - Math.abs(half) - block[3 + i]);
    }
    if (beyond >= best[0]) continue;
    nearestOfBoxSegment(edge, block, problem);
    normalizeAt(problem, BEYOND);
    const distance = problem[BEYOND + 3];
    if (distance >= best[0]) continue;
    nearer = true;
    best[0] = distance;
    for (let i = 0; i < 3; i++) {
      const x = edge[i] + problem[POINT + i];
      found[i] = x;
      found[3 + i] = Math.max(block[i], Math.min(block[3 + i], x));
    }
    if (distance === 0) return true;
  }
  return nearer;
}
