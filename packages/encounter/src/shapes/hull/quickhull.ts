/**
 * The closed triangulated surface around points that span space, by quickhull (Barber, Dobkin, Huhdanpaa: The Quickhull
 * Algorithm for Convex Hulls, 1996) on exact predicates.
 *
 * Each facet keeps a list of points that are strictly above it. A round takes the farthest point of one facet's list,
 * removes every facet that the point sees and joins the rim of the hole to the point.
 *
 * Deviations: no facets are merged, and planes have no thickness. A facet is seen only when the point is *strictly* above its
 * plane, which the predicate decides exactly. This alone keeps the surface sound when points are coplanar or collinear:
 *
 * - Triangles of one plane are seen together, so the seen region is a disk and its rim a simple cycle.
 * - Each edge of the rim borders a seen facet, so the point is not on the edge's line: no triangle is degenerate.
 * - A point outside that loses its facet is strictly above one of the facets that replace it.
 *
 * A vertex inside a facet or an edge may remain, when it was taken before the points around it. `extremes()` leaves these out.
 * A hull built from extreme points alone has none, because a point that is extreme in a set is extreme in each subset.
 * (Counting a facet as seen from points in its own plane would leave none and be as sound, but it would rebuild a facet of n
 * vertices for each of them.)
 */
import { above as sideOf } from '../../primitives/determinant.ts';

const NONE = -1;

export class Quickhull {
  /** x, y, z of all points. The hull may be that of some of them. */
  readonly points: Float64Array;

  // Facets are numbered; edge k of a facet runs from its corner k to the next one.
  #corners = new Int32Array(3 * 64);
  /** The facet across each edge. */
  #across = new Int32Array(3 * 64);
  /** The first point above each facet; the rest follow in #next. NONE if there is none, or the facet was removed. */
  #head = new Int32Array(64);
  #farthest = new Int32Array(64);
  #height = new Float64Array(64);
  /** The round in which each facet was last tested: positive when that round's point sees it, negative when not. */
  #mark = new Int32Array(64);
  #alive = new Uint8Array(64);
  #count = 0;
  readonly #free: number[] = [];
  readonly #pending: number[] = [];

  /** The next point above the same facet. */
  readonly #next: Int32Array;
  /** For each point of the rim, the new facet whose rim edge starts there. */
  readonly #fromCorner: Int32Array;
  readonly #seen: number[] = [];
  /** Four numbers per edge: start, end, the facet outside, the edge's number there. */
  readonly #rim: number[] = [];
  readonly #fresh: number[] = [];
  #round = 0;

