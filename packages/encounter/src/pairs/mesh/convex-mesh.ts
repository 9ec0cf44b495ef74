/** A convex body against a mesh: the body's box in the mesh's frame selects triangles, which are then solved one by one. */

import { type Body, boxIn } from '../../bodies/body.ts';
import type { MeshInstance } from '../../bodies/mesh-instance.ts';
import { TriangleBody } from '../../bodies/triangle-body.ts';
import type { PairCache } from '../../convex/pair-cache.ts';
import { Goal } from '../../convex/penetration.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { MESH_CLOSE, ROUNDING, SQUARE_ROUNDING, TOUCH } from '../../tolerances.ts';
import { type LeafVisitor, TreeBox } from '../../tree/box.ts';
import { NearestPoint } from '../../tree/nearest-point.ts';
import type { Triangles } from '../../tree/triangles.ts';
import type { ConvexPair } from '../convex-convex.ts';
import { smallerExtent } from '../place.ts';
import { PairGeometry } from '../result.ts';
import { QuerySettings } from '../settings.ts';
import { reachOf } from './mesh-mesh.ts';

const Task = { any: 0, all: 1, deepest: 2, nearest: 3 } as const;
type Task = (typeof Task)[keyof typeof Task];

/** What `#nearestToPoint` says. */
const NOT_FOUND = 0;
const FOUND = 1;
const UNDECIDED = 2;

export class ConvexMesh implements LeafVisitor {
  /** The slot of the triangle found by `meet` (any that meets), `deepest` or `nearest`; −1 for none. */
  slot = -1;
  /** The result for that triangle: normal and points, in the world and in the order of the pair. */
  readonly best: PairGeometry = new PairGeometry();
  iterations = 0;
  /** A bound of the error of `signed`: the largest error of all triangles measured, because each may be the right one. */
  error = 0;
  readonly triangle: TriangleBody = new TriangleBody();
  /** The signed distance of that triangle. In an array: doubles in fields and arguments may be allocated on the heap. */
  readonly #signed: Float64Array = new Float64Array(1);

  readonly #walk: TreeBox = new TreeBox();
  /** How `nearest` finds the triangle of a point or ball, in the frame of the triangles. */
  readonly search: NearestPoint = new NearestPoint();
  readonly #trial: PairGeometry = new PairGeometry();
  readonly #settings: QuerySettings = new QuerySettings();
  /** The sum of the body's radius and the mesh's margin. */
  readonly #radius: Float64Array = new Float64Array(1);
  #ended = false;
  #cache: PairCache | undefined;
  #convex: ConvexPair | null = null;
  #body: Body | null = null;
  #triangles: Triangles | null = null;
  #meshFirst = false;
  #task: Task = Task.any;
  #slots: { push(slot: number): void } | null = null;

  /** The signed distance of the triangle found. */
  get signed(): number {
    return this.#signed[0];
  }

