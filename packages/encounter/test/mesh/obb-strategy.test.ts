/** Meshes with `strategy: 'obb'`: oriented boxes say where to look, so every answer is that of the same mesh without them. */
import { describe, expect, test, vi } from 'vitest';
import { instanceOf } from '../../src/bodies/mesh-body.ts';
import { OrientedDistance } from '../../src/bounds/oriented-distance.ts';
import { OrientedOverlap } from '../../src/bounds/oriented-overlap.ts';
import * as lib from '../../src/index.ts';
import type { Matrix } from '../support/generators.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import {
  boxMesh,
  dirty,
  grid,
  integers,
  MESH_KINDS,
  meshThing,
  needles,
  randomMesh,
  randomThings,
  soup,
  torus,
} from './scenes.ts';

const seed = seedFromEnv(20260513);
const { Collider, closestPoints, contacts, intersects, Mesh, penetration, signedDistance } = lib;

type Strategy = lib.MeshOptions['strategy'];
type Spec = ReturnType<typeof torus>;

/** The library, but for meshes of another strategy: the same seed makes the same scene with it. */
function withStrategy(strategy: Strategy): typeof lib {
  class Other extends Mesh {
    constructor(options: lib.MeshOptions) {
      super({ ...options, strategy });
    }
  }
  return { ...lib, Mesh: Other };
}

/** `obb` has the tree of `sah`. So what rounding decides, such as how close touching triangles may be, is the same in both. */
const LIBRARIES = [withStrategy('obb'), withStrategy('sah'), lib];

const meshOf = (spec: Spec, strategy: Strategy): lib.Mesh =>
  new Mesh({ positions: Float64Array.from(spec.positions), indices: spec.corners, solid: spec.solid, strategy });

/** The numbers of the primitives that meet, sorted. */
const listed = (a: lib.Collider, b: lib.Collider): string[] =>
  contacts(a, b)
    .map(({ primitiveA, primitiveB }) => `${primitiveA} ${primitiveB}`)
    .sort();

interface Pair {
  readonly a: lib.Collider;
  readonly b: lib.Collider;
}

/** Scaled and refitted meshes get oriented boxes only when these are worth it. Here they get them at once. */
function fit({ a, b }: Pair): void {
  for (const collider of [a, b]) instanceOf(collider).oriented?.boxes;
}

function validate({ a, b }: Pair): void {
  for (const collider of [a, b]) instanceOf(collider).oriented?.validate();
}

/** Compares all that two meshes are asked for, with oriented boxes; returns whether they meet. */
function compare(obb: Pair, sah: Pair, where: string): boolean {
  fit(obb);
  const met = intersects(sah.a, sah.b);
  expect(intersects(obb.a, obb.b), where).toBe(met);
  expect(intersects(obb.b, obb.a), where).toBe(intersects(sah.b, sah.a));
  expect(listed(obb.a, obb.b), where).toEqual(listed(sah.a, sah.b));
  const one = closestPoints(obb.a, obb.b);
  const other = closestPoints(sah.a, sah.b);
  expect(one.distance === 0, where).toBe(met);
  expect(Math.abs(one.distance - other.distance), where).toBeLessThanOrEqual(one.error + other.error);
  return met;
}

