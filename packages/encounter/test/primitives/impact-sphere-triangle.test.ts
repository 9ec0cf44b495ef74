/**
 * A moving ball against a standing triangle. The judge is the exact distance of a point and a triangle at a time, which is a convex
 * function of time. Coordinates are multiples of 2^-20, so that center + move is exact.
 */
import { describe, expect, test } from 'vitest';
import { Collider, castShape, Sphere, Triangle } from '../../src/index.ts';
import { impactSphereTriangle } from '../../src/primitives/index.ts';
import { ExactImpact } from '../support/impact-reference.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, scaled, sub, type Vec } from '../support/vectors.ts';

const seed = seedFromEnv(20261119);

interface Case {
  readonly center: Vec;
  readonly radius: number;
  readonly move: Vec;
  readonly a: Vec;
  readonly b: Vec;
  readonly c: Vec;
}

const lattice = (rng: Rng, size: number): Vec => [
  rng.integer(-size, size),
  rng.integer(-size, size),
  rng.integer(-size, size),
];

const fine = (v: Vec): Vec => [coarse(v[0]), coarse(v[1]), coarse(v[2])];
const coarse = (x: number): number => Math.round(x * 2 ** 20) / 2 ** 20;
const box = (rng: Rng, half: number): Vec => fine(rng.inBox(half));

const FAMILIES: Readonly<Record<string, (rng: Rng) => Case>> = {
  random: (rng) => {
    // Half of them move towards the triangle.
    const center = box(rng, 3);
    const [a, b, c] = [box(rng, 1), box(rng, 1), box(rng, 1)];
    const aimed = fine(scaled(sub(rng.pick([a, b, c]), center), rng.range(0.5, 2)));
    return { center, radius: coarse(rng.log(1e-3, 1)), move: rng.chance(0.5) ? aimed : box(rng, 4), a, b, c };
  },
  lattice: (rng) => ({
    center: lattice(rng, 5),
    radius: rng.integer(0, 3),
    move: lattice(rng, 8),
    a: lattice(rng, 2),
    b: lattice(rng, 2),
    c: lattice(rng, 2),
  }),
  'a point': (rng) => {
    const [a, b, c] = [lattice(rng, 4), lattice(rng, 4), lattice(rng, 4)];
    const u = rng.integer(0, 4) / 4;
    const v = rng.integer(0, 4 - 4 * u) / 4;
    const on = add(a, add(scaled(sub(b, a), u), scaled(sub(c, a), v)));
    const half = lattice(rng, 4);
    return { center: sub(on, half), radius: 0, move: scaled(half, 2), a, b, c };
  },
  'a flat triangle': (rng) => {
    const a = lattice(rng, 2);
    const d = lattice(rng, 2);
    const on = (): Vec => add(a, scaled(d, rng.integer(-2, 2)));
    return { center: lattice(rng, 5), radius: rng.integer(0, 2), move: lattice(rng, 8), a, b: on(), c: on() };
  },
  'grazing the face, a side or a corner': (rng) => {
    // The plane y = 0, a ball at height r or beside the triangle by r, moving along.
    const r = rng.integer(1, 3);
    const a: Vec = [0, 0, 0];
    const b: Vec = [4, 0, 0];
    const c: Vec = [0, 0, 4];
    return rng.pick<Case>([
      { center: [-8, r, 1], radius: r, move: [rng.integer(1, 16), 0, 0], a, b, c },
      { center: [-8, 0, -r], radius: r, move: [rng.integer(1, 16), 0, 0], a, b, c },
      { center: [-r, -8, -8], radius: r, move: [0, rng.integer(0, 16), rng.integer(0, 16)], a, b, c },
    ]);
  },
  'a needle': (rng) => {
    const a = box(rng, 1);
    const d = box(rng, 1);
    const thin = (): Vec => fine(scaled(rng.inBox(1), rng.log(1e-6, 1e-2)));
    const b = add(a, d);
    const c = fine(add(add(a, scaled(d, rng.pick([0, 0.5, 1, -1]))), thin()));
    return { center: box(rng, 2), radius: coarse(rng.log(1e-5, 1)), move: box(rng, 4), a, b, c };
  },
  'little and close': (rng) => {
    const [a, b, c] = [box(rng, 1), box(rng, 1), box(rng, 1)];
    const u = rng.next();
    const on = add(a, add(scaled(sub(b, a), u), scaled(sub(c, a), rng.range(0, 1 - u))));
    const radius = coarse(rng.log(1e-5, 1e-3));
    return { center: fine(add(on, scaled(rng.direction(), 3 * radius))), radius, move: box(rng, 1), a, b, c };
  },
};

