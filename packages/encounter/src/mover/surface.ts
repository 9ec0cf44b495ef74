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
import { Vec3 } from '../math/vec3.ts';
import { isConvex, ShapeKind } from '../shapes/shape.ts';
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

function keepCorners({ m, corners: p, radius }: TriangleBody, out: Float64Array): void {
  for (let i = 0; i < 9; i += 3) {
    // The frame of the triangle begins at its first corner.
    const x = p[i] - p[0];
    const y = p[i + 1] - p[1];
    const z = p[i + 2] - p[2];
    out[i] = m[0] * x + m[3] * y + m[6] * z + m[9];
    out[i + 1] = m[1] * x + m[4] * y + m[7] * z + m[10];
    out[i + 2] = m[2] * x + m[5] * y + m[8] * z + m[11];
  }
  out[9] = radius;
}

export class Surfaces {
  readonly #face: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #far: Vec3 = new Vec3();
  readonly #least: Float64Array = new Float64Array(1);
  /** How much smaller than the distance the gap along a face's normal may be and count as equal. */
  readonly slack: Float64Array = new Float64Array(1);
  readonly up: Vec3 = new Vec3(0, 1, 0);

  /** Describes the surface of `piece` at the plane, whose normal and point are known, at distance[0]. */
  describe(plane: ContactPlane, body: Body, piece: Body, triangle: TriangleBody | null, distance: Float64Array): void {
    plane.faces = 0;
    plane.flat = false;
    plane.lowest = 1;
    plane.piece = triangle === null ? piece : null;
    if (triangle !== null) keepCorners(triangle, plane.corners);
    if (piece.kind === ShapeKind.halfspace) this.#addFace(plane, plane.normal, true);
    else if (triangle !== null) this.#describeTriangle(plane, body, triangle, distance);
    else {
      const faces = facesOf(piece);
      if (faces !== null) this.#describeConvex(plane, body, piece, faces, distance);
    }
    if (plane.faces === 0) plane.face.copy(plane.normal);
  }

