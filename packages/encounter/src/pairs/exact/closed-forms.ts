/**
 * Which pairs of rigid cores have a closed form: one table, keyed by both kinds. A form is written for one order; the table says
 * whether a pair must be swapped for it. Forms of curved shapes are put in by their public classes (`complex/`), so that a program
 * without such shapes does not carry them: a kind comes with its class, so a form is there before a pair can need it.
 */
import type { ClosedForm } from '../../convex/proximity.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { pointBlock } from './point-block.ts';

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
export const SWAPPED: Uint8Array = /* #__PURE__ */ new Uint8Array(NO_PAIR + 1);

/** Makes a form, or GJK in this order, the way of two kinds in either order. */
export function putForm(first: ShapeKind, second: ShapeKind, form: ClosedForm | null): void {
  FORMS[pairOfKinds(second, first)] = form;
  FORMS[pairOfKinds(first, second)] = form;
  SWAPPED[pairOfKinds(second, first)] = 1;
  SWAPPED[pairOfKinds(first, second)] = 0;
}

/** The forms of points and boxes, and of points and upright segments, which are boxes without width. */
export function putBasicForms(): void {
  // A point comes second in any case: seen from the other shape it needs no rotation.
  for (let kind = 0; kind <= ShapeKind.polytope; kind++) putForm(kind as ShapeKind, ShapeKind.point, null);
  putForm(ShapeKind.box, ShapeKind.point, pointBlock);
  putForm(ShapeKind.segment, ShapeKind.point, pointBlock);
  putForm(ShapeKind.point, ShapeKind.point, pointBlock);
}
