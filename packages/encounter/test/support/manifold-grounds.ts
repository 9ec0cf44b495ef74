/**
 * Meshes and compounds as ground: however a flat floor is cut, a body on it has one manifold, with the floor's normal and the patch that
 * it has with the floor in one piece. A corner has one manifold per wall, a ridge one, a valley two; on a hill, every normal lies in the
 * wedge of the normals of the faces that meet at the point.
 */
import { cutRectangles, cutTriangles, type Rectangle } from './cut-floors.ts';
import { common, corners, type Figure, type Flat } from './flat-figures.ts';
import { type Collider, compose, type Shape } from './generators.ts';
import {
  BODIES,
  type ContactLibrary,
  IDENTITY,
  type LatticeCase,
  latticeBody,
  mirrored,
  OVER,
  placed,
  randomWorld,
  shift,
  sizeOf,
  uniqueInOverlap,
  type World,
} from './manifold-cases.ts';
import { least, type ManifoldChecks, type PlainManifold } from './manifold-checks.ts';
import type { Rng } from './rng.ts';
import { add, norm, scaled, sub, type Vec, vec } from './vectors.ts';

/** Any placement of a flat point in space. */
type Lift = (p: Flat) => Vec;
const FLOOR: Lift = ([x, z]) => [x, 0, z];

/** A mesh of triangles: with shared vertices, or each with vertices and a winding of its own. */
function meshOf(
  lib: ContactLibrary,
  rng: Rng,
  triangles: readonly (readonly Vec[])[],
  shared: boolean,
  solid = false,
): Shape {
  const positions: number[] = [];
  const known = new Map<string, number>();
  const indices = triangles.flatMap((t) => {
    const list = t.map((p) => {
      const key = shared ? p.join() : `${known.size}`;
      if (!known.has(key)) {
        known.set(key, positions.length / 3);
        positions.push(...p);
      }
      return known.get(key)!;
    });
    return !shared && rng.chance(0.5) ? list.reverse() : list;
  });
  return new lib.Mesh({ positions, indices, solid }) as unknown as Shape;
}

const CUTS = [
  'mesh',
  'mesh with T-junctions',
  'soup',
  'solid mesh',
  'mesh of polygons',
  'compound of boxes',
  'compound of triangles',
];

interface Ground {
  readonly name: string;
  readonly shape: Shape;
  /** What it would be in one piece, for a reference implementation. */
  readonly pieces: readonly Shape[];
  readonly flat: boolean;
}

const aroundOf = ([x0, z0, x1, z1]: Rectangle): Flat[] => [
  [x0, z0],
  [x1, z0],
  [x1, z1],
  [x0, z1],
];

function floorOf(lib: ContactLibrary, rng: Rng, whole: Rectangle, name: string): Ground {
  const cuts = rng.integer(0, 25);
  const around = aroundOf(whole);
  const pieces = [new lib.Polygon(around.map(FLOOR))];
  const depth = 4;
  if (name === 'compound of boxes' || name === 'mesh of polygons') {
    const parts = cutRectangles(rng, whole, Math.min(cuts, 12));
    if (name === 'mesh of polygons') {
      const faces = parts.map((_, i) => [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]);
      const positions = parts.flatMap((r) => aroundOf(r).flatMap(FLOOR));
      return { name, shape: new lib.Mesh({ positions, faces }) as unknown as Shape, pieces, flat: true };
    }
    const boxes = parts.map(([x0, z0, x1, z1]) => {
      const h = rng.integer(2, depth);
      return { shape: new lib.Box([x1 - x0, h, z1 - z0]), position: [(x0 + x1) / 2, -h / 2, (z0 + z1) / 2] as const };
    });
    const whole3 = new lib.Polytope(
      around.flatMap(([x, z]): Vec[] => [
        [x, 0, z],
        [x, -depth, z],
      ]),
    );
    return { name, shape: new lib.Compound(boxes) as unknown as Shape, pieces: [whole3], flat: false };
  }
  const triangles = cutTriangles(rng, whole, cuts, name !== 'mesh' && name !== 'solid mesh').map((t) => t.map(FLOOR));
  if (name === 'compound of triangles') {
    const parts = triangles.map(([a, b, c]) => ({ shape: new lib.Triangle(a, b, c) }));
    return { name, shape: new lib.Compound(parts) as unknown as Shape, pieces, flat: true };
  }
  if (name !== 'solid mesh') return { name, shape: meshOf(lib, rng, triangles, name !== 'soup'), pieces, flat: true };
  const low = ([x, z]: Flat): Vec => [x, -depth, z];
  // Seen from above, a floor that is wound clockwise in x and z faces up.
  const up = triangles.map(([a, b, c]) => [a, c, b]);
  for (const [i, p] of around.entries()) {
    const q = around[(i + 1) % 4];
    up.push([FLOOR(p), FLOOR(q), low(q)], [FLOOR(p), low(q), low(p)]);
  }
  const [a, b, c, d] = around.map(low);
  up.push([a, b, c], [a, c, d]);
  const whole3 = new lib.Polytope(around.flatMap((p): Vec[] => [FLOOR(p), low(p)]));
  return { name, shape: meshOf(lib, rng, up, true, true), pieces: [whole3], flat: false };
}

