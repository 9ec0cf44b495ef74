/** The exact arithmetic against other exact ways: planes that separate, triangles, and pieces of polygons. */
import earcut from 'earcut';
import { describe, expect, it } from 'vitest';
import { latticeOutline } from '../fuzz/primitives/outlines.ts';
import {
  cross,
  distanceSq,
  dot,
  hullsMeet,
  Integers,
  isZero,
  nearest,
  quotient,
  rayToSegment,
  root,
  segmentsMeet,
  split,
  sub,
  type V,
} from './exact.ts';
import { Region } from './exact-polygon.ts';
import { Rng, runs, seedFromEnv } from './rng.ts';
import { distance, meet } from './triangle-reference.ts';

const seed = seedFromEnv(5001);

const latticePoint = (rng: Rng, half = 3): V => [
  BigInt(rng.integer(-half, half)),
  BigInt(rng.integer(-half, half)),
  BigInt(rng.integer(-half, half)),
];

const latticePoints = (rng: Rng, most: number): V[] =>
  Array.from({ length: rng.integer(1, most) }, () => latticePoint(rng));

/**
 * Another way to tell whether hulls meet: they do not if and only if a plane separates them, and then one does that is across two
 * differences of their points, or two such normals, or one difference, or the way between them.
 */
function separated(p: readonly V[], q: readonly V[]): boolean {
  const edges = [p, q].flatMap((list) => list.flatMap((a, i) => list.slice(i + 1).map((b) => sub(b, a))));
  const d = sub(q[0], p[0]);
  const normals = edges.flatMap((e, i) => edges.slice(i + 1).map((f) => cross(e, f))).filter((n) => !isZero(n));
  const axes = [
    d,
    ...edges,
    ...normals,
    ...edges.map((e) => cross(e, cross(e, d))),
    ...normals.flatMap((n) => edges.map((e) => cross(n, e))),
  ];
  const isBefore = (n: V): boolean => {
    const [a, b] = [p.map((x) => dot(n, x)), q.map((x) => dot(n, x))];
    return a.every((x) => b.every((y) => x < y)) || a.every((x) => b.every((y) => x > y));
  };
  return axes.some(isBefore);
}

