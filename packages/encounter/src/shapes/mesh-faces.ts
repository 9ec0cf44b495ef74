/**
 * From the faces of a mesh to its primitives: points, segments and triangles.
 *
 * A polygon is projected along Newell's normal (book §2.2.2) and cut into triangles there. It may be nonconvex, and may have holes
 * that a pair of opposite edges joins to the outer boundary. Ears are cut by earcut.
 *
 * **What the triangles cover.** Let all edges be directed, and remove pairs of opposite edges of the triangles. If the remaining
 * edges are those of the polygon, then the number of triangles over a point is the winding number of the polygon about it, where
 * triangles that are upside down count negative. So triangles that are all the right way up cover the polygon and nothing else. Ears
 * are the right way up. Their edges are right, too, when there are n − 2 triangles. earcut makes fewer when it drops a vertex: one
 * on a line between its neighbours, one at the position of another, the tip of a spike. The edges that are then missing form cycles,
 * and each cycle is closed by a fan of triangles of its own:
 *
 * - A cycle on a line makes triangles without area. They cover the edges that were dropped, and match the edges of the neighbouring
 *   faces, as a closed mesh requires. They get an area when the vertices are moved.
 * - A cycle that is not on a line but encloses nothing (a spike with a bend) is covered by its edges, as segments.
 * - Any other cycle is a part that earcut could not cut, as in polygons that cross themselves. The fan covers all of it, and more.
 *
 * So the triangles cover every point that the polygon winds about, and every edge. They cover nothing else, unless the polygon
 * crosses itself.
 */
import earcut from 'earcut';
import { requireLength, show } from '../check.ts';
import { FACE_ROUNDING } from '../tolerances.ts';
import type { VertexArray } from './vertex-array.ts';

export interface Primitives {
  /** Three vertex numbers per primitive. A segment is (i, j, j), a point (i, i, i). */
  readonly corners: Int32Array;
  /** The face that each primitive belongs to. */
  readonly face: Int32Array;
}

export type IndexArray = Uint16Array | Uint32Array | Int32Array;

/** Beyond this extent, or below its inverse, products of coordinates come near the limits of doubles. */
const HUGE = 1e100;

/**
 * The primitives of faces. A face of one vertex is a point, of two a segment, of more a polygon. Polygons are cut for the vertices as
 * they are now; the triangles keep their corners when the vertices move.
 */
export function readFaces(faces: readonly ArrayLike<number>[], positions: VertexArray): Primitives {
  if (!Array.isArray(faces)) throw new TypeError(`faces must be an array of arrays, got ${show(faces)}`);
  if (faces.length === 0) throw new RangeError('faces must have at least 1 face, got 0');
  const cutter = new Cutter(positions);
  for (let f = 0; f < faces.length; f++) cutter.addFace(f, faces[f]);
  return { corners: new Int32Array(cutter.corners), face: new Int32Array(cutter.face) };
}

/** Checks the triangles' vertex numbers. Returns the array itself if its type allows, otherwise a copy. Never writes to it. */
export function readIndices(indices: ArrayLike<number>, vertexCount: number): IndexArray {
  if (typeof indices !== 'object' || indices === null || !Number.isSafeInteger(indices.length))
    throw new TypeError(`indices must be an array of vertex numbers, got ${show(indices)}`);
  const n = requireLength('indices', indices);
  if (n === 0) throw new RangeError('indices must have at least 1 triangle, got 0');
  if (n % 3 !== 0) throw new RangeError(`indices must have 3 numbers a triangle, got ${n} numbers`);
  if (indices instanceof Uint16Array || indices instanceof Uint32Array || indices instanceof Int32Array) {
    for (let k = 0; k < n; k++) {
      const i = indices[k];
      if (i < 0 || i >= vertexCount) throw notVertex(`indices[${k}]`, i, vertexCount);
    }
    return indices;
  }
  const out = new Int32Array(n);
  for (let k = 0; k < n; k++) {
    const i = indices[k];
    if (!isVertex(i, vertexCount)) throw notVertex(`indices[${k}]`, i, vertexCount);
    out[k] = i;
  }
  return out;
}

