/**
 * The conventions of DESIGN.md as properties over all pairs of shape kinds, each against the independent reference of
 * `reference.ts`. Everything is seeded; ENCOUNTER_SEED=n tries another seed. The long version is test/fuzz/fuzz.mjs.
 */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import {
  checkAccuracy,
  checkBounds,
  checkCache,
  checkCast,
  checkCertificate,
  checkContains,
  checkFar,
  checkHalfspace,
  checkMaxDistance,
  checkQueries,
  checkRay,
  checkRigid,
  checkScale,
  checkSeparating,
  type ItemJudge,
  randomPlane,
} from '../support/checks.ts';
import { Findings } from '../support/findings.ts';
import {
  FLAVORS,
  type Item,
  item,
  KINDS,
  type Kind,
  matrixOf,
  type Pair,
  type PairChoice,
  PLACEMENTS,
  type PlacementMode,
  RELATIONS,
  randomPair,
  randomPlacement,
  randomSpec,
  type Spec,
} from '../support/generators.ts';
import { directions, Solid, supportOf } from '../support/reference.ts';
import { Rng, seedFromEnv, tried } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import { add, dot, norm, scaled, sub, vec } from '../support/vectors.ts';

const seed = seedFromEnv(20240607);
const modes = [...new Set(PLACEMENTS)];
const relations = [...new Set(RELATIONS)];

const support = (i: Item, d: Vec): Vec => new Solid(i).support(d);

/** Runs a check on `count` random pairs of every two kinds. */
function overPairs(
  stream: number,
  count: number,
  check: (judge: ItemJudge, pair: Pair, rng: Rng) => void,
  choice: PairChoice = {},
): void {
  const judge = new Findings<Item>(lib, seed);
  let n = 0;
  for (const kindA of KINDS) {
    for (const kindB of KINDS) {
      for (let i = 0; i < count; i++) {
        judge.current = stream * 100_000 + n++;
        if (!tried(n)) continue;
        const rng = new Rng(seed, judge.current);
        const pair = randomPair(lib, rng, support, { kindA, kindB, ...choice });
        check(judge, pair, rng);
      }
    }
  }
  judge.verdict();
}

/** Runs a check on every kind under every placement. */
function overColliders(stream: number, count: number, check: (judge: ItemJudge, a: Item, rng: Rng) => void): void {
  const judge = new Findings<Item>(lib, seed);
  let n = 0;
  for (const kind of KINDS) {
    for (const mode of modes) {
      for (let i = 0; i < count; i++) {
        judge.current = stream * 100_000 + n++;
        if (!tried(n)) continue;
        const rng = new Rng(seed, judge.current);
        check(judge, randomItem(rng, kind, mode), rng);
      }
    }
  }
  judge.verdict();
}

function randomItem(rng: Rng, kind: Kind, mode: PlacementMode): Item {
  const size = rng.chance(0.5) ? 1 : rng.log(1e-3, 1e3);
  const position = rng.inBall(rng.chance(0.8) ? 3 * size : 1e6);
  const margin = rng.chance(0.3) ? size * rng.log(1e-3, 0.3) : 0;
  return item(lib, randomSpec(rng, kind, size, rng.pick(FLAVORS)), randomPlacement(rng, mode, position), margin, kind);
}

describe(`all pairs of kinds, seed ${seed}`, () => {
  for (const relation of relations)
    test(`one decision, identities, swap, normal: ${relation}`, () => {
      overPairs(100 + relations.indexOf(relation), 4, checkQueries, { relation });
    });

  test('the same with sizes and offsets over the whole range', () => {
    overPairs(1, 6, checkQueries);
  });

  test('certificates: witness points in their shapes, no better direction, common points', () => {
    overPairs(2, 2, (judge, pair) => checkCertificate(judge, pair, 150), { ratio: 1, size: 1 });
    overPairs(3, 2, (judge, pair) => checkCertificate(judge, pair, 150));
  });

  test('1.001·depth separates, 0.999·depth does not', () => {
    overPairs(4, 3, (judge, { a, b }) => checkSeparating(judge, a, b));
    overPairs(5, 2, (judge, { a, b }) => checkSeparating(judge, a, b), { relation: 'deep' });
  });

  test('rigid motion', () => overPairs(6, 3, (judge, { a, b }, rng) => checkRigid(judge, a, b, rng)));

  test('scaling by 1e-3 and 1e3', () =>
    overPairs(7, 2, (judge, { a, b }) => {
      checkScale(judge, a, b, 1e-3);
      checkScale(judge, a, b, 1e3);
    }));

  test('moved by 1e6', () => overPairs(8, 3, (judge, { a, b }, rng) => checkFar(judge, a, b, rng), { offset: 0 }));

  test('a cache changes nothing', () => overPairs(9, 2, (judge, { a, b }, rng) => checkCache(judge, a, b, rng, 8)));

  test('maxDistance', () => overPairs(10, 2, (judge, { a, b }) => checkMaxDistance(judge, a, b)));

  test('accuracy', () => overPairs(11, 2, (judge, { a, b }) => checkAccuracy(judge, a, b)));

  test('castShape', () =>
    overPairs(12, 2, (judge, { a, b }, rng) => {
      const sa = new Solid(a);
      const sb = new Solid(b);
      const size = Math.max(sa.extent, sb.extent);
      const aim = add(sub(sa.position, sb.position), rng.inBall(size / 2));
      checkCast(judge, a, [0, 0, 0], b, scaled(aim, 2));
      checkCast(judge, a, scaled(aim, -1), b, aim);
      checkCast(judge, a, rng.inBall(3 * size), b, rng.inBall(3 * size));
      const still = rng.inBall(size);
      checkCast(judge, a, still, b, still);
    }));
});

