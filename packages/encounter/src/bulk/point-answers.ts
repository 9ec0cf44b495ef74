/** Where the answers of many points go, and how a single one of them is asked. */
import { Collider } from '../bodies/collider.ts';
import { Vec3 } from '../math/vec3.ts';
import { DistanceResult } from '../pairs/result.ts';
import { type QueryOptions, signedDistance } from '../query.ts';
import { Point } from '../shapes/point.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { FarFromMesh } from './far-from-mesh.ts';
import type { FloatArray } from './task.ts';

export class PointAnswers {
  points: FloatArray = new Float64Array(0);
  distances: FloatArray = new Float64Array(0);
  nearest: FloatArray | undefined;
  primitives: Int32Array | undefined;
  colliders: Int32Array | undefined;
  maxDistance: number = Infinity;
  /** The place of point i, after `place(i)`, and a collider there. */
  readonly at: Vec3 = new Vec3();
  readonly #point: Collider = new Collider(new Point([0, 0, 0]));
  readonly #result: DistanceResult = new DistanceResult();
  readonly #options: QueryOptions = {};
  readonly #far: FarFromMesh = new FarFromMesh();

  place(i: number): void {
    const { at, points } = this;
    at.x = points[3 * i];
    at.y = points[3 * i + 1];
    at.z = points[3 * i + 2];
    this.#point.setPosition(at);
  }

  /** Answers one point by the query for a pair. */
  ask(i: number, collider: Collider): void {
    this.none(i);
    this.place(i);
    this.improve(i, collider, this.maxDistance);
  }

  /** Asks for the point that was placed, and takes the answer if it is nearer than what point i has, up to a distance. */
  improve(i: number, collider: Collider, maxDistance: number): void {
    if (maxDistance < Infinity && collider.kind === ShapeKind.mesh && this.#far.test(collider, this.at, maxDistance))
      return;
    const options = this.#options;
    options.maxDistance = maxDistance;
    const { distance, pointA, primitiveA } = signedDistance(collider, this.#point, this.#result, options);
    const known = this.distances[i];
    if (!(distance < known)) return;
    this.distances[i] = distance;
    if (this.nearest !== undefined) {
      this.nearest[3 * i] = pointA.x;
      this.nearest[3 * i + 1] = pointA.y;
      this.nearest[3 * i + 2] = pointA.z;
    }
    if (this.primitives !== undefined) this.primitives[i] = primitiveA;
    if (this.colliders !== undefined) this.colliders[i] = collider.id;
  }

  /** The answer of a point that nothing is near to. */
  none(i: number): void {
    this.distances[i] = Infinity;
    this.nearest?.fill(0, 3 * i, 3 * i + 3);
    if (this.primitives !== undefined) this.primitives[i] = -1;
    if (this.colliders !== undefined) this.colliders[i] = -1;
  }
}
