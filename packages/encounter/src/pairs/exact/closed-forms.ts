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

/** What serves a pair of kinds. */
export interface ClosedFormEntry {
  /** The form, or null where the pair goes through GJK but wants this order all the same. */
  readonly form: ClosedForm | null;
  /** Whether the form wants the second shape first. */
  readonly swapped: boolean;
}

/** The table has rows for all kinds: a mesh is asked about as its hull, too. */
const KINDS: number = ShapeKind.compound + 1;

/** The closed form of two kinds, or undefined. Two boxes are not here: see `box-box.ts`. */
export function closedForm(kindA: ShapeKind, kindB: ShapeKind): ClosedFormEntry | undefined {
  return TABLE[KINDS * kindA + kindB];
}

function makeTable(): readonly (ClosedFormEntry | undefined)[] {
  const table: (ClosedFormEntry | undefined)[] = new Array(KINDS * KINDS).fill(undefined);
  const put = (first: ShapeKind, second: ShapeKind, form: ClosedForm | null): void => {
    table[KINDS * second + first] = { form, swapped: true };
    table[KINDS * first + second] = { form, swapped: false };
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
  return table;
}

const TABLE: readonly (ClosedFormEntry | undefined)[] = /* #__PURE__ */ makeTable();
