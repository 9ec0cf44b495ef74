/** Reads numbers, vectors and points that callers pass to constructors, setters and queries. Wrong ones are refused as in `check.ts`. */
import { requireLength, wrong } from '../check.ts';
import { LARGEST } from '../tolerances.ts';
import { Vec3, type Vec3Input } from './vec3.ts';

export function finite(name: string, value: number): number {
  if (typeof value !== 'number') wrong(name, 'be a number', value);
  if (!isWithin(value)) wrong(name, `be finite, up to ${LARGEST}`, value, RangeError);
  return value;
}

export function nonNegative(name: string, value: number): number {
  finite(name, value);
  if (value < 0) wrong(name, 'not be negative', value, RangeError);
  return value;
}

/** Whether `finite` accepts a value. */
export function isWithin(value: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= LARGEST;
}

/**
 * Reads a vector argument into `out`. Arrays and objects are read on separate paths: if one variable could come from both, V8 would box
 * the numbers.
 */
export function readVec3(name: string, value: Vec3Input, out: Vec3 = new Vec3()): Vec3 {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = value as unknown as ArrayLike<number>;
    if (list.length !== 3) wrong(name, 'have 3 components', list.length);
    // Each element is read once, because it may be an accessor. `refuse` says which one is wrong and why.
    const x = list[0];
    const y = list[1];
    const z = list[2];
    if (!(isWithin(x) && isWithin(y) && isWithin(z))) refuse(name, x, y, z);
    out.x = x;
    out.y = y;
    out.z = z;
  } else if (typeof value === 'object' && value !== null && 'x' in value) {
    const { x, y, z } = value;
    if (!(isWithin(x) && isWithin(y) && isWithin(z))) refuse(name, x, y, z);
    out.x = x;
    out.y = y;
    out.z = z;
  } else wrong(name, 'be {x, y, z} or [x, y, z]', value);
  return out;
}

/** Reads a vector argument whose components must not be negative. */
export function readSizes(name: string, value: Vec3Input): Vec3 {
  const out = readVec3(name, value);
  nonNegative(`${name}.x`, out.x);
  nonNegative(`${name}.y`, out.y);
  nonNegative(`${name}.z`, out.z);
  return out;
}

/** Throws the error of the first component that is not a number or is beyond the limit. */
export function refuse(name: string, x: number, y: number, z: number): void {
  finite(`${name}.x`, x);
  finite(`${name}.y`, y);
  finite(`${name}.z`, z);
}

/** Points as Vec3Input[] or as one flat numeric array of x, y, z triples; at least `least` of them. */
export function readPoints(name: string, value: ArrayLike<number> | readonly Vec3Input[], least = 1): Float64Array {
  if (typeof value !== 'object' || value === null || typeof value.length !== 'number')
    wrong(name, 'be a list of points', value);
  const length = requireLength(name, value);
  const flat = length > 0 && typeof value[0] === 'number';
  if (flat && length % 3 !== 0) throw new TypeError(`${name} must hold 3 numbers a point, got ${length} numbers`);
  const count = flat ? length / 3 : length;
  if (count < least)
    throw new RangeError(`${name} must have at least ${least} point${least > 1 ? 's' : ''}, got ${count}`);
  const out = new Float64Array(3 * count);
  const point = new Vec3();
  // The name of an element is made only for an error: a million of them would take longer than the points.
  for (let k = 0; flat && k < length; k++) {
    const x = (value as ArrayLike<number>)[k];
    out[k] = isWithin(x) ? x : finite(`${name}[${k}]`, x);
  }
  for (let i = 0; !flat && i < count; i++) {
    const vector = (value as readonly Vec3Input[])[i];
    try {
      readVec3(name, vector, point);
    } catch {
      readVec3(`${name}[${i}]`, vector, point);
    }
    out[3 * i] = point.x;
    out[3 * i + 1] = point.y;
    out[3 * i + 2] = point.z;
  }
  return out;
}
