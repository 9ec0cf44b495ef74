/**
 * Whether triangles bound a solid: they do when the surface is closed and all of it is wound the same way.
 *
 * Renderers give one position several vertices (where colours, normals or texture coordinates differ). So vertices closer than a
 * millionth of the extent are merged first. Triangles that lose a corner by this are left out, like those at the poles of a sphere.
 * The surface is then closed and consistent when triangles run along each edge as often one way as the other. It may touch or cross
 * itself, and may consist of several parts; edges of four triangles are legal if they balance.
 */

import { Vec3 } from '../math/vec3.ts';
import { CLOSED_COPLANAR } from '../tolerances.ts';
import { buildHull, type Hull } from './hull/hull-builder.ts';
import { SupportGraph } from './hull/support-graph.ts';
import { determinant, Surface } from './surface.ts';
import type { VertexArray } from './vertex-array.ts';

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
   * Whether the volume inside is nothing, within 1e-9 of the extent's cube: parts cancel, as where each triangle is there twice, once for
   * each side; or all of it is thin.
   */
  get isEmpty(): boolean {
    const { extent } = this.#surface;
    return !(Math.abs(this.volume) > CLOSED_COPLANAR * extent * extent * extent);
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
