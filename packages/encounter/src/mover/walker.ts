/**
 * A mover in the middle of a move: where it is, what it touches there, and how far it can go.
 *
 * It keeps a small gap to the skin of whatever it has met. So casts always begin apart, and their proof that nothing is met before the
 * time they report is a proof in full. What is within twice the gap is a contact.
 */
import type { Collider } from '../bodies/collider.ts';
import { ORIGIN } from '../bodies/layout.ts';
import { PlacedBody } from '../bodies/placed-body.ts';
import { dot, Vec3 } from '../math/vec3.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneQueryOptions } from '../scene/scene-query.ts';
import { Point } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { MOVER_BAND, MOVER_FACE_SLACK, MOVER_GAP, MOVER_GAP_ROUNDING, MOVER_NORMAL_SAME } from '../tolerances.ts';
import type { PlaneList } from './contact-plane.ts';
import { Ground } from './ground.ts';
import { ALL, SceneWalk } from './scene-walk.ts';

/** Advances of one approach. As each of them goes at least half the way, the last ones are at the limit of rounding. */
const MAX_ADVANCES = 48;

const NO_SKIN: Float64Array = /* #__PURE__ */ new Float64Array(1);

export class Walker {
  readonly walk: SceneWalk = new SceneWalk();
  readonly ground: Ground = new Ground();
  readonly position: Vec3 = new Vec3();
  /** The gap that is kept to the skin. */
  readonly gap: Float64Array = new Float64Array(1);
  /** Up to which gap something is a contact. */
  readonly band: Float64Array = new Float64Array(1);
  readonly skin: Float64Array = new Float64Array(1);
  /** The part of the last motion that was done, 0 … 1. */
  readonly done: Float64Array = new Float64Array(1);
  /** The shape where the mover is, without skin and with it. */
  readonly #body: PlacedBody;
  readonly #probe: PlacedBody;
  /** Its origin, as a body of its own. */
  readonly #origin: PlacedBody = new PlacedBody(new Point([0, 0, 0]));
  readonly #foot: Float64Array = new Float64Array(1);
  readonly #dir: Vec3 = new Vec3();
  readonly #low: Vec3 = new Vec3();
  readonly #way: Vec3 = new Vec3();
  readonly #rest: Vec3 = new Vec3();
  /** How far the body reaches below its position. */
  readonly #depth: Float64Array = new Float64Array(1);
  #scene!: Scene<unknown>;
  /** Whether the list of planes is that of this position. */
  #hasLooked = false;

  constructor(shape: Shape) {
    this.#body = new PlacedBody(shape);
    this.#probe = new PlacedBody(shape);
    this.#body.resolve();
    this.#probe.resolve();
    this.#origin.resolve();
  }

  get list(): PlaneList {
    return this.walk.collector.list;
  }

