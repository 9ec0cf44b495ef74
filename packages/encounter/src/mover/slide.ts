/**
 * Collide and slide. At every place the motion is the one nearest to the wished one that leads into no contact (solve-planes.ts), until
 * something new is met; and so on until the time of the move is used up. A step of the loop either uses time or adds a plane to those
 * at its place, of which there are finitely many; a limit ends it in any case.
 *
 * As the wish stays the same and only time is used up, a path that is cut into several moves goes the same way as a whole one, up to
 * where contacts end within a move.
 *
 * On the ground the part of a wish that leads down is held, not turned into sliding: it is kept for the end (`drop`), where the mover
 * goes down by what is left of it if the ground has ended. A slope that is too steep counts as a wall for what leads up along it.
 */
import { dot, Vec3 } from '../math/vec3.ts';
import { MOVER_LEAST_PART, MOVER_STILL, WALL_LEAST } from '../tolerances.ts';
import type { ContactPlane, PlaneList } from './contact-plane.ts';
import type { Hits } from './hits.ts';
import { PlaneSet } from './plane-set.ts';
import { PlaneSolver } from './solve-planes.ts';
import { StepUp } from './step-up.ts';
import type { Walker } from './walker.ts';

/** How often a move may meet something. In a round room of many walls a fast mover meets one after the other. */
const MAX_STOPS = 64;

export class Slide {
  /** How far down the ground has kept the mover from going. */
  readonly drop: Float64Array = new Float64Array(1);
  readonly #walker: Walker;
  readonly #hits: Hits;
  readonly #step: StepUp;
  readonly #planes: PlaneSet = new PlaneSet();
  readonly #solver: PlaneSolver = new PlaneSolver();
  readonly #offset: Float64Array = new Float64Array(2);
  /** The length of a displacement that counts as none. */
  readonly #still: Float64Array = new Float64Array(1);
  readonly #v: Vec3 = new Vec3();
  readonly #kept: Vec3 = new Vec3();
  readonly #wall: Vec3 = new Vec3();

  constructor(walker: Walker, hits: Hits) {
    this.#walker = walker;
    this.#hits = hits;
    this.#step = new StepUp(walker);
  }

  /** Goes along `rest`, of which what is left is written back. `walks`: with all that ground means; otherwise walls only. */
  run(rest: Vec3, walks: boolean): void {
    const walker = this.#walker;
    const { ground } = walker;
    const v = this.#v;
    const still = this.#still;
    still[0] = MOVER_STILL * Math.sqrt(rest.x * rest.x + rest.y * rest.y + rest.z * rest.z);
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      const list = walker.look();
      this.#hits.add(list, rest, still);
      if (walks && ground.carrier !== null) this.#hold(rest);
      if (isShorter(rest, still)) return;
      this.#solve(list, rest, walks, v);
      if (walks && this.#mayStep(list, rest, still) && this.#step.run(rest, v)) {
        shorten(rest, this.#step.done);
        continue;
      }
      if (isShorter(v, still)) return;
      walker.advance(v);
      const done = walker.done[0];
      if (done === 1) {
        rest.set(0, 0, 0);
        return;
      }
      if (done === 0 && !walker.addHit()) return;
      shorten(rest, walker.done);
    }
  }

  /** Takes out of a wish what leads down: the ground holds it. */
  #hold(rest: Vec3): void {
    const { up } = this.#walker.ground;
    const along = rest.x * up.x + rest.y * up.y + rest.z * up.z;
    if (!(along < 0)) return;
    this.drop[0] -= along;
    rest.x -= along * up.x;
    rest.y -= along * up.y;
    rest.z -= along * up.z;
  }

  /** The displacement nearest to the wish that leads into no contact. */
  #solve(list: PlaneList, wish: Vec3, walks: boolean, out: Vec3): void {
    const gap = this.#walker.gap[0];
    const planes = this.#planes;
    const offset = this.#offset;
    planes.clear();
    let near = false;
    for (let i = 0; i < list.count; i++) {
      const plane = list.planes[i];
      offset[0] = 0;
      planes.add(plane.normal, offset, 0);
      if (walks && !plane.climbs) this.#addWall(plane);
      if (plane.gap < MOVER_LEAST_PART * gap) near = true;
    }
    this.#solver.solve(planes, wish, out);
    if (!near || (out.x === 0 && out.y === 0 && out.z === 0)) return;
    // Some gaps are much smaller than what is kept. On the way they are widened, if there is room.
    const kept = this.#kept.copy(out);
    planes.clear();
    for (let i = 0; i < list.count; i++) {
      const plane = list.planes[i];
      offset[0] = plane.gap < MOVER_LEAST_PART * gap ? gap - plane.gap : 0;
      planes.add(plane.normal, offset, 0);
      if (walks && !plane.climbs) this.#addWall(plane);
    }
    if (!this.#solver.solve(planes, wish, out)) out.copy(kept);
  }

  /**
   * Adds the wall that a plane is for what would lead up along it. That of a rim that is flat enough is the upright plane through its edge: it keeps the
   * mover from rising faster than on the face behind the rim, so it may walk up along the side of a ramp.
   */
  #addWall({ normal, rim, face }: ContactPlane): void {
    const { up, leastRise } = this.#walker.ground;
    const wall = this.#wall;
    const rise = normal.x * up.x + normal.y * up.y + normal.z * up.z;
    if (!(rise > 0)) return;
    wall.set(normal.x - rise * up.x, normal.y - rise * up.y, normal.z - rise * up.z);
    if (rim && rise >= leastRise) {
      const s = rise / (face.x * up.x + face.y * up.y + face.z * up.z);
      wall.set(normal.x - s * face.x, normal.y - s * face.y, normal.z - s * face.z);
    }
    const l = Math.sqrt(wall.x * wall.x + wall.y * wall.y + wall.z * wall.z);
    if (!(l > WALL_LEAST)) return;
    wall.set(wall.x / l, wall.y / l, wall.z / l);
    this.#offset[1] = 0;
    this.#planes.add(wall, this.#offset, 1);
  }

  /** Whether the mover stands on the ground, is not about to jump, and has something in its way that it does not climb by walking. */
  #mayStep(list: PlaneList, wish: Vec3, still: Float64Array): boolean {
    const { carrier, up, stepHeight } = this.#walker.ground;
    if (carrier === null || !(stepHeight > 0) || dot(wish, up) > still[0]) return false;
    for (let i = 0; i < list.count; i++) {
      const plane = list.planes[i];
      if ((plane.rim || !plane.climbs) && dot(plane.normal, wish) < -still[0]) return true;
    }
    return false;
  }
}

/** Takes the part done[0] off a wish. */
function shorten(wish: Vec3, done: Float64Array): void {
  const left = 1 - done[0];
  wish.x *= left;
  wish.y *= left;
  wish.z *= left;
}

function isShorter(v: Vec3, limit: Float64Array): boolean {
  return !(v.x * v.x + v.y * v.y + v.z * v.z > limit[0] * limit[0]);
}
