/** Finds what is under the pointer. */
import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import { newRay, type Pointer, type PointerRay, place } from '../adapters/pointer.ts';
import { show } from '../check.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneRayHit, SceneRayOptions } from '../scene/scene-query.ts';

/** The segment under a pointer, from the camera's near plane to its far plane. Updates the camera's matrices. */
export function rayFromCamera(camera: Camera, pointer: Readonly<Pointer>, out: PointerRay = newRay()): PointerRay {
  const { minZ, maxZ } = camera;
  if (!Number.isFinite(minZ) || !(maxZ > minZ) || !Number.isFinite(maxZ))
    throw new TypeError(`camera must have finite near and far planes, got minZ ${show(minZ)} and maxZ ${show(maxZ)}`);
  camera.getViewMatrix(true);
  const { m } = camera.getWorldMatrix();
  const p = camera.getProjectionMatrix(true).m;
  // A left-handed camera looks along +z, a right-handed one along −z.
  const forward = camera.getScene().useRightHandedSystem ? -1 : 1;
  unproject(p, m, pointer, forward * minZ, out.from);
  unproject(p, m, pointer, forward * maxZ, out.to);
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
  camera: Camera,
  pointer: Readonly<Pointer>,
  options?: Omit<SceneRayOptions<T>, 'all'>,
): SceneRayHit<T> | null {
  const { from, to } = rayFromCamera(camera, pointer);
  return scene.rayCast(from, to, options);
}

/**
 * The point at a depth in the camera's frame that is drawn under the pointer. Solves the first two rows of the projection, which do
 * not depend on how depth is stored; the inverse in single precision would lose the far plane.
 */
function unproject(
  p: ArrayLike<number>,
  m: ArrayLike<number>,
  { x, y }: Readonly<Pointer>,
  z: number,
  out: Vec3,
): void {
  const w = p[11] * z + p[15];
  const right = x * w - p[8] * z - p[12];
  const up = y * w - p[9] * z - p[13];
  const det = p[0] * p[5] - p[4] * p[1];
  place(m, (p[5] * right - p[4] * up) / det, (p[0] * up - p[1] * right) / det, z, out);
}
