import { wrong } from '../check.ts';
import { UNIFORM } from '../tolerances.ts';
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
  // As in `readVec3`, arrays and objects are read on separate paths. What is refused is not written.
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = value as unknown as ArrayLike<number>;
    if (list.length !== 4) wrong(name, 'have 4 components', list.length);
    const x = list[0];
    const y = list[1];
    const z = list[2];
    const w = list[3];
    if (!isQuat(x, y, z, w)) refuseQuat(name, value, x, y, z, w);
    out.x = x;
    out.y = y;
    out.z = z;
    out.w = w;
  } else if (typeof value === 'object' && value !== null && 'w' in value) {
    const { x, y, z, w } = value;
    if (!isQuat(x, y, z, w)) refuseQuat(name, value, x, y, z, w);
    out.x = x;
    out.y = y;
    out.z = z;
    out.w = w;
  } else wrong(name, 'be {x, y, z, w} or [x, y, z, w]', value);
  let { x, y, z, w } = out;
  // Scaling by the largest component first keeps the norm from overflowing or vanishing.
  const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
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

function isQuat(x: number, y: number, z: number, w: number): boolean {
  // What is not a number must be refused, too: a text would pass for one in a sum. Number.isFinite would put each number on the heap.
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number' || typeof w !== 'number') return false;
  const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  return m > 0 && m < Infinity;
}

/** Throws the error of the first component that is no finite number. The names are built only here: each call would allocate them. */
function refuseQuat(name: string, value: QuatInput, x: number, y: number, z: number, w: number): void {
  refuse(name, x, y, z);
  finite(`${name}.w`, w);
  wrong(name, 'not be zero', value, RangeError);
}

/**
 * The rotation of a linear part that is a rotation after a scale: nine numbers, column by column. Returns false if its columns are not
 * at right angles, if one of them vanishes, or if it mirrors: then no rotation is its own.
 */
export function rotationOf(m: ArrayLike<number>, out: Quat): boolean {
  const r = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let k = 0; k < 9; k += 3) {
    const l = Math.sqrt(m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2]);
    if (!(l > 0)) return false;
    for (let i = k; i < k + 3; i++) r[i] = m[i] / l;
  }
  for (let k = 0; k < 9; k += 3) {
    const j = (k + 3) % 9;
    if (!(Math.abs(r[k] * r[j] + r[k + 1] * r[j + 1] + r[k + 2] * r[j + 2]) <= UNIFORM)) return false;
  }
  const x = r[1] * r[5] - r[2] * r[4];
  const y = r[2] * r[3] - r[0] * r[5];
  const z = r[0] * r[4] - r[1] * r[3];
  if (!(x * r[6] + y * r[7] + z * r[8] > 0)) return false;
  // From the largest of the four components, which does not vanish (S. W. Shepperd, "Quaternion from Rotation Matrix", 1978).
  const trace = r[0] + r[4] + r[8];
  const largest = Math.max(trace, r[0], r[4], r[8]);
  if (largest === trace) put(out, r[5] - r[7], r[6] - r[2], r[1] - r[3], 1 + trace);
  else if (largest === r[0]) put(out, 1 + r[0] - r[4] - r[8], r[1] + r[3], r[6] + r[2], r[5] - r[7]);
  else if (largest === r[4]) put(out, r[1] + r[3], 1 + r[4] - r[0] - r[8], r[5] + r[7], r[6] - r[2]);
  else put(out, r[6] + r[2], r[5] + r[7], 1 + r[8] - r[0] - r[4], r[1] - r[3]);
  const l = Math.sqrt(out.x * out.x + out.y * out.y + out.z * out.z + out.w * out.w);
  put(out, out.x / l, out.y / l, out.z / l, out.w / l);
  return true;
}

/** Not a method, which every bundle would carry. */
function put(out: Quat, x: number, y: number, z: number, w: number): void {
  out.x = x;
  out.y = y;
  out.z = z;
  out.w = w;
}
