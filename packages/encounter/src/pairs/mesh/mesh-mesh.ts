/**
 * The triangles of two meshes against each other, in the frame of the first.
 *
 * Two triangles meet if they have a common point, by exact predicates on the coordinates in this frame, or if they are no farther
 * apart than the rounding of these coordinates. All queries use this one decision.
 */

import type { MeshInstance } from '../../bodies/mesh-instance.ts';
import type { OrientedBoxes } from '../../bounds/oriented-boxes.ts';
import { OrientedDistance } from '../../bounds/oriented-distance.ts';
import { OrientedOverlap } from '../../bounds/oriented-overlap.ts';
import type { PairCache } from '../../convex/pair-cache.ts';
import { depthTriangleTriangle } from '../../primitives/triangle-triangle-depth.ts';
import { distanceTriangleTriangle } from '../../primitives/triangle-triangle-distance.ts';
import { touchesTriangleTriangle } from '../../primitives/triangle-triangle-touch.ts';
import { OBB_PLACES, ROUNDING, TOUCH, TOUCH_MESH } from '../../tolerances.ts';
import { TreeDistance } from '../../tree/closest.ts';
import { NearestPoint } from '../../tree/nearest-point.ts';
import { TreeOverlap } from '../../tree/overlap.ts';
import type { LeafPairVisitor } from '../../tree/pair-descent.ts';
import { RelativeFrame } from '../../tree/relative-frame.ts';
import type { Triangles } from '../../tree/triangles.ts';
import { BOX, carry, type LeafBlock, LeafBlocks } from './leaf-block.ts';
import { LeafGap } from './leaf-gap.ts';

/** Receives the slots of triangles that meet, one pair after the other. */
export interface SlotPairs {
  add(slotA: number, slotB: number): void;
}

const Task = { any: 0, all: 1, deepest: 2, nearest: 3 } as const;
type Task = (typeof Task)[keyof typeof Task];

/** How often a first guess of the nearest triangles is improved at most. */
const GUESS_STEPS = 3;

export class MeshMesh implements LeafPairVisitor {
  /** The slots of the triangles found by `meet` (any pair that meets), `deepest` or `distance`. */
  slotA = -1;
  slotB = -1;
  /** Squared distance, and the nearest points in the frame of A's triangles, as found by `distance`. */
  readonly nearest: Float64Array = new Float64Array(7);
  /** The distance up to which `distance` searches. */
  readonly limit: Float64Array = new Float64Array(1);
  /** Depth of the deepest pair. */
  readonly depth: Float64Array = new Float64Array(1);

  readonly #frame: RelativeFrame = new RelativeFrame();
  readonly #overlap: TreeOverlap = new TreeOverlap();
  readonly #distance: TreeDistance = new TreeDistance();
  // Used instead if both meshes have oriented boxes:
  readonly #orientedOverlap: OrientedOverlap = new OrientedOverlap();
  readonly #orientedDistance: OrientedDistance = new OrientedDistance();
  readonly #tolerance: Float64Array = new Float64Array(1);
  /** A bound of the rounding in carrying triangles from frame to frame and in their distance; in an array, as a getter may allocate it. */
  readonly rounding: Float64Array = new Float64Array(1);
  /** The sum of the margins. Triangles that are nearer than this meet. */
  readonly #radius: Float64Array = new Float64Array(1);
  readonly #p: Float64Array = new Float64Array(9);
  readonly #q: Float64Array = new Float64Array(9);
  readonly #out: Float64Array = new Float64Array(7);
  readonly #nearestPoint: NearestPoint = new NearestPoint();
  readonly #onB: Float64Array = new Float64Array(3);
  readonly #leavesA: LeafBlocks = new LeafBlocks();
  readonly #leavesB: LeafBlocks = new LeafBlocks();
  readonly #leafBox: Float64Array = new Float64Array(BOX);
  /** Eight times how far apart the boxes of triangles that meet may be, as `LeafBlock.pick` takes it. */
  readonly #slack: Float64Array = new Float64Array(1);
  /** The way between the middles of two leaves, as `LeafGap` takes it. */
  readonly #way: Float64Array = new Float64Array(7);
  readonly #byMiddles: LeafGap = new LeafGap();
  readonly #byNearest: LeafGap = new LeafGap();
  #a: Triangles | null = null;
  #b: Triangles | null = null;
  /** The walks that the visits come from. */
  #finding: TreeOverlap | OrientedOverlap = this.#overlap;
  #measuring: TreeDistance | OrientedDistance = this.#distance;
  /** How many pairs of leaves the walk has visited. */
  #visits = 0;
  #task: Task = Task.any;
  #list: SlotPairs | null = null;

