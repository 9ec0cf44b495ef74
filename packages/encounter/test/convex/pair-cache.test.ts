/** A PairCache makes queries faster, never different. */
import { describe, expect, it } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  closestPoints,
  Ellipsoid,
  intersects,
  PairCache,
  Polytope,
  penetration,
  type Shape,
  Sphere,
  signedDistance,
} from '../../src/index.ts';
import { Rng } from '../support/rng.ts';

const rng = new Rng(7);
const next = (): number => rng.range(-1, 1);
const hull = new Polytope(Array.from({ length: 40 }, () => [next(), next(), next()] as [number, number, number]));
const shapes: Shape[] = [
  new Box([1, 2, 1.5]),
  new Capsule(0.3, 1),
  new Cylinder(0.6, 1),
  new Cone(0.7, 1.5),
  new Ellipsoid([0.5, 0.8, 1]),
  hull,
];

describe('PairCache', () => {
  it('seed 7: the same answers along slow motions, whatever is asked first', () => {
    let together = 0;
    let saved = 0;
    for (const shapeA of shapes)
      for (const shapeB of shapes) {
        const a = new Collider(shapeA);
        const b = new Collider(shapeB);
        const cache = new PairCache();
        const from = [3 * next(), 3 * next(), 3 * next()];
        const spin = [next(), next(), next()];
        for (let frame = 0; frame < 60; frame++) {
          const t = 1 - frame / 40;
          b.setPosition([t * from[0], t * from[1], t * from[2]]);
          b.setOrientation([0.02 * frame * spin[0], 0.02 * frame * spin[1], 0.02 * frame * spin[2], 1]);
          const plain = signedDistance(a, b);
          const options = { cache };
          const size = 2.5;
          if (frame % 3 !== 0) expect(intersects(a, b, options)).toBe(plain.distance <= 0);
          if (frame % 4 === 0)
            expect(closestPoints(a, b, undefined, options).distance).toBeCloseTo(Math.max(plain.distance, 0), 7);
          if (frame % 5 === 0)
            expect(penetration(a, b, undefined, options)?.depth ?? 0).toBeCloseTo(Math.max(-plain.distance, 0), 7);
          const cached = signedDistance(a, b, undefined, options);
          expect(Math.abs(cached.distance - plain.distance)).toBeLessThan(2e-8 * size);
          if (plain.distance <= 0) together++;
          saved += plain.iterations - cached.iterations;
        }
      }
    expect(together).toBeGreaterThan(300);
    expect(saved).toBeGreaterThan(0);
  });

  it('is not misled by other shapes or a change of scale', () => {
    const cache = new PairCache();
    const a = new Collider(new Box([1, 1, 1]), { scale: 4 });
    const b = new Collider(new Cylinder(0.5, 1), { position: [1.5, 0.2, 0.1] });
    expect(intersects(a, b, { cache })).toBe(true);
    a.setScale(0.5);
    expect(intersects(a, b, { cache })).toBe(false);
    const c = new Collider(new Cone(5, 5));
    expect(intersects(c, b, { cache })).toBe(intersects(c, b));
    cache.clear();
    expect(intersects(c, b, { cache })).toBe(intersects(c, b));
  });
});

describe('the axis that is kept', () => {
  const solids = {
    sphere: new Sphere(0.5),
    capsule: new Capsule(0.3, 1),
    box: new Box([1, 1.2, 0.8]),
    polytope: new Polytope([-1, 1].flatMap((x) => [-0.7, 0.7].flatMap((y) => [-0.6, 0.6].map((z) => [x, y, z])))),
    cone: new Cone(0.5, 1),
  };
  const names = Object.keys(solids) as (keyof typeof solids)[];

  // In either order, by closed form or not: a wrong sign would cost nothing but time, which no other test sees.
  it.each(names.flatMap((a) => names.map((b) => [a, b] as const)))(
    '%s and %s: separates them again',
    (nameA, nameB) => {
      const a = new Collider(solids[nameA], { orientation: [0.1, 0.2, 0.3, 0.9] });
      const b = new Collider(solids[nameB], { position: [2.3, 1.4, 0.5], orientation: [0.4, -0.2, 0.1, 0.8] });
      const cache = new PairCache();
      expect(intersects(a, b, { cache })).toBe(false);
      expect(cache.apart).toBe(true);
      expect(cache.separates(a, b)).toBe(true);
    },
  );
});
