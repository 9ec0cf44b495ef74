import type { Vec3 } from '../math/vec3.ts';

/**
 * Moves `out` by the radius along `dir`: the support mapping of a ball added to that of a core (§4.3.4). The radius is passed in its
 * shape: a number passed to a function that is not inlined is allocated on the heap.
 */
export function addRadial(dir: Vec3, ball: { readonly radius: number }, out: Vec3): Vec3 {
  const { radius } = ball;
  // Scaled by the largest component, so that no finite direction overflows or underflows when squared.
  const m = Math.max(Math.abs(dir.x), Math.abs(dir.y), Math.abs(dir.z));
  if (m === 0) {
    out.x += radius;
    return out;
  }
  const x = dir.x / m;
  const y = dir.y / m;
  const z = dir.z / m;
  const s = radius / Math.sqrt(x * x + y * y + z * z);
  out.x += x * s;
  out.y += y * s;
  out.z += z * s;
  return out;
}
