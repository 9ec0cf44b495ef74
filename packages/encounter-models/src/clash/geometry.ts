/**
 * What a part is for the tests of pairs: a convex solid, another solid, or a surface without an inside.
 *
 * A placement that only turns and moves is left to the body; any other (scale, shear, mirroring, a rotation rounded to floats) is applied
 * to the vertices, in doubles. So every geometry is placed rigidly, distances in it are those of the world, and a mirrored one
 * has its triangles turned round. Coordinates are relative to the middle, so that nothing is lost far from the origin.
 */

import { Box, Cone, Cylinder, Mesh, Placed, Polytope, type Shape, Sphere, Vec3, VertexArray } from 'encounter';
import { buildTriangles, judgeClosed, type Triangles as TreeTriangles } from 'encounter/core';
import type { ExactShape, Triangles } from '../model.ts';

/** `curved`: a convex shape that is not the hull of finitely many points. */
export type GeometryKind = 'box' | 'polytope' | 'curved' | 'solid' | 'surface';

/** Convex up to this part of the size is convex: much less than the least tolerance. */
const CONVEX_ROUNDING = 2e-10;

export class Geometry {
  readonly kind: GeometryKind;
  /** From the coordinates of this geometry to those that it was made of: a rotation, column by column, and the middle. */
  readonly turn: Float64Array;
  readonly middle: Float64Array;
  /** Half the sizes of a box. */
  readonly half: Float64Array | null;
  /** The longest side of its box. */
  readonly extent: number;
  /** How far its coordinates may be off by rounding. */
  readonly rounding: number;
  readonly exact: ExactShape | null;
  /** The convex shape, of kinds box, polytope and curved. */
  readonly shape: Shape | null;
  readonly #positions: Float64Array;
  readonly #corners: Int32Array;
  #triangles: TreeTriangles | null = null;
  #mesh: Mesh | null = null;
  #hull: Polytope | null = null;
  #planes: Float64Array | null = null;

  constructor(init: {
    kind: GeometryKind;
    turn: Float64Array;
    middle: Float64Array;
    half?: Float64Array;
    extent: number;
    rounding: number;
    exact?: ExactShape;
    shape?: Shape;
    positions?: Float64Array;
    corners?: Int32Array;
  }) {
    this.kind = init.kind;
    this.turn = init.turn;
    this.middle = init.middle;
    this.half = init.half ?? null;
    this.extent = init.extent;
    this.rounding = init.rounding;
    this.exact = init.exact ?? null;
    this.shape = init.shape ?? null;
    this.#positions = init.positions ?? NO_POSITIONS;
    this.#corners = init.corners ?? NO_CORNERS;
  }

  get isConvex(): boolean {
    return this.shape !== null;
  }

  get isSolid(): boolean {
    return this.kind !== 'surface';
  }

  /** The triangles with a tree, in the coordinates of this geometry, their fronts outside. Not of kind curved. */
  get triangles(): TreeTriangles {
    if (this.#triangles === null) {
      let positions = this.#positions;
      let corners = this.#corners;
      if (this.half !== null) {
        positions = boxCorners(this.half);
        corners = BOX_TRIANGLES;
      }
      this.#triangles = buildTriangles(new VertexArray(positions), corners, 'midpoint');
    }
    return this.#triangles;
  }

  /** The shape for the queries of the library. */
  get collidable(): Shape {
    if (this.shape !== null) return this.shape;
    if (this.#mesh === null) {
      const { tree } = this.triangles;
      // The tree is in the order of the corners given, so it serves the mesh, too.
      this.#mesh = new Mesh({
        positions: this.#positions,
        indices: this.#corners,
        solid: this.kind === 'solid',
        tree: tree.serialize(),
      });
    }
    return this.#mesh;
  }

  /** The convex hull of it all. */
  get hull(): Shape {
    if (this.shape !== null) return this.shape;
    this.#hull ??= new Polytope(this.#positions);
    return this.#hull;
  }

  /** The points whose hull this is, of kinds box and polytope. */
  get points(): Float64Array {
    if (this.half !== null) return boxCorners(this.half);
    return (this.shape as Polytope).vertices;
  }

  /** The planes of the facets, of kinds box and polytope: unit normal and offset, four numbers each. */
  get planes(): Float64Array {
    this.#planes ??= this.half !== null ? boxPlanes(this.half) : facetPlanes(this.shape as Polytope);
    return this.#planes;
  }
}

