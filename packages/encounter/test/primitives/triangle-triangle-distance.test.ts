/** The distance of two triangles against exact arithmetic, closed forms and sampling. */
import { describe, expect, it } from 'vitest';
import { trianglesMeet } from '../../src/primitives/triangle-triangle.ts';
import { distanceTriangleTriangle } from '../../src/primitives/triangle-triangle-distance.ts';
import { Rng, runs } from '../support/rng.ts';
import { distance, meet } from '../support/triangle-reference.ts';
import { KINDS, ORDERS, reorder } from './triangles.ts';

const SEED = 20262;
/** Allowed error, relative to the size of the triangles and their distance. */
const ACCURACY = 1e-13;

function nearest(p: Float64Array, q: Float64Array, bound = Infinity): Float64Array {
  const out = new Float64Array(7);
  out[0] = bound;
  distanceTriangleTriangle(p, q, out);
  return out;
}

/** The longest edge. */
function size(t: Float64Array): number {
  const length = (i: number, j: number) => Math.hypot(t[i] - t[j], t[i + 1] - t[j + 1], t[i + 2] - t[j + 2]);
  return Math.max(length(0, 3), length(3, 6), length(6, 0));
}

function point(x: ArrayLike<number>, at: number): Float64Array {
  return Float64Array.from([0, 1, 2, 0, 1, 2, 0, 1, 2].map((k) => x[at + k]));
}

/** Moves Q away so that most pairs are apart, by any distance. */
function spread(rng: Rng, q: Float64Array, unit: number): Float64Array {
  const by = rng.next() < 0.3 ? 0 : unit * 10 ** rng.range(-12, 2);
  const to = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
  return q.map((x, k) => x + by * to[k % 3]);
}

function check(p: Float64Array, q: Float64Array, title: string): void {
  const out = nearest(p, q);
  const exact = distance(p, q);
  const got = Math.sqrt(out[0]);
  const unit = size(p) + size(q);
  const fail = (what: string) => expect.fail(`${title}: ${what}; [${p}], [${q}]`);
  // The input is exact, the points that come out are rounded where they are.
  const allowed = ACCURACY * (unit + exact);
  const rounding = allowed + 4e-16 * Math.max(...p.map(Math.abs), ...q.map(Math.abs));
  if (!(Math.abs(got - exact) <= allowed)) fail(`got ${got} instead of ${exact}`);
  if ((out[0] === 0) !== meet(p, q)) fail(`distance ${got} but the exact test says ${meet(p, q)}`);
  const length = Math.hypot(out[4] - out[1], out[5] - out[2], out[6] - out[3]);
  if (!(Math.abs(length - exact) <= rounding)) fail(`points are ${length} apart instead of ${exact}`);
  const offP = distance(point(out, 1), p);
  const offQ = distance(point(out, 4), q);
  if (!(offP <= rounding)) fail(`pointP is ${offP} off`);
  if (!(offQ <= rounding)) fail(`pointQ is ${offQ} off`);
}

