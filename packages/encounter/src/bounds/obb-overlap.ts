/**
 * Two OBB trees against each other (§5.3.2, §5.3.3): pairs of nodes whose boxes overlap, down to pairs of leaves, down to a pair of
 * triangles that meet.
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
import { MAX_DEPTH } from '../tree/layout.ts';
import { BOX, LINK, type ObbNodes } from './obb-layout.ts';

/** What is done with the items of two leaves whose boxes overlap: B's first … last − 1 against A's. True ends the walk. */
export interface ObbLeaves {
  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean;
}

/** A depth-first descent has at most one pair waiting for each level of either tree, and the two that were kept last. */
const ROOM = 2 * (MAX_DEPTH + 1);

/** On the stack a node of A says in its lowest bit whether it is the one to split. */
const LARGER = 1;

const NONE: ObbNodes = /* #__PURE__ */ { boxes: new Float32Array(0), links: new Int32Array(0) };

export class ObbOverlap {
  /** How many pairs of boxes were tested: the book's N_b. */
  boxTests = 0;
  /** x of B is at m·x + t: columns first. */
  readonly m: Float64Array = new Float64Array(12);
  /** The linear part as rotation q times scale. */
  readonly q: Float64Array = new Float64Array(10);
  /** Boxes this close count as overlapping. */
  readonly slack: Float64Array = new Float64Array(1);
  /** Whether a placement is more than rotation and scale: then both are seen in axes of the world, and A's are at a·x. */
  stretched = false;
  readonly a: Float64Array = new Float64Array(12);
  readonly #stack: Int32Array = new Int32Array(2 * ROOM);
  /** Of the node of B at hand, in A's frame: axes, half sizes, center. */
  readonly #b: Float64Array = new Float64Array(15);
  #nodeB = -1;
  /** The squared distance of the centers that `#overlap` saw. */
  readonly #apart: Float64Array = new Float64Array(1);
  #largerA = false;
  #full = true;
  #nodesA: ObbNodes = NONE;
  #nodesB: ObbNodes = NONE;

  /** Walks until the visitor has seen enough; returns whether it had. */
  walk(a: ObbNodes, b: ObbNodes, full: boolean, visitor: ObbLeaves): boolean {
    this.#nodesA = a;
    this.#nodesB = b;
    this.#nodeB = -1;
    this.#full = full;
    this.boxTests = 1;
    const stack = this.#stack;
    const apart = this.#apart;
    const linksA = a.links;
    const linksB = b.links;
    let top = 0;
    if (this.#overlap(0, 0)) {
      stack[0] = this.#largerA ? LARGER : 0;
      stack[1] = 0;
      top = 1;
    }
    while (top > 0) {
      top--;
      const word = stack[2 * top];
      const i = word >> 1;
      const j = stack[2 * top + 1];
      const firstA = linksA[LINK * i];
      const firstB = linksB[LINK * j];
      const countA = linksA[LINK * i + 1];
      const countB = linksB[LINK * j + 1];
      if (countA !== 0 && countB !== 0) {
        // Of copies one stands for all.
        const lastA = firstA + (countA > 0 ? countA : 1);
        const lastB = firstB + (countB > 0 ? countB : 1);
        if (visitor.leaves(firstA, lastA, firstB, lastB)) return true;
        continue;
      }
      const splitA = countA === 0 && (countB !== 0 || (word & LARGER) === LARGER);
      this.boxTests += 2;
      const from = top;
      let nearer = Infinity;
      for (let k = 0; k < 2; k++) {
        const x = splitA ? firstA + k : i;
        const y = splitA ? j : firstB + k;
        if (!this.#overlap(x, y)) continue;
        // A contact is found soonest where the centers are near: that pair goes on top.
        let at = top++;
        if (apart[0] > nearer) {
          stack[2 * at] = stack[2 * from];
          stack[2 * at + 1] = stack[2 * from + 1];
          at = from;
        }
        nearer = apart[0];
        stack[2 * at] = 2 * x + (this.#largerA ? LARGER : 0);
        stack[2 * at + 1] = y;
      }
    }
    return false;
  }

  /** Whether a node of A and one of B overlap, as far as the axes tell. */
  #overlap(i: number, j: number): boolean {
    if (j !== this.#nodeB) this.#carry(j);
    return this.stretched ? this.#overlapStretched(i) : this.#overlapTurned(i);
  }

  /** B's node into A's frame. */
  #carry(j: number): void {
    this.#nodeB = j;
    const { boxes } = this.#nodesB;
    const { m, q } = this;
    const b = this.#b;
    const k = BOX * j;
    const x = boxes[k];
    const y = boxes[k + 1];
    const z = boxes[k + 2];
    b[12] = m[0] * x + m[3] * y + m[6] * z + m[9];
    b[13] = m[1] * x + m[4] * y + m[7] * z + m[10];
    b[14] = m[2] * x + m[5] * y + m[8] * z + m[11];
    const axes = this.stretched ? m : q;
    const a0 = axes[0];
    const a1 = axes[1];
    const a2 = axes[2];
    const a3 = axes[3];
    const a4 = axes[4];
    const a5 = axes[5];
    const a6 = axes[6];
    const a7 = axes[7];
    const a8 = axes[8];
    for (let c = 0; c < 9; c += 3) {
      const u = boxes[k + 3 + c];
      const v = boxes[k + 4 + c];
      const w = boxes[k + 5 + c];
      b[c] = a0 * u + a3 * v + a6 * w;
      b[c + 1] = a1 * u + a4 * v + a7 * w;
      b[c + 2] = a2 * u + a5 * v + a8 * w;
    }
    const s = this.stretched ? 1 : q[9];
    b[9] = s * boxes[k + 12];
    b[10] = s * boxes[k + 13];
    b[11] = s * boxes[k + 14];
  }

  #overlapTurned(i: number): boolean {
    const { boxes } = this.#nodesA;
    const b = this.#b;
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
    this.#largerA = sizeA >= sizeB;
    this.#apart[0] = dx * dx + dy * dy + dz * dz;
    return true;
  }

  /** Any affine placement: both nodes as boxes along the world's axes, which is right for every matrix, and loose. */
  #overlapStretched(i: number): boolean {
    const { boxes } = this.#nodesA;
    const { a } = this;
    const b = this.#b;
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
    this.#largerA = sizeA >= sizeB;
    this.#apart[0] = apart;
    return true;
  }
}
