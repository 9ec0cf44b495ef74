/** The recorder tells what GJK and EPA did, and changes nothing; a described query can be run again. */
import { describe, expect, it } from 'vitest';
import * as encounter from '../src/index.ts';
import {
  Box,
  Collider,
  Cone,
  Cylinder,
  describeQuery,
  HullOf,
  Inflated,
  Mesh,
  MinkowskiSum,
  Placed,
  Polytope,
  recordQuery,
  Sphere,
  signedDistance,
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
