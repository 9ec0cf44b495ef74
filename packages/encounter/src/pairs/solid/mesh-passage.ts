/**
 * The surfaces of two meshes A and B while B moves along a direction: when triangles that meet part, and when surfaces that are apart
 * begin to meet.
 */

import type { MeshInstance } from '../../bodies/mesh-instance.ts';
import { TriangleBody } from '../../bodies/triangle-body.ts';
import { Passage, passTriangleTriangle } from '../../primitives/triangle-triangle-passage.ts';
import { LEAVES_PER_STAB, PAIRS_REMEMBERED, PASSAGE_SLACK, TREE_WALK_COST } from '../../tolerances.ts';
import { TreeOverlap } from '../../tree/overlap.ts';
import type { LeafPairVisitor } from '../../tree/pair-descent.ts';
import { RelativeFrame } from '../../tree/relative-frame.ts';
import { TreeSweep } from '../../tree/sweep.ts';
import type { Triangles } from '../../tree/triangles.ts';
import { reachOf } from '../mesh/mesh-mesh.ts';
import type { PieceMotion } from './piece-motion.ts';

export class MeshPassage implements LeafPairVisitor {
  readonly #motion: PieceMotion;
  readonly #overlap: TreeOverlap = new TreeOverlap();
  readonly #sweep: TreeSweep = new TreeSweep();
  readonly #frame: RelativeFrame = new RelativeFrame();
  readonly #velocity: Float64Array = new Float64Array(3);
  /** The sum of the margins, and the same with an allowance for rounding. */
  readonly #radius: Float64Array = new Float64Array(1);
  readonly #radiusWithSlack: Float64Array = new Float64Array(1);
  readonly #passage: Float64Array = new Float64Array(5);
  readonly #best: Float64Array = new Float64Array(4);
  readonly #p: Float64Array = new Float64Array(9);
  readonly #q: Float64Array = new Float64Array(9);
  readonly #triangleA: TriangleBody = new TriangleBody();
  readonly #triangleB: TriangleBody = new TriangleBody();
  #ia: MeshInstance | null = null;
  #ib: MeshInstance | null = null;
  #a: Triangles | null = null;
  #b: Triangles | null = null;
  #sweeping = false;
  /** How many pairs of leaves with triangles that meet were found. */
  #hits = 0;

  // Pairs of triangles that met along earlier directions: their slots, their passage along the present one, and the normal of its end.
  readonly #slots: Int32Array = new Int32Array(2 * PAIRS_REMEMBERED);
  readonly #passages: Float64Array = new Float64Array(5 * PAIRS_REMEMBERED);
  #pooled = 0;
  #oldest = 0;
  #slotA = -1;
  #slotB = -1;

  constructor(motion: PieceMotion) {
    this.#motion = motion;
  }

  /** Forgets the remembered pairs: another pair of meshes begins. */
  forget(): void {
    this.#pooled = 0;
    this.#oldest = 0;
  }

