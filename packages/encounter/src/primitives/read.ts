/**
 * Arguments of primitive tests, read into flat arrays of doubles, or refused with an error that names the argument and the value.
 *
 * Flat arrays are what the tests compute on. A number that is stored there is never boxed, so nothing is allocated; and the rest of
 * the library, whose triangles are in such arrays anyhow, calls the same code.
 *
 * What each value takes, in doubles:
 *   point 3 · segment 6 (from, to) · ray 6 (from, direction) · plane 4 (normal, offset) · sphere 4 (center, radius) ·
 *   box 6 (min, max) · obb 15 (center, three axes, half) · triangle 9 (a, b, c)
 *
 * `name` is the argument's name in the signature. Names are joined only when an error is thrown: a string made for each call would be
 * garbage. What is not needed for good arguments stands in functions of its own, so that engines inline the rest: that is most of the
 * time of a short test.
 */
import { wrong } from '../check.ts';
import { finite, isWithin, refuse } from '../math/read.ts';
import type { Vec3Input } from '../math/vec3.ts';
import { AXES_ORTHONORMAL, AXES_ROUNDING, LARGEST } from '../tolerances.ts';
import type { BoxValue, ObbValue, PlaneValue, RayValue, SegmentValue, SphereValue, TriangleValue } from './values.ts';

/** A vector whose squared length is below this has no component beyond LARGEST. */
const CLEARLY_WITHIN: number = LARGEST * LARGEST;

