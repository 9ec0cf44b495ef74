/**
 * Runs the algorithms of `encounter/core` on a pair of colliders, for the tests of one algorithm at a time. All that these tests
 * know of constructors, signatures and fields is here.
 */

import type { Collider } from '../../src/bodies/collider.ts';
import type { PairCache } from '../../src/convex/pair-cache.ts';
import { Cso, Epa, type EpaPolytope, Gjk, GjkCast, GjkStatus } from '../../src/core.ts';
import { Vec3 } from '../../src/math/vec3.ts';
import { place } from '../../src/pairs/place.ts';
import { QuerySettings } from '../../src/pairs/settings.ts';
import type { Support } from './plain-gjk.ts';
import { add, cross, dot, norm, scaled, sub, type Vec, vec } from './vectors.ts';

/** A − B of two colliders as the library sets it up: cores and radii, in the query frame. */
export function csoOf(a: Collider, b: Collider, options: { accuracy?: number; maxDistance?: number } = {}): Cso {
  const settings = new QuerySettings();
  settings.accuracy = options.accuracy ?? 0;
  settings.maxDistance = options.maxDistance ?? Infinity;
  const cso = new Cso();
  place(cso, a, b, settings);
  return cso;
}

/** The sum of the radii: the shapes are apart when their cores are farther apart than this. */
export const radiusOf = (cso: Cso): number => cso.radiusA + cso.radiusB;

/** The support function of the cores' A − B. */
export function supportOf(cso: Cso): Support {
  const dir = new Vec3();
  const a = new Vec3();
  const y = new Vec3();
  return (d) => {
    cso.support(dir.set(d[0], d[1], d[2]), a, y);
    return vec(y);
  };
}

/** That of A's core alone. */
export function supportOfA(cso: Cso): Support {
  const dir = new Vec3();
  const a = new Vec3();
  const y = new Vec3();
  return (d) => {
    cso.support(dir.set(d[0], d[1], d[2]), a, y);
    return vec(a);
  };
}

/** The largest coordinate that enters, roughly: what rounding is relative to. */
export function reachOf(cso: Cso): number {
  const support = supportOf(cso);
  let reach = cso.size;
  for (const d of AXES) reach = Math.max(reach, ...support(d).map(Math.abs));
  return reach;
}

