/** Spheres, boxes and k-DOPs of points against exact arithmetic on small sets, and by what makes them the least on large ones. */
import { describe, expect, it } from 'vitest';
import * as bounds from '../../src/bounds.ts';
import { Collider, intersects, Polytope } from '../../src/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { dot, norm, type Quat, sub, type Vec, vec } from '../support/vectors.ts';
import { checkBox, checkKDop, checkOrientedBox, checkSphere } from './checks.ts';
import { CLOUDS, type CloudKind, randomCloud, text } from './clouds.ts';

const { boundingBox, boundingSphere, intersectsKDop, kDop, orientedBox } = bounds;

const SEED = seedFromEnv(1);
const nothing = (): void => {};

/** Runs a check on clouds of one kind. */
function onClouds(kind: CloudKind, count: number, most: number, check: (points: Vec[], rng: Rng) => string[]): void {
  for (let i = 0; i < runs(count); i++) {
    const rng = new Rng(SEED, 1000 * CLOUDS.indexOf(kind) + i);
    const { points } = randomCloud(rng, most, kind);
    expect(check(points, rng), `seed ${SEED}, case ${i} of ${kind}: ${text(points)}`).toEqual([]);
  }
}

describe.each(CLOUDS)(`seed ${SEED}: %s`, (kind) => {
  it('the sphere is the smallest, and holds all points', () => {
    onClouds(kind, 60, 7, (points) => checkSphere(bounds, points, nothing));
  });

  it('the box is the least', () => {
    onClouds(kind, 20, 20, (points) => checkBox(bounds, points));
  });

  it('the oriented box holds all points, and the tight one is no larger than any tried', () => {
    onClouds(kind, 40, 8, (points, rng) => checkOrientedBox(bounds, points, rng, true, nothing));
  });

  it('k-DOPs hold all points, tightly', () => {
    onClouds(kind, 30, 8, (points, rng) => checkKDop(bounds, points, randomCloud(rng, 8, kind).points));
  });
});

/** The volume of the box around points along the axes of a rotation. */
function volumeAt(points: readonly Vec[], [x, y, z, w]: Quat): number {
  const axes: Vec[] = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  return axes.reduce((volume, axis) => {
    const s = points.map((p) => dot(p, axis));
    return volume * (Math.max(...s) - Math.min(...s));
  }, 1);
}

/** Larger sets of points. */
function many(name: string, count: number): Float64Array {
  const rng = new Rng(SEED, count);
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const d = rng.direction();
    const p: Record<string, Vec> = {
      cube: rng.inBox(1),
      ball: rng.inBall(1),
      sphere: d,
      circle: [d[0] / Math.hypot(d[0], d[1]), d[1] / Math.hypot(d[0], d[1]), 0],
      plane: [d[0], d[1], 0.3 * d[0] + 0.7 * d[1]],
      line: [d[0], 2 * d[0], 3 * d[0]],
      lattice: [Math.round(2 * d[0]), Math.round(2 * d[1]), Math.round(2 * d[2])],
      copies: [1, 2, 3],
    };
    out.set(p[name], 3 * i);
  }
  return out;
}

const LARGE = ['cube', 'ball', 'sphere', 'circle', 'plane', 'line', 'lattice', 'copies'];

describe.each(LARGE)('10,000 points: %s', (name) => {
  const points = many(name, 10_000);
  const list: Vec[] = Array.from({ length: points.length / 3 }, (_, i) => [
    points[3 * i],
    points[3 * i + 1],
    points[3 * i + 2],
  ]);
  const farthest = (c: Vec): number => list.reduce((most, p) => Math.max(most, norm(sub(p, c))), 0);

  it('the sphere cannot be moved to be smaller', () => {
    const { center, radius } = boundingSphere(points);
    expect(farthest(vec(center))).toBeLessThanOrEqual(radius);
    expect(radius).toBeLessThanOrEqual(farthest(vec(center)) * (1 + 1e-14));
    // The farthest distance is a convex function of the centre: what is least nearby is least.
    const rng = new Rng(SEED, 7);
    for (let n = 0; n < 12; n++) {
      const d = rng.direction();
      const step = radius * 10 ** -rng.integer(2, 7);
      const moved: Vec = [center.x + step * d[0], center.y + step * d[1], center.z + step * d[2]];
      expect(farthest(moved)).toBeGreaterThanOrEqual(radius * (1 - 1e-12));
    }
    const fast = boundingSphere(points, { exact: false });
    expect(farthest(vec(fast.center))).toBeLessThanOrEqual(fast.radius);
    expect(fast.radius).toBeGreaterThanOrEqual(radius);
    expect(fast.radius).toBeLessThanOrEqual(1.3 * radius);
  });

  it('oriented boxes hold all points; the tight one is no larger', () => {
    const volumes = (['axes', 'tight'] as const).map((method) => {
      const { center, axes, half } = orientedBox(points, { method });
      axes.map(vec).forEach((axis, i) => {
        const h = vec(half)[i];
        const outside = list.filter((p) => {
          const d = sub(p, vec(center));
          return !(Math.abs(d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2]) <= h);
        });
        expect(outside).toEqual([]);
      });
      const sides = vec(half).map((x) => Math.max(x, 1e-14));
      return sides[0] * sides[1] * sides[2];
    });
    expect(volumes[1]).toBeLessThanOrEqual(volumes[0]);
  });
});

