/** The geometry of a mesh: a box or another convex solid if it is one, otherwise a solid if it is closed, otherwise a surface. */

import { Box, VertexArray } from 'encounter';
import { judgeClosed } from 'encounter/core';
import type { Triangles } from '../model.ts';
import { boxOf } from './box-frame.ts';
import { convexHull } from './convex-mesh.ts';
import { Geometry } from './geometry.ts';
import { applyLinear, determinant, turned } from './linear.ts';
import { usedPoints } from './welded.ts';

/** Convex up to this part of the size is convex: much less than the least tolerance. */
const CONVEX_ROUNDING = 2e-10;

/** Makes the geometry of triangles under a linear map, column by column. `flip`: the map mirrors. */
export function meshGeometry(source: Triangles, linear: ArrayLike<number> | null): Geometry | null {
  const { positions, indices, segments, points } = source;
  const used = usedPoints(positions, indices, segments, points);
  if (used.points.length === 0) return null;
  const at = used.points;
  let factor = 1;
  let mirrored = false;
  let reach = 0;
  for (let i = 0; i < at.length; i++) reach = Math.max(reach, Math.abs(at[i]));
  if (linear !== null) {
    applyLinear(linear, at);
    factor = 0;
    for (let c = 0; c < 9; c += 3) factor = Math.max(factor, Math.hypot(linear[c], linear[c + 1], linear[c + 2]));
    mirrored = determinant(linear) < 0;
  }
  const rounding = reach * factor * (positions instanceof Float32Array ? 2 ** -23 : 2 ** -51);
  let { corners } = used;
  const middle = new Float64Array(3);
  const bounds = new Float64Array(3);
  for (let a = 0; a < 3; a++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = a; i < at.length; i += 3) {
      if (at[i] < low) low = at[i];
      if (at[i] > high) high = at[i];
    }
    middle[a] = low / 2 + high / 2;
    bounds[a] = high / 2 - low / 2;
    for (let i = a; i < at.length; i += 3) at[i] -= middle[a];
  }
  const extent = 2 * Math.max(bounds[0], bounds[1], bounds[2]);
  const slack = Math.max(CONVEX_ROUNDING * extent, rounding);
  const turn = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const common = { turn, middle, bounds, extent, rounding };
  const isArea = (segments === undefined || segments.length === 0) && (points === undefined || points.length === 0);
  const report = isArea && corners.length > 0 && extent > 0 ? judgeClosed(new VertexArray(at), corners) : null;
  if (report === null || !report.closed || report.volume === 0) {
    if (mirrored) corners = turned(corners);
    return new Geometry({ ...common, kind: 'surface', positions: at, corners });
  }
  // Closed and inside out, by a mirroring or by mistake.
  if (report.volume < 0) corners = turned(corners);
  const hull = convexHull(at, corners, Math.abs(report.volume), slack);
  if (hull === null) return new Geometry({ ...common, kind: 'solid', positions: at, corners });
  const box = boxOf(hull, slack);
  if (box === null) return new Geometry({ ...common, kind: 'polytope', shape: hull, positions: at, corners });
  for (let a = 0; a < 3; a++) middle[a] += box.centre[a];
  return new Geometry({
    ...common,
    kind: 'box',
    turn: box.turn,
    half: box.half,
    bounds: box.half,
    shape: new Box([2 * box.half[0], 2 * box.half[1], 2 * box.half[2]]),
  });
}
