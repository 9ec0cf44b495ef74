import { putSegmentForms } from '../pairs/exact/segment-forms.ts';
import { CapsuleShape } from '../shapes/capsule.ts';

/** A segment along the y axis, `height` long and centred on the origin, swept by a ball. The caps add a radius at each end. */
export class Capsule extends CapsuleShape {
  constructor(radius: number, height: number) {
    super(radius, height);
    putSegmentForms();
  }
}
