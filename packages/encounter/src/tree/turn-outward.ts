/**
 * Turns triangles over, so that their winding number tells what is inside: those of one part the same way, and parts outward. Nothing
 * is turned on a guess: what is not decided by the rules below stays as it was given.
 *
 * A *part* is what hangs together by edges of exactly two triangles. (Vertices at the same place count as one. Copies of a triangle count
 * as one for this, whichever way they are turned, and have only triangles with as many copies as neighbours.)
 * - Within a part the triangles are turned the way that most of its area is. A part that has no two sides, like a Möbius strip, stays.
 * - The sign of a part is that of the volume inside of it. Where it has holes, that is the volume with the holes covered. A hole with a
 *   rim of length L can be covered by an area of L²/4π or less, within the hull of the rim (the isoperimetric inequality: F. Almgren,
 *   "Optimal isoperimetric inequalities", 1986). So if the cones over the triangles have a volume of V, from any point, the covers add at
 *   most R/3·ΣL²/4π, where R is how far the rims reach from that point. If |V| is larger, the sign of V is certain. A single triangle, a
 *   flat or a slightly bent patch never has a certain sign.
 * - If the parts with a certain sign have a negative volume together, the whole mesh is inside out, and all of it is turned over.
 * - A part that is certainly inside out then is turned outward, unless it is a cavity: wholly within others, where the winding number of
 *   all other parts is beyond 1/2. It would be one in a closed mesh, too. This is asked at some points of the part.
 * - Copies are turned like the first of them if the sign of their part is certain. (Where it is not, two copies that face each other may
 *   be the common wall of two boxes.)
 */

import { determinant, Surface } from '../shapes/surface.ts';
import { CLOSED_COPLANAR, WINDING_AT_CAVITY, WINDING_BESIDE } from '../tolerances.ts';
import { WindingMoments } from './moments.ts';
import type { Triangles } from './triangles.ts';
import { WindingNumber } from './winding.ts';

/** A part is a cavity if so many of its triangles, spread over it, are in others. */
const CAVITY_POINTS = 32;

/** Stands for the number of triangles at an edge that does not connect its two triangles. */
const NOT_SHARED = 3;

/** Returns whether the triangles, as they are turned now, bound a solid. */
export function turnOutward(triangles: Triangles): boolean {
  const parts = new Parts(triangles);
  parts.orient();
  parts.turnInsideOut();
  parts.apply();
  if (parts.turned.length > 0) parts.leaveCavities();
  return parts.isClosed();
}

/** Triangles of the surface that hang together, copies included, and their volume if its sign is certain, otherwise 0. */
interface Part {
  readonly triangles: readonly number[];
  readonly volume: number;
}

class Parts {
  /** The parts that were inside out and have been turned. */
  readonly turned: Part[] = [];
  readonly #parts: Part[] = [];
  readonly #triangles: Triangles;
  readonly #surface: Surface;
  readonly #count: number;
  /** The first of the copies of each triangle, and 1 if that is wound the same way, −1 if the other way. */
  readonly #first: Int32Array;
  readonly #parity: Int8Array;
  /** −1 for triangles to turn over. */
  readonly #sign: Int8Array;
  /** Those that have been turned over by now. */
  readonly #done: Int8Array;

  constructor(triangles: Triangles) {
    this.#triangles = triangles;
    this.#surface = new Surface(triangles.vertices, triangles.corners);
    const count = this.#surface.source.length;
    this.#count = count;
    this.#first = new Int32Array(count);
    this.#parity = new Int8Array(count).fill(1);
    this.#sign = new Int8Array(count).fill(1);
    this.#done = new Int8Array(count).fill(1);
    this.#matchCopies();
  }

  /** Finds triangles with the same three corners. They share an edge, so it is enough to compare those at one edge. */
  #matchCopies(): void {
    const { edgeOf, triangles, up } = this.#surface;
    const first = this.#first;
    // Lists of distinct triangles by the edge with the lowest number.
    const heads = new Int32Array(up.length).fill(-1);
    const next = new Int32Array(this.#count).fill(-1);
    for (let t = 0; t < this.#count; t++) {
      const edge = Math.min(edgeOf[3 * t], edgeOf[3 * t + 1], edgeOf[3 * t + 2]);
      let known = heads[edge];
      while (known >= 0 && !isCopy(edgeOf, t, known)) known = next[known];
      if (known < 0) {
        first[t] = t;
        next[t] = heads[edge];
        heads[edge] = t;
        continue;
      }
      first[t] = known;
      let k = 3 * known;
      while (triangles[k] !== triangles[3 * t]) k++;
      const follows = triangles[k % 3 === 2 ? k - 2 : k + 1];
      this.#parity[t] = follows === triangles[3 * t + 1] ? 1 : -1;
    }
  }

