/** Triangles and points of Babylon.js meshes as shapes. */
import type { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Geometry } from '@babylonjs/core/Meshes/geometry.js';
import type { InstancedMesh } from '@babylonjs/core/Meshes/instancedMesh.js';
import type { Mesh as BabylonMesh } from '@babylonjs/core/Meshes/mesh.js';
import type { VertexData as BabylonVertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import { checkOptions, show } from '../check.ts';
import { Mesh, type MeshOptions } from '../complex/mesh.ts';
import { judgeClosed } from '../shapes/closed-mesh.ts';
import { Polytope } from '../shapes/polytope.ts';
import { VertexArray, type VertexData } from '../shapes/vertex-array.ts';

/** What has vertices and triangles: a mesh, an instance of one, a Geometry, or a VertexData. */
export type GeometrySource = AbstractMesh | Geometry | BabylonVertexData;

/** The names of `GeometryOptions`. */
export const GEOMETRY_OPTIONS: readonly string[] = ['solid', 'subMeshes', 'positions', 'strategy', 'tree'];

export interface GeometryOptions extends Pick<MeshOptions, 'strategy' | 'tree'> {
  /** Whether the mesh includes its inside; `'auto'`: if it is closed; `'winding'`: also if it is not. Default false. */
  solid?: boolean | 'auto' | 'winding';
  /** The numbers of the `mesh.subMeshes` to use. Default: all triangles, whether in a submesh or not. */
  subMeshes?: readonly number[];
  /** Vertices to use instead of the mesh's own positions, as many as it has. */
  positions?: VertexData | VertexArray;
}

/** WebGL's number for 32-bit floats, as `VertexBuffer.FLOAT`, which would have to be imported. */
const FLOAT = 5126;

/**
 * The triangles of a mesh in its own frame, with an index or without. If the positions are plain floats, interleaved or not, they are
 * shared, not copied: after writing into them call `refit()`. Other positions are copied.
 *
 * @example const level = new Collider(meshFromGeometry(mesh), { matrix: mesh.computeWorldMatrix(true).m });
 */
export function meshFromGeometry(source: GeometrySource, options: GeometryOptions = {}): Mesh {
  checkOptions(options, GEOMETRY_OPTIONS);
  const { solid = false, subMeshes, positions, strategy, tree } = options;
  const vertices = positions === undefined ? verticesOf(source) : asVertexArray(positions);
  const indices = indicesOf(source, vertices.count, subMeshes);
  if (solid !== true && solid !== 'auto') return new Mesh({ positions: vertices, indices, solid, strategy, tree });
  const { closed, volume } = judgeClosed(vertices, indices);
  // Babylon's own meshes are wound clockwise: their volume is negative. Outside must be outside for a solid to count as convex.
  const wound = closed && volume < 0 ? turned(indices) : indices;
  return new Mesh({ positions: vertices, indices: wound, solid: solid === 'auto' ? closed : solid, strategy, tree });
}

/** The convex hull of the vertices in the triangles of a mesh. */
export function polytopeFromGeometry(source: GeometrySource): Polytope {
  const vertices = verticesOf(source);
  const { array, offset, stride } = vertices;
  const indices = indicesOf(source, vertices.count);
  const points = new Float64Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++)
    for (let k = 0; k < 3; k++) points[3 * i + k] = array[offset + stride * indices[i] + k];
  return new Polytope(points);
}

/** The positions themselves if they are floats, otherwise a copy as floats. */
export function verticesOf(source: GeometrySource): VertexArray {
  if (isVertexData(source)) {
    if (!source.positions?.length) throw new RangeError('source must have positions, got a VertexData without any');
    return new VertexArray(source.positions, {}, 'positions');
  }
  const buffer = bufferOf(source);
  const shared = floatsOf(buffer);
  if (shared !== null) {
    // Babylon 7 gives fractions for interleaved vertices that do not begin with the position.
    const layout = {
      offset: buffer.byteOffset / 4,
      stride: buffer.byteStride / 4,
      count: Math.ceil(source.getTotalVertices()),
    };
    return new VertexArray(shared, layout, 'positions');
  }
  // Babylon converts what is normalised, of integers or not aligned.
  return new VertexArray(original(source).getVerticesData('position')!, {}, 'positions');
}

/** The vertex numbers of whole triangles, in those submeshes if they are given. */
export function indicesOf(source: GeometrySource, count: number, subMeshes?: readonly number[]): ArrayLike<number> {
  const own = isVertexData(source) ? source.indices : original(source).getIndices();
  const index = own && own.length > 0 ? own : Uint32Array.from({ length: count }, (_, i) => i);
  if (subMeshes === undefined)
    return index.length % 3 === 0 ? index : index.slice(0, index.length - (index.length % 3));
  const parts = 'subMeshes' in source ? source.subMeshes : [];
  const out: number[] = [];
  for (const number of subMeshes) {
    const part = parts[number];
    if (part === undefined)
      throw new RangeError(`subMeshes must be below ${parts.length}, the number of submeshes, got ${number}`);
    const whole = part.indexCount - (part.indexCount % 3);
    for (let i = 0; i < whole; i++) out.push(index[part.indexStart + i]);
  }
  return Uint32Array.from(out);
}

/** The mesh whose vertices an instance shows, or the source itself. */
export function original(source: AbstractMesh | Geometry): BabylonMesh | Geometry {
  return ((source as InstancedMesh).sourceMesh as BabylonMesh | undefined) ?? (source as BabylonMesh | Geometry);
}

export function isVertexData(source: GeometrySource): source is BabylonVertexData {
  return source !== null && typeof source === 'object' && 'applyToMesh' in source && !('getVertexBuffer' in source);
}

/** Every triangle the other way round, under the same number. */
function turned(indices: ArrayLike<number>): Uint32Array {
  const out = Uint32Array.from(indices);
  for (let i = 0; i + 2 < out.length; i += 3) {
    out[i + 1] = indices[i + 2];
    out[i + 2] = indices[i + 1];
  }
  return out;
}

function asVertexArray(positions: VertexData | VertexArray): VertexArray {
  return positions instanceof VertexArray ? positions : new VertexArray(positions, {}, 'positions');
}

function bufferOf(source: AbstractMesh | Geometry): VertexBuffer {
  const from = original(source);
  if (typeof from?.getVertexBuffer !== 'function')
    throw new TypeError(`source must be a mesh, a Geometry or a VertexData of Babylon.js, got ${show(source)}`);
  const buffer = from.getVertexBuffer('position');
  const name = 'name' in from ? from.name : from.id;
  if (buffer === null || !(source.getTotalVertices() > 0))
    throw new RangeError(`source must have vertices, got ${JSON.stringify(name)} without any`);
  if (buffer.getData() === null)
    throw new RangeError(`the positions of ${JSON.stringify(name)} are only on the GPU: keep them (clearCachedData)`);
  return buffer;
}

/** The memory of a buffer as floats, or null if it holds something else. */
function floatsOf(buffer: VertexBuffer): Float32Array | number[] | null {
  if (buffer.type !== FLOAT || buffer.normalized || buffer.byteOffset % 4 !== 0 || buffer.byteStride % 4 !== 0)
    return null;
  const data = buffer.getData();
  if (data instanceof Float32Array || Array.isArray(data)) return data;
  if (data === null) return null;
  const {
    buffer: memory,
    byteOffset,
    byteLength,
  } = ArrayBuffer.isView(data) ? data : { buffer: data, byteOffset: 0, byteLength: data.byteLength };
  return (byteOffset | byteLength) % 4 === 0 ? new Float32Array(memory, byteOffset, byteLength / 4) : null;
}
