import { putForm } from '../pairs/exact/closed-forms.ts';
import { pointCone } from '../pairs/exact/point-cone.ts';
import { ConeShape } from '../shapes/cone.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { installCurved } from './curved.ts';

/** A cone of given base radius and full height around the y axis, apex at +height/2, base at −height/2. */
export class Cone extends ConeShape {
  constructor(radius: number, height: number) {
    super(radius, height);
    installCurved();
    putForm(ShapeKind.cone, ShapeKind.point, pointCone);
  }
}
