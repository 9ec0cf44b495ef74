/** What is known of a pair: filled by the tests, in the world relative to the first body's place, then written as a finding. */

import type { DistanceResult, PenetrationResult } from 'encounter';
import type { ClashKind } from './report.ts';

export class Verdict {
  /** Null if the pair is apart and not nearer than asked for. */
  kind: ClashKind | null = null;
  distance = 0;
  depth = 0;
  exact = true;
  readonly pointA: Float64Array = new Float64Array(3);
  readonly pointB: Float64Array = new Float64Array(3);
  readonly normal: Float64Array = new Float64Array(3);

  clear(): this {
    this.kind = null;
    this.distance = 0;
    this.depth = 0;
    this.exact = true;
    this.pointA.fill(0);
    this.pointB.fill(0);
    this.normal.fill(0);
    return this;
  }

  /** Takes points and normal of a result. */
  setPoints({ pointA, pointB, normal }: DistanceResult | PenetrationResult): void {
    this.pointA[0] = pointA.x;
    this.pointA[1] = pointA.y;
    this.pointA[2] = pointA.z;
    this.pointB[0] = pointB.x;
    this.pointB[1] = pointB.y;
    this.pointB[2] = pointB.z;
    this.normal[0] = normal.x;
    this.normal[1] = normal.y;
    this.normal[2] = normal.z;
  }
}
