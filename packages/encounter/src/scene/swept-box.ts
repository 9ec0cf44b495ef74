/**
 * A box that translates along with a collider and contains it all the while, though the collider may turn.
 *
 * Let r be a point relative to the centre of the turn at the start, u the axis and θ the angle. Turned, the point keeps its height r·u
 * along the axis and its distance d from the axis, and is no farther from where it was than d·min(θ, 2). On the coordinate axis e only
 * the part s = √(1 − (u·e)²) of what is across u counts. So the coordinate along e is
 *
 *   within d·min(θ, 2)·s of r·e, and within d·s of (r·u)(u·e).
 *
 * The collider is within its box at the start, so extremes over the corners of that box serve for r.
 *
 * A mesh that deforms does not turn. Its vertices move on straight lines, so a box around their starts and ends contains them.
 */
import type { Collider } from '../bodies/collider.ts';
import { Aabb } from '../math/aabb.ts';
import type { Path } from '../math/path.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { ACCURACY_CURVED } from '../tolerances.ts';
import { roundingOf } from './scene-query.ts';

const AXES = ['x', 'y', 'z'] as const;

export function sweptBox(collider: Collider, path: Path, out: Aabb = new Aabb()): Aabb {
  const { center, translation, axis, angle, turns } = path;
  const { min, max } = collider.bounds(out);
  if (path.deforms) includeEnds(collider, path, out);
  const boundless = !(max.x - min.x < Infinity && max.y - min.y < Infinity && max.z - min.z < Infinity);
  if (turns && boundless) {
    min.set(-Infinity, -Infinity, -Infinity);
    max.set(Infinity, Infinity, Infinity);
    return out;
  }
  // An impact is reported when the two are within the accuracy, which is relative to the smaller of them.
  let slack = ACCURACY_CURVED * collider.extent + roundingOf(min, max) + roundingOf(translation, translation);
  if (turns) {
    slack += roundingOf(center, center);
    let far = 0;
    let low = Infinity;
    let high = -Infinity;
    for (let corner = 0; corner < 8; corner++) {
      const x = (corner & 1 ? max.x : min.x) - center.x;
      const y = (corner & 2 ? max.y : min.y) - center.y;
      const z = (corner & 4 ? max.z : min.z) - center.z;
      const height = x * axis.x + y * axis.y + z * axis.z;
      low = Math.min(low, height);
      high = Math.max(high, height);
      const ax = x - height * axis.x;
      const ay = y - height * axis.y;
      const az = z - height * axis.z;
      far = Math.max(far, ax * ax + ay * ay + az * az);
    }
    far = Math.sqrt(far) + slack;
    for (const k of AXES) {
      const along = axis[k];
      const across = far * Math.sqrt(Math.max(0, 1 - along * along));
      const moved = Math.min(angle[0], 2) * across;
      const bottom = center[k] + Math.min(low * along, high * along) - across;
      const top = center[k] + Math.max(low * along, high * along) + across;
      min[k] = Math.max(min[k] - moved, bottom);
      max[k] = Math.min(max[k] + moved, top);
    }
  }
  min.set(min.x - slack, min.y - slack, min.z - slack);
  max.set(max.x + slack, max.y + slack, max.z + slack);
  return out;
}

/** Lets the vertices of a deforming mesh at t = 1 count, the translation aside. */
function includeEnds(collider: Collider, { ends }: Path, { min, max }: Aabb): void {
  const { m } = collider.placement;
  const array = ends.array as ArrayLike<number>;
  const { count } = (collider.shape as MeshShape).vertices;
  const { margin } = collider;
  for (let i = 0, k = ends.offset; i < count; i++, k += ends.stride) {
    const x = array[k];
    const y = array[k + 1];
    const z = array[k + 2];
    for (let r = 0; r < 3; r++) {
      const axis = AXES[r];
      const at = m[r] * x + m[3 + r] * y + m[6 + r] * z + m[9 + r];
      min[axis] = Math.min(min[axis], at - margin);
      max[axis] = Math.max(max[axis], at + margin);
    }
  }
}
