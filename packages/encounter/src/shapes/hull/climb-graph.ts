/**
 * Hill climbing on the edges of a polytope (book §4.3.4, Algorithm 4.2): from any vertex, steps to neighbours that are
 * farther along a direction lead to a farthest vertex. On a convex polytope with triangulated facets every other vertex has
 * a neighbour that is farther.
 *
 * A step compares (p − q)·dir with zero, not p·dir with q·dir: on a nearly flat patch of many vertices each step gains
 * less than the rounding of a dot product, and the loss would add up over the steps. The first improving neighbour is
 * taken, not the best one. Both were equally fast within the noise, and the first is simpler with differences.
 *
 * Complex vertices are those of high degree (the apex of a polyhedral cone, Fig. 4.7). Each visit would scan all their
 * neighbours. So they are left out of the climbed graph, which is that of the hull of the other vertices, and compared at the end.
 */
import type { Vec3 } from '../../math/vec3.ts';
import { buildHull } from './hull-builder.ts';

/**
 * A vertex is complex if it has at least COMPLEX_DEGREE neighbours and at least COMPLEX_FACTOR·√n: scanning them would take longer
 * than all other steps of a climb. At most COMPLEX_COUNT vertices are left out, found in at most COMPLEX_ROUNDS rounds.
 */
const COMPLEX_DEGREE = 16;
const COMPLEX_FACTOR = 4;
const COMPLEX_COUNT = 16;
const COMPLEX_ROUNDS = 4;
export class ClimbGraph {
  /** A vertex that is not complex. */
  anywhere = 0;
  readonly #points: Float64Array;
  // The rows of complex vertices are empty.
  #offsets: Int32Array;
  #neighbours: Int32Array;
  readonly #complex: number[] = [];
  /** For each complex vertex, a vertex of the climbed graph to start from instead. */
  readonly #gates: number[] = [];

  /** Points and adjacency as in `Hull`: all vertices extreme, facets triangulated. */
  constructor(points: Float64Array, offsets: Int32Array, neighbours: Int32Array) {
    this.#points = points;
    this.#offsets = offsets;
    this.#neighbours = neighbours;
    this.#removeComplex();
  }

  /** The number of a vertex farthest along `dir`, whose products with the points must not overflow. */
  climb(dir: Vec3, hint: number): number {
    const c = this.#complex.indexOf(hint);
    return this.bestWithComplex(dir, this.climbSimple(dir, c < 0 ? hint : this.#gates[c]));
  }

  /** Climbs among the vertices that are not complex; `hint` is one of them. */
  climbSimple(dir: Vec3, hint: number): number {
    const { x, y, z } = dir;
    const p = this.#points;
    const offsets = this.#offsets;
    const neighbours = this.#neighbours;
    let best = hint;
    let px = p[3 * best];
    let py = p[3 * best + 1];
    let pz = p[3 * best + 2];
    // Rounding might lead around a circle of equally far vertices. No climb has more steps than vertices.
    let steps = offsets.length;
    let e = offsets[best];
    let end = offsets[best + 1];
    while (e < end) {
      const other = neighbours[e++];
      const i = 3 * other;
      if (x * (p[i] - px) + y * (p[i + 1] - py) + z * (p[i + 2] - pz) > 0) {
        if (--steps < 0) return best;
        best = other;
        px = p[i];
        py = p[i + 1];
        pz = p[i + 2];
        e = offsets[best];
        end = offsets[best + 1];
      }
    }
    return best;
  }

  /** The farthest of vertex `best` and the complex vertices. */
  bestWithComplex(dir: Vec3, best: number): number {
    const { x, y, z } = dir;
    const p = this.#points;
    const complex = this.#complex;
    for (let k = 0; k < complex.length; k++) {
      const i = 3 * complex[k];
      const j = 3 * best;
      if (x * (p[i] - p[j]) + y * (p[i + 1] - p[j + 1]) + z * (p[i + 2] - p[j + 2]) > 0) best = complex[k];
    }
    return best;
  }

  /** Takes the complex vertices out of the climbed graph. Without them other vertices may become complex, so this goes in rounds. */
  #removeComplex(): void {
    const points = this.#points;
    const n = points.length / 3;
    const least = Math.max(COMPLEX_DEGREE, COMPLEX_FACTOR * Math.sqrt(n));
    const offsets = this.#offsets;
    const neighbours = this.#neighbours;
    let rest = Int32Array.from({ length: n }, (_, i) => i);
    for (let round = 0; round < COMPLEX_ROUNDS; round++) {
      const degree = (i: number): number => this.#offsets[i + 1] - this.#offsets[i];
      const found = Array.from(rest.filter((i) => degree(i) >= least)).sort((i, j) => degree(j) - degree(i));
      found.length = Math.min(found.length, COMPLEX_COUNT - this.#complex.length);
      if (found.length === 0) break;
      const apart = new Set(found);
      this.#complex.push(...found);
      rest = rest.filter((i) => !apart.has(i));
      const others = new Float64Array(3 * rest.length);
      for (let k = 0; k < rest.length; k++) others.set(points.subarray(3 * rest[k], 3 * rest[k] + 3), 3 * k);
      const hull = buildHull(others);
      const rowOf = new Int32Array(n).fill(-1);
      for (let k = 0; k < hull.source.length; k++) rowOf[rest[hull.source[k]]] = k;
      const reducedOffsets = new Int32Array(n + 1);
      const reducedNeighbours = new Int32Array(hull.neighbours.length);
      let length = 0;
      for (let i = 0; i < n; i++) {
        const row = rowOf[i];
        const end = row < 0 ? 0 : hull.offsets[row + 1];
        for (let e = row < 0 ? 0 : hull.offsets[row]; e < end; e++)
          reducedNeighbours[length++] = rest[hull.source[hull.neighbours[e]]];
        reducedOffsets[i + 1] = length;
      }
      this.#offsets = reducedOffsets;
      this.#neighbours = reducedNeighbours;
    }
    // Start from a neighbour that is not complex. If all neighbours are complex, any vertex will do.
    for (const i of this.#complex) {
      const around = neighbours.subarray(offsets[i], offsets[i + 1]);
      this.#gates.push(around.find((j) => !this.#complex.includes(j)) ?? rest[0]);
    }
    this.anywhere = rest[0];
  }
}
