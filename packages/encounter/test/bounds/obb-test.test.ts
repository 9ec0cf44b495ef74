/** Tests of two oriented boxes whose axes are floats: what touches is never called apart, and no bound is above the distance. */
import { describe, expect, test } from 'vitest';
import { BOX } from '../../src/bounds/obb-layout.ts';
import { DistanceTest } from '../../src/bounds/oriented-distance.ts';
import { Affine } from '../../src/math/affine.ts';
import { RelativeFrame } from '../../src/tree/relative-frame.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(20260514);

/** A random box as a node has it: center, axes and half sizes in floats, not grown. */
function randomBox(rng: Rng): Float32Array {
  const box = new Float32Array(BOX);
  const { m } = placed(rng);
  for (let i = 0; i < 3; i++) box[i] = rng.range(-1, 1);
  for (let i = 0; i < 9; i++) box[3 + i] = m[i];
  for (let i = 12; i < 15; i++) box[i] = rng.pick([1, 0.1, 1e-3, 0]) * rng.next();
  return box;
}

function placed(rng: Rng): Affine {
  const [x, y, z, w] = rng.chance(0.2) ? [0, 0, 0, 1] : rng.quaternion();
  const affine = new Affine();
  return affine.setRotationScale({ x, y, z, w } as never, { x: 1, y: 1, z: 1 } as never);
}

/** center + Σ yᵢ·halfᵢ·axisᵢ, in doubles. */
const pointOf = (box: Float32Array, y: readonly number[]): number[] =>
  [0, 1, 2].map((k) => {
    let x = box[k];
    for (let i = 0; i < 3; i++) x += y[i] * box[12 + i] * box[3 + 3 * i + k];
    return x;
  });

const inside = (rng: Rng): number[] => [0, 1, 2].map(() => (rng.chance(0.7) ? rng.pick([-1, 1]) : rng.range(-1, 1)));

/** Two boxes, B's in another frame, and that frame moved so that a point of B is at a point of A plus `off`. */
function scene(rng: Rng, off: readonly number[]) {
  const a = randomBox(rng);
  const b = randomBox(rng);
  const frame = new RelativeFrame().set(new Affine(), placed(rng));
  const p = pointOf(a, inside(rng));
  const q = pointOf(b, inside(rng));
  const { m, shift } = frame;
  for (let r = 0; r < 3; r++) shift[r] = p[r] + off[r] - (m[r] * q[0] + m[3 + r] * q[1] + m[6 + r] * q[2]);
  const boxes = new DistanceTest();
  boxes.place(frame);
  boxes.begin(a, b, true);
  // The places are rounded, and boxes without a size have no other allowance.
  boxes.slack[0] = 1e-15;
  return boxes;
}

describe('oriented boxes in floats', () => {
  test(`corners that touch are never apart (seed ${seed})`, () => {
    for (let i = 0; i < runs(20000); i++) {
      const boxes = scene(new Rng(seed, i), [0, 0, 0]);
      expect(boxes.overlap(0, 0), `seed ${seed}, case ${i}`).toBe(true);
      expect(boxes.isNearer(0, 0, Float64Array.of(1e-30)), `seed ${seed}, case ${i}`).toBe(true);
    }
  });

  test(`a bound is at most the distance of any two points, and tells most boxes apart (seed ${seed})`, () => {
    const seen = { apart: 0, bounded: 0 };
    for (let i = 0; i < runs(20000); i++) {
      const rng = new Rng(seed, i);
      const length = 10 ** rng.range(-6, 1);
      const boxes = scene(
        rng,
        rng.direction().map((x) => length * x),
      );
      expect(boxes.isNearer(0, 0, Float64Array.of(Infinity))).toBe(true);
      expect(boxes.bound[0], `seed ${seed}, case ${i}`).toBeLessThanOrEqual(length * length);
      expect(boxes.isNearer(0, 0, Float64Array.of(length * length * (1 + 1e-12)))).toBe(true);
      if (boxes.bound[0] > 0) seen.bounded++;
      // What has a positive bound is apart, too.
      if (!boxes.overlap(0, 0)) seen.apart++;
      else expect(boxes.bound[0]).toBe(0);
    }
    expect(Math.min(seen.apart, seen.bounded)).toBeGreaterThan(runs(5000));
  });
});
