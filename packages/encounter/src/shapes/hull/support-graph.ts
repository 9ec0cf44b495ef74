/**
 * The support mapping of a polytope (book §4.3.4) for hulls of any number of vertices.
 *
 * Three methods, depending on size and direction:
 * - few vertices: the best of all of them;
 * - otherwise a table of direction cells. A cell lists the vertices that are support points of directions in it, usually one
 *   or two, and the best of these is the answer;
 * - in a cell with more than LONGEST_LIST such vertices: hill climbing (Algorithm 4.2) from the support vertex of its centre.
 *
 * A cell is filled when it is first asked for, so a hull costs nothing until it is used and no query allocates. The vertices
 * of a cell are found by clipping the cell with their normal cones, with enough slack to miss none: a direction's true support
 * vertex is always in the list, and the answer is as good as that of a linear scan.
 *
 * Cells are squares of an octahedral map: the upper and the lower half of the octahedron are each unfolded to a square.
 * Directions are scaled by the hull's extents first, which makes a needle look like a ball. So the vertices are spread evenly
 * over the cells.
 *
 * Deviation: the book starts the climb from the last answer. The table is faster, even for directions that are not
 * coherent; `climb` takes a hint from callers who keep one.
 */
import { Vec3 } from '../../math/vec3.ts';
import {
  HULL_CELL_SLACK,
  HULL_CONE_SLACK,
  HULL_LEAST_EDGE,
  HULL_SHORT_DIRECTION,
  HULL_SUPPORT_ROUNDING,
  ROUNDING,
} from '../../tolerances.ts';
import { ClimbGraph } from './climb-graph.ts';

/** Hulls of up to this many vertices are scanned. */
const MOST_SCANNED = 12;
const CELLS_PER_VERTEX = 16;
const LEAST_CELLS = 2 ** 10;
const MOST_CELLS = 2 ** 18;
/** Vertices that a cell itself can hold. */
const SLOTS = 2;
const UNKNOWN = -1;
const LISTED = -2;
/** How many vertices the list of a cell can hold, and how many numbers per vertex of the hull there is room for in all lists. */
const LONGEST_LIST = 16;
const LIST_ROOM_PER_VERTEX = 16;
const LONG_DIRECTION = 1e150;
/** Hulls whose largest coordinate is above LARGE or below SMALL are scaled by powers of STEP. */
const LARGE = 2 ** 300;
const SMALL = 2 ** -300;
const STEP = 2 ** 200;
export class SupportGraph {
  readonly vertexCount: number;

  readonly #vertices: Float64Array;
  /** The vertices. When they are far from the origin, or very large or small: moved and scaled, without rounding. */
  readonly #points: Float64Array;
  readonly #offsets: Int32Array;
  readonly #neighbours: Int32Array;
  readonly #climbs: ClimbGraph;

  /** How many cells there are along a side of each of the two squares; 0 without a table. */
  readonly #side: number;
  /** The hull's extents relative to the largest, then half of #side. In one array, because each lookup reads all of them. */
  readonly #scale: Float64Array;
  /**
   * SLOTS entries per cell: the offsets of its vertices, the same one twice if there is only one. Otherwise the first entry is
   * - UNKNOWN: the cell was not asked for yet;
   * - LISTED: the second entry says where in #lists the list of the cell begins, with its length first;
   * - LISTED − 1 − v: there is no list, and climbing starts from vertex v.
   */
  readonly #slots: Int32Array;
  readonly #lists: Int32Array;
  #listsLength = 0;

  readonly #dir = new Vec3();
  // Scratch of #fill.
  readonly #centre = new Vec3();
  readonly #corners: Float64Array;
  #polygon: Float64Array;
  #clipped: Float64Array;
  readonly #queue: Int32Array;
  readonly #queued: Int32Array;

