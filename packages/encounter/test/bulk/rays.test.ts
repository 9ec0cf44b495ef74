/** Many rays at once give what `rayCast` gives for each of them. */
import { describe, expect, it } from 'vitest';
import { type CastRaysOptions, castRays } from '../../src/bulk/index.ts';
import * as lib from '../../src/index.ts';
import { Box, Collider, DynamicAabbTree, Grid, rayCast, Scene, Sphere, SweepAndPrune } from '../../src/index.ts';
import { MESH_KINDS, randomThing, type ThingKind } from '../mesh/scenes.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(72);

function randomRays(rng: Rng, count: number, size: number): Float64Array {
  return Float64Array.from({ length: 6 * count }, () => rng.range(-size, size));
}

describe('castRays', () => {
  const kinds: readonly ThingKind[] = [...MESH_KINDS, 'convex', 'compound'];
  it(`is rayCast for each ray, whatever the kind, seed ${seed}`, () => {
    let hits = 0;
    for (const kind of kinds)
      for (let run = 0; run < runs(10); run++) {
        const rng = new Rng(seed, 1000 * kinds.indexOf(kind) + run);
        const { collider } = randomThing(lib, rng, { kind, size: 2, position: [0.5, 0, 0] });
        const side = rng.pick(['both', 'front', 'back', undefined] as const);
        const count = 100;
        const rays = randomRays(rng, count, 3);
        const normals = new Float64Array(3 * count);
        const primitives = new Int32Array(count);
        const colliders = new Int32Array(count);
        const options: CastRaysOptions = { normals, primitives, colliders };
        if (side !== undefined) options.side = side;
        const out = castRays(collider, rays, new Float64Array(count), options);
        for (let i = 0; i < count; i++) {
          const [from, to] = [rays.subarray(6 * i, 6 * i + 3), rays.subarray(6 * i + 3, 6 * i + 6)];
          const hit = rayCast(collider, from, to, null, side === undefined ? undefined : { side });
          const told = `${kind}, seed ${seed}, run ${run}, ray ${i}`;
          expect(out[i], told).toBe(hit?.t ?? Infinity);
          expect([...normals.subarray(3 * i, 3 * i + 3)], told).toEqual(hit?.normal.toArray() ?? [0, 0, 0]);
          expect(primitives[i], told).toBe(hit?.primitive ?? -1);
          expect(colliders[i], told).toBe(hit === null ? -1 : collider.id);
          if (hit !== null) hits++;
        }
      }
    expect(hits).toBeGreaterThan(100);
  });

  it('meets the first collider of a scene, and with `any` some collider', () => {
    for (const broadPhase of [new DynamicAabbTree<never>(), new Grid<never>(), new SweepAndPrune<never>()]) {
      const rng = new Rng(seed, 7);
      const list: Collider[] = [];
      for (let i = 0; i < 60; i++) {
        const position = [rng.range(-5, 5), rng.range(-5, 5), rng.range(-5, 5)] as const;
        list.push(new Collider(i % 2 ? new Sphere(0.4) : new Box([1, 0.5, 0.7]), { position }));
      }
      // The last is in the place of the first: of hits at one time that with the lower id counts.
      list.push(new Collider(list[0].shape, { matrix: list[0].getMatrix() }));
      const scene = new Scene({ broadPhase }).add(...list);
      const count = runs(2000);
      const rays = randomRays(rng, count, 6);
      const colliders = new Int32Array(count);
      const first = castRays(scene, rays, new Float64Array(count), { colliders });
      const any = castRays(scene, rays, new Float32Array(count), { any: true });
      for (let i = 0; i < count; i++) {
        const [from, to] = [rays.subarray(6 * i, 6 * i + 3), rays.subarray(6 * i + 3, 6 * i + 6)];
        let best = Infinity;
        let id = -1;
        for (const collider of list) {
          const t = rayCast(collider, from, to)?.t ?? Infinity;
          if (t >= best) continue;
          best = t;
          id = collider.id;
        }
        expect(first[i], `seed ${seed}, ray ${i}`).toBe(best);
        expect(colliders[i], `seed ${seed}, ray ${i}`).toBe(id);
        expect(any[i] < Infinity, `seed ${seed}, ray ${i}`).toBe(best < Infinity);
        expect(any[i]).toBeGreaterThanOrEqual(Math.fround(best));
      }
    }
  });

  it('names what is wrong', () => {
    const ball = new Collider(new Sphere(1));
    const out = new Float64Array(1);
    const wrong = (...args: unknown[]): (() => unknown) => {
      return () => (castRays as (...args: unknown[]) => unknown)(...args);
    };
    expect(wrong(ball, new Float64Array(5), out)).toThrow('rays.length must be a multiple of 6, got 5');
    expect(wrong(ball, new Float64Array(12), out)).toThrow('out.length must be at least 2, got 1');
    expect(wrong(ball, new Float64Array(6).fill(Infinity), out)).toThrow('rays[0] must be finite');
    expect(wrong(ball, new Float64Array(6), out, { any: 1 })).toThrow('any must be true or false, got 1');
    expect(wrong(ball, new Float64Array(6), out, { side: 'top' })).toThrow("side must be 'both', 'front' or 'back'");
    expect(wrong(new Sphere(1), new Float64Array(6), out)).toThrow(
      'target must be a Collider or a Scene, got a Sphere',
    );
  });
});
