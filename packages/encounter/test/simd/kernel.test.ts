/** The kernel in WebAssembly gives the answers of the plain code, bit for bit, and takes memory only for meshes that are there. */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
// @ts-expect-error A tool of the build, without types.
import { fingerprint } from '../../kernel/compile.mjs';
import { castRays, distancesToPoints } from '../../src/bulk/index.ts';
import * as lib from '../../src/index.ts';
import { Collider, closestPoints, Mesh, Point, rayCast, VertexArray } from '../../src/index.ts';
import { CODE } from '../../src/simd/code.ts';
import { KernelMemory, type Piece } from '../../src/simd/memory.ts';
import { startKernel } from '../../src/simd/start.ts';
import type { WasmKernel } from '../../src/simd/wasm-kernel.ts';
import { kernel, type TreeKernel, useKernel } from '../../src/tree/kernel.ts';
import { MESH_KINDS, randomThing } from '../mesh/scenes.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(81);

if (!startKernel()) throw new Error('this engine has no SIMD');
const started = kernel as WasmKernel;

/** The kernel, with a count of what it answers. */
const used = { rays: 0, points: 0, refits: 0 };
const counting: TreeKernel = {
  cast(triangles, ray) {
    const done = started.cast(triangles, ray);
    if (done) used.rays++;
    return done;
  },
  find(triangles, search) {
    const done = started.find(triangles, search);
    if (done) used.points++;
    return done;
  },
  load: (triangles, slot, out) => started.load(triangles, slot, out),
  refit: (triangles) => {
    const done = started.refit(triangles);
    if (done) used.refits++;
    return done;
  },
  expect: (triangles, queries) => started.expect(triangles, queries),
};

afterEach(() => {
  useKernel(null);
  used.rays = 0;
  used.points = 0;
  used.refits = 0;
});

/** What queries of one kind say, as numbers. */
type Ask = (collider: Collider) => number[];

const point = new Collider(new Point([0, 0, 0]));

function askRays(rays: Float64Array): Ask {
  return (collider) => {
    const all: number[] = [];
    for (let k = 0; k < rays.length; k += 6)
      for (const side of ['both', 'front', 'back'] as const) {
        const hit = rayCast(collider, rays.subarray(k, k + 3), rays.subarray(k + 3, k + 6), null, { side });
        if (hit === null) all.push(Number.NaN);
        else
          all.push(
            hit.t,
            hit.primitive,
            ...hit.normal.toArray(),
            ...hit.barycentric.toArray(),
            ...hit.vertices,
            +hit.front,
          );
      }
    const count = rays.length / 6;
    const normals = new Float64Array(3 * count);
    const primitives = new Int32Array(count);
    all.push(...castRays(collider, rays, new Float64Array(count), { normals, primitives }), ...normals, ...primitives);
    return all;
  };
}

function askPoints(points: Float64Array): Ask {
  return (collider) => {
    const all: number[] = [];
    for (let k = 0; k < points.length; k += 3) {
      point.setPosition(points.subarray(k, k + 3));
      const { distance, pointA, primitiveA } = closestPoints(collider, point);
      all.push(distance, ...pointA.toArray(), primitiveA);
    }
    const count = points.length / 3;
    const nearest = new Float64Array(3 * count);
    const primitives = new Int32Array(count);
    for (const maxDistance of [Infinity, 0.3])
      all.push(
        ...distancesToPoints(collider, points, new Float64Array(count), { maxDistance, nearest, primitives }),
        ...nearest,
        ...primitives,
      );
    return all;
  };
}

function expectSame(collider: Collider, ask: Ask, told: string): void {
  useKernel(null);
  const plain = ask(collider);
  useKernel(counting);
  const fast = ask(collider);
  expect(fast.length).toBe(plain.length);
  const wrong = plain.findIndex((x, i) => !Object.is(x, fast[i]));
  if (wrong >= 0) expect.fail(`${told}: answer ${wrong} is ${fast[wrong]}, without the kernel ${plain[wrong]}`);
}

