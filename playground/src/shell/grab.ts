/**
 * Taking hold of things in the view: by pointer and touch, which move them in the plane that faces the camera, and by keys.
 * What is not on one of them is left to the camera.
 */
import { type Collider, RayHit, rayCast } from 'encounter';
import { type Object3D, Plane, Quaternion, Raycaster, Vector2, Vector3 } from 'three';
import type { StageHost } from './page.ts';
import type { Stage } from './stage.ts';

export interface Grabbable {
  /** The key, in lower case, that chooses it when the view has the focus. */
  readonly key: string;
  /** What is said when it is chosen. */
  readonly name: string;
  /** What the pointer must hit, unless there is a grip. */
  readonly collider: Collider;
  /** A little larger than the collider: a point could not be hit otherwise. */
  readonly grip?: Collider;
  /** Its position, in the world, is where the drag starts from. */
  readonly object: Object3D;
  /** Whether it has no end, as a halfspace: it must be chosen by its key first, or nothing would be left to turn the camera by. */
  readonly unbounded?: boolean;
}

export interface GrabEvents<T extends Grabbable> {
  /** What can be taken now. */
  items(): readonly T[];
  /** One became what keys act on; null: none, keys turn the camera. */
  onSelect(item: T | null): void;
  /** A drag wants it here. */
  onMove(item: T, position: Vector3): void;
  /** A drag wants it turned like this. */
  onTurn?(item: T, orientation: Quaternion): void;
  /** A key asks for one step along an axis: arrows are x and y, Page Up and Down z. */
  onStep(item: T, step: Vector3, shift: boolean): void;
  /** Whether something else, such as a gizmo, wants this press. */
  isTaken?(event: PointerEvent): boolean;
  /** Whether a drag turns; with Shift or the right button it does in any case, if there is an `onTurn`. */
  isTurn?(): boolean;
}

const REACH = 1e4;
const TURN_PER_PIXEL = 0.01;

const STEPS: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};

interface Drag<T> {
  readonly item: T;
  readonly pointer: number;
  readonly plane: Plane;
  /** From where the pointer is in that plane to the position of the object. */
  readonly offset: Vector3;
  /** For a turn: how the object was turned, and where the pointer was. Null: it moves. */
  readonly turn: { readonly from: Quaternion; readonly x: number; readonly y: number } | null;
}

export class Grab<T extends Grabbable> {
  readonly #host: StageHost;
  readonly #stage: Stage;
  readonly #events: GrabEvents<T>;
  readonly #caster = new Raycaster();
  readonly #hit = new RayHit();
  #drag: Drag<T> | null = null;
  #selected: T | null = null;

  constructor(host: StageHost, stage: Stage, events: GrabEvents<T>) {
    this.#host = host;
    this.#stage = stage;
    this.#events = events;
    const { view, signal } = host;
    // Caught on the way down, before the camera's controls see it on the canvas.
    view.addEventListener('pointerdown', (event) => this.#onDown(event), { capture: true, signal });
    view.addEventListener('pointermove', (event) => this.#onMove(event), { capture: true, signal });
    for (const type of ['pointerup', 'pointercancel'] as const)
      view.addEventListener(type, (event) => this.#onUp(event), { capture: true, signal });
    if (events.onTurn !== undefined)
      view.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    stage.canvas.addEventListener('keydown', (event) => this.#onKey(event), { capture: true, signal });
  }

  get selected(): T | null {
    return this.#selected;
  }

  /** Whether something is being dragged. */
  get holding(): boolean {
    return this.#drag !== null;
  }

  select(item: T | null): void {
    if (item === this.#selected) return;
    this.#selected = item;
    this.#events.onSelect(item);
    if (item !== null) this.#host.announce(`${item.name} is chosen.`);
  }

  #onDown(event: PointerEvent): void {
    const { onTurn, isTurn } = this.#events;
    const right = event.button === 2 && onTurn !== undefined;
    if (event.target !== this.#stage.canvas || !(event.button === 0 || right) || this.#drag !== null) return;
    if (this.#events.isTaken?.(event)) return;
    const found = this.#pick(event);
    if (found === null) {
      this.select(null);
      return;
    }
    event.stopPropagation();
    const { canvas, camera } = this.#stage;
    canvas.setPointerCapture(event.pointerId);
    const { item, point } = found;
    const turning = onTurn !== undefined && (right || event.shiftKey || isTurn?.() === true);
    this.#drag = {
      item,
      pointer: event.pointerId,
      plane: new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), point),
      offset: item.object.getWorldPosition(new Vector3()).sub(point),
      turn: turning ? { from: item.object.quaternion.clone(), x: event.clientX, y: event.clientY } : null,
    };
    this.select(item);
    canvas.style.cursor = 'grabbing';
  }

  #onMove(event: PointerEvent): void {
    const { canvas } = this.#stage;
    const drag = this.#drag;
    if (drag === null) {
      if (event.target === canvas && event.buttons === 0) canvas.style.cursor = this.#pick(event) ? 'grab' : '';
      return;
    }
    if (event.pointerId !== drag.pointer) return;
    event.stopPropagation();
    if (drag.turn !== null) {
      const { from, x, y } = drag.turn;
      this.#events.onTurn?.(drag.item, this.#turned(event.clientX - x, event.clientY - y).multiply(from));
      return;
    }
    this.#aim(event);
    const at = this.#caster.ray.intersectPlane(drag.plane, new Vector3());
    if (at !== null) this.#events.onMove(drag.item, at.add(drag.offset));
  }

  #onUp(event: PointerEvent): void {
    if (this.#drag?.pointer !== event.pointerId) return;
    event.stopPropagation();
    this.#drag = null;
    this.#stage.canvas.style.cursor = '';
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = this.#events.items().find(({ key }) => key === event.key.toLowerCase());
    const step = STEPS[event.key];
    if (chosen !== undefined) this.select(chosen);
    else if (event.key === 'Escape') this.select(null);
    else if (step !== undefined && this.#selected !== null)
      this.#events.onStep(this.#selected, new Vector3(...step), event.shiftKey);
    else return;
    event.preventDefault();
  }

  /** A turn as one turns a ball under one's hand: across about the camera's up, along about its right; in pixels. */
  #turned(across: number, along: number): Quaternion {
    const { matrixWorld } = this.#stage.camera;
    const up = new Vector3().setFromMatrixColumn(matrixWorld, 1);
    const right = new Vector3().setFromMatrixColumn(matrixWorld, 0);
    const turn = new Quaternion().setFromAxisAngle(up, across * TURN_PER_PIXEL);
    return turn.multiply(new Quaternion().setFromAxisAngle(right, along * TURN_PER_PIXEL));
  }

  #aim(event: PointerEvent): void {
    const box = this.#stage.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    this.#caster.setFromCamera(new Vector2(x, y), this.#stage.camera);
  }

  /** What is under the pointer, found by the library itself. */
  #pick(event: PointerEvent): { item: T; point: Vector3 } | null {
    this.#aim(event);
    const { origin, direction } = this.#caster.ray;
    const to = origin.clone().addScaledVector(direction, REACH);
    let nearest = Infinity;
    let found: { item: T; point: Vector3 } | null = null;
    for (const item of this.#events.items()) {
      if (item.unbounded === true && item !== this.#selected) continue;
      const hit = rayCast(item.grip ?? item.collider, origin, to, this.#hit);
      if (hit === null || hit.t === 0 || hit.t >= nearest) continue;
      nearest = hit.t;
      found = { item, point: new Vector3().copy(hit.point) };
    }
    return found;
  }
}
