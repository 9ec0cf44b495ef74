/**
 * EPA: depths against exact ones of polytopes, closed forms and samples of all directions; and its polytope after every step: closed,
 * oriented outward, convex, and around every point that it ever had, all to rounding.
 */
import { describe, expect, test } from 'vitest';
import { EpaPolytope, validateEpaPolytope } from '../../src/core.ts';
import * as lib from '../../src/index.ts';
import { Vec3 } from '../../src/math/vec3.ts';
import { knownDepth, pointDepth } from '../support/depth-reference.ts';
import { csoOf, inspectPolytope, radiusOf, reachOf, readPolytope, runEpa, supportOf } from '../support/drive.ts';
import { Findings } from '../support/findings.ts';
import { type Item, item, KINDS, randomPair, type Spec } from '../support/generators.ts';
import { nearestOf } from '../support/plain-gjk.ts';
import { onSphere, type Point, turned } from '../support/points.ts';
import { Difference, directions, Solid } from '../support/reference.ts';
import { Rng, runs, seedFromEnv, tried } from '../support/rng.ts';
import { add, dot, norm, scaled, sub, type Vec } from '../support/vectors.ts';

const seed = seedFromEnv(20261002);
const support = (i: Item, d: Vec): Vec => new Solid(i).support(d);
const net = directions(1500);

describe(`EPA on all pairs of kinds, seed ${seed}`, () => {
  for (const relation of ['deep', 'near', 'concentric', 'aligned'] as const)
    test(relation, () => {
      const judge = new Findings<Item>(lib, seed);
      let n = 0;
      let seen = 0;
      for (const kindA of KINDS)
        for (const kindB of KINDS) {
          judge.current = { deep: 0, near: 1, concentric: 2, aligned: 3 }[relation] * 10_000 + n++;
          if (!tried(n)) continue;
          const rng = new Rng(seed, judge.current);
          const pair = randomPair(lib, rng, support, { kindA, kindB, relation, ratio: rng.log(0.1, 10) });
          if (checkDepth(judge, pair.a, pair.b)) seen++;
        }
      judge.verdict();
      expect(seen).toBeGreaterThan(runs(30));
    });
});

/** Returns whether the cores overlap, so that there was something to check. */
function checkDepth(judge: Findings<Item>, a: Item, b: Item): boolean {
  const cso = csoOf(a.collider, b.collider);
  const reach = reachOf(cso);
  const rounding = 1e-14 * reach + new Difference(a, b).rounding;
  const fail = (kind: string, detail: string): void => judge.fail(kind, `${detail}, size ${cso.size}`, a, b);
  let steps = 0;
  const h = (n: Vec): number => dot(n, supportOf(cso)(n));
  const sampled = Math.min(...net.map(h));
  const found = runEpa(cso, (polytope) => {
    steps++;
    // Long runs are looked at now and then.
    if (steps > 64 && steps % 64 > 0) return;
    const problem = boundProblem(polytope, sampled + rounding, rounding);
    if (problem !== null) fail(`polytope: ${problem.kind}`, `step ${steps}: ${problem.detail}`);
  });
  if (found === null) return false;
  const { depth, normal, pointA } = found;
  if (Math.abs(norm(normal) - 1) > 1e-12) fail('normal not unit', `${normal}`);
  if (!Number.isFinite(dot(pointA, pointA))) fail('pointA not finite', `${pointA}`);
  // The value is that of its own direction, so it never is less than the depth.
  if (Math.abs(depth - h(normal)) > cso.gap + rounding)
    fail('depth is not that of the normal', `${depth}, ${h(normal)}`);
  if (found.converged && depth > sampled + cso.gap + rounding) fail('deeper than a sample', `${depth}, ${sampled}`);
  return true;
}

/**
 * What is wrong with the lower bound of the depth that a polytope gives. It need not be convex for that, only closed and oriented,
 * with no triangle nearer to the origin than its key says.
 */
function boundProblem(polytope: EpaPolytope, depth: number, rounding: number): { kind: string; detail: string } | null {
  try {
    validateEpaPolytope(polytope);
  } catch (error) {
    return { kind: 'not closed or not oriented', detail: String(error) };
  }
  let least = Infinity;
  for (const { corners, key } of readPolytope(polytope).faces) {
    least = Math.min(least, key);
    if (!(key > 0)) continue;
    const near = norm(nearestOf(corners).v);
    if (key > near + rounding) return { kind: 'a triangle nearer than its key', detail: `${near}, ${key}` };
  }
  return least > depth ? { kind: 'more than the depth', detail: `${least}, ${depth}` } : null;
}

