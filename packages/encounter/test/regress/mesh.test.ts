/** Bugs of meshes, one test each, with the cause. */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Collider,
  Compound,
  closestPoints,
  commonPoint,
  intersects,
  Mesh,
  penetration,
  signedDistance,
} from '../../src/index.ts';

const flat = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
const upright = new Mesh({ positions: [0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.2, 1], indices: [0, 1, 2] });

describe('maxDistance of two meshes', () => {
  // The walk finds only what is nearer than its limit: with a limit of zero it found nothing, and meshes that intersect were
  // reported as beyond it.
  test('zero does not hide that they intersect', () => {
    for (const [a, b] of [
      [new Collider(flat), new Collider(upright)],
      [new Collider(flat), new Collider(flat)],
      [new Collider(new Compound([{ shape: flat }])), new Collider(upright)],
    ]) {
      expect(intersects(a, b)).toBe(true);
      expect(closestPoints(a, b, null, { maxDistance: 0 }).distance).toBe(0);
      expect(commonPoint(a, b, null, { maxDistance: 0 })).not.toBeNull();
    }
  });

  test('a distance that equals it is not beyond it', () => {
    const a = new Collider(flat);
    const b = new Collider(flat, { position: [0, 0, 0.5] });
    expect(closestPoints(a, b, null, { maxDistance: 0.5 }).distance).toBe(0.5);
    expect(signedDistance(a, b, null, { maxDistance: 0.5 }).distance).toBe(0.5);
    expect(closestPoints(a, b, null, { maxDistance: 0.499 }).distance).toBe(Infinity);
  });
});

describe('depth of solids', () => {
  // Only the normals of the faces were tried, one by one, and the direction of the hulls: neither leads out of a corner of a U.
  test('leads out of a corner between its walls', () => {
    const trough = new Collider(
      new Compound([
        { shape: new Box([6, 1, 1]), position: [0, -0.5, 0] },
        { shape: new Box([1, 6, 1]), position: [-2.5, 2, 0] },
        { shape: new Box([1, 6, 1]), position: [2.5, 2, 0] },
      ]),
    );
    const box = new Collider(new Box([1, 1, 1]), { position: [-1.6, 0.4, 0] });
    const { depth = Number.NaN, exact } = penetration(trough, box) ?? {};
    expect(exact).toBe(false);
    expect(depth).toBeCloseTo(0.1 * Math.SQRT2, 7);
  });
});
