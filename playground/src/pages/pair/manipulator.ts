/** Moving and turning the two bodies by pointer, touch and keyboard. What is not on a body is left to the camera. */
import { RayHit, rayCast } from 'encounter';
import { Plane, Quaternion, Raycaster, Vector2, Vector3 } from 'three';
import type { PageHost } from '../../shell/page.ts';
import type { Stage } from '../../shell/stage.ts';
import type { Body } from './body.ts';

export type Side = 'a' | 'b';
export type Mode = 'move' | 'turn';

export interface ManipulatorEvents {
  /** A body became the one that keys act on; null: none, keys turn the camera. */
  onSelect(side: Side | null): void;
  onMove(side: Side, position: Vector3): void;
  onTurn(side: Side, orientation: Quaternion): void;
}

const REACH = 1e4;
const TURN_PER_PIXEL = 0.01;
const KEY_STEP = 0.05;
const KEY_TURN = Math.PI / 36;

interface Drag {
  readonly side: Side;
  readonly pointer: number;
  readonly turning: boolean;
  readonly plane: Plane;
  readonly grabbed: Vector3;
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly x: number;
  readonly y: number;
}

export class Manipulator {
  mode: Mode = 'move';
  readonly #stage: Stage;
  readonly #bodies: Record<Side, Body>;
  readonly #events: ManipulatorEvents;
  readonly #caster = new Raycaster();
  readonly #hit = new RayHit();
  #drag: Drag | null = null;
  #selected: Side | null = null;

  constructor(host: PageHost, stage: Stage, bodies: Record<Side, Body>, events: ManipulatorEvents) {
    this.#stage = stage;
    this.#bodies = bodies;
    this.#events = events;
    const { view, signal } = host;
    // Caught on the way down, before the camera's controls see it on the canvas.
    view.addEventListener('pointerdown', (event) => this.#onDown(event), { capture: true, signal });
    view.addEventListener('pointermove', (event) => this.#onMove(event), { capture: true, signal });
    for (const type of ['pointerup', 'pointercancel'] as const)
      view.addEventListener(type, (event) => this.#onUp(event), { capture: true, signal });
    view.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    stage.canvas.addEventListener('keydown', (event) => this.#onKey(event), { capture: true, signal });
  }

  get selected(): Side | null {
    return this.#selected;
  }

  select(side: Side | null): void {
    if (side === this.#selected) return;
    this.#selected = side;
    this.#events.onSelect(side);
  }

  #onDown(event: PointerEvent): void {
    if (event.target !== this.#stage.canvas || event.button === 1 || this.#drag !== null) return;
    const found = this.#pick(event);
    if (found === null) {
      // A press beside the bodies lets go of them; the camera takes it from there.
      this.select(null);
      return;
    }
    event.stopPropagation();
    this.#stage.canvas.setPointerCapture(event.pointerId);
    const { side, point } = found;
    const body = this.#bodies[side];
    const facing = this.#stage.camera.getWorldDirection(new Vector3());
    this.#drag = {
      side,
      pointer: event.pointerId,
      turning: this.mode === 'turn' || event.shiftKey || event.button === 2,
      plane: new Plane().setFromNormalAndCoplanarPoint(facing, point),
      grabbed: point,
      position: new Vector3(...body.state.position),
      orientation: body.orientation.clone(),
      x: event.clientX,
      y: event.clientY,
    };
    this.select(side);
    this.#stage.canvas.style.cursor = 'grabbing';
  }

  #onMove(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === null) {
      if (event.target === this.#stage.canvas && event.buttons === 0)
        this.#stage.canvas.style.cursor = this.#pick(event) ? 'grab' : '';
      return;
    }
    if (event.pointerId !== drag.pointer) return;
    event.stopPropagation();
    if (drag.turning) {
      const turn = this.#turn((event.clientX - drag.x) * TURN_PER_PIXEL, (event.clientY - drag.y) * TURN_PER_PIXEL);
      this.#events.onTurn(drag.side, turn.multiply(drag.orientation));
      return;
    }
    this.#aim(event);
    const at = this.#caster.ray.intersectPlane(drag.plane, new Vector3());
    if (at !== null) this.#events.onMove(drag.side, at.sub(drag.grabbed).add(drag.position));
  }

  #onUp(event: PointerEvent): void {
    if (this.#drag?.pointer !== event.pointerId) return;
    event.stopPropagation();
    this.#drag = null;
    this.#stage.canvas.style.cursor = '';
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = ({ a: 'a', A: 'a', b: 'b', B: 'b', Escape: null } as const)[event.key];
    if (chosen !== undefined) {
      this.select(chosen);
      event.preventDefault();
      return;
    }
    const side = this.#selected;
    if (side === null) return;
    const key = {
      ArrowLeft: [-1, 0, 0],
      ArrowRight: [1, 0, 0],
      ArrowUp: [0, 1, 0],
      ArrowDown: [0, -1, 0],
      PageUp: [0, 0, -1],
      PageDown: [0, 0, 1],
    }[event.key];
    if (key === undefined) return;
    event.preventDefault();
    const body = this.#bodies[side];
    if (event.shiftKey || this.mode === 'turn') {
      const roll = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), key[2] * KEY_TURN);
      const turn = this.#turn(key[0] * KEY_TURN, -key[1] * KEY_TURN).multiply(roll);
      this.#events.onTurn(side, turn.multiply(body.orientation));
    } else {
      const [x, y, z] = body.state.position;
      this.#events.onMove(side, new Vector3(x + key[0] * KEY_STEP, y + key[1] * KEY_STEP, z + key[2] * KEY_STEP));
    }
  }

  /** A turn as one turns a ball under one's hand: across about the camera's up, along about its right. */
  #turn(across: number, along: number): Quaternion {
    const { camera } = this.#stage;
    const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    return new Quaternion().setFromAxisAngle(up, across).multiply(new Quaternion().setFromAxisAngle(right, along));
  }

  #aim(event: PointerEvent): void {
    const box = this.#stage.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    this.#caster.setFromCamera(new Vector2(x, y), this.#stage.camera);
  }

  /** The body under the pointer, found by the library itself. */
  #pick(event: PointerEvent): { side: Side; point: Vector3 } | null {
    this.#aim(event);
    const { origin, direction } = this.#caster.ray;
    const to = origin.clone().addScaledVector(direction, REACH);
    let nearest = Infinity;
    let found: { side: Side; point: Vector3 } | null = null;
    for (const side of ['a', 'b'] as const) {
      const body = this.#bodies[side];
      // A halfspace is everywhere: it must be chosen first, or nothing would be left to turn the camera by.
      if (body.unbounded && side !== this.#selected) continue;
      const hit = rayCast(body.handle, origin, to, this.#hit);
      if (hit === null || hit.t === 0 || hit.t >= nearest) continue;
      nearest = hit.t;
      found = { side, point: new Vector3().copy(hit.point) };
    }
    return found;
  }
}
