/**
 * The expanding polytope of EPA (§4.3.8): a closed triangle mesh over flat arrays.
 *
 * Half-edge 4f + i, i < 3, runs from corner i of face f to corner i + 1; `twin` holds the opposite half-edge, so a face
 * is reached from its neighbour without a search. Slots of removed faces are used again. Normals are unit vectors and
 * `key` is the signed distance of the face's plane from the origin, Infinity for a removed or degenerate face: the
 * face to expand is the one with the least key. With 20–45 live faces a linear scan over the keys beats a heap.
 */
import type { Vec3 } from '../math/vec3.ts';
import { SLIVER } from '../tolerances.ts';

export class EpaPolytope {
  vertexCount = 0;
  /** Points of A − B, and the points of A they come from: three numbers a vertex. */
  y: Float64Array = new Float64Array(3 * 64);
  a: Float64Array = new Float64Array(3 * 64);
  /** Face slots in use, live or free. */
  faceCount = 0;
  /** Vertex numbers and opposite half-edges, four places a face of which three are used. */
  corner: Int32Array = new Int32Array(4 * 128);
  twin: Int32Array = new Int32Array(4 * 128);
  /** Unit outward normals, four places a face of which three are used. */
  normal: Float64Array = new Float64Array(4 * 128);
  key: Float64Array = new Float64Array(128);
  /** 1 for a live face, 0 for a free slot. */
  live: Uint8Array = new Uint8Array(128);
  /** How far above a face a point must be to see it. */
  slack = 0;
  #free: Int32Array = new Int32Array(128);
  #freeCount = 0;
  #stack: Int32Array = new Int32Array(256);
  #silhouette: Int32Array = new Int32Array(128);

  clear(): void {
    this.vertexCount = 0;
    this.faceCount = 0;
    this.#freeCount = 0;
  }

  addVertex(y: Vec3, a: Vec3): number {
    const i = this.vertexCount++;
    if (3 * i >= this.y.length) {
      this.y = doubled(this.y);
      this.a = doubled(this.a);
    }
    this.y[3 * i] = y.x;
    this.y[3 * i + 1] = y.y;
    this.y[3 * i + 2] = y.z;
    this.a[3 * i] = a.x;
    this.a[3 * i + 1] = a.y;
    this.a[3 * i + 2] = a.z;
    return i;
  }

  /** Makes the tetrahedron of the first four vertices, oriented outward. */
  tetrahedron(): void {
    const { y } = this;
    const ux = y[3] - y[0];
    const uy = y[4] - y[1];
    const uz = y[5] - y[2];
    const vx = y[6] - y[0];
    const vy = y[7] - y[1];
    const vz = y[8] - y[2];
    const det =
      (uy * vz - uz * vy) * (y[9] - y[0]) + (uz * vx - ux * vz) * (y[10] - y[1]) + (ux * vy - uy * vx) * (y[11] - y[2]);
    // Vertex 3 must lie below the plane of face 0.
    const p = det > 0 ? 2 : 1;
    const q = det > 0 ? 1 : 2;
    this.#addFace(0, p, q);
    this.#addFace(0, 3, p);
    this.#addFace(p, 3, q);
    this.#addFace(q, 3, 0);
    this.#link(0, 6);
    this.#link(1, 10);
    this.#link(2, 14);
    this.#link(5, 8);
    this.#link(9, 12);
    this.#link(13, 4);
  }

  /** The live face nearest to the origin, or −1 when all are degenerate. */
  nearest(): number {
    const { key, faceCount } = this;
    let best = -1;
    let least = Infinity;
    for (let f = 0; f < faceCount; f++) {
      if (key[f] < least) {
        least = key[f];
        best = f;
      }
    }
    return best;
  }

