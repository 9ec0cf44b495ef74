/**
 * Any shape as triangles to draw. A convex shape is the hull of its support points in many directions, so that all of them,
 * composites of composites included, are drawn from the one thing that every shape has.
 */
import { Compound, Halfspace, Mesh, type Shape, Vec3 } from 'encounter';
import { buildHull } from 'encounter/core';
import { type BufferGeometry, CircleGeometry, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { creasedGeometry, offsetVertices } from './creases.ts';

/** Directions around the y axis and from pole to pole: shapes that are round about their axis get even facets. */
const AROUND = 72;
const POLE_TO_POLE = 36;

/** Facets that meet at more degrees than this have an edge between them. Models are coarser than what is sampled here. */
const CREASE = 25;
const MESH_CREASE = 50;

/** What has no width is drawn this thick. */
const HAIR = 0.02;

/** A halfspace has no end; so much of its boundary is drawn. */
const HALFSPACE_RADIUS = 4;

/** Draws `matrix` applied to the shape, grown by `margin` after that. */
export function shapeGeometry(shape: Shape, matrix: Matrix4 = new Matrix4(), margin = 0): BufferGeometry {
  if (shape instanceof Mesh) return meshGeometry(shape, matrix, margin);
  if (shape instanceof Halfspace) return halfspaceGeometry(shape, matrix, margin);
  if (shape instanceof Compound) {
    const parts = shape.parts.map((part) => {
      const placed = matrix.clone().multiply(new Matrix4().fromArray(part.placement.getMatrix()));
      return shapeGeometry(part.shape, placed, margin);
    });
    return mergeGeometries(parts);
  }
  return convexGeometry(shape, matrix, margin);
}

function convexGeometry(shape: Shape, matrix: Matrix4, margin: number): BufferGeometry {
  const hull = buildHull(supportPoints(shape, matrix, margin));
  const positions = Array.from(hull.vertices);
  if (hull.dimension < 2) return convexGeometry(shape, matrix, HAIR);
  if (hull.dimension === 3) return creasedGeometry(positions, hull.facets, CREASE);
  const fan: number[] = [];
  for (let i = 2; i < positions.length / 3; i++) fan.push(0, i - 1, i);
  return creasedGeometry(positions, fan, CREASE);
}

/** The image of the farthest point along d is that of the farthest point along Lᵀd. */
function supportPoints(shape: Shape, matrix: Matrix4, margin: number): Float64Array {
  const transpose = new Matrix3().setFromMatrix4(matrix).transpose();
  const points: number[] = [];
  const direction = new Vector3();
  const local = new Vector3();
  const dir = new Vec3();
  const found = new Vec3();
  const at = new Vector3();
  for (let i = 0; i <= POLE_TO_POLE; i++) {
    const polar = (Math.PI * i) / POLE_TO_POLE;
    const many = i === 0 || i === POLE_TO_POLE ? 1 : AROUND;
    for (let k = 0; k < many; k++) {
      direction.setFromSphericalCoords(1, polar, (2 * Math.PI * k) / AROUND);
      local.copy(direction).applyMatrix3(transpose);
      shape.support(dir.set(local.x, local.y, local.z), found);
      at.set(found.x, found.y, found.z).applyMatrix4(matrix).addScaledVector(direction, margin);
      points.push(at.x, at.y, at.z);
    }
  }
  return Float64Array.from(points);
}

/** A margin is drawn by moving the vertices along their normals, which is right on smooth parts and a little off at edges. */
function meshGeometry(mesh: Mesh, matrix: Matrix4, margin: number): BufferGeometry {
  const { vertices, triangles } = mesh;
  const at = new Vec3();
  const moved = new Vector3();
  const positions: number[] = [];
  for (let i = 0; i < vertices.count; i++) {
    const { x, y, z } = vertices.read(i, at);
    moved.set(x, y, z).applyMatrix4(matrix);
    positions.push(moved.x, moved.y, moved.z);
  }
  return creasedGeometry(
    margin > 0 ? offsetVertices(positions, triangles.corners, margin) : positions,
    triangles.corners,
    MESH_CREASE,
  );
}

/** A part of the boundary plane; the half it stands for is below it. */
function halfspaceGeometry({ normal, offset }: Halfspace, matrix: Matrix4, margin: number): BufferGeometry {
  const up = new Vector3(normal.x, normal.y, normal.z);
  const at = up.clone().multiplyScalar(offset).applyMatrix4(matrix);
  up.applyMatrix3(new Matrix3().getNormalMatrix(matrix)).normalize();
  at.addScaledVector(up, margin);
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
  return new CircleGeometry(HALFSPACE_RADIUS, AROUND).applyMatrix4(
    new Matrix4().compose(at, turn, new Vector3(1, 1, 1)),
  );
}