  /** Vertices and adjacency as in `Hull`: all vertices extreme, facets triangulated. */
  constructor(vertices: Float64Array, offsets: Int32Array, neighbours: Int32Array) {
    const n = vertices.length / 3;
    this.vertexCount = n;
    this.#vertices = vertices;
    this.#points = conditioned(vertices);
    this.#offsets = offsets;
    this.#neighbours = neighbours;
    this.#climbs = new ClimbGraph(this.#points, offsets, neighbours);

    const ex = extentOf(this.#points, 0);
    const ey = extentOf(this.#points, 1);
    const ez = extentOf(this.#points, 2);
    const largest = Math.max(ex, ey, ez);
    const tabled = n > MOST_SCANNED;
    const cells = Math.min(Math.max(CELLS_PER_VERTEX * n, LEAST_CELLS), MOST_CELLS);
    this.#side = tabled ? Math.ceil(Math.sqrt(cells / 2)) : 0;
    // A little less than half a side, so that a direction on the rim of the square falls into a cell inside it.
    const half = (this.#side / 2) * (1 - ROUNDING);
    this.#scale = new Float64Array([
      relativeExtent(ex, largest),
      relativeExtent(ey, largest),
      relativeExtent(ez, largest),
      half,
    ]);
    this.#slots = new Int32Array(2 * this.#side * this.#side * SLOTS).fill(UNKNOWN);
    this.#lists = new Int32Array(tabled ? LIST_ROOM_PER_VERTEX * n : 0);
    let degree = 0;
    for (let i = 0; i < n; i++) degree = Math.max(degree, offsets[i + 1] - offsets[i]);
    // Clipping a convex polygon adds at most one corner. There is room for two, in case rounding makes it nonconvex.
    const room = tabled ? 3 * (8 + 2 * degree) : 0;
    this.#corners = new Float64Array(tabled ? 12 : 0);
    this.#polygon = new Float64Array(room);
    this.#clipped = new Float64Array(room);
    this.#queue = new Int32Array(tabled ? n : 0);
    this.#queued = new Int32Array(tabled ? n : 0);
  }

  /** Writes a vertex farthest along `dir` into `out`, which may be `dir`. */
  support(dir: Vec3, out: Vec3): Vec3 {
    const v = this.#vertices;
    const i = this.#supportOffset(dir);
    out.x = v[i];
    out.y = v[i + 1];
    out.z = v[i + 2];
    return out;
  }

  /** The number of a vertex farthest along `dir`. */
  supportIndex(dir: Vec3): number {
    return this.#supportOffset(dir) / 3;
  }

  /** Three times that number: the offset of the vertex among the coordinates. */
  #supportOffset(dir: Vec3): number {
    const { x, y, z } = dir;
    const scale = this.#scale;
    const u = x * scale[0];
    const v = y * scale[1];
    const w = z * scale[2];
    const half = scale[3];
    const r = half / (Math.abs(u) + Math.abs(v) + Math.abs(w));
    if (!(r > HULL_SHORT_DIRECTION && r < LONG_DIRECTION)) return this.#supportUntabled(dir);
    const side = this.#side;
    const p = this.#points;
    const row = ((u + v) * r + half) | 0;
    const column = ((u - v) * r + half) | 0;
    const cell = Math.imul(w < 0 ? side + row : row, side) + column;

    const slots = this.#slots;
    const s = SLOTS * cell;
    const i = slots[s];
    if (i < 0) return this.#supportUnlisted(dir, cell);
    const j = slots[s + 1];
    return x * (p[j] - p[i]) + y * (p[j + 1] - p[i + 1]) + z * (p[j + 2] - p[i + 2]) > 0 ? j : i;
  }

  /** The number of a vertex farthest along `dir`, by climbing from vertex `hint`: quick when the hint is near. */
  climb(dir: Vec3, hint: number): number {
    const size = Math.abs(dir.x) + Math.abs(dir.y) + Math.abs(dir.z);
    if (!(size > HULL_SHORT_DIRECTION && size < LONG_DIRECTION)) return this.supportIndex(dir);
    return this.#climbs.climb(dir, hint);
  }

  /** Throws an Error if an answer is not that of a linear scan, for a fixed set of directions. */
  validate(): void {
    const dir = new Vec3();
    const p = this.#points;
    let seed = 1;
    const random = (): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 31 - 1;
    };
    for (let k = 0; k < 600; k++) {
      if (k < 27) dir.set((k % 3) - 1, (Math.floor(k / 3) % 3) - 1, Math.floor(k / 9) - 1);
      else dir.set(random(), random(), random());
      // Scale every other direction towards the thin sides of the hull, where its vertices differ.
      if (k % 2 === 1)
        dir.set(dir.x * inverse(this.#scale[0]), dir.y * inverse(this.#scale[1]), dir.z * inverse(this.#scale[2]));
      let most = Number.NEGATIVE_INFINITY;
      let size = 0;
      for (let i = 0; i < p.length; i += 3) {
        most = Math.max(most, dir.x * p[i] + dir.y * p[i + 1] + dir.z * p[i + 2]);
        size = Math.max(size, Math.abs(dir.x * p[i]) + Math.abs(dir.y * p[i + 1]) + Math.abs(dir.z * p[i + 2]));
      }
      for (const i of [this.supportIndex(dir), this.climb(dir, k % this.vertexCount)]) {
        const value = dir.x * p[3 * i] + dir.y * p[3 * i + 1] + dir.z * p[3 * i + 2];
        if (!(most - value <= HULL_SUPPORT_ROUNDING * size))
          throw new Error(`support graph: vertex ${i} is short by ${most - value} along ${dir.toArray()}`);
      }
    }
  }

  /** The answer when there is no table, or the direction is too long or too short to be looked up. */
  #supportUntabled(dir: Vec3): number {
    const scale = this.#scale;
    // Along an axis without extent all vertices are equal.
    const x = scale[0] > 0 ? dir.x : 0;
    const y = scale[1] > 0 ? dir.y : 0;
    const z = scale[2] > 0 ? dir.z : 0;
    const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (this.#side === 0 && m > HULL_SHORT_DIRECTION && m < LONG_DIRECTION) return this.#scan(dir);
    if (!(m > 0)) return 0;
    const scaled = this.#dir.set(x / m, y / m, z / m);
    return this.#side === 0 ? this.#scan(scaled) : this.#supportOffset(scaled);
  }

  #scan(dir: Vec3): number {
    const { x, y, z } = dir;
    const p = this.#points;
    let best = 0;
    let value = x * p[0] + y * p[1] + z * p[2];
    for (let i = 3; i < p.length; i += 3) {
      const d = x * p[i] + y * p[i + 1] + z * p[i + 2];
      if (d > value) {
        value = d;
        best = i;
      }
    }
    return best;
  }

  /** The answer in a cell that does not hold its vertices itself: fills it if necessary, then scans its list or climbs. */
  #supportUnlisted(dir: Vec3, cell: number): number {
    const entry = this.#slots[SLOTS * cell];
    if (entry === UNKNOWN) {
      this.#fill(cell);
      return this.#supportOffset(dir);
    }
    if (entry < LISTED) return 3 * this.#climbs.climb(dir, LISTED - 1 - entry);
    const lists = this.#lists;
    const p = this.#points;
    const { x, y, z } = dir;
    const from = this.#slots[SLOTS * cell + 1];
    const last = from + lists[from];
    let best = lists[from + 1];
    let value = x * p[best] + y * p[best + 1] + z * p[best + 2];
    for (let k = from + 2; k <= last; k++) {
      const i = lists[k];
      const d = x * p[i] + y * p[i + 1] + z * p[i + 2];
      if (d > value) {
        value = d;
        best = i;
      }
    }
    return best;
  }