const NO_POSITIONS = /* #__PURE__ */ new Float64Array(0);
const NO_CORNERS = /* #__PURE__ */ new Int32Array(0);
const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The triangles of a box whose corner k is at −x or +x by bit 0 of k, y by bit 1, z by bit 2. */
const BOX_TRIANGLES: Int32Array = /* #__PURE__ */ Int32Array.of(
  0,
  4,
  6,
  0,
  6,
  2,
  1,
  3,
  7,
  1,
  7,
  5,
  0,
  1,
  5,
  0,
  5,
  4,
  2,
  6,
  7,
  2,
  7,
  3,
  0,
  2,
  3,
  0,
  3,
  1,
  4,
  5,
  7,
  4,
  7,
  6,
);

function boxCorners(half: Float64Array): Float64Array {
  const out = new Float64Array(24);
  for (let k = 0; k < 8; k++) for (let a = 0; a < 3; a++) out[3 * k + a] = (k >> a) & 1 ? half[a] : -half[a];
  return out;
}

function boxPlanes(half: Float64Array): Float64Array {
  const out = new Float64Array(24);
  for (let a = 0; a < 3; a++) {
    out[8 * a + a] = 1;
    out[8 * a + 4 + a] = -1;
    out[8 * a + 3] = out[8 * a + 7] = half[a];
  }
  return out;
}

function facetPlanes(shape: Polytope): Float64Array {
  const { vertices, facets } = shape;
  const out: number[] = [];
  for (let f = 0; f < facets.length; f += 3) {
    const n = normalOf(vertices, facets[f], facets[f + 1], facets[f + 2]);
    if (n === null) continue;
    const p = 3 * facets[f];
    out.push(n.x, n.y, n.z, n.x * vertices[p] + n.y * vertices[p + 1] + n.z * vertices[p + 2]);
  }
  return Float64Array.from(out);
}

/** The unit normal of a triangle; null if it has none. */
function normalOf(v: Float64Array, i: number, j: number, k: number): Vec3 | null {
  i *= 3;
  j *= 3;
  k *= 3;
  const ux = v[j] - v[i];
  const uy = v[j + 1] - v[i + 1];
  const uz = v[j + 2] - v[i + 2];
  const wx = v[k] - v[i];
  const wy = v[k + 1] - v[i + 1];
  const wz = v[k + 2] - v[i + 2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? new Vec3(x / length, y / length, z / length) : null;
}

/** Makes the geometry of triangles under a linear map, column by column. `flip`: the map mirrors. */
export function meshGeometry(source: Triangles, linear: ArrayLike<number> | null): Geometry | null {
  const { positions, indices, segments, points } = source;
  const used = usedPoints(positions, indices, segments, points);
  if (used.points.length === 0) return null;
  const at = used.points;
  let factor = 1;
  let mirrored = false;
  let reach = 0;
  for (let i = 0; i < at.length; i++) reach = Math.max(reach, Math.abs(at[i]));
  if (linear !== null) {
    applyLinear(linear, at);
    factor = 0;
    for (let c = 0; c < 9; c += 3) factor = Math.max(factor, Math.hypot(linear[c], linear[c + 1], linear[c + 2]));
    mirrored = determinant(linear) < 0;
  }
  const rounding = reach * factor * (positions instanceof Float32Array ? 2 ** -23 : 2 ** -51);
  let { corners } = used;
  const middle = new Float64Array(3);
  let extent = 0;
  for (let a = 0; a < 3; a++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = a; i < at.length; i += 3) {
      if (at[i] < low) low = at[i];
      if (at[i] > high) high = at[i];
    }
    middle[a] = low / 2 + high / 2;
    extent = Math.max(extent, high - low);
    for (let i = a; i < at.length; i += 3) at[i] -= middle[a];
  }
  const slack = Math.max(CONVEX_ROUNDING * extent, rounding);
  const turn = Float64Array.from(IDENTITY);
  const common = { turn, middle, extent, rounding };
  const isArea = (segments === undefined || segments.length === 0) && (points === undefined || points.length === 0);
  const report = isArea && corners.length > 0 && extent > 0 ? judgeClosed(new VertexArray(at), corners) : null;
  if (report === null || !report.closed || report.volume === 0) {
    if (mirrored) corners = turned(corners);
    return new Geometry({ ...common, kind: 'surface', positions: at, corners });
  }
  // Closed and inside out, by a mirroring or by mistake.
  if (report.volume < 0) corners = turned(corners);
  const hull = convexHull(at, corners, Math.abs(report.volume), slack);
  if (hull === null) return new Geometry({ ...common, kind: 'solid', positions: at, corners });
  const box = boxOf(hull, slack);
  if (box === null) return new Geometry({ ...common, kind: 'polytope', shape: hull, positions: at, corners });
  for (let a = 0; a < 3; a++) middle[a] += box.centre[a];
  return new Geometry({
    ...common,
    kind: 'box',
    turn: box.turn,
    half: box.half,
    shape: new Box([2 * box.half[0], 2 * box.half[1], 2 * box.half[2]]),
  });
}

