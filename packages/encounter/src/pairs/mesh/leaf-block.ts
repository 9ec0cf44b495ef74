/**
 * The triangles of one leaf, carried into the frame of a search, with their boxes. A search that meets the same leaf several times in a
 * row reads its triangles once.
 */
import type { RelativeFrame } from '../../tree/relative-frame.ts';
import type { Triangles } from '../../tree/triangles.ts';

/** Numbers per box: eight times the coordinates of its middle, then four times its sides. */
const BOX = 6;

export class LeafBlock {
  /** The nine coordinates of each triangle. Grows with the largest leaf. */
  readonly triangles: Float64Array[] = [];
  /** The boxes of the triangles. */
  boxes: Float64Array = new Float64Array(0);
  #first = -1;
  #last = -1;

  /** Forgets the triangles, for the next search. */
  clear(): void {
    this.#first = -1;
  }

  /** Reads the triangles in the slots first … last − 1, carried by `frame` unless that is null. */
  read(source: Triangles, first: number, last: number, frame: RelativeFrame | null): void {
    if (first === this.#first && last === this.#last) return;
    this.#first = first;
    this.#last = last;
    const count = last - first;
    const { triangles } = this;
    while (triangles.length < count) triangles.push(new Float64Array(9));
    if (this.boxes.length < BOX * count) this.boxes = new Float64Array(BOX * count);
    for (let i = 0; i < count; i++) {
      const p = triangles[i];
      source.load(first + i, p);
      if (frame !== null) carry(frame, p);
      this.#measure(p, BOX * i);
    }
  }

  /** Computes the box of a triangle without branches: the smaller of two numbers is half of their sum less their distance. */
  #measure(p: Float64Array, k: number): void {
    const { boxes } = this;
    for (let i = 0; i < 3; i++) {
      const sum = p[i] + p[i + 3];
      const gap = Math.abs(p[i] - p[i + 3]);
      const third = 2 * p[i + 6];
      const low = sum - gap;
      const high = sum + gap;
      const least = low + third - Math.abs(low - third);
      const most = high + third + Math.abs(high - third);
      boxes[k + i] = most + least;
      boxes[k + 3 + i] = most - least;
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