/** What is wrong with an answer, or nothing. */
function faultOf({ center, radius, move, a, b, c }: Case): string {
  const t = impactSphereTriangle({ center, radius }, move, { a, b, c });
  const end = add(center, move);
  const judge = new ExactImpact({ kind: 'triangle', v: [center, a, b, c, end, a, b, c].flat() });
  const all = [center, a, b, c, end];
  const extent = Math.max(
    ...[0, 1, 2].map((k) => Math.max(...all.map((p) => p[k])) - Math.min(...all.map((p) => p[k]))),
  );
  const distance = (time: number): number => judge.distanceAt(time) * extent;
  // The error is allowed in the unit of the largest coordinate as seen from the triangle.
  const rounding = 2e-14 * Math.max(radius, 2 * extent);
  if (t === null) {
    let low = 0;
    let high = 1;
    for (let i = 0; i < 60; i++) {
      const p = low + (high - low) / 3;
      const q = high - (high - low) / 3;
      if (distance(p) < distance(q)) high = q;
      else low = p;
    }
    const least = Math.min(distance(0), distance(low), distance(high), distance(1));
    return least <= radius ? `missed: ${least} at ${low}` : '';
  }
  if (!(t >= 0 && t <= 1)) return `t = ${t}`;
  const at = distance(t);
  if (at > radius + rounding) return `false: ${at - radius} apart at ${t}`;
  // Late if there was contact before: the distance is convex, so it was less at some time between.
  if (t > 0 && (at < radius || distance(t * (1 - 1e-12)) < radius)) return `late: ${at - radius} at ${t}`;
  return '';
}

describe('impactSphereTriangle', () => {
  for (const [name, make] of Object.entries(FAMILIES))
    test(`${name} (seed ${seed})`, () => {
      const faults: string[] = [];
      for (let i = 0; i < runs(100); i++) {
        const query = make(new Rng(seed, i));
        const fault = faultOf(query);
        if (fault !== '') faults.push(`case ${i}: ${fault}; ${JSON.stringify(query)}`);
      }
      expect(faults).toEqual([]);
    });

  const floor = { a: [-1, 0, -1], b: [1, 0, -1], c: [0, 0, 1] } as const;
  test.each([
    ['on the face', [0, 3, 0], [0, -4, 0], 0.5],
    ['not quite', [0, 3, 0], [0, -1.999, 0], null],
    ['on a corner', [0, 0, 5], [0, 0, -4], 0.75],
    ['on a side', [0, 0, -5], [0, 0, 4], 0.75],
    ['away', [0, 1.5, 0], [0, 1, 0], null],
    ['touching, at rest', [0, 1, 0], [0, 0, 0], 0],
    ['apart, at rest', [0, 1.5, 0], [0, 0, 0], null],
    ['overlapping, leaving', [0, 0.5, 0], [0, 9, 0], 0],
    ['from below', [0, -3, 0], [0, 4, 0], 0.5],
  ] as const)('%s', (_, center, move, t) => {
    const got = impactSphereTriangle({ center, radius: 1 }, move, floor);
    if (t === null) expect(got).toBeNull();
    else {
      expect(got).toBeCloseTo(t, 12);
      expect(got).toBeLessThanOrEqual(t);
    }
  });

  test('any scale', () => {
    for (const s of [1e-140, 1e-60, 1e60]) {
      const times = (v: readonly number[]): Vec => [v[0] * s, v[1] * s, v[2] * s];
      const triangle = { a: times(floor.a), b: times(floor.b), c: times(floor.c) };
      const t = impactSphereTriangle({ center: times([0, 3, 0]), radius: s }, times([0, -4, 0]), triangle);
      expect(t, `${s}`).toBeCloseTo(0.5, 9);
    }
    // Squares underflow: it is never late all the same.
    for (const s of [5e-324, 1e-300, 1e-170]) {
      const triangle = { a: [-s, 0, -s], b: [s, 0, -s], c: [0, 0, s] } as const;
      const t = impactSphereTriangle({ center: [0, 3 * s, 0], radius: s }, [0, -4 * s, 0], triangle);
      expect(t, `${s}`).toBeGreaterThan(0);
      expect(t, `${s}`).toBeLessThanOrEqual(0.5);
    }
    const point = { a: [1, 2, 3], b: [1, 2, 3], c: [1, 2, 3] } as const;
    expect(impactSphereTriangle({ center: [1, 2, 3], radius: 0 }, [0, 0, 0], point)).toBe(0);
  });

  test(`as castShape has it (seed ${seed})`, () => {
    let hits = 0;
    for (let i = 0; i < runs(300); i++) {
      const { center, radius, move, a, b, c } = FAMILIES['random'](new Rng(seed, i));
      const t = impactSphereTriangle({ center, radius }, move, { a, b, c });
      const ball = new Collider(new Sphere(radius), { position: center });
      const hit = castShape(ball, move, new Collider(new Triangle(a, b, c)), [0, 0, 0]);
      if (t === null) expect(hit, `case ${i}`).toBeNull();
      else {
        hits++;
        // castShape leaves out what only touches.
        if (hit !== null) expect(Math.abs(t - hit.t), `case ${i}`).toBeLessThan(1e-4);
        else expect(t, `case ${i}`).toBe(0);
      }
    }
    expect(hits).toBeGreaterThan(0);
  });

  test('bad arguments are refused by name', () => {
    const sphere = { center: [0, 0, 0], radius: 1 } as const;
    expect(() => impactSphereTriangle({ ...sphere, radius: -1 }, [0, 0, 0], floor)).toThrow(/sphere\.radius must not/);
    expect(() => impactSphereTriangle(sphere, [0, Number.NaN, 0], floor)).toThrow(/move\.y must be/);
    expect(() => impactSphereTriangle(sphere, [0, 0, 0], {} as never)).toThrow(/triangle must be/);
  });
});