interface Placing {
  readonly collider: Collider;
  readonly name: string;
}

function groundCollider(lib: ContactLibrary, ground: Ground, world: World): Placing {
  return { collider: new lib.Collider(ground.shape, { matrix: world.matrix, data: ground }), name: ground.name };
}

const STANDING = BODIES.filter((name) => name !== 'halfspace' && name !== 'box with margin');

export function checkGround(checks: ManifoldChecks, rng: Rng): void {
  const kind = rng.int(8);
  if (kind === 0) checkCorner(checks, rng);
  else if (kind === 1) checkRidge(checks, rng);
  else if (kind === 2) checkValley(checks, rng);
  else checkFloor(checks, rng);
}

function checkFloor(checks: ManifoldChecks, rng: Rng): void {
  const { lib } = checks;
  const whole: Rectangle = [rng.integer(-8, -2), rng.integer(-8, -2), rng.integer(2, 8), rng.integer(2, 8)];
  const ground = floorOf(lib, rng, whole, rng.pick(CUTS));
  const world = { ...randomWorld(rng, false), stretch: IDENTITY };
  const faceA: Figure = corners(...aroundOf(whole));
  for (;;) {
    const body = latticeBody(lib, rng, rng.pick(STANDING));
    const faceB = mirrored(body.face);
    const patch = common(faceA, faceB);
    if (patch === null || !patch.stable) continue;
    const floorBody = { ...body, face: faceA, flat: ground.flat, smooth: false };
    const small = 2 ** -rng.integer(6, 10);
    const gap = uniqueInOverlap(floorBody, body, patch) ? rng.pick([-small, -small, small]) : small;
    const a = groundCollider(lib, ground, world);
    const collider = placed(lib, { ...body, matrix: compose(OVER, body.matrix) }, shift(0, gap, 0), world);
    const b = { collider, name: body.name };
    const size = sizeOf(lib, a.collider, b.collider);
    // Where so little of the body is above the floor that the shallowest way out is sideways, there is another answer.
    const whole3 = new lib.Collider(ground.pieces[0], { matrix: world.matrix });
    const { normal } = lib.signedDistance(whole3, collider);
    const up = scaled([world.matrix[4], world.matrix[5], world.matrix[6]], 1 / world.scale);
    if (gap < 0 && norm(sub(vec(normal), up)) > 1e-3) return;
    judgeFloor(checks, { a, b, bodyA: floorBody, bodyB: body, faceA, faceB, patch, world, gap, size }, rng);
    return;
  }
}

/** One manifold with the normal of the floor and the whole patch, in either order. */
function judgeFloor(checks: ManifoldChecks, c: LatticeCase, rng: Rng): void {
  const { world, gap, size, a, b } = c;
  const { findings } = checks;
  const up = scaled([world.matrix[4], world.matrix[5], world.matrix[6]], 1 / world.scale);
  const tolerance = 1e-9 * size + 32 * 2 ** -52 * (world.offset + 32 * world.scale);
  const surface = tolerance + (c.bodyB.curved ? 1e-8 * size : 0);
  const maxSeparation = 2 * Math.max(0.01, gap) * world.scale;
  const limits = { options: { maxPoints: Infinity, maxSeparation }, tolerance, surface };
  for (const order of rng.chance(0.5) ? [1, -1] : [-1, 1]) {
    const [p, q] = order > 0 ? [a, b] : [b, a];
    const fail = (kind: string, detail: string): void =>
      findings.fail(`${a.name}: ${kind}`, `${detail}; gap ${gap}, ${world.name}, order ${order}`, p, q);
    const list = checks.ask(p.collider, q.collider, limits.options);
    if (!checks.wellFormed(p, q, list, limits)) continue;
    checks.count(`ground: ${a.name}`);
    if (list.length !== 1) {
      fail('not one manifold', `${list.length}: ${JSON.stringify(list.map((m) => m.normal))}`);
      if (list.length === 0) continue;
    }
    const m = order > 0 ? list[0] : turnedAround(list[0]);
    const off = norm(sub(m.normal, up));
    findings.worst('ground: normal of a floor', off);
    if (off > 1e-9) {
      fail("normal is not the floor's", `off by ${off}`);
      continue;
    }
    checks.patch(c, m, true, tolerance + off * size + (c.bodyB.smooth ? 1e-8 * size : 0), off);
    if (Math.abs(least(m) - gap * world.scale) > tolerance + 1e-8 * size) fail('least separation', `${least(m)}`);
    checks.reductions(p, q, list[0], limits);
  }
}

