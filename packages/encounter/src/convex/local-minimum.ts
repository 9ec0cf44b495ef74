/**
 * A local minimum of the depth, found by Newton's method from a face of EPA's polytope, and proven for a whole cone of directions
 * around it. EPA then leaves the faces in the cone alone. Refining them is most of its work where C = A − B is curved: flat faces
 * approach a curved surface slowly.
 *
 *   K   ⊂ C, the sum of one feature of A and one of −B: those that the corners of the face belong to. So its support value is a lower
 *       bound of that of C
 *   w   the foot of the origin on K; at the minimum it is along n, and h = n·w is the depth
 *   e   a unit vector across n
 *
 * A *feature* is a point, a segment between two points, a rim, the side of a cylinder between its rims, or the side of a cone between rim
 * and apex. All but points and rims have a *kink* k, from one end to the other: n·k = 0, and the foot is at base + θ·k with 0 < θ < 1.
 * A rim, of radius r about the unit vector u, is curved: with P n for the part of n across u, its support value is |P n|·r, and along
 * n + s·e
 *
 *   (r·|P(n + s·e)|)″ = r·(u·(n × e))²/|P(n + s·e)|³
 *
 * **Newton.** (M − h)·x = −w for x across n, where M is the sum of the curvatures at s = 0. Kinks are constraints: M also has a large
 * stiffness along each k, and θ is the multiplier of n·k = 0 (the augmented Lagrangian).
 *
 * **The cone** of tangent ρ ≤ 1. Let f be the support value of K times |n + s·e|. The depth is h all over the cone if
 * f ≥ h·|n + s·e| = h·√(1 + s²). The right side has the second derivative h/(1 + s²)^1.5, and for s ≤ ρ
 *
 *   (1 + s²)/|P(n + s·e)|² ≥ v = (1 + ρ²)/(a² + 2ρ·a·|n·u| + ρ²)  with a = |P n|.
 *
 * A kink adds at least min(θ, 1 − θ)·|k·e|·s to f, and s ≥ (√(1 + s²) − 1)·q with q = ρ/(√(1 + ρ²) − 1). So it is enough that
 *
 *   Σ r·v^1.5·(u·(n × e))² + Σ min(θ, 1 − θ)·q·(k·e)²/|k| ≥ h  for all e,
 *
 * which is a matter of the eigenvalues of a 2×2 matrix. Where w is not quite along n, the bound is less by the difference times ρ. The side
 * of a cone is not a sum of rim and kink: a part of it counts as the kink, 1 − θ of the rest as the rim.
 */
import { addScaled, dot, scale, subtract, Vec3 } from '../math/vec3.ts';
import type { CylinderShape } from '../shapes/cylinder.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import { PROPORTION } from '../tolerances.ts';
import type { Cso } from './cso.ts';
import type { EpaPolytope } from './epa-polytope.ts';

/** The part of EPA's result that a minimum replaces. */
interface Found {
  depth: number;
  readonly normal: Vec3;
  readonly pointA: Vec3;
  witnessed: boolean;
}

/** How far above the nearest face the surface may be, relative to the depth, for a search to begin there. */
const NEARLY = 0.05;

/** Rounds of Newton's method and cones that are tried, together. Most searches take six. */
const MOST_ROUNDS = 14;

/** The longest step, in radians about. */
const LONGEST_STEP = 0.3;

/** The stiffness of a kink in Newton's method, relative to its length. */
const STIFFNESS = 1e4;

/** The part of a cone's side that counts as its kink. */
const KINK_PART = 0.15;

function toleranceOf({ gap, upper }: Cso): number {
  return Math.min(gap, PROPORTION * upper);
}

/** One feature of A or −B, in the query frame. */
class Feature {
  /** The axis of revolution; that of a cone points to the apex. */
  readonly u: Vec3 = new Vec3();
  /** One end, of a rim its middle, and the way to the other end. */
  readonly base: Vec3 = new Vec3();
  readonly kink: Vec3 = new Vec3();
  kinked = false;
  /** Whether the kink is from the rim of a cone to its apex. */
  cone = false;
  /** Radius of the rim, or 0. */
  radius = 0;
  theta = 0;
  readonly #p: Vec3 = new Vec3();
  /** n·k/|k| in the last round. */
  off = 0;

