/**
 * A copy of a body in another position: the same shape, the same triangles, but a frame of its own. A search that tries translations
 * moves this copy. So no body that the caller can see is ever written, and a body can be tested against a moved copy of itself.
 */
import { type Affine, LinearKind } from '../math/affine.ts';
import type { Path } from '../math/path.ts';
import { Point } from '../shapes/point.ts';
import { type Instance, type Shape, ShapeKind } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import { bodyFrame, EXTENT, ORIGIN, RADIUS } from './layout.ts';
import type { MovedMesh, PlacedTriangles } from './moved-mesh.ts';

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
  /** Made by the first mesh: a program without meshes does not carry the code. */
  #mesh: MovedMesh | undefined;
  /** The position of the source: the origin of its frame, then that of its triangles' frame. */
  readonly #origin: Float64Array = new Float64Array(6);
  /** The linear parts of the same two. */
  readonly #linear: Float64Array = new Float64Array(18);

  /** Becomes a copy of a body at its present position. */
  of(source: Body): this {
    this.shape = source.shape;
    this.core = source.core;
    this.kind = source.kind;
    this.polyhedral = source.polyhedral;
    this.linear = source.linear;
    this.frame.copy(source.frame);
    const { m } = source;
    // From the layout: a number that is read from bodies of many classes is allocated on the heap.
    this.radius = m[RADIUS];
    this.extent = m[EXTENT];
    // Copy also what follows the frame: radius, extent, reach and inner ball.
    for (let i = RADIUS; i < m.length; i++) this.m[i] = m[i];
    const o = this.#origin;
    const l = this.#linear;
    for (let i = 0; i < 9; i++) l[i] = m[i];
    for (let i = 0; i < 3; i++) o[i] = m[ORIGIN + i];
    this.instance = null;
    if (source.kind === ShapeKind.mesh) {
      const mesh = (source.instance as unknown as PlacedTriangles).moved(this.#mesh);
      this.#mesh = mesh;
      this.instance = mesh as unknown as Instance;
      for (let i = 0; i < 9; i++) l[9 + i] = mesh.frame.m[i];
      for (let i = 0; i < 3; i++) o[3 + i] = mesh.frame.m[ORIGIN + i];
    }
    return this;
  }

  /** Moves it along a path, to where its source would be at the time `path.time[0]`. */
  moveAlong(path: Path): void {
    if (path.turns) {
      path.findRotation();
      if (this.kind !== ShapeKind.point) this.#turn(path.rotation, this.frame, 0);
      this.linear = this.frame.kind;
      if (this.instance !== null) this.#turn(path.rotation, this.#meshFrame, 9);
    }
    this.#carry(path, this.m, 0);
    if (this.instance !== null) this.#carry(path, this.#meshFrame.m, 3);
  }

  get #meshFrame(): Affine {
    return (this.#mesh as MovedMesh).frame;
  }

  /** The linear part of a frame: the rotation after that of the source, which starts at `from`. */
  #turn(r: Float64Array, frame: Affine, from: number): void {
    const l = this.#linear;
    const { m } = frame;
    for (let c = 0; c < 9; c += 3) {
      const x = l[from + c];
      const y = l[from + c + 1];
      const z = l[from + c + 2];
      m[c] = r[0] * x + r[3] * y + r[6] * z;
      m[c + 1] = r[1] * x + r[4] * y + r[7] * z;
      m[c + 2] = r[2] * x + r[5] * y + r[8] * z;
    }
    if (frame.kind === LinearKind.identity) frame.kind = LinearKind.rigid;
  }

  /** The origin of a frame. */
  #carry({ center: c, translation: v, rotation: r, turns, time }: Path, m: number[], from: number): void {
    const o = this.#origin;
    const t = time[0];
    if (!turns) {
      m[ORIGIN] = o[from] + t * v.x;
      m[ORIGIN + 1] = o[from + 1] + t * v.y;
      m[ORIGIN + 2] = o[from + 2] + t * v.z;
      return;
    }
    const x = o[from] - c.x;
    const y = o[from + 1] - c.y;
    const z = o[from + 2] - c.z;
    m[ORIGIN] = c.x + t * v.x + (r[0] * x + r[3] * y + r[6] * z);
    m[ORIGIN + 1] = c.y + t * v.y + (r[1] * x + r[4] * y + r[7] * z);
    m[ORIGIN + 2] = c.z + t * v.z + (r[2] * x + r[5] * y + r[8] * z);
  }

  /** Moves the copy to the position of its source plus t·n. */
  moveTo(n: Float64Array, t: number): void {
    const o = this.#origin;
    for (let i = 0; i < 3; i++) {
      this.m[ORIGIN + i] = o[i] + t * n[i];
      if (this.instance !== null) this.#meshFrame.m[ORIGIN + i] = o[3 + i] + t * n[i];
    }
  }
}
