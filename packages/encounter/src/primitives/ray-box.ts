/** A ray against a box along the axes, which is solid. */
import { PRODUCTS_ROUNDING } from '../tolerances.ts';
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
 * Cost: three divisions and twelve multiplications. Reading and checking the arguments is written out here, for objects with x, y and z:
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
  // Not a number if any of them is not, or infinite. Large numbers may pass: nothing is squared here.
  const sum = sx + sy + sz + (dx + dy + dz) + (ax + ay + az) + (bx + by + bz);
  if (
    sum - sum !== 0 ||
    !(ax <= bx && ay <= by && az <= bz) ||
    (dx === 0 && dy === 0 && dz === 0) ||
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
  // When the ray enters and leaves what it has passed of the three slabs. A zero component has an infinite inverse, and 0·∞ on a side's
  // plane is NaN: the comparisons leave such a side out.
  let enter = 0;
  let exit = Infinity;
  let near = 0;
  let far = 0;
  let face = INSIDE;
  let other = 0;
  let inverse = 1 / dx;
  if (inverse >= 0) {
    near = (ax - sx) * inverse;
    far = (bx - sx) * inverse;
  } else {
    near = (bx - sx) * inverse;
    far = (ax - sx) * inverse;
    other = 3;
  }
  if (near > enter) {
    enter = near;
    face = other;
  }
  if (far < exit) exit = far;
  inverse = 1 / dy;
  if (inverse >= 0) {
    near = (ay - sy) * inverse;
    far = (by - sy) * inverse;
    other = 6;
  } else {
    near = (by - sy) * inverse;
    far = (ay - sy) * inverse;
    other = 9;
  }
  // Most rays that miss are through here.
  if (near > MORE * exit || enter > MORE * far) return null;
  if (near > enter) {
    enter = near;
    face = other;
  }
  if (far < exit) exit = far;
  inverse = 1 / dz;
  if (inverse >= 0) {
    near = (az - sz) * inverse;
    far = (bz - sz) * inverse;
    other = 12;
  } else {
    near = (bz - sz) * inverse;
    far = (az - sz) * inverse;
    other = 15;
  }
  if (near > enter) {
    enter = near;
    face = other;
  }
  if (far < exit) exit = far;
  if (enter > LESS * exit && (enter > MORE * exit || !meetsEdge(from, direction, min, max))) return null;
  // Farther away than doubles reach.
  if (enter === Infinity) return null;
  const hit = out ?? new Hit();
  const { normal, point } = hit;
  const normals = NORMALS;
  hit.t = enter;
  normal.x = normals[face];
  normal.y = normals[face + 1];
  normal.z = normals[face + 2];
  // On the box, where rounding has left it.
  const x = sx + enter * dx;
  const y = sy + enter * dy;
  const z = sz + enter * dz;
  point.x = x < ax ? ax : x > bx ? bx : x;
  point.y = y < ay ? ay : y > by ? by : y;
  point.z = z < az ? az : z > bz ? bz : z;
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
