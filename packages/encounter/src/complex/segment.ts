import type { Vec3Input } from '../math/vec3.ts';
import { putSegmentForms } from '../pairs/exact/segment-forms.ts';
import { SegmentShape } from '../shapes/segment.ts';

/** The line segment between two points, which may coincide. */
export class Segment extends SegmentShape {
  constructor(p: Vec3Input, q: Vec3Input) {
    super(p, q);
    putSegmentForms();
  }
}