  /** Whether a triangle of A and one of B meet. The pair that met last time is tried first. */
  meet(a: MeshInstance, b: MeshInstance, cache?: PairCache): boolean {
    this.#place(a, b);
    this.#task = Task.any;
    if (cache !== undefined && this.#recall(cache) && this.#meets(this.#p, this.#q)) {
      this.slotA = cache.slotA;
      this.slotB = cache.slotB;
      return true;
    }
    const together = this.#walk(Task.any, a, b);
    if (cache !== undefined && together) this.#remember(cache);
    return together;
  }

  /** Lists all pairs of triangles that meet. */
  all(a: MeshInstance, b: MeshInstance, list: SlotPairs): void {
    this.#place(a, b);
    this.#list = list;
    this.#walk(Task.all, a, b);
    this.#list = null;
  }

  /** The pair of triangles that are deepest in each other; false when none meet. */
  deepest(a: MeshInstance, b: MeshInstance): boolean {
    this.#place(a, b);
    this.depth[0] = -1;
    this.#walk(Task.deepest, a, b);
    return this.depth[0] >= 0;
  }

  /**
   * Finds the nearest pair of triangles, without margins. Returns false when none is nearer than `limit[0]`. The distance of the pair
   * that was nearest last time limits the search from the start.
   */
  distance(a: MeshInstance, b: MeshInstance, cache?: PairCache): boolean {
    this.#place(a, b);
    const { nearest } = this;
    nearest[0] = this.limit[0] * this.limit[0];
    this.#task = Task.nearest;
    this.slotA = -1;
    const { along } = this.#distance;
    along.fill(0);
    along[6] = Infinity;
    if (cache !== undefined && this.#recall(cache) && distanceTriangleTriangle(this.#p, this.#q, nearest)) {
      this.slotA = cache.slotA;
      this.slotB = cache.slotB;
      this.#aim();
    }
    if (nearest[0] > 0 && this.slotA < 0) this.#guess();
    if (nearest[0] > 0) this.#search(a, b);
    if (cache !== undefined && this.slotA >= 0) this.#remember(cache);
    return this.slotA >= 0;
  }

