/** Distances of points to one mesh: the nearest triangle of each, and on which side of a solid the point is. */
import type { Collider } from '../bodies/collider.ts';
import { instanceOf, numberOf } from '../bodies/mesh-body.ts';
import type { MeshInstance } from '../bodies/mesh-instance.ts';
import { MESH_CLOSE } from '../tolerances.ts';
import { NearestInCopy } from '../tree/nearest-in-copy.ts';
import { NearestPoint } from '../tree/nearest-point.ts';
import { PointCopy } from '../tree/point-copy.ts';
import type { Triangles } from '../tree/triangles.ts';
import { ALONE, FaceSides, GAPS } from './face-sides.ts';
import type { PointAnswers } from './point-answers.ts';
import { SameSide } from './same-side.ts';
import type { BulkTask } from './task.ts';

/** How many points are read at a time. */
const TAKEN = 64;

/** What is kept of a mesh that many points asked about. */
class Kept {
  readonly copy: PointCopy = new PointCopy();
  readonly faces: FaceSides = new FaceSides();
}

/** They go with the meshes. */
const kept: WeakMap<Triangles, Kept> = /* #__PURE__ */ new WeakMap();

export class MeshPoints implements BulkTask {
  readonly #answers: PointAnswers;
  readonly #search: NearestPoint = new NearestPoint();
  readonly #inCopy: NearestInCopy = new NearestInCopy();
  /** The copy of the triangles that is searched, or null. */
  #copy: PointCopy | null = null;
  /** The sides of its triangles, or null if none are kept. */
  #faces: FaceSides | null = null;
  readonly #sides: SameSide = new SameSide();
  /** The point in the frame of the triangles, and the radius of a ball around it that is free of them. */
  readonly #ball: Float64Array = new Float64Array(4);
  readonly #found: Float64Array = new Float64Array(3);
  /** The points read last: each in the frame of the triangles, and the sum of the coordinates that its distance is rounded relative to. */
  readonly #taken: Float64Array = new Float64Array(4 * TAKEN);
  #collider: Collider | null = null;

  constructor(answers: PointAnswers) {
    this.#answers = answers;
  }

  begin(collider: Collider, count: number): this {
    this.#collider = collider;
    const { triangles } = instanceOf(collider);
    const entry = kept.get(triangles) ?? new Kept();
    kept.set(triangles, entry);
    const { copy, faces } = entry;
    this.#copy = copy.expect(triangles, count) ? copy : null;
    // Where the surface has gaps its winding number changes everywhere, not only at triangles.
    this.#faces = this.#copy !== null && collider.shape.solid && triangles.moments === null ? faces : null;
    this.#faces?.begin(triangles);
    return this;
  }

  /** Finds the nearest triangle of the point that the search was given. */
  #find(triangles: Triangles): boolean {
    const copy = this.#copy;
    return copy === null ? this.#search.find(triangles) : this.#inCopy.find(triangles, copy, this.#search);
  }

  run(order: Int32Array, first: number, last: number): void {
    const collider = this.#collider as Collider;
    const answers = this.#answers;
    const { maxDistance } = answers;
    const mesh = instanceOf(collider);
    const { triangles, margin } = mesh;
    const { m } = mesh.frame;
    const { solid } = collider.shape;
    const { point, found } = this.#search;
    const ball = this.#ball;
    const taken = this.#taken;
    const copy = this.#copy;
    const faces = this.#faces;
    const { reach, extent } = triangles.tree;
    const limit = maxDistance + margin;
    this.#sides.begin(triangles, GAPS * extent);
    this.#inCopy.begin(solid ? ALONE * extent : 0);
    for (let n = first; n < last; n++) {
      const at = 4 * ((n - first) % TAKEN);
      if (at === 0) this.#take(order, n, Math.min(n + TAKEN, last), m, reach);
      const i = order[n];
      for (let k = 0; k < 3; k++) {
        ball[k] = taken[at + k];
        point[k] = taken[at + k];
      }
      found[0] = limit * limit;
      let distance = this.#find(triangles) ? Math.sqrt(found[0]) : Infinity;
      // What touches, or almost does, is left to the decision that all queries share.
      if (distance <= margin + MESH_CLOSE * taken[at + 3]) {
        answers.ask(i, collider);
        continue;
      }
      ball[3] = Math.min(distance, limit);
      let sign = 1;
      // The winding numbers where the point is and behind the surface are known, for most points near it.
      const isNear = distance < Infinity;
      const known = isNear && faces?.find(copy as PointCopy, this.#search) === true ? faces : null;
      if (known !== null) this.#sides.remember(ball, known.winding);
      if (solid && (known !== null ? known.winding !== 0 : this.#isInside(ball, isNear))) {
        sign = -1;
        if (distance === Infinity) {
          // How deep a point is does not depend on how far one looks.
          found[0] = Infinity;
          this.#find(triangles);
          distance = Math.sqrt(found[0]);
        }
        // A margin may close the way out again, and through gaps there may be a shorter one.
        if (margin > 0 || triangles.moments !== null || !(known !== null ? known.behind === 0 : this.#leadsOut())) {
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

  /** Whether the point of the search is inside, from points before it. If its nearest triangle `isNear`, the side of that is kept. */
  #isInside(ball: Float64Array, isNear: boolean): boolean {
    const sides = this.#sides;
    const { triangles } = instanceOf(this.#collider as Collider);
    const isInside = sides.isInside(ball);
    if (this.#faces !== null && isNear && sides.isCertain)
      this.#faces.learn(triangles, this.#copy as PointCopy, this.#search.slot, sides.winding);
    return isInside;
  }

  /** Whether it gets out by its nearest triangle. */
  #leadsOut(): boolean {
    return this.#sides.leadsOut(this.#search, this.#copy !== null && this.#inCopy.isAlone);
  }

  /**
   * Puts the points of some places of the order into the frame of the triangles. They lie all over the caller's array: read side by side,
   * the processor waits for all of them at once, not for each.
   */
  #take(order: Int32Array, first: number, last: number, m: ArrayLike<number>, reach: number): void {
    const { points } = this.#answers;
    const taken = this.#taken;
    const offset = Math.abs(m[9]) + Math.abs(m[10]) + Math.abs(m[11]) + reach;
    for (let n = first, at = 0; n < last; n++, at += 4) {
      const k = 3 * order[n];
      const x = points[k];
      const y = points[k + 1];
      const z = points[k + 2];
      const dx = x - m[9];
      const dy = y - m[10];
      const dz = z - m[11];
      taken[at] = m[0] * dx + m[1] * dy + m[2] * dz;
      taken[at + 1] = m[3] * dx + m[4] * dy + m[5] * dz;
      taken[at + 2] = m[6] * dx + m[7] * dy + m[8] * dz;
      taken[at + 3] = Math.abs(x) + Math.abs(y) + Math.abs(z) + offset;
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
