/** Motions one after the other, each from where the last one ended: nothing sinks, and nothing is stuck. */
import { describe, expect, it } from 'vitest';
import * as lib from '../../src/index.ts';
import { restingFloors, restingThings, runChain, runCloth, type World } from '../support/rest-chain.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';

const seed = seedFromEnv(20261119);
const SCALES = [1e-3, 1, 1e3];
const ACCURACIES = [undefined, 1e-4, 1e-6];

/** At the origin and level, or turned and far away. */
function somewhere(rng: Rng, scale: number, accuracy: number | undefined): World {
  const far = rng.pick([0, 1e3, 1e6]) * scale;
  const orientation = rng.chance(0.5) ? rng.quaternion() : ([0, 0, 0, 1] as const);
  const [x, y, z] = rng.direction();
  return { orientation, position: [far * x, far * y, far * z], scale, accuracy };
}

describe(`fall, rest, slide, spin, roll over and jump, frame by frame, seed ${seed}`, () => {
  const kinds = Object.keys(restingThings(lib, 1));
  // The first motion from rest left a pair 0.875 of the accuracy deep, and the next one took 0.5 of it for overlap: t = 0 for ever.
  it.each(kinds)('%s on every floor', (kind) => {
    let stream = kinds.indexOf(kind) << 8;
    for (const scale of SCALES)
      for (const accuracy of ACCURACIES)
        for (const [name, floor] of Object.entries(restingFloors(lib, scale))) {
          const rng = new Rng(seed, stream++);
          const world = somewhere(rng, scale, accuracy);
          const bad = runChain(lib, rng, restingThings(lib, scale)[kind], floor, world, runs(20));
          expect(bad, `on ${name}, ${JSON.stringify(world)}`).toBeNull();
        }
  });

  it('for thousands of frames', () => {
    for (const [i, kind] of ['box', 'cylinder', 'solid mesh'].entries())
      for (const [j, floor] of ['halfspace', 'box', 'mesh'].entries()) {
        const rng = new Rng(seed, 0x10000 + 8 * i + j);
        const world = somewhere(rng, 1, ACCURACIES[(i + j) % 3]);
        const bad = runChain(lib, rng, restingThings(lib, 1)[kind], restingFloors(lib, 1)[floor], world, runs(3000));
        expect(bad, `${kind} on ${floor}, ${JSON.stringify(world)}`).toBeNull();
      }
  });

  // On triangles a cloth that rested fell through: within the accuracy it was on neither side of them.
  it('a cloth on every floor', () => {
    let stream = 0x20000;
    for (const scale of SCALES)
      for (const accuracy of ACCURACIES)
        for (const [name, floor] of Object.entries(restingFloors(lib, scale))) {
          const rng = new Rng(seed, stream++);
          const world = somewhere(rng, scale, accuracy);
          expect(runCloth(lib, rng, floor, world, runs(20)), `on ${name}, ${JSON.stringify(world)}`).toBeNull();
        }
  });
});

describe('from rest', () => {
  const positions = [-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, 9];
  const floor = () => new lib.Collider(new lib.Mesh({ positions, indices: [0, 2, 1, 0, 3, 2] }));
  const ways: [string, Vec, boolean][] = [
    ['falls', [0, -0.3, 0], true],
    ['slides', [0.1, 0, 0], false],
    ['jumps', [0, 1, 0], false],
  ];

  it.each([
    [
      'polygon',
      new lib.Polygon([
        [-1, 0, -1],
        [1, 0, -1],
        [1, 0, 1],
        [-1, 0, 1],
      ]),
    ],
    ['sheet', new lib.Mesh({ positions: [-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1], indices: [0, 1, 2, 0, 2, 3] })],
  ])('a flat %s stays on the side of triangles that it came from', (_, shape) => {
    const ground = floor();
    const plate = new lib.Collider(shape, { position: [0.2, 0.5, 0.1] });
    const go = (translation: Vec) => {
      const hit = lib.timeOfImpact(plate, { translation }, ground, null);
      lib.placeAlong(plate, { translation }, hit?.t ?? 1);
      return hit;
    };
    for (let i = 0; i < 20; i++) go([0, -0.3, 0]);
    expect(plate.getMatrix()[13]).toBeGreaterThan(0);
    expect(go([0.1, 0, 0])).toBeNull();
    expect(go([0, -0.3, 0])?.t).toBeLessThan(1e-8);
    expect(go([0, 1, 0])).toBeNull();
  });

  it('in a scene: between a floor and a wall', () => {
    const wall = new lib.Collider(new lib.Box([1, 9, 9]), { position: [2, 0, 0] });
    const scene = new lib.Scene().add(floor(), wall);
    const crate = new lib.Collider(new lib.Box([1, 1, 1]), { position: [0.9, 1, 0] });
    const go = (translation: Vec) => {
      const hit = scene.timeOfImpact(crate, { translation });
      lib.placeAlong(crate, { translation }, hit?.t ?? 1);
      return hit;
    };
    for (let i = 0; i < 10; i++) go([0, -0.3, 0]);
    for (let i = 0; i < 10; i++) go([0.3, 0, 0]);
    for (let i = 0; i < 50; i++) {
      expect(go([0, -0.3, 0])?.t, `falls, ${i}`).toBeLessThan(1e-8);
      expect(go([0.3, 0, 0])?.t, `into the wall, ${i}`).toBeLessThan(1e-8);
      expect(go([0, 0, 0.01]), `along both, ${i}`).toBeNull();
    }
    expect(go([-0.2, 0.2, 0])).toBeNull();
  });

  // What counts as touching is one accuracy deep, for motions as for casts. Beyond it is overlap, however coarse the accuracy asked.
  it.each(ways)('%s from any depth within the accuracy', (_, translation, hits) => {
    for (const [shape, size] of [
      [new lib.Box([1, 1, 1]), 1e-9],
      [new lib.Sphere(0.5), 1e-8],
    ] as const)
      for (const ground of [
        new lib.Collider(new lib.Halfspace([0, 1, 0], 0)),
        new lib.Collider(new lib.Box([9, 2, 9]), { position: [0, -1, 0] }),
      ])
        for (const accuracy of [undefined, 1e-4]) {
          for (let deep = -0.95; deep < 1; deep += 0.1) {
            const thing = new lib.Collider(shape, { position: [0, 0.5 - deep * size, 0] });
            const hit = lib.timeOfImpact(thing, { translation }, ground, null, null, { accuracy });
            if (!hits) expect(hit, `${shape}, ${deep}`).toBeNull();
            else expect(hit?.t, `${shape}, ${deep}`).toBeLessThan(4 * size);
          }
          const inside = new lib.Collider(shape, { position: [0, 0.5 - 1.1 * size, 0] });
          expect(lib.timeOfImpact(inside, { translation }, ground, null, null, { accuracy })?.t).toBe(0);
        }
  });
});
