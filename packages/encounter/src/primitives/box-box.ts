/** Two boxes along the axes, which are solid. */
import type { Vec3Input } from '../math/vec3.ts';
import { PRODUCTS_ROUNDING } from '../tolerances.ts';
import { normalizeAt } from './length.ts';
import { readBox, readPoint, writePoint } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import { overlapsLater } from './slab-order.ts';
import { type BoxValue, Closest, type Penetration } from './values.ts';

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
  return boxesMeet(boxA, boxB);
}

function boxesMeet(a: Float64Array, b: Float64Array): boolean {
  return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

const gap: Float64Array = /* #__PURE__ */ new Float64Array(4);
const pA: Float64Array = /* #__PURE__ */ new Float64Array(3);
const pB: Float64Array = /* #__PURE__ */ new Float64Array(3);
const w: Float64Array = /* #__PURE__ */ new Float64Array(10);

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
  out.distance = gap[3];
  writePoint(pA, 0, out.pointA);
  writePoint(pB, 0, out.pointB);
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
  if (!boxesMeet(boxA, boxB)) return null;
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
  for (let i = 0; i < 3; i++) {
    w[i] = i !== axis ? 0 : up ? 1 : -1;
    w[POINT_A + i] = i !== axis ? middleOfShared(i) : up ? boxA[3 + i] : boxA[i];
    w[POINT_B + i] = i !== axis ? w[POINT_A + i] : up ? boxB[i] : boxB[3 + i];
  }
  w[DEPTH] = depth;
  return fillPenetration(w, out);
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
  if (boxesMeet(boxA, boxB)) return 0;
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

/** Whether the boxes come to overlap along axis i only after they have ceased to along axis k, or after t = 1 for k = −1. */
function later(i: number, k: number): boolean {
  const enter = times[i];
  const exit = k < 0 ? 1 : times[3 + k];
  if (!(enter > exit * (1 - PRODUCTS_ROUNDING))) return false;
  if (enter > exit * (1 + PRODUCTS_ROUNDING)) return true;
  return overlapsLater(boxA, boxB, moves, i, k);
}
