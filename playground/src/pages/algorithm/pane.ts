/** One of the two views: a stage of its own, with marks over it and a title. */
import type { Object3D } from 'three';
import { Vector3 } from 'three';
import { el } from '../../shell/dom.ts';
import type { PageHost } from '../../shell/page.ts';
import { Stage } from '../../shell/stage.ts';
import { type Mark, Overlay } from './overlay.ts';

const EYE = [3.2, 2.6, 6.4] as const;

export class Pane {
  readonly element: HTMLElement;
  readonly stage: Stage;
  readonly #overlay: Overlay;

  constructor(host: PageHost, parent: HTMLElement, title: string, subtitle: string, label: string) {
    this.element = el('section', { class: 'algo-pane' });
    parent.append(this.element);
    this.stage = new Stage({ ...host, view: this.element }, { label, eye: EYE, grid: 0 });
    this.element.append(el('h2', { class: 'algo-title' }, title, el('small', {}, subtitle)));
    this.#overlay = new Overlay(this.element);
    this.stage.onFrame(() => this.#overlay.draw(this.stage.camera));
  }

  show(marks: readonly Mark[]): void {
    this.#overlay.show(marks);
    this.stage.invalidate();
  }

  fit(...objects: Object3D[]): void {
    this.stage.frame(...objects);
  }
}

/** Turns the camera of each of two panes along with the other's: a direction then looks the same in both. */
export function linkCameras(panes: readonly [Pane, Pane]): void {
  const common = sight(panes[0]);
  for (const pane of panes) {
    const other = panes[0] === pane ? panes[1] : panes[0];
    pane.stage.onFrame(() => {
      const own = sight(pane);
      if (own.distanceTo(common) < 1e-5) return;
      common.copy(own);
      const { camera, controls } = other.stage;
      const distance = camera.position.distanceTo(controls.target);
      camera.position.copy(controls.target).addScaledVector(common, distance);
      other.stage.invalidate();
    });
  }
}

/** From what is looked at towards the eye. */
function sight({ stage: { camera, controls } }: Pane): Vector3 {
  return new Vector3().subVectors(camera.position, controls.target).normalize();
}
