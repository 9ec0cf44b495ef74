/** Access to the mesh of a body. */

import type { Vec3 } from '../math/vec3.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { ShapeKind } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import type { MeshInstance } from './mesh-instance.ts';

/** The mesh of a body whose kind is mesh. */
export function instanceOf(body: Body): MeshInstance {
  return body.instance as MeshInstance;
}

/** The face that each triangle belongs to, if the mesh was made of faces; otherwise null. */
export function facesOf(body: Body): Int32Array | null {
  return body.kind === ShapeKind.mesh ? (body.shape as MeshShape).faceOf : null;
}

/** The primitive number of the triangle in a slot: that of its face, or its own if the mesh was not made of faces. */
export function numberOf(body: Body, slot: number): number {
  return primitiveOf(body, instanceOf(body).source.numbers[slot]);
}

/** The primitive number of the triangle with a number. */
export function primitiveOf(body: Body, number: number): number {
  const { faceOf } = body.shape as MeshShape;
  return faceOf === null ? number : faceOf[number];
}

/** Carries a world point into the frame of the triangles. */
export function toLocal(mesh: MeshInstance, point: Vec3, out: Vec3): Vec3 {
  const { m } = mesh.frame;
  const x = point.x - m[9];
  const y = point.y - m[10];
  const z = point.z - m[11];
  out.x = m[0] * x + m[1] * y + m[2] * z;
  out.y = m[3] * x + m[4] * y + m[5] * z;
  out.z = m[6] * x + m[7] * y + m[8] * z;
  return out;
}
