/**
 * The expanding polytope of EPA (§4.3.8): a closed triangle mesh over flat arrays.
 *
 * Half-edge 4f + i, i < 3, runs from corner i of face f to corner i + 1; `twin` holds the opposite half-edge, so a face
 * is reached from its neighbour without a search. Slots of removed faces are not used again.
 *
 * **The lower bound.** `key` of a face is the least n·p over its three corners p, where n is its unit normal as computed. No point
 * of the triangle is nearer to the origin than that, *whatever unit vector n is*: so the normal of a needle may be nothing but
 * rounding and its key is still a proven bound. The mesh is closed, and while all keys are positive it winds around the origin. So
 * the ball whose radius is the least key is inside the mesh, and inside C. That holds even where rounding has made the mesh
 * nonconvex or crossing itself: every step replaces triangles by others with the same outline, and the surface crosses no point
 * of that ball.
 *
 * The face to expand is the one with the least key, which is never above the depth. So faces with keys above a known upper bound of the
 * depth are never expanded. The others are in a list of their own. It is short, and scanning it beats a heap.
 */
import type { Vec3 } from '../math/vec3.ts';
import { SLIVER } from '../tolerances.ts';

export class EpaPolytope {
  vertexCount = 0;
  /** Points of A − B, and the points of A they come from: three numbers per vertex. */
  y: Float64Array = new Float64Array(3 * 64);
  a: Float64Array = new Float64Array(3 * 64);
  /** Face slots in use, live or not. */
  faceCount = 0;
  /** Vertex numbers, the first of them again in the fourth place: four places per face. */
  corner: Int32Array = new Int32Array(4 * 128);
  /** Opposite half-edges: four places per face, of which three are used. */
  twin: Int32Array = new Int32Array(4 * 128);
  /** Unit outward normals, and in the fourth place the key, the proven bound described above: Infinity for a removed face. */
  plane: Float64Array = new Float64Array(4 * 128);
  /** How far above a face a point must be to see it. */
  slack = 0;
  /** How far apart the distances of two faces may be for both to belong to one facet of C. */
  level = 0;
  /** How far from the foot of the origin the point that `foot` interpolates may be and still count as a witness. */
  miss = 0;
  /** Faces with larger keys are never expanded: an upper bound of the depth, with what rounding may add to it. */
  bound: number = Infinity;
  /** The faces with keys up to `bound`, and some others. */
  #open: Int32Array = new Int32Array(128);
  #openCount = 0;
  #stack: Int32Array = new Int32Array(256);
  #silhouette: Int32Array = new Int32Array(128);
  /** Barycentric coordinates in 0–2, the foot in 3–5, the squared distance of the face from the foot in 6. */
  readonly #scratch: Float64Array = new Float64Array(7);

  clear(): void {
    this.vertexCount = 0;
    this.faceCount = 0;
    this.#openCount = 0;
    this.bound = Infinity;
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

  /** Makes the tetrahedron of the first four vertices, oriented outward: the two sides of a triangle, one of them expanded. */
  tetrahedron(): void {
    const { y, corner, twin, plane } = this;
    const ux = y[3] - y[0];
    const uy = y[4] - y[1];
    const uz = y[5] - y[2];
    const vx = y[6] - y[0];
    const vy = y[7] - y[1];
    const vz = y[8] - y[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const above = nx * (y[9] - y[0]) + ny * (y[10] - y[1]) + nz * (y[11] - y[2]) > 0;
    // Vertex 3 is below face 0, and above face 1.
    const s = (above ? -1 : 1) / Math.sqrt(nx * nx + ny * ny + nz * nz);
    plane[0] = nx * s;
    plane[1] = ny * s;
    plane[2] = nz * s;
    for (let f = 0; f < 2; f++) {
      const p = above === (f === 0) ? 2 : 1;
      corner[4 * f] = 0;
      corner[4 * f + 1] = p;
      corner[4 * f + 2] = 3 - p;
      corner[4 * f + 3] = 0;
      plane[4 * f + 3] = Infinity;
      for (let i = 0; i < 3; i++) twin[4 * f + i] = 6 - 4 * f - i;
    }
    this.#revive(0);
    this.faceCount = 2;
    this.#reopen();
    this.expand(1, 3);
  }

  /** The face with the least key. */
  nearest(): number {
    const { plane, bound } = this;
    const open = this.#open;
    let count = this.#openCount;
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < count; ) {
      const f = open[i];
      const k = plane[4 * f + 3];
      if (k > bound) {
        open[i] = open[--count];
        continue;
      }
      if (k < least) {
        least = k;
        best = f;
      }
      i++;
    }
    this.#openCount = count;
    if (count > 0) return best;
    // Only rounding raises all keys above the bound.
    this.#reopen();
    return this.nearest();
  }

  /** Lists all faces again, whatever their keys. */
  #reopen(): void {
    this.bound = Infinity;
    for (let f = 0; f < this.faceCount; f++) this.#open[f] = f;
    this.#openCount = this.faceCount;
  }

