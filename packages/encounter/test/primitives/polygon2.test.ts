/**
 * Convex polygons of the plane. Whether they meet is judged in integers: a corner of one in the other, or two sides that cross, for
 * which nothing is projected. Depths are judged by a hull of all differences of corners, and by the general query on prisms.
 */
import { describe, expect, test } from 'vitest';
import { Collider, intersects, Polytope, penetration } from '../../src/index.ts';
import {
  closestPointPolygon2,
  intersectsPolygon2Polygon2,
  Penetration2,
  penetrationPolygon2Polygon2,
} from '../../src/primitives/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(20261120);

type P = readonly [number, number];

const area = (a: P, b: P, c: P): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Corners of the hull, counterclockwise; exact for small integers. */
function hullOf(points: readonly P[]): P[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: readonly P[]): P[] => {
    const out: P[] = [];
    for (const p of list) {
      while (out.length > 1 && area(out[out.length - 2], out[out.length - 1], p) <= 0) out.pop();
      if (out.length === 0 || out[out.length - 1][0] !== p[0] || out[out.length - 1][1] !== p[1]) out.push(p);
    }
    return out;
  };
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  return lower.length === 1 ? lower : [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** The hull of a few points of the lattice, or of the plane: a polygon, a segment or a point. */
function polygon(rng: Rng, whole: boolean): P[] {
  const count = rng.integer(1, 8);
  const at: P = whole ? [rng.integer(-4, 4), rng.integer(-4, 4)] : [rng.range(-2, 2), rng.range(-2, 2)];
  const point = (): P =>
    whole
      ? [at[0] + rng.integer(-3, 3), at[1] + rng.integer(-3, 3)]
      : [at[0] + rng.range(-2, 2), at[1] + rng.range(-2, 2)];
  return hullOf(Array.from({ length: count }, point));
}

/** The same set in other words: another start, the other sense, corners twice, corners on sides. */
function disguised(points: readonly P[], rng: Rng, whole: boolean): P[] {
  const start = rng.int(points.length);
  let out = [...points.slice(start), ...points.slice(0, start)];
  if (rng.chance(0.5)) out.reverse();
  out = out.flatMap((p) => (rng.chance(0.2) ? [p, p] : [p]));
  if (whole)
    out = out.flatMap((p, i) => {
      const q = out[(i + 1) % out.length];
      const middle: P = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
      return rng.chance(0.2) ? [p, middle] : [p];
    });
  return out;
}

const sides = (points: readonly P[]): (readonly [P, P])[] => points.map((p, i) => [p, points[(i + 1) % points.length]]);

function isOn(p: P, [a, b]: readonly [P, P]): boolean {
  const within = (k: 0 | 1) => p[k] >= Math.min(a[k], b[k]) && p[k] <= Math.max(a[k], b[k]);
  return area(a, b, p) === 0 && within(0) && within(1);
}

/** Whether a counterclockwise polygon contains a point. */
const contains = (points: readonly P[], p: P): boolean =>
  sides(points).some((side) => isOn(p, side)) ||
  (points.length > 2 && sides(points).every(([a, b]) => area(a, b, p) > 0));

function meet(a: readonly P[], b: readonly P[]): boolean {
  if (a.some((p) => contains(b, p)) || b.some((p) => contains(a, p))) return true;
  return sides(a).some(([p, q]) =>
    sides(b).some(([r, s]) => area(p, q, r) * area(p, q, s) < 0 && area(r, s, p) * area(r, s, q) < 0),
  );
}

/** The distance of the origin from the boundary of the differences of corners; 0 where these have no area. */
function depthOf(a: readonly P[], b: readonly P[]): number {
  const hull = hullOf(a.flatMap((p) => b.map((q): P => [p[0] - q[0], p[1] - q[1]])));
  if (hull.length < 3) return 0;
  return Math.min(...sides(hull).map(([p, q]) => area(p, q, [0, 0]) / Math.hypot(q[0] - p[0], q[1] - p[1])));
}

describe('polygons of the plane', () => {
  test(`overlap and depth on the lattice (seed ${seed})`, () => {
    const seen = { apart: 0, touching: 0, deep: 0 };
    for (let i = 0; i < runs(1000); i++) {
      const rng = new Rng(seed, i);
      const a = polygon(rng, true);
      const b = polygon(rng, true);
      const [x, y] = [disguised(a, rng, true), disguised(b, rng, true)];
      const message = `case ${i}: ${JSON.stringify([x, y])}`;
      const expected = meet(a, b);
      expect(intersectsPolygon2Polygon2(x, y), message).toBe(expected);
      expect(intersectsPolygon2Polygon2(y, x), message).toBe(expected);
      const found = penetrationPolygon2Polygon2(x, y);
      expect(found !== null, message).toBe(expected);
      if (found === null) {
        seen.apart++;
        continue;
      }
      const depth = depthOf(a, b);
      if (depth === 0) {
        seen.touching++;
        expect(found.depth, message).toBe(0);
      } else seen.deep++;
      expect(found.depth, message).toBeCloseTo(depth, 12);
      checkWayOut(x, y, found, message);
      expect(penetrationPolygon2Polygon2(y, x)?.depth, message).toBeCloseTo(depth, 12);
    }
    expect(Math.min(seen.apart, seen.touching, seen.deep)).toBeGreaterThan(0);
  });

  test(`overlap and depth anywhere, and as prisms have it (seed ${seed})`, () => {
    const prism = (points: readonly P[]): Collider =>
      new Collider(new Polytope(points.flatMap(([x, y]) => [x, y, -9, x, y, 9])));
    for (let i = 0; i < runs(300); i++) {
      const rng = new Rng(seed, i);
      const a = polygon(rng, false);
      const b = polygon(rng, false);
      const [x, y] = [disguised(a, rng, false), disguised(b, rng, false)];
      const message = `case ${i}: ${JSON.stringify([x, y])}`;
      const found = penetrationPolygon2Polygon2(x, y);
      expect(intersectsPolygon2Polygon2(x, y), message).toBe(found !== null);
      expect(intersects(prism(a), prism(b)), message).toBe(found !== null);
      if (found === null) continue;
      expect(found.depth, message).toBeCloseTo(depthOf(a, b), 12);
      expect(found.depth, message).toBeCloseTo(penetration(prism(a), prism(b))?.depth ?? Number.NaN, 8);
      checkWayOut(x, y, found, message);
    }
  });

  /** A unit normal; moved by a little more than the depth b is off, by a little less it is not. */
  function checkWayOut(a: readonly P[], b: readonly P[], { depth, normal }: Penetration2, message: string): void {
    expect(Math.hypot(...normal), message).toBeCloseTo(1, 14);
    const moved = (by: number): P[] => b.map(([x, y]) => [x + by * normal[0], y + by * normal[1]]);
    expect(intersectsPolygon2Polygon2(a, moved(depth + 1e-6)), message).toBe(false);
    if (depth > 1e-6) expect(intersectsPolygon2Polygon2(a, moved(depth - 1e-6)), message).toBe(true);
  }

  test(`nearest points (seed ${seed})`, () => {
    for (let i = 0; i < runs(1000); i++) {
      const rng = new Rng(seed, i);
      const whole = i % 2 === 0;
      const a = polygon(rng, whole);
      const p: P = whole ? [rng.integer(-6, 6), rng.integer(-6, 6)] : [rng.range(-4, 4), rng.range(-4, 4)];
      const x = disguised(a, rng, whole);
      const message = `case ${i}: ${JSON.stringify([p, x])}`;
      const q = closestPointPolygon2(p, x);
      if (contains(a, p)) {
        expect(q, message).toEqual([p[0] + 0, p[1] + 0]);
        continue;
      }
      // On the boundary, and no point of the polygon is nearer: all of it is behind the line across, where q is.
      const [dx, dy] = [p[0] - q[0], p[1] - q[1]];
      for (const [cx, cy] of a) expect(dx * (cx - q[0]) + dy * (cy - q[1]), message).toBeLessThan(1e-12);
      const offSide = Math.min(
        ...sides(a).map(([r, s]) =>
          Math.abs(
            Math.hypot(q[0] - r[0], q[1] - r[1]) +
              Math.hypot(q[0] - s[0], q[1] - s[1]) -
              Math.hypot(r[0] - s[0], r[1] - s[1]),
          ),
        ),
      );
      expect(offSide, message).toBeLessThan(1e-7);
    }
  });

  test('touching corners and sides that doubles cannot show', () => {
    // 0.1 + 0.2 is above 0.3 by one ulp: apart by as little, and touching when equal.
    const box = (x: number): P[] => [
      [x, 0],
      [x + 1, 0],
      [x + 1, 1],
      [x, 1],
    ];
    expect(intersectsPolygon2Polygon2(box(-0.7), [[0.1 + 0.2, 0.5]])).toBe(-0.7 + 1 >= 0.1 + 0.2);
    // A corner on a slanted line, far away: off by one ulp, it is apart.
    const wedge: P[] = [
      [0, 0],
      [3e7, 1e7],
      [0, 1e7],
    ];
    expect(penetrationPolygon2Polygon2(wedge, [[15e6, 5e6]])?.depth).toBe(0);
    expect(penetrationPolygon2Polygon2(wedge, [[15e6 + 2 ** -29, 5e6]])).toBeNull();
  });

  test(`turned polygons with corners on their sides, rounded (seed ${seed})`, () => {
    for (let i = 0; i < runs(300); i++) {
      const rng = new Rng(seed, i);
      const a = polygon(rng, true);
      const b = polygon(rng, true);
      const [c, s] = [Math.cos(i), Math.sin(i)];
      const turned = (points: readonly P[]): P[] => points.map(([x, y]) => [c * x - s * y + 1e3, s * x + c * y - 1e3]);
      const message = `case ${i}: ${JSON.stringify([a, b])}`;
      const depth = depthOf(a, b);
      const found = penetrationPolygon2Polygon2(
        turned(disguised(a, rng, a.length > 2)),
        turned(disguised(b, rng, b.length > 2)),
      );
      if (!meet(a, b) || depth > 0) expect(found !== null, message).toBe(meet(a, b));
      if (found !== null) expect(found.depth, message).toBeCloseTo(depth, 9);
    }
  });

  test('results are written into what is given', () => {
    const square: P[] = [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ];
    const out = new Penetration2();
    expect(penetrationPolygon2Polygon2(square, [[1.5, 1]], out)).toBe(out);
    expect(out.depth).toBe(0.5);
    expect(out.normal).toEqual([1, 0]);
    const point: [number, number] = [0, 0];
    expect(closestPointPolygon2({ x: 5, y: 1 }, square, point)).toBe(point);
    expect(point).toEqual([2, 1]);
  });

  test('a box in a box leaves by the nearest side', () => {
    const box = (x: number, y: number, w: number, h: number): { x: number; y: number }[] => [
      { x, y },
      { x: x + w, y },
      { x: x + w, y: y + h },
      { x, y: y + h },
    ];
    const found = penetrationPolygon2Polygon2(box(0, 0, 10, 10), box(1, 4, 2, 2));
    expect(found?.depth).toBe(3);
    expect(found?.normal).toEqual([-1, 0]);
  });

  test('what is not convex is refused', () => {
    const refused: readonly (readonly P[])[] = [
      // an arrow, a bow tie, a star, a spike, a way there and back
      [
        [0, 0],
        [4, 0],
        [1, 1],
        [0, 4],
      ],
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
      [
        [0, 3],
        [2, -3],
        [-3, 1],
        [3, 1],
        [-2, -3],
      ],
      [
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [1, 0],
      ],
      // twice around
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      // concave by more than rounding
      [
        [0, 0],
        [0.5, 1e-7],
        [1, 0],
        [0.5, 1],
      ],
    ];
    for (const points of refused) {
      const message = JSON.stringify(points);
      expect(() => intersectsPolygon2Polygon2(points, [[0, 0]]), message).toThrow(RangeError);
      expect(() => intersectsPolygon2Polygon2([[0, 0]], points), message).toThrow(/b must be convex/);
      expect(() => closestPointPolygon2([0, 0], points), message).toThrow(/polygon must be convex/);
    }
    // Concave by an ulp, it is its hull; exactly: what is in the dent is inside, one ulp below is not.
    const dented: readonly P[] = [
      [0, 0],
      [0.5, Number.EPSILON],
      [1, 0],
      [0.5, 1],
    ];
    expect(penetrationPolygon2Polygon2(dented, [[0.5, 0]])?.depth).toBe(0);
    expect(intersectsPolygon2Polygon2(dented, [[0.5, -Number.MIN_VALUE]])).toBe(false);
    // On one line any order is a segment.
    expect(
      intersectsPolygon2Polygon2(
        [
          [0, 0],
          [2, 2],
          [1, 1],
          [-1, -1],
        ],
        [[-0.5, -0.5]],
      ),
    ).toBe(true);
    expect(
      intersectsPolygon2Polygon2(
        [
          [0, 0],
          [2, 2],
          [1, 1],
          [-1, -1],
        ],
        [[-0.5, -0.25]],
      ),
    ).toBe(false);
  });

  test('bad arguments are refused by name', () => {
    expect(() => intersectsPolygon2Polygon2([], [[0, 0]])).toThrow(/a must have a point/);
    expect(() => intersectsPolygon2Polygon2(3 as never, [[0, 0]])).toThrow(/a must be a list of points/);
    expect(() => penetrationPolygon2Polygon2([[0, 0]], [[0, Number.NaN]])).toThrow(/b\.y must be finite/);
    expect(() => closestPointPolygon2([0, 0, 0], [[0, 0]])).toThrow(/point must be \{x, y\} or \[x, y\]/);
  });
});
