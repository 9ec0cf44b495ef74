/** The answers: decisions in exact arithmetic, numbers from it or, where a polygon need not be convex, from every feature. */
import {
  distanceSq,
  dot as exactDot,
  hullsMeet,
  Integers,
  isZero,
  mix,
  nearest,
  quotient,
  type V,
} from '../../support/exact.ts';
import { Region } from '../../support/exact-polygon.ts';
import { add, cross, dot, norm, scaled, sub, type Vec } from '../../support/vectors.ts';
import { depthInBox, distanceTo, outlineDistance } from './doubles.ts';
import {
  type Box,
  moved,
  type Obb,
  type Plane,
  type Ray,
  radiusOf,
  type Sphere,
  type Thing,
  vertices,
} from './things.ts';

function numbersOf(t: Thing): number[] {
  const all = vertices(t).flat();
  if (t.kind === 'sphere') all.push(t.radius);
  if (t.kind === 'plane') all.push(...t.normal, t.offset);
  if (t.kind === 'ray') all.push(...t.direction);
  return all;
}

/** All numbers of these things as integers. */
export function integersFor(...things: Thing[]): Integers {
  return new Integers(things.flatMap(numbersOf));
}

export const hullIn = (z: Integers, t: Thing): V[] => vertices(t).map((p) => z.vector(p));
export const regionIn = (z: Integers, t: Thing): Region => new Region(hullIn(z, t));

/** normal·x − offset, in the square of the unit. */
export function planeHeight(z: Integers, plane: Plane): (x: V) => bigint {
  const n = z.vector(plane.normal);
  const offset = z.of(plane.offset) << BigInt(-z.exponent);
  return (x) => exactDot(n, x) - offset;
}

/** Whether two things have a point in common, exactly; a plane is a surface. */
export function meets(a: Thing, b: Thing): boolean {
  const z = integersFor(a, b);
  if (a.kind === 'plane') return planeMeets(z, a, b);
  if (b.kind === 'plane') return planeMeets(z, b, a);
  if (a.kind === 'sphere') return sphereMeets(z, a, b);
  if (b.kind === 'sphere') return sphereMeets(z, b, a);
  if (a.kind === 'polygon') return polygonMeets(z, a, b);
  if (b.kind === 'polygon') return polygonMeets(z, b, a);
  return hullsMeet(hullIn(z, a), hullIn(z, b));
}

function planeMeets(z: Integers, plane: Plane, other: Thing): boolean {
  const height = planeHeight(z, plane);
  const heights = hullIn(z, other).map(height);
  if (other.kind === 'sphere') {
    const n = z.vector(plane.normal);
    const r = z.of(other.radius);
    return heights[0] * heights[0] <= r * r * exactDot(n, n);
  }
  return heights.some((h) => h <= 0n) && heights.some((h) => h >= 0n);
}

function sphereMeets(z: Integers, sphere: Sphere, other: Thing): boolean {
  const c = z.vector(sphere.center);
  const r = z.of(sphere.radius) + z.of(radiusOf(other));
  const { num, den } =
    other.kind === 'polygon' ? regionIn(z, other).distanceSqTo(c) : distanceSq([c], hullIn(z, other));
  return num <= r * r * den;
}

function polygonMeets(z: Integers, polygon: Thing, other: Thing): boolean {
  const region = regionIn(z, polygon);
  if (other.kind === 'polygon') return region.meetsRegion(regionIn(z, other));
  const points = hullIn(z, other);
  if (points.length === 1) return region.hasPoint(points[0]);
  return points.length === 2 ? region.meetsSegment(points[0], points[1]) : region.meetsHull(points);
}

/** Which of two things the distance is taken from. */
const rank = (t: Thing): number => (t.kind === 'plane' ? 0 : t.kind === 'sphere' ? 1 : t.kind === 'polygon' ? 2 : 3);

