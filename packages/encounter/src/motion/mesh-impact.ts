/**
 * First contact of a moving mesh with a convex body, or with another mesh: one walk down the tree, or both trees, the earliest first.
 *
 * The box of a node moves along with its mesh. The time until which it is proven apart from the other body, or from a box of the other
 * tree, is a lower bound of the time of impact of everything below. It need not be exact. A convex body and a box take a few steps of
 * the advance that serves convex bodies; two boxes have a cheaper bound (box-bound.ts). The pair with the earliest bound is next: its
 * larger box is split. So no pair is split whose bound is later than the first contact. (M. Tang, Y. J. Kim and D. Manocha, "C²A:
 * Controlled Conservative Advancement for Continuous Collision Detection of Polygonal Models", 2009, bound the speed of such boxes
 * instead.)
 *
 * At the leaves, each triangle or pair of triangles is asked for its contact once, as two convex bodies; pairs of triangles whose boxes
 * do not meet are left out.
 */
import type { Body } from '../bodies/body.ts';
import { EXTENT, ORIGIN } from '../bodies/layout.ts';
import { instanceOf, numberOf } from '../bodies/mesh-body.ts';
import { NodeBody } from '../bodies/node-body.ts';
import { TriangleBody } from '../bodies/triangle-body.ts';
import type { Path } from '../math/path.ts';
import { FlatMover } from '../pairs/flat-mover.ts';
import { contactTolerance, findSmallerExtent } from '../pairs/place.ts';
import { QuerySettings } from '../pairs/settings.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { TOUCH } from '../tolerances.ts';
import type { AabbTree } from '../tree/layout.ts';
import { BoxBound } from './box-bound.ts';
import type { ConvexImpact } from './convex-impact.ts';
import { EarliestFirst } from './earliest-first.ts';
import { Impact } from './impact.ts';

/** How near boxes come to each other, relative to the smaller extent, before the bound of their time is good enough. */
const NODE_GAP_SHARE = 0.1;

/** Distances computed for the bound of a pair of boxes. */
const NODE_DISTANCES = 3;

/** One of the two bodies: a tree to walk, or convex. */
class Side {
  body!: Body;
  path!: Path;
  /** Null for a convex body. */
  tree: AabbTree | null = null;
  readonly node: NodeBody = new NodeBody();
  readonly triangle: TriangleBody = new TriangleBody();

  of(body: Body, path: Path): void {
    this.body = body;
    this.path = path;
    this.tree = null;
    if (body.kind !== ShapeKind.mesh) return;
    const mesh = instanceOf(body);
    this.tree = mesh.triangles.tree;
    this.node.of(mesh);
    this.triangle.of(mesh);
  }

  isLeaf(node: number): boolean {
    return this.tree === null || this.tree.isLeaf(node);
  }

  /** The box of a node, or the convex body. */
  box(node: number): Body {
    return this.tree === null ? this.body : this.node.load(node);
  }
}

export class MeshImpact {
  readonly #a: Side = new Side();
  readonly #b: Side = new Side();
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #rough: QuerySettings = new QuerySettings();
  readonly #tolerance: Float64Array = new Float64Array(1);
  /** Sizes that are being added up or compared: numbers passed to a call, or returned by it, may be allocated on the heap. */
  readonly #sizes: Float64Array = new Float64Array(1);
  readonly #reach: Float64Array = new Float64Array(1);
  readonly #trial: Impact = new Impact();
  readonly #boxes: BoxBound = new BoxBound();
  readonly #flat: FlatMover = new FlatMover();
  readonly #waiting: EarliestFirst = new EarliestFirst();
  /** The earliest contact found, or the end of the time; in an array, as the walk lowers it. */
  readonly #limit: Float64Array = new Float64Array(1);
  #found = false;
  #iterations = 0;

