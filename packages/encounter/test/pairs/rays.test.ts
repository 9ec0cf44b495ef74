/** Sides, barycentric coordinates and ends of rays: against all triangles one by one, and against containsPoint. */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Cone,
  Cylinder,
  containsPoint,
  Ellipsoid,
  Halfspace,
  Mesh,
  Polytope,
  RayHit,
  rayCast,
  type Shape,
  Sphere,
  Triangle,
} from '../../src/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, cross, dot, scaled, sub, type Vec } from '../support/vectors.ts';

const SEED = seedFromEnv(4711);
const SIDES = ['both', 'front', 'back'] as const;

const vec = ({ x, y, z }: { x: number; y: number; z: number }): Vec => [x, y, z];

interface Soup {
  readonly mesh: Mesh;
  readonly points: readonly Vec[];
  readonly indices: readonly number[];
}

function soup(rng: Rng, count: number): Soup {
  const points = Array.from({ length: count }, () => rng.inBox(1));
  const indices: number[] = [];
  for (let i = 0; i < count; i++) {
    const first = rng.int(count);
    indices.push(first, (first + 1 + rng.int(3)) % count, (first + 4 + rng.int(3)) % count);
  }
  return { mesh: new Mesh({ positions: points.flat(), indices }), points, indices };
}

/** Where a ray meets a triangle, by Cramer's rule; null where it is near an edge or nearly parallel. */
function meet(
  a: Vec,
  b: Vec,
  c: Vec,
  from: Vec,
  dir: Vec,
): { t: number; weights: Vec; front: boolean } | null | 'unsure' {
  const [u, v] = [sub(b, a), sub(c, a)];
  const n = cross(u, v);
  const nd = dot(n, dir);
  if (Math.abs(nd) < 1e-6) return 'unsure';
  const t = dot(n, sub(a, from)) / nd;
  const q = sub(add(from, scaled(dir, t)), a);
  const nn = dot(n, n);
  const y = dot(cross(q, v), n) / nn;
  const z = dot(cross(u, q), n) / nn;
  const weights: Vec = [1 - y - z, y, z];
  const least = Math.min(...weights, t, 1 - t);
  if (Math.abs(least) < 1e-6) return 'unsure';
  return least < 0 ? null : { t, weights, front: nd < 0 };
}

test(`sides and weights against all triangles, in any placement, seed ${SEED}`, () => {
  let hits = 0;
  const backs: number[] = [];
  for (let k = 0; k < runs(3000); k++) {
    const rng = new Rng(SEED, k);
    const { mesh, points, indices } = soup(rng, 12);
    const scale = rng.pick<number | Vec>([1, 2, [1, 0.5, 3], [-1, 1, 1], [-2, 0.3, -1], [-1, -1, -1]]);
    const collider = new Collider(mesh, { position: rng.inBox(2), orientation: [...rng.inBox(1), 0.5], scale });
    const m = collider.getMatrix();
    const world = ([x, y, z]: Vec): Vec =>
      [0, 1, 2].map((i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]) as unknown as Vec;
    // Asked in the coordinates of the mesh: a mirrored mesh keeps its front.
    const [p, q] = [rng.inBox(1.5), rng.inBox(1.5)];
    const found = [];
    let unsure = false;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((j) => points[indices[i + j]]);
      const one = meet(a, b, c, p, sub(q, p));
      if (one === 'unsure') unsure = true;
      else if (one !== null) found.push({ ...one, vertices: indices.slice(i, i + 3), number: i / 3 });
    }
    if (unsure) continue;
    for (const side of SIDES) {
      const expected = found
        .filter(({ front }) => side === 'both' || front === (side === 'front'))
        .sort((x, y) => x.t - y.t)[0];
      const out = new RayHit();
      const hit = rayCast(collider, world(p), world(q), out, { side });
      const title = `seed ${SEED}, case ${k}, ${side}`;
      if (expected === undefined) {
        expect(hit, title).toBeNull();
        continue;
      }
      expect(hit, title).toBe(out);
      expect(hit!.t, title).toBeCloseTo(expected.t, 9);
      // Two triangles with the same corners are hit at once.
      if (found.some((other) => other !== expected && Math.abs(other.t - expected.t) < 1e-9)) continue;
      hits++;
      backs.push(hit!.front ? 0 : 1);
      expect([hit!.primitive, hit!.front, hit!.vertices], title).toEqual([
        expected.number,
        expected.front,
        expected.vertices,
      ]);
      vec(hit!.barycentric).forEach((w, i) => {
        expect(w, title).toBeGreaterThanOrEqual(0);
        expect(w, title).toBeCloseTo(expected.weights[i], 7);
      });
      expect(hit!.barycentric.x + hit!.barycentric.y + hit!.barycentric.z).toBeCloseTo(1, 14);
      expect(dot(vec(hit!.normal), sub(world(q), world(p))), title).toBeLessThanOrEqual(0);
    }
  }
  expect(hits).toBeGreaterThan(runs(3000) / 4);
  const share = backs.reduce((a, b) => a + b) / backs.length;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.8);
});