  /** The face that the ray from the origin along n leaves the polytope through. */
  pierced(n: Vec3): number {
    const { plane, faceCount } = this;
    let best = 0;
    let least = Infinity;
    for (let f = 0; f < faceCount; f++) {
      const along = plane[4 * f] * n.x + plane[4 * f + 1] * n.y + plane[4 * f + 2] * n.z;
      if (!(plane[4 * f + 3] < least * along)) continue;
      least = plane[4 * f + 3] / along;
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
    const { y, slack } = this;
    let { corner, twin, plane } = this;
    const wx = y[3 * w];
    const wy = y[3 * w + 1];
    const wz = y[3 * w + 2];
    let edges = 0;
    let depth = 3;
    let stack = this.#stack;
    let silhouette = this.#silhouette;
    plane[4 * f + 3] = Infinity;
    stack[0] = twin[4 * f + 2];
    stack[1] = twin[4 * f + 1];
    stack[2] = twin[4 * f];
    while (depth > 0) {
      const h = stack[--depth];
      const i = h & 3;
      const n = h - i;
      const distance = plane[n + 3];
      if (distance === Infinity) continue;
      if (plane[n] * wx + plane[n + 1] * wy + plane[n + 2] * wz - distance > slack) {
        plane[n + 3] = Infinity;
        if (depth + 2 > stack.length) stack = this.#stack = doubled(stack);
        stack[depth] = twin[n + (i === 0 ? 2 : i - 1)];
        stack[depth + 1] = twin[n + (i === 2 ? 0 : i + 1)];
        depth += 2;
      } else {
        if (edges >= silhouette.length) silhouette = this.#silhouette = doubled(silhouette);
        silhouette[edges++] = h;
      }
    }
    if (!this.#isLoop(edges)) {
      this.#revive(f);
      plane[4 * f + 3] = Infinity;
      silhouette[0] = twin[4 * f];
      silhouette[1] = twin[4 * f + 1];
      silhouette[2] = twin[4 * f + 2];
      edges = 3;
    }
    const first = this.faceCount;
    const end = first + edges;
    this.faceCount = end;
    while (4 * end > plane.length) {
      corner = this.corner = doubled(corner);
      twin = this.twin = doubled(twin);
      plane = this.plane = doubled(plane);
      this.#open = doubled(this.#open);
    }
    const open = this.#open;
    const { bound } = this;
    let count = this.#openCount;
    // Face e: (q, p, w) where the silhouette's own half-edge runs p → q. Neighbours in the loop share p–w: u of a face is v of the one
    // before.
    let q = corner[silhouette[0] + 1];
    let ux = y[3 * q] - wx;
    let uy = y[3 * q + 1] - wy;
    let uz = y[3 * q + 2] - wz;
    let uu = ux * ux + uy * uy + uz * uz;
    for (let e = first; e < end; e++) {
      const h = silhouette[e - first];
      const p = corner[h];
      const vx = y[3 * p] - wx;
      const vy = y[3 * p + 1] - wy;
      const vz = y[3 * p + 2] - wz;
      const vv = vx * vx + vy * vy + vz * vz;
      const n = 4 * e;
      corner[n] = q;
      corner[n + 1] = p;
      corner[n + 2] = w;
      corner[n + 3] = q;
      twin[n] = h;
      twin[h] = n;
      twin[n + 1] = n + 6;
      twin[n + 2] = n - 3;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const nn = nx * nx + ny * ny + nz * nz;
      if (nn > SLIVER * uu * vv) {
        const s = 1 / Math.sqrt(nn);
        plane[n] = nx * s;
        plane[n + 1] = ny * s;
        plane[n + 2] = nz * s;
        // As in `#bound`, but from the edges u and v at hand. n·u and n·v are nothing but rounding, larger in a needle. They are
        // subtracted: a branch on the least of such numbers could not be predicted. A face that has the origin on its outer side
        // proves no bound; its key only ranks it for expansion.
        const off = Math.abs(nx * ux + ny * uy + nz * uz) + Math.abs(nx * vx + ny * vy + nz * vz);
        const height = nx * wx + ny * wy + nz * wz;
        plane[n + 3] = (height > off ? height - off : Math.min(height, 0)) * s;
      } else this.lookFromOrigin(e);
      if (plane[n + 3] <= bound) open[count++] = e;
      q = p;
      ux = vx;
      uy = vy;
      uz = vz;
      uu = vv;
    }
    twin[4 * end - 3] = 4 * first + 2;
    twin[4 * first + 2] = 4 * end - 3;
    this.#openCount = count;
  }

  /** Whether each edge of the silhouette starts where the previous one ends, and the first where the last ends. */
  #isLoop(edges: number): boolean {
    if (edges < 3) return false;
    const silhouette = this.#silhouette;
    const { corner } = this;
    let end = corner[silhouette[edges - 1]];
    for (let e = 0; e < edges; e++) {
      const h = silhouette[e];
      if (corner[h + 1] !== end) return false;
      end = corner[h];
    }
    return true;
  }

