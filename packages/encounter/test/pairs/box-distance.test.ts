/**
 * The distance of two boxes (`primitives/box-gap.ts`) beside that of the 24 edges from the other box, which `closestObbObb` measures: within
 * `error`, with points on the boxes, and mostly without a step of GJK. A wrong point of a box leaves the bounds open, so the last fails
 * first.
 */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Collider,
  Cylinder,
  closestPoints,
  intersects,
  PairCache,
  penetration,
  type QuatInput,
  signedDistance,
  type Vec3,
} from '../../src/index.ts';
import { closestObbObb, closestPointObb } from '../../src/primitives/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

type Triple = [number, number, number];

const seed = seedFromEnv(20261119);

// The first cylinder of a program installs another start of GJK, which serves all pairs. With it the points are less accurate.
new Cylinder(1, 1);

const side = (rng: Rng): number => (rng.chance(0.05) ? 0 : rng.range(0.3, 2));

function boxes(rng: Rng, turn: QuatInput, other: QuatInput): [Collider, Collider] {
  const a = new Collider(new Box([side(rng), side(rng), side(rng)]), { orientation: turn });
  const position: Triple = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3)];
  return [a, new Collider(new Box([side(rng), side(rng), side(rng)]), { orientation: other, position })];
}

function asObb(c: Collider): Parameters<typeof closestObbObb>[0] {
  const m = c.getMatrix();
  const column = (i: number): Triple => [m[4 * i], m[4 * i + 1], m[4 * i + 2]];
  return { center: column(3), axes: [column(0), column(1), column(2)], half: (c.shape as Box).half };
}

function apartBy(p: Vec3, q: Vec3): number {
  return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);
}

/** Each kind of pair, and the part of them that GJK may be left with. */
const cases: Record<string, [(rng: Rng) => [Collider, Collider], number]> = {
  'of any orientation': [(rng) => boxes(rng, rng.quaternion(), rng.quaternion()), 0.02],
  'of one orientation': [
    (rng) => {
      const turn = rng.quaternion();
      return boxes(rng, turn, turn);
    },
    0,
  ],
  'along the axes': [(rng) => boxes(rng, [0, 0, 0, 1], [0, 0, 0, 1]), 0],
  'with one vertical': [
    (rng) => {
      const angle = rng.range(-3, 3);
      return boxes(rng, [0, 0, 0, 1], [0, Math.sin(angle), 0, Math.cos(angle)]);
    },
    0.12,
  ],
  'almost touching': [
    (rng) => {
      const [a, b] = boxes(rng, rng.quaternion(), rng.quaternion());
      const { distance, normal } = signedDistance(a, b);
      const m = b.getMatrix();
      const k = rng.log(1e-13, 1e-3) - distance;
      return [a, b.setPosition([m[12] + k * normal.x, m[13] + k * normal.y, m[14] + k * normal.z])];
    },
    0.25,
  ],
};

describe(`the distance of boxes, seed ${seed}`, () => {
  for (const [i, [name, [draw, left]]] of Object.entries(cases).entries())
    test(name, () => {
      const rng = new Rng(seed, i);
      let apart = 0;
      let steps = 0;
      for (let k = 0; k < runs(3000); k++) {
        const [a, b] = draw(rng);
        const found = closestPoints(a, b);
        if (found.distance === 0) continue;
        apart++;
        if (found.iterations > 0) steps++;
        const { distance, pointA, pointB, normal } = found;
        const [p, q] = [asObb(a), asObb(b)];
        expect(Math.abs(distance - closestObbObb(p, q).distance)).toBeLessThanOrEqual(found.error);
        expect(found.converged).toBe(true);
        expect(Math.hypot(normal.x, normal.y, normal.z)).toBeCloseTo(1, 14);
        // What the distance is off by, the points may be off by along the normal. In closed form it is rounding.
        expect(apartBy(closestPointObb(pointA, p), pointA)).toBeLessThanOrEqual(Math.max(1e-14, found.error));
        expect(apartBy(closestPointObb(pointB, q), pointB)).toBeLessThanOrEqual(Math.max(1e-11, found.error));
        expect(intersects(a, b)).toBe(false);
        expect(penetration(a, b)).toBe(null);
        expect(signedDistance(a, b).distance).toBe(distance);
        if (distance < 1e-6) continue;
        // The axis that the cache keeps separates the pair.
        const options = { cache: new PairCache(), maxDistance: distance / 2 };
        expect(closestPoints(a, b, null, options).distance).toBe(Infinity);
        expect(options.cache.apart).toBe(true);
        expect(options.cache.separates(a, b)).toBe(true);
      }
      expect(apart).toBeGreaterThan(runs(3000) / 2);
      expect(steps / apart).toBeLessThanOrEqual(left);
    });
});
