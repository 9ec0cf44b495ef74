/** The recorder tells what GJK and EPA did, and changes nothing; a described query can be run again. */
import { describe, expect, it } from 'vitest';
import * as encounter from '../src/index.ts';
import {
  Box,
  Collider,
  Cone,
  Cylinder,
  describeQuery,
  Halfspace,
  HullOf,
  Inflated,
  Mesh,
  MinkowskiSum,
  type Motion,
  Placed,
  Polytope,
  placeAlong,
  recordImpact,
  recordQuery,
  Sphere,
  signedDistance,
  timeOfImpact,
  Vec3,
} from '../src/index.ts';
import { cross, subtract } from '../src/math/vec3.ts';

const pairs: [string, Collider, Collider][] = [
  ['apart', new Collider(new Box([1, 2, 3])), new Collider(new Cone(1, 2), { position: [3, 1, 0] })],
  ['together', new Collider(new Cylinder(1, 2)), new Collider(new Box([1, 1, 1]), { position: [0.9, 0.3, 0.1] })],
  [
    'turned and scaled',
    new Collider(new Cone(1, 2), { orientation: [0.1, 0.2, 0.3, 0.9], scale: [1, -2, 0.5] }),
    new Collider(new Cylinder(1, 2), { position: [0.5, 0, 0], margin: 0.1 }),
  ],
];

describe('recordQuery', () => {
  for (const [name, a, b] of pairs)
    it(`${name}: keeps bounds around the answer and leaves it as it was`, () => {
      const { steps, result } = recordQuery(a, b);
      const plain = signedDistance(a, b);
      expect(result.distance).toBe(plain.distance);
      expect(steps.length).toBe(plain.iterations - (steps.some((s) => s.algorithm === 'epa') ? 0 : 1));
      const core = plain.distance + a.radius + b.radius;
      for (const step of steps) {
        if (step.algorithm === 'gjk') {
          expect(step.simplex.length).toBeLessThanOrEqual(3);
          expect(step.lower).toBeLessThanOrEqual(Math.max(core, 0) + 1e-8);
          expect(step.upper).toBeGreaterThanOrEqual(core - 1e-12);
        } else {
          expect(step.nearest).toBeGreaterThanOrEqual(0);
          expect(step.lower).toBeLessThanOrEqual(-core + 1e-12);
          expect(step.upper).toBeGreaterThanOrEqual(-core - 1e-8);
          // A closed surface of triangles: Euler's formula.
          expect(step.faces.length % 2).toBe(0);
        }
      }
    });

  it('sees closed forms only when told to go the long way', () => {
    const a = new Collider(new Sphere(1));
    const b = new Collider(new Sphere(1), { position: [3, 0, 0] });
    expect(recordQuery(a, b).steps).toHaveLength(0);
    const long = recordQuery(a, b, { exact: false });
    expect(long.steps.length).toBeGreaterThan(0);
    expect(long.result.distance).toBeCloseTo(1, 12);
  });
});

describe('recordQuery of a mesh', () => {
  // The solver sees the mesh first in either order; a recording is of A − B as asked.
  const floor = new Mesh({ positions: [-1, -1, 0, 1, -1, 0, 0, 1, 0], indices: [0, 1, 2] });
  const turned = { position: [5, 0, 0], orientation: [0.5, 0.5, 0.5, 0.5] } as const;
  const mesh = new Collider(floor, turned);
  const cone = new Collider(new Cone(1, 2), { orientation: [0.1, 0.2, 0.3, 0.9] });

  it('has its points in A − B, whichever comes first', () => {
    for (const [a, b, side] of [
      [cone, mesh, -1],
      [mesh, cone, 1],
    ] as const) {
      const { steps, result } = recordQuery(a, b);
      expect(steps.length).toBeGreaterThan(0);
      for (const step of steps) expect(side * step.w.x).toBeGreaterThan(0);
      expect(side * result.normal.x).toBeLessThan(0);
    }
  });

  it('has faces that are wound alike in both orders', () => {
    const inside = new Collider(floor, { position: [0.1, 0.2, 0.3] });
    for (const [a, b] of [
      [cone, inside],
      [inside, cone],
    ] as const) {
      const { steps } = recordQuery(a, b);
      const faces = steps.flatMap((step) => (step.algorithm === 'epa' ? step.faces : []));
      expect(faces.length).toBeGreaterThan(0);
      // Counterclockwise seen from outside: the origin, which is inside, lies behind every face.
      for (const [p, q, r] of faces) {
        const n = cross(subtract(q, p, new Vec3()), subtract(r, p, new Vec3()), new Vec3());
        expect(n.x * p.x + n.y * p.y + n.z * p.z).toBeGreaterThan(-1e-12);
      }
    }
  });
});

