/** An oriented box as it sees itself: along the axes, around the origin. */
import { TOUCH } from '../tolerances.ts';

/**
 * Replaces the points from v[from] up to v[to] by their coordinates in the axes of an oriented box, which is `o` in fifteen doubles, and
 * writes the box as it is there to b[0…5]. Going there rounds, so it is wider by TOUCH of the lengths that enter: things that touch are
 * found to touch. (The only axes that doubles have without rounding are those of coordinates, and there a gap is larger than that.)
 */
export function toObbFrame(o: Float64Array, v: Float64Array, from: number, to: number, b: Float64Array): void {
  let reach = 0;
  for (let i = from; i < to; i += 3) {
    const x = v[i] - o[0];
    const y = v[i + 1] - o[1];
    const z = v[i + 2] - o[2];
    v[i] = o[3] * x + o[4] * y + o[5] * z;
    v[i + 1] = o[6] * x + o[7] * y + o[8] * z;
    v[i + 2] = o[9] * x + o[10] * y + o[11] * z;
    reach = Math.max(reach, Math.abs(x) + Math.abs(y) + Math.abs(z));
  }
  const wider = TOUCH * (reach + o[12] + o[13] + o[14]);
  for (let k = 0; k < 3; k++) {
    b[3 + k] = o[12 + k] + wider;
    b[k] = -b[3 + k];
  }
}
