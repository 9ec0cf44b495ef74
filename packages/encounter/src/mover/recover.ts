/**
 * Out of an overlap. Each piece says how far and in which direction it pushes. The shortest displacement that satisfies all of them, and
 * does not run into those nearby, is the projection of zero onto their planes. As obstacles bend and the planes do not, this is repeated.
 * If no such displacement is near, the deepest piece decides alone; and if pieces push to and fro, the nearest free place in one of 26
 * directions is taken. But the mover's origin never passes through an obstacle, unless it is inside one: what is crushed between a
 * platform and a wall does not come out behind the wall.
 */
import type { Body } from '../bodies/body.ts';
import { length, Vec3 } from '../math/vec3.ts';
import { MOVER_LEAST_PART, MOVER_OVERLAP_PART } from '../tolerances.ts';
import type { PlaneList } from './contact-plane.ts';
import { PlaneSet } from './plane-set.ts';
import { PlaneSolver } from './solve-planes.ts';
import type { Walker } from './walker.ts';

/** Pushes, each from all pieces at once. A mover in a corner of three walls takes one or two. */
const MAX_PUSHES = 16;
/** How far a free place is looked for, in lengths of the mover, and in how many parts of that length. */
const ESCAPE_LENGTHS = 4;
const ESCAPE_PARTS = 4;

export class Recovery {
  readonly #planes: PlaneSet = new PlaneSet();
  readonly #solver: PlaneSolver = new PlaneSolver();
  readonly #offset: Float64Array = new Float64Array(1);
  readonly #reach: Float64Array = new Float64Array(1);
  readonly #push: Vec3 = new Vec3();
  readonly #start: Vec3 = new Vec3();
  readonly #best: Vec3 = new Vec3();
  readonly #place: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();

  /** Moves the walker out of what it overlaps. Returns false if it could not. */
  run(walker: Walker, body: Body): boolean {
    if (!this.#overlaps(walker, MOVER_OVERLAP_PART)) return true;
    this.#start.copy(walker.position);
    for (let i = 0; i < MAX_PUSHES; i++) {
      if (!this.#pushOut(walker)) break;
      if (!this.#overlaps(walker, MOVER_OVERLAP_PART)) return true;
    }
    return this.#escape(walker, body);
  }

  /** Whether something is deeper in the skin than a part of the gap that is kept. */
  #overlaps(walker: Walker, part: number): boolean {
    const { planes, count } = walker.look();
    const least = -part * walker.gap[0];
    for (let i = 0; i < count; i++) if (planes[i].gap < least) return true;
    return false;
  }

  /** One push. Returns false if there is none. */
  #pushOut(walker: Walker): boolean {
    const gap = walker.gap[0];
    const offset = this.#offset;
    const planes = this.#planes;
    const push = this.#push;
    // Also what the push may run into.
    this.#reach[0] = walker.band[0] - 2 * Math.min(0, deepest(walker.list));
    const list = walker.find(this.#reach);
    planes.clear();
    let worst = 0;
    for (let i = 0; i < list.count; i++) {
      const plane = list.planes[i];
      offset[0] = plane.gap > MOVER_LEAST_PART * gap && plane.gap < gap ? 0 : gap - plane.gap;
      planes.add(plane.normal, offset, 0);
      if (plane.gap < list.planes[worst].gap) worst = i;
    }
    push.set(0, 0, 0);
    if (list.count === 0) return false;
    // Beyond the reach there may be planes that were not asked.
    if (!this.#solver.solve(planes, push, push) || length(push) > this.#reach[0]) {
      const { normal, gap: depth } = list.planes[worst];
      const s = gap - depth;
      push.set(normal.x * s, normal.y * s, normal.z * s);
      if (!walker.isOpen(push)) return false;
    }
    walker.moveBy(push);
    return true;
  }

  /** The nearest free place along the axes and diagonals; the first found of equal ones. */
  #escape(walker: Walker, { extent: size }: Body): boolean {
    const dir = this.#dir;
    const best = this.#best;
    const place = this.#place;
    let found = Infinity;
    const step = size / ESCAPE_PARTS;
    for (let k = 0; k < 27; k++) {
      // Up first, for who has y up.
      dir.set(((Math.floor(k / 3) + 1) % 3) - 1, 1 - (k % 3), ((Math.floor(k / 9) + 1) % 3) - 1);
      const l = length(dir);
      if (l === 0) continue;
      for (let s = step; s < found && s <= ESCAPE_LENGTHS * size; s += step) {
        walker.moveTo(this.#start);
        const way = this.#push.set((dir.x * s) / l, (dir.y * s) / l, (dir.z * s) / l);
        walker.moveBy(way);
        if (this.#overlaps(walker, 0)) continue;
        best.copy(walker.position);
        walker.moveTo(this.#start);
        if (walker.isOpen(way)) {
          found = s;
          place.copy(best);
        }
        break;
      }
    }
    walker.moveTo(found < Infinity ? place : this.#start);
    return found < Infinity;
  }
}

/** The least gap of all planes. */
function deepest({ planes, count }: PlaneList): number {
  let least = Infinity;
  for (let i = 0; i < count; i++) if (planes[i].gap < least) least = planes[i].gap;
  return least;
}
