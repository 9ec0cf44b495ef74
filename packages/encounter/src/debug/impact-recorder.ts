/**
 * Records the steps by which `timeOfImpact` advances two convex colliders: at which times it computed a distance, and until when each
 * of them proved the pair apart. For teaching and drawing. The search is run again with one distance more each time, so that it needs no
 * code of its own for this.
 */
import { Collider } from '../bodies/collider.ts';
import { Path } from '../math/path.ts';
import { ConvexImpact } from '../motion/convex-impact.ts';
import { Impact } from '../motion/impact.ts';
import { type Motion, moveAlong, readMotion } from '../motion/motion.ts';
import { Start, StartJudge } from '../motion/start.ts';
import { askAlong } from '../motion/start-along.ts';
import { DistanceResult } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import { type QueryOptions, signedDistance, timeOfImpact, workspaceSolver } from '../query.ts';
import { hasParts } from '../shapes/shape.ts';

/** One step of `timeOfImpact`. */
export interface ImpactStep {
  /** The time at which the distance was computed. */
  readonly t: number;
  /** The distance at that time, with the normal that is the axis of this step, from A to B, and the nearest points. */
  readonly found: DistanceResult;
  /** The time until which this step proved the two apart: that of the next step. In the last step of a hit it is t itself, or, in resting contact, that of the hit. */
  readonly until: number;
}

/** The steps of `timeOfImpact`, and what it found. */
export interface ImpactRecording {
  /** Of two convex shapes, or of one and a halfspace; meshes and compounds, which ask for many pairs of parts, have none. */
  readonly steps: readonly ImpactStep[];
  readonly result: Impact | null;
}

/** Runs `timeOfImpact` and keeps every step. */
export function recordImpact(
  a: Collider,
  motionA: Motion | null,
  b: Collider,
  motionB: Motion | null,
  options: QueryOptions = {},
): ImpactRecording {
  const result = timeOfImpact(a, motionA, b, motionB, null, options);
  const steps: ImpactStep[] = [];
  if (hasParts(a.kind) || hasParts(b.kind)) return { steps, result };
  const pathA = readMotion('motionA', motionA, a, new Path());
  const pathB = readMotion('motionB', motionB, b, new Path());
  const settings = new QuerySettings();
  if (options.accuracy !== undefined) settings.accuracy = options.accuracy;
  const solver = workspaceSolver();
  const judge = new StartJudge(solver);
  const start = askAlong(judge, a, pathA, b, pathB, settings, new DistanceResult());
  const search = new ConvexImpact(solver);
  search.depth[0] = judge.tolerance[0];
  const out = new Impact();
  let t = 0;
  for (let most = 1; ; most++) {
    search.most = most;
    search.time[0] = 0;
    search.time[1] = 1;
    const overlap = start === Start.overlap;
    const goesOn = !overlap && search.run(a, pathA, b, pathB, settings, start === Start.touching, out);
    const until = goesOn ? out.t : overlap ? 0 : 1;
    const found = signedDistance(placed(a, pathA, t), placed(b, pathB, t));
    steps.push({ t, found, until });
    if (!goesOn || until <= t) return { steps, result };
    t = until;
  }
}

/** A copy where a path takes a collider at time t. */
function placed(collider: Collider, path: Path, t: number): Collider {
  const copy = new Collider(collider.shape, { matrix: collider.getMatrix(), margin: collider.margin });
  moveAlong(copy, path, t);
  return copy;
}
