/**
 * Which pairs of rigid cores have a closed form: one table, keyed by both kinds. A form is written for one order; the table says
 * whether a pair must be swapped for it.
 */
import type { ClosedForm } from '../../convex/proximity.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { boxSegment } from './box-segment.ts';
import { pointBlock } from './point-block.ts';
import { pointCone } from './point-cone.ts';
import { pointCylinder } from './point-cylinder.ts';
import { segmentSegment } from './segment-segment.ts';

/** The table has rows for all kinds: a mesh is asked about as its hull, too. */
const KINDS: number = ShapeKind.compound + 1;

/** Where the table has a pair of kinds. */
export function pairOfKinds(kindA: ShapeKind, kindB: ShapeKind): number {
  return KINDS * kindA + kindB;
}

/** Where it has nothing. */
export const NO_PAIR: number = KINDS * KINDS;

/** The closed form of each pair, or null where it goes through GJK. Two boxes are not here: see `box-box.ts`. */
export const FORMS: (ClosedForm | null)[] = /* #__PURE__ */ new Array(NO_PAIR + 1).fill(null);

/** 1 where the second shape of a pair comes first. */
export const SWAPPED: Uint8Array = /* #__PURE__ */ fillForms(/* #__PURE__ */ new Uint8Array(NO_PAIR + 1));

function fillForms(swapped: Uint8Array): Uint8Array {
  const put = (first: ShapeKind, second: ShapeKind, form: ClosedForm | null): void => {
    FORMS[pairOfKinds(second, first)] = form;
    FORMS[pairOfKinds(first, second)] = form;
    swapped[pairOfKinds(second, first)] = 1;
    swapped[pairOfKinds(first, second)] = 0;
  };
  // A point comes second in any case: seen from the other shape it needs no rotation.
  for (let kind = 0; kind <= ShapeKind.polytope; kind++) put(kind as ShapeKind, ShapeKind.point, null);
  put(ShapeKind.box, ShapeKind.point, pointBlock);
  put(ShapeKind.segment, ShapeKind.point, pointBlock);
  put(ShapeKind.cylinder, ShapeKind.point, pointCylinder);
  put(ShapeKind.cone, ShapeKind.point, pointCone);
  put(ShapeKind.point, ShapeKind.point, pointBlock);
  put(ShapeKind.box, ShapeKind.segment, boxSegment);
  put(ShapeKind.segment, ShapeKind.segment, segmentSegment);
  return swapped;
}
