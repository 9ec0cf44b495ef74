/** A box along the axes and an oriented one, which are solid. */
import { boxesMeet, depthOfBoxes } from './box-axes.ts';
import { PlainBoxPair, writeContact } from './box-pair.ts';
import { readBox, readObb, writePoint } from './read.ts';
import { DEPTH, fillPenetration, POINT_A, POINT_B } from './results.ts';
import type { BoxValue, ObbValue, Penetration } from './values.ts';

const b: Float64Array = /* #__PURE__ */ new Float64Array(6);
const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
const w: Float64Array = /* #__PURE__ */ new Float64Array(10);
const pair: PlainBoxPair = /* #__PURE__ */ new PlainBoxPair();

/** The pair in the axes of the box, from its center; min and max are first seen from the obb, where nothing is lost far from the origin. */
function take(box: BoxValue, obb: ObbValue): void {
  readBox(box, b, 'box');
  readObb(obb, o, 'obb');
  const lx = b[0] - o[0];
  const ly = b[1] - o[1];
  const lz = b[2] - o[2];
  const hx = b[3] - o[0];
  const hy = b[4] - o[1];
  const hz = b[5] - o[2];
  const { shapeA, shapeB, t, mB } = pair;
  t.x = -(lx / 2 + hx / 2);
  t.y = -(ly / 2 + hy / 2);
  t.z = -(lz / 2 + hz / 2);
  shapeA.half.x = hx / 2 - lx / 2;
  shapeA.half.y = hy / 2 - ly / 2;
  shapeA.half.z = hz / 2 - lz / 2;
  writePoint(o, 12, shapeB.half);
  for (let i = 0; i < 9; i++) mB[i] = o[3 + i];
  const corners = Math.abs(lx) + Math.abs(ly) + Math.abs(lz) + (Math.abs(hx) + Math.abs(hy) + Math.abs(hz));
  pair.size = corners + (o[12] + o[13] + o[14]);
}

/**
 * Whether a box and an oriented box have a point in common, to rounding (see `obb-coordinates.ts`): the 15 separating axes of §3.3.3.
 *
 * Cost: up to 15 axes, fewer than 200 operations.
 */
export function intersectsBoxObb(box: BoxValue, obb: ObbValue): boolean {
  take(box, obb);
  return boxesMeet(pair, pair);
}

/**
 * How deep a box and an oriented box overlap: the least over the 15 axes (see `box-axes.ts`). Null where they are apart, to rounding.
 *
 * Cost: 15 axes, and clipping a face.
 */
export function penetrationBoxObb(box: BoxValue, obb: ObbValue, out?: Penetration): Penetration | null {
  take(box, obb);
  if (!depthOfBoxes(pair, pair)) return null;
  writeContact(pair, w);
  const { t } = pair;
  // From the center of the box. On the box, where rounding has left it.
  w[POINT_A] -= t.x;
  w[POINT_A + 1] -= t.y;
  w[POINT_A + 2] -= t.z;
  for (let i = 0; i < 3; i++) {
    w[POINT_A + i] = Math.max(b[i], Math.min(b[3 + i], o[i] + w[POINT_A + i]));
    w[POINT_B + i] = w[POINT_A + i] - w[DEPTH] * w[i];
  }
  return fillPenetration(w, out);
}
