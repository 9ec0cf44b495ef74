/**
 * The nodes of an OBB tree in two flat arrays, and how a box is put into floats without losing what it holds.
 *
 *   boxes, 15 floats a node     center x y z · axes u, v, w · half sizes along them
 *   links, 2 integers a node    inner: first child, 0 · leaf: first item, how many (negative: copies of one triangle, the first stands for all)
 *
 * 68 bytes a node (the book's 15 scalars, and links). The second child follows the first, and children come after their parents.
 *
 * **What the floats mean.** The node is the set { center + y₀·u + y₁·v + y₂·w : |yᵢ| ≤ halfᵢ } with center, axes and half sizes
 * exactly as the floats say. Rounding to floats leaves the axes at right angles to 2⁻²³ only (|u·v|, |u·u − 1| ≤ 2·2⁻²⁴). Let c and
 * u, v, w be the doubles, and let p be a point with |u·(p − c)| ≤ h₀ and so on. With the rounded axes and center, uᵢ·(p − center)
 * is off by at most 2⁻²⁴·(h₀ + h₁ + h₂) + 2⁻²⁴·|c|, and y, which solves a system whose matrix is within 2⁻²³ of the identity, by
 * another 2⁻²³·(h₀ + h₁ + h₂). `putNode` adds twice that.
 */
import { OBB_CENTER_ROUNDING, OBB_HALF_ROUNDING } from '../tolerances.ts';

/** Floats and integers a node. */
export const BOX = 15;
export const LINK = 2;

/** Rounding to a float, relative, and of the smallest ones absolute. */
const FLOAT_ULP = 2 ** -23;
const FLOAT_TINY = 2 ** -147;

export interface ObbNodes {
  readonly boxes: Float32Array;
  readonly links: Int32Array;
}

/**
 * A box in doubles: what `fit` finds and `putNode` rounds. Center, axes, half, as in a node; in the frame whose origin is `origin`.
 */
export type ObbScratch = Float64Array;

/** Writes a box into node k, rounded so that it holds all that the doubles hold. */
export function putNode(boxes: Float32Array, node: number, box: ObbScratch): void {
  const k = BOX * node;
  for (let i = 0; i < 12; i++) boxes[k + i] = box[i];
  const grown =
    OBB_HALF_ROUNDING * (box[12] + box[13] + box[14]) +
    OBB_CENTER_ROUNDING * (Math.abs(box[0]) + Math.abs(box[1]) + Math.abs(box[2])) +
    FLOAT_TINY;
  for (let i = 12; i < 15; i++) boxes[k + i] = (box[i] + grown) * (1 + FLOAT_ULP);
}

/** Whether a point, seen from the tree's origin, is in the set of the file comment: solved in doubles. For `validate`. */
export function holds(boxes: Float32Array, node: number, x: number, y: number, z: number): boolean {
  const k = BOX * node;
  const px = x - boxes[k];
  const py = y - boxes[k + 1];
  const pz = z - boxes[k + 2];
  const u = boxes.subarray(k + 3, k + 6);
  const v = boxes.subarray(k + 6, k + 9);
  const w = boxes.subarray(k + 9, k + 12);
  // Cramer's rule: yᵢ is the share of the volume.
  const det = volume(u[0], u[1], u[2], v, w);
  const y0 = volume(px, py, pz, v, w) / det;
  const y1 = volume(px, py, pz, w, u) / det;
  const y2 = volume(px, py, pz, u, v) / det;
  return Math.abs(y0) <= boxes[k + 12] && Math.abs(y1) <= boxes[k + 13] && Math.abs(y2) <= boxes[k + 14];
}

function volume(x: number, y: number, z: number, b: Float32Array, c: Float32Array): number {
  return x * (b[1] * c[2] - b[2] * c[1]) + y * (b[2] * c[0] - b[0] * c[2]) + z * (b[0] * c[1] - b[1] * c[0]);
}
