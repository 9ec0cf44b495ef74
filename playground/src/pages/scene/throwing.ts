/**
 * Choosing an object and throwing it. A click chooses what is there. While taking is switched on, a drag takes what it begins on along, in
 * the plane that faces the camera, and lets go of it at the speed that it had; a drag that begins beside the objects turns the camera.
 */
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { PageHost } from '../../shell/page.ts';
import type { Stage } from '../../shell/stage.ts';
import type { World } from './world.ts';

/** A pointer that moves by no more than so many pixels has clicked. */
const STILL = 6;
/** Units a second: how fast a key throws, and how fast anything may be thrown. */
const SPEED = 14;
const FASTEST = 40;
/** The speed of a hand is that of about the last so many milliseconds. */
const MEMORY = 60;
const REACH = 1e4;

interface Hold {
  readonly object: number;
  readonly pointer: number;
  readonly plane: Plane;
  readonly offset: Vector3;
  readonly velocity: Vector3;
  readonly last: Vector3;
  time: number;
}

export interface ThrowEvents {
  world(): World;
  /** Another one is chosen, or none: −1. */
  onChoose(object: number): void;
  onThrow(object: number): void;
}

export class Throwing {
  /** Whether a drag takes objects along. */
  taking = false;
  readonly #stage: Stage;
  readonly #events: ThrowEvents;
  readonly #caster = new Raycaster();
  #chosen = -1;
  #hold: Hold | null = null;
  #down: Vector2 | null = null;

  constructor({ view, signal }: PageHost, stage: Stage, events: ThrowEvents) {
    this.#stage = stage;
    this.#events = events;
    // Caught on the way down, before the camera's controls see it on the canvas.
    view.addEventListener('pointerdown', (event) => this.#onDown(event), { capture: true, signal });
    view.addEventListener('pointermove', (event) => this.#onMove(event), { capture: true, signal });
    for (const type of ['pointerup', 'pointercancel'] as const)
      view.addEventListener(type, (event) => this.#onUp(event), { capture: true, signal });
  }

  get chosen(): number {
    return this.#chosen;
  }

  choose(object: number): void {
    if (object === this.#chosen) return;
    this.#chosen = object;
    this.#events.onChoose(object);
    this.#stage.invalidate();
  }

  /** Chooses what is in the middle of the view. */
  chooseMiddle(): void {
    this.choose(this.#pick(new Vector2(0, 0))?.object ?? -1);
  }

  /** Throws what is chosen away from the camera. */
  throwChosen(): void {
    if (this.#chosen < 0) return;
    const away = this.#stage.camera.getWorldDirection(new Vector3());
    this.#let(this.#chosen, away.multiplyScalar(SPEED));
  }

  /** The objects are other ones. */
  forget(): void {
    this.#hold = null;
    this.choose(-1);
  }

  #onDown(event: PointerEvent): void {
    if (event.target !== this.#stage.canvas || event.button !== 0 || !event.isPrimary) return;
    this.#down = new Vector2(event.clientX, event.clientY);
    if (!this.taking) return;
    const found = this.#pick(this.#place(event));
    if (found === null) return;
    event.stopPropagation();
    const { canvas, camera } = this.#stage;
    canvas.setPointerCapture(event.pointerId);
    canvas.style.cursor = 'grabbing';
    const { object, point } = found;
    const at = new Vector3().copy(this.#events.world().positionOf(object));
    this.#hold = {
      object,
      pointer: event.pointerId,
      plane: new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), point),
      offset: at.clone().sub(point),
      velocity: new Vector3(),
      last: at,
      time: event.timeStamp,
    };
    this.#events.world().hold(object, at);
    this.choose(object);
  }

  #onMove(event: PointerEvent): void {
    const hold = this.#hold;
    if (hold === null || hold.pointer !== event.pointerId) return;
    event.stopPropagation();
    this.#caster.setFromCamera(this.#place(event), this.#stage.camera);
    const at = this.#caster.ray.intersectPlane(hold.plane, new Vector3());
    if (at === null) return;
    at.add(hold.offset);
    const ms = Math.max(1, event.timeStamp - hold.time);
    const speed = at
      .clone()
      .sub(hold.last)
      .multiplyScalar(1000 / ms);
    hold.velocity.lerp(speed, 1 - Math.exp(-ms / MEMORY));
    hold.last.copy(at);
    hold.time = event.timeStamp;
    this.#events.world().hold(hold.object, at);
    this.#stage.invalidate();
  }

  #onUp(event: PointerEvent): void {
    const down = this.#down;
    this.#down = null;
    const hold = this.#hold;
    if (hold !== null && hold.pointer === event.pointerId) {
      event.stopPropagation();
      this.#hold = null;
      this.#stage.canvas.style.cursor = '';
      // Who waits before letting go does not throw.
      const rest = Math.exp(-Math.max(0, event.timeStamp - hold.time - 16) / MEMORY);
      this.#let(hold.object, hold.velocity.multiplyScalar(rest));
      return;
    }
    if (down === null || event.type === 'pointercancel') return;
    if (down.distanceTo(new Vector2(event.clientX, event.clientY)) > STILL) return;
    this.choose(this.#pick(this.#place(event))?.object ?? -1);
  }

  #let(object: number, velocity: Vector3): void {
    this.#events.world().letGo(object, velocity.clampLength(0, FASTEST));
    this.#events.onThrow(object);
    this.#stage.invalidate();
  }

  /** Where the pointer is in the view, −1 … 1 in both directions. */
  #place(event: PointerEvent): Vector2 {
    const { left, top, width, height } = this.#stage.canvas.getBoundingClientRect();
    return new Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height);
  }

  #pick(at: Vector2): { object: number; point: Vector3 } | null {
    this.#caster.setFromCamera(at, this.#stage.camera);
    const { origin, direction } = this.#caster.ray;
    const hit = this.#events.world().scene.rayCast(origin, origin.clone().addScaledVector(direction, REACH));
    return hit === null ? null : { object: hit.collider.data, point: new Vector3().copy(hit.point) };
  }
}
