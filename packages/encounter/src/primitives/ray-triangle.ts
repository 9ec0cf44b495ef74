/**
 * The ray–triangle test (§3.4.1), watertight: a ray at an edge that two triangles share hits one of them or both, and one at a
 * vertex one of those around it.
 *
 * Each edge of the triangle passes the ray on one side or the other: the sign of the volume that the two span (§3.4.2; tree/ray.ts has
 * the same for many triangles, after a shear onto the ray). In plain doubles with an error bound first; what that leaves
 * open is decided exactly, as for any polygon. So the answer is that of the triangle as it is given, whatever its neighbours are.
 *
 * Deviations from the book (Alg. 3.4, by T. Möller and B. Trumbore): no tolerance of the determinant, and a ray in the plane of the
 * triangle hits it where it enters.
 */
import { Vec3 } from '../math/vec3.ts';
import { LARGEST, RAY_GRAZING, RAY_ROUNDING } from '../tolerances.ts';
import { type ObjectVector, triangleOf } from './object-vector.ts';
import { OTHERS, Outline, outlineOfTriangle } from './outline.ts';
import { castAtOutline } from './ray-polygon.ts';
import { readRay, readTriangle, writePoint } from './read.ts';
import { Hit, type RayValue, type TriangleValue } from './values.ts';

const r: Float64Array = /* #__PURE__ */ new Float64Array(6);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
const o: Outline = /* #__PURE__ */ new Outline();
/** Above the sum of absolute components of three differences of points that are allowed, and a direction: 21 · LARGEST. */
const BEYOND_ALL: number = 25 * LARGEST;
const line = { from: /* #__PURE__ */ new Vec3(), direction: /* #__PURE__ */ new Vec3() };

/**
 * Where a ray meets a triangle, or null. Two-sided. In units of the direction; a ray that starts on the triangle hits it at t = 0. A
 * degenerate triangle is a segment or a point and has the normal against the ray.
 *
 * §3.4.1, exact and watertight. Constant time.
 */
export function rayCastTriangle(ray: RayValue, triangle: TriangleValue, out?: Hit): Hit | null {
  if (!ray || !triangle) return readAndCast(ray, triangle, out);
  const given = ray as Readonly<Record<'from' | 'origin' | 'direction', ObjectVector | undefined>>;
  const from = given.origin ?? given.from;
  const d = given.direction;
  const { a, b, c } = triangle as Readonly<Record<'a' | 'b' | 'c', ObjectVector | undefined>>;
  // Arrays are read elsewhere: where they meet objects in one place, V8 boxes the numbers.
  if (!(from && d && a && b && c) || Array.isArray(from) || Array.isArray(a)) return readAndCast(ray, triangle, out);
  const dx = d.x;
  const dy = d.y;
  const dz = d.z;
  const ox = from.x;
  const oy = from.y;
  const oz = from.z;
  const ax = a.x;
  const ay = a.y;
  const az = a.z;
  const bx = b.x;
  const by = b.y;
  const bz = b.z;
  const cx = c.x;
  const cy = c.y;
  const cz = c.z;
  // Written out: a call for each would take longer than the rest.
  if (
    !(
      typeof ox === 'number' &&
      typeof oy === 'number' &&
      typeof oz === 'number' &&
      typeof dx === 'number' &&
      typeof dy === 'number' &&
      typeof dz === 'number' &&
      typeof ax === 'number' &&
      typeof ay === 'number' &&
      typeof az === 'number' &&
      typeof bx === 'number' &&
      typeof by === 'number' &&
      typeof bz === 'number' &&
      typeof cx === 'number' &&
      typeof cy === 'number' &&
      typeof cz === 'number'
    )
  )
    return readAndCast(ray, triangle, out);
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const fx = cx - ax;
  const fy = cy - ay;
  const fz = cz - az;
  const gx = ox - ax;
  const gy = oy - ay;
  const gz = oz - az;
  // The volumes of the ray with two edges; all three add up to the speed across the plane.
  const kx = gy * dz - gz * dy;
  const ky = gz * dx - gx * dz;
  const kz = gx * dy - gy * dx;
  const v = -(fx * kx + fy * ky + fz * kz);
  const w = ex * kx + ey * ky + ez * kz;
  const size = Math.abs(ex) + Math.abs(ey) + Math.abs(ez) + (Math.abs(fx) + Math.abs(fy) + Math.abs(fz));
  const reach = size + (Math.abs(gx) + Math.abs(gy) + Math.abs(gz));
  const long = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  const span = size * reach * long;
  const error = RAY_ROUNDING * span;
  const isWithin = reach + long < BEYOND_ALL;
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const speed = dx * nx + dy * ny + dz * nz;
  const u = speed - v - w;
  // A ray whose volumes differ in sign passes by. Mostly that is clear, and this is one branch that mostly goes one way: if the positive
  // ones add up to more than two errors, and so do the negative ones, one of each is beyond its error.
  if (Math.abs(u) + Math.abs(v) + Math.abs(w) - Math.abs(speed) > 5 * error && isWithin) return null;
  const height = gx * nx + gy * ny + gz * nz;
  // Comparisons with what is not a number are false.
  if (
    !(
      Math.abs(u) > error &&
      Math.abs(v) > error &&
      Math.abs(w) > error &&
      Math.abs(speed) > RAY_GRAZING * span &&
      Math.abs(height) > RAY_ROUNDING * size * size * reach &&
      isWithin
    )
  )
    return castExactly(ray, triangle, out);
  const time = -height / speed;
  if (time < 0) return null;
  const hit = out ?? new Hit();
  const { point, normal } = hit;
  const s = (speed > 0 ? -1 : 1) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  hit.t = time;
  point.x = ox + time * dx;
  point.y = oy + time * dy;
  point.z = oz + time * dz;
  normal.x = s * nx;
  normal.y = s * ny;
  normal.z = s * nz;
  return hit;
}

function castExactly(ray: RayValue, triangle: TriangleValue, out?: Hit): Hit | null {
  readTriangle(triangle, t, 'triangle');
  const flat = outlineOfTriangle(t, OTHERS, o);
  readRay(ray, flat, 'ray');
  return castAtOutline(flat, o, out);
}

/** Reads what is not made of objects, or refuses it. */
function readAndCast(ray: RayValue, triangle: TriangleValue, out?: Hit): Hit | null {
  readRay(ray, r, 'ray');
  readTriangle(triangle, t, 'triangle');
  writePoint(r, 0, line.from);
  writePoint(r, 3, line.direction);
  return rayCastTriangle(line, triangleOf(t), out);
}
