import { Vec3 } from './vec3.ts';

/** An axis-aligned box. `min` may be -Infinity and `max` Infinity for unbounded shapes. */
export class Aabb {
  readonly min: Vec3;
  readonly max: Vec3;

  constructor(min: Vec3 = new Vec3(), max: Vec3 = new Vec3()) {
    this.min = min;
    this.max = max;
  }

  /** Whether two boxes have a point in common; touching counts. */
  overlaps(other: Aabb): boolean {
    const a = this.min;
    const b = this.max;
    const c = other.min;
    const d = other.max;
    return a.x <= d.x && c.x <= b.x && a.y <= d.y && c.y <= b.y && a.z <= d.z && c.z <= b.z;
  }
}
