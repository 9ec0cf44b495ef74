/** Decisions about triangles and polygons against exact arithmetic: on a lattice, where things touch, and on rounded points. */
import { describe, expect, it } from 'vitest';
import * as primitives from '../../src/primitives/index.ts';
import { Rng, runs } from '../support/rng.ts';
import { Lattice, mapped, type P, pointThing, type Thing, thingDistance, thingsMeet } from './shapes.ts';

const SEED = 20263;

type Test = (a: unknown, b: unknown) => boolean;
type Kind = 'Point' | 'Segment' | 'Box' | 'Obb' | 'Triangle' | 'Polygon';

const KINDS: readonly Kind[] = ['Point', 'Segment', 'Box', 'Obb', 'Triangle', 'Polygon'];
const PAIRS = (['Triangle', 'Polygon'] as const).flatMap((second) =>
  KINDS.slice(0, KINDS.indexOf(second) + 1).map((first) => [first, second] as const),
);

function testOf(name: string): Test {
  return (primitives as unknown as Record<string, Test>)[name];
}

/** The same thing, its vectors as objects. */
function asObjects(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length === 3 && typeof value[0] === 'number'
      ? { x: value[0], y: value[1], z: value[2] }
      : value.map(asObjects);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asObjects(part)]));
}

const show = (name: string, a: Thing, b: Thing): string =>
  `${name}(${JSON.stringify(a.value)}, ${JSON.stringify(b.value)})`;

describe(`intersects on a lattice (seed ${SEED})`, () => {
  for (const [first, second] of PAIRS) {
    const name = `intersects${first}${second}`;
    it(`${name} is exact`, () => {
      let yes = 0;
      const count = runs(500);
      for (let i = 0; i < count; i++) {
        const lattice = new Lattice(new Rng(SEED, i));
        const [a, b] = [lattice[first](), lattice[second]()];
        const expected = thingsMeet(a, b);
        if (testOf(name)(a.value, b.value) !== expected) expect.fail(`${i}: ${show(name, a, b)} is not ${expected}`);
        if (testOf(name)(asObjects(a.value), asObjects(b.value)) !== expected)
          expect.fail(`${i}: ${show(name, a, b)} with objects is not ${expected}`);
        if (first === second && testOf(name)(b.value, a.value) !== expected)
          expect.fail(`${i}: ${show(name, b, a)} is not ${expected}`);
        if (expected) yes++;
      }
      // Both answers are common.
      expect(yes).toBeGreaterThan(count / 50);
      expect(yes).toBeLessThan((count * 49) / 50);
    });
  }

  for (const second of ['Triangle', 'Polygon'] as const) {
    it(`intersectsSphere${second} is exact, at any scale`, () => {
      let touching = 0;
      for (let i = 0; i < runs(500); i++) {
        const rng = new Rng(SEED + 1, i);
        const lattice = new Lattice(rng);
        const thing = lattice[second]();
        // Half of them straight away from a vertex, where many distances are integers.
        const [v, step, axis] = [rng.pick(thing.points), rng.integer(-3, 3), rng.int(3)];
        const away = v.map((x, k) => (k === axis ? x + step : x)) as unknown as P;
        const center = rng.chance(0.5) ? pointThing(away) : lattice.Point();
        const distance = thingDistance(center, thing);
        const radius = rng.chance(0.5) ? Math.round(distance) : rng.pick([0, 0.5, 1, 2, 3, 5]);
        // On the lattice a distance is the radius, or differs from it in the first digits.
        const expected = distance <= radius * (1 + 1e-12);
        if (expected && distance > radius * (1 - 1e-12)) touching++;
        for (const scale of [1, 1000, 2 ** -30, 1e-3]) {
          const by = (x: number): number => x * scale;
          const sphere = { center: center.points[0].map(by), radius: radius * scale };
          const got = testOf(`intersectsSphere${second}`)(sphere, mapped(thing, by).value);
          // A thousandth is rounded, so that what touched may be off.
          if (got !== expected && !(scale === 1e-3 && Math.abs(distance - radius) < 1e-9))
            expect.fail(
              `${i}: ${JSON.stringify(sphere)}, ${JSON.stringify(thing.value)} × ${scale} is not ${expected}`,
            );
        }
      }
      expect(touching).toBeGreaterThan(runs(500) / 20);
    });

    it(`intersectsPlane${second} is exact, for normals of any length`, () => {
      for (let i = 0; i < runs(400); i++) {
        const rng = new Rng(SEED + 2, i);
        const lattice = new Lattice(rng);
        const thing = lattice[second]();
        const [n, p] = [lattice.direction(), lattice.point()];
        const dot = (q: readonly number[]): bigint =>
          BigInt(n[0]) * BigInt(q[0]) + BigInt(n[1]) * BigInt(q[1]) + BigInt(n[2]) * BigInt(q[2]);
        const sides = thing.points.map((q) => dot(q) - dot(p));
        const expected = !(sides.every((s) => s > 0n) || sides.every((s) => s < 0n));
        const plane = { normal: n, offset: Number(dot(p)) };
        expect(testOf(`intersectsPlane${second}`)(plane, thing.value), `${i}: ${JSON.stringify(plane)}`).toBe(expected);
      }
    });
  }
});

