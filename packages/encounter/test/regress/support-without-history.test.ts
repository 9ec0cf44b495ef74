/**
 * Where several vertices of a hull are support points of one direction, which one was the answer depended on the queries before: cells of the
 * table were filled from the vertex found last. So a run of `clash` gave other normals (of the same depth) in two threads than in one.
 */
import { expect, test } from 'vitest';
import { Polytope, Vec3 } from '../../src/index.ts';
import { Rng } from '../support/rng.ts';

/** A ball with a ring of equal vertices at many heights, so that ties are common. */
function ball(): number[] {
  const points: number[] = [];
  for (let i = 0; i <= 24; i++)
    for (let j = 0; j < 48; j++) {
      const [t, p] = [(Math.PI * i) / 24, (2 * Math.PI * j) / 48];
      points.push(Math.sin(t) * Math.cos(p), Math.sin(t) * Math.sin(p), Math.cos(t));
    }
  return points;
}

test('a support point does not depend on the queries before it', () => {
  const rng = new Rng(1);
  const grid = [-2, -1, 0, 1, 2];
  const directions = grid.flatMap((x) => grid.flatMap((y) => grid.map((z) => new Vec3(x, y, z))));
  const ask = (order: readonly number[]): string[] => {
    const hull = new Polytope(ball());
    const found: string[] = [];
    for (const n of order) found[n] = hull.support(directions[n], new Vec3()).toArray().join(' ');
    return found;
  };
  const forward = directions.map((_, n) => n);
  const expected = ask(forward);
  for (let round = 0; round < 20; round++) {
    const order = [...forward];
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(rng.range(0, i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    expect(ask(order), `seed 1, round ${round}`).toEqual(expected);
  }
});
