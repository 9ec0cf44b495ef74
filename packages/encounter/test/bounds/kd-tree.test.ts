/** Nearest points of a k-d tree against a loop over all points: the same bits, and of equal distances the lower number. */
import { describe, expect, it } from 'vitest';
import * as bounds from '../../src/bounds.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import { checkKdTree } from './checks.ts';
import { CLOUDS, randomCloud } from './clouds.ts';

const { KdTree, Neighbour } = bounds;
const SEED = seedFromEnv(1);

describe('k-d tree', () => {
  it.each(CLOUDS)(`seed ${SEED}: %s, like all points one by one`, (kind) => {
    for (let i = 0; i < runs(40); i++) {
      const rng = new Rng(SEED, i);
      const { points } = randomCloud(rng, 120, kind);
      // On points, near them, and on the lattice between them.
      const queries = Array.from({ length: 4 }, (_, n): Vec => {
        const p = rng.pick(points);
        if (n === 0) return p;
        const q = rng.pick(points);
        return n === 1 ? [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2] : [p[0], q[1], rng.pick(points)[2]];
      });
      expect(checkKdTree(bounds, points, queries, rng), `seed ${SEED}, case ${i}, ${points.length} points`).toEqual([]);
    }
  });

  it('holds 50,000 points in order, also if all are one or on a line', () => {
    const rng = new Rng(SEED);
    for (const make of [(): Vec => rng.inBox(1), (): Vec => [1, 2, 3], (): Vec => [rng.int(5), 0, 0]]) {
      const points = Array.from({ length: 50_000 }, make);
      const tree = new KdTree(points);
      tree.validate();
      const wrong = checkKdTree(bounds, points.slice(0, 3000), [rng.inBox(1), [2, 0, 0]], rng);
      expect(wrong).toEqual([]);
      expect(tree.nearest(points[17]).distance).toBe(0);
      expect(tree.within([0, 0, 0], Infinity)).toEqual(points.map((_, i) => i));
    }
  });

  it('in sorted order, and in any other, finds the same points', () => {
    const line = Array.from({ length: 1000 }, (_, i): Vec => [i, 0, 0]);
    const up = new KdTree(line);
    const down = new KdTree([...line].reverse());
    for (let i = 0; i < 1000; i += 37) {
      expect(up.nearest([i + 0.25, 1, 0]).index).toBe(i);
      expect(down.nearest([i + 0.25, 1, 0]).index).toBe(999 - i);
    }
  });

  it('uses what it is given for results', () => {
    const tree = new KdTree(new Float32Array([0, 0, 0, 1, 0, 0, 2, 0, 0]));
    expect(tree.size).toBe(3);
    const one = new Neighbour();
    expect(tree.nearest({ x: 0.9, y: 0, z: 0 }, one)).toBe(one);
    expect(one.index).toBe(1);
    const list = [one, new Neighbour(), new Neighbour(), new Neighbour()];
    expect(tree.nearestK([2, 0, 0], 2, list)).toBe(list);
    expect(list).toEqual([
      { index: 2, distance: 0 },
      { index: 1, distance: 1 },
    ]);
    expect(list[0]).toBe(one);
    expect(tree.nearestK([0, 0, 0], 0)).toEqual([]);
    expect(tree.nearestK([0, 0, 0], 9).map(({ index }) => index)).toEqual([0, 1, 2]);
    const numbers = [7, 7, 7, 7];
    expect(tree.within([0, 0, 0], 1, numbers)).toBe(numbers);
    expect(numbers).toEqual([0, 1]);
    expect(tree.within([0, 0, 0], 0)).toEqual([0]);
    expect(tree.within([9, 9, 9], 1)).toEqual([]);
  });

  it('of equally near points takes the one with the lower number', () => {
    const tree = new KdTree([
      [1, 0, 0],
      [0, 1, 0],
      [-1, 0, 0],
      [1, 0, 0],
    ]);
    expect(tree.nearestK([0, 0, 0], 4).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(tree.nearest([2, 0, 0])).toEqual({ index: 0, distance: 1 });
  });

  it('does not change with the array that it was made of', () => {
    const points = new Float64Array([0, 0, 0, 5, 0, 0]);
    const tree = new KdTree(points);
    points.fill(9);
    expect(tree.nearest([4, 0, 0])).toEqual({ index: 1, distance: 1 });
  });

  it('names arguments that are wrong', () => {
    const tree = new KdTree([[0, 0, 0]]);
    expect(() => tree.nearest([0, 0] as never)).toThrow('point must have 3 components, got 2');
    expect(() => tree.nearest([0, 0, Number.NaN])).toThrow('point.z must be finite');
    expect(() => tree.nearest([0, 0, 0], 5 as never)).toThrow('out must be a Neighbour, got 5');
    expect(() => tree.nearestK([0, 0, 0], -1)).toThrow(new RangeError('k must be a count, got -1'));
    expect(() => tree.nearestK([0, 0, 0], 1.5)).toThrow(RangeError);
    expect(() => tree.nearestK([0, 0, 0], '1' as never)).toThrow(TypeError);
    expect(() => tree.nearestK([0, 0, 0], 1, {} as never)).toThrow('out must be an array, got {}');
    expect(() => tree.within([0, 0, 0], -1)).toThrow('radius must not be negative, got -1');
    expect(() => tree.within([0, 0, 0], Number.NaN)).toThrow('radius must be finite');
  });
});
