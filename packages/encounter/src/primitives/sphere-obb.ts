/** A sphere and an oriented box, which are solid. */
import { normalizeAt } from './length.ts';
import { intoObb, obbAsBox, outOfObb, turnOutOfObb } from './obb-coordinates.ts';
import { readObb, readSphere } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import { towardsBlock } from './sphere-block.ts';
import type { ObbValue, Penetration, SphereValue } from './values.ts';

const ball: Float64Array = /* #__PURE__ */ new Float64Array(4);
const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
// The center in the frame of the box, with its rounding, and the box there.
const center: Float64Array = /* #__PURE__ */ new Float64Array(4);
const box: Float64Array = /* #__PURE__ */ new Float64Array(6);
const way: Float64Array = /* #__PURE__ */ new Float64Array(10);

/**
 * Whether a sphere and an oriented box have a point in common, to rounding (see `obb-coordinates.ts`): §3.2.2 in the frame of the box.
 *
 * Cost: three dot products, six comparisons and a root.
 */
export function intersectsSphereObb(sphere: SphereValue, obb: ObbValue): boolean {
  readSphere(sphere, ball, 'sphere');
  readObb(obb, o, 'obb');
  return sphereMeetsObb();
}

function sphereMeetsObb(): boolean {
  intoObb(o, ball, 0, center, 0);
  obbAsBox(o, box);
  for (let i = 0; i < 3; i++) way[i] = Math.max(box[i], Math.min(box[3 + i], center[i])) - center[i];
  normalizeAt(way, 0);
  return way[3] <= ball[3] + center[3];
}

/**
 * How deep a sphere and an oriented box overlap (§3.2.2 in the frame of the box). With the center in the box, the nearest face is the way
 * out; the first of several. Null where they are apart, to rounding.
 *
 * Cost: as `intersectsSphereObb`, and nine dot products.
 */
export function penetrationSphereObb(sphere: SphereValue, obb: ObbValue, out?: Penetration): Penetration | null {
  readSphere(sphere, ball, 'sphere');
  readObb(obb, o, 'obb');
  if (!sphereMeetsObb()) return null;
  towardsBlock(center, box, way);
  way[DEPTH] = ball[3] - way[DEPTH];
  turnOutOfObb(o, way, 0, way, 0);
  outOfObb(o, way, POINT_B, way, POINT_B);
  for (let i = 0; i < 3; i++) way[POINT_A + i] = ball[i] + ball[3] * way[i];
  return fillPenetration(way, out);
}
