/** Bugs of primitives, one test each, with the cause. Each was found by `npm run fuzz:primitives`; the numbers are its case. */
import { describe, expect, it } from 'vitest';
import {
  closestPointTriangle,
  impactSphereSphere,
  penetrationSphereTriangle,
  rayCastBox,
  rayCastPolygon,
  rayCastTriangle,
} from '../../src/primitives/index.ts';

type P = [number, number, number];
const distance = (a: { x: number; y: number; z: number }, b: { x: number; y: number; z: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

describe('regressions of primitives', () => {
  /**
   * These rays lie in the plane of the triangle but for the last digit of a coordinate, so that they do cross it. The time is a quotient
   * of two volumes of which rounding left nothing, and the point was beside the triangle by a tenth of its size and more.
   */
  it.each([
    {
      from: [0.09523809523809523, -0.09523809523809523, 0.4761904761904761],
      direction: [-0.2857142857142857, 0, -0.2857142857142857],
      a: [0.42857142857142855, 0, 0.42857142857142855],
      b: [-0.04761904761904762, -0.09523809523809523, 0.3333333333333333],
      c: [-0.4761904761904761, -0.09523809523809525, -0.09523809523809523],
    },
    {
      from: [0, -0.3333333333333333, 0],
      direction: [0, -0.3333333333333333, 0.3333333333333333],
      a: [-0.6666666666666666, 0, -1],
      b: [0, -0.6666666666666666, 0.3333333333333333],
      c: [-0.6666666666666666, -0.6666666666666666, -0.3333333333333333],
    },
    {
      from: [-1.4, 1.4, 1.4],
      direction: [1.4, 0, -1.4],
      a: [0.7, -1.4, -3.5],
      b: [-2.0999999999999996, -1.4, -0.7],
      c: [0.7, 1.4, -0.7],
    },
  ] as { from: P; direction: P; a: P; b: P; c: P }[])('a ray in a triangle but for the last digit: %j', (given) => {
    const { from, direction, a, b, c } = given;
    for (const hit of [
      rayCastTriangle({ from, direction }, { a, b, c }),
      rayCastPolygon({ from, direction }, { points: [a, b, c] }),
    ]) {
      if (hit === null) return expect.fail('no hit');
      expect(distance(hit.point, closestPointTriangle(hit.point, { a, b, c }))).toBeLessThan(2e-15);
    }
  });

  /**
   * The nearest point is a corner, but for rounding. The way there was made perpendicular to the way from that point to the corner,
   * which is rounding and points anywhere.
   */
  it.each([
    {
      sphere: { center: [-0.42, 0.5599999999999999, -2.0999999999999996], radius: 3.5 },
      a: [0.8400000000000002, 2.38, 1.4],
      b: [-1.26, -1.8199999999999996, -0.7],
      c: [0.42, -0.5599999999999999, -0.7],
    },
    {
      sphere: { center: [0, 0.14615384615384616, 0.16923076923076927], radius: 0.5 },
      a: [-0.1, -0.18461538461538463, -0.07692307692307693],
      b: [0.1, -0.10769230769230771, -0.26153846153846155],
      c: [0.1, -0.10769230769230771, -0.26153846153846155],
    },
  ] as {
    sphere: { center: P; radius: number };
    a: P;
    b: P;
    c: P;
  }[])('a ball that is nearest to a corner but for rounding: %j', ({ sphere, a, b, c }) => {
    const hit = penetrationSphereTriangle(sphere, { a, b, c });
    if (hit === null) return expect.fail('apart');
    const { depth, normal, pointA, pointB } = hit;
    const moved = { x: pointB.x + depth * normal.x, y: pointB.y + depth * normal.y, z: pointB.z + depth * normal.z };
    expect(distance(moved, pointA)).toBeLessThan(1e-14);
  });

  /** The lower bound of the time took a root of rounding, where the exact number below the root is zero: 3e-8 early. */
  it('two points that meet head on, far from the origin', () => {
    const a = { center: [1000001, -999999, 1000000] as P, radius: 0 };
    const b = { center: [1000002, -1000000, 1000001] as P, radius: 0 };
    const time = impactSphereSphere(a, [-2, -1, 4], b, [-4, 1, 2]);
    expect(time).toBeLessThanOrEqual(0.5);
    expect(time).toBeGreaterThan(0.5 - 1e-14);
  });

  /** Found while the test was made faster: the inverse of an infinite component is zero, which looks like a ray that misses. */
  it('an infinite direction is refused also where the box is missed for certain', () => {
    const box = { min: { x: 1, y: 1, z: 1 }, max: { x: 2, y: 2, z: 2 } };
    for (const bad of [Infinity, -Infinity, Number.NaN])
      for (const axis of ['x', 'y', 'z']) {
        const direction = { x: 1, y: 1, z: -1, [axis]: bad };
        expect(() => rayCastBox({ from: { x: 0, y: 0, z: 0 }, direction }, box)).toThrow(`ray.direction.${axis}`);
        const from = { x: 0, y: 0, z: 0, [axis]: bad };
        expect(() => rayCastBox({ from, direction: { x: 1, y: 1, z: -1 } }, box)).toThrow(`ray.from.${axis}`);
      }
  });

  /** The bug was the judge's: it rounded the time, which is exactly 1, to more than that. */
  it('two spheres that touch at the very end', () => {
    const a = { center: [-2, 1, 1] as P, radius: 0 };
    const b = { center: [2, 2, 0] as P, radius: 3 };
    const time = impactSphereSphere(a, [0, 3, 1], b, [-2, 3, 0]);
    expect(time).toBeLessThanOrEqual(1);
    expect(time).toBeGreaterThan(1 - 1e-13);
    expect(impactSphereSphere(a, [0, 3, 1], b, [-1.9999999999999998, 3, 0])).toBeNull();
  });
});
