/**
 * A curved convex shape against triangles that are not convex.
 *
 * Let S be the shape and τ the tolerance. If S, made smaller by τ on all sides, meets a triangle, then that triangle is deeper than τ in S.
 * Otherwise S is within τ of being all on one side of the surface: inside the solid if its middle is, or touching. Only a sharp
 * tip of S may then still be deep in the solid, where S is thinner than τ, so tips and rims are tried one by one.
 */

import {
  Collider,
  Cone,
  Cylinder,
  closestPoints,
  DistanceResult,
  intersects,
  Mesh,
  PenetrationResult,
  Placed,
  Point,
  penetration,
  type Shape,
  Sphere,
} from 'encounter';
import { NearestPoint, PointInside } from 'encounter/core';
import { type Body, matrixOf } from './bodies.ts';
import { PairDepth } from './pair-depth.ts';
import type { Verdict } from './verdict.ts';

/** Points of a rim that are tried, as cosine and sine. */
const RIM = 64;

export class CurvedPair {
  readonly #distance: DistanceResult = new DistanceResult();
  readonly #depth: PenetrationResult = new PenetrationResult();
  readonly #depths: PairDepth = new PairDepth();
  readonly #inside: PointInside = new PointInside();
  readonly #nearest: NearestPoint = new NearestPoint();
  readonly #probe: Collider = new Collider(new Point([0, 0, 0]));
  readonly #surfaces = new WeakMap<Body['geometry'], Mesh>();

  judge(a: Body, b: Body, d: Float64Array, tolerance: number, reach: number, search: boolean, out: Verdict): void {
    const [shape, mesh] = a.geometry.kind === 'curved' ? [a, b] : [b, a];
    const sign = shape === a ? 1 : -1;
    const first = a.collider(0, 0, 0);
    const second = b.collider(d[0], d[1], d[2]);
    const found = closestPoints(first, second, this.#distance, { maxDistance: reach });
    if (!(found.distance <= reach)) return;
    out.setPoints(found);
    out.exact = found.converged;
    if (found.distance > tolerance) {
      out.kind = 'clearance';
      out.distance = found.distance;
      return;
    }
    out.kind = this.#kind(
      shape,
      mesh,
      Float64Array.from(d, (x) => sign * x),
      tolerance,
    );
    if (out.kind !== 'touch') this.#depths.measure(a, b, d, search, out);
    else if (found.distance === 0) {
      // The normal where they touch is that of the deepest triangle.
      const surface = new Collider(this.#surfaceOf(mesh.geometry), {
        matrix: matrixOf(mesh.turn, mesh === b ? d : undefined),
      });
      const deep = mesh === b ? penetration(first, surface, this.#depth) : penetration(surface, second, this.#depth);
      if (deep !== null) out.setPoints(deep);
    }
  }

  /** d leads from the shape to the mesh. */
  #kind(shape: Body, mesh: Body, d: Float64Array, tolerance: number): 'hard' | 'contained' | 'touch' {
    const core = smaller(shape, tolerance);
    const surface = new Collider(this.#surfaceOf(mesh.geometry), { matrix: matrixOf(mesh.turn, d) });
    if (core !== null && intersects(new Collider(core, { matrix: matrixOf(shape.turn, ORIGIN) }), surface))
      return this.#holds(shape, mesh, d, tolerance) ? 'contained' : 'hard';
    if (!mesh.geometry.isSolid) return 'touch';
    if (this.#isDeep(shape, mesh, d, 0, 0, 0, tolerance)) return 'contained';
    const { exact } = shape.geometry;
    if (exact?.kind !== 'cylinder' && exact?.kind !== 'cone') return 'touch';
    if (exact.kind === 'cone' && this.#isDeep(shape, mesh, d, 0, exact.height / 2, 0, tolerance)) return 'hard';
    for (const end of exact.kind === 'cone' ? [-1] : [-1, 1])
      for (let k = 0; k < RIM; k++) {
        // Points of the unit circle in rational numbers: the same bits in every engine.
        const s = (2 * (k % (RIM / 2))) / (RIM / 2 - 1) - 1;
        const half = k < RIM / 2 ? 1 : -1;
        const [c, e] = [((1 - s * s) / (1 + s * s)) * half, ((2 * s) / (1 + s * s)) * half];
        if (this.#isDeep(shape, mesh, d, exact.radius * c, (end * exact.height) / 2, exact.radius * e, tolerance))
          return 'hard';
      }
    return 'touch';
  }

  #surfaceOf(geometry: Body['geometry']): Mesh {
    let found = this.#surfaces.get(geometry);
    if (found === undefined) {
      const { vertices, corners } = geometry.triangles;
      found = new Mesh({ positions: vertices.array as Float64Array, indices: corners });
      this.#surfaces.set(geometry, found);
    }
    return found;
  }

  /** Whether all corners of the mesh are in the shape, which is convex. */
  #holds(shape: Body, mesh: Body, d: Float64Array, tolerance: number): boolean {
    const { array } = mesh.geometry.triangles.vertices;
    const m = mesh.turn;
    for (let i = 0; i < array.length; i += 3) {
      const [x, y, z] = [array[i], array[i + 1], array[i + 2]];
      this.#probe.setPosition([
        m[0] * x + m[3] * y + m[6] * z + d[0],
        m[1] * x + m[4] * y + m[7] * z + d[1],
        m[2] * x + m[5] * y + m[8] * z + d[2],
      ]);
      if (closestPoints(shape.collider(0, 0, 0), this.#probe, this.#distance).distance > tolerance) return false;
    }
    return true;
  }

  /** Whether a point of the shape is in the solid, deeper than the tolerance. */
  #isDeep(shape: Body, mesh: Body, d: Float64Array, x: number, y: number, z: number, tolerance: number): boolean {
    const p = shape.turn;
    const q = mesh.turn;
    const [wx, wy, wz] = [0, 1, 2].map((r) => p[r] * x + p[3 + r] * y + p[6 + r] * z - d[r]);
    const [lx, ly, lz] = [0, 3, 6].map((c) => q[c] * wx + q[c + 1] * wy + q[c + 2] * wz);
    const { triangles } = mesh.geometry;
    const { point, found } = this.#nearest;
    point.set([lx, ly, lz]);
    found[0] = tolerance * tolerance;
    return !this.#nearest.find(triangles) && this.#inside.test(triangles, lx, ly, lz);
  }
}

const ORIGIN: Float64Array = /* #__PURE__ */ new Float64Array(3);

/** The points of a shape that are at least τ away from its surface; null if there are none. */
function smaller({ geometry }: Body, tolerance: number): Shape | null {
  const { exact, shape } = geometry;
  if (exact?.kind === 'sphere') return exact.radius > tolerance ? new Sphere(exact.radius - tolerance) : null;
  if (exact?.kind === 'cylinder')
    return exact.radius > tolerance && exact.height > 2 * tolerance
      ? new Cylinder(exact.radius - tolerance, exact.height - 2 * tolerance)
      : null;
  if (exact?.kind === 'cone') {
    // The base rises by τ; the side moves in by τ, so the apex comes down by τ·(slant height)/(radius).
    const { radius, height } = exact;
    const slant = Math.sqrt(radius * radius + height * height);
    const rest = height - tolerance - (tolerance * slant) / radius;
    if (!(rest > 0)) return null;
    const core = new Cone((radius * rest) / height, rest);
    const m = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, tolerance - height / 2 + rest / 2, 0, 1];
    return new Placed(core, m);
  }
  const factor = 1 - (2 * tolerance) / geometry.extent;
  if (shape === null || !(factor > 0)) return null;
  return new Placed(shape, [factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, 1]);
}
