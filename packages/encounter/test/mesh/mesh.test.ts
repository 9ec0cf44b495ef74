/**
 * Meshes, soups and compounds against the dumb references of `reference.ts`. Everything is seeded; ENCOUNTER_SEED=n tries another
 * seed. The long version is test/fuzz/mesh-fuzz.mjs.
 */
import * as three from 'three';
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { Findings } from '../support/findings.ts';
import { apply, type Matrix, matrixOf, PLACEMENTS } from '../support/generators.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import { add, dot, norm, scaled, sub, vec } from '../support/vectors.ts';
import {
  broughtTogether,
  checkCast,
  checkContains,
  checkHalfspace,
  checkPair,
  checkRay,
  type ThingJudge,
} from './checks.ts';
import {
  bruteRay,
  type MeshSpec,
  PairReference,
  Pieces,
  type Thing,
  triangleDistance,
  windingNumber,
} from './reference.ts';
import {
  boxMesh,
  compoundThing,
  convexThing,
  corner,
  fromGeometry,
  grid,
  MESH_KINDS,
  type MeshKind,
  meshShape,
  meshThing,
  mixed,
  offset,
  randomMesh,
  randomThing,
  randomThings,
  shiftedThing,
  sized,
  soup,
  type ThingKind,
  torus,
} from './scenes.ts';

const seed = seedFromEnv(20260103);
const at = (x: number, y: number, z: number): Matrix => matrixOf({ position: [x, y, z] });

/** Runs `check` with its own random numbers for each i, and reports what it found. */
function findings(stream: number, count: number, check: (judge: ThingJudge, rng: Rng, i: number) => void): void {
  const judge = new Findings<Thing>(lib, seed);
  for (let i = 0; i < runs(count); i++) {
    judge.current = 1000 * stream + i;
    check(judge, new Rng(seed, judge.current), i);
  }
  judge.verdict();
}

const geometries: [string, MeshSpec][] = [
  ['Sphere', fromGeometry('Sphere', new three.SphereGeometry(1, 16, 8), true)],
  ['Torus', fromGeometry('Torus', new three.TorusGeometry(1, 0.4, 8, 16), true)],
  ['Cylinder', fromGeometry('Cylinder', new three.CylinderGeometry(1, 1, 2, 16, 3), true)],
  ['TorusKnot', fromGeometry('TorusKnot', new three.TorusKnotGeometry(1, 0.2, 48, 6), true)],
  ['Icosahedron', fromGeometry('Icosahedron', new three.IcosahedronGeometry(1, 2), true)],
];

// ------------------------------------------------------------------------------------------------------------ reference

describe('the reference itself', () => {
  test('distances of triangles', () => {
    const t = (...x: number[]) => Float64Array.from(x);
    expect(triangleDistance(t(0, 0, 0, 1, 0, 0, 0, 1, 0), t(0, 0, 2, 1, 0, 2, 0, 1, 2))).toBe(2);
    expect(triangleDistance(t(0, 0, 0, 4, 0, 0, 0, 4, 0), t(1, 1, -1, 1, 1, 1, 2, 2, 3))).toBe(0);
    expect(triangleDistance(t(0, 0, 0, 0, 0, 0, 0, 0, 0), t(3, 4, 0, 3, 4, 0, 9, 9, 9))).toBe(5);
    expect(triangleDistance(t(-1, 0, 0, 1, 0, 0, 1, 0, 0), t(0, -1, 1, 0, 1, 1, 0, 1, 1))).toBe(1);
  });

  test('winding numbers', () => {
    const { positions, corners } = boxMesh(1, 1, 1);
    const tris = Float64Array.from(corners.flatMap((i) => positions.slice(3 * i, 3 * i + 3)));
    expect(windingNumber(tris, [0.3, 0.4, 0.5])).toBeCloseTo(1, 12);
    expect(windingNumber(tris, [1.3, 0.4, 0.5])).toBeCloseTo(0, 12);
  });

  test('meshes have the triangles that it thinks they have', () => {
    const rng = new Rng(seed, 1);
    for (const kind of MESH_KINDS) {
      for (let i = 0; i < 5; i++) {
        const spec = randomMesh(rng, kind);
        const mesh = meshShape(lib, spec) as lib.Mesh;
        mesh.validate();
        if (spec.faces === null) expect(mesh.triangleCount).toBe(spec.corners.length / 3);
      }
    }
  });
});

// ------------------------------------------------------------------------------------------------------------------ pairs

describe(`pairs against all pairs of pieces, seed ${seed}`, () => {
  const kinds: ThingKind[] = [...MESH_KINDS, 'compound'];
  test.each(kinds)('%s', (kind) => {
    const others: ThingKind[] = [...kinds, 'convex', 'convex'];
    findings(10 + kinds.indexOf(kind), others.length, (judge, rng, i) => {
      const { a, b } = randomThings(lib, rng, kind, others[i]);
      checkPair(judge, a, b);
    });
  });

  test('brought together until next to nothing is left, or a little more', () => {
    findings(35, 50, (judge, rng) => {
      const { a, b } = randomThings(lib, rng);
      for (const gap of [0, rng.pick([1, -1]) * 10 ** rng.range(-16, -4)]) {
        const near = broughtTogether(lib, a, b, gap);
        if (near !== null) checkPair(judge, a, near, false);
      }
    });
  });

  test('meshes of 576 triangles', () => {
    findings(36, 2, (judge, rng, i) => {
      const a = meshThing(lib, torus(rng, 24, 12, 0.1, i === 1), matrixOf({ orientation: rng.quaternion() }));
      const matrix = matrixOf({ orientation: rng.quaternion(), position: rng.inBall(0.6), scale: [1, -0.7, 1.2] });
      const b = meshThing(lib, torus(rng, 24, 12, 0.1, false), matrix);
      checkPair(judge, a, b, false);
      for (let k = 0; k < 20; k++) checkRay(judge, a, scaled(rng.direction(), 2), rng.inBall(0.5));
    });
  });

  test('integers: touching, coplanar, shared edges and vertices decide exactly', () => {
    const pick: MeshKind[] = ['grid', 'bumpy', 'integers', 'mixed'];
    findings(30, 60, (judge, rng) => {
      const whole = (): Vec => [rng.int(5) - 2, rng.int(5) - 2, rng.int(5) - 2];
      const far = rng.pick([0, 0, 0, 1e6, 2 ** 40]);
      const shift: Vec = [far, -far, far];
      const local = rng.chance(0.3) ? scaled(shift, -1) : ([0, 0, 0] as const);
      const a = meshThing(lib, offset(randomMesh(rng, rng.pick(pick)), local), at(...add(whole(), shift)));
      const b = meshThing(lib, offset(randomMesh(rng, rng.pick(pick)), local), at(...add(whole(), shift)));
      // Beyond 2^53 nothing is exact any more; here everything is.
      checkPair(judge, a, b, false);
      const ref = new PairReference(lib, a, b);
      const some = [...ref.pairs().values()].some((p) => p.verdict === 'meet');
      if (lib.intersects(a.collider, b.collider) !== some) judge.fail('exact decision', `${some}`, a, b);
      if (lib.intersects(b.collider, a.collider) !== some) judge.fail('exact decision, swapped', `${some}`, a, b);
    });
  });

  test('a mesh and its own copy, moved by nothing and by a little', () => {
    findings(31, 12, (judge, rng, i) => {
      const kind = MESH_KINDS[i % MESH_KINDS.length];
      const a = randomThing(lib, rng, { kind, size: 1, position: [0, 0, 0], placement: 'rigid' });
      const b = shiftedThing(lib, a, [0, 0, 0]);
      if (!lib.intersects(a.collider, b.collider)) judge.fail('copy does not meet', '', a, b);
      checkPair(judge, a, b, false);
      checkPair(judge, a, shiftedThing(lib, a, scaled(rng.direction(), 1e-7)), false);
      // The same collider twice.
      if (!lib.intersects(a.collider, a.collider)) judge.fail('not with itself', '', a);
    });
  });

  test('every placement, on either side', () => {
    const modes = [...new Set(PLACEMENTS)];
    findings(32, modes.length, (judge, rng, i) => {
      for (const other of ['identity', 'sheared'] as const) {
        const one = randomThing(lib, rng, { kind: 'torus', size: 1, position: [0, 0, 0], placement: modes[i] });
        const position = rng.inBall(0.6);
        const two = randomThing(lib, rng, { kind: 'bumpy', size: 0.3, position, placement: other });
        checkPair(judge, one, two, false);
        checkPair(judge, two, one, false);
      }
    });
  });

  test('sizes of 1e-3 and 1e3 give the same numbers, scaled', () => {
    findings(33, 12, (judge, rng, i) => {
      const spec = randomMesh(rng, MESH_KINDS[i % MESH_KINDS.length]);
      const other = soup(rng, 8);
      const [p, q] = [rng.quaternion(), rng.quaternion()];
      const away = rng.inBall(1.5);
      const one = (s: number) => {
        const a = meshThing(lib, sized(spec, s), matrixOf({ orientation: p }));
        const b = meshThing(lib, sized(other, s), matrixOf({ orientation: q, position: scaled(away, s) }));
        return { a, b, d: lib.signedDistance(a.collider, b.collider).distance / s };
      };
      const { a, b, d } = one(1);
      for (const s of [1e-3, 1e3])
        if (Math.abs(one(s).d - d) > 1e-8) judge.fail('scale', `${s}: ${one(s).d}, ${d}`, a, b);
    });
  });

  test('moved together by 1e6, in the world or in local coordinates: 5e-10', () => {
    findings(34, 24, (judge, rng, i) => {
      const spec = randomMesh(rng, MESH_KINDS[i % MESH_KINDS.length]);
      const other = torus(rng, 6, 4, 0.3, false);
      const away = rng.inBall(2);
      const a = meshThing(lib, spec, matrixOf({ orientation: rng.quaternion() }));
      const b = meshThing(lib, other, matrixOf({ orientation: rng.quaternion(), position: away }));
      const d = lib.signedDistance(a.collider, b.collider).distance;
      const v = scaled(rng.direction(), 1e6);
      const far = lib.signedDistance(shiftedThing(lib, a, v).collider, shiftedThing(lib, b, v).collider).distance;
      const solids = spec.solid && other.solid;
      if (!solids && Math.abs(far - d) > 5e-9 + 1e-9) judge.fail('far', `${d}, moved ${far}`, a, b);
      if (d > 0 && Math.abs(far - d) > 1e-9 + 4e-9) judge.fail('far', `${d}, moved ${far}`, a, b);
    });
  });
});

