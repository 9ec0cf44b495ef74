/** Triangles of a surface in the frame of a pair, with their planes and those through their edges, each computed once a pair. */

import type { Triangles } from 'encounter/core';

// What the numbers of a facet are, from its place on:
/** The corners. */
export const CORNERS = 0;
/** Unit normal and offset of its plane; all zero if it is too thin to have one. */
export const PLANE = 9;
/** The planes through the edges, across it, with their normals away from it. */
export const EDGES = 13;
const SIZE = 25;

export class Facets {
  data: Float64Array = new Float64Array(64 * SIZE);
  readonly #places = new Map<number, number>();
  #triangles: Triangles | null = null;
  #m: Float64Array = new Float64Array(9);
  #t: Float64Array = new Float64Array(3);

  /** Begins a pair: a point x of the triangles is at m·x + t. */
  begin(triangles: Triangles, m: Float64Array, t: Float64Array): void {
    this.#triangles = triangles;
    this.#m = m;
    this.#t = t;
    this.#places.clear();
  }

  /** The place of the numbers of a triangle in `data`. */
  at(slot: number): number {
    const known = this.#places.get(slot);
    if (known !== undefined) return known;
    const place = SIZE * this.#places.size;
    if (place + SIZE > this.data.length) {
      const old = this.data;
      this.data = new Float64Array(2 * old.length);
      this.data.set(old);
    }
    this.#places.set(slot, place);
    const f = this.data;
    loadPlaced(this.#triangles as Triangles, slot, this.#m, this.#t, f, place);
    setPlane(f, place);
    setEdges(f, place);
    return place;
  }
}

/** Whether a facet has a plane. */
export function isFlat(f: Float64Array, at: number): boolean {
  return f[at + PLANE] !== 0 || f[at + PLANE + 1] !== 0 || f[at + PLANE + 2] !== 0;
}

/** Thinner than this, relative to its longest edge, a triangle's normal is rounding. */
const THIN = 1e-13;

function setPlane(f: Float64Array, at: number): void {
  const ux = f[at + 3] - f[at];
  const uy = f[at + 4] - f[at + 1];
  const uz = f[at + 5] - f[at + 2];
  const vx = f[at + 6] - f[at];
  const vy = f[at + 7] - f[at + 1];
  const vz = f[at + 8] - f[at + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const p = at + PLANE;
  const known = length > THIN * Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz);
  f[p] = known ? x / length : 0;
  f[p + 1] = known ? y / length : 0;
  f[p + 2] = known ? z / length : 0;
  f[p + 3] = f[p] * f[at] + f[p + 1] * f[at + 1] + f[p + 2] * f[at + 2];
}

function setEdges(f: Float64Array, at: number): void {
  const p = at + PLANE;
  for (let k = 0; k < 3; k++) {
    const i = at + 3 * k;
    const j = k === 2 ? at : i + 3;
    const ex = f[j] - f[i];
    const ey = f[j + 1] - f[i + 1];
    const ez = f[j + 2] - f[i + 2];
    const x = ey * f[p + 2] - ez * f[p + 1];
    const y = ez * f[p] - ex * f[p + 2];
    const z = ex * f[p + 1] - ey * f[p];
    const length = Math.sqrt(x * x + y * y + z * z);
    const e = at + EDGES + 4 * k;
    f[e] = x / length;
    f[e + 1] = y / length;
    f[e + 2] = z / length;
    f[e + 3] = f[e] * f[i] + f[e + 1] * f[i + 1] + f[e + 2] * f[i + 2];
  }
}

/** The corners of a triangle, carried by a rigid map, from a place on. */
export function loadPlaced(
  { corners, vertices }: Triangles,
  slot: number,
  m: Float64Array,
  t: Float64Array,
  out: Float64Array,
  place: number,
): void {
  const { array, offset, stride } = vertices;
  for (let c = 0; c < 3; c++) {
    const k = offset + stride * corners[3 * slot + c];
    const x = array[k];
    const y = array[k + 1];
    const z = array[k + 2];
    const o = place + 3 * c;
    out[o] = m[0] * x + m[3] * y + m[6] * z + t[0];
    out[o + 1] = m[1] * x + m[4] * y + m[7] * z + t[1];
    out[o + 2] = m[2] * x + m[5] * y + m[8] * z + t[2];
  }
}

/** Whether the corners of the facet at i are on both sides of the plane of that at j, by more than the slack. */
export function crossesPlane(f: Float64Array, i: number, g: Float64Array, j: number, slack: number): boolean {
  const p = j + PLANE;
  let low = Infinity;
  let high = -Infinity;
  for (let k = i; k < i + 9; k += 3) {
    const d = g[p] * f[k] + g[p + 1] * f[k + 1] + g[p + 2] * f[k + 2] - g[p + 3];
    if (d < low) low = d;
    if (d > high) high = d;
  }
  return low < -slack && high > slack;
}

/** How far the corners of the facet at i are from the plane of that at j at most; Infinity if there is no plane. */
export function spread(f: Float64Array, i: number, g: Float64Array, j: number): number {
  if (!isFlat(g, j)) return Infinity;
  const p = j + PLANE;
  let most = 0;
  for (let k = i; k < i + 9; k += 3) {
    const d = Math.abs(g[p] * f[k] + g[p + 1] * f[k + 1] + g[p + 2] * f[k + 2] - g[p + 3]);
    if (d > most) most = d;
  }
  return most;
}
