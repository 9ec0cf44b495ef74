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
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { RAY_GRAZING, RAY_ROUNDING } from '../tolerances.ts';
import { fillVector, isVector, triangleOf } from './object-vector.ts';
import { OTHERS, Outline, outlineOfTriangle } from './outline.ts';
import { castAtOutline } from './ray-polygon.ts';
import { readRay, readTriangle } from './read.ts';
import { Hit, type RayValue, type TriangleValue } from './values.ts';

const r: Float64Array = /* #__PURE__ */ new Float64Array(6);
const t: Float64Array = /* #__PURE__ */ new Float64Array(9);
const o: Outline = /* #__PURE__ */ new Outline();
const line = { from: /* #__PURE__ */ new Vec3(), direction: /* #__PURE__ */ new Vec3() };

/**
 * Where a ray meets a triangle, or null. Two-sided. In units of the direction; a ray that starts on the triangle hits it at t = 0. A
 * degenerate triangle is a segment or a point and has the normal against the ray.
 *
 * §3.4.1, exact and watertight. Constant time.
 */
export function rayCastTriangle(ray: RayValue, triangle: TriangleValue, out?: Hit): Hit | null {
  const given = ray as { readonly from?: Vec3Input; readonly origin?: Vec3Input; readonly direction?: Vec3Input };
  const from = given?.from ?? given?.origin;
  const direction = given?.direction;
  const a = triangle?.a;
  const b = triangle?.b;
  const c = triangle?.c;
  if (!(isVector(from) && isVector(direction) && isVector(a) && isVector(b) && isVector(c))) {
    readRay(ray, r, 'ray');
    readTriangle(triangle, t, 'triangle');
    fillVector(r, 0, line.from);
    fillVector(r, 3, line.direction);
    return rayCastTriangle(line, triangleOf(t), out);
  }
  const dx = direction.x;
  const dy = direction.y;
  const dz = direction.z;
  const ex = b.x - a.x;
  const ey = b.y - a.y;
  const ez = b.z - a.z;
  const fx = c.x - a.x;
  const fy = c.y - a.y;
  const fz = c.z - a.z;
  const gx = from.x - a.x;
  const gy = from.y - a.y;
  const gz = from.z - a.z;
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const speed = dx * nx + dy * ny + dz * nz;
  const size = Math.abs(ex) + Math.abs(ey) + Math.abs(ez) + (Math.abs(fx) + Math.abs(fy) + Math.abs(fz));
  const reach = size + (Math.abs(gx) + Math.abs(gy) + Math.abs(gz));
  const long = size * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  const error = RAY_ROUNDING * long * reach;
  // What is not a number, or too large for products, fails here, too.
  if (Math.abs(speed) > error && Math.abs(speed) > RAY_GRAZING * long * size) {
    const way = speed > 0 ? 1 : -1;
    const kx = gy * dz - gz * dy;
    const ky = gz * dx - gx * dz;
    const kz = gx * dy - gy * dx;
    // The volumes of the ray with two edges; all three add up to the speed.
    const v = -way * (fx * kx + fy * ky + fz * kz);
    if (v < -error) return null;
    const w = way * (ex * kx + ey * ky + ez * kz);
    if (w < -error) return null;
    const u = way * speed - v - w;
    if (u < -error) return null;
    const height = gx * nx + gy * ny + gz * nz;
    if (u > error && v > error && w > error && Math.abs(height) > RAY_ROUNDING * size * size * reach) {
      const time = -height / speed;
      if (time < 0) return null;
      const hit = out ?? new Hit();
      const { point, normal } = hit;
      const s = -way / Math.sqrt(nx * nx + ny * ny + nz * nz);
      hit.t = time;
      point.x = from.x + time * dx;
      point.y = from.y + time * dy;
      point.z = from.z + time * dz;
      normal.x = s * nx;
      normal.y = s * ny;
      normal.z = s * nz;
      return hit;
    }
  }
  readTriangle(triangle, t, 'triangle');
  const flat = outlineOfTriangle(t, OTHERS, o);
  readRay(ray, flat, 'ray');
  return castAtOutline(flat, o, out);
}