/** Points in space, on vertices, edges and faces, and at the same places moved by little. */
function somePoints(rng: Rng, mesh: Mesh, collider: Collider, count: number): Float64Array {
  const { vertices, triangles } = mesh;
  const out: number[] = [];
  const m = collider.getMatrix();
  const at = [0, 1, 2].map(() => new lib.Vec3());
  for (let i = 0; i < count; i++) {
    const slot = rng.int(triangles.count);
    for (let k = 0; k < 3; k++) vertices.read(triangles.corners[3 * slot + k], at[k]);
    const [u, v] = rng.pick([
      [0, 0],
      [1, 0],
      [0.5, 0],
      [rng.next(), 0],
      [rng.next() / 2, rng.next() / 2],
    ]);
    const p = ['x', 'y', 'z'].map((a) => {
      const [x, y, z] = at.map((corner) => corner[a as 'x']);
      return x + u * (y - x) + v * (z - x);
    });
    const off = rng.pick([0, 0, 1e-9, 1e-3, 1]);
    for (let a = 0; a < 3; a++)
      out.push(m[a] * p[0] + m[4 + a] * p[1] + m[8 + a] * p[2] + m[12 + a] + off * rng.range(-1, 1));
  }
  return Float64Array.from(out);
}

/** Rays between such points and others, some along an axis. */
function someRays(rng: Rng, mesh: Mesh, collider: Collider, count: number): Float64Array {
  const ends = somePoints(rng, mesh, collider, count);
  const starts = somePoints(rng, mesh, collider, count);
  const out: number[] = [];
  for (let i = 0; i < count; i++) {
    const to = [...ends.subarray(3 * i, 3 * i + 3)];
    const from = [...starts.subarray(3 * i, 3 * i + 3)];
    const kind = rng.int(4);
    const axis = rng.int(3);
    if (kind === 0) for (let a = 0; a < 3; a++) from[a] = to[a] + (a === axis ? rng.pick([-2, 3, 1e3]) : 0);
    else if (kind === 1) for (let a = 0; a < 3; a++) from[a] += rng.range(-2, 2);
    // Beyond the point that it aims at, so that the answer is not its end.
    const far = rng.pick([1, 2, 2]);
    out.push(...from, ...to.map((x, a) => from[a] + far * (x - from[a])));
  }
  return Float64Array.from(out);
}

/** Squares of a flat or wavy floor on whole numbers: many edges along the axes, many triangles edge on. */
function floor(n: number, height: (i: number, j: number) => number, Numbers = Float64Array): Mesh {
  const positions = new Numbers(3 * (n + 1) ** 2);
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.set([i, height(i, j), j], 3 * ((n + 1) * i + j));
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const a = (n + 1) * i + j;
      indices.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1, a, a, a + 1);
    }
  return new Mesh({ positions, indices });
}