describe('found by the fuzzer', () => {
  // Seed 5, pair 14680: one query decided on the vertices as they are, another on their places in the world, 1e6 away.
  test('a mesh and a point at its vertex, far away: one decision', () => {
    const a = new lib.Collider(new lib.Mesh({ positions: [0, 0, 1, 1, 0, 1, 0, 1, 0], indices: [0, 1, 2] }), {
      matrix: [
        ...[-0.4159019133499851, -0.8608227220243997, 0.2932743420729549, 0],
        ...[0.7779102015592535, -0.5037939327395478, -0.37556276658484344, 0],
        ...[0.4710427971871165, 0.07194382934847957, 0.8791716377572777, 0],
        ...[-803091.344206767, 369136.99577889795, 467741.5645498033, 1],
      ],
    });
    const b = new lib.Collider(new lib.Point([-0.3441890258221574, 1.29105333050874, -0.4929778360769935]), {
      matrix: [
        ...[-0.7813360904939063, -1.407898611979831, -0.22594649418853174, 0],
        ...[-0.9634148712966133, 0.5519302327029211, -0.10759626767776512, 0],
        ...[0, 0, 0, 0],
        ...[-803089.8982712994, 369135.87056811043, 467742.5048656571, 1],
      ],
    });
    const meets = lib.intersects(a, b);
    expect(lib.penetration(a, b) !== null).toBe(meets);
    expect(lib.commonPoint(a, b) !== null).toBe(meets);
    expect(lib.signedDistance(a, b).distance <= 0).toBe(meets);
    expect(lib.closestPoints(a, b).distance === 0).toBe(meets);
  });

  // Seed 5, pair 8539: a corner of the mesh was given for a common point, though the cone does not reach it.
  test('the common point of a flattened solid and a thin cone is in the cone', () => {
    const spec = sized(corner(), 0.001);
    const a = meshThing(lib, spec, [
      ...[0.13003187467624325, 0.03953230081928408, 0.7623681642377278, 0],
      ...[0, 0, 0, 0],
      ...[0.7823071308371183, 0.9370519734594168, -0.18202318748736873, 0],
      ...[-352745.8333858761, -694241.965088485, -627374.2670360191, 1],
    ]);
    const b = convexThing(lib, new lib.Cone(4.079650820258806e-7, 0.00043929925326562265), true, [
      ...[0.004800763452468922, 0.0044744021044915, -0.003911816687145405, 0],
      ...[0.0006718367630362066, -0.0042184806088074725, -0.004000660150365012, 0],
      ...[-0.0036962219403416955, 0.0017811624268914245, -0.002498851831223003, 0],
      ...[-352745.83338480256, -694241.9650883005, -627374.2670371151, 1],
    ]);
    findings(37, 1, (judge) => checkPair(judge, a, b, false));
  });

  // Seed 4, pair 13961: the deepest pair was left out in one of the two orders.
  test('a mesh with a margin and a point as a mesh: the deepest pair, in both orders', () => {
    const m = 0.10653841730569223;
    const x = new lib.Collider(
      new lib.Mesh({
        positions: [0, 0, m, m, 0, m, 0, m, 2 * m, m, 0, m, 2 * m, 0, 2 * m, m, m, 0],
        indices: [0, 1, 2, 3, 4, 5],
      }),
      {
        margin: 0.03004398009772314,
        matrix: [
          ...[-0.000168021209359868, -0.0010043023847644222, 0.0014843021836127245, 0],
          ...[0.08778545906502574, -0.0569942510115675, -0.02862600599902417, 0],
          ...[0.0007380392397503799, 0.0008171169309159189, 0.000636419415397565, 0],
          ...[0, 0, 0, 1],
        ],
      },
    );
    const y = new lib.Collider(new lib.Mesh({ positions: [0, 0, 0], indices: [0, 0, 0] }), {
      matrix: [
        ...[0.025648520845284396, -0.014220059749500531, 0.04524508760522213, 0],
        ...[0.03711613158935435, 0.016375419157699952, -0.015893757178564182, 0],
        ...[-0.003566426065626492, 0.01445539013892487, 0.0065649130212084355, 0],
        ...[0, 0, 0, 1],
      ],
    });
    const most = Math.max(...lib.contacts(x, y, [], { witness: true }).map((c) => c.depth));
    expect(lib.penetration(x, y)?.depth).toBeCloseTo(most, 12);
    expect(lib.penetration(y, x)?.depth).toBeCloseTo(most, 12);
  });

  // Seed 2, pair 2184: a search where the normal of the halfspace says it all.
  test('a halfspace and a compound of solids far away: exact, to a few ulps', () => {
    const box = new lib.Box([1e-4, 1e-4, 1e-4]);
    const two = new lib.Compound([{ shape: box }, { shape: box, position: [3e-4, 0, 0] }]);
    const c = new lib.Collider(two, { position: [1e5, -5e5, 5e5] });
    const h = new lib.Collider(new lib.Halfspace([-1, 0, 0], -(1e5 + 3.5e-4 - 1e-4)));
    const { distance, exact } = lib.signedDistance(h, c);
    expect(Math.abs(distance + 1e-4)).toBeLessThan(1e-10);
    expect(exact).toBe(true);
  });
});

// ------------------------------------------------------------------------------------------------------------------- rays

