/** A plane and an oriented box. */
import { TOUCH } from '../tolerances.ts';
import { unitNormal } from './plane-side.ts';
import { readObb, readPlane } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import type { ObbValue, Penetration, PlaneValue } from './values.ts';

const n: Float64Array = /* #__PURE__ */ new Float64Array(4);
const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
const w: Float64Array = /* #__PURE__ */ new Float64Array(10);
// The height of the box's center over the plane, how far the box reaches along the normal, and what counts as touching.
const height: Float64Array = /* #__PURE__ */ new Float64Array(3);

function measure(): void {
  unitNormal(n, w);
  const offset = n[3] / w[3];
  const x = w[0] * o[0];
  const y = w[1] * o[1];
  const z = w[2] * o[2];
  let reach = 0;
  for (let i = 0; i < 3; i++)
    reach += o[12 + i] * Math.abs(w[0] * o[3 + 3 * i] + w[1] * o[4 + 3 * i] + w[2] * o[5 + 3 * i]);
  height[0] = x + y + z - offset;
  height[1] = reach;
  height[2] = TOUCH * (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(offset) + (o[12] + o[13] + o[14]));
}

/**
 * Whether an oriented box touches or crosses a plane, which is a surface here, to rounding (see `obb-coordinates.ts`): the projection of the
 * box on the normal (Figure 3.5, |v|·h) against the height of its center.
 *
 * Cost: four dot products and a root.
 */
export function intersectsPlaneObb(plane: PlaneValue, obb: ObbValue): boolean {
  readPlane(plane, n, 'plane');
  readObb(obb, o, 'obb');
  measure();
  return Math.abs(height[0]) <= height[1] + height[2];
}

/**
 * How deep an oriented box is in a plane, which is solid below here: normal·x ≤ offset. The normal of the result is the plane's, of unit
 * length, and pointB is the lowest corner, or the middle of the lowest edge or face. Null for a box wholly above, to rounding.
 *
 * Cost: as `intersectsPlaneObb`, and three dot products.
 */
export function penetrationPlaneObb(plane: PlaneValue, obb: ObbValue, out?: Penetration): Penetration | null {
  readPlane(plane, n, 'plane');
  readObb(obb, o, 'obb');
  measure();
  if (height[0] > height[1] + height[2]) return null;
  w[DEPTH] = height[1] - height[0];
  for (let i = 0; i < 3; i++) w[POINT_B + i] = o[i];
  for (let i = 3; i < 12; i += 3) {
    const along = w[0] * o[i] + w[1] * o[i + 1] + w[2] * o[i + 2];
    // An axis along the plane, to rounding, is left at its middle.
    const half = Math.abs(along) <= TOUCH ? 0 : along > 0 ? -o[11 + i / 3] : o[11 + i / 3];
    for (let k = 0; k < 3; k++) w[POINT_B + k] += half * o[i + k];
  }
  for (let i = 0; i < 3; i++) w[POINT_A + i] = w[POINT_B + i] + Math.max(0, w[DEPTH]) * w[i];
  return fillPenetration(w, out);
}
