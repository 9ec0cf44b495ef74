/** A ray and a polygon. What belongs to a polygon is said in outline.ts. */
import { DETERMINANT_ROUNDING, RAY_BEHIND, RAY_GRAZING } from '../tolerances.ts';
import { above, aboveAlong, timeAtPlane } from './determinant.ts';
import { faceNormal, OTHERS, Outline, prepareOutline, readOutline, sideOfOutline } from './outline.ts';
import { linePasses, pointInOutline, surrounds } from './outline-meets.ts';
import { largestComponent, lineMeetsEdge } from './ray-edge.ts';
import { readRay } from './read.ts';
import { fillHit } from './results.ts';
import type { Hit, PolygonValue, RayValue } from './values.ts';

const o: Outline = /* #__PURE__ */ new Outline();
/** The time of a hit, then the normal. */
const found: Float64Array = /* #__PURE__ */ new Float64Array(5);
const onEdge: Float64Array = /* #__PURE__ */ new Float64Array(2);

/**
 * Where a ray meets a polygon, or null. Two-sided. In units of the direction; a ray that starts on the polygon hits it at t = 0. One
 * in its plane hits it where it enters, and an outline on a line has the normal against the ray.
 *
 * §3.4.3, exact and watertight: signs of volumes decide, as in `rayCastTriangle`. Linear time.
 */
export function rayCastPolygon(ray: RayValue, polygon: PolygonValue, out?: Hit): Hit | null {
  const v = readOutline(polygon, 'polygon', OTHERS, o);
  readRay(ray, v, 'ray');
  return castAtOutline(v, o, out);
}

/** Where the ray from v[0…2] along v[3…5] meets a polygon, which is not prepared yet, or null. */
export function castAtOutline(v: Float64Array, o: Outline, out?: Hit): Hit | null {
  prepareOutline(v, o);
  if (!rayMeetsOutline(v, o)) return null;
  const { axis, normal } = o;
  const along = normal[0] * v[3] + normal[1] * v[4] + normal[2] * v[5];
  for (let k = 0; k < 3; k++) found[1 + k] = axis < 0 ? 0 : along > 0 ? -normal[k] : normal[k];
  return fillHit(v, found, out);
}

/** Whether the ray from v[0…2] along v[3…5] meets a polygon; writes the time to found[0]. */
function rayMeetsOutline(v: Float64Array, o: Outline): boolean {
  if (o.axis >= 0) {
    const speed = aboveAlong(v, 3, o.a, o.b, o.c);
    const side = above(v, o.a, o.b, o.c, 0);
    if (speed !== 0) {
      if (side * speed > 0) return false;
      if (side !== 0) {
        if (!linePasses(v, o, 0, 3, true)) return false;
        found[0] = timeInPlane(v, o);
        return found[0] >= 0;
      }
    }
    found[0] = 0;
    if (side === 0 && surrounds(v, o, 0)) return true;
    if (speed !== 0 || sideOfOutline(v, o, 0) !== 0) return pointInOutline(v, 0, o);
  }
  // Along the plane from outside: to the first edge.
  let first = Infinity;
  for (let b = o.from, a = o.to - 3; b < o.to; a = b, b += 3) {
    if (aboveAlong(v, 3, 0, a, b) !== 0 || !lineMeetsEdge(v, 0, 3, a, b, onEdge) || onEdge[1] < 0) continue;
    first = Math.min(first, Math.max(onEdge[0], 0));
  }
  found[0] = first;
  return first < Infinity;
}

/**
 * When a ray that passes through a polygon meets its plane; −1 if the polygon, which may be not quite flat, is behind it after all.
 *
 * Nearly in the plane rounding leaves little of that time: then it comes from exact volumes. That is all for a triangle. Of other
 * polygons points may be off the plane, and it is, or is next to, a time at which the ray, as it is seen along the axis, is inside the
 * outline.
 */
function timeInPlane(v: Float64Array, o: Outline): number {
  const { from, to, a, axis, normal } = o;
  let speed = 0;
  let height = 0;
  let rounding = 0;
  for (let k = 0; k < 3; k++) {
    speed += normal[k] * v[3 + k];
    height += normal[k] * (v[a + k] - v[k]);
    rounding += normal[3 + k] * Math.abs(v[3 + k]);
  }
  if (RAY_GRAZING * rounding < DETERMINANT_ROUNDING * Math.abs(speed)) return Math.max(0, height / speed);
  timeAtPlane(v, 0, 3, a, o.b, o.c, found);
  const time = found[0];
  if (to - from <= 9) return time;
  if (!faceNormal(v, o)) return timeAtEdge(v, o);
  const x = axis === 2 ? 0 : axis + 1;
  const y = 3 - axis - x;
  const k = largestComponent(v, 3);
  let inside = false;
  let ahead = Infinity;
  let behind = -Infinity;
  let most = 0;
  let least = Infinity;
  let p = to - 3;
  for (let q = from; q < to; p = q, q += 3) {
    const sideP = v[3 + x] * (v[p + y] - v[y]) - v[3 + y] * (v[p + x] - v[x]);
    const sideQ = v[3 + x] * (v[q + y] - v[y]) - v[3 + y] * (v[q + x] - v[x]);
    const crosses = sideP >= 0 !== sideQ >= 0;
    // A point that the ray misses least stands in for crossings that rounding hides.
    const miss = crosses ? 0 : Math.abs(sideP);
    if (miss > least) continue;
    const place = crosses ? v[p + k] + (sideP / (sideP - sideQ)) * (v[q + k] - v[p + k]) : v[p + k];
    const crossing = (place - v[k]) / v[3 + k];
    if (crosses && crossing < time) inside = !inside;
    if (miss < least) {
      ahead = Infinity;
      behind = -Infinity;
      least = miss;
    }
    most = Math.max(most, Math.abs(crossing));
    if (crossing < 0) behind = Math.max(behind, crossing);
    else if (Math.abs(crossing - time) < Math.abs(ahead - time)) ahead = crossing;
  }
  if (inside) return time;
  if (ahead < Infinity) return ahead;
  return behind < -RAY_BEHIND * most ? -1 : 0;
}

/** The same for outlines that are too narrow to have a plane: when the ray is nearest to an edge. */
function timeAtEdge(v: Float64Array, { from, to }: Outline): number {
  const k = largestComponent(v, 3);
  const x = k === 2 ? 0 : k + 1;
  const y = 3 - k - x;
  let least = Infinity;
  let nearest = 0;
  let p = to - 3;
  for (let q = from; q < to; p = q, q += 3) {
    // Sheared along the ray, which becomes the origin.
    const timeP = (v[p + k] - v[k]) / v[3 + k];
    const timeQ = (v[q + k] - v[k]) / v[3 + k];
    const px = v[p + x] - v[x] - timeP * v[3 + x];
    const py = v[p + y] - v[y] - timeP * v[3 + y];
    const ex = v[q + x] - v[x] - timeQ * v[3 + x] - px;
    const ey = v[q + y] - v[y] - timeQ * v[3 + y] - py;
    const ee = ex * ex + ey * ey;
    const part = ee > 0 ? Math.max(0, Math.min(1, -(px * ex + py * ey) / ee)) : 0;
    const miss = Math.abs(px + part * ex) + Math.abs(py + part * ey);
    if (miss >= least) continue;
    least = miss;
    nearest = timeP + part * (timeQ - timeP);
  }
  return Math.max(nearest, 0);
}
