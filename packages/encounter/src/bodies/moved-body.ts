/**
 * A copy of a body in another position: the same shape, the same triangles, but a frame of its own. A search that tries translations
 * moves this copy. So no body that the caller can see is ever written, and a body can be tested against a moved copy of itself.
 */
import { Affine, type LinearKind } from '../math/affine.ts';
import { Point } from '../shapes/point.ts';
import { type Instance, type Shape, ShapeKind } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import { bodyFrame, ORIGIN, RADIUS } from './layout.ts';
import type { MeshInstance } from './mesh-instance.ts';

/** The part of a MeshInstance that pair functions read. */
type PlacedTriangles = Pick<MeshInstance, 'mesh' | 'source' | 'margin' | 'frame' | 'triangles' | 'place'>;

class MovedMesh implements PlacedTriangles {
  mesh: MeshInstance['mesh'] = undefined as unknown as MeshInstance['mesh'];
  source: MeshInstance['source'] = undefined as unknown as MeshInstance['source'];
  triangles: MeshInstance['triangles'] = undefined as unknown as MeshInstance['triangles'];
  margin = 0;
  readonly frame: Affine = new Affine();

  of(source: MeshInstance): this {
    this.mesh = source.mesh;
    this.source = source.source;
    this.triangles = source.triangles;
    this.margin = source.margin;
    this.frame.copy(source.frame);
    return this;
  }

  place(): void {
    throw new Error('a moved mesh follows its source and is not placed by itself');
  }
}

const PLACEHOLDER: Point = /* #__PURE__ */ new Point([0, 0, 0]);

/** A convex shape or a mesh, moved. Compounds are moved part by part. */
export class MovedBody implements Body {
  shape: Shape = PLACEHOLDER;
  core: Shape = PLACEHOLDER;
  kind: ShapeKind = ShapeKind.point;
  polyhedral = true;
  readonly frame: Affine = bodyFrame();
  readonly m: number[] = this.frame.m;
  linear: LinearKind = this.frame.kind;
  radius = 0;
  extent = 0;
  instance: Instance | null = null;
  readonly #mesh: MovedMesh = new MovedMesh();
  /** The position of the source: the origin of its frame, then that of its triangles' frame. */
  readonly #origin: Float64Array = new Float64Array(6);

  /** Becomes a copy of a body at its present position. */
  of(source: Body): this {
    this.shape = source.shape;
    this.core = source.core;
    this.kind = source.kind;
    this.polyhedral = source.polyhedral;
    this.linear = source.linear;
    this.radius = source.radius;
    this.extent = source.extent;
    this.frame.copy(source.frame);
    const { m } = source;
    // Copy also what follows the frame: radius, extent, reach and inner ball.
    for (let i = RADIUS; i < m.length; i++) this.m[i] = m[i];
    const o = this.#origin;
    for (let i = 0; i < 3; i++) o[i] = m[ORIGIN + i];
    this.instance = null;
    if (source.kind === ShapeKind.mesh) {
      const mesh = this.#mesh.of(source.instance as MeshInstance);
      this.instance = mesh as unknown as Instance;
      for (let i = 0; i < 3; i++) o[3 + i] = mesh.frame.m[ORIGIN + i];
    }
    return this;
  }

  /** Moves the copy to the position of its source plus t·n. */
  moveTo(n: Float64Array, t: number): void {
    const o = this.#origin;
    const { m } = this;
    m[ORIGIN] = o[0] + t * n[0];
    m[ORIGIN + 1] = o[1] + t * n[1];
    m[ORIGIN + 2] = o[2] + t * n[2];
    if (this.instance === null) return;
    const p = this.#mesh.frame.m;
    p[ORIGIN] = o[3] + t * n[0];
    p[ORIGIN + 1] = o[4] + t * n[1];
    p[ORIGIN + 2] = o[5] + t * n[2];
  }
}