  /** Computes when the remembered pairs of triangles meet along n. B is not moved yet. */
  recall(a: MeshInstance, b: MeshInstance, n: Float64Array, from: number, limit: number): void {
    this.#place(a, b, n);
    const passage = this.#passage;
    const passages = this.#passages;
    for (let i = 0; i < this.#pooled; i++) {
      (this.#a as Triangles).load(this.#slots[2 * i], this.#p);
      this.#load(this.#slots[2 * i + 1]);
      passage[0] = from;
      passage[1] = limit;
      const kind = passTriangleTriangle(this.#p, this.#q, this.#velocity, this.#radiusWithSlack, passage);
      if (kind === Passage.some) passages.set(passage, 5 * i);
      else passages[5 * i + 1] = -1;
    }
    this.#motion.budget -= this.#pooled;
  }

  /** The latest time when a remembered pair that meets at the time `at` parts; −1 when none meets then. */
  recalled(at: number): number {
    const passages = this.#passages;
    let end = at;
    let which = -1;
    for (let i = 0; i < 5 * this.#pooled; i += 5)
      if (passages[i] <= at && passages[i + 1] > end) {
        end = passages[i + 1];
        which = i;
      }
    if (which < 0) return -1;
    for (let k = 0; k < 5; k++) this.#passage[k] = passages[which + k];
    this.#takeNormal();
    return end;
  }

  #remember(): void {
    const i = this.#pooled < PAIRS_REMEMBERED ? this.#pooled++ : this.#oldest;
    if (this.#pooled === PAIRS_REMEMBERED) this.#oldest = (i + 1) % PAIRS_REMEMBERED;
    this.#slots[2 * i] = this.#slotA;
    this.#slots[2 * i + 1] = this.#slotB;
    // Do not recall this pair along the present direction.
    this.#passages[5 * i + 1] = -1;
  }

  /** The time when a pair of triangles that meet now part (a stabbing query); −1 when none meet. Remembers that pair. */
  stab(a: MeshInstance, b: MeshInstance, n: Float64Array, now: Float64Array): number {
    this.#place(a, b, n);
    this.#sweeping = false;
    const best = this.#best;
    best[0] = 0;
    this.#overlap.slack[0] = this.#radiusWithSlack[0];
    this.#motion.budget -= TREE_WALK_COST;
    this.#hits = 0;
    this.#overlap.walk(this.#a as Triangles, this.#b as Triangles, this.#frame, this);
    if (this.#hits === 0) return -1;
    this.#remember();
    return now[0] + best[0];
  }

  /** Lowers `first[0]` to the time when surfaces that are apart now begin to meet. */
  next(a: MeshInstance, b: MeshInstance, n: Float64Array, now: Float64Array, first: Float64Array): void {
    this.#place(a, b, n);
    this.#sweeping = true;
    this.#motion.budget -= TREE_WALK_COST;
    const { limit, motion, slack } = this.#sweep;
    const ta = this.#a as Triangles;
    const tb = this.#b as Triangles;
    // Once B is beyond A, nothing meets any more.
    let most = 3 * (ta.tree.extent + tb.tree.extent);
    for (let i = 0; i < 3; i++) most += Math.abs(this.#frame.shift[i]);
    limit[0] = Math.min(first[0] - now[0], most);
    motion.set(this.#velocity);
    slack[0] = this.#radiusWithSlack[0];
    const bound = limit[0];
    this.#sweep.pairs(ta, tb, this.#frame, this);
    if (limit[0] < bound) first[0] = now[0] + limit[0];
  }

  #place(a: MeshInstance, b: MeshInstance, n: Float64Array): void {
    this.#ia = a;
    this.#ib = b;
    this.#a = a.triangles;
    this.#b = b.triangles;
    const frame = this.#frame.set(a.frame, b.frame).seenFrom(this.#a.tree.origin, this.#b.tree.origin);
    const { t } = frame;
    const reach = reachOf(this.#a) + reachOf(this.#b) + Math.abs(t[0]) + Math.abs(t[1]) + Math.abs(t[2]);
    this.#radius[0] = a.margin + b.margin;
    this.#radiusWithSlack[0] = this.#radius[0] + PASSAGE_SLACK * reach;
    const { m } = a.frame;
    for (let i = 0; i < 3; i++) this.#velocity[i] = m[3 * i] * n[0] + m[3 * i + 1] * n[1] + m[3 * i + 2] * n[2];
  }

  /** Loads a triangle of B, in the frame of A. */
  #load(slot: number): void {
    const q = this.#q;
    const { m, t } = this.#frame;
    (this.#b as Triangles).load(slot, q);
    for (let k = 0; k < 9; k += 3) {
      const x = q[k];
      const y = q[k + 1];
      const z = q[k + 2];
      q[k] = m[0] * x + m[3] * y + m[6] * z + t[0];
      q[k + 1] = m[1] * x + m[4] * y + m[7] * z + t[1];
      q[k + 2] = m[2] * x + m[5] * y + m[8] * z + t[2];
    }
  }

  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    const ta = this.#a as Triangles;
    const p = this.#p;
    const q = this.#q;
    const slack = this.#radiusWithSlack[0];
    const velocity = this.#velocity;
    let found = false;
    for (let slotB = firstB; slotB < lastB; slotB++) {
      this.#load(slotB);
      // The box of the triangle; in a sweep with the way that it has until the limit.
      const until = this.#sweeping ? this.#sweep.limit[0] : 0;
      const dx = velocity[0] * until;
      const dy = velocity[1] * until;
      const dz = velocity[2] * until;
      const x0 = Math.min(q[0], q[3], q[6]) + Math.min(dx, 0) - slack;
      const x1 = Math.max(q[0], q[3], q[6]) + Math.max(dx, 0) + slack;
      const y0 = Math.min(q[1], q[4], q[7]) + Math.min(dy, 0) - slack;
      const y1 = Math.max(q[1], q[4], q[7]) + Math.max(dy, 0) + slack;
      const z0 = Math.min(q[2], q[5], q[8]) + Math.min(dz, 0) - slack;
      const z1 = Math.max(q[2], q[5], q[8]) + Math.max(dz, 0) + slack;
      for (let slotA = firstA; slotA < lastA; slotA++) {
        ta.load(slotA, p);
        if (p[0] > x1 && p[3] > x1 && p[6] > x1) continue;
        if (p[0] < x0 && p[3] < x0 && p[6] < x0) continue;
        if (p[1] > y1 && p[4] > y1 && p[7] > y1) continue;
        if (p[1] < y0 && p[4] < y0 && p[7] < y0) continue;
        if (p[2] > z1 && p[5] > z1 && p[8] > z1) continue;
        if (p[2] < z0 && p[5] < z0 && p[8] < z0) continue;
        if (this.#test(slotA, slotB)) found = true;
      }
    }
    // Visit a few more leaves: they are near in the tree, and one of their pairs may part later.
    return found && !this.#sweeping && ++this.#hits >= LEAVES_PER_STAB;
  }

  #test(slotA: number, slotB: number): boolean {
    const passage = this.#passage;
    const best = this.#best;
    const { limit } = this.#sweep;
    this.#motion.budget--;
    passage[0] = 0;
    passage[1] = this.#sweeping ? limit[0] : 0;
    const kind = passTriangleTriangle(this.#p, this.#q, this.#velocity, this.#radiusWithSlack, passage);
    if (kind === Passage.none) return false;
    // With margins the passage can only rule out a meeting, so test as convex bodies.
    if (kind === Passage.unknown || this.#radius[0] > 0) return this.#testBodies(slotA, slotB);
    if (this.#sweeping) {
      limit[0] = Math.max(0, passage[0]);
      return true;
    }
    if (passage[1] <= best[0]) return best[0] > 0;
    best[0] = passage[1];
    this.#slotA = slotA;
    this.#slotB = slotB;
    this.#takeNormal();
    return true;
  }

  /** Writes the normal of the passage, in the world, to the motion. */
  #takeNormal(): void {
    const passage = this.#passage;
    const { normal } = this.#motion;
    const { m } = (this.#ia as MeshInstance).frame;
    for (let i = 0; i < 3; i++) normal[i] = m[i] * passage[2] + m[3 + i] * passage[3] + m[6 + i] * passage[4];
  }

  /** The same test by GJK, for margins and for triangles without area. */
  #testBodies(slotA: number, slotB: number): boolean {
    this.#triangleA.of(this.#ia as MeshInstance);
    this.#triangleA.load(slotA);
    this.#triangleB.of(this.#ib as MeshInstance);
    this.#triangleB.load(slotB);
    const { limit } = this.#sweep;
    if (this.#sweeping) {
      const begin = this.#motion.meeting(this.#triangleA, this.#triangleB, limit[0]);
      if (!(begin < limit[0])) return false;
      limit[0] = begin;
      return true;
    }
    const end = this.#motion.parting(this.#triangleA, this.#triangleB, this.#best[0]);
    if (!(end > this.#best[0])) return false;
    this.#best[0] = end;
    this.#slotA = slotA;
    this.#slotB = slotB;
    return true;
  }
}
