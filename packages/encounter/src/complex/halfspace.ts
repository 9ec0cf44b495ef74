import { HalfspacePair } from '../pairs/halfspace-pair.ts';
import { HalfspaceShape } from '../shapes/halfspace-shape.ts';

const PAIR: HalfspacePair = /* #__PURE__ */ new HalfspacePair();

/** All points x with normal·x ≤ offset. It is unbounded and has no support mapping; pairs with it are solved by its normal. */
export class Halfspace extends HalfspaceShape {
  /** The functions that test it against convex shapes. @internal */
  readonly pair: HalfspacePair = PAIR;
}
