/**
 * Boxes whose gap, overlap or shift is just below the tolerance that is asked for, or just above. Below it, a gap and an overlap read
 * as touching, and a shifted copy as a duplicate.
 */
import type { Rng } from '../../../encounter/test/support/rng.ts';
import type { ClashReport } from '../../src/clash/report.ts';
import { Assembly, partOf } from './assemblies.ts';
import { type Asked, byPair, type Report } from './clash-checks.ts';
import type { AskedOptions } from './clash-contract.ts';
import type { Whole3 } from './lattice-pieces.ts';
import { meshesOf, PLAIN, type Presentation, present, UNIT, WAYS } from './presentations.ts';
import { box, CELL } from './solid-shapes.ts';

/** What a case needs of the court. */
export interface Judged {
  ask(models: Presentation['models'], options: AskedOptions, where: string): ClashReport | null;
  reporter(asked: Asked): Report;
  count(kind: string): void;
}

export function judgeTolerance(court: Judged, rng: Rng): void {
  const step = rng.integer(2, 6);
  // Half a step of the lattice below or above: a thousandth of the size at most.
  const below = rng.chance(0.5);
  const tolerance = below ? step + 0.5 : step - 0.5;
  const a = box([0, 0, 0], [4 * CELL, 3 * CELL, 3 * CELL]);
  const [kind, b, due] = rng.pick([
    ['gap', boxFrom([4 * CELL + step, CELL, CELL]), below ? 'touch' : 'clearance'],
    ['overlap', boxFrom([4 * CELL - step, CELL, -CELL]), below ? 'touch' : 'hard'],
    ['shift', box([step, 0, 0], [4 * CELL + step, 3 * CELL, 3 * CELL]), below ? 'duplicate' : 'hard'],
  ] as const);
  const assembly = new Assembly([partOf('a0', 0, a), partOf('b0', 1, b)], `${kind} ${step} of tolerance ${tolerance}`);
  court.count(`tolerance: ${kind}`);
  for (const way of [PLAIN, rng.pick(WAYS), rng.pick(WAYS)]) {
    const presentation = present(assembly, meshesOf(assembly, rng), way, 'between', rng);
    const unit = UNIT * presentation.frame.scale;
    const options: AskedOptions = { tolerance: tolerance * unit, clearance: 20 * unit };
    const asked: Asked = { assembly, mode: 'between', presentation, options, clearance: 20 };
    const report = court.ask(presentation.models, options, way.name);
    if (report === null) continue;
    const fail = court.reporter(asked);
    const is = byPair(asked, report, fail).get(1)?.kind ?? 'apart';
    if (is !== due) fail(`tolerance: ${kind} just ${below ? 'below' : 'above'} it, ${due} reported as ${is}`, '', 0, 1);
  }
}

function boxFrom(min: Whole3): ReturnType<typeof box> {
  return box(min, [min[0] + 2 * CELL, min[1] + 2 * CELL, min[2] + 3 * CELL]);
}
