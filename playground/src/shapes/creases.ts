/** Shading of triangles: smooth where they meet at a flat angle, with a crease where they do not. */
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';

/** A geometry in which each corner has the mean normal of the triangles around it that are turned by less than `crease` degrees. */
export function creasedGeometry(
  positions: readonly number[],
  corners: ArrayLike<number>,
  crease: number,
): BufferGeometry {
  const least = Math.cos((crease * Math.PI) / 180);
  const normals = faceNormals(positions, corners);
  const around = facesAround(positions.length / 3, corners);
  const drawnPositions = new Float32Array(3 * corners.length);
  const drawnNormals = new Float32Array(3 * corners.length);
  const unit = normals.map((n) => n.clone().normalize());
  const sum = new Vector3();
  for (let c = 0; c < corners.length; c++) {
    const vertex = corners[c];
    const own = Math.floor(c / 3);
    sum.set(0, 0, 0);
    for (const face of around[vertex]) if (unit[face].dot(unit[own]) > least) sum.add(normals[face]);
    if (sum.lengthSq() === 0) sum.set(0, 1, 0);
    sum.normalize().toArray(drawnNormals, 3 * c);
    for (let k = 0; k < 3; k++) drawnPositions[3 * c + k] = positions[3 * vertex + k];
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(drawnPositions, 3));
  geometry.setAttribute('normal', new BufferAttribute(drawnNormals, 3));
  return geometry;
}

/** The vertices, each moved along the mean normal of the triangles around it. */
export function offsetVertices(positions: readonly number[], corners: ArrayLike<number>, length: number): number[] {
  const normals = faceNormals(positions, corners);
  const mean = new Vector3();
  return facesAround(positions.length / 3, corners).flatMap((faces, i) => {
    mean.set(0, 0, 0);
    for (const face of faces) mean.add(normals[face]);
    mean.normalize().multiplyScalar(length);
    return [positions[3 * i] + mean.x, positions[3 * i + 1] + mean.y, positions[3 * i + 2] + mean.z];
  });
}

/** As long as twice the area of the triangle, so that their sums are weighted by it. */
function faceNormals(positions: readonly number[], corners: ArrayLike<number>): Vector3[] {
  const normals: Vector3[] = [];
  const edge = new Vector3();
  const read = (vertex: number, out: Vector3): Vector3 =>
    out.set(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
  const a = new Vector3();
  for (let c = 0; c < corners.length; c += 3) {
    read(corners[c], a);
    const normal = read(corners[c + 1], new Vector3()).sub(a);
    normals.push(normal.cross(read(corners[c + 2], edge).sub(a)));
  }
  return normals;
}

/** For each vertex the triangles that it is a corner of. */
function facesAround(vertices: number, corners: ArrayLike<number>): number[][] {
  const around: number[][] = Array.from({ length: vertices }, () => []);
  for (let c = 0; c < corners.length; c++) around[corners[c]].push(Math.floor(c / 3));
  return around;
}
