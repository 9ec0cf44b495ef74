/** One test per bug of timeOfImpact, with its cause. The cases are from test/fuzz/motion-fuzz.mjs, made simple. */
import { describe, expect, test } from 'vitest';
import { Box, Collider, Halfspace, Sphere, timeOfImpact } from '../../src/index.ts';

describe('a halfspace that turns', () => {
  // The speed of the pair was bounded by the reach of each body from its centre, and a halfspace counted as one without any. So a plane
  // that turned seemed unable to come to what was not near it, and the answer was null, or late.
  test('meets what lies far from its centre', () => {
    const plane = new Collider(new Halfspace([0, 1, 0], 0));
    const ball = new Collider(new Sphere(1), { position: [10, 3, 0] });
    // The ball's centre is at the angle φ and the distance r from the centre of the turn.
    const r = Math.hypot(10, 3);
    const expected = Math.atan2(3, 10) - Math.asin(1 / r);
    const rotation = [0, 0, 1] as const;
    expect(timeOfImpact(plane, { rotation }, ball, null)?.t).toBeCloseTo(expected, 8);
    expect(timeOfImpact(ball, null, plane, { rotation })?.t).toBeCloseTo(expected, 8);
    // The centre of the turn may also move away or towards.
    const motion = { rotation, translation: [0, 0, 5] as const, center: [0, 0, -100] as const };
    expect(timeOfImpact(plane, motion, ball, null)?.t).toBeCloseTo(expected, 8);
  });
});

describe('what was placed to touch', () => {
  // Only what overlapped or touched to rounding was taken as resting. What was apart by less than the accuracy counted as moving freely,
  // and was so near that it had met at t = 0.
  test('has no impact when it slides or spins, though it is a little apart', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0));
    for (const gap of [-1e-10, 0, 1e-14, 1e-12, 1e-10, 4e-10, 9e-10, 2e-9]) {
      const box = new Collider(new Box([1, 1, 1]), { position: [0, 0.5 + gap, 0] });
      expect(timeOfImpact(box, { translation: [3, 0, 1] }, floor, null)).toBeNull();
      expect(timeOfImpact(floor, null, box, { translation: [3, 0, 1], rotation: [0, 7, 0] })).toBeNull();
      expect(timeOfImpact(box, { translation: [3, -0.1, 1] }, floor, null)?.t).toBeLessThan(3e-8);
    }
  });
});
