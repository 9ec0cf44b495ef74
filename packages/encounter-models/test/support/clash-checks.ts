/** One report against the truth of its assembly: which pairs are in it, of which kind, and whether the numbers can be true. */
import type { Clash, ClashKind, ClashReport } from '../../src/clash/report.ts';
import type { Assembly } from './assemblies.ts';
import type { AskedOptions } from './clash-contract.ts';
import type { Piece, Whole3 } from './lattice-pieces.ts';
import { cross2, type Point2 } from './lattice-polygons.ts';
import { commonBox, isBoxy, leastDepth, overlapAt, type Solid } from './lattice-solids.ts';
import {
  directionToLattice,
  type Mode,
  type Presentation,
  toLattice,
  toWorld,
  UNIT,
  type Vector,
} from './presentations.ts';

/** A distance may be off by this much, relative to itself. */
const DISTANCE_ERROR = 1e-9;
/** A depth may be off by this much, relative to the size of the smaller part. */
const DEPTH_ERROR = 1e-9;
/** The search for the least depth of two solids of boxes visits the sides of this many pairs of boxes at most. */
const MOST_BOX_PAIRS = 24;

export type Report = (kind: string, detail: string, i?: number, j?: number) => void;

type Fail = (kind: string, detail: string) => void;

export interface Asked {
  readonly assembly: Assembly;
  readonly mode: Mode;
  readonly presentation: Presentation;
  readonly options: AskedOptions;
  /** In units of the lattice, as the truth is; 0 for none. */
  readonly clearance: number;
}

/** The kind that parts i and j must have, or null where they must not be in the report. */
export function expectedKind({ assembly, mode, clearance, options }: Asked, i: number, j: number): ClashKind | null {
  const { parts } = assembly;
  if (mode === 'between' && parts[i].model === parts[j].model) return null;
  const { kind, distance } = assembly.truth(i, j);
  const due = kind !== 'apart' ? kind : distance < clearance ? 'clearance' : null;
  return due !== null && options.kinds !== undefined && !options.kinds.includes(due) ? null : due;
}

/** The clashes of a report by their pair, as i · n + j with i < j. */
export function byPair({ assembly, mode }: Asked, report: ClashReport, fail: Report): Map<number, Clash> {
  const fileOf = (model: number): string => (mode === 'within' ? 'all.glb' : ['a.glb', 'b.glb'][model]);
  const places = new Map(assembly.parts.map((p, i) => [`${fileOf(p.model)} root/${p.id}`, i]));
  const parts = new Map(report.parts.map((p) => [p.id, places.get(`${p.file} ${p.path}`)]));
  if (parts.size !== report.parts.length) fail('report: two parts with one id', '');
  const found = new Map<number, Clash>();
  for (const clash of report.clashes) {
    const a = parts.get(clash.a);
    const b = parts.get(clash.b);
    if (a === undefined || b === undefined) {
      fail('report: a clash of a part that is not in it', `${clash.a}, ${clash.b}`);
      continue;
    }
    const key = Math.min(a, b) * assembly.parts.length + Math.max(a, b);
    if (found.has(key)) fail('report: a pair is in it twice', '', Math.min(a, b), Math.max(a, b));
    // From here on, a is the part with the lower number.
    found.set(key, a < b ? clash : swapped(clash));
  }
  return found;
}

function swapped(c: Clash): Clash {
  const normal: Vector = [-c.normal[0], -c.normal[1], -c.normal[2]];
  return { ...c, a: c.b, b: c.a, pointA: c.pointB, pointB: c.pointA, normal };
}

export function checkReport(asked: Asked, report: ClashReport, fail: Report): Map<number, Clash> {
  const { assembly } = asked;
  const found = byPair(asked, report, fail);
  if (report.version !== 1) fail('report: version', String(report.version));
  const ids = report.clashes.map((c) => c.id);
  if (new Set(ids).size !== ids.length) fail('report: two clashes with one id', ids.join(' '));
  if (ids.some((id, i) => i > 0 && id < ids[i - 1])) fail('report: not sorted by id', ids.join(' '));
  const n = assembly.parts.length;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const due = expectedKind(asked, i, j);
      const clash = found.get(i * n + j);
      const is = clash?.kind ?? null;
      if (due !== is) {
        const { kind, distance } = assembly.truth(i, j);
        const names = `${assembly.parts[i].solid.name} and ${assembly.parts[j].solid.name}`;
        fail(
          `kind: ${due ?? (kind === 'apart' ? kind : `${kind}, not asked for,`)} reported as ${is ?? 'apart'}`,
          `${names}: ${kind}, distance ${distance} of ${asked.clearance}`,
          i,
          j,
        );
      } else if (clash !== undefined) checkNumbers(asked, clash, i, j, (what, detail) => fail(what, detail, i, j));
    }
  return found;
}

