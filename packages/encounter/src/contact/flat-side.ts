/**
 * One body's supporting face seen along the normal of a contact: corners in the plane across the normal, and heights along it.
 *
 * Coordinates are relative to a point near the contact, so that nothing is lost far from the origin. Corners run counter-clockwise. A
 * disc, or the ellipse that a placement makes of it, stays one: its centre and two conjugate radii.
 */
import type { Body } from '../bodies/body.ts';
import { cross, perpendicular, Vec3 } from '../math/vec3.ts';
import { Face } from '../shapes/face.ts';
import type { FaceFinder } from '../shapes/supporting-face.ts';
import { FACE_CORNER } from '../tolerances.ts';

/** The plane across a normal, and the point that heights and coordinates are relative to. */
export class ContactPlane {
  readonly origin: Vec3 = new Vec3();
  readonly normal: Vec3 = new Vec3();
  readonly u: Vec3 = new Vec3();
  readonly v: Vec3 = new Vec3();

  set(origin: Vec3, normal: Vec3): this {
    this.origin.copy(origin);
    this.normal.copy(normal);
    perpendicular(normal, this.u);
    cross(normal, this.u, this.v);
    return this;
  }
}

export class FlatSide {
  count = 0;
  round = false;
  x: Float64Array = new Float64Array(32);
  y: Float64Array = new Float64Array(32);
  height: Float64Array = new Float64Array(32);
  ids: Int32Array = new Int32Array(32);
  /** The height over the plane is level[0] + level[1]·x + level[2]·y. */
  readonly level: Float64Array = new Float64Array(3);
  /** The largest distance of two corners along x or y. */
  size = 0;
  /** The height of the corner that is farthest from the body's inside. */
  #top = 0;
  readonly #face: Face = new Face();
  readonly #dir: Vec3 = new Vec3();
  readonly #local: Vec3 = new Vec3();
  readonly #p: Vec3 = new Vec3();

