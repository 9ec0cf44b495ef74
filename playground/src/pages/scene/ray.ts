/** A ray from the camera into the scene, where the pointer is or through the middle of the view, and what it meets first. */
import type { Scene, SceneRayHit } from 'encounter';
import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import type { PageHost } from '../../shell/page.ts';
import type { Stage } from '../../shell/stage.ts';
import type { Palette } from '../../shell/theme.ts';
import { glance, WARM_UP } from '../../shell/timing.ts';
import type { RayMode } from './state.ts';

/** How long the normal is drawn, in pixels. */
const LENGTH = 46;
/** Milliseconds of the warm-up that are done at once. */
const WARM_UP_AT_ONCE = 12;

export class Ray {
  readonly object = new Group();
  hit: SceneRayHit<number> | null = null;
  /** Milliseconds that one takes; null while the engine warms up. */
  time: number | null = null;
  #warmUp = WARM_UP;
  readonly #stage: Stage;
  readonly #material = new MeshBasicMaterial();
  /** Where the pointer is, −1 … 1 in both directions; null when it is elsewhere. */
  #pointer: Vector2 | null = null;
  readonly #to = new Vector3();
  readonly #normal = new Vector3();

  constructor(host: PageHost, stage: Stage) {
    this.#stage = stage;
    const shaft = new Mesh(new CylinderGeometry(0.025, 0.025, 0.8, 12).translate(0, 0.4, 0), this.#material);
    const tip = new Mesh(new ConeGeometry(0.09, 0.24, 16).translate(0, 0.88, 0), this.#material);
    const dot = new Mesh(new SphereGeometry(0.1, 16, 12), this.#material);
    this.object.add(shaft, tip, dot);
    this.object.visible = false;

    const { canvas } = stage;
    const { signal } = host;
    // A drag turns the camera; a ray goes where the pointer rests, or where a finger was lifted.
    canvas.addEventListener('pointermove', (event) => event.buttons === 0 && this.#aim(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.#aim(event), { signal });
    const leave = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch') this.#point(null);
    };
    canvas.addEventListener('pointerleave', leave, { signal });
  }

  paint(palette: Palette): void {
    this.#material.color.set(palette.calm);
  }

  cast(scene: Scene<number>, mode: RayMode): void {
    const { camera, canvas } = this.#stage;
    const aim = mode === 'pointer' ? this.#pointer : mode === 'centre' ? MIDDLE : null;
    if (aim === null) this.hit = null;
    else {
      this.#to.set(aim.x, aim.y, 1).unproject(camera);
      this.hit = scene.rayCast(camera.position, this.#to);
    }
    this.object.visible = this.hit !== null;
    if (this.hit === null) return;
    this.object.position.copy(this.hit.point);
    this.#normal.copy(this.hit.normal);
    // A camera inside an object: there is no normal.
    this.object.visible = this.#normal.lengthSq() > 0;
    this.object.quaternion.setFromUnitVectors(UP, this.#normal);
    this.object.scale.setScalar(LENGTH * pixelSize(camera, this.object.position, canvas.clientHeight));
  }

  /** Casts the last one again, as often as it takes to measure it. */
  measure(scene: Scene<number>): void {
    const { position } = this.#stage.camera;
    const cast = (): void => void scene.rayCast(position, this.#to);
    const end = performance.now() + WARM_UP_AT_ONCE;
    if (this.#warmUp > 0) {
      while (performance.now() < end) cast();
      this.#warmUp -= WARM_UP_AT_ONCE;
    } else this.time = glance(cast);
  }

  /** From the camera to the hit. */
  get distance(): number {
    return this.object.position.distanceTo(this.#stage.camera.position);
  }

  #aim(event: PointerEvent): void {
    const { left, top, width, height } = this.#stage.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - left)) / width - 1;
    const y = 1 - (2 * (event.clientY - top)) / height;
    this.#point(new Vector2(x, y));
  }

  #point(at: Vector2 | null): void {
    this.#pointer = at;
    this.#stage.invalidate();
  }
}

const MIDDLE = new Vector2(0, 0);
const UP = new Vector3(0, 1, 0);

/** How large a pixel is at a place. */
function pixelSize(camera: PerspectiveCamera, at: Vector3, height: number): number {
  const depth = at.clone().applyMatrix4(camera.matrixWorldInverse).z;
  return (-depth * 2 * Math.tan((camera.fov * Math.PI) / 360)) / height;
}
