/** What the library says of two motions. */
import { closestPoints, DistanceResult, type Impact, type ImpactStep, recordImpact, timeOfImpact } from 'encounter';
import type { Body } from './body.ts';

export interface Answer {
  readonly impact: Impact | null;
  /** Of two convex shapes: at which times a distance was computed. */
  readonly steps: readonly ImpactStep[];
}

/** A sample of the distance. */
export interface Sample {
  readonly t: number;
  readonly distance: number;
}

const result = new DistanceResult();

/** Throws what the library throws: two halfspaces are the one pair that has no query. */
export function ask(a: Body, b: Body): Answer {
  const impact = timeOfImpact(a.collider, a.motion, b.collider, b.motion);
  const { steps } = recordImpact(a.collider, a.motion, b.collider, b.motion);
  return { impact, steps };
}

/** The nearest points at a time. The answer is good until the next question. */
export function nearestAt(a: Body, b: Body, t: number): DistanceResult {
  return closestPoints(a.at(t), b.at(t), result);
}

/** The distance at times that are evenly spaced, and at those of the steps, where the curve bends most. */
export function sampleDistances(a: Body, b: Body, { impact, steps }: Answer, count: number): Sample[] {
  const times = Array.from({ length: count + 1 }, (_, i) => i / count);
  times.push(...steps.map(({ t }) => t));
  if (impact !== null) times.push(impact.t);
  times.sort((s, t) => s - t);
  return times.map((t) => ({ t, distance: nearestAt(a, b, t).distance }));
}