describe(`exact arithmetic, seed ${seed}`, () => {
  it('takes doubles as they are', () => {
    for (const x of [0, 1, -3, 0.1, 1e-3, -1e6, 2 ** 60, 5e-324, 1 + 2 ** -52]) {
      const [m, e] = split(x);
      expect(Number(m) * 2 ** e).toBe(x);
    }
    const z = new Integers([0.5, 3, -0.125]);
    expect([z.of(0.5), z.of(3), z.of(-0.125), z.of(0)]).toEqual([4n, 24n, -1n, 0n]);
    expect(new Integers([4, 8]).of(8)).toBe(8n);
  });

  it('rounds quotients and roots once', () => {
    const rng = new Rng(seed, 1);
    for (let i = 0; i < runs(500); i++) {
      const [a, b] = [rng.integer(-1e9, 1e9), rng.integer(1, 1e9)];
      expect(quotient(BigInt(a), BigInt(b))).toBeCloseTo(a / b, 15 - Math.ceil(Math.log10(Math.abs(a / b) + 1)));
      const exact = Math.sqrt(Math.abs(a) / b);
      expect(Math.abs(root(BigInt(Math.abs(a)), BigInt(b)) - exact)).toBeLessThanOrEqual(4e-16 * exact);
    }
    expect(quotient(1n << 3000n, 1n << 2990n)).toBe(1024);
    expect(root(9n << 2000n, 1n << 2002n)).toBe(1.5);
  });

  it('nearest points of hulls: touching and apart as separating planes say', () => {
    const rng = new Rng(seed, 2);
    let met = 0;
    for (let i = 0; i < runs(600); i++) {
      const [p, q] = [latticePoints(rng, 4), latticePoints(rng, 4)];
      const expected = !separated(p, q);
      if (expected) met++;
      expect(hullsMeet(p, q), `case ${i}`).toBe(expected);
      expect(isZero(nearest(p, q).x), `case ${i}`).toBe(expected);
    }
    expect(met).toBeGreaterThan(runs(600) / 20);
  });

  it('nearest points of hulls: distances of triangles as their features say', () => {
    const rng = new Rng(seed, 3);
    for (let i = 0; i < runs(400); i++) {
      const number = (): number => (i % 2 === 0 ? rng.integer(-3, 3) : rng.range(-3, 3));
      const [p, q] = [Array.from({ length: 9 }, number), Array.from({ length: 9 }, number)];
      const z = new Integers([...p, ...q]);
      const corners = (list: number[]): V[] =>
        [0, 3, 6].map((k) => [z.of(list[k]), z.of(list[k + 1]), z.of(list[k + 2])]);
      const expected = distance(p, q);
      expect(hullsMeet(corners(p), corners(q))).toBe(meet(p, q));
      expect(Math.abs(z.length(distanceSq(corners(p), corners(q))) - expected)).toBeLessThanOrEqual(4e-16 * expected);
    }
  });

  it('segments and rays as hulls', () => {
    const rng = new Rng(seed, 4);
    for (let i = 0; i < runs(600); i++) {
      const [a, b, c, d] = [latticePoint(rng, 2), latticePoint(rng, 2), latticePoint(rng, 2), latticePoint(rng, 2)];
      expect(segmentsMeet(a, b, c, d)).toBe(hullsMeet([a, b], [c, d]));
      const dir = sub(b, a);
      if (isZero(dir)) continue;
      const hit = rayToSegment(a, dir, c, d);
      const end: V = [a[0] + 50n * dir[0], a[1] + 50n * dir[1], a[2] + 50n * dir[2]];
      expect(hit !== null).toBe(segmentsMeet(a, end, c, d));
      if (hit === null) continue;
      // At this time, and not before.
      const at = (num: bigint, den: bigint): V => [0, 1, 2].map((k) => den * a[k] + num * dir[k]) as unknown as V;
      const scaled = (p: V, s: bigint): V => [s * p[0], s * p[1], s * p[2]];
      const { num, den } = hit;
      expect(hullsMeet([at(num, den)], [scaled(c, den), scaled(d, den)])).toBe(true);
      if (num === 0n) continue;
      const s = 1000n * den;
      expect(hullsMeet([scaled(a, s), at(999n * num, s)], [scaled(c, s), scaled(d, s)])).toBe(false);
    }
  });

  it('polygons, nonconvex and with holes, as the triangles they are made of', () => {
    const rng = new Rng(seed, 5);
    let [inside, hit] = [0, 0];
    for (let i = 0; i < runs(80); i++) {
      // Doubled, as some outlines have halves and quarters.
      const outline = latticeOutline(rng).points.map(([x, y]): [number, number] => [4 * x, 4 * y]);
      const lift = (x: number, y: number): V => [BigInt(x), BigInt(y), BigInt(x + y)];
      const region = new Region(outline.map(([x, y]) => lift(x, y)));
      const cut = earcut(outline.flat());
      const pieces: V[][] = [];
      for (let k = 0; k < cut.length; k += 3) pieces.push([0, 1, 2].map((j) => lift(...outline[cut[k + j]])));
      // What is on a line has no pieces.
      if (region.isDegenerate) pieces.push(...region.edges.map((edge) => [...edge]));
      for (let k = 0; k < 20; k++) {
        const x = lift(rng.integer(-10, 10), rng.integer(-10, 10));
        const expected = pieces.some((t) => hullsMeet(t, [x]));
        if (expected) inside++;
        expect(region.hasPoint(x), `case ${i}.${k}`).toBe(expected);
        const [a, b, c]: V[] = [0, 1, 2].map(
          (): V => [BigInt(rng.integer(-9, 9)), BigInt(rng.integer(-9, 9)), BigInt(rng.integer(-9, 9))],
        );
        const meets = (points: V[]): boolean => pieces.some((t) => hullsMeet(t, points));
        expect(region.meetsSegment(a, b), `case ${i}.${k}`).toBe(meets([a, b]));
        expect(region.meetsSegment(x, b), `case ${i}.${k}`).toBe(meets([x, b]));
        expect(region.meetsHull([a, b, c]), `case ${i}.${k}`).toBe(meets([a, b, c]));
        const other = new Region([a, b, c]);
        expect(region.meetsRegion(other), `case ${i}.${k}`).toBe(meets([a, b, c]));
        if (meets([a, b])) hit++;
        const far = pieces.map((t) => distanceSq(t, [a])).reduce((s, t) => (t.num * s.den < s.num * t.den ? t : s));
        const found = region.distanceSqTo(a);
        expect(found.num * far.den, `case ${i}.${k}`).toBe(far.num * found.den);
        if (isZero(sub(b, a))) continue;
        const times = pieces.map((t) => new Region(t).rayHit(a, sub(b, a))).filter((t) => t !== null);
        const first = times.length === 0 ? null : times.reduce((s, t) => (t.num * s.den < s.num * t.den ? t : s));
        const got = region.rayHit(a, sub(b, a));
        expect(got === null).toBe(first === null);
        if (got !== null && first !== null) expect(got.num * first.den).toBe(first.num * got.den);
      }
    }
    expect(inside).toBeGreaterThan(runs(80));
    expect(hit).toBeGreaterThan(runs(80));
  });
});
