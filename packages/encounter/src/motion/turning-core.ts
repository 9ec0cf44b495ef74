/**
 * How far a convex core reaches along a fixed world direction n while it moves along a path:
 *
 *   reach(s) = s·n·v + max over the core's points x of m(s)·(x − c),      m(s) = R(s)ᵀ·n,
 *
 * seen from the centre c of the path. Instead of the core, n turns: m(s) runs on a circle about the axis u of the path. One sine, one
 * cosine and one support point for each s, and no pose.
 *
 * **Curvature.** For each point x, m(s)·(x − c) is a sinusoid in s whose second derivative is at most angle²·|n⊥|·ρ, where n⊥ is the part
 * of n across u and ρ the distance of x from the line of the axis. So K = angle²·|n⊥|·max ρ bounds all of them. The points of a solid
 * that turns about its own axis of revolution stay where they are, as a whole: then only the distance of the two axes counts.
 */
import type { Body } from '../bodies/body.ts';
import { REACH } from '../bodies/layout.ts';
import { supportOf } from '../convex/cso.ts';
import { LinearKind, multiply } from '../math/affine.ts';
import type { Path } from '../math/path.ts';
import { sinCos } from '../math/turn.ts';
import { Vec3 } from '../math/vec3.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import { PARALLEL } from '../tolerances.ts';

export class TurningCore {
  /** reach(s) of the last `reachAt`, without n·c, and the bound K of the last `aim`. */
  reach = 0;
  curvature = 0;
  #shape: Shape = undefined as unknown as Shape;
  #kind: ShapeKind = ShapeKind.point;
  #path: Path = undefined as unknown as Path;
  #identity = true;
  /** The linear part of the core's frame at s = 0. */
  readonly #m: Float64Array = new Float64Array(9);
  /** The origin of that frame, seen from c. */
  readonly #o: Vec3 = new Vec3();
  /** [max ρ, n·v, s]. */
  readonly #numbers: Float64Array = new Float64Array(3);
  /** The parts of m(s): along u, across it, and u × n. */
  readonly #along: Vec3 = new Vec3();
  readonly #across: Vec3 = new Vec3();
  readonly #side: Vec3 = new Vec3();
  readonly #turn: Float64Array = new Float64Array(2);
  readonly #dir: Vec3 = new Vec3();
  readonly #p: Vec3 = new Vec3();

  /** Takes over a body where it is at t = 0, and the path that it will move along. */
  of(body: Body, path: Path): void {
    this.#shape = body.core;
    this.#kind = body.kind;
    this.#path = path;
    const { m } = body;
    this.#identity = body.linear === LinearKind.identity;
    for (let i = 0; i < 9; i++) this.#m[i] = m[i];
    const { center: c, turns } = path;
    this.#o.set(m[9] - c.x, m[10] - c.y, m[11] - c.z);
    this.#numbers[0] = turns ? this.#distanceFromAxis(body) : 0;
  }

  /** max ρ over the points of the core, or a bound of it: that of the box that contains it. */
  #distanceFromAxis(body: Body): number {
    const { axis: u } = this.#path;
    const o = this.#o;
    const m = this.#m;
    if (this.#kind === ShapeKind.point) return across(o, u);
    const p = this.#p;
    const { axis } = body.core;
    if (axis !== null && body.linear <= LinearKind.uniform) {
      const d = multiply(m, axis.direction, this.#dir);
      const tilt = across(d, u);
      if (tilt <= PARALLEL * Math.sqrt(d.x * d.x + d.y * d.y + d.z * d.z)) {
        multiply(m, axis.point, p);
        return across(p.set(p.x + o.x, p.y + o.y, p.z + o.z), u);
      }
    }
    let rx = body.m[REACH];
    let ry = body.m[REACH + 1];
    let rz = body.m[REACH + 2];
    if (!(rx < Infinity)) {
      // A triangle of a mesh: its body changes from one to the next, and the layout does not know.
      const { reach } = body.core;
      rx = reach.x;
      ry = reach.y;
      rz = reach.z;
    }
    let most = 0;
    for (let corner = 0; corner < 8; corner++) {
      p.set((corner & 1) === 0 ? rx : -rx, (corner & 2) === 0 ? ry : -ry, (corner & 4) === 0 ? rz : -rz);
      multiply(m, p, p);
      most = Math.max(most, across(p.set(p.x + o.x, p.y + o.y, p.z + o.z), u));
    }
    return most;
  }

  /** Sets the direction n = sign·axis, of unit length. */
  aim(axis: Vec3, sign: number): void {
    const { axis: u, translation: v, angle, turns } = this.#path;
    const x = sign * axis.x;
    const y = sign * axis.y;
    const z = sign * axis.z;
    this.#numbers[1] = x * v.x + y * v.y + z * v.z;
    const along = this.#along;
    if (!turns) {
      along.x = x;
      along.y = y;
      along.z = z;
      this.curvature = 0;
      return;
    }
    const d = x * u.x + y * u.y + z * u.z;
    along.x = d * u.x;
    along.y = d * u.y;
    along.z = d * u.z;
    const across = this.#across;
    across.x = x - along.x;
    across.y = y - along.y;
    across.z = z - along.z;
    const side = this.#side;
    side.x = u.y * z - u.z * y;
    side.y = u.z * x - u.x * z;
    side.z = u.x * y - u.y * x;
    const l = Math.sqrt(across.x * across.x + across.y * across.y + across.z * across.z);
    this.curvature = angle[0] * angle[0] * l * this.#numbers[0];
  }

  /** Computes `reach` at the time s. */
  reachAt(s: number): void {
    const { angle, turns } = this.#path;
    const along = this.#along;
    let x = along.x;
    let y = along.y;
    let z = along.z;
    if (turns) {
      const turn = this.#turn;
      turn[0] = s * angle[0];
      sinCos(turn);
      const across = this.#across;
      const side = this.#side;
      x += turn[1] * across.x - turn[0] * side.x;
      y += turn[1] * across.y - turn[0] * side.y;
      z += turn[1] * across.z - turn[0] * side.z;
    }
    const o = this.#o;
    const fixed = s * this.#numbers[1] + x * o.x + y * o.y + z * o.z;
    if (this.#kind === ShapeKind.point) {
      this.reach = fixed;
      return;
    }
    const dir = this.#dir;
    if (this.#identity) {
      dir.x = x;
      dir.y = y;
      dir.z = z;
    } else {
      const m = this.#m;
      dir.x = m[0] * x + m[1] * y + m[2] * z;
      dir.y = m[3] * x + m[4] * y + m[5] * z;
      dir.z = m[6] * x + m[7] * y + m[8] * z;
    }
    const p = this.#p;
    supportOf(this.#kind, this.#shape, dir, p);
    this.reach = fixed + (dir.x * p.x + dir.y * p.y + dir.z * p.z);
  }
}

/** The length of the part of v across the unit vector u. */
function across(v: Vec3, u: Vec3): number {
  const d = v.x * u.x + v.y * u.y + v.z * u.z;
  const x = v.x - d * u.x;
  const y = v.y - d * u.y;
  const z = v.z - d * u.z;
  return Math.sqrt(x * x + y * y + z * z);
}