describe('with the kernel', () => {
  it(`meshes of all kinds in all placements give the same bits, seed ${seed}`, () => {
    for (const kind of MESH_KINDS)
      for (let run = 0; run < runs(4); run++) {
        const rng = new Rng(seed, 1000 * MESH_KINDS.indexOf(kind) + run);
        const { collider } = randomThing(lib, rng, { kind, size: 2, position: [0.5, 0, 0] }) as { collider: Collider };
        const mesh = collider.shape as Mesh;
        const told = `${kind}, seed ${seed}, run ${run}`;
        expectSame(collider, askRays(someRays(rng, mesh, collider, 30)), `rays, ${told}`);
        expectSame(collider, askPoints(somePoints(rng, mesh, collider, 30)), `points, ${told}`);
      }
    expect(used.rays).toBeGreaterThan(runs(1000));
    expect(used.points).toBeGreaterThan(runs(1000));
  });

  it('a floor on whole numbers, with triangles without area, gives the same bits', () => {
    const rng = new Rng(seed, 2);
    for (const height of [() => 0, (i: number, j: number) => (i * j) % 3, (i: number) => (i % 2) * 1e-7]) {
      const mesh = floor(12, height);
      for (const options of [
        {},
        { position: [1e6, 3, -1e6] as const },
        { scale: [1, 0, 1] as const },
        { scale: 1e-3 },
      ]) {
        const collider = new Collider(mesh, options);
        expectSame(collider, askRays(someRays(rng, mesh, collider, 80)), `rays of a floor, seed ${seed}`);
        expectSame(collider, askPoints(somePoints(rng, mesh, collider, 60)), `points of a floor, seed ${seed}`);
      }
    }
    expect(used.rays).toBeGreaterThan(1000);
    expect(used.points).toBeGreaterThan(1000);
  });

  it('no ray slips through between two triangles', () => {
    const collider = new Collider(floor(12, (i, j) => Math.sin(i) * Math.cos(j)));
    useKernel(counting);
    const rng = new Rng(seed, 3);
    // All of them also in a quick run: the mesh is copied to the kernel only after some.
    for (let i = 0; i < 300; i++) {
      const [x, z] = [1 + rng.int(10), rng.pick([1 + rng.int(10), rng.range(1, 11)])];
      expect(rayCast(collider, [x + rng.range(-1, 1), 5, z], [x, Math.sin(x) * Math.cos(z) - 5, z])).not.toBeNull();
    }
    expect(used.rays).toBeGreaterThan(200);
  });

  it('a mesh that was deformed is asked as it is, in place and in another array', () => {
    const rng = new Rng(seed, 4);
    const first = floor(12, () => 0, Float32Array as never);
    const array = (first.vertices as VertexArray).array as Float32Array;
    const shared = new VertexArray(array);
    const mesh = new Mesh({ positions: shared, indices: [...first.triangles.corners] });
    const collider = new Collider(mesh, { scale: [1, 2, 1] });
    for (let round = 0; round < 4; round++) {
      const next = round % 2 ? array : array.slice();
      for (let k = 1; k < next.length; k += 3) next[k] = rng.range(-1, 1) * 10 ** (round - 1);
      if (next === array) mesh.refit();
      else shared.replace(next);
      expectSame(collider, askRays(someRays(rng, mesh, collider, 100)), `rays, round ${round}, seed ${seed}`);
      expectSame(collider, askPoints(somePoints(rng, mesh, collider, 100)), `points, round ${round}, seed ${seed}`);
    }
    expect(used.rays).toBeGreaterThan(1000);
  });

  it('a refit gives the boxes of the plain code, whatever the array', () => {
    const rng = new Rng(seed, 7);
    const { corners } = floor(16, () => 0).triangles;
    for (const [Type, offset, stride, shift] of [
      [Float64Array, 0, 3, 0],
      [Float32Array, 0, 3, 0],
      [Float64Array, 2, 7, 1e6],
      [Float64Array, 0, 3, 1e-30],
    ] as const) {
      const array = new Type(offset + stride * 17 * 17);
      const vertices = new VertexArray(array, { offset, stride, count: 17 * 17 });
      const move = (): void => {
        for (let k = 0; k < array.length; k++) array[k] = shift + rng.range(-1, 1) * 10 ** rng.range(-12, 0);
      };
      move();
      const meshes = [0, 1].map(() => new Mesh({ positions: vertices, indices: [...corners] }));
      for (let round = 0; round < 5; round++) {
        move();
        // Far away, so that the origin of the boxes is moved, too.
        if (round === 3) for (let k = 0; k < array.length; k++) array[k] += 100;
        const [plain, fast] = meshes.map((mesh, i) => {
          useKernel(i === 0 ? null : counting);
          mesh.refit();
          return mesh.triangles.tree;
        });
        expect(fast.origin).toEqual(plain.origin);
        // As integers, so that no bit is left out.
        expect(fast.links).toEqual(plain.links);
      }
    }
    expect(used.refits).toBeGreaterThanOrEqual(16);
  });

  it('numbers that floats cannot hold are left to the plain code', () => {
    const rng = new Rng(seed, 5);
    for (const scale of [1e-20, 1e-13, 1e13]) {
      const mesh = floor(8, (i, j) => (i + j) % 2);
      const collider = new Collider(mesh, { scale });
      expectSame(collider, askRays(someRays(rng, mesh, collider, 60)), `rays, scale ${scale}`);
      expectSame(collider, askPoints(somePoints(rng, mesh, collider, 60)), `points, scale ${scale}`);
    }
    const collider = new Collider(floor(8, (i, j) => (i + j) % 2));
    const far = Float64Array.of(1e9, 1, 2, 1e5, 1e5, 1e5, 3, -1e12, 3);
    expectSame(collider, askPoints(far), 'far points');
    expectSame(
      collider,
      askRays(Float64Array.of(3.3, 1e9, 3.1, 3.3, -1e9, 3.1, 3.3, 9, 3, 3.3, 9 - 1e-13, 3)),
      'far rays',
    );
  });
});

