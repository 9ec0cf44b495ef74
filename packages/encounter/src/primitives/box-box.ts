/** Two boxes along the axes, which are solid. */
import type { Vec3Input } from '../math/vec3.ts';
import { PRODUCTS_ROUNDING } from '../tolerances.ts';
import { add, addProduct, difference, type Expansion, expansion, signOf } from './exact.ts';
import { normalizeAt } from './length.ts';
import { readBox, readPoint } from './read.ts';
import { type BoxValue, Closest, Penetration } from './values.ts';

const boxA: Float64Array = /* #__PURE__ */ new Float64Array(6);
const boxB: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Whether two boxes have a point in common (§3.2, by min and max, which round nothing; center and extent do). Exact.
 *
 * Cost: six comparisons.
 */
export function intersectsBoxBox(a: BoxValue, b: BoxValue): boolean {
  readBox(a, boxA, 'a');
  readBox(b, boxB, 'b');
  return boxesMeet();
}

function boxesMeet(): boolean {
  for (let i = 0; i < 3; i++) if (boxA[i] > boxB[3 + i] || boxB[i] > boxA[3 + i]) return false;
  return true;
}

const gap: Float64Array = /* #__PURE__ */ new Float64Array(4);
const pA: Float64Array = /* #__PURE__ */ new Float64Array(3);
const pB: Float64Array = /* #__PURE__ */ new Float64Array(3);

/**
 * The nearest points of two boxes and their distance, 0 exactly where `intersectsBoxBox` says so. Along an axis that they overlap on, the
 * points are in the middle of what they share.
 *
 * Cost: six comparisons and a root.
 */
export function closestBoxBox(a: BoxValue, b: BoxValue, out: Closest = new Closest()): Closest {
  readBox(a, boxA, 'a');
  readBox(b, boxB, 'b');
  for (let i = 0; i < 3; i++) {
    if (boxA[3 + i] < boxB[i]) {
      pA[i] = boxA[3 + i];
      pB[i] = boxB[i];
    } else if (boxB[3 + i] < boxA[i]) {
      pA[i] = boxA[i];
      pB[i] = boxB[3 + i];
    } else pA[i] = pB[i] = middleOfShared(i);
    gap[i] = pB[i] - pA[i];
  }
  normalizeAt(gap, 0);
  const { pointA, pointB } = out;
  out.distance = gap[3];
  pointA.x = pA[0];
  pointA.y = pA[1];
  pointA.z = pA[2];
  pointB.x = pB[0];
  pointB.y = pB[1];
  pointB.z = pB[2];
  return out;
}

/** The middle of what both boxes have along an axis. */
function middleOfShared(i: number): number {
  const low = Math.max(boxA[i], boxB[i]);
  const high = Math.min(boxA[3 + i], boxB[3 + i]);
  return low + (high - low) / 2;
}

/**
 * How deep two boxes overlap: the least of what they share along the three axes, or of the way out where one reaches beyond the other. Of
 * several as deep the first axis, and upwards. Null where they are apart, exactly.
 *
 * Cost: six comparisons and six subtractions.
 *
 * The library's boxes may be turned, so there is only the form for any orientation (`box-axes.ts`). test/primitives/basic-penetration.test.ts
 * compares the two.
 */
export function penetrationBoxBox(a: BoxValue, b: BoxValue, out?: Penetration): Penetration | null {
  readBox(a, boxA, 'a');
  readBox(b, boxB, 'b');
  if (!boxesMeet()) return null;
  let depth = Infinity;
  let axis = 0;
  let up = true;
  for (let i = 0; i < 3; i++) {
    // How far B must go up, and down.
    const above = boxA[3 + i] - boxB[i];
    const below = boxB[3 + i] - boxA[i];
    if (above < depth) {
      depth = above;
      axis = i;
      up = true;
    }
    if (below < depth) {
      depth = below;
      axis = i;
      up = false;
    }
  }
  const result = out ?? new Penetration();
  const { normal, pointA, pointB } = result;
  result.depth = depth;
  normal.x = axis === 0 ? (up ? 1 : -1) : 0;
  normal.y = axis === 1 ? (up ? 1 : -1) : 0;
  normal.z = axis === 2 ? (up ? 1 : -1) : 0;
  for (let i = 0; i < 3; i++) {
    if (i !== axis) pA[i] = pB[i] = middleOfShared(i);
    else {
      pA[i] = up ? boxA[3 + i] : boxA[i];
      pB[i] = up ? boxB[i] : boxB[3 + i];
    }
  }
  pointA.x = pA[0];
  pointA.y = pA[1];
  pointA.z = pA[2];
  pointB.x = pB[0];
  pointB.y = pB[1];
  pointB.z = pB[2];
  return result;
}

