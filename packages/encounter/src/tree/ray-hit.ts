import { Vec3 } from '../math/vec3.ts';

/** Result of `rayCast`. */
export class RayHit {
  /** Where along from → to, 0…1. */
  t = 0;
  /** from + t · (to − from). */
  readonly point: Vec3 = new Vec3();
  /** Unit, on the side the ray comes from; zero when the ray starts inside. */
  readonly normal: Vec3 = new Vec3();
  /** Which face or part of a complex shape; −1 for a convex one. */
  primitive = -1;
}
