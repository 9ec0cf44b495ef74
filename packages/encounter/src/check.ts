/**
 * Argument checks of constructors and setters. Each throws an error that names the argument and the value it got:
 * a TypeError when the argument is not of the right kind, a RangeError when its value is out of range.
 */
import { Vec3, type Vec3Input } from './math/vec3.ts';

/**
 * Coordinates, lengths and factors may be as large as this. The algorithms compare fourth powers of lengths, and these must stay
 * below the largest double, 1.8e308.
 */
export const LARGEST = 1e70;

/**
 * A placed shape is a point or at least this large. A fourth power of it, times the square of the finest tolerance, is still a double
 * of full precision.
 */
export const SMALLEST = 1e-70;

/** The same as `LARGEST` for what has a tree of boxes: these are kept in single precision, which ends at 3.4e38. */
export const LARGEST_IN_TREE = 1e38;

/** A value as messages show it. Of an object of some class they name the class, and of a long list they show the beginning. */
export function show(value: unknown): string {
  if (typeof value === 'function') return `the ${/^class/.test(`${value}`) ? 'class' : 'function'} ${value.name}`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const kind = value.constructor?.name ?? 'Object';
  if (kind !== 'Object' && kind !== 'Array') return `a ${kind}`;
  try {
    return JSON.stringify(value, (_, v) => (typeof v === 'number' && !Number.isFinite(v) ? String(v) : v)).slice(
      0,
      200,
    );
  } catch {
    return kind;
  }
}

/**
 * Throws a TypeError if there is an option that is not known. Queries call it each time, so it allocates nothing. Only what the
 * object has of its own is an error: a library may have added something to Object.prototype.
 */
export function checkOptions(options: object, known: readonly string[], name = 'options'): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${name} must be an object, got ${show(options)}`);
  for (const key in options)
    if (!known.includes(key) && Object.hasOwn(options, key)) throw new TypeError(unknownOption(key, known));
}

/**
 * The nearest name has the most in common with what was written: single letters, and pairs of letters that follow each other. That finds
 * what is misspelt, shortened, of other case or called something similar elsewhere. If it is not even half of them, there is none.
 */
function unknownOption(key: string, known: readonly string[]): string {
  const word = key.toLowerCase();
  let most = key.length - 1;
  let text = `there are ${known.join(', ')}`;
  for (const name of known) {
    const has = (part: string): number => Number(name.toLowerCase().includes(part));
    let common = has(word[0]);
    for (let i = 1; i < word.length; i++) common += has(word[i]) + has(word[i - 1] + word[i]);
    if (common <= most) continue;
    most = common;
    text = `did you mean '${name}'?`;
  }
  return `unknown option '${key}': ${text}`;
}

/** Throws unless a value is a collider, by what queries read of it. */
export function requireCollider(name: string, value: { readonly frame?: unknown }): void {
  if (value?.frame === undefined)
    throw new TypeError(`${name} must be a Collider, made by new Collider(shape), got ${show(value)}`);
}

/** Throws unless a list has as many elements as it says. */
export function requireLength(name: string, list: ArrayLike<unknown>): number {
  const { length } = list;
  if (!Number.isSafeInteger(length) || length < 0) throw new TypeError(`${name}.length must be a count, got ${length}`);
  // A length that is not true is found out before memory of that size is asked for. Other holes are found where they are read.
  if (length > 0 && list[length - 1] === undefined)
    throw new TypeError(`${name}[${length - 1}] is missing, though ${name}.length is ${length}`);
  return length;
}

export function finite(name: string, value: number): number {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, got ${show(value)}`);
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be finite, got ${value}`);
  if (Math.abs(value) > LARGEST) throw new RangeError(`${name} must be within ±${LARGEST}, got ${value}`);
  return value;
}

export function nonNegative(name: string, value: number): number {
  finite(name, value);
  if (value < 0) throw new RangeError(`${name} must not be negative, got ${value}`);
  return value;
}

/**
 * Reads a vector argument into `out`. Arrays and objects each on a path of their own: where both meet in one variable, V8 boxes the
 * numbers.
 */
export function readVec3(name: string, value: Vec3Input, out: Vec3 = new Vec3()): Vec3 {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = value as unknown as ArrayLike<number>;
    if (list.length !== 3) throw new TypeError(`${name} must have 3 components, got ${list.length}`);
    // Each is read once: it may be an accessor. A comparison is false for anything that is no number; the slow path says which and why.
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
  } else throw new TypeError(`${name} must be {x, y, z} or [x, y, z], got ${show(value)}`);
  return out;
}

/** Whether a value is a number that is finite and not beyond the limit. */
export function isWithin(value: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= LARGEST;
}

/** Throws the error of the first component that is not a finite number. */
function refuse(name: string, x: number, y: number, z: number): void {
  finite(`${name}.x`, x);
  finite(`${name}.y`, y);
  finite(`${name}.z`, z);
}

/** Points as Vec3Input[] or as one flat numeric array of x, y, z triples; at least `least` of them. */
export function readPoints(name: string, value: ArrayLike<number> | readonly Vec3Input[], least = 1): Float64Array {
  if (typeof value !== 'object' || value === null || typeof value.length !== 'number')
    throw new TypeError(`${name} must be a list of points, got ${show(value)}`);
  const length = requireLength(name, value);
  const flat = length > 0 && typeof value[0] === 'number';
  if (flat && length % 3 !== 0) throw new TypeError(`${name} must hold 3 numbers a point, got ${length} numbers`);
  const count = flat ? length / 3 : length;
  if (count < least)
    throw new RangeError(`${name} must have at least ${least} point${least > 1 ? 's' : ''}, got ${count}`);
  const out = new Float64Array(3 * count);
  const point = new Vec3();
  for (let i = 0; i < count; i++) {
    if (flat) {
      const list = value as ArrayLike<number>;
      for (let k = 0; k < 3; k++) out[3 * i + k] = finite(`${name}[${3 * i + k}]`, list[3 * i + k]);
    } else {
      readVec3(`${name}[${i}]`, (value as readonly Vec3Input[])[i], point);
      out[3 * i] = point.x;
      out[3 * i + 1] = point.y;
      out[3 * i + 2] = point.z;
    }
  }
  return out;
}
