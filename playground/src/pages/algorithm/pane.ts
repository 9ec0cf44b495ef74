/** One of the two views: a stage of its own, with marks over it and a title. */
import { Box3, type Mesh, type Object3D, Vector3 } from 'three';
import { el } from '../../shell/dom.ts';
import type { PageHost } from '../../shell/page.ts';
import { Stage } from '../../shell/stage.ts';
import { type Mark, Overlay } from './overlay.ts';

const EYE = [3.2, 2.6, 6.4] as const;

/** How much of the view what is fitted may take, of width and height. */
const FILL = 0.72;

/**
 * The direction to look from that shows `normal` nearly from the side, close to the usual one: distances along it are seen in
 * full, and planes across it a little from the front.
 */
export function sideView(normal: { x: number; y: number; z: number }): Vector3 {
  const n = new Vector3().copy(normal);
  const usual = new Vector3(...EYE).normalize();
  const side = usual.clone().addScaledVector(n, -usual.dot(n));
  if (side.length() < 0.2) return usual;
  side.normalize().addScaledVector(n, 0.36).normalize();
  // From straight above or below, up would be lost.
  return Math.abs(side.y) > 0.95 ? usual : side;
}

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

  /** Brings objects into view as large as they go, looking from where the camera is or along `sight`, which points to the eye. */
  fit(objects: readonly Object3D[], sight?: Vector3): void {
    const { stage } = this;
    const { camera, controls } = stage;
    if (sight !== undefined) camera.position.copy(controls.target).add(sight);
    stage.frame(...objects);
    // That fits a ball around them. Now that they are in view, their outline tells what more there is to gain.
    const points = outline(objects);
    for (let i = 0; i < 3; i++) {
      camera.updateMatrixWorld();
      const seen = new Box3().setFromPoints(points.map((p) => p.clone().project(camera)));
      const centre = seen.getCenter(new Vector3()).unproject(camera);
      const width = seen.max.x - seen.min.x;
      const height = seen.max.y - seen.min.y;
      const { target } = controls;
      const away = camera.position.clone().sub(target);
      // The centre of what is seen, at the depth of the target.
      const depth = away.length();
      const along = centre.sub(camera.position).normalize();
      target.copy(camera.position).addScaledVector(along, depth / -along.dot(away.clone().normalize()));
      const eye = away.multiplyScalar(Math.max(width / 2, height / 2) / FILL).add(target);
      stage.setView([eye.x, eye.y, eye.z], [target.x, target.y, target.z]);
    }
  }
}

function outline(objects: readonly Object3D[]): Vector3[] {
  const points: Vector3[] = [];
  for (const object of objects) {
    object.updateWorldMatrix(false, true);
    object.traverseVisible((part) => {
      const positions = (part as Mesh).geometry?.getAttribute('position');
      for (let i = 0; i < (positions?.count ?? 0); i++)
        points.push(new Vector3().fromBufferAttribute(positions, i).applyMatrix4(part.matrixWorld));
    });
  }
  return points;
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
