/**
 * Cuts a triangle into convex pieces along the triangles of another surface that are near it, so that no piece crosses that surface:
 * - along the plane of a triangle that crosses it;
 * - along the edges of a triangle that lies in its plane, up to the tolerance.
 * A piece is then inside the other solid as a whole, outside it, or part of its surface. Cuts that would leave a strip narrower than an
 * eighth of the tolerance are not made: points of it are that near to the plane of the cut.
 */

/** The corners of a convex polygon, three numbers each. */
export type Piece = readonly number[];

/** The part of the tolerance that a piece may reach across a cut. */
const CUT_SLACK = 1 / 8;

export class Cutter {
  /** The unit normal of the triangle; zero if it has none. */
  readonly normal: Float64Array = new Float64Array(3);
  readonly #plane: Float64Array = new Float64Array(4);
  readonly #other: Float64Array = new Float64Array(4);

  /** The pieces of triangle p, cut along the triangles q. */
  cut(p: Float64Array, others: readonly Float64Array[], tolerance: number): Piece[] {
    const plane = this.#plane;
    const isFlat = planeOf(p, plane);
    this.normal.set(isFlat ? plane.subarray(0, 3) : [0, 0, 0]);
    const slack = CUT_SLACK * tolerance;
    let pieces: Piece[] = [Array.from(p)];
    const other = this.#other;
    for (const q of others) {
      if (!planeOf(q, other)) continue;
      if (spread(other, p) <= tolerance || (isFlat && spread(plane, q) <= tolerance))
        pieces = cutAlongEdges(pieces, q, other, slack);
      else if (crosses(other, p, slack)) pieces = cutAlongPlane(pieces, q, other, slack);
    }
    return pieces;
  }
}

/** The plane of a triangle: unit normal and offset. False if it has none. */
export function planeOf(p: Float64Array, out: Float64Array): boolean {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz);
  // Thinner than this its normal is rounding.
  if (!(length > 1e-13 * longest)) return false;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  out[3] = out[0] * p[0] + out[1] * p[1] + out[2] * p[2];
  return true;
}

/** How far the corners of a triangle are from a plane at most. */
function spread(plane: Float64Array, q: Float64Array): number {
  let most = 0;
  for (let k = 0; k < 9; k += 3)
    most = Math.max(most, Math.abs(plane[0] * q[k] + plane[1] * q[k + 1] + plane[2] * q[k + 2] - plane[3]));
  return most;
}

/** Whether a triangle has corners on both sides of a plane. */
function crosses(plane: Float64Array, p: Float64Array, slack: number): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < 9; k += 3) {
    const d = plane[0] * p[k] + plane[1] * p[k + 1] + plane[2] * p[k + 2] - plane[3];
    low = Math.min(low, d);
    high = Math.max(high, d);
  }
  return low < -slack && high > slack;
}

/** Cuts the pieces that reach into a triangle q of their plane along its edges. */
function cutAlongEdges(pieces: readonly Piece[], q: Float64Array, plane: Float64Array, slack: number): Piece[] {
  const edges = edgePlanes(q, plane);
  const out: Piece[] = [];
  for (const piece of pieces) {
    if (isBeyond(piece, edges, slack)) {
      out.push(piece);
      continue;
    }
    let rest: Piece | null = piece;
    for (let e = 0; e < 12 && rest !== null; e += 4) {
      const parts: readonly [Piece | null, Piece | null] = split(rest, edges, e, slack);
      if (parts[1] !== null) out.push(parts[1]);
      rest = parts[0];
    }
    if (rest !== null) out.push(rest);
  }
  return out;
}

/** Cuts the pieces that a triangle q may cross along its plane. */
function cutAlongPlane(pieces: readonly Piece[], q: Float64Array, plane: Float64Array, slack: number): Piece[] {
  const edges = edgePlanes(q, plane);
  const out: Piece[] = [];
  for (const piece of pieces) {
    if (isBeyond(piece, edges, slack)) {
      out.push(piece);
      continue;
    }
    const [below, above] = split(piece, plane, 0, slack);
    if (below !== null) out.push(below);
    if (above !== null) out.push(above);
  }
  return out;
}

/** The planes through the edges of a triangle, across it, with their normals away from it; four numbers each. */
function edgePlanes(q: Float64Array, plane: Float64Array): Float64Array {
  const out = new Float64Array(12);
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const j = k === 2 ? 0 : i + 3;
    const ex = q[j] - q[i];
    const ey = q[j + 1] - q[i + 1];
    const ez = q[j + 2] - q[i + 2];
    let x = ey * plane[2] - ez * plane[1];
    let y = ez * plane[0] - ex * plane[2];
    let z = ex * plane[1] - ey * plane[0];
    const length = Math.sqrt(x * x + y * y + z * z);
    x /= length;
    y /= length;
    z /= length;
    out[4 * k] = x;
    out[4 * k + 1] = y;
    out[4 * k + 2] = z;
    out[4 * k + 3] = x * q[i] + y * q[i + 1] + z * q[i + 2];
  }
  return out;
}

/** Whether a piece is outside one of the edges of a triangle as a whole. */
function isBeyond(piece: Piece, edges: Float64Array, slack: number): boolean {
  for (let e = 0; e < 12; e += 4) {
    let low = Infinity;
    for (let k = 0; k < piece.length; k += 3)
      low = Math.min(
        low,
        edges[e] * piece[k] + edges[e + 1] * piece[k + 1] + edges[e + 2] * piece[k + 2] - edges[e + 3],
      );
    if (low >= -slack) return true;
  }
  return false;
}

/** The parts of a piece below and above a plane; null if it does not reach there by more than the slack. */
function split(piece: Piece, planes: Float64Array, at: number, slack: number): readonly [Piece | null, Piece | null] {
  const n = piece.length / 3;
  let low = Infinity;
  let high = -Infinity;
  const d: number[] = [];
  for (let k = 0; k < n; k++) {
    const i = 3 * k;
    const v = planes[at] * piece[i] + planes[at + 1] * piece[i + 1] + planes[at + 2] * piece[i + 2] - planes[at + 3];
    d.push(v);
    if (v < low) low = v;
    if (v > high) high = v;
  }
  if (high <= slack) return [piece, null];
  if (low >= -slack) return [null, piece];
  const below: number[] = [];
  const above: number[] = [];
  for (let k = 0; k < n; k++) {
    const i = 3 * k;
    const next = k === n - 1 ? 0 : k + 1;
    const j = 3 * next;
    if (d[k] <= 0) below.push(piece[i], piece[i + 1], piece[i + 2]);
    if (d[k] >= 0) above.push(piece[i], piece[i + 1], piece[i + 2]);
    if ((d[k] < 0 && d[next] > 0) || (d[k] > 0 && d[next] < 0)) {
      const s = d[k] / (d[k] - d[next]);
      const x = piece[i] + s * (piece[j] - piece[i]);
      const y = piece[i + 1] + s * (piece[j + 1] - piece[i + 1]);
      const z = piece[i + 2] + s * (piece[j + 2] - piece[i + 2]);
      below.push(x, y, z);
      above.push(x, y, z);
    }
  }
  return [below, above];
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
  return split(piece, cut, 0, 0).filter((p) => p !== null);
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
