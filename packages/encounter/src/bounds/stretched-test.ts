/**
 * The test of oriented boxes under any affine placement: both nodes as boxes along the world's axes, which is right for every matrix,
 * and loose.
 */
import { OBB_AXES } from '../tolerances.ts';
import { BOX } from './obb-layout.ts';
import { ObbTest } from './obb-test.ts';

export class StretchedTest extends ObbTest {
  /** Whether a placement is more than rotation and scale: then A's x is at a·x, B's at m·x, and q has the linear part of m. */
  stretched = false;
  readonly a: Float64Array = new Float64Array(12);

  override overlap(i: number, j: number): boolean {
    if (!this.stretched) return super.overlap(i, j);
    this.carry(j);
    return this.#overlapStretched(i);
  }

  #overlapStretched(i: number): boolean {
    const boxes = this.boxesA;
    const { a } = this;
    const b = this.b;
    const k = BOX * i;
    const slack = this.slack[0];
    let sizeA = 0;
    let sizeB = 0;
    let apart = 0;
    for (let r = 0; r < 3; r++) {
      const x = a[r];
      const y = a[3 + r];
      const z = a[6 + r];
      const h =
        Math.abs(x * boxes[k + 3] + y * boxes[k + 4] + z * boxes[k + 5]) * boxes[k + 12] +
        Math.abs(x * boxes[k + 6] + y * boxes[k + 7] + z * boxes[k + 8]) * boxes[k + 13] +
        Math.abs(x * boxes[k + 9] + y * boxes[k + 10] + z * boxes[k + 11]) * boxes[k + 14];
      const g = Math.abs(b[r]) * b[9] + Math.abs(b[3 + r]) * b[10] + Math.abs(b[6 + r]) * b[11];
      const d = b[12 + r] - (x * boxes[k] + y * boxes[k + 1] + z * boxes[k + 2] + a[9 + r]);
      if (Math.abs(d) > h + g + OBB_AXES * (h + g) + slack) return false;
      sizeA += h;
      sizeB += g;
      apart += d * d;
    }
    this.largerA = sizeA >= sizeB;
    this.apart[0] = apart;
    return true;
  }
}
