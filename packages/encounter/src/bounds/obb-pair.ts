/** Two meshes with OBB trees in two placements: whether they meet. Scratch for one query after the other. */
import { Affine, invert, LinearKind } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { touchesTriangleTriangle } from '../primitives/triangle-triangle-touch.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { OBB_PLACEMENT, OBB_PLACES, TOUCH_MESH } from '../tolerances.ts';
import { PointInside } from '../tree/inside.ts';
import type { Triangles } from '../tree/triangles.ts';
import type { ObbNodes } from './obb-layout.ts';
import { type ObbLeaves, ObbOverlap } from './obb-overlap.ts';

/** A mesh as it is made: `Mesh` is one. */
export type TreeMesh = MeshShape & { readonly triangles: Triangles };

/** A mesh, the nodes of its tree, three vertex numbers an item of these, and where the boxes are seen from. */
export interface ObbModel {
  readonly mesh: TreeMesh;
  readonly nodes: ObbNodes;
  readonly corners: Int32Array;
  readonly origin: Float64Array;
}

export class ObbPair implements ObbLeaves {
  /** Pairs of triangles tested: the book's N_p. */
  triangleTests = 0;
  readonly overlap: ObbOverlap = new ObbOverlap();
  readonly #placeA: Affine = new Affine();
  readonly #placeB: Affine = new Affine();
  readonly #relative: Affine = new Affine();
  readonly #inverse: Affine = new Affine();
  /**
   * Columns, then translation: how the triangles of either come into the frame of the test. A's is the identity unless `stretched`.
   */
  readonly #carryA: Float64Array = new Float64Array(12);
  readonly #carryB: Float64Array = new Float64Array(12);
  readonly #tolerance: Float64Array = new Float64Array(1);
  readonly #p: Float64Array = new Float64Array(9);
  readonly #q: Float64Array = new Float64Array(9);
  readonly #inside: PointInside = new PointInside();
  readonly #point: Vec3 = new Vec3();
  #a: ObbModel | null = null;
  #b: ObbModel | null = null;

