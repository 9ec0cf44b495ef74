/**
 * The end of a move: down to the ground, by what the ground has held of the displacement if it has ended, and by the snap distance more
 * if that leads to ground.
 *
 * A round shape that walks off a step meets its rim first on the way down, with a normal that is too steep to stand on. There it is held
 * as long as there is ground within the snap distance beside the rim: so its height follows from where it is, and it goes down a stair
 * along the same path in long moves and in short ones. Over a cliff it is not held.
 */
import { dot, Vec3 } from '../math/vec3.ts';
import { MOVER_STEP_GAPS, RIM_LEAST_RISE, WALL_LEAST } from '../tolerances.ts';
import type { ContactPlane } from './contact-plane.ts';
import type { Slide } from './slide.ts';
import type { Walker } from './walker.ts';

export class Settle {
  /** The snap distance. */
  readonly snap: Float64Array = new Float64Array(1);
  readonly #walker: Walker;
  readonly #slide: Slide;
  readonly #before: Vec3 = new Vec3();
  readonly #rim: Vec3 = new Vec3();
  readonly #down: Vec3 = new Vec3();
  readonly #out: Vec3 = new Vec3();
  readonly #width: Float64Array = new Float64Array(1);
  /** How far it may still go down. */
  readonly #left: Float64Array = new Float64Array(1);

  constructor(walker: Walker, slide: Slide) {
    this.#walker = walker;
    this.#slide = slide;
  }

  /** Goes down. One who jumps or was in the air does not snap. */
  run(snaps: boolean): void {
    const walker = this.#walker;
    const { ground, position } = walker;
    const { drop } = this.#slide;
    const left = this.#left;
    walker.look();
    const isSnapping = snaps && this.snap[0] > 0;
    // The snap begins where the displacement ends.
    const reach = isSnapping ? drop[0] + this.snap[0] + MOVER_STEP_GAPS * walker.gap[0] : drop[0];
    if (ground.carrier !== null || !(reach > 0)) return;
    const before = this.#before.copy(position);
    left[0] = reach;
    walker.approach(this.#toward(left));
    const isStopped = walker.done[0] < 1;
    const fallen = walker.done[0] * reach;
    walker.look();
    if (ground.carrier !== null) return;
    left[0] = reach - fallen;
    if (isStopped && isSnapping && this.#standsOnRim()) return;
    if (isStopped && fallen <= drop[0]) {
      left[0] = drop[0] - fallen;
      this.#slide.run(this.#toward(left), true);
      if (isSnapping) this.#snapAfterSlide();
    } else {
      walker.moveTo(before);
      walker.moveBy(this.#toward(drop));
    }
    walker.look();
  }

  /**
   * Goes down by the snap distance from where it slid to, if that leads to ground. It slides off a rim that does not carry it, and the
   * snap begins where the displacement ends.
   */
  #snapAfterSlide(): void {
    const walker = this.#walker;
    const left = this.#left;
    walker.look();
    if (walker.ground.carrier !== null) return;
    const before = this.#before.copy(walker.position);
    left[0] = this.snap[0] + MOVER_STEP_GAPS * walker.gap[0];
    walker.approach(this.#toward(left));
    walker.look();
    if (walker.ground.carrier === null) walker.moveTo(before);
  }

  /** The displacement down by distance[0]. In an array: a number would be allocated on the heap. */
  #toward(distance: Float64Array): Vec3 {
    const { up } = this.#walker.ground;
    const s = -distance[0];
    return this.#down.set(up.x * s, up.y * s, up.z * s);
  }

  /**
   * Whether the mover touches a rim, and there is ground beside it within what is left of the snap. Then the rim carries it. A rim that
   * is wholly beside it does not, it only grazes it: then the mover goes down to that ground, past the rim by a millionth of its size.
   */
  #standsOnRim(): boolean {
    const walker = this.#walker;
    const { ground } = walker;
    const rim = this.#rim.copy(walker.position);
    ground.holdsRims = true;
    walker.look();
    const { carrier } = ground;
    const isOut = carrier !== null && this.#findWayOut(carrier);
    const isBeside = carrier !== null && dot(carrier.normal, ground.up) <= RIM_LEAST_RISE;
    ground.holdsRims = false;
    let isLow = false;
    if (isOut) {
      walker.advance(this.#out);
      if (walker.done[0] === 1) {
        walker.approach(this.#toward(this.#left));
        walker.look();
        isLow = ground.carrier !== null;
        if (isLow && isBeside) return true;
      }
      walker.moveTo(rim);
    }
    ground.holdsRims = isLow;
    walker.look();
    return isLow;
  }

  /** Writes the level displacement, straight away from a rim, after which nothing of the mover is above it. */
  #findWayOut({ normal, point }: ContactPlane): boolean {
    const walker = this.#walker;
    const { up } = walker.ground;
    const out = this.#out;
    const rise = dot(normal, up);
    out.set(normal.x - rise * up.x, normal.y - rise * up.y, normal.z - rise * up.z);
    const l = Math.sqrt(dot(out, out));
    if (!(l > WALL_LEAST)) return false;
    out.set(out.x / l, out.y / l, out.z / l);
    walker.findLeast(out, this.#width);
    const s = dot(point, out) - this.#width[0] + walker.gap[0];
    out.set(out.x * s, out.y * s, out.z * s);
    return s > 0;
  }
}
