import { STRIDE } from './forms.mjs';

/** Writes the normal after each position: the mean of those of the triangles around, weighted by their areas. */
export function writeNormals(array: Float32Array, indices: Uint32Array): void {
  for (let k = 0; k < array.length; k += STRIDE) {
    array[k + 3] = 0;
    array[k + 4] = 0;
    array[k + 5] = 0;
  }
  for (let c = 0; c < indices.length; c += 3) {
    const p = STRIDE * indices[c];
    const q = STRIDE * indices[c + 1];
    const r = STRIDE * indices[c + 2];
    const ux = array[q] - array[p];
    const uy = array[q + 1] - array[p + 1];
    const uz = array[q + 2] - array[p + 2];
    const vx = array[r] - array[p];
    const vy = array[r + 1] - array[p + 1];
    const vz = array[r + 2] - array[p + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    array[p + 3] += x;
    array[p + 4] += y;
    array[p + 5] += z;
    array[q + 3] += x;
    array[q + 4] += y;
    array[q + 5] += z;
    array[r + 3] += x;
    array[r + 4] += y;
    array[r + 5] += z;
  }
  for (let k = 3; k < array.length; k += STRIDE) {
    const length = Math.sqrt(array[k] ** 2 + array[k + 1] ** 2 + array[k + 2] ** 2);
    const scale = length > 0 ? 1 / length : 0;
    array[k] *= scale;
    array[k + 1] *= scale;
    array[k + 2] *= scale;
  }
}
