/**
 * One body's supporting face seen along the normal of a contact: corners in the plane across the normal, and heights along it.
 *
 * Coordinates are relative to a point near the contact, so that nothing is lost far from the origin. Corners run counter-clockwise. A
 * disc, or the ellipse that a placement makes of it, stays one: its centre and two conjugate radii.
 */
import type { Body } from '../bodies/body.ts';
import { cross, Vec3 } from '../math/vec3.ts';
import { Face } from '../shapes/face.ts';
import { ShapeKind } from '../shapes/shape.ts';
import type { FaceFinder } from '../shapes/supporting-face.ts';
import { FACE_CORNER, FACE_TILT_ROUNDED } from '../tolerances.ts';
import type { Loop } from './loop.ts';

/** The plane across a normal, and the point that heights and coordinates are relative to. */
export class ContactPlane {
  readonly origin: Vec3 = new Vec3();
  readonly normal: Vec3 = new Vec3();
  readonly u: Vec3 = new Vec3();
  readonly v: Vec3 = new Vec3();

  set(origin: Vec3, normal: Vec3): this {
    this.origin.copy(origin);
    this.normal.copy(normal);
    // Across the normal and the axis least along it, as `perpendicular` does, whose `length` would be garbage here.
    const { x, y, z } = normal;
    const { u } = this;
    if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) u.set(0, z, -y);
    else if (Math.abs(y) <= Math.abs(z)) u.set(-z, 0, x);
    else u.set(y, -x, 0);
    const l = Math.sqrt(u.x * u.x + u.y * u.y + u.z * u.z);
    u.x /= l;
    u.y /= l;
    u.z /= l;
    cross(normal, u, this.v);
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
  /** The height of the core is level[0] + level[1]·x + level[2]·y. */
  readonly level: Float64Array = new Float64Array(3);
  /** The height that was found last. In an array: a number that is returned may be allocated on the heap. */
  readonly surface: Float64Array = new Float64Array(1);
  /** The largest distance of two corners along x or y. */
  size = 0;
  /** The height of the corner that is farthest from the body's inside. */
  top = 0;
  /** The radius around the core, negative if the face looks down. */
  radius = 0;
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
    // Around a core that leans, more than its face may come to the surface; around a segment it is known what does.
    const { gap, depth, tilt } = finder;
    if (body.radius > 0 && body.kind !== ShapeKind.segment) {
      finder.gap = 0;
      finder.depth = 0;
      finder.tilt = Math.min(tilt, FACE_TILT_ROUNDED);
    }
    const local = body.frame.transposeVector(dir, this.#local);
    const flattened = FACE_CORNER * body.frame.factor;
    const { x, y, z } = local;
    if (x * x + y * y + z * z > flattened * flattened) finder.find(body.core, local, face);
    // The placement has flattened the shape across the normal. What face this makes is not known.
    else face.clear();
    finder.gap = gap;
    finder.depth = depth;
    finder.tilt = tilt;
    this.round = face.round;
    this.radius = sign * body.radius;
    const corners = face.round ? 3 : face.count;
    this.#reserve(corners);
    this.count = face.count;
    for (let i = 0; i < corners; i++) this.#carry(i, body, plane);
    this.top = this.height[0];
    for (let i = 1; i < this.count; i++) if (sign * this.height[i] > sign * this.top) this.top = this.height[i];
    if (this.round && this.#isEdgeOn()) this.#becomeSegment();
    if (this.round) this.#levelDisc();
    else {
      this.#dropFlat();
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
    this.radius = 0;
    this.level[0] = normal.x * (p.x - origin.x) + normal.y * (p.y - origin.y) + normal.z * (p.z - origin.z);
    this.level[1] = 0;
    this.level[2] = 0;
    this.top = this.level[0];
  }

  /**
   * Sets `surface` to the height of the surface over point `i` of a loop. Around a segment that leans, the surface is farthest from it across the segment, not along the normal:
   * over a point it belongs to the ball around another point of the segment. Other cores with a radius are level (see `take`).
   */
  findSurface(loop: Loop, i: number): void {
    const { level, radius, surface } = this;
    const { x, y } = loop;
    surface[0] = level[0] + level[1] * x[i] + level[2] * y[i];
    if (radius === 0 || this.count !== 2) surface[0] += radius;
    else this.#raiseOverSegment(loop, i);
  }

  /** Raises `surface` to the highest point over point `i` of the balls around the segment, or the lowest if the face looks down. */
  #raiseOverSegment({ x, y }: Loop, i: number): void {
    const { radius, surface } = this;
    const dx = this.x[1] - this.x[0];
    const dy = this.y[1] - this.y[0];
    const l = Math.sqrt(dx * dx + dy * dy);
    const slope = (this.height[1] - this.height[0]) / l;
    if (!(slope !== 0 && l > 0)) {
      surface[0] += radius;
      return;
    }
    const along = ((x[i] - this.x[0]) * dx + (y[i] - this.y[0]) * dy) / l;
    // The ball that is highest over a place is up the slope from there, but not beyond the ends.
    const best = Math.max(0, Math.min(l, along + (radius * slope) / Math.sqrt(1 + slope * slope)));
    const ball = Math.sqrt(Math.max(0, radius * radius - (best - along) * (best - along)));
    surface[0] = this.height[0] + slope * best + (radius > 0 ? ball : -ball);
  }

  /** Whether the face reaches this height, but not beyond, up to the slack. */
  reaches(height: number, slack: number): boolean {
    return Math.abs(this.top - height) <= slack;
  }

  /** Gives the corners of a triangle the numbers that they have in the mesh. */
  rename(piece: { cornerId(i: number): number }): void {
    for (let i = 0; i < this.count; i++) this.ids[i] = piece.cornerId(this.ids[i]);
  }

  /** Brings corner `i` into the plane. The radii of a disc are vectors, not points. */
  #carry(i: number, body: Body, plane: ContactPlane): void {
    const { origin, normal, u, v } = plane;
    const p = this.#face.read(i, this.#p);
    const { m } = body.frame;
    const isRadius = this.round && i > 0;
    const x = m[0] * p.x + m[3] * p.y + m[6] * p.z + (isRadius ? 0 : m[9] - origin.x);
    const y = m[1] * p.x + m[4] * p.y + m[7] * p.z + (isRadius ? 0 : m[10] - origin.y);
    const z = m[2] * p.x + m[5] * p.y + m[8] * p.z + (isRadius ? 0 : m[11] - origin.z);
    this.x[i] = u.x * x + u.y * y + u.z * z;
    this.y[i] = v.x * x + v.y * y + v.z * z;
    this.height[i] = normal.x * x + normal.y * y + normal.z * z;
    this.ids[i] = this.#face.ids[i];
  }

