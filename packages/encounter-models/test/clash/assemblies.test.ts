/**
 * The generated solids themselves: their meshes are closed and have the volume of their pieces; and what is called true of a pair agrees
 * with points that are inside the meshes.
 */
import { describe, expect, it } from 'vitest';
import { Rng, runs, seedFromEnv } from '../../../encounter/test/support/rng.ts';
import { randomAssembly } from '../support/assemblies.ts';
import { doubleArea } from '../support/lattice-polygons.ts';
import { type Solid, truthOf } from '../support/lattice-solids.ts';
import { meshOf, type SolidMesh } from '../support/solid-meshes.ts';
import { prismOf, randomSolid } from '../support/solid-shapes.ts';

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

  it('name a common point where they touch', () => {
    // The second stands with a corner on the lower cap of the first: that cap, not the upper one, is where they meet.
    const lower = prismOf(
      'lower',
      [
        [0, 0],
        [384, -128],
        [128, 256],
      ],
      0,
      0,
      640,
    );
    const upper = prismOf(
      'upper',
      [
        [0, -256],
        [128, 0],
        [-128, 0],
      ],
      1,
      96,
      192,
    );
    const { kind, onA, onB } = truthOf(lower, upper);
    expect(kind).toBe('touch');
    expect(onA).toEqual(onB);
    expect(onA[0]).toBe(0);
  });

  it('are what they are called, at points inside their meshes', () => {
    const seen = { both: 0, inner: 0 };
    for (let i = 0; i < runs(400); i++) {
      const rng = new Rng(seed + 1, i);
      const assembly = randomAssembly(rng, 1);
      const [a, b] = assembly.parts;
      const { kind, distance } = assembly.truth(0, 1);
      const [meshA, meshB] = [meshOf(a.solid, rng), meshOf(b.solid, rng)];
      const gap = Math.min(
        ...meshA.vertices.flatMap((p) => meshB.vertices.map((q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]))),
      );
      expect(distance, `${assembly.name}, case ${i}`).toBeLessThanOrEqual(gap);
      for (let n = 0; n < 60; n++) {
        const of = rng.pick([a, b]).solid;
        const p = [0, 1, 2].map((k) => rng.range(of.min[k], of.max[k]));
        const [inA, inB] = [inside(meshA, p), inside(meshB, p)];
        const where = `${assembly.name}, case ${i}, ${p}: ${kind}`;
        if (inA && inB) expect(['hard', 'contained', 'duplicate'], where).toContain(kind);
        if (inA !== inB) expect(kind, where).not.toBe('duplicate');
        if (inA && inB) seen.both++;
        if (kind !== 'contained') continue;
        const [outer, inner] = volume(a.solid) > volume(b.solid) ? [inA, inB] : [inB, inA];
        if (inner) expect(outer, where).toBe(true);
        if (inner) seen.inner++;
      }
    }
    expect(seen.both).toBeGreaterThan(runs(1000));
    expect(seen.inner).toBeGreaterThan(runs(200));
  });
});

/** By the parity of the triangles above a point in general position. */
function inside(mesh: SolidMesh, p: readonly number[]): boolean {
  let odd = false;
  for (const t of mesh.triangles) {
    const [a, b, c] = t.map((i) => mesh.vertices[i]);
    const side = (u: readonly number[], v: readonly number[]): number =>
      (v[0] - u[0]) * (p[1] - u[1]) - (v[1] - u[1]) * (p[0] - u[0]);
    const [x, y, z] = [side(b, c), side(c, a), side(a, b)];
    if (!((x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0))) continue;
    if ((x * a[2] + y * b[2] + z * c[2]) / (x + y + z) > p[2]) odd = !odd;
  }
  return odd;
}
