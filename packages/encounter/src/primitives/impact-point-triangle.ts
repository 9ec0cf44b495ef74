import type { Vec3Input } from '../math/vec3.ts';
import { TRIANGLE } from './facet.ts';
import { firstImpact } from './impact-vertices.ts';
import { readPoint, readTriangle } from './read.ts';
import type { TriangleValue } from './values.ts';

/** Point, a, b, c at t = 0, then at t = 1. */
const v: Float64Array = /* #__PURE__ */ new Float64Array(24);
const corners: Float64Array = /* #__PURE__ */ new Float64Array(9);
/** point − a, b − a, c − a at t = 0, then at t = 1. */
const m: Float64Array = /* #__PURE__ */ new Float64Array(18);
const time: Float64Array = /* #__PURE__ */ new Float64Array(1);

/**
 * The first time, in [0, 1], when a point meets a triangle while it and the corners move on straight lines at constant speeds, from
 * their places at t = 0 to those at t = 1; or null. Touching counts: what touches at the start gives 0.
 *
 * No impact is missed and no time is late, with no tolerance: null is a proof. At the time returned the exact distance is below
 * 3.5e-14 (IMPACT_FALSE) times the longest side of the box around all eight places, and mostly far below; so passing closer than that
 * may count as touching. Triangles may be flat at some times or always.
 *
 * The texts move only rigid things (slides 11-123 to 11-133). The method, its proof and its sources are in `impact-vertices.ts`. Cost:
 * below a microsecond; up to some hundred where things graze, slide, or move in one plane.
 *
 * @example
 * impactPointTriangle([0, 1, 0], [0, -1, 0], { a: [-1, 0, -1], b: [1, 0, -1], c: [0, 0, 1] }, { a: [-1, 0, -1], b: [1, 0, -1], c: [0, 0, 1] }) // 0.5, less 2e-15
 */
export function impactPointTriangle(
  point0: Vec3Input,
  point1: Vec3Input,
  triangle0: TriangleValue,
  triangle1: TriangleValue,
): number | null {
  readPoint(point0, v, 0, 'point0');
  readPoint(point1, v, 12, 'point1');
  readTriangle(triangle0, corners, 'triangle0');
  for (let k = 0; k < 9; k++) v[k + 3] = corners[k];
  readTriangle(triangle1, corners, 'triangle1');
  for (let k = 0; k < 9; k++) v[k + 15] = corners[k];
  for (let k = 0; k < 3; k++) {
    const p0 = v[k];
    const a0 = v[k + 3];
    const b0 = v[k + 6];
    const c0 = v[k + 9];
    const p1 = v[k + 12];
    const a1 = v[k + 15];
    const b1 = v[k + 18];
    const c1 = v[k + 21];
    // All corners on one side of the point at the start and at the end: so they are in between. Most random queries end here.
    if (p0 < a0 && p0 < b0 && p0 < c0 && p1 < a1 && p1 < b1 && p1 < c1) return null;
    if (p0 > a0 && p0 > b0 && p0 > c0 && p1 > a1 && p1 > b1 && p1 > c1) return null;
    m[k] = p0 - a0;
    m[k + 3] = b0 - a0;
    m[k + 6] = c0 - a0;
    m[k + 9] = p1 - a1;
    m[k + 12] = b1 - a1;
    m[k + 15] = c1 - a1;
  }
  return firstImpact(m, v, TRIANGLE, time) ? time[0] : null;
}
