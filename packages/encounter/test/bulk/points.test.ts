/** Many points at once give what the query for a pair gives for each of them. */
import { describe, expect, it } from 'vitest';
import { distancesToPoints } from '../../src/bulk/index.ts';
import * as lib from '../../src/index.ts';
import {
  Box,
  Collider,
  containsPoint,
  Halfspace,
  Mesh,
  Point,
  Scene,
  Sphere,
  signedDistance,
} from '../../src/index.ts';
import { MESH_KINDS, randomThing, type ThingKind } from '../mesh/scenes.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(71);

/** Points around a collider: spread, near its surface, and at one place. */
function pointsAround(rng: Rng, collider: Collider, count: number): Float64Array {
  const { min, max } = collider.bounds();
  const points = new Float64Array(3 * count);
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
  const ends = [min.toArray(), max.toArray()];
  const probe = new Collider(new Point([0, 0, 0]));
  for (let i = 0; i < count; i++) {
    const p = ends[0].map((low, k) => rng.range(low - size, ends[1][k] + size)) as [number, number, number];
    if (i % 2 === 1) {
      // From the nearest point of the surface a little on or back.
      const { pointA, normal } = signedDistance(collider, probe.setPosition(p));
      const way = rng.range(-1, 1) * rng.log(1e-6, 0.1) * size;
      p[0] = pointA.x + way * normal.x;
      p[1] = pointA.y + way * normal.y;
      p[2] = pointA.z + way * normal.z;
    }
    points.set(p, 3 * i);
  }
  return points;
}

