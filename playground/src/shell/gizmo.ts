/** Arrows, rings and handles on the chosen thing. */
import type { Object3D } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { Stage } from './stage.ts';

export type Mode = 'move' | 'turn' | 'scale';

const MODES = { move: 'translate', turn: 'rotate', scale: 'scale' } as const;

export class Gizmo {
  readonly #controls: TransformControls;
  readonly #stage: Stage;

  constructor(stage: Stage, onChange: () => void) {
    this.#stage = stage;
    const controls = new TransformControls(stage.camera, stage.canvas);
    this.#controls = controls;
    controls.size = 0.75;
    controls.addEventListener('dragging-changed', ({ value }) => {
      stage.controls.enabled = value !== true;
    });
    controls.addEventListener('change', () => stage.invalidate());
    controls.addEventListener('objectChange', onChange);
    stage.scene.add(controls.getHelper());
  }

  set mode(mode: Mode) {
    this.#controls.setMode(MODES[mode]);
  }

  /** All axes, or the one across a plane that things stay in. */
  set axes(axes: 'all' | 'z') {
    this.#controls.showX = this.#controls.showY = this.#controls.showE = axes === 'all';
  }

  attach(object: Object3D | null): void {
    if (object === null) this.#controls.detach();
    else this.#controls.attach(object);
    this.#stage.invalidate();
  }

  /** Whether a press here is on the gizmo; for touch, too, which does not hover first. */
  isUnder(event: PointerEvent): boolean {
    if (this.#controls.object === undefined) return false;
    const box = this.#stage.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    // Typed as an event, but what it reads is a place on the screen, −1…1.
    this.#controls.pointerHover({ x, y } as PointerEvent);
    return this.#controls.axis !== null;
  }

  dispose(): void {
    this.#controls.detach();
    this.#controls.dispose();
  }
}
