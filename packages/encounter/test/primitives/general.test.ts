/** Triangles and polygons in doubles, against the general queries of colliders on the same shapes. */
import { describe, expect, it } from 'vitest';
import {
  Box,
  Collider,
  closestPoints,
  Halfspace,
  Mesh,
  Point,
  Polygon,
  rayCast,
  Segment,
  type Shape,
  Sphere,
  signedDistance,
  Triangle,
} from '../../src/index.ts';
import * as primitives from '../../src/primitives/index.ts';
import { Rng, runs } from '../support/rng.ts';

const SEED = 20268;
/** Decisions nearer to touching than this are left to the exact tests. */
const CLEAR = 1e-7;

type P = readonly [number, number, number];

interface Thing {
  readonly value: unknown;
  readonly collider: Collider;
}

const functions = primitives as unknown as Record<string, (a: unknown, b: unknown) => unknown>;

const add = (a: P, b: P): P => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** A star around the first point, in a plane: nonconvex, and flat but for rounding; or its convex hull. */
function outline(rng: Rng, center: P, convex: boolean): P[] {
  const [u, w] = [rng.direction(), rng.direction()];
  const n = rng.integer(4, 9);
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    const r = convex ? 1 : rng.range(0.3, 1.2);
    const [c, s] = [r * Math.cos(angle), r * Math.sin(angle)];
    return [center[0] + c * u[0] + s * w[0], center[1] + c * u[1] + s * w[1], center[2] + c * u[2] + s * w[2]] as const;
  });
}

const KINDS: Readonly<Record<string, (rng: Rng, at: P) => Thing>> = {
  Point: (_, at) => ({ value: at, collider: new Collider(new Point(at)) }),
  Segment: (rng, at) => {
    const [from, to] = [add(at, rng.inBall(1)), add(at, rng.inBall(1))];
    return { value: { from, to }, collider: new Collider(new Segment(from, to)) };
  },
  Sphere: (rng, at) => {
    const radius = rng.range(0.1, 0.6);
    return { value: { center: at, radius }, collider: new Collider(new Sphere(radius), { position: at }) };
  },
  Box: (rng, at) => {
    const half = rng.inBox(0.5).map(Math.abs);
    const value = { min: at.map((x, k) => x - half[k]), max: at.map((x, k) => x + half[k]) };
    const size: P = [2 * half[0], 2 * half[1], 2 * half[2]];
    return { value, collider: new Collider(new Box(size), { position: at }) };
  },
  Obb: (rng, at) => {
    const half = rng.inBox(0.5).map(Math.abs);
    const [x, y, z, w] = rng.quaternion();
    const axes = [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ];
    const size: P = [2 * half[0], 2 * half[1], 2 * half[2]];
    const collider = new Collider(new Box(size), { position: at, orientation: [x, y, z, w] });
    return { value: { center: at, axes, half }, collider };
  },
  Triangle: (rng, at) => {
    const [a, b, c] = [add(at, rng.inBall(1)), add(at, rng.inBall(1)), add(at, rng.inBall(1))];
    return { value: { a, b, c }, collider: new Collider(new Triangle(a, b, c)) };
  },
  Polygon: (rng, at) => {
    const convex = rng.chance(0.4);
    const points = outline(rng, at, convex);
    const shape: Shape = convex
      ? new Polygon(points)
      : new Mesh({ positions: points.flat(), faces: [points.map((_, i) => i)] });
    return { value: { points }, collider: new Collider(shape) };
  },
};

const ORDER = Object.keys(KINDS);
const PAIRS = ['Triangle', 'Polygon'].flatMap((second) =>
  ORDER.slice(0, ORDER.indexOf(second) + 1).map((first) => [first, second] as const),
);

