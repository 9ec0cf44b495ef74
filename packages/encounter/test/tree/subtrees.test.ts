/** A tree that is built in parts is the one that is built at once, bit for bit. */
import { describe, expect, it } from 'vitest';
import { type BuildJob, runBuildJob } from '../../src/bulk/build-job.ts';
import { MeshBuilder } from '../../src/bulk/mesh-builder.ts';
import { Mesh, type MeshOptions, type MeshStrategy, VertexArray } from '../../src/index.ts';
import { LARGEST_IN_TREE, SMALLEST_MESH } from '../../src/tolerances.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(1907);
/** Workers get the mesh from this many triangles on. */
const LEAST = 100_000;

/** Builds with as many parts as for some workers, all of them done here. */
function builderOf(workers: number): { builder: MeshBuilder; jobs: BuildJob['kind'][] } {
  const jobs: BuildJob['kind'][] = [];
  const builder = new MeshBuilder(workers, async (job) => {
    jobs.push(job.kind);
    runBuildJob(job);
  });
  return { builder, jobs };
}

function shared(numbers: ArrayLike<number>): Float64Array {
  const out = new Float64Array(new SharedArrayBuffer(8 * numbers.length));
  out.set(numbers);
  return out;
}

/** Small triangles, most of them in one corner of space: no split at the top is even. */
function crowded(rng: Rng): Float64Array {
  const positions = new Float64Array(9 * LEAST);
  for (let t = 0; t < LEAST; t++) {
    const size = t % 8 === 0 ? 1 : rng.log(1e-6, 1);
    const middle = [size * rng.next(), size * rng.next(), size * rng.next()];
    for (let k = 0; k < 9; k++) positions[9 * t + k] = middle[k % 3] + 0.01 * size * rng.next();
  }
  return positions;
}

function expectSame(a: Mesh, b: Mesh): void {
  const [p, q] = [a.triangles, b.triangles];
  // Comparing the arrays themselves takes minutes where they differ.
  const same = (x: ArrayLike<number>, y: ArrayLike<number>): boolean => {
    if (x.length !== y.length) return false;
    for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
    return true;
  };
  expect(same(p.tree.origin, q.tree.origin)).toBe(true);
  expect(same(p.tree.items, q.tree.items)).toBe(true);
  expect(same(p.corners, q.corners)).toBe(true);
  expect(same(p.tree.links, q.tree.links)).toBe(true);
}

/** What workers do for each strategy. */
const JOBS: Record<MeshStrategy, BuildJob['kind'][]> = {
  midpoint: ['spots', 'subtrees', 'place'],
  fast: ['keys', 'deal', 'subtrees', 'place'],
  sah: ['spots', 'subtrees', 'place'],
  obb: ['spots', 'subtrees', 'place'],
};
const STRATEGIES = Object.keys(JOBS) as MeshStrategy[];

/** Each coordinate of odd meshes: splits fail or are uneven, or coordinates are as large or small as a mesh may have. */
const ODD: Record<string, (rng: Rng, k: number) => number> = {
  'all in one place': (_, k) => [1, 2, 3, 2, 2, 3, 1, 3, 4][k % 9],
  'in a plane': (rng, k) => (k % 3 === 2 ? 5 : rng.range(-1, 1)),
  'in a row': (_, k) => (k % 3 === 0 ? Math.floor(k / 9) + (k % 2) : k % 2),
  'ever smaller': (_, k) => 2 ** -(Math.floor(k / 9) % 100) * (1 + (k % 7)),
  'as large as can be': (rng, k) => LARGEST_IN_TREE * (k < 9 ? 1 - 0.1 * (k % 4) : rng.range(-1, 1)),
  'as small as can be': (rng, k) => SMALLEST_MESH * (k < 9 ? 0.5 * (k % 4) : rng.next()),
  'far from the origin': (rng, _) => 1e9 + rng.range(-1, 1),
};

