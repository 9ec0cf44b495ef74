import { LOCAL } from '../convex/epa.ts';
import { START } from '../convex/gjk.ts';
import { LocalMinimum } from '../convex/local-minimum.ts';
import { approach } from '../convex/start.ts';
import { putForm } from '../pairs/exact/closed-forms.ts';
import { pointCone } from '../pairs/exact/point-cone.ts';
import { ConeShape } from '../shapes/cone.ts';
import { ShapeKind } from '../shapes/shape.ts';

/** A cone of given base radius and full height around the y axis, apex at +height/2, base at −height/2. */
export class Cone extends ConeShape {
  constructor(radius: number, height: number) {
    super(radius, height);
    START.approach = approach;
    LOCAL.minimum ??= new LocalMinimum();
    putForm(ShapeKind.cone, ShapeKind.point, pointCone);
  }
}
