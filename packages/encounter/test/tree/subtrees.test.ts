/** A tree that is built in parts is the one that is built at once, bit for bit. */
import { describe, expect, it } from 'vitest';
import { type BuildJob, runBuildJob } from '../../src/bulk/build-job.ts';
import { MeshBuilder } from '../../src/bulk/mesh-builder.ts';
import { Mesh, type MeshOptions, VertexArray } from '../../src/index.ts';
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

describe('a tree in parts', () => {
  const positions = shared(crowded(new Rng(seed)));
  const indices = Uint32Array.from({ length: 3 * LEAST }, (_, i) => i);
  const whole = new Mesh({ positions, indices });

  for (const workers of [1, 2, 3, 7])
    it(`is the same with ${workers} workers, also after a refit, seed ${seed}`, async () => {
      const { builder, jobs } = builderOf(workers);
      const mesh = new Mesh(await builder.build({ positions, indices }));
      expect(jobs).toEqual(['spots', 'subtrees', 'place']);
      mesh.validate();
      expectSame(mesh, whole);
      const before = positions.slice();
      for (let k = 0; k < positions.length; k++) positions[k] += 0.01 * Math.abs(positions[(k + 7) % positions.length]);
      expect(await builder.fit(mesh)).toBe(true);
      mesh.finishRefit(true);
      whole.refit();
      mesh.validate();
      expectSame(mesh, whole);
      positions.set(before);
      whole.refit();
    });

  it('reads vertices between other numbers, and indices of other types', async () => {
    const rng = new Rng(seed, 1);
    const vertices = new VertexArray(
      Array.from({ length: 5 * 1000 }, () => rng.range(-1, 1)),
      { offset: 1, stride: 5, count: 999 },
    );
    const few = Uint16Array.from({ length: 3 * LEAST }, () => Math.floor(999 * rng.next()));
    const options: MeshOptions = { positions: vertices, indices: few };
    const { builder, jobs } = builderOf(2);
    const mesh = new Mesh(await builder.build(options));
    expect(jobs.length).toBe(3);
    expectSame(mesh, new Mesh(options));
    // The vertices are not shared, so the refit is left to the caller.
    expect(await builder.fit(mesh)).toBe(false);
  });

  it('leaves to the caller what is small, of another strategy, or has vertices far away that no triangle uses', async () => {
    const { builder, jobs } = builderOf(2);
    const others: MeshOptions[] = [
      { positions, indices: indices.subarray(0, 3000) },
      { positions, indices, strategy: 'fast' },
      { positions, indices: [...indices] },
    ];
    for (const options of others) expect(await builder.build(options)).toBe(options);
    expect(jobs).toEqual([]);
    const stray = shared([...positions, 1e9, 0, 0]);
    const ready = await builder.build({ positions: stray, indices });
    expect(ready.tree).toBe(undefined);
    expectSame(new Mesh(ready), new Mesh({ positions: stray, indices }));
  });

  it('leaves wrong indices to the mesh, which refuses them', async () => {
    const { builder } = builderOf(2);
    const wrong = indices.slice();
    wrong[1000] = 3 * LEAST;
    const ready = await builder.build({ positions, indices: wrong });
    expect(() => new Mesh(ready)).toThrow('indices[1000] must be an integer');
  });
});
