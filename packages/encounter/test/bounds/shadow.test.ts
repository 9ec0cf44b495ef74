/** The parts of the search for tight boxes: rectangles around points of a plane, and shadows of hulls. */
import { describe, expect, it } from 'vitest';
import { HullShadow } from '../../src/bounds/hull-shadow.ts';
import { LeastRectangle } from '../../src/bounds/least-rectangle.ts';
import { buildHull } from '../../src/shapes/hull/hull-builder.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { cross, dot, sub, type Vec } from '../support/vectors.ts';
import { randomCloud, text } from './clouds.ts';

const SEED = seedFromEnv(1);

/** Width and height along a direction. */
function extents(points: readonly Vec[], c: number, s: number): [number, number] {
  const u = points.map(([x, y]) => c * x + s * y);
  const v = points.map(([x, y]) => c * y - s * x);
  return [Math.max(...u) - Math.min(...u), Math.max(...v) - Math.min(...v)];
}

/** One of twelve places, off by its rounding. */
function twice(rng: Rng): Vec {
  const [m, n] = [rng.int(4) - 1.5, rng.int(3) - 1];
  const off = (): number => rng.integer(-2, 2) * 2 ** -53;
  return [0.8 * m + 0.55 * n + off(), 0.35 * m - 0.9 * n + off(), 0];
}

describe('least rectangle', () => {
  const rectangle = new LeastRectangle();

  it.each([
    ['on a lattice', (rng: Rng): Vec => [rng.integer(-3, 3), rng.integer(-3, 3), 0]],
    ['anywhere', (rng: Rng): Vec => rng.inBox(1)],
    // As the shadow of edges that are seen end on: corners that should be one are some units in the last place apart.
    ['twice, but for the last place', twice],
    ['on a line, nearly', (rng: Rng): Vec => [rng.range(-1, 1), rng.range(-1, 1) * 1e-12, 0]],
  ])(`seed ${SEED}: points %s`, (_, make) => {
    for (let i = 0; i < runs(2000); i++) {
      const rng = new Rng(SEED, i);
      const points = Array.from({ length: rng.integer(1, 14) }, () => make(rng));
      rectangle.reserve(points.length);
      points.forEach(([x, y], n) => {
        rectangle.points[2 * n] = x;
        rectangle.points[2 * n + 1] = y;
      });
      rectangle.find(points.length);
      const { c, s, sizes } = rectangle;
      const where = `case ${i}: ${text(points)}`;
      expect(Math.abs(c * c + s * s - 1), where).toBeLessThan(1e-15);
      // The sides are what they are said to be.
      const [w, h] = extents(points, c, s);
      expect(sizes[0], where).toBeCloseTo(w, 13);
      expect(sizes[1], where).toBeCloseTo(h, 13);
      // And no direction of two points gives less.
      let least = Infinity;
      for (const p of points)
        for (const q of points) {
          const [x, y] = sub(q, p);
          const l = Math.hypot(x, y);
          if (l < 1e-9) continue;
          const [a, b] = extents(points, x / l, y / l);
          least = Math.min(least, a * b);
        }
      expect(sizes[0] * sizes[1], where).toBeLessThanOrEqual(least * (1 + 1e-9) + 1e-14);
    }
  });

  it('of many points on a circle', () => {
    const count = 5000;
    rectangle.reserve(count);
    for (let i = 0; i < count; i++) {
      rectangle.points[2 * i] = Math.cos(i);
      rectangle.points[2 * i + 1] = Math.sin(i);
    }
    rectangle.find(count);
    expect(rectangle.sizes[0] * rectangle.sizes[1]).toBeCloseTo(4, 4);
  });
});

describe('shadow of a hull', () => {
  it.each(['lattice', 'random', 'lattice, halves', 'clusters', 'needle'] as const)(
    `seed ${SEED}: of %s, measured along any direction`,
    (kind) => {
      let measured = 0;
      for (let i = 0; i < runs(40); i++) {
        const rng = new Rng(SEED, i);
        const { points } = randomCloud(rng, 12, kind);
        const hull = buildHull(Float64Array.from(points.flat()));
        if (hull.dimension < 3) continue;
        const shadow = new HullShadow(hull);
        // As many edges as Euler has them, each between two facets that have both its ends.
        expect(shadow.edges.length / 4).toBe(hull.facets.length / 2);
        for (let e = 0; e < shadow.edges.length; e += 4) {
          const [a, b, left, right] = shadow.edges.subarray(e, e + 4);
          for (const f of [left, right])
            for (const corner of [a, b]) expect(hull.facets.subarray(3 * f, 3 * f + 3)).toContain(corner);
          expect(left).not.toBe(right);
        }
        const edges = Array.from({ length: shadow.edges.length / 4 }, (_, e): Vec => {
          const [a, b] = [3 * shadow.edges[4 * e], 3 * shadow.edges[4 * e + 1]];
          return sub(
            [shadow.vertices[b], shadow.vertices[b + 1], shadow.vertices[b + 2]],
            [shadow.vertices[a], shadow.vertices[a + 1], shadow.vertices[a + 2]],
          );
        });
        const directions = [
          ...edges,
          rng.direction(),
          ...Array.from({ length: 20 }, () => cross(rng.pick(edges), rng.pick(edges))),
        ];
        for (let k = 0; k < shadow.normals.length; k += 3)
          directions.push([shadow.normals[k], shadow.normals[k + 1], shadow.normals[k + 2]]);
        for (let n = 0; n < directions.length; n++) {
          if (!shadow.measure(...directions[n])) continue;
          measured++;
          for (let a = 0; a < 3; a++) {
            const axis: Vec = [shadow.axes[3 * a], shadow.axes[3 * a + 1], shadow.axes[3 * a + 2]];
            const s = points.map((p) => dot(sub(p, points[0]), axis));
            const width = Math.max(...s) - Math.min(...s);
            expect(
              Math.abs(shadow.sizes[a] - width),
              `case ${i}, direction ${n}, axis ${a}: ${text(points)}`,
            ).toBeLessThan(4e-15 * 12);
            // Its own axes are directions, too: many facets are seen edge on along these.
            if (directions.length < 200 && n % 3 === 0) directions.push(axis);
          }
        }
      }
      expect(measured).toBeGreaterThan(runs(300));
    },
  );
});