describe('distancesToPoints', () => {
  const kinds: readonly ThingKind[] = [...MESH_KINDS, 'convex', 'compound'];
  for (const kind of kinds)
    it(`agrees with signedDistance: ${kind}, seed ${seed}`, () => {
      for (let run = 0; run < runs(30); run++) {
        const rng = new Rng(seed, 1000 * kinds.indexOf(kind) + run);
        const { collider } = randomThing(lib, rng, {
          kind,
          size: rng.log(1e-3, 1e3),
          position: run % 5 === 0 ? [1e6, -2e6, 3e5] : [rng.range(-9, 9), 0, 3],
          margin: run % 4 === 0 ? rng.range(0, 0.1) : 0,
        });
        const count = 120;
        const points = pointsAround(rng, collider, count);
        const nearest = new Float64Array(3 * count);
        const primitives = new Int32Array(count);
        const out = distancesToPoints(collider, points, new Float64Array(count), { nearest, primitives });
        const { min, max } = collider.bounds();
        const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
        const far = Math.max(...[min, max].flatMap(({ x, y, z }) => [Math.abs(x), Math.abs(y), Math.abs(z)]));
        const slack = 1e-11 * size + 1e-14 * far;
        const probe = new Collider(new Point([0, 0, 0]));
        for (let i = 0; i < count; i++) {
          const p = points.subarray(3 * i, 3 * i + 3);
          const one = signedDistance(collider, probe.setPosition(p));
          const told = `seed ${seed}, run ${run}, point ${i} at ${p}: ${collider.shape.solid}`;
          // Inside of a solid that is not convex the way out need not be the one to the nearest point of the surface.
          if (one.distance < 0 && !one.converged) expect(out[i], told).toBeLessThanOrEqual(slack);
          else expect(Math.abs(out[i] - one.distance), told).toBeLessThanOrEqual(slack + one.error);
          const q = nearest.subarray(3 * i, 3 * i + 3);
          const way = Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
          if (one.converged) expect(Math.abs(way - Math.abs(out[i])), told).toBeLessThanOrEqual(2 * slack + one.error);
        }
      }
    });

  it('knows the side of points that follow each other across a solid that overlaps itself', () => {
    // Two cubes that share a corner of half their size: the winding number is 2 there.
    const cube = (x: number): number[] =>
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [x + (i & 1), x + ((i >> 1) & 1), x + ((i >> 2) & 1)]);
    const faces = [
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
    ];
    const positions = new Float64Array([...cube(0), ...cube(0.5)]);
    const solid = new Collider(new Mesh({ positions, indices: [...faces, ...faces.map((i) => i + 8)], solid: true }));
    const n = runs(40_000);
    const rng = new Rng(seed);
    const points = Float64Array.from({ length: 3 * n }, () => rng.range(-0.5, 2));
    const out = distancesToPoints(solid, points, new Float64Array(n));
    let inside = 0;
    for (let i = 0; i < n; i++) {
      const p = points.subarray(3 * i, 3 * i + 3);
      const within = (low: number): boolean => p.every((x) => x >= low && x <= low + 1);
      const truth = within(0) || within(0.5);
      expect(out[i] <= 0, `seed ${seed}, point ${i} at ${p}`).toBe(truth);
      if (truth) inside++;
    }
    expect(inside).toBeGreaterThan(n / 20);
  });

  it('does not leave a solid by a wall inside of it', () => {
    // Regression: two boxes side by side, or one in part in the other, have walls inside. The nearest triangle of a point near such a wall
    // is the wall, but behind it is the solid again. The distance to the wall was taken for the depth.
    const box = (x0: number, x1: number): number[] =>
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x1 : x0, (i >> 1) & 1, (i >> 2) & 1]);
    const faces = [
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
    ];
    const indices = [...faces, ...faces.map((i) => i + 8)];
    for (const overlap of [0, 0.3]) {
      const shape = new Mesh({
        positions: new Float64Array([...box(0, 1 + overlap), ...box(1, 2)]),
        indices,
        solid: true,
      });
      for (const margin of [0, 0.1]) {
        const solid = new Collider(shape, { margin });
        const points = new Float64Array([0.95, 0.5, 0.5, 1.05, 0.5, 0.5, 1.25, 0.6, 0.5, 0.2, 0.5, 0.5]);
        const out = distancesToPoints(solid, points, new Float64Array(4));
        const depths = [0.5, 0.5, 0.4, 0.2];
        for (let i = 0; i < 4; i++) {
          expect(-out[i], `overlap ${overlap}, point ${i}`).toBeCloseTo(depths[i] + margin, 9);
          const probe = new Collider(new Point([0, 0, 0]), {
            position: [...points.subarray(3 * i, 3 * i + 3)] as never,
          });
          const { distance, error } = signedDistance(probe, solid);
          expect(distance).toBeCloseTo(out[i], 12);
          expect(error).toBeGreaterThanOrEqual(Math.abs(distance - -(depths[i] + margin)));
        }
      }
    }
  });

  it('learns no sides from points so far that all faces are equally near, and knows none of theirs', () => {
    // From 1e17 the two sides of a unit cube are at the same distance, and the farther one, with the lower number, counts as the nearest. A
    // known side of it made such points inside. Points that were not known yet taught it the wrong side, for all points later.
    const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
    const indices = [
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
    ];
    const ask = (collider: Collider, z: number) =>
      distancesToPoints(collider, new Float64Array([0.2, 0.1, z]), new Float64Array(1))[0];
    for (const far of [1e9, 1e12, 1e17, 1e30])
      for (const sign of [-1, 1]) {
        const first = new Collider(new Mesh({ positions, indices, solid: true }));
        for (let i = 0; i < 12; i++) expect(ask(first, -0.3)).toBeCloseTo(0.3, 12);
        expect(ask(first, sign * far)).toBeGreaterThan(0);
        const second = new Collider(new Mesh({ positions, indices, solid: true }));
        for (let i = 0; i < 12; i++) expect(ask(second, sign * far)).toBeGreaterThan(0);
        for (const z of [-0.25, 1.25]) expect(ask(second, z)).toBeCloseTo(0.25, 12);
        for (const z of [0.05, 0.95]) expect(ask(second, z)).toBeCloseTo(-0.05, 12);
      }
  });

  it('gets out of a solid with a wall inside through its outside only, in a copy for many points', () => {
    const box = (x0: number, x1: number): number[] =>
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x1 : x0, (i >> 1) & 1, (i >> 2) & 1]);
    const faces = [
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
    ];
    const outward = [...faces, ...faces.map((i) => i + 8)];
    // They overlap: each has a wall in the other, of single triangles.
    const positions = new Float64Array([...box(0, 1.3), ...box(1, 2)]);
    const rng = new Rng(seed, 6);
    const n = runs(4000);
    const points = Float64Array.from({ length: 3 * n }, (_, k) => rng.range(0.01, k % 3 === 0 ? 1.99 : 0.99));
    for (const indices of [outward, [...outward].reverse()]) {
      const solid = new Collider(new Mesh({ positions, indices, solid: true }));
      const out = distancesToPoints(solid, points, new Float64Array(n));
      for (let i = 0; i < n; i++) {
        const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
        const depth = Math.min(x, 2 - x, y, 1 - y, z, 1 - z);
        expect(-out[i], `seed ${seed}, point ${i} at ${x}, ${y}, ${z}`).toBeCloseTo(depth, 9);
      }
    }
  });

  it('keeps the sides of faces, where shells cross, touch, hold each other and are wound either way', () => {
    const rng = new Rng(seed, 11);
    // Winding numbers add up, so a point is outside where a turned box and another one share it.
    for (const boxes of [
      [[0, 1, 0]],
      [[0, 1, 1]],
      [
        [0, 1, 0],
        [0.25, 0.75, 1],
      ],
      [
        [0, 1, 0],
        [0.25, 0.75, 0],
      ],
      [
        [0, 1, 0],
        [0.5, 1.5, 0],
      ],
      [
        [0, 1, 0],
        [0.6, 1.3, 1],
      ],
      [
        [0, 1, 0],
        [1, 2, 0],
      ],
      [
        [0, 1, 0],
        [0.2, 0.8, 1],
        [0.4, 0.6, 0],
      ],
      [
        [0, 1, 0],
        [0, 1, 0],
      ],
      [
        [0, 1, 0],
        [0.3, 1, 1],
      ],
    ]) {
      const positions: number[] = [];
      const indices: number[] = [];
      for (const [low, high, turned] of boxes) {
        const one = fineBox(low, high, turned === 1);
        indices.push(...one.indices.map((i) => i + positions.length / 3));
        positions.push(...one.positions);
      }
      const solid = new Collider(new Mesh({ positions: new Float64Array(positions), indices, solid: true }));
      const n = runs(2000);
      for (let call = 0; call < 4; call++) {
        const points = Float64Array.from({ length: 3 * n }, () => rng.range(-0.2, boxes.length > 1 ? 1.7 : 1.2));
        const out = distancesToPoints(solid, points, new Float64Array(n));
        for (let i = 0; i < n; i++) {
          if (Math.abs(out[i]) < 1e-9) continue;
          const p = points.subarray(3 * i, 3 * i + 3);
          let winding = 0;
          for (const [low, high, turned] of boxes)
            if (p.every((x) => x > low && x < high)) winding += turned === 1 ? -1 : 1;
          const told = `seed ${seed}, boxes ${JSON.stringify(boxes)}, call ${call}, point ${i} at ${p}`;
          expect(out[i] < 0, told).toBe(winding !== 0);
        }
      }
    }
  });

  it('forgets the sides of faces at a refit', () => {
    // The inner box is turned: inside of the outer one it is a hollow, outside of it the surface winds −1 times there.
    const outer = fineBox(-2, 2, false);
    const inner = fineBox(-1, 1, true);
    const count = outer.positions.length / 3;
    const positions = new Float64Array([...outer.positions, ...inner.positions]);
    const mesh = new Mesh({
      positions,
      indices: [...outer.indices, ...inner.indices.map((i) => i + count)],
      solid: true,
    });
    const solid = new Collider(mesh);
    const rng = new Rng(seed, 12);
    const points = Float64Array.from({ length: 6000 }, () => rng.range(-0.9, 0.9));
    for (let call = 0; call < 3; call++)
      expect(distancesToPoints(solid, points, new Float64Array(2000)).every((x) => x > 0)).toBe(true);
    for (let k = 3 * count; k < positions.length; k += 3) positions[k] += 5;
    for (let k = 0; k < points.length; k += 3) points[k] += 5;
    mesh.refit();
    expect(distancesToPoints(solid, points, new Float64Array(2000)).every((x) => x < 0)).toBe(true);
  });

  it('agrees with containsPoint about points near a fine solid', () => {
    const rng = new Rng(seed, 5);
    const { collider } = randomThing(lib, rng, { kind: 'solidTorus', size: 1, position: [1, 2, 3] });
    const n = runs(20_000);
    const points = pointsAround(rng, collider, n);
    const out = distancesToPoints(collider, points, new Float64Array(n));
    for (let i = 0; i < n; i++)
      if (Math.abs(out[i]) > 1e-9)
        expect(out[i] < 0, `seed ${seed}, point ${i}`).toBe(
          collider.shape.solid && containsPoint(collider, points.subarray(3 * i, 3 * i + 3)),
        );
  });

  it('agrees with containsPoint about a solid that is open, whose side changes where there are no triangles', () => {
    // A cube of which a whole side is missing.
    const { vertices } = boxMesh();
    const faces = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2];
    const open = new Collider(new Mesh({ positions: vertices, indices: faces, solid: 'winding' }));
    const n = runs(20_000);
    const rng = new Rng(seed, 8);
    const points = Float64Array.from({ length: 3 * n }, () => rng.range(-1.5, 1.5));
    const out = distancesToPoints(open, points, new Float64Array(n));
    let inside = 0;
    for (let i = 0; i < n; i++) {
      const within = containsPoint(open, points.subarray(3 * i, 3 * i + 3));
      expect(out[i] < 0, `seed ${seed}, point ${i}`).toBe(within);
      if (within) inside++;
    }
    expect(inside).toBeGreaterThan(n / 10);
  });

  it('looks no farther than maxDistance, but into solids to the bottom', () => {
    const ball = new Collider(new Sphere(1));
    const crate = new Collider(boxMesh(), { margin: 0.25 });
    const points = new Float32Array([0, 0, 0, 2.5, 0, 0, 9, 0, 0]);
    const primitives = new Int32Array(3);
    const nearest = new Float64Array(9).fill(7);
    expect([...distancesToPoints(ball, points, new Float32Array(3), { maxDistance: 2 })]).toEqual([-1, 1.5, Infinity]);
    const options = { maxDistance: 0.5, nearest, primitives };
    expect([...distancesToPoints(crate, points, new Float32Array(3), options)]).toEqual([-1.25, Infinity, Infinity]);
    expect([...nearest.subarray(3)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect([...primitives.subarray(1)]).toEqual([-1, -1]);
  });

  it('takes the nearest collider of a scene, of equal ones that with the lowest id', () => {
    const rng = new Rng(seed, 9);
    for (let run = 0; run < runs(20); run++) {
      const list: Collider[] = [];
      for (let i = 0; i < 30; i++) {
        const position = [rng.range(-5, 5), rng.range(-5, 5), rng.range(-5, 5)] as [number, number, number];
        const shape = i % 3 === 0 ? new Sphere(0.5) : i % 3 === 1 ? new Box([1, 0.5, 2]) : boxMesh();
        list.push(new Collider(shape, { position }));
      }
      if (run % 2 === 0) list.push(new Collider(new Halfspace([0, 1, 0], -4)));
      list.push(new Collider(list[0].shape, { matrix: list[0].getMatrix() }));
      const scene = new Scene().add(...list);
      const n = 200;
      const points = Float64Array.from({ length: 3 * n }, () => rng.range(-8, 8));
      const colliders = new Int32Array(n);
      for (const maxDistance of [Infinity, 1]) {
        const out = distancesToPoints(scene, points, new Float64Array(n), { colliders, maxDistance });
        for (let i = 0; i < n; i++) {
          const probe = new Collider(new Point(points.subarray(3 * i, 3 * i + 3)));
          let best = Infinity;
          let id = -1;
          for (const collider of list) {
            const { distance } = signedDistance(collider, probe);
            if (distance >= best || distance > maxDistance) continue;
            best = distance;
            id = collider.id;
          }
          expect(Math.abs(out[i] - best) <= 1e-9 || out[i] === best, `seed ${seed}, run ${run}, point ${i}`).toBe(true);
          if (colliders[i] !== id) {
            const other = list.find((collider) => collider.id === colliders[i]) as Collider;
            expect(Math.abs(signedDistance(other, probe).distance - best)).toBeLessThan(1e-9);
          }
          expect(colliders[i]).not.toBe(list[list.length - 1].id);
        }
      }
    }
  });

  it('answers nothing for an empty scene, and nothing to no points', () => {
    const out = distancesToPoints(new Scene(), new Float32Array([1, 2, 3]), new Float64Array(1));
    expect(out[0]).toBe(Infinity);
    expect(distancesToPoints(new Collider(new Sphere(1)), new Float32Array(0), new Float64Array(0))).toHaveLength(0);
  });

  it('names what is wrong', () => {
    const ball = new Collider(new Sphere(1));
    const points = new Float64Array(6);
    const out = new Float64Array(2);
    const wrong = (...args: unknown[]): (() => unknown) => {
      return () => (distancesToPoints as (...args: unknown[]) => unknown)(...args);
    };
    expect(wrong(null, points, out)).toThrow('target must be a Collider or a Scene, got null');
    expect(wrong(ball, [1, 2, 3], out)).toThrow('points must be a Float32Array or Float64Array, got [1,2,3]');
    expect(wrong(ball, new Float64Array(4), out)).toThrow('points.length must be a multiple of 3, got 4');
    expect(wrong(ball, new Float64Array([0, 0, Number.NaN]), out)).toThrow('points[2] must be finite');
    expect(wrong(ball, points)).toThrow('out must be a Float32Array or Float64Array, got undefined');
    expect(wrong(ball, points, new Float64Array(1))).toThrow('out.length must be at least 2, got 1');
    expect(wrong(ball, points, out, { nearest: new Float64Array(5) })).toThrow(
      'nearest.length must be at least 6, got 5',
    );
    expect(wrong(ball, points, out, { primitives: new Uint32Array(2) })).toThrow('primitives must be an Int32Array');
    expect(wrong(ball, points, out, { maxDistance: -1 })).toThrow('maxDistance must not be negative, got -1');
    expect(wrong(ball, points, out, { maxdistance: 1 })).toThrow(
      "unknown option 'maxdistance': did you mean maxDistance?",
    );
  });
});

function boxMesh(): Mesh {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [2 * (i & 1) - 1, (i & 2) - 1, ((i & 4) >> 1) - 1]);
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return new Mesh({ positions, faces, solid: true });
}

/** A cube of small triangles, so that some faces are clear of other shells and some are not. */
function fineBox(low: number, high: number, isTurned: boolean): { positions: number[]; indices: number[] } {
  const positions: number[] = [];
  const indices: number[] = [];
  const n = 4;
  for (let side = 0; side < 6; side++) {
    const base = positions.length / 3;
    const a = side >> 1;
    for (let i = 0; i <= n; i++)
      for (let j = 0; j <= n; j++) {
        const p = [0, 0, 0];
        p[a] = side & 1 ? high : low;
        p[(a + 1) % 3] = low + ((high - low) * i) / n;
        p[(a + 2) % 3] = low + ((high - low) * j) / n;
        positions.push(...p);
      }
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const q = base + i * (n + 1) + j;
        for (const [u, v, w] of [
          [q, q + n + 1, q + n + 2],
          [q, q + n + 2, q + 1],
        ])
          indices.push(u, ...(((side & 1) === 1) !== isTurned ? [v, w] : [w, v]));
      }
  }
  return { positions, indices };
}
