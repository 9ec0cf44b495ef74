/**
 * Distances of points to everything in a scene. The distance of a point is at most that of another plus the way between the two. So the
 * answer of the point before says how far to look, and one search of the broad phase is enough.
 */
import type { Collider } from '../bodies/collider.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Member } from '../scene/member.ts';
import type { Scene } from '../scene/scene.ts';
import { roundingOf } from '../scene/scene-query.ts';
import { BULK_REACH_ROUNDING } from '../tolerances.ts';
import type { PointAnswers } from './point-answers.ts';
import type { BulkTask } from './task.ts';

export class ScenePoints implements BulkTask {
  readonly #answers: PointAnswers;
  readonly #low: Vec3 = new Vec3();
  readonly #high: Vec3 = new Vec3();
  /** The point before, and its distance: Infinity if it was beyond `maxDistance`, NaN if there was none. */
  readonly #before: Vec3 = new Vec3();
  readonly #distance: Float64Array = new Float64Array(1);
  readonly #candidates: Collider[] = [];
  readonly #collect: (member: Member<unknown>) => undefined;
  #scene: Scene | null = null;

  constructor(answers: PointAnswers) {
    this.#answers = answers;
    this.#collect = ({ collider }) => {
      this.#candidates.push(collider);
    };
  }

  begin(scene: Scene): this {
    this.#scene = scene;
    return this;
  }

  run(order: Int32Array, first: number, last: number): void {
    const scene = this.#scene as Scene;
    const answers = this.#answers;
    const { at } = answers;
    this.#distance[0] = NaN;
    for (let n = first; n < last; n++) {
      const i = order[n];
      answers.none(i);
      answers.place(i);
      this.#search(scene, i, this.#reach(scene));
      const distance = answers.distances[i];
      this.#distance[0] = distance;
      this.#before.copy(at);
    }
    this.#candidates.length = 0;
  }

  /** How far to look for the point that was placed. */
  #reach(scene: Scene): number {
    const { at, maxDistance } = this.#answers;
    const distance = this.#distance[0];
    // Beside a point that was too far, the nearest collider is hardly nearer than the limit: a search of its own would cost more than it saves.
    if (distance === Infinity && maxDistance < Infinity) return maxDistance;
    if (!(distance < Infinity)) return scene.nearest(at, { maxDistance })?.distance ?? maxDistance;
    const before = this.#before;
    const x = at.x - before.x;
    const y = at.y - before.y;
    const z = at.z - before.z;
    return Math.min(Math.max(0, distance) + Math.sqrt(x * x + y * y + z * z), maxDistance);
  }

  #search(scene: Scene, i: number, reach: number): void {
    const answers = this.#answers;
    const { at, maxDistance } = answers;
    // Wider by more than rounding: the nearest one may be just as far away as this.
    const r = reach + roundingOf(at, at) + reach * BULK_REACH_ROUNDING;
    const low = this.#low.set(at.x - r, at.y - r, at.z - r);
    const high = this.#high.set(at.x + r, at.y + r, at.z + r);
    const candidates = this.#candidates;
    candidates.length = 0;
    scene.visitNear(low, high, this.#collect);
    // At equal distances the lowest id wins, whatever order the broad phase has.
    candidates.sort(byId);
    for (let c = 0; c < candidates.length; c++) {
      const limit = Math.max(0, Math.min(answers.distances[i], maxDistance));
      answers.improve(i, candidates[c], limit);
    }
  }
}

function byId(a: Collider, b: Collider): number {
  return a.id - b.id;
}