describe(`rays, seed ${seed}`, () => {
  test.each([...MESH_KINDS, 'compound'] as ThingKind[])('%s against all triangles', (kind) => {
    findings(50, 20, (judge, rng, i) => {
      const size = [1, 1, 1e-3, 1e3][i % 4];
      const position: Vec = i % 5 === 4 ? scaled(rng.direction(), 1e6) : rng.inBall(1);
      const margin = i % 6 === 5 ? 0.05 * size : 0;
      const a = randomThing(lib, rng, { kind, size, position, margin });
      const { min, max } = a.collider.bounds();
      const span = sub(vec(max), vec(min));
      const l = norm(span);
      const point = (s: number): Vec =>
        [0, 1, 2].map((k) => (vec(min)[k] + vec(max)[k]) / 2 + s * l * rng.range(-1, 1)) as unknown as Vec;
      for (let k = 0; k < 6; k++) checkRay(judge, a, point(1), point(0.3));
      checkRay(judge, a, point(0.3), point(1));
    });
  });

  test('no ray slips through vertices and edges of a grid', () => {
    const rng = new Rng(seed, 51);
    const n = 6;
    for (const height of [0, 2]) {
      const spec = grid(rng, n, height);
      const c = new lib.Collider(meshShape(lib, spec));
      const p = (i: number): Vec => spec.positions.slice(3 * i, 3 * i + 3) as unknown as Vec;
      const targets: Vec[] = [];
      for (let j = 1; j < n; j++) for (let i = 1; i < n; i++) targets.push(p(j * (n + 1) + i));
      for (let t = 0; t < spec.corners.length; t += 3)
        for (let k = 0; k < 3; k++) {
          const m = scaled(add(p(spec.corners[t + k]), p(spec.corners[t + ((k + 1) % 3)])), 0.5);
          if (m[0] > 0 && m[0] < n && m[1] > 0 && m[1] < n) targets.push(m);
        }
      for (const x of targets) {
        // Dyadic, so that the ray passes exactly there; steep, so that it crosses the surface.
        for (const d of [
          [0, 0, 4],
          [0.25, 0, 4],
          [0.25, -0.125, 4],
          [0, 0.5, 4],
        ] as Vec[]) {
          const hit = lib.rayCast(c, add(x, d), sub(x, d));
          expect(hit, `${x} along ${d}`).not.toBeNull();
          expect(hit!.t).toBeCloseTo(0.5, height === 0 ? 14 : 1);
          expect(hit!.normal.z).toBeGreaterThan(0);
          const back = lib.rayCast(c, sub(x, d), add(x, d));
          expect(back, `${x} against ${d}`).not.toBeNull();
          expect(back!.normal.z).toBeLessThan(0);
          // Ends exactly on it, begins exactly on it.
          expect(lib.rayCast(c, add(x, d), x)?.t).toBeCloseTo(1, height === 0 ? 14 : 0);
          expect(lib.rayCast(c, x, add(x, d))?.t).toBe(0);
          expect(lib.rayCast(c, x, x)?.t).toBe(0);
          expect(lib.containsPoint(c, x)).toBe(true);
        }
      }
    }
  });

  test('touching a border vertex or edge exactly is a hit', () => {
    const c = new lib.Collider(meshShape(lib, grid(new Rng(seed, 52), 4, 0)));
    for (let k = 0; k <= 4; k += 0.5) {
      for (const x of [
        [0, k, 0],
        [4, k, 0],
        [k, 0, 0],
        [k, 4, 0],
      ] as Vec[]) {
        expect(lib.containsPoint(c, x)).toBe(true);
        expect(lib.rayCast(c, add(x, [0, 0, 2]), add(x, [0, 0, -2])), `${x}`).toMatchObject({ t: 0.5 });
      }
    }
    expect(lib.rayCast(c, [-1e-9, 2, 1], [-1e-9, 2, -1])).toBeNull();
  });

  test('none leaves a closed surface through its vertices and edges', () => {
    const rng = new Rng(seed, 53);
    const list: MeshSpec[] = [
      torus(rng, 9, 6, 0.4, false),
      ...geometries.map(([, g]) => ({ ...g, solid: false })),
      corner(false),
    ];
    const faults: string[] = [];
    for (const spec of list) {
      for (const placed of [
        matrixOf({}),
        matrixOf({ orientation: rng.quaternion(), position: [3, 1, 2], scale: [1, -2, 0.7] }),
      ]) {
        const thing = meshThing(lib, spec, placed);
        const { collider } = thing;
        const pieces = new Pieces(lib, thing, [placed[12], placed[13], placed[14]]);
        const p = (i: number): Vec => apply(placed, spec.positions.slice(3 * i, 3 * i + 3) as unknown as Vec);
        const tris = Float64Array.from(spec.corners.flatMap((i) => p(i)));
        const size = Math.max(...spec.positions.map(Math.abs)) * 3;
        const inside: Vec[] = [];
        while (inside.length < 2) {
          const { min, max } = collider.bounds();
          const x: Vec = [rng.range(min.x, max.x), rng.range(min.y, max.y), rng.range(min.z, max.z)];
          if (Math.abs(windingNumber(tris, x)) > 0.9) inside.push(x);
        }
        for (const from of inside) {
          for (let t = 0; t < spec.corners.length; t += 3) {
            for (const s of [0, 0.5, rng.next()]) {
              const k = rng.int(3);
              const [u, v] = [p(spec.corners[t + k]), p(spec.corners[t + ((k + 1) % 3)])];
              const x = add(u, scaled(sub(v, u), s));
              const l = norm(sub(x, from));
              if (l < 1e-3 * size) continue;
              const to = add(from, scaled(sub(x, from), (4 * size) / l));
              for (const [one, two] of [
                [from, to],
                [to, from],
              ]) {
                const hit = lib.rayCast(collider, one, two);
                if (hit === null) faults.push(`${spec.name}: [${one}] → [${two}] at ${s} of an edge: null`);
                else if (t % 48 === 0) {
                  const { sure } = bruteRay(pieces, sub(one, pieces.origin), sub(two, pieces.origin), 1e-12);
                  if (hit.t > sure + 1e-9) faults.push(`${spec.name}: [${one}] → [${two}]: ${hit.t}, not ${sure}`);
                }
              }
            }
          }
        }
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
  });

  test('both sides, normals, the nearest of several sheets', () => {
    const positions = [0, 1, 2, 3].flatMap((z) => [-1, -1, z, 1, -1, z, 0, 2, z]);
    const c = new lib.Collider(new lib.Mesh({ positions, indices: [3, 4, 5, 0, 1, 2, 11, 10, 9, 6, 7, 8] }));
    const see = (from: Vec, to: Vec, t: number, primitive: number, z: number) => {
      const hit = lib.rayCast(c, from, to);
      expect(hit?.t).toBeCloseTo(t, 14);
      expect(hit?.primitive).toBe(primitive);
      expect(norm(sub(vec(hit!.normal), [0, 0, z]))).toBeLessThan(1e-14);
    };
    see([0, 0, -1], [0, 0, 9], 0.1, 1, -1);
    see([0, 0, 9], [0, 0, -1], 0.6, 2, 1);
    see([0, 0, 1.5], [0, 0, 2.5], 0.5, 3, -1);
    expect(lib.rayCast(c, [0, 0, 1.5], [0, 0, 1.75])).toBeNull();
    expect(lib.rayCast(c, [0, 0, 2], [0, 0, 5])).toMatchObject({ t: 0, primitive: 3 });
    expect(lib.rayCast(c, [0, 0, 1.5], [0, 0, 1.5])).toBeNull();
    // Mirrored, the normal is still on the side that the ray comes from.
    c.setScale([1, 1, -1]);
    see([0, 0, 1], [0, 0, -9], 0.1, 1, 1);
    // Flattened, all sheets are one.
    c.setScale([1, 1, 0]);
    expect(lib.rayCast(c, [0, 0, 1], [0, 0, -1])).toMatchObject({ t: 0.5, normal: { z: 1 } });
  });

  test('a ray in the plane of a triangle meets its border, as it does with a Triangle', () => {
    const mesh = new lib.Collider(new lib.Mesh({ positions: [0, 0, 0, 4, 0, 0, 0, 4, 0], indices: [0, 1, 2] }));
    const one = new lib.Collider(new lib.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]));
    for (const [from, to] of [
      [
        [-1, 1, 0],
        [9, 1, 0],
      ],
      [
        [-1, 0, 0],
        [9, 0, 0],
      ],
      [
        [5, -1, 0],
        [-1, 5, 0],
      ],
    ] as [Vec, Vec][]) {
      const expected = lib.rayCast(one, from, to);
      expect(expected).not.toBeNull();
      const hit = lib.rayCast(mesh, from, to);
      expect(hit, `${from} ${to}`).not.toBeNull();
      expect(hit!.t).toBeCloseTo(expected!.t, 12);
      expect(dot(vec(hit!.normal), sub(to, from))).toBeLessThanOrEqual(0);
    }
  });

  test('segments and points of a mesh are hit exactly', () => {
    const c = new lib.Collider(new lib.Mesh({ positions: [1, 0, 0, 2, -1, 0, 2, 1, 0], faces: [[0], [1, 2]] }));
    expect(lib.rayCast(c, [0, 0, 0], [4, 0, 0])).toMatchObject({ t: 0.25, primitive: 0 });
    expect(lib.rayCast(c, [2, 0, 1], [2, 0, -1])).toMatchObject({ t: 0.5, primitive: 1 });
    expect(lib.rayCast(c, [1, 0.5, 0], [3, 0.5, 0])).toMatchObject({ t: 0.5, primitive: 1 });
    expect(lib.rayCast(c, [1, 0.5, 0.01], [3, 0.5, 0.01])).toBeNull();
    expect(lib.containsPoint(c, [1, 0, 0])).toBe(true);
    expect(lib.containsPoint(c, [2, 0.5, 0])).toBe(true);
    expect(lib.containsPoint(c, [2, 1.5, 0])).toBe(false);
  });
});

// ------------------------------------------------------------------------------------------------------------------ casts

