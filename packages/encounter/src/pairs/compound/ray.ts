/** Where a ray first meets a part of a compound. */
import type { Body } from '../../bodies/body.ts';
import type { CompoundInstance } from '../../bodies/compound-instance.ts';
import { COMPOUND_SLACK } from '../../tolerances.ts';
import { TreeSweep } from '../../tree/sweep.ts';
import { type Caster, RayQuery } from '../caster.ts';
import { PartVisitor } from './level.ts';

export class CompoundRay extends PartVisitor {
  readonly #sweep: TreeSweep = new TreeSweep();
  readonly #box: Float64Array = new Float64Array(6);
  readonly #trial: RayQuery = new RayQuery();
  #caster: Caster | null = null;
  #ray: RayQuery = this.#trial;
  #found = false;

  find(caster: Caster, ray: RayQuery): boolean {
    const { from, dir, to } = ray;
    const sweep = this.#sweep;
    const box = this.#box;
    const trial = this.#trial;
    this.level.instance = ray.body.instance as CompoundInstance;
    this.#caster = caster;
    this.#ray = ray;
    this.#found = false;
    trial.from.copy(from);
    trial.dir.copy(dir);
    trial.to.copy(to);
    trial.settings = ray.settings;
    box[0] = box[3] = from.x;
    box[1] = box[4] = from.y;
    box[2] = box[5] = from.z;
    sweep.motion[0] = dir.x;
    sweep.motion[1] = dir.y;
    sweep.motion[2] = dir.z;
    sweep.limit[0] = ray.hit.t;
    const size = Math.abs(from.x) + Math.abs(from.y) + Math.abs(from.z);
    sweep.slack[0] = COMPOUND_SLACK * (size + Math.abs(dir.x) + Math.abs(dir.y) + Math.abs(dir.z));
    sweep.box(this.level.instance.tree, box, this);
    return this.#found;
  }

  protected visit(part: Body, child: number): boolean {
    const { limit } = this.#sweep;
    const { hit } = this.#ray;
    const trial = this.#trial;
    const found = trial.hit;
    trial.body = part;
    found.t = limit[0];
    if (!(this.#caster as Caster).rayBody(trial) || (this.#found && found.t >= limit[0])) return false;
    this.#found = true;
    limit[0] = found.t;
    hit.copy(found);
    hit.primitive = child;
    return found.t === 0;
  }
}
