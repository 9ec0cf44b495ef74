/**
 * First times of contact: `impactXY`. What overlaps at the start has t = 0. What only touches at the start and does not go deeper may have
 * 0 or null, as the contract leaves it open; which of them is noted.
 */
import { distanceSq, dot as exactDot, Integers, quotient, root, type V } from '../../support/exact.ts';
import type { Rng } from '../../support/rng.ts';
import { add, dot, norm, scaled, sub, type Vec } from '../../support/vectors.ts';
import { blur, type Court, libraryTolerance, THREW, tolerance } from './court.ts';
import { distanceTo } from './doubles.ts';
import { type Case, elsewhere, makeCase } from './generate.ts';
import { colliderOf, flipped } from './library.ts';
import { intervalTime, meets, planeHeight, sphereTime } from './reference.ts';
import {
  AXIS_MAPS,
  argument,
  type Box,
  type Form,
  type Kind,
  moved,
  type Plane,
  pointIn,
  type Sphere,
  type Thing,
  type Triangle,
  turned,
  turnedVector,
  vertices,
} from './things.ts';

/** Two things of which the second moves against the first. */
interface Moving {
  readonly a: Thing;
  readonly moveA: Vec;
  readonly b: Thing;
  readonly moveB: Vec;
}

interface Pair {
  readonly kinds: readonly [Kind, Kind];
  /** How many moves the function takes, and its arguments. */
  readonly moves: 1 | 2;
  args(m: Moving, form: Form): unknown[];
  /** The first time, decided exactly, or null. */
  time(m: Moving): number | null;
}

const v = (form: Form, p: Vec): unknown => pointIn(form, p);

const both = ({ a, moveA, b, moveB }: Moving, form: Form): unknown[] => [
  argument(a, form),
  v(form, moveA),
  argument(b, form),
  v(form, moveB),
];

export const IMPACTS: Readonly<Record<string, Pair>> = {
  impactSphereSphere: {
    kinds: ['sphere', 'sphere'],
    moves: 2,
    args: both,
    time({ a, moveA, b, moveB }) {
      const [s, t] = [a as Sphere, b as Sphere];
      const z = new Integers([...s.center, s.radius, ...t.center, t.radius, ...moveA, ...moveB]);
      const move = difference(z, moveA, moveB);
      return sphereTime(z.vector(s.center), move, z.vector(t.center), z.of(s.radius) + z.of(t.radius), true);
    },
  },
  impactBoxBox: {
    kinds: ['box', 'box'],
    moves: 2,
    args: both,
    time({ a, moveA, b, moveB }) {
      const [p, q] = [a as Box, b as Box];
      const z = new Integers([...p.min, ...p.max, ...q.min, ...q.max, ...moveA, ...moveB]);
      const move = difference(z, moveA, moveB);
      const slabs = [0, 1, 2].map((k) => ({
        x: z.of(p.min[k]),
        d: move[k],
        lo: z.of(q.min[k]) - (z.of(p.max[k]) - z.of(p.min[k])),
        hi: z.of(q.max[k]),
      }));
      return intervalTime(slabs, 1n);
    },
  },
  impactPlaneSphere: {
    kinds: ['plane', 'sphere'],
    moves: 1,
    args: ({ a, b, moveB }, form) => [argument(a, form), argument(b, form), v(form, moveB)],
    time: ({ a, b, moveB }) => planeTime(a as Plane, b as Sphere, moveB),
  },
  impactPlaneBox: {
    kinds: ['plane', 'box'],
    moves: 1,
    args: ({ a, b, moveB }, form) => [argument(a, form), argument(b, form), v(form, moveB)],
    time({ a, b, moveB }) {
      const z = new Integers([...(a as Plane).normal, (a as Plane).offset, ...vertices(b).flat(), ...moveB]);
      const heights = vertices(b).map((p) => planeHeight(z, a as Plane)(z.vector(p)));
      const d = exactDot(z.vector((a as Plane).normal), z.vector(moveB));
      const [lo, hi] = [heights.reduce((x, y) => (y < x ? y : x)), heights.reduce((x, y) => (y > x ? y : x))];
      return intervalTime([{ x: 0n, d, lo: -hi, hi: -lo }], 1n);
    },
  },
  impactSphereTriangle: {
    kinds: ['sphere', 'triangle'],
    moves: 1,
    args: ({ a, moveA, b }, form) => [argument(a, form), v(form, moveA), argument(b, form)],
    time: ({ a, moveA, b }) => sphereTriangleTime(a as Sphere, moveA, b as Triangle),
  },
};

