/** GJK's subalgorithm against solving every face of the simplex. */
import { describe, expect, it } from 'vitest';
import { Simplex } from '../../src/convex/simplex.ts';
import { Vec3 } from '../../src/math/vec3.ts';
import { Rng, runs } from '../support/rng.ts';

/** Numbers in [−1, 1). */
function random(seed: number): () => number {
  const rng = new Rng(seed);
  return () => rng.range(-1, 1);
}

/** Distance from the origin to the hull of the points by minimising over barycentric coordinates, face by face. */
function bruteForce(points: Vec3[]): number {
  let best = Infinity;
  for (let mask = 1; mask < 1 << points.length; mask++) {
    const face = points.filter((_, i) => (mask >> i) & 1);
    const edges = face.slice(1).map((p) => [p.x - face[0].x, p.y - face[0].y, p.z - face[0].z]);
    const base = face[0].toArray();
    // Gram–Schmidt: the part of the base point that no edge can take away, and the coordinates that take the rest.
    const n = edges.length;
    const gram = edges.map((u) => edges.map((v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2]));
    const rhs = edges.map((u) => -(u[0] * base[0] + u[1] * base[1] + u[2] * base[2]));
    let singular = false;
    for (let i = 0; i < n; i++) {
      if (!(Math.abs(gram[i][i]) > 1e-13)) singular = true;
      for (let k = i + 1; k < n; k++) {
        const factor = gram[k][i] / gram[i][i];
        for (let j = i; j < n; j++) gram[k][j] -= factor * gram[i][j];
        rhs[k] -= factor * rhs[i];
      }
    }
    if (singular) continue;
    const l = new Array<number>(n).fill(0);
    for (let i = n - 1; i >= 0; i--) {
      let sum = rhs[i];
      for (let j = i + 1; j < n; j++) sum -= gram[i][j] * l[j];
      l[i] = sum / gram[i][i];
    }
    if (l.some((x) => x < 0) || l.reduce((s, x) => s + x, 0) > 1) continue;
    const v = [0, 1, 2].map((c) => base[c] + edges.reduce((s, u, i) => s + l[i] * u[c], 0));
    best = Math.min(best, Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  }
  return best;
}

describe('simplex', () => {
  for (const count of [1, 2, 3, 4])
    it(`seed ${count}: finds the nearest point of ${count} random points`, () => {
      const next = random(count);
      let inside = 0;
      for (let trial = 0; trial < runs(4000); trial++) {
        const shift = [0, 0.3, 1, 3][trial % 4];
        const points = Array.from({ length: count }, () => new Vec3(next() + shift, next(), next()));
        const simplex = new Simplex();
        for (const p of points) simplex.add(p, p);
        const contains = simplex.solve();
        const expected = bruteForce(points);
        if (contains) inside++;
        expect(Math.sqrt(simplex.vv)).toBeCloseTo(expected, 10);
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

  it('copes with repeated and collinear points', () => {
    const p = new Vec3(1, 2, 3);
    const q = new Vec3(2, 1, 3);
    for (const points of [
      [p, p],
      [p, p, p],
      [p, q, p],
      [p, q, new Vec3(1.5, 1.5, 3)],
      [p, q, p, q],
    ]) {
      const simplex = new Simplex();
      for (const y of points) simplex.add(y, y);
      expect(simplex.solve()).toBe(false);
      const expected = points.includes(q) ? Math.sqrt(1.5 * 1.5 * 2 + 9) : Math.sqrt(14);
      expect(Math.sqrt(simplex.vv)).toBeCloseTo(expected, 12);
    }
  });
});
