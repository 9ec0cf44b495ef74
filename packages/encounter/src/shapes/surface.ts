/**
 * The surface that triangles form: their vertices merged where they are at the same place, and the edges that they share.
 */
import { CLOSED_COPLANAR, CLOSED_SAME_PLACE } from '../tolerances.ts';
import { mergeChains, scramble, tableSize } from './merge-vertices.ts';

/** Where vertices are: vertex i starts at array[offset + stride·i]. */
interface Located {
  readonly array: ArrayLike<number>;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
}

/** The triangles that have an extent, on merged vertices, and their edges. */
export class Surface {
  /** The longest side of the box of all vertices in use. */
  readonly extent: number;
  /** x, y, z of each merged vertex, from the middle of the box, in units of its extent. */
  readonly points: Float64Array;
  /** Three merged vertices per triangle. */
  readonly triangles: Int32Array;
  /** The number of each triangle among those given. */
  readonly source: Int32Array;
  /** Whether vertices that were merged are within CLOSED_COPLANAR of each other. */
  readonly tight: boolean;
  /** The undirected edge of each side of each triangle. */
  readonly edgeOf: Int32Array;
  /** Edges that do not balance. */
  readonly faults: Int32Array;
  /** For each edge, a side that runs from the lower to the higher vertex (`up`), and one that runs back (`down`); −1 for none. */
  readonly up: Int32Array;
  readonly down: Int32Array;

  constructor(positions: Located, corners: ArrayLike<number>) {
    const used = usedVertices(corners, positions.count);
    const { points, extent } = unitPoints(positions, used.vertices);
    const { merged, count, farthest, joined } = mergeChains(points, CLOSED_SAME_PLACE);
    this.extent = extent;
    // In a chain of near vertices the distances add up.
    this.tight = farthest * joined <= CLOSED_COPLANAR;
    this.points = new Float64Array(3 * count);
    // Backwards, so that the first of several merged vertices gives the position.
    for (let i = merged.length - 1; i >= 0; i--) {
      for (let j = 0; j < 3; j++) this.points[3 * merged[i] + j] = points[3 * i + j];
    }

    const n = corners.length / 3;
    const triangles = new Int32Array(3 * n);
    const source = new Int32Array(n);
    let t = 0;
    for (let k = 0; k < n; k++) {
      const a = merged[used.number[corners[3 * k]]];
      const b = merged[used.number[corners[3 * k + 1]]];
      const c = merged[used.number[corners[3 * k + 2]]];
      if (a === b || b === c || c === a) continue;
      triangles[3 * t] = a;
      triangles[3 * t + 1] = b;
      triangles[3 * t + 2] = c;
      source[t++] = k;
    }
    this.triangles = triangles.subarray(0, 3 * t);
    this.source = source.subarray(0, t);

    const edges = matchEdges(this.triangles);
    this.edgeOf = edges.edgeOf;
    this.up = edges.up;
    this.down = edges.down;
    this.faults = edges.faults;
  }

  /** In units of the extent's cube. */
  volume(): number {
    const { points: p, triangles } = this;
    let sum = 0;
    for (let k = 0; k < triangles.length; k += 3) {
      const a = 3 * triangles[k];
      const b = 3 * triangles[k + 1];
      const c = 3 * triangles[k + 2];
      sum += determinant(p, a, b, c);
    }
    return sum / 6;
  }
}

/** Six times the volume of the tetrahedron of the origin and three points, which start at a, b and c. */
export function determinant(p: Float64Array, a: number, b: number, c: number): number {
  return (
    p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
    p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
    p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])
  );
}

/** The vertices that triangles use, ascending, and the number of each among these. The array may hold other meshes, too. */
function usedVertices(corners: ArrayLike<number>, count: number): { vertices: Int32Array; number: Int32Array } {
  const number = new Int32Array(count).fill(-1);
  for (let k = 0; k < corners.length; k++) number[corners[k]] = 0;
  const vertices = new Int32Array(count);
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (number[i] < 0) continue;
    number[i] = n;
    vertices[n++] = i;
  }
  return { vertices: vertices.subarray(0, n), number };
}

/** The vertices relative to the middle of their box, in units of its longest side, so that nothing overflows or underflows. */
function unitPoints(positions: Located, vertices: Int32Array): { points: Float64Array; extent: number } {
  const { array, offset, stride } = positions;
  const points = new Float64Array(3 * vertices.length);
  const middle = [0, 0, 0];
  let half = 0;
  for (let j = 0; j < 3; j++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < vertices.length; i++) {
      const x = array[offset + stride * vertices[i] + j];
      points[3 * i + j] = x;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    middle[j] = low / 2 + high / 2;
    half = Math.max(half, high / 2 - low / 2);
  }
  if (half === 0) return { points: points.fill(0), extent: 0 };
  for (let k = 0; k < points.length; k++) points[k] = (points[k] / 2 - middle[k % 3] / 2) / half;
  return { points, extent: 2 * half };
}

/** Finds the sides that are on the same edge. */
function matchEdges(triangles: Int32Array): {
  edgeOf: Int32Array;
  up: Int32Array;
  down: Int32Array;
  faults: Int32Array;
} {
  const sides = triangles.length;
  const size = tableSize(sides);
  const table = new Int32Array(size).fill(-1);
  const edgeOf = new Int32Array(sides);
  const up = new Int32Array(sides).fill(-1);
  const down = new Int32Array(sides).fill(-1);
  const balance = new Int32Array(sides);
  const lows = new Int32Array(sides);
  const highs = new Int32Array(sides);
  let count = 0;
  for (let s = 0; s < sides; s++) {
    const from = triangles[s];
    const to = triangles[s % 3 === 2 ? s - 2 : s + 1];
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    let slot = scramble(Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) & (size - 1);
    let edge = table[slot];
    while (edge >= 0 && (lows[edge] !== low || highs[edge] !== high)) {
      slot = (slot + 1) & (size - 1);
      edge = table[slot];
    }
    if (edge < 0) {
      edge = count++;
      table[slot] = edge;
      lows[edge] = low;
      highs[edge] = high;
    }
    edgeOf[s] = edge;
    if (from < to) {
      up[edge] = s;
      balance[edge]++;
    } else {
      down[edge] = s;
      balance[edge]--;
    }
  }
  const faults: number[] = [];
  for (let e = 0; e < count; e++) if (balance[e] !== 0) faults.push(e);
  return { edgeOf, up: up.subarray(0, count), down: down.subarray(0, count), faults: Int32Array.from(faults) };
}
