/** Rays: `rayCastX`. */
import type { Rng } from '../../support/rng.ts';
import { add, dot, norm, scaled, sub, type Vec } from '../../support/vectors.ts';
import { callTwice, sameText } from './check-closest.ts';
import { blur, type Court, isFiniteVector, libraryTolerance, readVector, THREW, tolerance } from './court.ts';
import { areaNormal, depthInBox, distanceTo } from './doubles.ts';
import { type Case, elsewhere, makeCase } from './generate.ts';
import { colliderOf, flipped } from './library.ts';
import { along, rayTime, support } from './reference.ts';
import { AXIS_MAPS, argument, type Kind, moved, type Ray, type Thing, turned, vertices } from './things.ts';

export function checkRayCast(court: Court, kind: Kind, number: number, rng: Rng): void {
  const c = makeCase(rng, number, ['ray', kind]);
  const [ray, t] = c.things as [Ray, Thing];
  const expected = rayTime(ray, t);
  judgeRay(court, c, ray, t, expected, 'array');
  const map = rng.pick(AXIS_MAPS);
  judgeRay(court, c, turned(map, ray) as Ray, turned(map, t), expected, 'object');
  if (c.lattice) {
    const other = elsewhere(c);
    const [farRay, farThing] = other.things as [Ray, Thing];
    judgeRay(court, other, farRay, farThing, expected, 'array');
  }
  compareLibrary(court, c, ray, t, expected);
}

function judgeRay(
  court: Court,
  c: Case,
  ray: Ray,
  thing: Thing,
  expected: number | null,
  form: 'array' | 'object',
): void {
  const { name } = court;
  const args = [argument(ray, form), argument(thing, form)];
  const got = callTwice(court, args, sameText);
  if (got === THREW) return;
  if (got === null) {
    if (expected === null) return;
    if (c.lattice || isClearHit(ray, thing, blur(c))) court.wrong(`gives null, not t = ${expected}`, name, args);
    else court.near();
    return;
  }
  const { t, point, normal } = (got ?? {}) as { t: number; point: unknown; normal: unknown };
  if (!(t >= 0 && t < Infinity) || typeof point !== 'object' || typeof normal !== 'object' || !point || !normal) {
    court.wrong(`gives ${JSON.stringify(got)}`, name, args);
    return;
  }
  const [x, n] = [readVector(point), readVector(normal)];
  if (!isFiniteVector(x) || !isFiniteVector(n)) {
    court.wrong(`gives ${JSON.stringify(got)}`, name, args);
    return;
  }
  const far = tolerance(c) + 4 * 2 ** -52 * t * norm(ray.direction);
  if (norm(sub(x, along(ray, t))) > far) court.wrong('the point is not from + t·direction', name, args);
  court.equal(
    'how far the point is from x,',
    c,
    Math.max(0, distanceTo(x, thing) - 4 * 2 ** -52 * t * norm(ray.direction)),
    0,
    args,
  );
  if (expected === null) {
    // Any point of the ray that is near enough to the thing was within rounding of a hit: that is judged above.
    if (c.lattice || distanceTo(along(ray, t), thing) > blur(c)) court.wrong(`gives t = ${t}, not null`, name, args);
    else court.near();
    return;
  }
  judgeTime(court, c, ray, thing, t, expected, args);
  judgeNormal(court, c, ray, thing, { t, x, n }, args);
}

/** Too early is told by the point, which is not on the thing then; too late by how deep the ray was before. */
function judgeTime(
  court: Court,
  c: Case,
  ray: Ray,
  thing: Thing,
  t: number,
  expected: number,
  args: readonly unknown[],
): void {
  const error = Math.abs(t - expected) * norm(ray.direction);
  if (error <= tolerance(c) + 4 * 2 ** -52 * t * norm(ray.direction)) court.measure(c, error);
  else if (c.lattice || isLate(ray, thing, t, expected, tolerance(c))) {
    court.wrong(`t = ${t}, not ${expected}`, court.name, args);
  } else court.near();
}

/** Whether the ray did more than graze the thing between the first time and a later one. */
function isLate(ray: Ray, thing: Thing, t: number, first: number, limit: number): boolean {
  if ((t - first) * norm(ray.direction) <= limit) return false;
  const middle = along(ray, (t + first) / 2);
  if (thing.kind === 'sphere') return thing.radius - norm(sub(middle, thing.center)) > limit;
  if (thing.kind === 'box' || thing.kind === 'obb') return depthInBox(middle, thing) > limit;
  const n = thing.kind === 'plane' ? thing.normal : areaNormal(vertices(thing));
  return Math.abs(dot(n, ray.direction)) * Math.abs(t - first) > limit * norm(n);
}

