/**
 * Two convex parts. Their signed distance, with the certificate of the library, decides between apart, touching and overlapping.
 *
 * One is inside the other if all its corners are, as both are convex; and both within the tolerance of each other are the same, because
 * the surfaces of two convex bodies are nowhere farther apart than the bodies.
 */

import { Collider, closestPoints, DistanceResult, Point, signedDistance, Vec3 } from 'encounter';
import type { Body } from './bodies.ts';
import { isThin, Separation } from './separation.ts';
import type { Verdict } from './verdict.ts';

export class ConvexPair {
  readonly #found: DistanceResult = new DistanceResult();
  readonly #options = { maxDistance: 0 };
  readonly #separation: Separation = new Separation();
  readonly #probe: Collider = new Collider(new Point([0, 0, 0]));
  readonly #near: DistanceResult = new DistanceResult();
  readonly #dir: Vec3 = new Vec3();
  readonly #tip: Vec3 = new Vec3();

  /**
   * Judges two bodies, the second at d from the first. What is farther apart than `reach` gets no kind. Returns false if the error of the
   * distance leaves the kind open: hulls of points that rounding has put beside their faces have facets like needles.
   */
  judge(a: Body, b: Body, d: Float64Array, tolerance: number, reach: number, out: Verdict): boolean {
    const found = this.#found;
    const gap = this.#separation.measure(a, b, d);
    if (gap > reach) return true;
    this.#options.maxDistance = reach;
    if (gap >= -tolerance && !isThin(a, tolerance) && !isThin(b, tolerance)) {
      this.#judgeFlush(a, b, d, tolerance, reach, out);
      return true;
    }
    signedDistance(a.collider(0, 0, 0), b.collider(d[0], d[1], d[2]), found, this.#options);
    const { distance, error } = found;
    if (!(distance <= reach)) return true;
    if (distance < -tolerance ? !(distance + error < -tolerance) : !(error <= tolerance)) return false;
    out.setPoints(found);
    out.exact = found.converged;
    if (distance > tolerance) {
      out.kind = 'clearance';
      out.distance = distance;
      return true;
    }
    const overlaps = distance < -tolerance;
    // Thin parts in the same place overlap less than the tolerance and are the same nevertheless.
    const inA = this.#isInside(b, d, a, tolerance, 1);
    const inB = (overlaps || inA) && this.#isInside(a, d, b, tolerance, -1);
    if (inA && inB) out.kind = 'duplicate';
    else if (!overlaps) out.kind = 'touch';
    else out.kind = inA || inB ? 'contained' : 'hard';
    if (out.kind !== 'touch') out.depth = Math.max(0, -distance);
    return true;
  }

  /** Two bodies that a plane separates, up to the tolerance: they touch or are apart. */
  #judgeFlush(a: Body, b: Body, d: Float64Array, tolerance: number, reach: number, out: Verdict): void {
    const found = this.#found;
    closestPoints(a.collider(0, 0, 0), b.collider(d[0], d[1], d[2]), found, this.#options);
    const { distance } = found;
    if (!(distance <= reach)) return;
    out.setPoints(found);
    if (distance === 0) out.normal.set(this.#separation.axis);
    if (distance <= tolerance) out.kind = 'touch';
    else {
      out.kind = 'clearance';
      out.distance = distance;
      out.exact = found.converged;
    }
  }

  /** Whether `inner` is in `outer`, up to the tolerance. `sign`·d leads from the outer's place to the inner's. */
  #isInside(inner: Body, d: Float64Array, outer: Body, tolerance: number, sign: number): boolean {
    const p = inner.geometry;
    const q = outer.geometry;
    // From inner's coordinates to outer's, relative to the outer's place.
    if (q.kind !== 'curved') return this.#withinPlanes(inner, d, outer, tolerance, sign);
    if (p.kind !== 'curved') {
      const { points } = p;
      for (let i = 0; i < points.length; i += 3)
        if (!this.#holds(outer, this.#place(inner, points, i, d, sign), tolerance)) return false;
      return true;
    }
    return curvedInside(inner, d, outer, tolerance, sign, (x) => this.#holds(outer, x, tolerance));
  }

  /** For each facet of the outer: how far the inner reaches beyond it. */
  #withinPlanes(inner: Body, d: Float64Array, outer: Body, tolerance: number, sign: number): boolean {
    const { planes } = outer.geometry;
    const o = outer.turn;
    const m = inner.turn;
    const dir = this.#dir;
    const tip = this.#tip;
    const shape = inner.geometry.shape as NonNullable<typeof inner.geometry.shape>;
    let isCertain = true;
    for (let k = 0; k < planes.length; k += 4) {
      // The normal in the world, then in the coordinates of the inner.
      const x = o[0] * planes[k] + o[3] * planes[k + 1] + o[6] * planes[k + 2];
      const y = o[1] * planes[k] + o[4] * planes[k + 1] + o[7] * planes[k + 2];
      const z = o[2] * planes[k] + o[5] * planes[k + 1] + o[8] * planes[k + 2];
      dir.set(m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z);
      shape.support(dir, tip);
      const height = dir.x * tip.x + dir.y * tip.y + dir.z * tip.z + sign * (d[0] * x + d[1] * y + d[2] * z);
      if (height <= planes[k + 3] + tolerance) continue;
      // The plane of a thin facet may be tilted by rounding, so the point itself is asked.
      if (!this.#holds(outer, this.#place(inner, [tip.x, tip.y, tip.z], 0, d, sign), tolerance)) return false;
      isCertain = false;
    }
    if (isCertain || inner.geometry.kind === 'curved') return true;
    const { points } = inner.geometry;
    for (let i = 0; i < points.length; i += 3)
      if (!this.#holds(outer, this.#place(inner, points, i, d, sign), tolerance)) return false;
    return true;
  }

  /** A point of a body, relative to the place of the other. */
  #place({ turn: m }: Body, p: ArrayLike<number>, i: number, d: Float64Array, sign: number): Vec3 {
    return this.#tip.set(
      m[0] * p[i] + m[3] * p[i + 1] + m[6] * p[i + 2] + sign * d[0],
      m[1] * p[i] + m[4] * p[i + 1] + m[7] * p[i + 2] + sign * d[1],
      m[2] * p[i] + m[5] * p[i + 1] + m[8] * p[i + 2] + sign * d[2],
    );
  }

  #holds(body: Body, point: Vec3, tolerance: number): boolean {
    this.#probe.setPosition(point);
    return closestPoints(body.collider(0, 0, 0), this.#probe, this.#near).distance <= tolerance;
  }
}

/** Points of each rim that are tried. */
const RIM = 96;

/**
 * Whether a curved shape is in another one. Spheres in spheres, and shapes of revolution around the same line, by their sizes; others by
 * points of the rims, and of a sphere by its middle, so that less than a thousandth of a radius may stand out unseen between them.
 */
function curvedInside(
  inner: Body,
  d: Float64Array,
  outer: Body,
  tolerance: number,
  sign: number,
  holds: (x: Vec3) => boolean,
): boolean {
  const p = inner.geometry.exact;
  const m = inner.turn;
  const at = (x: number, y: number, z: number): Vec3 =>
    new Vec3(
      m[0] * x + m[3] * y + m[6] * z + sign * d[0],
      m[1] * x + m[4] * y + m[7] * z + sign * d[1],
      m[2] * x + m[5] * y + m[8] * z + sign * d[2],
    );
  if (p?.kind === 'sphere' && outer.geometry.exact?.kind === 'sphere')
    return Math.hypot(d[0], d[1], d[2]) + p.radius <= outer.geometry.exact.radius + tolerance;
  const around = (radius: number, y: number): boolean => {
    for (let k = 0; k < RIM; k++) {
      const angle = (2 * Math.PI * k) / RIM;
      if (!holds(at(radius * Math.cos(angle), y, radius * Math.sin(angle)))) return false;
    }
    return true;
  };
  if (p?.kind === 'cylinder') return around(p.radius, p.height / 2) && around(p.radius, -p.height / 2);
  if (p?.kind === 'cone') return holds(at(0, p.height / 2, 0)) && around(p.radius, -p.height / 2);
  // A sphere or a distorted shape: points spread over it.
  const shape = inner.geometry.shape;
  if (shape === null) return false;
  const dir = new Vec3();
  const tip = new Vec3();
  const count = 8 * RIM;
  for (let k = 0; k < count; k++) {
    const z = 1 - (2 * k + 1) / count;
    const r = Math.sqrt(1 - z * z);
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    shape.support(dir.set(r * Math.cos(angle), r * Math.sin(angle), z), tip);
    if (!holds(at(tip.x, tip.y, tip.z))) return false;
  }
  return true;
}