describe(`casts, seed ${seed}`, () => {
  test.each([...MESH_KINDS, 'compound'] as ThingKind[])('%s against the casts of all pairs', (kind) => {
    findings(70, 12, (judge, rng, i) => {
      const size = [1, 1, 1e-3, 1e3][i % 4];
      const centre: Vec = i % 5 === 4 ? scaled(rng.direction(), 1e6) : [0, 0, 0];
      const a = randomThing(lib, rng, { kind, size, position: centre, margin: i % 6 === 5 ? 0.05 * size : 0 });
      const away = scaled(rng.direction(), size * rng.range(2, 6));
      const other: ThingKind = i % 2 === 0 ? 'convex' : rng.pick(MESH_KINDS);
      const b = randomThing(lib, rng, { kind: other, size, position: add(centre, away) });
      const v = add(scaled(away, -rng.range(1, 2)), rng.inBall(size));
      checkCast(judge, a, [0, 0, 0], b, v);
      checkCast(judge, b, v, a, [0, 0, 0]);
      const w = rng.inBall(size);
      checkCast(judge, a, w, b, add(v, w));
    });
  });

  test('against dense sampling', () => {
    findings(71, 10, (judge, rng, i) => {
      const a = meshThing(lib, torus(rng, 10, 5, 0.2, false), matrixOf({ orientation: rng.quaternion() }));
      const matrix = matrixOf({ orientation: rng.quaternion(), position: [3, 0, 0] });
      const b =
        i % 2 === 0
          ? meshThing(lib, torus(rng, 8, 4, 0.2, false), matrix)
          : convexThing(lib, new lib.Capsule(0.05, 0.6), true, matrix);
      const v: Vec = [-6, rng.range(-1, 1), rng.range(-1, 1)];
      const hit = lib.castShape(a.collider, [0, 0, 0], b.collider, v);
      const n = 1500;
      let first = -1;
      for (let k = 0; k <= n && first < 0; k++)
        if (lib.intersects(a.collider, shiftedThing(lib, b, scaled(v, k / n)).collider)) first = k / n;
      if (first >= 0 && (hit === null || hit.t > first + 1e-9))
        judge.fail('late', `sampled ${first}, got ${hit?.t}`, a, b);
      if (hit !== null) {
        const gap = lib.closestPoints(a.collider, shiftedThing(lib, b, scaled(v, hit.t)).collider).distance;
        if (gap > 2e-8) judge.fail('early', `${gap} apart at ${hit.t}`, a, b);
      }
    });
  });

  const floorOf = (rng: Rng, n: number): lib.Collider => {
    // In the plane y = 0, from −n/2 to n/2.
    const spec = grid(rng, n, 0);
    const turned = {
      ...spec,
      positions: spec.positions.map((_, k) => {
        const o = k - (k % 3);
        return [spec.positions[o] - n / 2, 0, spec.positions[o + 1] - n / 2][k % 3];
      }),
    };
    return new lib.Collider(meshShape(lib, turned));
  };
  const riders: [string, () => lib.Shape, number][] = [
    ['box', () => new lib.Box([1, 2, 1]), 1],
    ['sphere', () => new lib.Sphere(0.5), 0.5],
    ['capsule', () => new lib.Capsule(0.25, 1), 0.75],
    ['cylinder', () => new lib.Cylinder(0.5, 1), 0.5],
    ['cone', () => new lib.Cone(0.5, 1), 0.5],
    ['polytope', () => new lib.Polytope([-1, -1, -1, 1, -1, -1, 0, -1, 1, 0, 1, 0]), 1],
    ['soup box', () => meshShape(lib, offset(boxMesh(1, 1, 1, 2, false), [-0.5, -0.5, -0.5])), 0.5],
    ['solid box', () => meshShape(lib, offset(boxMesh(1, 1, 1, 2), [-0.5, -0.5, -0.5])), 0.5],
    [
      'compound',
      () =>
        new lib.Compound([{ shape: new lib.Box([1, 1, 1]) }, { shape: new lib.Box([1, 1, 1]), position: [1, 0, 0] }]),
      0.5,
    ],
  ];
  test.each(riders)('%s slides along a coplanar floor', (_, make, height) => {
    const rng = new Rng(seed, 72);
    const floor = floorOf(rng, 8);
    const shape = make();
    for (const [x, z] of [
      [0, 0],
      [0.5, 0],
      [0.25, -0.375],
      [-1, 1],
    ]) {
      const rider = new lib.Collider(shape, { position: [x, height, z] });
      expect(lib.intersects(rider, floor)).toBe(true);
      for (const v of [
        [1.5, 0, 0],
        [0, 0, -2],
        [1, 0, 1],
        [0.3, 0, -0.7],
        [9, 0, 0],
        [0, 1, 0],
        [1, 0.001, 0],
      ] as Vec[]) {
        expect(lib.castShape(rider, v, floor, [0, 0, 0]), `${x} ${z} by ${v}`).toBeNull();
        expect(lib.castShape(floor, [0, 0, 0], rider, v), `${x} ${z} by ${v}, swapped`).toBeNull();
      }
      for (const v of [
        [0, -1, 0],
        [1, -1, 0],
        [2, -0.01, 1],
      ] as Vec[]) {
        const hit = lib.castShape(rider, v, floor, [0, 0, 0]);
        expect(hit?.t, `${v}`).toBe(0);
        expect(hit!.normal.y).toBeCloseTo(-1, 6);
      }
    }
  });

  test('the slide ends at a wall, at a step up, and not at a step down', () => {
    const rng = new Rng(seed, 73);
    const plane = floorOf(rng, 8);
    const floor = plane.shape;
    const box = new lib.Box([1, 1, 1]);
    const wall = {
      shape: new lib.Mesh({ positions: [3, 0, -4, 3, 0, 4, 3, 3, 4, 3, 3, -4], indices: [0, 1, 2, 0, 2, 3] }),
    };
    for (const v of [8, -8]) {
      const world = new lib.Collider(new lib.Compound([{ shape: floor }, { ...wall }]));
      const rider = new lib.Collider(box, { position: [0, 0.5, 0] });
      const hit = lib.castShape(rider, [v, 0, 0], world, [0, 0, 0]);
      if (v < 0) expect(hit).toBeNull();
      else {
        expect(hit!.t).toBeCloseTo(2.5 / 8, 9);
        expect(vec(hit!.normal)).toEqual([expect.closeTo(1, 6), expect.closeTo(0, 6), expect.closeTo(0, 6)]);
        expect(hit!.primitiveB).toBe(1);
      }
    }
    // One mesh with a step of 0.25 at x = 1.
    const steps = new lib.Collider(
      new lib.Mesh({
        positions: [-4, 0, -4, 1, 0, -4, 1, 0, 4, -4, 0, 4, 1, 0.25, -4, 1, 0.25, 4, 4, 0.25, -4, 4, 0.25, 4],
        indices: [0, 2, 1, 0, 3, 2, 1, 2, 5, 1, 5, 4, 4, 5, 7, 4, 7, 6],
      }),
    );
    const low = new lib.Collider(box, { position: [-1, 0.5, 0] });
    expect(lib.castShape(low, [4, 0, 0], steps, [0, 0, 0])?.t).toBeCloseTo(1.5 / 4, 9);
    const high = new lib.Collider(box, { position: [2, 0.75, 0] });
    expect(lib.castShape(high, [-4, 0, 0], steps, [0, 0, 0])).toBeNull();
  });

  test('overlap at the start, no motion, receding', () => {
    const rng = new Rng(seed, 74);
    const a = meshThing(lib, torus(rng, 8, 5, 0.2, false)).collider;
    const b = new lib.Collider(new lib.Box([0.3, 0.3, 0.3]), { position: [0.4, 0, 0] });
    const deep = lib.penetration(a, b);
    const hit = lib.castShape(a, [0, 0, 0], b, [1, 0, 0]);
    expect(hit?.t).toBe(0);
    expect(vec(hit!.normal)).toEqual(vec(deep!.normal));
    b.setPosition([3, 0, 0]);
    expect(lib.castShape(a, [1, 2, 3], b, [1, 2, 3])).toBeNull();
    expect(lib.castShape(a, [0, 0, 0], b, [1, 0, 0])).toBeNull();
    expect(lib.castShape(a, [0, 0, 0], b, [-3, 0, 0])).not.toBeNull();
  });
});

// ----------------------------------------------------------------------------------------------------------------- solids

