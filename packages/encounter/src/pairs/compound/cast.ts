/** When the other body first meets a part of a compound at rest. */
import type { Body } from '../../bodies/body.ts';
import { Vec3 } from '../../math/vec3.ts';
import { TreeSweep } from '../../tree/sweep.ts';
import type { PairQuery } from '../pair-query.ts';
import { CastHit } from '../result.ts';
import { PartVisitor } from './level.ts';

export class CompoundCast extends PartVisitor {
  readonly #sweep: TreeSweep = new TreeSweep();
  readonly #trial: CastHit = new CastHit();
  readonly #step: Vec3 = new Vec3();
  #query: PairQuery | null = null;
  #found = false;

  find(query: PairQuery): boolean {
    const { walk, instance } = this.level;
    const { motion, hit: out } = query;
    const sweep = this.#sweep;
    this.#query = query;
    this.#found = false;
    sweep.motion[0] = motion.x;
    sweep.motion[1] = motion.y;
    sweep.motion[2] = motion.z;
    sweep.limit[0] = 1;
    sweep.slack[0] = 0;
    out.iterations = 0;
    sweep.box(instance.tree, walk.box, this);
    return this.#found;
  }

  protected visit(part: Body, child: number): boolean {
    const { caster, motion, hit: out } = this.#query as PairQuery;
    const { other, plain } = this.level;
    const { limit } = this.#sweep;
    const trial = this.#trial;
    // Where it matters whether the motion leads deeper, the whole of it counts.
    const span = plain.resting > 0 ? 1 : limit[0];
    const step = this.#step.set(motion.x * span, motion.y * span, motion.z * span);
    const met = caster.castPair(part, other, step, plain, trial);
    const iterations = out.iterations + trial.iterations;
    if (met && !(this.#found && trial.t * span >= limit[0])) {
      limit[0] = trial.t * span;
      this.#found = true;
      out.copy(trial);
      out.t = limit[0];
      out.primitiveA = child;
    }
    out.iterations = iterations;
    return limit[0] === 0;
  }
}
