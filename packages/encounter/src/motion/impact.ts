import { Vec3 } from '../math/vec3.ts';

/** Result of `timeOfImpact`. */
export class Impact {
  /**
   * Fraction of the motion, 0…1: never later than the first contact by more than the accuracy. Where the two touch at the start, it is
   * before they go deeper than the accuracy, and they are no deeper there than at the start.
   */
  t = 0;
  /** The contact point, in the world at time t. */
  readonly point: Vec3 = new Vec3();
  /** Unit, from A to B. */
  readonly normal: Vec3 = new Vec3();
  /** How far apart the two still are at t: within the accuracy. 0 where they overlap. */
  gap = 0;
  /** Which face or part of a complex shape; −1 for a convex one. */
  primitiveA = -1;
  /** The same of B. */
  primitiveB = -1;
  /** False when the search ended before the gap was within the accuracy; t is then early. */
  converged = true;
  /** Support points computed. */
  iterations = 0;

  copy(other: Impact): this {
    this.t = other.t;
    this.point.copy(other.point);
    this.normal.copy(other.normal);
    this.gap = other.gap;
    this.primitiveA = other.primitiveA;
    this.primitiveB = other.primitiveB;
    this.converged = other.converged;
    this.iterations = other.iterations;
    return this;
  }
}
