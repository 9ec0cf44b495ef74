/** A k-d tree of points: nearest ones, and those within a radius. */
import { wrong } from '../check.ts';
import { finite, readPoints, readVec3 } from '../math/read.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { SQUARE_ROUNDING } from '../tolerances.ts';
import { KD_DEPTH, KdOrder, LEAF, validateOrder } from './kd-build.ts';
import type { PointsInput } from './scaled-points.ts';

/** A point of a `KdTree`. */
export class Neighbour {
  /** Its number in the list that the tree was made of. */
  index = -1;
  distance = 0;
}

/**
 * Points in a k-d tree (§5.2.2), for clouds of up to some ten million. They are copied; 29 bytes each are held. Building takes
 * O(n log n), half a second for a million; a query near the points O(log n).
 *
 * Answers are those of a loop over all points, bit for bit: squared distances are x² + y² + z², added in this order, and of equally
 * near points the one with the lower number comes first. Queries allocate nothing when `out` is given.
 *
 * @example
 * new KdTree([[0, 0, 0], [3, 0, 0]]).nearest([2, 0, 0]); // { index: 1, distance: 1 }
 */
export class KdTree {
  readonly #order: KdOrder;
  /** The point that is asked about. In arrays, as doubles that are handed to calls become garbage. */
  readonly #query: Float64Array = new Float64Array(3);
  /** Squared: what is farther is left out. */
  readonly #limit: Float64Array = new Float64Array(1);
  // What waits to be visited: ranges, and how far off they are along each axis at least, squared.
  readonly #firsts: Int32Array = new Int32Array(KD_DEPTH);
  readonly #lasts: Int32Array = new Int32Array(KD_DEPTH);
  readonly #off: Float64Array = new Float64Array(3 * KD_DEPTH);
  /** The radius that is asked about. */
  readonly #radius: Float64Array = new Float64Array(1);
  /** The numbers found so far: a heap with the farthest on top, of equal distances the highest number. */
  #found = new Int32Array(16);
  /** Their squared distances. */
  #distances = new Float64Array(16);
  #count = 0;
  /** How many are wanted. */
  #most = 0;
  readonly #point: Vec3 = new Vec3();

  constructor(points: PointsInput) {
    this.#order = new KdOrder(readPoints('points', points));
  }

  /** How many points there are. */
  get size(): number {
    return this.#order.ids.length;
  }

