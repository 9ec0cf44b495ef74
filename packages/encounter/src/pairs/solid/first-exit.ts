/**
 * How far a solid B must move along a direction until it is out of a solid A for the first time, even if that leads into a hole of A.
 *
 * B + t·n and A meet during a set of intervals of t. The depth along n is the end of the interval that contains 0. It is found by a
 * chase. At a time t, find *some* pair of convex pieces that meet (triangles of surfaces, convex parts), and compute when that pair
 * parts. Two convex pieces meet during one interval, so everything up to that time is covered, and the chase goes on from there. When
 * nothing meets, the surfaces are apart, and the boolean query says whether one solid contains the other. If so, the chase goes on
 * at the next time when surfaces touch.
 *
 * A compound is chased by its parts: every part of A against every part of B near it, all with the same t.
 */

import { type Body, boxIn } from '../../bodies/body.ts';
import type { CompoundInstance } from '../../bodies/compound-instance.ts';
import { HullBody } from '../../bodies/hull-body.ts';
import { ORIGIN } from '../../bodies/layout.ts';
import { instanceOf } from '../../bodies/mesh-body.ts';
import { MovedBody } from '../../bodies/moved-body.ts';
import { Goal } from '../../convex/penetration.ts';
import { Affine } from '../../math/affine.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { ACCURACY, GJK_COST, OPEN_FARTHER, TOUCH, TREE_WALK_COST } from '../../tolerances.ts';
import { AabbTree } from '../../tree/layout.ts';
import { TreeOverlap } from '../../tree/overlap.ts';
import type { LeafPairVisitor } from '../../tree/pair-descent.ts';
import { RelativeFrame } from '../../tree/relative-frame.ts';
import { ConvexMesh } from '../mesh/convex-mesh.ts';
import { smallerExtent } from '../place.ts';
import { PairGeometry } from '../result.ts';
import type { QuerySettings } from '../settings.ts';
import type { PairSolver } from '../solver.ts';
import { ConvexSweep } from './convex-sweep.ts';
import { MeshPassage } from './mesh-passage.ts';
import { PieceMotion } from './piece-motion.ts';

const WORLD: Affine = /* #__PURE__ */ new Affine();

const Task = { stab: 0, meet: 1, next: 2, nearest: 3, deepest: 4 } as const;
type Task = (typeof Task)[keyof typeof Task];

/** Receives directions in which one part leaves another. */
export interface Directions {
  offer(x: number, y: number, z: number): void;
}

export class FirstExit implements LeafPairVisitor {
  readonly #motion: PieceMotion = new PieceMotion();
  /** The smallest length that counts along the way: the accuracy as a length, but no less than the rounding of positions. */
  readonly resolution: Float64Array = this.#motion.resolution;
  /** The unit normal, from A to B, of the plane across which the last pair of pieces parted. */
  readonly normal: Float64Array = this.#motion.normal;
  /** The time when that pair parted. */
  readonly reached: Float64Array = new Float64Array(1);
  /** The parts of A and B, `countA` and `countB` of which are in use. Those of B are copies that move. */
  readonly partsA: Body[] = [];
  readonly partsB: MovedBody[] = [];
  countA = 0;
  countB = 0;

  /** The numbers of the parts that `nearestAt` found. */
  partA = 0;
  partB = 0;
  /** A bound of the rounding that the positions of the bodies bring into a depth. */
  rounding = 0;

  /** Whether triangles that met along one direction can be tried first along the next. */
  #twoMeshes = false;
  #out: PairGeometry | null = null;
  #directions: Directions | null = null;
  readonly #hullA: HullBody = new HullBody();
  readonly #hullB: HullBody = new HullBody();
  readonly #trial: PairGeometry = new PairGeometry();
  readonly #settings: QuerySettings = this.#motion.settings;
  readonly #n: Float64Array = this.#motion.n;
  readonly #t: Float64Array = new Float64Array(1);
  /** The result of a walk: the time when the pair found parts, or −1 for none. For Task.next: the first time of contact. */
  readonly #found: Float64Array = new Float64Array(1);
  readonly #zero: Float64Array = new Float64Array(3);

  // Parts against parts, by boxes along the world's axes.
  readonly #parts: TreeOverlap = new TreeOverlap();
  readonly #partsFrame: RelativeFrame = new RelativeFrame().set(WORLD, WORLD);
  readonly #partsShift: Float64Array = new Float64Array(3);
  readonly #singleA: AabbTree = AabbTree.single();
  readonly #singleB: AabbTree = AabbTree.single();
  readonly #box: Float64Array = new Float64Array(6);
  #treeA: AabbTree = this.#singleA;
  #treeB: AabbTree = this.#singleB;
  #task: Task = Task.stab;

  readonly #meshes: MeshPassage = new MeshPassage(this.#motion);
  readonly #convexMesh: ConvexMesh = new ConvexMesh();
  readonly #sweep: ConvexSweep = new ConvexSweep(this.#motion);

  /** How many tests of two triangles may still be made. A chase that needs more gives up. */
  get budget(): number {
    return this.#motion.budget;
  }