  #describeTriangle(plane: ContactPlane, body: Body, triangle: TriangleBody, distance: Float64Array): void {
    const face = this.#face;
    const { normal } = plane;
    const { m, corners: p } = triangle;
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const l = Math.sqrt(nx * nx + ny * ny + nz * nz);
    // A segment or point has no face.
    if (!(l > 0)) return;
    face.x = (m[0] * nx + m[3] * ny + m[6] * nz) / l;
    face.y = (m[1] * nx + m[4] * ny + m[7] * nz) / l;
    face.z = (m[2] * nx + m[5] * ny + m[8] * nz) / l;
    if (face.x * normal.x + face.y * normal.y + face.z * normal.z < 0) {
      face.x = -face.x;
      face.y = -face.y;
      face.z = -face.z;
    }
    // All corners have one height. That of the first is the origin of its frame.
    this.#findLeast(body, face, m);
    const flat = this.#least[0] - triangle.radius >= distance[0] - this.slack[0];
    this.#addFace(plane, face, flat);
    if (flat) normal.copy(face);
  }

  #describeConvex(plane: ContactPlane, body: Body, piece: Body, faces: Float64Array, distance: Float64Array): void {
    const face = this.#face;
    const dir = this.#dir;
    const far = this.#far;
    const { normal, point } = plane;
    const { m } = piece;
    for (let i = 0; i < faces.length; i += 3) {
      const x = faces[i];
      const y = faces[i + 1];
      const z = faces[i + 2];
      face.x = m[0] * x + m[3] * y + m[6] * z;
      face.y = m[1] * x + m[4] * y + m[7] * z;
      face.z = m[2] * x + m[5] * y + m[8] * z;
      const along = face.x * normal.x + face.y * normal.y + face.z * normal.z;
      // A face that meets others at the nearest point does not look away from the body.
      if (along < -FACE_BESIDE) continue;
      dir.x = x;
      dir.y = y;
      dir.z = z;
      piece.core.support(dir, far);
      const height = x * far.x + y * far.y + z * far.z;
      const at =
        face.x * (point.x - piece.radius * normal.x - m[9]) +
        face.y * (point.y - piece.radius * normal.y - m[10]) +
        face.z * (point.z - piece.radius * normal.z - m[11]);
      if (at < height - this.slack[0]) continue;
      this.#findLeast(body, face, m);
      const flat = along > FACE_BESIDE && this.#least[0] - height - piece.radius >= distance[0] - this.slack[0];
      if (flat) plane.faces = 0;
      this.#addFace(plane, face, flat);
      if (!flat) continue;
      normal.copy(face);
      return;
    }
  }

  #addFace(plane: ContactPlane, face: Vec3, flat: boolean): void {
    const { up } = this;
    const height = face.x * up.x + face.y * up.y + face.z * up.z;
    plane.flat = flat;
    if (plane.faces === 0) {
      plane.faces = 1;
      plane.face.copy(face);
      plane.lowest = height;
      return;
    }
    const f = plane.face;
    if (f.x * face.x + f.y * face.y + f.z * face.z < 1 - FACES_DIFFER) plane.faces = 2;
    if (height < plane.lowest) plane.lowest = height;
    if (height > f.x * up.x + f.y * up.y + f.z * up.z) f.copy(face);
  }

  /** Sets #least to the least of face·(x − o) over the points x of a body, where o is the origin of a frame. */
  #findLeast(body: Body, face: Vec3, o: readonly number[]): void {
    const dir = this.#dir;
    const far = this.#far;
    const { m } = body;
    dir.x = -(m[0] * face.x + m[1] * face.y + m[2] * face.z);
    dir.y = -(m[3] * face.x + m[4] * face.y + m[5] * face.z);
    dir.z = -(m[6] * face.x + m[7] * face.y + m[8] * face.z);
    body.core.support(dir, far);
    const own = -(dir.x * far.x + dir.y * far.y + dir.z * far.z);
    this.#least[0] = own + face.x * (m[9] - o[9]) + face.y * (m[10] - o[10]) + face.z * (m[11] - o[11]) - body.radius;
  }

  /**
   * Removes the planes of pieces that lie behind the face of another: what stays in front of the face does not meet them. So the edges
   * at which a floor is cut into triangles, or made of boxes, are no obstacles, and need not be known.
   */
  cover(list: PlaneList): void {
    const { planes } = list;
    for (let i = list.count - 1; i >= 0; i--) {
      const { flat, piece, corners: p } = planes[i];
      if (flat) continue;
      for (let j = 0; j < list.count; j++) {
        if (!planes[j].flat) continue;
        // Written out, like all that is done for each pair of planes: a call that is not inlined leaves its numbers on the heap.
        const { normal: n, point } = planes[j];
        const highest = n.x * point.x + n.y * point.y + n.z * point.z + this.slack[0] - p[9];
        const isBehind =
          piece === null
            ? n.x * p[0] + n.y * p[1] + n.z * p[2] <= highest &&
              n.x * p[3] + n.y * p[4] + n.z * p[5] <= highest &&
              n.x * p[6] + n.y * p[7] + n.z * p[8] <= highest
            : this.#isBehind(piece, planes[j]);
        if (!isBehind) continue;
        list.remove(i);
        break;
      }
    }
  }

  /** Whether a convex piece reaches no higher than the face of a plane. */
  #isBehind(piece: Body, { normal: n, point }: ContactPlane): boolean {
    if (!isConvex(piece.kind)) return false;
    const dir = this.#dir;
    const far = this.#far;
    const { m } = piece;
    dir.x = m[0] * n.x + m[1] * n.y + m[2] * n.z;
    dir.y = m[3] * n.x + m[4] * n.y + m[5] * n.z;
    dir.z = m[6] * n.x + m[7] * n.y + m[8] * n.z;
    piece.core.support(dir, far);
    const own = dir.x * far.x + dir.y * far.y + dir.z * far.z;
    const x = m[9] - point.x;
    const y = m[10] - point.y;
    const z = m[11] - point.z;
    return own + n.x * x + n.y * y + n.z * z + piece.radius <= this.slack[0];
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
        if (b.flat || b.faces === 0) continue;
        const n = a.normal;
        const m = b.normal;
        if (n.x * m.x + n.y * m.y + n.z * m.z < 1 - MOVER_NORMAL_SAME) continue;
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
    const { face, point: q } = b;
    const { point: p } = a;
    const height = face.x * (p.x - q.x) + face.y * (p.y - q.y) + face.z * (p.z - q.z);
    return Math.abs(height) <= 4 * this.slack[0];
  }
}
