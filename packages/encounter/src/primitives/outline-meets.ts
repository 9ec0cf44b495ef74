/** Whether points, lines and segments meet a polygon, by exact signs alone. What belongs to a polygon is said in outline.ts. */
import { above, aboveAlong, turn, turnAlong } from './determinant.ts';
import { edgesMeet, shadowsMeet } from './edge-edge.ts';
import { type Outline, sideOfOutline } from './outline.ts';
import { largestComponent, lineMeetsEdge } from './ray-edge.ts';

/** The direction of a line, and when it meets an edge. */
const way: Float64Array = /* #__PURE__ */ new Float64Array(3);
const times: Float64Array = /* #__PURE__ */ new Float64Array(2);

/** Whether a point belongs to a polygon. */
export function pointInOutline(v: Float64Array, x: number, o: Outline): boolean {
  if (o.axis >= 0 && sideOfOutline(v, o, x) !== 0) return false;
  for (let b = o.from, a = o.to - 3; b < o.to; a = b, b += 3) if (edgesMeet(v, x, x, a, b)) return true;
  return o.axis >= 0 && above(v, o.a, o.b, o.c, x) === 0 && surrounds(v, o, x);
}

/** Whether the segment from v[s] to v[t] and a polygon have a point in common. */
export function segmentMeetsOutline(v: Float64Array, s: number, t: number, o: Outline): boolean {
  if (v[s] === v[t] && v[s + 1] === v[t + 1] && v[s + 2] === v[t + 2]) return pointInOutline(v, s, o);
  if (o.axis >= 0) {
    const sideS = sideOfOutline(v, o, s);
    const sideT = sideOfOutline(v, o, t);
    if (sideS * sideT > 0) return false;
    if (sideS * sideT < 0) return linePasses(v, o, s, t, false);
  }
  // An end is level with the polygon, or nearly so.
  for (let b = o.from, a = o.to - 3; b < o.to; a = b, b += 3)
    if (above(v, s, t, a, b) === 0 && edgesMeet(v, s, t, a, b)) return true;
  if (o.axis < 0) return false;
  const sideS = above(v, o.a, o.b, o.c, s);
  const sideT = above(v, o.a, o.b, o.c, t);
  if (sideS === 0) return surrounds(v, o, s);
  if (sideT === 0) return surrounds(v, o, t);
  return sideS !== sideT && linePasses(v, o, s, t, false) && shadowMeets(v, o, s, t);
}

/**
 * Whether a segment meets a polygon as they are seen along its axis, as it must. In a polygon that is not quite flat a line that is
 * almost in its plane may seem to pass between points of the outline anywhere.
 */
function shadowMeets(v: Float64Array, o: Outline, s: number, t: number): boolean {
  for (let b = o.from, a = o.to - 3; b < o.to; a = b, b += 3) if (shadowsMeet(v, o.axis, s, t, a, b)) return true;
  return surrounds(v, o, s);
}

/** Whether a point of the plane is surrounded, or on the outline: the crossings test (Alg. 3.5), seen along the axis. */
export function surrounds(v: Float64Array, o: Outline, point: number): boolean {
  const { from, to, axis } = o;
  const x = axis === 2 ? 0 : axis + 1;
  const y = 3 - axis - x;
  const px = v[point + x];
  const py = v[point + y];
  let inside = false;
  let a = to - 3;
  for (let b = from; b < to; a = b, b += 3) {
    const ay = v[a + y];
    const by = v[b + y];
    if ((ay < py && by < py) || (ay > py && by > py)) continue;
    const side = turn(v, axis, a, b, point);
    if (side === 0) {
      // On the line of this edge: on the edge itself, or beside a level one.
      const ax = v[a + x];
      const bx = v[b + x];
      if ((ax <= px || bx <= px) && (ax >= px || bx >= px)) return true;
    } else if (ay >= py !== by >= py && side > 0 === by > ay) inside = !inside;
  }
  return inside;
}

/**
 * Whether a line that crosses the plane passes through the polygon or its outline: crossings of the outline with half of a plane
 * through the line are counted (Alg. 3.5), where the other half would do as well. The line goes from `s` to `t`, or along `t` if that
 * is a direction.
 */
export function linePasses(v: Float64Array, o: Outline, s: number, t: number, isDirection: boolean): boolean {
  const { from, to } = o;
  for (let k = 0; k < 3; k++) way[k] = isDirection ? v[t + k] : v[t + k] - v[s + k];
  // The plane contains this axis, and the line does not run along it.
  const axis = (largestComponent(way, 0) + 1) % 3;
  let inside = false;
  let a = to - 3;
  let sideA = sideOfLine(v, axis, s, t, a, isDirection);
  for (let b = from; b < to; b += 3) {
    const sideB = sideOfLine(v, axis, s, t, b, isDirection);
    if (sideA === 0 || sideA !== sideB) {
      const volume = isDirection ? aboveAlong(v, t, s, a, b) : above(v, s, t, a, b);
      if (volume === 0) {
        if (isDirection ? lineMeetsEdge(v, s, t, a, b, times) : edgesMeet(v, s, t, a, b)) return true;
      } else if (sideA >= 0 !== sideB >= 0 && volume > 0 === sideB >= 0) inside = !inside;
    }
    a = b;
    sideA = sideB;
  }
  return inside;
}

function sideOfLine(v: Float64Array, axis: number, s: number, t: number, x: number, isDirection: boolean): number {
  return isDirection ? turnAlong(v, axis, t, s, x) : turn(v, axis, s, t, x);
}
