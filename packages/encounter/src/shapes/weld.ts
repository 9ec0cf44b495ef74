/** Merging vertices that should be one, so that triangles which only seem to touch share their edges. */
import { show } from '../check.ts';
import { mergeWithLeaders } from './merge-vertices.ts';
import { readIndices } from './mesh-faces.ts';
import { VertexArray, type VertexData } from './vertex-array.ts';

/** The result of `weld`. */
export interface WeldedMesh {
  /** x, y, z of the vertices that are left: a Float32Array if the given positions were one, otherwise a Float64Array. */
  readonly positions: Float32Array | Float64Array;
  /** Three vertex numbers per triangle that is left. */
  readonly indices: Uint32Array;
  /** The new number of each given vertex; −1 for those that no triangle uses any more. */
  readonly map: Int32Array;
  /** The number that each triangle had among those given. */
  readonly source: Uint32Array;
}

/**
 * Merges vertices that are at most `tolerance`, a length, apart; with 0 those that are equal. The arrays given are not written.
 *
 * - **No vertex moves by more than the tolerance**, and those that are left are more than the tolerance apart. So there are no chains:
 *   of points in a row, each within the tolerance of the next, only those within the tolerance of a common one are merged. (Rounding
 *   aside: distances are compared in doubles.)
 * - A merged vertex is one of those given, bit by bit: vertices are taken by x, then y, then z, and each joins the nearest of those
 *   that stayed, or stays itself. So the result does not depend on the order in which vertices and triangles are given, only their
 *   numbers do: vertices are numbered as the first of each group was, triangles keep their order.
 * - Triangles that lose a corner, because two of them were merged, are left out, and so are those given with a repeated corner. A
 *   triangle that is flat with three different corners stays: without it its neighbours would have a gap. Vertices that no remaining
 *   triangle uses are left out.
 *
 * The time is that of sorting the vertices once, and beyond that proportional to their number.
 *
 * @example const { positions, indices } = weld(file.positions, file.indices, 1e-4);
 */
export function weld(positions: VertexData | VertexArray, indices: ArrayLike<number>, tolerance: number): WeldedMesh {
  const vertices = positions instanceof VertexArray ? positions : new VertexArray(positions, {}, 'positions');
  vertices.requireWhole();
  const corners = readIndices(indices, vertices.count);
  if (typeof tolerance !== 'number') throw new TypeError(`tolerance must be a number, got ${show(tolerance)}`);
  if (!(tolerance >= 0 && tolerance < Infinity))
    throw new RangeError(`tolerance must be a length of at least 0, got ${tolerance}`);
  const { array, offset, stride, count } = vertices;
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) for (let j = 0; j < 3; j++) points[3 * i + j] = array[offset + stride * i + j];

  const { merged, leaders } = mergeWithLeaders(points, tolerance, inOrder(points, corners));
  const left = new Uint32Array(corners.length);
  const source = new Uint32Array(corners.length / 3);
  const used = new Uint8Array(leaders.length);
  let triangles = 0;
  for (let t = 0; t < source.length; t++) {
    const a = merged[corners[3 * t]];
    const b = merged[corners[3 * t + 1]];
    const c = merged[corners[3 * t + 2]];
    if (a === b || b === c || c === a) continue;
    left.set([a, b, c], 3 * triangles);
    used[a] = used[b] = used[c] = 1;
    source[triangles++] = t;
  }

  // Number the vertices that are left as the first of each group was.
  const map = new Int32Array(count).fill(-1);
  const number = new Int32Array(leaders.length).fill(-1);
  const isCorner = new Uint8Array(count);
  for (let k = 0; k < corners.length; k++) isCorner[corners[k]] = 1;
  const kept: number[] = [];
  for (let i = 0; i < count; i++) {
    const m = merged[i];
    if (isCorner[i] === 0 || used[m] === 0) continue;
    if (number[m] < 0) number[m] = kept.push(leaders[m]) - 1;
    map[i] = number[m];
  }
  const out = array instanceof Float32Array ? new Float32Array(3 * kept.length) : new Float64Array(3 * kept.length);
  for (let k = 0; k < kept.length; k++) for (let j = 0; j < 3; j++) out[3 * k + j] = points[3 * kept[k] + j];
  return {
    positions: out,
    indices: left.slice(0, 3 * triangles).map((m) => number[m]),
    map,
    source: source.slice(0, triangles),
  };
}

/** The vertices that are corners, by x, then y, then z. Equal ones follow each other. */
function inOrder(points: Float64Array, corners: ArrayLike<number>): Int32Array {
  const isCorner = new Uint8Array(points.length / 3);
  let count = 0;
  for (let k = 0; k < corners.length; k++) {
    count += 1 - isCorner[corners[k]];
    isCorner[corners[k]] = 1;
  }
  const order = new Int32Array(count);
  for (let i = 0, o = 0; i < isCorner.length; i++) if (isCorner[i] === 1) order[o++] = i;
  return order.sort(
    (p, q) =>
      points[3 * p] - points[3 * q] ||
      points[3 * p + 1] - points[3 * q + 1] ||
      points[3 * p + 2] - points[3 * q + 2] ||
      p - q,
  );
}
