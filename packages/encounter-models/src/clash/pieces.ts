/**
 * Cuts a triangle into convex pieces along the triangles of another surface that are near it, so that no piece crosses that surface:
 * - along the plane of a triangle that crosses it;
 * - along the edges of a triangle that lies in its plane, up to the tolerance.
 * A piece is then inside the other solid as a whole, outside it, or part of its surface. Cuts that would leave a strip narrower than an
 * eighth of the tolerance are not made: points of it are that near to the plane of the cut.
 */

import { crossesPlane, EDGES, isFlat, PLANE, spread } from './facets.ts';

/** The corners of a convex polygon, three numbers each. */
export type Piece = readonly number[];

/** The part of the tolerance that a piece may reach across a cut. */
const CUT_SLACK = 1 / 8;

/** The pieces of the facet of `f` at i, cut along the facets of `g` at the places given. */
export function cutFacet(
  f: Float64Array,
  i: number,
  g: Float64Array,
  places: readonly number[],
  tolerance: number,
): Piece[] {
  const slack = CUT_SLACK * tolerance;
  const pieces: Piece[] = [[f[i], f[i + 1], f[i + 2], f[i + 3], f[i + 4], f[i + 5], f[i + 6], f[i + 7], f[i + 8]]];
  for (let k = 0; k < places.length; k++) {
    const j = places[k];
    if (!isFlat(g, j)) continue;
    if (spread(f, i, g, j) <= tolerance || spread(g, j, f, i) <= tolerance) cutAlongEdges(pieces, g, j, slack);
    else if (crossesPlane(f, i, g, j, slack)) cutAlongPlane(pieces, g, j, slack);
  }
  return pieces;
}

/** Cuts the pieces that reach into a triangle of their plane along its edges. */
function cutAlongEdges(pieces: Piece[], g: Float64Array, j: number, slack: number): void {
  const count = pieces.length;
  for (let k = 0; k < count; k++) {
    if (isBeyond(pieces[k], g, j + EDGES, slack)) continue;
    for (let e = j + EDGES; e < j + EDGES + 12; e += 4) cutPiece(pieces, k, g, e, slack);
  }
}

/** Cuts the pieces that a triangle may cross along its plane, also those that only meet its edge: its neighbour may only meet it, too. */
function cutAlongPlane(pieces: Piece[], g: Float64Array, j: number, slack: number): void {
  const count = pieces.length;
  for (let k = 0; k < count; k++)
    if (!isBeyond(pieces[k], g, j + EDGES, -slack)) cutPiece(pieces, k, g, j + PLANE, slack);
}

/** Cuts a piece along a plane if it reaches beyond it on both sides by more than the slack; the part above goes to the end of the list. */
function cutPiece(pieces: Piece[], k: number, planes: Float64Array, at: number, slack: number): void {
  const piece = pieces[k];
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < piece.length; i += 3) {
    const v = x * piece[i] + y * piece[i + 1] + z * piece[i + 2] - planes[at + 3];
    if (v < low) low = v;
    if (v > high) high = v;
  }
  if (high <= slack || low >= -slack) return;
  const above: number[] = [];
  pieces[k] = split(piece, planes, at, above);
  pieces.push(above);
}

/** Whether a piece is outside one of the edges of a triangle as a whole; it may reach inside by the slack. */
function isBeyond(piece: Piece, planes: Float64Array, at: number, slack: number): boolean {
  for (let e = at; e < at + 12; e += 4) {
    const x = planes[e];
    const y = planes[e + 1];
    const z = planes[e + 2];
    const limit = planes[e + 3] - slack;
    let k = 0;
    while (k < piece.length && x * piece[k] + y * piece[k + 1] + z * piece[k + 2] >= limit) k += 3;
    if (k === piece.length) return true;
  }
  return false;
}

/** The part of a piece below a plane; adds that above to `above`. */
function split(piece: Piece, planes: Float64Array, at: number, above: number[]): Piece {
  const n = piece.length;
  const nx = planes[at];
  const ny = planes[at + 1];
  const nz = planes[at + 2];
  const offset = planes[at + 3];
  const below: number[] = [];
  let d = nx * piece[0] + ny * piece[1] + nz * piece[2] - offset;
  for (let i = 0; i < n; i += 3) {
    const j = i + 3 === n ? 0 : i + 3;
    const next = nx * piece[j] + ny * piece[j + 1] + nz * piece[j + 2] - offset;
    if (d <= 0) below.push(piece[i], piece[i + 1], piece[i + 2]);
    if (d >= 0) above.push(piece[i], piece[i + 1], piece[i + 2]);
    if ((d < 0 && next > 0) || (d > 0 && next < 0)) {
      const s = d / (d - next);
      const x = piece[i] + s * (piece[j] - piece[i]);
      const y = piece[i + 1] + s * (piece[j + 1] - piece[i + 1]);
      const z = piece[i + 2] + s * (piece[j + 2] - piece[i + 2]);
      below.push(x, y, z);
      above.push(x, y, z);
    }
    d = next;
  }
  return below;
}

/** Two halves of a piece, through the middle of its longest edge or diagonal, across it. */
export function halves(piece: Piece): readonly Piece[] {
  let best = -1;
  const cut = new Float64Array(4);
  for (let i = 0; i < piece.length; i += 3)
    for (let j = i + 3; j < piece.length; j += 3) {
      const x = piece[j] - piece[i];
      const y = piece[j + 1] - piece[i + 1];
      const z = piece[j + 2] - piece[i + 2];
      const length = x * x + y * y + z * z;
      if (length <= best) continue;
      best = length;
      cut[0] = x;
      cut[1] = y;
      cut[2] = z;
      cut[3] = (x * (piece[i] + piece[j]) + y * (piece[i + 1] + piece[j + 1]) + z * (piece[i + 2] + piece[j + 2])) / 2;
    }
  const above: number[] = [];
  return [split(piece, cut, 0, above), above];
}

/** The length of the longest edge or diagonal. */
export function diameter(piece: Piece): number {
  let best = 0;
  for (let i = 0; i < piece.length; i += 3)
    for (let j = i + 3; j < piece.length; j += 3)
      best = Math.max(best, Math.hypot(piece[j] - piece[i], piece[j + 1] - piece[i + 1], piece[j + 2] - piece[i + 2]));
  return best;
}

export function areaOf(piece: Piece): number {
  let [x, y, z] = [0, 0, 0];
  for (let k = 3; k + 5 < piece.length; k += 3) {
    const [ux, uy, uz] = [piece[k] - piece[0], piece[k + 1] - piece[1], piece[k + 2] - piece[2]];
    const [vx, vy, vz] = [piece[k + 3] - piece[0], piece[k + 4] - piece[1], piece[k + 5] - piece[2]];
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
  }
  return Math.hypot(x, y, z) / 2;
}
