/** Merging vertices: how far they move, what is left, and that the order does not matter. */
import { describe, expect, it } from 'vitest';
import { judgeClosed } from '../../src/shapes/closed-mesh.ts';
import { VertexArray } from '../../src/shapes/vertex-array.ts';
import { weld } from '../../src/shapes/weld.ts';
import { box, torus } from '../support/open-meshes.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const SEED = seedFromEnv(20261603);

const at = (positions: ArrayLike<number>, i: number): number[] => [0, 1, 2].map((k) => positions[3 * i + k]);
const apart = (p: readonly number[], q: readonly number[]): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

/** Points in clusters and chains, and triangles between random ones of them. */
function randomSoup(rng: Rng): { positions: number[]; indices: number[]; tolerance: number } {
  const tolerance = rng.log(1e-3, 0.3);
  const positions: number[] = [];
  while (positions.length < 3 * 60) {
    const start = rng.inBox(1);
    const step = rng.direction().map((x) => x * tolerance * rng.range(0, 1.2));
    const n = rng.integer(1, 6);
    for (let k = 0; k < n; k++) positions.push(...start.map((x, j) => x + k * step[j]));
  }
  const count = positions.length / 3;
  const indices = Array.from({ length: 3 * rng.integer(1, 80) }, () => rng.int(count));
  return { positions, indices, tolerance };
}

/** Positions and triangles as sets of strings, whatever their numbers. A triangle starts at its first corner by position. */
function content({ positions, indices }: { positions: ArrayLike<number>; indices: ArrayLike<number> }): string[][] {
  const name = (i: number): string => at(positions, i).join();
  const vertices = Array.from({ length: positions.length / 3 }, (_, i) => name(i)).sort();
  const triangles: string[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const c = [name(indices[t]), name(indices[t + 1]), name(indices[t + 2])];
    const first = c.indexOf([...c].sort()[0]);
    triangles.push([c[first], c[(first + 1) % 3], c[(first + 2) % 3]].join(' | '));
  }
  return [vertices, triangles.sort()];
}

