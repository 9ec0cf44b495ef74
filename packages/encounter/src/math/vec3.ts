import { SQUARABLE } from '../tolerances.ts';

/** Anything that reads as a vector: an object with x, y, z (a three.js Vector3 fits), or an array of three, typed or not. */
export type Vec3Input =
  | { readonly x: number; readonly y: number; readonly z: number }
  | readonly [number, number, number]
  | ArrayLike<number>;

/** A vector or point of three doubles. Mutable: results are written into it so that queries need not allocate. */
export class Vec3 {
  x: number;
  y: number;
  z: number;

  constructor(x = 0, y = 0, z = 0) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  set(x: number, y: number, z: number): this {
    this.x = x;
    this.y = y;
    this.z = z;
    return this;
  }

  copy(v: { readonly x: number; readonly y: number; readonly z: number }): this {
    this.x = v.x;
    this.y = v.y;
    this.z = v.z;
    return this;
  }

  clone(): Vec3 {
    return new Vec3(this.x, this.y, this.z);
  }

  toArray(): [number, number, number] {
    return [this.x, this.y, this.z];
  }
}

export function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function lengthSq(a: Vec3): number {
  return a.x * a.x + a.y * a.y + a.z * a.z;
}

/** Length, without overflow or underflow for any finite vector. */
export function length(a: Vec3): number {
  const m = Math.max(Math.abs(a.x), Math.abs(a.y), Math.abs(a.z));
  if (m === 0) return 0;
  if (m > SQUARABLE && m < 1 / SQUARABLE) return Math.sqrt(lengthSq(a));
  const x = a.x / m;
  const y = a.y / m;
  const z = a.z / m;
  return m * Math.sqrt(x * x + y * y + z * z);
}

export function distance(a: Vec3, b: Vec3): number {
  const x = a.x - b.x;
  const y = a.y - b.y;
  const z = a.z - b.z;
  return Math.sqrt(x * x + y * y + z * z);
}

export function add(a: Vec3, b: Vec3, out: Vec3): Vec3 {
  return out.set(a.x + b.x, a.y + b.y, a.z + b.z);
}

export function subtract(a: Vec3, b: Vec3, out: Vec3): Vec3 {
  return out.set(a.x - b.x, a.y - b.y, a.z - b.z);
}

export function scale(a: Vec3, s: number, out: Vec3): Vec3 {
  return out.set(a.x * s, a.y * s, a.z * s);
}

/** a + s·b */
export function addScaled(a: Vec3, b: Vec3, s: number, out: Vec3): Vec3 {
  return out.set(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

export function cross(a: Vec3, b: Vec3, out: Vec3): Vec3 {
  return out.set(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/** a / |a|; the zero vector gives (1, 0, 0), so that a normal is always a unit vector. */
export function normalize(a: Vec3, out: Vec3): Vec3 {
  const l = length(a);
  return l > 0 ? out.set(a.x / l, a.y / l, a.z / l) : out.set(1, 0, 0);
}

/** A unit vector perpendicular to `a` (any one; (0, 1, 0)-like for the zero vector). */
export function perpendicular(a: Vec3, out: Vec3): Vec3 {
  const ax = Math.abs(a.x);
  const ay = Math.abs(a.y);
  const az = Math.abs(a.z);
  // Cross with the coordinate axis that a is least aligned with: the best conditioned of the three.
  if (ax <= ay && ax <= az) out.set(0, a.z, -a.y);
  else if (ay <= az) out.set(-a.z, 0, a.x);
  else out.set(a.y, -a.x, 0);
  return normalize(out, out);
}

/** A vector as code, at full precision. */
export function formatVec3(v: { readonly x: number; readonly y: number; readonly z: number }): string {
  return `[${v.x}, ${v.y}, ${v.z}]`;
}

/** The unit vector opposite to a direction; some unit vector if that is zero. */
export function against(dir: Vec3, out: Vec3): Vec3 {
  const l = length(dir);
  return l > 0 ? out.set(-dir.x / l, -dir.y / l, -dir.z / l) : out.set(1, 0, 0);
}