function isVertex(i: number, vertexCount: number): boolean {
  return Number.isInteger(i) && i >= 0 && i < vertexCount;
}

function notVertex(name: string, i: number, vertexCount: number): Error {
  const message = `${name} must be an integer in 0…${vertexCount - 1}, got ${show(i)}`;
  return typeof i === 'number' ? new RangeError(message) : new TypeError(message);
}

class Cutter {
  readonly corners: number[] = [];
  readonly face: number[] = [];
  readonly #positions: VertexArray;
  #number = 0;
  /** The vertices of the polygon: the first #size elements. The code below numbers them from 0 around the polygon. */
  readonly #cycle: number[] = [];
  #size = 0;
  /** x, y, z of the cycle, relative to its first vertex. Scaled to an extent of about 1 if the polygon is huge or tiny. */
  readonly #local: number[] = [];
  /** x, y of the same, projected along the normal so that the polygon runs counterclockwise. */
  readonly #flat: number[] = [];
  #extent = 0;

  constructor(positions: VertexArray) {
    this.#positions = positions;
  }

  addFace(number: number, face: ArrayLike<number>): void {
    if (typeof face !== 'object' || face === null || !Number.isSafeInteger(face.length))
      throw new TypeError(`faces[${number}] must be an array of vertex numbers, got ${show(face)}`);
    if (face.length === 0) throw new RangeError(`faces[${number}] must have at least 1 vertex, got 0`);
    const { count } = this.#positions;
    for (let k = 0; k < face.length; k++) {
      if (!isVertex(face[k], count)) throw notVertex(`faces[${number}][${k}]`, face[k], count);
    }

    this.#number = number;
    const cycle = this.#cycle;
    // A vertex that directly repeats the previous one counts once.
    let n = 0;
    for (let k = 0; k < face.length; k++) if (n === 0 || face[k] !== cycle[n - 1]) cycle[n++] = face[k];
    while (n > 1 && cycle[0] === cycle[n - 1]) n--;
    this.#size = n;
    if (n <= 3) this.#add(cycle[0], cycle[n > 1 ? 1 : 0], cycle[n - 1]);
    else this.#cut();
  }

  #add(a: number, b: number, c: number): void {
    this.corners.push(a, b, c);
    this.face.push(this.#number);
  }

  #cut(): void {
    const cycle = this.#cycle;
    const n = this.#size;
    this.#readLocal();
    this.#project();
    if (this.#isFan()) {
      for (let k = 2; k < n; k++) this.#add(cycle[0], cycle[k - 1], cycle[k]);
      return;
    }
    const ears = earcut(this.#flat.slice(0, 2 * n));
    for (let e = 0; e < ears.length; e += 3) {
      const [a, b, c] = [ears[e], ears[e + 1], ears[e + 2]];
      // earcut winds all ears one way. In the order of the cycle they are wound like the face.
      if (Number(a < b) + Number(b < c) + Number(c < a) !== 2) {
        ears[e] = c;
        ears[e + 2] = a;
      }
      this.#add(cycle[ears[e]], cycle[b], cycle[ears[e + 2]]);
    }
    if (ears.length !== 3 * (n - 2)) this.#complete(ears);
  }

