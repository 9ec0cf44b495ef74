/**
 * Arguments of primitive tests, read into flat arrays of doubles, or refused with an error that names the argument and the value.
 *
 * Flat arrays are what the tests compute on. A number that is stored there is never boxed, so nothing is allocated; and the rest of
 * the library, whose triangles are in such arrays anyhow, calls the same code.
 *
 * What each value takes, in doubles:
 *   point 3 · segment 6 (from, to) · ray 6 (from, direction) · plane 4 (unit normal, offset) · sphere 4 (center, radius) ·
 *   box 6 (min, max) · obb 15 (center, three axes, half) · triangle 9 (a, b, c)
 *
 * `name` is the argument's name in the signature. Names are joined only when an error is thrown: a string made for each call would be
 * garbage.
 */
import { wrong } from '../check.ts';
import { finite, isWithin, refuse } from '../math/read.ts';
import type { Vec3Input } from '../math/vec3.ts';
import { AXES_ORTHONORMAL } from '../tolerances.ts';
import type { BoxValue, ObbValue, PlaneValue, RayValue, SegmentValue, SphereValue, TriangleValue } from './values.ts';

/**
 * Reads a point into out[at], out[at + 1] and out[at + 2]. Arrays and objects each have a path of their own: where both meet in one
 * variable, V8 boxes the numbers.
 */
export function readPoint(value: Vec3Input, out: Float64Array, at: number, name: string, field = ''): void {
  const vector = value as { readonly x: number; readonly y: number; readonly z: number };
  if (vector?.x !== undefined) {
    const { x, y, z } = vector;
    if (!(isWithin(x) && isWithin(y) && isWithin(z))) refuse(name + field, x, y, z);
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
    return;
  }
  const list = value as ArrayLike<number>;
  if (list?.length !== 3) wrong(name + field, 'be {x, y, z} or [x, y, z]', value);
  const x = list[0];
  const y = list[1];
  const z = list[2];
  if (!(isWithin(x) && isWithin(y) && isWithin(z))) refuse(name + field, x, y, z);
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

export function readSegment(value: SegmentValue, out: Float64Array, name: string): void {
  if (value?.from === undefined) wrong(name, 'be { from, to }', value);
  readPoint(value.from, out, 0, name, '.from');
  readPoint(value.to, out, 3, name, '.to');
}

/** `direction` as it is, of any length but zero. */
export function readRay(value: RayValue, out: Float64Array, name: string): void {
  // A three.js Ray has an origin.
  const from = value !== undefined && value !== null && 'from' in value ? value.from : value?.origin;
  if (from === undefined) wrong(name, 'be { from, direction }', value);
  readPoint(from, out, 0, name, '.from');
  readPoint(value.direction, out, 3, name, '.direction');
  if (out[3] === 0 && out[4] === 0 && out[5] === 0)
    wrong(`${name}.direction`, 'not be zero', value.direction, RangeError);
}

/** Scaled to a normal of unit length. */
export function readPlane(value: PlaneValue, out: Float64Array, name: string): void {
  if (value?.normal === undefined) wrong(name, 'be { normal, offset }', value);
  if (value.offset === undefined && 'constant' in value)
    wrong(name, 'be { normal, offset } with normal·x = offset: a three.js Plane has offset = −constant', value);
  readPoint(value.normal, out, 0, name, '.normal');
  if (!isWithin(value.offset)) finite(`${name}.offset`, value.offset);
  const largest = Math.max(Math.abs(out[0]), Math.abs(out[1]), Math.abs(out[2]));
  if (largest === 0) wrong(`${name}.normal`, 'not be zero', value.normal, RangeError);
  const x = out[0] / largest;
  const y = out[1] / largest;
  const z = out[2] / largest;
  const l = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / l;
  out[1] = y / l;
  out[2] = z / l;
  out[3] = value.offset / largest / l;
}

/** As it was given: what is decided exactly must not be rounded first. */
export function readPlaneAsIs(value: PlaneValue, out: Float64Array, name: string): void {
  readPlane(value, out, name);
  readPoint(value.normal, out, 0, name, '.normal');
  out[3] = value.offset;
}

export function readSphere(value: SphereValue, out: Float64Array, name: string): void {
  if (value?.center === undefined) wrong(name, 'be { center, radius }', value);
  readPoint(value.center, out, 0, name, '.center');
  const { radius } = value;
  if (!isWithin(radius)) finite(`${name}.radius`, radius);
  if (radius < 0) wrong(`${name}.radius`, 'not be negative', radius, RangeError);
  out[3] = radius;
}

export function readBox(value: BoxValue, out: Float64Array, name: string): void {
  if (value?.min === undefined) wrong(name, 'be { min, max }', value);
  readPoint(value.min, out, 0, name, '.min');
  readPoint(value.max, out, 3, name, '.max');
  if (out[0] > out[3] || out[1] > out[4] || out[2] > out[5])
    wrong(`${name}.min`, 'not exceed max', [out[0], out[1], out[2], out[3], out[4], out[5]], RangeError);
}

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
    wrong(`${name}.half`, 'not be negative', [out[12], out[13], out[14]], RangeError);
  for (let i = 3; i < 12; i += 3)
    for (let j = i; j < 12; j += 3) {
      const off = out[i] * out[j] + out[i + 1] * out[j + 1] + out[i + 2] * out[j + 2] - (i === j ? 1 : 0);
      if (!(Math.abs(off) <= AXES_ORTHONORMAL))
        wrong(`${name}.axes`, 'be unit vectors at right angles', Array.from(out.subarray(3, 12)), RangeError);
    }
}

export function readTriangle(value: TriangleValue, out: Float64Array, name: string): void {
  if (value?.a === undefined) wrong(name, 'be { a, b, c }', value);
  readPoint(value.a, out, 0, name, '.a');
  readPoint(value.b, out, 3, name, '.b');
  readPoint(value.c, out, 6, name, '.c');
}
