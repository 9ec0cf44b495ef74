/**
 * From a recording to the frames that the page shows, one a step.
 *
 * The recorder keeps each step of GJK before w joins the simplex. The one that ends GJK is not among them, and is made here
 * from the last: its simplex with w added, solved once more.
 */
import { type DistanceResult, type EpaStep, type GjkStep, Vec3 } from 'encounter';
import { Simplex } from 'encounter/core';
import { Vector3 } from 'three';
import type { Pair } from './pair.ts';

/** A point of A − B with the name it keeps throughout. */
export interface Named {
  readonly name: string;
  readonly at: Vector3;
}

interface Common {
  /** Bounds of the signed distance of the cores: those that are known when this frame is over. */
  readonly lower: number;
  readonly upper: number;
  /** The support point that was looked for, and the direction that it is farthest in. */
  readonly w: Named | null;
  readonly direction: Vector3 | null;
}

export interface GjkFrame extends Common {
  readonly phase: 'gjk';
  /** The last three end GJK: the bounds have met, the origin is in a tetrahedron, or v is too short to go by. */
  readonly kind: 'start' | 'step' | 'met' | 'enclosed' | 'undecided';
  readonly simplex: readonly Named[];
  /** Which points the simplex lost in the step before. */
  readonly dropped: readonly Named[];
  /** The point of the simplex nearest to the origin; null while there is none. */
  readonly v: Vector3 | null;
  /** Whether the direction is not that of v but leans towards the first one. */
  readonly leans: boolean;
  /** Whether the simplex came from a cache. */
  readonly cached: boolean;
}

export interface EpaFrame extends Common {
  readonly phase: 'epa';
  /** The last three end EPA: this face is part of the boundary, no face is nearer than the best way out, or neither is so. */
  readonly kind: 'grow' | 'done' | 'beaten' | 'open';
  readonly faces: EpaStep['faces'];
  readonly nearest: number;
  /** The foot of the origin on the plane of the nearest face, its signed distance, and how far A − B reaches beyond. */
  readonly foot: Vector3;
  readonly depth: number;
  readonly reach: number;
}

export type Frame = GjkFrame | EpaFrame;

export interface Story {
  readonly frames: readonly Frame[];
  readonly result: DistanceResult;
}

export function tell(pair: Pair): Story {
  const { steps, result } = pair.recording;
  const names = new Names();
  const gjk = firstRun(steps);
  const epa = steps.filter((step) => step.algorithm === 'epa');
  const frames: Frame[] = [];
  let before: readonly Named[] = [];
  gjk.forEach((step, i) => {
    const simplex = step.simplex.map((p) => names.of(p, 'c'));
    const w = names.of(step.w);
    frames.push(gjkStep(step, simplex, before, w, i));
    before = [...simplex, w];
  });
  // A tetrahedron from the cache that still holds the origin leaves GJK nothing to do.
  if (gjk.length === 0 && epa.length > 0) before = corners(epa[0]).map((p) => names.of(p, 'c'));
  frames.push(gjkEnd(pair, gjk.at(-1), before, names, result));
  let least = Infinity;
  let proven = -Infinity;
  epa.forEach((step, i) => {
    least = Math.min(least, step.upper);
    proven = Math.max(proven, step.lower);
    frames.push(epaStep(step, names.of(step.w), least, proven, i === epa.length - 1));
  });
  return { frames, result };
}

/** To find the witness of a depth, GJK may run again in another place; its steps belong to another story. */
function firstRun(steps: readonly (GjkStep | EpaStep)[]): GjkStep[] {
  const run: GjkStep[] = [];
  for (const step of steps) {
    if (step.algorithm === 'epa' || (run.length > 0 && step.simplex.length === 0)) break;
    run.push(step);
  }
  return run;
}

function gjkStep(step: GjkStep, simplex: Named[], before: readonly Named[], w: Named, i: number): GjkFrame {
  const axis = new Vector3().copy(step.v);
  const { v } = solve(simplex);
  const start = simplex.length === 0;
  return {
    phase: 'gjk',
    kind: start ? 'start' : 'step',
    simplex,
    dropped: before.filter((p) => !simplex.includes(p)),
    v: start ? null : v,
    leans: !start && axis.clone().normalize().cross(v.clone().normalize()).length() > 1e-4,
    cached: i === 0 && !start,
    w,
    direction: axis.negate().normalize(),
    lower: proven(step.lower),
    upper: step.upper,
  };
}

