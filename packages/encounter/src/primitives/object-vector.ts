/**
 * Vectors that are objects with x, y and z, of which the fastest tests read the numbers straight into their arithmetic: a detour over an
 * array costs as much as the test itself. Everything else is read, or refused, by read.ts first.
 */
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { writePoint } from './read.ts';

export interface ObjectVector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Arrays are sorted out first: where they meet objects in one place, V8 boxes the numbers. */
export function isVector(v: Vec3Input | undefined): v is ObjectVector {
  if (typeof v !== 'object' || v === null || Array.isArray(v)) return false;
  const { x, y, z } = v as ObjectVector;
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number';
}

/** A triangle that was read, as an object of vectors. */
export function triangleOf(v: Float64Array): { readonly a: Vec3; readonly b: Vec3; readonly c: Vec3 } {
  writePoint(v, 0, triangle.a);
  writePoint(v, 3, triangle.b);
  writePoint(v, 6, triangle.c);
  return triangle;
}

const triangle = {
  a: /* #__PURE__ */ new Vec3(),
  b: /* #__PURE__ */ new Vec3(),
  c: /* #__PURE__ */ new Vec3(),
};
