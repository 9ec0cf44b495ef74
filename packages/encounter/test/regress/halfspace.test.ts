/** Bugs of halfspaces, one test each, with the cause. */
import { describe, expect, it } from 'vitest';
import { Box, Collider, Halfspace, intersects, Point, penetration, Sphere, signedDistance } from '../../src/index.ts';
import { Rng, runs } from '../support/rng.ts';

const SEED = 1305;
const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

describe(`halfspaces (seed ${SEED})`, () => {
  /**
   * The normal is scaled to unit length and the plane's point rounds. A body whose deepest point is next to that point had nothing but
   * its own rounding allowed for, and a corner exactly on the plane was found above it.
   */
  it('a point of a lattice exactly on a slanted plane touches it, and one beside it does not', () => {
    const rng = new Rng(SEED);
    for (let i = 0; i < runs(2000); i++) {
      const normal: [number, number, number] = [rng.integer(-3, 3), rng.integer(-3, 3), rng.integer(-3, 3)];
      const [x, y, z] = [rng.integer(-4, 4), rng.integer(-4, 4), rng.integer(-4, 4)];
      if (gcd(gcd(normal[0], normal[1]), normal[2]) === 0) continue;
      const offset = normal[0] * x + normal[1] * y + normal[2] * z;
      const label = `new Halfspace([${normal}], ${offset}), [${x}, ${y}, ${z}]`;
      const below = new Collider(new Halfspace(normal, offset));
      // A cube whose deepest corner is that point, or one of them.
      const half = rng.pick([1, 2, 0.5]);
      const cube = new Collider(new Box([2 * half, 2 * half, 2 * half]));
      cube.setPosition([
        x + half * (Math.sign(normal[0]) || 1),
        y + half * (Math.sign(normal[1]) || 1),
        z + half * (Math.sign(normal[2]) || 1),
      ]);
      const point = new Collider(new Point([0, 0, 0]));
      point.setPosition([x, y, z]);
      for (const body of [cube, point]) {
        expect(intersects(below, body), label).toBe(true);
        expect(intersects(body, below), label).toBe(true);
        expect(penetration(below, body)?.depth, label).toBeLessThan(1e-14);
        expect(signedDistance(below, body).distance, label).toBeLessThanOrEqual(0);
      }
      const apart = new Collider(new Halfspace(normal, offset - 1e-9));
      expect(intersects(apart, cube), label).toBe(false);
      expect(intersects(apart, point), label).toBe(false);
    }
  });

  it('Halfspace([-2, -1, 1], 6), with a corner at its point nearest to the origin; and a ball on a plane of length 3', () => {
    const cube = new Collider(new Box([2, 2, 2]));
    cube.setPosition([-3, -2, 2]);
    expect(intersects(new Collider(new Halfspace([-2, -1, 1], 6)), cube)).toBe(true);
    const ball = new Collider(new Sphere(3));
    ball.setPosition([1, 2, 2]);
    expect(intersects(new Collider(new Halfspace([1, 2, 2], 0)), ball)).toBe(true);
  });
});
