/**
 * A classifier that compares all pairs of parts by the cells they are made of, and the same with flaws that clash detection is known
 * for: a judge must pass the first and catch the others. It gets the solids behind the parts from the presentation, not from triangles.
 */
import type { Clash, ClashKind, ClashReport, Triple } from '../../src/clash/report.ts';
import type { Model, Part } from '../../src/model.ts';
import type { AskedOptions, ClashLibrary } from './clash-contract.ts';
import { boxPiece } from './lattice-pieces.ts';
import { commonBox, isBoxy, leastDepth, overlapAt, type Solid, truthOf } from './lattice-solids.ts';
import { directionToWorld, sources, toWorld, UNIT, type Vector } from './presentations.ts';

export const FLAWS = [
  'touch counted as hard',
  'coplanar overlap missed',
  'containment reported as hard',
  'duplicates only with the same triangles',
  'clearance off by a millionth',
  'distance off by a millionth',
  'verdict depends on order',
  'touch missed far away',
  'what is in a cavity counts as contained',
  'depth too small',
  'depth called exact',
  'ids depend on order',
  'groups depend on order',
  'a pair lost between ranges',
  'previous kinds kept',
  'status forgotten',
  'tolerance ignored',
  'edges that cross are missed',
  'region is a point',
] as const;
export type Flaw = (typeof FLAWS)[number];

interface Named {
  readonly key: string;
  readonly file: string;
  readonly part: Part;
  readonly order: number;
  readonly model: number;
}

type Found = Omit<Clash, 'group' | 'status'>;

export function plainClash(flaw?: Flaw): ClashLibrary {
  class ClashRun {
    readonly options: AskedOptions;
    readonly parts: Named[];
    readonly pairs: [Named, Named][] = [];

    constructor(models: Model | readonly Model[], _rules?: undefined, options: AskedOptions = {}) {
      const list = 'parts' in models ? [models] : models;
      let order = 0;
      this.options = options;
      this.parts = list
        .flatMap((m, model) =>
          m.parts.map((part) => ({ key: `${m.name}:${part.id}`, file: m.name, part, order: order++, model })),
        )
        .sort((p, q) => (p.key < q.key ? -1 : 1));
      for (const [i, p] of this.parts.entries())
        for (const q of this.parts.slice(i + 1))
          if (list.length === 1 || options.self || p.model !== q.model) this.pairs.push([p, q]);
    }

    get pairCount(): number {
      return this.pairs.length;
    }

    run(from: number, to: number): Found[] {
      const last = flaw === 'a pair lost between ranges' && to < this.pairs.length ? to - 1 : to;
      return this.pairs.slice(from, last).flatMap(([p, q]) => classify(p, q, this.options, flaw));
    }

    report(findings: Iterable<unknown>): ClashReport {
      const found = [...(findings as Iterable<Found>)].sort((p, q) => (p.id < q.id ? -1 : 1));
      const groups = groupsOf(found);
      const before = new Map(this.options.previous?.clashes.map((c) => [c.id, c]));
      const clashes = found.map((c, i): Clash => {
        const old = before.get(c.id);
        const kind = flaw === 'previous kinds kept' && old !== undefined ? old.kind : c.kind;
        const status = flaw === 'status forgotten' ? 'new' : (old?.status ?? 'new');
        const group = flaw === 'groups depend on order' ? this.parts.find((p) => p.key === c.a)!.order % 2 : groups[i];
        return { ...c, kind, group, status };
      });
      const parts = this.parts.map(({ key, file, part }) => ({
        id: key,
        file,
        name: part.name,
        path: part.path.join('/'),
        triangles: part.triangles.indices.length / 3,
      }));
      return { version: 1, units: 'm', parts, clashes };
    }
  }
  const clash: ClashLibrary['clash'] = (models, rules, options) => {
    const run = new ClashRun(models, rules, options);
    return run.report(run.run(0, run.pairCount));
  };
  return { clash, ClashRun };
}