describe(`solids, seed ${seed}`, () => {
  test.each(geometries)('%s: containsPoint against the winding number', (_, spec) => {
    const rng = new Rng(seed, 80);
    for (const matrix of [
      matrixOf({}),
      matrixOf({ orientation: rng.quaternion(), position: [1e3, 5, -7], scale: [2, -1, 0.5] }),
    ]) {
      const thing = meshThing(lib, spec, matrix);
      const soup = meshThing(lib, { ...spec, solid: false }, matrix);
      const pieces = new Pieces(lib, thing, [matrix[12], matrix[13], matrix[14]]);
      const faults: string[] = [];
      const judge = (x: Vec) => {
        const world = add(x, pieces.origin);
        const near = Math.min(...pieces.list.map((p) => pieces.fromPiece(p, x)));
        if (near < 1e-6) return;
        const inside = pieces.inside(x);
        if (lib.containsPoint(thing.collider, world) !== inside) faults.push(`${world}: ${inside} expected`);
        if (lib.containsPoint(soup.collider, world)) faults.push(`${world}: in the soup`);
        const point = new lib.Collider(new lib.Point([0, 0, 0]), { position: world });
        const { distance } = lib.signedDistance(thing.collider, point);
        if (distance <= 0 !== inside) faults.push(`${world}: signed distance ${distance}`);
        // Out of a solid there is no way shorter than to its surface.
        if (inside && -distance < near - 1e-8) faults.push(`${world}: ${distance} though ${near} from the surface`);
        if (!inside && Math.abs(distance - near) > 1e-8) faults.push(`${world}: ${distance}, ${near} expected`);
      };
      const { min, max } = thing.collider.bounds();
      for (let i = 0; i < 60; i++)
        judge(sub([rng.range(min.x, max.x), rng.range(min.y, max.y), rng.range(min.z, max.z)], pieces.origin));
      // Rays along the axes from these points go exactly through vertices.
      for (let i = 0; i < 60; i++) {
        const v = rng.int(spec.positions.length / 3);
        const local = [...spec.positions.slice(3 * v, 3 * v + 3)];
        local[rng.int(3)] -= rng.range(-1.5, 1.5);
        judge(sub(apply(matrix, local as unknown as Vec), pieces.origin));
      }
      expect(faults.slice(0, 4)).toEqual([]);
      // Vertices of the mesh belong to it.
      for (let v = 0; v < spec.positions.length / 3; v += 7) {
        const x = apply(matrixOf({}), spec.positions.slice(3 * v, 3 * v + 3) as unknown as Vec);
        if (matrix[12] === 0) expect(lib.containsPoint(thing.collider, x)).toBe(true);
      }
    }
  });

  test('a point in the middle of the axis, where all rays meet edges', () => {
    // The pole of a sphere and the axis of a cylinder: fans of triangles around the ray.
    for (const [name, spec] of geometries) {
      const c = new lib.Collider(meshShape(lib, spec));
      const tris = Float64Array.from(spec.corners.flatMap((i) => spec.positions.slice(3 * i, 3 * i + 3)));
      for (const y of [-3, -0.5, 0, 0.25, 0.9, 1.5, 3])
        for (const axis of [0, 1, 2]) {
          const x: Vec = [0, 0, 0].map((_, k) => (k === axis ? y : 0)) as unknown as Vec;
          expect(lib.containsPoint(c, x), `${name} ${x}`).toBe(Math.abs(windingNumber(tris, x)) > 0.5);
        }
    }
  });

  test('wholly inside: shapes, soups and solids', () => {
    const big = boxMesh(4, 4, 4, 3);
    const box = new lib.Collider(meshShape(lib, big));
    const shell = new lib.Collider(meshShape(lib, { ...big, solid: false }));
    const inner: [string, lib.Shape][] = [
      ['sphere', new lib.Sphere(0.5)],
      ['point', new lib.Point([0, 0, 0])],
      ['segment', new lib.Segment([0, 0, 0], [0.1, 0.2, 0])],
      ['soup', meshShape(lib, soup(new Rng(seed, 81), 5))],
      ['solid torus', meshShape(lib, torus(new Rng(seed, 82), 8, 5, 0.2, true))],
      ['solid box', meshShape(lib, sized(boxMesh(1, 1, 1), 0.5))],
      [
        'compound',
        new lib.Compound([
          { shape: new lib.Sphere(0.3) },
          { shape: new lib.Box([0.2, 0.2, 0.2]), position: [0.5, 0, 0] },
        ]),
      ],
    ];
    for (const [name, shape] of inner) {
      const c = new lib.Collider(shape, { position: [2, 2, 2] });
      for (const [one, two] of [
        [box, c],
        [c, box],
      ]) {
        expect(lib.intersects(one, two), name).toBe(true);
        expect(lib.contacts(one, two), name).toEqual([]);
        expect(lib.signedDistance(one, two).distance, name).toBeLessThan(0);
        expect(lib.closestPoints(one, two).distance, name).toBe(0);
        const common = vec(lib.commonPoint(one, two)!);
        expect(lib.containsPoint(box, common), name).toBe(true);
      }
      // A shell is only its surface.
      expect(lib.intersects(shell, c), name).toBe(false);
      expect(lib.intersects(c, shell), name).toBe(false);
      expect(lib.signedDistance(shell, c).distance, name).toBeGreaterThan(0.9);
      // Half out.
      c.setPosition([4, 2, 2]);
      expect(lib.intersects(box, c), name).toBe(true);
      if (name !== 'point' && name !== 'segment') expect(lib.contacts(box, c).length, name).toBeGreaterThan(0);
      c.setPosition([6, 2, 2]);
      expect(lib.intersects(box, c), name).toBe(false);
    }
  });

  test('one of several parts inside is enough, and a hollow is not inside', () => {
    // Two boxes in one mesh; only the second is in the big one.
    const one = boxMesh(1, 1, 1);
    const n = one.positions.length / 3;
    const two: MeshSpec = {
      ...one,
      positions: [...offset(one, [10, 0, 0]).positions, ...offset(one, [1.5, 1.5, 1.5]).positions],
      corners: [...one.corners, ...one.corners.map((i) => i + n)],
    };
    const big = new lib.Collider(meshShape(lib, boxMesh(4, 4, 4)));
    for (const solid of [true, false]) {
      const c = new lib.Collider(meshShape(lib, { ...two, solid }));
      expect(lib.intersects(big, c)).toBe(true);
      expect(lib.intersects(c, big)).toBe(true);
    }
    // A box with a box-shaped hollow: the inner one turned inside out.
    const hole = offset(boxMesh(2, 2, 2), [1, 1, 1]);
    const outer = boxMesh(4, 4, 4);
    const hollow: MeshSpec = {
      ...outer,
      positions: [...outer.positions, ...hole.positions],
      corners: [...outer.corners, ...[...hole.corners].reverse().map((i) => i + n)],
    };
    const c = new lib.Collider(meshShape(lib, hollow));
    expect(lib.containsPoint(c, [2, 2, 2])).toBe(false);
    expect(lib.containsPoint(c, [0.5, 2, 2])).toBe(true);
    const ball = new lib.Collider(new lib.Sphere(0.5), { position: [2, 2, 2] });
    expect(lib.intersects(c, ball)).toBe(false);
    expect(lib.signedDistance(c, ball).distance).toBeCloseTo(0.5, 8);
    ball.setPosition([0.5, 2, 2]);
    expect(lib.signedDistance(c, ball).distance).toBeLessThan(0);
    ball.setPosition([2, 2, 2.5]);
    expect(lib.intersects(c, ball)).toBe(true);
  });

  test('a box mesh of 12 and of 192 triangles has the depth of the box', () => {
    const rng = new Rng(seed, 83);
    const size: Vec = [1, 2, 3];
    const coarse = meshShape(lib, offset(boxMesh(...size, 1), [-0.5, -1, -1.5]));
    const fine = meshShape(lib, offset(boxMesh(...size, 4), [-0.5, -1, -1.5]));
    const three192 = meshShape(lib, fromGeometry('box', new three.BoxGeometry(...size, 4, 4, 4), true));
    expect((fine as lib.Mesh).triangleCount).toBe(192);
    const box = new lib.Box(size);
    for (let i = 0; i < 60; i++) {
      const placed = {
        orientation: rng.quaternion(),
        position: rng.inBall(i % 10 === 9 ? 1e6 : 1),
        scale: i % 3 === 0 ? ([1, rng.range(0.3, 2), -rng.range(0.3, 2)] as const) : 1,
        margin: i % 4 === 3 ? 0.1 : 0,
      };
      const at = add(placed.position, rng.inBall(1.5));
      const other = rng.pick([new lib.Box([1, 1, 2]), new lib.Sphere(0.7), new lib.Cone(0.5, 1), coarse, fine]);
      const b = new lib.Collider(other, { orientation: rng.quaternion(), position: at });
      const expected = lib.signedDistance(new lib.Collider(box, placed), b);
      for (const shape of [coarse, fine, three192]) {
        const a = new lib.Collider(shape, placed);
        const tolerance = 2e-8 * 4 + (i % 10 === 9 ? 2e-9 : 0);
        for (const [x, y] of [
          [a, b],
          [b, a],
        ]) {
          const got = lib.signedDistance(x, y);
          expect(Math.abs(got.distance - expected.distance), `case ${i}, seed ${seed}`).toBeLessThan(tolerance);
          if (got.distance < 0) expect(got.exact, `case ${i}`).toBe(true);
        }
      }
    }
  });

  test('depth of solids that are not convex: separates, is flagged, and is no more than that of the hulls', () => {
    const solids: MeshSpec[] = [
      corner(),
      torus(new Rng(seed, 84), 9, 5, 0.2, true),
      ...geometries.slice(1, 4).map(([, g]) => g),
    ];
    findings(85, 12, (judge, rng, i) => {
      const one = solids[i % solids.length];
      const two = rng.pick(solids);
      const a = meshThing(lib, one, matrixOf({ orientation: rng.quaternion() }));
      const matrix = matrixOf({
        orientation: rng.quaternion(),
        position: rng.inBall(1.2),
        scale: rng.pick([1, 0.3, 1]),
      });
      const b =
        i % 3 === 0
          ? convexThing(
              lib,
              rng.pick([new lib.Box([0.4, 0.6, 1]), new lib.Sphere(0.3), new lib.Polytope(rng.pick(solids).positions)]),
              true,
              matrix,
            )
          : meshThing(lib, two, matrix);
      const deep = lib.penetration(a.collider, b.collider);
      if (deep === null) return;
      checkPair(judge, a, b, false);
      // A ball that leaves through the nearest point of the surface is exact.
      if (deep.exact && deep.depth > 1e-9 && a.name !== 'Cylinder' && b.name !== 'Sphere')
        judge.fail('flagged exact', `${deep.depth}`, a, b);
      const hull = (t: Thing): lib.Collider =>
        t.parts[0].mesh === null
          ? t.collider
          : new lib.Collider(new lib.Polytope(t.parts[0].mesh.positions as number[]), { matrix: t.parts[0].matrix });
      const most = lib.penetration(hull(a), hull(b))?.depth ?? Infinity;
      if (deep.depth > most * 1.000001 + 1e-8) judge.fail('deeper than the hulls', `${deep.depth} and ${most}`, a, b);
    });
  });

  test('two walls with shared planes: clash, touch, clear', () => {
    const [l, h, d] = [4, 3, 0.25];
    for (const n of [1, 4]) {
      for (const rotation of [0, 1]) {
        const orientation = rotation === 0 ? ([0, 0, 0, 1] as const) : new Rng(seed, 86).quaternion();
        const wall = meshShape(lib, boxMesh(l, h, d, n));
        const open = meshShape(lib, boxMesh(l, h, d, n, false));
        const along = apply(matrixOf({ orientation }), [1, 0, 0]);
        const a = new lib.Collider(wall, { orientation });
        const place = (x: number) => ({ orientation, position: scaled(along, x) });
        for (const [one, two] of [
          [a, new lib.Collider(wall)],
          [a, new lib.Collider(open)],
          [new lib.Collider(open, { orientation }), new lib.Collider(open)],
        ]) {
          const both = one.shape === wall && two.shape === wall;
          two.setOrientation(orientation);
          // Overlapping by 1 %.
          two.setPosition(place(l * 0.99).position);
          expect(lib.intersects(one, two)).toBe(true);
          if (both) {
            const deep = lib.penetration(one, two)!;
            expect(deep.depth).toBeCloseTo(0.01 * l, 9);
            expect(norm(sub(vec(deep.normal), along))).toBeLessThan(1e-6);
            expect(deep.exact).toBe(true);
          }
          expect(lib.contacts(one, two).length).toBeGreaterThan(0);
          // Abutting: exact when aligned.
          if (rotation === 0) {
            two.setPosition([l, 0, 0]);
            expect(lib.intersects(one, two)).toBe(true);
            expect(lib.penetration(one, two)!.depth).toBe(0);
            expect(lib.signedDistance(one, two).distance).toBe(0);
            expect(lib.closestPoints(one, two).distance).toBe(0);
          } else {
            two.setPosition(place(l).position);
            expect(Math.abs(lib.signedDistance(one, two).distance)).toBeLessThan(1e-12);
          }
          // Apart by 1 %.
          two.setPosition(place(l * 1.01).position);
          expect(lib.intersects(one, two)).toBe(false);
          expect(lib.closestPoints(one, two).distance).toBeCloseTo(0.01 * l, 9);
          expect(lib.contacts(one, two)).toEqual([]);
        }
      }
    }
  });

  test('inside is where the surface winds around, whichever way and however often', () => {
    const one = boxMesh(2, 2, 2);
    const n = one.positions.length / 3;
    const join = (two: MeshSpec, turned: boolean): lib.Collider =>
      new lib.Collider(
        meshShape(lib, {
          ...one,
          positions: [...one.positions, ...two.positions],
          corners: [...one.corners, ...(turned ? [...two.corners].reverse() : two.corners).map((i) => i + n)],
        }),
      );
    // Overlapping by half: twice around in the middle.
    const both = join(offset(one, [1, 0.25, 0.25]), false);
    for (const [x, inside] of [
      [0.5, true],
      [1.5, true],
      [2.5, true],
      [3.5, false],
    ] as const)
      expect(lib.containsPoint(both, [x, 1, 1])).toBe(inside);
    const ball = new lib.Collider(new lib.Sphere(0.1), { position: [1.5, 1, 1] });
    expect(lib.intersects(both, ball)).toBe(true);
    // One turned inside out: not at all around in the middle.
    const apart = join(offset(one, [1, 0.25, 0.25]), true);
    expect([0.5, 1.5, 2.5].map((x) => lib.containsPoint(apart, [x, 1, 1]))).toEqual([true, false, true]);
    expect(lib.intersects(apart, ball)).toBe(false);
    // Wholly inside out.
    const turned = new lib.Collider(meshShape(lib, { ...one, corners: [...one.corners].reverse() }));
    expect(lib.containsPoint(turned, [1, 1, 1])).toBe(true);
    expect(lib.containsPoint(turned, [3, 1, 1])).toBe(false);
    expect(lib.intersects(turned, ball)).toBe(true);
    const deep = lib.penetration(turned, ball)!;
    ball.setPosition(add([1.5, 1, 1], scaled(vec(deep.normal), deep.depth + 1e-7)));
    expect(lib.intersects(turned, ball)).toBe(false);
  });

  test('a soup wholly inside a solid comes out by depth · normal', () => {
    findings(87, 20, (judge, rng, i) => {
      const big = i % 2 === 0 ? boxMesh(4, 4, 4, 2) : offset(sized(torus(rng, 12, 6, 0.1, true), 8), [0, 0, 0]);
      const a = meshThing(lib, big, matrixOf({ orientation: rng.quaternion() }));
      const inside = apply(a.parts[0].matrix, i % 2 === 0 ? [2, 1.5, 2] : [3.2, 0, 0]);
      const b = meshThing(lib, sized(soup(rng, 6), 0.5), matrixOf({ position: inside, orientation: rng.quaternion() }));
      if (lib.contacts(a.collider, b.collider).length > 0) return;
      for (const swap of [false, true]) {
        const [x, y] = swap ? [b, a] : [a, b];
        const deep = lib.penetration(x.collider, y.collider);
        if (deep === null) judge.fail('not inside', '', x, y);
        else {
          const out = shiftedThing(lib, y, scaled(vec(deep.normal), 1.001 * deep.depth + 1e-8));
          if (lib.intersects(x.collider, out.collider)) judge.fail('does not come out', `${deep.depth}`, x, y);
        }
      }
    });
  });

  test('rays that start in a solid', () => {
    const c = new lib.Collider(meshShape(lib, corner()));
    const hit = lib.rayCast(c, [0.5, 0.5, 1], [9, 0.5, 1]);
    expect(hit).toMatchObject({ t: 0, normal: { x: 0, y: 0, z: 0 } });
    // In the notch: outside.
    expect(lib.rayCast(c, [2, 2, 1], [2, 0, 1])).toMatchObject({ t: 0.5, normal: { x: 0, y: 1, z: 0 } });
    expect(lib.rayCast(c, [0.5, 0.5, 1], [0.5, 0.5, 1])).toMatchObject({ t: 0 });
    expect(lib.rayCast(c, [2, 2, 1], [2, 2, 1])).toBeNull();
  });
});