/** GJK begins with a lower bound of 0; as long as it proves no distance, they may still overlap. */
function proven(lower: number): number {
  return lower > 0 ? lower : -Infinity;
}

function gjkEnd(
  pair: Pair,
  last: GjkStep | undefined,
  points: readonly Named[],
  names: Names,
  result: DistanceResult,
): GjkFrame {
  const { enclosed, kept, v } = solve(points);
  const common = {
    phase: 'gjk',
    simplex: kept,
    dropped: points.filter((p) => !kept.includes(p)),
    leans: false,
    cached: last === undefined,
  } as const;
  const lower = proven(last?.lower ?? 0);
  const cores = result.distance + pair.radius;
  const apart = cores > 1e-12 * pair.a.extent && !pair.recording.steps.some(({ algorithm }) => algorithm === 'epa');
  // Overlapping without a single step: the cached points were a tetrahedron around the origin.
  if (enclosed || (last === undefined && !apart))
    return { ...common, kind: 'enclosed', v: null, w: null, direction: null, lower, upper: 0 };
  // Without a step on record v is known from the answer alone.
  const nearest = last === undefined ? new Vector3().copy(result.normal).multiplyScalar(-cores) : v;
  const upper = nearest.length();
  if (!apart) return { ...common, kind: 'undecided', v: nearest, w: null, direction: null, lower, upper };
  const direction = nearest.clone().negate().normalize();
  const { a, b } = pair.support(direction);
  const w = names.of(a.sub(b));
  return { ...common, kind: 'met', v: nearest, w, direction, lower: Math.max(lower, -direction.dot(w.at)), upper };
}

/** `least`: the least support value so far, and `proven`: the distance of the nearest face. They are the bounds of the depth. */
function epaStep(step: EpaStep, w: Named, least: number, proven: number, last: boolean): EpaFrame {
  const [p, q, r] = step.faces[step.nearest].map((x) => new Vector3().copy(x));
  const normal = q.sub(p).cross(r.sub(p)).normalize();
  // A face without an area has no normal of its own; the support point tells which way was looked.
  const height = normal.dot(w.at);
  const direction = Math.abs(height - step.upper) <= Math.abs(height + step.upper) ? normal : normal.negate();
  const closes = (value: number): boolean => value - step.lower <= 1e-6 * Math.max(1, Math.abs(value));
  return {
    phase: 'epa',
    kind: !last ? 'grow' : closes(step.upper) ? 'done' : closes(least) ? 'beaten' : 'open',
    faces: step.faces,
    nearest: step.nearest,
    foot: direction.clone().multiplyScalar(step.lower),
    depth: step.lower,
    reach: step.upper,
    w,
    direction,
    lower: -least,
    upper: -proven,
  };
}

function corners({ faces }: EpaStep): Vec3[] {
  const found: Vec3[] = [];
  for (const p of faces.flat()) if (!found.some((q) => q.x === p.x && q.y === p.y && q.z === p.z)) found.push(p);
  return found.slice(0, 4);
}

/** The point of the hull of up to four points that is nearest to the origin, and the points that it needs. */
function solve(points: readonly Named[]): { enclosed: boolean; kept: Named[]; v: Vector3 } {
  const simplex = new Simplex();
  const distinct = [...new Set(points)];
  for (const { at } of distinct) {
    const y = new Vec3(at.x, at.y, at.z);
    simplex.add(y, y);
  }
  const enclosed = distinct.length > 0 && simplex.solve();
  const kept = distinct.filter(({ at }) => {
    for (let k = 0; k < 3 * simplex.count; k += 3)
      if (simplex.y[k] === at.x && simplex.y[k + 1] === at.y && simplex.y[k + 2] === at.z) return true;
    return false;
  });
  return { enclosed, kept, v: new Vector3().copy(simplex.v) };
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

/** Names points in the order in which they turn up: w₁, w₂ …, and those that come from a cache c₁, c₂, c₃. */
class Names {
  readonly #known: Named[] = [];
  readonly #counts: Record<string, number> = {};

  of({ x, y, z }: { x: number; y: number; z: number }, letter = 'w'): Named {
    const found = this.#known.find(({ at }) => Math.hypot(at.x - x, at.y - y, at.z - z) < 1e-12);
    if (found !== undefined) return found;
    const n = (this.#counts[letter] ?? 0) + 1;
    this.#counts[letter] = n;
    const named = { name: `${letter}${`${n}`.replace(/\d/g, (d) => SUBSCRIPTS[Number(d)])}`, at: new Vector3(x, y, z) };
    this.#known.push(named);
    return named;
  }
}
