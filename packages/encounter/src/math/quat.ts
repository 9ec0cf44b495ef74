import { wrong } from '../check.ts';
import { finite, refuse } from './read.ts';

/** A quaternion as {x, y, z, w} (a three.js Quaternion fits), or an array of x, y, z, w, typed or not. */
export type QuatInput =
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
  | readonly [number, number, number, number]
  | ArrayLike<number>;

/** A unit quaternion x, y, z, w. */
export class Quat {
  x: number;
  y: number;
  z: number;
  w: number;

  constructor(x = 0, y = 0, z = 0, w = 1) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
  }
}

/** Reads and normalises a quaternion argument; a zero or non-finite one is a RangeError. */
export function readQuat(name: string, value: QuatInput, out: Quat = new Quat()): Quat {
  let x: number;
  let y: number;
  let z: number;
  let w: number;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = value as unknown as ArrayLike<number>;
    if (list.length !== 4) wrong(name, 'have 4 components', list.length);
    x = list[0];
    y = list[1];
    z = list[2];
    w = list[3];
  } else if (typeof value === 'object' && value !== null && 'w' in value) {
    x = value.x;
    y = value.y;
    z = value.z;
    w = value.w;
  } else wrong(name, 'be {x, y, z, w} or [x, y, z, w]', value);
  // The names are built only for an error: otherwise each call would allocate them.
  if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z) && Number.isFinite(w))) {
    refuse(name, x, y, z);
    finite(`${name}.w`, w);
  }
  // Scaling by the largest component first keeps the norm from overflowing or vanishing.
  const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  if (m === 0) wrong(name, 'not be zero', value, RangeError);
  x /= m;
  y /= m;
  z /= m;
  w /= m;
  const s = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out.x = x * s;
  out.y = y * s;
  out.z = z * s;
  out.w = w * s;
  return out;
}