  /** Sets up a convex body and a mesh; `meshFirst` when the mesh is the first of the pair. */
  place(convex: ConvexPair, body: Body, mesh: MeshInstance, meshFirst: boolean, settings: QuerySettings): this {
    this.#convex = convex;
    this.#body = body;
    this.#triangles = mesh.triangles;
    this.#meshFirst = meshFirst;
    this.triangle.of(mesh);
    this.#settings.accuracy = settings.accuracy;
    this.#settings.maxDistance = Infinity;
    this.#cache = settings.cache;
    // The box of the core, not of the body: the box of a ball has corners that are far from the ball.
    const { box } = this.#walk;
    boxIn(body, mesh.frame, box);
    const reach = reachOf(this.#triangles);
    this.#radius[0] = body.radius + mesh.margin;
    // Far from the origin the position of each triangle, which has a frame of its own, is rounded.
    const p = mesh.frame.m;
    const q = body.m;
    const far = Math.abs(p[9]) + Math.abs(p[10]) + Math.abs(p[11]) + Math.abs(q[9]) + Math.abs(q[10]) + Math.abs(q[11]);
    for (let i = 0; i < 3; i++) {
      const slack = TOUCH * (far + reach + Math.abs(box[i]) + Math.abs(box[3 + i]));
      box[i] += body.radius - slack;
      box[3 + i] += slack - body.radius;
    }
    this.slot = -1;
    this.iterations = 0;
    // The rounding of the triangles' positions.
    this.error = ROUNDING * far;
    this.#settings.extent = smallerExtent(body.extent, this.#triangles.tree.extent);
    return this;
  }

  /** Whether the body meets a triangle. */
  meet(): boolean {
    this.#task = Task.any;
    const known = this.#recall();
    if (known >= 0) {
      if (this.#radius[0] > 0) this.#setReach();
      if (this.#test(known)) return true;
    }
    const together = this.#overlapping();
    if (together) this.#remember();
    return together;
  }

  /** Lists the slots of all triangles that the body meets. */
  all(slots: { push(slot: number): void }): void {
    this.#task = Task.all;
    this.#slots = slots;
    this.#overlapping();
    this.#slots = null;
  }

  /** The triangle that the body is deepest in; false when it meets none. */
  deepest(): boolean {
    this.#task = Task.deepest;
    this.#signed[0] = Infinity;
    this.#overlapping();
    return this.slot >= 0;
  }

  /** The nearest triangle that is not farther than `maxDistance`; false when there is none. */
  nearest(settings: QuerySettings): boolean {
    this.#task = Task.nearest;
    this.#signed[0] = settings.maxDistance;
    this.#within();
    if ((this.#body as Body).kind === ShapeKind.point) {
      const near = this.#nearestToPoint();
      // A point that touches, or almost does, is left to the decision that all queries share.
      if (near !== UNDECIDED) return near === FOUND;
    }
    const known = this.#recall();
    const touching = known >= 0 && this.#test(known);
    if (!touching) this.#walk.nearest((this.#triangles as Triangles).tree, this);
    if (this.slot >= 0) this.#remember();
    return this.slot >= 0;
  }

  /**
   * The same for a point or a ball that is clearly apart from all triangles. The nearest one is found by distances of points, and solved
   * alone. The other triangles are not nearer, up to the rounding of these distances.
   */
  #nearestToPoint(): number {
    const { point, found } = this.search;
    const triangles = this.#triangles as Triangles;
    const { box, best } = this.#walk;
    let size = reachOf(triangles);
    for (let i = 0; i < 3; i++) {
      point[i] = 0.5 * (box[i] + box[3 + i]);
      size += Math.abs(point[i]);
    }
    found[0] = best[0];
    if (!this.search.find(triangles)) return NOT_FOUND;
    const close = this.#radius[0] + MESH_CLOSE * size;
    if (found[0] <= close * close) return UNDECIDED;
    this.#test(this.search.slot);
    if (this.slot < 0) return NOT_FOUND;
    this.error = Math.max(this.error, TOUCH * size);
    this.#remember();
    return FOUND;
  }

  /** The slot that the cache has, or −1. The cache may come from another pair, so the slot is checked against the count. */
  #recall(): number {
    const cache = this.#cache;
    if (cache === undefined) return -1;
    const slot = this.#meshFirst ? cache.slotA : cache.slotB;
    return slot < (this.#triangles as Triangles).count ? slot : -1;
  }

  #remember(): void {
    if (this.#cache === undefined) return;
    if (this.#meshFirst) this.#cache.slotA = this.slot;
    else this.#cache.slotB = this.slot;
  }

  #overlapping(): boolean {
    const { tree } = this.#triangles as Triangles;
    if (this.#radius[0] === 0) return this.#walk.overlapping(tree, this);
    // With a radius: visit the leaves that are near enough to the core, nearest first.
    this.#setReach();
    this.#ended = false;
    this.#walk.nearest(tree, this);
    return this.#ended;
  }

  /** Limits the walk to boxes no farther from the core than the radius. */
  #setReach(): void {
    this.#walk.best[0] = this.#radius[0] * this.#radius[0] * (1 + SQUARE_ROUNDING);
  }

  /** Limits the walk to boxes that may be nearer than the signed distance found so far. */
  #within(): void {
    const reach = Math.max(0, this.#signed[0]) + this.#radius[0];
    this.#walk.best[0] = reach * reach * (1 + SQUARE_ROUNDING);
  }

  leaf(first: number, last: number): boolean {
    for (let slot = first; slot < last; slot++) {
      if (!this.#test(slot)) continue;
      this.#ended = true;
      return true;
    }
    return false;
  }

  #test(slot: number): boolean {
    const { triangle } = this;
    triangle.load(slot);
    const task = this.#task;
    const p = triangle.corners;
    const { box, best } = this.#walk;
    let gap = 0;
    for (let i = 0; i < 3; i++) {
      const x = Math.max(Math.min(p[i], p[3 + i], p[6 + i]) - box[3 + i], box[i] - Math.max(p[i], p[3 + i], p[6 + i]));
      if (x > 0) gap += x * x;
    }
    if (gap > (task === Task.nearest || this.#radius[0] > 0 ? best[0] : 0)) return false;
    const convex = this.#convex as ConvexPair;
    const settings = this.#settings;
    const a = this.#meshFirst ? triangle : (this.#body as Body);
    const b = this.#meshFirst ? (this.#body as Body) : triangle;
    const trial = this.#trial;
    if (task === Task.any || task === Task.all) {
      const together = convex.solve(a, b, Goal.decide, settings, null);
      this.iterations += convex.found.iterations;
      if (!together) return false;
      this.slot = slot;
      if (task === Task.all) (this.#slots as { push(slot: number): void }).push(slot);
      return task === Task.any;
    }
    if (task === Task.nearest) settings.maxDistance = this.#signed[0];
    const together = convex.solve(a, b, task === Task.nearest ? Goal.distance : Goal.depth, settings, trial);
    const { signed } = convex.found;
    this.iterations += trial.iterations;
    if (task === Task.deepest && !together) return false;
    if (trial.error > this.error) this.error = trial.error;
    // The first triangle is taken even at exactly the limit, so that a distance equal to the limit is found.
    const known = this.#signed;
    if (!(signed < known[0] || (this.slot < 0 && signed <= known[0]))) return false;
    known[0] = signed;
    this.slot = slot;
    this.best.copy(trial);
    if (task === Task.nearest) {
      this.#within();
      return together;
    }
    return false;
  }
}