describe('spheres', () => {
  it('of one point, of two, of a regular tetrahedron', () => {
    expect(boundingSphere([[1, 2, 3]])).toEqual({ center: { x: 1, y: 2, z: 3 }, radius: 0 });
    expect(boundingSphere([1, 2, 3, 1, 2, 3])).toEqual({ center: { x: 1, y: 2, z: 3 }, radius: 0 });
    const two = boundingSphere(new Float32Array([-1, 0, 0, 3, 0, 0]));
    expect(vec(two.center)).toEqual([1, 0, 0]);
    expect(two.radius).toBeCloseTo(2, 14);
    const four = boundingSphere([
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ]);
    expect(norm(vec(four.center))).toBeLessThan(1e-15);
    expect(four.radius).toBeCloseTo(Math.sqrt(3), 14);
  });

  it('gives the same bits each time', () => {
    const points = many('ball', 500);
    expect(boundingSphere(points)).toEqual(boundingSphere(points));
    expect(orientedBox(points, { method: 'tight' })).toEqual(orientedBox(points, { method: 'tight' }));
  });
});

describe('oriented boxes', () => {
  const corners: Vec[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 3 : -3, i & 2 ? 2 : -2, i & 4 ? 1 : -1]);
  const turn = ([x, y, z]: Vec): Vec => [
    0.36 * x + 0.48 * y - 0.8 * z,
    -0.8 * x + 0.6 * y,
    0.48 * x + 0.64 * y + 0.6 * z,
  ];

  it.each(['axes', 'tight'] as const)('of a turned box is that box: %s', (method) => {
    const box = orientedBox(corners.map(turn), { method });
    const half = vec(box.half).slice().sort();
    for (let i = 0; i < 3; i++) expect(half[i]).toBeCloseTo(i + 1, 13);
    expect(norm(vec(box.center))).toBeLessThan(1e-15);
  });

  it('points inside and clusters of them do not turn the one along axes', () => {
    const rng = new Rng(SEED, 3);
    const cluster = Array.from(
      { length: 500 },
      (): Vec => [2.9 + rng.range(0, 0.05), 1.9 + rng.range(0, 0.05), rng.range(0, 0.05)],
    );
    const box = orientedBox([...corners, ...cluster].map(turn));
    const half = vec(box.half).slice().sort();
    for (let i = 0; i < 3; i++) expect(half[i]).toBeCloseTo(i + 1, 13);
  });

  it('a tight one of a cube, of which the principal axes are any', () => {
    const rng = new Rng(SEED, 4);
    const cube = Array.from({ length: 3000 }, () => turn(rng.inBox(1)));
    const { half } = orientedBox(cube, { method: 'tight' });
    expect(8 * half.x * half.y * half.z).toBeLessThan(8.01);
  });

  it('a tight one of a regular tetrahedron is a cube', () => {
    const points: Vec[] = [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ];
    const { half } = orientedBox(points.map(turn), { method: 'tight' });
    for (const h of vec(half)) expect(h).toBeCloseTo(1, 13);
  });

  it(`seed ${SEED}: a tight one is within 1 % of what a search from random rotations finds`, () => {
    for (let i = 0; i < runs(20); i++) {
      const rng = new Rng(SEED, 50 + i);
      const { points } = randomCloud(rng, 12, i % 2 === 0 ? 'lattice' : 'random');
      const { half } = orientedBox(points, { method: 'tight' });
      const tight = 8 * half.x * half.y * half.z;
      // The best of many rotations, each moved at random in smaller and smaller steps.
      const starts = Array.from({ length: 300 }, () => rng.quaternion()).sort(
        (p, q) => volumeAt(points, p) - volumeAt(points, q),
      );
      for (let q of starts.slice(0, 5))
        for (let step = 0.1; step > 1e-4; step *= 0.97) {
          const moved = q.map((x) => x + step * rng.range(-1, 1));
          const l = Math.hypot(...moved);
          const next: Quat = [moved[0] / l, moved[1] / l, moved[2] / l, moved[3] / l];
          if (volumeAt(points, next) < volumeAt(points, q)) q = next;
          expect(tight, `case ${i}: ${text(points)}`).toBeLessThanOrEqual(1.01 * volumeAt(points, q) + 1e-9);
        }
    }
  });

  it('fits where primitives take an obb: three axes and half sides that are not negative', () => {
    const { axes, half } = orientedBox([[5, 5, 5]]);
    expect(axes.map(vec)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(vec(half)).toEqual([0, 0, 0]);
  });
});

