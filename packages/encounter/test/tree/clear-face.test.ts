/** Which faces are clear of other triangles. */
import { describe, expect, it } from 'vitest';
import { Mesh } from '../../src/index.ts';
import { ClearFace } from '../../src/tree/clear-face.ts';

const GAP = Float64Array.of(4e-6, 8e-6);

/** Whether the face of the first triangle is clear of the others. */
function isClear(...corners: readonly (readonly number[])[]): boolean {
  const { triangles } = new Mesh({ positions: corners.flat(), indices: corners.map((_, i) => i) });
  return new ClearFace().test(triangles, triangles.numbers.indexOf(0), GAP);
}

describe('ClearFace', () => {
  const a = [0, 0, 0];
  const b = [1, 0, 0];
  const c = [0, 1, 0];

  it('is clear alone, and of triangles above it', () => {
    expect(isClear(a, b, c)).toBe(true);
    expect(isClear(a, b, c, [0, 0, 1e-5], [1, 0, 1e-5], [0, 1, 1e-5])).toBe(true);
    expect(isClear(a, b, c, [0, 0, -1e-5], [1, 0, -1e-5], [0, 1, -1e-5])).toBe(true);
  });

  it('is clear of neighbours at its edges and corners', () => {
    expect(isClear(a, b, c, b, a, [0.5, -1, 0.3])).toBe(true);
    expect(isClear(a, b, c, b, a, [0.5, 0, 1])).toBe(true);
    expect(isClear(a, b, c, a, [-1, 0.5, 2], [0.5, -1, -2])).toBe(true);
    // It is opposite, and wider than the angle of the face.
    expect(isClear(a, b, c, a, [-1, 0.1, 1], [0.1, -1, -1])).toBe(true);
  });

  it('is not clear of what crosses, touches or covers it', () => {
    expect(isClear(a, b, c, [0.2, 0.2, -1], [0.2, 0.2, 1], [0.3, 0.2, 1])).toBe(false);
    expect(isClear(a, b, c, [0.2, 0.2, 0], [0.2, 0.2, 1], [0.3, 0.2, 1])).toBe(false);
    expect(isClear(a, b, c, [0.2, 0.2, 2e-6], [0.2, 0.2, 1], [0.3, 0.2, 1])).toBe(false);
    expect(isClear(a, b, c, a, b, c)).toBe(false);
    expect(isClear(a, b, c, a, c, b)).toBe(false);
    // A neighbour folded over it, and one that reaches through its plane from a corner.
    expect(isClear(a, b, c, b, a, [0.5, 1, 1e-9])).toBe(false);
    expect(isClear(a, b, c, a, [1, 1, 0.5], [1, 1, -0.5])).toBe(false);
  });

  it('is not clear of points and segments on it, and is clear of those on its edges', () => {
    const p = [0.2, 0.2, 0];
    expect(isClear(a, b, c, p, p, p)).toBe(false);
    expect(isClear(a, b, c, p, [0.2, 0.2, 1], p)).toBe(false);
    expect(isClear(a, b, c, [0.5, 0, 0], [0.5, 0, 1], [0.5, 0, 1])).toBe(true);
  });

  it('is not clear of neighbours if it has no face itself', () => {
    expect(isClear(a, b, [2, 0, 0], a, b, c)).toBe(false);
  });
});
