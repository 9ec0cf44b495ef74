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
 * B. Gorissen, S. Melchior, "Fast Oriented Bounding Box Optimization on the Rotation Group SO(3, ℝ)", 2011.
 *
 * For a hull of up to 60 vertices or so all directions are tried; of a large one with round sides only the largest facets are.
 */
import type { Hull } from '../shapes/hull/hull-builder.ts';
import { BOX_BUDGET, BOX_FLAT, BOX_GAIN } from '../tolerances.ts';
import { HullShadow, turnAbout } from './hull-shadow.ts';
import { LeastRectangle } from './least-rectangle.ts';

/** How many boxes are turned, and how often at most. */
const BEST = 4;
const TURNS = 32;

/** Writes the axes of a tight box over the principal axes of a hull, which must be larger than a point. */
export function tightAxes(hull: Hull, axes: Float64Array): void {
  if (hull.dimension === 3) new TightSearch(hull).run(axes);
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
  /** What is thinner counts as this thick. */
  #least = 0;

  constructor(hull: Hull) {
    this.#shadow = new HullShadow(hull);
    for (const x of this.#shadow.vertices) this.#least = Math.max(this.#least, BOX_FLAT * Math.abs(x));
  }

  run(axes: Float64Array): void {
    for (let n = 0; n < 9; n += 3) this.#try(axes[n], axes[n + 1], axes[n + 2]);
    for (let n = 0; n < 3; n++) this.#try(n === 0 ? 1 : 0, n === 1 ? 1 : 0, n === 2 ? 1 : 0);
    this.#tryFacets();
    this.#tryEdges();
    let [{ axes: found, volume: least }] = this.#best;
    for (const start of [...this.#best]) {
      const { axes: turned, volume } = this.#turn(start);
      if (volume >= least) continue;
      least = volume;
      found = turned;
    }
    axes.set(found);
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
    const { sizes } = this.#shadow;
    if (!this.#shadow.measure(x, y, z)) return Infinity;
    const least = this.#least;
    return Math.max(sizes[0], least) * Math.max(sizes[1], least) * Math.max(sizes[2], least);
  }

  get #spent(): boolean {
    return this.#shadow.cost > BOX_BUDGET;
  }

  #tryFacets(): void {
    const { normals } = this.#shadow;
    const areas = new Float64Array(normals.length / 3);
    for (let f = 0; f < areas.length; f++) areas[f] = squared(normals, 3 * f);
    for (const f of descending(areas)) {
      if (this.#spent) return;
      this.#try(normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]);
    }
  }

  #tryEdges(): void {
    if (this.#spent) return;
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
      if (this.#spent) return;
      this.#try(along[3 * e], along[3 * e + 1], along[3 * e + 2]);
    }
    for (let n = 1; n < count; n++)
      for (let m = 0; m < n; m++) {
        if (this.#spent) return;
        const a = 3 * order[n];
        const b = 3 * order[m];
        this.#try(
          along[a + 1] * along[b + 2] - along[a + 2] * along[b + 1],
          along[a + 2] * along[b] - along[a] * along[b + 2],
          along[a] * along[b + 1] - along[a + 1] * along[b],
        );
      }
  }

  /** Turns a box about its axes until it gets no smaller. */
  #turn(start: Candidate): Candidate {
    const axes = start.axes.slice();
    let { volume } = start;
    let idle = 0;
    // The first axis is the one that it was found about.
    for (let n = 1; idle < 2 && n < TURNS; n++) {
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
}

function squared(v: Float64Array, k: number): number {
  return v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2];
}

/** Numbers of values from the largest to the least; those of equal values ascend. */
function descending(values: Float64Array): Int32Array {
  const order = Int32Array.from(values, (_, i) => i);
  return order.sort((i, j) => values[j] - values[i] || i - j);
}
