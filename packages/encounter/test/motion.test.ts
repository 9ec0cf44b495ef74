/** Ray casts and casts of shapes against closed forms. */
import { describe, expect, it } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  castShape,
  containsPoint,
  Ellipsoid,
  Halfspace,
  penetration,
  rayCast,
  Segment,
  Sphere,
  signedDistance,
  Triangle,
  type Vec3,
} from '../src/index.ts';

/** As an array without negative zeros. */
const plain = (v: Vec3): number[] => v.toArray().map((x) => x + 0);

describe('rayCast', () => {
  it('hits a sphere where the quadratic says, also when it grazes', () => {
    const sphere = new Collider(new Sphere(2), { position: [1, 0, 0] });
    for (const y of [0, 1, 1.9, 1.999999]) {
      const hit = rayCast(sphere, [-9, y, 0], [11, y, 0])!;
      const x = 1 - Math.sqrt(4 - y * y);
      expect(hit.t).toBeCloseTo((x + 9) / 20, y > 1.99 ? 5 : 8);
      expect(hit.normal.x).toBeCloseTo((x - 1) / 2, 4);
      expect(hit.normal.y).toBeCloseTo(y / 2, 4);
    }
    expect(rayCast(sphere, [-9, 2.0001, 0], [11, 2.0001, 0])).toBeNull();
  });

  it('hits faces, edges and vertices of a box, and stops short of it', () => {
    const box = new Collider(new Box([2, 2, 2]));
    expect(rayCast(box, [5, 0.3, 0.2], [0, 0.3, 0.2])!.t).toBeCloseTo(0.8, 12);
    expect(plain(rayCast(box, [5, 0.3, 0.2], [0, 0.3, 0.2])!.normal)).toEqual([1, 0, 0]);
    expect(rayCast(box, [3, 3, 0], [-3, -3, 0])!.t).toBeCloseTo(1 / 3, 9);
    expect(rayCast(box, [3, 3, 3], [-3, -3, -3])!.t).toBeCloseTo(1 / 3, 9);
    expect(rayCast(box, [5, 0, 0], [1.0001, 0, 0])).toBeNull();
    expect(rayCast(box, [5, 1.0001, 0], [-5, 1.0001, 0])).toBeNull();
  });

  it('starts inside: t = 0 and a zero normal; a point ray hits what contains it', () => {
    const cone = new Collider(new Cone(1, 2));
    const hit = rayCast(cone, [0, 0, 0], [5, 0, 0])!;
    expect(hit.t).toBe(0);
    expect(plain(hit.normal)).toEqual([0, 0, 0]);
    expect(rayCast(cone, [0, 0, 0], [0, 0, 0])!.t).toBe(0);
    expect(rayCast(cone, [5, 0, 0], [5, 0, 0])).toBeNull();
  });

  it('goes through nonuniform scale, mirroring and margins', () => {
    const egg = new Collider(new Sphere(1), { scale: [2, -1, 1], position: [10, 0, 0] });
    expect(rayCast(egg, [0, 0, 0], [10, 0, 0])!.point.x).toBeCloseTo(8, 8);
    const same = new Collider(new Ellipsoid([2, 1, 1]), { position: [10, 0, 0] });
    expect(rayCast(egg, [0, 0.5, 0.1], [10, 0.5, 0.1])!.t).toBeCloseTo(
      rayCast(same, [0, 0.5, 0.1], [10, 0.5, 0.1])!.t,
      8,
    );
    const thick = new Collider(new Triangle([0, -1, -1], [0, 1, -1], [0, 0, 1]), { margin: 0.25 });
    expect(rayCast(thick, [2, 0, 0], [-2, 0, 0])!.point.x).toBeCloseTo(0.25, 9);
  });

  it('hits a flat shape from both sides and a halfspace from above', () => {
    const triangle = new Collider(new Triangle([0, -1, -1], [0, 1, -1], [0, 0, 1]));
    expect(plain(rayCast(triangle, [1, 0, 0], [-1, 0, 0])!.normal)).toEqual([1, 0, 0]);
    expect(plain(rayCast(triangle, [-1, 0, 0], [1, 0, 0])!.normal)).toEqual([-1, 0, 0]);
    const ground = new Collider(new Halfspace([0, 2, 0], 1), { scale: 2 });
    const hit = rayCast(ground, [3, 4, 0], [3, -4, 0])!;
    expect(hit.point.toArray()).toEqual([3, 1, 0]);
    expect(plain(hit.normal)).toEqual([0, 1, 0]);
    expect(rayCast(ground, [3, 4, 0], [5, 2, 0])).toBeNull();
    expect(containsPoint(ground, [0, 1, 0])).toBe(true);
    expect(containsPoint(ground, [0, 1.001, 0])).toBe(false);
  });
});

