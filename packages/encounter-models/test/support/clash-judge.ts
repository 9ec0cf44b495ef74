/**
 * Judges clash detection by its contract alone. A case is one random assembly, presented in several ways: each report must have the
 * kinds that are true, and the reports of one assembly must agree in what does not depend on the way.
 */
import type { Findings } from '../../../encounter/test/support/findings.ts';
import { Rng } from '../../../encounter/test/support/rng.ts';
import type { Clash, ClashKind, ClashReport } from '../../src/clash/report.ts';
import { Assembly, type AssemblyPart, randomAssembly } from './assemblies.ts';
import { type Asked, byPair, checkReport, type Report } from './clash-checks.ts';
import type { AskedOptions, ClashLibrary } from './clash-contract.ts';
import type { Whole3 } from './lattice-pieces.ts';
import { moved } from './lattice-solids.ts';
import { shuffle } from './polygon-triangles.ts';
import {
  type Mode,
  meshesOf,
  PLAIN,
  type Presentation,
  present,
  programOf,
  UNIT,
  WAYS,
  type Way,
} from './presentations.ts';
import { CELL } from './solid-shapes.ts';
import { type Judged, judgeTolerance } from './tolerance-cases.ts';

/** How much a clearance just above or below a distance differs from it, relatively. */
const JUST = 3e-7;
/** Distances that are this near to the clearance, relatively, would be judged by rounding: then another clearance is taken. */
const TOO_NEAR = 1e-7;

/** In these ways ids must be the same: the models are only moved, swapped, shuffled or read again. */
const SAME_IDS = [
  'run again',
  'in local coordinates',
  'swapped models',
  'far away, baked',
  'far away, by transform',
  'turned, baked',
  'turned, by transform',
  'far away and turned',
];
/** Groups are of boxes along the axes, which a rotation changes. */
const SAME_GROUPS = SAME_IDS.filter((name) => !name.includes('turned'));

export interface Plan {
  /** How many ways to present each assembly in, besides the plain one; all if it is large. */
  readonly ways: number;
  /** Only this situation, if given. */
  readonly situation?: string;
}

export class ClashCourt implements Judged {
  readonly library: ClashLibrary;
  readonly findings: Findings<never>;
  readonly tally = new Map<string, number>();
  /** Pairs of parts, counted once each; and how often such a pair was in a report that was judged. */
  pairs = 0;
  judged = 0;

  constructor(library: ClashLibrary, findings: Findings<never>) {
    this.library = library;
    this.findings = findings;
  }

  runCase(seed: number, i: number, plan: Plan): void {
    const rng = new Rng(seed, i);
    if (i % 10 === 9 && plan.situation === undefined) judgeTolerance(this, rng);
    else this.#judge(rng, plan);
  }

  /** Runs a query that must not throw; null if it does. */
  ask(models: Presentation['models'], options: AskedOptions, where: string): ClashReport | null {
    try {
      return this.library.clash(models, undefined, options);
    } catch (error) {
      const program = (): string =>
        programOf(
          models,
          models.flatMap((m) => m.parts.map((p) => p.id)),
          options,
        );
      this.findings.add(
        `throws: ${String((error as Error).message).slice(0, 60)} [${where}]`,
        (error as Error).stack ?? '',
        program,
      );
      return null;
    }
  }

  reporter({ assembly, presentation, options }: Asked): Report {
    return (kind, detail, i, j) => {
      const chosen = assembly.parts.filter((_, k) => i === undefined || k === i || k === j).map((p) => p.id);
      const program = (): string => programOf(presentation.models, chosen, options);
      this.findings.add(
        `${kind} [${presentation.way.name}]`,
        `${assembly.name}; parts ${chosen.join(', ')}: ${detail}`,
        program,
      );
    };
  }

