import type { Vec3 } from '../math/vec3.ts';
import type { EpaPolytope } from './epa-polytope.ts';
import type { Simplex } from './simplex.ts';

/** Receives each step of GJK and EPA when it is set. `debug/recorder.ts` has one that keeps the steps. */
export interface StepRecorder {
  /** Before `w` joins the simplex: v, and the bounds of the distance of the cores. */
  gjk(simplex: Simplex, v: Vec3, w: Vec3, lower: number, upper: number): void;
  /** Before `w` joins the polytope: the face being expanded and the bounds of the depth of the cores. */
  epa(polytope: EpaPolytope, face: number, w: Vec3, lower: number, upper: number): void;
}
