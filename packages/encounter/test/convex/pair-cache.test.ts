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
  signedDistance,
} from '../../src/index.ts';

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const next = random(7);
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
