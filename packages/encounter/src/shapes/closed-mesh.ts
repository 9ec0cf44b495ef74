/**
 * Whether triangles bound a solid: they do when the surface is closed and all of it is wound the same way.
 *
 * Renderers give one position several vertices (where colours, normals or texture coordinates differ). So vertices closer than a
 * millionth of the extent are merged first. Triangles that lose a corner by this are left out, like those at the poles of a sphere.
 * The surface is then closed and consistent when triangles run along each edge as often one way as the other. It may touch or cross
 * itself, and may consist of several parts; edges of four triangles are legal if they balance.
 */

import { Vec3 } from '../math/vec3.ts';
import { CLOSED_COPLANAR, CLOSED_SAME_PLACE } from '../tolerances.ts';
import { buildHull, type Hull } from './hull/hull-builder.ts';
import { SupportGraph } from './hull/support-graph.ts';
import type { VertexArray } from './vertex-array.ts';

/** Cells of the grid are this many times CLOSED_SAME_PLACE wide, so that few vertices must search a neighbouring cell. */
const CELL = 16;

/** An error message lists at most this many faults. */
const FAULTS_IN_MESSAGE = 12;

/** An edge along which triangles do not run as often one way as the other. */
export interface EdgeFault {
  /** The vertex numbers of the ends, as in the first of the triangles. */
  readonly a: number;
  readonly b: number;
  /** The triangles at the edge. */
  readonly triangles: readonly number[];
  /** How many of them run from a to b; the others run from b to a. */
  readonly forward: number;
}

/**
 * Judges triangles, given by three vertex numbers each. Segments (i, j, j) and points (i, i, i) do not count. `faces` says to which
 * face each triangle belongs, if messages are to name faces instead of triangles.
 */
export function judgeClosed(
  positions: VertexArray,
  corners: ArrayLike<number>,
  faces?: ArrayLike<number>,
): ClosedReport {
  return new ClosedReport(positions, corners, faces);
}

export class ClosedReport {
  /** The number of edges with an odd number of triangles: one of these triangles has no neighbour across the edge. */
  readonly openEdges: number = 0;
  /** The number of edges with an even number of triangles that do not run as often one way as the other. */
  readonly inconsistentEdges: number = 0;
  /** All faulty edges, in the order of their first triangles. */
  readonly faults: readonly EdgeFault[] = [];
  /**
   * The volume inside if the surface is closed; negative if it is inside out. Parts that are inside out count negative, and volume
   * that parts share counts twice.
   */
  readonly volume: number;

  readonly #faces: ArrayLike<number> | undefined;
  readonly #surface: Surface;
  #convex: boolean | undefined;

