/** Whether a hull is a box, and along which axes. */

import type { Polytope } from 'encounter';

/** The box that a hull is, up to the slack, or null. */
export function boxOf(
  hull: Polytope,
  slack: number,
): { turn: Float64Array; half: Float64Array; centre: Float64Array } | null {
  const v = hull.vertices;
  // Points that rounding put a little outside a face are corners of the hull, too, so count corners within the slack once.
  const corners: number[][] = [];
  for (let i = 0; i < v.length; i += 3) {
    const p = [v[i], v[i + 1], v[i + 2]];
    if (corners.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) <= 2 * slack)) continue;
    corners.push(p);
    if (corners.length > 8) return null;
  }
  if (corners.length !== 8) return null;
  const centre = Float64Array.of(0, 0, 0);
  for (const p of corners) for (let a = 0; a < 3; a++) centre[a] += p[a] / 8;
  // The three edges at the first corner are those to corners whose sum of differences is the opposite corner's.
  const o = corners[0];
  const d = corners.slice(1).map((p) => [p[0] - o[0], p[1] - o[1], p[2] - o[2]]);
  d.sort((p, q) => Math.hypot(...(p as [number, number, number])) - Math.hypot(...(q as [number, number, number])));
  for (let i = 0; i < 7; i++)
    for (let j = i + 1; j < 7; j++) {
      if (!isSquare(d[i], d[j], slack)) continue;
      for (let k = j + 1; k < 7; k++) {
        if (!isSquare(d[i], d[k], slack) || !isSquare(d[j], d[k], slack)) continue;
        const found = frameOf([d[i], d[j], d[k]], corners, centre, slack);
        if (found !== null) return found;
      }
    }
  return null;
}

/** Whether two edges are at a right angle: the end of one is off by less than the slack. */
function isSquare(p: readonly number[], q: readonly number[], slack: number): boolean {
  const dot = Math.abs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2]);
  return dot <= 4 * slack * Math.min(Math.hypot(p[0], p[1], p[2]), Math.hypot(q[0], q[1], q[2]));
}

function frameOf(
  edges: readonly (readonly number[])[],
  corners: readonly (readonly number[])[],
  centre: Float64Array,
  slack: number,
): { turn: Float64Array; half: Float64Array; centre: Float64Array } | null {
  // The longest edge has the best direction.
  const sorted = [...edges].sort((p, q) => Math.hypot(q[0], q[1], q[2]) - Math.hypot(p[0], p[1], p[2]));
  const unit = (p: readonly number[]) => {
    const length = Math.hypot(p[0], p[1], p[2]);
    return [p[0] / length, p[1] / length, p[2] / length];
  };
  const u = unit(sorted[0]);
  const along = u[0] * sorted[1][0] + u[1] * sorted[1][1] + u[2] * sorted[1][2];
  const w = unit([sorted[1][0] - along * u[0], sorted[1][1] - along * u[1], sorted[1][2] - along * u[2]]);
  let axes = [u, w, [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]]];
  axes = alongCoordinates(axes, slack / Math.hypot(...(sorted[0] as [number, number, number])));
  const half = new Float64Array(3);
  for (let a = 0; a < 3; a++) {
    let sum = 0;
    for (const p of corners) sum += Math.abs(across(p, centre, axes[a]));
    half[a] = sum / 8;
  }
  for (const p of corners)
    for (let a = 0; a < 3; a++) if (Math.abs(Math.abs(across(p, centre, axes[a])) - half[a]) > slack) return null;
  return { turn: Float64Array.from(axes.flat()), half, centre };
}

function across(p: readonly number[], centre: Float64Array, axis: readonly number[]): number {
  return (p[0] - centre[0]) * axis[0] + (p[1] - centre[1]) * axis[1] + (p[2] - centre[2]) * axis[2];
}

/** The coordinate axes if these axes are the same up to order, sign and an angle; otherwise the axes themselves. */
function alongCoordinates(axes: number[][], angle: number): number[][] {
  const near = axes.every((axis) => axis.filter((x) => Math.abs(x) > 2 * angle).length === 1);
  return near
    ? [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]
    : axes;
}
