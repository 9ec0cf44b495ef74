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
 * stiffness along each k, and θ is its multiplier.
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
import { Vec3 } from '../math/vec3.ts';
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
const NEARLY = 0.1;

/** Rounds of Newton's method. Most searches end after four. */
const MOST_ROUNDS = 8;

/** The longest step, in radians about. */
const LONGEST_STEP = 0.3;

/** The stiffness of a kink in Newton's method, relative to its length. */
const STIFFNESS = 1e4;

/** The parts of a cone's side that may count as its kink. */
const MOST_KINK = 0.3;
const LEAST_KINK = 0.05;

/** Tangents of cones that are tried: from 1, each this part of the one before, down to the least that is of use. */
const NARROWER = 0.5;
const LEAST_CONE = 0.03;

/** Where the sums over both features are: M, w across n, the force of kinks, h, ρ. */
const XX = 0;
const XY = 1;
const YY = 2;
const X = 3;
const Y = 4;
const H = 5;
const FORCE_X = 6;
const FORCE_Y = 7;
const RHO = 8;

/** One feature of A or −B, in the query frame. */
class Feature {
  /** The axis of revolution; that of a cone points to the apex. */
  readonly u: Vec3 = new Vec3();
  /** One end, and the way to the other; of a rim its middle. */
  readonly base: Vec3 = new Vec3();
  readonly kink: Vec3 = new Vec3();
  /** The same at the current n. */
  readonly end: Vec3 = new Vec3();
  readonly way: Vec3 = new Vec3();
  /** Radius of the rim, or 0. */
  radius = 0;
  /** Length of the kink, or 0. */
  length = 0;
  theta = 0;
  /** Whether the kink begins on the rim. */
  cone = false;

  /** Finds the feature that the corners in `p` belong to. Returns false if there is none. Points that are closer than `near` are one. */
  find(kind: ShapeKind, shape: Shape, middle: Vec3, p: Float64Array, near: number): boolean {
    const { base, kink, u } = this;
    const { baseRadius: r, halfHeight: h } = shape as CylinderShape;
    const cone = kind === ShapeKind.cone;
    const round = cone || kind === ShapeKind.cylinder;
    this.radius = 0;
    this.length = 0;
    this.theta = 0.5;
    for (let i = 0; i < 9; i += 3) {
      let x = p[i];
      let y = p[i + 1];
      let z = p[i + 2];
      if (round) {
        // The middle of a rim stands for its points.
        const top = (x - middle.x) * u.x + (y - middle.y) * u.y + (z - middle.z) * u.z > 0;
        const along = top ? h : -h;
        x = middle.x + along * u.x;
        y = middle.y + along * u.y;
        z = middle.z + along * u.z;
        if (!(cone && top)) this.radius = r;
      }
      if (i === 0) {
        base.x = x;
        base.y = y;
        base.z = z;
        continue;
      }
      x -= base.x;
      y -= base.y;
      z -= base.z;
      const l = Math.sqrt(x * x + y * y + z * z);
      if (l <= near) continue;
      if (this.length > 0) {
        if (Math.abs(x - kink.x) + Math.abs(y - kink.y) + Math.abs(z - kink.z) > near) return false;
        continue;
      }
      kink.x = x;
      kink.y = y;
      kink.z = z;
      this.length = l;
    }
    this.cone = cone && this.length > 0;
    if (this.cone) {
      // From the rim to the apex.
      base.x = middle.x - h * u.x;
      base.y = middle.y - h * u.y;
      base.z = middle.z - h * u.z;
      kink.x = 2 * h * u.x;
      kink.y = 2 * h * u.y;
      kink.z = 2 * h * u.z;
    }
    return true;
  }
}

export class LocalMinimum {
  /** The least support value that is possible in the cone. */
  lower = 0;
  /** The middle of the cone, and the cosine of its angle. */
  readonly #normal: Vec3 = new Vec3();
  #cosine = 1;
  readonly #a: Feature = new Feature();
  readonly #b: Feature = new Feature();
  readonly #p: Float64Array = new Float64Array(9);
  readonly #sum: Float64Array = new Float64Array(9);
  readonly #n: Vec3 = new Vec3();
  readonly #e: Vec3 = new Vec3();
  readonly #d: Vec3 = new Vec3();

