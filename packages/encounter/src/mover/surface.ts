/**
 * What the surface of an obstacle is like where a body is nearest to it: inside a face, or at an edge or corner, and which faces meet
 * there.
 *
 * The nearest points alone do not tell a ramp from a stair: a capsule that touches the edge of a stair has the same normal as one on a
 * ramp. And where a floor is cut into triangles, rounding may tilt the normal at the cuts. So for each face the gap along the *face's own*
 * normal is measured with the support mapping of the body. That gap is never larger than the distance. If it is as large, the face's
 * normal serves as well, and it has the same bits everywhere on the face.
 */
import type { Body } from '../bodies/body.ts';
import type { TriangleBody } from '../bodies/triangle-body.ts';
import { LinearKind } from '../math/affine.ts';
import { dot, Vec3 } from '../math/vec3.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { FACE_BESIDE, FACES_DIFFER, MOVER_NORMAL_SAME } from '../tolerances.ts';
import type { ContactPlane, PlaneList } from './contact-plane.ts';

/** The flat parts of shapes that do not list them: caps of a cylinder, base of a cone. */
const CAPS: Float64Array = /* #__PURE__ */ Float64Array.of(0, 1, 0, 0, -1, 0);
const BASE: Float64Array = /* #__PURE__ */ Float64Array.of(0, -1, 0);

/** Normals of the flat parts of a body's core, in the frame of the core; null where none are known. */
function facesOf(body: Body): Float64Array | null {
  if (body.linear > LinearKind.rigid) return null;
  if (body.kind === ShapeKind.cylinder) return CAPS;
  if (body.kind === ShapeKind.cone) return BASE;
  return body.core.facetNormals;
}

export class Surfaces {
  readonly #face: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #far: Vec3 = new Vec3();
  /** How much smaller than the distance the gap along a face's normal may be and count as equal. */
  slack = 0;
  readonly up: Vec3 = new Vec3(0, 1, 0);

  /** Describes the surface of `piece` at the plane, whose normal, point and gap (to `distance`) are known. */
  describe(plane: ContactPlane, body: Body, piece: Body, triangle: TriangleBody | null, distance: number): void {
    plane.faces = 0;
    plane.flat = false;
    plane.lowest = 1;
    if (piece.kind === ShapeKind.halfspace) this.#addFace(plane, plane.normal, true);
    else if (triangle !== null) this.#describeTriangle(plane, body, triangle, distance);
    else {
      const faces = facesOf(piece);
      if (faces !== null) this.#describeConvex(plane, body, piece, faces, distance);
    }
    if (plane.faces === 0) plane.face.copy(plane.normal);
  }

  #describeTriangle(plane: ContactPlane, body: Body, triangle: TriangleBody, distance: number): void {
    const face = this.#face;
    if (!triangle.across(face)) return;
    const { normal } = plane;
    if (dot(face, normal) < 0) face.set(-face.x, -face.y, -face.z);
    const { m } = triangle;
    // All corners have one height. That of the first is the origin of its frame.
    const gap = this.#least(body, face, m) - triangle.radius;
    const flat = gap >= distance - this.slack;
    this.#addFace(plane, face, flat);
    if (flat) normal.copy(face);
  }

  #describeConvex(plane: ContactPlane, body: Body, piece: Body, faces: Float64Array, distance: number): void {
    const face = this.#face;
    const dir = this.#dir;
    const far = this.#far;
    const { normal, point } = plane;
    const { m } = piece;
    for (let i = 0; i < faces.length; i += 3) {
      const x = faces[i];
      const y = faces[i + 1];
      const z = faces[i + 2];
      face.set(m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z, m[2] * x + m[5] * y + m[8] * z);
      const along = dot(face, normal);
      // A face that meets others at the nearest point does not look away from the body.
      if (along < -FACE_BESIDE) continue;
      dir.set(x, y, z);
      piece.core.support(dir, far);
      const height = dot(dir, far);
      const at =
        face.x * (point.x - piece.radius * normal.x - m[9]) +
        face.y * (point.y - piece.radius * normal.y - m[10]) +
        face.z * (point.z - piece.radius * normal.z - m[11]);
      if (at < height - this.slack) continue;
      const flat = along > FACE_BESIDE && this.#least(body, face, m) - height - piece.radius >= distance - this.slack;
      if (flat) plane.faces = 0;
      this.#addFace(plane, face, flat);
      if (!flat) continue;
      normal.copy(face);
      return;
    }
  }

  #addFace(plane: ContactPlane, face: Vec3, flat: boolean): void {
    const { up } = this;
    const height = dot(face, up);
    plane.flat = flat;
    if (plane.faces === 0) {
      plane.faces = 1;
      plane.face.copy(face);
      plane.lowest = height;
      return;
    }
    if (dot(plane.face, face) < 1 - FACES_DIFFER) plane.faces = 2;
    if (height < plane.lowest) plane.lowest = height;
    if (height > dot(plane.face, up)) plane.face.copy(face);
  }

  /** The least of face·(x − o) over the points x of a body, where o is the origin of the frame m. */
  #least(body: Body, face: Vec3, o: readonly number[]): number {
    const dir = this.#dir;
    const far = this.#far;
    const { m } = body;
    dir.set(
      -(m[0] * face.x + m[1] * face.y + m[2] * face.z),
      -(m[3] * face.x + m[4] * face.y + m[5] * face.z),
      -(m[6] * face.x + m[7] * face.y + m[8] * face.z),
    );
    body.core.support(dir, far);
    const own = -dot(dir, far);
    return own + face.x * (m[9] - o[9]) + face.y * (m[10] - o[10]) + face.z * (m[11] - o[11]) - body.radius;
  }

  /**
   * Lets planes at one edge or corner know about each other's faces: triangles come one by one. Two of them are at one place if they
   * have one normal and the nearest point of the first is in the plane of the second.
   */
  join(list: PlaneList): void {
    const { planes, count } = list;
    for (let i = 0; i < count; i++) {
      const a = planes[i];
      if (a.flat || a.faces === 0) continue;
      for (let j = i + 1; j < count; j++) {
        const b = planes[j];
        if (b.flat || b.faces === 0 || dot(a.normal, b.normal) < 1 - MOVER_NORMAL_SAME) continue;
        if (!this.#isOn(a, b) || !this.#isOn(b, a)) continue;
        const { flat } = a;
        this.#face.copy(a.face);
        const { lowest, faces } = a;
        this.#addFace(a, b.face, flat);
        a.lowest = Math.min(a.lowest, b.lowest);
        a.faces = Math.max(a.faces, b.faces);
        this.#addFace(b, this.#face, flat);
        b.lowest = Math.min(b.lowest, lowest);
        b.faces = Math.max(b.faces, faces);
      }
    }
  }

  #isOn(a: ContactPlane, b: ContactPlane): boolean {
    const { face } = b;
    const height =
      face.x * (a.point.x - b.point.x) + face.y * (a.point.y - b.point.y) + face.z * (a.point.z - b.point.z);
    return Math.abs(height) <= 4 * this.slack;
  }
}