  /** The nearest point. */
  nearest(point: Vec3Input, out?: Neighbour): Neighbour {
    if (out !== undefined && out?.index === undefined) wrong('out', 'be a Neighbour', out);
    this.#begin(point);
    this.#most = 1;
    this.#walk(Task.nearest);
    const neighbour = out ?? new Neighbour();
    neighbour.index = this.#found[0];
    neighbour.distance = Math.sqrt(this.#distances[0]);
    return neighbour;
  }

  /**
   * The k nearest points, or all if there are fewer, from the nearest on. A list given as `out` is cut to length, and its elements
   * are used again.
   */
  nearestK(point: Vec3Input, k: number, out?: Neighbour[]): Neighbour[] {
    if (!Number.isSafeInteger(k) || k < 0) wrong('k', 'be a count', k, typeof k === 'number' ? RangeError : TypeError);
    requireList(out);
    this.#begin(point);
    this.#most = Math.min(k, this.size);
    this.#reserve(this.#most);
    if (this.#most > 0) this.#walk(Task.nearest);
    const list = out ?? [];
    list.length = Math.min(list.length, this.#most);
    while (list.length < this.#most) list.push(new Neighbour());
    for (let n = this.#most - 1; n >= 0; n--) {
      list[n].distance = Math.sqrt(this.#distances[0]);
      list[n].index = this.#pop();
    }
    return list;
  }

  /** The numbers of all points that are no farther than a radius, ascending. A list given as `out` is filled and cut to length. */
  within(point: Vec3Input, radius: number, out?: number[]): number[] {
    if (radius !== Infinity) finite('radius', radius);
    if (radius < 0) wrong('radius', 'not be negative', radius, RangeError);
    requireList(out);
    this.#begin(point);
    this.#radius[0] = radius;
    this.#limit[0] = radius * radius * (1 + SQUARE_ROUNDING);
    this.#walk(Task.within);
    const list = out ?? [];
    list.length = this.#count;
    for (let n = this.#count - 1; n >= 0; n--) list[n] = this.#pop();
    return list;
  }

  /** Throws an Error if the order of the points is not that of a tree. For tests. */
  validate(): void {
    validateOrder(this.#order);
  }

  #begin(point: Vec3Input): void {
    const { x, y, z } = readVec3('point', point, this.#point);
    this.#query[0] = x;
    this.#query[1] = y;
    this.#query[2] = z;
    this.#limit[0] = Infinity;
    this.#count = 0;
  }

  /**
   * Visits all ranges that may hold a point within the limit, the nearer half first. A bound is the sum of squares along the axes,
   * added as those of a point are: as rounding keeps what is larger larger, no point is nearer than the bound of its range.
   */
  #walk(task: Task): void {
    const { axes, points } = this.#order;
    const firsts = this.#firsts;
    const lasts = this.#lasts;
    const off = this.#off;
    const query = this.#query;
    let top = 1;
    firsts[0] = 0;
    lasts[0] = this.size;
    off.fill(0, 0, 3);
    while (top > 0) {
      top--;
      if (off[3 * top] + off[3 * top + 1] + off[3 * top + 2] > this.#limit[0]) continue;
      let first = firsts[top];
      let last = lasts[top];
      // The off of the near half is where that of the range was; the far half goes on top of it.
      while (last - first > LEAF) {
        const middle = (first + last) >>> 1;
        const axis = axes[middle];
        const d = query[axis] - points[3 * middle + axis];
        const k = 3 * top;
        off[k + 3] = off[k];
        off[k + 4] = off[k + 1];
        off[k + 5] = off[k + 2];
        off[k + axis] = d * d;
        firsts[top] = d < 0 ? middle + 1 : first;
        lasts[top] = d < 0 ? last : middle;
        top++;
        this.#scan(task, middle, middle + 1);
        if (d < 0) last = middle;
        else first = middle + 1;
      }
      this.#scan(task, first, last);
    }
  }

  #scan(task: Task, first: number, last: number): void {
    if (task === Task.within) this.#scanWithin(first, last);
    else this.#scanNearest(first, last);
  }

  #scanNearest(first: number, last: number): void {
    const { ids, points: p } = this.#order;
    const distances = this.#distances;
    const x = this.#query[0];
    const y = this.#query[1];
    const z = this.#query[2];
    for (let i = first, k = 3 * first; i < last; i++, k += 3) {
      const dx = p[k] - x;
      const dy = p[k + 1] - y;
      const dz = p[k + 2] - z;
      const distanceSq = dx * dx + dy * dy + dz * dz;
      if (this.#count < this.#most) {
        this.#found[this.#count] = ids[i];
        distances[this.#count] = distanceSq;
        this.#rise(this.#count++);
      } else {
        if (distanceSq > distances[0] || (distanceSq === distances[0] && ids[i] > this.#found[0])) continue;
        // In place of the farthest.
        this.#found[this.#count] = ids[i];
        distances[this.#count] = distanceSq;
        this.#sink(this.#count);
      }
      if (this.#count === this.#most) this.#limit[0] = distances[0];
    }
  }

  #scanWithin(first: number, last: number): void {
    const { ids, points: p } = this.#order;
    const x = this.#query[0];
    const y = this.#query[1];
    const z = this.#query[2];
    const radius = this.#radius[0];
    const clear = radius * radius * (1 - SQUARE_ROUNDING);
    for (let i = first, k = 3 * first; i < last; i++, k += 3) {
      const dx = p[k] - x;
      const dy = p[k + 1] - y;
      const dz = p[k + 2] - z;
      const distanceSq = dx * dx + dy * dy + dz * dz;
      // Not the squares: the distance that `nearest` gives for a point is within itself.
      if (distanceSq > clear && !(Math.sqrt(distanceSq) <= radius)) continue;
      this.#reserve(this.#count + 1);
      // All at the same place in the heap, which then puts them in order by their numbers.
      this.#found[this.#count] = ids[i];
      this.#distances[this.#count] = 0;
      this.#rise(this.#count++);
    }
  }

  /** Room for as many, and for one that waits to be put in. */
  #reserve(count: number): void {
    if (count < this.#found.length) return;
    const found = new Int32Array(2 * count + 1);
    found.set(this.#found);
    this.#found = found;
    const distances = new Float64Array(2 * count + 1);
    distances.set(this.#distances);
    this.#distances = distances;
  }

  /** Takes the number on top off the heap. */
  #pop(): number {
    const top = this.#found[0];
    this.#count--;
    this.#sink(this.#count);
    return top;
  }

  /** Puts the last element of the heap where it belongs. */
  #rise(at: number): void {
    const found = this.#found;
    const distances = this.#distances;
    const id = found[at];
    const distance = distances[at];
    let i = at;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (distances[parent] > distance || (distances[parent] === distance && found[parent] > id)) break;
      found[i] = found[parent];
      distances[i] = distances[parent];
      i = parent;
    }
    found[i] = id;
    distances[i] = distance;
  }

  /** Puts an element from behind the heap into it, in place of the one on top. */
  #sink(from: number): void {
    const found = this.#found;
    const distances = this.#distances;
    const count = this.#count;
    const id = found[from];
    const distance = distances[from];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= count) break;
      const other = child + 1;
      if (
        other < count &&
        (distances[other] > distances[child] || (distances[other] === distances[child] && found[other] > found[child]))
      )
        child = other;
      if (distances[child] < distance || (distances[child] === distance && found[child] < id)) break;
      found[i] = found[child];
      distances[i] = distances[child];
      i = child;
    }
    found[i] = id;
    distances[i] = distance;
  }
}

const Task = { nearest: 0, within: 1 } as const;
type Task = (typeof Task)[keyof typeof Task];

function requireList(out: unknown): void {
  if (out !== undefined && !Array.isArray(out)) wrong('out', 'be an array', out);
}
