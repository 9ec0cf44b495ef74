/** The distance of meshes of one leaf each: only the gaps along two directions choose the pairs of triangles that are measured. */
import { describe, expect, test } from 'vitest';
import { Collider, closestPoints, Mesh } from '../../src/index.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';
import { triangleDistance } from './reference.ts';

const seed = seedFromEnv(20261118);

/** Triangles of size 0.2 across an axis, at both ends of it and at several places. */
function plates(...places: [axis: number, at: number][]): Mesh {
  const positions = places.flatMap(([axis, at]) =>
    [at, -at].flatMap((x) =>
      [
        [-0.1, -0.1],
        [0.1, 0],
        [0, 0.1],
      ].flatMap(([u, v]) => (axis === 0 ? [x, u, v] : [u, v, x])),
    ),
  );
  return new Mesh({ positions, indices: Array.from({ length: 6 * places.length }, (_, i) => i) });
}

describe(`gaps of leaves, seed ${seed}`, () => {
  test('leaves with one middle: the way between them has no length', () => {
    // The search begins from the middle, with the plates across x. Those across z are nearer.
    const needle = new Mesh({ positions: [0, 0, -5, 0, 0, 5, 0, 0, 0], indices: [0, 1, 2] });
    const { distance } = closestPoints(new Collider(plates([0, 1], [2, 5.5])), new Collider(needle));
    expect(distance).toBe(0.5);
  });

  test('a few triangles at random: the least of all pairs', () => {
    const rng = new Rng(seed, 1);
    for (let k = 0; k < 2000; k++) {
      const soups = [0, 1].map((side) => {
        const count = 1 + Math.floor(6 * rng.next());
        const size = 2 ** Math.floor(8 * rng.next() - 6);
        return Array.from({ length: count }, () => {
          const middle = [0, 1, 2].map(() => rng.next() - 0.5);
          return Float64Array.from({ length: 9 }, (_, i) => 3 * side + middle[i % 3] + size * (rng.next() - 0.5));
        });
      });
      const [a, b] = soups.map(
        (soup) =>
          new Collider(
            new Mesh({
              positions: soup.flatMap((t) => [...t]),
              indices: soup.flatMap((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]),
            }),
          ),
      );
      let least = Infinity;
      for (const p of soups[0]) for (const q of soups[1]) least = Math.min(least, triangleDistance(p, q));
      const { distance, error } = closestPoints(a, b);
      expect(Math.abs(distance - least), `case ${k}`).toBeLessThanOrEqual(error + 1e-12);
    }
  });
});