  /**
   * Finds the feature that the corners of face f belong to. On entry `base` is the middle of the shape. Returns false if there is none.
   */
  find(kind: ShapeKind, shape: Shape, { corner, a, y }: EpaPolytope, f: number, minus: boolean, cso: Cso): boolean {
    const { base, kink, u } = this;
    const p = this.#p;
    const cone = kind === ShapeKind.cone;
    const round = cone || kind === ShapeKind.cylinder;
    // As `toleranceOf` and `lengthSq`, written out: numbers that are arguments, or returned by functions that are not inlined, are allocated
    // on the heap.
    const near = Math.min(cso.gap, PROPORTION * cso.upper);
    const nearSq = near * near;
    let tops = 0;
    this.kinked = false;
    this.radius = 0;
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[4 * f + c];
      p.set(a[i], a[i + 1], a[i + 2]);
      if (minus) p.set(y[i] - p.x, y[i + 1] - p.y, y[i + 2] - p.z);
      if (!round && c === 0) base.copy(p);
      subtract(p, base, p);
      if (round) tops += dot(p, u) > 0 ? 1 : 0;
      else if (p.x * p.x + p.y * p.y + p.z * p.z > nearSq) {
        if (!this.kinked) kink.copy(p);
        this.kinked = true;
        subtract(p, kink, p);
        if (p.x * p.x + p.y * p.y + p.z * p.z > nearSq) return false;
      }
    }
    if (round) {
      const { baseRadius, halfHeight: h } = shape as CylinderShape;
      addScaled(base, u, tops === 3 ? h : -h, base);
      scale(u, 2 * h, kink);
      this.kinked = tops % 3 > 0;
      if (!cone || tops < 3) this.radius = baseRadius;
    }
    this.cone = cone && this.kinked;
    this.theta = 0.5;
    return true;
  }
}

export class LocalMinimum {
  /** The least support value that is possible in the cone. */
  lower = 0;
  /** The middle of the cone, and the cosine of its angle. */
  readonly normal: Vec3 = new Vec3();
  cosine = 1;
  readonly #a: Feature = new Feature();
  readonly #b: Feature = new Feature();
  readonly #n: Vec3 = new Vec3();
  readonly #w: Vec3 = new Vec3();
  readonly #p: Vec3 = new Vec3();

