/**
 * A convex polyhedron as the hull of points (book §4.3.4). Flat hulls are legal: one point, a segment, a polygon.
 *
 * Vertices are numbered; vertex i is at vertices[3i], [3i + 1], [3i + 2].
 */

import { readPoints } from '../math/read.ts';
import { cross, normalize, Vec3, type Vec3Input } from '../math/vec3.ts';
import { TOUCH } from '../tolerances.ts';
import { buildHull, type Hull, validateHull } from './hull/hull-builder.ts';
import { SupportGraph } from './hull/support-graph.ts';
import { Shape, ShapeKind } from './shape.ts';

/**
 * The convex hull of points, given as vectors or as one flat array of x, y, z.
 *
 * @example new Polytope([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
 */
export class Polytope extends Shape {
  readonly polyhedral = true;
  readonly vertexCount: number;
  /** x, y, z of the extreme points among those given; in dimension 2 in the order of the polygon's cycle. */
  readonly vertices: Float64Array;
  readonly #hull: Hull;
  #inner: number | undefined;
  #normals: Float64Array | undefined;
  readonly #graph: SupportGraph;

  constructor(points: ArrayLike<number> | readonly Vec3Input[]) {
    super(ShapeKind.polytope);
    this.#hull = buildHull(readPoints('points', points));
    const { vertices, offsets, neighbours } = this.#hull;
    this.vertices = vertices;
    this.vertexCount = vertices.length / 3;
    this.#graph = new SupportGraph(vertices, offsets, neighbours);
  }

  /** 0 a point, 1 a segment, 2 a polygon, 3 a solid: exact, so points an ulp off a plane make a solid. */
  get dimension(): 0 | 1 | 2 | 3 {
    return this.#hull.dimension;
  }

  /** Three vertex numbers per facet, counterclockwise seen from outside; empty unless the dimension is 3. */
  get facets(): Int32Array {
    return this.#hull.facets;
  }

  /** For each vertex, its number among the points given. @internal */
  get source(): Int32Array {
    return this.#hull.source;
  }

  /** The neighbours of vertex i are neighbours[offsets[i]] up to, not including, neighbours[offsets[i + 1]]. @internal */
  get offsets(): Int32Array {
    return this.#hull.offsets;
  }

  /** @internal */
  get neighbours(): Int32Array {
    return this.#hull.neighbours;
  }

  override get inner(): number {
    this.#inner ??= this.#measureInner();
    return this.#inner;
  }

  /**
   * Unit normals of the facets, three numbers each; for a polygon, those of its two sides. Computed when first asked for.
   *
   * @internal
   */
  override get facetNormals(): Float64Array {
    this.#normals ??= this.#takeNormals();
    return this.#normals;
  }

  #takeNormals(): Float64Array {
    const { vertices, facets, dimension } = this.#hull;
    const corners = dimension === 2 ? [0, 1, 2, 0, 2, 1] : facets;
    const normals = new Float64Array(corners.length);
    const u = new Vec3();
    const v = new Vec3();
    for (let f = 0; f < corners.length; f += 3) {
      const [p, q, r] = [3 * corners[f], 3 * corners[f + 1], 3 * corners[f + 2]];
      u.set(vertices[q] - vertices[p], vertices[q + 1] - vertices[p + 1], vertices[q + 2] - vertices[p + 2]);
      v.set(vertices[r] - vertices[p], vertices[r + 1] - vertices[p + 1], vertices[r + 2] - vertices[p + 2]);
      normals.set(normalize(cross(u, v, u), u).toArray(), f);
    }
    return normals;
  }

  #measureInner(): number {
    const { vertices, facets } = this.#hull;
    let farthest = 0;
    for (let i = 0; i < vertices.length; i += 3)
      farthest = Math.max(farthest, Math.hypot(vertices[i], vertices[i + 1], vertices[i + 2]));
    let nearest = facets.length > 0 ? Infinity : -Infinity;
    for (let f = 0; f < facets.length; f += 3) {
      const [p, q, r] = [3 * facets[f], 3 * facets[f + 1], 3 * facets[f + 2]];
      const [x, y, z] = vertices.subarray(p, p + 3);
      const [ux, uy, uz] = [vertices[q] - x, vertices[q + 1] - y, vertices[q + 2] - z];
      const [vx, vy, vz] = [vertices[r] - x, vertices[r + 1] - y, vertices[r + 2] - z];
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      // The thinner a sliver is, the more of its normal is rounding.
      const rounding = TOUCH * Math.hypot(ux, uy, uz) * Math.hypot(vx, vy, vz) * farthest;
      nearest = Math.min(nearest, (nx * x + ny * y + nz * z - rounding) / Math.hypot(nx, ny, nz));
    }
    return nearest >= 0 ? nearest : -Infinity;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    return this.#graph.support(dir, out);
  }

  /** The number of a vertex that is farthest along `dir`. @internal */
  supportVertex(dir: Vec3): number {
    return this.#graph.supportIndex(dir);
  }

  /** Throws an Error if the hull or the support mapping is wrong. For tests: it takes far longer than building. */
  validate(): void {
    validateHull(this.#hull);
    this.#graph.validate();
  }

  override toString(): string {
    return `new Polytope([${this.vertices.join(', ')}])`;
  }
}
