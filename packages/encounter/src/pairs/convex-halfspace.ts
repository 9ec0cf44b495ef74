/**
 * A halfspace against a bounded convex shape: everything follows from the shape's support point against the plane's normal.
 */
import { Goal } from '../convex/penetration.ts';
import { addScaled, length, Vec3 } from '../math/vec3.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { TOUCH } from '../tolerances.ts';
import type { Body, QuerySettings } from './body.ts';
import type { Caster } from './caster.ts';
import type { ComplexPair } from './complex-pair.ts';
import { addContact, type ContactList } from './contact.ts';
import type { PairSolver } from './dispatch.ts';
import type { CastHit, PairGeometry } from './result.ts';

function requireOne(a: Body, b: Body): void {
  if (a.kind === ShapeKind.halfspace && b.kind === ShapeKind.halfspace)
    throw new TypeError(`no query on two halfspaces: ${a.shape} and ${b.shape}`);
}

export class HalfspacePair implements ComplexPair {
  signed = 0;
  /** The plane in the world, from the last `place`: outward unit normal, and a point of it. */
  readonly normal: Vec3 = new Vec3();
  readonly origin: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #local: Vec3 = new Vec3();
  readonly #deepest: Vec3 = new Vec3();
  readonly #back: Vec3 = new Vec3();
  /** Height of #deepest over the plane. */
  height = 0;

  /**
   * Carries the plane of `h` into the world: normals go by the inverse transpose, here by cross products of L's columns, which need
   * no division. L does not flatten: colliders refuse that for a halfspace.
   */
  place(h: Body): void {
    const { normal: n, offset } = h.shape as Halfspace;
    const m = h.frame.m;
    const { normal, origin } = this;
    // Cofactor matrix times n; its sign is that of det L, which must not turn the halfspace over.
    const c0 = m[4] * m[8] - m[5] * m[7];
    const c1 = m[5] * m[6] - m[3] * m[8];
    const c2 = m[3] * m[7] - m[4] * m[6];
    const det = m[0] * c0 + m[1] * c1 + m[2] * c2;
    const s = det < 0 ? -1 : 1;
    normal.x = s * (c0 * n.x + (m[2] * m[7] - m[1] * m[8]) * n.y + (m[1] * m[5] - m[2] * m[4]) * n.z);
    normal.y = s * (c1 * n.x + (m[0] * m[8] - m[2] * m[6]) * n.y + (m[2] * m[3] - m[0] * m[5]) * n.z);
    normal.z = s * (c2 * n.x + (m[1] * m[6] - m[0] * m[7]) * n.y + (m[0] * m[4] - m[1] * m[3]) * n.z);
    const l = length(normal);
    if (l > 0) normal.set(normal.x / l, normal.y / l, normal.z / l);
    else normal.copy(n);
    origin.set(n.x * offset, n.y * offset, n.z * offset);
    h.frame.transformPoint(origin, origin);
    origin.x += h.radius * normal.x;
    origin.y += h.radius * normal.y;
    origin.z += h.radius * normal.z;
  }

  solve(_: PairSolver, a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    requireOne(a, b);
    const swapped = b.kind === ShapeKind.halfspace;
    return this.against(swapped ? b : a, swapped ? a : b, swapped, goal, settings, out);
  }

  /**
   * A halfspace `h` and a body `c` with a support mapping, be it that of a hull; `swapped` when c is the first of the pair.
   */
  against(h: Body, c: Body, swapped: boolean, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    const { normal: n } = this;
    this.place(h);
    const p = this.#deepest;
    this.#measure(c);
    const height = this.height;
    // Rounding of the products that make up the height.
    const noise = TOUCH * (Math.abs(p.x) + Math.abs(p.y) + Math.abs(p.z));
    const together = height <= noise;
    const signed = together ? Math.min(height, 0) : height;
    this.signed = signed;
    if (out === null || goal === Goal.decide) return together;
    const flip = swapped ? -1 : 1;
    out.normal.set(flip * n.x, flip * n.y, flip * n.z);
    out.primitiveA = -1;
    out.primitiveB = -1;
    out.converged = true;
    out.iterations = 1;
    out.exact = true;
    const deepest = swapped ? out.pointA : out.pointB;
    const foot = swapped ? out.pointB : out.pointA;
    const o = this.origin;
    deepest.set(p.x + o.x, p.y + o.y, p.z + o.z);
    foot.set(deepest.x - signed * n.x, deepest.y - signed * n.y, deepest.z - signed * n.z);
    if (together && goal === Goal.distance) {
      // The deepest point lies in both.
      foot.copy(deepest);
      this.signed = 0;
    } else if (signed > settings.maxDistance) {
      out.pointA.set(0, 0, 0);
      out.pointB.set(0, 0, 0);
      this.signed = Infinity;
    }
    return together;
  }

  contacts(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, list: ContactList): void {
    requireOne(a, b);
    addContact(solver, a, b, -1, -1, settings, list);
  }

  cast(_: Caster, a: Body, b: Body, motion: Vec3, _settings: QuerySettings, out: CastHit): boolean {
    requireOne(a, b);
    if (a.kind === ShapeKind.halfspace) {
      this.place(a);
      return this.meets(b, motion, out);
    }
    this.place(b);
    const back = this.#back.set(-motion.x, -motion.y, -motion.z);
    if (!this.meets(a, back, out)) return false;
    // Found with the halfspace at rest; A is.
    addScaled(out.point, motion, out.t, out.point);
    out.normal.set(-out.normal.x, -out.normal.y, -out.normal.z);
    return true;
  }

  /** First contact of `c` while it moves by `motion` relative to the placed plane; it must be apart. */
  meets(c: Body, motion: Vec3, out: CastHit): boolean {
    const { normal: n, origin: o } = this;
    this.#measure(c);
    const height = this.height;
    const speed = -(n.x * motion.x + n.y * motion.y + n.z * motion.z);
    if (!(height <= speed) || !(speed > 0)) return false;
    out.t = Math.max(height, 0) / speed;
    const p = this.#deepest;
    const t = out.t;
    out.point.set(p.x + o.x + t * motion.x, p.y + o.y + t * motion.y, p.z + o.z + t * motion.z);
    out.normal.copy(n);
    out.converged = true;
    out.iterations = 1;
    return true;
  }

  /** The point of `c` deepest in the halfspace, seen from the plane's, and its height over the plane. */
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
