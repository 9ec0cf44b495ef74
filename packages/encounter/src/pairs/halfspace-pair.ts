/**
 * A halfspace against any other body. Only the body's support mapping is used (that of the hull, for bodies that are not convex): its
 * support point against the plane's normal answers every query.
 */
import type { Body } from '../bodies/body.ts';
import { Goal } from '../convex/penetration.ts';
import { carryNormal } from '../math/affine.ts';
import { length, scale, Vec3 } from '../math/vec3.ts';
import type { HalfspaceShape } from '../shapes/halfspace-shape.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { TOUCH } from '../tolerances.ts';
import { ComplexPair } from './complex-pair.ts';
import { addContact, type ContactList } from './contact.ts';
import type { PairQuery } from './pair-query.ts';

export class HalfspacePair extends ComplexPair {
  /** The plane in the world, from the last `place`: outward unit normal, and a point of it. */
  readonly normal: Vec3 = new Vec3();
  readonly origin: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #local: Vec3 = new Vec3();
  readonly #deepest: Vec3 = new Vec3();
  /** Whether the plane is across an axis of the world, and how far its point is from the origin of its frame. */
  #isAcrossAxis = false;
  #distance = 0;
  /** Height of #deepest over the plane. */
  height = 0;

  constructor() {
    super(ShapeKind.halfspace);
  }

  /** Carries the plane of `h` into the world. Its placement does not flatten: colliders refuse such placements of a halfspace. */
  place(h: Body): void {
    const { normal: n, offset } = h.shape as HalfspaceShape;
    const m = h.frame.m;
    const { normal, origin } = this;
    const l = length(carryNormal(m, n, normal));
    // When the scale is so small that the products vanish, the normal has no direction left.
    if (l > 0) scale(normal, 1 / l, normal);
    else normal.copy(n);
    origin.set(n.x * offset, n.y * offset, n.z * offset);
    h.frame.transformPoint(origin, origin);
    this.#isAcrossAxis = (normal.x === 0 ? 0 : 1) + (normal.y === 0 ? 0 : 1) + (normal.z === 0 ? 0 : 1) === 1;
    this.#distance = Math.abs(origin.x - m[9]) + Math.abs(origin.y - m[10]) + Math.abs(origin.z - m[11]);
    origin.x += h.radius * normal.x;
    origin.y += h.radius * normal.y;
    origin.z += h.radius * normal.z;
  }

  protected answer(query: PairQuery): boolean {
    const { normal: n, origin: o } = this;
    const { goal, out, b } = query;
    this.#take(query);
    const p = this.#deepest;
    const height = this.height;
    // Rounding of the products whose sum is the height. A plane across an axis is where it is said to be, and so is the deepest point.
    // With any other normal both are rounded, by as much as the plane is away from the origin of its frame, and the body is large.
    const size = this.#isAcrossAxis ? 0 : this.#distance + b.extent;
    const noise = TOUCH * (Math.abs(p.x) + Math.abs(p.y) + Math.abs(p.z) + size);
    const together = height <= noise;
    const signed = together ? Math.min(height, 0) : height;
    query.signed = signed;
    if (out === null || goal === Goal.decide) return together;
    out.normal.copy(n);
    out.primitiveA = -1;
    out.primitiveB = -1;
    out.error = 2 * noise + TOUCH * b.extent;
    out.iterations = 1;
    out.exact = true;
    const { pointA: foot, pointB: deepest } = out;
    deepest.set(p.x + o.x, p.y + o.y, p.z + o.z);
    foot.set(deepest.x - signed * n.x, deepest.y - signed * n.y, deepest.z - signed * n.z);
    if (together && goal === Goal.distance) {
      // The deepest point lies in both.
      foot.copy(deepest);
      query.signed = 0;
    } else if (signed > query.settings.maxDistance) {
      out.pointA.set(0, 0, 0);
      out.pointB.set(0, 0, 0);
      query.signed = Infinity;
    }
    return together;
  }

  protected list({ solver, a, b, settings }: PairQuery, list: ContactList): void {
    addContact(solver, a, b, settings, list);
  }

  protected sweep(query: PairQuery): boolean {
    const { normal: n, origin: o } = this;
    const { motion, hit: out } = query;
    const { resting } = query.settings;
    this.#take(query);
    const height = this.height;
    const p = this.#deepest;
    const speed = -(n.x * motion.x + n.y * motion.y + n.z * motion.z);
    // Of the products whose sums are the height and the speed.
    const rounding = TOUCH * (Math.abs(p.x) + Math.abs(p.y) + Math.abs(p.z) + length(motion));
    if (!(height <= speed + rounding) || !(speed > 0)) return false;
    // One that touches from the start counts if it gets deeper in one more unit of time: as in deeper.ts.
    if (resting > 0 && !(speed - Math.min(height, 0) > resting + rounding)) return false;
    out.t = Math.min(Math.max(height, 0) / speed, 1);
    const t = out.t;
    out.point.set(p.x + o.x + t * motion.x, p.y + o.y + t * motion.y, p.z + o.z + t * motion.z);
    out.normal.copy(n);
    out.converged = true;
    out.iterations = 1;
    return true;
  }

  #take({ a, b }: PairQuery): void {
    if (b.kind === ShapeKind.halfspace) throw new TypeError(`no query on two halfspaces: ${a.shape} and ${b.shape}`);
    this.place(a);
    this.#measure(b);
  }

  /** Finds the point of `c` deepest in the halfspace, relative to the plane's point, and its height over the plane. */
  #measure(c: Body): void {
    const { normal: n, origin: o } = this;
    const p = this.#deepest;
    const m = c.frame.m;
    this.#dir.set(-n.x, -n.y, -n.z);
    c.core.support(c.frame.transposeVector(this.#dir, this.#local), p);
    c.frame.transformVector(p, p);
    p.x += m[9] - o.x - c.radius * n.x;
    p.y += m[10] - o.y - c.radius * n.y;
    p.z += m[11] - o.z - c.radius * n.z;
    this.height = n.x * p.x + n.y * p.y + n.z * p.z;
  }
}