  #readLocal(): void {
    const { array, offset, stride } = this.#positions;
    const cycle = this.#cycle;
    const local = this.#local;
    const n = this.#size;
    // Halves, because a difference may be beyond the range of doubles.
    let half = 0;
    const start = offset + stride * cycle[0];
    for (let k = 0; k < n; k++) {
      const at = offset + stride * cycle[k];
      for (let j = 0; j < 3; j++) {
        half = Math.max(half, Math.abs(array[at + j] / 2 - array[start + j] / 2));
        local[3 * k + j] = array[at + j] - array[start + j];
      }
    }
    this.#extent = 2 * half;
    // Scale only if necessary: the rounding of a division would bend straight lines.
    if (half === 0 || (half < HUGE && half > 1 / HUGE)) return;
    for (let k = 0; k < n; k++) {
      const at = offset + stride * cycle[k];
      for (let j = 0; j < 3; j++) local[3 * k + j] = (array[at + j] / 2 - array[start + j] / 2) / half;
    }
    this.#extent = 1;
  }

  /** Projects by dropping the axis nearest to the normal. This is exact, and keeps at least 1/√3 of each area. */
  #project(): void {
    const p = this.#local;
    const last = 3 * (this.#size - 1);
    let x = 0;
    let y = 0;
    let z = 0;
    let sizeX = 0;
    let sizeY = 0;
    let sizeZ = 0;
    for (let k = 3; k < last; k += 3) {
      const dx = p[k + 1] * p[k + 5] - p[k + 2] * p[k + 4];
      const dy = p[k + 2] * p[k + 3] - p[k] * p[k + 5];
      const dz = p[k] * p[k + 4] - p[k + 1] * p[k + 3];
      x += dx;
      y += dy;
      z += dz;
      sizeX += Math.abs(dx);
      sizeY += Math.abs(dy);
      sizeZ += Math.abs(dz);
    }
    // If the areas of the parts cancel, the normal is nothing but rounding. Then the axis with the largest parts is dropped.
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > FACE_ROUNDING * this.#extent * this.#extent) {
      sizeX = Math.abs(x);
      sizeY = Math.abs(y);
      sizeZ = Math.abs(z);
    }
    let u = 0;
    let v = 1;
    let turn = z;
    if (sizeX >= sizeY && sizeX >= sizeZ) {
      u = 1;
      v = 2;
      turn = x;
    } else if (sizeY >= sizeZ) {
      u = 2;
      v = 0;
      turn = y;
    }
    const flat = this.#flat;
    if (turn < 0) [u, v] = [v, u];
    for (let k = 0; k < this.#size; k++) {
      flat[2 * k] = p[3 * k + u];
      flat[2 * k + 1] = p[3 * k + v];
    }
  }

  /** Twice the area of a triangle, positive when it is wound like the face. */
  #area(a: number, b: number, c: number): number {
    const p = this.#flat;
    const x = p[2 * a];
    const y = p[2 * a + 1];
    return (p[2 * b] - x) * (p[2 * c + 1] - y) - (p[2 * b + 1] - y) * (p[2 * c] - x);
  }

  /** Whether all triangles from the first vertex are the right way up, as they are in convex polygons. */
  #isFan(): boolean {
    for (let k = 2; k < this.#size; k++) if (!(this.#area(0, k - 1, k) > 0)) return false;
    return true;
  }

  /** Adds triangles and segments that cover the edges missing in the ears. */
  #complete(ears: readonly number[]): void {
    const cycle = this.#cycle;
    /** Edges that are covered, as undirected pairs of vertices. */
    const covered = new Set<number>();
    const key = (i: number, j: number): number => Math.min(i, j) * this.#positions.count + Math.max(i, j);
    for (let e = 0; e < ears.length; e++) covered.add(key(cycle[ears[e]], cycle[ears[e % 3 === 2 ? e - 2 : e + 1]]));
    const segment = (i: number, j: number): void => {
      if (i === j || covered.has(key(i, j))) return;
      covered.add(key(i, j));
      this.#add(i, j, j);
    };

    for (const missing of missingCycles(this.#size, ears)) {
      const n = missing.length;
      let area = 0;
      let onLine = true;
      for (let k = 2; k < n; k++) {
        area += this.#area(missing[0], missing[k - 1], missing[k]);
        onLine &&= this.#isLine(missing[0], missing[k - 1], missing[k]);
      }
      const none = Math.abs(area) <= FACE_ROUNDING * this.#extent * this.#extent;
      if (!onLine && none && this.#enclosesNothing(missing)) {
        for (let k = 0; k < n; k++) {
          const next = missing[(k + 1) % n];
          // Only edges of the polygon: the other edges of the cycle are edges of ears.
          if (next === (missing[k] + 1) % this.#size) segment(cycle[missing[k]], cycle[next]);
        }
        continue;
      }
      for (let k = 2; k < n; k++) {
        const [a, b, c] = [cycle[missing[0]], cycle[missing[k - 1]], cycle[missing[k]]];
        if (a === b || b === c) segment(a, c);
        else if (c === a) segment(a, b);
        else this.#add(a, b, c);
      }
    }
  }

  /** Whether the cycle encloses nothing: it runs along every part of its edges as often forward as back. */
  #enclosesNothing(missing: readonly number[]): boolean {
    const p = this.#flat;
    const place = (i: number): string => `${p[2 * i]} ${p[2 * i + 1]}`;
    const times = new Map<string, number>();
    missing.forEach((a, k) => {
      const b = missing[(k + 1) % missing.length];
      const along = (i: number): number =>
        (p[2 * i] - p[2 * a]) * (p[2 * b] - p[2 * a]) + (p[2 * i + 1] - p[2 * a + 1]) * (p[2 * b + 1] - p[2 * a + 1]);
      // The way back may have other vertices, so split the edge at all vertices on it.
      const stops = missing.filter((i) => along(i) > 0 && along(i) < along(b) && this.#isLine(a, b, i));
      stops.sort((i, j) => along(i) - along(j)).push(b);
      let from = place(a);
      for (const i of stops) {
        const to = place(i);
        const part = from < to ? `${from} ${to}` : `${to} ${from}`;
        if (from !== to) times.set(part, (times.get(part) ?? 0) + (from < to ? 1 : -1));
        from = to;
      }
    });
    return [...times.values()].every((n) => n === 0);
  }

  /** Whether a triangle has no height. */
  #isLine(a: number, b: number, c: number): boolean {
    const p = this.#flat;
    const side = (i: number, j: number): number =>
      Math.max(Math.abs(p[2 * i] - p[2 * j]), Math.abs(p[2 * i + 1] - p[2 * j + 1]));
    return Math.abs(this.#area(a, b, c)) <= FACE_ROUNDING * this.#extent * Math.max(side(a, b), side(b, c), side(c, a));
  }
}