  /** Makes face f live, and so all faces removed together with it: they are those that are reached from it over removed ones. */
  #revive(f: number): void {
    if (this.plane[4 * f + 3] < Infinity) return;
    this.#bound(f);
    for (let i = 0; i < 3; i++) this.#revive(this.twin[4 * f + i] >> 2);
  }

  /** Sets the key of face f from its normal. */
  #bound(f: number): void {
    const { y, corner, plane } = this;
    const n = 4 * f;
    const x = plane[n];
    const u = plane[n + 1];
    const z = plane[n + 2];
    const i = 3 * corner[n];
    const j = 3 * corner[n + 1];
    const k = 3 * corner[n + 2];
    const p = x * y[i] + u * y[i + 1] + z * y[i + 2];
    const q = x * y[j] + u * y[j + 1] + z * y[j + 2];
    const r = x * y[k] + u * y[k + 1] + z * y[k + 2];
    plane[n + 3] = p < q ? (p < r ? p : r) : q < r ? q : r;
  }

  /**
   * Sets the normal of a face to the direction from the origin to the nearest point of its edges. The own normal of a needle is
   * nothing but rounding, and this direction proves the largest key. Returns whether the key has risen.
   */
  lookFromOrigin(f: number): boolean {
    const { y, corner, plane } = this;
    const n = 4 * f;
    const known = plane[n + 3];
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
      plane[n] = l > 0 ? x / l : 1;
      plane[n + 1] = l > 0 ? v / l : 0;
      plane[n + 2] = l > 0 ? z / l : 0;
    }
    this.#bound(f);
    return plane[n + 3] > known;
  }

  /** Sets the key of face f to a support value along its normal. Returns whether it has risen. */
  raise(f: number, key: number): boolean {
    const known = this.plane[4 * f + 3];
    this.plane[4 * f + 3] = key;
    return key > known;
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
    const { plane } = this;
    out.x = plane[4 * f];
    out.y = plane[4 * f + 1];
    out.z = plane[4 * f + 2];
  }

  /**
   * The point of A that belongs to the foot of the origin in the plane of face f. A facet of C may be cut into several coplanar
   * faces, and the foot lies in one of them. Walks to that face; if rounding makes the walk stray, tries all faces of the facet.
   * Returns false when none contains the foot.
   */
  foot(f: number, out: Vec3): boolean {
    const { plane, twin } = this;
    const s = this.#scratch;
    const d = plane[4 * f + 3];
    const facet = f;
    for (let i = 0; i < 3; i++) s[3 + i] = d * plane[4 * f + i];
    let outside = this.#locate(f, facet);
    for (let step = 0; outside >= 0 && step < 32; step++) {
      const next = twin[4 * f + (outside === 2 ? 0 : outside + 1)] >> 2;
      if (!(plane[4 * next + 3] - d <= this.level)) break;
      f = next;
      outside = this.#locate(f, facet);
    }
    if (outside >= 0) {
      let least = Infinity;
      for (let g = 0; g < this.faceCount; g++) {
        if (!(plane[4 * g + 3] - d <= this.level)) continue;
        this.#locate(g, facet);
        this.#clamp(g);
        if (s[6] < least) {
          least = s[6];
          f = g;
        }
      }
      this.#locate(f, facet);
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
   * with the edges, seen along the normal of face `facet`. Returns the corner whose coordinate is most negative, or −1 if none is.
   */
  #locate(f: number, facet: number): number {
    const { y, corner, plane } = this;
    const s = this.#scratch;
    const nx = plane[4 * facet];
    const ny = plane[4 * facet + 1];
    const nz = plane[4 * facet + 2];
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
}

/** Throws when the mesh of a polytope is not closed and consistently oriented. */
export function validateEpaPolytope({ faceCount, plane, twin, corner }: EpaPolytope): void {
  const head = (h: number): number => corner[(h & 3) === 2 ? h - 2 : h + 1];
  for (let f = 0; f < faceCount; f++) {
    if (plane[4 * f + 3] === Infinity) continue;
    for (let i = 0; i < 3; i++) {
      const h = 4 * f + i;
      const k = twin[h];
      if (plane[k | 3] === Infinity) throw new Error(`face ${f}, edge ${i}: neighbour ${k >> 2} was removed`);
      if (twin[k] !== h) throw new Error(`face ${f}, edge ${i}: twin of twin is ${twin[k]}`);
      if (corner[h] !== head(k) || head(h) !== corner[k])
        throw new Error(`face ${f}, edge ${i}: does not run against its twin ${k}`);
    }
  }
}

/** A copy of twice the length. Allocates, but only when a polytope is larger than all before it. */
function doubled<T extends Float64Array | Int32Array>(array: T): T {
  const out = new (array.constructor as new (n: number) => T)(2 * array.length);
  out.set(array);
  return out;
}
