/** Finds what is under the pointer. */
import type { OrthographicCamera, PerspectiveCamera } from 'three';
import { show } from '../check.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneRayHit, SceneRayOptions } from '../scene/scene-query.ts';

/** Normalised device coordinates: −1 … 1 from left to right and from the bottom up. A three.js Vector2 fits. */
export interface Pointer {
  x: number;
  y: number;
}

/** The segment of a view under one pixel: from the near plane to the far plane, in the world. */
export interface PointerRay {
  readonly from: Vec3;
  readonly to: Vec3;
}

/** The position of a pointer or mouse event in an element, in normalised device coordinates. */
export function pointerFromEvent(
  event: { readonly clientX: number; readonly clientY: number },
  element: { getBoundingClientRect(): { left: number; top: number; width: number; height: number } },
  out: Pointer = { x: 0, y: 0 },
): Pointer {
  const { left, top, width, height } = element.getBoundingClientRect();
  out.x = (2 * (event.clientX - left)) / width - 1;
  out.y = 1 - (2 * (event.clientY - top)) / height;
  return out;
}

/**
 * The segment under a pointer, from the camera's near plane to its far plane. Updates the camera's world matrix. As always in three.js,
 * you must call `updateProjectionMatrix()` yourself.
 */
export function rayFromCamera(
  camera: PerspectiveCamera | OrthographicCamera,
  pointer: Readonly<Pointer>,
  out: PointerRay = { from: new Vec3(), to: new Vec3() },
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

function place(m: ArrayLike<number>, x: number, y: number, z: number, out: Vec3): void {
  out.set(
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  );
}