/** The directed edges 0 → 1 → … → n − 1 → 0 without those of the triangles, as cycles. */
function missingCycles(n: number, triangles: readonly number[]): number[][] {
  /** How often the edge start · n + end is missing. */
  const missing = new Map<number, number>();
  const add = (edge: number, times: number): void => {
    missing.set(edge, (missing.get(edge) ?? 0) + times);
  };
  for (let k = 0; k < n; k++) add(k * n + ((k + 1) % n), 1);
  for (let e = 0; e < triangles.length; e++) {
    const from = triangles[e];
    const to = triangles[e % 3 === 2 ? e - 2 : e + 1];
    if ((missing.get(from * n + to) ?? 0) > 0) add(from * n + to, -1);
    else add(to * n + from, 1);
  }
  const ends: number[][] = Array.from({ length: n }, () => []);
  for (const [edge, times] of missing) for (let t = 0; t < times; t++) ends[Math.floor(edge / n)].push(edge % n);

  // As many edges end at a vertex as start there. So a walk ends only where it began; cycles on the way are cut out.
  const cycles: number[][] = [];
  for (let start = 0; start < n; start++) {
    const walk = [start];
    for (let at = ends[start].pop(); at !== undefined; at = ends[at].pop()) {
      const seen = walk.indexOf(at);
      if (seen < 0) walk.push(at);
      else {
        cycles.push(walk.splice(seen));
        walk.push(at);
      }
    }
  }
  return cycles;
}
