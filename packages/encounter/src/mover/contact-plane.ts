import type { Body } from '../bodies/body.ts';
import type { Collider } from '../bodies/collider.ts';
import { Vec3 } from '../math/vec3.ts';

/**
 * The plane between a body and one convex piece of an obstacle near it: a convex shape, a triangle of a mesh, a part of a compound. As
 * the piece is convex, it lies behind the plane, so a displacement with normal·v ≥ offset cannot meet it.
 */
export class ContactPlane {
  /** Unit, from the obstacle to the body. */
  readonly normal: Vec3 = new Vec3(0, 1, 0);
  /** The nearest point of the obstacle. */
  readonly point: Vec3 = new Vec3();
  /** The obstacle, null only before the first use. */
  collider: Collider | null = null;
  /** Which triangle, face or part of the obstacle; −1 for a convex shape. */
  primitive = -1;

  // What the obstacle's surface is like there: see Surfaces.
  /** How many faces, of different directions, meet at the point; 0 on a surface without faces that are known. @internal */
  faces = 0;
  /** Whether the normal is that of a face: the point is inside of it, or might as well be. @internal */
  flat = false;
  /** The normal of the piece's own face: of the one that is most upward, if there are several. @internal */
  readonly face: Vec3 = new Vec3();

  /** The piece, unless it is a triangle of a mesh: those share one body. @internal */
  piece: Body | null = null;
  /** The corners of the triangle, in the world, and the margin around it. @internal */
  readonly corners: Float64Array = new Float64Array(10);

  // What a mover makes of it: see ground.ts.
  /** Whether a mover can stand on it. @internal */
  carries = false;
  /** Whether it stands on the rim of something, with a face to stand on behind it. @internal */
  rim = false;
  /** Whether horizontal motion against it may become motion upward. @internal */
  climbs = false;

  /** In an array: doubles that are stored in fields may be allocated on the heap. */
  readonly #values: Float64Array = new Float64Array(2);

  /** How far the two are apart, less the skin; negative inside. */
  get gap(): number {
    return this.#values[0];
  }

  set gap(value: number) {
    this.#values[0] = value;
  }

  /** −gap: the least part of a displacement along the normal that keeps the body out. */
  get offset(): number {
    return -this.#values[0];
  }

  /** The least upward component of a face's normal there. @internal */
  get lowest(): number {
    return this.#values[1];
  }

  /** @internal */
  set lowest(value: number) {
    this.#values[1] = value;
  }

  copy(other: ContactPlane): this {
    this.normal.copy(other.normal);
    this.gap = other.gap;
    this.point.copy(other.point);
    this.collider = other.collider;
    this.primitive = other.primitive;
    this.faces = other.faces;
    this.flat = other.flat;
    this.face.copy(other.face);
    this.lowest = other.lowest;
    this.piece = other.piece;
    this.corners.set(other.corners);
    return this;
  }
}

/** A list that is filled anew at each position, and reuses its elements. */
export class PlaneList {
  readonly planes: ContactPlane[] = [];
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(): ContactPlane {
    const { planes } = this;
    if (this.count === planes.length) planes.push(new ContactPlane());
    return planes[this.count++];
  }

  /** Removes a plane. The last one takes its place. */
  remove(i: number): void {
    const { planes } = this;
    const plane = planes[i];
    planes[i] = planes[--this.count];
    planes[this.count] = plane;
  }
}
