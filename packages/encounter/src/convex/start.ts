/**
 * Where GJK starts when nothing is known of a pair.
 *
 * Where both cores have a cheap nearest point (segment, box, cylinder, cone), the nearest points of the pair are found without
 * a simplex. Let F(x), for a point x of B, be the point of B nearest to the point of A nearest to x. Repeating x ← F(x) leads to
 * the nearest points (alternating projections: Cheney and Goldstein 1959), but slowly where the shapes are close or nearly parallel.
 * Newton's method for F(x) = x needs the derivative of F only, the product of those of two nearest points:
 *
 *   (I − D_B·N)·δ = F(x) − x,   N = mBᵀ·D_A·mB,   x ← x + δ
 *
 * D keeps the directions in which the point slides along its feature (1), shrinks those around an axis (the ratio of the distances
 * from it), and drops the others (0). So one step is exact for flat features, and a few are for rims. All in B's frame.
 *
 * It remains a guess: no decision rests on it. GJK takes a − b for its first point and axis. One support point of A − B
 * then proves how good it is. In 19 of 20 pairs nothing is left to do.
 */
import type { Vec3 } from '../math/vec3.ts';
import type { Box } from '../shapes/box.ts';
import type { ConeShape } from '../shapes/cone.ts';
import type { CylinderShape } from '../shapes/cylinder.ts';
import type { SegmentShape } from '../shapes/segment.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import { START_INDEPENDENT, START_MET, START_SETTLED } from '../tolerances.ts';
import type { Cso } from './cso.ts';

/** Rounds after which the points are taken as they are. Pairs that need more are few, and mostly jump between features for good. */
const MOST_ROUNDS = 8;

/** The derivatives of the nearest points of A and B: xx, xy, xz, yy, yz and zz of symmetric matrices. Nothing here nests. */
const slopeA: Float64Array = /* #__PURE__ */ new Float64Array(6);
const slopeB: Float64Array = /* #__PURE__ */ new Float64Array(6);

/**
 * Writes a − b into `axis`, where a and b are the nearest points as far as these rounds find them, and returns true. Returns false for
 * cores without a cheap nearest point, and when the two points have met. `a` becomes the point of A; `b` is scratch.
 */
export function approach(cso: Cso, axis: Vec3, a: Vec3, b: Vec3): boolean {
  const { kindA, kindB, t, mB: m } = cso;
  if (!(cso.rigidA && cso.rigidB && hasNearest(kindA) && hasNearest(kindB))) return false;
  const settled = START_SETTLED * cso.size;
  const m0 = m[0];
  const m1 = m[1];
  const m2 = m[2];
  const m3 = m[3];
  const m4 = m[4];
  const m5 = m[5];
  const m6 = m[6];
  const m7 = m[7];
  const m8 = m[8];
  const { x: tx, y: ty, z: tz } = t;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let round = 1; ; round++) {
    a.x = m0 * x + m3 * y + m6 * z + tx;
    a.y = m1 * x + m4 * y + m7 * z + ty;
    a.z = m2 * x + m5 * y + m8 * z + tz;
    nearest(kindA, cso.shapeA, a, slopeA);
    const ax = a.x - tx;
    const ay = a.y - ty;
    const az = a.z - tz;
    b.x = m0 * ax + m1 * ay + m2 * az;
    b.y = m3 * ax + m4 * ay + m5 * az;
    b.z = m6 * ax + m7 * ay + m8 * az;
    nearest(kindB, cso.shapeB, b, slopeB);
    const fx = b.x - x;
    const fy = b.y - y;
    const fz = b.z - z;
    if (round === MOST_ROUNDS || fx * fx + fy * fy + fz * fz <= settled * settled) break;
    // N, the derivative of A's nearest point in B's frame: nᵢⱼ = mᵢ·(D mⱼ) with the columns mᵢ of mB.
    const dxx = slopeA[0];
    const dxy = slopeA[1];
    const dxz = slopeA[2];
    const dyy = slopeA[3];
    const dyz = slopeA[4];
    const dzz = slopeA[5];
    const px = dxx * m0 + dxy * m1 + dxz * m2;
    const py = dxy * m0 + dyy * m1 + dyz * m2;
    const pz = dxz * m0 + dyz * m1 + dzz * m2;
    const qx = dxx * m3 + dxy * m4 + dxz * m5;
    const qy = dxy * m3 + dyy * m4 + dyz * m5;
    const qz = dxz * m3 + dyz * m4 + dzz * m5;
    const nxx = m0 * px + m1 * py + m2 * pz;
    const nxy = m3 * px + m4 * py + m5 * pz;
    const nxz = m6 * px + m7 * py + m8 * pz;
    const nyy = m3 * qx + m4 * qy + m5 * qz;
    const nyz = m6 * qx + m7 * qy + m8 * qz;
    const nzz = dxx + dyy + dzz - nxx - nyy;
    // The columns of I − D N, where D is the derivative of B's nearest point.
    const exx = slopeB[0];
    const exy = slopeB[1];
    const exz = slopeB[2];
    const eyy = slopeB[3];
    const eyz = slopeB[4];
    const ezz = slopeB[5];
    const ux = 1 - (exx * nxx + exy * nxy + exz * nxz);
    const uy = -(exy * nxx + eyy * nxy + eyz * nxz);
    const uz = -(exz * nxx + eyz * nxy + ezz * nxz);
    const vx = -(exx * nxy + exy * nyy + exz * nyz);
    const vy = 1 - (exy * nxy + eyy * nyy + eyz * nyz);
    const vz = -(exz * nxy + eyz * nyy + ezz * nyz);
    const wx = -(exx * nxz + exy * nyz + exz * nzz);
    const wy = -(exy * nxz + eyy * nyz + eyz * nzz);
    const wz = 1 - (exz * nxz + eyz * nyz + ezz * nzz);
    const cx = vy * wz - vz * wy;
    const cy = vz * wx - vx * wz;
    const cz = vx * wy - vy * wx;
    const det = ux * cx + uy * cy + uz * cz;
    if (det > START_INDEPENDENT) {
      const s = 1 / det;
      x += s * (fx * cx + fy * cy + fz * cz);
      y += s * (fx * (wy * uz - wz * uy) + fy * (wz * ux - wx * uz) + fz * (wx * uy - wy * ux));
      z += s * (fx * (uy * vz - uz * vy) + fy * (uz * vx - ux * vz) + fz * (ux * vy - uy * vx));
    } else {
      x = b.x;
      y = b.y;
      z = b.z;
    }
  }
  x = a.x - (m0 * b.x + m3 * b.y + m6 * b.z + tx);
  y = a.y - (m1 * b.x + m4 * b.y + m7 * b.z + ty);
  z = a.z - (m2 * b.x + m5 * b.y + m8 * b.z + tz);
  const met = START_MET * cso.size;
  if (!(x * x + y * y + z * z > met * met)) return false;
  axis.x = x;
  axis.y = y;
  axis.z = z;
  return true;
}

