/**
 * The flat part of a convex shape along a direction: a polygon, a segment, a point, or the disc of a cylinder or cone. Corners are in
 * order around the face and have numbers that stay the same as the shape moves.
 */
import { FlatHull } from '../math/flat-hull.ts';
import { cross, dot, normalize, perpendicular, subtract, Vec3 } from '../math/vec3.ts';
import { FACE_CORNER } from '../tolerances.ts';

/** How many points stand for a disc where only corners will do. */
export const DISC_CORNERS = 32;

/** Cosine and sine of the angles of those points. Written with roots, so that every engine has the same bits. */
export const CIRCLE: Float64Array = /* #__PURE__ */ circle();

function circle(): Float64Array {
  const out = new Float64Array(2 * DISC_CORNERS);
  const eighth = Math.sqrt(0.5);
  const sixteenth = Math.sqrt((1 + eighth) / 2);
  const c = Math.sqrt((1 + sixteenth) / 2);
  const s = Math.sqrt((1 - sixteenth) / 2);
  const quarter = DISC_CORNERS / 4;
  let x = 1;
  let y = 0;
  for (let i = 0; i < quarter; i++) {
    // One quarter, and the others by turning it: so opposite points are exactly opposite.
    out.set([x, y], 2 * i);
    out.set([-y, x], 2 * (i + quarter));
    out.set([-x, -y], 2 * (i + 2 * quarter));
    out.set([y, -x], 2 * (i + 3 * quarter));
    const next = x * c - y * s;
    y = x * s + y * c;
    x = next;
  }
  return out;
}

export class Face {
  /** Corners around the face; of a disc: its centre and two conjugate radii. Three numbers each. */
  points: Float64Array = new Float64Array(3 * DISC_CORNERS);
  /** The number of each corner. */
  ids: Int32Array = new Int32Array(DISC_CORNERS);
  /** How many corners, or 0 for a disc. */
  count = 0;
  /** Whether this is a disc, or the ellipse that a placement made of it. */
  round = false;
  readonly #center: Vec3 = new Vec3();
  readonly #u: Vec3 = new Vec3();
  readonly #v: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();
  #hull: FlatHull | undefined;
  #given: Face | undefined;

  clear(): this {
    this.count = 0;
    this.round = false;
    return this;
  }

  /** Adds a corner. */
  add(p: Vec3, id: number): void {
    const i = this.count++;
    if (i === this.ids.length) {
      const { points, ids } = this;
      this.points = new Float64Array(2 * points.length);
      this.points.set(points);
      this.ids = new Int32Array(2 * ids.length);
      this.ids.set(ids);
    }
    const { points } = this;
    points[3 * i] = p.x;
    points[3 * i + 1] = p.y;
    points[3 * i + 2] = p.z;
    this.ids[i] = id;
  }

  /** Becomes the disc with this centre and two radii across each other. */
  setDisc(center: Vec3, u: Vec3, v: Vec3): void {
    this.clear();
    this.add(center, 0);
    this.add(u, 0);
    this.add(v, 0);
    this.count = 0;
    this.round = true;
  }

  /** Writes corner `i`. */
  read(i: number, out: Vec3): Vec3 {
    const { points } = this;
    out.x = points[3 * i];
    out.y = points[3 * i + 1];
    out.z = points[3 * i + 2];
    return out;
  }

  /** Replaces a disc by points of its rim. Other faces stay. */
  sample(): void {
    if (!this.round) return;
    const center = this.read(0, this.#center);
    const u = this.read(1, this.#u);
    const v = this.read(2, this.#v);
    const p = this.#point;
    this.clear();
    for (let i = 0; i < DISC_CORNERS; i++) {
      const c = CIRCLE[2 * i];
      const s = CIRCLE[2 * i + 1];
      p.x = center.x + c * u.x + s * v.x;
      p.y = center.y + c * u.y + s * v.y;
      p.z = center.z + c * u.z + s * v.z;
      this.add(p, i);
    }
  }

  /** Keeps the corners of the hull, in order, as seen along `dir`. For faces that were put together from several. */
  keepHull(dir: Vec3): void {
    const { count } = this;
    if (count < 3) return;
    this.#hull ??= new FlatHull();
    this.#given ??= new Face();
    const hull = this.#hull;
    const given = this.#given.copy(this);
    const e = perpendicular(dir, this.#u);
    const f = cross(normalize(dir, this.#v), e, this.#v);
    const from = given.read(0, this.#center);
    const p = this.#point;
    let size = 0;
    hull.count = 0;
    for (let i = 0; i < count; i++) {
      subtract(given.read(i, p), from, p);
      hull.grow();
      hull.x[i] = dot(e, p);
      hull.y[i] = dot(f, p);
      size = Math.max(size, Math.abs(p.x) + Math.abs(p.y) + Math.abs(p.z));
    }
    hull.slack = FACE_CORNER * size;
    const corners = hull.run();
    this.clear();
    for (let i = 0; i < corners; i++) this.add(given.read(hull.loop[i], p), given.ids[hull.loop[i]]);
  }

  copy(other: Face): this {
    const p = this.#point;
    this.clear();
    for (let i = 0; i < (other.round ? 3 : other.count); i++) this.add(other.read(i, p), other.ids[i]);
    this.count = other.count;
    this.round = other.round;
    return this;
  }
}
