/**
 * Extrusion (ISO 14772, 6.18): a cross-section in the plane of x and z, carried along a spine, scaled and turned at each of its points.
 *
 * At each point of the spine there is a frame. Its y follows the spine, its z is perpendicular to the plane of the point and its two neighbours,
 * and x = y × z. Where neighbours are on a line, z is that of the point before; on a spine that is straight throughout, the frame is that of the
 * cross-section, turned by the shortest way onto the spine.
 *
 * Deviation: where the last section coincides with the first, as in a ring, the two are joined, and the two ends, which would lie upon each other
 * inside, are left out.
 */
import type { Triangles } from '../../model.ts';
import { compact, cut } from './faces.ts';
import { flag, numbers, type VrmlNode } from './node.ts';
import type { Notes } from './notes.ts';
import { rotation } from './transform.ts';

type Vector = readonly [number, number, number];

const SQUARE = Float64Array.of(1, 1, 1, -1, -1, -1, -1, 1, 1, 1);
const UPWARD = Float64Array.of(0, 0, 0, 0, 1, 0);
/** Of a cross product, relative to its factors: what is below is the rounding of factors that are parallel. */
const PARALLEL_ROUNDING = 1e-12;

export function extrusion(node: VrmlNode, notes: Notes): Triangles {
  const spine = points(numbers(node, 'spine') ?? UPWARD);
  const section = numbers(node, 'crossSection') ?? SQUARE;
  const scales = numbers(node, 'scale') ?? Float64Array.of(1, 1);
  const turns = numbers(node, 'orientation') ?? Float64Array.of(0, 0, 1, 0);
  const corners = Math.floor(section.length / 2);
  const nothing: Triangles = { positions: new Float64Array(0), indices: new Uint32Array(0) };
  if (spine.length < 2 || corners < 2 || scales.length < 2 || turns.length < 4) {
    notes.warn(`${notes.called(node)} without spine or cross-section is left out.`);
    return nothing;
  }
  notes.expectVertices(spine.length * corners);
  notes.expectTriangles(2 * spine.length * corners);
  notes.expectCorners(corners);
  const frames = framesAlong(spine);
  const positions = new Float64Array(3 * spine.length * corners);
  for (let s = 0; s < spine.length; s++) {
    // One value serves all points of the spine; otherwise the last serves those that have none.
    const scaleAt = 2 * Math.min(s, Math.floor(scales.length / 2) - 1);
    const turnAt = 4 * Math.min(s, Math.floor(turns.length / 4) - 1);
    const turn = rotation(Array.from(turns.subarray(turnAt, turnAt + 4)));
    const { x, y, z } = frames[s];
    for (let c = 0; c < corners; c++) {
      const u = section[2 * c] * scales[scaleAt];
      const v = section[2 * c + 1] * scales[scaleAt + 1];
      const local = [0, 1, 2].map((row) => turn[row] * u + turn[row + 6] * v);
      for (let axis = 0; axis < 3; axis++)
        positions[3 * (s * corners + c) + axis] =
          spine[s][axis] + x[axis] * local[0] + y[axis] * local[1] + z[axis] * local[2];
    }
  }
  // Products of large numbers may be too large.
  if (!positions.every(Number.isFinite)) notes.fail(`a coordinate of ${notes.called(node)} is not finite.`);
  const closed = section[0] === section[2 * corners - 2] && section[1] === section[2 * corners - 1];
  return surface(node, positions, spine.length, corners, closed);
}