  /** Decides which triangles to turn over. */
  orient(): void {
    const { edgeOf, triangles, up } = this.#surface;
    const sign = this.#sign;
    // The sides of distinct triangles at each edge: the first two of them, and how many.
    const one = new Int32Array(up.length).fill(-1);
    const two = new Int32Array(up.length).fill(-1);
    const sides = new Int32Array(up.length);
    for (let s = 0; s < edgeOf.length; s++) {
      const t = Math.floor(s / 3);
      if (this.#first[t] !== t) continue;
      const e = edgeOf[s];
      if (sides[e]++ === 0) one[e] = s;
      else two[e] = s;
    }
    const copies = this.#copies();
    const times = (s: number): number => copies.get(Math.floor(s / 3))?.length ?? 0;
    // A wall between two boxes has a copy, and the boxes beside it have none.
    for (let e = 0; e < sides.length; e++) if (sides[e] === 2 && times(one[e]) !== times(two[e])) sides[e] = NOT_SHARED;
    const rim = new Rim(this.#surface);
    const seen = new Uint8Array(this.#count);
    for (let start = 0; start < this.#count; start++) {
      if (seen[start] === 1 || this.#first[start] !== start) continue;
      seen[start] = 1;
      const part = [start];
      let oneSided = false;
      for (let i = 0; i < part.length; i++) {
        for (let s = 3 * part[i]; s < 3 * part[i] + 3; s++) {
          const e = edgeOf[s];
          if (sides[e] !== 2) continue;
          const other = one[e] === s ? two[e] : one[e];
          const t = Math.floor(other / 3);
          // Neighbours that are wound the same way run along their edge in opposite directions.
          const wanted = triangles[s] === triangles[other] ? -sign[part[i]] : sign[part[i]];
          if (seen[t] === 0) {
            seen[t] = 1;
            sign[t] = wanted;
            part.push(t);
          } else if (sign[t] !== wanted) oneSided = true;
        }
      }
      if (oneSided) for (const t of part) sign[t] = 1;
      else this.#orientPart(part, rim, sides, copies);
    }
  }

  /** The copies of each triangle that has any. */
  #copies(): Map<number, number[]> {
    const copies = new Map<number, number[]>();
    for (let t = 0; t < this.#count; t++) {
      const f = this.#first[t];
      if (f === t) continue;
      const list = copies.get(f);
      if (list) list.push(t);
      else copies.set(f, [t]);
    }
    return copies;
  }

  #orientPart(part: number[], rim: Rim, sides: Int32Array, copies: Map<number, number[]>): void {
    const { points, triangles } = this.#surface;
    const sign = this.#sign;
    const center = new Float64Array(3);
    const shifted = new Float64Array(9);
    let area = 0;
    let asGiven = 0;
    for (const t of part) {
      const size = areaOf(points, triangles, t);
      area += size;
      asGiven += sign[t] * size;
      for (let c = 3 * t; c < 3 * t + 3; c++)
        for (let j = 0; j < 3; j++) center[j] += (size * points[3 * triangles[c] + j]) / 3;
    }
    if (asGiven < 0) for (const t of part) sign[t] = -sign[t];
    if (area > 0) for (let j = 0; j < 3; j++) center[j] /= area;
    let volume = 0;
    for (const t of part) {
      for (let c = 0; c < 9; c++)
        shifted[c] = points[3 * triangles[3 * t + Math.floor(c / 3)] + (c % 3)] - center[c % 3];
      volume += (sign[t] * determinant(shifted, 0, 3, 6)) / 6;
    }
    const all = part.slice();
    const isCertain = Math.abs(volume) > rim.mostAdded(part, sign, sides, center) + CLOSED_COPLANAR * area;
    for (const t of part)
      for (const copy of copies.get(t) ?? []) {
        if (isCertain) sign[copy] = sign[t] * this.#parity[copy];
        all.push(copy);
      }
    this.#parts.push({ triangles: all, volume: isCertain ? volume : 0 });
  }

  /** Turns the whole mesh over if it is inside out, and then those parts that still are. */
  turnInsideOut(): void {
    const sign = this.#sign;
    const front = this.#parts.reduce((sum, { volume }) => sum + volume, 0) < 0 ? -1 : 1;
    for (const part of this.#parts) {
      const isInsideOut = front * part.volume < 0;
      if (isInsideOut) this.turned.push(part);
      if (isInsideOut !== front < 0) for (const t of part.triangles) sign[t] = -sign[t];
    }
  }

  /** Turns the triangles over that are to be turned and are not yet. */
  apply(): void {
    const { corners } = this.#triangles;
    const { source } = this.#surface;
    for (let t = 0; t < this.#count; t++) {
      if (this.#sign[t] === this.#done[t]) continue;
      this.#done[t] = this.#sign[t];
      const k = 3 * source[t] + 1;
      const b = corners[k];
      corners[k] = corners[k + 1];
      corners[k + 1] = b;
    }
  }

  /** Turns those parts back that are cavities of others. */
  leaveCavities(): void {
    const triangles = this.#triangles;
    const moments = new WindingMoments(triangles.tree.nodeCount);
    const number = new WindingNumber();
    const q = new Float64Array(9);
    const cavities = this.turned.filter(({ triangles: part }) => {
      const step = Math.max(1, part.length / CAVITY_POINTS);
      for (let i = 0; i < part.length; i += step) {
        triangles.load(this.#surface.source[part[Math.floor(i)]], q);
        const [x, y, z] = beside(q);
        number.find(triangles, moments, x, y, z, WINDING_AT_CAVITY);
        let others = number.found[0];
        for (const t of part) {
          triangles.load(this.#surface.source[t], q);
          others -= number.ofTriangle(q, x, y, z);
        }
        if (!(Math.abs(others) > 0.5)) return false;
      }
      return true;
    });
    for (const { triangles: part } of cavities) for (const t of part) this.#sign[t] = -this.#sign[t];
    this.apply();
  }

  /** Whether triangles run along each edge as often one way as the other. */
  isClosed(): boolean {
    const { edgeOf, triangles, up } = this.#surface;
    const balance = new Int32Array(up.length);
    for (let s = 0; s < edgeOf.length; s++)
      balance[edgeOf[s]] += direction(triangles, s) * this.#sign[Math.floor(s / 3)];
    return balance.every((b) => b === 0);
  }
}

/** The rims of the holes of parts. */
class Rim {
  readonly #surface: Surface;
  /** How often the sides of the present part run along each edge, one way less the other. */
  readonly #balance: Int32Array;
  /** Rims as sets of vertices: the next vertex on the way to one that stands for the whole rim, and the rim's length there. */
  readonly #parent: Int32Array;
  readonly #length: Float64Array;

  constructor(surface: Surface) {
    this.#surface = surface;
    const vertices = surface.points.length / 3;
    this.#balance = new Int32Array(surface.up.length);
    this.#parent = new Int32Array(vertices).fill(-1);
    this.#length = new Float64Array(vertices);
  }

  /** How much volume, as seen from `center`, the least covers of all holes of a part can have. `sides` counts triangles by edge. */
  mostAdded(part: readonly number[], sign: Int8Array, sides: Int32Array, center: Float64Array): number {
    const { edgeOf, triangles, points } = this.#surface;
    const balance = this.#balance;
    const parent = this.#parent;
    const rim: number[] = [];
    for (const t of part)
      for (let s = 3 * t; s < 3 * t + 3; s++) {
        if (sides[edgeOf[s]] === 2) continue;
        balance[edgeOf[s]] += direction(triangles, s) * sign[t];
        rim.push(s);
      }
    let reach = 0;
    const vertices: number[] = [];
    for (const s of rim) {
      const times = Math.abs(balance[edgeOf[s]]);
      balance[edgeOf[s]] = 0;
      if (times === 0) continue;
      const a = triangles[s];
      const b = triangles[s % 3 === 2 ? s - 2 : s + 1];
      for (const v of [a, b]) {
        reach = Math.max(reach, apart(points, 3 * v, center, 0));
        if (parent[v] >= 0) continue;
        parent[v] = v;
        vertices.push(v);
      }
      const p = this.#root(a);
      const q = this.#root(b);
      if (p !== q) {
        parent[q] = p;
        this.#length[p] += this.#length[q];
      }
      this.#length[p] += times * apart(points, 3 * a, points, 3 * b);
    }
    let covers = 0;
    for (const v of vertices) if (parent[v] === v) covers += this.#length[v] ** 2 / (4 * Math.PI);
    for (const v of vertices) {
      parent[v] = -1;
      this.#length[v] = 0;
    }
    return (covers * reach) / 3;
  }

  #root(v: number): number {
    const parent = this.#parent;
    let root = v;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }
}

/** Whether two triangles with one edge in common have all three in common. */
function isCopy(edgeOf: Int32Array, t: number, other: number): boolean {
  const a = edgeOf[3 * other];
  const b = edgeOf[3 * other + 1];
  const c = edgeOf[3 * other + 2];
  for (let s = 3 * t; s < 3 * t + 3; s++) if (edgeOf[s] !== a && edgeOf[s] !== b && edgeOf[s] !== c) return false;
  return true;
}

/** 1 if a side runs from the lower to the higher vertex, −1 if back. */
function direction(triangles: Int32Array, s: number): number {
  return triangles[s] < triangles[s % 3 === 2 ? s - 2 : s + 1] ? 1 : -1;
}

function apart(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = p[i] - q[j];
  const y = p[i + 1] - q[j + 1];
  const z = p[i + 2] - q[j + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

function areaOf(p: Float64Array, triangles: Int32Array, t: number): number {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}

/** A point before the middle of a triangle, WINDING_BESIDE of its size away. */
function beside(q: Float64Array): [number, number, number] {
  const ux = q[3] - q[0];
  const uy = q[4] - q[1];
  const uz = q[5] - q[2];
  const vx = q[6] - q[0];
  const vy = q[7] - q[1];
  const vz = q[8] - q[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const l = Math.sqrt(x * x + y * y + z * z);
  const side = Math.sqrt(Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz));
  const s = l > 0 ? (WINDING_BESIDE * side) / l : 0;
  return [q[0] + (ux + vx) / 3 + s * x, q[1] + (uy + vy) / 3 + s * y, q[2] + (uz + vz) / 3 + s * z];
}