function checkNumbers(asked: Asked, clash: Clash, i: number, j: number, fail: Fail): void {
  const { assembly, presentation } = asked;
  const { frame, rounding } = presentation;
  const unit = UNIT * frame.scale;
  const [a, b] = [assembly.parts[i].solid, assembly.parts[j].solid];
  const size = Math.min(extent(a), extent(b)) * unit;
  const all = [
    clash.distance,
    clash.depth,
    ...clash.pointA,
    ...clash.pointB,
    ...clash.normal,
    ...clash.region.min,
    ...clash.region.max,
  ];
  if (!all.every(Number.isFinite)) {
    fail(`${clash.kind}: a number is not finite`, all.join(', '));
    return;
  }
  if (Math.abs(Math.hypot(...clash.normal) - 1) > 1e-9)
    fail(`${clash.kind}: normal is not unit`, clash.normal.join(', '));
  if ([0, 1, 2].some((k) => clash.region.min[k] > clash.region.max[k])) fail(`${clash.kind}: region is empty`, '');
  if (clash.kind !== 'clearance' && clash.distance !== 0)
    fail(`${clash.kind}: distance is not 0`, String(clash.distance));
  const slack = DEPTH_ERROR * size + 8 * rounding;
  if (clash.kind !== 'clearance') checkRegion(asked, clash, a, b, slack, fail);
  if (clash.kind === 'clearance' || clash.kind === 'touch') {
    if (clash.depth !== 0) fail(`${clash.kind}: depth is not 0`, String(clash.depth));
    const distance = assembly.truth(i, j).distance * unit;
    if (clash.kind === 'clearance' && Math.abs(clash.distance - distance) > DISTANCE_ERROR * distance + 8 * rounding)
      fail('clearance: wrong distance', `${clash.distance} instead of ${distance}`);
    const off = [0, 1, 2].map((k) => clash.pointB[k] - clash.pointA[k] - distance * clash.normal[k]);
    if (Math.hypot(...off) > 10 * slack)
      fail(`${clash.kind}: pointB is not pointA + distance · normal`, off.join(', '));
    for (const [solid, point, name] of [[a, clash.pointA, 'pointA'] as const, [b, clash.pointB, 'pointB'] as const]) {
      const away = awayFrom(solid, toLattice(frame, point)) * unit;
      if (away > 10 * slack) fail(`${clash.kind}: ${name} is not on its part`, String(away));
    }
    return;
  }
  checkDepth(asked, clash, a, b, size, slack, fail);
}

/** All that the two have in common is in the region, and the region is nowhere outside the box of either. */
function checkRegion(asked: Asked, { kind, region }: Clash, a: Solid, b: Solid, slack: number, fail: Fail): void {
  const { frame, way } = asked.presentation;
  if (way.turned) return;
  const world = (p: Whole3): Whole3 => toWorld(frame, p);
  const within = (min: Whole3, max: Whole3): boolean =>
    [0, 1, 2].every((k) => region.min[k] >= min[k] - 10 * slack && region.max[k] <= max[k] + 10 * slack);
  if (!within(world(a.min), world(a.max)) || !within(world(b.min), world(b.max)))
    fail(`${kind}: region reaches out of the box of a part`, JSON.stringify(region));
  if (!isBoxy(a) || !isBoxy(b)) return;
  const common = commonBox(a, b);
  const [min, max] = [world(common.min), world(common.max)];
  if ([0, 1, 2].some((k) => region.min[k] > min[k] + 10 * slack || region.max[k] < max[k] - 10 * slack))
    fail(`${kind}: region leaves out where they meet`, `${JSON.stringify(region)} instead of ${min} to ${max}`);
}

function checkDepth(asked: Asked, clash: Clash, a: Solid, b: Solid, size: number, slack: number, fail: Fail): void {
  const { frame } = asked.presentation;
  const unit = UNIT * frame.scale;
  if (!(clash.depth > 0)) {
    fail(`${clash.kind}: depth is not positive`, String(clash.depth));
    return;
  }
  // Moved by a little more than the depth, b must be free.
  const far = (clash.depth * (1 + 1e-6) + 1e-9 * size + slack) / unit;
  const direction = directionToLattice(frame, clash.normal);
  const left = overlapAt(a, b, [direction[0] * far, direction[1] * far, direction[2] * far]);
  if (left * unit > 2 * slack)
    fail(
      `${clash.kind}: not free when moved by depth · normal${clash.exact ? ', though exact' : ''}`,
      `depth ${clash.depth}, still ${left * unit} deep`,
    );
  if (!isBoxy(a) || !isBoxy(b) || a.pieces.length * b.pieces.length > MOST_BOX_PAIRS) return;
  const least = leastDepth(a, b) * unit;
  if (clash.depth < least - slack)
    fail(`${clash.kind}: depth below the least that frees it`, `${clash.depth} instead of ${least}`);
  if (clash.exact && clash.depth > least + slack)
    fail(`${clash.kind}: depth is called exact but is not the least`, `${clash.depth} instead of ${least}`);
}

function extent(s: Solid): number {
  return Math.max(s.max[0] - s.min[0], s.max[1] - s.min[1], s.max[2] - s.min[2]);
}

/** At least how far a point is outside a solid. */
function awayFrom(solid: Solid, p: Whole3): number {
  return Math.min(...solid.pieces.map((piece) => beyond(piece, p)));
}

function beyond(piece: Piece, p: Whole3): number {
  const out = Math.max(...[0, 1, 2].map((k) => Math.max(piece.min[k] - p[k], p[k] - piece.max[k])));
  if (piece.box) return out;
  const at: Point2 = [p[(piece.axis + 1) % 3], p[(piece.axis + 2) % 3]];
  const sides = piece.polygon.map((v, i) => {
    const w = piece.polygon[(i + 1) % piece.polygon.length];
    return -cross2(v, w, at) / Math.hypot(w[0] - v[0], w[1] - v[1]);
  });
  return Math.max(out, ...sides);
}
