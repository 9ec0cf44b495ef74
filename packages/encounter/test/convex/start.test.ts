/**
 * The start of GJK (`convex/start.ts`) on pairs of segments, boxes, cylinders and cones that are apart: the same distance as GJK
 * without it, and mostly nothing left for GJK to do. With a wrong derivative the latter fails: Newton's method then takes more rounds
 * than it has.
 */
import { describe, expect, test } from 'vitest';
import { Box, Capsule, Collider, Cone, Cylinder, recordQuery, type Shape, signedDistance } from '../../src/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(20261118);

const kinds: Record<string, (rng: Rng) => Shape> = {
  capsule: (rng) => new Capsule(rng.range(0.1, 0.6), rng.range(0.3, 2)),
  box: (rng) => new Box([rng.range(0.3, 2), rng.range(0.3, 2), rng.range(0.3, 2)]),
  cylinder: (rng) => new Cylinder(rng.range(0.2, 1), rng.range(0.3, 2)),
  cone: (rng) => new Cone(rng.range(0.2, 1), rng.range(0.3, 2)),
};

describe(`the start of GJK, seed ${seed}`, () => {
  const names = Object.keys(kinds);
  for (const [i, first] of names.entries())
    for (const second of names.slice(i)) {
      // Two capsules, and a box and a capsule, have a closed form. So have two boxes, unless they have a margin.
      if (first === 'capsule' && (second === 'capsule' || second === 'box')) continue;
      test(`${first} and ${second}`, () => {
        const rng = new Rng(seed, i);
        let apart = 0;
        let atOnce = 0;
        for (let k = 0; k < runs(1000); k++) {
          const a = new Collider(kinds[first](rng), {
            orientation: rng.quaternion(),
            margin: second === 'box' ? 0.1 : 0,
          });
          const b = new Collider(kinds[second](rng), {
            orientation: rng.quaternion(),
            position: rng.direction().map((x) => 2 * x) as [number, number, number],
          });
          const found = signedDistance(a, b);
          if (found.distance <= 0) continue;
          apart++;
          if (found.iterations === 1) atOnce++;
          const plain = recordQuery(a, b, { exact: false }).result;
          expect(Math.abs(found.distance - plain.distance)).toBeLessThanOrEqual(found.error + plain.error);
          expect(found.converged).toBe(true);
        }
        expect(apart).toBeGreaterThan(runs(200));
        expect(atOnce / apart).toBeGreaterThan(0.85);
      });
    }
});