/** How far two things are apart: exact and rounded once for hulls. */
export function gap(a: Thing, b: Thing): number {
  if (rank(b) < rank(a)) return gap(b, a);
  if (a.kind === 'plane') {
    const n = norm(a.normal);
    const heights = vertices(b).map((p) => (dot(a.normal, p) - a.offset) / n);
    const [lo, hi] = [Math.min(...heights) - radiusOf(b), Math.max(...heights) + radiusOf(b)];
    return Math.max(0, lo, -hi);
  }
  if (a.kind === 'sphere') return Math.max(0, distanceTo(a.center, b) - a.radius);
  if (a.kind === 'polygon') {
    if (meets(a, b)) return 0;
    if (b.kind === 'box' || b.kind === 'obb') {
      // Upper bound by its corners and edges: only used to tell whether things are near.
      const corners = vertices(b);
      let best = Math.min(...a.points.map((p) => distanceTo(p, b)), ...corners.map((p) => distanceTo(p, a)));
      for (let i = 0; i < 8; i++) {
        for (let k = 1; k < 8; k *= 2) {
          const edge: Thing = { kind: 'segment', from: corners[i], to: corners[i ^ k] };
          if ((i & k) === 0) best = Math.min(best, outlineDistance(a, vertices(edge), edge));
        }
      }
      return best;
    }
    return outlineDistance(a, vertices(b), b);
  }
  const z = integersFor(a, b);
  return z.length(distanceSq(hullIn(z, a), hullIn(z, b)));
}

/** The nearest points' difference, a − b, of two hulls: exact but for the last rounding. */
export function hullDifference(a: Thing, b: Thing): Vec {
  const z = integersFor(a, b);
  const { x, den } = nearest(hullIn(z, a), hullIn(z, b));
  const s = 2 ** z.exponent;
  return [s * quotient(x[0], den), s * quotient(x[1], den), s * quotient(x[2], den)];
}

/**
 * Whether things meet or are apart so clearly that rounding of this size does not matter. Things that meet also do when one of
 * them is moved either way along each axis; if they are convex, that holds for every way that is half as far.
 */
export function isClear(a: Thing, b: Thing, tolerance: number): boolean {
  if (!meets(a, b)) return gap(a, b) > tolerance;
  return STEPS.every((d) => meets(a, moved(b, scaled(d, tolerance))));
}

