/** Rays through a voxel grid against all triangles one by one, and against the mesh's own tree. */
import { describe, expect, it } from 'vitest';
import { VoxelGrid, type VoxelGridOptions } from '../../src/bounds.ts';
import * as lib from '../../src/index.ts';
import { Collider, Mesh, RayHit, rayCast } from '../../src/index.ts';
import { SlotRay } from '../../src/tree/slot-ray.ts';
import { checkRay } from '../mesh/checks.ts';
import type { MeshSpec } from '../mesh/reference.ts';
import { boxMesh, MESH_KINDS, meshThing, randomMesh, sized, torus } from '../mesh/scenes.ts';
import { Findings } from '../support/findings.ts';
import type { Library } from '../support/generators.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, scaled, type Vec, vec } from '../support/vectors.ts';

const SEED = seedFromEnv(1);

const RESOLUTIONS: readonly VoxelGridOptions['resolution'][] = [
  undefined,
  undefined,
  1,
  2,
  7,
  33,
  [1, 5, 2],
  [40, 1, 3],
];

function optionsOf(resolution: VoxelGridOptions['resolution']): VoxelGridOptions {
  return resolution === undefined ? {} : { resolution };
}

/** The first triangle of all, by the test for one: t and number. */
function oneByOne(mesh: Mesh, from: Vec, to: Vec): { t: number; primitive: number } | null {
  const ray = new SlotRay();
  for (let i = 0; i < 3; i++) {
    ray.from[i] = from[i];
    ray.dir[i] = to[i] - from[i];
  }
  ray.limit[0] = 1;
  ray.begin(mesh.triangles);
  for (let slot = 0; slot < mesh.triangleCount; slot++) ray.test(mesh.triangles, slot);
  if (!ray.end()) return null;
  const number = mesh.triangles.numbers[ray.slot];
  return { t: ray.limit[0], primitive: mesh.faceOf === null ? number : mesh.faceOf[number] };
}

/** A ray that is of interest: through corners, along edges, on the lattice, or any. */
function randomRay(rng: Rng, positions: readonly number[]): [Vec, Vec] {
  const vertex = (): Vec => {
    const k = 3 * rng.int(positions.length / 3);
    return [positions[k], positions[k + 1], positions[k + 2]];
  };
  const whole = (): Vec => [rng.integer(-3, 3), rng.integer(-3, 3), rng.integer(-3, 3)];
  switch (rng.int(6)) {
    case 0:
      return [whole(), whole()];
    case 1: {
      // Through a corner, from afar.
      const [p, d] = [vertex(), rng.direction()];
      return [add(p, scaled(d, 10)), add(p, scaled(d, -10))];
    }
    case 2: {
      const [p, q] = [vertex(), vertex()];
      return [p, q];
    }
    case 3: {
      // Along an axis, through a corner.
      const p = vertex();
      const axis = rng.int(3);
      const d: Vec = [axis === 0 ? 5 : 0, axis === 1 ? 5 : 0, axis === 2 ? 5 : 0];
      return rng.chance(0.5) ? [add(p, d), add(p, scaled(d, -1))] : [add(p, scaled(d, -1)), add(p, d)];
    }
    case 4:
      return [rng.inBall(1e6), rng.inBall(2)];
    default:
      return [rng.inBall(3), rng.inBall(3)];
  }
}

