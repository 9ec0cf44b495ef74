/**
 * A convex core that moves along a path, by its support values: how far it reaches along a world direction d at a time s, seen from the
 * centre of the path,
 *
 *   reach = max over the core's points x of d·(x(s) − c(s)) = max over the points at s = 0 of (R(s)ᵀ·d)·(x − c).
 *
 * Instead of the core, d is turned. One sine, one cosine and one support point, and no pose.
 */
import type { Body } from '../bodies/body.ts';
import { ORIGIN, REACH } from '../bodies/layout.ts';
import { supportOf } from '../convex/cso.ts';
import { carryNormal, LinearKind, multiply } from '../math/affine.ts';
import type { Path } from '../math/path.ts';
import { length, Vec3 } from '../math/vec3.ts';
import type { HalfspaceShape } from '../shapes/halfspace-shape.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import type { Triangle } from '../shapes/triangle.ts';
import { PARALLEL } from '../tolerances.ts';

export class TurningCore {
  /** What the last `measure` found. */
  reach = 0;
  /** The largest distance of a point from the line through the centre along the axis of the turn, as far as turning changes it: see `of`. */
  radius = 0;
  /** The largest distance of a point from the centre. */
  far = 0;
  /** How far points reach from the centre along the axis of the turn, at least and at most; zero if nothing turns. */
  low = 0;
  high = 0;
  #shape: Shape = undefined as unknown as Shape;
  #kind: ShapeKind = ShapeKind.point;
  #path: Path = undefined as unknown as Path;
  #identity = true;
  /** The linear part of the core's frame at s = 0. */
  readonly #m: Float64Array = new Float64Array(9);
  /** The origin of that frame, seen from the centre. */
  readonly #o: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #p: Vec3 = new Vec3();
  readonly #across: Float64Array = new Float64Array(1);

