/**
 * Whether two oriented boxes, a node of A and one of B, overlap (§5.3.2).
 *
 * Everything is in the frame of A's triangles, seen from the origin of A's boxes. With aᵢ the axes of A's node, hᵢ its half sizes,
 * bⱼ the axes of B's node carried into this frame, gⱼ its half sizes there and d from center to center, the boxes are apart if for
 * one of these axes the projection of d is longer than the two others:
 *   aᵢ        |aᵢ·d|  against  hᵢ + Σⱼ |aᵢ·bⱼ| gⱼ
 *   bⱼ        |bⱼ·d|  against  gⱼ + Σᵢ |aᵢ·bⱼ| hᵢ
 *   aᵢ × bⱼ   with Rᵢⱼ = aᵢ·bⱼ, tᵢ = aᵢ·d and i, k, l in a circle:  |tₖRₗⱼ − tₗRₖⱼ|  against  hₖ|Rₗⱼ| + hₗ|Rₖⱼ| + gₘ|Rᵢₙ| + gₙ|Rᵢₘ|
 * Full tests take all fifteen, lite ones the first six. The nine products aᵢ·bⱼ are computed row by row as they are needed, so that
 * a pair that the first axis separates takes a third of them; and B's axes in A's frame once for all nodes of A that they meet in a
 * row. (RAPID, which the book measures, computes the whole relative orientation for each pair.)
 *
 * **Rounding.** Axes are floats, at right angles to 2⁻²³, and the placement may be off a rotation by OBB_PLACEMENT. Each of the
 * formulas above is exact for orthonormal axes. For others each side is off by at most three such errors times |d| + Σh + Σg.
 * OBB_AXES, times that sum, is added to the right-hand sides: it is more than these errors together, so that no pair that overlaps
 * is called apart.
 */
import { OBB_AXES } from '../tolerances.ts';
import type { RelativeFrame } from '../tree/relative-frame.ts';
import { BOX } from './obb-layout.ts';

export class ObbTest {
  /** x of B is at m·x + t: columns first. */
  readonly m: Float64Array = new Float64Array(12);
  /** The linear part as rotation times scale: nine numbers, and the scale. */
  readonly q: Float64Array = new Float64Array(10);
  /** Boxes this close count as overlapping. */
  readonly slack: Float64Array = new Float64Array(1);
  /** Of the last two boxes that overlapped: the squared distance of their centers, and whether A's is the larger one. */
  readonly apart: Float64Array = new Float64Array(1);
  largerA = false;
  /** Of the node of B at hand, in A's frame: axes, half sizes, center. */
  protected readonly b: Float64Array = new Float64Array(15);
  protected boxesA: Float32Array = NONE;
  #nodeB = -1;
  #full = true;
  #boxesB: Float32Array = NONE;

  /** Writes the placement of trees in rigid frames, whose boxes are seen from their origins. */
  place({ m, shift }: RelativeFrame): void {
    for (let i = 0; i < 9; i++) {
      this.m[i] = m[i];
      this.q[i] = m[i];
    }
    for (let i = 0; i < 3; i++) this.m[9 + i] = shift[i];
    this.q[9] = 1;
  }

  /** The boxes of the trees that are tested from now on, as in `ObbNodes`. The placement must have been written. */
  begin(boxesA: Float32Array, boxesB: Float32Array, full: boolean): void {
    this.boxesA = boxesA;
    this.#boxesB = boxesB;
    this.#nodeB = -1;
    this.#full = full;
  }

  /** Whether a node of A and one of B overlap, as far as the axes tell. */
  overlap(i: number, j: number): boolean {
    this.carry(j);
    const boxes = this.boxesA;
    const b = this.b;
    const k = BOX * i;
    const dx = b[12] - boxes[k];
    const dy = b[13] - boxes[k + 1];
    const dz = b[14] - boxes[k + 2];
    const h0 = boxes[k + 12];
    const h1 = boxes[k + 13];
    const h2 = boxes[k + 14];
    const g0 = b[9];
    const g1 = b[10];
    const g2 = b[11];
    const sizeA = h0 + h1 + h2;
    const sizeB = g0 + g1 + g2;
    const e = OBB_AXES * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + sizeA + sizeB) + this.slack[0];
    const b00 = b[0];
    const b01 = b[1];
    const b02 = b[2];
    const b10 = b[3];
    const b11 = b[4];
    const b12 = b[5];
    const b20 = b[6];
    const b21 = b[7];
    const b22 = b[8];

    let x = boxes[k + 3];
    let y = boxes[k + 4];
    let z = boxes[k + 5];
    const t0 = x * dx + y * dy + z * dz;
    const r00 = x * b00 + y * b01 + z * b02;
    const r01 = x * b10 + y * b11 + z * b12;
    const r02 = x * b20 + y * b21 + z * b22;
    const a00 = Math.abs(r00);
    const a01 = Math.abs(r01);
    const a02 = Math.abs(r02);
    if (Math.abs(t0) > h0 + a00 * g0 + a01 * g1 + a02 * g2 + e) return false;

