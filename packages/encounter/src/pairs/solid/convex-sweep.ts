/** When a convex body and the surface of a mesh begin to meet, while one of them moves along a direction. */

import { type Body, boxIn } from '../../bodies/body.ts';
import type { MeshInstance } from '../../bodies/mesh-instance.ts';
import { TriangleBody } from '../../bodies/triangle-body.ts';
import { TOUCH } from '../../tolerances.ts';
import type { LeafVisitor } from '../../tree/box.ts';
import { TreeSweep } from '../../tree/sweep.ts';
import { reachOf } from '../mesh/mesh-mesh.ts';
import type { PieceMotion } from './piece-motion.ts';

export class ConvexSweep implements LeafVisitor {
  readonly #motion: PieceMotion;
  readonly #sweep: TreeSweep = new TreeSweep();
  readonly #box: Float64Array = new Float64Array(6);
  readonly #triangle: TriangleBody = new TriangleBody();
  readonly #corners: Float64Array = new Float64Array(9);
  #body: Body | null = null;
  #mesh: MeshInstance | null = null;
  #meshFirst = false;

  constructor(motion: PieceMotion) {
    this.#motion = motion;
  }

  /** Lowers `first[0]` to the time when the body begins to meet triangles that are apart from it now. */
  next(
    body: Body,
    mesh: MeshInstance,
    meshFirst: boolean,
    n: Float64Array,
    now: Float64Array,
    first: Float64Array,
  ): void {
    this.#body = body;
    this.#mesh = mesh;
    this.#meshFirst = meshFirst;
    this.#triangle.of(mesh);
    const sweep = this.#sweep;
    const box = this.#box;
    boxIn(body, mesh.frame, box);
    const reach = reachOf(mesh.triangles);
    let most = 2 * reach;
    for (let i = 0; i < 6; i++) most += Math.abs(box[i]);
    sweep.slack[0] = mesh.margin + 4 * TOUCH * most;
    const { m } = mesh.frame;
    const sign = meshFirst ? 1 : -1;
    for (let i = 0; i < 3; i++) sweep.motion[i] = sign * (m[3 * i] * n[0] + m[3 * i + 1] * n[1] + m[3 * i + 2] * n[2]);
    sweep.limit[0] = Math.min(first[0] - now[0], 2 * most);
    const bound = sweep.limit[0];
    sweep.box(mesh.triangles.tree, box, this);
    if (sweep.limit[0] < bound) first[0] = now[0] + sweep.limit[0];
  }

  leaf(first: number, last: number): boolean {
    const { limit } = this.#sweep;
    const triangle = this.#triangle;
    for (let slot = first; slot < last; slot++) {
      if (!this.#mayMeet(slot)) continue;
      triangle.load(slot);
      const a = this.#meshFirst ? triangle : (this.#body as Body);
      const b = this.#meshFirst ? (this.#body as Body) : triangle;
      const begin = this.#motion.meeting(a, b, limit[0]);
      if (begin < limit[0]) limit[0] = begin;
    }
    return false;
  }

  /** Whether the moving box meets that of a triangle before the limit. This spares most triangles of a leaf a search. */
  #mayMeet(slot: number): boolean {
    const { limit, motion, slack } = this.#sweep;
    const box = this.#box;
    const p = this.#corners;
    (this.#mesh as MeshInstance).triangles.load(slot, p);
    let enter = 0;
    let leave = limit[0];
    for (let i = 0; i < 3; i++) {
      const low = Math.min(p[i], p[3 + i], p[6 + i]) - slack[0] - box[3 + i];
      const high = Math.max(p[i], p[3 + i], p[6 + i]) + slack[0] - box[i];
      const speed = motion[i];
      if (speed === 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      enter = Math.max(enter, Math.min(low / speed, high / speed));
      leave = Math.min(leave, Math.max(low / speed, high / speed));
    }
    // Not a number where a speed is next to nothing: then it may.
    return !(enter > leave);
  }
}
