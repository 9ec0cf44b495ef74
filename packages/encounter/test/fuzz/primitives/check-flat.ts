/** Convex polygons in two dimensions: decisions, minimum translation, nearest point. */
import { hullsMeet, Integers, type V } from '../../support/exact.ts';
import type { Rng } from '../../support/rng.ts';
import { callTwice, sameText } from './check-closest.ts';
import { blur, type Court, THREW, tolerance } from './court.ts';
import { distanceTo } from './doubles.ts';
import type { Case } from './generate.ts';
import { convexLattice, convexRandom, type P2 } from './outlines.ts';

interface Flat {
  readonly a: readonly P2[];
  readonly b: readonly P2[];
  readonly p: P2;
  readonly c: Case;
}

function makeFlat(rng: Rng, number: number): Flat {
  const lattice = number % 2 === 0;
  const rounded = !lattice && rng.chance(0.2);
  const one = (): P2[] => (lattice || rounded ? convexLattice(rng) : convexRandom(rng));
  const spread = rng.pick([0.5, 1, 2]);
  const place = (): P2 =>
    lattice || rounded
      ? [rng.integer(-3, 3), rng.integer(-3, 3)]
      : [rng.range(-spread, spread), rng.range(-spread, spread)];
  let [a, b, p] = [one(), one().map(shift(place())), place()];
  const how = rng.next();
  const s = rounded ? 0.1 : how < 0.1 ? (lattice ? 2 ** -10 : 1e-3) : how < 0.2 ? 1e3 : 1;
  const far = !rounded && how >= 0.2 && how < 0.35 ? 1e6 : 0;
  const put = ([x, y]: P2): P2 => [x * s + far + 0, y * s - far + 0];
  [a, b, p] = [a.map(put), b.map(put), put(p)];
  const all = [...a, ...b, p];
  const xs = all.map((q) => q[0]);
  const ys = all.map((q) => q[1]);
  const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), Number.MIN_VALUE);
  const reach = Math.max(...all.flat().map(Math.abs));
  return { a, b, p, c: { things: [], moves: [], lattice, rounded, size, reach } };
}

const shift =
  (by: P2) =>
  (p: P2): P2 => [p[0] + by[0], p[1] + by[1]];

const frozen = (p: readonly P2[]): unknown => Object.freeze(p.map((q) => Object.freeze([...q])));

export function meet(a: readonly P2[], b: readonly P2[]): boolean {
  const z = new Integers([...a.flat(), ...b.flat()]);
  const lift = (p: P2): V => [z.of(p[0]), z.of(p[1]), 0n];
  return hullsMeet(a.map(lift), b.map(lift));
}

function isClear(a: readonly P2[], b: readonly P2[], by: number): boolean {
  const steps: P2[] = [
    [by, 0],
    [-by, 0],
    [0, by],
    [0, -by],
  ];
  const met = meet(a, b);
  return steps.every((d) => meet(a, b.map(shift(d))) === met);
}

/** How far b must move along n until it is beyond a. */
export function overlap(a: readonly P2[], b: readonly P2[], n: P2): number {
  const d = (p: P2): number => p[0] * n[0] + p[1] * n[1];
  return Math.max(...a.map(d)) - Math.min(...b.map(d));
}

