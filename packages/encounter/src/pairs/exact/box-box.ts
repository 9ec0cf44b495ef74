/** Two boxes of the library, by the separating axes of `primitives/box-axes.ts`. */
import type { Cso } from '../../convex/cso.ts';
import type { Proximity } from '../../convex/proximity.ts';
import { boxesMeet, depthOfBoxes } from '../../primitives/box-axes.ts';
import type { BoxPair } from '../../primitives/box-pair.ts';

/** Whether two boxes have a point in common, touching included; `out` is scratch. */
export function intersectsBoxBox(cso: Cso, out: Proximity): boolean {
  return boxesMeet(cso as unknown as BoxPair, out);
}

/** Whether two boxes touch or overlap, and then their depth, normal and witness points. */
export function depthBoxBox(cso: Cso, out: Proximity): boolean {
  return depthOfBoxes(cso as unknown as BoxPair, out);
}
