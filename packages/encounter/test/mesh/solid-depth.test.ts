/**
 * Depth of solids that are not both convex, against a reference that knows nothing but the boolean query. ENCOUNTER_SEED=n tries another
 * seed; bench/solid.mjs is the long version.
 */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';
import { Marcher, tube } from './first-exit-reference.ts';

const { Box, Capsule, Collider, Compound, Cylinder, Mesh, penetration, Point, Sphere } = lib;
type Collider = InstanceType<typeof Collider>;

const seed = seedFromEnv(20261116);

/** A body with the outline in the xy plane, from z = 0 to `depth`. */
function prism(outline: readonly (readonly [number, number])[], depth: number) {
  const n = outline.length;
  const positions = [0, depth].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
  const sides = outline.map((_, i) => [i, (i + 1) % n, ((i + 1) % n) + n, i + n]);
  const ends = [outline.map((_, i) => n - 1 - i), outline.map((_, i) => n + i)];
  return new Mesh({ positions, faces: [...ends, ...sides], solid: true });
}

/** Walls half thick, 2 apart, 3 high; 4 long. */
const channel = prism(
  [
    [0, 0],
    [3, 0],
    [3, 3],
    [2.5, 3],
    [2.5, 0.5],
    [0.5, 0.5],
    [0.5, 3],
    [0, 3],
  ],
  4,
);
const channelOfBoxes = new Compound([
  { shape: new Box([3, 0.5, 4]), position: [1.5, 0.25, 2] },
  { shape: new Box([0.5, 2.5, 4]), position: [0.25, 1.75, 2] },
  { shape: new Box([0.5, 2.5, 4]), position: [2.75, 1.75, 2] },
]);
const crate = new Box([1.84, 1.8, 1.8]);
const ring = new Mesh({ ...tube('torus', 64, 24, 0.3), solid: true });

/** What holds of every depth of solids; the accuracy is at most 1e-8 of the smaller one, which is below 8. */
function checkDepth(a: Collider, b: Collider, label: string) {
  const before = [...a.getMatrix(), ...b.getMatrix()];
  const found = penetration(a, b);
  if (found === null) return expect.fail(`${label}: apart`);
  expect([...a.getMatrix(), ...b.getMatrix()], label).toEqual(before);
  const { depth, normal, pointA, pointB, error, converged } = found;
  const n = normal.toArray();
  expect(Math.hypot(...n), label).toBeCloseTo(1, 12);
  expect(new Marcher(lib, a, b).meet(n, 1.001 * depth + 1.6e-8), `${label}: 1.001·${depth} does not separate`).toBe(
    false,
  );
  for (let k = 0; k < 3; k++) expect(pointA.toArray()[k] - pointB.toArray()[k], label).toBeCloseTo(depth * n[k], 11);
  expect(error, label).toBeGreaterThanOrEqual(0);
  expect(error, label).toBeLessThanOrEqual(depth + 1e-8);
  const exact = a.polyhedral && b.polyhedral && a.radius + b.radius === 0;
  const smaller = Math.min(a.extent, b.extent) || Math.max(a.extent, b.extent);
  expect(converged, label).toBe(error <= (exact ? 1e-9 : 1e-8) * smaller);
  return found;
}

/** Both orders: the depth, and the direction the other way around. */
function checkBoth(a: Collider, b: Collider, depth: number, n: readonly number[], digits: number, label: string): void {
  for (const [x, y, sign] of [
    [a, b, 1],
    [b, a, -1],
  ] as const) {
    const found = checkDepth(x, y, label);
    expect(found.depth, label).toBeCloseTo(depth, digits);
    expect(found.normal.x * n[0] + found.normal.y * n[1] + found.normal.z * n[2], label).toBeCloseTo(sign, 6);
    expect(found.error, label).toBeLessThan(0.01 * depth);
  }
}

