/**
 * Chooses few of the corners of a patch: as large an area as possible, the deepest corner among them.
 *
 * The corners are in order around a convex polygon. Four of them: the two ends of a diagonal, and on each side of it the corner farthest
 * from it. With a given corner as one end that is best over all diagonals from it, n² steps.
 *
 * What was chosen last stays chosen while it covers nearly as much. Otherwise corners that are equally good would take turns as the
 * bodies move, and what a caller keeps with a point would be lost.
 */
import { PATCH_EQUAL, PATCH_KEEP } from '../tolerances.ts';

export class Reduction {
  /** The corners: coordinates, separations and ids, written by the caller. */
  x: Float64Array = new Float64Array(64);
  y: Float64Array = new Float64Array(64);
  separation: Float64Array = new Float64Array(64);
  /** Not used in the choice. */
  height: Float64Array = new Float64Array(64);
  id: Float64Array = new Float64Array(64);
  count = 0;
  /** Ids chosen before. */
  readonly before: number[] = [];
  /** After `choose`: the numbers of the corners chosen, in order around the patch. */
  readonly chosen: number[] = [];
  /** Separations that differ by less are equally deep. */
  tie = 0;
  readonly #best: number[] = [];
  #area = 0;

  /** Makes room for one more corner and counts it. */
  grow(): number {
    const i = this.count++;
    if (i === this.x.length) {
      this.x = enlarged(this.x);
      this.y = enlarged(this.y);
      this.separation = enlarged(this.separation);
      this.height = enlarged(this.height);
      this.id = enlarged(this.id);
    }
    return i;
  }

  choose(most: number): void {
    const { chosen, count, separation } = this;
    chosen.length = 0;
    if (count <= most) {
      for (let i = 0; i < count; i++) chosen.push(i);
      return;
    }
    let deepest = 0;
    for (let i = 1; i < count; i++) if (separation[i] < separation[deepest]) deepest = i;
    const limit = separation[deepest] + this.tie;
    if (most === 1) {
      this.#keepOne(deepest, limit);
      return;
    }
    this.#area = -1;
    for (let i = 0; i < count; i++) {
      if (separation[i] > limit) continue;
      if (most === 2) this.#farthest(i);
      else if (most === 3) this.#triangles(i);
      else if (most === 4) this.#diagonals(i);
      else {
        this.#cutEars(most, deepest);
        return;
      }
    }
    if (this.#keepBefore(most, limit)) return;
    for (let i = 0; i < this.#best.length; i++) chosen.push(this.#best[i]);
    sortUp(chosen);
  }

  /** The deepest corner, or the one chosen before if it is as deep. */
  #keepOne(deepest: number, limit: number): void {
    const { chosen, before, count, separation, id } = this;
    for (let i = 0; i < count; i++)
      if (separation[i] <= limit && before.length > 0 && before[0] === id[i]) {
        chosen.push(i);
        return;
      }
    chosen.push(deepest);
  }

  /** Twice the area of a triangle of corners. */
  #triangle(i: number, j: number, k: number): number {
    const { x, y } = this;
    return Math.abs((x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]));
  }

  #offer(area: number, i: number, j: number, k: number, l: number): void {
    // Not for rounding: of choices that are equally good, the first stays.
    if (!(area > this.#area * (1 + PATCH_EQUAL))) return;
    this.#area = area;
    const best = this.#best;
    best.length = 0;
    best.push(i, j);
    if (k >= 0) best.push(k);
    if (l >= 0) best.push(l);
  }

  #farthest(i: number): void {
    const { x, y, count } = this;
    for (let j = 0; j < count; j++) {
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      if (j !== i) this.#offer(dx * dx + dy * dy, i, j, -1, -1);
    }
  }

  #triangles(i: number): void {
    const { count } = this;
    for (let j = 0; j < count; j++)
      for (let k = j + 1; k < count; k++) if (j !== i && k !== i) this.#offer(this.#triangle(i, j, k), i, j, k, -1);
  }

  #diagonals(i: number): void {
    const { count } = this;
    for (let step = 1; step < count; step++) {
      const j = (i + step) % count;
      let left = -1;
      let leftArea = -1;
      let right = -1;
      let rightArea = -1;
      for (let s = 1; s < count; s++) {
        if (s === step) continue;
        const k = (i + s) % count;
        const area = this.#triangle(i, j, k);
        // Not for rounding: of corners that are equally far, the first stays.
        if (s < step && area > leftArea * (1 + PATCH_EQUAL)) {
          leftArea = area;
          left = k;
        }
        if (s > step && area > rightArea * (1 + PATCH_EQUAL)) {
          rightArea = area;
          right = k;
        }
      }
      this.#offer(Math.max(0, leftArea) + Math.max(0, rightArea), i, j, left, right);
    }
  }

  /** Leaves out the corner that costs the least area, until few enough are left. */
  #cutEars(most: number, deepest: number): void {
    const { chosen, count } = this;
    for (let i = 0; i < count; i++) chosen.push(i);
    while (chosen.length > most) {
      const n = chosen.length;
      let least = Infinity;
      let ear = 0;
      for (let i = 0; i < n; i++) {
        if (chosen[i] === deepest) continue;
        const area = this.#triangle(chosen[(i + n - 1) % n], chosen[i], chosen[(i + 1) % n]);
        if (area < least) {
          least = area;
          ear = i;
        }
      }
      for (let i = ear; i + 1 < n; i++) chosen[i] = chosen[i + 1];
      chosen.length = n - 1;
    }
  }

  /** Chooses the corners chosen before, if they are all there, one of them is deepest, and they cover nearly as much as the best. */
  #keepBefore(most: number, limit: number): boolean {
    const { chosen, before, id, count, separation } = this;
    if (before.length !== most || before.length !== this.#best.length) return false;
    let deep = false;
    for (let i = 0; i < count; i++) {
      if (!before.includes(id[i])) continue;
      chosen.push(i);
      deep ||= separation[i] <= limit;
    }
    let area = 0;
    if (chosen.length === most && deep) {
      const [i, j] = chosen;
      if (most === 2) {
        const dx = this.x[j] - this.x[i];
        const dy = this.y[j] - this.y[i];
        area = dx * dx + dy * dy;
      }
      for (let k = 2; k < most; k++) area += this.#triangle(i, chosen[k - 1], chosen[k]);
      if (area >= PATCH_KEEP * this.#area) return true;
    }
    chosen.length = 0;
    return false;
  }
}

function sortUp(list: number[]): void {
  for (let i = 1; i < list.length; i++) {
    const v = list[i];
    let j = i;
    for (; j > 0 && list[j - 1] > v; j--) list[j] = list[j - 1];
    list[j] = v;
  }
}

function enlarged(a: Float64Array): Float64Array {
  const out = new Float64Array(2 * a.length);
  out.set(a);
  return out;
}
