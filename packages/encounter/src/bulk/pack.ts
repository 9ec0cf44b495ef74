/**
 * Shapes as messages to workers. Vertices of meshes are in shared memory, and their trees are sent as they are; everything convex is
 * sent as the program text that `toString` gives, and read back by a parser of just that.
 */
import { Capsule } from '../complex/capsule.ts';
import { Compound } from '../complex/compound.ts';
import { Cone } from '../complex/cone.ts';
import { Cylinder } from '../complex/cylinder.ts';
import { Halfspace } from '../complex/halfspace.ts';
import { Mesh } from '../complex/mesh.ts';
import { Segment } from '../complex/segment.ts';
import { Box } from '../shapes/box.ts';
import { Ellipsoid } from '../shapes/ellipsoid.ts';
import { HullOf } from '../shapes/hull-of.ts';
import { Inflated } from '../shapes/inflated.ts';
import { MinkowskiSum } from '../shapes/minkowski-sum.ts';
import { Placed } from '../shapes/placed.ts';
import { Point } from '../shapes/point.ts';
import { Polygon } from '../shapes/polygon.ts';
import { Polytope } from '../shapes/polytope.ts';
import type { Shape } from '../shapes/shape.ts';
import { Sphere } from '../shapes/sphere.ts';
import { Triangle } from '../shapes/triangle.ts';
import type { FloatArray } from './task.ts';

export type PackedShape =
  | { readonly kind: 'mesh'; positions: FloatArray; indices: Int32Array; solid: boolean | 'winding'; tree: ArrayBuffer }
  | { readonly kind: 'compound'; parts: { shape: PackedShape; matrix: Float64Array }[] }
  | { readonly kind: 'convex'; text: string };

type Maker = new (...args: never[]) => Shape;

/** By the names that `toString` gives. Those of the classes themselves are others in a program that was minified. */
const CONVEX: Readonly<Record<string, Maker>> = {
  Box,
  Capsule,
  Cone,
  Cylinder,
  Ellipsoid,
  Halfspace,
  HullOf,
  Inflated,
  MinkowskiSum,
  Placed,
  Point,
  Polygon,
  Polytope,
  Segment,
  Sphere,
  Triangle,
};

/** The shape as a message, or null if it, or one that it is made of, is of a class that workers do not know. */
export function packShape(shape: Shape): PackedShape | null {
  if (shape.constructor === Mesh) return packMesh(shape as Mesh);
  if (shape.constructor === Compound) {
    const parts: { shape: PackedShape; matrix: Float64Array }[] = [];
    for (const part of (shape as Compound).parts) {
      const packed = packShape(part.shape);
      if (packed === null) return null;
      parts.push({ shape: packed, matrix: part.placement.getMatrix() });
    }
    return { kind: 'compound', parts };
  }
  if (!Object.values(CONVEX).includes(shape.constructor as Maker)) return null;
  const text = shape.toString();
  // A shape of the caller's own may be inside of one of ours.
  return parse(text) === null ? null : { kind: 'convex', text };
}

function packMesh(mesh: Mesh): PackedShape {
  const { array, offset, stride, count } = mesh.vertices;
  let positions: FloatArray;
  if (isShared(array) && offset === 0 && stride === 3) positions = array as FloatArray;
  else {
    positions =
      array instanceof Float32Array
        ? new Float32Array(new SharedArrayBuffer(12 * count))
        : new Float64Array(new SharedArrayBuffer(24 * count));
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) positions[3 * i + k] = array[offset + stride * i + k];
  }
  const { corners, numbers } = mesh.triangles;
  const indices = new Int32Array(corners.length);
  for (let c = 0; c < corners.length; c++) indices[3 * numbers[Math.floor(c / 3)] + (c % 3)] = corners[c];
  return { kind: 'mesh', positions, indices, solid: mesh.winding ? 'winding' : mesh.solid, tree: mesh.serializeTree() };
}

export function isShared(array: ArrayLike<number>): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && (array as FloatArray).buffer instanceof SharedArrayBuffer;
}

export function unpackShape(packed: PackedShape): Shape {
  if (packed.kind === 'mesh') {
    const { positions, indices, solid, tree } = packed;
    return new Mesh({ positions, indices, solid, tree });
  }
  if (packed.kind === 'compound')
    return new Compound(packed.parts.map(({ shape, matrix }) => ({ shape: unpackShape(shape), matrix })));
  const shape = parse(packed.text);
  if (shape === null) throw new Error(`cannot read ${packed.text}`);
  return shape;
}

/** Reads `new Name(…)` of numbers, lists and further shapes. Null for anything else. */
function parse(text: string): Shape | null {
  const tokens = text.match(/new (\w+)\(|[[\])]|-?Infinity|-?[\d.]+(?:e[+-]?\d+)?/g) ?? [];
  let at = 0;
  let failed = false;
  // Arguments up to the bracket that closes them.
  const list = (end: string): unknown[] => {
    const values: unknown[] = [];
    while (at < tokens.length && tokens[at] !== end && !failed) values.push(value());
    at++;
    return values;
  };
  const value = (): unknown => {
    const token = tokens[at++];
    if (token === '[') return list(']');
    if (!token.startsWith('new ')) return Number(token);
    const Class = Object.hasOwn(CONVEX, token.slice(4, -1)) ? CONVEX[token.slice(4, -1)] : undefined;
    const values = list(')') as never[];
    if (Class !== undefined && !failed) return new Class(...values);
    failed = true;
    return null;
  };
  const shape = tokens.length > 0 ? value() : null;
  return failed || at < tokens.length ? null : (shape as Shape | null);
}