function difference(z: Integers, moveA: Vec, moveB: Vec): V {
  const [p, q] = [z.vector(moveA), z.vector(moveB)];
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

/** Decided by the heights at both ends, exactly: t = (|height| − radius·|normal|) / |normal·move|. */
function planeTime(plane: Plane, sphere: Sphere, move: Vec): number | null {
  const z = new Integers([...plane.normal, plane.offset, ...sphere.center, sphere.radius, ...move]);
  const n = z.vector(plane.normal);
  const h = planeHeight(z, plane)(z.vector(sphere.center));
  const d = exactDot(n, z.vector(move));
  const r = z.of(sphere.radius);
  const rr = r * r * exactDot(n, n);
  const end = h + d;
  if (h * h <= rr) return 0;
  if (end * end > rr && h > 0n === end > 0n) return null;
  const abs = (x: bigint): bigint => (x < 0n ? -x : x);
  return Math.min(1, Math.max(0, quotient(abs(h), abs(d)) - root(rr, d * d)));
}

/** Decided by the distance of the centre's path, exactly. The distance is a convex function of time: its first root by bisection. */
function sphereTriangleTime(sphere: Sphere, move: Vec, triangle: Triangle): number | null {
  if (meets(sphere, triangle)) return 0;
  const z = new Integers([...sphere.center, sphere.radius, ...move, ...vertices(triangle).flat()]);
  const c = z.vector(sphere.center);
  const m = z.vector(move);
  const r = z.of(sphere.radius);
  const { num, den } = distanceSq(
    [c, [c[0] + m[0], c[1] + m[1], c[2] + m[2]]],
    vertices(triangle).map((p) => z.vector(p)),
  );
  if (num > r * r * den) return null;
  const f = (t: number): number => distanceTo(add(sphere.center, scaled(move, t)), triangle) - sphere.radius;
  let [lo, hi] = [0, nearestTime(f)];
  for (let i = 0; i < 60; i++) {
    const t = (lo + hi) / 2;
    if (f(t) > 0) lo = t;
    else hi = t;
  }
  return hi;
}

/** Where a convex function on [0, 1] is least. */
function nearestTime(f: (t: number) => number): number {
  let [lo, hi] = [0, 1];
  for (let i = 0; i < 100; i++) {
    const [s, t] = [lo + (hi - lo) / 3, hi - (hi - lo) / 3];
    if (f(s) <= f(t)) hi = t;
    else lo = s;
  }
  return f(1) <= f((lo + hi) / 2) ? 1 : (lo + hi) / 2;
}

export function checkImpact(court: Court, number: number, rng: Rng): void {
  const pair = IMPACTS[court.name];
  const c = makeCase(rng, number, pair.kinds, pair.moves);
  const [a, b] = c.things;
  const still: Vec = [0, 0, 0];
  const [moveA, moveB] =
    pair.moves === 2 ? c.moves : pair.kinds[0] === 'plane' ? [still, c.moves[0]] : [c.moves[0], still];
  let m: Moving = { a, moveA, b, moveB };
  let expected = pair.time(m);
  // Half of the motions whose impact is at a half, a quarter and the like end there: exactly at t = 1.
  if (c.lattice && expected !== null && Number.isInteger(expected * 64) && expected > 0 && rng.chance(0.5)) {
    m = { a, moveA: scaled(moveA, expected), b, moveB: scaled(moveB, expected) };
    expected = pair.time(m);
  }
  judge(court, c, pair, m, expected, 'array');
  if (a.kind === b.kind) judge(court, c, pair, { a: b, moveA: m.moveB, b: a, moveB: m.moveA }, expected, 'array');
  const map = rng.pick(AXIS_MAPS);
  const turn = (x: Vec): Vec => turnedVector(map, x);
  const round: Moving = { a: turned(map, a), moveA: turn(m.moveA), b: turned(map, b), moveB: turn(m.moveB) };
  judge(court, c, pair, round, expected, 'object');
  if (c.lattice) {
    const other = elsewhere(c);
    judge(court, other, pair, { ...m, a: other.things[0], b: other.things[1] }, expected, 'array');
  }
  compareLibrary(court, c, m, expected);
}

/** Where the two are at a time. */
const at = ({ a, moveA, b, moveB }: Moving, t: number): [Thing, Thing] => [
  moved(a, scaled(moveA, t)),
  moved(b, scaled(moveB, t)),
];

/** How far apart two things are, or minus how deep they are in each other: what is needed to tell late from early. */
function separation(a: Thing, b: Thing): number {
  if (a.kind === 'sphere' && b.kind === 'sphere') return norm(sub(a.center, b.center)) - a.radius - b.radius;
  if (a.kind === 'sphere') return distanceTo(a.center, b) - a.radius;
  if (a.kind === 'plane') {
    const heights = vertices(b).map((p) => (dot(a.normal, p) - a.offset) / norm(a.normal));
    const r = b.kind === 'sphere' ? b.radius : 0;
    return Math.max(Math.min(...heights) - r, -Math.max(...heights) - r);
  }
  const [p, q] = [a as Box, b as Box];
  return Math.max(...[0, 1, 2].map((k) => Math.max(p.min[k] - q.max[k], q.min[k] - p.max[k])));
}

/** Whether they touch at the start, and the motion does not lead deeper. */
function onlyTouches(m: Moving, c: Case): boolean {
  const [a, b] = at(m, 0);
  if (Math.abs(separation(a, b)) > blur(c)) return false;
  const [p, q] = at(m, 1e-3);
  return separation(p, q) >= -blur(c);
}

function judge(court: Court, c: Case, pair: Pair, m: Moving, expected: number | null, form: Form): void {
  const { name } = court;
  const args = pair.args(m, form);
  const t = court.call(name, args);
  if (t === THREW) return;
  if (t !== null && !(typeof t === 'number' && t >= 0 && t <= 1)) {
    court.wrong(`gives ${JSON.stringify(t)}`, name, args);
    return;
  }
  if (expected === 0 && onlyTouches(m, c)) {
    court.note(
      t === null ? 'touching at the start without going deeper: null' : 'touching at the start without going deeper: 0',
    );
    if (t === null || t === 0) return;
  }
  if (t === null || expected === null) {
    if (t === expected) return;
    const what = `gives ${t}, not ${expected}`;
    // How near they come at the time that one of the two names: a hit may be a graze, and a miss nearly a hit.
    const [x, y] = at(m, t ?? expected ?? 0);
    if (c.lattice) court.wrong(what, name, args);
    else if (t === null ? isDeepLater(m, expected ?? 0, c) : separation(x, y) > blur(c)) court.wrong(what, name, args);
    else court.near();
    return;
  }
  const speed = norm(sub(m.moveA, m.moveB));
  const error = Math.abs(t - expected) * speed;
  if (error <= tolerance(c)) {
    court.measure(c, error);
    return;
  }
  const [early, late] = [separation(...at(m, t)), separation(...at(m, (t + expected) / 2))];
  if (early > tolerance(c)) court.wrong(`t = ${t} is too early, not ${expected}`, name, args);
  else if (t > expected && late < -tolerance(c)) court.wrong(`t = ${t} is late, not ${expected}`, name, args);
  else court.near();
}

/** Whether they are in each other by more than rounding at some time of the motion. */
function isDeepLater(m: Moving, from: number, c: Case): boolean {
  for (let i = 0; i <= 50; i++) if (separation(...at(m, from + ((1 - from) * i) / 50)) < -blur(c)) return true;
  return false;
}

function compareLibrary(court: Court, c: Case, m: Moving, expected: number | null): void {
  const limit = libraryTolerance(c);
  const gap = separation(m.a, m.b);
  // Overlap and touching at the start have rules of their own there.
  if (gap <= limit) return;
  const args = (): unknown[] => IMPACTS[court.name].args(m, 'array');
  try {
    const side = m.a.kind === 'plane' && dot(m.a.normal, vertices(m.b)[0]) < m.a.offset ? flipped(m.a) : m.a;
    const found = court.ask('castShape', [
      colliderOf(court.library, side),
      m.moveA,
      colliderOf(court.library, m.b),
      m.moveB,
    ]) as { t: number } | null;
    const t = found === null ? null : found.t;
    if (t === null && expected !== null) {
      if (isDeepLater(m, expected, { ...c, size: 1e5 * c.size }))
        court.libraryDiffers(`says null, not ${expected}`, court.name, args());
    } else if (t !== null) {
      const speed = norm(sub(m.moveA, m.moveB));
      const wrong =
        expected === null
          ? separation(...at(m, t)) > limit
          : Math.abs(t - expected) * speed > 1e-3 * limit + limit &&
            (separation(...at(m, t)) > limit || (t > expected && separation(...at(m, (t + expected) / 2)) < -limit));
      if (wrong) court.libraryDiffers(`says ${t}, not ${expected}`, court.name, args());
    }
  } catch (error) {
    court.libraryDiffers(`throws ${String(error)}`, court.name, args());
  }
}
