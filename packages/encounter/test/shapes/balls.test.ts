/** The balls around the origin that are inside of shapes, which boolean queries try first. */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { Vec3 } from '../../src/math/vec3.ts';
import { type Shape, ShapeKind } from '../../src/shapes/shape.ts';
import { buildShape, FLAVORS, KINDS, randomSpec } from '../support/generators.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';

const SEED = seedFromEnv(20261116);

function unit(rng: Rng): Vec3 {
  const z = rng.range(-1, 1);
  const phi = rng.range(0, 2 * Math.PI);
  const r = Math.sqrt(1 - z * z);
  return new Vec3(r * Math.cos(phi), r * Math.sin(phi), z);
}

/** The least support value over many directions. */
function leastSupport(shape: Shape, rng: Rng): number {
  const p = new Vec3();
  let least = Infinity;
  for (let k = 0; k < 300; k++) {
    const d =
      k < 6
        ? new Vec3(k === 0 ? 1 : k === 1 ? -1 : 0, k === 2 ? 1 : k === 3 ? -1 : 0, k === 4 ? 1 : k === 5 ? -1 : 0)
        : unit(rng);
    shape.support(d, p);
    least = Math.min(least, p.x * d.x + p.y * d.y + p.z * d.z);
  }
  return least;
}

describe(`balls, seed ${SEED}`, () => {
  test.each(KINDS)('%s: around it', (kind) => {
    const rng = new Rng(SEED, KINDS.indexOf(kind));
    for (let i = 0; i < 60; i++) {
      const shape = buildShape(
        lib,
        randomSpec(rng, kind, 10 ** rng.range(-2, 2), FLAVORS[i % FLAVORS.length]),
      ) as Shape;
      if (shape.kind >= ShapeKind.halfspace) return;
      const { core } = shape;
      const least = leastSupport(core, rng);
      const slack = 1e-14 * (core.extent + Math.abs(least));
      expect(core.inner, `${shape}`).toBeLessThanOrEqual(least + slack);
    }
  });

  test('the largest that they can be', () => {
    const close = (shape: Shape, inner: number): void => {
      expect(shape.inner).toBeCloseTo(inner, 12);
    };
    close(new lib.Box([2, 4, 6]), 1);
    close(new lib.Cylinder(3, 8), 3);
    close(new lib.Cone(3, 8), 12 / Math.sqrt(73));
    close(new lib.Ellipsoid([1, 2, 4]).core, 0.75);
    close(new lib.Capsule(1, 4).core, 0);
    close(new lib.Polytope([-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].map((z) => [x, y, z])))), 1);
    close(
      new lib.Polytope([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [-1, -1, -1],
      ]),
      1 / Math.sqrt(11),
    );
  });

  test('none without the origin', () => {
    expect(new lib.Segment([0, 0, 0], [1, 0, 0]).inner).toBe(-Infinity);
    expect(
      new lib.Polytope([
        [1, 0, 0],
        [2, 0, 0],
        [1, 1, 0],
        [1, 0, 1],
      ]).inner,
    ).toBe(-Infinity);
    expect(
      new lib.Polytope([
        [1, 0, 0],
        [-1, 1, 0],
        [-1, -1, 0],
      ]).inner,
    ).toBe(-Infinity);
  });
});
