/** Triangles and points of three.js geometries as shapes. */
import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute } from 'three';
import { checkOptions, show } from '../check.ts';
import { Mesh, type MeshOptions } from '../complex/mesh.ts';
import { judgeClosed } from '../shapes/closed-mesh.ts';
import { Polytope } from '../shapes/polytope.ts';
import { VertexArray, type VertexData } from '../shapes/vertex-array.ts';

type Positions = BufferAttribute | InterleavedBufferAttribute;

/** The names of `GeometryOptions`. */
export const GEOMETRY_OPTIONS: readonly string[] = ['solid', 'groups', 'positions', 'strategy', 'tree'];

export interface GeometryOptions extends Pick<MeshOptions, 'strategy' | 'tree'> {
  /** Whether the mesh includes its inside; `'auto'`: if it is closed; `'winding'`: also if it is not. Default false. */
  solid?: boolean | 'auto' | 'winding';
  /** The numbers of the `geometry.groups` to use. Default: all triangles, whether in a group or not. */
  groups?: readonly number[];
  /** Vertices to use instead of the geometry's own positions, as many as it has. */
  positions?: VertexData | VertexArray;
}

/**
 * The triangles of a geometry within its draw range, with an index or without. If the positions are plain floats, interleaved or not,
 * they are shared, not copied: after writing into them call `refit()`. Normalised, integer and half-float positions are copied.
 *
 * @example const level = new Collider(meshFromGeometry(geometry), { matrix: object.matrixWorld.elements });
 */
export function meshFromGeometry(geometry: BufferGeometry, options: GeometryOptions = {}): Mesh {
  checkOptions(options, GEOMETRY_OPTIONS);
  const { solid = false, groups, positions, strategy, tree } = options;
  const vertices = positions === undefined ? verticesOf(geometry) : asVertexArray(positions);
  const indices = indicesOf(geometry, groups);
  const closed = solid === 'auto' ? judgeClosed(vertices, indices).closed : solid;
  return new Mesh({ positions: vertices, indices, solid: closed, strategy, tree });
}

/** The convex hull of the vertices that a geometry draws. */
export function polytopeFromGeometry(geometry: BufferGeometry): Polytope {
  const { array, offset, stride } = verticesOf(geometry);
  const indices = indicesOf(geometry);
  const points = new Float64Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++)
    for (let k = 0; k < 3; k++) points[3 * i + k] = array[offset + stride * indices[i] + k];
  return new Polytope(points);
}

/** The positions themselves if they are floats, otherwise a copy as floats. */
export function verticesOf(geometry: BufferGeometry): VertexArray {
  const position = positionOf(geometry);
  const { array, count, itemSize } = position;
  const plain = (array instanceof Float32Array || array instanceof Float64Array) && !position.normalized;
  if (!plain) return new VertexArray(copyPositions(position));
  return 'data' in position
    ? new VertexArray(array, { offset: position.offset, stride: position.data.stride, count })
    : new VertexArray(array, { stride: itemSize, count });
}

/** The attribute `position`, which must have vertices of at least three numbers. */
export function positionOf(geometry: BufferGeometry): Positions {
  const position = geometry?.attributes?.position;
  if (position === undefined) throw new TypeError(`geometry must have an attribute position, got ${named(geometry)}`);
  if (!(position.itemSize >= 3))
    throw new TypeError(`positions must have 3 numbers a vertex, got ${position.itemSize}`);
  if (!(position.count > 0)) throw new RangeError(`geometry must have vertices, got ${named(geometry)} without any`);
  return position;
}

function named(geometry: BufferGeometry): string {
  return geometry?.type ?? show(geometry);
}

function asVertexArray(positions: VertexData | VertexArray): VertexArray {
  return positions instanceof VertexArray ? positions : new VertexArray(positions, {}, 'positions');
}

/** Copies the positions as the GPU sees them: the getters handle normalisation and half floats. */
function copyPositions(position: Positions): Float32Array {
  const out = new Float32Array(3 * position.count);
  for (let i = 0; i < position.count; i++) {
    out[3 * i] = position.getX(i);
    out[3 * i + 1] = position.getY(i);
    out[3 * i + 2] = position.getZ(i);
  }
  return out;
}

/** The vertex numbers of whole triangles within the draw range and, if given, within those groups. */
function indicesOf(geometry: BufferGeometry, groups?: readonly number[]): ArrayLike<number> {
  const { drawRange, index } = geometry;
  const total = index === null ? positionOf(geometry).count : index.count;
  const from = Math.max(0, drawRange.start);
  const to = Math.min(total, drawRange.start + drawRange.count);
  if (groups === undefined) return triangles(geometry, from, to);
  const out: number[] = [];
  for (const number of groups) {
    const group = geometry.groups[number];
    if (group === undefined)
      throw new RangeError(`groups must be below ${geometry.groups.length}, the number of groups, got ${number}`);
    const part = triangles(geometry, Math.max(from, group.start), Math.min(to, group.start + group.count));
    for (let i = 0; i < part.length; i++) out.push(part[i]);
  }
  return Uint32Array.from(out);
}

/** The vertex numbers of a range: the index itself, a part of its memory, or counted if there is no index. */
function triangles({ index }: BufferGeometry, from: number, to: number): ArrayLike<number> {
  const count = Math.max(0, Math.floor((to - from) / 3)) * 3;
  if (index !== null) return index.array.subarray(from, from + count);
  return Uint32Array.from({ length: count }, (_, i) => from + i);
}
