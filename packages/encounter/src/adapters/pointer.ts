/** Pointers on a canvas, and the part of a view that is under one. */
import { Vec3 } from '../math/vec3.ts';

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

export function newRay(): PointerRay {
  return { from: new Vec3(), to: new Vec3() };
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

/** Carries a point from the frame of a column-major matrix to the world. */
export function place(m: ArrayLike<number>, x: number, y: number, z: number, out: Vec3): void {
  out.set(
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  );
}
