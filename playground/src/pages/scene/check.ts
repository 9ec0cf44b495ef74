/** The scene's answers beside those of the dumbest way there is: every pair, box by box, then shape by shape. */
import { Aabb, intersects } from 'encounter';
import type { World } from './world.ts';

export interface Verdict {
  /** Pairs whose boxes overlap, and pairs that touch, by brute force. */
  readonly encounters: number;
  readonly touching: number;
  /** Pairs that one side has and the other has not. */
  readonly mismatches: number;
}

export function checkFrame({ colliders, scene, touches }: World): Verdict {
  const n = colliders.length;
  const boxes = new Float64Array(6 * n);
  const box = new Aabb();
  for (let i = 0; i < n; i++) {
    const { min, max } = colliders[i].bounds(box);
    boxes.set([min.x, min.y, min.z, max.x, max.y, max.z], 6 * i);
  }
  const key = (a: number, b: number): number => Math.min(a, b) * n + Math.max(a, b);
  const met = new Set<number>();
  for (const [a, b] of scene.encounters()) met.add(key(a.data, b.data));
  const touched = new Set<number>();
  for (let k = 0; k < touches.count; k++) touched.add(key(touches.pairs[2 * k], touches.pairs[2 * k + 1]));

  let encounters = 0;
  let touching = 0;
  let mismatches = 0;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      if (!overlap(boxes, 6 * i, 6 * j)) continue;
      encounters++;
      if (!met.delete(key(i, j))) mismatches++;
      if (!intersects(colliders[i], colliders[j])) continue;
      touching++;
      if (!touched.delete(key(i, j))) mismatches++;
    }
  // What is left over was reported and should not have been.
  return { encounters, touching, mismatches: mismatches + met.size + touched.size };
}

function overlap(boxes: Float64Array, p: number, q: number): boolean {
  for (let k = 0; k < 3; k++) if (boxes[p + k] > boxes[q + 3 + k] || boxes[q + k] > boxes[p + 3 + k]) return false;
  return true;
}
