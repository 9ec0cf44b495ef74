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
 * The face to expand is the one with the least key. Only faces whose key is not above the upper bound of the depth are candidates: on
 * average 5 of 17. They are kept in a list without order: for so few, a scan beats a heap.
 */
import type { Vec3 } from '../math/vec3.ts';
import { EPA_MAX_STEPS, EPA_TURNS, EPA_WALK_STEPS, SLIVER } from '../tolerances.ts';

/** A tetrahedron, and a vertex for each step and for each step of the walks afterwards. A closed mesh has fewer than two faces per vertex. */
const VERTICES = 4 + EPA_MAX_STEPS + EPA_TURNS * EPA_WALK_STEPS;
const FACES = 2 * VERTICES;

/*
 * The arrays are constants of the module, although scratch mostly belongs to an instance. The engine then knows their place, length and
 * class. It would load and check these in each turn of a loop: all depths of W1 take 0.9 of the time, those of hulls and of cylinders
 * 0.86. They hold one polytope, the `owner`. A caller's support mapping may run EPA while another run is under way, whose polytope is
 * then put aside. They are long enough for the longest run; the operating system provides only the pages that are written to.
 */
const y: Float64Array = new Float64Array(3 * VERTICES);
const a: Float64Array = new Float64Array(3 * VERTICES);
const corner: Int32Array = new Int32Array(4 * FACES);
const twin: Int32Array = new Int32Array(4 * FACES);
const plane: Float64Array = new Float64Array(4 * FACES);
/** The faces to search, in no order, and their keys. One more place than there are faces: what does not join is written behind the last. */
const queue: Int32Array = new Int32Array(FACES + 1);
const keys: Float64Array = new Float64Array(FACES + 1);
const free: Int32Array = new Int32Array(FACES);
const stack: Int32Array = new Int32Array(FACES + 2);
const silhouette: Int32Array = new Int32Array(FACES + 2);
let owner: EpaPolytope | null = null;

/**
 * Barycentric coordinates in 0–2, the foot in 3–5, the squared distance of the face from the foot in 6. The rest makes it longer than 64 bytes:
 * the engine keeps shorter arrays on its own heap, where they may move.
 */
const located: Float64Array = new Float64Array(9);

/** NEXT >> 2i & 3 is the corner after corner i of a triangle, PREVIOUS >> 2i & 3 the one before: no branch, which could not be predicted. */
const NEXT = 0b001001;
const PREVIOUS = 0b010010;

/** What a polytope holds after a run of EPA lasts until the next run: all share their memory. */
export class EpaPolytope {
  vertexCount = 0;
  /** The key of the face that `nearest` found last; Infinity if there is none. */
  least = 0;
  /** Faces with a larger key are not searched: the depth is known to be less. */
  limit: number = Infinity;
  /** Points of A − B, and the points of A they come from: three numbers per vertex. */
  readonly y: Float64Array = y;
  readonly a: Float64Array = a;
  /** Face slots in use, live or free. */
  faceCount = 0;
  /** Four places per face: three vertex numbers, and 1 for a live face or 0 for a free slot. */
  readonly corner: Int32Array = corner;
  /** Four places per face: three opposite half-edges, and the place in the queue, or −1. */
  readonly twin: Int32Array = twin;
  /** Four places per face: the unit outward normal, and the key, the proven bound described above; Infinity for a free slot. */
  readonly plane: Float64Array = plane;
  /** How far above a face a point must be to see it. */
  slack = 0;
  /** How far apart the distances of two faces may be for both to belong to one facet of C. */
  level = 0;
  /** How far from the foot of the origin the point that `foot` interpolates may be and still count as a witness. */
  miss = 0;
  /** Whether a run is under way, which needs its polytope when another one has had the memory. */
  #running = false;
  #aside: (Float64Array | Int32Array)[] | null = null;
  #queued = 0;
  #freeCount = 0;

  /** Takes the memory, if another polytope has it. Called after each call of a support mapping, which may be the caller's. */
  own(): void {
    if (owner === this) return;
    const held = [y, a, corner, twin, plane, queue, keys, free];
    const former = owner ?? this;
    if (former.#running) former.#aside = held.map((array) => array.slice());
    if (this.#running)
      this.#aside?.forEach((array, i) => {
        held[i].set(array);
      });
    owner = this;
  }