describe('what a side means', () => {
  const floor = new Mesh({ positions: [0, 0, 0, 4, 0, 0, 4, 0, 4, 0, 0, 4], indices: [0, 2, 1, 0, 3, 2] });

  test('of one triangle, seen from above and from below', () => {
    const collider = new Collider(floor);
    const [above, below] = [[3, 1, 1] as const, [3, -1, 1] as const];
    const ask = (down: boolean, side?: 'both' | 'front' | 'back') =>
      rayCast(collider, down ? above : below, down ? below : above, null, side && { side });
    expect(ask(true)).toMatchObject({ t: 0.5, front: true, primitive: 0, vertices: [0, 2, 1] });
    expect(vec(ask(true)!.barycentric)).toEqual([0.25, 0.25, 0.5]);
    expect(ask(false)).toMatchObject({ t: 0.5, front: false });
    expect([ask(true, 'front')?.t, ask(true, 'back'), ask(false, 'front'), ask(false, 'back')?.t]).toEqual([
      0.5,
      null,
      null,
      0.5,
    ]);
    // In its plane a triangle has no side.
    expect(rayCast(collider, [-1, 0, 1], [5, 0, 1])?.t).toBeCloseTo(1 / 6, 12);
    for (const side of ['front', 'back'] as const)
      expect(rayCast(collider, [-1, 0, 1], [5, 0, 1], null, { side })).toBeNull();
  });

  test('solids: only from outside, but the triangles of a solid mesh also from inside', () => {
    const [inside, outside] = [[0, 0, 0] as const, [9, 0, 0] as const];
    for (const shape of [new Sphere(1), new Box([2, 2, 2]), new Halfspace([1, 0, 0], 1)]) {
      const solid = new Collider(shape);
      expect(rayCast(solid, outside, inside, null, { side: 'front' })?.t).toBeCloseTo(8 / 9, 9);
      expect(rayCast(solid, inside, outside, null, { side: 'front' })?.t).toBe(0);
      for (const from of [inside, outside]) expect(rayCast(solid, from, [5, 1, 0], null, { side: 'back' })).toBeNull();
      expect(rayCast(solid, outside, inside)).toMatchObject({ front: true, vertices: [-1, -1, -1] });
      expect(vec(rayCast(solid, outside, inside)!.barycentric)).toEqual([0, 0, 0]);
    }
    const positions = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
    const indices = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
    const solid = new Collider(new Mesh({ positions, indices, solid: true }));
    const to = [8, 0.5, 0.25] as const;
    expect(rayCast(solid, inside, to)).toMatchObject({ t: 0, primitive: -1, vertices: [-1, -1, -1] });
    expect(rayCast(solid, inside, to, null, { side: 'back' })).toMatchObject({ front: false, primitive: 0 });
    expect(rayCast(solid, to, inside, null, { side: 'back' })).toBeNull();
    expect(rayCast(solid, to, [-8, -0.5, -0.25], null, { side: 'back' })?.point.x).toBeLessThan(0);
    solid.margin = 0.1;
    expect(rayCast(solid, inside, to, null, { side: 'back' })).toBeNull();
    expect(rayCast(solid, to, inside, null, { side: 'front' })?.vertices).toEqual([-1, -1, -1]);
  });

  test('parts of a compound bring their triangles along; a face of a polygon is hit in a triangle of it', () => {
    const compound = new Collider(new Compound([{ shape: new Sphere(0.1), position: [0, 9, 0] }, { shape: floor }]));
    expect(rayCast(compound, [3, 1, 1], [3, -1, 1])).toMatchObject({ primitive: 1, vertices: [0, 2, 1], front: true });
    expect(rayCast(compound, [3, 1, 1], [3, -1, 1], null, { side: 'back' })).toBeNull();
    const positions = [0, 0, 0, 4, 0, 0, 4, 4, 0, 2, 1, 0, 0, 4, 0];
    const face = new Collider(new Mesh({ positions, faces: [[0, 1, 2, 3, 4]] }));
    const hit = rayCast(face, [3.5, 2, 5], [3.5, 2, -5])!;
    expect(hit.primitive).toBe(0);
    const sum = [0, 1, 2].map((c) =>
      vec(hit.barycentric).reduce((s, w, i) => s + w * positions[3 * hit.vertices[i] + c], 0),
    );
    [3.5, 2, 0].forEach((x, i) => {
      expect(sum[i]).toBeCloseTo(x, 12);
    });
    const wire = new Collider(new Mesh({ positions: [0, 0, 0, 2, 0, 0], faces: [[0, 1]] }));
    const segment = rayCast(wire, [0.5, 1, 0], [0.5, -1, 0])!;
    expect([segment.vertices, vec(segment.barycentric)]).toEqual([
      [0, 1, 1],
      [0.75, 0.25, 0],
    ]);
  });

  test('another word is a TypeError', () => {
    const collider = new Collider(floor);
    for (const side of ['left', 1, null, true] as unknown as 'front'[])
      expect(() => rayCast(collider, [0, 1, 0], [0, -1, 0], null, { side })).toThrow(
        /side must be 'both', 'front' or 'back', got/,
      );
    expect(() => rayCast(collider, [0, 1, 0], [0, -1, 0], null, { sides: 'front' } as never)).toThrow(
      /did you mean side\?/,
    );
    // The option is not left over for the next ray.
    expect(rayCast(collider, [3, -1, 1], [3, 1, 1], null, { side: 'front' })).toBeNull();
    expect(rayCast(collider, [3, -1, 1], [3, 1, 1])?.t).toBe(0.5);
  });
});

