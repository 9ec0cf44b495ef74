/**
 * Which pairs of rigid cores have a closed form: one table, keyed by both kinds. A form is written for one order; the table says
 * whether a pair must be swapped for it. The public classes of curved shapes (`complex/`) put the forms of their kinds in, so a
 * program without such shapes does not carry the forms. A kind comes with its class, so a form is there before a pair can need it.
 */
import type { ClosedForm } from '../../convex/proximity.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { pointBlock } from './point-block.ts';

/** The table has rows for all kinds, because meshes and compounds are also solved as their hulls. */
const KINDS: number = ShapeKind.compound + 1;

/** The place of a pair of kinds in the table. */
export function pairOfKinds(kindA: ShapeKind, kindB: ShapeKind): number {
  return KINDS * kindA + kindB;
}

/** A place in the table that has no form. */
export const NO_PAIR: number = KINDS * KINDS;

/** The closed form of each pair, or null where GJK solves it. Two boxes are not here: see `convex-convex.ts`. */
export const FORMS: (ClosedForm | null)[] = /* #__PURE__ */ new Array(NO_PAIR + 1).fill(null);

/** 1 where the pair must be swapped: the form takes the second shape first. */
export const SWAPPED: Uint8Array = /* #__PURE__ */ new Uint8Array(NO_PAIR + 1);

/** Sets how two kinds are solved, in either order: by a form, or if that is null by GJK with `first` first. */
export function putForm(first: ShapeKind, second: ShapeKind, form: ClosedForm | null): void {
  FORMS[pairOfKinds(second, first)] = form;
  FORMS[pairOfKinds(first, second)] = form;
  SWAPPED[pairOfKinds(second, first)] = 1;
  SWAPPED[pairOfKinds(first, second)] = 0;
}

/** The forms of points and boxes, and of points and upright segments, which are boxes without width. */
export function putBasicForms(): void {
  // A point always comes second: in the frame of the other shape it needs no rotation.
  for (let kind = 0; kind < ShapeKind.halfspace; kind++) putForm(kind as ShapeKind, ShapeKind.point, null);
  putForm(ShapeKind.box, ShapeKind.point, pointBlock);
  putForm(ShapeKind.segment, ShapeKind.point, pointBlock);
  putForm(ShapeKind.point, ShapeKind.point, pointBlock);
}
