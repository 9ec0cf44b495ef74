/**
 * What a part is for the tests of pairs: a convex solid, another solid, or a surface without an inside.
 *
 * A placement that only turns and moves is left to the body; any other (scale, shear, mirroring, a rotation rounded to floats) is applied
 * to the vertices, in doubles. So every geometry is placed rigidly, distances in it are those of the world, and a mirrored one
 * has its triangles turned round. Coordinates are relative to the middle, so that nothing is lost far from the origin.
 */

import { Mesh, Polytope, type Shape, Vec3, VertexArray } from 'encounter';
import { buildTriangles, type Triangles as TreeTriangles } from 'encounter/core';
import type { ExactShape } from '../model.ts';

/** `curved`: a convex shape that is not the hull of finitely many points. */
export type GeometryKind = 'box' | 'polytope' | 'curved' | 'solid' | 'surface';

export class Geometry {
  readonly kind: GeometryKind;
  /** From the coordinates of this geometry to those that it was made of: a rotation, column by column, and the middle. */
  readonly turn: Float64Array;
  readonly middle: Float64Array;
  /** Half the sizes of a box. */
  readonly half: Float64Array | null;
  /** Half the sizes of the box around it, which has its middle in the origin. */
  readonly bounds: Float64Array;
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
    bounds: Float64Array;
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
    this.bounds = init.bounds;
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

/** The triangles of a box whose corner k is at −x or +x by bit 0 of k, y by bit 1, z by bit 2. */
export const BOX_TRIANGLES: Int32Array = /* #__PURE__ */ Int32Array.of(
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

export function boxCorners(half: Float64Array): Float64Array {
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
export function normalOf(v: Float64Array, i: number, j: number, k: number): Vec3 | null {
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
