/**
 * A point and a cylinder: in the half plane through the axis and the point, the cylinder is a rectangle (§3, in two
 * dimensions). On the axis the half plane is that of +x. Radius and height may be zero.
 */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import type { CylinderShape } from '../../shapes/cylinder.ts';
import { measure } from './frame.ts';

export function pointCylinder(cso: Cso, out: Proximity): boolean {
  const { baseRadius: r, halfHeight: h } = cso.shapeA as CylinderShape;
  const { normal, pointA } = out;
  const { x, y, z } = pointA.copy(cso.t);
  const rho = Math.sqrt(x * x + z * z);
  const ux = rho > 0 ? x / rho : 1;
  const uz = rho > 0 ? z / rho : 0;
  const beyondSide = rho - r;
  const beyondCap = Math.abs(y) - h;
  const up = y < 0 ? -1 : 1;
  if (beyondSide > 0 || beyondCap > 0) {
    const side = Math.max(beyondSide, 0);
    const cap = Math.max(beyondCap, 0);
    normal.set(side * ux, cap * up, side * uz);
    measure(out);
    if (side > 0) {
      pointA.x = r * ux;
      pointA.z = r * uz;
    }
    if (cap > 0) pointA.y = h * up;
  } else if (beyondCap >= beyondSide) {
    out.signed = beyondCap;
    normal.set(0, up, 0);
    pointA.y = h * up;
  } else {
    out.signed = beyondSide;
    normal.set(ux, 0, uz);
    pointA.x = r * ux;
    pointA.z = r * uz;
  }
  return true;
}