function classify(p: Named, q: Named, options: AskedOptions, flaw?: Flaw): Found[] {
  const { frame, part } = sources.get(p.part)!;
  const [a, b] = [part.solid, sources.get(q.part)!.part.solid];
  const unit = UNIT * frame.scale;
  const truth = truthOf(a, b);
  const distance = truth.distance * unit;
  const least = (options.clearance ?? 0) * (flaw === 'clearance off by a millionth' ? 1 - 1e-6 : 1);
  let kind: ClashKind | null = kindByCells(a, b) ?? (truth.kind === 'apart' ? null : truth.kind);
  if (options.tolerance !== undefined && flaw !== 'tolerance ignored')
    kind = tolerant(a, b, kind, truth.distance, options.tolerance / unit);
  kind = flawed(kind, p, q, a, b, frame.offset[0] !== 0, flaw);
  if (kind === null && truth.distance > 0 && distance < least) kind = 'clearance';
  if (kind === null || (options.kinds !== undefined && !options.kinds.includes(kind))) return [];
  const apart = kind === 'clearance' || kind === 'touch';
  const free = kind === 'clearance' ? null : wayOut(a, b);
  const onA = apart ? truth.onA : a.min;
  const onB = kind === 'clearance' ? truth.onB : onA;
  const normal: Vector = free === null ? unitFrom(onA, onB) : free.normal;
  const depth = apart ? 0 : free!.depth * unit * (flaw === 'depth too small' ? 0.9 : 1);
  const exact = apart || free!.exact || flaw === 'depth called exact';
  const [pointA, pointB]: Triple[] = [toWorld(frame, onA), toWorld(frame, onB)];
  const region =
    kind === 'clearance' || flaw === 'region is a point'
      ? around(pointA, pointB)
      : regionOf(a, b, (p) => toWorld(frame, p));
  const number = kind === 'clearance' ? distance * (flaw === 'distance off by a millionth' ? 1 + 1e-6 : 1) : 0;
  const id = flaw === 'ids depend on order' && p.order > q.order ? `${q.key}+${p.key}` : `${p.key}+${q.key}`;
  return [
    {
      id,
      a: p.key,
      b: q.key,
      kind,
      distance: number,
      depth,
      exact,
      pointA,
      pointB,
      normal: directionToWorld(frame, normal),
      region,
    },
  ];
}

function flawed(
  kind: ClashKind | null,
  p: Named,
  q: Named,
  a: Solid,
  b: Solid,
  far: boolean,
  flaw?: Flaw,
): ClashKind | null {
  const shares = [0, 1, 2].some((k) => a.min[k] === b.min[k] || a.max[k] === b.max[k]);
  const within = [0, 1, 2].every((k) => a.min[k] <= b.min[k] && a.max[k] >= b.max[k]);
  if (flaw === 'touch counted as hard' && kind === 'touch') return 'hard';
  if (flaw === 'coplanar overlap missed' && kind === 'hard' && shares) return null;
  if (flaw === 'containment reported as hard' && kind === 'contained') return 'hard';
  if (flaw === 'duplicates only with the same triangles' && kind === 'duplicate') {
    const same = p.part.triangles.indices.join() === q.part.triangles.indices.join();
    return same ? kind : 'hard';
  }
  if (flaw === 'verdict depends on order' && kind === 'contained' && p.order > q.order) return 'hard';
  if (flaw === 'touch missed far away' && kind === 'touch' && far) return null;
  if (flaw === 'what is in a cavity counts as contained' && a.cavities.length > 0 && within && kind !== 'hard')
    return 'contained';
  if (
    flaw === 'edges that cross are missed' &&
    kind === 'touch' &&
    a.name.startsWith('roof along') &&
    b.name.startsWith('roof upside down')
  )
    return null;
  return kind;
}

/** Gaps and overlaps up to the tolerance are touching, and a copy moved by no more is a duplicate. */
function tolerant(a: Solid, b: Solid, kind: ClashKind | null, distance: number, tolerance: number): ClashKind | null {
  if (kind === null) return distance <= tolerance ? 'touch' : null;
  if (kind !== 'hard') return kind;
  const shift = Math.max(
    ...[0, 1, 2].map((k) => Math.max(Math.abs(a.min[k] - b.min[k]), Math.abs(a.max[k] - b.max[k]))),
  );
  if (shift <= tolerance) return 'duplicate';
  return leastDepth(a, b) <= tolerance ? 'touch' : 'hard';
}