  /** As `ConvexImpact.run`, where at least one of the two is a mesh, and the other is a mesh or convex. */
  run(
    convex: ConvexImpact,
    a: Body,
    pathA: Path,
    b: Body,
    pathB: Path,
    settings: QuerySettings,
    resting: boolean,
    out: Impact,
  ): boolean {
    const { time } = convex;
    const sideA = this.#a;
    const sideB = this.#b;
    const limit = this.#limit;
    sideA.of(a, pathA);
    sideB.of(b, pathB);
    this.#settings.accuracy = settings.accuracy;
    const sizes = this.#sizes;
    findSmallerExtent(a, b, sizes);
    if (settings.extent > 0) sizes[0] = settings.extent;
    this.#settings.extent = sizes[0];
    this.#rough.accuracy = NODE_GAP_SHARE;
    const { tree: treeA } = sideA;
    const { tree: treeB } = sideB;
    if (treeA !== null && treeB !== null) {
      sizes[0] = 0;
      addOffset(a, pathA, sizes);
      addOffset(b, pathB, sizes);
      treeA.findReach(this.#reach);
      sizes[0] += this.#reach[0];
      treeB.findReach(this.#reach);
      sizes[0] += this.#reach[0];
      sizes[0] *= 4 * TOUCH;
      this.#boxes.of(sideA.box(0), pathA, sideB.box(0), pathB, sizes);
    }
    this.#found = false;
    this.#iterations = 0;
    limit[0] = time[1];
    // The smaller one gets through the other without depth only if it is flat: otherwise some of it crosses the other.
    const tolerance = resting ? contactTolerance(a, b, settings, this.#tolerance)[0] : 0;
    const flat = this.#flat;
    flat.width[0] = 2 * tolerance;
    this.#settings.whole = null;
    if (resting) {
      // As in casts, a flat body that comes from the front of a triangle is stopped by its edge, too. What counts as touching at the
      // start is not in front.
      const whole = treeA === null || (treeB !== null && a.extent <= b.extent) ? a : b;
      sizes[0] = a.m[EXTENT] + b.m[EXTENT];
      addOffset(a, pathA, sizes);
      addOffset(b, pathB, sizes);
      this.#settings.resting = Math.max(tolerance, settings.accuracy * this.#settings.extent, 8 * TOUCH * sizes[0]);
      if (flat.isFlat(whole)) this.#settings.whole = whole;
    }
    convex.sided = resting && ((a.extent <= b.extent && flat.isFlat(a)) || (b.extent <= a.extent && flat.isFlat(b)));
    const waiting = this.#waiting;
    waiting.clear();
    waiting.time[0] = time[0];
    waiting.push(0, 0);
    while (waiting.count > 0) {
      waiting.pop();
      const from = waiting.time[0];
      // All others are later still.
      if (!(from < limit[0]) && (this.#found || from > limit[0])) break;
      const { a: i, b: j } = waiting;
      if (sideA.isLeaf(i) && sideB.isLeaf(j)) this.#leaves(convex, i, j, resting, out);
      else this.#split(convex, i, j);
    }
    if (treeA !== null && treeB !== null) this.#iterations += this.#boxes.evaluations;
    convex.sided = false;
    out.iterations = this.#iterations;
    return this.#found;
  }

  /** Splits the larger of two nodes, and lets the children wait that may meet the other before the limit. */
  #split(convex: ConvexImpact, i: number, j: number): void {
    const a = this.#a;
    const b = this.#b;
    const splitA = b.isLeaf(j) || (!a.isLeaf(i) && a.box(i).extent >= b.box(j).extent);
    const tree = (splitA ? a.tree : b.tree) as AabbTree;
    const first = tree.firstChild(splitA ? i : j);
    const { time } = this.#waiting;
    const from = time[0];
    for (let child = first; child < first + 2; child++) {
      const p = splitA ? child : i;
      const q = splitA ? j : child;
      time[0] = from;
      if (this.#mayMeet(convex, p, q)) this.#waiting.push(p, q);
    }
  }

  /** Whether two boxes may meet from the time of `#waiting` on; moves it on to one until which they are proven apart. */
  #mayMeet(convex: ConvexImpact, i: number, j: number): boolean {
    const { time: from } = this.#waiting;
    const a = this.#a;
    const b = this.#b;
    const boxA = a.box(i);
    const boxB = b.box(j);
    if (a.tree !== null && b.tree !== null) {
      const { time } = this.#boxes;
      time[0] = from[0];
      time[1] = this.#limit[0];
      if (!this.#boxes.mayMeet(boxA, boxB)) return false;
      from[0] = time[0];
      return true;
    }
    const { time } = convex;
    time[0] = from[0];
    time[1] = this.#limit[0];
    const trial = this.#trial;
    trial.iterations = 0;
    findSmallerExtent(boxA, boxB, this.#sizes);
    this.#rough.extent = this.#sizes[0];
    convex.most = NODE_DISTANCES;
    const met = convex.run(boxA, a.path, boxB, b.path, this.#rough, false, trial);
    convex.most = Infinity;
    this.#iterations += trial.iterations;
    from[0] = trial.t;
    return met && trial.t <= this.#limit[0];
  }

  /** Asks the triangles of two leaves. */
  #leaves(convex: ConvexImpact, i: number, j: number, resting: boolean, out: Impact): void {
    const a = this.#a;
    const b = this.#b;
    const firstA = a.tree === null ? 0 : a.tree.firstSlot(i);
    const firstB = b.tree === null ? 0 : b.tree.firstSlot(j);
    const lastA = a.tree === null ? 1 : firstA + a.tree.slotCount(i);
    const lastB = b.tree === null ? 1 : firstB + b.tree.slotCount(j);
    const { time } = this.#boxes;
    const meshes = a.tree !== null && b.tree !== null;
    for (let slotA = firstA; slotA < lastA; slotA++) {
      if (a.tree !== null) a.triangle.load(slotA);
      if (meshes) a.node.around(a.triangle.corners);
      for (let slotB = firstB; slotB < lastB; slotB++) {
        if (b.tree !== null) b.triangle.load(slotB);
        if (meshes) {
          time[0] = this.#waiting.time[0];
          time[1] = this.#limit[0];
          if (!this.#boxes.mayMeet(a.node, b.node.around(b.triangle.corners))) continue;
        }
        this.#ask(convex, slotA, slotB, resting, out);
      }
    }
  }

  #ask(convex: ConvexImpact, slotA: number, slotB: number, resting: boolean, out: Impact): void {
    const { time } = convex;
    const a = this.#a;
    const b = this.#b;
    const trial = this.#trial;
    const bodyA = a.tree === null ? a.body : a.triangle;
    const bodyB = b.tree === null ? b.body : b.triangle;
    time[0] = this.#waiting.time[0];
    time[1] = this.#limit[0];
    trial.iterations = 0;
    const met = convex.run(bodyA, a.path, bodyB, b.path, this.#settings, resting && !this.#isStopped(), trial);
    this.#iterations += trial.iterations;
    if (!met || (this.#found && trial.t >= this.#limit[0])) return;
    this.#found = true;
    this.#limit[0] = trial.t;
    out.copy(trial);
    if (a.tree !== null) out.primitiveA = numberOf(a.body, slotA);
    if (b.tree !== null) out.primitiveB = numberOf(b.body, slotB);
  }

  /** Whether the flat body is in front of the loaded triangle of the other at the start: then it is stopped wherever they meet. */
  #isStopped(): boolean {
    const { whole, resting } = this.#settings;
    if (whole === null) return false;
    const flat = this.#flat;
    const { triangle } = whole === this.#a.body ? this.#b : this.#a;
    return triangle.across(flat.front) && flat.isInFront(triangle, whole, resting);
  }
}

/** Adds how large the coordinates of a body become along its path, the body's own size aside, to out[0]. */
function addOffset({ m }: Body, { center: c, translation: v }: Path, out: Float64Array): void {
  out[0] +=
    Math.abs(m[ORIGIN]) +
    Math.abs(m[ORIGIN + 1]) +
    Math.abs(m[ORIGIN + 2]) +
    2 * (Math.abs(c.x) + Math.abs(c.y) + Math.abs(c.z)) +
    Math.abs(v.x) +
    Math.abs(v.y) +
    Math.abs(v.z);
}
