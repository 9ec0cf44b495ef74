/**
 * Small things in large round ones, against a search of all directions. The support value h(n), whose minimum is the depth, is there
 * nearly the same along the side and the caps of a cylinder, and has many minima along the side.
 */
import { describe, expect, it } from 'vitest';
import {
  Box,
  Collider,
  Cone,
  Cylinder,
  Ellipsoid,
  Placed,
  Polytope,
  penetration,
  Segment,
  type Shape,
  Vec3,
} from '../../src/index.ts';
import { contradiction, falseCertificate } from '../support/certificates.ts';
import { Rng, runs } from '../support/rng.ts';

/** h along the direction of longitude θ and latitude φ, both shapes at the origin. */
function height(a: Shape, b: Shape, theta: number, phi: number): number {
  const n = new Vec3(Math.cos(phi) * Math.cos(theta), Math.sin(phi), Math.cos(phi) * Math.sin(theta));
  const p = a.support(n, new Vec3());
  const q = b.support(new Vec3(-n.x, -n.y, -n.z), new Vec3());
  return n.x * (p.x - q.x) + n.y * (p.y - q.y) + n.z * (p.z - q.z);
}

/** The least h: on a net of directions, from the best of them, and around the latitudes where these led. */
function least(a: Shape, b: Shape): number {
  const best = { h: Infinity, phi: 0 };
  const refine = (theta: number, phi: number, from: number): void => {
    let h = height(a, b, theta, phi);
    for (let step = from; step > 1e-9; ) {
      let better = false;
      for (let k = 0; k < 9 && !better; k++) {
        const t = theta + step * ((k % 3) - 1);
        const p = phi + step * (Math.floor(k / 3) - 1);
        const value = height(a, b, t, p);
        better = value < h;
        if (better) [h, theta, phi] = [value, t, p];
      }
      if (!better) step /= 2;
    }
    if (h < best.h) Object.assign(best, { h, phi });
  };
  const around = (phi: number, count: number, keep: number, step: number): void => {
    const ring = Array.from({ length: count }, (_, k) => height(a, b, (2 * Math.PI * k) / count, phi));
    const minima = [...ring.keys()].filter(
      (k) => ring[k] <= ring[(k + 1) % count] && ring[k] <= ring[(k + count - 1) % count],
    );
    minima.sort((i, j) => ring[i] - ring[j]);
    for (const k of minima.slice(0, keep)) if (ring[k] < best.h + 0.02) refine((2 * Math.PI * k) / count, phi, step);
  };
  for (const end of [-1, 1]) refine(0, (end * Math.PI) / 2, 1e-3);
  for (let k = -20; k <= 20; k++) around((k * Math.PI) / 40, 8, 1, 0.05);
  around(best.phi, 180, 6, 0.01);
  around(0, 180, 6, 0.01);
  return best.h;
}

describe('small things in large round ones', () => {
  it.each([1, 8, 9])('are no deeper than any direction says, in both orders (seed %i)', (seed) => {
    for (let i = 0; i < runs(250); i++) {
      const rng = new Rng(seed, i);
      const size = 10 ** rng.range(-4, -0.7);
      const points = (count: number): [number, number, number][] =>
        Array.from({ length: count }, () => [rng.range(-size, size), rng.range(-size, size), rng.range(-size, size)]);
      const small: Shape = [
        () => new Box([rng.range(0.1, 1) * size, rng.range(0.1, 1) * size, rng.range(0.1, 1) * size]),
        () => new Polytope(points(4 + Math.floor(rng.range(0, 6)))),
        () => new Polytope(points(40)),
        () => new Polytope(points(3)),
        () => new Segment(points(1)[0], points(1)[0]),
      ][i % 5]();
      const large: Shape = [
        () => new Cylinder(1, 2 + 2 * rng.range(-size, size)),
        () => new Cone(1, rng.range(1, 5)),
        () => new Ellipsoid([1, rng.range(1, 2), 1]),
        () => new Placed(new Cylinder(1, 2), { scale: [1, 1 + rng.range(-size, size), 1 + rng.range(-size, size)] }),
        () => new Placed(new Cone(1, rng.range(1, 5)), { scale: [-1, 1, 1 + rng.range(-size, size)] }),
      ][Math.floor(rng.range(0, 5))]();
      const orientation = rng.chance(0.5) ? rng.quaternion() : ([0, 0, 0, 1] as const);
      const a = new Collider(small, { orientation });
      const b = new Collider(large, { orientation });
      const depth = least(small, large);
      const title = `pair ${i}: ${small} in ${large}`;
      const [there, back] = [penetration(a, b)!, penetration(b, a)!];
      expect(there.depth - depth, title).toBeLessThan(2e-8);
      expect(back.depth - depth, title).toBeLessThan(2e-8);
      for (const found of [there, back])
        expect(falseCertificate(found.depth, found, { lower: 0, upper: depth + 1e-13 }), title).toBeNull();
      expect(contradiction(there.depth, there, back.depth, back, 1e-13), title).toBeNull();
      expect(Math.abs(back.depth - there.depth), title).toBeLessThan(4e-8);
    }
  });
});