  #judge(rng: Rng, plan: Plan): void {
    const assembly = randomAssembly(rng, plan.situation === undefined ? undefined : 1, plan.situation);
    const mode = rng.pick<Mode>(['between', 'between', 'within', 'both']);
    const n = assembly.parts.length;
    const clearance = chooseClearance(assembly, rng);
    const kinds = rng.chance(0.1)
      ? rng.pick<ClashKind[]>([['hard'], ['hard', 'contained', 'duplicate'], ['touch', 'clearance']])
      : undefined;
    this.#count(assembly, mode);
    const meshes = meshesOf(assembly, rng);
    const askIn = (
      way: Way,
      more: AskedOptions = {},
      what = assembly,
    ): { asked: Asked; report: ClashReport | null } => {
      const shapes = way.remeshed ? meshesOf(what, rng) : meshes;
      const presentation = present(what, shapes, way, mode, rng);
      const options: AskedOptions = { ...more };
      if (clearance > 0) options.clearance = clearance * UNIT * presentation.frame.scale;
      if (mode === 'both') options.self = true;
      if (kinds !== undefined) options.kinds = kinds;
      this.judged += mode === 'between' ? (n / 2) ** 2 : (n * (n - 1)) / 2;
      return {
        asked: { assembly: what, mode, presentation, options, clearance },
        report: this.ask(presentation.models, options, way.name),
      };
    };
    const plain = askIn(PLAIN);
    if (plain.report === null) return;
    const known = checkReport(plain.asked, plain.report, this.reporter(plain.asked));
    for (const clash of known.values())
      if (clash.status !== 'new')
        this.reporter(plain.asked)('report: a first run with a status that is not new', clash.status);
    for (const way of shuffle([...WAYS], rng).slice(0, plan.ways)) {
      const { asked, report } = askIn(way);
      if (report === null) continue;
      const fail = this.reporter(asked);
      const found = checkReport(asked, report, fail);
      if (SAME_IDS.includes(way.name)) compareIds(known, found, fail, n);
      if (SAME_GROUPS.includes(way.name) && partition(known) !== partition(found))
        fail('groups: not the same', `${partition(known)} and ${partition(found)}`);
    }
    if (rng.chance(0.3)) this.#judgeStages(plain.asked, plain.report, rng);
    if (rng.chance(0.3)) this.#judgePrevious(plain.report, known, askIn, rng);
  }

  /** Ranges of pairs, in any split and order, by one run or several, sent as JSON. */
  #judgeStages(asked: Asked, whole: ClashReport, rng: Rng): void {
    const fail = this.reporter(asked);
    const { models } = asked.presentation;
    try {
      const make = (of = models): InstanceType<ClashLibrary['ClashRun']> =>
        new this.library.ClashRun(of, undefined, asked.options);
      const run = make();
      const count = run.pairCount;
      if (!Number.isInteger(count) || count < whole.clashes.length)
        fail('stages: pairCount', `${count} of ${whole.clashes.length} clashes`);
      const cuts = [0, ...Array.from({ length: rng.int(4) }, () => rng.int(count + 1)), count].sort((a, b) => a - b);
      const ranges = shuffle(
        cuts.slice(1).map((to, i) => [cuts[i], to] as const),
        rng,
      );
      const other = models.map((m) => ({ ...m, parts: shuffle([...m.parts], rng) }));
      if (make(other).pairCount !== count) fail('stages: pairCount depends on the order of parts', '');
      const sent = (list: unknown[]): unknown[] => JSON.parse(JSON.stringify(list));
      const same = ranges.flatMap(([from, to]) => sent((rng.chance(0.5) ? run : make()).run(from, to)));
      const report = make().report(shuffle(same, rng));
      if (JSON.stringify(report) !== JSON.stringify(whole))
        fail('stages: another report than in one run', `ranges ${ranges.join('; ')}`);
      const mixed = ranges.flatMap(([from, to], i) => sent(make(i % 2 === 0 ? models : other).run(from, to)));
      const kinds = (r: ClashReport): string =>
        [...byPair(asked, r, fail)]
          .map(([k, c]) => `${k} ${c.kind} ${c.id}`)
          .sort()
          .join(', ');
      if (kinds(make().report(mixed)) !== kinds(whole))
        fail('stages: ranges of shuffled parts do not add up', `ranges ${ranges.join('; ')}`);
      if (rng.chance(0.5) && make().run(0, 0).length !== 0) fail('stages: findings in an empty range', '');
    } catch (error) {
      fail(`stages throw: ${String((error as Error).message).slice(0, 60)}`, (error as Error).stack ?? '');
    }
  }

  /** A second run keeps what people have said about clashes, and sees what has changed. */
  #judgePrevious(
    first: ClashReport,
    known: ReadonlyMap<number, Clash>,
    askIn: (way: Way, more: AskedOptions, what?: Assembly) => { asked: Asked; report: ClashReport | null },
    rng: Rng,
  ): void {
    const previous: ClashReport = {
      ...first,
      clashes: first.clashes.map((c) => ({ ...c, status: rng.pick(['reviewed', 'approved', 'active'] as const) })),
    };
    const status = new Map(previous.clashes.map((c) => [c.id, c.status]));
    const again = askIn({ ...PLAIN, name: 'after a previous run' }, { previous: JSON.parse(JSON.stringify(previous)) });
    if (again.report !== null) {
      const fail = this.reporter(again.asked);
      const found = checkReport(again.asked, again.report, fail);
      compareIds(known, found, fail, again.asked.assembly.parts.length);
      for (const c of found.values())
        if (c.status !== status.get(c.id))
          fail('previous: status not taken over', `${status.get(c.id)} became ${c.status}`);
    }
    const { assembly } = again.asked;
    const k = rng.int(assembly.parts.length);
    const by = [0, 0, 0] as [number, number, number];
    by[rng.int(3)] = rng.pick([1, -1, CELL, -CELL, 8 * CELL]);
    const parts = assembly.parts.map((p, i) => (i === k ? shifted(p, by) : p));
    const changed = new Assembly(parts, `${assembly.name}, then part ${parts[k].id} moved by ${by.join(', ')}`);
    const clearance = again.asked.clearance;
    if (!clearOf(changed, clearance)) return;
    const after = askIn(
      { ...PLAIN, name: 'after a change' },
      { previous: JSON.parse(JSON.stringify(previous)) },
      changed,
    );
    if (after.report === null) return;
    const fail = this.reporter(after.asked);
    const open = { ...after.report, clashes: after.report.clashes.filter((c) => c.status !== 'resolved') };
    const found = checkReport(after.asked, open, fail);
    for (const [key, c] of found) {
      if (!known.has(key) && c.status !== 'new') fail('previous: a new clash whose status is not new', c.status);
      if (known.get(key)?.kind === c.kind && c.status !== status.get(c.id))
        fail('previous: status not taken over after a change', `${status.get(c.id)} became ${c.status}`);
    }
  }

  #count(assembly: Assembly, mode: Mode): void {
    const { parts } = assembly;
    for (let i = 0; i < parts.length; i++)
      for (let j = i + 1; j < parts.length; j++) {
        if (mode === 'between' && parts[i].model === parts[j].model) continue;
        this.count(assembly.truth(i, j).kind);
      }
  }

  count(kind: string): void {
    this.pairs++;
    this.tally.set(kind, (this.tally.get(kind) ?? 0) + 1);
  }
}

