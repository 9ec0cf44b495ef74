/** Distances of points to one mesh: the nearest triangle of each, and on which side of a solid the point is. */
import type { Collider } from '../bodies/collider.ts';
import { instanceOf, numberOf } from '../bodies/mesh-body.ts';
import type { MeshInstance } from '../bodies/mesh-instance.ts';
import { CLOSED_SAME_PLACE, MESH_CLOSE } from '../tolerances.ts';
import { kernel } from '../tree/kernel.ts';
import { NearestPoint } from '../tree/nearest-point.ts';
import type { PointAnswers } from './point-answers.ts';
import { SameSide } from './same-side.ts';
import type { BulkTask } from './task.ts';

/** The gaps of a closed mesh are at most as wide as two merged vertices were apart, at both of their ends. */
const GAPS = 4 * CLOSED_SAME_PLACE;

export class MeshPoints implements BulkTask {
  readonly #answers: PointAnswers;
  readonly #search: NearestPoint = new NearestPoint();
  readonly #sides: SameSide = new SameSide();
  /** The point in the frame of the triangles, and the radius of a ball around it that is free of them. */
  readonly #ball: Float64Array = new Float64Array(4);
  readonly #found: Float64Array = new Float64Array(3);
  #collider: Collider | null = null;

  constructor(answers: PointAnswers) {
    this.#answers = answers;
  }

  begin(collider: Collider, count: number): this {
    this.#collider = collider;
    kernel?.expect(instanceOf(collider).triangles, count);
    return this;
  }

  run(order: Int32Array, first: number, last: number): void {
    const collider = this.#collider as Collider;
    const answers = this.#answers;
    const { points, maxDistance } = answers;
    const mesh = instanceOf(collider);
    const { triangles, margin } = mesh;
    const { m } = mesh.frame;
    const { solid } = collider.shape;
    const { point, found } = this.#search;
    const ball = this.#ball;
    const { reach, extent } = triangles.tree;
    const limit = maxDistance + margin;
    this.#sides.begin(triangles, GAPS * extent);
    for (let n = first; n < last; n++) {
      const i = order[n];
      const wx = points[3 * i];
      const wy = points[3 * i + 1];
      const wz = points[3 * i + 2];
      const dx = wx - m[9];
      const dy = wy - m[10];
      const dz = wz - m[11];
      const x = m[0] * dx + m[1] * dy + m[2] * dz;
      const y = m[3] * dx + m[4] * dy + m[5] * dz;
      const z = m[6] * dx + m[7] * dy + m[8] * dz;
      ball[0] = x;
      ball[1] = y;
      ball[2] = z;
      point[0] = x;
      point[1] = y;
      point[2] = z;
      found[0] = limit * limit;
      let distance = this.#search.find(triangles) ? Math.sqrt(found[0]) : Infinity;
      // What touches, or almost does, is left to the decision that all queries share.
      const size =
        Math.abs(wx) + Math.abs(wy) + Math.abs(wz) + Math.abs(m[9]) + Math.abs(m[10]) + Math.abs(m[11]) + reach;
      if (distance <= margin + MESH_CLOSE * size) {
        answers.ask(i, collider);
        continue;
      }
      ball[3] = Math.min(distance, limit);
      let sign = 1;
      if (solid && this.#sides.isInside(ball)) {
        sign = -1;
        if (distance === Infinity) {
          // How deep a point is does not depend on how far one looks.
          found[0] = Infinity;
          this.#search.find(triangles);
          distance = Math.sqrt(found[0]);
        }
        // A margin may close the way out again, and through gaps there may be a shorter one.
        if (margin > 0 || triangles.moments !== null || !this.#sides.leadsOut(this.#search)) {
          answers.ask(i, collider);
          continue;
        }
      }
      if (distance === Infinity) {
        answers.none(i);
        continue;
      }
      answers.distances[i] = sign * distance - margin;
      if (answers.nearest !== undefined) this.#writeNearest(i, mesh, distance, sign);
      if (answers.primitives !== undefined) answers.primitives[i] = numberOf(collider, this.#search.slot);
      if (answers.colliders !== undefined) answers.colliders[i] = collider.id;
    }
  }

  /** The margin is around the triangles: what is nearest lies on its outside. */
  #writeNearest(i: number, { frame, margin }: MeshInstance, distance: number, sign: number): void {
    const { found, point } = this.#search;
    const nearest = this.#answers.nearest as Float64Array;
    const p = this.#found;
    const share = (sign * margin) / distance;
    for (let k = 0; k < 3; k++) p[k] = found[k + 1] + share * (point[k] - found[k + 1]);
    const { m } = frame;
    for (let k = 0; k < 3; k++) nearest[3 * i + k] = m[k] * p[0] + m[3 + k] * p[1] + m[6 + k] * p[2] + m[9 + k];
  }
}