export function determinant(m: ArrayLike<number>): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]);
}

function applyLinear(m: ArrayLike<number>, at: Float64Array): void {
  for (let i = 0; i < at.length; i += 3) {
    const x = at[i];
    const y = at[i + 1];
    const z = at[i + 2];
    at[i] = m[0] * x + m[3] * y + m[6] * z;
    at[i + 1] = m[1] * x + m[4] * y + m[7] * z;
    at[i + 2] = m[2] * x + m[5] * y + m[8] * z;
  }
}

function turned(corners: Int32Array): Int32Array {
  const out = Int32Array.from(corners);
  for (let k = 0; k < out.length; k += 3) {
    out[k + 1] = corners[k + 2];
    out[k + 2] = corners[k + 1];
  }
  return out;
}

/** The distinct points in use and the corners on them. Triangles that are a segment or a point are left out if there are others. */
function usedPoints(
  positions: ArrayLike<number>,
  indices: Uint32Array,
  segments: Uint32Array | undefined,
  points: Uint32Array | undefined,
): { points: Float64Array; corners: Int32Array } {
  const count = positions.length / 3;
  const number = new Int32Array(count).fill(-1);
  const at: number[] = [];
  const seen = new Map<number, number[]>();
  const numberOf = (i: number): number => {
    if (!(i < count)) throw new RangeError(`a triangle has vertex ${i}, but there are ${count}`);
    if (number[i] >= 0) return number[i];
    const x = positions[3 * i];
    const y = positions[3 * i + 1];
    const z = positions[3 * i + 2];
    // Not a good hash, but lists are short.
    const hash = x * 3.1270651 + y * 2.7305933 + z * 1.4092417;
    let list = seen.get(hash);
    if (list === undefined) {
      list = [];
      seen.set(hash, list);
    }
    for (const k of list)
      if (at[3 * k] === x && at[3 * k + 1] === y && at[3 * k + 2] === z) {
        number[i] = k;
        return k;
      }
    const k = at.length / 3;
    at.push(x, y, z);
    list.push(k);
    number[i] = k;
    return k;
  };
  const corners: number[] = [];
  for (let k = 0; k + 2 < indices.length; k += 3) {
    const a = numberOf(indices[k]);
    const b = numberOf(indices[k + 1]);
    const c = numberOf(indices[k + 2]);
    if (a !== b && b !== c && c !== a) corners.push(a, b, c);
  }
  if (segments !== undefined)
    for (let k = 0; k + 1 < segments.length; k += 2) {
      const a = numberOf(segments[k]);
      const b = numberOf(segments[k + 1]);
      corners.push(a, b, b);
    }
  if (points !== undefined)
    for (let k = 0; k < points.length; k++) {
      const a = numberOf(points[k]);
      corners.push(a, a, a);
    }
  // Nothing but degenerate triangles: they are the segments and points that they are.
  if (corners.length === 0)
    for (let k = 0; k + 2 < indices.length; k += 3)
      corners.push(numberOf(indices[k]), numberOf(indices[k + 1]), numberOf(indices[k + 2]));
  return { points: Float64Array.from(at), corners: Int32Array.from(corners) };
}

