/** GJK's subalgorithm against solving every face of the simplex. */
import { describe, expect, it } from 'vitest';
import { Simplex } from '../../src/core.ts';
import { Vec3 } from '../../src/math/vec3.ts';
import { nearestOf } from '../support/plain-gjk.ts';
import { Rng, runs } from '../support/rng.ts';
import { norm, type Vec } from '../support/vectors.ts';

/** What `solve` leaves: v of length |v|, made of the kept points with coordinates λ ≥ 0 that sum to 1. */
function solve(points: readonly Vec[]): { simplex: Simplex; contains: boolean; length: number } {
  const simplex = new Simplex();
  for (const p of points) simplex.add(new Vec3(...p), new Vec3(...p));
  const contains = simplex.solve();
  return { simplex, contains, length: Math.sqrt(simplex.vv) };
}

describe('simplex', () => {
  for (const count of [1, 2, 3, 4])
    it(`seed ${count}: finds the nearest point of ${count} random points`, () => {
      const rng = new Rng(count);
      let inside = 0;
      for (let trial = 0; trial < runs(4000); trial++) {
        const shift = [0, 0.3, 1, 3][trial % 4];
        const points = Array.from(
          { length: count },
          (): Vec => [rng.range(-1, 1) + shift, rng.range(-1, 1), rng.range(-1, 1)],
        );
        const { simplex, contains, length } = solve(points);
        if (contains) inside++;
        expect(length).toBeCloseTo(norm(nearestOf(points).v), 10);
        // λ makes v: with a = y the witness is v itself.
        const v = simplex.pointA(new Vec3());
        expect(Math.abs(v.x - simplex.v.x) + Math.abs(v.y - simplex.v.y) + Math.abs(v.z - simplex.v.z)).toBeLessThan(
          1e-12,
        );
        let sum = 0;
        for (let i = 0; i < simplex.count; i++) {
          expect(simplex.lambda[i]).toBeGreaterThanOrEqual(0);
          sum += simplex.lambda[i];
        }
        expect(sum).toBeCloseTo(1, 12);
      }
      expect(inside > 0).toBe(count === 4);
    });

  it('seed 5: flat and thin ones, near the origin, of any size: never off by more than 1e-10 of the size', () => {
    const rng = new Rng(5);
    for (let trial = 0; trial < runs(8000); trial++) {
      const count = 2 + rng.int(3);
      const thin: Vec = [1, rng.pick([1, 1e-4, 1e-8, 0]), rng.pick([1, 1e-4, 1e-8, 0])];
      const size = rng.log(1e-6, 1e6);
      const at = rng.inBall(rng.pick([0, 1e-9, 1e-3, 1]));
      const points = Array.from({ length: count }, (): Vec => {
        const p = rng.inBox(1);
        return [(p[0] * thin[0] + at[0]) * size, (p[1] * thin[1] + at[1]) * size, (p[2] * thin[2] + at[2]) * size];
      });
      const { simplex, contains, length } = solve(points);
      const { v, subset } = nearestOf(points);
      // Within a tetrahedron whose volume is rounding it need not say so: then v is the nearest point of the surface.
      const uncertain = subset.length === 4 && !contains;
      const surface = (): number =>
        Math.min(...points.map((_, i) => norm(nearestOf(points.filter((_, k) => k !== i)).v)));
      const expected = uncertain ? surface() : norm(v);
      expect(Math.abs(length - expected), `trial ${trial}: ${JSON.stringify(points)}`).toBeLessThan(1e-10 * size);
      expect(simplex.count, `trial ${trial}`).toBe(contains ? 4 : Math.min(simplex.count, 3));
    }
  });

  it('keeps only points that v needs, and all four when the origin is inside', () => {
    const corner: Vec[] = [
      [1, 1, 1],
      [2, 1, 1],
      [1, 2, 1],
      [1, 1, 2],
    ];
    expect(solve(corner).simplex.count).toBe(1);
    expect(solve(corner.map(([x, y, z]): Vec => [x - 1.5, y, z])).simplex.count).toBe(2);
    expect(solve(corner.map(([x, y, z]): Vec => [x - 1.25, y - 1.25, z])).simplex.count).toBe(3);
    const around = solve(corner.map(([x, y, z]): Vec => [x - 1.2, y - 1.2, z - 1.2]));
    expect(around.contains).toBe(true);
    expect(around.simplex.count).toBe(4);
  });

  it('copes with repeated and collinear points', () => {
    const p: Vec = [1, 2, 3];
    const q: Vec = [2, 1, 3];
    for (const points of [
      [p, p],
      [p, p, p],
      [p, q, p],
      [p, q, [1.5, 1.5, 3] as const],
      [p, q, p, q],
    ]) {
      const { contains, length } = solve(points);
      expect(contains).toBe(false);
      const expected = points.includes(q) ? Math.sqrt(1.5 * 1.5 * 2 + 9) : Math.sqrt(14);
      expect(length).toBeCloseTo(expected, 12);
    }
  });

  it('the normal of a needle comes from the edges at its thick end', () => {
    // Two points are 4e-5 apart, and the newest is 170 away from both. The product of the two long edges has lost seven digits, and so
    // had v. Found as a distance of 37.4 whose normal proved 1.8e-8 less.
    const simplex = new Simplex();
    const points = [
      [-43.11720692750678, 53.59295716950823, -17.89625285041194],
      [-43.11722379451875, 53.59292334007703, -17.896246464651966],
      [15.571952272701585, -54.81907799040433, 105.78737439892319],
    ];
    for (const [x, y, z] of points) simplex.add(new Vec3(x, y, z), new Vec3());
    simplex.solve();
    expect(simplex.count).toBe(3);
    // As computed in rational numbers.
    expect(Math.abs(Math.sqrt(simplex.vv) - 37.40184813490847)).toBeLessThan(1e-13);
    const { x, y, z } = simplex.v;
    expect(Math.abs(x + 22.805462469372713)).toBeLessThan(1e-12);
    expect(Math.abs(y - 16.072569844779697)).toBeLessThan(1e-12);
    expect(Math.abs(z - 24.90946856216461)).toBeLessThan(1e-12);
  });
});
