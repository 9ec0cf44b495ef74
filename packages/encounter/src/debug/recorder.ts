/**
 * Records what GJK and EPA do in one query, step by step: for teaching, for drawing, and for finding the cause of a result.
 *
 * Points are points of A − B, along the world's axes. A common point of both shapes is at the origin.
 */

import type { Body } from '../bodies/body.ts';
import type { Collider } from '../bodies/collider.ts';
import { checkOptions } from '../check.ts';
import type { EpaPolytope } from '../convex/epa-polytope.ts';
import type { StepRecorder } from '../convex/recorder.ts';
import type { Simplex } from '../convex/simplex.ts';
import { Vec3 } from '../math/vec3.ts';
import { vectorToWorld } from '../pairs/place.ts';
import { DistanceResult } from '../pairs/result.ts';
import { type QueryOptions, signedDistance, workspaceSolver } from '../query.ts';
import { isConvex } from '../shapes/shape.ts';

/** One step of GJK, before `w` joins the simplex. */
export interface GjkStep {
  readonly algorithm: 'gjk';
  /** The points of the simplex, one to three. Empty at the start. */
  readonly simplex: readonly Vec3[];
  /** The point of the simplex nearest to the origin. At the start only a direction, and in a second step that leans (see gjk.ts), too. */
  readonly v: Vec3;
  /** The support point against v. */
  readonly w: Vec3;
  /** Proven bounds of the distance of the cores. */
  readonly lower: number;
  readonly upper: number;
}

/** One step of EPA, before `w` joins the polytope. */
export interface EpaStep {
  readonly algorithm: 'epa';
  /** The triangles of the polytope. */
  readonly faces: readonly (readonly [Vec3, Vec3, Vec3])[];
  /** The number of the face that is nearest to the origin and expanded next. */
  readonly nearest: number;
  /** The support point along its normal. */
  readonly w: Vec3;
  /** Bounds of the depth of the cores: the face's distance, and the support value along its normal. */
  readonly lower: number;
  readonly upper: number;
}

/** The steps of a query, and what it found. */
export interface Recording {
  readonly steps: readonly (GjkStep | EpaStep)[];
  readonly result: DistanceResult;
}

class Recorder implements StepRecorder {
  readonly steps: (GjkStep | EpaStep)[] = [];
  readonly #first: Body;
  readonly #swapped: boolean;

  /** `first` is the body in whose frame the solver works. `swapped` says that this is B, so the solver works on B − A. */
  constructor(first: Body, swapped: boolean) {
    this.#first = first;
    this.#swapped = swapped;
  }

  gjk(simplex: Simplex, v: Vec3, w: Vec3, lower: number, upper: number): void {
    const points: Vec3[] = [];
    for (let i = 0; i < simplex.count; i++) points.push(this.#vertex(simplex.y, i));
    this.steps.push({ algorithm: 'gjk', simplex: points, v: this.#vector(v), w: this.#vector(w), lower, upper });
  }

  epa(polytope: EpaPolytope, face: number, w: Vec3, lower: number, upper: number): void {
    const faces: [Vec3, Vec3, Vec3][] = [];
    let nearest = -1;
    for (let f = 0; f < polytope.faceCount; f++) {
      if (polytope.corner[4 * f + 3] === 0) continue;
      if (f === face) nearest = faces.length;
      const [i, j, k] = polytope.corner.subarray(4 * f, 4 * f + 3);
      const p = this.#vertex(polytope.y, i);
      const q = this.#vertex(polytope.y, j);
      const r = this.#vertex(polytope.y, k);
      // Mirrored at the origin a triangle is wound the other way.
      faces.push(this.#swapped ? [p, r, q] : [p, q, r]);
    }
    this.steps.push({ algorithm: 'epa', faces, nearest, w: this.#vector(w), lower, upper });
  }

  #vertex(y: Float64Array, i: number): Vec3 {
    return this.#vector(new Vec3(y[3 * i], y[3 * i + 1], y[3 * i + 2]));
  }

  #vector(v: Vec3): Vec3 {
    const out = vectorToWorld(this.#first, v, new Vec3());
    return this.#swapped ? out.set(-out.x, -out.y, -out.z) : out;
  }
}

/**
 * Runs `signedDistance(a, b)` and keeps every step. Pairs with a closed form (two spheres, most pairs of boxes …), and most of those
 * apart that have a good start (two cylinders …), have no steps unless `exact` is false.
 */
export function recordQuery(a: Collider, b: Collider, options: QueryOptions & { exact?: boolean } = {}): Recording {
  checkOptions(options, ['cache', 'maxDistance', 'accuracy', 'exact']);
  const { exact = true, ...rest } = options;
  // Pair functions of complex shapes get their own kind first.
  const swapped = !isConvex(b.kind) && b.kind > a.kind;
  const recorder = new Recorder(swapped ? b : a, swapped);
  const { convex } = workspaceSolver();
  const { gjk, epa } = convex.penetration;
  const result = new DistanceResult();
  gjk.recorder = recorder;
  epa.recorder = recorder;
  convex.exact = exact;
  gjk.exact = exact;
  try {
    signedDistance(a, b, result, rest);
  } finally {
    gjk.recorder = null;
    epa.recorder = null;
    convex.exact = true;
    gjk.exact = true;
  }
  return { steps: recorder.steps, result };
}