/** How many triangles are tried against all points before the hull is built. */
const TRIED_FIRST = 24;

/**
 * The hull of a closed mesh if the mesh is its hull, up to the slack: no point is above the plane of a triangle by more, and the
 * volumes agree, so that the surface goes once around and not twice.
 */
function convexHull(at: Float64Array, corners: Int32Array, volume: number, slack: number): Polytope | null {
  const triangles = corners.length / 3;
  const step = 3 * Math.max(1, Math.floor(triangles / TRIED_FIRST));
  for (let k = 0; k < corners.length; k += step) {
    const n = normalOf(at, corners[k], corners[k + 1], corners[k + 2]);
    if (n === null || isThin(at, corners, k, slack)) continue;
    const p = 3 * corners[k];
    const top = n.x * at[p] + n.y * at[p + 1] + n.z * at[p + 2] + slack;
    for (let i = 0; i < at.length; i += 3) if (n.x * at[i] + n.y * at[i + 1] + n.z * at[i + 2] > top) return null;
  }
  const hull = new Polytope(at);
  if (hull.dimension < 3) return null;
  let whole = 0;
  const { vertices, facets } = hull;
  for (let f = 0; f < facets.length; f += 3)
    whole += volumeOf(vertices, 3 * facets[f], 3 * facets[f + 1], 3 * facets[f + 2]);
  if (Math.abs(volume / whole - 1) > 0.01) return null;
  const tip = new Vec3();
  for (let k = 0; k < corners.length; k += 3) {
    const n = normalOf(at, corners[k], corners[k + 1], corners[k + 2]);
    if (n === null || isThin(at, corners, k, slack)) continue;
    hull.support(n, tip);
    const p = 3 * corners[k];
    if (n.x * (tip.x - at[p]) + n.y * (tip.y - at[p + 1]) + n.z * (tip.z - at[p + 2]) > slack) return null;
  }
  return hull;
}

/** Whether a triangle is so thin that the rounding of its corners may turn its plane anywhere: a hundred times the slack. */
function isThin(at: Float64Array, corners: Int32Array, k: number, slack: number): boolean {
  let longest = 0;
  let area = 0;
  const [p, q, r] = [3 * corners[k], 3 * corners[k + 1], 3 * corners[k + 2]];
  for (const [i, j] of [
    [p, q],
    [q, r],
    [r, p],
  ])
    longest = Math.max(longest, Math.hypot(at[i] - at[j], at[i + 1] - at[j + 1], at[i + 2] - at[j + 2]));
  const [ux, uy, uz] = [at[q] - at[p], at[q + 1] - at[p + 1], at[q + 2] - at[p + 2]];
  const [vx, vy, vz] = [at[r] - at[p], at[r + 1] - at[p + 1], at[r + 2] - at[p + 2]];
  area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  return area <= 100 * slack * longest;
}

function volumeOf(p: Float64Array, a: number, b: number, c: number): number {
  return (
    (p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])) /
    6
  );
}

