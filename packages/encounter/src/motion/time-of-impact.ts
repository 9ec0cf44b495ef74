/** First contact of two moving bodies, by kind of shape. */
import type { Body } from '../bodies/body.ts';
import type { CompoundInstance } from '../bodies/compound-instance.ts';
import type { Path } from '../math/path.ts';
import { smallerExtent } from '../pairs/place.ts';
import type { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { hasParts, ShapeKind } from '../shapes/shape.ts';
import { ConvexImpact } from './convex-impact.ts';
import type { DeformingImpact } from './deforming-impact.ts';
import { Impact } from './impact.ts';
import type { MeshImpact } from './mesh-impact.ts';

export class ImpactSolver {
  readonly convex: ConvexImpact;
  readonly #trials: Impact[] = [];

  constructor(solver: PairSolver) {
    this.convex = new ConvexImpact(solver);
  }

  /** Begins a query over t = 0 … 1, also after one that threw in the middle. depth[0] is how deep counts as touching at the start. */
  begin(depth: Float64Array): void {
    const { convex } = this;
    convex.depth[0] = depth[0];
    convex.time[0] = 0;
    convex.time[1] = 1;
    convex.most = Infinity;
    convex.sided = false;
  }

  /** Whether the bodies come into contact in convex.time[0] … [1]: see ConvexImpact. */
  solve(a: Body, pathA: Path, b: Body, pathB: Path, settings: QuerySettings, resting: boolean, out: Impact): boolean {
    if (a.kind === ShapeKind.compound) return this.#parts(a, a, pathA, b, pathB, settings, resting, out);
    if (b.kind === ShapeKind.compound) return this.#parts(b, a, pathA, b, pathB, settings, resting, out);
    const { convex } = this;
    if (pathA.deforms || pathB.deforms) {
      const { deforming } = (pathA.deforms ? a : b).shape as unknown as { readonly deforming: DeformingImpact };
      return deforming.run(convex, a, pathA, b, pathB, settings, resting, out);
    }
    const plane = a.kind === ShapeKind.halfspace || b.kind === ShapeKind.halfspace;
    if (plane || !(hasParts(a.kind) || hasParts(b.kind))) return convex.run(a, pathA, b, pathB, settings, resting, out);
    const { shape } = a.kind === ShapeKind.mesh ? a : b;
    const { impact } = shape as unknown as { readonly impact: MeshImpact };
    return impact.run(convex, a, pathA, b, pathB, settings, resting, out);
  }

  /** Part by part of a compound, the other as a whole. */
  #parts(
    compound: Body,
    a: Body,
    pathA: Path,
    b: Body,
    pathB: Path,
    settings: QuerySettings,
    resting: boolean,
    out: Impact,
  ): boolean {
    const { time } = this.convex;
    const instance = compound.instance as CompoundInstance;
    const trial = this.#trials.pop() ?? new Impact();
    // The accuracy is relative to the whole, not to a part or, where that is a point, to the other body.
    const { extent } = settings;
    if (!(extent > 0)) settings.extent = smallerExtent(a.extent, b.extent);
    const from = time[0];
    let limit = time[1];
    let found = false;
    let iterations = 0;
    const { bodies } = instance;
    for (let i = 0; i < bodies.length; i++) {
      time[0] = from;
      time[1] = limit;
      const first = compound === a ? bodies[i] : a;
      const second = compound === a ? b : bodies[i];
      trial.iterations = 0;
      const met = this.solve(first, pathA, second, pathB, settings, resting, trial);
      iterations += trial.iterations;
      if (!met || (found && trial.t >= limit)) continue;
      found = true;
      limit = trial.t;
      out.copy(trial);
      if (compound === a) out.primitiveA = instance.childOf(i);
      else out.primitiveB = instance.childOf(i);
    }
    out.iterations = iterations;
    settings.extent = extent;
    this.#trials.push(trial);
    return found;
  }
}
