import { describe, expect, it } from 'vitest';
import { Vec3 } from '../../src/index.ts';
import { clipVelocity, type DisplacementPlane, solvePlanes } from '../../src/mover/index.ts';
import { Rng, runs } from '../support/rng.ts';

type V = readonly [number, number, number];

const dot = (a: V, b: V): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V, b: V): V => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const list = (v: Vec3): V => [v.x, v.y, v.z];

interface Plane {
  readonly normal: V;
  readonly offset: number;
}

/** Solves a small system by elimination with pivoting; null if it is singular. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const n = rows.length;
  for (let c = 0; c < n; c++) {
    const pivot = rows.reduce((best, row, i) => (i >= c && Math.abs(row[c]) > Math.abs(rows[best][c]) ? i : best), c);
    [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
    if (Math.abs(rows[c][c]) < 1e-9) return null;
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const s = rows[r][c] / rows[c][c];
      for (let k = c; k <= n; k++) rows[r][k] -= s * rows[c][k];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

/** By brute force: the foot of the wish in every plane, line and corner, and of those that no plane forbids the nearest. */
function reference(planes: readonly Plane[], wish: V): V | null {
  let best: V | null = null;
  let nearest = Infinity;
  const k = planes.length;
  const tryAll = (chosen: readonly number[]): void => {
    const normals = chosen.map((i) => planes[i].normal);
    const gram = normals.map((a) => normals.map((b) => dot(a, b)));
    const weights = solve(
      gram,
      chosen.map((i) => planes[i].offset - dot(planes[i].normal, wish)),
    );
    if (weights === null) return;
    const v: V = [0, 1, 2].map((c) => wish[c] + normals.reduce((sum, n, i) => sum + weights[i] * n[c], 0)) as never;
    if (planes.some(({ normal, offset }) => dot(normal, v) < offset - 1e-9)) return;
    const far = Math.hypot(v[0] - wish[0], v[1] - wish[1], v[2] - wish[2]);
    if (far < nearest) {
      nearest = far;
      best = v;
    }
  };
  tryAll([]);
  for (let a = 0; a < k; a++) {
    tryAll([a]);
    for (let b = 0; b < a; b++) {
      tryAll([a, b]);
      for (let c = 0; c < b; c++) tryAll([a, b, c]);
    }
  }
  return best;
}