  /** Takes the place of a collider. */
  begin(scene: Scene<unknown>, collider: Collider, options: SceneQueryOptions<unknown>): void {
    this.#scene = scene;
    this.walk.self = collider;
    this.walk.except = null;
    this.walk.options = options;
    this.#take(this.#body, collider, NO_SKIN);
    this.#take(this.#probe, collider, this.skin);
    const { m } = collider.placement;
    const { up } = this.ground;
    const body = this.#body;
    this.position.set(m[ORIGIN], m[ORIGIN + 1], m[ORIGIN + 2]);
    this.#hasLooked = false;
    const far = Math.abs(m[ORIGIN]) + Math.abs(m[ORIGIN + 1]) + Math.abs(m[ORIGIN + 2]);
    this.gap[0] = MOVER_GAP * body.extent + MOVER_GAP_ROUNDING * (far + body.extent);
    this.band[0] = MOVER_BAND * this.gap[0];
    this.walk.collector.surfaces.slack[0] = MOVER_FACE_SLACK * this.gap[0];
    // Its lowest point, relative to its position.
    body.frame.transposeVector(this.#dir.set(-up.x, -up.y, -up.z), this.#dir);
    body.core.support(this.#dir, this.#low);
    const o = body.frame.m;
    const own = this.#dir.x * this.#low.x + this.#dir.y * this.#low.y + this.#dir.z * this.#low.z;
    const x = o[ORIGIN] - m[ORIGIN];
    const y = o[ORIGIN + 1] - m[ORIGIN + 1];
    const z = o[ORIGIN + 2] - m[ORIGIN + 2];
    this.#depth[0] = own - (up.x * x + up.y * y + up.z * z) + body.radius;
  }

  /** Nothing of a caller's is kept after a move. */
  end(): void {
    this.walk.options = ALL;
    this.walk.except = null;
  }

  #take(body: PlacedBody, { placement, margin }: Collider, skin: Float64Array): void {
    const { m } = placement;
    const own = body.placement.m;
    let isSame = body.margin === margin + skin[0];
    for (let i = 0; i < 9; i++) isSame &&= m[i] === own[i];
    if (isSame) {
      body.moveTo(this.#low.set(m[ORIGIN], m[ORIGIN + 1], m[ORIGIN + 2]));
      return;
    }
    body.placement.copy(placement);
    body.margin = margin + skin[0];
  }

  moveTo(p: Vec3): void {
    this.position.copy(p);
    this.#body.moveTo(this.position);
    this.#probe.moveTo(this.position);
    this.#hasLooked = false;
  }

  /** Moves by v without asking. */
  moveBy(v: Vec3): void {
    const { x, y, z } = this.position;
    this.moveTo(this.#low.set(x + v.x, y + v.y, z + v.z));
  }

  /** Writes the height along `up` of the lowest point, skin included, to out[0]. */
  findFoot(out: Float64Array): void {
    out[0] = dot(this.position, this.ground.up) - this.#depth[0] - this.skin[0];
  }

  /** Writes the least of dir·x over the points x of the body, skin included, to out[0]. `dir` is a unit vector. */
  findLeast(dir: Vec3, out: Float64Array): void {
    const { frame, core, radius } = this.#body;
    frame.transposeVector(this.#dir.set(-dir.x, -dir.y, -dir.z), this.#dir);
    core.support(this.#dir, this.#low);
    const { m } = frame;
    const own = -dot(this.#dir, this.#low);
    out[0] = own + dir.x * m[ORIGIN] + dir.y * m[ORIGIN + 1] + dir.z * m[ORIGIN + 2] - radius - this.skin[0];
  }

  /** Finds and judges the planes within the band at this position. */
  look(): PlaneList {
    const { list } = this;
    if (!this.#hasLooked) {
      this.find(this.band);
      this.#hasLooked = true;
    }
    this.findFoot(this.#foot);
    this.ground.judge(list, this.band, this.#foot);
    return list;
  }

  /** Finds the planes within a reach at this position. */
  find(reach: Float64Array): PlaneList {
    this.#hasLooked = false;
    this.walk.collector.isWide = reach !== this.band;
    return this.walk.planes(this.#scene, this.#body, this.skin, reach);
  }

  /** Moves along v until the gap to the first obstacle is what is kept, and sets `done`. */
  advance(v: Vec3): void {
    const { walk } = this;
    const gap = this.gap[0];
    let done = 1;
    if (walk.cast(this.#scene, this.#probe, v)) {
      const { t, normal } = walk.hit;
      const l = Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
      const speed = v.x * normal.x + v.y * normal.y + v.z * normal.z;
      // At the time t the gap is zero. Along a straight line the distance of convex bodies is a convex function of time, so the gap is
      // at least what its slope at t says. Where the slope is slight, half the way is gone at least.
      const back = speed > 0 ? gap / speed : t;
      done = t * l > gap ? Math.max(t - back, t / 2) : 0;
    }
    this.done[0] = done;
    if (done > 0) this.moveBy(this.#way.set(v.x * done, v.y * done, v.z * done));
  }

  /**
   * The same until it is in contact: where an obstacle is met at a slight slope, as an edge that is grazed, one advance ends halfway.
   * Sets `done` for all of it.
   */
  approach(v: Vec3): void {
    const rest = this.#rest;
    let left = 1;
    for (let i = 0; i < MAX_ADVANCES && left > 0; i++) {
      this.advance(rest.set(v.x * left, v.y * left, v.z * left));
      const done = this.done[0];
      left *= 1 - done;
      if (done === 0 || done === 1 || this.look().count > 0) break;
    }
    this.done[0] = 1 - left;
  }

  /** Whether nothing is on the straight way of the origin along v. From inside something every way is open. */
  isOpen(v: Vec3): boolean {
    const origin = this.#origin;
    origin.moveTo(this.position);
    return !this.walk.cast(this.#scene, origin, v) || this.walk.hit.t === 0;
  }

  /** Adds the plane of the last hit to those at this position. Returns false if it is known already. */
  addHit(): boolean {
    const { list, walk } = this;
    const { normal, point, primitiveB } = walk.hit;
    for (let i = 0; i < list.count; i++) if (dot(list.planes[i].normal, normal) < MOVER_NORMAL_SAME - 1) return false;
    const plane = list.add();
    plane.normal.set(-normal.x, -normal.y, -normal.z);
    plane.point.copy(point);
    plane.gap = 0;
    plane.collider = walk.collider;
    plane.primitive = primitiveB;
    plane.faces = 0;
    plane.flat = false;
    plane.face.copy(plane.normal);
    this.#hasLooked = true;
    return true;
  }
}