/** Solids of boxes as sets of cells, between all planes of both. Undefined for others, null if they do not meet. */
function kindByCells(a: Solid, b: Solid): ClashKind | null | undefined {
  if (!isBoxy(a) || !isBoxy(b)) return undefined;
  const planes = [0, 1, 2].map((k) =>
    [...new Set([...a.pieces, ...b.pieces].flatMap((p) => [p.min[k], p.max[k]]))].sort((x, y) => x - y),
  );
  const [inA, inB] = [cellsOf(a, planes), cellsOf(b, planes)];
  const common = [...inA].filter((cell) => inB.has(cell)).length;
  if (common > 0) {
    if (common === inA.size && common === inB.size) return 'duplicate';
    return common === inA.size || common === inB.size ? 'contained' : 'hard';
  }
  const cornersOfB = new Set([...inB].flatMap(cornersOf));
  return [...inA].some((cell) => cornersOf(cell).some((corner) => cornersOfB.has(corner))) ? 'touch' : null;
}

function cellsOf(solid: Solid, planes: readonly (readonly number[])[]): Set<number> {
  const cells = new Set<number>();
  for (const { min, max } of solid.pieces) {
    const [from, to] = [min, max].map((corner) => corner.map((x, k) => planes[k].indexOf(x)));
    for (let x = from[0]; x < to[0]; x++)
      for (let y = from[1]; y < to[1]; y++) for (let z = from[2]; z < to[2]; z++) cells.add((x * 1000 + y) * 1000 + z);
  }
  return cells;
}

function cornersOf(cell: number): number[] {
  return [0, 1, 1000, 1001, 1e6, 1000001, 1001000, 1001001].map((d) => cell + d);
}

/** Along an axis of the lattice, by bounding boxes; the least for solids of boxes, if it is no more than that. */
function wayOut(a: Solid, b: Solid): { depth: number; normal: Vector; exact: boolean } {
  let best = { depth: Infinity, normal: [1, 0, 0] as Vector };
  for (let k = 0; k < 3; k++)
    for (const side of [1, -1]) {
      const depth = Math.max(0, side > 0 ? a.max[k] - b.min[k] : b.max[k] - a.min[k]);
      if (depth < best.depth) best = { depth, normal: [0, 1, 2].map((l) => (l === k ? side : 0)) as unknown as Vector };
    }
  const exact = isBoxy(a) && isBoxy(b) && a.pieces.length * b.pieces.length === 1;
  if (overlapAt(a, b, [0, 1, 2].map((k) => best.normal[k] * best.depth) as unknown as Vector) > 1e-9)
    throw new Error('not free');
  return { ...best, exact };
}

function unitFrom(p: Vector, q: Vector): Vector {
  const d = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const length = Math.hypot(d[0], d[1], d[2]);
  return [d[0] / length, d[1] / length, d[2] / length];
}

/** What is common to the boxes of both, piece by piece where pieces are boxes; in the world. */
function regionOf(a: Solid, b: Solid, place: (p: Vector) => Triple): Clash['region'] {
  const whole = (s: Solid): Solid => ({ ...s, pieces: [boxPiece(s.min, s.max)] });
  const { min, max } =
    isBoxy(a) && isBoxy(b) && truthOf(a, b).distance === 0 ? commonBox(a, b) : commonBox(whole(a), whole(b));
  return around(place(min), place(max));
}

function around(p: Triple, q: Triple): Clash['region'] {
  const corner = (pick: (x: number, y: number) => number): Triple => [
    pick(p[0], q[0]),
    pick(p[1], q[1]),
    pick(p[2], q[2]),
  ];
  return { min: corner(Math.min), max: corner(Math.max) };
}

function groupsOf(found: readonly Found[]): number[] {
  const group = found.map((_, i) => i);
  const find = (i: number): number => (group[i] === i ? i : find(group[i]));
  for (let i = 0; i < found.length; i++)
    for (let j = 0; j < i; j++)
      if ([found[i].a, found[i].b].some((part) => part === found[j].a || part === found[j].b)) {
        const [p, q] = [find(i), find(j)];
        group[Math.max(p, q)] = Math.min(p, q);
      }
  return found.map((_, i) => find(i));
}
