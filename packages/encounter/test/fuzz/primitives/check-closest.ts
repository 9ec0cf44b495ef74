/** Nearest points: `closestPointX` and `closestXY`. */
import type { Rng } from '../../support/rng.ts';
import { cross, dot, norm, sub } from '../../support/vectors.ts';
import { checkAgreement } from './check-intersects.ts';
import { type Court, isFiniteVector, libraryTolerance, readVector, THREW, tolerance } from './court.ts';
import { distanceTo } from './doubles.ts';
import { type Case, elsewhere, makeCase } from './generate.ts';
import { colliderOf } from './library.ts';
import { gap, hullDifference } from './reference.ts';
import { AXIS_MAPS, argument, type Kind, type Line, type Point, type Thing, turned } from './things.ts';

/** An object of an earlier result, to be given as `out`. */
const outs = new Map<string, unknown>();

/** Calls a function with and without `out`: the answers must be the same, and the second one be `out` itself. */
export function callTwice(court: Court, args: readonly unknown[], same: (a: unknown, b: unknown) => boolean): unknown {
  const { name } = court;
  const got = court.call(name, args);
  if (got === THREW || got === null || typeof got !== 'object') return got;
  const out = outs.get(name);
  if (out !== undefined) {
    const again = court.call(name, [...args, out]);
    if (again !== THREW && again !== out) court.wrong('does not return out', name, args);
    else if (again !== THREW && !same(got, again)) {
      court.wrong(`gives ${JSON.stringify(again)} in out, ${JSON.stringify(got)} without`, name, args);
    }
  }
  outs.set(name, got);
  return got;
}

export const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const IS_HULL: ReadonlySet<Kind> = new Set(['segment', 'box', 'obb', 'triangle']);

export function checkClosestPoint(court: Court, kind: Kind, number: number, rng: Rng): void {
  const c = makeCase(rng, number, ['point', kind]);
  const [p, t] = c.things as [Point, Thing];
  const expected = t.kind === 'sphere' ? Math.max(0, norm(sub(p.p, t.center)) - t.radius) : gap(p, t);
  const ask = (at: Case, q: Point, x: Thing, form: 'array' | 'object' = 'array'): void => {
    const args = [argument(q, form), argument(x, form)];
    const got = callTwice(court, args, sameText);
    if (got === THREW) return;
    const point = got === null || typeof got !== 'object' ? null : readVector(got);
    if (point === null || !isFiniteVector(point)) {
      court.wrong(`gives ${JSON.stringify(got)}`, court.name, args);
      return;
    }
    court.equal('how far the point is from x,', at, distanceTo(point, x), 0, args);
    court.equal('distance', at, norm(sub(point, q.p)), expected, args);
    if (IS_HULL.has(x.kind)) {
      const error = norm(sub(sub(q.p, point), hullDifference(q, x)));
      court.equal('how far the point is from the nearest one,', at, error, 0, args);
    }
  };
  ask(c, p, t);
  const map = rng.pick(AXIS_MAPS);
  ask(c, turned(map, p) as Point, turned(map, t), 'object');
  if (c.lattice) {
    const other = elsewhere(c);
    ask(other, ...(other.things as [Point, Thing]));
  }
  if (t.kind !== 'plane') compareDistance(court, c, expected);
}

/** The names of a pair's kinds in a function's name. */
const title = (kind: string): string => kind[0].toUpperCase() + kind.slice(1);

export function checkClosestPair(court: Court, kinds: readonly [Kind, Kind], number: number, rng: Rng): void {
  const c = makeCase(rng, number, kinds);
  const [a, b] = c.things;
  const isLine = a.kind === 'line';
  if (isLine && isNearlyParallel(a as Line, b as Line)) {
    judgeNearlyParallel(court, c, a as Line, b as Line);
    return;
  }
  const expected = isLine ? lineDistance(a as Line, b as Line) : gap(a, b);
  const ask = (at: Case, x: Thing, y: Thing, form: 'array' | 'object' = 'array'): void => {
    const args = [argument(x, form), argument(y, form)];
    const got = judgeClosest(court, at, x, y, expected, args);
    if (got === null) return;
    if (isLine) {
      if (expected === 0 && got !== 0) court.near();
    } else {
      const name = `intersects${title(x.kind)}${title(y.kind)}`;
      checkAgreement(court, at, name, x, y, got === 0, `the distance is ${got}`);
    }
  };
  ask(c, a, b);
  if (a.kind === b.kind) ask(c, b, a);
  const map = rng.pick(AXIS_MAPS);
  ask(c, turned(map, a), turned(map, b), 'object');
  if (c.lattice) {
    const other = elsewhere(c);
    ask(other, ...(other.things as [Thing, Thing]));
  }
  if (!isLine) compareDistance(court, c, expected);
}

