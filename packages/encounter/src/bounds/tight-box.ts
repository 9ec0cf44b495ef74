/**
 * Axes of a box around a hull that is as small as many directions make it, and no larger than along the principal axes.
 *
 * The least box of all is hard to find: J. O'Rourke, "Finding Minimal Enclosing Boxes", 1985, takes O(n³). It has edges of the hull
 * on two faces that meet. Boxes with one face across a given direction are easy (see `hull-shadow.ts`), so these directions are
 * tried, the most promising first, for as long as the budget lasts:
 *
 *   principal axes and coordinate axes · normals of facets, the largest first · edges, the longest first · what is perpendicular to
 *   two edges, of the longest first
 *
 * Each of the best boxes is then turned about its own axes, one after the other, until no turn makes it smaller, as in C.-T. Chang,
 * B. Gorissen, S. Melchior, "Fast Oriented Bounding Box Optimization on the Rotation Group SO(3, ℝ)", 2011, and about axes in
 * between.
 *
 * For a hull of up to 60 vertices or so all directions are tried; of a large one with round sides only the largest facets are.
 */
import type { Hull } from '../shapes/hull/hull-builder.ts';
import { BOX_BUDGET, BOX_GAIN, BOX_STEP } from '../tolerances.ts';
import { across } from './across.ts';
import { HullShadow, turnAbout } from './hull-shadow.ts';
import { LeastRectangle } from './least-rectangle.ts';
import { completeAxes } from './principal-axes.ts';

/** How many boxes are turned. */
const BEST = 16;

/** The first step when they are turned about axes in between: an angle where the sides are equal. */
const FIRST_STEP = 1 / 8;

/**
 * Writes the axes of a tight box over the principal axes of a hull, which must be larger than a point. Sides below `least` count as
 * that long.
 */
export function tightAxes(hull: Hull, axes: Float64Array, least: number): void {
  if (hull.dimension === 3) new TightSearch(hull, least).run(axes);
  else if (hull.dimension === 2) flatAxes(hull.vertices, axes);
}

/** In a plane, the rectangle of least area. */
function flatAxes(vertices: Float64Array, axes: Float64Array): void {
  const count = vertices.length / 3;
  const rectangle = new LeastRectangle();
  rectangle.reserve(count);
  // The normal first, as what is turned about is.
  axes.set([...axes.subarray(6), ...axes.subarray(0, 6)]);
  for (let i = 0; i < count; i++)
    for (let n = 0; n < 2; n++) {
      let s = 0;
      for (let k = 0; k < 3; k++) s += axes[3 + 3 * n + k] * (vertices[3 * i + k] - vertices[k]);
      rectangle.points[2 * i + n] = s;
    }
  rectangle.find(count);
  turnAbout(axes, rectangle.c, rectangle.s);
}

interface Candidate {
  readonly volume: number;
  readonly axes: Float64Array;
}

class TightSearch {
  readonly #shadow: HullShadow;
  /** Ascending. */
  readonly #best: Candidate[] = [];
  readonly #least: number;

  constructor(hull: Hull, least: number) {
    this.#shadow = new HullShadow(hull);
    this.#least = least;
  }

  run(axes: Float64Array): void {
    for (let n = 0; n < 9; n += 3) this.#try(axes[n], axes[n + 1], axes[n + 2]);
    for (let n = 0; n < 3; n++) this.#try(n === 0 ? 1 : 0, n === 1 ? 1 : 0, n === 2 ? 1 : 0);
    this.#tryFacets();
    this.#tryEdges();
    let [found] = this.#best;
    for (const start of [...this.#best]) {
      const turned = this.#turn(this.#polish(this.#turn(start)));
      if (turned.volume < found.volume) found = turned;
    }
    axes.set(found.axes);
  }

  /** Measures the box across a direction, and keeps it if it is one of the best. */
  #try(x: number, y: number, z: number): void {
    const volume = this.#volume(x, y, z);
    const best = this.#best;
    if (best.length === BEST && !(volume < best[BEST - 1].volume)) return;
    if (volume === Infinity || best.some((other) => other.volume === volume)) return;
    if (best.length === BEST) best.pop();
    best.push({ volume, axes: this.#shadow.axes.slice() });
    best.sort((a, b) => a.volume - b.volume);
  }

  #volume(x: number, y: number, z: number): number {
    return this.#shadow.measure(x, y, z) ? this.#product() : Infinity;
  }

  /** Of the sides as measured. */
  #product(): number {
    const { sizes } = this.#shadow;
    const least = this.#least;
    return Math.max(sizes[0], least) * Math.max(sizes[1], least) * Math.max(sizes[2], least);
  }

