import { putForm } from '../pairs/exact/closed-forms.ts';
import { pointCylinder } from '../pairs/exact/point-cylinder.ts';
import { CylinderShape } from '../shapes/cylinder.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { installCurved } from './curved.ts';

/** A cylinder of given radius and full height around the y axis, centred on the origin. */
export class Cylinder extends CylinderShape {
  constructor(radius: number, height: number) {
    super(radius, height);
    installCurved();
    putForm(ShapeKind.cylinder, ShapeKind.point, pointCylinder);
  }
}
