/** Whether any part of a compound meets the other body. */
import type { Body } from '../../bodies/body.ts';
import { Goal } from '../../convex/penetration.ts';
import { PartVisitor } from './level.ts';

export class CompoundDecision extends PartVisitor {
  decide(): boolean {
    const { walk, instance } = this.level;
    return walk.overlapping(instance.tree, this);
  }

  protected visit(part: Body): boolean {
    return this.level.ask(part, Goal.decide, null);
  }
}