describe(`distanceTriangleTriangle (seed ${SEED})`, () => {
  for (const [kind, make] of Object.entries(KINDS)) {
    it(`agrees with exact arithmetic: ${kind}`, () => {
      const rng = new Rng(SEED);
      for (let k = 0; k < runs(2000); k++) {
        const { p, q } = make(rng);
        check(p, spread(rng, q, size(p)), `${k}`);
      }
    });

    it(`does not depend on the order: ${kind}`, () => {
      const rng = new Rng(SEED + 1);
      for (let k = 0; k < runs(100); k++) {
        const { p, q: near } = make(rng);
        const q = spread(rng, near, size(p));
        const first = Math.sqrt(nearest(p, q)[0]);
        const allowed = ACCURACY * (size(p) + size(q) + first);
        for (const orderP of ORDERS) {
          for (const orderQ of ORDERS) {
            const a = reorder(p, orderP);
            const b = reorder(q, orderQ);
            const other = Math.sqrt(nearest(a, b)[0]);
            const swapped = Math.sqrt(nearest(b, a)[0]);
            if (!(Math.abs(other - first) <= allowed)) expect.fail(`${k}: ${first}, then ${other}; [${a}], [${b}]`);
            if (!(Math.abs(swapped - first) <= allowed)) expect.fail(`${k}: ${first}, then ${swapped}; [${b}], [${a}]`);
          }
        }
      }
    });

    it(`keeps a nearer result: ${kind}`, () => {
      const rng = new Rng(SEED + 2);
      for (let k = 0; k < runs(1000); k++) {
        const { p, q: near } = make(rng);
        const q = spread(rng, near, size(p));
        const full = nearest(p, q);
        const slack = 2 * ACCURACY * (size(p) + size(q) + Math.sqrt(full[0]));
        const above = Math.max((Math.sqrt(full[0]) + slack) ** 2, Number.MIN_VALUE);
        expect(nearest(p, q, above)).toEqual(full);
        if (full[0] > slack * slack) {
          const below = (Math.sqrt(full[0]) - slack) ** 2;
          const out = new Float64Array([below, 1, 2, 3, 4, 5, 6]);
          expect(distanceTriangleTriangle(p, q, out)).toBe(false);
          expect(out).toEqual(new Float64Array([below, 1, 2, 3, 4, 5, 6]));
        }
        // Even the smallest bound does not hide that triangles meet.
        if (full[0] === 0) expect(nearest(p, q, Number.MIN_VALUE)[0]).toBe(0);
      }
    });
  }

  it('is no larger than between any two points of a fine grid', () => {
    const rng = new Rng(SEED + 3);
    const n = 12;
    const grid = (t: Float64Array) => {
      const points: number[][] = [];
      for (let i = 0; i <= n; i++)
        for (let j = 0; i + j <= n; j++)
          points.push([0, 1, 2].map((k) => (i * t[k] + j * t[k + 3] + (n - i - j) * t[k + 6]) / n));
      return points;
    };
    for (let k = 0; k < runs(100); k++) {
      const { p, q: near } = KINDS['general'](rng);
      const q = spread(rng, near, 1);
      const got = Math.sqrt(nearest(p, q)[0]);
      let least = Infinity;
      for (const a of grid(p))
        for (const b of grid(q)) least = Math.min(least, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      expect(got).toBeLessThanOrEqual(least + 1e-13);
      // Some grid point is within a cell of each nearest point.
      expect(got).toBeGreaterThanOrEqual(least - (size(p) + size(q)) / n);
    }
  });

  it('has the closed forms', () => {
    const base = new Float64Array([0, 0, 0, 4, 0, 0, 0, 4, 0]);
    const at = (...x: number[]) => Float64Array.from(x);
    // Vertex over the face, parallel faces, edge across an edge, vertex to vertex, point, segment, identical.
    expect([...nearest(base, at(1, 1, 2, 5, 1, 3, 1, 5, 3))]).toEqual([4, 1, 1, 0, 1, 1, 2]);
    expect(nearest(base, at(0, 0, 3, 4, 0, 3, 0, 4, 3))[0]).toBe(9);
    expect([...nearest(base, at(2, -1, 1, 2, -1, -1, 2, -9, 0))]).toEqual([1, 2, 0, 0, 2, -1, 0]);
    expect([...nearest(base, at(-3, 0, 4, -9, 0, 9, -9, 1, 9))]).toEqual([25, 0, 0, 0, -3, 0, 4]);
    expect([...nearest(base, at(1, 1, 1, 1, 1, 1, 1, 1, 1))]).toEqual([1, 1, 1, 0, 1, 1, 1]);
    expect([...nearest(base, at(1, 1, -1, 1, 1, 1, 1, 1, 1))]).toEqual([0, 1, 1, 0, 1, 1, 0]);
    expect(nearest(base, base)[0]).toBe(0);
  });

  it('does not take rounding along the line of the centroids for a gap', () => {
    // A vertex of Q amid an edge of P that is across the line, in integers whose sums are exact and whose products are not.
    const rng = new Rng(SEED + 4);
    for (let n = 0; n < runs(300); n++) {
      const [k, a, b] = [rng.integer(1, 2 ** 29), rng.integer(1, 2 ** 29), rng.integer(1, 2 ** 29)];
      const edge = [k, 2 * k, -k];
      const line = [a, b, a + 2 * b];
      const aside = [rng.integer(0, 2 ** 29), rng.integer(0, 2 ** 29), rng.integer(0, 2 ** 29)];
      const vertex = (i: number, j: number, l: number) => edge.map((x, m) => i * x + j * line[m] + l * aside[m]);
      const p = Float64Array.from([vertex(0, -1, 0), vertex(-1, 0, 0), vertex(1, 0, 0)].flat());
      const q = Float64Array.from([vertex(0, 0, 0), vertex(0, 1, 1), vertex(0, 1, -1)].flat());
      expect(nearest(p, q)[0]).toBe(0);
      expect(nearest(p, q, Number.MIN_VALUE)[0]).toBe(0);
    }
  });

  it('is positive for a gap of one ulp', () => {
    const p = new Float64Array([1e6, 0, 0, 1e6, 1, 0, 1e6, 0, 1]);
    const q = new Float64Array([1e6 + 2 ** -33, 0.25, 0.25, 1e6 + 1, 3, 0.5, 1e6 + 1, -2, 0.5]);
    expect(trianglesMeet(p, q)).toBe(false);
    expect(Math.sqrt(nearest(p, q)[0])).toBe(2 ** -33);
  });
});
