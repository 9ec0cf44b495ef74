/**
 * Up a stair: up by the step height, forward, down again. It counts if the mover lands on something that carries it and that is no
 * higher than the step height above where its foot was, and if it got farther than by sliding.
 *
 * "No higher" is meant up to four times the gap that movers keep, which is far more than the rounding of positions: a stair of exactly
 * the step height is climbed, one that is higher by a millionth of the mover's size is not.
 *
 * The height of the foot follows from where the mover is, not from how it came there: so a stair that is climbed in one long move or in
 * many short ones is climbed along the same path.
 */
import { dot, Vec3 } from '../math/vec3.ts';
import { MOVER_STILL, WALL_LEAST } from '../tolerances.ts';
import { PlaneSet } from './plane-set.ts';
import { PlaneSolver } from './solve-planes.ts';
import type { Walker } from './walker.ts';

export class StepUp {
  /** The part of the wish that was used up. */
  readonly done: Float64Array = new Float64Array(1);
  readonly #walker: Walker;
  readonly #planes: PlaneSet = new PlaneSet();
  readonly #solver: PlaneSolver = new PlaneSolver();
  readonly #offset: Float64Array = new Float64Array(1);
  readonly #foot: Float64Array = new Float64Array(1);
  readonly #start: Vec3 = new Vec3();
  readonly #wish: Vec3 = new Vec3();
  readonly #v: Vec3 = new Vec3();
  readonly #vertical: Vec3 = new Vec3();
  readonly #wall: Vec3 = new Vec3();

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  /** Tries to go along `wish`, of which sliding would make `slid`. If that fails, the walker is where it was. */
  run(wish: Vec3, slid: Vec3): boolean {
    const walker = this.#walker;
    const { ground } = walker;
    const { up } = ground;
    const start = this.#start.copy(walker.position);
    walker.findFoot(this.#foot);
    if (this.#climb(wish, slid)) {
      walker.look();
      const { carrier } = ground;
      if (carrier !== null && dot(carrier.point, up) - this.#foot[0] <= ground.reach[0]) return true;
    }
    walker.moveTo(start);
    walker.look();
    return false;
  }

  #climb(wish: Vec3, slid: Vec3): boolean {
    const walker = this.#walker;
    const { up } = walker.ground;
    const reach = walker.ground.reach[0];
    const vertical = this.#vertical;
    const along = dot(wish, up);
    const level = this.#wish.set(wish.x - along * up.x, wish.y - along * up.y, wish.z - along * up.z);
    walker.advance(vertical.set(up.x * reach, up.y * reach, up.z * reach));
    const lifted = walker.done[0] * reach;
    if (!(lifted > 0)) return false;
    const v = this.#forward(level);
    // Farther than by sliding, in the direction of the wish.
    const gained = dot(v, level) - dot(slid, level);
    if (!(gained > MOVER_STILL * dot(level, level))) return false;
    walker.advance(v);
    this.done[0] = walker.done[0];
    if (!(this.done[0] > 0)) return false;
    walker.approach(vertical.set(-up.x * lifted, -up.y * lifted, -up.z * lifted));
    return walker.done[0] < 1;
  }

  /** What the walls up there leave of a level wish. */
  #forward(level: Vec3): Vec3 {
    const walker = this.#walker;
    const { up } = walker.ground;
    const wall = this.#wall;
    const planes = this.#planes;
    const list = walker.look();
    planes.clear();
    this.#offset[0] = 0;
    for (let i = 0; i < list.count; i++) {
      const { normal } = list.planes[i];
      const rise = dot(normal, up);
      wall.set(normal.x - rise * up.x, normal.y - rise * up.y, normal.z - rise * up.z);
      const l = Math.sqrt(wall.x * wall.x + wall.y * wall.y + wall.z * wall.z);
      if (!(l > WALL_LEAST)) continue;
      wall.set(wall.x / l, wall.y / l, wall.z / l);
      planes.add(wall, this.#offset, 0);
    }
    this.#solver.solve(planes, level, this.#v);
    return this.#v;
  }
}