// -------------------------------------------------------------------------------------------------------------- compounds

describe(`compounds, seed ${seed}`, () => {
  test('against the union of their parts', () => {
    findings(90, 40, (judge, rng, i) => {
      const kinds: ThingKind[] = ['compound', 'convex', 'soup', 'solidTorus', 'mixed'];
      const { a, b } = randomThings(lib, rng, 'compound', kinds[i % kinds.length]);
      checkPair(judge, a, b);
      checkContains(judge, a, rng);
    });
  });

  test('boxes side by side are one box, nested and scaled', () => {
    const half = new lib.Box([1, 2, 3]);
    const inner = new lib.Compound([
      { shape: half, position: [-0.5, 0, 0] },
      { shape: half, position: [0.5, 0, 0] },
    ]);
    // Scaled by 2 along x inside, by 0.5 outside.
    const outer = new lib.Compound([{ shape: inner, scale: [2, 1, 1] }]);
    const rng = new Rng(seed, 91);
    const one = new lib.Collider(outer, { scale: [0.5, 1, 1], position: [1, 2, 3], orientation: rng.quaternion() });
    const two = new lib.Collider(new lib.Box([2, 2, 3]));
    two.setMatrix(one.getMatrix().map((x, k) => (k < 3 ? 2 * x : x)));
    for (let i = 0; i < 40; i++) {
      const other = new lib.Collider(new lib.Cylinder(0.5, 1), {
        orientation: rng.quaternion(),
        position: add([1, 2, 3], rng.inBall(4)),
      });
      const expected = lib.signedDistance(two, other).distance;
      const got = lib.signedDistance(one, other);
      expect(got.distance <= 0).toBe(expected <= 0);
      if (expected > 0) expect(got.distance).toBeCloseTo(expected, 7);
      else expect(-got.distance).toBeGreaterThanOrEqual(-expected - 1e-7);
      expect(got.primitiveA).toBe(0);
      const from = add([1, 2, 3], rng.inBall(6));
      const hit = lib.rayCast(one, from, [1, 2, 3]);
      expect(hit?.t).toBeCloseTo(lib.rayCast(two, from, [1, 2, 3])!.t, 8);
    }
  });

  test('solid if all parts are: depth separates', () => {
    findings(92, 20, (judge, rng) => {
      const parts = Array.from({ length: 3 }, (_, i) => ({
        shape: rng.pick([new lib.Box([1, 0.4, 0.3]), new lib.Sphere(0.3), new lib.Capsule(0.1, 1)]),
        curved: true,
        matrix: matrixOf({ position: [i * 0.5, 0, 0], orientation: rng.quaternion(), scale: [1, 1.5, 0.5] }),
      }));
      const a = compoundThing(lib, parts);
      const b = compoundThing(
        lib,
        parts.slice(1),
        matrixOf({ position: rng.inBall(0.8), orientation: rng.quaternion() }),
      );
      checkPair(judge, a, b);
    });
  });
});

describe(`halfspaces, seed ${seed}`, () => {
  test.each([...MESH_KINDS, 'compound'] as ThingKind[])('%s', (kind) => {
    findings(95, 10, (judge, rng, i) => {
      const size = [1, 1, 1e-3, 1e3][i % 4];
      const position: Vec = i % 5 === 4 ? scaled(rng.direction(), 1e6) : rng.inBall(1);
      const a = randomThing(lib, rng, { kind, size, position, margin: i % 3 === 2 ? 0.1 * size : 0 });
      const n =
        i % 2 === 0
          ? rng.direction()
          : rng.pick([
              [0, 1, 0],
              [1, 0, 0],
            ] as Vec[]);
      checkHalfspace(judge, a, n, dot(n, position) + rng.range(-2, 2) * size);
    });
  });
});

// --------------------------------------------------------------------------------------------------------------- vertices