function turnedAround(m: PlainManifold): PlainManifold {
  return { ...m, normal: scaled(m.normal, -1), points: m.points.map((p) => ({ ...p, a: p.b, b: p.a })) };
}

/** Rectangles of a corner cut into triangles, as a mesh with shared vertices or as a soup. */
function surface(lib: ContactLibrary, rng: Rng, parts: readonly (readonly [Rectangle, Lift])[]): Ground {
  const name = rng.pick(['mesh', 'mesh with T-junctions', 'soup']);
  const triangles = parts.flatMap(([r, lift]) =>
    cutTriangles(rng, r, rng.integer(0, 10), name !== 'mesh').map((t) => t.map(lift)),
  );
  const pieces = parts.map(([r, lift]) => new lib.Polygon(aroundOf(r).map(lift)));
  return { name, shape: meshOf(lib, rng, triangles, name !== 'soup'), pieces, flat: true };
}

interface Expected {
  readonly normal: Vec;
  readonly points: readonly Vec[];
  readonly separation: number;
}

/** As many manifolds as normals, and their points A, in the frame of the world. */
function expectManifolds(
  checks: ManifoldChecks,
  ground: Ground,
  body: Collider,
  name: string,
  world: World,
  expected: readonly Expected[],
  slack: number,
): void {
  const { lib, findings } = checks;
  const a = groundCollider(lib, { ...ground, name: `${name}, ${ground.name}` }, world);
  const b = { collider: body, name };
  const maxSeparation = 0.05 * world.scale;
  const tolerance = 1e-8 * world.scale + 64 * 2 ** -52 * world.offset;
  const limits = { options: { maxPoints: Infinity, maxSeparation }, tolerance, surface: 4 * tolerance };
  const list = checks.ask(a.collider, body, limits.options);
  if (!checks.wellFormed(a, b, list, limits)) return;
  checks.count(`ground: ${name}`);
  const fail = (kind: string, detail: string): void => findings.fail(`${name}: ${kind}`, detail, a, b);
  const m = world.matrix;
  const out = (v: Vec): Vec => [0, 1, 2].map((i) => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2]) as unknown as Vec;
  if (list.length !== expected.length)
    fail('number of manifolds', `${list.length}, not ${expected.length}: ${JSON.stringify(list.map((x) => x.normal))}`);
  for (const e of expected) {
    const normal = scaled(out(e.normal), 1 / world.scale);
    const found = list.find((x) => norm(sub(x.normal, normal)) <= 1e-7);
    if (found === undefined) {
      fail('a normal is missing', `${JSON.stringify(e.normal)}; ${JSON.stringify(list)}`);
      continue;
    }
    const points = e.points.map((p) => add(out(p), [m[12], m[13], m[14]]));
    const near = tolerance + slack * world.scale;
    const close = (p: Vec, q: Vec): boolean => norm(sub(p, q)) <= near;
    if (found.points.length !== points.length) fail('number of points', `${found.points.length}, not ${points.length}`);
    for (const p of points)
      if (!found.points.some((q) => close(p, q.a))) fail('a point is missing', JSON.stringify([p, found.points]));
    if (Math.abs(least(found) - e.separation * world.scale) > tolerance)
      fail('separation', `${least(found)}, not ${e.separation * world.scale}`);
  }
}