  /** `ids` are the points to enclose; `simplex` four of them that are not coplanar. */
  constructor(points: Float64Array, ids: Int32Array, simplex: readonly number[]) {
    this.points = points;
    this.#next = new Int32Array(points.length / 3);
    this.#fromCorner = new Int32Array(points.length / 3);
    this.#start(simplex);
    for (let k = 0; k < ids.length; k++) this.#assign(ids[k]);
    this.#wake();
    for (let f = this.#pending.pop(); f !== undefined; f = this.#pending.pop()) {
      // Since the facet was put on this list it may have been removed, and its number given to another.
      if (this.#head[f] !== NONE) this.#add(this.#farthest[f], f);
    }
  }

  /** Corner triples of all facets, counterclockwise seen from outside. */
  facets(): Int32Array {
    const out = new Int32Array(3 * (this.#count - this.#free.length));
    let length = 0;
    for (let f = 0; f < this.#count; f++) {
      if (!this.#alive[f]) continue;
      for (let k = 0; k < 3; k++) out[length++] = this.#corners[3 * f + k];
    }
    return out;
  }

  /** The extreme points, ascending. `corners` says how many corners the surface has, extreme or not. */
  extremes(): { ids: Int32Array; corners: number } {
    const n = this.points.length / 3;
    // Count the edges at each corner where facets meet at an angle: none inside a facet, two inside an edge, three or more at a vertex.
    const ridges = new Int32Array(n);
    const used = new Uint8Array(n);
    for (let f = 0; f < this.#count; f++) {
      if (!this.#alive[f]) continue;
      for (let k = 0; k < 3; k++) {
        const a = this.#corners[3 * f + k];
        used[a] = 1;
        const g = this.#across[3 * f + k];
        if (g < f) continue;
        const b = this.#corners[3 * f + ((k + 1) % 3)];
        if (this.#heightOver(f, this.#opposite(g, b)) !== 0) {
          ridges[a]++;
          ridges[b]++;
        }
      }
    }
    let corners = 0;
    for (let i = 0; i < n; i++) corners += used[i];
    const list: number[] = [];
    for (let i = 0; i < n; i++) if (ridges[i] >= 3) list.push(i);
    return { ids: Int32Array.from(list), corners };
  }

  /** The corner that is not on the edge starting at corner `from`. */
  #opposite(f: number, from: number): number {
    const c = this.#corners;
    const k = c[3 * f] === from ? 2 : c[3 * f + 1] === from ? 0 : 1;
    return c[3 * f + k];
  }

  /** Positive when point `i` is strictly above facet `f`, zero when exactly in its plane; grows with the distance. */
  #heightOver(f: number, i: number): number {
    const p = this.points;
    const a = 3 * this.#corners[3 * f];
    const b = 3 * this.#corners[3 * f + 1];
    const c = 3 * this.#corners[3 * f + 2];
    const d = 3 * i;
    return above(p, a, b, c, d);
  }

  #start(simplex: readonly number[]): void {
    const [a, b, c, d] = simplex;
    const flip = above(this.points, 3 * a, 3 * b, 3 * c, 3 * d) > 0;
    const [p, q] = flip ? [b, a] : [a, b];
    for (const [u, v, w] of [
      [p, q, c],
      [p, d, q],
      [q, d, c],
      [c, d, p],
    ])
      this.#create(u, v, w);
    const { length } = this.#fresh;
    for (let f = 0; f < length; f++) {
      for (let k = 0; k < 3; k++) {
        const from = this.#corners[3 * f + k];
        const to = this.#corners[3 * f + ((k + 1) % 3)];
        for (let g = 0; g < length; g++) {
          for (let m = 0; m < 3; m++) {
            if (this.#corners[3 * g + m] === to && this.#corners[3 * g + ((m + 1) % 3)] === from)
              this.#across[3 * f + k] = g;
          }
        }
      }
    }
  }

  #create(a: number, b: number, c: number): number {
    let f = this.#free.pop();
    if (f === undefined) {
      f = this.#count++;
      if (f === this.#head.length) this.#grow();
    }
    this.#corners[3 * f] = a;
    this.#corners[3 * f + 1] = b;
    this.#corners[3 * f + 2] = c;
    this.#head[f] = NONE;
    this.#height[f] = 0;
    this.#mark[f] = 0;
    this.#alive[f] = 1;
    this.#fresh.push(f);
    return f;
  }

  #grow(): void {
    const size = 2 * this.#head.length;
    this.#corners = enlarged(this.#corners, 3 * size);
    this.#across = enlarged(this.#across, 3 * size);
    this.#head = enlarged(this.#head, size);
    this.#farthest = enlarged(this.#farthest, size);
    this.#mark = enlarged(this.#mark, size);
    const height = new Float64Array(size);
    height.set(this.#height);
    this.#height = height;
    const alive = new Uint8Array(size);
    alive.set(this.#alive);
    this.#alive = alive;
  }

  /** Puts the point on the list of a fresh facet that it is above. A point above none is inside. */
  #assign(i: number): void {
    for (let k = 0; k < this.#fresh.length; k++) {
      const f = this.#fresh[k];
      const h = this.#heightOver(f, i);
      if (h > 0) {
        this.#next[i] = this.#head[f];
        this.#head[f] = i;
        if (h > this.#height[f]) {
          this.#height[f] = h;
          this.#farthest[f] = i;
        }
        return;
      }
    }
  }

  /** Puts the fresh facets that have points above them on the list of pending work. */
  #wake(): void {
    for (let k = 0; k < this.#fresh.length; k++) {
      if (this.#head[this.#fresh[k]] !== NONE) this.#pending.push(this.#fresh[k]);
    }
    this.#fresh.length = 0;
  }

  /** Extends the surface to `point`, which is above facet `first`. */
  #add(point: number, first: number): void {
    this.#findRim(point, first);
    // The lists of the removed facets are joined before their numbers are reused.
    let orphans = NONE;
    for (const f of this.#seen) {
      for (let i = this.#head[f]; i !== NONE; ) {
        const following = this.#next[i];
        if (i !== point) {
          this.#next[i] = orphans;
          orphans = i;
        }
        i = following;
      }
      this.#head[f] = NONE;
      this.#alive[f] = 0;
      this.#free.push(f);
    }
    const rim = this.#rim;
    for (let k = 0; k < rim.length; k += 4) {
      const f = this.#create(rim[k], rim[k + 1], point);
      this.#fromCorner[rim[k]] = f;
      this.#across[3 * f] = rim[k + 2];
      this.#across[3 * rim[k + 2] + rim[k + 3]] = f;
    }
    for (const f of this.#fresh) {
      const g = this.#fromCorner[this.#corners[3 * f + 1]];
      this.#across[3 * f + 1] = g;
      this.#across[3 * g + 2] = f;
    }
    for (let i = orphans; i !== NONE; ) {
      const following = this.#next[i];
      this.#assign(i);
      i = following;
    }
    this.#wake();
  }

  #findRim(point: number, first: number): void {
    const round = ++this.#round;
    const seen = this.#seen;
    const rim = this.#rim;
    seen.length = 0;
    rim.length = 0;
    seen.push(first);
    this.#mark[first] = round;
    for (let s = 0; s < seen.length; s++) {
      const f = seen[s];
      for (let k = 0; k < 3; k++) {
        const g = this.#across[3 * f + k];
        if (this.#mark[g] === round) continue;
        if (this.#mark[g] !== -round) {
          if (this.#heightOver(g, point) > 0) {
            this.#mark[g] = round;
            seen.push(g);
            continue;
          }
          this.#mark[g] = -round;
        }
        const from = this.#corners[3 * f + k];
        const to = this.#corners[3 * f + ((k + 1) % 3)];
        const c = this.#corners;
        rim.push(from, to, g, c[3 * g] === to ? 0 : c[3 * g + 1] === to ? 1 : 2);
      }
    }
  }
}

/**
 * Positive when d is strictly on the side from which a, b, c run counterclockwise, zero when the four are coplanar: the sign is exact.
 * The number, the volume that the four span, is rounded. Arguments are offsets into `p`.
 */
export function above(p: Float64Array, a: number, b: number, c: number, d: number): number {
  const x = p[d] - p[a];
  const y = p[d + 1] - p[a + 1];
  const z = p[d + 2] - p[a + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const volume = (uy * vz - uz * vy) * x + (uz * vx - ux * vz) * y + (ux * vy - uy * vx) * z;
  return sideOf(p, a, b, c, d) * Math.max(Math.abs(volume), Number.MIN_VALUE);
}

function enlarged(from: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const out = new Int32Array(length);
  out.set(from);
  return out;
}
