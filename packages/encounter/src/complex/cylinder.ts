import { LOCAL } from '../convex/epa.ts';
import { START } from '../convex/gjk.ts';
import { LocalMinimum } from '../convex/local-minimum.ts';
import { approach } from '../convex/start.ts';
import { putForm } from '../pairs/exact/closed-forms.ts';
import { pointCylinder } from '../pairs/exact/point-cylinder.ts';
import { CylinderShape } from '../shapes/cylinder.ts';
import { ShapeKind } from '../shapes/shape.ts';

/** A cylinder of given radius and full height around the y axis, centred on the origin. */
export class Cylinder extends CylinderShape {
  constructor(radius: number, height: number) {
    super(radius, height);
    START.approach = approach;
    LOCAL.minimum ??= new LocalMinimum();
    putForm(ShapeKind.cylinder, ShapeKind.point, pointCylinder);
  }
}
