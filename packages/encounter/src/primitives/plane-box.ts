/** A plane and a box along the axes. */
import type { Vec3Input } from '../math/vec3.ts';
import { PRODUCTS_ROUNDING } from '../tolerances.ts';
import { AT_REST, farthestCorner, planeSide, planeSideMoved, unitNormal } from './plane-side.ts';
import { readBox, readPlane, readPoint } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import type { BoxValue, Penetration, PlaneValue } from './values.ts';

const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
const corner: Float64Array = /* #__PURE__ */ new Float64Array(3);
const motion: Float64Array = /* #__PURE__ */ new Float64Array(3);
const height: Float64Array = /* #__PURE__ */ new Float64Array(2);
const w: Float64Array = /* #__PURE__ */ new Float64Array(10);

/**
 * Whether a box touches or crosses a plane, which is a surface here (slides 11-120 to 11-122). Of the eight corners that the slides ask
 * about, the lowest and the highest will do: the signs of the normal tell which they are. Exact.
 *
 * Cost: two dot products with their bounds; exact arithmetic within rounding.
 */
export function intersectsPlaneBox(plane: PlaneValue, box: BoxValue): boolean {
  readPlane(plane, n, 'plane');
  readBox(box, b, 'box');
  farthestCorner(n, b, -1, corner);
  if (planeSide(n, corner, height) > 0) return false;
  farthestCorner(n, b, 1, corner);
  return planeSide(n, corner, height) >= 0;
}

/** 1 for a box above the plane, −1 for one below, when moved; 0 where it touches or crosses it. */
function boxSide(move: Float64Array): number {
  farthestCorner(n, b, -1, corner);
  if (planeSideMoved(n, corner, move, height) > 0) return 1;
  farthestCorner(n, b, 1, corner);
  return planeSideMoved(n, corner, move, height) < 0 ? -1 : 0;
}

/**
 * How deep a box is in a plane, which is solid below here: normal·x ≤ offset. The normal of the result is the plane's, of unit length,
 * and pointB is the lowest corner, or the middle of the lowest edge or face. Null for a box wholly above; touching is decided exactly.
 *
 * Cost: a dot product with its bound, a root and some divisions.
 */
export function penetrationPlaneBox(plane: PlaneValue, box: BoxValue, out?: Penetration): Penetration | null {
  readPlane(plane, n, 'plane');
  readBox(box, b, 'box');
  farthestCorner(n, b, -1, corner);
  if (planeSide(n, corner, height) > 0) return null;
  unitNormal(n, w);
  // The length of the normal is where the depth goes.
  w[DEPTH] = -height[0] / w[3];
  for (let i = 0; i < 3; i++) {
    w[POINT_B + i] = n[i] === 0 ? b[i] + (b[3 + i] - b[i]) / 2 : corner[i];
    w[POINT_A + i] = w[POINT_B + i] + w[DEPTH] * w[i];
  }
  return fillPenetration(w, out);
}

/**
 * When a box that moves by `move` over t in [0, 1] first touches a plane, or null (slides 11-132, 11-133). The plane is a surface, as
 * there: a box comes to it from either side, with its corner nearest to the plane. In touch at the start: 0. Whether they meet is
 * decided exactly, and t is a lower bound of the time despite rounding: never late, and early by some units in the last place of the
 * heights.
 *
 * Cost: two of `intersectsPlaneBox` and a division.
 */
export function impactPlaneBox(plane: PlaneValue, box: BoxValue, move: Vec3Input): number | null {
  readPlane(plane, n, 'plane');
  readBox(box, b, 'box');
  readPoint(move, motion, 0, 'move');
  const before = boxSide(AT_REST);
  if (before === 0) return 0;
  if (boxSide(motion) === before) return null;
  farthestCorner(n, b, -before, corner);
  planeSide(n, corner, height);
  let speed = 0;
  let error = 0;
  for (let i = 0; i < 3; i++) {
    speed += n[i] * motion[i];
    error += Math.abs(n[i] * motion[i]);
  }
  const t = (Math.abs(height[0]) - height[1]) / (Math.abs(speed) + PRODUCTS_ROUNDING * error);
  return Math.max(0, Math.min(1, t * (1 - PRODUCTS_ROUNDING)));
}