  /** Looks for a minimum near the normal of face f, and for a cone that proves it. Returns false, and changes nothing, if that fails. */
  find(cso: Cso, polytope: EpaPolytope, f: number, out: Found): boolean {
    if (!(cso.rigidA && cso.rigidB && cso.open < NEARLY * cso.upper)) return false;
    const tolerance = toleranceOf(cso);
    const a = this.#a;
    const b = this.#b;
    const n = this.#n;
    const p = this.#p;
    const { mB, t } = cso;
    a.u.set(0, 1, 0);
    a.base.set(0, 0, 0);
    // Field by field here and below: this function is too long for the engine to inline `set`, and numbers passed to a call are allocated.
    b.u.x = -mB[3];
    b.u.y = -mB[4];
    b.u.z = -mB[5];
    b.base.x = -t.x;
    b.base.y = -t.y;
    b.base.z = -t.z;
    if (!a.find(cso.kindA, cso.shapeA, polytope, f, false, cso)) return false;
    if (!b.find(cso.kindB, cso.shapeB, polytope, f, true, cso)) return false;
    polytope.getNormal(f, n);
    let { x: nx, y: ny, z: nz } = n;
    // The tangent of the cone; 0 in rounds of Newton's method.
    let rho = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      // e and d = n × e span the plane across n (Duff and others, Building an Orthonormal Basis, Revisited, 2017).
      const sign = nz < 0 ? -1 : 1;
      const q = -1 / (sign + nz);
      const ex = 1 + sign * nx * nx * q;
      const dx = nx * ny * q;
      const ey = sign * dx;
      const ez = -sign * nx;
      const dy = sign + ny * ny * q;
      const dz = -ny;
      const rr = 1 + rho * rho;
      let xx = 0;
      let xy = 0;
      let yy = 0;
      let wx = 0;
      let wy = 0;
      let wz = 0;
      for (let side = 0; side < 2; side++) {
        const o = side === 0 ? a : b;
        const { base, kink, u, radius } = o;
        let kx = kink.x;
        let ky = kink.y;
        let kz = kink.z;
        wx += base.x;
        wy += base.y;
        wz += base.z;
        if (radius > 0) {
          const s = nx * u.x + ny * u.y + nz * u.z;
          let x = nx - s * u.x;
          let y = ny - s * u.y;
          let z = nz - s * u.z;
          const across = Math.sqrt(x * x + y * y + z * z);
          const v = rr / (across * (across + 2 * rho * Math.abs(s)) + rho * rho);
          x *= radius / across;
          y *= radius / across;
          z *= radius / across;
          let m = radius * v * Math.sqrt(v);
          wx += x;
          wy += y;
          wz += z;
          if (o.cone) {
            kx -= x;
            ky -= y;
            kz -= z;
            m *= (1 - Math.max(0, Math.min(o.theta, 1))) * (rho > 0 ? 1 - KINK_PART : 1);
          }
          const ue = u.x * ex + u.y * ey + u.z * ez;
          const ud = u.x * dx + u.y * dy + u.z * dz;
          xx += m * ud * ud;
          xy -= m * ud * ue;
          yy += m * ue * ue;
        }
        if (o.kinked) {
          const l = Math.sqrt(kx * kx + ky * ky + kz * kz);
          let m = STIFFNESS / l;
          if (rho > 0) {
            m = (Math.min(o.theta, 1 - o.theta) * rho * (o.cone ? KINK_PART : 1)) / ((Math.sqrt(rr) - 1) * l);
            if (m < 0) return false;
          } else {
            const off = nx * kx + ny * ky + nz * kz;
            o.theta += m * (round > 0 ? 2 * off - o.off : off);
            o.off = off;
          }
          wx += o.theta * kx;
          wy += o.theta * ky;
          wz += o.theta * kz;
          const ke = kx * ex + ky * ey + kz * ez;
          const kd = kx * dx + ky * dy + kz * dz;
          xx += m * ke * ke;
          xy += m * ke * kd;
          yy += m * kd * kd;
        }
        if (side > 0) continue;
        p.x = wx;
        p.y = wy;
        p.z = wz;
      }
      const x = wx * ex + wy * ey + wz * ez;
      const y = wx * dx + wy * dy + wz * dz;
      const h = wx * nx + wy * ny + wz * nz;
      const miss = Math.abs(x) + Math.abs(y);
      xx -= h;
      yy -= h;
      const det = xx * yy - xy * xy;
      if (rho > 0) {
        if (!(xx > 0 && det > 0)) {
          rho /= 2;
          continue;
        }
        // The support value must confirm that K is what C is there.
        n.x = nx;
        n.y = ny;
        n.z = nz;
        cso.support(n, this.#w, b.base);
        polytope.own();
        const { x: sx, y: sy, z: sz } = b.base;
        const depth = nx * sx + ny * sy + nz * sz;
        this.lower = h - miss * rho;
        if (!(depth - this.lower <= tolerance / 2 && depth <= out.depth)) return false;
        this.normal.copy(n);
        this.cosine = 1 / Math.sqrt(rr);
        out.normal.copy(n);
        out.depth = depth;
        out.pointA.copy(p);
        out.witnessed = true;
        return true;
      }
      if (miss <= tolerance / 8) {
        rho = 1;
        continue;
      }
      if (!(xx > 0 && det > 0)) return false;
      let s = (xy * y - yy * x) / det;
      let r = (xy * x - xx * y) / det;
      const step = Math.max(1, (Math.abs(s) + Math.abs(r)) / LONGEST_STEP);
      s /= step;
      r /= step;
      nx += s * ex + r * dx;
      ny += s * ey + r * dy;
      nz += s * ez + r * dz;
      const l = Math.sqrt(nx * nx + ny * ny + nz * nz);
      nx /= l;
      ny /= l;
      nz /= l;
    }
    return false;
  }

  /**
   * Settles face f, and returns true, if the cone contains all directions along which its plane is nearer to the origin than `depth`. They
   * are the cap that the plane cuts off the ball of that radius.
   */
  covers(polytope: EpaPolytope, f: number, found: Found): boolean {
    const { plane } = polytope;
    const { x, y, z } = this.normal;
    const near = plane[4 * f + 3] / found.depth;
    if (!(near > 0)) return false;
    const tilt = plane[4 * f] * x + plane[4 * f + 1] * y + plane[4 * f + 2] * z;
    if (!(tilt > 0 && tilt * near - Math.sqrt(Math.max(0, (1 - tilt * tilt) * (1 - near * near))) >= this.cosine))
      return false;
    polytope.settle(f);
    return true;
  }
}
