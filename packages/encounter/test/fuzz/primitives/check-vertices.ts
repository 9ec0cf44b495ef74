/**
 * Vertices on straight lines: `impactPointTriangle` and `impactSegmentSegment`. Checks by samples only: on the lattice, exactly at 25
 * times; on random ones, at a contact that was put there, and by distances at many times.
 */
import { mix, segmentsMeet, type V } from '../../support/exact.ts';
import { Region } from '../../support/exact-polygon.ts';
import type { Rng } from '../../support/rng.ts';
import { add, cross, dot, scaled, sub, type Vec } from '../../support/vectors.ts';
import { type Court, THREW, tolerance } from './court.ts';
import { distanceTo, segmentDistance } from './doubles.ts';
import { type Case, completed, makeCase } from './generate.ts';
import { hullIn, integersFor } from './reference.ts';
import { argument, type Kind, type Segment, type Thing, vertices } from './things.ts';

const TIMES = 24;
const SAMPLES = 64;
/** How near the two must be at a time that is said to be an impact, relative to size. */
const NEARNESS = 1e-6;
/** How much earlier a contact that was put somewhere may be, as coordinates are rounded. */
const PLACED = 1e-6;

interface Pair {
  readonly kinds: readonly Kind[];
  /** Whether two things meet, in integers. */
  meet(a: V[], b: V[]): boolean;
  distance(a: readonly Vec[], b: readonly Vec[]): number;
  /** Moves the end of the first path, so that the two meet at this time, inside both. */
  brought(things: readonly Thing[], t: number, rng: Rng): Thing[];
}

const middle = (rng: Rng): number => rng.range(0.1, 0.9);
const blend = (p: Vec, q: Vec, t: number): Vec => add(scaled(p, 1 - t), scaled(q, t));

export const PATHS: Readonly<Record<string, Pair>> = {
  impactPointTriangle: {
    kinds: ['point', 'point', 'triangle', 'triangle'],
    meet: (a, b) => new Region(b).hasPoint(a[0]),
    distance: (a, b) => distanceTo(a[0], { kind: 'triangle', a: b[0], b: b[1], c: b[2] }),
    brought(things, t, rng) {
      const [from, , start, end] = things;
      const [a, b, c] = between(start, end, t);
      const [s, u] = [middle(rng), middle(rng)];
      const x = blend(blend(a, b, s), c, u);
      return [from, { kind: 'point', p: aimed(vertices(from)[0], x, t) }, start, end];
    },
  },
  impactSegmentSegment: {
    kinds: ['segment', 'segment', 'segment', 'segment'],
    meet: (a, b) => segmentsMeet(a[0], a[1], b[0], b[1]),
    distance: (a, b) => segmentDistance(a[0], a[1], b[0], b[1]),
    brought(things, t, rng) {
      const [from, to, start, end] = things as Segment[];
      const [c, d] = between(start, end, t);
      const x = blend(c, d, middle(rng));
      const s = middle(rng);
      // The first end goes where it goes; the second one makes the point at s arrive at x.
      const p = blend(from.from, to.from, t);
      const q = add(p, scaled(sub(x, p), 1 / s));
      return [from, { kind: 'segment', from: to.from, to: aimed(from.to, q, t) }, start, end];
    },
  },
};

/** The end of a straight path that starts at p and is at x at time t. */
const aimed = (p: Vec, x: Vec, t: number): Vec => add(p, scaled(sub(x, p), 1 / t));

const between = (start: Thing, end: Thing, t: number): Vec[] => {
  const q = vertices(end);
  return vertices(start).map((p, i) => blend(p, q[i], t));
};

export function checkPaths(court: Court, number: number, rng: Rng): void {
  const pair = PATHS[court.name];
  const made = makeCase(rng, number, pair.kinds);
  if (made.lattice) onLattice(court, made, pair);
  else random(court, made, pair, rng);
}