  set budget(tests: number) {
    this.#motion.budget = tests;
  }

  /** Begins with a pair of bodies at their present positions. */
  begin(solver: PairSolver, a: Body, b: Body, settings: QuerySettings): void {
    this.#motion.solver = solver;
    this.#settings.accuracy = settings.accuracy;
    const p = a.frame.m;
    const q = b.frame.m;
    let far = 0;
    for (let i = 9; i < 12; i++) far = Math.max(far, Math.abs(p[i]), Math.abs(q[i]));
    this.rounding = TOUCH * (far + Math.max(a.extent, b.extent));
    this.resolution[0] = Math.max((settings.accuracy || ACCURACY) * smallerExtent(a.extent, b.extent), this.rounding);
    this.countA = 0;
    this.countB = 0;
    if (a.kind === ShapeKind.compound) for (const part of (a.instance as CompoundInstance).bodies) this.#addA(part);
    else this.#addA(a);
    if (b.kind === ShapeKind.compound) for (const part of (b.instance as CompoundInstance).bodies) this.#addB(part);
    else this.#addB(b);
    this.#twoMeshes = a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh && a.radius === 0 && b.radius === 0;
    this.#meshes.forget();
    this.#treeA = this.#treeOf(a, this.#singleA);
    this.#treeB = this.#treeOf(b, this.#singleB);
    for (let i = 0; i < 3; i++) this.#partsShift[i] = this.#treeB.origin[i] - this.#treeA.origin[i];
  }

