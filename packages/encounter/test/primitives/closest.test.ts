/** Nearest points of triangles and polygons against exact arithmetic, the kernels of meshes, and the general queries. */
import { describe, expect, it } from 'vitest';
import * as primitives from '../../src/primitives/index.ts';
import { Closest, Vec3 } from '../../src/primitives/index.ts';
import { trianglesMeet } from '../../src/primitives/triangle-triangle.ts';
import { distanceTriangleTriangle } from '../../src/primitives/triangle-triangle-distance.ts';
import { Rng, runs } from '../support/rng.ts';
import { distance } from '../support/triangle-reference.ts';
import { Lattice, mapped, type P, pointThing, type Thing, thingDistance, triangleThing } from './shapes.ts';
import { KINDS } from './triangles.ts';

const SEED = 20266;
/** Relative to sizes and distances. */
const ACCURACY = 1e-13;

type Pair = (a: unknown, b: unknown, out?: Closest) => Closest;
type Nearest = (a: unknown, b: unknown, out?: Vec3) => Vec3;
const functions = primitives as unknown as Record<string, Pair & Nearest>;

const toPoint = (v: Vec3): Thing => pointThing([v.x, v.y, v.z]);
const length = (a: Vec3, b: Vec3): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

function check(title: string, got: Closest, a: Thing, b: Thing, expected: number, allowed: number): void {
  const fail = (what: string): never =>
    expect.fail(`${title}: ${what}; ${JSON.stringify(a.value)}, ${JSON.stringify(b.value)}`);
  if (!(Math.abs(got.distance - expected) <= allowed)) fail(`distance ${got.distance}, not ${expected}`);
  if (!(Math.abs(length(got.pointA, got.pointB) - expected) <= allowed)) fail('the points are not that far apart');
  if (!(thingDistance(toPoint(got.pointA), a) <= allowed)) fail('pointA is off');
  if (!(thingDistance(toPoint(got.pointB), b) <= allowed)) fail('pointB is off');
  if ((got.distance === 0) !== (expected === 0)) fail(`distance ${got.distance}, not ${expected}`);
}

describe(`closest on a lattice (seed ${SEED})`, () => {
  for (const kind of ['Triangle', 'Polygon'] as const) {
    it(`closestPoint${kind}`, () => {
      const nearest: Nearest = functions[`closestPoint${kind}`];
      for (let i = 0; i < runs(400); i++) {
        const lattice = new Lattice(new Rng(SEED, i));
        const [point, thing] = [lattice.Point(), lattice[kind]()];
        const out = new Vec3();
        expect(nearest(point.value, thing.value, out)).toBe(out);
        const expected = thingDistance(point, thing);
        const got = thingDistance(point, toPoint(out));
        if (!(Math.abs(got - expected) <= 1e-14) || !(thingDistance(toPoint(out), thing) <= 1e-14))
          expect.fail(`${i}: ${JSON.stringify([point.value, thing.value])} gives ${JSON.stringify(out)}`);
      }
    });
  }

  for (const [first, second] of [
    ['Segment', 'Triangle'],
    ['Triangle', 'Triangle'],
    ['Segment', 'Polygon'],
    ['Polygon', 'Polygon'],
  ] as const) {
    it(`closest${first}${second}`, () => {
      const closest: Pair = functions[`closest${first}${second}`];
      const out = new Closest();
      for (let i = 0; i < runs(250); i++) {
        const lattice = new Lattice(new Rng(SEED + 1, i));
        const [a, b] = [lattice[first](), lattice[second]()];
        expect(closest(a.value, b.value, out)).toBe(out);
        check(`${i}`, out, a, b, thingDistance(a, b), 1e-14);
      }
    });
  }
});

describe(`closest on rounded points (seed ${SEED})`, () => {
  it('polygons that nearly touch or are nearly in one plane', () => {
    const out = new Closest();
    for (let i = 0; i < runs(250); i++) {
      const lattice = new Lattice(new Rng(SEED + 2, i));
      const third = (x: number): number => x / 3 + 7;
      const [a, b] = [mapped(lattice.Polygon(), third), mapped(lattice.Polygon(), (x) => third(x))];
      primitives.closestPolygonPolygon(a.value as never, b.value as never, out);
      const expected = thingDistance(a, b);
      // That they touch may be rounding: their triangles are not what they are made of.
      if (expected > 1e-14 || out.distance > 1e-14) check(`${i}`, out, a, b, expected, 1e-14);
    }
  });

  for (const [kind, make] of Object.entries(KINDS)) {
    it(`triangles, ${kind}, as meshes have them`, () => {
      const rng = new Rng(SEED + 3);
      const out = new Closest();
      const kernel = new Float64Array(7);
      for (let i = 0; i < runs(50); i++) {
        const { p, q } = make(rng);
        const at = (t: Float64Array, k: number): P => [t[3 * k], t[3 * k + 1], t[3 * k + 2]];
        const [a, b] = [p, q].map((t) => triangleThing(at(t, 0), at(t, 1), at(t, 2)));
        kernel[0] = Infinity;
        distanceTriangleTriangle(p, q, kernel);
        const meets = primitives.intersectsTriangleTriangle(a.value as never, b.value as never);
        expect(meets, `${i}: [${p}], [${q}]`).toBe(trianglesMeet(p, q));
        primitives.closestTriangleTriangle(a.value as never, b.value as never, out);
        const exact = distance(p, q);
        const size = Math.max(...[...p, ...q].map((x, k) => Math.abs(x - p[k % 3])));
        const rounding = 4 * ACCURACY * (size + exact) + 4e-16 * Math.max(...p.map(Math.abs), ...q.map(Math.abs));
        // A needle that is narrower than 1e-10 of its length is measured by its edges.
        const allowed = rounding + (kind.includes('needle') ? 1e-10 * size : 0);
        expect(Math.abs(Math.sqrt(kernel[0]) - exact)).toBeLessThanOrEqual(rounding);
        check(`${i}`, out, a, b, exact, allowed);
      }
    });

    it(`closestPointTriangle, ${kind}`, () => {
      const rng = new Rng(SEED + 4);
      const out = new Vec3();
      for (let i = 0; i < runs(100); i++) {
        const { p, q } = make(rng);
        const [t, x] = rng.chance(0.5) ? [p, q] : [q, p];
        const at = (k: number): P => [t[3 * k], t[3 * k + 1], t[3 * k + 2]];
        const point: P = [x[0], x[1], x[2]];
        const thing = triangleThing(at(0), at(1), at(2));
        primitives.closestPointTriangle(point, thing.value as never, out);
        const exact = thingDistance(pointThing(point), thing);
        const size = Math.max(...t.map((c, k) => Math.abs(c - t[k % 3])));
        const allowed = ACCURACY * (size + exact) + 4e-16 * Math.max(...t.map(Math.abs), ...point.map(Math.abs));
        const off = thingDistance(toPoint(out), thing);
        const got = thingDistance(toPoint(out), pointThing(point));
        if (!(off <= allowed && Math.abs(got - exact) <= allowed))
          expect.fail(`${i}: [${point}], [${t}] gives ${JSON.stringify(out)}, off by ${off} and ${got - exact}`);
      }
    });
  }
});
