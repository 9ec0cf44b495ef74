/** The placement of a VRML Transform, as a 4 × 4 matrix column by column: T · C · R · SR · S · SR⁻¹ · C⁻¹ (ISO 14772, 6.52). */
import { type VrmlNode, vector } from './node.ts';

export type Matrix = Float64Array;

const ORIGIN = [0, 0, 0] as const;
const NO_ROTATION = [0, 0, 1, 0] as const;

export function identity(): Matrix {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

export function transformOf(node: VrmlNode): Matrix {
  const [tx, ty, tz] = vector<readonly number[]>(node, 'translation', ORIGIN);
  const [cx, cy, cz] = vector<readonly number[]>(node, 'center', ORIGIN);
  const scale = vector<readonly number[]>(node, 'scale', [1, 1, 1]);
  const turn = rotation(vector<readonly number[]>(node, 'rotation', NO_ROTATION));
  const axes = rotation(vector<readonly number[]>(node, 'scaleOrientation', NO_ROTATION));
  let linear = turn;
  // A uniform scale is the same along all axes: then the axes must not add their rounding.
  if (scale[0] === scale[1] && scale[1] === scale[2]) linear = linear.map((v) => v * scale[0]);
  else {
    const scaled = axes.map((v, k) => v * scale[Math.floor(k / 3)]);
    linear = multiply3(linear, multiply3(scaled, transposed(axes)));
  }
  const out = identity();
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++) out[4 * column + row] = linear[3 * column + row];
  const moved = [tx + cx, ty + cy, tz + cz];
  for (let row = 0; row < 3; row++)
    out[12 + row] = moved[row] - (linear[row] * cx + linear[row + 3] * cy + linear[row + 6] * cz);
  return out;
}

/** a · b: b is applied first. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[row + 4 * k] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
  return out;
}

/** Of an axis of any length and an angle, as 9 numbers column by column. An axis without length turns nothing. */
export function rotation([x, y, z, angle]: readonly number[]): number[] {
  const length = Math.hypot(x, y, z);
  if (!(length > 0) || angle === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const [a, b, c] = [x / length, y / length, z / length];
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  // 1 − cos, without cancellation at small angles.
  const versine = 2 * Math.sin(angle / 2) ** 2;
  return [
    cosine + a * a * versine,
    a * b * versine + c * sine,
    a * c * versine - b * sine,
    a * b * versine - c * sine,
    cosine + b * b * versine,
    b * c * versine + a * sine,
    a * c * versine + b * sine,
    b * c * versine - a * sine,
    cosine + c * c * versine,
  ];
}

function multiply3(a: readonly number[], b: readonly number[]): number[] {
  const out: number[] = [];
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++)
      out.push(a[row] * b[3 * column] + a[row + 3] * b[3 * column + 1] + a[row + 6] * b[3 * column + 2]);
  return out;
}

function transposed(m: readonly number[]): number[] {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}
