import { describe, expect, test } from 'vitest';
import { Box, Collider, castShape, Triangle, Vec3 } from '../../src/index.ts';
import { SweepAxes } from '../../src/tree/sweep-axes.ts';
import { Rng, runs } from '../support/rng.ts';

/** A moving box, a triangle, and axes; all in the frame of the tree, whose origin is somewhere else. */
class Scene {
  readonly half = new Float64Array(3);
  readonly center = new Float64Array(3);
  readonly motion = new Float64Array(3);
  readonly origin = new Float64Array(3);
  readonly corners = new Float64Array(9);
  readonly axes = new SweepAxes();
  readonly #low = new Float64Array(1);
  readonly #rng: Rng;

  constructor(rng: Rng) {
    this.#rng = rng;
    for (let i = 0; i < 3; i++) {
      this.half[i] = rng.range(0.1, 1);
      this.center[i] = rng.range(-3, 3);
      this.motion[i] = rng.range(-6, 6);
      this.origin[i] = rng.range(-3, 3);
    }
    for (let i = 0; i < 9; i++) this.corners[i] = rng.range(-1, 1);
  }

  /** Writes an axis that is to be tried. */
  write(): void {
    const { half, center } = this;
    const n = new Vec3(...this.#rng.direction());
    const reach = Math.abs(n.x) * half[0] + Math.abs(n.y) * half[1] + Math.abs(n.z) * half[2];
    this.#low[0] = n.x * center[0] + n.y * center[1] + n.z * center[2] - reach;
    this.axes.write(n, this.#low, this.motion, this.origin);
  }

  /** When the box meets the triangle; Infinity if it does not. */
  meeting(): number {
    const { half, center, motion, corners: p } = this;
    const box = new Collider(new Box([2 * half[0], 2 * half[1], 2 * half[2]]), {
      position: [center[0], center[1], center[2]],
    });
    const triangle = new Collider(new Triangle([p[0], p[1], p[2]], [p[3], p[4], p[5]], [p[6], p[7], p[8]]));
    return castShape(box, [motion[0], motion[1], motion[2]], triangle, [0, 0, 0])?.t ?? Infinity;
  }

  /** The box of the triangle as that of a node: relative to the origin, rounded outward. */
  node(): Float32Array {
    const { corners: p, origin } = this;
    const box = new Float32Array(6);
    for (let i = 0; i < 3; i++) {
      box[i] = Math.min(p[i], p[3 + i], p[6 + i]) - origin[i] - 1e-6;
      box[3 + i] = Math.max(p[i], p[3 + i], p[6 + i]) - origin[i] + 1e-6;
    }
    return box;
  }
}

describe('axes of a sweep', () => {
  const until = new Float64Array(1);
  const entry = new Float64Array(1);

  test('a triangle is not met before the time that an axis has proven, nor is the box around it', () => {
    const rng = new Rng(1401);
    let separated = 0;
    let later = 0;
    for (let k = 0; k < runs(4000); k++) {
      const scene = new Scene(rng);
      const { axes, corners } = scene;
      for (let i = 0; i < 6; i++) {
        scene.write();
        if (i === 2) axes.lead();
        else axes.keep();
      }
      const t = scene.meeting();
      until[0] = rng.range(0, 1);
      entry[0] = 0;
      if (axes.separate(corners, until)) {
        separated++;
        expect(t).toBeGreaterThan(until[0] - 1e-9);
      }
      if (axes.separateBox(scene.node(), 0, until, entry)) expect(t).toBeGreaterThan(until[0] - 1e-9);
      else {
        expect(t).toBeGreaterThan(entry[0] - 1e-9);
        if (entry[0] > 0) later++;
      }
    }
    expect(separated).toBeGreaterThan(runs(4000) / 8);
    expect(later).toBeGreaterThan(runs(4000) / 40);
  });

  test('an axis that is tried is kept only if it separates', () => {
    const rng = new Rng(1402);
    let kept = 0;
    for (let k = 0; k < runs(2000); k++) {
      const scene = new Scene(rng);
      const { axes, corners } = scene;
      scene.write();
      until[0] = rng.range(0, 1);
      const separates = axes.keepIfSeparate(corners, until);
      expect(axes.separate(corners, until)).toBe(separates);
      // What was kept for one body says nothing of the next, not even when nothing leads there.
      axes.lead();
      axes.clear();
      scene.write();
      const again = axes.keepIfSeparate(corners, until);
      if (!again) axes.keep();
      expect(axes.separate(corners, until)).toBe(again);
      if (separates) kept++;
    }
    expect(kept).toBeGreaterThan(runs(2000) / 20);
  });

  test('the leading axis leads only while the body is deep along the tried one', () => {
    const rng = new Rng(1403);
    const slack = new Float64Array([1e-9]);
    const rounding = new Float64Array([1e-14]);
    let found = 0;
    for (let k = 0; k < runs(4000); k++) {
      const scene = new Scene(rng);
      const { axes, corners } = scene;
      scene.write();
      axes.lead();
      until[0] = rng.range(0, 1);
      scene.write();
      if (!axes.leadsOnly(corners, until, slack, rounding)) continue;
      found++;
      expect(scene.meeting()).toBeGreaterThan(until[0] - 1e-9);
      expect(axes.keepIfSeparate(corners, until)).toBe(false);
    }
    expect(found).toBeGreaterThan(runs(4000) / 40);
  });
});
