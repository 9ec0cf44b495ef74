/** A three.js object and all below it as one list of triangles, in the coordinates of the whole. */
import { InstancedMesh, Matrix4, Mesh, type Object3D, Vector3 } from 'three';

export interface Soup {
  /** x, y, z of each vertex, from `centre` on. */
  readonly positions: Float32Array;
  /** Three vertex numbers a triangle. */
  readonly indices: Uint32Array;
  /** The middle of the bounding box, in the coordinates of the file. */
  readonly centre: readonly [number, number, number];
  /** The sides of the bounding box. */
  readonly size: readonly [number, number, number];
}

/**
 * Nodes may be nested, scaled unevenly and mirrored; skinned and morphed meshes are taken as they stand. The vertices are moved to
 * their middle in doubles before they are rounded to singles: a model far from the origin loses nothing.
 */
export function soupOf(root: Object3D): Soup {
  root.updateMatrixWorld(true);
  const coordinates: number[] = [];
  const indices: number[] = [];
  root.traverse((object) => {
    if (object instanceof InstancedMesh) {
      const instance = new Matrix4();
      for (let i = 0; i < object.count; i++) {
        object.getMatrixAt(i, instance);
        append(object, instance.premultiply(object.matrixWorld), coordinates, indices);
      }
    } else if (object instanceof Mesh) append(object, object.matrixWorld, coordinates, indices);
  });
  return centred(coordinates, indices);
}

function append(mesh: Mesh, matrix: Matrix4, coordinates: number[], indices: number[]): void {
  const position = mesh.geometry.getAttribute('position');
  if (position === undefined) return;
  const first = coordinates.length / 3;
  const at = new Vector3();
  for (let i = 0; i < position.count; i++) {
    mesh.getVertexPosition(i, at).applyMatrix4(matrix);
    coordinates.push(at.x, at.y, at.z);
  }
  const index = mesh.geometry.getIndex();
  const corners = index === null ? position.count : index.count;
  const corner = (c: number): number => first + (index === null ? c : index.getX(c));
  // A mirrored mesh would be inside out.
  const [second, third] = matrix.determinant() < 0 ? [2, 1] : [1, 2];
  for (let c = 0; c + 2 < corners; c += 3) indices.push(corner(c), corner(c + second), corner(c + third));
}

function centred(coordinates: readonly number[], indices: readonly number[]): Soup {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  // Only vertices that a triangle uses: files carry others along.
  for (const i of indices) {
    for (let axis = 0; axis < 3; axis++) {
      const x = coordinates[3 * i + axis];
      // Not Math.min, which NaN would spoil for all: the library is to name the vertex that has it.
      if (x < low[axis]) low[axis] = x;
      if (x > high[axis]) high[axis] = x;
    }
  }
  const centre = low.map((x, axis) => (x <= high[axis] ? x / 2 + high[axis] / 2 : 0));
  return {
    positions: Float32Array.from(coordinates, (x, k) => x - centre[k % 3]),
    indices: Uint32Array.from(indices),
    centre: centre as unknown as Soup['centre'],
    size: low.map((x, axis) => Math.max(0, high[axis] - x)) as unknown as Soup['size'],
  };
}