describe(`vertex arrays, refit, trees, seed ${seed}`, () => {
  const probe = (rng: Rng) =>
    Array.from(
      { length: 6 },
      () => new lib.Collider(new lib.Box([0.2, 0.3, 0.4]), { orientation: rng.quaternion(), position: rng.inBall(1) }),
    );
  interface Answers {
    readonly numbers: number[];
    readonly primitives: number[][];
  }
  const answers = (shape: lib.Shape, others: lib.Collider[]): Answers => {
    const c = new lib.Collider(shape);
    const { min, max } = c.bounds();
    const numbers = [...vec(min), ...vec(max)];
    const primitives: number[][] = [];
    for (const o of others) {
      const [x, y] = o.getMatrix().slice(12);
      const { distance, exact } = lib.signedDistance(c, o);
      // What a search found, whose order the tree decides, is no more than a depth that separates.
      numbers.push(exact || distance > 0 ? distance : -1, lib.rayCast(c, [x, y, 5], [x, y, -5])?.t ?? -1);
      primitives.push(
        lib
          .contacts(c, o)
          .map((contact) => contact.primitiveA)
          .sort((p, q) => p - q),
      );
    }
    return { numbers, primitives };
  };
  /** Equal within the accuracy. */
  const differ = (p: Answers, q: Answers): string | null => {
    const off = Math.max(...p.numbers.map((x, k) => Math.abs(x - q.numbers[k])));
    if (!(off <= 1e-8)) return `off by ${off}`;
    return JSON.stringify(p.primitives) === JSON.stringify(q.primitives) ? null : 'other contacts';
  };

  test('offset, stride and kind of array do not matter', () => {
    const rng = new Rng(seed, 100);
    for (const kind of MESH_KINDS) {
      const spec = randomMesh(rng, kind);
      const rounded = { ...spec, positions: spec.positions.map(Math.fround) };
      const others = probe(rng);
      const expected = answers(meshShape(lib, rounded), others);
      const n = spec.positions.length / 3;
      for (const make of [
        (x: number[]) => x,
        (x: number[]) => Float32Array.from(x),
        (x: number[]) => Float64Array.from(x),
      ]) {
        for (const [first, stride] of [
          [0, 3],
          [2, 8],
          [5, 4],
        ]) {
          const raw: number[] = Array(first + stride * n).fill(Number.NaN);
          for (let i = 0; i < n; i++)
            for (let k = 0; k < 3; k++) raw[first + stride * i + k] = rounded.positions[3 * i + k];
          const positions = new lib.VertexArray(make(raw), { offset: first, stride, count: n });
          const faces = spec.faces;
          const mesh = new lib.Mesh(
            faces
              ? { positions, faces, solid: spec.solid }
              : { positions, indices: Uint32Array.from(spec.corners), solid: spec.solid },
          );
          mesh.validate();
          expect(differ(answers(mesh, others), expected)).toBeNull();
        }
      }
    }
  });

  test('two meshes share an array; replace refits both; indices stay as they are', () => {
    const rng = new Rng(seed, 101);
    const spec = torus(rng, 10, 6, 0.3, false);
    const vertices = new lib.VertexArray(Float64Array.from(spec.positions));
    const half = spec.corners.length / 6 - ((spec.corners.length / 6) % 1);
    const cut = 3 * Math.floor(half);
    const [first, second] = [Object.freeze(spec.corners.slice(0, cut)), Object.freeze(spec.corners.slice(cut))];
    const a = new lib.Mesh({ positions: vertices, indices: first });
    const b = new lib.Mesh({ positions: vertices, indices: second });
    const others = probe(rng);
    for (let step = 0; step < 4; step++) {
      const next = spec.positions.map((x, k) => x * (1 + 0.3 * Math.sin(step + x)) + (k % 3 === 2 ? 0.2 * step : 0));
      vertices.replace(Float64Array.from(next));
      for (const [mesh, indices] of [
        [a, first],
        [b, second],
      ] as const) {
        mesh.validate();
        expect(differ(answers(mesh, others), answers(new lib.Mesh({ positions: next, indices }), others))).toBeNull();
      }
    }
    // Colliders that were there before follow.
    const c = new lib.Collider(a);
    const ball = new lib.Collider(new lib.Sphere(0.1), { position: [50, 0, 0] });
    const before = lib.closestPoints(c, ball).distance;
    vertices.replace(spec.positions.map((x, k) => (k % 3 === 0 ? x + 20 : x)));
    expect(c.bounds().min.x).toBeGreaterThan(15);
    expect(lib.closestPoints(c, ball).distance).toBeLessThan(before - 15);
  });

  test('refit after a deformation is as good as new', () => {
    findings(102, 24, (judge, rng, i) => {
      const spec = randomMesh(rng, MESH_KINDS[i % MESH_KINDS.length]);
      const positions = rng.pick([Float64Array, Float32Array]).from(spec.positions);
      const { corners, faces } = spec;
      // The form of solids is judged anew: pushed about, a box is a box no more.
      const shape = new lib.Mesh(
        faces ? { positions, faces, solid: spec.solid } : { positions, indices: corners, solid: spec.solid },
      );
      const c = new lib.Collider(shape);
      const others = probe(rng);
      answers(shape, others);
      for (let step = 0; step < 3; step++) {
        const grow = rng.pick([0.05, 0.5]);
        // Seams move together: by where they are.
        for (let k = 0; k < positions.length; k += 3) {
          const [x, y, z] = [positions[k], positions[k + 1], positions[k + 2]];
          positions[k] = x + grow * Math.sin(3 * y + step);
          positions[k + 1] = y + grow * Math.sin(2 * z);
          positions[k + 2] = z + grow * Math.cos(4 * x);
        }
        shape.refit();
        shape.validate();
        const now: MeshSpec = { ...spec, positions: [...positions], integer: false };
        const thing: Thing = {
          name: now.name,
          collider: c,
          parts: [{ mesh: now, shape: null, matrix: matrixOf({}), child: null, curved: false }],
          curved: false,
          solid: now.solid,
          exact: false,
        };
        // Bent polygons are cut as they were; only triangles can be compared with a new mesh.
        if (faces === null) {
          const fresh = answers(
            new lib.Mesh({ positions: [...positions], indices: corners, solid: spec.solid }),
            others,
          );
          const got = answers(shape, others);
          const difference = differ(fresh, got);
          if (difference !== null) judge.fail('refit differs', difference, thing);
          const other = randomThing(lib, rng, {
            kind: rng.pick(['convex', 'soup', 'torus'] as const),
            size: 1,
            position: rng.inBall(1),
          });
          checkPair(judge, thing, other, false);
          checkRay(judge, thing, rng.inBall(3), rng.inBall(1));
        }
      }
    });
  });

  test('what was asked before leaves no trace: moves, scales, margins, refits and replacements in any order', () => {
    findings(106, 16, (judge, rng, i) => {
      const specs = [
        randomMesh(rng, rng.pick(['soup', 'torus', 'grid', 'solidTorus', 'dirty'] as const)),
        soup(rng, 6),
      ];
      const arrays = specs.map((spec) => new lib.VertexArray(Float64Array.from(spec.positions)));
      const build = (from: readonly lib.VertexArray[]): lib.Shape[] => {
        const meshes = specs.map(
          (spec, k) => new lib.Mesh({ positions: from[k], indices: spec.corners, solid: spec.solid }),
        );
        const inner = new lib.Compound([
          { shape: meshes[0], scale: [1, 2, 0.5], position: [0.3, 0, 0] },
          { shape: new lib.Sphere(0.2) },
        ]);
        return [
          ...meshes,
          inner,
          new lib.Compound([
            { shape: inner, scale: 0.7 },
            { shape: meshes[1], position: [0, 0.5, 0] },
          ]),
        ];
      };
      const shapes = build(arrays);
      const colliders = [...shapes, shapes[0], shapes[2]].map((shape) => new lib.Collider(shape));
      for (let step = 0; step < 10; step++) {
        const c = rng.pick(colliders);
        const what = rng.int(7);
        if (what === 0) c.setPosition(rng.inBall(1));
        else if (what === 1) c.setOrientation(rng.quaternion());
        else if (what === 2) c.setScale(rng.pick<number | Vec>([1, 2, -1, [1, 0.5, 2], [1, 1, 0]]));
        else if (what === 3)
          c.setMatrix(matrixOf({ position: rng.inBall(1), scale: [0.5, 1, 1.5], orientation: rng.quaternion() }));
        else if (what === 4) c.margin = rng.pick([0, 0.1, 0.02]);
        else {
          const k = rng.int(2);
          const old = arrays[k].array as Float64Array;
          const [sx, sy] = [rng.range(0.8, 1.2), rng.range(-0.3, 0.3)];
          const next = old.map((x, j) => (j % 3 === 0 ? sx * x + sy * old[j + 1] : x + (j % 3 === 2 ? sy : 0)));
          if (what === 5) arrays[k].replace(next);
          else {
            old.set(next);
            (shapes[k] as lib.Mesh).refit();
          }
        }
        const fresh = build(arrays.map((x) => new lib.VertexArray(Float64Array.from(x.array))));
        const copies = colliders.map(
          (x) => new lib.Collider(fresh[shapes.indexOf(x.shape)], { matrix: x.getMatrix(), margin: x.margin }),
        );
        const [p, q] = [rng.int(colliders.length), rng.int(colliders.length)];
        const thing = (collider: lib.Collider): Thing => ({
          name: `collider, case ${i}, step ${step}, change ${what}`,
          collider,
          parts: [],
          curved: true,
          solid: false,
          exact: false,
        });
        const fail = (kind: string, detail: string) =>
          judge.fail(`stale: ${kind}`, detail, thing(colliders[p]), thing(colliders[q]));
        const one = lib.signedDistance(colliders[p], colliders[q]);
        const two = lib.signedDistance(copies[p], copies[q]);
        if (one.distance <= 0 !== two.distance <= 0 && Math.abs(one.distance - two.distance) > 1e-11)
          fail('decision', `${one.distance}, fresh ${two.distance}`);
        else if ((two.distance > 0 || (one.exact && two.exact)) && Math.abs(one.distance - two.distance) > 1e-7)
          fail('distance', `${one.distance}, fresh ${two.distance}`);
        const list = (x: lib.Collider, y: lib.Collider) =>
          lib
            .contacts(x, y)
            .map((k) => `${k.primitiveA} ${k.primitiveB}`)
            .sort()
            .join();
        if (list(colliders[p], colliders[q]) !== list(copies[p], copies[q])) fail('contacts', '');
        const [from, to] = [rng.inBall(3), rng.inBall(1)];
        const [h, g] = [lib.rayCast(colliders[p], from, to), lib.rayCast(copies[p], from, to)];
        if ((h === null) !== (g === null) || (h !== null && Math.abs(h.t - g!.t) > 1e-7))
          fail('ray', `${h?.t}, fresh ${g?.t}`);
        const [b, d] = [colliders[p].bounds(), copies[p].bounds()];
        if (Math.max(norm(sub(vec(b.min), vec(d.min))), norm(sub(vec(b.max), vec(d.max)))) > 1e-12) fail('bounds', '');
      }
    });
  });

  test('solid: the hull is that of the vertices as they are', () => {
    const spec = offset(boxMesh(2, 2, 2, 2), [-1, -1, -1]);
    const positions = Float64Array.from(spec.positions);
    const mesh = new lib.Mesh({ positions, indices: spec.corners, solid: true });
    const c = new lib.Collider(mesh);
    const ball = new lib.Collider(new lib.Sphere(0.25), { position: [0, 0.75, 0] });
    expect(lib.penetration(c, ball)).toMatchObject({ depth: expect.closeTo(0.5, 8), exact: true });
    // Push the middle of the top down to y = 0.25: a pit.
    for (let k = 0; k < positions.length; k += 3)
      if (positions[k + 1] === 1 && positions[k] === 0 && positions[k + 2] === 0) positions[k + 1] = 0.25;
    mesh.refit();
    ball.setPosition([0, 0.9, 0]);
    expect(lib.intersects(c, ball)).toBe(false);
    expect(lib.containsPoint(c, [0, 0.5, 0])).toBe(false);
    expect(lib.containsPoint(c, [0, 0.2, 0])).toBe(true);
    ball.setPosition([0, 0.3, 0]);
    expect(lib.penetration(c, ball)).toMatchObject({ exact: false });
  });

  test('a serialised tree serves a mesh of the same faces', () => {
    const rng = new Rng(seed, 103);
    for (const kind of MESH_KINDS) {
      for (const strategy of ['midpoint', 'fast', 'sah'] as const) {
        const spec = randomMesh(rng, kind);
        const options = spec.faces ? { faces: spec.faces } : { indices: spec.corners };
        const one = new lib.Mesh({ positions: [...spec.positions], ...options, solid: spec.solid, strategy });
        one.validate();
        const tree = one.serializeTree();
        expect(tree).toBeInstanceOf(ArrayBuffer);
        const sent = structuredClone(tree, { transfer: [tree.slice(0)] });
        const two = new lib.Mesh({ positions: [...spec.positions], ...options, solid: spec.solid, tree: sent });
        two.validate();
        const others = probe(rng);
        expect(differ(answers(two, others), answers(one, others))).toBeNull();
        // And it can be refitted.
        two.vertices.replace(spec.positions.map((x) => 2 * x));
        two.validate();
      }
    }
  });

  test('trees that are none, or of another mesh, are refused', () => {
    const spec = soup(new Rng(seed, 104), 20);
    const other = new lib.Mesh({
      positions: [...soup(new Rng(seed, 105), 7).positions],
      indices: Array.from({ length: 21 }, (_, k) => k),
    });
    const make = (tree: unknown) => () =>
      new lib.Mesh({ positions: [...spec.positions], indices: spec.corners, tree: tree as ArrayBuffer });
    expect(make(other.serializeTree())).toThrow(RangeError);
    expect(make(new ArrayBuffer(0))).toThrow();
    expect(make(new ArrayBuffer(64))).toThrow();
    expect(make('tree')).toThrow(TypeError);
    expect(make(other.serializeTree().slice(0, -4))).toThrow();
  });
});

