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
  /** Ids chosen before, and how many. */
  before: Float64Array = new Float64Array(16);
  beforeCount = 0;
  /** After `choose`: the numbers of the corners chosen, in order around the patch. */
  chosen: Int32Array = new Int32Array(64);
  chosenCount = 0;
  /** Separations that differ by less are equally deep. */
  readonly tie: Float64Array = new Float64Array(1);
  /** The best few corners so far. */
  readonly #best: Int32Array = new Int32Array(4);
  #bestCount = 0;
  /** What the best choice so far covers. In an array: a number in a field may be allocated anew each time it is set. */
  readonly area: Float64Array = new Float64Array(1);

  /** Makes room for one more corner and counts it. */
  grow(): number {
    const i = this.count++;
    if (i === this.x.length) {
      this.x = enlarged(this.x);
      this.y = enlarged(this.y);
      this.separation = enlarged(this.separation);
      this.height = enlarged(this.height);
      this.id = enlarged(this.id);
      this.chosen = new Int32Array(2 * i);
    }
    return i;
  }

  /** Takes the ids of the points that were chosen before. */
  rememberPoints(points: readonly { readonly id: number }[]): void {
    this.beforeCount = points.length;
    if (points.length > this.before.length) this.before = new Float64Array(2 * points.length);
    for (let i = 0; i < points.length; i++) this.before[i] = points[i].id;
  }

  choose(most: number): void {
    const { chosen, count, separation } = this;
    this.chosenCount = 0;
    if (count <= most) {
      for (let i = 0; i < count; i++) chosen[this.chosenCount++] = i;
      return;
    }
    let deepest = 0;
    for (let i = 1; i < count; i++) if (separation[i] < separation[deepest]) deepest = i;
    const limit = separation[deepest] + this.tie[0];
    if (most === 1) {
      this.#keepOne(deepest, limit);
      return;
    }
    this.area[0] = -1;
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
    for (let i = 0; i < this.#bestCount; i++) chosen[i] = this.#best[i];
    this.chosenCount = this.#bestCount;
    sortUp(chosen, this.chosenCount);
  }

  /** The deepest corner, or the one chosen before if it is as deep. */
  #keepOne(deepest: number, limit: number): void {
    const { chosen, count, separation } = this;
    for (let i = 0; i < count; i++)
      if (separation[i] <= limit && this.beforeCount > 0 && this.before[0] === this.id[i]) {
        chosen[this.chosenCount++] = i;
        return;
      }
    chosen[this.chosenCount++] = deepest;
  }

  /** Twice the area of a triangle of corners. */
  #triangle(i: number, j: number, k: number): number {
    const { x, y } = this;
    return Math.abs((x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]));
  }

  /** Whether what covers this area is better than the best so far. Not for rounding: of choices that are equally good, the first stays. */
  #isBetter(area: number): boolean {
    if (!(area > this.area[0] * (1 + PATCH_EQUAL))) return false;
    this.area[0] = area;
    return true;
  }

  #take(i: number, j: number, k: number, l: number): void {
    const best = this.#best;
    best[0] = i;
    best[1] = j;
    best[2] = k;
    best[3] = l;
    this.#bestCount = k < 0 ? 2 : l < 0 ? 3 : 4;
  }

  #farthest(i: number): void {
    const { x, y, count } = this;
    for (let j = 0; j < count; j++) {
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      if (j !== i && this.#isBetter(dx * dx + dy * dy)) this.#take(i, j, -1, -1);
    }
  }

  #triangles(i: number): void {
    const { count } = this;
    for (let j = 0; j < count; j++)
      for (let k = j + 1; k < count; k++)
        if (j !== i && k !== i && this.#isBetter(this.#triangle(i, j, k))) this.#take(i, j, k, -1);
  }

  /**
   * All diagonals from corner i. As the other end moves on around the patch, so do the corners that are farthest on both sides, and on
   * each side the distance rises to one greatest value and falls.
   */
  #diagonals(i: number): void {
    const { x, y, count } = this;
    let left = 1;
    let right = 2;
    for (let step = 2; step + 1 < count; step++) {
      const j = (i + step) % count;
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      let leftArea = this.#triangle(i, j, (i + left) % count);
      while (left + 1 < step) {
        const k = (i + left + 1) % count;
        const area = Math.abs(dx * (y[k] - y[i]) - dy * (x[k] - x[i]));
        if (!(area > leftArea * (1 + PATCH_EQUAL))) break;
        leftArea = area;
        left++;
      }
      right = Math.max(right, step + 1);
      let rightArea = this.#triangle(i, j, (i + right) % count);
      while (right + 1 < count) {
        const k = (i + right + 1) % count;
        const area = Math.abs(dx * (y[k] - y[i]) - dy * (x[k] - x[i]));
        if (!(area > rightArea * (1 + PATCH_EQUAL))) break;
        rightArea = area;
        right++;
      }
      if (this.#isBetter(leftArea + rightArea)) this.#take(i, j, (i + left) % count, (i + right) % count);
    }
  }

  /** Leaves out the corner that costs the least area, until few enough are left. */
  #cutEars(most: number, deepest: number): void {
    const { chosen, count } = this;
    for (let i = 0; i < count; i++) chosen[i] = i;
    let n = count;
    while (n > most) {
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
      n--;
      for (let i = ear; i < n; i++) chosen[i] = chosen[i + 1];
    }
    this.chosenCount = n;
  }

  /** Chooses the corners chosen before, if they are all there, one of them is deepest, and they cover nearly as much as the best. */
  #keepBefore(most: number, limit: number): boolean {
    const { chosen, count, separation } = this;
    if (this.beforeCount !== most || most !== this.#bestCount) return false;
    let deep = false;
    for (let i = 0; i < count; i++) {
      if (!this.#wasChosen(i)) continue;
      chosen[this.chosenCount++] = i;
      deep ||= separation[i] <= limit;
    }
    if (this.chosenCount === most && deep) {
      const i = chosen[0];
      const j = chosen[1];
      let area = 0;
      if (most === 2) {
        const dx = this.x[j] - this.x[i];
        const dy = this.y[j] - this.y[i];
        area = dx * dx + dy * dy;
      }
      for (let k = 2; k < most; k++) area += this.#triangle(i, chosen[k - 1], chosen[k]);
      if (area >= PATCH_KEEP * this.area[0]) return true;
    }
    this.chosenCount = 0;
    return false;
  }

  #wasChosen(i: number): boolean {
    const id = this.id[i];
    for (let k = 0; k < this.beforeCount; k++) if (this.before[k] === id) return true;
    return false;
  }
}

function sortUp(list: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
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