describe(`as colliders say (seed ${SEED})`, () => {
  for (const [first, second] of PAIRS) {
    it(`intersects${first}${second}`, () => {
      const rng = new Rng(SEED);
      const seen = [0, 0];
      for (let i = 0; i < runs(300); i++) {
        const [a, b] = [KINDS[first](rng, rng.inBall(0.8)), KINDS[second](rng, rng.inBall(0.4))];
        const { distance } = signedDistance(a.collider, b.collider);
        if (Math.abs(distance) < CLEAR && first !== 'Point') {
          // Without an inside the depth is zero or that of the thinner one: ask for the distance of what is apart.
          const apart = closestPoints(a.collider, b.collider).distance;
          if (apart > 0 && apart < CLEAR) continue;
        } else if (Math.abs(distance) < CLEAR && distance > 0) continue;
        const got = functions[`intersects${first}${second}`](a.value, b.value);
        expect(got, `${i}: ${JSON.stringify([a.value, b.value])}, ${distance}`).toBe(distance <= 0);
        seen[got ? 1 : 0]++;
      }
      // A random point is never on a triangle.
      expect(seen[0]).toBeGreaterThan(0);
      if (first !== 'Point') expect(seen[1]).toBeGreaterThan(0);
    });
  }

  for (const [first, second] of [
    ['Segment', 'Triangle'],
    ['Triangle', 'Triangle'],
    ['Segment', 'Polygon'],
    ['Polygon', 'Polygon'],
  ]) {
    it(`closest${first}${second}`, () => {
      const rng = new Rng(SEED + 1);
      for (let i = 0; i < runs(200); i++) {
        const [a, b] = [KINDS[first](rng, rng.inBall(2)), KINDS[second](rng, rng.inBall(0.4))];
        const { distance } = closestPoints(a.collider, b.collider);
        const got = functions[`closest${first}${second}`](a.value, b.value) as primitives.Closest;
        expect(got.distance, `${i}: ${JSON.stringify([a.value, b.value])}`).toBeCloseTo(distance, 8);
      }
    });
  }

  for (const second of ['Triangle', 'Polygon']) {
    it(`closestPoint${second}`, () => {
      const rng = new Rng(SEED + 2);
      for (let i = 0; i < runs(300); i++) {
        const [a, b] = [KINDS.Point(rng, rng.inBall(2)), KINDS[second](rng, rng.inBall(0.4))];
        const { distance } = closestPoints(a.collider, b.collider);
        const got = functions[`closestPoint${second}`](a.value, b.value) as primitives.Vec3;
        const p = a.value as P;
        expect(Math.hypot(got.x - p[0], got.y - p[1], got.z - p[2])).toBeCloseTo(distance, 8);
      }
    });

    it(`rayCast${second}`, () => {
      const rng = new Rng(SEED + 3);
      for (let i = 0; i < runs(300); i++) {
        const from = rng.inBall(3) as P;
        const b = KINDS[second](rng, rng.inBall(0.4));
        const direction = add(rng.inBall(0.8), [-from[0], -from[1], -from[2]]);
        const to = add(from, [4 * direction[0], 4 * direction[1], 4 * direction[2]]);
        const got = functions[`rayCast${second}`]({ from, direction }, b.value) as primitives.Hit | null;
        const expected = rayCast(b.collider, from, to);
        if (got === null || expected === null) expect(got === null, `${i}`).toBe(expected === null);
        else expect(got.t, `${i}`).toBeCloseTo(4 * expected.t, 6);
      }
    });

    it(`intersectsPlane${second}`, () => {
      const rng = new Rng(SEED + 4);
      for (let i = 0; i < runs(300); i++) {
        const b = KINDS[second](rng, rng.inBall(0.4));
        const [normal, offset] = [rng.direction(), rng.range(-1, 1)];
        const below = signedDistance(new Collider(new Halfspace(normal, offset)), b.collider).distance;
        const flipped: P = [-normal[0], -normal[1], -normal[2]];
        const above = signedDistance(new Collider(new Halfspace(flipped, -offset)), b.collider).distance;
        const plane = { normal: normal.map((x) => 3 * x), offset: 3 * offset };
        expect(functions[`intersectsPlane${second}`](plane, b.value), `${i}`).toBe(below <= 0 && above <= 0);
      }
    });
  }
});