  /**
   * Adds vertex w, seen by face `f`: removes every face that w sees, found by flood from `f` (Algorithm 4.7), and closes
   * the hole with a fan around w. Returns false, with the mesh broken, when the silhouette is not one loop: rounding has
   * made the polytope inconsistent and the caller must stop.
   */
  expand(f: number, w: number): boolean {
    const { y, twin, live, normal, key, slack } = this;
    const wx = y[3 * w];
    const wy = y[3 * w + 1];
    const wz = y[3 * w + 2];
    let edges = 0;
    let depth = 3;
    let stack = this.#stack;
    let silhouette = this.#silhouette;
    this.#remove(f);
    stack[0] = twin[4 * f + 2];
    stack[1] = twin[4 * f + 1];
    stack[2] = twin[4 * f];
    while (depth > 0) {
      const h = stack[--depth];
      const g = h >> 2;
      if (live[g] === 0) continue;
      const n = 4 * g;
      if (normal[n] * wx + normal[n + 1] * wy + normal[n + 2] * wz - key[g] > slack) {
        this.#remove(g);
        if (depth + 2 > stack.length) stack = this.#stack = doubled(stack);
        const i = h & 3;
        stack[depth] = twin[n + (i === 0 ? 2 : i - 1)];
        stack[depth + 1] = twin[n + (i === 2 ? 0 : i + 1)];
        depth += 2;
      } else {
        if (edges >= silhouette.length) silhouette = this.#silhouette = doubled(silhouette);
        silhouette[edges++] = h;
      }
    }
    if (edges < 3) return false;
    // Face of edge e: (q, p, w) where the silhouette's own half-edge runs p → q. Neighbours in the loop share p–w.
    let first = -1;
    let last = -1;
    let start = -1;
    let end = -1;
    for (let e = 0; e < edges; e++) {
      const h = silhouette[e];
      const { corner } = this;
      const p = corner[h];
      const q = corner[(h & 3) === 2 ? h - 2 : h + 1];
      if (e > 0 && q !== end) return false;
      const n = this.#addFace(q, p, w);
      this.#link(4 * n, h);
      if (e === 0) {
        first = n;
        start = q;
      } else this.#link(4 * last + 1, 4 * n + 2);
      last = n;
      end = p;
    }
    if (end !== start) return false;
    this.#link(4 * last + 1, 4 * first + 2);
    return true;
  }

  #remove(f: number): void {
    this.live[f] = 0;
    this.key[f] = Infinity;
    if (this.#freeCount >= this.#free.length) this.#free = doubled(this.#free);
    this.#free[this.#freeCount++] = f;
  }

  #link(h: number, k: number): void {
    this.twin[h] = k;
    this.twin[k] = h;
  }

  #addFace(i: number, j: number, k: number): number {
    const f = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.#grow();
    const { y, corner, normal, key } = this;
    const n = 4 * f;
    corner[n] = i;
    corner[n + 1] = j;
    corner[n + 2] = k;
    this.live[f] = 1;
    const x0 = y[3 * i];
    const y0 = y[3 * i + 1];
    const z0 = y[3 * i + 2];
    const ux = y[3 * j] - x0;
    const uy = y[3 * j + 1] - y0;
    const uz = y[3 * j + 2] - z0;
    const vx = y[3 * k] - x0;
    const vy = y[3 * k + 1] - y0;
    const vz = y[3 * k + 2] - z0;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const nn = nx * nx + ny * ny + nz * nz;
    if (nn > SLIVER * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz)) {
      const s = 1 / Math.sqrt(nn);
      normal[n] = nx * s;
      normal[n + 1] = ny * s;
      normal[n + 2] = nz * s;
      key[f] = (nx * x0 + ny * y0 + nz * z0) * s;
    } else {
      // No area, hence no normal: never expanded, never visible.
      normal[n] = 0;
      normal[n + 1] = 0;
      normal[n + 2] = 0;
      key[f] = Infinity;
    }
    return f;
  }

  #grow(): number {
    const f = this.faceCount++;
    if (f >= this.key.length) {
      this.corner = doubled(this.corner);
      this.twin = doubled(this.twin);
      this.normal = doubled(this.normal);
      this.key = doubled(this.key);
      this.live = doubled(this.live);
    }
    return f;
  }

  /** Throws when the mesh is not closed and consistently oriented. */
  validate(): void {
    for (let f = 0; f < this.faceCount; f++) {
      if (this.live[f] === 0) continue;
      for (let i = 0; i < 3; i++) {
        const h = 4 * f + i;
        const k = this.twin[h];
        if (this.live[k >> 2] === 0) throw new Error(`face ${f}, edge ${i}: neighbour ${k >> 2} was removed`);
        if (this.twin[k] !== h) throw new Error(`face ${f}, edge ${i}: twin of twin is ${this.twin[k]}`);
        if (this.corner[h] !== this.#head(k) || this.#head(h) !== this.corner[k])
          throw new Error(`face ${f}, edge ${i}: does not run against its twin ${k}`);
      }
    }
  }

  /** The vertex that half-edge h runs to. */
  #head(h: number): number {
    return this.corner[(h & 3) === 2 ? h - 2 : h + 1];
  }
}

/** A copy of twice the length. Only when a polytope outgrows all before it. */
function doubled<T extends Float64Array | Int32Array | Uint8Array>(array: T): T {
  const out = new (array.constructor as new (n: number) => T)(2 * array.length);
  out.set(array);
  return out;
}