describe('voxel grid', () => {
  it.each(MESH_KINDS)(`seed ${SEED}: %s, rays as brute force and the tree have them`, (kind) => {
    const library = { ...(lib as unknown as Library) };
    const judge = new Findings(library, SEED);
    let hits = 0;
    for (let i = 0; i < runs(40); i++) {
      const rng = new Rng(SEED, 100 * MESH_KINDS.indexOf(kind) + i);
      judge.current = i;
      const thing = meshThing(library, sized(randomMesh(rng, kind), 2 ** rng.integer(-3, 3)));
      const mesh = thing.collider.shape as unknown as Mesh;
      const collider = thing.collider as unknown as Collider;
      const grid = new VoxelGrid(mesh, optionsOf(rng.pick(RESOLUTIONS)));
      grid.validate();
      const [{ mesh: spec }] = thing.parts;
      for (let n = 0; n < 10; n++) {
        const [from, to] = randomRay(rng, spec?.positions ?? []);
        const where = `seed ${SEED}, case ${i}, ray ${n}: ${from} → ${to}`;
        const hit = grid.rayCast(from, to);
        const tree = rayCast(collider, from, to);
        if (hit !== null) hits++;
        // Bit for bit, unless it starts inside or is a point.
        if (hit?.primitive !== -1 && from.join() !== to.join()) {
          const first = oneByOne(mesh, from, to);
          expect(hit?.t, where).toBe(first?.t);
          expect(hit?.primitive, where).toBe(first?.primitive);
        }
        expect(hit === null, where).toBe(tree === null);
        if (hit !== null && tree !== null) {
          expect(hit.t, where).toBeCloseTo(tree.t, 12);
          expect(hit.point.x, where).toBe(from[0] + hit.t * (to[0] - from[0]));
        }
        // What starts on the surface of a solid may count as inside, which the check below does not know.
        if (hit?.primitive === -1) {
          expect(tree, where).toEqual(hit);
          continue;
        }
        library.rayCast = ((_: unknown, p: Vec, q: Vec) => grid.rayCast(p, q)) as never;
        checkRay(judge, thing, from, to);
        library.rayCast = lib.rayCast as never;
      }
    }
    judge.verdict();
    expect(hits).toBeGreaterThan(runs(40));
  });

  it('no ray slips through between the triangles of closed meshes', () => {
    const rng = new Rng(SEED, 5);
    for (const spec of [centred(2, 3), torus(new Rng(SEED, 6), 12, 8, 0, true)]) {
      const mesh = new Mesh({ positions: [...spec.positions], indices: spec.corners });
      const grid = new VoxelGrid(mesh, { resolution: 9 });
      const { positions, corners } = spec;
      const at = (c: number): Vec => [positions[3 * c], positions[3 * c + 1], positions[3 * c + 2]];
      for (let n = 0; n < runs(2000); n++) {
        // A point on an edge, or a corner, seen from outside: the ray ends far behind it.
        const k = 3 * rng.int(corners.length / 3);
        const [a, b] = [at(corners[k]), at(corners[k + 1])];
        const s = rng.pick([0, 1, 0.5, rng.next()]);
        const p = add(scaled(a, 1 - s), scaled(b, s));
        const from = add(p, scaled(rng.direction(), 8));
        const to = add(p, scaled(add(p, scaled(from, -1)), 1e-7));
        const hit = grid.rayCast(from, to);
        const tree = rayCast(new Collider(mesh), from, to);
        expect(hit?.t, `seed ${SEED}, ray ${n}`).toBe(tree?.t);
        // From outside to the middle of the solid part there is no way but through the surface.
        expect(grid.rayCast(from, spec.name === 'cube' ? [0, 0, 0] : [0.4, 0, 0])).not.toBeNull();
      }
    }
  });

  it('starts inside of a solid, is a point, lies in a plane, meets nothing', () => {
    const box = (solid: boolean): Mesh => {
      const { positions, corners } = centred(2, 1);
      return new Mesh({ positions: [...positions], indices: corners, solid });
    };
    const solid = new VoxelGrid(box(true));
    const inside = solid.rayCast([0, 0, 0], [9, 0, 0]);
    expect(inside).toEqual(rayCast(new Collider(box(true)), [0, 0, 0], [9, 0, 0]));
    expect([inside?.t, inside?.primitive, vec(inside?.normal ?? { x: 1, y: 1, z: 1 })]).toEqual([0, -1, [0, 0, 0]]);
    const soup = new VoxelGrid(box(false));
    expect(soup.rayCast([0, 0, 0], [2, 0, 0])?.t).toBe(0.5);
    expect(soup.rayCast([0, 0, 0], [2, 0, 0])?.normal.x).toBe(-1);
    expect(soup.rayCast([1, 0.5, 0.5], [1, 0.5, 0.5])?.t).toBe(0);
    expect(soup.rayCast([0, 0.5, 0.5], [0, 0.5, 0.5])).toBeNull();
    expect(solid.rayCast([0, 0.5, 0.5], [0, 0.5, 0.5])?.t).toBe(0);
    expect(soup.rayCast([1, 5, 0.25], [1, -5, 0.25])?.t).toBe(0.4);
    expect(soup.rayCast([5, 5, 5], [9, 9, 9])).toBeNull();
    expect(soup.rayCast([5, 5, 0], [5, -5, 0])).toBeNull();
    expect(soup.rayCast([5, 0, 0], [1.5, 0, 0])).toBeNull();
    // From as far as numbers go.
    expect(soup.rayCast([1e69, 0.1, 0.2], [-1e69, 0.1, 0.2])?.t).toBeCloseTo(0.5, 12);
  });

  it('fills in the result that it is given, and leaves it alone when nothing is hit', () => {
    const { positions, corners } = centred(2, 1);
    const grid = new VoxelGrid(new Mesh({ positions: [...positions], indices: corners }));
    const out = new RayHit();
    expect(grid.rayCast([5, 0.1, 0], [-5, 0.1, 0], out)).toBe(out);
    expect(out.t).toBe(0.4);
    expect(grid.rayCast([5, 5, 0], [5, -5, 0], out)).toBeNull();
    expect(out.t).toBe(0.4);
  });

  it('of triangles that are hit at once it names the one with the lowest number', () => {
    const positions = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0];
    for (const indices of [
      [0, 1, 2, 0, 2, 3],
      [0, 2, 3, 0, 1, 2],
      [3, 0, 2, 2, 0, 1, 0, 1, 2],
    ]) {
      const grid = new VoxelGrid(new Mesh({ positions, indices }), { resolution: 3 });
      expect(grid.rayCast([1, 1, 1], [1, 1, -1])?.primitive).toBe(0);
      expect(grid.rayCast([0, 0, 1], [0, 0, -1])?.primitive).toBe(0);
    }
  });

  it('follows a mesh that is refitted', () => {
    const { positions, corners } = centred(2, 2);
    const array = Float64Array.from(positions);
    const mesh = new Mesh({ positions: array, indices: corners });
    const grid = new VoxelGrid(mesh);
    expect(grid.rayCast([0, 9, 0.1], [0, -9, 0.1])?.point.y).toBe(1);
    for (let i = 1; i < array.length; i += 3) array[i] += 100;
    mesh.refit();
    expect(grid.rayCast([0, 9, 0.1], [0, -9, 0.1])).toBeNull();
    expect(grid.rayCast([0, 109, 0.1], [0, 91, 0.1])?.point.y).toBe(101);
    grid.validate();
  });

  it('has the resolution that is asked for, and one of its own that does not explode', () => {
    const { positions, corners } = boxMesh(4, 2, 1, 1, false);
    const mesh = new Mesh({ positions: [...positions], indices: corners });
    expect(new VoxelGrid(mesh, { resolution: 8 }).resolution).toEqual([8, 4, 2]);
    expect(new VoxelGrid(mesh, { resolution: [3, 5, 7] }).resolution).toEqual([3, 5, 7]);
    // 3,000 triangles that are each as large as all together.
    const rng = new Rng(SEED, 9);
    const crowd = Array.from({ length: 27_000 }, () => rng.range(-1, 1));
    const crowded = new VoxelGrid(new Mesh({ positions: crowd, indices: crowd.slice(0, 9000).map((_, i) => i) }));
    expect(crowded.entryCount).toBeLessThanOrEqual(32 * 3000);
    // Flat ones, and a single point.
    const flat = new VoxelGrid(new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] }));
    expect(flat.resolution[2]).toBe(1);
    expect(flat.rayCast([0.25, 0.25, 1], [0.25, 0.25, -1])?.t).toBe(0.5);
    const point = new VoxelGrid(new Mesh({ positions: [7, 8, 9], faces: [[0]] }));
    expect(point.rayCast([7, 8, 10], [7, 8, 8])?.t).toBe(0.5);
    expect(point.rayCast([7, 8.5, 10], [7, 8.5, 8])).toBeNull();
  });

  it('names arguments that are wrong', () => {
    const mesh = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
    const grid = new VoxelGrid(mesh);
    expect(() => new VoxelGrid({} as never)).toThrow(new TypeError('mesh must be a Mesh, got {}'));
    expect(() => new VoxelGrid(mesh, { cells: 3 } as never)).toThrow(
      "unknown option 'cells': did you mean resolution?",
    );
    for (const resolution of [0, -1, 1.5, 1e9, Number.NaN])
      expect(() => new VoxelGrid(mesh, { resolution })).toThrow(RangeError);
    for (const resolution of ['3', [1, 2], {}, null])
      expect(() => new VoxelGrid(mesh, { resolution } as never)).toThrow(TypeError);
    expect(() => new VoxelGrid(mesh, { resolution: [4096, 4096, 4096] })).toThrow('resolution must not make more than');
    expect(() => grid.rayCast([0, 0] as never, [0, 0, 0])).toThrow('from must have 3 components');
    expect(() => grid.rayCast([0, 0, 0], [0, 0, Infinity])).toThrow('to.z must be finite');
    expect(() => grid.rayCast([0, 0, 0], [0, 0, 1], {} as never)).toThrow('out must be a result or null');
  });
});

/** A cube around the origin. */
function centred(size: number, n: number): MeshSpec {
  const mesh = boxMesh(size, size, size, n);
  return { ...mesh, name: 'cube', positions: mesh.positions.map((x) => x - size / 2) };
}
