/**
 * Up a stair: up by the step height, forward, down again. It counts if the mover lands on something that carries it and that is no
 * higher than the step height above where its foot was, and if it got farther than by sliding.
 *
 * "No higher" is meant up to four times the gap that movers keep, which is far more than the rounding of positions: a stair of exactly
 * the step height is climbed, one that is higher by a millionth of the mover's size is not.
 *
 * In a long move it may come to something higher beyond the step: up a slope, to the next stair, or to the end of what it has stepped
 * onto. So if it cannot land where it is stopped, it is tried half as far, unless it is the step itself that is too high. The rest of the
 * move begins where it lands.
 *
 * The height of the foot follows from where the mover is, not from how it came there: so a stair that is climbed in one long move or in
 * many short ones is climbed along the same path.
 */
import { dot, Vec3 } from '../math/vec3.ts';
import { MOVER_STILL, WALL_LEAST } from '../tolerances.ts';
import { PlaneSet } from './plane-set.ts';
import { PlaneSolver } from './solve-planes.ts';
import type { Walker } from './walker.ts';

/** Half as far each: the last one is the 128th part of the way, a step of 8 cm in a move of 10 m. */
const MAX_TRIES = 8;

export class StepUp {
  /** The part of the wish that was used up. */
  readonly done: Float64Array = new Float64Array(1);
  readonly #walker: Walker;
  readonly #planes: PlaneSet = new PlaneSet();
  readonly #solver: PlaneSolver = new PlaneSolver();
  readonly #offset: Float64Array = new Float64Array(1);
  readonly #foot: Float64Array = new Float64Array(1);
  /** How far the mover was lifted. */
  readonly #lifted: Float64Array = new Float64Array(1);
  /** How far along the wish the obstacle at the start is. */
  readonly #front: Float64Array = new Float64Array(1);
  readonly #start: Vec3 = new Vec3();
  readonly #top: Vec3 = new Vec3();
  readonly #level: Vec3 = new Vec3();
  readonly #way: Vec3 = new Vec3();
  readonly #v: Vec3 = new Vec3();
  readonly #vertical: Vec3 = new Vec3();
  readonly #wall: Vec3 = new Vec3();

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  /** Tries to go along `wish`, of which sliding would make `slid`. If that fails, the walker is where it was. */
  run(wish: Vec3, slid: Vec3): boolean {
    const walker = this.#walker;
    const start = this.#start.copy(walker.position);
    walker.findFoot(this.#foot);
    if (this.#lift(wish, slid) && this.#land()) return true;
    walker.moveTo(start);
    walker.look();
    return false;
  }

  /** Goes up, and finds the way forward from there. Returns false if there is none that leads farther than sliding. */
  #lift(wish: Vec3, slid: Vec3): boolean {
    const walker = this.#walker;
    const { up } = walker.ground;
    const reach = walker.ground.reach[0];
    const along = dot(wish, up);
    const level = this.#level.set(wish.x - along * up.x, wish.y - along * up.y, wish.z - along * up.z);
    this.#findFront();
    walker.advance(this.#vertical.set(up.x * reach, up.y * reach, up.z * reach));
    this.#lifted[0] = walker.done[0] * reach;
    if (!(this.#lifted[0] > 0)) return false;
    this.#top.copy(walker.position);
    const v = this.#forward(level);
    // Farther than by sliding, in the direction of the wish.
    const gained = dot(v, level) - dot(slid, level);
    return gained > MOVER_STILL * dot(level, level);
  }

  /** Goes forward and down, half as far again and again, until it lands on a step that is not too high. */
  #land(): boolean {
    const walker = this.#walker;
    const { ground } = walker;
    const { up } = ground;
    const v = this.#v;
    const way = this.#way;
    const vertical = this.#vertical;
    const lifted = this.#lifted[0];
    let part = 1;
    for (let i = 0; i < MAX_TRIES; i++) {
      if (i > 0) walker.moveTo(this.#top);
      walker.advance(way.set(v.x * part, v.y * part, v.z * part));
      part *= walker.done[0];
      if (!(part > 0)) return false;
      walker.approach(vertical.set(-up.x * lifted, -up.y * lifted, -up.z * lifted));
      if (walker.done[0] < 1) {
        walker.look();
        const { carrier } = ground;
        if (carrier !== null && dot(carrier.point, up) - this.#foot[0] <= ground.reach[0]) {
          this.done[0] = part;
          return true;
        }
        if (this.#isAtFront()) return false;
      }
      part *= 0.5;
    }
    return false;
  }

  /** Finds how far along the wish the first of the things is that are in its way at the start. */
  #findFront(): void {
    const { planes, count } = this.#walker.list;
    const level = this.#level;
    this.#front[0] = Infinity;
    for (let i = 0; i < count; i++) {
      const { normal, point } = planes[i];
      if (dot(normal, level) < 0) this.#front[0] = Math.min(this.#front[0], dot(point, level));
    }
  }

  /** Whether something that is too high is no farther along the wish than what was in the way at the start: it is the same. */
  #isAtFront(): boolean {
    const { list, ground, band } = this.#walker;
    const level = this.#level;
    const front = this.#front[0] + band[0] * Math.sqrt(dot(level, level));
    for (let i = 0; i < list.count; i++) {
      const { point } = list.planes[i];
      if (dot(point, ground.up) - this.#foot[0] > ground.reach[0] && dot(point, level) <= front) return true;
    }
    return false;
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