    x = boxes[k + 6];
    y = boxes[k + 7];
    z = boxes[k + 8];
    const t1 = x * dx + y * dy + z * dz;
    const r10 = x * b00 + y * b01 + z * b02;
    const r11 = x * b10 + y * b11 + z * b12;
    const r12 = x * b20 + y * b21 + z * b22;
    const a10 = Math.abs(r10);
    const a11 = Math.abs(r11);
    const a12 = Math.abs(r12);
    if (Math.abs(t1) > h1 + a10 * g0 + a11 * g1 + a12 * g2 + e) return false;

    x = boxes[k + 9];
    y = boxes[k + 10];
    z = boxes[k + 11];
    const t2 = x * dx + y * dy + z * dz;
    const r20 = x * b00 + y * b01 + z * b02;
    const r21 = x * b10 + y * b11 + z * b12;
    const r22 = x * b20 + y * b21 + z * b22;
    const a20 = Math.abs(r20);
    const a21 = Math.abs(r21);
    const a22 = Math.abs(r22);
    if (Math.abs(t2) > h2 + a20 * g0 + a21 * g1 + a22 * g2 + e) return false;

    if (Math.abs(b00 * dx + b01 * dy + b02 * dz) > g0 + a00 * h0 + a10 * h1 + a20 * h2 + e) return false;
    if (Math.abs(b10 * dx + b11 * dy + b12 * dz) > g1 + a01 * h0 + a11 * h1 + a21 * h2 + e) return false;
    if (Math.abs(b20 * dx + b21 * dy + b22 * dz) > g2 + a02 * h0 + a12 * h1 + a22 * h2 + e) return false;

    if (this.#full) {
      if (Math.abs(t1 * r20 - t2 * r10) > h1 * a20 + h2 * a10 + g1 * a02 + g2 * a01 + e) return false;
      if (Math.abs(t1 * r21 - t2 * r11) > h1 * a21 + h2 * a11 + g0 * a02 + g2 * a00 + e) return false;
      if (Math.abs(t1 * r22 - t2 * r12) > h1 * a22 + h2 * a12 + g0 * a01 + g1 * a00 + e) return false;
      if (Math.abs(t2 * r00 - t0 * r20) > h0 * a20 + h2 * a00 + g1 * a12 + g2 * a11 + e) return false;
      if (Math.abs(t2 * r01 - t0 * r21) > h0 * a21 + h2 * a01 + g0 * a12 + g2 * a10 + e) return false;
      if (Math.abs(t2 * r02 - t0 * r22) > h0 * a22 + h2 * a02 + g0 * a11 + g1 * a10 + e) return false;
      if (Math.abs(t0 * r10 - t1 * r00) > h0 * a10 + h1 * a00 + g1 * a22 + g2 * a21 + e) return false;
      if (Math.abs(t0 * r11 - t1 * r01) > h0 * a11 + h1 * a01 + g0 * a22 + g2 * a20 + e) return false;
      if (Math.abs(t0 * r12 - t1 * r02) > h0 * a12 + h1 * a02 + g0 * a21 + g1 * a20 + e) return false;
    }
    this.largerA = sizeA >= sizeB;
    this.apart[0] = dx * dx + dy * dy + dz * dz;
    return true;
  }

  /** B's node into A's frame, unless it is there. */
  protected carry(j: number): void {
    if (j === this.#nodeB) return;
    this.#nodeB = j;
    const boxes = this.#boxesB;
    const { m, q } = this;
    const b = this.b;
    const k = BOX * j;
    const x = boxes[k];
    const y = boxes[k + 1];
    const z = boxes[k + 2];
    b[12] = m[0] * x + m[3] * y + m[6] * z + m[9];
    b[13] = m[1] * x + m[4] * y + m[7] * z + m[10];
    b[14] = m[2] * x + m[5] * y + m[8] * z + m[11];
    const a0 = q[0];
    const a1 = q[1];
    const a2 = q[2];
    const a3 = q[3];
    const a4 = q[4];
    const a5 = q[5];
    const a6 = q[6];
    const a7 = q[7];
    const a8 = q[8];
    for (let c = 0; c < 9; c += 3) {
      const u = boxes[k + 3 + c];
      const v = boxes[k + 4 + c];
      const w = boxes[k + 5 + c];
      b[c] = a0 * u + a3 * v + a6 * w;
      b[c + 1] = a1 * u + a4 * v + a7 * w;
      b[c + 2] = a2 * u + a5 * v + a8 * w;
    }
    const s = q[9];
    b[9] = s * boxes[k + 12];
    b[10] = s * boxes[k + 13];
    b[11] = s * boxes[k + 14];
  }
}

const NONE: Float32Array = /* #__PURE__ */ new Float32Array(0);
