import { HalfspacePair } from '../pairs/halfspace-pair.ts';
import { HalfspaceShape } from '../shapes/halfspace-shape.ts';

const PAIR: HalfspacePair = /* #__PURE__ */ new HalfspacePair();

/** All points x with normal·x ≤ offset. Unbounded: it has no support mapping, and pairs with it go by the normal. */
export class Halfspace extends HalfspaceShape {
  /** How it is tested against convex shapes. @internal */
  readonly pair: HalfspacePair = PAIR;
}
