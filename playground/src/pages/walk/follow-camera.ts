/**
 * A camera that goes along with the character. From behind it stays at its distance and never behind a wall; through its eyes it turns on
 * the spot. In both, dragging turns it.
 */
import type { Scene } from 'encounter';
import { Vector3 } from 'three';
import type { Stage } from '../../shell/stage.ts';
import type { Character } from './character.ts';
import type { Level } from './level.ts';
import type { View } from './state.ts';

/** Where the camera is at first, from what it looks at. */
export const BEHIND = [0, 3.9, 8.6] as const;
const EYE_HEIGHT = 0.62;
/** What it looks at, above the middle of the character. */
const LOOK_HEIGHT = 0.4;
const NEAREST = 2;
const FARTHEST = 22;
/** Through its eyes, the camera turns about a point that is this near. */
const SPOT = 0.01;
/** It stays so far in front of a wall, and from the character. */
const GAP = 0.25;
const CLOSEST = 1.2;
/** How fast heights follow, a second: stairs do not shake the picture. */
const SMOOTH = 12;
/** How fast the distance grows again when nothing is in between, in units a second. */
const RECEDE = 8;
/** Radians a second, for keys. */
const TURN = 2;

const UP = new Vector3(0, 1, 0);

export class FollowCamera {
  readonly #stage: Stage;
  readonly #glass: Set<unknown>;
  readonly #scene: Scene;
  readonly #focus = new Vector3();
  readonly #offset = new Vector3();
  #view: View = 'third';
  /** The distance that the visitor chose, and where the camera is because of walls. */
  #wanted = Math.hypot(...BEHIND);
  #actual = this.#wanted;

  constructor(stage: Stage, { scene, pieces }: Level) {
    this.#stage = stage;
    this.#scene = scene;
    this.#glass = new Set(pieces.filter(({ tone }) => tone === 'glass').map(({ collider }) => collider));
    const { controls } = stage;
    controls.enablePan = false;
    controls.minDistance = SPOT;
    controls.maxDistance = FARTHEST;
  }

  /** Looks along −z, from behind or through its eyes. */
  reset(character: Character, view: View): void {
    this.#view = view;
    this.#toFocus(character, 1);
    const { x, y, z } = this.#focus;
    this.#wanted = Math.hypot(...BEHIND);
    this.#actual = this.#wanted;
    this.#stage.setView([x + BEHIND[0], y + BEHIND[1], z + BEHIND[2]], [x, y, z]);
    this.setView(character, view);
  }

  /** Keeps the direction. */
  setView(character: Character, view: View): void {
    const { camera, controls } = this.#stage;
    this.#view = view;
    const first = view === 'first';
    this.#toFocus(character, 1);
    this.#offset.copy(camera.position).sub(controls.target);
    if (first) this.#offset.y *= 0.25;
    else this.#offset.y = Math.max(this.#offset.y, 0.3 * this.#offset.length());
    this.#actual = first ? SPOT : this.#wanted;
    this.#offset.setLength(this.#actual);
    controls.target.copy(this.#focus);
    camera.position.copy(this.#focus).add(this.#offset);
    controls.enableZoom = !first;
    // What is dragged is the world in one case, and the head in the other.
    controls.rotateSpeed = first ? -0.45 : 0.8;
    controls.minPolarAngle = first ? 0.3 : 0.1;
    controls.maxPolarAngle = first ? Math.PI - 0.3 : 0.48 * Math.PI;
    controls.update();
  }

  /** Where "ahead" is, on the floor. */
  ahead(out: Vector3): Vector3 {
    const { camera, controls } = this.#stage;
    out.copy(controls.target).sub(camera.position);
    out.y = 0;
    return out.normalize();
  }

  /** Follows for `dt` seconds; `turn` is −1, 0 or 1, from keys. */
  follow(character: Character, dt: number, turn: number): void {
    const { camera, controls } = this.#stage;
    this.#offset.copy(camera.position).sub(controls.target);
    if (turn !== 0) this.#offset.applyAxisAngle(UP, -turn * TURN * dt);
    if (this.#view === 'third') this.#keepDistance(dt);
    else this.#offset.setLength(SPOT);
    this.#toFocus(character, 1 - Math.exp(-SMOOTH * dt));
    controls.target.copy(this.#focus);
    camera.position.copy(this.#focus).add(this.#offset);
    if (turn !== 0) camera.lookAt(this.#focus);
  }

  #toFocus({ position }: Character, share: number): void {
    const y = position.y + (this.#view === 'first' ? EYE_HEIGHT : LOOK_HEIGHT);
    // A place far from the last one is a jump to there, not a stair.
    const near = Math.abs(y - this.#focus.y) < 2 && Math.abs(position.x - this.#focus.x) < 2;
    this.#focus.set(position.x, near ? this.#focus.y + share * (y - this.#focus.y) : y, position.z);
  }

  /** Goes nearer at once where something is in between, and away again slowly. */
  #keepDistance(dt: number): void {
    const distance = this.#offset.length();
    // A distance that is not the one given last was chosen by wheel, fingers or keys.
    if (Math.abs(distance - this.#actual) > 1e-6 * distance)
      this.#wanted = Math.min(FARTHEST, Math.max(NEAREST, (this.#wanted * distance) / this.#actual));
    this.#offset.setLength(this.#wanted);
    const { x, y, z } = this.#focus;
    const to = this.#offset.clone().add(this.#focus);
    const hit = this.#scene.rayCast([x, y, z], to, { filter: (collider) => !this.#glass.has(collider) });
    const free = hit === null ? this.#wanted : Math.max(CLOSEST, hit.t * this.#wanted - GAP);
    this.#actual = Math.min(free, this.#wanted, Math.max(distance, CLOSEST) + RECEDE * dt);
    this.#offset.setLength(this.#actual);
  }
}