  /**
   * Takes over a body where it is at t = 0, and the path that it will move along.
   *
   * `radius` and `far` are those of a box around the core. A solid of revolution that turns about a line parallel to its axis is, as a
   * whole, carried along by its axis without a turn: then only the distance of the two lines counts for `radius`.
   */
  of(body: Body, path: Path): void {
    this.#shape = body.core;
    this.#kind = body.kind;
    this.#path = path;
    const m = this.#m;
    for (let i = 0; i < 9; i++) m[i] = body.m[i];
    this.#identity = body.linear === LinearKind.identity;
    const { center: c, axis: u, turns } = path;
    // Field by field: doubles passed to a call that is not inlined are allocated on the heap.
    const o = this.#o;
    o.x = body.m[ORIGIN] - c.x;
    o.y = body.m[ORIGIN + 1] - c.y;
    o.z = body.m[ORIGIN + 2] - c.z;
    const p = this.#p;
    this.radius = 0;
    this.far = 0;
    this.low = turns ? Infinity : 0;
    this.high = turns ? -Infinity : 0;
    if (this.#kind === ShapeKind.halfspace) {
      // Along its own normal, the one direction that it is bounded in, its reach does not change.
      const { normal, offset } = body.core as HalfspaceShape;
      p.set(normal.x * offset, normal.y * offset, normal.z * offset);
      multiply(m, p, p);
      const n = carryNormal(m, normal, this.#dir);
      this.reach = (n.x * (p.x + o.x) + n.y * (p.y + o.y) + n.z * (p.z + o.z)) / length(n);
      return;
    }
    if (this.#kind === ShapeKind.point) {
      this.#include(p.set(0, 0, 0), turns);
      return;
    }
    const rx = body.m[REACH];
    const ry = body.m[REACH + 1];
    const rz = body.m[REACH + 2];
    if (rx < Infinity) {
      // About its own origin, opposite corners have the same distances.
      const centred = o.x === 0 && o.y === 0 && o.z === 0;
      for (let k = centred ? 4 : 0; k < 8; k++) {
        p.x = (k & 1) === 0 ? rx : -rx;
        p.y = (k & 2) === 0 ? ry : -ry;
        p.z = (k & 4) === 0 ? rz : -rz;
        this.#include(p, turns);
      }
      if (centred) {
        const most = Math.max(this.high, -this.low);
        this.low = -most;
        this.high = most;
      }
    } else {
      // A triangle of a mesh: the next one will have the same body, so the layout does not know its reach.
      const { a, b, c: third } = body.core as Triangle;
      this.#include(p.copy(a), turns);
      this.#include(p.copy(b), turns);
      this.#include(p.copy(third), turns);
    }
    const { axis } = body.core;
    if (!turns || axis === null || body.linear > LinearKind.uniform) return;
    const d = multiply(m, axis.direction, this.#dir);
    const beside = this.#across;
    across(d, u, beside, 0);
    if (!(beside[0] <= PARALLEL * Math.sqrt(d.x * d.x + d.y * d.y + d.z * d.z))) return;
    multiply(m, axis.point, p);
    p.x += o.x;
    p.y += o.y;
    p.z += o.z;
    across(p, u, beside, 0);
    this.radius = beside[0];
  }

  /**
   * Takes over the box of another node of the same mesh, after `of`. A ball around the box takes the place of its corners: it bounds
   * `radius` and `far` almost as well, and the walk of two trees does this for every pair of nodes.
   */
  ofNode({ m }: Body): void {
    const { center: c, axis: u, turns } = this.#path;
    const o = this.#o;
    o.x = m[ORIGIN] - c.x;
    o.y = m[ORIGIN + 1] - c.y;
    o.z = m[ORIGIN + 2] - c.z;
    const x = m[REACH];
    const y = m[REACH + 1];
    const z = m[REACH + 2];
    const ball = Math.sqrt(x * x + y * y + z * z);
    this.radius = 0;
    if (turns) {
      across(o, u, this.#across, 0);
      this.radius = this.#across[0] + ball;
    }
    this.far = Math.sqrt(o.x * o.x + o.y * o.y + o.z * o.z) + ball;
  }

  /** Lets a point in the frame of the core count for `radius`, `far`, `low` and `high`. */
  #include(p: Vec3, turns: boolean): void {
    const o = this.#o;
    multiply(this.#m, p, p);
    p.x += o.x;
    p.y += o.y;
    p.z += o.z;
    const far = Math.sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    if (far > this.far) this.far = far;
    if (!turns) return;
    const u = this.#path.axis;
    const d = p.x * u.x + p.y * u.y + p.z * u.z;
    if (d < this.low) this.low = d;
    if (d > this.high) this.high = d;
    across(p, u, this.#across, 0);
    if (this.#across[0] > this.radius) this.radius = this.#across[0];
  }

  /** Computes `reach` along ±d, for sign = ±1, at the time of the path. */
  measure(d: Vec3, sign: number): void {
    if (this.#kind === ShapeKind.halfspace) return;
    let x = sign * d.x;
    let y = sign * d.y;
    let z = sign * d.z;
    const { axis: u, angle, turn } = this.#path;
    if (angle[0] > 0) {
      this.#path.findAngle();
      const along = (1 - turn[1]) * (x * u.x + y * u.y + z * u.z);
      const a = turn[1] * x - turn[0] * (u.y * z - u.z * y) + along * u.x;
      const b = turn[1] * y - turn[0] * (u.z * x - u.x * z) + along * u.y;
      z = turn[1] * z - turn[0] * (u.x * y - u.y * x) + along * u.z;
      x = a;
      y = b;
    }
    const o = this.#o;
    const fixed = x * o.x + y * o.y + z * o.z;
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

/** The length of the part of v across the unit vector u, written to out[at]: a number that is returned may be allocated on the heap. */
export function across(v: Vec3, u: Vec3, out: Float64Array, at: number): void {
  const d = v.x * u.x + v.y * u.y + v.z * u.z;
  const x = v.x - d * u.x;
  const y = v.y - d * u.y;
  const z = v.z - d * u.z;
  out[at] = Math.sqrt(x * x + y * y + z * z);
}
