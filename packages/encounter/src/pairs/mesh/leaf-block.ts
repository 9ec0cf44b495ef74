/**
 * The triangles of one leaf, carried into the frame of a search, with their boxes. A search meets the same leaf several times, and not
 * always in a row, so it keeps the leaves that it met last.
 */
import type { RelativeFrame } from '../../tree/relative-frame.ts';
import type { Triangles } from '../../tree/triangles.ts';

/** Numbers per box: eight times the coordinates of its middle, then four times its sides. */
export const BOX = 6;

/**
 * How many leaves of a mesh a search keeps, a power of two. When all pairs of two tori of 6,400 triangles were listed, 16 leaves of each
 * took 3 to 4 % less time than 8.
 */
const KEPT = 16;

/** The leaves of one mesh that a search met last. */
export class LeafBlocks {
  readonly #blocks: LeafBlock[] = Array.from({ length: KEPT }, () => new LeafBlock());

  /** Forgets all leaves, for the next search. */
  clear(): void {
    for (const block of this.#blocks) block.clear();
  }

  /** The leaf with the slots first … last − 1, carried by `frame` unless that is null. It is valid until the next call. */
  read(source: Triangles, first: number, last: number, frame: RelativeFrame | null): LeafBlock {
    // Most leaves have at least two slots, so without the lowest bit their first slots spread better.
    const block = this.#blocks[(first >> 1) & (KEPT - 1)];
    block.read(source, first, last, frame);
    return block;
  }
}

export class LeafBlock {
  /** The nine coordinates of each triangle. Grows with the largest leaf. */
  readonly triangles: Float64Array[] = [];
  /** The boxes of the triangles. */
  boxes: Float64Array = new Float64Array(0);
  /** Which triangles `pick` has found, numbered from 0. */
  picked: Int32Array = new Int32Array(0);
  #first = -1;
  #last = -1;

  /** Forgets the triangles, for the next search. */
  clear(): void {
    this.#first = -1;
  }

  /**
   * Finds the triangles whose boxes overlap the one that starts at others[at], or are apart by at most an eighth of slack[0] along each
   * axis. Returns how many there are, and writes which to `picked`.
   *
   * No branch depends on what is found, because none could be predicted. The sum of the gaps along the axes that have one is above zero if
   * there is any, and each triangle is written where the next that is not picked overwrites it.
   */
  pick(others: Float64Array, at: number, slack: Float64Array): number {
    const { boxes, picked } = this;
    const count = this.#last - this.#first;
    const cx = others[at];
    const cy = others[at + 1];
    const cz = others[at + 2];
    const sx = others[at + 3] + slack[0];
    const sy = others[at + 4] + slack[0];
    const sz = others[at + 5] + slack[0];
    let found = 0;
    for (let i = 0, k = 0; i < count; i++, k += BOX) {
      const x = Math.abs(boxes[k] - cx) - boxes[k + 3] - sx;
      const y = Math.abs(boxes[k + 1] - cy) - boxes[k + 4] - sy;
      const z = Math.abs(boxes[k + 2] - cz) - boxes[k + 5] - sz;
      picked[found] = i;
      found += Number(!(x + Math.abs(x) + (y + Math.abs(y)) + (z + Math.abs(z)) > 0));
    }
    return found;
  }

  /** Reads the triangles in the slots first … last − 1, carried by `frame` unless that is null. */
  read(source: Triangles, first: number, last: number, frame: RelativeFrame | null): void {
    if (first === this.#first && last === this.#last) return;
    this.#first = first;
    this.#last = last;
    const count = last - first;
    const { triangles } = this;
    while (triangles.length < count) triangles.push(new Float64Array(9));
    if (this.picked.length < count) {
      this.boxes = new Float64Array(BOX * count);
      this.picked = new Int32Array(count);
    }
    const { boxes } = this;
    const { corners, vertices } = source;
    const { array, offset, stride } = vertices;
    for (let i = 0; i < count; i++) {
      const p = triangles[i];
      const c = 3 * (first + i);
      let k = offset + stride * corners[c];
      let x0 = array[k];
      let y0 = array[k + 1];
      let z0 = array[k + 2];
      k = offset + stride * corners[c + 1];
      let x1 = array[k];
      let y1 = array[k + 1];
      let z1 = array[k + 2];
      k = offset + stride * corners[c + 2];
      let x2 = array[k];
      let y2 = array[k + 1];
      let z2 = array[k + 2];
      if (frame !== null) {
        const { m, t } = frame;
        let x = x0;
        let y = y0;
        x0 = m[0] * x + m[3] * y + m[6] * z0 + t[0];
        y0 = m[1] * x + m[4] * y + m[7] * z0 + t[1];
        z0 = m[2] * x + m[5] * y + m[8] * z0 + t[2];
        x = x1;
        y = y1;
        x1 = m[0] * x + m[3] * y + m[6] * z1 + t[0];
        y1 = m[1] * x + m[4] * y + m[7] * z1 + t[1];
        z1 = m[2] * x + m[5] * y + m[8] * z1 + t[2];
        x = x2;
        y = y2;
        x2 = m[0] * x + m[3] * y + m[6] * z2 + t[0];
        y2 = m[1] * x + m[4] * y + m[7] * z2 + t[1];
        z2 = m[2] * x + m[5] * y + m[8] * z2 + t[2];
      }
      p[0] = x0;
      p[1] = y0;
      p[2] = z0;
      p[3] = x1;
      p[4] = y1;
      p[5] = z1;
      p[6] = x2;
      p[7] = y2;
      p[8] = z2;
      // The smaller of two numbers is half of their sum less their distance. This takes no branch.
      const j = BOX * i;
      let low = x0 + x1 - Math.abs(x0 - x1);
      let high = x0 + x1 + Math.abs(x0 - x1);
      x2 += x2;
      let least = low + x2 - Math.abs(low - x2);
      let most = high + x2 + Math.abs(high - x2);
      boxes[j] = most + least;
      boxes[j + 3] = most - least;
      low = y0 + y1 - Math.abs(y0 - y1);
      high = y0 + y1 + Math.abs(y0 - y1);
      y2 += y2;
      least = low + y2 - Math.abs(low - y2);
      most = high + y2 + Math.abs(high - y2);
      boxes[j + 1] = most + least;
      boxes[j + 4] = most - least;
      low = z0 + z1 - Math.abs(z0 - z1);
      high = z0 + z1 + Math.abs(z0 - z1);
      z2 += z2;
      least = low + z2 - Math.abs(low - z2);
      most = high + z2 + Math.abs(high - z2);
      boxes[j + 2] = most + least;
      boxes[j + 5] = most - least;
    }
  }
}

/** Carries a triangle of B into the frame of A. */
export function carry({ m, t }: RelativeFrame, q: Float64Array): void {
  // Each entry is read once into a local: the engine cannot know that writing to q does not change m and t.
  const m0 = m[0];
  const m1 = m[1];
  const m2 = m[2];
  const m3 = m[3];
  const m4 = m[4];
  const m5 = m[5];
  const m6 = m[6];
  const m7 = m[7];
  const m8 = m[8];
  const t0 = t[0];
  const t1 = t[1];
  const t2 = t[2];
  for (let k = 0; k < 9; k += 3) {
    const x = q[k];
    const y = q[k + 1];
    const z = q[k + 2];
    q[k] = m0 * x + m3 * y + m6 * z + t0;
    q[k + 1] = m1 * x + m4 * y + m7 * z + t1;
    q[k + 2] = m2 * x + m5 * y + m8 * z + t2;
  }
}