  /** Column-major 4×4 matrices; null for the identity. */
  meet(
    a: ObbModel,
    b: ObbModel,
    matrixA: ArrayLike<number> | null,
    matrixB: ArrayLike<number> | null,
    full: boolean,
  ): boolean {
    const { overlap } = this;
    const placeA = this.#placeA.setMatrix(matrixA ?? IDENTITY, 'matrixA');
    const placeB = this.#placeB.setMatrix(matrixB ?? IDENTITY, 'matrixB');
    this.#a = a;
    this.#b = b;
    this.triangleTests = 0;
    const invertible = this.#relate(placeA, placeB);
    overlap.test.stretched = !(invertible && this.#isTurned());
    this.#place(a, b);
    const met = overlap.walk(a.nodes, b.nodes, full, this);
    this.#a = null;
    this.#b = null;
    // Flattened, a solid holds nothing but what its triangles hold.
    if (met || !invertible) return met;
    if (a.mesh.solid && this.#holds(a, b, this.#relative)) return true;
    return b.mesh.solid && invert(this.#relative, this.#inverse) && this.#holds(b, a, this.#inverse);
  }

  /** Where B is, seen from A, in `#relative`; false where A is flattened. */
  #relate(a: Affine, b: Affine): boolean {
    const relative = this.#relative;
    // The difference first: far away it has more digits than the places.
    b.m[9] -= a.m[9];
    b.m[10] -= a.m[10];
    b.m[11] -= a.m[11];
    a.m[9] = 0;
    a.m[10] = 0;
    a.m[11] = 0;
    const inverse = this.#inverse;
    if (a.kind <= LinearKind.rigid) for (let i = 0; i < 9; i++) inverse.m[i] = a.m[3 * (i % 3) + Math.floor(i / 3)];
    else if (!invert(a, inverse)) return false;
    inverse.m[9] = 0;
    inverse.m[10] = 0;
    inverse.m[11] = 0;
    relative.compose(inverse, b);
    return true;
  }

  /** Whether B is turned and scaled evenly, seen from A; writes rotation and scale. */
  #isTurned(): boolean {
    const { m } = this.#relative;
    const { q } = this.overlap.test;
    const xx = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
    const yy = m[3] * m[3] + m[4] * m[4] + m[5] * m[5];
    const zz = m[6] * m[6] + m[7] * m[7] + m[8] * m[8];
    const sq = (xx + yy + zz) / 3;
    const off = Math.max(
      Math.abs(xx - sq),
      Math.abs(yy - sq),
      Math.abs(zz - sq),
      Math.abs(m[0] * m[3] + m[1] * m[4] + m[2] * m[5]),
      Math.abs(m[0] * m[6] + m[1] * m[7] + m[2] * m[8]),
      Math.abs(m[3] * m[6] + m[4] * m[7] + m[5] * m[8]),
    );
    if (!(sq > 0 && off <= OBB_PLACEMENT * sq)) return false;
    const s = Math.sqrt(sq);
    for (let i = 0; i < 9; i++) q[i] = m[i] / s;
    q[9] = s;
    return true;
  }

  #place(a: ObbModel, b: ObbModel): void {
    const { test } = this.overlap;
    const { stretched } = test;
    const carryA = this.#carryA;
    const carryB = this.#carryB;
    for (let i = 0; i < 12; i++) {
      carryA[i] = stretched ? this.#placeA.m[i] : i % 4 === 0 && i < 9 ? 1 : 0;
      carryB[i] = stretched ? this.#placeB.m[i] : this.#relative.m[i];
    }
    for (let i = 0; i < 9; i++) {
      test.a[i] = carryA[i];
      test.m[i] = carryB[i];
      if (stretched) test.q[i] = carryB[i];
    }
    if (stretched) test.q[9] = 1;
    const p = a.origin;
    const q = b.origin;
    let reach = 0;
    for (let r = 0; r < 3; r++) {
      const fromA = carryA[r] * p[0] + carryA[3 + r] * p[1] + carryA[6 + r] * p[2];
      const fromB = carryB[r] * q[0] + carryB[3 + r] * q[1] + carryB[6 + r] * q[2];
      // The boxes of A are seen from its own origin, or from the place of A's.
      test.a[9 + r] = 0;
      test.m[9 + r] = carryB[9 + r] + fromB - fromA;
      // The largest coordinates that enter: A's own, and B's on the way.
      const growA = Math.abs(carryA[r]) + Math.abs(carryA[3 + r]) + Math.abs(carryA[6 + r]);
      const growB = Math.abs(carryB[r]) + Math.abs(carryB[3 + r]) + Math.abs(carryB[6 + r]);
      reach = Math.max(
        reach,
        growA * a.mesh.triangles.tree.reach + growB * b.mesh.triangles.tree.reach + Math.abs(carryB[9 + r]),
      );
    }
    this.#tolerance[0] = TOUCH_MESH * reach;
    test.slack[0] = OBB_PLACES * this.#tolerance[0];
  }

  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    const a = this.#a as ObbModel;
    const b = this.#b as ObbModel;
    const p = this.#p;
    const q = this.#q;
    const { stretched } = this.overlap.test;
    for (let j = firstB; j < lastB; j++) {
      load(b, j, q);
      carry(q, this.#carryB);
      for (let i = firstA; i < lastA; i++) {
        load(a, i, p);
        if (stretched) carry(p, this.#carryA);
        this.triangleTests++;
        if (touchesTriangleTriangle(p, q, this.#tolerance)) return true;
      }
    }
    return false;
  }

  /** Whether some connected part of B, whose surface does not meet A's, is in the solid A; `frame` takes B into A's frame. */
  #holds({ mesh }: ObbModel, b: ObbModel, frame: Affine): boolean {
    const { vertices, parts } = b.mesh;
    const point = this.#point;
    for (let i = 0; i < parts.length; i++) {
      frame.transformPoint(vertices.read(parts[i], point), point);
      if (this.#inside.test(mesh.triangles, point.x, point.y, point.z)) return true;
    }
    return false;
  }
}

const IDENTITY: readonly number[] = /* #__PURE__ */ [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function load({ mesh, corners }: ObbModel, item: number, out: Float64Array): void {
  const { array, offset, stride } = mesh.triangles.vertices;
  for (let c = 0; c < 3; c++) {
    const k = offset + stride * corners[3 * item + c];
    out[3 * c] = array[k];
    out[3 * c + 1] = array[k + 1];
    out[3 * c + 2] = array[k + 2];
  }
}

function carry(q: Float64Array, m: Float64Array): void {
  for (let k = 0; k < 9; k += 3) {
    const x = q[k];
    const y = q[k + 1];
    const z = q[k + 2];
    q[k] = m[0] * x + m[3] * y + m[6] * z + m[9];
    q[k + 1] = m[1] * x + m[4] * y + m[7] * z + m[10];
    q[k + 2] = m[2] * x + m[5] * y + m[8] * z + m[11];
  }
}