/** Whether a ray that hits also does when the thing is moved a little. */
function isClearHit(ray: Ray, thing: Thing, by: number): boolean {
  const steps: Vec[] = [0, 1, 2].flatMap((k) =>
    [1, -1].map((s): Vec => [k === 0 ? s * by : 0, k === 1 ? s * by : 0, k === 2 ? s * by : 0]),
  );
  return steps.every((d) => rayTime(ray, moved(thing, d)) !== null);
}

interface At {
  readonly t: number;
  readonly x: Vec;
  readonly n: Vec;
}

function judgeNormal(court: Court, c: Case, ray: Ray, thing: Thing, { t, x, n }: At, args: readonly unknown[]): void {
  const { name } = court;
  const length = norm(n);
  const d = ray.direction;
  if (length === 0) {
    // Only a ray that starts in the thing, or on it, has no side that it comes from.
    if (t !== 0) court.wrong('zero normal, but the ray does not start inside', name, args);
    return;
  }
  if (Math.abs(length - 1) > 1e-12) court.wrong(`the normal's length is ${length}`, name, args);
  // A graze has a normal across the ray, as far as coordinates tell.
  if (dot(n, d) > (1e-12 + blur(c) / c.size) * norm(d)) court.wrong(`normal·direction = ${dot(n, d)} > 0`, name, args);
  if (t === 0 && isInside(ray.from, thing, tolerance(c)))
    court.wrong('starts inside: the normal must be zero', name, args);
  const flat =
    thing.kind === 'plane'
      ? thing.normal
      : thing.kind === 'triangle' || thing.kind === 'polygon'
        ? areaNormal(vertices(thing))
        : null;
  const limit = c.lattice ? 1e-9 : 1e-6;
  if (flat !== null) {
    // Across the surface, unless the ray runs along it or there is none. A needle's normal is as good as its area.
    const size = norm(flat);
    const cosine = size === 0 ? 0 : Math.abs(dot(flat, d)) / (size * norm(d));
    if (size > 1e-6 * c.size * c.size && cosine > limit && Math.abs(Math.abs(dot(flat, n)) / size - 1) > limit) {
      court.wrong(`the normal ${n} is not the surface's`, name, args);
    }
    return;
  }
  // The hit must be where the thing is farthest along the normal.
  const below = support(thing, n) - dot(n, x);
  if (Math.abs(below) > limit * c.size + 64 * 2 ** -52 * (c.reach + norm(x))) {
    court.wrong(`along the normal ${n} the point is ${below} inside`, name, args);
  }
}

function isInside(p: Vec, t: Thing, by: number): boolean {
  if (t.kind === 'sphere') return t.radius - norm(sub(p, t.center)) > by;
  return (t.kind === 'box' || t.kind === 'obb') && depthInBox(p, t) > by;
}

/** The library casts over a segment: long enough to reach everything, and at least as long as `direction`. */
function compareLibrary(court: Court, c: Case, ray: Ray, thing: Thing, expected: number | null): void {
  const length = norm(ray.direction);
  if (thing.kind === 'polygon' && !thing.convex) {
    // That is a mesh there, and a mesh may ignore rays in the plane of a triangle.
    const n = areaNormal(thing.points);
    if (Math.abs(dot(n, ray.direction)) <= 1e-7 * norm(n) * length) return;
  }
  const reach = (4 * c.size) / length;
  if (expected !== null && expected > 0.9 * reach) return;
  const to = add(ray.from, scaled(ray.direction, reach));
  const args = (): unknown[] => [argument(ray), argument(thing)];
  let got: { t: number } | null;
  try {
    // A plane is hit from the side on which the ray starts.
    const side = thing.kind === 'plane' && dot(thing.normal, ray.from) < thing.offset ? flipped(thing) : thing;
    got = court.ask('rayCast', [colliderOf(court.library, side), ray.from, to]) as { t: number } | null;
  } catch (error) {
    court.libraryDiffers(`throws ${String(error)}`, court.name, args());
    return;
  }
  const limit = libraryTolerance(c);
  if (got === null) {
    if (expected !== null && isClearHit(ray, thing, limit))
      court.libraryDiffers(`says null, not ${expected}`, court.name, args());
    return;
  }
  const t = got.t * reach;
  const isElsewhere = distanceTo(along(ray, t), thing) > limit;
  if (isElsewhere || (expected !== null && isLate(ray, thing, t, expected, limit))) {
    court.libraryDiffers(`says ${t}, not ${expected}`, court.name, args());
  }
}