describe('describeQuery', () => {
  it('prints a program that gives the same answer to the last bit', () => {
    const composite = new HullOf(
      new Placed(new MinkowskiSum(new Box([1, 0.1, 0.3]), new Sphere(0.1)), { position: [1 / 3, 0, -0] }),
      new Inflated(new Polytope([0.1, 0, 0, 0, 0.2, 0, 0, 0, 0.3, -1 / 7, -0.1, -0.1]), 0.05),
    );
    const all: [string, Collider, Collider][] = [
      ...pairs,
      [
        'composite',
        new Collider(composite, { position: [1e6, 0.1, 0] }),
        new Collider(new Sphere(1), { position: [1e6 + 2, 0, 0] }),
      ],
    ];
    for (const [name, a, b] of all) {
      const code = describeQuery(a, b);
      expect(code, name).toContain("from 'encounter'");
      const imports = /import { (.*) } from 'encounter';/.exec(code)?.[1] ?? '';
      const body = code
        .replace(/import .*\n/, '')
        .replace('console.log(signedDistance(a, b));', 'return signedDistance(a, b);');
      const run = new Function('lib', `const { ${imports} } = lib;\n${body}`) as (lib: typeof encounter) => {
        distance: number;
      };
      expect(run(encounter).distance, name).toBe(signedDistance(a, b).distance);
    }
  });
});

describe('recordImpact', () => {
  const rod = new Collider(new Box([2, 0.2, 0.2]), { position: [1, 0, 0] });
  const post = new Collider(new Cylinder(0.25, 2), {
    position: [0, 1.5, 0],
    orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  });
  const swing = (angle: number): Motion => ({ rotation: [0, 0, angle], center: [0, 0, 0] });

  it('keeps steps that follow each other up to the hit, with the distances at their times', () => {
    const before = [...rod.getMatrix()];
    const { steps, result } = recordImpact(rod, swing(2), post, null);
    expect(result).toEqual(timeOfImpact(rod, swing(2), post, null));
    expect(steps.length).toBeGreaterThan(2);
    expect(steps[0].t).toBe(0);
    steps.forEach(({ t, until, found }, i) => {
      expect(until).toBe(steps[i + 1]?.t ?? t);
      const there = placeAlong(new Collider(rod.shape, { matrix: rod.getMatrix() }), swing(2), t);
      expect(found.distance).toBeCloseTo(signedDistance(there, post).distance, 12);
    });
    const last = steps[steps.length - 1];
    expect(last.t).toBe(result!.t);
    expect(last.found.distance).toBeLessThan(1e-8);
    expect([...rod.getMatrix()]).toEqual(before);
  });

  it('ends with a step that proves the rest of the time, when nothing is hit', () => {
    const { steps, result } = recordImpact(rod, swing(1), post, null);
    expect(result).toBeNull();
    expect(steps[steps.length - 1].until).toBe(1);
  });

  it('has steps for halfspaces, for what rests and for what ends in an orientation, and none for meshes', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0));
    const ball = new Collider(new Sphere(1), { position: [0, 1, 0] });
    const rolling = recordImpact(ball, { translation: [3, 0, 0], rotation: [0, 0, -3] }, floor, null);
    expect(rolling.result).toBeNull();
    expect(rolling.steps[rolling.steps.length - 1].until).toBe(1);
    const turned = new Collider(new Box([2, 1, 1]), { position: [0, 3, 0], orientation: [0, 0, 0.6, 0.8] });
    const down: Motion = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
    const { steps, result } = recordImpact(turned, down, floor, null);
    expect(steps[steps.length - 1].t).toBe(result!.t);
    expect(steps[steps.length - 1].found.distance).toBeLessThan(1e-8);
    const mesh = new Collider(new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] }));
    expect(recordImpact(ball, { translation: [0, -3, 0] }, mesh, null).steps).toEqual([]);
  });
});
