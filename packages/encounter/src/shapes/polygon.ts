import { readPoints } from '../math/read.ts';
import { cross, dot, formatVec3, length, normalize, Vec3, type Vec3Input } from '../math/vec3.ts';
import { POLYGON_COORDINATE_ROUNDING, POLYGON_PLANAR } from '../tolerances.ts';
import { buildHull } from './hull/hull-builder.ts';
import { SupportGraph } from './hull/support-graph.ts';
import { Shape, ShapeKind } from './shape.ts';

/**
 * A convex polygon without thickness: the hull of at least three points of a plane, in any order. They may be collinear
 * or coincide. Points inside the polygon, as seen in its plane, are dropped.
 */
export class Polygon extends Shape {
  readonly polyhedral = true;
  readonly vertexCount: number;
  /** x, y, z of each vertex, around the polygon. */
  readonly vertices: Float64Array;
  readonly #graph: SupportGraph;

  constructor(points: ArrayLike<number> | readonly Vec3Input[]) {
    super(ShapeKind.polygon);
    const given = readPoints('points', points, 3);
    const axis = checkPlanar(given);
    const outline = buildHull(given.map((x, i) => (i % 3 === axis ? 0 : x)));
    const around = new Float64Array(outline.vertices.length);
    for (let i = 0; i < outline.source.length; i++) {
      around.set(given.subarray(3 * outline.source[i], 3 * outline.source[i] + 3), 3 * i);
    }
    // Vertices that are not exactly coplanar span a thin solid, and only the edges of that solid lead every climb to the top. Each
    // vertex is extreme, so the hull of a solid keeps their order; that of a flat polygon lists them around it.
    const hull = buildHull(around);
    this.vertices = hull.dimension === 3 ? around : hull.vertices;
    this.vertexCount = this.vertices.length / 3;
    this.#graph = new SupportGraph(this.vertices, hull.offsets, hull.neighbours);
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    return this.#graph.support(dir, out);
  }

  override toString(): string {
    const p = new Vec3();
    const list: string[] = [];
    const v = this.vertices;
    for (let i = 0; i < v.length; i += 3) list.push(formatVec3(p.set(v[i], v[i + 1], v[i + 2])));
    // A polygon that is a point or a segment is still constructed from three points.
    while (list.length < 3) list.push(list[0]);
    return `new Polygon([${list.join(', ')}])`;
  }
}

/** Returns the axis nearest to the normal of the plane. Throws a RangeError if the points are not in a plane. */
function checkPlanar(given: Float64Array): number {
  const n = given.length / 3;
  const half: number[] = [];
  let largest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = given[axis];
    let max = min;
    for (let i = axis; i < given.length; i += 3) {
      min = Math.min(min, given[i]);
      max = Math.max(max, given[i]);
    }
    // Halves, because the difference of two finite numbers may not be finite.
    half.push(max / 2 - min / 2);
    largest = Math.max(largest, Math.abs(min), Math.abs(max));
  }
  const size = Math.max(...half);
  const narrow = half.indexOf(Math.min(...half));
  if (size === 0) return narrow;
  const wide = half.indexOf(size);

  // All relative to the extent. Far from the origin coordinates are rounded, however flat the polygon was meant to be.
  const allowed = POLYGON_PLANAR + POLYGON_COORDINATE_ROUNDING * (largest / size);
  const p = given.map((x, i) => (x / 2 - given[i % 3] / 2) / size);
  let low = 0;
  let high = 0;
  for (let i = 1; i < n; i++) {
    if (p[3 * i + wide] < p[3 * low + wide]) low = i;
    if (p[3 * i + wide] > p[3 * high + wide]) high = i;
  }
  const fromLow = (i: number, out: Vec3): Vec3 =>
    out.set(p[3 * i] - p[3 * low], p[3 * i + 1] - p[3 * low + 1], p[3 * i + 2] - p[3 * low + 2]);
  const along = fromLow(high, new Vec3());
  normalize(along, along);
  const normal = new Vec3();
  const v = new Vec3();
  let farthest = 0;
  for (let i = 0; i < n; i++) {
    cross(along, fromLow(i, v), v);
    if (length(v) > farthest) {
      farthest = length(v);
      normal.copy(v);
    }
  }
  if (farthest <= allowed) return narrow;
  normalize(normal, normal);
  for (let i = 0; i < n; i++) {
    const off = Math.abs(dot(normal, fromLow(i, v)));
    if (off <= allowed) continue;
    const point = formatVec3(v.set(given[3 * i], given[3 * i + 1], given[3 * i + 2]));
    throw new RangeError(`points[${i}] must be in the plane of the others, got ${point} at distance ${off * size * 2}`);
  }
  const parts = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)];
  return parts.indexOf(Math.max(...parts));
}