/** A box in a corner of two or three walls: one manifold per wall. */
function checkCorner(checks: ManifoldChecks, rng: Rng): void {
  const { lib } = checks;
  const world = randomWorld(rng, false);
  const walls = rng.integer(2, 3);
  const small = (): number => rng.pick([1, -1]) * 2 ** -rng.integer(7, 10);
  const gaps = [small(), small(), walls === 3 ? small() : rng.integer(1, 3)];
  const size = [rng.integer(1, 4), rng.integer(1, 4), rng.integer(1, 4)];
  const floors: Lift[] = [([u, v]) => [0, u, v], ([u, v]) => [v, 0, u], ([u, v]) => [u, v, 0]];
  const wide: Rectangle = walls === 3 ? [0, 0, 8, 8] : [0, -8, 8, 8];
  const parts = floors
    .slice(0, walls)
    .map((lift, k): readonly [Rectangle, Lift] => [k === 0 ? wide : walls === 3 ? wide : [-8, 0, 8, 8], lift]);
  const ground = surface(lib, rng, parts);
  const low = gaps;
  const high = gaps.map((g, k) => g + size[k]);
  const matrix = compose(world.matrix, shift(...([0, 1, 2].map((k) => (low[k] + high[k]) / 2) as unknown as Vec)));
  const body = new lib.Collider(new lib.Box(size as unknown as Vec), { matrix });
  const expected = [0, 1, 2].slice(0, walls).map((k): Expected => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    // What is behind another wall belongs to no face.
    const from = (l: number): number => (l < walls ? Math.max(0, low[l]) : low[l]);
    const points = [from(i), high[i]].flatMap((x) =>
      [from(j), high[j]].map((y): Vec => {
        const p = [0, 0, 0];
        [p[i], p[j]] = [x, y];
        return p as unknown as Vec;
      }),
    );
    const normal = [0, 0, 0];
    normal[k] = 1;
    return { normal: normal as unknown as Vec, points, separation: gaps[k] };
  });
  expectManifolds(checks, ground, body, `corner of ${walls}`, world, expected, 0);
}

/** Two slopes of 3 in 4 that meet along z, upward or downward. */
function slopes(lib: ContactLibrary, rng: Rng, sign: number): Ground {
  return surface(lib, rng, [
    [[0, -8, 8, 8], ([u, v]) => [u, -sign * 0.75 * u, v]],
    [[0, -8, 8, 8], ([u, v]) => [-u, -sign * 0.75 * u, v]],
  ]);
}

/** On a ridge: a box touches it along a line, a ball in a point, whatever the edges of its triangles. */
function checkRidge(checks: ManifoldChecks, rng: Rng): void {
  const { lib } = checks;
  const world = randomWorld(rng, false);
  const ground = slopes(lib, rng, 1);
  const gap = rng.pick([1, -1]) * 2 ** -rng.integer(7, 10);
  const z = rng.range(-3, 3);
  if (rng.chance(0.5)) {
    const r = rng.integer(1, 3);
    const body = new lib.Collider(new lib.Sphere(r), { matrix: compose(world.matrix, shift(0, r + gap, z)) });
    expectManifolds(
      checks,
      ground,
      body,
      'ball on a ridge',
      world,
      [{ normal: [0, 1, 0], points: [[0, 0, z]], separation: gap }],
      1e-7,
    );
    return;
  }
  const [w, h, d] = [rng.integer(2, 5), rng.integer(2, 5), rng.integer(1, 6)];
  const x = rng.range(-0.3, 0.3) * w;
  const body = new lib.Collider(new lib.Box([w, h, d]), { matrix: compose(world.matrix, shift(x, h / 2 + gap, z)) });
  const points: Vec[] = [
    [0, 0, z - d / 2],
    [0, 0, z + d / 2],
  ];
  expectManifolds(checks, ground, body, 'box on a ridge', world, [{ normal: [0, 1, 0], points, separation: gap }], 0);
}

/** A ball in a valley touches both slopes. */
function checkValley(checks: ManifoldChecks, rng: Rng): void {
  const { lib } = checks;
  const world = randomWorld(rng, false);
  const ground = slopes(lib, rng, -1);
  const gap = rng.pick([1, -1]) * 2 ** -rng.integer(7, 10);
  const [r, z] = [rng.integer(1, 3), rng.range(-3, 3)];
  const height = 1.25 * (r + gap);
  const body = new lib.Collider(new lib.Sphere(r), { matrix: compose(world.matrix, shift(0, height, z)) });
  const expected = [-1, 1].map((s): Expected => {
    const normal: Vec = [-0.6 * s, 0.8, 0];
    return { normal, points: [sub([0, height, z], scaled(normal, r + gap))], separation: gap };
  });
  expectManifolds(checks, ground, body, 'ball in a valley', world, expected, 1e-7);
}