/** The box that a hull is, up to the slack, or null. */
function boxOf(hull: Polytope, slack: number): { turn: Float64Array; half: Float64Array; centre: Float64Array } | null {
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

/** The geometry of a shape under a linear map. Maps that only turn and scale keep the kind of shape. */
export function shapeGeometry(exact: ExactShape, linear: ArrayLike<number>): Geometry {
  const columns = [0, 3, 6].map((c) => [linear[c], linear[c + 1], linear[c + 2]]);
  const lengths = columns.map((c) => Math.hypot(c[0], c[1], c[2]));
  const middle = new Float64Array(3);
  const largest = Math.max(...lengths);
  let square = lengths.every((l) => l > 0);
  for (const [p, q] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
    if (
      Math.abs(columns[p][0] * columns[q][0] + columns[p][1] * columns[q][1] + columns[p][2] * columns[q][2]) >
      1e-12 * lengths[p] * lengths[q]
    )
      square = false;
  const same = (p: number, q: number) => Math.abs(lengths[p] - lengths[q]) <= 1e-12 * largest;
  const turn = Float64Array.from(IDENTITY);
  const finish = (
    kind: GeometryKind,
    shape: Shape,
    scaled: ExactShape | undefined,
    sizes: number[],
    half?: Float64Array,
  ): Geometry => {
    const extent = Math.max(...sizes);
    return new Geometry({
      kind,
      turn,
      middle,
      extent,
      rounding: extent * 2 ** -51,
      shape,
      ...(scaled === undefined ? {} : { exact: scaled }),
      ...(half === undefined ? {} : { half }),
    });
  };
  if (square) {
    for (let c = 0; c < 3; c++) for (let r = 0; r < 3; r++) turn[3 * c + r] = columns[c][r] / lengths[c];
    // Shapes are the same on both sides of x = 0, so a mirroring can be taken as one of x.
    if (determinant(turn) < 0) for (let r = 0; r < 3; r++) turn[r] = -turn[r];
    if (exact.kind === 'box') {
      const size = [0, 1, 2].map((a) => exact.size[a] * lengths[a]) as [number, number, number];
      return finish(
        'box',
        new Box(size),
        { kind: 'box', size },
        size,
        Float64Array.from(size, (s) => s / 2),
      );
    }
    if (exact.kind === 'sphere' && same(0, 1) && same(0, 2)) {
      const radius = exact.radius * lengths[0];
      return finish('curved', new Sphere(radius), { kind: 'sphere', radius }, [2 * radius]);
    }
    if ((exact.kind === 'cylinder' || exact.kind === 'cone') && same(0, 2)) {
      const radius = exact.radius * lengths[0];
      const height = exact.height * lengths[1];
      const shape = exact.kind === 'cone' ? new Cone(radius, height) : new Cylinder(radius, height);
      return finish('curved', shape, { kind: exact.kind, radius, height }, [2 * radius, height]);
    }
  }
  turn.set(IDENTITY);
  const m = [...columns[0], 0, ...columns[1], 0, ...columns[2], 0, 0, 0, 0, 1];
  if (exact.kind === 'box') {
    const corners = boxCorners(Float64Array.from(exact.size, (s) => s / 2));
    applyLinear(linear, corners);
    const mirrored = determinant(linear) < 0;
    const hull = new Polytope(corners);
    let extent = 0;
    for (let a = 0; a < 3; a++) {
      const list = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => corners[3 * k + a]);
      extent = Math.max(extent, Math.max(...list) - Math.min(...list));
    }
    return new Geometry({
      kind: hull.dimension === 3 ? 'polytope' : 'surface',
      turn,
      middle,
      extent,
      rounding: extent * 2 ** -51,
      ...(hull.dimension === 3 ? { shape: hull } : {}),
      positions: corners,
      corners: mirrored ? turned(BOX_TRIANGLES) : BOX_TRIANGLES,
    });
  }
  const size = exact.kind === 'sphere' ? 2 * exact.radius : Math.max(2 * exact.radius, exact.height);
  return finish('curved', new Placed(shapeOf(exact), m), undefined, [size * largest]);
}

function shapeOf(exact: Exclude<ExactShape, { kind: 'box' }>): Shape {
  if (exact.kind === 'sphere') return new Sphere(exact.radius);
  return exact.kind === 'cone' ? new Cone(exact.radius, exact.height) : new Cylinder(exact.radius, exact.height);
}