function hasNearest(kind: ShapeKind): boolean {
  return kind >= ShapeKind.segment && kind <= ShapeKind.cone;
}

/**
 * Moves p to the nearest point of a core, and writes the derivative of that to `d`. A number x is clamped to [−h, h] as
 * (|x + h| − |x − h|)/2: right to rounding, and without branches, which the processor could not predict.
 */
function nearest(kind: ShapeKind, shape: Shape, p: Vec3, d: Float64Array): void {
  const { x, y, z } = p;
  d[1] = 0;
  d[2] = 0;
  d[4] = 0;
  if (kind === ShapeKind.box) {
    const h = (shape as Box).half;
    p.x = 0.5 * (Math.abs(x + h.x) - Math.abs(x - h.x));
    p.y = 0.5 * (Math.abs(y + h.y) - Math.abs(y - h.y));
    p.z = 0.5 * (Math.abs(z + h.z) - Math.abs(z - h.z));
    d[0] = Math.abs(x) < h.x ? 1 : 0;
    d[3] = Math.abs(y) < h.y ? 1 : 0;
    d[5] = Math.abs(z) < h.z ? 1 : 0;
  } else if (kind === ShapeKind.segment) {
    const { halfHeight: h } = shape as SegmentShape;
    p.x = 0;
    p.y = 0.5 * (Math.abs(y + h) - Math.abs(y - h));
    p.z = 0;
    d[0] = 0;
    d[3] = Math.abs(y) < h ? 1 : 0;
    d[5] = 0;
  } else {
    // In the plane through the axis and p. The derivative there is rr, ry, yy, and across it the part of the distance from the axis
    // that is left.
    const { baseRadius: r, halfHeight: h } = shape as CylinderShape | ConeShape;
    const across = Math.sqrt(x * x + z * z);
    let reach = r;
    let ry = 0;
    let yy = Math.abs(y) < h ? 1 : 0;
    let rr = across < r ? 1 : 0;
    p.y = 0.5 * (Math.abs(y + h) - Math.abs(y - h));
    if (kind === ShapeKind.cone && y > -h && across * 2 * h > r * (h - y)) {
      // Above the slope from the rim (r, −h) to the apex (0, h).
      const slant = 4 * h * h + r * r;
      const along = (2 * h * (y + h) - r * (across - r)) / slant;
      const slope = 0.5 * (1 + Math.abs(along) - Math.abs(along - 1));
      const on = along > 0 && along < 1 ? 1 / slant : 0;
      reach = r * (1 - slope);
      p.y = h * (2 * slope - 1);
      rr = on * r * r;
      ry = on * -2 * h * r;
      yy = on * 4 * h * h;
    }
    const s = across > reach ? reach / across : 1;
    const ux = across > 0 ? x / across : 1;
    const uz = across > 0 ? z / across : 0;
    p.x = x * s;
    p.z = z * s;
    d[0] = rr * ux * ux + s * uz * uz;
    d[1] = ry * ux;
    d[2] = (rr - s) * ux * uz;
    d[3] = yy;
    d[4] = ry * uz;
    d[5] = rr * uz * uz + s * ux * ux;
  }
}