  /** Writes the direction at (a, b) of a cell, both from 0 to 1 across it, scaled by the extents. */
  #scaledDirection(cell: number, a: number, b: number, out: Vec3): void {
    const side = this.#side;
    const place = cell % (side * side);
    const p = (2 * (Math.floor(place / side) + a)) / side - 1;
    const q = (2 * ((place % side) + b)) / side - 1;
    const w = 1 - Math.max(Math.abs(p), Math.abs(q));
    out.set((p + q) / 2, (p - q) / 2, place === cell ? w : -w);
  }

  /** Finds the vertices that are support points of directions in the cell. */
  #fill(cell: number): void {
    const centre = this.#centre;
    const slots = this.#slots;
    const corners = this.#corners;
    // The corners, in order around the cell. They bound a convex cone, even if the cell is folded along an edge of the octahedron.
    for (let c = 0; c < 4; c++) {
      const a = c === 1 || c === 2 ? 1 + HULL_CELL_SLACK : -HULL_CELL_SLACK;
      const b = c >= 2 ? 1 + HULL_CELL_SLACK : -HULL_CELL_SLACK;
      this.#scaledDirection(cell, a, b, centre);
      corners[3 * c] = centre.x;
      corners[3 * c + 1] = centre.y;
      corners[3 * c + 2] = centre.z;
    }
    this.#scaledDirection(cell, 0.5, 0.5, centre);
    centre.x *= inverse(this.#scale[0]);
    centre.y *= inverse(this.#scale[1]);
    centre.z *= inverse(this.#scale[2]);
    // Always from the same vertex: what a cell holds, and so which of several equal support points is the answer, must not depend on the
    // queries before this one.
    const start = this.#climbs.climbSimple(centre, this.#climbs.anywhere);

    // The vertices of the cell are connected by edges, so a search over neighbours finds all of them.
    const queue = this.#queue;
    const queued = this.#queued;
    queue[0] = this.#climbs.bestWithComplex(centre, start);
    queued[queue[0]] = cell + 1;
    let length = 1;
    let found = 0;
    for (let k = 0; k < length && found <= LONGEST_LIST; k++) {
      const v = queue[k];
      if (k > 0 && !this.#winsInCell(v)) continue;
      // The vertices found are kept at the front of the queue, whose entries before k are no longer needed.
      queue[found++] = v;
      for (let e = this.#offsets[v]; e < this.#offsets[v + 1]; e++) {
        const other = this.#neighbours[e];
        if (queued[other] === cell + 1 || !this.#rivals(v, other)) continue;
        queued[other] = cell + 1;
        queue[length++] = other;
      }
    }
    const s = SLOTS * cell;
    if (found <= SLOTS) {
      slots[s] = 3 * queue[0];
      slots[s + 1] = 3 * queue[found - 1];
    } else if (found <= LONGEST_LIST && this.#listsLength + 1 + found <= this.#lists.length) {
      slots[s] = LISTED;
      slots[s + 1] = this.#listsLength;
      this.#lists[this.#listsLength++] = found;
      for (let k = 0; k < found; k++) this.#lists[this.#listsLength++] = 3 * queue[k];
    } else slots[s] = LISTED - 1 - start;
  }

  /** Whether `other` may be farther than `v` along a direction of the cell whose corners are set. */
  #rivals(v: number, other: number): boolean {
    const p = this.#points;
    const corners = this.#corners;
    const ex = (p[3 * other] - p[3 * v]) * inverse(this.#scale[0]);
    const ey = (p[3 * other + 1] - p[3 * v + 1]) * inverse(this.#scale[1]);
    const ez = (p[3 * other + 2] - p[3 * v + 2]) * inverse(this.#scale[2]);
    const slack = HULL_CONE_SLACK * (Math.abs(ex) + Math.abs(ey) + Math.abs(ez));
    for (let c = 0; c < 12; c += 3) {
      if (ex * corners[c] + ey * corners[c + 1] + ez * corners[c + 2] >= -slack) return true;
    }
    return false;
  }

  /** Whether `v` may be a support point of some direction of the cell: clips the cell by v's normal cone. */
  #winsInCell(v: number): boolean {
    const p = this.#points;
    const ix = inverse(this.#scale[0]);
    const iy = inverse(this.#scale[1]);
    const iz = inverse(this.#scale[2]);
    let polygon = this.#polygon;
    let clipped = this.#clipped;
    polygon.set(this.#corners);
    let length = 12;
    for (let k = this.#offsets[v]; k < this.#offsets[v + 1]; k++) {
      const other = 3 * this.#neighbours[k];
      const ex = (p[other] - p[3 * v]) * ix;
      const ey = (p[other + 1] - p[3 * v + 1]) * iy;
      const ez = (p[other + 2] - p[3 * v + 2]) * iz;
      const slack = HULL_CONE_SLACK * (Math.abs(ex) + Math.abs(ey) + Math.abs(ez));
      let out = 0;
      let ax = polygon[length - 3];
      let ay = polygon[length - 2];
      let az = polygon[length - 1];
      let beyondA = ex * ax + ey * ay + ez * az - slack;
      for (let i = 0; i < length; i += 3) {
        const bx = polygon[i];
        const by = polygon[i + 1];
        const bz = polygon[i + 2];
        const beyondB = ex * bx + ey * by + ez * bz - slack;
        if ((beyondA < 0 && beyondB > 0) || (beyondA > 0 && beyondB < 0)) {
          const t = beyondA / (beyondA - beyondB);
          clipped[out++] = ax + t * (bx - ax);
          clipped[out++] = ay + t * (by - ay);
          clipped[out++] = az + t * (bz - az);
        }
        if (beyondB <= 0) {
          clipped[out++] = bx;
          clipped[out++] = by;
          clipped[out++] = bz;
        }
        ax = bx;
        ay = by;
        az = bz;
        beyondA = beyondB;
      }
      if (out === 0) return false;
      length = out;
      const swap = polygon;
      polygon = clipped;
      clipped = swap;
    }
    return true;
  }
}

/** 1 / s, or 0 for an axis without extent, along which all vertices are equal. */
function inverse(s: number): number {
  return s > 0 ? 1 / s : 0;
}

function relativeExtent(extent: number, largest: number): number {
  // Not below a limit, so that quotients stay in range. The only cost is that the vertices are spread less evenly over the cells.
  return extent > 0 ? Math.max(extent / largest, HULL_LEAST_EDGE) : 0;
}

function extentOf(points: Float64Array, axis: number): number {
  let min = points[axis];
  let max = min;
  for (let i = axis; i < points.length; i += 3) {
    min = Math.min(min, points[i]);
    max = Math.max(max, points[i]);
  }
  return max - min;
}

/**
 * The points themselves, or a copy that is scaled by a power of two and moved, both without rounding. Dot products then round
 * relative to the hull's size, not to its distance from the origin.
 */
function conditioned(vertices: Float64Array): Float64Array {
  let largest = 0;
  for (const x of vertices) largest = Math.max(largest, Math.abs(x));
  let points = vertices;
  for (; largest > LARGE; largest /= STEP) points = points.map((x) => x / STEP);
  for (; largest > 0 && largest < SMALL; largest *= STEP) points = points.map((x) => x * STEP);
  for (let axis = 0; axis < 3; axis++) {
    const extent = extentOf(points, axis);
    const first = points[axis];
    // Subtracting is exact for two numbers of one sign, neither more than twice the other.
    if (Math.abs(first) < 3 * extent || first === 0) continue;
    if (points === vertices) points = vertices.slice();
    for (let i = axis; i < points.length; i += 3) points[i] -= first;
  }
  return points;
}