/** The sum of two polygons has their edges, so one of their normals is the shortest way out. */
export function depth(a: readonly P2[], b: readonly P2[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (const list of [a, b]) {
    list.forEach((p, i) => {
      const q = list[(i + 1) % list.length];
      const [x, y] = [q[1] - p[1], p[0] - q[0]];
      const l = Math.sqrt(x * x + y * y);
      if (l > 0) best = Math.min(best, overlap(a, b, [x / l, y / l]), overlap(a, b, [-x / l, -y / l]));
    });
  }
  return best === Number.POSITIVE_INFINITY ? 0 : Math.max(0, best);
}

/** By a right angle, which is exact. */
const quarterTurned = (p: readonly P2[]): P2[] => p.map(([x, y]) => [y + 0, -x + 0]);

function decide(
  court: Court,
  { c }: Flat,
  a: readonly P2[],
  b: readonly P2[],
  got: unknown,
  expected: boolean,
  args: readonly unknown[],
): void {
  if (got === expected || got === THREW) return;
  if (typeof got !== 'boolean') court.wrong(`gives ${JSON.stringify(got)}`, court.name, args);
  else if (c.lattice || isClear(a, b, blur(c))) court.wrong(`gives ${got}`, court.name, args);
  else court.near();
}

export function checkIntersectsFlat(court: Court, number: number, rng: Rng): void {
  const flat = makeFlat(rng, number);
  const expected = meet(flat.a, flat.b);
  const ask = (a: readonly P2[], b: readonly P2[]): void => {
    const args = [frozen(a), frozen(b)];
    decide(court, flat, a, b, court.call(court.name, args), expected, args);
  };
  ask(flat.a, flat.b);
  ask(flat.b, flat.a);
  ask(quarterTurned(flat.a), quarterTurned(flat.b));
  if (flat.c.lattice) ask(flat.a.map(shift([64, -32])), flat.b.map(shift([64, -32])));
}

export function checkPenetrationFlat(court: Court, number: number, rng: Rng): void {
  const flat = makeFlat(rng, number);
  const { c } = flat;
  const expected = meet(flat.a, flat.b) ? depth(flat.a, flat.b) : null;
  const ask = (a: readonly P2[], b: readonly P2[]): void => {
    const args = [frozen(a), frozen(b)];
    const got = callTwice(court, args, sameText);
    if (got === THREW) return;
    if (got === undefined || (got !== null && typeof got !== 'object')) {
      court.wrong(`gives ${String(got)}`, court.name, args);
      return;
    }
    decide(court, flat, a, b, got !== null, expected !== null, args);
    if (court.has('intersectsPolygon2Polygon2')) {
      const says = court.call('intersectsPolygon2Polygon2', args);
      if (says !== (got !== null)) {
        if (c.lattice) court.wrong(`intersectsPolygon2Polygon2 gives ${String(says)}`, court.name, args);
        else court.near();
      }
    }
    if (got === null) return;
    const { depth: d, normal } = got as { depth: number; normal: ArrayLike<number> };
    const n: P2 = [Number(normal?.[0]), Number(normal?.[1])];
    if (!(d >= 0) || !Number.isFinite(n[0]) || !Number.isFinite(n[1])) {
      court.wrong(`gives ${JSON.stringify(got)}`, court.name, args);
      return;
    }
    if (Math.abs(Math.sqrt(n[0] * n[0] + n[1] * n[1]) - 1) > 1e-12)
      court.wrong(`normal ${n} is not a unit vector`, court.name, args);
    court.equal('depth', c, d, expected ?? 0, args);
    court.equal('overlap along the normal', c, overlap(a, b, n), d, args);
    const by = (s: number): P2 => [n[0] * s, n[1] * s];
    const margin = Math.max(4 * tolerance(c), 1e-300);
    if (meet(a, b.map(shift(by(d * 1.001 + margin)))))
      court.wrong('moved by 1.001·depth·normal they still meet', court.name, args);
    if (d * 0.001 > margin && !meet(a, b.map(shift(by(d * 0.999 - margin)))))
      court.wrong('moved by 0.999·depth·normal they are apart', court.name, args);
  };
  ask(flat.a, flat.b);
  ask(flat.b, flat.a);
  ask(quarterTurned(flat.a), quarterTurned(flat.b));
}

export function checkClosestPointFlat(court: Court, number: number, rng: Rng): void {
  const { a, p, c } = makeFlat(rng, number);
  const ask = (q: P2, list: readonly P2[]): void => {
    const args = [Object.freeze([...q]), frozen(list)];
    const got = callTwice(court, args, sameText);
    if (got === THREW) return;
    const found = (got ?? {}) as { x?: number; y?: number; 0?: number; 1?: number };
    const [x, y] = [Number(found[0] ?? found.x), Number(found[1] ?? found.y)];
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      court.wrong(`gives ${JSON.stringify(got)}`, court.name, args);
      return;
    }
    const thing = { kind: 'polygon', points: list.map(([u, v]) => [u, v, 0] as const), convex: true } as const;
    court.equal('how far the point is from the polygon,', c, distanceTo([x, y, 0], thing), 0, args);
    court.equal('distance', c, Math.sqrt((x - q[0]) ** 2 + (y - q[1]) ** 2), distanceTo([q[0], q[1], 0], thing), args);
  };
  ask(p, a);
  ask(quarterTurned([p])[0], quarterTurned(a));
}
