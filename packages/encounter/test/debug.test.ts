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
  MinkowskiSum,
  Placed,
  Polytope,
  recordQuery,
  Sphere,
  signedDistance,
} from '../src/index.ts';

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
