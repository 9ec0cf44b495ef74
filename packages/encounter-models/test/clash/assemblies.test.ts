/** The generated solids themselves: their meshes are closed and have the volume of their pieces. */
import { describe, expect, it } from 'vitest';
import { Rng, runs, seedFromEnv } from '../../../encounter/test/support/rng.ts';
import { doubleArea } from '../support/lattice-polygons.ts';
import type { Solid } from '../support/lattice-solids.ts';
import { meshOf } from '../support/solid-meshes.ts';
import { randomSolid } from '../support/solid-shapes.ts';

const seed = seedFromEnv(16);

/** Six times the volume. */
function volume(solid: Solid): number {
  return solid.pieces.reduce((sum, p) => sum + 3 * doubleArea(p.polygon) * (p.to - p.from), 0);
}

describe(`generated solids, seed ${seed}`, () => {
  it('have closed meshes that point outward and enclose their pieces', () => {
    const names = new Set<string>();
    for (let i = 0; i < runs(3000); i++) {
      const rng = new Rng(seed, i);
      const solid = randomSolid(rng, rng.chance(0.5) ? 'convex' : { slantedAxis: rng.pick([0, 1, 2] as const) });
      names.add(solid.name);
      const mesh = meshOf(solid, rng);
      expect(mesh.closed(), `${solid.name}, case ${i}`).toBe(true);
      expect(mesh.volume(), `${solid.name}, case ${i}`).toBe(volume(solid));
    }
    expect(names.size).toBeGreaterThan(60);
  });
});
