/** Workers answer as one thread does, bit by bit. They run the build, so this is not part of the quick run. */

import * as library from 'encounter';
import { Box, Collider, Compound, Mesh, Scene, Sphere } from 'encounter';
import { Collider as BulkCollider, castRays, distancesToPoints, WorkerPool } from 'encounter/bulk';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { boxMesh, meshShape, torus } from '../mesh/scenes.ts';
import { buildShape, KINDS, randomSpec } from '../support/generators.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(73);
const pools = [new WorkerPool(1), new WorkerPool(3)];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

const spread = (count: number, size: number): Float64Array => {
  const rng = new Rng(seed);
  return Float64Array.from({ length: count }, () => rng.range(-size, size));
};

async function compare(target: Collider | Scene): Promise<void> {
  const count = 1500;
  const points = spread(3 * count, 4);
  const segments = spread(6 * count, 4);
  const answers = () => ({
    out: new Float64Array(count),
    t: new Float32Array(count),
    nearest: new Float64Array(3 * count),
    normals: new Float64Array(3 * count),
    primitives: new Int32Array(count),
    hit: new Int32Array(count),
    colliders: new Int32Array(count),
  });
  const one = answers();
  distancesToPoints(target, points, one.out, { nearest: one.nearest, primitives: one.primitives });
  castRays(target, segments, one.t, { normals: one.normals, primitives: one.hit, colliders: one.colliders });
  for (const pool of pools) {
    const all = answers();
    await Promise.all([
      pool.distancesToPoints(target, points, all.out, { nearest: all.nearest, primitives: all.primitives }),
      pool.castRays(target, segments, all.t, { normals: all.normals, primitives: all.hit, colliders: all.colliders }),
    ]);
    expect(all).toEqual(one);
  }
}