interface Xyz {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Reads a point into out[at], out[at + 1] and out[at + 2]. Arrays and objects each have a path of their own, by their length and not by
 * asking for x: where numbers and undefined meet in one variable, V8 boxes the numbers.
 */
export function readPoint(value: Vec3Input, out: Float64Array, at: number, name: string, field?: string): void {
  if (value !== undefined && value !== null && (value as ArrayLike<number>).length !== 3) {
    const { x, y, z } = value as Xyz;
    if (
      x * x + y * y + z * z <= CLEARLY_WITHIN &&
      typeof x === 'number' &&
      typeof y === 'number' &&
      typeof z === 'number'
    ) {
      out[at] = x;
      out[at + 1] = y;
      out[at + 2] = z;
      return;
    }
  }
  readOther(value, out, at, name, field);
}

/** The rest of `readPoint`: arrays, and whatever must be refused. */
function readOther(value: Vec3Input, out: Float64Array, at: number, name: string, field = ''): void {
  const list = value as ArrayLike<number>;
  if (list?.length === 3 && list[0] !== undefined)
    for (let i = 0; i < 3; i++) {
      const x = list[i];
      if (!isWithin(x)) finite(`${name}${field}.${'xyz'[i]}`, x);
      out[at + i] = x;
    }
  else {
    const vector = value as Xyz;
    if (vector?.x === undefined) wrong(name + field, 'be {x, y, z} or [x, y, z]', value);
    refuse(name + field, vector.x, vector.y, vector.z);
    // Within the limits, but not clearly so.
    out[at] = vector.x;
    out[at + 1] = vector.y;
    out[at + 2] = vector.z;
  }
}

export function readSegment(value: SegmentValue, out: Float64Array, name: string, at = 0): void {
  if (value?.from === undefined) wrong(name, 'be { from, to }', value);
  readPoint(value.from, out, at, name, '.from');
  readPoint(value.to, out, at + 3, name, '.to');
}

/** `direction` as it is, of any length but zero. */
export function readRay(value: RayValue, out: Float64Array, name: string): void {
  // A three.js Ray has an origin.
  const given = value as { readonly from?: Vec3Input; readonly origin?: Vec3Input };
  const from = given?.from ?? given?.origin;
  if (from === undefined) wrong(name, 'be { from, direction }', value);
  readPoint(from, out, 0, name, '.from');
  readPoint(value.direction, out, 3, name, '.direction');
  if (out[3] === 0 && out[4] === 0 && out[5] === 0) refuseZero(name, '.direction', value.direction);
}

function refuseZero(name: string, field: string, value: unknown): never {
  wrong(name + field, 'not be zero', value, RangeError);
}

/** The normal as it is, of any length but zero: scaling it would round, and touching could not be decided exactly. */
export function readPlane(value: PlaneValue, out: Float64Array, name: string): void {
  if (value?.normal === undefined || value.offset === undefined) refusePlane(value, name);
  readPoint(value.normal, out, 0, name, '.normal');
  const { offset } = value;
  if (!isWithin(offset)) finite(`${name}.offset`, offset);
  out[3] = offset;
  if (out[0] === 0 && out[1] === 0 && out[2] === 0) refuseZero(name, '.normal', value.normal);
}

function refusePlane(value: PlaneValue, name: string): void {
  if (value?.normal !== undefined && 'constant' in value)
    wrong(name, 'be { normal, offset } with normal·x = offset: a three.js Plane has offset = −constant', value);
  wrong(name, 'be { normal, offset }', value);
}

export function readSphere(value: SphereValue, out: Float64Array, name: string): void {
  if (value?.center === undefined) wrong(name, 'be { center, radius }', value);
  readPoint(value.center, out, 0, name, '.center');
  const { radius } = value;
  if (!(isWithin(radius) && radius >= 0)) refuseRadius(radius, name);
  out[3] = radius;
}

function refuseRadius(radius: number, name: string): void {
  finite(`${name}.radius`, radius);
  wrong(`${name}.radius`, 'not be negative', radius, RangeError);
}

export function readBox(value: BoxValue, out: Float64Array, name: string): void {
  if (value?.min === undefined) wrong(name, 'be { min, max }', value);
  readPoint(value.min, out, 0, name, '.min');
  readPoint(value.max, out, 3, name, '.max');
  if (out[0] > out[3] || out[1] > out[4] || out[2] > out[5]) refuseBox(out, name);
}

function refuseBox(box: Float64Array, name: string): void {
  wrong(`${name}.min`, 'not exceed max', Array.from(box.subarray(0, 6)), RangeError);
}

/** Axes that are orthonormal only as floats are, are made so as doubles: what is computed from them then need not ask. */
export function readObb(value: ObbValue, out: Float64Array, name: string): void {
  if (value?.axes === undefined) wrong(name, 'be { center, axes, half }', value);
  const { axes } = value;
  if (axes?.length !== 3) wrong(`${name}.axes`, 'be three vectors', axes);
  readPoint(value.center, out, 0, name, '.center');
  readPoint(axes[0], out, 3, name, '.axes[0]');
  readPoint(axes[1], out, 6, name, '.axes[1]');
  readPoint(axes[2], out, 9, name, '.axes[2]');
  readPoint(value.half, out, 12, name, '.half');
  if (!(out[12] >= 0 && out[13] >= 0 && out[14] >= 0))
    wrong(`${name}.half`, 'not be negative', Array.from(out.subarray(12, 15)), RangeError);
  let off = 0;
  for (let i = 3; i < 12; i += 3)
    for (let j = i; j < 12; j += 3) {
      const product = out[i] * out[j] + out[i + 1] * out[j + 1] + out[i + 2] * out[j + 2];
      off = Math.max(off, Math.abs(product - (i === j ? 1 : 0)));
    }
  if (off > AXES_ROUNDING) orthonormalize(off, out, name);
}

/** Gram and Schmidt on the axes of an obb; the handedness stays. */
function orthonormalize(off: number, out: Float64Array, name: string): void {
  if (!(off <= AXES_ORTHONORMAL))
    wrong(`${name}.axes`, 'be unit vectors at right angles', Array.from(out.subarray(3, 12)), RangeError);
  for (let i = 3; i < 12; i += 3) {
    for (let j = 3; j < i; j += 3) {
      const along = out[i] * out[j] + out[i + 1] * out[j + 1] + out[i + 2] * out[j + 2];
      for (let k = 0; k < 3; k++) out[i + k] -= along * out[j + k];
    }
    const length = Math.sqrt(out[i] * out[i] + out[i + 1] * out[i + 1] + out[i + 2] * out[i + 2]);
    for (let k = 0; k < 3; k++) out[i + k] /= length;
  }
}

export function readTriangle(value: TriangleValue, out: Float64Array, name: string): void {
  if (value?.a === undefined) wrong(name, 'be { a, b, c }', value);
  readPoint(value.a, out, 0, name, '.a');
  readPoint(value.b, out, 3, name, '.b');
  readPoint(value.c, out, 6, name, '.c');
}

/** Writes p[at], p[at + 1], p[at + 2] into a vector of a result. */
export function writePoint<V extends { x: number; y: number; z: number }>(p: Float64Array, at: number, out: V): V {
  out.x = p[at];
  out.y = p[at + 1];
  out.z = p[at + 2];
  return out;
}