describe(`weld (seed ${SEED})`, () => {
  it('moves no vertex by more than the tolerance, and leaves none within it of another', () => {
    for (let i = 0; i < runs(500); i++) {
      const rng = new Rng(SEED, i);
      const { positions, indices, tolerance } = randomSoup(rng);
      const welded = weld(positions, indices, tolerance);
      const n = welded.positions.length / 3;
      let farthest = 0;
      let nearest = Infinity;
      for (let v = 0; v < positions.length / 3; v++)
        if (welded.map[v] >= 0)
          farthest = Math.max(farthest, apart(at(positions, v), at(welded.positions, welded.map[v])));
      for (let p = 0; p < n; p++)
        for (let q = 0; q < p; q++)
          nearest = Math.min(nearest, apart(at(welded.positions, p), at(welded.positions, q)));
      expect(farthest).toBeLessThanOrEqual(tolerance * (1 + 1e-15));
      expect(nearest).toBeGreaterThan(tolerance * (1 - 1e-15));
      // Each vertex left is one of those given, and is used.
      const given = new Set(Array.from({ length: positions.length / 3 }, (_, v) => at(positions, v).join()));
      for (let p = 0; p < n; p++) expect(given.has(at(welded.positions, p).join())).toBe(true);
      expect(new Set(welded.indices).size).toBe(n);
    }
  });

  it('keeps triangles in their order, but for those that lose a corner', () => {
    for (let i = 0; i < runs(300); i++) {
      const { positions, indices, tolerance } = randomSoup(new Rng(SEED, i));
      const { map, indices: left, source } = weld(positions, indices, tolerance);
      const expected: number[] = [];
      const numbers: number[] = [];
      for (let t = 0; t < indices.length / 3; t++) {
        const corners = indices.slice(3 * t, 3 * t + 3).map((v) => map[v]);
        // A vertex without a number has lost all its triangles.
        if (new Set(corners).size < 3 || corners.includes(-1)) continue;
        expected.push(...corners);
        numbers.push(t);
      }
      expect([...left]).toEqual(expected);
      expect([...source]).toEqual(numbers);
    }
  });

  it('does not depend on the order of vertices and triangles', () => {
    for (let i = 0; i < runs(300); i++) {
      const rng = new Rng(SEED, i);
      const { positions, indices, tolerance } = randomSoup(rng);
      const count = positions.length / 3;
      const order = Array.from({ length: count }, (_, k) => k);
      for (let k = count - 1; k > 0; k--) {
        const j = rng.int(k + 1);
        [order[k], order[j]] = [order[j], order[k]];
      }
      const placeOf = order.map((_, k) => order.indexOf(k));
      const triangles: number[][] = [];
      for (let t = 0; t < indices.length; t += 3) triangles.push(indices.slice(t, t + 3).map((v) => placeOf[v]));
      triangles.reverse();
      const shuffled = weld(
        order.flatMap((v) => at(positions, v)),
        triangles.flat(),
        tolerance,
      );
      expect(content(shuffled)).toEqual(content(weld(positions, indices, tolerance)));
    }
  });

  it('done twice is done once', () => {
    for (let i = 0; i < runs(200); i++) {
      const { positions, indices, tolerance } = randomSoup(new Rng(SEED, i));
      const once = weld(positions, indices, tolerance);
      if (once.indices.length === 0) continue;
      const twice = weld(once.positions, once.indices, tolerance);
      expect(twice.positions).toEqual(once.positions);
      expect(twice.indices).toEqual(once.indices);
    }
  });

  it('does not chain: points in a row are merged by twos', () => {
    const positions = [0, 1, 2, 3, 4, 5, 6].flatMap((x) => [x, 0, 0]).concat([0, 9, 0, 9, 9, 0]);
    const indices = [0, 1, 2, 3, 4, 5, 6].flatMap((v) => [v, 7, 8]);
    const { positions: left } = weld(positions, indices, 1);
    const row = Array.from({ length: left.length / 3 }, (_, i) => at(left, i)).filter(([, y]) => y === 0);
    expect(row.map(([x]) => x)).toEqual([0, 2, 4, 6]);
  });

  it('with 0 merges what is equal, −0 and 0 included, and nothing else', () => {
    const e = 2 ** -1074;
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, -0, 0, -0, 1, 0, 0, 0, 1, e, 5, 5, 5];
    const { positions: left, indices, map } = weld(positions, [0, 1, 2, 3, 4, 5], 0);
    expect(left.length / 3).toBe(4);
    expect([...map]).toEqual([0, 1, 2, 0, 1, 3, -1]);
    expect([...indices]).toEqual([0, 1, 2, 0, 1, 3]);
  });

  it('closes a box of loose sides, and a torus of loose triangles, that were rounded', () => {
    const rng = new Rng(SEED, 1);
    for (const plain of [box(), torus()]) {
      // Each triangle with vertices of its own, moved by up to 1e-4.
      const positions = plain.indices.flatMap((v) => at(plain.positions, v).map((x) => x + rng.range(-5e-5, 5e-5)));
      const indices = plain.indices.map((_, k) => k);
      expect(judgeClosed(new VertexArray(positions), indices).closed).toBe(false);
      const welded = weld(positions, indices, 2e-4);
      expect(welded.positions.length).toBe(plain.positions.length);
      expect(judgeClosed(new VertexArray(welded.positions), welded.indices).closed).toBe(true);
      expect(welded.source.length).toBe(indices.length / 3);
    }
  });

  it('takes any range: huge, tiny, one vertex far from all others, and tolerances beyond all of them', () => {
    for (const scale of [1e300, 1e-300]) {
      const positions = box().positions.map((x) => x * scale);
      expect(weld(positions, box().indices, 1e-3 * scale).indices.length).toBe(36);
      expect(weld(positions, box().indices, 10 * scale).indices.length).toBe(0);
      expect(weld(positions, box().indices, Number.MAX_VALUE).positions.length).toBe(0);
    }
    const { positions, indices } = torus(100, 50);
    const far = [...positions, 1e30, 1e30, 1e30];
    const welded = weld(far, [...indices, 0, 1, far.length / 3 - 1], 1e-6);
    expect(welded.positions.length).toBe(far.length);
  });

  it('reads vertices with a stride, writes none, and returns floats for floats', () => {
    const array = Float32Array.from([9, 0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9, 0, 0, 1e-5]);
    const before = array.slice();
    const vertices = new VertexArray(array, { offset: 1, stride: 4 });
    const { positions, indices } = weld(vertices, Uint16Array.of(0, 1, 2, 3, 1, 2), 1e-4);
    expect(positions).toBeInstanceOf(Float32Array);
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect([...indices]).toEqual([0, 1, 2, 0, 1, 2]);
    expect(array).toEqual(before);
    expect(weld([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], 0).positions).toBeInstanceOf(Float64Array);
  });

  it('names what is wrong', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    expect(() => weld(positions, [0, 1, 2], -1)).toThrow('tolerance must be a length of at least 0, got -1');
    expect(() => weld(positions, [0, 1, 2], Number.NaN)).toThrow('tolerance must be a length of at least 0, got NaN');
    expect(() => weld(positions, [0, 1, 2], '1' as unknown as number)).toThrow('tolerance must be a number, got "1"');
    expect(() => weld(positions, [0, 1, 3], 0)).toThrow('indices[2] must be an integer in 0…2, got 3');
    expect(() => weld([0, 0, Number.NaN], [0, 0, 0], 0)).toThrow('positions[2]');
  });
});
