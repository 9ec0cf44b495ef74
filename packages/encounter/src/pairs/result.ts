import { Vec3 } from '../math/vec3.ts';

export { RayHit } from '../tree/ray-hit.ts';

/** The geometry every pair query reports: world coordinates, `normal` unit and from A to B. */
export class PairGeometry {
  /** Unit, from A to B. */
  readonly normal: Vec3 = new Vec3();
  /** The witness point of A. */
  readonly pointA: Vec3 = new Vec3();
  /** The witness point of B. */
  readonly pointB: Vec3 = new Vec3();
  /** Which face or part of a complex shape; −1 for a convex one. */
  primitiveA = -1;
  /** The same for B. */
  primitiveB = -1;
  /** A proven bound, in world units, of the error of the distance or depth, rounding included; Infinity where nothing is proven. */
  error = 0;
  /** Whether `error` is within the accuracy asked; otherwise the result is the best estimate. */
  converged = true;
  /** Support points computed. */
  iterations = 0;
  /**
   * False for a depth that certainly separates but need not be the least: solids that are not both convex. Where one of the two is a surface
   * without an inside it is true, and says it of the deepest pair of primitives: their depth need not separate the whole.
   */
  exact = true;

  copy(other: PairGeometry): this {
    this.normal.copy(other.normal);
    this.pointA.copy(other.pointA);
    this.pointB.copy(other.pointB);
    this.primitiveA = other.primitiveA;
    this.primitiveB = other.primitiveB;
    this.error = other.error;
    this.converged = other.converged;
    this.iterations = other.iterations;
    this.exact = other.exact;
    return this;
  }
}

/** Result of `closestPoints` and `signedDistance`: pointB = pointA + distance·normal. */
export class DistanceResult extends PairGeometry {
  /**
   * Above 0 when apart. When they intersect: minus the depth from `signedDistance`, and 0 from `closestPoints` and `scene.nearest`. Infinity
   * beyond `maxDistance`.
   */
  distance = 0;
}

/** Result of `penetration`: moving B by depth·normal brings the pair into touching contact. */
export class PenetrationResult extends PairGeometry {
  /** 0 when they just touch. */
  depth = 0;
}

/** Result of `castShape`. */
export class CastHit {
  /** Fraction of the motion, 0…1. */
  t = 0;
  /** The contact point, in the world at time t. */
  readonly point: Vec3 = new Vec3();
  /** Unit, from A to B. */
  readonly normal: Vec3 = new Vec3();
  /** Which face or part of a complex shape; −1 for a convex one. */
  primitiveA = -1;
  /** The same for B. */
  primitiveB = -1;
  /** False when rounding kept the result from reaching the accuracy asked; it is then the best estimate. */
  converged = true;
  /** Support points computed. */
  iterations = 0;

  copy(other: CastHit): this {
    this.t = other.t;
    this.point.copy(other.point);
    this.normal.copy(other.normal);
    this.primitiveA = other.primitiveA;
    this.primitiveB = other.primitiveB;
    this.converged = other.converged;
    this.iterations = other.iterations;
    return this;
  }
}

/** Moves the point of a hit along with a body that moves by `motion`. The time is not an argument, because V8 may allocate one. */
export function carryPoint({ t, point: p }: CastHit, motion: Vec3): void {
  p.x += t * motion.x;
  p.y += t * motion.y;
  p.z += t * motion.z;
}