const STEPS: readonly Vec[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** The largest direction·x of a thing; a plane is solid below. */
export function support(t: Thing, direction: Vec): number {
  if (t.kind === 'plane') return t.offset / norm(t.normal);
  return Math.max(...vertices(t).map((p) => dot(direction, p))) + radiusOf(t) * norm(direction);
}

/** The least distance by which one of two things that meet must be moved to touch; a plane is solid below. */
export function depthOf(a: Thing, b: Thing): number {
  if (a.kind === 'plane') return support(a, a.normal) + support(b, scaled(a.normal, -1 / norm(a.normal)));
  if (a.kind === 'sphere') {
    if (b.kind === 'sphere') return a.radius + b.radius - norm(sub(a.center, b.center));
    if (b.kind === 'box' || b.kind === 'obb') {
      const inside = depthInBox(a.center, b);
      if (inside >= 0) return a.radius + inside;
    }
    return a.radius - distanceTo(a.center, b);
  }
  return boxDepth(a as Box | Obb, b as Box | Obb);
}

/** The sum of two boxes is bounded by planes across their axes and across pairs of them. */
function boxDepth(a: Box | Obb, b: Box | Obb): number {
  const [ua, ub] = [axesOf(a), axesOf(b)];
  const axes = [...ua, ...ub];
  for (const u of ua) {
    for (const v of ub) {
      const n = cross(u, v);
      // Axes that are parallel but for rounding make noise, not a direction; their own planes are there already.
      if (norm(n) > 1e-8) axes.push(scaled(n, 1 / norm(n)));
    }
  }
  let best = Number.POSITIVE_INFINITY;
  for (const n of axes) best = Math.min(best, overlap(a, b, n), overlap(a, b, scaled(n, -1)));
  return best;
}

/** How far b must move along the unit vector n until it is beyond a. */
export function overlap(a: Thing, b: Thing, n: Vec): number {
  return support(a, n) + support(b, scaled(n, -1));
}

function axesOf(t: Box | Obb): readonly Vec[] {
  return t.kind === 'obb'
    ? t.axes
    : [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
}

/** The least t ≥ 0 at which the ray is in the thing, or null; decided exactly. */
export function rayTime(ray: Ray, t: Thing): number | null {
  const z = integersFor(ray, t);
  const [from, dir] = [z.vector(ray.from), z.vector(ray.direction)];
  if (t.kind === 'plane') {
    const h = planeHeight(z, t)(from);
    const fall = -exactDot(z.vector(t.normal), dir);
    if (fall === 0n || h === 0n) return h === 0n ? 0 : null;
    const time = quotient(fall < 0n ? -h : h, fall < 0n ? -fall : fall);
    return time < 0 ? null : time;
  }
  if (t.kind === 'sphere') return sphereTime(from, dir, z.vector(t.center), z.of(t.radius));
  if (t.kind === 'box' || t.kind === 'obb') return slabTime(ray, t);
  const hit = regionIn(z, t).rayHit(from, dir);
  return hit === null ? null : quotient(hit.num, hit.den);
}

/** The least t ≥ 0 with |from + t·dir − center| ≤ r, or null; also if that is beyond 1, decided exactly, and `ends` is given. */
export function sphereTime(from: V, dir: V, center: V, r: bigint, ends = false): number | null {
  const e = mix(center, 1n, from, -1n);
  const c = exactDot(e, e) - r * r;
  if (c <= 0n) return 0;
  if (isZero(dir)) return null;
  const b = exactDot(e, dir);
  const discriminant = b * b - exactDot(dir, dir) * c;
  if (b <= 0n || discriminant < 0n) return null;
  if (ends && c > b && discriminant < (c - b) * (c - b)) return null;
  // t = c / (b + √discriminant), with b as the unit so that both are about 1.
  const time = quotient(c, b) / (1 + Math.sqrt(quotient(discriminant, b * b)));
  return ends ? Math.min(1, time) : time;
}

/** A box by its three slabs, exactly; the axes are taken as unit vectors. */
function slabTime(ray: Ray, t: Box | Obb): number | null {
  const z = new Integers([
    ...numbersOf(ray),
    ...(t.kind === 'box' ? numbersOf(t) : [...t.center, ...t.half, ...t.axes.flat()]),
  ]);
  const [from, dir] = [z.vector(ray.from), z.vector(ray.direction)];
  const slabs = [0, 1, 2].map((k) => {
    if (t.kind === 'box') return { x: from[k], d: dir[k], lo: z.of(t.min[k]), hi: z.of(t.max[k]) };
    const u = z.vector(t.axes[k]);
    const h = z.of(t.half[k]) << BigInt(-z.exponent);
    return { x: exactDot(u, mix(from, 1n, z.vector(t.center), -1n)), d: exactDot(u, dir), lo: -h, hi: h };
  });
  return intervalTime(slabs, null);
}

export interface Slab {
  readonly x: bigint;
  readonly d: bigint;
  readonly lo: bigint;
  readonly hi: bigint;
}

/** The least t ≥ 0, and ≤ last, with lo ≤ x + t·d ≤ hi for all, or null. */
export function intervalTime(slabs: readonly Slab[], last: bigint | null): number | null {
  let [start, startDen] = [0n, 1n];
  let end: { num: bigint; den: bigint } | null = last === null ? null : { num: last, den: 1n };
  for (const { x, d, lo, hi } of slabs) {
    if (d === 0n) {
      if (x < lo || x > hi) return null;
      continue;
    }
    const den = d < 0n ? -d : d;
    const [enter, leave] = d > 0n ? [lo - x, hi - x] : [x - hi, x - lo];
    if (enter * startDen > start * den) [start, startDen] = [enter, den];
    if (end === null || leave * end.den < end.num * den) end = { num: leave, den };
  }
  if (end !== null && start * end.den > end.num * startDen) return null;
  return quotient(start, startDen);
}

/** Where a ray is at a time. */
export const along = (ray: Ray, t: number): Vec => add(ray.from, scaled(ray.direction, t));