  #addA(part: Body): void {
    part.freshen?.();
    this.partsA[this.countA++] = part;
  }

  #addB(part: Body): void {
    part.freshen?.();
    if (this.countB === this.partsB.length) this.partsB.push(new MovedBody());
    this.partsB[this.countB++].of(part);
  }

  /** The tree over the boxes of the parts. For a body without parts: `alone`, with the box of the body as its only one. */
  #treeOf(body: Body, alone: AabbTree): AabbTree {
    if (body.kind === ShapeKind.compound) return (body.instance as CompoundInstance).tree;
    boxIn(body, WORLD, this.#box);
    alone.setRoot(this.#box, body.m, ORIGIN);
    return alone;
  }

  /**
   * The first t in [from, limit) at which B, moved by t·n, is out of A, and stays out for as long as the contract asks. Infinity if
   * there is none, or the budget does not suffice. Up to `from` the two must be known to meet. `normal` and `reached` are then those
   * of the last pair of pieces that parted, even if the result is Infinity.
   */
  along(n: Float64Array, from: number, limit: number): number {
    const { resolution, reached } = this;
    this.#n.set(n);
    let t = from;
    reached[0] = -1;
    const meshes = this.#meshes;
    if (this.#twoMeshes) {
      this.partsB[0].moveTo(n, 0);
      meshes.recall(instanceOf(this.partsA[0]), instanceOf(this.partsB[0]), n, from, limit);
    }
    for (;;) {
      if (!(t < limit) || this.#motion.budget <= 0) return Infinity;
      const at = t + resolution[0];
      let end = this.#twoMeshes ? meshes.recalled(at) : -1;
      if (end < 0) end = this.#walk(Task.stab, at);
      if (end >= 0) {
        t = Math.max(end, at);
        reached[0] = t;
        continue;
      }
      // The surfaces are apart. But one solid may contain the other, or the way may close again at once.
      const farther = t + OPEN_FARTHER * t + 2 * resolution[0];
      if (!this.#meet(farther)) return t;
      // If one contains the other, go on at the time when surfaces meet again.
      t = this.#meet(at) ? Math.max(this.#walk(Task.next, at), at) : farther;
    }
  }

  /** Moves the copies of B's parts back to their originals. */
  putBack(): void {
    for (let i = 0; i < this.countB; i++) this.partsB[i].moveTo(this.#zero, 0);
  }

  /** Finds where A and B, with B moved by t·n and a little more, are nearest to each other, and which parts are. */
  nearestAt(n: Float64Array, t: number, out: PairGeometry): void {
    this.#n.set(n);
    this.#out = out;
    const { maxDistance } = this.#settings;
    for (let reach = 4; ; reach *= 1e3) {
      this.#settings.maxDistance = reach * this.resolution[0];
      this.#parts.slack[0] = this.#settings.maxDistance;
      if (this.#walk(Task.nearest, t + this.resolution[0]) >= 0 || !(reach < 1e12)) break;
    }
    this.#settings.maxDistance = maxDistance;
    this.#out = null;
  }

  /**
   * The depth of the deepest pair of convex parts, or −1 when no such pair meets. No shorter translation separates the whole bodies.
   * These pairs cost little. The normals of all that meet are offered to `directions`.
   */
  deepestParts(out: PairGeometry, directions: Directions): number {
    this.#out = out;
    this.#directions = directions;
    const depth = this.#walk(Task.deepest, 0);
    this.#out = null;
    this.#directions = null;
    return depth;
  }

  /** Whether B moved by t·n, and by a little more, is out of A. */
  isOut(n: Float64Array, t: number): boolean {
    this.#n.set(n);
    return !this.#meet(t + OPEN_FARTHER * t + 2 * this.resolution[0]);
  }

  #meet(t: number): boolean {
    return this.#walk(Task.meet, t) >= 0;
  }

  /** Moves B to time t and does the task with the pairs of parts that are near each other. */
  #walk(task: Task, t: number): number {
    this.#task = task;
    this.#t[0] = t;
    this.#found[0] = task === Task.next ? Infinity : -1;
    const { shift } = this.#partsFrame;
    for (let i = 0; i < 3; i++) shift[i] = this.#partsShift[i] + t * this.#n[i];
    if (task === Task.next) this.#nextOfAll();
    else {
      if (task !== Task.nearest) this.#parts.slack[0] = this.resolution[0];
      this.#parts.walk(this.#treeA, this.#treeB, this.#partsFrame, this);
    }
    return this.#found[0];
  }

  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    const a = this.#treeA;
    const b = this.#treeB;
    for (let i = firstA; i < lastA; i++)
      for (let j = firstB; j < lastB; j++) if (this.#visit(a.items[i], b.items[j])) return true;
    return false;
  }

  #visit(i: number, j: number): boolean {
    const a = this.partsA[i];
    const b = this.partsB[j];
    b.moveTo(this.#n, this.#t[0]);
    if (this.#task === Task.nearest) {
      this.#offerNearest(i, j);
      return false;
    }
    if (this.#task === Task.deepest) {
      this.#offerDeepest(a, b);
      return false;
    }
    const meshA = a.kind === ShapeKind.mesh;
    const meshB = b.kind === ShapeKind.mesh;
    const bothMeshes = meshA && meshB;
    if (this.#task === Task.meet) {
      this.#motion.budget -= bothMeshes ? TREE_WALK_COST : GJK_COST;
      const solver = this.#motion.solver as PairSolver;
      const met = solver.solve(a, b, Goal.decide, this.#settings, null);
      if (met) this.#found[0] = 1;
      return met;
    }
    if (bothMeshes) return this.#take(this.#meshes.stab(instanceOf(a), instanceOf(b), this.#n, this.#t));
    if (!meshA && !meshB) return this.#take(this.#t[0] + this.#motion.parting(a, b, 0));
    const { convex } = this.#motion.solver as PairSolver;
    const found = this.#convexMesh.place(convex, meshA ? b : a, instanceOf(meshA ? a : b), meshA, this.#settings);
    const met = found.meet();
    this.#motion.budget -= GJK_COST + found.iterations;
    if (!met) return false;
    const { triangle } = found;
    triangle.load(found.slot);
    return this.#take(this.#t[0] + this.#motion.parting(meshA ? triangle : a, meshA ? b : triangle, 0));
  }

  #offerNearest(i: number, j: number): void {
    const solver = this.#motion.solver as PairSolver;
    const trial = this.#trial;
    solver.solve(this.partsA[i], this.partsB[j], Goal.distance, this.#settings, trial);
    // Take the first pair within maxDistance, then only nearer ones.
    if (!(solver.signed <= this.#settings.maxDistance)) return;
    this.#settings.maxDistance = Math.max(0, solver.signed);
    this.#found[0] = 1;
    this.partA = i;
    this.partB = j;
    (this.#out as PairGeometry).copy(trial);
  }

  #offerDeepest(a: Body, b: Body): void {
    const hullA = this.#hullA.of(a);
    const hullB = this.#hullB.of(b);
    if (hullA === null || hullB === null) return;
    const { convex } = this.#motion.solver as PairSolver;
    const trial = this.#trial;
    trial.error = 0;
    if (!convex.solve(hullA, hullB, Goal.depth, this.#settings, trial)) return;
    const { x, y, z } = trial.normal;
    (this.#directions as Directions).offer(x, y, z);
    const depth = -convex.found.signed;
    if (!(depth > this.#found[0])) return;
    this.#found[0] = depth;
    (this.#out as PairGeometry).copy(trial);
  }

  #take(end: number): boolean {
    if (!(end > this.#t[0])) return false;
    this.#found[0] = end;
    return true;
  }

  /** Finds the first time from now on when surfaces of any parts touch. Visits all pairs of parts. */
  #nextOfAll(): void {
    const n = this.#n;
    for (let i = 0; i < this.countA; i++)
      for (let j = 0; j < this.countB; j++) {
        const a = this.partsA[i];
        const b = this.partsB[j];
        const meshA = a.kind === ShapeKind.mesh;
        const meshB = b.kind === ShapeKind.mesh;
        // Two convex parts that overlap are always found to meet, even if one contains the other.
        if (!meshA && !meshB) continue;
        b.moveTo(n, this.#t[0]);
        const found = this.#found;
        if (meshA && meshB) this.#meshes.next(instanceOf(a), instanceOf(b), n, this.#t, found);
        else this.#sweep.next(meshA ? b : a, instanceOf(meshA ? a : b), meshA, n, this.#t, found);
      }
  }
}
