/**
 * First contact of a moving mesh with a convex body, or with another mesh: one walk down the tree, or both trees, the earliest first.
 *
 * The box of a node is a convex body that moves along with its mesh. The time until which it is proven apart from the other body, or from
 * a box of the other tree, is a lower bound of the time of impact of everything below. It need not be exact: a few steps of the advance
 * that serves convex bodies are enough. A pair whose bound is later than the earliest contact found is left out. The larger box of a pair
 * is split, and of its children the earlier one is visited first. (M. Tang, Y. J. Kim and D. Manocha, "C²A: Controlled Conservative
 * Advancement for Continuous Collision Detection of Polygonal Models", 2009, bound the speed of such boxes instead.)
 *
 * At the leaves, each triangle or pair of triangles is asked for its contact once, as two convex bodies.
 */
import type { Body } from '../bodies/body.ts';
import { instanceOf, numberOf } from '../bodies/mesh-body.ts';
import { NodeBody } from '../bodies/node-body.ts';
import { TriangleBody } from '../bodies/triangle-body.ts';
import type { Path } from '../math/path.ts';
import { smallerExtent } from '../pairs/place.ts';
import { QuerySettings } from '../pairs/settings.ts';
import { ShapeKind } from '../shapes/shape.ts';
import type { AabbTree } from '../tree/layout.ts';
import type { ConvexImpact } from './convex-impact.ts';
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
  readonly #trial: Impact = new Impact();
  /** Pairs of nodes that wait, and the bounds of their times. */
  #nodes: Int32Array = new Int32Array(2 * 128);
  #times: Float64Array = new Float64Array(128);
  #top = 0;
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
    this.#settings.extent = settings.extent > 0 ? settings.extent : smallerExtent(a.extent, b.extent);
    this.#rough.accuracy = NODE_GAP_SHARE;
    this.#found = false;
    this.#iterations = 0;
    limit[0] = time[1];
    this.#top = 0;
    this.#push(0, 0, time[0]);
    while (this.#top > 0) {
      const top = --this.#top;
      const from = this.#times[top];
      if (!(from < limit[0]) && (this.#found || from > limit[0])) continue;
      const i = this.#nodes[2 * top];
      const j = this.#nodes[2 * top + 1];
      if (sideA.isLeaf(i) && sideB.isLeaf(j)) this.#leaves(convex, i, j, from, resting, out);
      else this.#split(convex, i, j, from);
    }
    out.iterations = this.#iterations;
    return this.#found;
  }

  /** Splits the larger of two nodes, and lets the children wait that may meet the other before the limit. */
  #split(convex: ConvexImpact, i: number, j: number, from: number): void {
    const a = this.#a;
    const b = this.#b;
    const splitA = b.isLeaf(j) || (!a.isLeaf(i) && a.box(i).extent >= b.box(j).extent);
    const tree = (splitA ? a.tree : b.tree) as AabbTree;
    const first = tree.firstChild(splitA ? i : j);
    const bottom = this.#top;
    for (let child = first; child < first + 2; child++) {
      const p = splitA ? child : i;
      const q = splitA ? j : child;
      const t = this.#bound(convex, p, q, from);
      if (t > this.#limit[0]) continue;
      this.#push(p, q, t);
      // The earlier one on top.
      if (this.#top === bottom + 2 && this.#times[bottom + 1] > this.#times[bottom]) this.#swap(bottom);
    }
  }

  /** A time until which two boxes are proven apart, from a time on; Infinity when they do not meet before the limit. */
  #bound(convex: ConvexImpact, i: number, j: number, from: number): number {
    const { time } = convex;
    const a = this.#a;
    const b = this.#b;
    const boxA = a.box(i);
    const boxB = b.box(j);
    time[0] = from;
    time[1] = this.#limit[0];
    const trial = this.#trial;
    trial.iterations = 0;
    this.#rough.extent = smallerExtent(boxA.extent, boxB.extent);
    convex.most = NODE_DISTANCES;
    const met = convex.run(boxA, a.path, boxB, b.path, this.#rough, false, trial);
    convex.most = Infinity;
    this.#iterations += trial.iterations;
    return met ? trial.t : Infinity;
  }

  /** Asks the triangles of two leaves. */
  #leaves(convex: ConvexImpact, i: number, j: number, from: number, resting: boolean, out: Impact): void {
    const a = this.#a;
    const b = this.#b;
    const firstA = a.tree === null ? 0 : a.tree.firstSlot(i);
    const firstB = b.tree === null ? 0 : b.tree.firstSlot(j);
    const lastA = a.tree === null ? 1 : firstA + a.tree.slotCount(i);
    const lastB = b.tree === null ? 1 : firstB + b.tree.slotCount(j);
    for (let slotA = firstA; slotA < lastA; slotA++) {
      if (a.tree !== null) a.triangle.load(slotA);
      for (let slotB = firstB; slotB < lastB; slotB++) {
        if (b.tree !== null) b.triangle.load(slotB);
        this.#ask(convex, slotA, slotB, from, resting, out);
      }
    }
  }

  #ask(convex: ConvexImpact, slotA: number, slotB: number, from: number, resting: boolean, out: Impact): void {
    const { time } = convex;
    const a = this.#a;
    const b = this.#b;
    const trial = this.#trial;
    const bodyA = a.tree === null ? a.body : a.triangle;
    const bodyB = b.tree === null ? b.body : b.triangle;
    time[0] = from;
    time[1] = this.#limit[0];
    trial.iterations = 0;
    const met = convex.run(bodyA, a.path, bodyB, b.path, this.#settings, resting, trial);
    this.#iterations += trial.iterations;
    if (!met || (this.#found && trial.t >= this.#limit[0])) return;
    this.#found = true;
    this.#limit[0] = trial.t;
    out.copy(trial);
    if (a.tree !== null) out.primitiveA = numberOf(a.body, slotA);
    if (b.tree !== null) out.primitiveB = numberOf(b.body, slotB);
  }

  #push(i: number, j: number, t: number): void {
    const top = this.#top++;
    if (top === this.#times.length) {
      const nodes = new Int32Array(4 * top);
      nodes.set(this.#nodes);
      this.#nodes = nodes;
      const times = new Float64Array(2 * top);
      times.set(this.#times);
      this.#times = times;
    }
    this.#nodes[2 * top] = i;
    this.#nodes[2 * top + 1] = j;
    this.#times[top] = t;
  }

  /** Exchanges a waiting pair and the one above it. */
  #swap(at: number): void {
    const nodes = this.#nodes;
    const times = this.#times;
    const i = nodes[2 * at];
    const j = nodes[2 * at + 1];
    const t = times[at];
    nodes[2 * at] = nodes[2 * at + 2];
    nodes[2 * at + 1] = nodes[2 * at + 3];
    times[at] = times[at + 1];
    nodes[2 * at + 2] = i;
    nodes[2 * at + 3] = j;
    times[at + 1] = t;
  }
}
