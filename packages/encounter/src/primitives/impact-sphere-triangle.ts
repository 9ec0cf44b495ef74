import type { Vec3Input } from '../math/vec3.ts';
import { IMPACT_BALL_ROUNDING, IMPACT_BALL_STEPS } from '../tolerances.ts';
import { readPoint, readSphere, readTriangle } from './read.ts';
import type { SphereValue, TriangleValue } from './values.ts';

const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const way: Float64Array = /* #__PURE__ */ new Float64Array(3);
const corners: Float64Array = /* #__PURE__ */ new Float64Array(9);
/** The center as seen from each corner; each side, from its corner to the next; and the normal, of any length. */
const from: Float64Array = /* #__PURE__ */ new Float64Array(9);
const side: Float64Array = /* #__PURE__ */ new Float64Array(9);
const normal: Float64Array = /* #__PURE__ */ new Float64Array(3);
/** A direction to try; then the best so far, of unit length, and how far the center is beyond the triangle along it. */
const direction: Float64Array = /* #__PURE__ */ new Float64Array(3);
const plane: Float64Array = /* #__PURE__ */ new Float64Array(4);

/**
 * The first time, in [0, 1], when a ball that moves by `move` touches a triangle that stands; or null. What touches at the start gives
 * 0. The triangle may be flat; radius 0 is a moving point.
 *
 * Never late: null is a proof. The ball advances to where it would cross a plane that separates it from the triangle. That is Newton's
 * method for the distance, which is a convex function of time, and from this side it never goes beyond the root. Any plane would do for
 * the proof; the best of seven, which the face, the sides and the corners give, is that of the nearest point. So there are no cases of
 * faces, sides and corners whose borders rounding could blur. The time is early by about the time in which the gap changes by 1e-14 of
 * the largest coordinate, as seen from the triangle; and passing closer than that may count as touching. (Where squares underflow, for
 * sizes below 1e-150, it may be earlier.)
 *
 * The slides ask only a moving box against a plane (11-132); where both move, give the difference of their moves, as they say. Cost: 2
 * to 5 steps of about 150 multiplications; some 30 where the ball just grazes.
 *
 * @example
 * impactSphereTriangle({ center: [0, 3, 0], radius: 1 }, [0, -4, 0], { a: [-1, 0, -1], b: [1, 0, -1], c: [0, 0, 1] }) // 0.5, less 4e-15
 */
export function impactSphereTriangle(sphere: SphereValue, move: Vec3Input, triangle: TriangleValue): number | null {
  readSphere(sphere, ball, 'sphere');
  readPoint(move, way, 0, 'move');
  readTriangle(triangle, corners, 'triangle');
  for (let i = 0; i < 9; i++) side[i] = corners[(i + 3) % 9] - corners[i];
  for (let i = 0; i < 9; i++) corners[i] = ball[i % 3] - corners[i];
  let size = ball[3];
  for (let i = 0; i < 9; i++) size = Math.max(size, Math.abs(corners[i]) + Math.abs(way[i % 3]), Math.abs(side[i]));
  setNormal();
  const error = IMPACT_BALL_ROUNDING * size;
  let t = 0;
  for (let step = 0; step < IMPACT_BALL_STEPS; step++) {
    for (let i = 0; i < 9; i++) from[i] = corners[i] + t * way[i % 3];
    findPlane();
    const gap = plane[3] - ball[3];
    if (!(gap > 2 * error)) return t;
    const speed = plane[0] * way[0] + plane[1] * way[1] + plane[2] * way[2];
    if (!(speed < 0)) return null;
    t -= (gap - error) / speed;
    if (!(t <= 1)) return null;
  }
  return t;
}

/** The product of two sides, made perpendicular to the longest: rounding of a needle's normal then turns it about the needle only. */
function setNormal(): void {
  const nx = side[1] * side[5] - side[2] * side[4];
  const ny = side[2] * side[3] - side[0] * side[5];
  const nz = side[0] * side[4] - side[1] * side[3];
  let longest = 0;
  let s = 0;
  let at = 0;
  for (let i = 0; i < 9; i += 3) {
    const square = side[i] * side[i] + side[i + 1] * side[i + 1] + side[i + 2] * side[i + 2];
    if (!(square > longest)) continue;
    longest = square;
    at = i;
    s = (nx * side[i] + ny * side[i + 1] + nz * side[i + 2]) / square;
  }
  normal[0] = nx - s * side[at];
  normal[1] = ny - s * side[at + 1];
  normal[2] = nz - s * side[at + 2];
}

/**
 * The plane from which the center is farthest, of those that have the triangle behind them: across the normal, across the perpendicular
 * from each side, and across the way from each corner.
 */
function findPlane(): void {
  plane[3] = -Infinity;
  tryPlane(normal, 0);
  for (let i = 0; i < 9; i += 3) {
    const x = from[i];
    const y = from[i + 1];
    const z = from[i + 2];
    tryPlane(from, i);
    const dx = side[i];
    const dy = side[i + 1];
    const dz = side[i + 2];
    const dd = dx * dx + dy * dy + dz * dz;
    if (dd === 0) continue;
    let s = (x * dx + y * dy + z * dz) / dd;
    const px = x - s * dx;
    const py = y - s * dy;
    const pz = z - s * dz;
    // Once more: what rounding left along the side would tilt the plane.
    s = (px * dx + py * dy + pz * dz) / dd;
    direction[0] = px - s * dx;
    direction[1] = py - s * dy;
    direction[2] = pz - s * dz;
    tryPlane(direction, 0);
  }
}

/** Takes a direction of any length, or its opposite if that is where the center is, if it is better than the best so far. */
function tryPlane(vectors: Float64Array, at: number): void {
  let x = vectors[at];
  let y = vectors[at + 1];
  let z = vectors[at + 2];
  const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(scale > 0)) return;
  x /= scale;
  y /= scale;
  z /= scale;
  const length = Math.sqrt(x * x + y * y + z * z);
  const a = x * from[0] + y * from[1] + z * from[2];
  const b = x * from[3] + y * from[4] + z * from[5];
  const c = x * from[6] + y * from[7] + z * from[8];
  const above = Math.min(a, b, c);
  const below = -Math.max(a, b, c);
  const sign = above >= below ? 1 : -1;
  const gap = Math.max(above, below) / length;
  if (!(gap > plane[3])) return;
  plane[0] = (sign * x) / length;
  plane[1] = (sign * y) / length;
  plane[2] = (sign * z) / length;
  plane[3] = gap;
}