  /** Ends a run: from now on the memory may be taken. */
  rest(): void {
    this.#running = false;
    this.#aside = null;
  }

  /** Begins a run. */
  clear(): void {
    this.#running = false;
    this.own();
    this.#running = true;
    this.vertexCount = this.faceCount = this.#freeCount = this.#queued = 0;
    this.limit = Infinity;
  }

  /** Adds point w of C, which comes from point p of A. */
  addVertex(w: Vec3, p: Vec3): number {
    const i = this.vertexCount++;
    y[3 * i] = w.x;
    y[3 * i + 1] = w.y;
    y[3 * i + 2] = w.z;
    a[3 * i] = p.x;
    a[3 * i + 1] = p.y;
    a[3 * i + 2] = p.z;
    return i;
  }

  /** Makes the tetrahedron of the first four vertices, oriented outward. */
  tetrahedron(): void {
    const ux = y[3] - y[0];
    const uy = y[4] - y[1];
    const uz = y[5] - y[2];
    const vx = y[6] - y[0];
    const vy = y[7] - y[1];
    const vz = y[8] - y[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const inward = nx * (y[9] - y[0]) + ny * (y[10] - y[1]) + nz * (y[11] - y[2]) > 0;
    const s = (inward ? -1 : 1) / Math.sqrt(nx * nx + ny * ny + nz * nz);
    // The triangle of the first three, and a fan over its edges. It is no sliver: the third corner is farther than FLAT from the first edge.
    plane[0] = nx * s;
    plane[1] = ny * s;
    plane[2] = nz * s;
    queue[0] = twin[3] = corner[0] = 0;
    corner[1] = inward ? 2 : 1;
    corner[2] = 3 - corner[1];
    this.faceCount = this.#queued = corner[3] = 1;
    this.#bound(0);
    for (let e = 0; e < 3; e++) silhouette[e] = 2 - e;
    this.#fan(3, 3);
  }

  /** The face with the least key of those that are not settled. Sets `least` to that key, to Infinity if there is none up to `limit`. */
  nearest(): number {
    const count = this.#queued;
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      if (!(keys[i] < least)) continue;
      least = keys[i];
      best = i;
    }
    this.least = least <= this.limit ? least : Infinity;
    return queue[best];
  }

  /** The face that the ray from the origin along n leaves the polytope through. */
  pierced(n: Vec3): number {
    const { faceCount } = this;
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
    // The faces that are removed are connected, so the silhouette has at most two edges more than there are such faces. The stack needs no
    // more places than that.
    const { slack } = this;
    const wx = y[3 * w];
    const wy = y[3 * w + 1];
    const wz = y[3 * w + 2];
    const kept = this.#freeCount;
    let freed = kept;
    let edges = 0;
    let depth = 0;
    // Each edge of a loop starts where the previous one ends, and the first where the last ends.
    let loops = true;
    let end = 0;
    free[freed++] = f;
    corner[4 * f + 3] = 0;
    for (; depth < 3; depth++) stack[depth] = twin[4 * f + 2 - depth];
    while (depth > 0) {
      const h = stack[--depth];
      const n = h & ~3;
      if (corner[n + 3] === 0) continue;
      const i = 2 * (h & 3);
      if (plane[n] * wx + plane[n + 1] * wy + plane[n + 2] * wz - plane[n + 3] > slack) {
        free[freed++] = n >> 2;
        corner[n + 3] = 0;
        stack[depth] = twin[n + ((PREVIOUS >> i) & 3)];
        stack[depth + 1] = twin[n + ((NEXT >> i) & 3)];
        depth += 2;
      } else {
        if (edges > 0 && this.#head(h) !== end) loops = false;
        end = corner[h];
        silhouette[edges++] = h;
      }
    }
    if (!(loops && edges > 2 && this.#head(silhouette[0]) === end)) {
      while (freed > kept + 1) corner[4 * free[--freed] + 3] = 1;
      for (edges = 0; edges < 3; edges++) silhouette[edges] = twin[4 * f + edges];
    }
    for (let k = kept; k < freed; k++) {
      this.settle(free[k]);
      plane[4 * free[k] + 3] = Infinity;
    }
    this.#freeCount = freed;
    this.#fan(edges, w);
  }

  /** Adds a face for each edge of the silhouette: (q, p, w) where the silhouette's own half-edge runs p → q. Neighbours share p–w. */
  #fan(edges: number, w: number): void {
    const { limit } = this;
    const wx = y[3 * w];
    const wy = y[3 * w + 1];
    const wz = y[3 * w + 2];
    let q = this.#head(silhouette[0]);
    let ux = y[3 * q] - wx;
    let uy = y[3 * q + 1] - wy;
    let uz = y[3 * q + 2] - wz;
    let uu = ux * ux + uy * uy + uz * uz;
    // Numbers in fields would be loaded and stored for each face.
    let freed = this.#freeCount;
    let count = this.faceCount;
    let queued = this.#queued;
    let first = 0;
    let last = 0;
    for (let e = 0; e < edges; e++) {
      const h = silhouette[e];
      const p = corner[h];
      const f = freed > 0 ? free[--freed] : count++;
      const n = 4 * f;
      corner[n] = q;
      corner[n + 1] = p;
      corner[n + 2] = w;
      corner[n + 3] = 1;
      twin[n] = h;
      twin[h] = n;
      if (e === 0) first = n;
      else {
        twin[last + 1] = n + 2;
        twin[n + 2] = last + 1;
      }
      const vx = y[3 * p] - wx;
      const vy = y[3 * p + 1] - wy;
      const vz = y[3 * p + 2] - wz;
      const vv = vx * vx + vy * vy + vz * vz;
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
      } else {
        twin[n + 3] = -1;
        this.lookFromOrigin(f);
      }
      // Joins the queue without a branch, which could not be predicted.
      const key = plane[n + 3];
      const joins = +(key <= limit);
      queue[queued] = f;
      keys[queued] = key;
      twin[n + 3] = joins * (queued + 1) - 1;
      queued += joins;
      q = p;
      ux = vx;
      uy = vy;
      uz = vz;
      uu = vv;
      last = n;
    }
    twin[last + 1] = first + 2;
    twin[first + 2] = last + 1;
    this.#freeCount = freed;
    this.faceCount = count;
    this.#queued = queued;
  }

