/** Points of bodies that lean: they lie on the surfaces, however the supporting face was found. */
import { expect, test } from 'vitest';
import { Box, Capsule, Collider, manifolds } from '../../src/index.ts';

test('of a capsule that leans lie on its surface at both ends', () => {
  const floor = new Collider(new Box([10, 1, 10]), { position: [0, -0.5, 0] });
  const [radius, length, lean] = [0.5, 2, 0.02];
  // Along x, rising to the right: turned by 90° less the lean, about z.
  const angle = (lean - Math.PI / 2) / 2;
  const position = [0, radius + (length / 2) * Math.sin(lean) - 0.001, 0] as const;
  const capsule = new Collider(new Capsule(radius, length), {
    position,
    orientation: [0, 0, Math.sin(angle), Math.cos(angle)],
  });
  for (const [a, b, side] of [
    [floor, capsule, 'pointB'],
    [capsule, floor, 'pointA'],
  ] as const) {
    const [{ points }] = manifolds(a, b, null, { maxSeparation: 0.1 });
    expect(points.length).toBe(2);
    for (const point of points) {
      // The distance from the segment in the middle of the capsule.
      const [x, y, z] = point[side].toArray().map((c, i) => c - position[i]);
      const along = Math.max(-length / 2, Math.min(length / 2, x * Math.cos(lean) + y * Math.sin(lean)));
      const off = Math.hypot(x - along * Math.cos(lean), y - along * Math.sin(lean), z);
      expect(Math.abs(off - radius)).toBeLessThan(1e-12);
    }
    const [low, high] = points.map(({ separation }) => separation).sort((p, q) => p - q);
    expect(low).toBeCloseTo(-0.001, 12);
    // Over the higher end the surface is across the axis: r / cos below it.
    expect(high).toBeCloseTo(length * Math.sin(lean) + radius - radius / Math.cos(lean) - 0.001, 12);
  }
});