/** Returns the distance, or null when the answer is of no use. */
function judgeClosest(
  court: Court,
  c: Case,
  a: Thing,
  b: Thing,
  expected: number,
  args: readonly unknown[],
): number | null {
  const { name } = court;
  const got = callTwice(court, args, sameText);
  if (got === THREW) return null;
  const { distance, pointA, pointB } = (got ?? {}) as { distance: number; pointA: unknown; pointB: unknown };
  const isFormed = typeof pointA === 'object' && typeof pointB === 'object' && pointA !== null && pointB !== null;
  const [p, q] = isFormed ? [readVector(pointA), readVector(pointB)] : [];
  if (p === undefined || q === undefined || !isFiniteVector(p) || !isFiniteVector(q) || !(distance >= 0)) {
    court.wrong(`gives ${JSON.stringify(got)}`, name, args);
    return null;
  }
  court.equal('distance', c, distance, expected, args);
  court.equal('|pointB − pointA|', c, norm(sub(q, p)), distance, args);
  court.equal('how far pointA is from a,', c, distanceTo(p, a), 0, args);
  court.equal('how far pointB is from b,', c, distanceTo(q, b), 0, args);
  if (distance === 0 && p.some((x, k) => x !== q[k])) court.wrong('distance 0 with two different points', name, args);
  // On the lattice a distance is either 0 or far from it: things that meet have distance 0, no less.
  if (c.lattice && a.kind !== 'line' && (expected === 0) !== (distance === 0)) {
    court.wrong(`distance ${distance}, not ${expected}`, name, args);
  }
  return distance;
}

/** Lines that meet so far away, if at all, that doubles do not tell where. */
function isNearlyParallel(a: Line, b: Line): boolean {
  const [u, v] = [sub(a.to, a.from), sub(b.to, b.from)];
  const sine = norm(cross(u, v)) / (norm(u) * norm(v));
  return sine > 0 && sine < 1e-7;
}

/** No farther apart than they are nearby, as if they were parallel. */
function judgeNearlyParallel(court: Court, c: Case, a: Line, b: Line): void {
  const args = [argument(a), argument(b)];
  const got = court.call(court.name, args);
  if (got === THREW) return;
  const { distance } = (got ?? {}) as { distance: number };
  const nearby = Math.min(distanceTo(a.from, b), distanceTo(b.from, a));
  if (!(distance >= 0 && distance <= nearby + tolerance(c))) {
    court.wrong(`distance ${distance}, though it is ${nearby} nearby`, court.name, args);
  }
}

function lineDistance(a: Line, b: Line): number {
  const [u, v] = [sub(a.to, a.from), sub(b.to, b.from)];
  const r = sub(b.from, a.from);
  const n = cross(u, v);
  if (norm(n) === 0) return norm(cross(r, u)) / norm(u);
  return Math.abs(dot(n, r)) / norm(n);
}

function compareDistance(court: Court, c: Case, expected: number): void {
  const [a, b] = c.things;
  const args = (): unknown[] => [argument(a), argument(b)];
  try {
    const colliders = [colliderOf(court.library, a), colliderOf(court.library, b)];
    const { distance } = court.ask('closestPoints', colliders) as { distance: number };
    if (!(Math.abs(distance - expected) <= libraryTolerance(c))) {
      court.libraryDiffers(`says ${distance}, not ${expected}`, court.name, args());
    }
  } catch (error) {
    court.libraryDiffers(`throws ${String(error)}`, court.name, args());
  }
}