describe('rays that end on the surface hit at t = 1', () => {
  const points = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  const indices = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  const shapes: readonly Shape[] = [
    new Box([1, 2, 3]),
    new Sphere(1),
    new Capsule(0.5, 1),
    new Cone(1, 2),
    new Cylinder(1, 2),
    new Ellipsoid([1, 2, 0.5]),
    new Polytope(points),
    new Triangle([1, 0, 0], [0, 1, 0], [0, 0, 1]),
    new Halfspace([1, 2, 3], 0.5),
    new Mesh({ positions: points, indices }),
    new Mesh({ positions: points, indices, solid: true }),
    new Compound([
      { shape: new Box([1, 1, 1]), position: [0.3, 0, 0] },
      { shape: new Mesh({ positions: points, indices }) },
    ]),
  ];

  test.each(shapes.map((shape) => [shape.constructor.name, shape] as const))(
    `%s: wherever containsPoint says that the end is touched, seed ${SEED}`,
    (_, shape) => {
      let touched = 0;
      for (let k = 0; k < runs(1500); k++) {
        const rng = new Rng(SEED, k);
        const far = rng.pick([1, 10, 1e4]);
        const margin = k % 4 === 0 ? 0.25 : 0;
        const collider = new Collider(shape, { position: rng.inBox(far), orientation: [...rng.inBox(1), 0.5], margin });
        const { x, y, z } = rayTarget(collider);
        const target = add([x, y, z], rng.inBox(0.3));
        const from = add(target, scaled(rng.direction(), rng.pick([3, 100])));
        const first = rayCast(collider, from, target);
        if (first === null || first.t === 0) continue;
        // From all sides to the point of the surface that was found.
        const to = vec(first.point);
        if (!containsPoint(collider, to)) continue;
        touched++;
        for (const start of [from, add(to, scaled(vec(first.normal), 2))]) {
          const hit = rayCast(collider, start, to);
          const title = `seed ${SEED}, case ${k}: from ${start} to ${to}`;
          expect(hit, title).not.toBeNull();
          expect(Math.hypot(...vec(hit!.normal)), title).toBeCloseTo(hit!.t === 0 ? 0 : 1, 9);
          expect(dot(vec(hit!.normal), sub(to, start)), title).toBeLessThanOrEqual(1e-12);
        }
      }
      expect(touched).toBeGreaterThan(runs(1500) / 100);
    },
  );

  test('a box and a floor, exactly', () => {
    const box = new Collider(new Box([1, 1, 1]), { position: [0.1, 0.2, 0.3], orientation: [0.1, 0.2, 0.3, 0.9] });
    const floor = new Collider(new Mesh({ positions: [0, 0.1, 0, 3, 0.1, 0, 0, 0.1, 3], indices: [0, 1, 2] }));
    expect(rayCast(floor, [0.7, 1.3, 0.7], [0.7, 0.1, 0.7])?.t).toBe(1);
    expect(rayCast(floor, [0.3, 0.7, 0.3], [0.4, 0.1, 0.4])?.t).toBeGreaterThan(1 - 1e-15);
    expect(rayCast(floor, [0.3, 0.7, 0.3], [0.4, 0.100001, 0.4])).toBeNull();
    expect(rayCast(box, [5, 0, 0], [4, 0, 0])).toBeNull();
  });
});

/** A point in or near a collider: the middle of its box, the origin of a halfspace's plane. */
function rayTarget(collider: Collider): { x: number; y: number; z: number } {
  const { min, max } = collider.bounds();
  if (max.x < Infinity) return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
  const m = collider.getMatrix();
  return { x: m[12], y: m[13], z: m[14] };
}
