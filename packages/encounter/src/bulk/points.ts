import { Collider } from '../bodies/collider.ts';
import { checkOptions, show, wrong } from '../check.ts';
import { Scene } from '../scene/scene.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { CoherentOrder } from './coherent-order.ts';
import { MeshPoints } from './mesh-points.ts';
import { PointAnswers } from './point-answers.ts';
import { ScenePoints } from './scene-points.ts';
import { type BulkTask, countOf, type FloatArray, requireFloats, requireInts } from './task.ts';

/** Options of `distancesToPoints`: how far to look, and arrays for what else is found. */
export interface PointOptions {
  /** Points farther than this get Infinity, which is faster than their distance. */
  maxDistance?: number;
  /** Receives the nearest point of the surface, three numbers per point; zeros where there is none. */
  nearest?: FloatArray;
  /** Receives the triangle, face or part that is nearest; −1 for a convex shape, and where there is none. */
  primitives?: Int32Array;
  /** Receives the `id` of the nearest collider; −1 where there is none. */
  colliders?: Int32Array;
}

export const POINT_OPTIONS: readonly string[] = ['maxDistance', 'nearest', 'primitives', 'colliders'];

/** Points against one collider that is not a mesh: one by one. */
class SinglePoints implements BulkTask {
  readonly #answers: PointAnswers;
  #collider: Collider | null = null;

  constructor(answers: PointAnswers) {
    this.#answers = answers;
  }

  begin(collider: Collider): this {
    this.#collider = collider;
    return this;
  }

  run(order: Int32Array, first: number, last: number): void {
    const collider = this.#collider as Collider;
    for (let n = first; n < last; n++) this.#answers.ask(order[n], collider);
  }
}

/** All points of one call; reused, so that later calls allocate nothing. */
export class PointWork {
  readonly #answers: PointAnswers = new PointAnswers();
  readonly #mesh: MeshPoints = new MeshPoints(this.#answers);
  readonly #single: SinglePoints = new SinglePoints(this.#answers);
  readonly #scene: ScenePoints = new ScenePoints(this.#answers);

  #count = 0;

  /** Checks the arguments and sets the work up. Returns how many points there are. */
  begin(points: FloatArray, out: FloatArray, options: PointOptions): number {
    checkOptions(options, POINT_OPTIONS);
    const { maxDistance = Infinity, nearest, primitives, colliders } = options;
    const count = countOf('points', points, 3);
    if (out === undefined) wrong('out', 'be a Float32Array or Float64Array', out);
    requireFloats('out', out, count);
    requireFloats('nearest', nearest, 3 * count);
    requireInts('primitives', primitives, count);
    requireInts('colliders', colliders, count);
    if (typeof maxDistance !== 'number') wrong('maxDistance', 'be a number', maxDistance);
    if (!(maxDistance >= 0)) wrong('maxDistance', 'not be negative', maxDistance, RangeError);
    const answers = this.#answers;
    answers.points = points;
    answers.distances = out;
    answers.nearest = nearest;
    answers.primitives = primitives;
    answers.colliders = colliders;
    answers.maxDistance = maxDistance;
    this.#count = count;
    return count;
  }

  /** What answers the points. */
  task(target: Collider | Scene): BulkTask {
    if (target instanceof Scene) return this.#scene.begin(target);
    if (!(target instanceof Collider)) throw new TypeError(`target must be a Collider or a Scene, got ${show(target)}`);
    return target.kind === ShapeKind.mesh ? this.#mesh.begin(target, this.#count) : this.#single.begin(target);
  }
}

const work: PointWork = /* #__PURE__ */ new PointWork();
const sorted: CoherentOrder = /* #__PURE__ */ new CoherentOrder();

/**
 * The distances of many points to a collider or to the nearest collider of a scene, as `signedDistance` gives them: negative inside of
 * what is solid. Points are x, y, z one after another; `out` receives one number per point and is returned.
 *
 * @example
 * const points = new Float32Array([0, 0, 0, 3, 0, 0]);
 * distancesToPoints(new Collider(new Sphere(1)), points, new Float64Array(2)); // −1, 2
 */
export function distancesToPoints<Out extends FloatArray>(
  target: Collider | Scene,
  points: FloatArray,
  out: Out,
  options: PointOptions = {},
): Out {
  const count = work.begin(points, out, options);
  const task = work.task(target);
  task.run(sorted.sort(points, count, 3), 0, count);
  return out;
}
