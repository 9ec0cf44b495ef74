/**
 * The shadow of a hull along a direction, and the least rectangle around it: with the width along the direction it is the least box
 * of all that have a face across it.
 *
 * The outline of the shadow is made of the edges at which a facet that faces the direction meets one that does not. There are few,
 * some √n of n on a round hull. Only their ends are projected.
 */
import type { Hull } from '../shapes/hull/hull-builder.ts';
import { across } from './across.ts';
import { LeastRectangle } from './least-rectangle.ts';
import { axesAround } from './principal-axes.ts';

/** What a corner of the outline costs, in numbers read. */
const OUTLINE_COST = 64;

export class HullShadow {
  /** Vertices, seen from the first. */
  readonly vertices: Float64Array;
  /** Normals of the facets, as long as the areas are large. */
  readonly normals: Float64Array;
  /** Four numbers an edge: its ends, and the facets at it. */
  readonly edges: Int32Array;
  /** Out: axes of the least box, right-handed; the first is the direction. */
  readonly axes: Float64Array = new Float64Array(9);
  /** Out: its sides along these. */
  readonly sizes: Float64Array = new Float64Array(3);
  /** How many numbers were read so far: what all this costs. */
  cost = 0;
  readonly #facing: Uint8Array;
  readonly #rectangle: LeastRectangle = new LeastRectangle();

  constructor({ vertices, facets, offsets }: Hull) {
    this.vertices = vertices.slice();
    for (let k = 0; k < vertices.length; k++) this.vertices[k] -= vertices[k % 3];
    this.normals = new Float64Array(facets.length);
    for (let k = 0; k < facets.length; k += 3) {
      const a = 3 * facets[k];
      // From the vertices as they are: differences from the first one are rounded.
      across(vertices, a, 3 * facets[k + 1], a, 3 * facets[k + 2], this.normals, k);
    }
    this.edges = edgesOf(facets, offsets);
    this.#facing = new Uint8Array(facets.length / 3);
  }

  /** Finds the least box with a face across a direction. False if that has no length. */
  measure(x: number, y: number, z: number): boolean {
    const { axes, sizes } = this;
    if (!(x * x + y * y + z * z > 0)) return false;
    axes[0] = x;
    axes[1] = y;
    axes[2] = z;
    axesAround(axes);
    const rectangle = this.#rectangle;
    rectangle.find(this.#project());
    turnAbout(axes, rectangle.c, rectangle.s);
    sizes[0] = this.#width(axes[0], axes[1], axes[2]);
    sizes[1] = rectangle.sizes[0];
    sizes[2] = rectangle.sizes[1];
    return true;
  }

  /** Measures the box along given axes. */
  measureAlong(axes: Float64Array): void {
    for (let n = 0; n < 3; n++) this.sizes[n] = this.#width(axes[3 * n], axes[3 * n + 1], axes[3 * n + 2]);
  }

  /** Projects the corners of the outline on the plane of the second and third axis. Returns how many. */
  #project(): number {
    const { axes, edges, normals, vertices } = this;
    const facing = this.#facing;
    for (let f = 0; f < facing.length; f++) {
      const k = 3 * f;
      facing[f] = normals[k] * axes[0] + normals[k + 1] * axes[1] + normals[k + 2] * axes[2] > 0 ? 1 : 0;
    }
    let count = 0;
    for (let e = 0; e < edges.length; e += 4) {
      const left = facing[edges[e + 2]];
      if (left === facing[edges[e + 3]]) continue;
      // Each corner is where one edge starts, as the outline goes around the facets that face the direction.
      const k = 3 * edges[left === 1 ? e : e + 1];
      this.#rectangle.reserve(count + 1);
      const { points } = this.#rectangle;
      points[2 * count] = vertices[k] * axes[3] + vertices[k + 1] * axes[4] + vertices[k + 2] * axes[5];
      points[2 * count + 1] = vertices[k] * axes[6] + vertices[k + 1] * axes[7] + vertices[k + 2] * axes[8];
      count++;
    }
    // To put corners in order costs more than to find them.
    this.cost += normals.length + edges.length + OUTLINE_COST * count;
    return count;
  }

  #width(x: number, y: number, z: number): number {
    const { vertices } = this;
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < vertices.length; k += 3) {
      const s = vertices[k] * x + vertices[k + 1] * y + vertices[k + 2] * z;
      if (s < low) low = s;
      if (s > high) high = s;
    }
    this.cost += vertices.length;
    return high - low;
  }
}

/** Turns the second and third axis about the first, by an angle of this cosine and sine. */
export function turnAbout(axes: Float64Array, c: number, s: number): void {
  for (let i = 3; i < 6; i++) {
    const u = axes[i];
    const v = axes[i + 3];
    axes[i] = c * u + s * v;
    axes[i + 3] = c * v - s * u;
  }
}

/** The edges of a closed surface of triangles, each with the facet on its left and the one on its right. */
function edgesOf(facets: Int32Array, offsets: Int32Array): Int32Array {
  // The edges that start at each vertex: where they end, and the facet on their left.
  const fill = offsets.slice(0, offsets.length - 1);
  const end = new Int32Array(facets.length);
  const left = new Int32Array(facets.length);
  for (let k = 0; k < facets.length; k++) {
    const at = fill[facets[k]]++;
    end[at] = facets[k % 3 === 2 ? k - 2 : k + 1];
    left[at] = (k - (k % 3)) / 3;
  }
  const degree = (i: number): number => offsets[i + 1] - offsets[i];
  const edges = new Int32Array(2 * facets.length);
  let length = 0;
  for (let a = 0; a < offsets.length - 1; a++)
    for (let k = offsets[a]; k < offsets[a + 1]; k++) {
      const b = end[k];
      // Looked for at the end where there are fewer: that of a tip with a million edges would be looked through for each of them.
      if (degree(b) > degree(a) || (degree(b) === degree(a) && b < a)) continue;
      let back = offsets[b];
      while (back < offsets[b + 1] - 1 && end[back] !== a) back++;
      edges[length++] = a;
      edges[length++] = b;
      edges[length++] = left[k];
      edges[length++] = left[back];
    }
  return edges;
}
