/** A segment and a sphere, which is solid. */
import { CENTER, FROM, meetsBall, NEVER } from './moving-ball.ts';
import { readSegment, readSphere } from './read.ts';
import type { SegmentValue, SphereValue } from './values.ts';

const path: Float64Array = /* #__PURE__ */ new Float64Array(14);
const ball: Float64Array = /* #__PURE__ */ path.subarray(CENTER, CENTER + 4);
const time: Float64Array = /* #__PURE__ */ new Float64Array(2);

/**
 * Whether a segment has a point in a solid sphere (§3.1.3, Alg. 3.2, which rounds where it projects the center; here each sign is exact,
 * see `moving-ball.ts`).
 *
 * Cost: about 40 multiplications; exact arithmetic for segments that touch within rounding.
 */
export function intersectsSegmentSphere(segment: SegmentValue, sphere: SphereValue): boolean {
  readSegment(segment, path, 'segment');
  readSphere(sphere, ball, 'sphere');
  for (let i = 0; i < 3; i++) path[FROM + i] = path[i];
  return meetsBall(path, true, time) !== NEVER;
}
