/**
 * The support contract (book §4.3.4).
 *
 * A convex shape is known to the algorithms only by its support mapping: `support(dir, out)` writes a point of the
 * shape that is farthest along `dir` and returns `out`.
 *
 * - `dir` has any length, is never written, and is never the same object as `out`.
 * - The zero vector gives some boundary point.
 * - Finite input gives a finite point.
 * - Scratch belongs to the instance: composites nest to any depth, so module-level scratch would be overwritten.
 *
 * **Core and radius.** A rounded shape is a core swept by a ball: sphere = point + r, capsule = segment + r. The pair
 * algorithms run on the cores and add the radii afterwards. This is exact, and far better conditioned than running on the
 * rounded surface (the hybrid of §4.3.8, used for every pair). For every shape, shape = core ⊕ ball(radius). It holds in the
 * shape's own frame and under rotation and uniform scale; under other placements the shape's own support mapping is used.
 */
import { wrong } from '../check.ts';
import { Aabb } from '../math/aabb.ts';
import type { Affine } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { LARGEST, SMALLEST } from '../tolerances.ts';
import type { Axis } from './axis.ts';

/** What the dispatcher needs to know of a shape. A `general` shape is known by its support mapping only. */
export const ShapeKind = {
  general: 0,
  point: 1,
  /** An upright segment: along the y axis, centred on the origin. Other segments are general. */
  segment: 2,
  box: 3,
  cylinder: 4,
  cone: 5,
  polytope: 6,
  polygon: 7,
  halfspace: 8,
  mesh: 9,
  compound: 10,
} as const;
export type ShapeKind = (typeof ShapeKind)[keyof typeof ShapeKind];

/** Whether shapes of a kind are bounded and convex: GJK, EPA and closed forms solve pairs of these. */
export function isConvex(kind: ShapeKind): boolean {
  return kind < ShapeKind.halfspace;
}

/** Whether shapes of a kind have parts (triangles of a mesh, shapes of a compound), and may touch another shape in many places. */
export function hasParts(kind: ShapeKind): boolean {
  return kind >= ShapeKind.mesh;
}

/** Data of a placed complex shape, one per body: see MeshInstance and CompoundInstance. */
export interface Instance {
  /** Takes a new placement. Anything expensive is left to the next query. */
  place(placement: Affine, margin: number): void;
}

/** What all shapes have in common. Shapes have no position, do not change, and may be shared by any number of colliders. */
export abstract class Shape {
  /** @internal */
  readonly kind: ShapeKind;
  /** shape = core ⊕ ball(radius). @internal */
  readonly core: Shape;
  /** The radius by which the core is swept, of a sphere, a capsule or an `Inflated`; 0 for others. */
  readonly radius: number;
  /** Whether the shape includes its inside. Only meshes, and compounds of them, may be surfaces without an inside. */
  readonly solid: boolean = true;
  /** The version for which extent and reach were computed. */
  #measured = -1;
  #extent = 0;
  readonly #reach: Vec3 = new Vec3();

  /** Without `core` the shape is its own core, and has no radius. */
  constructor(kind: ShapeKind = ShapeKind.general, core?: Shape, radius = 0) {
    this.kind = kind;
    this.core = core ?? this;
    this.radius = radius;
  }

  /** A point of the shape farthest along `dir`, in the shape's own frame. */
  abstract support(dir: Vec3, out: Vec3): Vec3;

  /** Whether the core has no curved part: then GJK and EPA end after finitely many steps. @internal */
  abstract readonly polyhedral: boolean;

  /** The line about which this shape is a solid of revolution, or null. @internal */
  get axis(): Axis | null {
    return null;
  }

  /** Unit outward normals of the flat facets, three numbers each; null for a shape that has none, or does not know them. @internal */
  get facetNormals(): Float64Array | null {
    return null;
  }

  /** The shape and placement of a `Placed`, null for other shapes. @internal */
  get placed(): { readonly shape: Shape; readonly placement: Affine } | null {
    return null;
  }

  /**
   * Counts, from 1, the states of a shape that can change: a mesh whose vertices move, a compound of such meshes. 0 for others.
   *
   * @internal
   */
  get version(): number {
    return 0;
  }