function onLattice(court: Court, c: Case, pair: Pair): void {
  const z = integersFor(...c.things);
  const [a0, a1, b0, b1] = c.things.map((t) => hullIn(z, t));
  let expected: number | null = null;
  for (let k = 0; k <= TIMES && expected === null; k++) {
    const at = (p: V[], q: V[]): V[] => p.map((x, i) => mix(x, BigInt(TIMES - k), q[i], BigInt(k)));
    if (pair.meet(at(a0, a1), at(b0, b1))) expected = k / TIMES;
  }
  judge(court, c, pair, expected);
}

function random(court: Court, made: Case, pair: Pair, rng: Rng): void {
  if (rng.chance(0.5)) {
    judge(court, made, pair, null);
    return;
  }
  const t = rng.range(0.05, 0.95);
  const c = completed(pair.brought(made.things, t, rng), [], false, made.rounded);
  judge(court, c, pair, isCrossing(c, t) ? t : null);
}

/** Whether the volume of the four corners changes its sign at this time, so that rounding cannot undo a contact inside. */
function isCrossing(c: Case, t: number): boolean {
  const volume = (at: number): number => {
    const [p, q, r, s] = places(c, at).flat();
    return dot(sub(q, p), cross(sub(r, p), sub(s, p)));
  };
  const [before, after] = [volume(t - 1e-3), volume(t + 1e-3)];
  return before > 0 !== after > 0 && Math.min(Math.abs(before), Math.abs(after)) > 1e-9 * c.size ** 3;
}

function places(c: Case, t: number): [Vec[], Vec[]] {
  return [between(c.things[0], c.things[1], t), between(c.things[2], c.things[3], t)];
}

/** `contact`: a time at which they meet for certain, though perhaps not the first. */
function judge(court: Court, c: Case, pair: Pair, contact: number | null): void {
  const { name } = court;
  const args = c.things.map((t) => argument(t));
  const t = court.call(name, args);
  if (t === THREW) return;
  if (t !== null && !(typeof t === 'number' && t >= 0 && t <= 1)) {
    court.wrong(`gives ${JSON.stringify(t)}`, name, args);
    return;
  }
  if (contact !== null) {
    if (t === null) court.wrong(`misses the contact at ${contact}`, name, args);
    else if (t > contact + (c.lattice ? 1e-12 : PLACED))
      court.wrong(`t = ${t} is late: they meet at ${contact}`, name, args);
  }
  if (t !== null) {
    const [a, b] = places(c, t);
    const distance = pair.distance(a, b);
    court.measure(c, distance);
    if (distance > NEARNESS * c.size + tolerance(c))
      court.wrong(`t = ${t}, when they are ${distance} apart`, name, args);
    return;
  }
  if (contact === null && !c.rounded) {
    const near = least((u) => pair.distance(...places(c, u)));
    if (near.value <= (c.lattice ? 0 : 1e-13 * c.size))
      court.wrong(`gives null, but they meet at ${near.t}`, name, args);
  }
}

/** The least of a function on [0, 1]: of many samples the best one, made better between its neighbours. */
export function least(f: (t: number) => number): { t: number; value: number } {
  let best = { t: 0, value: f(0) };
  for (let i = 1; i <= SAMPLES; i++) {
    const value = f(i / SAMPLES);
    if (value < best.value) best = { t: i / SAMPLES, value };
  }
  let [lo, hi] = [Math.max(0, best.t - 1 / SAMPLES), Math.min(1, best.t + 1 / SAMPLES)];
  for (let i = 0; i < 80 && best.value > 0; i++) {
    const [s, t] = [lo + (hi - lo) / 3, hi - (hi - lo) / 3];
    const [x, y] = [f(s), f(t)];
    if (x <= y) hi = t;
    else lo = s;
    if (Math.min(x, y) < best.value) best = x <= y ? { t: s, value: x } : { t, value: y };
  }
  return best;
}