/** What is wrong with a polytope, beyond rounding. */
function problemOf(polytope: EpaPolytope, rounding: number): { kind: string; detail: string } | null {
  try {
    validateEpaPolytope(polytope);
  } catch (error) {
    return { kind: 'not closed or not oriented', detail: String(error) };
  }
  const { above, off, volume } = inspectPolytope(polytope);
  if (!(volume > -1e-14)) return { kind: 'turned inside out', detail: `volume ${volume}` };
  if (off > rounding) return { kind: 'a plane is off its corners', detail: `${off}` };
  if (above > rounding) return { kind: 'not convex, or a vertex is outside', detail: `${above}` };
  return null;
}

describe('EPA, closed forms', () => {
  test('polytopes: the least over all facets of A − B', () => {
    const judge = new Findings<Item>(lib, seed);
    let seen = 0;
    for (let i = 0; i < runs(1500); i++) {
      judge.current = 80_000 + i;
      const rng = new Rng(seed, judge.current);
      const kinds = ['box', 'polytope', 'box', 'polytope', 'triangle', 'segment'] as const;
      const relation = rng.pick(['deep', 'near', 'aligned', 'concentric'] as const);
      const choice = { kindA: rng.pick(kinds), kindB: rng.pick(kinds), relation, size: 1, ratio: rng.log(0.1, 10) };
      const { a, b } = randomPair(lib, rng, support, choice);
      if (a.curved || b.curved) continue;
      const cso = csoOf(a.collider, b.collider);
      const found = runEpa(cso);
      if (found === null) continue;
      const { lower, upper } = knownDepth(a, b);
      if (lower === 0 && upper > 1e-9 * cso.size) continue;
      seen++;
      const detail = `${found.depth}, by all facets ${lower}…${upper}, size ${cso.size}`;
      if (found.depth < lower) judge.fail('less than the depth', detail, a, b);
      if (found.converged && found.depth > upper + cso.gap) judge.fail('more than the depth', detail, a, b);
    }
    judge.verdict();
    expect(seen).toBeGreaterThan(runs(200));
  });

  const depthOf = (a: lib.Collider, b: lib.Collider): number => runEpa(csoOf(a, b))!.depth;
  const box = (size: Vec, position: Vec = [0, 0, 0]) => new lib.Collider(new lib.Box(size), { position });

  test('two boxes along the axes', () => {
    const rng = new Rng(seed, 90_000);
    for (let i = 0; i < runs(200); i++) {
      const size = (): Vec => [rng.range(1, 2), rng.range(1, 2), rng.range(1, 2)];
      const [p, q, at] = [size(), size(), rng.inBox(0.4)];
      const expected = Math.min(...[0, 1, 2].map((k) => (p[k] + q[k]) / 2 - Math.abs(at[k])));
      expect(Math.abs(depthOf(box(p), box(q, at)) - expected), `case ${i}`).toBeLessThan(1e-13);
    }
  });

  test('points in solids, in either order', () => {
    const rng = new Rng(seed, 91_000);
    const solids: Spec[] = [
      { kind: 'box', size: [1, 2, 3] },
      { kind: 'cylinder', radius: 1, height: 3 },
      { kind: 'cone', radius: 1, height: 2 },
      { kind: 'ellipsoid', radii: [1, 2, 3] },
    ];
    for (const spec of solids)
      for (let i = 0; i < runs(60); i++) {
        const p = rng.inBox(1);
        const expected = pointDepth(spec, p);
        if (expected === null || expected < 1e-6) continue;
        const orientation = rng.quaternion();
        const solid = item(lib, spec, { orientation });
        const m = solid.collider.getMatrix();
        const position: Vec = [0, 1, 2].map((k) => m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2]) as unknown as Vec;
        const point = new lib.Collider(new lib.Point([0, 0, 0]), { position });
        for (const cso of [csoOf(solid.collider, point), csoOf(point, solid.collider)]) {
          const found = runEpa(cso);
          if (found === null) continue;
          const title = `${solid.collider.shape}, ${p}`;
          const depth = found.depth + radiusOf(cso);
          expect(depth - expected, title).toBeGreaterThan(-1e-13);
          if (found.converged) expect(depth - expected, title).toBeLessThan(cso.gap + 1e-13);
        }
      }
  });

  test('the witness point of a box in a box is on both surfaces', () => {
    const found = runEpa(csoOf(box([2, 2, 2]), box([1, 1, 1], [1.2, 0.1, 0.2])))!;
    expect(found.depth).toBeCloseTo(0.3, 14);
    expect(found.normal[0]).toBeCloseTo(1, 14);
    expect(found.pointA[0]).toBeCloseTo(1, 14);
    expect(Math.abs(found.pointA[1] - 0.1)).toBeLessThanOrEqual(0.5 + 1e-14);
    expect(Math.abs(found.pointA[2] - 0.2)).toBeLessThanOrEqual(0.5 + 1e-14);
  });
});