  /** Looks for a minimum near the normal of face f, and proves it in a cone, up to `tolerance`. Returns false where that fails. */
  find(cso: Cso, polytope: EpaPolytope, f: number, out: Found): boolean {
    if (!(cso.rigidA && cso.rigidB && cso.open < NEARLY * cso.upper)) return false;
    const tolerance = Math.min(cso.gap, PROPORTION * cso.upper);
    const a = this.#a;
    const b = this.#b;
    const p = this.#p;
    const n = this.#n;
    const e = this.#e;
    const d = this.#d;
    const sum = this.#sum;
    const { mB, t } = cso;
    const { corner, a: points, y: sums } = polytope;
    for (let c = 0; c < 3; c++) {
      const k = 3 * corner[4 * f + c];
      p[3 * c] = points[k];
      p[3 * c + 1] = points[k + 1];
      p[3 * c + 2] = points[k + 2];
    }
    n.set(0, 0, 0);
    a.u.set(0, 1, 0);
    if (!a.find(cso.kindA, cso.shapeA, n, p, tolerance)) return false;
    for (let c = 0; c < 3; c++) {
      const k = 3 * corner[4 * f + c];
      p[3 * c] = sums[k] - points[k];
      p[3 * c + 1] = sums[k + 1] - points[k + 1];
      p[3 * c + 2] = sums[k + 2] - points[k + 2];
    }
    n.set(-t.x, -t.y, -t.z);
    b.u.set(-mB[3], -mB[4], -mB[5]);
    if (!b.find(cso.kindB, cso.shapeB, n, p, tolerance)) return false;
    polytope.getNormal(f, n);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      sum[RHO] = 0;
      this.#add(0);
      const h = sum[H];
      const x = sum[X];
      const y = sum[Y];
      const fx = sum[FORCE_X];
      const fy = sum[FORCE_Y];
      if (Math.abs(x) + Math.abs(y) + (Math.abs(fx) + Math.abs(fy)) / STIFFNESS <= tolerance / 8)
        return this.#prove(cso, tolerance, out);
      const xx = sum[XX] - h;
      const xy = sum[XY];
      const yy = sum[YY] - h;
      const det = xx * yy - xy * xy;
      if (!(xx > 0 && det > 0)) return false;
      let s = (xy * (y + fy) - yy * (x + fx)) / det;
      let r = (xy * (x + fx) - xx * (y + fy)) / det;
      const step = Math.abs(s) + Math.abs(r);
      if (step > LONGEST_STEP) {
        s *= LONGEST_STEP / step;
        r *= LONGEST_STEP / step;
      }
      n.x += s * e.x + r * d.x;
      n.y += s * e.y + r * d.y;
      n.z += s * e.z + r * d.z;
      for (let side = 0; side < 2; side++) {
        const o = side === 0 ? a : b;
        const { way } = o;
        if (o.length > 0)
          o.theta = Math.max(
            0,
            Math.min(1, o.theta + (STIFFNESS * (way.x * n.x + way.y * n.y + way.z * n.z)) / o.length),
          );
      }
      const l = 1 / Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
      n.x *= l;
      n.y *= l;
      n.z *= l;
    }
    return false;
  }

  /**
   * Adds up both features at n: for a cone of tangent sum[RHO], or for Newton's method if that is 0. `part` of a cone's side counts as
   * its kink.
   */
  #add(part: number): void {
    const sum = this.#sum;
    const rho = sum[RHO];
    const { x: nx, y: ny, z: nz } = this.#n;
    // e and d = n × e span the plane across n (Duff and others, Building an Orthonormal Basis, Revisited, 2017).
    const sign = nz < 0 ? -1 : 1;
    const q = -1 / (sign + nz);
    const ex = 1 + sign * nx * nx * q;
    const ey = sign * nx * ny * q;
    const ez = -sign * nx;
    const dx = nx * ny * q;
    const dy = sign + ny * ny * q;
    const dz = -ny;
    const e = this.#e;
    const d = this.#d;
    e.x = ex;
    e.y = ey;
    e.z = ez;
    d.x = dx;
    d.y = dy;
    d.z = dz;
    let xx = 0;
    let xy = 0;
    let yy = 0;
    let fx = 0;
    let fy = 0;
    let wx = 0;
    let wy = 0;
    let wz = 0;
    for (let side = 0; side < 2; side++) {
      const o = side === 0 ? this.#a : this.#b;
      const { base, kink, end, way, u, theta, radius } = o;
      let kx = kink.x;
      let ky = kink.y;
      let kz = kink.z;
      let px = base.x;
      let py = base.y;
      let pz = base.z;
      if (radius > 0) {
        const s = nx * u.x + ny * u.y + nz * u.z;
        const x = nx - s * u.x;
        const y = ny - s * u.y;
        const z = nz - s * u.z;
        const aa = x * x + y * y + z * z;
        const a = Math.sqrt(aa);
        const r = radius / a;
        px += r * x;
        py += r * y;
        pz += r * z;
        const v = (1 + rho * rho) / (aa + 2 * rho * a * Math.abs(s) + rho * rho);
        let m = radius * v * Math.sqrt(v);
        if (o.cone) {
          kx -= r * x;
          ky -= r * y;
          kz -= r * z;
          m *= (1 - part) * (1 - theta);
        }
        const ux = u.x * dx + u.y * dy + u.z * dz;
        const uy = u.x * ex + u.y * ey + u.z * ez;
        xx += m * ux * ux;
        xy -= m * ux * uy;
        yy += m * uy * uy;
      }
      end.x = px;
      end.y = py;
      end.z = pz;
      wx += px;
      wy += py;
      wz += pz;
      if (o.length > 0) {
        way.x = kx;
        way.y = ky;
        way.z = kz;
        o.length = Math.sqrt(kx * kx + ky * ky + kz * kz);
        wx += theta * kx;
        wy += theta * ky;
        wz += theta * kz;
        let m = STIFFNESS / o.length;
        if (rho > 0) {
          m = (Math.min(theta, 1 - theta) * rho) / ((Math.sqrt(1 + rho * rho) - 1) * o.length);
          if (o.cone) m *= part;
        }
        const x = kx * ex + ky * ey + kz * ez;
        const y = kx * dx + ky * dy + kz * dz;
        const force = m * (kx * nx + ky * ny + kz * nz);
        xx += m * x * x;
        xy += m * x * y;
        yy += m * y * y;
        fx += force * x;
        fy += force * y;
      }
    }
    sum[XX] = xx;
    sum[XY] = xy;
    sum[YY] = yy;
    sum[X] = wx * ex + wy * ey + wz * ez;
    sum[Y] = wx * dx + wy * dy + wz * dz;
    sum[H] = wx * nx + wy * ny + wz * nz;
    sum[FORCE_X] = fx;
    sum[FORCE_Y] = fy;
  }

  /** Finds the widest cone in which the depth is no less than h. */
  #prove(cso: Cso, tolerance: number, out: Found): boolean {
    const sum = this.#sum;
    const n = this.#n;
    for (let rho = 1; rho > LEAST_CONE; rho *= NARROWER) {
      for (let part = MOST_KINK; ; part = LEAST_KINK) {
        sum[RHO] = rho;
        this.#add(part);
        const half = (sum[XX] - sum[YY]) / 2;
        if (sum[YY] + half - Math.sqrt(half * half + sum[XY] * sum[XY]) >= sum[H]) {
          const { end, way, theta, length } = this.#a;
          const w = this.#d;
          cso.support(n, this.#e, w);
          const depth = n.x * w.x + n.y * w.y + n.z * w.z;
          this.lower = sum[H] - (Math.abs(sum[X]) + Math.abs(sum[Y])) * rho;
          if (!(depth - this.lower <= tolerance / 2 && depth <= out.depth)) return false;
          this.#cosine = 1 / Math.sqrt(1 + rho * rho);
          this.#normal.copy(n);
          out.normal.copy(n);
          out.depth = depth;
          const s = length > 0 ? theta : 0;
          out.pointA.set(end.x + s * way.x, end.y + s * way.y, end.z + s * way.z);
          out.witnessed = true;
          return true;
        }
        if (part === LEAST_KINK) break;
      }
    }
    return false;
  }

  /**
   * Settles face f if the cone contains all directions along which face f is nearer to the origin than `depth`: those of its corners, or the cap that
   * its plane cuts off the ball.
   */
  covers(polytope: EpaPolytope, f: number, found: Found): boolean {
    const { normal, corner, y, key } = polytope;
    const { x, y: v, z } = this.#normal;
    const cosine = this.#cosine;
    const near = key[f] / found.depth;
    if (!(near > 0)) return false;
    const tilt = normal[4 * f] * x + normal[4 * f + 1] * v + normal[4 * f + 2] * z;
    if (!(tilt > 0 && tilt * near - Math.sqrt(Math.max(0, (1 - tilt * tilt) * (1 - near * near))) >= cosine))
      for (let c = 0; c < 3; c++) {
        const i = 3 * corner[4 * f + c];
        const reach = Math.sqrt(y[i] * y[i] + y[i + 1] * y[i + 1] + y[i + 2] * y[i + 2]);
        if (!(y[i] * x + y[i + 1] * v + y[i + 2] * z >= cosine * reach)) return false;
      }
    polytope.settle(f);
    return true;
  }
}