  /**
   * Finds two triangles that are near each other, from the middle of B on: the point of A nearest to it, the point of B nearest to that, and
   * so on, as long as the triangles get nearer. With them the search has a limit and a direction from the start.
   */
  #guess(): void {
    const ta = this.#a as Triangles;
    const tb = this.#b as Triangles;
    const { m, t } = this.#frame;
    const { nearest } = this;
    const { point, found } = this.#nearestPoint;
    const { origin } = tb.tree;
    const onB = this.#onB;
    for (let r = 0; r < 3; r++) onB[r] = m[r] * origin[0] + m[3 + r] * origin[1] + m[6 + r] * origin[2] + t[r];
    for (let step = 0; step < GUESS_STEPS; step++) {
      for (let r = 0; r < 3; r++) point[r] = onB[r];
      found[0] = step === 0 ? Infinity : nearest[0];
      if (!this.#nearestPoint.find(ta)) return;
      const slotA = this.#nearestPoint.slot;
      const x = found[1] - t[0];
      const y = found[2] - t[1];
      const z = found[3] - t[2];
      for (let c = 0; c < 3; c++) point[c] = m[3 * c] * x + m[3 * c + 1] * y + m[3 * c + 2] * z;
      found[0] = step === 0 ? Infinity : nearest[0];
      if (!this.#nearestPoint.find(tb)) return;
      ta.load(slotA, this.#p);
      tb.load(this.#nearestPoint.slot, this.#q);
      carry(this.#frame, this.#q);
      if (!distanceTriangleTriangle(this.#p, this.#q, nearest)) return;
      this.slotA = slotA;
      this.slotB = this.#nearestPoint.slot;
      this.#aim();
      for (let r = 0; r < 3; r++) onB[r] = nearest[4 + r];
    }
  }

  /** Loads the triangles that the cache has, if any. The cache may come from another pair, so the slots are checked. */
  #recall({ slotA, slotB }: PairCache): boolean {
    const ta = this.#a as Triangles;
    const tb = this.#b as Triangles;
    if (slotA < 0 || slotB < 0 || slotA >= ta.count || slotB >= tb.count) return false;
    ta.load(slotA, this.#p);
    tb.load(slotB, this.#q);
    carry(this.#frame, this.#q);
    return true;
  }

  #remember(cache: PairCache): void {
    cache.slotA = this.slotA;
    cache.slotB = this.slotB;
  }

  #walk(task: Task, a: MeshInstance, b: MeshInstance): boolean {
    this.#task = task;
    const ta = this.#a as Triangles;
    const tb = this.#b as Triangles;
    const radius = this.#radius[0];
    const { oriented } = a;
    const other = b.oriented;
    if (!areReady(oriented, other)) {
      this.#visits = 0;
      this.#finding = this.#overlap;
      this.#overlap.slack[0] = radius + this.#tolerance[0];
      const ended = this.#overlap.walk(ta, tb, this.#frame, this, task === Task.all);
      this.#missed(oriented, other);
      return ended;
    }
    const walk = this.#orientedOverlap;
    this.#finding = walk;
    walk.slack[0] = radius + OBB_PLACES * this.#tolerance[0];
    return walk.walk(ta, boxesOf(oriented), tb, boxesOf(other), this.#frame, this, task === Task.all);
  }

  /** Walks the trees for nearer triangles than those known. */
  #search(a: MeshInstance, b: MeshInstance): void {
    const ta = this.#a as Triangles;
    const tb = this.#b as Triangles;
    const { oriented } = a;
    const other = b.oriented;
    if (!areReady(oriented, other)) {
      this.#visits = 0;
      this.#measuring = this.#distance;
      this.#distance.best[0] = this.nearest[0];
      this.#distance.walk(ta, tb, this.#frame, this);
      this.#missed(oriented, other);
      return;
    }
    const walk = this.#orientedDistance;
    this.#measuring = walk;
    walk.best[0] = this.nearest[0];
    walk.slack[0] = OBB_PLACES * this.#tolerance[0];
    walk.walk(ta, boxesOf(oriented), tb, boxesOf(other), this.#frame, this);
  }

  /** Tells oriented boxes that are not ready yet what a walk without them took. */
  #missed(a: OrientedBoxes | null, b: OrientedBoxes | null): void {
    if (a === null || b === null) return;
    a.missed(this.#visits);
    b.missed(this.#visits);
  }

  #place(a: MeshInstance, b: MeshInstance): void {
    const ta = a.triangles;
    const tb = b.triangles;
    const frame = this.#frame;
    this.#a = ta;
    this.#b = tb;
    this.#leavesA.clear();
    this.#leavesB.clear();
    frame.set(a.frame, b.frame).seenFrom(ta.tree.origin, tb.tree.origin);
    // The largest coordinates in the computation: those of A, and those of B on the way into A's frame.
    const size = this.#tolerance;
    ta.tree.findReach(size);
    let reach = size[0] + Math.abs(frame.t[0]) + Math.abs(frame.t[1]) + Math.abs(frame.t[2]);
    tb.tree.findReach(size);
    reach += size[0];
    this.#tolerance[0] = TOUCH_MESH * reach;
    this.rounding[0] = TOUCH * reach;
    this.#radius[0] = a.margin + b.margin;
    this.#slack[0] = 8 * (this.#radius[0] + this.rounding[0]);
  }

  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    if (this.#task === Task.nearest) return this.#measure(firstA, lastA, firstB, lastB);
    this.#visits++;
    // Boxes first: they rule out four fifths of the pairs of triangles in two leaves.
    const box = this.#leafBox;
    this.#finding.readLeafBox(box);
    for (let k = 0; k < 3; k++) {
      const low = box[k];
      const high = box[k + 3];
      box[k] = 4 * (high + low);
      box[k + 3] = 4 * (high - low);
    }
    const block = this.#leavesB.read(this.#b as Triangles, firstB, lastB, this.#frame);
    const count = block.pick(box, 0, this.#slack);
    for (let n = 0; n < count; n++) {
      if (this.#withLeaf(firstA, lastA, block, block.picked[n], firstB)) return true;
    }
    return false;
  }

  /** Tests a triangle of a leaf of B with the triangles of a leaf of A. Returns true when the search can end. */
  #withLeaf(firstA: number, lastA: number, other: LeafBlock, i: number, firstB: number): boolean {
    const block = this.#leavesA.read(this.#a as Triangles, firstA, lastA, null);
    const q = other.triangles[i];
    const { picked, triangles } = block;
    const count = block.pick(other.boxes, BOX * i, this.#slack);
    for (let n = 0; n < count; n++) {
      const p = triangles[picked[n]];
      if (this.#meets(p, q) && this.#found(p, q, firstA + picked[n], firstB + i)) return true;
    }
    return false;
  }

  /**
   * Measures the triangles of two leaves that may be nearer than the best pair so far, by their gaps along n, from A's nearest point so far
   * to B's, and along the way between the middles of the leaves. On two tori of 6,400 triangles n leaves out four fifths of the pairs of
   * triangles, and both together all but one in a hundred. The gap along n stays true of the n at the start when a nearer pair is found.
   */
  #measure(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    const ta = this.#a as Triangles;
    const tb = this.#b as Triangles;
    const { best } = this.#measuring;
    this.#visits++;
    const frame = this.#frame;
    const byNearest = this.#byNearest;
    if (!byNearest.place(this.#distance.along, frame, ta, firstA, lastA, tb, firstB, lastB)) return false;
    const way = this.#way;
    this.#measuring.readWay(frame, way);
    // Without a length the way rules out nothing.
    const tooFar = Math.sqrt(best[0]) * Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    way[6] = tooFar > 0 ? tooFar : Infinity;
    const byMiddles = this.#byMiddles;
    if (!byMiddles.place(way, frame, ta, firstA, lastA, tb, firstB, lastB)) return false;
    const p = this.#p;
    const q = this.#q;
    for (let slotB = firstB, j = 0; slotB < lastB; slotB++, j++) {
      let carried = false;
      for (let slotA = firstA, i = 0; slotA < lastA; slotA++, i++) {
        if (!byMiddles.isLeft(i, j) || !byNearest.isLeft(i, j)) continue;
        if (!carried) {
          tb.load(slotB, q);
          carry(frame, q);
          carried = true;
        }
        ta.load(slotA, p);
        if (!distanceTriangleTriangle(p, q, this.nearest)) continue;
        best[0] = this.nearest[0];
        this.#aim();
        this.slotA = slotA;
        this.slotB = slotB;
      }
    }
    return this.nearest[0] === 0;
  }

  /** Writes the direction between the nearest points for the search. */
  #aim(): void {
    const { nearest } = this;
    const { along } = this.#distance;
    const { m } = this.#frame;
    const x = nearest[4] - nearest[1];
    const y = nearest[5] - nearest[2];
    const z = nearest[6] - nearest[3];
    along[0] = x;
    along[1] = y;
    along[2] = z;
    for (let c = 0; c < 3; c++) along[3 + c] = m[3 * c] * x + m[3 * c + 1] * y + m[3 * c + 2] * z;
    along[6] = x * x + y * y + z * z;
  }

  #meets(p: Float64Array, q: Float64Array): boolean {
    if (this.#radius[0] === 0) return touchesTriangleTriangle(p, q, this.#tolerance);
    const near = this.#radius[0] + this.#tolerance[0];
    const out = this.#out;
    out[0] = near * near * (1 + ROUNDING);
    return distanceTriangleTriangle(p, q, out);
  }

  /** Does what the task asks with a pair that meets. Returns true when the search can end. */
  #found(p: Float64Array, q: Float64Array, slotA: number, slotB: number): boolean {
    if (this.#task === Task.all) {
      (this.#list as SlotPairs).add(slotA, slotB);
      return false;
    }
    if (this.#task === Task.deepest) {
      const out = this.#out;
      let gap = 0;
      if (this.#radius[0] > 0) {
        out[0] = Infinity;
        distanceTriangleTriangle(p, q, out);
        gap = Math.sqrt(out[0]);
      }
      let depth = this.#radius[0] - gap;
      if (gap <= this.#tolerance[0]) {
        depthTriangleTriangle(p, q, out);
        depth += out[0];
      }
      // A pair that meets only within rounding has depth 0.
      depth = Math.max(0, depth);
      if (!(depth > this.depth[0])) return false;
      this.depth[0] = depth;
    }
    this.slotA = slotA;
    this.slotB = slotB;
    return this.#task === Task.any;
  }
}

/** Whether both have oriented boxes that fit, or are worth fitting. */
function areReady(a: OrientedBoxes | null, b: OrientedBoxes | null): boolean {
  return a !== null && b !== null && a.isReady && b.isReady;
}

function boxesOf(oriented: OrientedBoxes | null): Float32Array {
  return (oriented as OrientedBoxes).boxes;
}

/** The largest coordinate of a mesh in its own frame. */
export function reachOf({ tree }: Triangles): number {
  return tree.reach;
}