  /** Sets the key of face f from its normal. Returns whether it has risen. */
  #bound(f: number): boolean {
    const n = 4 * f;
    let least = Infinity;
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[n + c];
      least = Math.min(least, plane[n] * y[i] + plane[n + 1] * y[i + 1] + plane[n + 2] * y[i + 2]);
    }
    return this.raise(f, least);
  }

  /**
   * Sets the normal of a face to the direction from the origin to the nearest point of its edges. The own normal of a needle is
   * nothing but rounding, and this direction proves the largest key. Returns whether the key has risen.
   */
  lookFromOrigin(f: number): boolean {
    const n = 4 * f;
    let least = Infinity;
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[n + c];
      const j = 3 * corner[n + ((c + 1) % 3)];
      const dx = y[j] - y[i];
      const dy = y[j + 1] - y[i + 1];
      const dz = y[j + 2] - y[i + 2];
      const dd = dx * dx + dy * dy + dz * dz;
      const along = -(dx * y[i] + dy * y[i + 1] + dz * y[i + 2]);
      const t = along > 0 ? Math.min(along / dd, 1) : 0;
      const x = y[i] + t * dx;
      const v = y[i + 1] + t * dy;
      const z = y[i + 2] + t * dz;
      const l = Math.sqrt(x * x + v * v + z * z);
      if (!(l < least)) continue;
      least = l;
      plane[n] = l > 0 ? x / l : 1;
      plane[n + 1] = v / (l || 1);
      plane[n + 2] = z / (l || 1);
    }
    return this.#bound(f);
  }

  /** Sets the key of face f, as to a support value along its normal. Returns whether it has risen. */
  raise(f: number, key: number): boolean {
    const n = 4 * f + 3;
    const known = plane[n];
    plane[n] = key;
    if (twin[n] >= 0) keys[twin[n]] = key;
    return key > known;
  }

  /** Leaves face f out of the search from now on: it is gone, or the depth behind it is known otherwise. */
  settle(f: number): void {
    const place = twin[4 * f + 3];
    if (place < 0) return;
    const last = --this.#queued;
    twin[4 * f + 3] = -1;
    if (place === last) return;
    queue[place] = queue[last];
    keys[place] = keys[last];
    twin[4 * queue[place] + 3] = place;
  }

  /** Whether w is a corner of face f, to the last bit. */
  hasCorner(f: number, w: Vec3): boolean {
    for (let c = 4 * f; c < 4 * f + 3; c++) {
      const i = 3 * corner[c];
      if (y[i] === w.x && y[i + 1] === w.y && y[i + 2] === w.z) return true;
    }
    return false;
  }

  getNormal(f: number, out: Vec3): void {
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
    const d = plane[4 * f + 3];
    const given = f;
    for (let i = 0; i < 3; i++) located[3 + i] = d * plane[4 * f + i];
    let outside = this.#locate(f, given);
    for (let step = 0; outside >= 0 && step < 32; step++) {
      const next = twin[4 * f + ((outside + 1) % 3)] >> 2;
      if (!(plane[4 * next + 3] - d <= this.level)) break;
      f = next;
      outside = this.#locate(f, given);
    }
    if (outside >= 0) {
      let least = Infinity;
      for (let g = 0; g < this.faceCount; g++) {
        if (!(plane[4 * g + 3] - d <= this.level)) continue;
        this.#locate(g, given);
        this.#clamp(g);
        if (located[6] < least) {
          least = located[6];
          f = g;
        }
      }
      this.#locate(f, given);
    }
    this.#clamp(f);
    out.set(0, 0, 0);
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[4 * f + c];
      out.x += located[c] * a[i];
      out.y += located[c] * a[i + 1];
      out.z += located[c] * a[i + 2];
    }
    return located[6] <= this.miss * this.miss;
  }

  /**
   * Barycentric coordinates of the foot in face f, not yet divided by their sum: the areas of the triangles that the foot forms
   * with the edges, seen along the normal of face `given`. Returns the corner whose coordinate is most negative, or −1 if none is.
   */
  #locate(f: number, given: number): number {
    const nx = plane[4 * given];
    const ny = plane[4 * given + 1];
    const nz = plane[4 * given + 2];
    let least = 0;
    for (let c = 0; c < 3; c++) {
      const i = 3 * corner[4 * f + ((c + 1) % 3)];
      const j = 3 * corner[4 * f + ((c + 2) % 3)];
      const ux = y[i] - located[3];
      const uy = y[i + 1] - located[4];
      const uz = y[i + 2] - located[5];
      const vx = y[j] - located[3];
      const vy = y[j + 1] - located[4];
      const vz = y[j + 2] - located[5];
      located[c] = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
      if (located[c] < located[least]) least = c;
    }
    return located[least] < 0 ? least : -1;
  }

  /** Makes the coordinates in face f nonnegative with sum one, and measures how far from the foot the point they name is. */
  #clamp(f: number): void {
    for (let c = 0; c < 3; c++) located[c] = Math.max(located[c], 0);
    const sum = located[0] + located[1] + located[2];
    if (!(sum > 0)) located[0] = 1;
    let x = -located[3];
    let v = -located[4];
    let z = -located[5];
    for (let c = 0; c < 3; c++) {
      if (sum > 0) located[c] /= sum;
      const i = 3 * corner[4 * f + c];
      x += located[c] * y[i];
      v += located[c] * y[i + 1];
      z += located[c] * y[i + 2];
    }
    located[6] = x * x + v * v + z * z;
  }

  /** The vertex that half-edge h runs to. */
  #head(h: number): number {
    return corner[(h & ~3) + ((NEXT >> (2 * (h & 3))) & 3)];
  }
}

/** Throws when the mesh of a polytope is not closed and consistently oriented. */
export function validateEpaPolytope({ faceCount, twin, corner }: EpaPolytope): void {
  const head = (h: number): number => corner[(h & 3) === 2 ? h - 2 : h + 1];
  for (let f = 0; f < faceCount; f++) {
    if (corner[4 * f + 3] === 0) continue;
    for (let i = 0; i < 3; i++) {
      const h = 4 * f + i;
      const k = twin[h];
      if (corner[k | 3] === 0) throw new Error(`face ${f}, edge ${i}: neighbour ${k >> 2} was removed`);
      if (twin[k] !== h) throw new Error(`face ${f}, edge ${i}: twin of twin is ${twin[k]}`);
      if (corner[h] !== head(k) || head(h) !== corner[k])
        throw new Error(`face ${f}, edge ${i}: does not run against its twin ${k}`);
    }
  }
}
