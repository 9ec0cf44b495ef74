/** A ray against a box along the axes, which is solid. */
import { PRODUCTS_ROUNDING } from '../tolerances.ts';
import { add, addProduct, difference, type Expansion, expansion, signOf } from './exact.ts';
import { readBox, readPoint, readRay, writePoint } from './read.ts';
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
  const px = ax - sx;
  const py = ay - sy;
  const pz = az - sz;
  const qx = bx - sx;
  const qy = by - sy;
  const qz = bz - sz;
  // Not a number if any of them is not, or infinite. Large numbers may pass: nothing is squared here.
  const sum = px + py + pz + (qx + qy + qz) + (dx + dy + dz);
  if (
    sum - sum !== 0 ||
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
  // A zero component gives infinity, and 0·∞ on a side's plane is NaN: the comparisons below leave such a side out.
  const ix = 1 / dx;
  const iy = 1 / dy;
  const iz = 1 / dz;
  let enter = 0;
  let exit = Infinity;
  let near = 0;
  let far = 0;
  let face = INSIDE;
  let other = 0;
  if (ix >= 0) {
    near = px * ix;
    far = qx * ix;
  } else {
    near = qx * ix;
    far = px * ix;
    other = 3;
  }
  if (near > enter) {
    enter = near;
    face = other;
  }
  if (far < exit) exit = far;
  if (iy >= 0) {
    near = py * iy;
    far = qy * iy;
    other = 6;
  } else {
    near = qy * iy;
    far = py * iy;
    other = 9;
  }
  // Most rays that miss are through here. A box with min above max is missed, too, and then refused.
  if (near > MORE * exit || enter > MORE * far)
    return ax <= bx && ay <= by && az <= bz ? null : castOther(ray, box, out);
  if (near > enter) {
    enter = near;
    face = other;
  }
  if (far < exit) exit = far;
  if (iz >= 0) {
    near = pz * iz;
    far = qz * iz;
    other = 12;
  } else {
    near = qz * iz;
    far = pz * iz;
    other = 15;
  }
  if (near > enter) {
    enter = near;
    face = other;
  }
  if (far < exit) exit = far;
  if (enter > LESS * exit && (enter > MORE * exit || !meetsEdge(from, direction, min, max)))
    return ax <= bx && ay <= by && az <= bz ? null : castOther(ray, box, out);
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

const gapI: Expansion = /* #__PURE__ */ expansion(2);
const gapK: Expansion = /* #__PURE__ */ expansion(2);
const speedI: Expansion = /* #__PURE__ */ expansion(1);
const speedK: Expansion = /* #__PURE__ */ expansion(1);
const order: Expansion = /* #__PURE__ */ expansion(8);

/** Whether a ray that starts outside is in all slabs at some time, exactly: it enters no slab after it has left another. */
function meetsEdge(from: Xyz, direction: Xyz, min: Xyz, max: Xyz): boolean {
  readPoint(from, r, 0, 'ray');
  readPoint(direction, r, 3, 'ray');
  readPoint(min, b, 0, 'box');
  readPoint(max, b, 3, 'box');
  for (let i = 0; i < 3; i++) {
    const upI = r[3 + i] > 0;
    if (r[3 + i] === 0) continue;
    difference(gapI, b, upI ? i : 3 + i, r, i);
    speedI[0] = 0;
    add(speedI, r, 3 + i, 1);
    for (let k = 0; k < 3; k++) {
      if (k === i || r[3 + k] === 0) continue;
      const upK = r[3 + k] > 0;
      difference(gapK, b, upK ? 3 + k : k, r, k);
      speedK[0] = 0;
      add(speedK, r, 3 + k, 1);
      // gapI / speedI against gapK / speedK.
      order[0] = 0;
      addProduct(order, gapI, speedK, 1);
      addProduct(order, gapK, speedI, -1);
      if (signOf(order) * (upI === upK ? 1 : -1) > 0) return false;
    }
  }
  return true;
}