function surface(
  node: VrmlNode,
  positions: Float64Array,
  sections: number,
  corners: number,
  sectionIsClosed: boolean,
): Triangles {
  const around = sectionIsClosed ? corners - 1 : corners;
  let isRing = sections > 2;
  for (let c = 0; c < corners; c++) isRing &&= samePlace(positions, c, (sections - 1) * corners + c);
  const at = (s: number, c: number): number =>
    (isRing && s === sections - 1 ? 0 : s) * corners + (sectionIsClosed && c === corners - 1 ? 0 : c);
  const ccw = flag(node, 'ccw', true);
  const triangles: number[] = [];
  for (let s = 1; s < sections; s++)
    for (let c = 1; c < corners; c++) {
      const [a, b, d, e] = [at(s - 1, c - 1), at(s - 1, c), at(s, c), at(s, c - 1)];
      if (ccw) triangles.push(a, b, d, a, d, e);
      else triangles.push(a, d, b, a, e, d);
    }
  if (around >= 3 && !isRing) {
    const first = Array.from({ length: around }, (_, c) => at(0, c)).reverse();
    const last = Array.from({ length: around }, (_, c) => at(sections - 1, c));
    if (flag(node, 'beginCap', true)) for (const corner of cut(positions, [first], ccw)) triangles.push(corner);
    if (flag(node, 'endCap', true)) for (const corner of cut(positions, [last], ccw)) triangles.push(corner);
  }
  return compact(positions, triangles);
}

interface Frame {
  readonly x: Vector;
  readonly y: Vector;
  readonly z: Vector;
}

function framesAlong(spine: readonly Vector[]): Frame[] {
  const last = spine.length - 1;
  const isClosed = spine[0].every((value, axis) => value === spine[last][axis]);
  const before = (s: number): Vector => spine[s > 0 ? s - 1 : isClosed ? last - 1 : 0];
  const after = (s: number): Vector => spine[s < last ? s + 1 : isClosed ? 1 : last];
  const ys = filled(spine.map((_, s) => unit(minus(after(s), before(s)))));
  const zs = filled(spine.map((p, s) => normal(minus(after(s), p), minus(before(s), p))));
  if (zs === null) return spine.map(() => straightFrame(ys?.[0] ?? [0, 1, 0]));
  // Two neighbouring frames never face away from each other: that would turn the surface inside out in between.
  for (let s = 1; s < zs.length; s++) if (dot(zs[s], zs[s - 1]) < 0) zs[s] = [-zs[s][0], -zs[s][1], -zs[s][2]];
  return spine.map((_, s) => {
    const y = ys === null ? ([0, 1, 0] as const) : ys[s];
    const x = unit(cross(y, zs[s])) ?? [1, 0, 0];
    return { x, y, z: zs[s] };
  });
}

/** Each missing one like the one before it, those at the beginning like the first that is there; null if all are missing. */
function filled(list: readonly (Vector | null)[]): Vector[] | null {
  let known = list.find((item) => item !== null) ?? null;
  if (known === null) return null;
  return list.map((item) => {
    known = item ?? (known as Vector);
    return known;
  });
}

/** The frame (x, y, z) turned by the shortest way so that its y is that direction. */
function straightFrame(y: Vector): Frame {
  const axis: Vector = [y[2], 0, -y[0]];
  const length = Math.hypot(...axis);
  // Straight down, every way is the shortest: about x.
  const turn = rotation(length > 0 ? [...axis, Math.atan2(length, y[1])] : [1, 0, 0, y[1] < 0 ? Math.PI : 0]);
  return { x: [turn[0], turn[1], turn[2]], y, z: [turn[6], turn[7], turn[8]] };
}

function points(list: Float64Array): Vector[] {
  const found: Vector[] = [];
  for (let k = 0; k + 2 < list.length; k += 3) found.push([list[k], list[k + 1], list[k + 2]]);
  return found;
}

/** Whether two vertices are at one place. */
function samePlace(positions: Float64Array, a: number, b: number): boolean {
  for (let axis = 0; axis < 3; axis++) if (positions[3 * a + axis] !== positions[3 * b + axis]) return false;
  return true;
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: Vector): Vector | null {
  const length = Math.hypot(...v);
  return length > 0 && Number.isFinite(length) ? [v[0] / length, v[1] / length, v[2] / length] : null;
}

/** The unit normal of two directions; null if they are parallel. */
function normal(a: Vector, b: Vector): Vector | null {
  const ua = unit(a);
  const ub = unit(b);
  if (ua === null || ub === null) return null;
  const product = cross(ua, ub);
  return Math.hypot(...product) > PARALLEL_ROUNDING ? unit(product) : null;
}