  constructor(positions: VertexArray, corners: ArrayLike<number>, faces?: ArrayLike<number>) {
    this.#faces = faces;
    this.#surface = new Surface(positions, corners);
    const { extent } = this.#surface;
    this.volume = this.#surface.volume() * extent * extent * extent;
    const { faults } = this.#surface;
    if (faults.length > 0) {
      this.faults = findFaults(this.#surface, corners);
      this.openEdges = this.faults.filter((f) => f.triangles.length % 2 === 1).length;
      this.inconsistentEdges = this.faults.length - this.openEdges;
    }
  }

  /** Whether the triangles bound a solid. (No triangles, or only degenerate ones, bound an empty solid.) */
  get closed(): boolean {
    return this.faults.length === 0;
  }

  /**
   * Whether the solid is the convex hull of its vertices, within 1e-9 of the extent, and not inside out. Computed when first asked
   * for, from the vertices as they were judged. For a smooth mesh of many triangles this takes a while.
   */
  get convex(): boolean {
    this.#convex ??= this.closed && isConvex(this.#surface);
    return this.#convex;
  }

  /** What is wrong, with the first dozen edges; empty if the mesh is closed. */
  get problem(): string {
    if (this.closed) return '';
    const { openEdges, inconsistentEdges } = this;
    const lines = this.faults.slice(0, FAULTS_IN_MESSAGE).map((fault) => this.#describe(fault));
    if (this.faults.length > FAULTS_IN_MESSAGE) lines.push(`and ${this.faults.length - FAULTS_IN_MESSAGE} more`);
    return `not closed (${openEdges} open and ${inconsistentEdges} inconsistent edges): ${lines.join('; ')}`;
  }

  #describe({ a, b, triangles, forward }: EdgeFault): string {
    const numbers = triangles.map((t) => (this.#faces ? this.#faces[t] : t));
    const word = this.#faces ? 'face' : 'triangle';
    if (numbers.length === 1) return `edge ${a}–${b} of ${word} ${numbers[0]} has no neighbour`;
    const edge = `edge ${a}–${b} of ${word}s ${numbers.slice(0, -1).join(', ')} and ${numbers[numbers.length - 1]}`;
    if (numbers.length === 2) return `${edge} runs the same way in both`;
    return `${edge} runs one way in ${forward} of them and the other way in ${numbers.length - forward}`;
  }
}

/** The triangles that have an extent, on merged vertices, and their edges. */
class Surface {
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

  constructor(positions: VertexArray, corners: ArrayLike<number>) {
    const used = usedVertices(corners, positions.count);
    const { points, extent } = unitPoints(positions, used.vertices);
    const { merged, count, tight } = merge(points);
    this.extent = extent;
    this.tight = tight;
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

function determinant(p: Float64Array, a: number, b: number, c: number): number {
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
function unitPoints(positions: VertexArray, vertices: Int32Array): { points: Float64Array; extent: number } {
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

/** Merges vertices: those that are near each other, directly or through others in between, get the same number. */
function merge(points: Float64Array): { merged: Int32Array; count: number; tight: boolean } {
  const n = points.length / 3;
  const cells = new CellTable(n);
  /** An earlier vertex to merge with, or the vertex itself. */
  const first = new Int32Array(n);
  const root = (i: number): number => {
    while (first[i] !== i) {
      first[i] = first[first[i]];
      i = first[i];
    }
    return i;
  };
  let farthest = 0;
  for (let i = 0; i < n; i++) {
    first[i] = i;
    const x = points[3 * i];
    const y = points[3 * i + 1];
    const z = points[3 * i + 2];
    const x1 = cell(x + CLOSED_SAME_PLACE);
    const y1 = cell(y + CLOSED_SAME_PLACE);
    const z1 = cell(z + CLOSED_SAME_PLACE);
    let duplicate = false;
    for (let cx = cell(x - CLOSED_SAME_PLACE); cx <= x1 && !duplicate; cx++) {
      for (let cy = cell(y - CLOSED_SAME_PLACE); cy <= y1 && !duplicate; cy++) {
        for (let cz = cell(z - CLOSED_SAME_PLACE); cz <= z1 && !duplicate; cz++) {
          // Vertices of other cells may be in the same list, so only the distance counts.
          for (let k = cells.first(cx, cy, cz); k >= 0 && !duplicate; k = cells.next[k]) {
            const dx = points[3 * k] - x;
            const dy = points[3 * k + 1] - y;
            const dz = points[3 * k + 2] - z;
            const away = dx * dx + dy * dy + dz * dz;
            if (away > CLOSED_SAME_PLACE * CLOSED_SAME_PLACE) continue;
            farthest = Math.max(farthest, away);
            const p = root(k);
            const q = root(i);
            first[Math.max(p, q)] = Math.min(p, q);
            // A vertex at exactly the same position as another need not be added to the grid.
            duplicate = away === 0;
          }
        }
      }
    }
    if (!duplicate) cells.add(i, cell(x), cell(y), cell(z));
  }

  const merged = new Int32Array(n);
  let count = 0;
  let joined = 0;
  for (let i = 0; i < n; i++) {
    if (first[i] === i) merged[i] = count++;
    else {
      merged[i] = merged[root(i)];
      joined++;
    }
  }
  // In a chain of near vertices the distances add up.
  return { merged, count, tight: Math.sqrt(farthest) * joined <= CLOSED_COPLANAR };
}

/** The number of the cell that contains x, counted from −½. */
function cell(x: number): number {
  return Math.floor((x + 0.5) / (CELL * CLOSED_SAME_PLACE));
}

/** Lists of vertices by cell: a hash table, so several cells may share a list. */
class CellTable {
  readonly next: Int32Array;
  readonly #heads: Int32Array;
  readonly #mask: number;

  constructor(count: number) {
    const size = tableSize(count);
    this.next = new Int32Array(count);
    this.#heads = new Int32Array(size).fill(-1);
    this.#mask = size - 1;
  }

  first(x: number, y: number, z: number): number {
    return this.#heads[this.#slot(x, y, z)];
  }

  add(i: number, x: number, y: number, z: number): void {
    const slot = this.#slot(x, y, z);
    this.next[i] = this.#heads[slot];
    this.#heads[slot] = i;
  }

  #slot(x: number, y: number, z: number): number {
    return scramble(Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)) & this.#mask;
  }
}

/** A power of two, at least twice the count. */
function tableSize(count: number): number {
  let size = 16;
  while (size < 2 * count) size *= 2;
  return size;
}

/** Mixes the high bits of a hash into the low bits, the only ones that are used. */
function scramble(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return h ^ (h >>> 16);
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

function findFaults(surface: Surface, corners: ArrayLike<number>): EdgeFault[] {
  const { triangles, edgeOf, source } = surface;
  const sidesOf = new Map<number, number[]>();
  for (const edge of surface.faults) sidesOf.set(edge, []);
  for (let s = 0; s < edgeOf.length; s++) sidesOf.get(edgeOf[s])?.push(s);
  const next = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);
  const triangleOf = (s: number): number => source[Math.floor(s / 3)];
  return [...sidesOf.values()].map((sides) => {
    const s = sides[0];
    return {
      a: corners[3 * triangleOf(s) + (s % 3)],
      b: corners[3 * triangleOf(s) + (next(s) % 3)],
      triangles: sides.map(triangleOf),
      forward: sides.filter((side) => triangles[side] === triangles[s]).length,
    };
  });
}

/**
 * A closed surface that lies in the surface of its hull wraps around it a whole number of times, and the volumes tell how often.
 * So it is enough that all vertices are below the plane of each triangle, and that the volumes agree. Testing only the vertices
 * across each edge would not be enough: dents too small to notice at one edge add up over many.
 */
function isConvex(surface: Surface): boolean {
  const volume = surface.volume();
  if (!surface.tight || !(volume > 0) || hasDent(surface)) return false;
  const hull = buildHull(surface.points);
  if (hull.dimension < 3 || Math.abs(volume / hullVolume(hull) - 1) > 0.01) return false;

  const { points, triangles } = surface;
  const graph = new SupportGraph(hull.vertices, hull.offsets, hull.neighbours);
  const normal = new Vec3();
  for (let k = 0; k < triangles.length; k += 3) {
    if (!normalOf(points, triangles, k, normal)) continue;
    const top = graph.supportIndex(normal);
    if (heightAbove(points, triangles[k], normal, hull.vertices, top) > CLOSED_COPLANAR) return false;
  }
  return true;
}

/** Whether a triangle rises above the plane of a neighbour. This cheap test rules out most surfaces that are not convex. */
function hasDent({ points, triangles, up, down }: Surface): boolean {
  const normal = new Vec3();
  for (let e = 0; e < up.length; e++) {
    const t = up[e] - (up[e] % 3);
    if (!normalOf(points, triangles, t, normal)) continue;
    // The corner of the triangle across the edge that is not on the edge.
    const s = down[e];
    const opposite = triangles[s % 3 === 0 ? s + 2 : s - 1];
    if (heightAbove(points, triangles[t], normal, points, opposite) > CLOSED_COPLANAR) return true;
  }
  return false;
}

function hullVolume({ vertices, facets }: Hull): number {
  let sum = 0;
  for (let k = 0; k < facets.length; k += 3)
    sum += determinant(vertices, 3 * facets[k], 3 * facets[k + 1], 3 * facets[k + 2]);
  return sum / 6;
}

function heightAbove(points: Float64Array, base: number, normal: Vec3, others: Float64Array, other: number): number {
  return (
    normal.x * (others[3 * other] - points[3 * base]) +
    normal.y * (others[3 * other + 1] - points[3 * base + 1]) +
    normal.z * (others[3 * other + 2] - points[3 * base + 2])
  );
}

/** Writes the unit normal of the triangle at k. Returns false for a triangle so thin that it is an edge, within CLOSED_COPLANAR. */
function normalOf(p: Float64Array, triangles: Int32Array, k: number, out: Vec3): boolean {
  const a = 3 * triangles[k];
  const b = 3 * triangles[k + 1];
  const c = 3 * triangles[k + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const wx = vx - ux;
  const wy = vy - uy;
  const wz = vz - uz;
  out.x = uy * vz - uz * vy;
  out.y = uz * vx - ux * vz;
  out.z = ux * vy - uy * vx;
  const longest = Math.sqrt(
    Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz),
  );
  const size = Math.sqrt(out.x * out.x + out.y * out.y + out.z * out.z);
  if (size <= CLOSED_COPLANAR * longest) return false;
  out.x /= size;
  out.y /= size;
  out.z /= size;
  return true;
}
