/**
 * A rigid motion over t in [0, 1]: the centre moves straight and at constant speed, and everything turns about it at constant speed,
 *
 *   x(t) = c + t·v + R(t)·(x(0) − c),      R(t) the rotation by t·angle about the unit vector `axis`.
 */
import { sinCos } from './turn.ts';
import { Vec3 } from './vec3.ts';

/** Where the vertices of a deforming mesh are at t = 1, in the mesh's own frame: vertex i starts at array[offset + stride·i]. */
export class EndVertices {
  /** Null for a body that does not deform. */
  array: ArrayLike<number> | null = null;
  offset = 0;
  stride = 3;
}

export class Path {
  /** c: a world point at t = 0. */
  readonly center: Vec3 = new Vec3();
  /** v. */
  readonly translation: Vec3 = new Vec3();
  /** Unit, whatever the angle. */
  readonly axis: Vec3 = new Vec3(1, 0, 0);
  /** Of the whole turn, in radians, not negative; in an array, as it is read in every step. */
  readonly angle: Float64Array = new Float64Array(1);
  /** The time s to look at. In an array, as a number passed to a call may be allocated on the heap. */
  readonly time: Float64Array = new Float64Array(1);
  /** R(s) of the last `findRotation`, column by column. */
  readonly rotation: Float64Array = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  /** Sine and cosine of the angle at the time s, and s, of the last `findAngle`. */
  readonly turn: Float64Array = new Float64Array([0, 1, 0]);
  /** For a mesh whose vertices move by themselves: x(0) of each goes straight to x(1), and the path carries it along. It does not turn then. */
  readonly ends: EndVertices = new EndVertices();

  /** Stands still. */
  rest(): this {
    this.turn[2] = -1;
    this.center.set(0, 0, 0);
    this.translation.set(0, 0, 0);
    this.angle[0] = 0;
    this.ends.array = null;
    return this;
  }

  get deforms(): boolean {
    return this.ends.array !== null;
  }

  get turns(): boolean {
    return this.angle[0] > 0;
  }

  /** Sets the rotation by its vector: direction = axis, length = angle. */
  setRotation({ x, y, z }: Vec3): this {
    const l = Math.sqrt(x * x + y * y + z * z);
    this.angle[0] = l;
    this.turn[2] = -1;
    if (l > 0) this.axis.set(x / l, y / l, z / l);
    return this;
  }

  /** Computes `turn` for `time[0]`; for the same time once. */
  findAngle(): void {
    const { turn, time } = this;
    const s = time[0];
    if (turn[2] === s) return;
    turn[0] = s * this.angle[0];
    sinCos(turn);
    turn[2] = s;
  }

  /** Computes `rotation` for `time[0]` (O. Rodrigues). */
  findRotation(): void {
    this.findAngle();
    const { turn, rotation: r } = this;
    const { x, y, z } = this.axis;
    const sine = turn[0];
    const cosine = turn[1];
    const k = 1 - cosine;
    r[0] = cosine + k * x * x;
    r[1] = k * x * y + sine * z;
    r[2] = k * x * z - sine * y;
    r[3] = k * x * y - sine * z;
    r[4] = cosine + k * y * y;
    r[5] = k * y * z + sine * x;
    r[6] = k * x * z + sine * y;
    r[7] = k * y * z - sine * x;
    r[8] = cosine + k * z * z;
  }
}