describe('a tree in parts', () => {
  const positions = shared(crowded(new Rng(seed)));
  const indices = Uint32Array.from({ length: 3 * LEAST }, (_, i) => i);

  // Oriented boxes are computed by the mesh, and take most of the time.
  for (const strategy of STRATEGIES)
    for (const workers of strategy === 'obb' ? [2] : [1, 2, 3, 7])
      it(`is the same with ${workers} workers, also after a refit: ${strategy}, seed ${seed}`, async () => {
        const { builder, jobs } = builderOf(workers);
        const mesh = new Mesh(await builder.build({ positions, indices, strategy }));
        const whole = new Mesh({ positions, indices, strategy });
        expect(jobs).toEqual(JOBS[strategy]);
        mesh.validate();
        expectSame(mesh, whole);
        const before = positions.slice();
        for (let k = 0; k < positions.length; k++)
          positions[k] += 0.01 * Math.abs(positions[(k + 7) % positions.length]);
        expect(await builder.fit(mesh)).toBe(true);
        mesh.finishRefit(true);
        whole.refit();
        mesh.validate();
        expectSame(mesh, whole);
        positions.set(before);
      });

  for (const [name, coordinate] of Object.entries(ODD))
    it(`is the same for triangles ${name}, seed ${seed}`, async () => {
      const rng = new Rng(seed, 2);
      const odd = shared(Float64Array.from({ length: 9 * LEAST }, (_, k) => coordinate(rng, k)));
      for (const strategy of ['midpoint', 'fast', 'sah'] as const) {
        const whole = new Mesh({ positions: odd, indices, strategy });
        for (const workers of [1, 2, 3]) {
          const { builder, jobs } = builderOf(workers);
          const mesh = new Mesh(await builder.build({ positions: odd, indices, strategy }));
          expect(jobs).toEqual(JOBS[strategy]);
          expectSame(mesh, whole);
        }
      }
    });

  it('reads vertices between other numbers, and indices of other types', async () => {
    const rng = new Rng(seed, 1);
    const vertices = new VertexArray(
      Array.from({ length: 5 * 1000 }, () => rng.range(-1, 1)),
      { offset: 1, stride: 5, count: 999 },
    );
    const few = Uint16Array.from({ length: 3 * LEAST }, () => Math.floor(999 * rng.next()));
    for (const strategy of STRATEGIES) {
      const options: MeshOptions = { positions: vertices, indices: few, strategy };
      const { builder, jobs } = builderOf(2);
      const mesh = new Mesh(await builder.build(options));
      expect(jobs).toEqual(JOBS[strategy]);
      expectSame(mesh, new Mesh(options));
      // The vertices are not shared, so the refit is left to the caller.
      expect(await builder.fit(mesh)).toBe(false);
    }
  });

  for (const strategy of STRATEGIES)
    it(`leaves to the caller what is small, or has vertices far away that no triangle uses: ${strategy}`, async () => {
      const { builder, jobs } = builderOf(2);
      const others: MeshOptions[] = [
        { positions, indices: indices.subarray(0, 3000), strategy },
        { positions, indices: [...indices], strategy },
      ];
      for (const options of others) expect(await builder.build(options)).toBe(options);
      expect(jobs).toEqual([]);
      const stray = shared([...positions, 1e9, 0, 0]);
      const ready = await builder.build({ positions: stray, indices, strategy });
      expect(ready.tree).toBe(undefined);
      expectSame(new Mesh(ready), new Mesh({ positions: stray, indices, strategy }));
    });

  it('leaves wrong indices to the mesh, which refuses them', async () => {
    const { builder } = builderOf(2);
    const wrong = indices.slice();
    wrong[1000] = 3 * LEAST;
    for (const strategy of STRATEGIES) {
      const ready = await builder.build({ positions, indices: wrong, strategy });
      expect(() => new Mesh(ready)).toThrow('indices[1000] must be an integer');
    }
  });
});