  /** Takes the face of a body along the normal, or against it if `sign` is −1. */
  take(body: Body, plane: ContactPlane, sign: number, finder: FaceFinder): void {
    const { normal } = plane;
    const face = this.#face;
    const dir = this.#dir;
    dir.x = sign * normal.x;
    dir.y = sign * normal.y;
    dir.z = sign * normal.z;
    finder.find(body.core, body.frame.transposeVector(dir, this.#local), face);
    this.round = face.round;
    const corners = face.round ? 3 : face.count;
    this.#reserve(corners);
    this.count = face.count;
    for (let i = 0; i < corners; i++) this.#carry(i, body, plane, sign);
    this.#top = this.height[0];
    for (let i = 1; i < this.count; i++) if (sign * this.height[i] > sign * this.#top) this.#top = this.height[i];
    if (this.round) this.#levelDisc();
    else {
      this.#turnLeft();
      this.#levelCorners();
    }
  }

  /** Takes the boundary of a halfspace, which has no corners. The normal is across it. */
  takePlane({ shape, frame }: Body, { origin, normal, u }: ContactPlane): void {
    const p = this.#p;
    frame.transformPoint(shape.support(u, p), p);
    this.count = 0;
    this.round = false;
    this.size = 0;
    this.level[0] = normal.x * (p.x - origin.x) + normal.y * (p.y - origin.y) + normal.z * (p.z - origin.z);
    this.level[1] = 0;
    this.level[2] = 0;
    this.#top = this.level[0];
  }

  /** Whether the face reaches this height, but not beyond, up to the slack. */
  reaches(height: number, slack: number): boolean {
    return Math.abs(this.#top - height) <= slack;
  }

  /** Gives the corners of a triangle the numbers that they have in the mesh. */
  rename(piece: { cornerId(i: number): number }): void {
    for (let i = 0; i < this.count; i++) this.ids[i] = piece.cornerId(this.ids[i]);
  }

  /** Brings corner `i` into the plane. The radii of a disc are vectors, not points. */
  #carry(i: number, body: Body, plane: ContactPlane, sign: number): void {
    const { origin, normal, u, v } = plane;
    const p = this.#face.read(i, this.#p);
    const { m } = body.frame;
    const isRadius = this.round && i > 0;
    const x = m[0] * p.x + m[3] * p.y + m[6] * p.z + (isRadius ? 0 : m[9] - origin.x);
    const y = m[1] * p.x + m[4] * p.y + m[7] * p.z + (isRadius ? 0 : m[10] - origin.y);
    const z = m[2] * p.x + m[5] * p.y + m[8] * p.z + (isRadius ? 0 : m[11] - origin.z);
    this.x[i] = u.x * x + u.y * y + u.z * z;
    this.y[i] = v.x * x + v.y * y + v.z * z;
    this.height[i] = normal.x * x + normal.y * y + normal.z * z + (isRadius ? 0 : sign * body.radius);
    this.ids[i] = this.#face.ids[i];
  }

  #reserve(count: number): void {
    if (count <= this.x.length) return;
    this.x = new Float64Array(2 * count);
    this.y = new Float64Array(2 * count);
    this.height = new Float64Array(2 * count);
    this.ids = new Int32Array(2 * count);
  }

  /** Puts the corners counter-clockwise. */
  #turnLeft(): void {
    const { x, y, height, ids, count } = this;
    let area = 0;
    for (let i = 1; i + 1 < count; i++) area += (x[i] - x[0]) * (y[i + 1] - y[0]) - (y[i] - y[0]) * (x[i + 1] - x[0]);
    if (area >= 0) return;
    for (let i = 1, j = count - 1; i < j; i++, j--) {
      swap(x, i, j);
      swap(y, i, j);
      swap(height, i, j);
      swap(ids, i, j);
    }
  }

  /** Finds the plane of the corners. */
  #levelCorners(): void {
    const { x, y, height, level, count } = this;
    let far = 0;
    let low = height[0];
    let high = height[0];
    let apart = 0;
    for (let i = 1; i < count; i++) {
      const dx = x[i] - x[0];
      const dy = y[i] - y[0];
      const d = dx * dx + dy * dy;
      if (d > apart) {
        apart = d;
        far = i;
      }
      low = Math.min(low, height[i]);
      high = Math.max(high, height[i]);
    }
    this.size = Math.sqrt(apart);
    level[0] = (low + high) / 2;
    level[1] = 0;
    level[2] = 0;
    // Heights that differ by rounding only would give a slope of rounding.
    if (!(high - low > FACE_CORNER * this.size)) return;
    // The corner farthest from the line between the first and the one farthest from it spans the plane with them.
    const dx = x[far] - x[0];
    const dy = y[far] - y[0];
    const dh = height[far] - height[0];
    let third = -1;
    let widest = FACE_CORNER * apart;
    for (let i = 1; i < count; i++) {
      const area = Math.abs(dx * (y[i] - y[0]) - dy * (x[i] - x[0]));
      if (area > widest) {
        widest = area;
        third = i;
      }
    }
    if (third < 0) {
      level[1] = (dh * dx) / apart;
      level[2] = (dh * dy) / apart;
    } else {
      const ex = x[third] - x[0];
      const ey = y[third] - y[0];
      const eh = height[third] - height[0];
      const area = dx * ey - dy * ex;
      level[1] = (dh * ey - eh * dy) / area;
      level[2] = (eh * dx - dh * ex) / area;
    }
    level[0] = height[0] - level[1] * x[0] - level[2] * y[0];
  }

  #levelDisc(): void {
    const { x, y, height, level } = this;
    const area = x[1] * y[2] - y[1] * x[2];
    // Two radii of any ellipse; its lowest and highest points are within √2 of them.
    this.size = 2 * Math.sqrt(Math.max(x[1] * x[1] + y[1] * y[1], x[2] * x[2] + y[2] * y[2]));
    const slanted = Math.abs(height[1]) + Math.abs(height[2]) > FACE_CORNER * this.size && area !== 0;
    level[1] = slanted ? (height[1] * y[2] - height[2] * y[1]) / area : 0;
    level[2] = slanted ? (height[2] * x[1] - height[1] * x[2]) / area : 0;
    level[0] = height[0] - level[1] * x[0] - level[2] * y[0];
  }
}

function swap(a: Float64Array | Int32Array, i: number, j: number): void {
  const t = a[i];
  a[i] = a[j];
  a[j] = t;
}