describe(`intersects on rounded points (seed ${SEED})`, () => {
  // Tenths are rounded: what touched on the lattice is apart or overlaps in the last digit, and still the answer is exact.
  for (const [first, second] of [
    ['Point', 'Triangle'],
    ['Segment', 'Triangle'],
    ['Triangle', 'Triangle'],
  ] as const) {
    const name = `intersects${first}${second}`;
    it(`${name} is exact`, () => {
      let differ = 0;
      for (let i = 0; i < runs(500); i++) {
        const lattice = new Lattice(new Rng(SEED + 3, i));
        const [a, b] = [lattice[first](), lattice[second]()];
        const [c, d] = [mapped(a, (x) => x / 10), mapped(b, (x) => 0.1 * x + 0.3 - 0.3)];
        const expected = thingsMeet(c, d);
        if (expected !== thingsMeet(a, b)) differ++;
        if (testOf(name)(c.value, d.value) !== expected) expect.fail(`${i}: ${show(name, c, d)} is not ${expected}`);
      }
      expect(differ).toBeGreaterThan(0);
    });
  }
});

describe('polygons, by hand', () => {
  it('a box that reaches through the inside of a polygon with one corner', () => {
    // Of the plane ±x ±y ±z = 2.5 the unit box around the origin has just a corner, and no edge of the square is near.
    for (let corner = 0; corner < 8; corner++) {
      const n = [corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1];
      const square = (offset: number): unknown => {
        const [u, v] = [
          [n[0], -n[1], 0],
          [n[0], n[1], -2 * n[2]],
        ];
        const at = (i: number, j: number): number[] => n.map((x, k) => (offset / 3) * x + 8 * (i * u[k] + j * v[k]));
        return { points: [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)] };
      };
      const box = { min: [-1, -1, -1], max: [1, 1, 1] };
      expect(testOf('intersectsBoxPolygon')(box, square(2.5)), `${corner}`).toBe(true);
      expect(testOf('intersectsBoxPolygon')(box, square(3)), `${corner}`).toBe(true);
      expect(testOf('intersectsBoxPolygon')(box, square(3.5)), `${corner}`).toBe(false);
    }
  });

  it('a comb, whose teeth and gaps another polygon meets or misses', () => {
    // Teeth stand on 2i … 2i + 1, up to y = 3; the back is below y = 0.
    const teeth = 12;
    const points: number[][] = [];
    for (let i = 0; i < teeth; i++) points.push([2 * i, 0, 0], [2 * i, 3, 0], [2 * i + 1, 3, 0], [2 * i + 1, 0, 0]);
    points.push([2 * teeth - 1, -1, 0], [0, -1, 0]);
    const comb = { points };
    /** A triangle across the plane of the comb that cuts it between two x, at y = 1.5 and a bit on a slant. */
    const across = (from: number, to: number): unknown => ({
      points: [
        [from, 1.5, 0],
        [to, 1.5625, 0],
        [(from + to) / 2, 1.5, 5],
      ].map(([x, y, z], k) => [x, y, k < 2 ? -0.5 : z]),
    });
    const wide = { points: [-1, 1].map((z) => [-5, 2, z]).concat([1, -1].map((z) => [50, 2, z])) };
    expect(testOf('intersectsPolygonPolygon')(comb, wide)).toBe(true);
    for (let i = 0; i < teeth - 1; i++) {
      for (const [from, to, expected] of [
        [2 * i + 1.1, 2 * i + 1.9, false],
        [2 * i + 0.2, 2 * i + 0.8, true],
        [2 * i + 1.2, 2 * i + 2.6, true],
      ] as const) {
        expect(testOf('intersectsPolygonPolygon')(comb, across(from, to)), `${from} ${to}`).toBe(expected);
        expect(testOf('intersectsPolygonPolygon')(across(from, to), comb), `${from} ${to}`).toBe(expected);
      }
      // Two combs, one turned out of the plane around y = 1.5, whose teeth are in the gaps of the other, or not.
      const turned = (shift: number): unknown => ({ points: points.map(([x, y]) => [x + shift, 1.5, y - 1.5]) });
      expect(testOf('intersectsPolygonPolygon')(comb, turned(0.5))).toBe(true);
    }
    const thin: number[][] = [];
    for (let i = 0; i < teeth; i++)
      thin.push([2 * i + 1.2, 1.5, -1], [2 * i + 1.2, 1.5, 2], [2 * i + 1.8, 1.5, 2], [2 * i + 1.8, 1.5, -1]);
    thin.push([2 * teeth, 1.5, -2], [0, 1.5, -2]);
    expect(testOf('intersectsPolygonPolygon')(comb, { points: thin })).toBe(false);
    const touching = thin.map(([x, y, z], i) => (i === 30 || i === 31 ? [16, y, z] : [x, y, z]));
    expect(testOf('intersectsPolygonPolygon')(comb, { points: touching })).toBe(true);
  });

  it('a hole, and the edges that join it to the outside', () => {
    const frame = {
      points: [
        [0, 0, 0],
        [4, 0, 0],
        [4, 4, 0],
        [0, 4, 0],
        [0, 0, 0],
        [1, 1, 0],
        [1, 3, 0],
        [3, 3, 0],
        [3, 1, 0],
        [1, 1, 0],
      ],
    };
    const has = (x: number, y: number): boolean => testOf('intersectsPointPolygon')([x, y, 0], frame);
    expect(has(0.5, 0.5)).toBe(true);
    expect(has(0.25, 0.75)).toBe(true);
    expect(has(2, 2)).toBe(false);
    expect(has(1, 2)).toBe(true);
    expect(has(3.5, 3.5)).toBe(true);
    expect(testOf('intersectsSegmentPolygon')({ from: [2, 2, -1], to: [2, 2, 1] }, frame)).toBe(false);
    expect(testOf('intersectsSegmentPolygon')({ from: [1.5, 2, 0], to: [2.5, 2, 0] }, frame)).toBe(false);
    expect(testOf('intersectsSegmentPolygon')({ from: [1.5, 2, 0], to: [3, 2, 0] }, frame)).toBe(true);
    expect(testOf('intersectsSpherePolygon')({ center: [2, 2, 0], radius: 0.99 }, frame)).toBe(false);
    expect(testOf('intersectsSpherePolygon')({ center: [2, 2, 0], radius: 1 }, frame)).toBe(true);
    expect(testOf('intersectsBoxPolygon')({ min: [1.5, 1.5, -1], max: [2.5, 2.5, 1] }, frame)).toBe(false);
    expect(testOf('intersectsBoxPolygon')({ min: [1.5, 1.5, -1], max: [3, 2.5, 1] }, frame)).toBe(true);
  });
});
