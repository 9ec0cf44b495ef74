/** The closed forms of upright segments, the cores of capsules, with each other and with boxes. */
import { ShapeKind } from '../../shapes/shape.ts';
import { boxSegment } from './box-segment.ts';
import { putForm } from './closed-forms.ts';
import { segmentSegment } from './segment-segment.ts';

export function putSegmentForms(): void {
  putForm(ShapeKind.segment, ShapeKind.segment, segmentSegment);
  putForm(ShapeKind.box, ShapeKind.segment, boxSegment);
}