const moves: Float64Array = /* #__PURE__ */ new Float64Array(6);
// Time of entry and of exit, a lower bound of the time for each axis.
const times: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * When two boxes that move by `moveA` and `moveB` over t in [0, 1] first touch, or null (slide 11-123 ff.: moving boxes; §2.4). Along
 * each axis they overlap for an interval of time, and the boxes meet when all three do. Overlapping or touching at the start: 0. Whether
 * they meet is decided exactly: times are compared by cross-multiplication where quotients are too close. t is a lower bound of the time
 * despite rounding: never late, and early by three units in the last place at most.
 *
 * Cost: up to six divisions; exact arithmetic where the boxes meet edge to edge within rounding.
 */
export function impactBoxBox(a: BoxValue, moveA: Vec3Input, b: BoxValue, moveB: Vec3Input): number | null {
  readBox(a, boxA, 'a');
  readPoint(moveA, moves, 0, 'moveA');
  readBox(b, boxB, 'b');
  readPoint(moveB, moves, 3, 'moveB');
  if (boxesMeet()) return 0;
  let enter = 0;
  for (let i = 0; i < 3; i++) {
    const speed = moves[3 + i] - moves[i];
    // B below A, or above it, or beside.
    const apart = boxB[3 + i] < boxA[i] ? 1 : boxB[i] > boxA[3 + i] ? -1 : 0;
    if (apart !== 0 && !(apart * speed > 0)) return null;
    times[i] = apart === 0 ? 0 : (apart > 0 ? boxA[i] - boxB[3 + i] : boxA[3 + i] - boxB[i]) / speed;
    times[3 + i] = speed > 0 ? (boxA[3 + i] - boxB[i]) / speed : speed < 0 ? (boxA[i] - boxB[3 + i]) / speed : Infinity;
    enter = Math.max(enter, times[i]);
  }
  for (let i = 0; i < 3; i++) {
    if (times[i] === 0) continue;
    if (later(i, -1)) return null;
    for (let k = 0; k < 3; k++) if (k !== i && later(i, k)) return null;
  }
  return Math.min(1, enter * (1 - PRODUCTS_ROUNDING));
}

const gapI: Expansion = /* #__PURE__ */ expansion(2);
const gapK: Expansion = /* #__PURE__ */ expansion(2);
const speedI: Expansion = /* #__PURE__ */ expansion(2);
const speedK: Expansion = /* #__PURE__ */ expansion(2);
const order: Expansion = /* #__PURE__ */ expansion(16);

/** Whether the boxes come to overlap along axis i only after they have ceased to along axis k, or after t = 1 for k = −1. */
function later(i: number, k: number): boolean {
  const enter = times[i];
  const exit = k < 0 ? 1 : times[3 + k];
  if (!(enter > exit * (1 - PRODUCTS_ROUNDING))) return false;
  if (enter > exit * (1 + PRODUCTS_ROUNDING)) return true;
  // gapI / speedI against gapK / speedK, by cross-multiplication.
  const upI = moves[3 + i] > moves[i];
  difference(speedI, moves, 3 + i, moves, i);
  difference(gapI, boxA, upI ? i : 3 + i, boxB, upI ? 3 + i : i);
  order[0] = 0;
  if (k < 0) {
    for (let n = 1; n <= gapI[0]; n++) add(order, gapI, n, 1);
    for (let n = 1; n <= speedI[0]; n++) add(order, speedI, n, -1);
    return signOf(order) * (upI ? 1 : -1) > 0;
  }
  const upK = moves[3 + k] > moves[k];
  difference(speedK, moves, 3 + k, moves, k);
  difference(gapK, boxA, upK ? 3 + k : k, boxB, upK ? k : 3 + k);
  addProduct(order, gapI, speedK, 1);
  addProduct(order, gapK, speedI, -1);
  return signOf(order) * (upI === upK ? 1 : -1) > 0;
}
