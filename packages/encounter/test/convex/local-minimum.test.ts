/**
 * Local minima of the depth (`convex/local-minimum.ts`) on pairs with cylinders and cones: the same depth as EPA without them, within
 * both errors, and fewer steps. No direction in a cone has a support value below the bound that was proven for the cone.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { Cso } from '../../src/convex/cso.ts';
import { CURVED } from '../../src/convex/gjk.ts';
import { LocalMinimum } from '../../src/convex/local-minimum.ts';
import { Box, Capsule, Collider, Cone, Cylinder, Polytope, penetration, type Shape, Vec3 } from '../../src/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(20261121);

const kinds: Record<string, (rng: Rng) => Shape> = {
  cylinder: (rng) => new Cylinder(rng.log(0.1, 1), rng.log(0.2, 3)),
  cone: (rng) => new Cone(rng.log(0.1, 1), rng.log(0.2, 3)),
  capsule: (rng) => new Capsule(rng.range(0.1, 0.6), rng.range(0.3, 2)),
  box: (rng) => new Box([rng.log(0.2, 3), rng.log(0.2, 3), rng.log(0.2, 3)]),
  hull: (rng) => new Polytope(Array.from({ length: 16 }, () => rng.direction())),
};

/** Keeps how far below its bound the support value is in a cone, at worst, along directions on its rim and half way to it. */
class Sampled extends LocalMinimum {
  cones = 0;
  worst = 0;

  override find(...args: Parameters<LocalMinimum['find']>): boolean {
    const found = super.find(...args);
    if (found) this.#sample(args[0]);
    return found;
  }

  #sample(cso: Cso): void {
    this.cones++;
    const { x, y, z } = this.normal;
    const tangent = Math.sqrt(1 - this.cosine ** 2) / this.cosine;
    const w = new Vec3();
    // Two unit vectors across the normal.
    const l = Math.hypot(x, z) || 1;
    const u = x === 0 && z === 0 ? [1, 0, 0] : [z / l, 0, -x / l];
    const v = [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]];
    for (let k = 0; k < 32; k++) {
      const r = tangent * (k % 2 === 0 ? 1 : 0.5);
      const c = r * Math.cos((Math.PI * k) / 16);
      const s = r * Math.sin((Math.PI * k) / 16);
      const n = new Vec3(x + c * u[0] + s * v[0], y + c * u[1] + s * v[1], z + c * u[2] + s * v[2]);
      cso.support(n, new Vec3(), w);
      const h = (n.x * w.x + n.y * w.y + n.z * w.z) / Math.hypot(n.x, n.y, n.z);
      this.worst = Math.max(this.worst, (this.lower - h) / cso.size);
    }
  }
}

describe(`local minima of the depth, seed ${seed}`, () => {
  afterAll(() => {
    CURVED.minimum = null;
  });
  const names = Object.keys(kinds);
  for (const [i, first] of ['cylinder', 'cone'].entries())
    for (const second of names.slice(i))
      test(`${first} and ${second}`, () => {
        const rng = new Rng(seed, i);
        const search = new Sampled();
        let steps = 0;
        let plainSteps = 0;
        let seen = 0;
        for (let k = 0; k < runs(600); k++) {
          const a = new Collider(kinds[first](rng), { orientation: rng.quaternion() });
          const b = new Collider(kinds[second](rng), {
            orientation: rng.quaternion(),
            position: rng.direction().map((x) => x * rng.log(0.01, 1)) as [number, number, number],
          });
          CURVED.minimum = search;
          const found = penetration(a, b);
          CURVED.minimum = null;
          const plain = penetration(a, b);
          if (found === null || plain === null) {
            expect(found).toBe(plain);
            continue;
          }
          seen++;
          steps += found.iterations;
          plainSteps += plain.iterations;
          expect(Math.abs(found.depth - plain.depth), `pair ${k}`).toBeLessThanOrEqual(found.error + plain.error);
          expect(found.converged || !plain.converged, `pair ${k}`).toBe(true);
        }
        expect(seen).toBeGreaterThan(runs(200));
        expect(search.cones).toBeGreaterThan(seen / 8);
        expect(search.worst).toBeLessThan(1e-14);
        expect(steps / plainSteps).toBeLessThan(0.95);
      });
});