describe('WorkerPool', () => {
  it('has the classes of the main entry', () => expect(BulkCollider).toBe(Collider));

  for (const kind of KINDS)
    it(`answers as one thread: ${kind}, seed ${seed}`, async () => {
      const shape = buildShape(library, randomSpec(new Rng(seed, KINDS.indexOf(kind)), kind, 2));
      await compare(new Collider(shape, { position: [0.5, 0, 1], orientation: [0.1, 0.2, 0.3, 0.9], margin: 0.125 }));
    });

  it('answers as one thread: meshes with faces, scaled, as they deform, and in compounds', async () => {
    const faces = meshShape(library, boxMesh(1, 2, 1, 2));
    await compare(new Collider(faces, { scale: [2, 1, -1], position: [1, 0, 0] }));
    const spec = torus(new Rng(seed), 40, 20, 0.2, true);
    const positions = Float32Array.from(spec.positions);
    const mesh = new Mesh({ positions, indices: spec.corners, solid: true });
    await compare(new Collider(mesh));
    for (let k = 0; k < positions.length; k++) positions[k] *= 1.5;
    mesh.refit();
    await compare(new Collider(mesh));
    await compare(new Collider(new Mesh({ positions, indices: spec.corners.slice(3 * 60), solid: 'winding' })));
    const inner = new Compound([{ shape: new Sphere(0.5) }, { shape: new Box([1, 1, 1]), position: [2, 0, 0] }]);
    await compare(
      new Collider(
        new Compound([{ shape: faces }, { shape: inner, position: [0, 2, 0] }, { shape: mesh, scale: 0.5 }]),
      ),
    );
  });

  it('answers as one thread: a scene that changes', async () => {
    const crates = [-2, 0, 2].map((x) => new Collider(new Box([1, 1, 1]), { position: [x, 0, 0] }));
    const scene = new Scene().add(
      ...crates,
      new Collider(meshShape(library, boxMesh(1, 1, 1)), { position: [0, 2, 1] }),
    );
    await compare(scene);
    crates[0].setPosition([-2, 1, 0]);
    scene.remove(crates[1]);
    await compare(scene);
  });

  it('builds and refits meshes as one thread does', async () => {
    const rng = new Rng(seed, 9);
    const spec = torus(rng, 400, 130, 0.3, true);
    const positions = new Float32Array(new SharedArrayBuffer(4 * spec.positions.length));
    positions.set(spec.positions);
    const indices = Uint32Array.from(spec.corners);
    expect(indices.length / 3).toBeGreaterThan(100_000);
    for (const options of [{}, { solid: true }, { strategy: 'fast' }, { strategy: 'sah' }] as const)
      for (const pool of pools) {
        const one = new Mesh({ positions, indices, ...options });
        const mesh = await pool.buildMesh({ positions, indices, ...options });
        // In shared memory: so workers have built it.
        expect(mesh.triangles.corners.buffer).toBeInstanceOf(SharedArrayBuffer);
        const tree = (of: Mesh) => Buffer.from(of.serializeTree());
        expect(tree(mesh).equals(tree(one))).toBe(true);
        for (let k = 0; k < positions.length; k++) positions[k] *= 1 + 0.25 * (k % 3);
        expect(await pool.refit(mesh)).toBe(mesh);
        one.refit();
        expect(tree(mesh).equals(tree(one))).toBe(true);
        mesh.validate();
        await compare(new Collider(mesh));
      }
    const [pool] = pools;
    const small = await pool.buildMesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
    expect((await pool.refit(small)).triangleCount).toBe(1);
    await expect(pool.buildMesh({ positions, indices: new Uint32Array(3).fill(1e9) })).rejects.toThrow('indices[0]');
    await expect(pool.refit({} as Mesh)).rejects.toThrow('mesh must be a Mesh');
  });

  it('uses shared memory as it is, and copies what is not shared', async () => {
    const shared = (length: number) => new Float32Array(new SharedArrayBuffer(4 * length));
    const points = shared(6);
    points.set([0, 0, 0, 3, 0, 0]);
    const out = shared(2);
    expect(await pools[1].distancesToPoints(new Collider(new Sphere(1)), points, out)).toBe(out);
    expect([...out]).toEqual([-1, 2]);
  });

  it('does the work itself for shapes of other classes', async () => {
    class Pill extends Sphere {}
    const out = await pools[0].distancesToPoints(
      new Collider(new Pill(1)),
      new Float32Array([3, 0, 0]),
      new Float32Array(1),
    );
    expect(out[0]).toBe(2);
  });

  it('does the work itself where no memory can be shared', async () => {
    // Regression: in a page that is not isolated from others there is no SharedArrayBuffer, and packing a mesh threw.
    const { SharedArrayBuffer: shared } = globalThis;
    Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
    try {
      const pool = new WorkerPool(2);
      expect(pool.size).toBe(0);
      const mesh = meshShape(library, boxMesh(2, 2, 2, 1));
      const target = new Collider(new Compound([{ shape: mesh, position: [3, 0, 0] }]));
      const points = new Float32Array([0, 0, 0]);
      expect(await pool.distancesToPoints(target, points, new Float64Array(1))).toEqual(
        distancesToPoints(target, points, new Float64Array(1)),
      );
      const rays = new Float32Array([0, 0, 0, 4, 0, 0]);
      expect(await pool.castRays(target, rays, new Float64Array(1))).toEqual(
        castRays(target, rays, new Float64Array(1)),
      );
      await pool.close();
    } finally {
      globalThis.SharedArrayBuffer = shared;
    }
  });

  it('sends convex shapes to workers from a program that was minified, too', async () => {
    // Regression: shapes were read back by the names of their classes, which are others in such a program.
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { Box } from 'encounter';
          import { Collider, WorkerPool } from 'encounter/bulk';
          export let jobs = 0;
          const createWorker = (onMessage) => ({ postMessage() { jobs++; onMessage(null); }, terminate() {} });
          const pool = new WorkerPool(1, { createWorker });
          await pool.distancesToPoints(new Collider(new Box([1, 1, 1])), new Float32Array(3), new Float32Array(1));`,
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      tsconfigRaw: {},
      write: false,
      logLevel: 'error',
    });
    const program = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
    expect(program.jobs).toBe(1);
  });

  it('rejects what the functions refuse, and goes on', async () => {
    const [pool] = pools;
    const ball = new Collider(new Sphere(1));
    await expect(pool.distancesToPoints(ball, new Float64Array(4), new Float64Array(1))).rejects.toThrow(
      'multiple of 3',
    );
    await expect(pool.castRays({} as Collider, new Float64Array(6), new Float64Array(1))).rejects.toThrow(
      'target must be',
    );
    expect(() => new WorkerPool(0)).toThrow('size must be a whole number of at least 1, got 0');
    const closed = new WorkerPool(1);
    await closed.close();
    expect(() => closed.castRays(ball, new Float64Array(6), new Float64Array(1))).toThrow('this pool is closed');
    expect((await pool.castRays(ball, new Float64Array([-5, 0, 0, 5, 0, 0]), new Float64Array(1)))[0]).toBe(0.4);
  });
});