describe('the first way out', () => {
  // Only translations beyond the hulls were tried, and bisected from there. A crate that overlaps one wall of a channel by 0.03 was told to
  // leave through that wall, 1.87 deep: the way back into the channel was never looked at.
  test('of a crate in the wall of a channel is back into the channel', () => {
    const rng = new Rng(seed, 1);
    for (const [i, walls] of [channel, channelOfBoxes].entries())
      for (const turned of [false, true]) {
        const orientation = turned ? rng.quaternion() : ([0, 0, 0, 1] as const);
        const a = new Collider(walls, { orientation });
        const m = a.getMatrix();
        const at = [0.5 + 0.92 - 0.03, 1.6, 2];
        const position = [0, 1, 2].map((k) => m[k] * at[0] + m[4 + k] * at[1] + m[8 + k] * at[2]);
        const b = new Collider(crate, { orientation, position: position as [number, number, number] });
        checkBoth(a, b, 0.03, [m[0], m[1], m[2]], 8, `channel ${i}, turned ${turned}, seed ${seed}`);
      }
  });

  // The same cause: 1.78 for 0.03. The hole of a ring is no way out of its hull.
  test('of a ring on a pole is the hole', () => {
    for (const pole of [new Cylinder(0.5, 6), new Capsule(0.5, 6)]) {
      const a = new Collider(pole, { orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
      const b = new Collider(ring, { position: [0.23, 0, 0] });
      // The ring is a polygon of 64 sides, so its hole is a little larger along some directions than along others.
      const { depth } = checkDepth(a, b, 'ring');
      expect(depth).toBeGreaterThan(0.03 - 1e-9);
      expect(depth).toBeLessThan(0.031);
      checkBoth(a, b, depth, [-1, 0, 0], 8, 'ring');
    }
  });

  test('along one direction is that of a march with the boolean', () => {
    // Between two walls nothing is wide enough but one gap: through the near wall, over the far one, or back.
    const slot = new Collider(channel);
    for (const [x, expected] of [
      [0.45, 0.05 + 0.1],
      [2.55, 0.05 + 0.1],
    ]) {
      const pin = new Collider(new Box([0.2, 4, 0.2]), { position: [x, 2.6, 2] });
      const { depth, normal } = checkDepth(slot, pin, `pin at ${x}`);
      expect(depth).toBeCloseTo(expected, 8);
      expect(Math.abs(normal.x)).toBeCloseTo(1, 6);
      const march = new Marcher(lib, slot, pin).along(normal.toArray(), 0.01, 4);
      expect(march).toBeCloseTo(depth, 7);
    }
  });

  test('into a gap that is too narrow is none', () => {
    // The plate fits between the walls by 1e-4, less than the thousandth of the way that the contract goes on.
    const a = new Collider(channel);
    const b = new Collider(new Box([1.9999, 1, 1]), { position: [1.2, 2, 2] });
    const { depth } = checkDepth(a, b, 'narrow');
    expect(depth).toBeGreaterThan(0.3 + 0.0001);
    const fits = new Collider(new Box([1.99, 1, 1]), { position: [1.2, 2, 2] });
    expect(checkDepth(a, fits, 'wide').depth).toBeCloseTo(0.295, 8);
  });
});

describe('against sampled directions', () => {
  const shapes = (['torus', 'knot'] as const).map((kind) => new Mesh({ ...tube(kind, 32, 12), solid: true }));

  test('tori and knots: at most 1.1 times the least of them, nearly always', () => {
    const ratios: number[] = [];
    for (let i = 0; ratios.length < 20; i++) {
      const rng = new Rng(seed, 100 + i);
      const a = new Collider(rng.pick(shapes), { orientation: rng.quaternion() });
      const b = new Collider(rng.pick(shapes), { orientation: rng.quaternion(), position: rng.inBall(1.5) });
      if (!lib.intersects(a, b)) continue;
      const { depth, error } = checkDepth(a, b, `stream ${100 + i}, seed ${seed}`);
      const least = new Marcher(lib, a, b).least(rng, 150, 0.03, depth);
      ratios.push(depth / least);
      // The lower bound is below what is known to separate.
      expect(depth - error, `stream ${100 + i}, seed ${seed}`).toBeLessThanOrEqual(least + 1e-8);
    }
    ratios.sort((x, y) => x - y);
    expect(ratios[18], `ratios ${ratios}, seed ${seed}`).toBeLessThan(1.1);
    expect(ratios[19], `ratios ${ratios}, seed ${seed}`).toBeLessThan(1.5);
  });

  test('compounds, scaled meshes, margins and convex shapes', () => {
    const parts = new Compound([
      { shape: new Box([1.6, 0.2, 0.2]) },
      { shape: new Box([0.2, 1.6, 0.2]), position: [0.6, 0.3, 0] },
      { shape: new Sphere(0.3), position: [-0.7, 0, 0] },
      { shape: shapes[1], scale: 0.5, position: [0, 0.6, 0] },
    ]);
    const others: [lib.Shape, object][] = [
      [parts, {}],
      [shapes[0], { scale: [0.5, 1.2, 0.8] }],
      [shapes[1], { scale: [-1, 1, 1] }],
      [shapes[0], { margin: 0.05 }],
      [new Cylinder(0.3, 1.4), {}],
      [new Capsule(0.1, 1), {}],
      [new lib.Ellipsoid([0.3, 0.5, 0.9]), {}],
      [new Box([0.4, 0.6, 1]), { margin: 0.1 }],
    ];
    let worst = 1;
    for (const [k, [shape, options]] of others.entries())
      for (let i = 0, done = 0; done < 2; i++) {
        const rng = new Rng(seed, 1000 + 100 * k + i);
        const a = new Collider(rng.pick([...shapes, parts]), { orientation: rng.quaternion() });
        const place = { orientation: rng.quaternion(), position: rng.inBall(1) };
        const b = new Collider(shape, { ...options, ...place });
        if (!lib.intersects(a, b)) continue;
        done++;
        const label = `${k}, stream ${1000 + 100 * k + i}, seed ${seed}`;
        const { depth, error } = checkDepth(a, b, label);
        const least = new Marcher(lib, a, b).least(rng, 80, 0.04, depth);
        expect(depth - error, label).toBeLessThanOrEqual(least + 2e-8);
        worst = Math.max(worst, depth / least);
      }
    expect(worst, `seed ${seed}`).toBeLessThan(1.3);
  });
});

describe('points and balls', () => {
  const shapes = (['torus', 'knot'] as const).map((kind) => new Mesh({ ...tube(kind, 48, 16), solid: true }));

  // The search for concave solids served them, too: none of 200 points had its exact depth, at 8 ms each.
  test('a point is as deep as the surface is far, and a ball its radius more', () => {
    let exact = 0;
    for (let i = 0, done = 0; done < 40; i++) {
      const rng = new Rng(seed, 3000 + i);
      const shape = rng.pick(shapes);
      const placed = { orientation: rng.quaternion(), position: rng.inBall(3), scale: rng.pick([1, 0.7]) };
      const a = new Collider(shape, placed);
      const soup = new Collider(new Mesh({ positions: shape.vertices, indices: tubeIndices(shape) }), placed);
      const p = rng.inBall(1.3).map((x, k) => x + placed.position[k]) as [number, number, number];
      if (!lib.containsPoint(a, p)) continue;
      done++;
      const label = `stream ${3000 + i}, seed ${seed}`;
      const point = new Collider(new Point([0, 0, 0]), { position: p });
      const { distance } = lib.closestPoints(soup, point);
      for (const [x, y] of [
        [a, point],
        [point, a],
      ]) {
        const found = checkDepth(x, y, label);
        expect(Math.abs(found.depth - distance), label).toBeLessThan(1e-14);
        expect(found, label).toMatchObject({ exact: true, converged: true });
        expect(found.error).toBeLessThan(1e-12);
      }
      const ball = new Collider(new Sphere(0.1), { position: p });
      const found = checkDepth(a, ball, label);
      expect(found.depth, label).toBeGreaterThan(distance + 0.1 - 1e-12);
      if (found.exact) {
        exact++;
        expect(Math.abs(found.depth - distance - 0.1), label).toBeLessThan(1e-12);
      }
    }
    expect(exact, `seed ${seed}`).toBeGreaterThan(30);
  });

  test('a ball that only reaches in, with margins, on either side', () => {
    const a = new Collider(channel, { margin: 0.1 });
    // In the channel, 0.5 from the left wall, whose margin it enters by 0.05.
    const ball = new Collider(new Sphere(0.45), { position: [1, 2, 2] });
    checkBoth(a, ball, 0.05, [1, 0, 0], 12, 'reaches in');
    expect(penetration(a, ball)).toMatchObject({ exact: true, converged: true, primitiveB: -1 });
    expect(penetration(a, ball)!.primitiveA).toBeGreaterThanOrEqual(0);
    // Too large for the channel: the nearest wall alone is no way out.
    const big = new Collider(new Sphere(1.1), { position: [1.4, 2, 2] });
    const found = checkDepth(a, big, 'too large');
    expect(found.exact).toBe(false);
    expect(found.depth).toBeGreaterThan(0.5);
    // On the surface itself there is no direction to the surface.
    const touching = new Collider(new Point([0, 0, 0]), { position: [0, 1, 2] });
    const still = new Collider(channel);
    expect(penetration(still, touching)!.depth).toBeLessThan(1e-8);
  });
});

describe('special positions', () => {
  // The search moved B itself about. Of a pair that is one collider twice it moved both, which never separates: 3.5e9.
  test('a solid against itself, and against a copy in the same place', () => {
    const shapes: [lib.Shape, object, number][] = [
      [ring, {}, 0.6],
      [ring, { scale: [1, 2, 0.5], position: [5, -3, 2] }, 0.3],
      [channelOfBoxes, {}, 3],
      [channel, { margin: 0.1 }, 3.2],
    ];
    for (const [shape, options, least] of shapes) {
      const c = new Collider(shape, options);
      const copy = new Collider(shape, options);
      for (const found of [penetration(c, c)!, checkDepth(c, copy, `${least}`)])
        expect(found.depth, `${least}`).toBeCloseTo(least, 6);
    }
  });

  test('one wholly inside of another', () => {
    const a = new Collider(ring);
    const inner: [lib.Shape, object, number][] = [
      [new Box([0.1, 0.1, 0.1]), { position: [1, 0, 0] }, 0.35],
      [ring, { position: [1, 0, 0], scale: 0.1 }, 0.33],
    ];
    for (const [shape, options, least] of inner) {
      const b = new Collider(shape, options);
      for (const [x, y] of [
        [a, b],
        [b, a],
      ])
        expect(checkDepth(x, y, `${least}`).depth).toBeCloseTo(least, 6);
    }
    // A soup inside of a solid is treated like a solid.
    const sheet = new Mesh({ positions: [-0.1, 0, 0, 0.1, 0, 0, 0, 0.1, 0], indices: [0, 1, 2] });
    const soup = new Collider(sheet, { position: [1, 0, 0] });
    expect(checkDepth(a, soup, 'soup').depth).toBeCloseTo(0.3, 6);
  });

  test('touching, and nearly', () => {
    const a = new Collider(channel);
    for (const into of [0, 1e-12, 1e-9, 1e-6]) {
      const found = checkDepth(a, new Collider(channel, { position: [3 - into, 0, 0] }), `${into}`);
      expect(Math.abs(found.depth - into)).toBeLessThan(2e-8);
    }
  });

  test('far from the origin, large, small and flat', () => {
    for (const size of [1e-3, 1, 1e3])
      for (const far of [0, 1e6]) {
        const a = new Collider(channel, { scale: size, position: [far * size, 0, 0] });
        const b = new Collider(crate, { scale: size, position: [far * size + size * 1.39, 1.6 * size, 2 * size] });
        expect(penetration(a, b)!.depth / size, `${size}, ${far}`).toBeCloseTo(0.03, far > 0 ? 7 : 8);
      }
    const flat = new Collider(ring, { scale: [1, 1, 0] });
    const found = penetration(flat, new Collider(channel, { position: [-0.2, 0.3, -2] }));
    expect(found!.depth).toBeGreaterThan(0);
    expect(Number.isFinite(found!.depth + found!.error)).toBe(true);
  });

  test('a mesh that was deformed is asked as it is', () => {
    // The balls inside of a mesh are kept: they must not outlive its shape. Those of the first shape cover the hole of the second.
    const { positions, indices } = tube('torus', 64, 24, 0.5);
    const mesh = new Mesh({ positions, indices, solid: true });
    const pole = new Collider(new Cylinder(0.5, 6), { orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
    const b = new Collider(mesh, { position: [0.23, 0, 0] });
    expect(checkDepth(pole, b, 'thick').depth).toBeGreaterThan(0.1);
    positions.set(tube('torus', 64, 24, 0.3).positions);
    mesh.refit();
    expect(checkDepth(pole, b, 'thin').depth).toBeLessThan(0.031);
    // Neither must those of a copy that is scaled.
    for (const [scale, least] of [
      [[0.7, 0.7, 0.9], 0.1],
      [[1, 1, 0.9], 0.031],
      [[0.7, 0.7, 0.9], 0.1],
    ] as const) {
      const { depth } = checkDepth(pole, b.setScale(scale), `scale ${scale}`);
      if (scale[0] === 1) expect(depth).toBeLessThan(least);
      else expect(depth).toBeGreaterThan(least);
    }
  });

  test('the same answer twice, with an out that was used before', () => {
    const out = new lib.PenetrationResult();
    const a = new Collider(ring);
    const b = new Collider(ring, { position: [0.9, 0.2, 0.1], orientation: [0.5, 0.5, 0.5, 0.5] });
    const first = JSON.stringify(penetration(a, b));
    penetration(a, new Collider(new Sphere(0.3), { position: [1, 0, 0] }), out);
    penetration(new Collider(channelOfBoxes), new Collider(crate, { position: [1, 1, 1] }), out);
    expect(JSON.stringify(penetration(a, b, out))).toBe(first);
  });
});

test('what is inside of a wall and touches no surface leaves it where the surfaces meet next, even into the channel', () => {
  // The way out begins with a sweep to where the cube meets the inner face. Without that the way out of the hull counts, 0.37 to the other side.
  const a = new Collider(channel);
  const outline = [
    [0, 0],
    [0.1, 0],
    [0.1, 0.1],
    [0, 0.1],
  ] as const;
  for (const b of [
    new Collider(new Box([0.1, 0.1, 0.1]), { position: [0.32, 1.75, 2] }),
    new Collider(prism(outline, 0.1), { position: [0.27, 1.7, 1.95] }),
  ]) {
    const found = penetration(a, b) as lib.PenetrationResult;
    expect(found.depth).toBeCloseTo(0.23, 6);
    expect(found.normal.x).toBeCloseTo(1, 6);
  }
});

function tubeIndices(mesh: InstanceType<typeof Mesh>): number[] {
  const { corners } = mesh.triangles;
  return Array.from(corners);
}