/** The polytope on its own, fed with the farthest of a list of points as EPA would, until it is their hull or `most` points are in. */
function grow(
  points: readonly Vec[],
  slack: number,
  most: number,
  check: (polytope: EpaPolytope) => void,
): EpaPolytope {
  const polytope = new EpaPolytope();
  polytope.slack = slack;
  const put = (p: Vec): number => polytope.addVertex(new Vec3(...p), new Vec3(...p));
  const far = (n: Vec): Vec => points.reduce((p, q) => (dot(n, q) > dot(n, p) ? q : p));
  const first = points[0];
  const second = points.reduce((p, q) => (norm(sub(q, first)) > norm(sub(p, first)) ? q : p));
  const offLine = (p: Vec): number => {
    const e = scaled(sub(second, first), 1 / norm(sub(second, first)));
    const d = sub(p, first);
    return norm(sub(d, scaled(e, dot(e, d))));
  };
  const third = points.reduce((p, q) => (offLine(q) > offLine(p) ? q : p));
  const u = sub(second, first);
  const v = sub(third, first);
  const n: Vec = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const fourth = points.reduce((p, q) => (Math.abs(dot(n, sub(q, first))) > Math.abs(dot(n, sub(p, first))) ? q : p));
  for (const p of [first, second, third, fourth]) put(p);
  polytope.tetrahedron();
  check(polytope);
  const normal = new Vec3();
  for (let i = 0; i < most; i++) {
    const f = polytope.nearest();
    if (polytope.least === Infinity) break;
    polytope.getNormal(f, normal);
    const axis: Vec = [normal.x, normal.y, normal.z];
    const w = far(axis);
    if (dot(axis, w) - polytope.least <= 2 * slack) polytope.settle(f);
    else {
      polytope.expand(f, put(w));
      check(polytope);
    }
  }
  return polytope;
}

describe('the polytope of EPA, fed directly', () => {
  const lattice = (n: number): Point[] => {
    const list: Point[] = [];
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) list.push([i, j, k]);
    return list;
  };
  const moved = (points: readonly Point[], by: Vec): Vec[] => points.map((p) => add(p, by));
  const clouds: readonly (readonly [string, readonly Vec[]])[] = [
    ['points on a sphere', onSphere(150, 1)],
    ['points on a sphere that the origin is outside of', moved(onSphere(100, 2), [3, 0, 0])],
    ['points on a sphere around a touching origin', moved(onSphere(100, 3), [1, 0, 0])],
    ['a lattice: most points in the plane of a face', moved(lattice(5), [-2, -2, -2])],
    [
      'a lattice that is turned: nearly in the plane',
      turned(lattice(5).map((p): Point => [p[0] - 2, p[1] - 2, p[2] - 2])),
    ],
    ['a needle', onSphere(100, 4).map(([x, y, z]): Vec => [1e-6 * x, y, 1e-6 * z])],
    ['a disc', onSphere(100, 5).map(([x, y, z]): Vec => [x, 1e-7 * y, z])],
  ];
  test.each(clouds)('%s', (_, points) => {
    const reach = Math.max(...points.map(norm));
    const slack = 2e-15 * reach;
    let checks = 0;
    const polytope = grow(points, slack, 2000, (p) => {
      checks++;
      const problem = problemOf(p, 1e-13 * reach);
      if (problem !== null) expect.fail(`after ${p.vertexCount} vertices: ${problem.kind}, ${problem.detail}`);
    });
    expect(checks).toBeGreaterThan(4);
    // Grown to the end, it is the hull: no point is outside.
    for (const { normal, corners } of readPolytope(polytope).faces)
      for (const p of points) expect(dot(normal, sub(p, corners[0]))).toBeLessThan(1e-13 * reach);
  });

  test.each([6, 7, 8])('the nearest face is the one with the least key, up to the limit (seed %i)', (cloud) => {
    let upper = Infinity;
    grow(onSphere(60, cloud), 2e-15, 40, (p) => {
      const keys = readPolytope(p).faces.map(({ key }) => key);
      const least = Math.min(...keys);
      p.nearest();
      expect(p.least).toBe(least <= p.limit ? least : Infinity);
      // The limit only ever falls, as the upper bound of the depth does. Here it always leaves a face or two.
      upper = Math.min(upper, keys.sort((q, r) => q - r)[1]);
      p.limit = upper;
    });
    expect(upper).toBeLessThan(1);
  });

  test('no face is searched above the limit', () => {
    const polytope = grow(onSphere(20, 6), 1e-15, 10, () => {});
    polytope.limit = Math.min(...readPolytope(polytope).faces.map(({ key }) => key)) / 2;
    polytope.nearest();
    expect(polytope.least).toBe(Infinity);
  });

  test('validate finds a twin that does not run against its edge', () => {
    const polytope = grow(onSphere(20, 6), 1e-15, 10, () => {});
    validateEpaPolytope(polytope);
    const { corner, twin } = polytope;
    let h = 0;
    while (corner[h + 3] === 0) h += 4;
    [twin[h], twin[h + 1]] = [twin[h + 1], twin[h]];
    expect(() => validateEpaPolytope(polytope)).toThrow(/twin/);
  });
});