  /**
   * Writes a box (min, max) around the shape under the linear map `m` that is cheaper than the tight one. Returns false if there is none.
   * Only meshes have this method.
   *
   * @internal
   */
  roughBox?(m: readonly number[], out: Float64Array): boolean;

  /** Throws if no query can handle this shape under a linear part. Only halfspaces have this method. @internal */
  requireLinear?(m: ArrayLike<number>): void;

  /** Makes the data that a body with this shape needs; null for a convex shape, which needs none. @internal */
  instantiate(): Instance | null {
    return null;
  }

  /**
   * This shape scaled along its own axes by positive factors, if the result is a shape that the algorithms know more about than its
   * support mapping; otherwise null.
   *
   * @internal
   */
  stretched(_x: number, _y: number, _z: number): Shape | null {
    return null;
  }

  /** Bounding box in the shape's own frame, tight (§5.3.1). */
  bounds(out: Aabb = new Aabb()): Aabb {
    const dir = new Vec3();
    const p = new Vec3();
    out.max.set(
      this.support(dir.set(1, 0, 0), p).x,
      this.support(dir.set(0, 1, 0), p).y,
      this.support(dir.set(0, 0, 1), p).z,
    );
    out.min.set(
      this.support(dir.set(-1, 0, 0), p).x,
      this.support(dir.set(0, -1, 0), p).y,
      this.support(dir.set(0, 0, -1), p).z,
    );
    return out;
  }

  /** The longest side of `bounds()`: the length that tolerances are relative to. @internal */
  get extent(): number {
    this.#measure();
    return this.#extent;
  }

  /**
   * Throws if queries cannot work with the shape under a linear part whose largest entry is `scale`, with this margin. Uses the extent
   * of the core, which queries need anyway. Measuring the rounded shapes themselves made `addRadial`, which these share, load the radii
   * of many classes, and queries then left 8 to 310 B of garbage each.
   *
   * @internal
   */
  requireSize(
    scale: number,
    margin: number,
    extent: number = this.core.extent + 2 * this.radius,
    least: number = SMALLEST,
    most: number = LARGEST,
  ): void {
    const size = extent * scale + 2 * margin;
    if (size !== 0 && !(size >= least && size <= most))
      wrong('placed size', `be 0 or ${least} to ${most}`, size, RangeError);
  }

  /** Half the size of the smallest box around the origin, sides along the axes, that contains the shape. @internal */
  get reach(): Vec3 {
    this.#measure();
    return this.#reach;
  }

  /** Computes extent and reach, unless they are known. */
  #measure(): void {
    // What was measured at version 0 cannot change.
    if (this.#measured === 0 || this.#measured === this.version) return;
    this.#measured = this.version;
    const { min, max } = this.bounds();
    this.#extent = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
    this.#reach.set(Math.max(-min.x, max.x), Math.max(-min.y, max.y), Math.max(-min.z, max.z));
  }

  /** The radius of a ball around the origin that the shape contains; −Infinity where none is known. @internal */
  get inner(): number {
    return this.core === this ? -Infinity : this.core.inner + this.radius;
  }

  /** The longest side of the box of this shape's image under an affine placement. @internal */
  extentUnder(frame: Affine): number {
    const { m } = frame;
    const dir = new Vec3();
    const p = new Vec3();
    let longest = 0;
    for (let r = 0; r < 3; r++) {
      this.support(dir.set(m[r], m[3 + r], m[6 + r]), p);
      const high = m[r] * p.x + m[3 + r] * p.y + m[6 + r] * p.z;
      this.support(dir.set(-m[r], -m[3 + r], -m[6 + r]), p);
      longest = Math.max(longest, high - (m[r] * p.x + m[3 + r] * p.y + m[6 + r] * p.z));
    }
    return longest;
  }

  /** The constructor call that makes this shape, at full precision. */
  abstract toString(): string;
}

/** Checks that an argument is a shape. */
export function requireShape(name: string, shape: Shape): Shape {
  if (!(shape instanceof Shape)) wrong(name, 'be a shape', shape);
  return shape;
}

/** Checks that an argument is a bounded convex shape, which composites are built from. */
export function requireConvex(name: string, shape: Shape): Shape {
  if (!isConvex(requireShape(name, shape).kind))
    throw new TypeError(`${name} must be a bounded convex shape, got ${shape}`);
  return shape;
}