describe('castShape', () => {
  const box = new Collider(new Box([2, 2, 2]));

  it('two spheres meet when their centres are the sum of the radii apart', () => {
    const a = new Collider(new Sphere(1));
    const b = new Collider(new Sphere(0.5), { position: [10, 0.9, 0] });
    const hit = castShape(a, [4, 0, 0], b, [-6, 0, 0])!;
    expect(hit.t).toBeCloseTo((10 - Math.sqrt(2.25 - 0.81)) / 10, 8);
    expect(hit.normal.y).toBeCloseTo(0.6, 6);
    expect(hit.point.x).toBeCloseTo(4 * hit.t + hit.normal.x, 6);
    expect(castShape(a, [0, 0, 0], b, [-6, 0, 0])).toBeNull();
    expect(castShape(a, [0, 0, 0], b, [0, 0, 0])).toBeNull();
  });

  it('starts in overlap: t = 0 with the penetration normal', () => {
    const b = new Collider(new Sphere(1), { position: [1.8, 0, 0] });
    const hit = castShape(box, [0, 0, 0], b, [5, 0, 0])!;
    expect(hit.t).toBe(0);
    expect(plain(hit.normal)).toEqual(plain(penetration(box, b)!.normal));
  });

  it('starts touching: only an approach is a hit', () => {
    for (const shape of [
      new Sphere(1),
      new Cylinder(1, 2),
      new Capsule(1, 1),
      new Box([2, 1, 1]),
      new Segment([-1, 0, 0], [1, 0, 0]),
    ]) {
      const b = new Collider(shape, { position: [2, 0, 0] });
      expect(castShape(box, [0, 0, 0], b, [-1, 0.1, 0])?.t, `${shape}`).toBe(0);
      expect(castShape(box, [0, 0, 0], b, [1, 0.1, 0]), `${shape}`).toBeNull();
      expect(castShape(box, [0, 0, 0], b, [0, 1, 0]), `${shape}`).toBeNull();
      expect(castShape(b, [0, 0, 0], box, [1, 0, 0])?.t, `${shape}`).toBe(0);
      expect(castShape(b, [0, 0, 0], box, [-1, 0, 0]), `${shape}`).toBeNull();
    }
  });

  it('lands on a halfspace, whichever comes first', () => {
    const ground = new Collider(new Halfspace([0, 1, 0], 0));
    const cone = new Collider(new Cone(1, 2), { position: [0, 5, 0] });
    const hit = castShape(ground, [0, 0, 0], cone, [1, -8, 0])!;
    expect(hit.t).toBeCloseTo(0.5, 12);
    expect(plain(hit.normal)).toEqual([0, 1, 0]);
    expect(hit.point.y).toBeCloseTo(0, 12);
    const other = castShape(cone, [1, -8, 0], ground, [0, 0, 0])!;
    expect(other.t).toBeCloseTo(0.5, 12);
    expect(other.normal.y).toBe(-1);
    expect(other.point.y).toBeCloseTo(0, 12);
    const rising = castShape(ground, [0, 8, 0], cone, [0, 0, 0])!;
    expect(rising.t).toBeCloseTo(0.5, 12);
    expect(rising.point.y).toBeCloseTo(4, 12);
  });

  it('leaves the pair touching when both are moved to the time of contact', () => {
    const a = new Collider(new Cone(1, 3), { orientation: [0.3, 0.1, 0.5, 0.8], scale: [1, 2, 0.5] });
    const b = new Collider(new Cylinder(0.7, 1), { position: [6, 3, -2], orientation: [0.1, 0.7, 0.2, 0.4] });
    const hit = castShape(a, [1, 1, 0], b, [-8, -4, 2.5])!;
    const at = (t: number): number => {
      a.setPosition([t, t, 0]);
      b.setPosition([6 - 8 * t, 3 - 4 * t, -2 + 2.5 * t]);
      const { distance } = signedDistance(a, b);
      a.setPosition([0, 0, 0]);
      b.setPosition([6, 3, -2]);
      return distance;
    };
    expect(Math.abs(at(hit.t))).toBeLessThan(5e-8);
    expect(at(hit.t)).toBeGreaterThanOrEqual(-1e-12);
    expect(at(hit.t + 1e-3)).toBeLessThan(0);
  });
});

describe('halfspaces', () => {
  it('are as deep as the deepest point, in both orders and under any placement', () => {
    const wall = new Collider(new Halfspace([1, 0, 0], 0), {
      matrix: [2, 0.5, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 7, 0, 0, 1],
      margin: 0.25,
    });
    // x ≤ 0 carried by that matrix: the plane through (7, 0, 0) spanned by (0, 3, 0) and (0, 0, 1).
    const ball = new Collider(new Sphere(1), { position: [9, 1, 1] });
    expect(signedDistance(wall, ball).distance).toBeCloseTo(0.75, 12);
    expect(signedDistance(ball, wall).distance).toBeCloseTo(0.75, 12);
    expect(signedDistance(ball, wall).normal.x).toBeCloseTo(-1, 12);
    ball.setPosition([7, 1, 1]);
    const deep = penetration(wall, ball)!;
    expect(deep.depth).toBeCloseTo(1.25, 12);
    expect(deep.pointA.x).toBeCloseTo(7.25, 12);
    expect(deep.pointB.x).toBeCloseTo(6, 12);
    const mirrored = new Collider(new Halfspace([1, 0, 0], 0), { scale: [-1, 1, 1] });
    expect(containsPoint(mirrored, [3, 0, 0])).toBe(true);
    expect(containsPoint(mirrored, [-3, 0, 0])).toBe(false);
  });
});