describe(`one collider, every kind under every placement, seed ${seed}`, () => {
  test('the matrix is that of the placement', () => {
    for (let i = 0; i < 300; i++) {
      const rng = new Rng(seed, 2_000_000 + i);
      const { placement, matrix } = randomPlacement(rng, rng.pick(modes), rng.inBall(10));
      const collider = new lib.Collider(new lib.Sphere(1), placement ?? { matrix });
      const m = collider.getMatrix();
      for (let k = 0; k < 16; k++)
        expect(Math.abs(m[k] - matrix[k]), `seed ${seed}, case ${i}, m[${k}]`).toBeLessThan(1e-14 * 20);
      if (placement === null) continue;
      const set = new lib.Collider(new lib.Sphere(1), { matrix: matrixOf({ orientation: rng.quaternion() }) });
      set
        .setScale(placement.scale ?? 1)
        .setOrientation(placement.orientation ?? [0, 0, 0, 1])
        .setPosition(placement.position ?? [0, 0, 0]);
      expect([...set.getMatrix()], `seed ${seed}, case ${i}`).toEqual([...m]);
    }
  });

  test('support points against the definition, whatever the length of the direction', () => {
    const problems: string[] = [];
    for (const kind of KINDS) {
      for (let i = 0; i < 20; i++) {
        const rng = new Rng(seed, 2_100_000 + KINDS.indexOf(kind) * 1000 + i);
        const { spec, collider } = randomItem(rng, kind, 'identity');
        const { shape } = collider;
        const extent = Math.max(...[0, 1, 2].map((k) => reachOf(spec, k)));
        const out = new lib.Vec3();
        const zero = shape.support(new lib.Vec3(0, 0, 0), out);
        if (zero !== out || !Number.isFinite(zero.x + zero.y + zero.z))
          problems.push(`${shape}: zero direction gave ${vec(zero)}`);
        for (let k = 0; k < 20; k++) {
          const n = k < 6 ? AXES[k] : rng.direction();
          const length = rng.pick([1, 1, 1, 1e-8, 1e8, 1e-150, 1e150]);
          const dir = new lib.Vec3(n[0] * length, n[1] * length, n[2] * length);
          const before = vec(dir);
          const p = vec(shape.support(dir, out));
          const off = Math.abs(dot(n, p) - dot(n, supportOf(spec, n)));
          if (!(off <= 1e-14 * extent)) problems.push(`${shape}.support(${before}) = ${p}: off by ${off}`);
          if (vec(dir).some((x, j) => !Object.is(x, before[j]))) problems.push(`${shape}: dir was written`);
        }
      }
    }
    expect(problems.slice(0, 5), `seed ${seed}, ${problems.length} in all`).toEqual([]);
  });

  test('bounds are tight', () => {
    const around = directions(200);
    overColliders(22, 4, (judge, a) => checkBounds(judge, a, around));
  });

  test('bounds follow setPosition, setOrientation, setScale, setMatrix and margin', () => {
    const judge = new Findings<Item>(lib, seed);
    for (const kind of KINDS) {
      const rng = new Rng(seed, 2_300_000 + KINDS.indexOf(kind));
      const a = randomItem(rng, kind, 'rigid');
      const { collider } = a;
      checkBounds(judge, a, []);
      collider.setPosition(rng.inBall(10));
      checkBounds(judge, a, []);
      collider.setScale([1, -2, 0.5]);
      checkBounds(judge, a, []);
      collider.setPosition(rng.inBall(10));
      checkBounds(judge, a, []);
      collider.setOrientation(rng.quaternion());
      checkBounds(judge, a, []);
      collider.setMatrix(randomPlacement(rng, 'sheared', [1, 2, 3]).matrix);
      checkBounds(judge, a, []);
      collider.setPosition([4, 5, 6]);
      collider.margin = 0.25;
      checkBounds(judge, a, []);
      const m = collider.getMatrix();
      const copy = { ...a, collider: new lib.Collider(collider.shape, { matrix: m, margin: 0.25 }) };
      const other = item(lib, { kind: 'box', size: [1, 2, 3] }, { position: [5, 5, 5] });
      const first = lib.signedDistance(collider, other.collider).distance;
      const second = lib.signedDistance(copy.collider, other.collider).distance;
      if (Math.abs(first - second) > 1e-12)
        judge.fail('setters differ from a new collider', `${first} ${second}`, a, other);
    }
    judge.verdict();
  });

  test('containsPoint', () => overColliders(24, 3, checkContains));

  test('rayCast against bisection', () =>
    overColliders(25, 1, (judge, a, rng) => {
      const s = new Solid(a);
      const size = s.extent || 1;
      const center = add(s.position, scaled(add(s.min, s.max), 0.5));
      const inside = add(s.position, s.ball().center);
      const from = add(center, scaled(rng.direction(), 2 * size));
      const through = add(center, rng.inBall(size));
      checkRay(judge, a, from, add(from, scaled(sub(through, from), 2)), true);
      checkRay(judge, a, from, add(from, scaled(sub(inside, from), 1.5)), true);
      checkRay(judge, a, from, add(from, scaled(sub(from, inside), 1.5)));
      checkRay(judge, a, inside, from);
      checkRay(judge, a, inside, inside);
      checkRay(judge, a, from, from);
    }));

  test('rays along the axes and through vertices', () =>
    overColliders(26, 1, (judge, a, rng) => {
      const s = new Solid(a);
      const center = add(s.position, scaled(add(s.min, s.max), 0.5));
      for (const n of AXES) {
        checkRay(judge, a, add(center, scaled(n, 2 * s.extent)), add(center, scaled(n, -2 * s.extent)));
        const top = add(s.position, s.support(n));
        const from = add(top, scaled(add(n, rng.inBall(0.5)), s.extent));
        checkRay(judge, a, from, add(from, scaled(sub(top, from), 2)));
      }
    }));

  test('halfspaces against the closed form', () =>
    overColliders(27, 2, (judge, a, rng) => {
      const size = new Solid(a).extent || 1;
      checkHalfspace(judge, a, randomPlane(lib, rng, size), rng);
    }));
});

