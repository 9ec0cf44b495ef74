/** A convex body against the triangles of a mesh: by the body's box in the mesh's frame, then triangle by triangle. */
import { Goal } from '../convex/penetration.ts';
import { TOUCH } from '../tolerances.ts';
import { type LeafVisitor, TreeBox } from '../tree/box.ts';
import { COUNT, FIRST } from '../tree/layout.ts';
import type { Triangles } from '../tree/triangles.ts';
import { type Body, boxIn, QuerySettings } from './body.ts';
import type { ConvexPair } from './convex-convex.ts';
import type { MeshInstance } from './mesh-instance.ts';
import { reachOf } from './mesh-mesh.ts';
import { PairGeometry } from './result.ts';
import { TriangleBody } from './triangle-body.ts';

const Task = { any: 0, all: 1, deepest: 2, nearest: 3 } as const;
type Task = (typeof Task)[keyof typeof Task];

export class ConvexMesh implements LeafVisitor {
  /** The slot found by `meet` (some), `deepest` or `nearest`; −1 for none. */
  slot = -1;
  /** What is known of that pair: signed distance, normal and points, in the world and in the order of the pair. */
  signed = 0;
  readonly best: PairGeometry = new PairGeometry();
  iterations = 0;
  converged = true;
  readonly triangle: TriangleBody = new TriangleBody();

  readonly #walk: TreeBox = new TreeBox();
  readonly #trial: PairGeometry = new PairGeometry();
  readonly #settings: QuerySettings = new QuerySettings();
  #convex: ConvexPair | null = null;
  #body: Body | null = null;
  #triangles: Triangles | null = null;
  #meshFirst = false;
  #task: Task = Task.any;
  #slots: { push(slot: number): void } | null = null;

  /** Sets up a convex body and a mesh; `meshFirst` when the mesh is the first of the pair. */
  place(convex: ConvexPair, body: Body, mesh: MeshInstance, meshFirst: boolean, settings: QuerySettings): this {
    this.#convex = convex;
    this.#body = body;
    this.#triangles = mesh.triangles;
    this.#meshFirst = meshFirst;
    this.triangle.of(mesh);
    this.#settings.accuracy = settings.accuracy;
    this.#settings.maxDistance = Infinity;
    const { box } = this.#walk;
    boxIn(body, mesh.frame, box);
    const reach = reachOf(this.#triangles);
    for (let i = 0; i < 3; i++) {
      const slack = mesh.margin + TOUCH * (reach + Math.abs(box[i]) + Math.abs(box[3 + i]));
      box[i] -= slack;
      box[3 + i] += slack;
    }
    this.slot = -1;
    this.iterations = 0;
    this.converged = true;
    return this;
  }

  /** Whether the body meets a triangle. */
  meet(): boolean {
    this.#task = Task.any;
    return this.#walk.overlapping((this.#triangles as Triangles).tree, this);
  }

  /** Lists the slots of all triangles that the body meets. */
  all(slots: { push(slot: number): void }): void {
    this.#task = Task.all;
    this.#slots = slots;
    this.#walk.overlapping((this.#triangles as Triangles).tree, this);
    this.#slots = null;
  }

  /** The triangle that the body is deepest in; false when it meets none. */
  deepest(): boolean {
    this.#task = Task.deepest;
    this.signed = Infinity;
    this.#walk.overlapping((this.#triangles as Triangles).tree, this);
    return this.slot >= 0;
  }

  /** The nearest triangle that is not farther than `limit`; false when there is none. */
  nearest(limit: number): boolean {
    this.#task = Task.nearest;
    this.signed = limit;
    this.#walk.best[0] = limit * limit;
    this.#walk.nearest((this.#triangles as Triangles).tree, this);
    return this.slot >= 0;
  }

  leaf(node: number): boolean {
    const { tree } = this.#triangles as Triangles;
    const first = tree.links[node + FIRST];
    const last = first + tree.links[node + COUNT];
    for (let slot = first; slot < last; slot++) if (this.#test(slot)) return true;
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
    if (task === Task.nearest ? gap > best[0] : gap > 0) return false;
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
    if (task === Task.nearest) settings.maxDistance = this.signed;
    const together = convex.solve(a, b, task === Task.nearest ? Goal.distance : Goal.depth, settings, trial);
    const { signed } = convex.found;
    this.iterations += trial.iterations;
    if (task === Task.deepest && !together) return false;
    // The first is taken even at the limit itself, so that a distance that just reaches it is found.
    if (!(signed < this.signed || (this.slot < 0 && signed <= this.signed))) return false;
    this.signed = signed;
    this.slot = slot;
    this.best.copy(trial);
    this.converged = trial.converged;
    if (task === Task.nearest) {
      best[0] = signed * signed;
      return together;
    }
    return false;
  }
}
