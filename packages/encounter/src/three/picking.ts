/** Finds what is under the pointer. */
import type { OrthographicCamera, PerspectiveCamera } from 'three';
import { newRay, type Pointer, type PointerRay, place } from '../adapters/pointer.ts';
import { show } from '../check.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneRayHit, SceneRayOptions } from '../scene/scene-query.ts';

/**
 * The segment under a pointer, from the camera's near plane to its far plane. Updates the camera's world matrix. As always in three.js,
 * you must call `updateProjectionMatrix()` yourself.
 */
export function rayFromCamera(
  camera: PerspectiveCamera | OrthographicCamera,
  pointer: Readonly<Pointer>,
  out: PointerRay = newRay(),
): PointerRay {
  const { near, far } = camera;
  if (!Number.isFinite(near) || !Number.isFinite(far))
    throw new TypeError(`camera must have finite near and far planes, got ${show(near)} and ${show(far)}`);
  camera.updateWorldMatrix(true, false);
  // Unproject any depth in front of the camera, whatever depth convention the projection has, and go along the line of sight from there.
  const p = camera.projectionMatrixInverse.elements;
  const { x, y } = pointer;
  const w = p[3] * x + p[7] * y + p[11] * 0.5 + p[15];
  const px = (p[0] * x + p[4] * y + p[8] * 0.5 + p[12]) / w;
  const py = (p[1] * x + p[5] * y + p[9] * 0.5 + p[13]) / w;
  const pz = (p[2] * x + p[6] * y + p[10] * 0.5 + p[14]) / w;
  const m = camera.matrixWorld.elements;
  const perspective = camera.projectionMatrix.elements[15] === 0;
  place(m, perspective ? px * (near / -pz) : px, perspective ? py * (near / -pz) : py, -near, out.from);
  place(m, perspective ? px * (far / -pz) : px, perspective ? py * (far / -pz) : py, -far, out.to);
  return out;
}

/**
 * The first collider under a pointer, with the point and the normal there; null if there is none.
 *
 * @example
 * canvas.addEventListener('pointerdown', (event) => {
 *   const hit = pick(world, camera, pointerFromEvent(event, canvas));
 *   if (hit) console.log(hit.collider.data, hit.point);
 * });
 */
export function pick<T>(
  scene: Scene<T>,
  camera: PerspectiveCamera | OrthographicCamera,
  pointer: Readonly<Pointer>,
  options?: Omit<SceneRayOptions<T>, 'all'>,
): SceneRayHit<T> | null {
  const { from, to } = rayFromCamera(camera, pointer);
  return scene.rayCast(from, to, options);
}