  #reserve(count: number): void {
    if (count <= this.x.length) return;
    this.x = new Float64Array(2 * count);
    this.y = new Float64Array(2 * count);
    this.height = new Float64Array(2 * count);
    this.ids = new Int32Array(2 * count);
  }

  /** Leaves two corners of a polygon without area, or one: placements flatten faces, and sides of no length clip nothing. */
  #dropFlat(): void {
    const { count } = this;
    if (count < 2) return;
    const first = this.#farthestFrom(0);
    const last = this.#farthestFrom(first);
    const dx = this.x[last] - this.x[first];
    const dy = this.y[last] - this.y[first];
    const apart = dx * dx + dy * dy;
    let widest = 0;
    for (let i = 0; i < count; i++)
      widest = Math.max(widest, Math.abs(dx * (this.y[i] - this.y[first]) - dy * (this.x[i] - this.x[first])));
    if (widest > FACE_CORNER * apart) return;
    // The lower number first: `#move` must not overwrite what it still needs.
    const low = Math.min(first, last);
    const high = Math.max(first, last);
    this.#move(low, 0);
    this.#move(high, 1);
    this.count = apart > 0 ? 2 : 1;
  }

  #farthestFrom(k: number): number {
    let far = k;
    let most = 0;
    for (let i = 0; i < this.count; i++) {
      const dx = this.x[i] - this.x[k];
      const dy = this.y[i] - this.y[k];
      if (dx * dx + dy * dy > most) {
        most = dx * dx + dy * dy;
        far = i;
      }
    }
    return far;
  }

  #move(from: number, to: number): void {
    this.x[to] = this.x[from];
    this.y[to] = this.y[from];
    this.height[to] = this.height[from];
    this.ids[to] = this.ids[from];
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
    if (!(high - low > FACE_CORNER * this.size && apart > 0)) return;
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
    level[1] = (dh * dx) / apart;
    level[2] = (dh * dy) / apart;
    if (third >= 0) {
      const ex = x[third] - x[0];
      const ey = y[third] - y[0];
      const eh = height[third] - height[0];
      const area = dx * ey - dy * ex;
      const slopeX = (dh * ey - eh * dy) / area;
      const slopeY = (eh * dx - dh * ex) / area;
      // A face that is supported leans little. One that is seen edge-on would have the slope of its rounding.
      if (slopeX * slopeX + slopeY * slopeY < 1) {
        level[1] = slopeX;
        level[2] = slopeY;
      }
    }
    level[0] = height[0] - level[1] * x[0] - level[2] * y[0];
  }

  /** Whether a placement has made a segment of the disc. */
  #isEdgeOn(): boolean {
    const { x, y } = this;
    const long = Math.max(x[1] * x[1] + y[1] * y[1], x[2] * x[2] + y[2] * y[2]);
    return !(Math.abs(x[1] * y[2] - y[1] * x[2]) > FACE_CORNER * long);
  }

  /** Replaces a disc that is seen edge-on by its diameter. */
  #becomeSegment(): void {
    const { x, y, height } = this;
    const longer = x[1] * x[1] + y[1] * y[1] >= x[2] * x[2] + y[2] * y[2] ? 1 : 2;
    const other = 3 - longer;
    const rr = x[longer] * x[longer] + y[longer] * y[longer];
    const share = rr > 0 ? (x[longer] * x[other] + y[longer] * y[other]) / rr : 0;
    // Both radii are along one line: the rim reaches as far as the root of the sum of their squares.
    const far = Math.sqrt(1 + share * share);
    const dx = far * x[longer];
    const dy = far * y[longer];
    const dh = (height[longer] + share * height[other]) / far;
    x[1] = x[0] + dx;
    y[1] = y[0] + dy;
    height[1] = height[0] + dh;
    x[0] -= dx;
    y[0] -= dy;
    height[0] -= dh;
    this.ids[0] = 0;
    this.ids[1] = 1;
    this.round = false;
    this.count = 2;
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
