/**
 * Quick proofs by the boxes of two bodies, each along the axes of its own geometry. If the boxes overlap by no more than τ along one of
 * these axes, then a plane across it has each body on its side up to τ. So the interiors do not overlap by more than τ, whatever the
 * bodies are. Nearly all flush contacts of a building are of this kind.
 */

import type { Body } from './bodies.ts';

export class Separation {
  /** The widest gap along an axis, negative if the boxes overlap along all, and the axis, from A to B, in the world. */
  gap = -Infinity;
  readonly axis: Float64Array = new Float64Array(3);

  /** Compares two bodies, the second at d from the first. */
  measure(a: Body, b: Body, d: Float64Array): number {
    this.gap = -Infinity;
    this.#tryAxes(a, a, b, d);
    if (a.turn !== b.turn) this.#tryAxes(b, a, b, d);
    return this.gap;
  }

  #tryAxes(of: Body, a: Body, b: Body, d: Float64Array): void {
    const m = of.turn;
    for (let k = 0; k < 9; k += 3) {
      const x = m[k];
      const y = m[k + 1];
      const z = m[k + 2];
      const along = x * d[0] + y * d[1] + z * d[2];
      const gap = Math.abs(along) - reachAlong(a, x, y, z) - reachAlong(b, x, y, z);
      if (gap <= this.gap) continue;
      this.gap = gap;
      const side = along < 0 ? -1 : 1;
      this.axis[0] = side * x;
      this.axis[1] = side * y;
      this.axis[2] = side * z;
    }
  }
}

/** Half the extent of a body's box along a unit vector. */
function reachAlong({ turn: m, geometry }: Body, x: number, y: number, z: number): number {
  const h = geometry.bounds;
  return (
    h[0] * Math.abs(m[0] * x + m[1] * y + m[2] * z) +
    h[1] * Math.abs(m[3] * x + m[4] * y + m[5] * z) +
    h[2] * Math.abs(m[6] * x + m[7] * y + m[8] * z)
  );
}

/** Whether a body is so thin that two of them in one place overlap by no more than the tolerance. */
export function isThin({ geometry: { bounds } }: Body, tolerance: number): boolean {
  return Math.min(bounds[0], bounds[1], bounds[2]) <= tolerance;
}
