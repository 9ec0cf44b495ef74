/**
 * Taking hold of things in the view: by pointer and touch, which move them in the plane that faces the camera, and by keys.
 * What is not on one of them is left to the camera.
 */
import { type Collider, RayHit, rayCast } from 'encounter';
import { type Object3D, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { StageHost } from './page.ts';
import type { Stage } from './stage.ts';

export interface Grabbable {
  /** The key, in lower case, that chooses it when the view has the focus. */
  readonly key: string;
  /** What is said when it is chosen. */
  readonly name: string;
  /** What the pointer must hit. */
  readonly collider: Collider;
  /** Its position, in the world, is where the drag starts from. */
  readonly object: Object3D;
}

export interface GrabEvents<T extends Grabbable> {
  /** What can be taken now. */
  items(): readonly T[];
  /** One became what keys act on; null: none, keys turn the camera. */
  onSelect(item: T | null): void;
  /** A drag wants it here. */
  onMove(item: T, position: Vector3): void;
  /** A key asks for one step along an axis: arrows are x and y, Page Up and Down z. */
  onStep(item: T, step: Vector3, shift: boolean): void;
  /** Whether something else, such as a gizmo, wants this press. */
  isTaken?(event: PointerEvent): boolean;
}

const REACH = 1e4;

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
    if (event.target !== this.#stage.canvas || event.button !== 0 || this.#drag !== null) return;
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
    this.#drag = {
      item,
      pointer: event.pointerId,
      plane: new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), point),
      offset: item.object.getWorldPosition(new Vector3()).sub(point),
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
      const hit = rayCast(item.collider, origin, to, this.#hit);
      if (hit === null || hit.t === 0 || hit.t >= nearest) continue;
      nearest = hit.t;
      found = { item, point: new Vector3().copy(hit.point) };
    }
    return found;
  }
}