describe('solvePlanes', () => {
  it('leaves a wish alone that no plane forbids', () => {
    expect(solvePlanes([], [1, 2, 3])).toEqual(new Vec3(1, 2, 3));
    expect(solvePlanes([{ normal: [0, 1, 0] }], [1, 0, 3])).toEqual(new Vec3(1, 0, 3));
  });

  it('slides along one plane, along the crease of two, and stops in a corner of three', () => {
    expect(solvePlanes([{ normal: [0, 1, 0] }], [1, -1, 0])).toEqual(new Vec3(1, 0, 0));
    const crease = solvePlanes([{ normal: [0, 1, 0] }, { normal: [-1, 0, 0] }], [1, -1, 2]) as Vec3;
    expect(Math.hypot(crease.x, crease.y, crease.z - 2)).toBeLessThan(1e-15);
    const corner = [{ normal: [0, 1, 0] }, { normal: [-1, 0, 0] }, { normal: [0, 0, -1] }] as const;
    expect(Math.hypot(...list(solvePlanes(corner, [1, -1, 2]) as Vec3))).toBeLessThan(1e-15);
  });

  it('goes nowhere into an acute wedge, and along it where that is free', () => {
    const s = Math.sin(0.1);
    const c = Math.cos(0.1);
    const wedge: DisplacementPlane[] = [{ normal: [-s, 0, c] }, { normal: [-s, 0, -c] }];
    expect(Math.hypot(...list(solvePlanes(wedge, [1, 0, 0.3]) as Vec3))).toBeLessThan(1e-14);
    const along = solvePlanes(wedge, [1, 0.5, 0.3]) as Vec3;
    expect(Math.hypot(along.x, along.y - 0.5, along.z)).toBeLessThan(1e-14);
  });

  it('moves out of planes with positive offsets by the shortest way', () => {
    expect(solvePlanes([{ normal: [0, 1, 0], offset: 2 }], [1, 0, 0])).toEqual(new Vec3(1, 2, 0));
    const between = [
      { normal: [0, 1, 0], offset: 1 },
      { normal: [0, -1, 0], offset: 1 },
    ] as const;
    expect(solvePlanes(between, [1, 0, 0])).toBe(null);
  });

  it('takes one plane twice as one', () => {
    const n: V = [0.6, 0.8, 0];
    const again: V = [0.6 + 1e-16, 0.8, 1e-17];
    const once = solvePlanes([{ normal: n }], [-1, -1, 3]) as Vec3;
    const twice = solvePlanes([{ normal: n }, { normal: again }, { normal: n }], [-1, -1, 3]) as Vec3;
    expect(Math.hypot(twice.x - once.x, twice.y - once.y, twice.z - once.z)).toBeLessThan(1e-14);
  });

  it('agrees with brute force over all feet, for cones and for planes anywhere', () => {
    const seed = 15;
    for (let i = 0; i < runs(4000); i++) {
      const rng = new Rng(seed, i);
      const isCone = rng.chance(0.6);
      const lattice = rng.chance(0.4);
      const planes: Plane[] = Array.from({ length: rng.int(7) }, () => {
        let normal = rng.direction() as V;
        if (lattice) {
          const n: V = [rng.integer(-2, 2), rng.integer(-2, 2), rng.integer(1, 2)];
          const l = Math.hypot(...n);
          normal = [n[0] / l, n[1] / l, n[2] / l];
        }
        return { normal, offset: isCone ? 0 : rng.range(-1, 0.7) };
      });
      const wish = rng.inBox(2) as V;
      const expected = reference(planes, wish);
      const found = solvePlanes(planes, wish);
      const where = `seed ${seed}, case ${i}: ${JSON.stringify({ planes, wish, expected, found })}`;
      if (isCone) expect(found, where).not.toBe(null);
      if (expected === null || found === null) {
        // Brute force judges with a slack of its own.
        if (expected === null) expect(found === null || isCone, where).toBe(true);
        continue;
      }
      const off = Math.hypot(found.x - expected[0], found.y - expected[1], found.z - expected[2]);
      expect(off, where).toBeLessThan(1e-7);
      for (const { normal, offset } of planes) expect(dot(normal, list(found)), where).toBeGreaterThan(offset - 1e-12);
    }
  });

  it('finds the corner of three planes in general position', () => {
    const a: V = [1, 0, 0];
    const b: V = [0.6, 0.8, 0];
    const c: V = [0.48, 0.6, 0.64];
    const planes = [a, b, c].map((normal) => ({ normal, offset: 1 }));
    const v = solvePlanes(planes, [-3, -3, -3]) as Vec3;
    expect(Math.abs(dot(cross(a, b), c))).toBeGreaterThan(0.1);
    for (const { normal } of planes) expect(dot(normal, list(v))).toBeGreaterThan(1 - 1e-12);
  });

  it('refuses what is no vector', () => {
    expect(() => solvePlanes([{ normal: [0, Number.NaN, 0] }], [1, 0, 0])).toThrow(RangeError);
    expect(() => solvePlanes([], 'x' as never)).toThrow(TypeError);
  });
});

describe('clipVelocity', () => {
  it('takes out what leads into a plane, whatever its offset', () => {
    expect(clipVelocity([5, -9, 0], [{ normal: [0, 1, 0], offset: -7 }])).toEqual(new Vec3(5, 0, 0));
    expect(clipVelocity([5, 9, 0], [{ normal: [0, 1, 0], offset: 3 }])).toEqual(new Vec3(5, 9, 0));
  });

  it('writes to the vector given', () => {
    const out = new Vec3();
    expect(clipVelocity(out.set(1, -1, 0), [{ normal: [0, 1, 0] }], out)).toBe(out);
    expect(out).toEqual(new Vec3(1, 0, 0));
  });
});

describe('a corridor', () => {
  it('is not closed by rounding of the normals of its walls', () => {
    // A cylinder between a wall and the edge of a box stood still: the normal of the edge was off by 7e-14.
    for (const noise of [1e-15, 1e-14, 7e-14, 1e-12, 1e-11])
      for (const side of [1, -1]) {
        const walls = [{ normal: [0, 0, 1] as V }, { normal: [-side * noise, 0, -1] as V }, { normal: [0, 1, 0] as V }];
        for (const planes of [walls, [...walls].reverse()]) {
          const v = clipVelocity([0.36, -0.2, -1.1], planes);
          expect(Math.hypot(v.x - 0.36, v.y, v.z), `${noise}, ${side}`).toBeLessThan(1e-10);
        }
      }
  });

  it('that narrows is closed', () => {
    const planes = [{ normal: [0, 0, 1] as V }, { normal: [-0.001, 0, -Math.sqrt(1 - 1e-6)] as V }];
    expect(Math.abs(clipVelocity([1, 0, 0], planes).x)).toBeLessThan(1e-12);
  });
});
