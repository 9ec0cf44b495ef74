/** The box of a node of a placed mesh's tree as a convex body: what cannot meet it cannot meet any triangle below it. */
import { type Affine, LinearKind } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { Box } from '../shapes/box.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import type { AabbTree } from '../tree/layout.ts';
import { type Body, fillLayout } from './body.ts';
import { bodyFrame, EXTENT, INNER, ORIGIN, REACH } from './layout.ts';
import type { MeshInstance } from './mesh-instance.ts';

export class NodeBody implements Body {
  readonly #box: Box = new Box([0, 0, 0]);
  readonly shape: Shape = this.#box;
  readonly core: Shape = this.#box;
  readonly kind: ShapeKind = ShapeKind.box;
  readonly polyhedral = true;
  readonly frame: Affine = bodyFrame();
  readonly m: readonly number[] = this.frame.m;
  linear: LinearKind = LinearKind.rigid;
  readonly instance = null;
  radius = 0;
  extent = 0;
  readonly #min: Vec3 = new Vec3();
  readonly #max: Vec3 = new Vec3();
  #mesh: MeshInstance | null = null;
  #tree: AabbTree | null = null;
  /** The node loaded last, whose box is in `m`. */
  #node = -1;

  /** Takes over the mesh whose nodes are to come. */
  of(mesh: MeshInstance): void {
    this.#mesh = mesh;
    this.#tree = mesh.triangles.tree;
    const { m, kind } = mesh.frame;
    for (let i = 0; i < 9; i++) this.frame.m[i] = m[i];
    this.frame.kind = kind;
    this.linear = kind;
    this.radius = mesh.margin;
    fillLayout(this, null);
    this.#node = -1;
  }

  load(node: number): this {
    if (node === this.#node) return this;
    this.#node = node;
    (this.#tree as AabbTree).readBox(node, this.#min, this.#max);
    return this.#put();
  }

  /** Becomes the box of a triangle, given by its corners in the frame of the mesh. */
  around(p: Float64Array): this {
    this.#node = -1;
    const min = this.#min;
    const max = this.#max;
    min.x = Math.min(p[0], p[3], p[6]);
    min.y = Math.min(p[1], p[4], p[7]);
    min.z = Math.min(p[2], p[5], p[8]);
    max.x = Math.max(p[0], p[3], p[6]);
    max.y = Math.max(p[1], p[4], p[7]);
    max.z = Math.max(p[2], p[5], p[8]);
    return this.#put();
  }

  #put(): this {
    const { m } = (this.#mesh as MeshInstance).frame;
    const min = this.#min;
    const max = this.#max;
    const x = 0.5 * (min.x + max.x);
    const y = 0.5 * (min.y + max.y);
    const z = 0.5 * (min.z + max.z);
    const o = this.frame.m;
    o[ORIGIN] = m[0] * x + m[3] * y + m[6] * z + m[9];
    o[ORIGIN + 1] = m[1] * x + m[4] * y + m[7] * z + m[10];
    o[ORIGIN + 2] = m[2] * x + m[5] * y + m[8] * z + m[11];
    const { half } = this.#box;
    half.set(max.x - x, max.y - y, max.z - z);
    this.extent = 2 * Math.max(half.x, half.y, half.z);
    o[EXTENT] = this.extent;
    o[REACH] = half.x;
    o[REACH + 1] = half.y;
    o[REACH + 2] = half.z;
    o[INNER] = Math.min(half.x, half.y, half.z);
    return this;
  }
}
