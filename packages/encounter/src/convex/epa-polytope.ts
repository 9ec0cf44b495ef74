/**
 * The expanding polytope of EPA (§4.3.8): a closed triangle mesh over flat arrays.
 *
 * Half-edge 4f + i, i < 3, runs from corner i of face f to corner i + 1; `twin` holds the opposite half-edge, so a face
 * is reached from its neighbour without a search. Slots of removed faces are used again.
 *
 * **The lower bound.** `key` of a face is the least n·p over its three corners p, where n is its unit normal as computed. No point
 * of the triangle is nearer to the origin than that, *whatever unit vector n is*: so the normal of a needle may be nothing but
 * rounding and its key is still a proven bound. The mesh is closed, and while all keys are positive it winds around the origin. So
 * the ball whose radius is the least key is inside the mesh, and inside C. That holds even where rounding has made the mesh
 * nonconvex or crossing itself: every step replaces triangles by others with the same outline, and the surface crosses no point
 * of that ball.
 *
 * The face to expand is the one with the least key. Keys are scanned in blocks, and a block is scanned only if it has changed.
 * Typical polytopes have two blocks, for which the scan beats a heap; in large ones few blocks change per step.
 */
import type { Vec3 } from '../math/vec3.ts';
import { SLIVER } from '../tolerances.ts';

/** Slots of faces in a block, a power of two. Blocks of 16 and 64 took as long, within the noise. */
const BLOCK = 32;
const BLOCK_SHIFT = 5;

