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
import { csoOf, radiusOf, recall, supportOf } from '../support/drive.ts';
import { plainGjk } from '../support/plain-gjk.ts';
import { Rng, runs } from '../support/rng.ts';
import { dot } from '../support/vectors.ts';

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

describe('what is kept, moved to another pose', () => {
  const turnedTo = (c: Collider, seed: number, reach: number): Collider => {
    const at = new Rng(seed);
    return c.setPosition(at.inBall(reach)).setOrientation(at.quaternion());
  };

  it('seed 11: an axis that is said to separate does, whatever the cache has seen before', () => {
    let separated = 0;
    for (let i = 0; i < runs(600); i++) {
      const draw = new Rng(11, i);
      const cache = new PairCache();
      const colliders = Array.from({ length: 3 }, () => new Collider(draw.pick(shapes), { margin: 0.1 * draw.int(2) }));
      for (let k = 0; k < 6; k++) {
        const [a, b] = [draw.pick(colliders), draw.pick(colliders)];
        if (a === b) continue;
        turnedTo(a, 100 * i + k, 2);
        turnedTo(b, 100 * i + k + 50, 2);
        if (cache.apart && cache.separates(a, b)) {
          separated++;
          const cso = csoOf(a, b);
          expect(plainGjk(supportOf(cso)).upper, `case ${i}, ${k}`).toBeGreaterThan(radiusOf(cso));
        }
        signedDistance(a, b, undefined, { cache });
      }
    }
    expect(separated).toBeGreaterThan(runs(20));
  });

  it('seed 12: the simplex that is recalled is made of points of A − B', () => {
    let recalled = 0;
    for (let i = 0; i < runs(300); i++) {
      const draw = new Rng(12, i);
      const a = new Collider(draw.pick(shapes));
      const b = new Collider(draw.pick(shapes));
      turnedTo(a, 3 * i, 1);
      turnedTo(b, 3 * i + 1, 1);
      const cache = new PairCache();
      signedDistance(a, b, undefined, { cache });
      turnedTo(b, 3 * i + 2, 1);
      const cso = csoOf(a, b);
      const { used, points } = recall(cache, cso);
      if (!used) continue;
      recalled++;
      const support = supportOf(cso);
      for (const y of points)
        for (let k = 0; k < 20; k++) {
          const n = draw.direction();
          expect(dot(n, y), `case ${i}`).toBeLessThan(dot(n, support(n)) + 1e-12);
        }
    }
    expect(recalled).toBeGreaterThan(runs(100));
  });

  it('forgets other shapes, and everything when cleared', () => {
    const a = new Collider(new Cylinder(0.5, 1));
    const b = new Collider(new Cone(0.5, 1), { position: [2, 0.3, 0.1] });
    const c = new Collider(new Cone(0.6, 1), { position: [2, 0.3, 0.1] });
    const cache = new PairCache();
    expect(recall(cache, csoOf(a, b)).used).toBe(false);
    signedDistance(a, b, undefined, { cache });
    expect(recall(cache, csoOf(a, b)).used).toBe(true);
    expect(recall(cache, csoOf(a, c)).used).toBe(false);
    cache.clear();
    expect(recall(cache, csoOf(a, b)).used).toBe(false);
    expect(cache.apart).toBe(false);
  });
});
