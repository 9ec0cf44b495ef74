/** A ray against an oriented box, which is solid. */
import { intoObb, turnIntoObb, turnOutOfObb } from './obb-coordinates.ts';
import { pointInObb } from './point-obb.ts';
import { readObb, readRay } from './read.ts';
import { fillHit } from './results.ts';
import type { Hit, ObbValue, RayValue } from './values.ts';

const r: Float64Array = /* #__PURE__ */ new Float64Array(6);
const o: Float64Array = /* #__PURE__ */ new Float64Array(15);
const from: Float64Array = /* #__PURE__ */ new Float64Array(4);
const direction: Float64Array = /* #__PURE__ */ new Float64Array(3);
const p: Float64Array = /* #__PURE__ */ new Float64Array(3);
const found: Float64Array = /* #__PURE__ */ new Float64Array(5);

/**
 * Where a ray meets a solid oriented box: the slabs of §3.2.1 in the frame of the box, which are wider by rounding (see `obb-coordinates.ts`), so
 * that rays through edges and corners hit. Starting inside or on the surface: t = 0, zero normal.
 *
 * Cost: six dot products and up to six divisions.
 */
export function rayCastObb(ray: RayValue, obb: ObbValue, out?: Hit): Hit | null {
  readRay(ray, r, 'ray');
  readObb(obb, o, 'obb');
  intoObb(o, r, 0, from, 0);
  turnIntoObb(o, r, 3, direction, 0);
  let t = 0;
  let axis = -1;
  if (!pointInObb(o, from, 0)) {
    const touch = from[3];
    let exit = Infinity;
    let exact = 0;
    for (let i = 0; i < 3; i++) {
      const s = from[i];
      const d = direction[i];
      const half = o[12 + i] + touch;
      if (Math.abs(s) > half) {
        if (!(s > 0 ? d < 0 : d > 0)) return null;
        const enter = (s > 0 ? half - s : -half - s) / d;
        if (enter > t) {
          t = enter;
          axis = i;
          exact = (s > 0 ? o[12 + i] - s : -o[12 + i] - s) / d;
        }
      }
      if (d !== 0) exit = Math.min(exit, (d > 0 ? half - s : -half - s) / d);
    }
    if (!(t <= exit && t < Infinity)) return null;
    // On the box itself, not on the wider one, unless the ray leaves that first.
    if (exact <= exit) t = exact;
  }
  found[0] = t;
  for (let i = 0; i < 3; i++) p[i] = i === axis ? (direction[i] > 0 ? -1 : 1) : 0;
  turnOutOfObb(o, p, 0, found, 1);
  return fillHit(r, found, out, axis < 0);
}