// ------------------------------------------------------------------------------------------------------------------ faces

describe(`faces, seed ${seed}`, () => {
  test('a window frame lets through what passes its hole', () => {
    const frame = new lib.Collider(
      new lib.Mesh({
        positions: [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 1, 1, 0, 3, 1, 0, 3, 3, 0, 1, 3, 0],
        faces: [[0, 1, 2, 3, 0, 4, 7, 6, 5, 4]],
      }),
    );
    const ball = new lib.Collider(new lib.Sphere(0.9), { position: [2, 2, 0] });
    expect(lib.intersects(frame, ball)).toBe(false);
    expect(lib.closestPoints(frame, ball).distance).toBeCloseTo(0.1, 9);
    expect(lib.castShape(ball, [0, 0, 0], frame, [0, 0, 0])).toBeNull();
    ball.setPosition([2, 2, 3]);
    expect(lib.castShape(ball, [0, 0, -6], frame, [0, 0, 0])).toBeNull();
    expect(lib.rayCast(frame, [2, 2, 1], [2, 2, -1])).toBeNull();
    expect(lib.rayCast(frame, [0.5, 2, 1], [0.5, 2, -1])).toMatchObject({ t: 0.5, primitive: 0 });
    // On the bridge, on the border of the hole.
    expect(lib.rayCast(frame, [0.5, 0.5, 1], [0.5, 0.5, -1])).toMatchObject({ t: 0.5 });
    expect(lib.containsPoint(frame, [1, 2, 0])).toBe(true);
    expect(lib.containsPoint(frame, [1.0001, 2, 0])).toBe(false);
    const big = new lib.Collider(new lib.Box([6, 6, 0.1]), { position: [2, 2, 0] });
    expect(lib.contacts(frame, big).map((c) => [c.primitiveA, c.primitiveB])).toEqual([[0, -1]]);
  });

  test('one contact a pair of faces, however they are cut', () => {
    findings(110, 30, (judge, rng) => {
      const a = meshThing(lib, mixed(rng, 1 + rng.int(5)));
      const b = meshThing(lib, mixed(rng, 1 + rng.int(5)), at(rng.int(3), rng.int(3), rng.int(3)));
      checkPair(judge, a, b, false);
      checkContains(judge, a, rng, 10);
    });
  });
});

// ----------------------------------------------------------------------------------------------------------------- errors

describe('bad input is refused and named', () => {
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const indices = [0, 1, 2];
  const make = (options: unknown) => () => new lib.Mesh(options as lib.MeshOptions);
  const cases: [string, unknown, ErrorConstructor, RegExp][] = [
    ['index out of range', { positions, indices: [0, 1, 2, 0, 1, 4] }, RangeError, /5\b.*\b4\b/],
    ['negative index', { positions, indices: [0, -1, 2] }, RangeError, /1\b.*-1/],
    ['non-integer index', { positions, indices: [0, 1, 1.5] }, RangeError, /2\b.*1\.5/],
    ['NaN index', { positions, indices: [0, 1, Number.NaN] }, RangeError, /NaN/],
    ['index out of range, typed', { positions, indices: new Uint16Array([0, 1, 7]) }, RangeError, /2\b.*\b7\b/],
    ['two indices', { positions, indices: [0, 1] }, RangeError, /3.*2/],
    ['no index', { positions, indices: [] }, RangeError, /indices/],
    ['no vertex', { positions: [], indices }, RangeError, /positions/],
    ['NaN vertex', { positions: [0, 0, 0, 1, Number.NaN, 0, 0, 1, 0], indices }, RangeError, /vertex 1.*NaN/],
    ['infinite vertex', { positions: [0, 0, 0, 1, 0, 0, 0, 1, Infinity], indices }, RangeError, /vertex 2.*Infinity/],
    ['ten numbers', { positions: [...positions.slice(0, 9), 1], indices }, RangeError, /10.*multiple.*3/],
    ['positions of strings', { positions: 'abc', indices }, TypeError, /positions/],
    ['positions missing', { indices }, TypeError, /positions/],
    ['both indices and faces', { positions, indices, faces: [[0, 1, 2]] }, TypeError, /both/],
    ['neither', { positions }, TypeError, /neither/],
    ['nothing', undefined, TypeError, /options/],
    [
      'faces: out of range',
      {
        positions,
        faces: [
          [0, 1, 2],
          [0, 9],
        ],
      },
      RangeError,
      /1.*9/,
    ],
    ['faces: not an integer', { positions, faces: [[0, 0.5, 2]] }, RangeError, /0\.5/],
    ['faces: none', { positions, faces: [] }, RangeError, /faces/],
    ['faces: an empty one', { positions, faces: [[0], []] }, RangeError, /1/],
    ['faces: no arrays', { positions, faces: [0, 1, 2] }, TypeError, /faces/],
    ['solid of a string', { positions, indices, solid: 'yes' }, TypeError, /solid.*yes/],
    ['solid of an open mesh', { positions, indices, solid: true }, RangeError, /solid.*0–1.*1–2.*2–0/s],
  ];
  test.each(cases)('%s', (_, options, type, message) => {
    expect(make(options)).toThrow(type);
    expect(make(options)).toThrow(message);
  });

  test('solid with a flipped triangle lists its edges', () => {
    const { positions, corners } = boxMesh(1, 1, 1);
    const flipped = [...corners];
    [flipped[0], flipped[1]] = [flipped[1], flipped[0]];
    expect(make({ positions: [...positions], indices: flipped, solid: true })).toThrow(/inconsistent.*triangle/s);
    expect(make({ positions: [...positions], indices: corners.slice(3), solid: true })).toThrow(/3 open/);
  });

  test('vertex arrays', () => {
    const array =
      (...args: unknown[]) =>
      () =>
        new lib.VertexArray(...(args as [number[]]));
    expect(array(positions, { stride: 2 })).toThrow(/stride.*2/);
    expect(array(positions, { offset: -1 })).toThrow(/offset.*-1/);
    expect(array(positions, { offset: 1.5 })).toThrow(/offset.*1\.5/);
    expect(array(positions, { count: 5 })).toThrow(RangeError);
    expect(array(positions, { stride: 5 })).toThrow(/stride 5/);
    expect(array(new Int8Array(9))).toThrow(TypeError);
    const v = new lib.VertexArray(positions);
    expect(() => v.replace([1, 2, 3])).toThrow(RangeError);
    expect(() => v.replace(positions.map((x, k) => (k === 4 ? Number.NaN : x)))).toThrow(/vertex 1/);
    expect(v.array).toBe(positions);
  });

  test('a refit to vertices that are not finite is refused, or at least no query hangs or throws', () => {
    const array = new Float64Array(positions);
    const mesh = new lib.Mesh({ positions: array, indices: [0, 1, 2, 0, 2, 3] });
    const [c, ball] = [new lib.Collider(mesh), new lib.Collider(new lib.Sphere(1))];
    array[4] = Number.NaN;
    try {
      mesh.refit();
    } catch (error) {
      expect(String(error)).toMatch(/vertex 1|\[4\]/);
      return;
    }
    lib.signedDistance(c, ball);
    lib.rayCast(c, [0, 0, 1], [0, 0, -1]);
    lib.castShape(c, [0, 0, 0], ball, [1, 1, 1]);
  });

  test('compounds', () => {
    const make = (parts: unknown) => () => new lib.Compound(parts as lib.CompoundPart[]);
    const box = new lib.Box([1, 1, 1]);
    expect(make([])).toThrow(RangeError);
    expect(make(undefined)).toThrow(TypeError);
    expect(make([{ shape: box }, { shape: 'box' }])).toThrow(/parts\[1\]/);
    expect(make([{ shape: box, position: [0, Number.NaN, 0] }])).toThrow(/parts\[0\].*NaN/s);
    expect(make([{ shape: box, scale: Infinity }])).toThrow(/Infinity/);
    expect(make([{ shape: box, matrix: [1, 2] }])).toThrow(/matrix/);
    expect(make([{ shape: box, matrix: matrixOf({}), scale: 2 }])).toThrow(TypeError);
    expect(make([box])).toThrow(TypeError);
  });

  test('degenerate meshes are legal and have the answers of their points', () => {
    const point = new lib.Collider(new lib.Mesh({ positions: [1, 2, 3], indices: [0, 0, 0] }));
    const line = new lib.Collider(new lib.Mesh({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], indices: [0, 1, 2] }));
    expect(lib.closestPoints(point, line).distance).toBeCloseTo(Math.hypot(2, 3), 12);
    expect(lib.containsPoint(line, [1.5, 0, 0])).toBe(true);
    expect(lib.containsPoint(line, [1.5, 1e-6, 0])).toBe(false);
    point.setPosition([-0.5, -2, -3]);
    expect(lib.intersects(point, line)).toBe(true);
    expect(lib.penetration(line, point)?.depth).toBeCloseTo(0, 12);
    const nothing = new lib.Collider(meshShape(lib, boxMesh(1, 1, 1)), { scale: 0, position: [1, 0, 0] });
    expect(lib.intersects(nothing, line)).toBe(true);
    expect(lib.signedDistance(nothing, line).distance).toBeLessThanOrEqual(0);
    nothing.setPosition([1, 1, 0]);
    expect(lib.closestPoints(nothing, line).distance).toBeCloseTo(1, 12);
  });
});