const AXES: readonly Vec[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** How far a shape reaches along an axis from its local origin. */
function reachOf(spec: Spec, axis: number): number {
  const n: Vec = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
  return Math.max(Math.abs(dot(n, supportOf(spec, n))), Math.abs(dot(n, supportOf(spec, scaled(n, -1)))));
}

describe('touching, exactly representable', () => {
  const box: Spec = { kind: 'box', size: [1, 1, 1] };
  const sphere: Spec = { kind: 'sphere', radius: 1 };
  const cylinder: Spec = { kind: 'cylinder', radius: 1, height: 2 };
  const cone: Spec = { kind: 'cone', radius: 1, height: 2 };
  const capsule: Spec = { kind: 'capsule', radius: 1, height: 2 };
  const point: Spec = { kind: 'point', p: [0, 0, 0] };
  const segment: Spec = { kind: 'segment', p: [0, -1, 0], q: [0, 1, 0] };
  const corner: Spec = {
    kind: 'triangle',
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
  };
  const tetrahedron: Spec = {
    kind: 'polytope',
    flat: false,
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  };
  const ellipsoid: Spec = { kind: 'ellipsoid', radii: [1, 2, 3] };
  const cases: readonly (readonly [string, Spec, Spec, Vec])[] = [
    ['box face on box face', box, box, [1, 0, 0]],
    ['box face on box face, shifted', box, box, [0.25, 1, -0.5]],
    ['box edge on box edge', box, box, [1, 1, 0.25]],
    ['box corner on box corner', box, box, [1, 1, 1]],
    ['sphere on sphere', sphere, sphere, [2, 0, 0]],
    ['sphere on sphere, 2-3-6', { kind: 'sphere', radius: 3 }, { kind: 'sphere', radius: 4 }, [2, 3, 6]],
    ['sphere on box', sphere, box, [0, 1.5, 0.25]],
    ['cylinder on cylinder', cylinder, cylinder, [0, 2, 0]],
    ['cylinder beside cylinder', cylinder, cylinder, [2, 0.5, 0]],
    ['cylinder on box', cylinder, box, [0.25, 1.5, 0]],
    ['apex under box', cone, box, [0, 1.5, 0]],
    ['cone on cone', cone, cone, [0, 2, 0]],
    ['cone on sphere', sphere, cone, [0, 2, 0]],
    ['capsule on capsule', capsule, capsule, [0, 4, 0]],
    ['capsule beside capsule', capsule, capsule, [2, 1, 0]],
    ['capsule on box', capsule, box, [1.5, 0, 0]],
    ['point on point', point, point, [0, 0, 0]],
    ['point on a box corner', box, point, [0.5, 0.5, 0.5]],
    ['point on a box face', box, point, [0.5, 0.25, 0]],
    ['point in a triangle', corner, point, [0.25, 0.25, 0]],
    ['point on the rim', cylinder, point, [1, 1, 0]],
    ['point on the apex', cone, point, [0, 1, 0]],
    ['segments end to end', segment, segment, [0, 2, 0]],
    ['segment on a triangle', corner, segment, [0.25, 0.25, 0]],
    ['triangles that share an edge', corner, corner, [1, 0, 0]],
    ['triangles in one plane', corner, corner, [0.25, 0.25, 0]],
    ['tetrahedron on a box', box, tetrahedron, [0, 0.5, 0]],
    ['tetrahedra vertex to vertex', tetrahedron, tetrahedron, [1, 0, 0]],
    ['ellipsoid on a box', ellipsoid, box, [0, 2.5, 0]],
    ['ellipsoid on an ellipsoid', ellipsoid, ellipsoid, [0, 0, 6]],
  ];
  for (const [name, specA, specB, position] of cases)
    test(name, () => {
      const judge = new Findings<Item>(lib, seed);
      const a = item(lib, specA);
      const b = item(lib, specB, { position });
      checkQueries(judge, { a, b, relation: 'touching', gap: 0 });
      checkCertificate(judge, { a, b, relation: 'touching', gap: 0 });
      judge.verdict();
      expect(lib.intersects(a.collider, b.collider)).toBe(true);
      expect(lib.intersects(b.collider, a.collider)).toBe(true);
      const deep = lib.penetration(a.collider, b.collider);
      expect(deep).not.toBeNull();
      expect(deep!.depth).toBeGreaterThanOrEqual(0);
      expect(deep!.depth).toBeLessThanOrEqual(1e-12);
    });

  test('casts that begin in touch hit only when they approach', () => {
    for (const [name, specA, specB, position] of cases.filter(
      ([n]) => / on | beside | under /.test(n) && !/point|triangle/.test(n),
    )) {
      const a = new lib.Collider(item(lib, specA).collider.shape);
      const b = new lib.Collider(item(lib, specB).collider.shape, { position });
      const n = vec(lib.signedDistance(a, b).normal);
      const side: Vec = Math.abs(n[0]) < 0.5 ? [1, 0, 0] : [0, 0, 1];
      const slide = sub(side, scaled(n, dot(side, n)));
      // At an edge or corner there are many normals, and along a single one of them the boxes may slide.
      const inward = scaled(/edge|corner/.test(name) ? position : n, -1);
      const toward = lib.castShape(a, [0, 0, 0], b, inward);
      expect(toward?.t, `${name}: towards`).toBe(0);
      expect(norm(vec(toward!.normal)), `${name}: normal`).toBeCloseTo(1, 12);
      expect(lib.castShape(a, [0, 0, 0], b, n), `${name}: away`).toBeNull();
      expect(lib.castShape(a, scaled(n, -1), b, [0, 0, 0]), `${name}: away`).toBeNull();
      expect(lib.castShape(a, [0, 0, 0], b, [0, 0, 0]), `${name}: still`).toBeNull();
      if (slide.every((x) => Math.abs(x) < 1e-15 || Math.abs(x) === 1))
        expect(lib.castShape(a, [0, 0, 0], b, slide), `${name}: sliding`).toBeNull();
    }
  });

  test('two halfspaces are refused by name', () => {
    const a = new lib.Collider(new lib.Halfspace([0, 1, 0], 0));
    const queries = [lib.intersects, lib.commonPoint, lib.closestPoints, lib.penetration, lib.signedDistance] as const;
    for (const query of queries)
      expect(() => query(a, new lib.Collider(new lib.Halfspace([1, 0, 0], 0)))).toThrow(TypeError);
  });
});