export class EpaPolytope {
  vertexCount = 0;
  /** The key of the face that `nearest` found last; Infinity if all are settled. */
  least = 0;
  /** Points of A − B, and the points of A they come from: three numbers per vertex. */
  y: Float64Array = new Float64Array(3 * 64);
  a: Float64Array = new Float64Array(3 * 64);
  /** Face slots in use, live or free. */
  faceCount = 0;
  /** Vertex numbers and opposite half-edges: four places per face, of which three are used. */
  corner: Int32Array = new Int32Array(4 * 128);
  twin: Int32Array = new Int32Array(4 * 128);
  /** Unit outward normals: four places per face, of which three are used. */
  normal: Float64Array = new Float64Array(4 * 128);
  /** The proven bound described above; Infinity for a free slot. */
  key: Float64Array = new Float64Array(128);
  /** 1 for a live face, 0 for a free slot. */
  live: Uint8Array = new Uint8Array(128);
  /** How far above a face a point must be to see it. */
  slack = 0;
  /** How far apart the distances of two faces may be for both to belong to one facet of C. */
  level = 0;
  /** How far from the foot of the origin the point that `foot` interpolates may be and still count as a witness. */
  miss = 0;
  /** The keys, but Infinity for faces that are settled. */
  #rank: Float64Array = new Float64Array(128);
  /** The face with the least rank of each block of BLOCK slots, and whether the block must be scanned again. */
  #leastOf: Int32Array = new Int32Array(128 / BLOCK);
  #changed: Uint8Array = new Uint8Array(128 / BLOCK);
  #free: Int32Array = new Int32Array(128);
  #freeCount = 0;
  #stack: Int32Array = new Int32Array(256);
  #silhouette: Int32Array = new Int32Array(128);
  /** Barycentric coordinates in 0–2, the foot in 3–5, the squared distance of the face from the foot in 6. */
  readonly #scratch: Float64Array = new Float64Array(7);

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
    // Both sides of a triangle are a closed mesh, too. Vertex 3 sees one of them.
    this.#addFace(0, 1, 2);
    this.#addFace(0, 2, 1);
    this.#link(0, 6);
    this.#link(1, 5);
    this.#link(2, 4);
    this.expand(det > 0 ? 0 : 1, 3);
  }

  /** The face with the least key of those that are not settled. Sets `least` to that key, to Infinity if all are settled. */
  nearest(): number {
    const { faceCount } = this;
    const key = this.#rank;
    const changed = this.#changed;
    const leastOf = this.#leastOf;
    let best = 0;
    let least = Infinity;
    for (let b = 0; b << BLOCK_SHIFT < faceCount; b++) {
      if (changed[b] === 1) {
        changed[b] = 0;
        const first = b << BLOCK_SHIFT;
        const end = first + BLOCK < faceCount ? first + BLOCK : faceCount;
        let low = key[first];
        let lowest = first;
        for (let f = first + 1; f < end; f++) {
          if (key[f] < low) {
            low = key[f];
            lowest = f;
          }
        }
        leastOf[b] = lowest;
      }
      const f = leastOf[b];
      if (key[f] < least) {
        least = key[f];
        best = f;
      }
    }
    this.least = least;
    return best;
  }

  /** The face that the ray from the origin along n leaves the polytope through. */
  pierced(n: Vec3): number {
    const { key, normal, faceCount } = this;
    let best = 0;
    let least = Infinity;
    for (let f = 0; f < faceCount; f++) {
      const along = normal[4 * f] * n.x + normal[4 * f + 1] * n.y + normal[4 * f + 2] * n.z;
      if (!(key[f] < least * along)) continue;
      least = key[f] / along;
      best = f;
    }
    return best;
  }

  /**
   * Adds vertex w, seen by face `f`: removes every face that w sees, found by flood from `f` (Algorithm 4.7), and closes
   * the hole with a fan around w. When rounding makes the silhouette anything but one loop, as it may among nearly coplanar
   * faces, only `f` is removed: the mesh stays closed, and is nonconvex by no more than rounding.
   */
  expand(f: number, w: number): void {
    const { y, twin, live, normal, key, slack } = this;
    const wx = y[3 * w];
    const wy = y[3 * w + 1];
    const wz = y[3 * w + 2];
    let edges = 0;
    let depth = 3;
    let stack = this.#stack;
    let silhouette = this.#silhouette;
    const kept = this.#freeCount;
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
    if (!this.#isLoop(edges)) {
      while (this.#freeCount > kept + 1) {
        const g = this.#free[--this.#freeCount];
        live[g] = 1;
        this.#bound(g);
      }
      silhouette[0] = twin[4 * f];
      silhouette[1] = twin[4 * f + 1];
      silhouette[2] = twin[4 * f + 2];
      edges = 3;
    }
    // Face of edge e: (q, p, w) where the silhouette's own half-edge runs p → q. Neighbours in the loop share p–w.
    let first = -1;
    let last = -1;
    for (let e = 0; e < edges; e++) {
      const h = silhouette[e];
      const n = this.#addFace(this.#head(h), this.corner[h], w);
      this.#link(4 * n, h);
      if (e === 0) first = n;
      else this.#link(4 * last + 1, 4 * n + 2);
      last = n;
    }
    this.#link(4 * last + 1, 4 * first + 2);
  }

  /** Whether each edge of the silhouette starts where the previous one ends, and the first where the last ends. */
  #isLoop(edges: number): boolean {
    if (edges < 3) return false;
    const silhouette = this.#silhouette;
    let end = this.corner[silhouette[edges - 1]];
    for (let e = 0; e < edges; e++) {
      if (this.#head(silhouette[e]) !== end) return false;
      end = this.corner[silhouette[e]];
    }
    return true;
  }

  #remove(f: number): void {
    this.live[f] = 0;
    this.raise(f, Infinity);
    if (this.#freeCount >= this.#free.length) this.#free = doubled(this.#free);
    this.#free[this.#freeCount++] = f;
  }

  #link(h: number, k: number): void {
    this.twin[h] = k;
    this.twin[k] = h;
  }

  #addFace(i: number, j: number, k: number): number {
    const f = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.#grow();
    const { y, corner, normal } = this;
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
      // As in `#bound`, but from the edges u and v at hand. n·u and n·v are nothing but rounding, larger in a needle. They are
      // subtracted: a branch on the least of such numbers could not be predicted. A face that has the origin on its outer side
      // proves no bound; its key only ranks it for expansion.
      const off = Math.abs(nx * ux + ny * uy + nz * uz) + Math.abs(nx * vx + ny * vy + nz * vz);
      const height = nx * x0 + ny * y0 + nz * z0;
      this.key[f] = this.#rank[f] = (height > off ? height - off : Math.min(height, 0)) * s;
      this.#changed[f >> BLOCK_SHIFT] = 1;
    } else this.lookFromOrigin(f);
    return f;
  }

  /** Sets the key of face f from its normal. Returns whether it has risen. */
  #bound(f: number): boolean {
    const { y, corner, normal } = this;
    const n = 4 * f;
    const x = normal[n];
    const u = normal[n + 1];
    const z = normal[n + 2];
    const i = 3 * corner[n];
    const j = 3 * corner[n + 1];
    const k = 3 * corner[n + 2];
    const p = x * y[i] + u * y[i + 1] + z * y[i + 2];
    const q = x * y[j] + u * y[j + 1] + z * y[j + 2];
    const r = x * y[k] + u * y[k + 1] + z * y[k + 2];
    return this.raise(f, p < q ? (p < r ? p : r) : q < r ? q : r);
  }

  /**
   * Sets the normal of a face to the direction from the origin to the nearest point of its edges. The own normal of a needle is
   * nothing but rounding, and this direction proves the largest key. Returns whether the key has risen.
   */
  lookFromOrigin(f: number): boolean {
    const { y, corner, normal } = this;
    const n = 4 * f;
    let least = Infinity;
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[n + c];
      const j = 3 * corner[n + (c === 2 ? 0 : c + 1)];
      const dx = y[j] - y[i];
      const dy = y[j + 1] - y[i + 1];
      const dz = y[j + 2] - y[i + 2];
      const dd = dx * dx + dy * dy + dz * dz;
      const along = -(dx * y[i] + dy * y[i + 1] + dz * y[i + 2]);
      const t = along > 0 && dd > 0 ? Math.min(along / dd, 1) : 0;
      const x = y[i] + t * dx;
      const v = y[i + 1] + t * dy;
      const z = y[i + 2] + t * dz;
      const l = Math.sqrt(x * x + v * v + z * z);
      if (!(l < least)) continue;
      least = l;
      normal[n] = l > 0 ? x / l : 1;
      normal[n + 1] = l > 0 ? v / l : 0;
      normal[n + 2] = l > 0 ? z / l : 0;
    }
    return this.#bound(f);
  }

  /** Sets the key of face f, as to a support value along its normal. Returns whether it has risen. */
  raise(f: number, key: number): boolean {
    const known = this.key[f];
    this.key[f] = this.#rank[f] = key;
    this.#changed[f >> BLOCK_SHIFT] = 1;
    return key > known;
  }

  /** Leaves face f out of the search from now on: the depth behind it is known otherwise. */
  settle(f: number): void {
    this.#rank[f] = Infinity;
    this.#changed[f >> BLOCK_SHIFT] = 1;
  }

  #grow(): number {
    const f = this.faceCount++;
    if (f >= this.key.length) {
      this.corner = doubled(this.corner);
      this.twin = doubled(this.twin);
      this.normal = doubled(this.normal);
      this.key = doubled(this.key);
      this.#rank = doubled(this.#rank);
      this.live = doubled(this.live);
      this.#leastOf = doubled(this.#leastOf);
      this.#changed = doubled(this.#changed);
    }
    return f;
  }

  /** Whether w is a corner of face f, to the last bit. */
  hasCorner(f: number, w: Vec3): boolean {
    const { y, corner } = this;
    for (let c = 4 * f; c < 4 * f + 3; c++) {
      const i = 3 * corner[c];
      if (y[i] === w.x && y[i + 1] === w.y && y[i + 2] === w.z) return true;
    }
    return false;
  }

  getNormal(f: number, out: Vec3): void {
    const { normal } = this;
    out.x = normal[4 * f];
    out.y = normal[4 * f + 1];
    out.z = normal[4 * f + 2];
  }

  /**
   * The point of A that belongs to the foot of the origin in the plane of face f. A facet of C may be cut into several coplanar
   * faces, and the foot lies in one of them. Walks to that face; if rounding makes the walk stray, tries all faces of the facet.
   * Returns false when none contains the foot.
   */
  foot(f: number, out: Vec3): boolean {
    const { key, twin, normal } = this;
    const s = this.#scratch;
    const d = key[f];
    const plane = f;
    for (let i = 0; i < 3; i++) s[3 + i] = d * normal[4 * f + i];
    let outside = this.#locate(f, plane);
    for (let step = 0; outside >= 0 && step < 32; step++) {
      const next = twin[4 * f + (outside === 2 ? 0 : outside + 1)] >> 2;
      if (!(key[next] - d <= this.level)) break;
      f = next;
      outside = this.#locate(f, plane);
    }
    if (outside >= 0) {
      let least = Infinity;
      for (let g = 0; g < this.faceCount; g++) {
        if (this.live[g] === 0 || !(key[g] - d <= this.level)) continue;
        this.#locate(g, plane);
        this.#clamp(g);
        if (s[6] < least) {
          least = s[6];
          f = g;
        }
      }
      this.#locate(f, plane);
    }
    this.#clamp(f);
    const { corner, a } = this;
    out.set(0, 0, 0);
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[4 * f + c];
      out.x += s[c] * a[i];
      out.y += s[c] * a[i + 1];
      out.z += s[c] * a[i + 2];
    }
    return s[6] <= this.miss * this.miss;
  }

  /**
   * Barycentric coordinates of the foot in face f, not yet divided by their sum: the areas of the triangles that the foot forms
   * with the edges, seen along the normal of face `plane`. Returns the corner whose coordinate is most negative, or −1 if none is.
   */
  #locate(f: number, plane: number): number {
    const { y, corner, normal } = this;
    const s = this.#scratch;
    const nx = normal[4 * plane];
    const ny = normal[4 * plane + 1];
    const nz = normal[4 * plane + 2];
    let least = 0;
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[4 * f + (c === 2 ? 0 : c + 1)];
      const j = 3 * corner[4 * f + (c === 0 ? 2 : c - 1)];
      const ux = y[i] - s[3];
      const uy = y[i + 1] - s[4];
      const uz = y[i + 2] - s[5];
      const vx = y[j] - s[3];
      const vy = y[j + 1] - s[4];
      const vz = y[j + 2] - s[5];
      s[c] = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
      if (s[c] < s[least]) least = c;
    }
    return s[least] < 0 ? least : -1;
  }

  /** Makes the coordinates in face f nonnegative with sum one, and measures how far from the foot the point they name is. */
  #clamp(f: number): void {
    const { y, corner } = this;
    const s = this.#scratch;
    for (let c = 0; c < 3; c++) s[c] = Math.max(s[c], 0);
    const sum = s[0] + s[1] + s[2];
    if (!(sum > 0)) s[0] = 1;
    let x = -s[3];
    let v = -s[4];
    let z = -s[5];
    for (let c = 0; c < 3; c++) {
      if (sum > 0) s[c] /= sum;
      const i = 3 * corner[4 * f + c];
      x += s[c] * y[i];
      v += s[c] * y[i + 1];
      z += s[c] * y[i + 2];
    }
    s[6] = x * x + v * v + z * z;
  }

  /** The vertex that half-edge h runs to. */
  #head(h: number): number {
    return this.corner[(h & 3) === 2 ? h - 2 : h + 1];
  }
}

/** Throws when the mesh of a polytope is not closed and consistently oriented. */
export function validateEpaPolytope({ faceCount, live, twin, corner }: EpaPolytope): void {
  const head = (h: number): number => corner[(h & 3) === 2 ? h - 2 : h + 1];
  for (let f = 0; f < faceCount; f++) {
    if (live[f] === 0) continue;
    for (let i = 0; i < 3; i++) {
      const h = 4 * f + i;
      const k = twin[h];
      if (live[k >> 2] === 0) throw new Error(`face ${f}, edge ${i}: neighbour ${k >> 2} was removed`);
      if (twin[k] !== h) throw new Error(`face ${f}, edge ${i}: twin of twin is ${twin[k]}`);
      if (corner[h] !== head(k) || head(h) !== corner[k])
        throw new Error(`face ${f}, edge ${i}: does not run against its twin ${k}`);
    }
  }
}

/** A copy of twice the length. Allocates, but only when a polytope is larger than all before it. */
function doubled<T extends Float64Array | Int32Array | Uint8Array>(array: T): T {
  const out = new (array.constructor as new (n: number) => T)(2 * array.length);
  out.set(array);
  return out;
}