  /** Whether the directions have cost their part of the budget. The rest is for the turns. */
  get #tried(): boolean {
    return this.#shadow.cost > 0.75 * BOX_BUDGET;
  }

  #tryFacets(): void {
    const { normals } = this.#shadow;
    const areas = new Float64Array(normals.length / 3);
    for (let f = 0; f < areas.length; f++) areas[f] = squared(normals, 3 * f);
    for (const f of descending(areas)) {
      if (this.#tried) return;
      this.#try(normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]);
    }
  }

  #tryEdges(): void {
    if (this.#tried) return;
    const { edges, vertices } = this.#shadow;
    const count = edges.length / 4;
    const along = new Float64Array(3 * count);
    const lengths = new Float64Array(count);
    for (let e = 0; e < count; e++) {
      for (let i = 0; i < 3; i++)
        along[3 * e + i] = vertices[3 * edges[4 * e + 1] + i] - vertices[3 * edges[4 * e] + i];
      lengths[e] = squared(along, 3 * e);
    }
    const order = descending(lengths);
    for (const e of order) {
      if (this.#tried) return;
      this.#try(along[3 * e], along[3 * e + 1], along[3 * e + 2]);
    }
    const out = new Float64Array(3);
    for (let n = 1; n < count; n++)
      for (let m = 0; m < n; m++) {
        if (this.#tried) return;
        const a = 4 * order[n];
        const b = 4 * order[m];
        across(vertices, 3 * edges[a], 3 * edges[a + 1], 3 * edges[b], 3 * edges[b + 1], out, 0);
        this.#try(out[0], out[1], out[2]);
      }
  }

  /** Turns a box about its axes until it gets no smaller. */
  #turn(start: Candidate): Candidate {
    const axes = start.axes.slice();
    let { volume } = start;
    let idle = 0;
    // The first axis is the one that it was found about.
    for (let n = 1; idle < 2; n++) {
      const k = 3 * (n % 3);
      const turned = this.#volume(axes[k], axes[k + 1], axes[k + 2]);
      if (turned < volume * (1 - BOX_GAIN)) {
        // The axis is the first now.
        axes.set(this.#shadow.axes);
        volume = turned;
        n = 0;
        idle = 0;
      } else idle++;
    }
    return { volume, axes };
  }

  /**
   * Moves a box to the best of 26 turns about axes in between its own, in smaller and smaller steps (R. Hooke, T. A. Jeeves, "Direct
   * Search", 1961): a turn about two axes at once may help where one about either does not. Angles are as large as the sides that
   * they mix allow, so that needles and plates are turned as finely as they must be.
   */
  #polish(start: Candidate): Candidate {
    const { sizes } = this.#shadow;
    const axes = start.axes.slice();
    const trial = new Float64Array(9);
    let { volume } = start;
    this.#volumeAlong(axes);
    for (let step = FIRST_STEP; step > BOX_STEP && this.#shadow.cost < BOX_BUDGET; ) {
      const scale = [ratio(sizes[1], sizes[2]), ratio(sizes[2], sizes[0]), ratio(sizes[0], sizes[1])];
      let better = false;
      for (let n = 0; n < 27 && !better; n++) {
        const x = step * scale[0] * ((n % 3) - 1);
        const y = step * scale[1] * ((Math.floor(n / 3) % 3) - 1);
        const z = step * scale[2] * (Math.floor(n / 9) - 1);
        turnBy(axes, x, y, z, trial);
        const turned = this.#volumeAlong(trial);
        if (!(turned < volume * (1 - BOX_GAIN))) continue;
        better = true;
        axes.set(trial);
        volume = turned;
      }
      if (better) continue;
      step /= 2;
      this.#volumeAlong(axes);
    }
    return { volume, axes };
  }

  /** The volume of the box along axes. */
  #volumeAlong(axes: Float64Array): number {
    this.#shadow.measureAlong(axes);
    return this.#product();
  }
}

/** The shorter of two sides by the longer. */
function ratio(a: number, b: number): number {
  return Math.min(a, b) / Math.max(a, b) || 0;
}

/** Axes turned about themselves by small angles. */
function turnBy(axes: Float64Array, x: number, y: number, z: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    out[i] = axes[i] + z * axes[3 + i] - y * axes[6 + i];
    out[3 + i] = axes[3 + i] + x * axes[6 + i] - z * axes[i];
  }
  completeAxes(out);
}

function squared(v: Float64Array, k: number): number {
  return v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2];
}

/** Numbers of values from the largest to the least; those of equal values ascend. */
function descending(values: Float64Array): Int32Array {
  const order = Int32Array.from(values, (_, i) => i);
  return order.sort((i, j) => values[j] - values[i] || i - j);
}