const AXES: readonly Vec[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

export interface GjkRun {
  readonly status: keyof typeof GjkStatus;
  /** Whether the shapes, radii included, were found to intersect; null when GJK leaves that to EPA. */
  readonly together: boolean | null;
  /** Bounds of the distance of the cores. */
  readonly lower: number;
  readonly upper: number;
  readonly converged: boolean;
  /** From B to A, when apart: the nearest difference of the cores. */
  readonly axis: Vec;
  readonly pointA: Vec;
  readonly gjk: Gjk;
}

/** GJK from the start that a query without a cache takes. */
export function runGjk(cso: Cso, stopTogether = false, stopApart = false): GjkRun {
  const gjk = new Gjk();
  gjk.axis.set(-cso.t.x, -cso.t.y, -cso.t.z);
  const code = gjk.run(cso, stopTogether, stopApart);
  const status = (Object.keys(GjkStatus) as (keyof typeof GjkStatus)[]).find((name) => GjkStatus[name] === code)!;
  const together = { apart: false, beyond: false, within: true, overlap: true, undecided: null }[status];
  const { lower, upper } = gjk;
  const converged = upper - lower <= cso.gap + 1e-15 * cso.reach;
  return {
    status,
    together,
    lower,
    upper,
    converged,
    axis: vec(gjk.axis),
    pointA: vec(gjk.simplex.pointA(new Vec3())),
    gjk,
  };
}

export interface EpaRun {
  readonly depth: number;
  readonly normal: Vec;
  readonly pointA: Vec;
  readonly converged: boolean;
  readonly witnessed: boolean;
}

/** EPA on cores that GJK has proven to overlap, or null. `step` sees the polytope before each point joins it. */
export function runEpa(cso: Cso, step?: (polytope: EpaPolytope) => void): EpaRun | null {
  const { status, gjk } = runGjk(cso);
  if (status !== 'overlap') return null;
  const epa = new Epa();
  if (step !== undefined) epa.recorder = { gjk: () => {}, epa: (polytope) => step(polytope) };
  epa.run(cso, gjk.simplex, true);
  const { depth, error, witnessed } = epa;
  const converged = cso.allows({ error });
  return { depth, normal: vec(epa.normal), pointA: vec(epa.pointA), converged, witnessed };
}

/** The GJK ray cast along r, in the query frame. */
export function runCast(
  cso: Cso,
  r: Vec,
): { t: number; normal: Vec; point: Vec; advanced: boolean; converged: boolean } | null {
  const cast = new GjkCast();
  if (!cast.run(cso, new Vec3(...r))) return null;
  const { t, advanced, converged } = cast;
  return { t, normal: vec(cast.normal), point: vec(cast.point), advanced, converged };
}

/** What a cache gives GJK to start from: whether anything, and the points of the simplex. */
export function recall(cache: PairCache, cso: Cso): { used: boolean; points: Vec[] } {
  const gjk = new Gjk();
  const used = cache.recall(cso, false, gjk);
  const { count, y } = gjk.simplex;
  return { used, points: Array.from({ length: count }, (_, i): Vec => [y[3 * i], y[3 * i + 1], y[3 * i + 2]]) };
}

export interface PolytopeFace {
  readonly corners: readonly [Vec, Vec, Vec];
  /** As stored: zero for a face without area. */
  readonly normal: Vec;
  /** The stored distance of its plane; Infinity for a face without area. */
  readonly key: number;
}

/** The live faces of EPA's polytope, and all its vertices, also those that are inside by now. */
export function readPolytope(polytope: EpaPolytope): { faces: PolytopeFace[]; vertices: Vec[] } {
  const { y, corner, plane, faceCount, vertexCount } = polytope;
  const vertices = Array.from({ length: vertexCount }, (_, i): Vec => [y[3 * i], y[3 * i + 1], y[3 * i + 2]]);
  const faces: PolytopeFace[] = [];
  for (let f = 0; f < faceCount; f++) {
    const n = 4 * f;
    if (corner[n + 3] === 0) continue;
    faces.push({
      corners: [vertices[corner[n]], vertices[corner[n + 1]], vertices[corner[n + 2]]],
      normal: [plane[n], plane[n + 1], plane[n + 2]],
      key: plane[n + 3],
    });
  }
  return { faces, vertices };
}

/**
 * How far a polytope is from being convex, containing all vertices it ever had, and keeping true planes: the largest height of a
 * vertex above a face, and the largest difference between a stored plane and its corners. Both are multiplied by the sine of the
 * face's smallest angle, as the normal of a needle is as uncertain as that is small. And the volume relative to the cube of the
 * size, which is positive when the faces are oriented outward.
 */
export function inspectPolytope(polytope: EpaPolytope): { above: number; off: number; volume: number } {
  const { faces, vertices } = readPolytope(polytope);
  let above = 0;
  let off = 0;
  let volume = 0;
  const center = scaled(
    vertices.reduce((sum, p) => add(sum, p)),
    1 / vertices.length,
  );
  for (const { corners, normal, key } of faces) {
    const [p, q, r] = corners.map((c) => sub(c, center));
    volume += dot(p, cross(q, r)) / 6;
    if (dot(normal, normal) === 0) continue;
    const longest = Math.max(norm(sub(q, p)), norm(sub(r, q)), norm(sub(p, r)));
    const sine = norm(cross(sub(q, p), sub(r, p))) / longest ** 2;
    const d = dot(normal, corners[0]);
    for (const c of corners) off = Math.max(off, sine * Math.abs(dot(normal, c) - d));
    if (key !== Infinity) off = Math.max(off, sine * Math.abs(key - d));
    for (const v of vertices) above = Math.max(above, sine * (dot(normal, v) - d));
  }
  const size = Math.max(...vertices.map((v) => norm(sub(v, center))));
  return { above, off, volume: volume / size ** 3 };
}
