/** The pairs of a scene that intersect now, against all pairs asked one by one. */
import { describe, expect, test } from 'vitest';
import { Box, Collider, Halfspace, intersects, ResponseTable, response, Scene, Sphere } from '../../src/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { BROAD_PHASES } from './broad-phases.ts';
import { change, pool } from './pool.ts';

function pairsOf(scene: { touching(): Iterable<readonly [Collider, Collider]> }): string[] {
  return Array.from(scene.touching(), ([a, b]) => `${a.data} ${b.data}`);
}

/** Every pair that intersects, in the order promised. */
function bruteForce(colliders: readonly Collider[]): string[] {
  const sorted = [...colliders].sort((a, b) => a.id - b.id);
  const found: string[] = [];
  for (let i = 0; i < sorted.length; i++)
    for (let j = i + 1; j < sorted.length; j++) {
      if (sorted[i].shape instanceof Halfspace && sorted[j].shape instanceof Halfspace) continue;
      if (intersects(sorted[i], sorted[j])) found.push(`${sorted[i].data} ${sorted[j].data}`);
    }
  return found;
}

describe('touching', () => {
  const SEED = seedFromEnv(6101);
  const rounds = runs(80);
  for (const { name, make } of BROAD_PHASES)
    test(`${name}: ${rounds} changes, each time the pairs found by brute force, in their order, seed ${SEED}`, () => {
      const rng = new Rng(SEED);
      const { colliders } = pool(rng, 24, 2.2);
      colliders.push(new Collider(new Halfspace([0, 1, 0], -1), { data: 24 }));
      colliders.push(new Collider(new Halfspace([1, 0.2, 0], -1.5), { data: 25 }));
      // In another order than that of the ids.
      const scene = new Scene({ broadPhase: make() }).add(...[...colliders].reverse());
      let pairs = 0;
      for (let round = 0; round < rounds; round++) {
        for (let k = 0; k < 4; k++) change(rng, colliders[rng.int(24)], 2.2);
        const away = colliders[rng.int(24)];
        scene.remove(away);
        expect(pairsOf(scene), `round ${round}`).toEqual(bruteForce(colliders.filter((c) => c !== away)));
        scene.add(away);
        const expected = bruteForce(colliders);
        expect(pairsOf(scene), `round ${round}`).toEqual(expected);
        pairs += expected.length;
      }
      expect(pairs).toBeGreaterThan(5 * rounds);
    });

  test('boxes that touch, though rounding sets their bounds apart', () => {
    for (const size of [0.1, 0.3, 0.7, 1 / 3]) {
      const boxes = Array.from(
        { length: 60 },
        (_, data) => new Collider(new Box([size, size, size]), { position: [data * size + 0.1, 0, 0], data }),
      );
      const scene = new Scene().add(...boxes);
      const expected = bruteForce(boxes);
      // Some pairs touch only within rounding, so there is something to miss.
      const bounded = Array.from(scene.encounters()).length;
      let met = 0;
      for (const [a, b] of scene.encounters()) if (intersects(a, b)) met++;
      expect(met).toBeLessThan(expected.length);
      expect(pairsOf(scene)).toEqual(expected);
      // Encounters remain the pairs whose bounds overlap.
      expect(Array.from(scene.encounters()).length).toBe(bounded);
      expect(scene.overlapping(boxes[7].bounds()).length).toBe(
        boxes.filter((box) => box.bounds().overlaps(boxes[7].bounds())).length,
      );
    }
  });

  test('the list is of the time of the call: moving, removing and asking again in the loop changes nothing', () => {
    const balls = [0, 1, 2, 3].map((data) => new Collider(new Sphere(0.6), { position: [data, 0, 0], data }));
    const scene = new Scene<number>().add(...balls);
    const seen: string[] = [];
    for (const [a, b] of scene.touching()) {
      for (const [c] of scene.touching()) expect(c).toBeInstanceOf(Collider);
      seen.push(`${a.data}${b.data}`);
      b.setPosition([100 + 10 * (b.data as number), 0, 0]);
      if (scene.has(a)) scene.remove(a);
    }
    expect(seen).toEqual(['01', '12', '23']);
    expect(pairsOf(scene)).toEqual([]);
  });

  test('in a callback that has moved things, it tells of them as they are', () => {
    const balls = [0, 1, 5].map((x, data) => new Collider(new Sphere(0.6), { position: [x, 0, 0], data }));
    const scene = new Scene().add(...balls);
    const table = new ResponseTable();
    const cls = table.createClass();
    for (const ball of balls) table.assign(ball, cls);
    const seen: string[] = [];
    table.addDefault(
      response('simple', (_a, b) => {
        b.setPosition([5, 0.5, 0]);
        seen.push(...pairsOf(scene));
      }),
    );
    expect(scene.test(table)).toBe(1);
    expect(seen).toEqual(['1 2']);
  });
});
