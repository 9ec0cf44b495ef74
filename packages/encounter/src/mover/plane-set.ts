/**
 * Halfspaces of displacements: {v : normal·v ≥ offset} each. In one flat array, because they are solved many times a move and doubles in
 * fields of many objects would cost more than the solution.
 */
import type { Vec3 } from '../math/vec3.ts';

/** Numbers per plane: x, y, z of the normal, then the offset. */
export const PLANE = 4;

export class PlaneSet {
  count = 0;
  data: Float64Array = new Float64Array(PLANE * 32);

  clear(): void {
    this.count = 0;
  }

  /** Adds {v : n·v ≥ offset[i]}. The offset is in an array: a double that is passed to a call may be allocated on the heap. */
  add(n: Vec3, offset: Float64Array, i: number): void {
    const k = PLANE * this.count++;
    if (k === this.data.length) {
      const larger = new Float64Array(2 * k);
      larger.set(this.data);
      this.data = larger;
    }
    const { data } = this;
    data[k] = n.x;
    data[k + 1] = n.y;
    data[k + 2] = n.z;
    data[k + 3] = offset[i];
  }
}
