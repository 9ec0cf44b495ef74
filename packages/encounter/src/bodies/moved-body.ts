/**
 * A body of the caller's, seen as if it were somewhere else: the same shape, the same triangles, but a frame of its own. A search
 * that tries translations moves this one, so that no body that the caller can see is ever written, and a body can be tested
 * against a moved copy of itself.
 */
import { Affine, type LinearKind } from '../math/affine.ts';
import { Point } from '../shapes/point.ts';
import { type Instance, type Shape, ShapeKind } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import { bodyFrame, ORIGIN, RADIUS } from './layout.ts';
import type { MeshInstance } from './mesh-instance.ts';

/** What pair functions read of a mesh in one placement (see MeshInstance), in the place of the moved body. */
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

const NOWHERE: Point = /* #__PURE__ */ new Point([0, 0, 0]);

/** A convex shape or a mesh, moved. Compounds are moved part by part. */
export class MovedBody implements Body {
  shape: Shape = NOWHERE;
  core: Shape = NOWHERE;
  kind: ShapeKind = ShapeKind.point;
  polyhedral = true;
  readonly frame: Affine = bodyFrame();
  readonly m: number[] = this.frame.m;
  linear: LinearKind = this.frame.kind;
  radius = 0;
  extent = 0;
  instance: Instance | null = null;
  readonly #mesh: MovedMesh = new MovedMesh();
  /** Where the source is: the origin of its frame, then that of its triangles. */
  readonly #origin: Float64Array = new Float64Array(6);

  /** Takes over a body, where it is now. */
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
    // With what follows the placement: radius, extent, reach and inner ball.
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

  /** Moves it to its source's place and `t` times `n` farther. */
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
