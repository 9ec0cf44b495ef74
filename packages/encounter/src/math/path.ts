/**
 * A rigid motion over t in [0, 1]: the centre moves straight and at constant speed, and everything turns about it at constant speed,
 *
 *   x(t) = c + t·v + R(t)·(x(0) − c),      R(t) the rotation by t·angle about the unit vector `axis`.
 */
import { sinCos } from './turn.ts';
import { Vec3 } from './vec3.ts';

export class Path {
  /** c: a world point at t = 0. */
  readonly center: Vec3 = new Vec3();
  /** v. */
  readonly translation: Vec3 = new Vec3();
  /** Unit, whatever the angle. */
  readonly axis: Vec3 = new Vec3(1, 0, 0);
  /** Of the whole turn, in radians, not negative; in an array, as it is read in every step. */
  readonly angle: Float64Array = new Float64Array(1);
  /** R(t) of the last `turnTo`, column by column. */
  readonly rotation: Float64Array = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  readonly #turn: Float64Array = new Float64Array(2);

  /** Stands still. */
  rest(): this {
    this.center.set(0, 0, 0);
    this.translation.set(0, 0, 0);
    this.angle[0] = 0;
    return this;
  }

  get turns(): boolean {
    return this.angle[0] > 0;
  }

  /** Sets the rotation by its vector: direction = axis, length = angle. */
  setRotation({ x, y, z }: Vec3): this {
    const l = Math.sqrt(x * x + y * y + z * z);
    this.angle[0] = l;
    if (l > 0) this.axis.set(x / l, y / l, z / l);
    return this;
  }

  /** Computes `rotation` for a time t, from the unit quaternion of half the angle: its products keep R orthogonal to rounding. */
  turnTo(t: number): void {
    const turn = this.#turn;
    turn[0] = 0.5 * t * this.angle[0];
    sinCos(turn);
    const { axis, rotation: r } = this;
    const x = axis.x * turn[0];
    const y = axis.y * turn[0];
    const z = axis.z * turn[0];
    const w = turn[1];
    r[0] = 1 - 2 * (y * y + z * z);
    r[1] = 2 * (x * y + z * w);
    r[2] = 2 * (x * z - y * w);
    r[3] = 2 * (x * y - z * w);
    r[4] = 1 - 2 * (x * x + z * z);
    r[5] = 2 * (y * z + x * w);
    r[6] = 2 * (x * z + y * w);
    r[7] = 2 * (y * z - x * w);
    r[8] = 1 - 2 * (x * x + y * y);
  }
}