describe('the memory of the kernel', () => {
  it('is used again, and adjoining pieces become one', () => {
    const memory = new KernelMemory();
    const rng = new Rng(seed, 6);
    const pieces: Piece[] = [];
    for (let i = 0; i < 500; i++) {
      if (pieces.length > 0 && rng.next() < 0.5) memory.give(pieces.splice(rng.int(pieces.length), 1)[0]);
      else pieces.push(memory.take(1 + rng.int(20000)) as Piece);
      const sorted = [...pieces].sort((a, b) => a.address - b.address);
      for (let k = 1; k < sorted.length; k++)
        expect(sorted[k].address).toBeGreaterThanOrEqual(sorted[k - 1].address + sorted[k - 1].size);
      expect(memory.used).toBe(pieces.reduce((sum, { size }) => sum + size, 0));
    }
    const { byteLength } = memory.memory.buffer;
    for (const piece of pieces) memory.give(piece);
    expect(memory.used).toBe(0);
    expect(memory.take(byteLength - 8192)?.address).toBe(4096);
    expect(memory.memory.buffer.byteLength).toBe(byteLength);
    expect(memory.take(2 ** 31)).toBeNull();
  });

  it('of meshes that nobody holds any more is free', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    useKernel(counting);
    const before = started.used;
    const kept = new Collider(floor(20, () => 1));
    const ask = (collider: Collider): void => {
      castRays(collider, Float64Array.of(1.5, 3, 1.5, 1.5, -3, 1.5, 2, 3, 2, 2, -3, 2), new Float64Array(2));
      for (let i = 0; i < 200; i++) rayCast(collider, [1.5, 3, 1.5], [1.5, -3, 1.5]);
    };
    ask(kept);
    const each = started.used - before;
    expect(each).toBeGreaterThan(0);
    for (let i = 0; i < 10; i++) ask(new Collider(floor(20, () => i)));
    expect(started.used).toBeGreaterThanOrEqual(before + each);
    for (let i = 0; i < 50 && started.used > before + each; i++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(started.used).toBeLessThanOrEqual(before + each);
    expect(rayCast(kept, [1.5, 3, 1.5], [1.5, -3, 1.5])?.t).toBeCloseTo(1 / 3, 12);
  });
});

describe('starting the kernel', () => {
  it('does nothing where SIMD is missing, or WebAssembly is forbidden', () => {
    const api = globalThis as unknown as {
      WebAssembly: { validate(code: Uint8Array): boolean; Module: new () => object };
    };
    const validate = vi.spyOn(api.WebAssembly, 'validate').mockReturnValue(false);
    expect(startKernel()).toBe(false);
    validate.mockRestore();
    const forbidden = vi.spyOn(api.WebAssembly, 'Module').mockImplementation(function forbid() {
      throw new Error('blocked by policy');
    });
    expect(startKernel()).toBe(false);
    forbidden.mockRestore();
    expect(kernel).toBeNull();
    expect(startKernel()).toBe(true);
    expect(kernel).not.toBeNull();
  });

  it('starts what was compiled of the files in kernel/', () => {
    const text = readFileSync(new URL('../../src/simd/code.ts', import.meta.url), 'utf8');
    expect(text).toContain(fingerprint(CODE));
  });
});