function shifted(part: AssemblyPart, by: Whole3): AssemblyPart {
  const at: Whole3 = [part.at[0] + by[0], part.at[1] + by[1], part.at[2] + by[2]];
  return { ...part, at, solid: moved(part.solid, by) };
}

/** In units of the lattice; 0 for none. */
function chooseClearance(assembly: Assembly, rng: Rng): number {
  if (rng.chance(0.25)) return 0;
  const distances = distancesIn(assembly);
  for (let n = 0; n < 10 && distances.length > 0; n++) {
    const distance = rng.pick(distances);
    const d = rng.chance(0.8) ? distance * (1 + rng.pick([-JUST, JUST])) : distance * rng.range(0.5, 2);
    if (clearOf(assembly, d)) return d;
  }
  return 0.5;
}

function distancesIn(assembly: Assembly): number[] {
  const found: number[] = [];
  for (let j = 1; j < assembly.parts.length; j++) for (let i = 0; i < j; i++) found.push(assembly.truth(i, j).distance);
  return found.filter((d) => d > 0);
}

/** Whether no distance is so near to the clearance that rounding decides. */
function clearOf(assembly: Assembly, clearance: number): boolean {
  return distancesIn(assembly).every((d) => Math.abs(d - clearance) > TOO_NEAR * clearance);
}

function compareIds(
  known: ReadonlyMap<number, Clash>,
  found: ReadonlyMap<number, Clash>,
  fail: Report,
  n: number,
): void {
  for (const [key, clash] of found) {
    const before = known.get(key);
    if (before === undefined || before.kind !== clash.kind || before.id === clash.id) continue;
    fail('ids: not the same', `${before.id} and ${clash.id}`, Math.floor(key / n), key % n);
    return;
  }
}

/** The pairs of each group, in an order of their own. */
function partition(clashes: ReadonlyMap<number, Clash>): string {
  const groups = new Map<number, number[]>();
  for (const [key, { group }] of clashes) groups.set(group, [...(groups.get(group) ?? []), key]);
  return [...groups.values()]
    .map((g) => g.sort((a, b) => a - b).join(' '))
    .sort()
    .join(' | ');
}
