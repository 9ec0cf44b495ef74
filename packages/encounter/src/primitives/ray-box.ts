/** A ray against a box along the axes, which is solid. */
import { PRODUCTS_ROUNDING, SLABS_ROUNDING } from '../tolerances.ts';
import { readBox, readPoint, readRay, writePoint } from './read.ts';
import { overlapsLater } from './slab-order.ts';
import { type BoxValue, Hit, type RayValue } from './values.ts';

/** A parameter of a slab comes from three operations that round, so two of them are certainly different outside of this factor. */
const MORE = 1 + PRODUCTS_ROUNDING;
const LESS = 1 - PRODUCTS_ROUNDING;

/** Normals of the faces, below and above along each axis, and none for a start inside. */
const NORMALS: Float64Array = /* #__PURE__ */ new Float64Array([
  -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0,
]);
const INSIDE = 18;

interface Xyz {
  readonly length?: unknown;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** What is missing reads as this, and is refused like any NaN. */
const MISSING: Xyz = { x: Number.NaN, y: Number.NaN, z: Number.NaN };

/**
 * Where a ray meets a solid box: the slabs of §3.2.1 (Alg. 3.3 as `003` has it; `000` has lost half of its loop), for rays without an
 * end. Whether it does is decided exactly: where the ray passes an edge within rounding, times are compared by cross-multiplication. So
 * rays through edges and corners hit. Starting inside or on the surface: t = 0, zero normal.
 *
 * Cost: three divisions and about twenty multiplications. Reading and checking the arguments is written out here, for objects with x, y and z:
 * what `readRay` and `readBox` store in arrays would be more than half of the time. Others take that way, and then this one.
 */
export function rayCastBox(ray: RayValue, box: BoxValue, out?: Hit): Hit | null {
  const given = (ray ?? MISSING) as { readonly from?: Xyz; readonly origin?: Xyz; readonly direction?: Xyz };
  const bounds = (box ?? MISSING) as { readonly min?: Xyz; readonly max?: Xyz };
  const from = given.from ?? given.origin ?? MISSING;
  const direction = given.direction ?? MISSING;
  const min = bounds.min ?? MISSING;
  const max = bounds.max ?? MISSING;
  // Arrays go another way before x is asked for: where numbers and undefined meet in one variable, V8 boxes the numbers.
  if (from.length === 3 || direction.length === 3 || min.length === 3 || max.length === 3)
    return castOther(ray, box, out);
  const sx = from.x;
  const sy = from.y;
  const sz = from.z;
  const dx = direction.x;
  const dy = direction.y;
  const dz = direction.z;
  const ax = min.x;
  const ay = min.y;
  const az = min.z;
  const bx = max.x;
  const by = max.y;
  const bz = max.z;
  if (
    !(ax <= bx && ay <= by && az <= bz) ||
    typeof sx !== 'number' ||
    typeof sy !== 'number' ||
    typeof sz !== 'number' ||
    typeof dx !== 'number' ||
    typeof dy !== 'number' ||
    typeof dz !== 'number' ||
    typeof ax !== 'number' ||
    typeof ay !== 'number' ||
    typeof az !== 'number' ||
    typeof bx !== 'number' ||
    typeof by !== 'number' ||
    typeof bz !== 'number'
  )
    return castOther(ray, box, out);
  if (dx === 0 || dy === 0 || dz === 0) {
    // Along a slab, and beside it: no division is needed. What is not finite is refused first.
    const sum = sx + sy + sz + (dx + dy + dz) + (ax + ay + az) + (bx + by + bz);
    if (
      sum - sum === 0 &&
      ((dx === 0 && (sx < ax || sx > bx)) || (dy === 0 && (sy < ay || sy > by)) || (dz === 0 && (sz < az || sz > bz)))
    )
      return dx === 0 && dy === 0 && dz === 0 ? castOther(ray, box, out) : null;
  } else {
    // Mostly it is clear, to rounding, whether a ray misses, and which face it hits, without asking which faces are in front: such
    // branches are guesses, and on rays in all directions wrong guesses take longer than all the rest. The ray is in a slab from c − w
    // to c + w (in units of 2t, along z of 4t); with 2·max(p, q) = p + q + |p − q| it enters the last one at `last` and leaves the first
    // one at `first`, in units of 8t. What is not finite makes this NaN or the error infinite, and then it proves nothing.
    const lx = ax - sx;
    const ly = ay - sy;
    const lz = az - sz;
    const hx = bx - sx;
    const hy = by - sy;
    const hz = bz - sz;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    const cx = (lx + hx) * ix;
    const cy = (ly + hy) * iy;
    const cz = 2 * (lz + hz) * iz;
    const wx = Math.abs((hx - lx) * ix);
    const wy = Math.abs((hy - ly) * iy);
    const wz = Math.abs(2 * (hz - lz) * iz);
    const nearX = cx - wx;
    const nearY = cy - wy;
    const nearZ = cz - wz;
    const lastXY = nearX + nearY + Math.abs(nearX - nearY);
    const firstXY = cx + wx + (cy + wy) - Math.abs(cx + wx - (cy + wy));
    const last = lastXY + nearZ + Math.abs(lastXY - nearZ);
    const first = firstXY + (cz + wz) - Math.abs(firstXY - (cz + wz));
    // The inverse of an infinite component is zero, but 0·∞ is NaN.
    const notFinite = 0 * (dx + dy + dz);
    const error = SLABS_ROUNDING * (Math.abs(cx) + wx + Math.abs(cy) + wy + Math.abs(cz) + wz) + notFinite;
    if (last - first > error || first < -error) return null;
    if (first - last > error && last > error) {
      const byX = last - 4 * nearX <= error;
      const byY = last - 4 * nearY <= error;
      const byZ = last - 2 * nearZ <= error;
      // Through one face for certain, not along an edge.
      if ((byX ? 1 : 0) + (byY ? 1 : 0) + (byZ ? 1 : 0) === 1) {
        const hit = out ?? new Hit();
        hit.t = byX ? (ix > 0 ? lx : hx) * ix : byY ? (iy > 0 ? ly : hy) * iy : (iz > 0 ? lz : hz) * iz;
        const face = byX ? (ix > 0 ? 0 : 3) : byY ? (iy > 0 ? 6 : 9) : iz > 0 ? 12 : 15;
        return fill(hit, face, from, direction, min, max);
      }
    }
  }
  return castInFull(ray, box, from, direction, min, max, out);
}

/** The same for numbers that need care: a component of the direction that is zero, a start inside, an edge within rounding. */
function castInFull(
  ray: RayValue,
  box: BoxValue,
  from: Xyz,
  direction: Xyz,
  min: Xyz,
  max: Xyz,
  out?: Hit,
): Hit | null {
  const sx = from.x;
  const sy = from.y;
  const sz = from.z;
  const dx = direction.x;
  const dy = direction.y;
  const dz = direction.z;
  const ax = min.x;
  const ay = min.y;
  const az = min.z;
  const bx = max.x;
  const by = max.y;
  const bz = max.z;
  // Not a number if any of them is not, or infinite. Large numbers may pass: nothing is squared here.
  const sum = sx + sy + sz + (dx + dy + dz) + (ax + ay + az) + (bx + by + bz);
  if (sum - sum !== 0 || (dx === 0 && dy === 0 && dz === 0)) return castOther(ray, box, out);
  let enter = 0;
  let face = INSIDE;
  // When the ray enters and leaves what it has passed of the three slabs. A zero component has an infinite inverse, and 0·∞ on a
  // side's plane is NaN: the comparisons leave such a side out.
  let exit = Infinity;
  let inverse = 1 / dx;
  let near = ((inverse >= 0 ? ax : bx) - sx) * inverse;
  let far = ((inverse >= 0 ? bx : ax) - sx) * inverse;
  if (near > enter) {
    enter = near;
    face = inverse >= 0 ? 0 : 3;
  }
  if (far < exit) exit = far;
  inverse = 1 / dy;
  near = ((inverse >= 0 ? ay : by) - sy) * inverse;
  far = ((inverse >= 0 ? by : ay) - sy) * inverse;
  // Most rays that miss are through here.
  if (near > MORE * exit || enter > MORE * far) return null;
  if (near > enter) {
    enter = near;
    face = inverse >= 0 ? 6 : 9;
  }
  if (far < exit) exit = far;
  inverse = 1 / dz;
  near = ((inverse >= 0 ? az : bz) - sz) * inverse;
  far = ((inverse >= 0 ? bz : az) - sz) * inverse;
  if (near > enter) {
    enter = near;
    face = inverse >= 0 ? 12 : 15;
  }
  if (far < exit) exit = far;
  if (enter > LESS * exit && (enter > MORE * exit || !meetsEdge(from, direction, min, max))) return null;
  // Farther away than doubles reach.
  if (enter === Infinity) return null;
  const hit = out ?? new Hit();
  hit.t = enter;
  return fill(hit, face, from, direction, min, max);
}

/** The normal of a face and the point at hit.t: on the box, where rounding has left it. */
function fill(hit: Hit, face: number, from: Xyz, direction: Xyz, min: Xyz, max: Xyz): Hit {
  const { normal, point, t } = hit;
  const normals = NORMALS;
  normal.x = normals[face];
  normal.y = normals[face + 1];
  normal.z = normals[face + 2];
  const x = from.x + t * direction.x;
  const y = from.y + t * direction.y;
  const z = from.z + t * direction.z;
  point.x = x < min.x ? min.x : x > max.x ? max.x : x;
  point.y = y < min.y ? min.y : y > max.y ? max.y : y;
  point.z = z < min.z ? min.z : z > max.z ? max.z : z;
  return hit;
}

const r: Float64Array = /* #__PURE__ */ new Float64Array(6);
const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
const rayCopy = { from: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
const boxCopy = { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } };

/** Reads what is given otherwise, or refuses it. What comes out is read by rayCastBox itself. */
function castOther(ray: RayValue, box: BoxValue, out?: Hit): Hit | null {
  readRay(ray, r, 'ray');
  readBox(box, b, 'box');
  writePoint(r, 0, rayCopy.from);
  writePoint(r, 3, rayCopy.direction);
  writePoint(b, 0, boxCopy.min);
  writePoint(b, 3, boxCopy.max);
  return rayCastBox(rayCopy, boxCopy, out);
}

// The start of the ray as a box of one point, and how it moves.
const start: Float64Array = /* #__PURE__ */ new Float64Array(6);
const moves: Float64Array = /* #__PURE__ */ new Float64Array(6);

/** Whether a ray that starts outside is in all slabs at some time, exactly: it enters no slab after it has left another. */
function meetsEdge(from: Xyz, direction: Xyz, min: Xyz, max: Xyz): boolean {
  readPoint(from, start, 0, 'ray');
  readPoint(from, start, 3, 'ray');
  readPoint(direction, moves, 3, 'ray');
  readPoint(min, b, 0, 'box');
  readPoint(max, b, 3, 'box');
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++)
      if (i !== k && moves[3 + i] !== 0 && moves[3 + k] !== 0 && overlapsLater(b, start, moves, i, k)) return false;
  return true;
}
