/** Simple shapes for Babylon.js meshes. Babylon does not keep the sizes that a mesh was made with, so they are taken from vertices. */
import { checkOptions, show } from '../check.ts';
import { Capsule } from '../complex/capsule.ts';
import { Cone } from '../complex/cone.ts';
import { Cylinder } from '../complex/cylinder.ts';
import { Vec3 } from '../math/vec3.ts';
import { Box } from '../shapes/box.ts';
import { Placed } from '../shapes/placed.ts';
import type { Shape } from '../shapes/shape.ts';
import { Sphere } from '../shapes/sphere.ts';
import type { VertexArray } from '../shapes/vertex-array.ts';
import {
  GEOMETRY_OPTIONS,
  type GeometryOptions,
  type GeometrySource,
  indicesOf,
  meshFromGeometry,
  verticesOf,
} from './geometry.ts';

export interface ShapeOptions extends GeometryOptions {
  /** Whether a mesh whose triangles are those of a box along its axes becomes a Box. Default true. */
  exact?: boolean;
}

/** The shapes that can be fitted to a mesh. */
export type FittedKind = 'box' | 'sphere' | 'cylinder' | 'cone' | 'capsule';

/**
 * A Box if the triangles are those of a box along the axes of the mesh, else the triangles. Other simple shapes cannot be told from
 * their triangles with certainty: see `fitShape`.
 */
export function shapeFromGeometry(source: GeometrySource, options: ShapeOptions = {}): Shape {
  checkOptions(options, [...GEOMETRY_OPTIONS, 'exact']);
  const { exact = true, ...rest } = options;
  const plain = rest.subMeshes === undefined && rest.positions === undefined;
  return (exact && plain ? boxFromGeometry(source) : null) ?? meshFromGeometry(source, rest);
}

/**
 * The smallest shape of a kind around the vertices of a mesh, in its own frame: centred on the box around them, with its axis along y.
 * It is the shape itself for what `MeshBuilder` made, because the corners of a round mesh lie on the round shape.
 *
 * @example const colliders = collidersFromObject(scene, { shape: (mesh) => (mesh.name === 'ball' ? fitShape(mesh, 'sphere') : undefined) });
 */
export function fitShape(source: GeometrySource, kind: FittedKind): Shape {
  const make = Object.hasOwn(FITTED, kind) ? FITTED[kind] : undefined;
  if (make === undefined)
    throw new TypeError(`kind must be one of ${Object.keys(FITTED).join(', ')}, got ${show(kind)}`);
  const vertices = verticesOf(source);
  const { min, max } = extent(vertices);
  const center = new Vec3((min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2);
  const size = new Vec3(max.x - min.x, max.y - min.y, max.z - min.z);
  const shape = make(size, (sphere) => farthest(vertices, center, sphere));
  const centered = center.x === 0 && center.y === 0 && center.z === 0;
  return centered ? shape : new Placed(shape, { position: center });
}

/** Makes a shape from the size of the box around the vertices and the greatest distance of a vertex from the centre or from the axis. */
type Fit = (size: Vec3, reach: (from: 'center' | 'axis') => number) => Shape;

const FITTED: Readonly<Record<FittedKind, Fit>> = {
  box: (size) => new Box(size),
  sphere: (_, reach) => new Sphere(reach('center')),
  cylinder: ({ y }, reach) => new Cylinder(reach('axis'), y),
  cone: ({ y }, reach) => new Cone(reach('axis'), y),
  capsule: ({ y }, reach) => {
    const radius = reach('axis');
    return new Capsule(radius, Math.max(0, y - 2 * radius));
  },
};

/** The Box of a mesh that is one: its twelve triangles cover the six sides of the box around its vertices. */
function boxFromGeometry(source: GeometrySource): Shape | null {
  const vertices = verticesOf(source);
  const indices = indicesOf(source, vertices.count);
  if (indices.length !== 36) return null;
  const { min, max } = extent(vertices);
  const corners = Array.from(indices, (i) => cornerOf(vertices, i, min, max));
  if (corners.includes(-1)) return null;
  // Two different triangles per side, of different corners each, that have two corners in common cover it.
  const sides = new Map<number, Set<number>>();
  for (let k = 0; k < 36; k += 3) {
    const [a, b, c] = corners.slice(k, k + 3);
    if (a === b || b === c || a === c) return null;
    const same = 7 & ~((a ^ b) | (b ^ c));
    // Exactly one axis is the same for all three corners of a triangle in a side.
    if (same !== 1 && same !== 2 && same !== 4) return null;
    const missing = sideCorners(same, a).filter((corner) => corner !== a && corner !== b && corner !== c);
    const side = same * 2 + (a & same ? 1 : 0);
    sides.set(side, (sides.get(side) ?? new Set()).add(missing[0]));
  }
  const covered = sides.size === 6 && [...sides.values()].every((missing) => isDiagonal([...missing]));
  if (!covered) return null;
  return fitShape(source, 'box');
}

/** The four corners of the side of a box in which corner `a` lies, across the axis with this bit. */
function sideCorners(axis: number, a: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => (corner & axis) === (a & axis));
}

/** Whether two triangles of a side, told by the corner that each lacks, are the two halves of it. */
function isDiagonal(missing: number[]): boolean {
  if (missing.length !== 2) return false;
  const bits = missing[0] ^ missing[1];
  return bits === 3 || bits === 5 || bits === 6;
}

/** Which corner of a box a vertex is: a bit per axis; −1 for none. */
function cornerOf({ array, offset, stride }: VertexArray, i: number, min: Vec3, max: Vec3): number {
  let corner = 0;
  for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
    const c = array[offset + stride * i + k];
    if (c === max[axis]) corner |= 1 << k;
    else if (c !== min[axis]) return -1;
  }
  return corner;
}

function extent(vertices: VertexArray): { min: Vec3; max: Vec3 } {
  const min = new Vec3(Infinity, Infinity, Infinity);
  const max = new Vec3(-Infinity, -Infinity, -Infinity);
  const p = new Vec3();
  for (let i = 0; i < vertices.count; i++) {
    vertices.read(i, p);
    for (const axis of ['x', 'y', 'z'] as const) {
      min[axis] = Math.min(min[axis], p[axis]);
      max[axis] = Math.max(max[axis], p[axis]);
    }
  }
  return { min, max };
}

function farthest(vertices: VertexArray, center: Vec3, from: 'center' | 'axis'): number {
  let most = 0;
  const p = new Vec3();
  for (let i = 0; i < vertices.count; i++) {
    vertices.read(i, p);
    const y = from === 'axis' ? 0 : p.y - center.y;
    most = Math.max(most, (p.x - center.x) ** 2 + y * y + (p.z - center.z) ** 2);
  }
  return Math.sqrt(most);
}