describe('k-DOPs', () => {
  it(`seed ${SEED}: apart only if the hulls are`, () => {
    let apart = 0;
    let met = 0;
    for (let i = 0; i < runs(400); i++) {
      const rng = new Rng(SEED, i);
      const cloud = (): Vec[] => {
        const at: Vec = [rng.integer(-1, 1), rng.integer(-1, 1), rng.integer(-1, 1)];
        return Array.from({ length: rng.integer(1, 6) }, (): Vec => {
          const p: Vec = i % 2 === 0 ? [rng.integer(-1, 1), rng.integer(-1, 1), rng.integer(-1, 1)] : rng.inBox(1);
          return [p[0] + at[0], p[1] + at[1], p[2] + at[2]];
        });
      };
      const [a, b] = [cloud(), cloud()];
      const meet = intersects(new Collider(new Polytope(a)), new Collider(new Polytope(b)));
      for (const k of [6, 14, 18, 26] as const) {
        const overlap = intersectsKDop(kDop(a, k), kDop(b, k));
        if (meet) expect(overlap, `case ${i}, ${k}: ${text(a)} ${text(b)}`).toBe(true);
        if (!overlap) apart++;
      }
      if (meet) met++;
    }
    expect(apart).toBeGreaterThan(runs(100));
    expect(met).toBeGreaterThan(0);
  });

  it('touching counts, and what is apart by the last place is apart', () => {
    const a = kDop(
      [
        [0, 0, 0],
        [1, 1, 1],
      ],
      14,
    );
    const touching = kDop(
      [
        [3, 0, 0],
        [1, 1, 1],
      ],
      14,
    );
    expect(intersectsKDop(a, touching)).toBe(true);
    // Boxes that overlap, told apart along a diagonal.
    const b = kDop(
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
      ],
      18,
    );
    const c = kDop(
      [
        [1, 1 - 2 ** -52, 0],
        [0.5 + 2 ** -52, 0.5 + 2 ** -52, 0],
      ],
      18,
    );
    expect(intersectsKDop(b, c)).toBe(false);
    expect(
      intersectsKDop(
        kDop(
          [
            [1, 0, 0],
            [0, 1, 0],
          ],
          6,
        ),
        kDop([[0.9, 0.9, 0]], 6),
      ),
    ).toBe(true);
  });

  it('of more directions is never met where that of fewer is not', () => {
    for (let i = 0; i < runs(200); i++) {
      const rng = new Rng(SEED, i);
      const [a, b] = [randomCloud(rng, 6, 'lattice, halves').points, randomCloud(rng, 6, 'lattice').points];
      const overlap = ([6, 14, 18, 26] as const).map((k) => intersectsKDop(kDop(a, k), kDop(b, k)));
      if (!overlap[0]) expect(overlap).toEqual([false, false, false, false]);
      if (!overlap[1] || !overlap[2]) expect(overlap[3]).toBe(false);
    }
  });
});

describe('arguments', () => {
  const thrown = (f: () => unknown): string => {
    try {
      f();
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
    return 'nothing';
  };

  it.each([
    ['boundingBox', boundingBox],
    ['boundingSphere', boundingSphere],
    ['orientedBox', orientedBox],
    ['kDop', (points: never) => kDop(points, 6)],
    ['KdTree', (points: never) => new bounds.KdTree(points)],
  ])('%s names what is wrong with its points', (_, make) => {
    const call = make as (points: unknown) => unknown;
    expect(thrown(() => call([]))).toBe('RangeError: points must have at least 1 point, got 0');
    expect(thrown(() => call([1, 2]))).toBe('TypeError: points must hold 3 numbers a point, got 2 numbers');
    expect(
      thrown(() =>
        call([
          [0, 0, 0],
          [0, Number.NaN, 0],
        ]),
      ),
    ).toBe('RangeError: points[1].y must be finite, up to 1e+70, got NaN');
    expect(thrown(() => call([0, 0, 0, 1, 1, Infinity]))).toBe(
      'RangeError: points[5] must be finite, up to 1e+70, got Infinity',
    );
    expect(thrown(() => call('points'))).toBe('TypeError: points must be a list of points, got "points"');
    expect(thrown(() => call([[0, 0]]))).toBe('TypeError: points[0] must have 3 components, got 2');
  });

  it('names options that are unknown, and values that are none', () => {
    const points = [[0, 0, 0]] as const;
    expect(thrown(() => boundingSphere(points, { fast: true } as never))).toBe(
      "TypeError: unknown option 'fast': did you mean exact?",
    );
    expect(thrown(() => boundingSphere(points, { exact: 1 } as never))).toBe(
      'TypeError: exact must be true or false, got 1',
    );
    expect(thrown(() => orientedBox(points, { tight: true } as never))).toBe(
      "TypeError: unknown option 'tight': did you mean method?",
    );
    expect(thrown(() => orientedBox(points, { method: 'best' } as never))).toBe(
      "TypeError: method must be 'axes' or 'tight', got \"best\"",
    );
    expect(thrown(() => kDop(points, 8 as never))).toBe('TypeError: k must be 6, 14, 18 or 26, got 8');
    expect(thrown(() => intersectsKDop(kDop(points, 6), kDop(points, 14)))).toBe(
      'TypeError: a and b must have the same k, got 6 and 14',
    );
    expect(thrown(() => intersectsKDop(kDop(points, 6), {} as never))).toBe(
      'TypeError: b must be a result of kDop(), got {}',
    );
  });
});
