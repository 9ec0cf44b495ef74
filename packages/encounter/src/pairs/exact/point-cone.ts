/**
 * A point and a cone: in the half plane (ρ, y) through the axis and the point, the cone is the triangle of axis, base
 * and slant. On the axis the half plane is that of +x. Radius and height may be zero.
 *
 *   e = (er, ey)  unit vector down the slant, from apex to rim
 *   s = (sr, sy)  unit outward normal of the slant
 *
 * Each test is computed relative to the corner that it is about, because no digits are lost there.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import type { ConeShape } from '../../shapes/cone.ts';

export function pointCone(cso: Cso, out: Proximity): boolean {
  const { baseRadius: r, halfHeight: h } = cso.shapeA as ConeShape;
  const { normal, pointA } = out;
  const { x, y, z } = cso.t;
  const rho = Math.sqrt(x * x + z * z);
  const ux = rho > 0 ? x / rho : 1;
  const uz = rho > 0 ? z / rho : 0;

  const slant = Math.sqrt(r * r + 4 * h * h);
  const er = slant > 0 ? r / slant : 0;
  const ey = slant > 0 ? (-2 * h) / slant : -1;
  const sr = -ey;
  const sy = er;

  const aboveApex = y - h;
  const aboveBase = y + h;
  const beyondRim = rho - r;
  const beyondSlant = y > 0 ? rho * sr + aboveApex * sy : beyondRim * sr + aboveBase * sy;

  // The nearest point (qr, qy) and the outward normal (nr, ny) there.
  let qr = 0;
  let qy = h;
  let nr = rho;
  let ny = aboveApex;
  let signed = 0;
  const atRim = aboveBase < 0 ? beyondRim > 0 : beyondRim * er + aboveBase * ey > 0;
  const atApex = rho * er + aboveApex * ey < 0;
  if (atRim || atApex) {
    if (atRim) {
      qr = r;
      qy = -h;
      nr = beyondRim;
      ny = aboveBase;
    }
    const m = Math.max(Math.abs(nr), Math.abs(ny));
    nr /= m;
    ny /= m;
    const l = Math.sqrt(nr * nr + ny * ny);
    signed = m * l;
    nr /= l;
    ny /= l;
  } else if (aboveBase < 0 || (beyondSlant <= 0 && -aboveBase >= beyondSlant)) {
    signed = -aboveBase;
    qr = rho;
    qy = -h;
    nr = 0;
    ny = -1;
  } else {
    signed = beyondSlant;
    qr = rho - beyondSlant * sr;
    qy = y - beyondSlant * sy;
    nr = sr;
    ny = sy;
  }
  out.signed = signed;
  normal.set(nr * ux, ny, nr * uz);
  pointA.set(qr * ux, qy, qr * uz);
  return true;
}