describe("strategy 'obb'", () => {
  test(`answers as the other strategies do, for all kinds of meshes and placements (seed ${seed})`, () => {
    const seen = { met: 0, apart: 0 };
    for (let i = 0; i < runs(1200); i++) {
      const kind = MESH_KINDS[i % MESH_KINDS.length];
      const [obb, sah, plain] = LIBRARIES.map((library) => {
        const rng = new Rng(seed, i);
        return randomThings(library as never, rng, kind, rng.pick(MESH_KINDS));
      });
      const where = `seed ${seed}, case ${i}: ${obb.a.name}, ${obb.b.name}, ${obb.how}`;
      const pair = { a: obb.a.collider as lib.Collider, b: obb.b.collider as lib.Collider };
      const reference = { a: sah.a.collider as lib.Collider, b: sah.b.collider as lib.Collider };
      const met = compare(pair, reference, where);
      validate(pair);
      expect(intersects(plain.a.collider as lib.Collider, plain.b.collider as lib.Collider), where).toBe(met);
      const { distance, error } = signedDistance(pair.a, pair.b);
      const signed = signedDistance(reference.a, reference.b);
      expect(distance <= 0, where).toBe(met);
      if (!met) expect(Math.abs(distance - signed.distance), where).toBeLessThanOrEqual(error + signed.error);
      expect(penetration(pair.a, pair.b) === null, where).toBe(!met);
      seen[met ? 'met' : 'apart']++;
    }
    expect(Math.min(seen.met, seen.apart)).toBeGreaterThan(runs(200));
  });

  test(`finely divided meshes, from far apart through touching to overlap (seed ${seed})`, () => {
    const seen = { met: 0, apart: 0 };
    for (let i = 0; i < runs(40); i++) {
      const rng = new Rng(seed, i);
      const specs = [0, 1].map(() =>
        rng.pick([
          () => torus(rng, 40, 16, 0.1, rng.chance(0.5)),
          () => soup(rng, 300),
          () => needles(rng, 200),
          () => dirty(rng, 200),
          () => grid(rng, 14, rng.int(3)),
        ])(),
      );
      const margin = rng.chance(0.3) ? 0.02 : 0;
      const size = rng.pick([1, 1, 1e-6, 1e6]);
      const place = () => ({ orientation: rng.quaternion(), scale: rng.chance(0.7) ? size : [size, 2 * size, -size] });
      const places = [place(), place()];
      const [obb, sah] = (['obb', 'sah'] as const).map((strategy) => {
        const [a, b] = specs.map(
          (spec, k) => new Collider(meshOf(spec, strategy), { ...places[k], margin: size * margin } as object),
        );
        return { a, b };
      });
      // Moved together until they touch.
      const far = rng.direction().map((x) => 60 * size * x);
      sah.b.setPosition(far as never);
      const way = far.map((x) => -x);
      const hit = lib.castShape(sah.a, [0, 0, 0], sah.b, way as never);
      const t = hit === null ? 1 : hit.t;
      for (const gap of [1, 0.1, 1e-3, 1e-6, 1e-9, 0, -1e-9, -1e-3, -0.1]) {
        const at = far.map((x, k) => x + t * way[k] + (gap * size * x) / (60 * size));
        obb.b.setPosition(at as never);
        sah.b.setPosition(at as never);
        const where = `seed ${seed}, case ${i}: ${specs.map(({ name }) => name)}, ${gap}, size ${size}, margin ${margin}`;
        seen[compare(obb, sah, where) ? 'met' : 'apart']++;
      }
      validate(obb);
    }
    expect(Math.min(seen.met, seen.apart)).toBeGreaterThan(runs(60));
  });

  test(`touching on a lattice, where everything is exact (seed ${seed})`, () => {
    let touching = 0;
    for (let i = 0; i < runs(500); i++) {
      const rng = new Rng(seed, i);
      const specs = [0, 1].map(() =>
        rng.pick([
          () => grid(rng, 8, 0),
          () => grid(rng, 8, 2),
          () => integers(rng, 40),
          () => boxMesh(4, 3, 2, 1 + rng.int(3), rng.chance(0.5)),
        ])(),
      );
      const whole = (): Matrix => {
        const m = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
        for (const k of [0, 5, 10]) m[k] = rng.pick([1, 1, 1, -1, 2, 0]);
        for (let k = 12; k < 15; k++) m[k] = rng.integer(-4, 4);
        return m;
      };
      const matrices = [whole(), whole()];
      const [obb, sah] = LIBRARIES.map((library) => {
        const [a, b] = specs.map((spec, k) => meshThing(library as never, spec, matrices[k]).collider as lib.Collider);
        return { a, b };
      });
      const where = `seed ${seed}, case ${i}: ${specs.map(({ name }) => name)}`;
      const met = compare(obb, sah, where);
      if (met && (penetration(sah.a, sah.b)?.depth ?? 1) === 0) touching++;
    }
    expect(touching).toBeGreaterThan(runs(20));
  });

  test(`follows refits and changes of the scale (seed ${seed})`, () => {
    for (let i = 0; i < runs(40); i++) {
      const rng = new Rng(seed, i);
      const spec = torus(rng, 24, 10, 0.2, rng.chance(0.5));
      const [obb, sah] = (['obb', 'sah'] as const).map((strategy) => {
        const mesh = meshOf(spec, strategy);
        return { mesh, a: new Collider(mesh), b: new Collider(mesh) };
      });
      const array = obb.mesh.vertices.array as Float64Array;
      for (let step = 0; step < 6; step++) {
        const where = `seed ${seed}, case ${i}, step ${step}`;
        if (step % 2 === 1) {
          // Bent and moved away from where it was: the origin of the boxes moves as well.
          const move = rng.pick([0, 50]);
          for (let k = 0; k < array.length; k++)
            array[k] = spec.positions[k] * (1 + 0.4 * Math.sin(k + step)) + (k % 3 === 0 ? move : 0);
          (sah.mesh.vertices.array as Float64Array).set(array);
          obb.mesh.refit();
          sah.mesh.refit();
        }
        const scale = rng.pick([1, 2, [1, 3, 0.5], [-1, 1, 1], [1, 0, 2], 1e-7]);
        const place = { orientation: rng.quaternion(), position: rng.inBall(1) };
        for (const { a, b } of [obb, sah]) {
          a.setScale(scale as never);
          b.setScale(scale as never)
            .setOrientation(place.orientation)
            .setPosition(place.position.map((x) => x * (scale === 1e-7 ? 1e-7 : 1)) as never);
        }
        compare(obb, sah, where);
        obb.mesh.validate();
      }
    }
  });

  test(`points and tiny triangles that touch within the rounding of their places (seed ${seed})`, () => {
    let touching = 0;
    for (let i = 0; i < runs(400); i++) {
      const rng = new Rng(seed, i);
      const local = [0, 1].map(() => rng.inBall(10 ** rng.range(-3, 8)));
      const count = rng.pick([1, 3]);
      const positions = local.map((p) =>
        Float64Array.from({ length: 3 * count }, (_, k) => p[k % 3] + (k < 3 ? 0 : rng.range(-1e-9, 1e-9))),
      );
      const orientations = [rng.quaternion(), rng.quaternion()];
      const indices = count === 1 ? [0, 0, 0] : [0, 1, 2];
      const turned = new lib.Vec3();
      const [obb, sah] = (['obb', 'sah'] as const).map((strategy) => {
        const [a, b] = positions.map((list, k) => {
          const mesh = new Mesh({ positions: list, indices, strategy });
          const c = new Collider(mesh, { orientation: orientations[k] });
          // The first vertex goes to the origin, up to rounding.
          mesh.vertices.read(0, turned);
          c.frame.transformPoint(turned, turned);
          return c.setPosition([-turned.x, -turned.y, -turned.z]);
        });
        return { a, b };
      });
      if (compare(obb, sah, `seed ${seed}, case ${i}`)) touching++;
    }
    expect(touching).toBeGreaterThan(runs(100));
  });

  test('a replaced array refits, too', () => {
    const spec = boxMesh(1, 1, 1, 4);
    const mesh = meshOf(spec, 'obb');
    const a = new Collider(mesh);
    const b = new Collider(meshOf(spec, 'obb'), { position: [5, 0, 0] });
    expect(intersects(a, b)).toBe(false);
    mesh.vertices.replace(Float64Array.from(spec.positions, (x, k) => (k % 3 === 0 ? x + 4 : x)));
    expect(intersects(a, b)).toBe(true);
    mesh.validate();
  });

  test('a solid holds what is inside of it, whichever is first, also scaled and mirrored', () => {
    const big = new Collider(meshOf(boxMesh(4, 4, 4, 3), 'obb'));
    const soup = new Collider(meshOf(boxMesh(4, 4, 4, 3, false), 'obb'));
    const small = new Collider(meshOf(boxMesh(1, 1, 1, 3), 'obb'), { position: [1, 1, 1] });
    for (const scale of [1, [1, 0.5, 2], [0.5, 1, -0.5], [1, 0, 1]] as never[]) {
      small.setScale(scale);
      expect(intersects(big, small)).toBe(true);
      expect(intersects(small, big)).toBe(true);
      expect(closestPoints(small, big).distance).toBe(0);
      expect(intersects(soup, small)).toBe(false);
      expect(contacts(big, small)).toEqual([]);
    }
  });

  test('n copies of a triangle near m others take no n·m tests, and all of them are in contact', () => {
    const indices = Array.from({ length: 3 * 3000 }, (_, k) => k % 3);
    const mesh = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices, strategy: 'obb' });
    const a = new Collider(mesh);
    const b = new Collider(mesh, { position: [0, 0, 1e-9] });
    // Nine million pairs would take seconds each time.
    for (let i = 0; i < 100; i++) expect(intersects(a, b)).toBe(false);
    expect(closestPoints(a, b).distance).toBeCloseTo(1e-9, 15);
    const fewer = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: indices.slice(0, 300), strategy: 'obb' });
    expect(contacts(new Collider(fewer), new Collider(fewer))).toHaveLength(10000);
  });

  test('serves beside meshes of other strategies, and over a tree that was stored', () => {
    const rng = new Rng(seed, 7);
    const spec = torus(rng, 24, 10, 0.1, true);
    const tree = meshOf(spec, 'midpoint').serializeTree();
    const positions = [...spec.positions];
    const stored = new Mesh({ positions, indices: spec.corners, solid: true, tree, strategy: 'obb' });
    stored.validate();
    expect(stored.serializeTree().byteLength).toBe(tree.byteLength);
    for (let i = 0; i < runs(100); i++) {
      const place = { orientation: rng.quaternion(), position: rng.inBall(1.5) };
      const met = intersects(new Collider(meshOf(spec, 'sah')), new Collider(meshOf(spec, 'sah'), place));
      expect(intersects(new Collider(stored), new Collider(stored, place))).toBe(met);
      expect(intersects(new Collider(stored), new Collider(meshOf(spec, 'sah'), place))).toBe(met);
      expect(intersects(new Collider(meshOf(spec, 'midpoint')), new Collider(stored, place))).toBe(met);
    }
  });

  test('is used if both have it, and only then', () => {
    const overlap = vi.spyOn(OrientedOverlap.prototype, 'walk');
    const distance = vi.spyOn(OrientedDistance.prototype, 'walk');
    const spec = randomMesh(new Rng(seed, 8), 'solidTorus');
    const [a, b] = (['obb', 'sah'] as const).map((strategy) => new Collider(meshOf(spec, strategy)));
    const far = new Collider(meshOf(spec, 'obb'), { position: [0, 0, 0.9], scale: [1, 2, 1] });
    intersects(a, b);
    closestPoints(far, b);
    expect([overlap.mock.calls.length, distance.mock.calls.length]).toEqual([0, 0]);
    fit({ a, b: far });
    intersects(a, far);
    expect([overlap.mock.calls.length, distance.mock.calls.length]).toEqual([1, 0]);
    contacts(far, a);
    closestPoints(far, a);
    expect(overlap.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(distance.mock.calls.length).toBe(1);
    vi.restoreAllMocks();
  });

  test('after a change the boxes are fitted when queries have taken as long as that, and not before', () => {
    const walk = vi.spyOn(OrientedOverlap.prototype, 'walk');
    const spec = torus(new Rng(seed, 9), 40, 16, 0, true);
    const mesh = meshOf(spec, 'obb');
    const a = new Collider(mesh);
    const near = { position: [0, 0, 0.41], orientation: [0.1, 0, 0, 0.995] } as never;
    const far = new Collider(mesh, { position: [1.21, 0, 0] });
    let scale = 1;
    const rescale = () => {
      scale *= 0.9999;
      a.setScale(scale);
    };
    const refit = () => mesh.refit();
    for (const change of [refit, rescale, refit]) {
      const b = new Collider(mesh, near);
      change();
      walk.mockClear();
      // One query per change: never. Many that visit nothing: never.
      for (let i = 0; i < 20; i++) {
        change();
        intersects(a, b);
      }
      for (let i = 0; i < 10000; i++) intersects(a, far);
      expect(walk.mock.calls.length).toBe(0);
      let queries = 0;
      while (walk.mock.calls.length === 0 && queries < 10000) {
        intersects(a, b);
        queries++;
      }
      expect(queries).toBeGreaterThan(2);
      expect(queries).toBeLessThan(10000);
    }
    vi.restoreAllMocks();
  });

  test('an unknown strategy is refused with its name', () => {
    const make = (strategy: unknown) => () =>
      new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2], strategy: strategy as 'obb' });
    expect(make('kdop')).toThrow(new RangeError(`strategy must be 'midpoint', 'fast', 'sah' or 'obb', got "kdop"`));
    expect(make(3)).toThrow(new TypeError("strategy must be 'midpoint', 'fast', 'sah' or 'obb', got 3"));
  });
});
