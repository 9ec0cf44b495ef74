/**
 * Random assemblies: pairs of parts in the positions that clash detection gets wrong, several pairs at once, so that each part also
 * meets those of the other pairs. Everything is on a lattice, so that what is true of any two parts is known exactly.
 */
import type { Rng } from '../../../encounter/test/support/rng.ts';
import type { Axis, Whole3 } from './lattice-pieces.ts';
import { doubleArea, type Point2, type Polygon2 } from './lattice-polygons.ts';
import { moved, type Solid, type Truth, truthOf } from './lattice-solids.ts';
import { box, CELL, type Mix, prismOf, randomSolid } from './solid-shapes.ts';

export interface AssemblyPart {
  readonly id: string;
  readonly model: 0 | 1;
  /** With its lowest corner in the origin; parts that are copies of one another share it. */
  readonly base: Solid;
  readonly at: Whole3;
  /** The base, moved to where it is. */
  readonly solid: Solid;
}

export class Assembly {
  readonly parts: readonly AssemblyPart[];
  /** The situations it was made of. */
  readonly name: string;
  readonly #truths = new Map<number, Truth>();

  constructor(parts: readonly AssemblyPart[], name: string) {
    this.parts = parts;
    this.name = name;
  }

  /** What is true of parts i and j, with i < j. */
  truth(i: number, j: number): Truth {
    const key = i * this.parts.length + j;
    let truth = this.#truths.get(key);
    if (truth === undefined) {
      truth = truthOf(this.parts[i].solid, this.parts[j].solid);
      this.#truths.set(key, truth);
    }
    return truth;
  }
}

export function partOf(id: string, model: 0 | 1, solid: Solid): AssemblyPart {
  const { min } = solid;
  return { id, model, base: moved(solid, [-min[0], -min[1], -min[2]]), at: min, solid };
}

/** The second may be the first itself, moved: then it is a copy. */
type Situation = (rng: Rng, mix: Mix) => readonly [Solid, Solid] | null;

const GAPS = [0, 0, 0, 0, 1, 1, 2, 3, 16, 64, 128, -1, -1, -2, -3, -64];

/** Where b is along one axis, as a shift of its lowest coordinate. */
const along: Record<string, (a: Solid, b: Solid, k: number, rng: Rng) => number> = {
  lowFlush: (a, _b, k) => a.min[k],
  highFlush: (a, b, k) => a.max[k] - (b.max[k] - b.min[k]),
  // Anywhere on the coarse lattice where the two share a coordinate.
  coarse: (a, b, k, rng) =>
    CELL * rng.integer(Math.ceil((a.min[k] - (b.max[k] - b.min[k])) / CELL), Math.floor(a.max[k] / CELL)),
  fine: (a, b, k, rng) => rng.integer(a.min[k] - (b.max[k] - b.min[k]), a.max[k]),
};

function beside(a: Solid, b: Solid, k: number, gap: number, rng: Rng): number {
  return rng.chance(0.5) ? a.max[k] + gap : a.min[k] - gap - (b.max[k] - b.min[k]);
}

function movedTo(b: Solid, at: readonly number[]): Solid {
  return moved(b, [at[0] - b.min[0], at[1] - b.min[1], at[2] - b.min[2]]);
}

/** Beside one another along one axis, two (edges) or all three (corners): flush, with a gap, or sunk in. */
function meeting(rng: Rng, mix: Mix): readonly [Solid, Solid] {
  const a = randomSolid(rng, mix);
  const b = randomSolid(rng, mix);
  const count = rng.pick([1, 1, 1, 2, 2, 3]);
  const first = rng.int(3);
  const gap = rng.pick(GAPS);
  const at = [0, 1, 2].map((k) =>
    (k - first + 3) % 3 < count
      ? beside(a, b, k, gap, rng)
      : along[rng.pick(['lowFlush', 'highFlush', 'coarse', 'fine'])](a, b, k, rng),
  );
  return [a, movedTo(b, at)];
}

/** Side faces in one plane, on the same side: neither is beside the other. */
const coplanar: Situation = (rng, mix) => {
  const a = randomSolid(rng, mix);
  const b = randomSolid(rng, mix);
  return [
    a,
    movedTo(
      b,
      [0, 1, 2].map((k) => along[rng.pick(['lowFlush', 'highFlush', 'coarse'])](a, b, k, rng)),
    ),
  ];
};

const duplicate: Situation = (rng, mix) => {
  const a = randomSolid(rng, mix);
  return [a, rng.chance(0.5) ? a : moved(a, [0, 0, 0])];
};

const nudged: Situation = (rng, mix) => {
  const a = randomSolid(rng, mix);
  const by: [number, number, number] = [0, 0, 0];
  by[rng.int(3)] = rng.pick([-3, -2, -1, 1, 2, 3, CELL]);
  return [a, moved(a, by)];
};

/** The same profile, shorter or longer at either end. */
const redrawn: Situation = (rng, mix) => {
  const a = randomSolid(rng, mix);
  if (a.surface.kind !== 'prism') return null;
  const { axis, loops, from, to } = a.surface;
  const ends = [from + rng.pick([0, 0, 1, 32, -1, -32]), to - rng.pick([0, 0, 1, 32, -1, -32])];
  const outline = rng.chance(0.7) ? loops[0] : null;
  if (outline !== null && loops.length === 1) return [a, prismOf('again', outline, axis, ends[0], ends[1])];
  // Without its holes: what it was is then inside it.
  return [a, prismOf('filled', loops[0], axis, ends[0], ends[1])];
};

/** A box in a box of the other, some sides flush. */
const inside: Situation = (rng, mix) => {
  const a = randomSolid(rng, mix);
  const piece = rng.pick(a.pieces);
  if (!piece.box)
    return [
      a,
      prismOf('core', piece.polygon, piece.axis, piece.from + rng.pick([0, 1, 32]), piece.to - rng.pick([0, 1, 32])),
    ];
  const min = piece.min.map((x) => x + rng.pick([0, 0, 1, 32])) as unknown as Whole3;
  const max = piece.max.map((x) => x - rng.pick([0, 0, 1, 32])) as unknown as Whole3;
  return [a, box(min, max)];
};

/** A peg that fills a hole or a notch exactly, or nearly, flush at the ends or not. */
const filling: Situation = (rng, mix) => {
  for (let n = 0; n < 20; n++) {
    const a = randomSolid(rng, mix);
    if (a.surface.kind !== 'prism' || a.pockets.length === 0) continue;
    const { axis, from, to } = a.surface;
    const pocket = rng.pick(a.pockets);
    const outline = rng.chance(0.7) ? pocket : narrowed(pocket, rng.pick([1, 2, 16, -1, -2]));
    return [
      a,
      prismOf('peg', outline, axis, from - rng.pick([0, 0, 1, -1, 64, -32]), to + rng.pick([0, 0, 1, -1, 64, -32])),
    ];
  }
  return null;
};

/** Rectangles only; others as they are. */
function narrowed(polygon: Polygon2, by: number): Polygon2 {
  const us = polygon.map((p) => p[0]);
  const vs = polygon.map((p) => p[1]);
  const [a, b, c, d] = [Math.min(...us) + by, Math.max(...us) - by, Math.min(...vs) + by, Math.max(...vs) - by];
  const corners: Point2[] = [
    [a, c],
    [b, c],
    [b, d],
    [a, d],
  ];
  const rectangle = polygon.length === 4 && doubleArea(polygon) === 2 * (b - a + 2 * by) * (d - c + 2 * by);
  return rectangle ? corners : polygon;
}

/** A box in the closed cavity of a hollow solid: free, touching its walls, or sunk into them. */
const cavity: Situation = (rng, mix) => {
  for (let n = 0; n < 60; n++) {
    const a = randomSolid(rng, mix);
    if (a.cavities.length === 0) continue;
    const room = rng.pick(a.cavities);
    const margins = rng.chance(0.3) ? [0] : rng.chance(0.5) ? [1, 2, 16, 32] : [0, 1, 32, -1, -2];
    const min = room.min.map((x) => x + rng.pick(margins)) as unknown as Whole3;
    const max = room.max.map((x) => x - rng.pick(margins)) as unknown as Whole3;
    return [a, box(min, max)];
  }
  return null;
};

/** Two roofs whose ridges cross, the upper one upside down: edge on edge, apart, or sunk in. */
const ridges: Situation = (rng, mix) => {
  if (mix !== 'convex') return null;
  const [w, h, w2, h2] = [rng.integer(1, 3), rng.integer(1, 3), rng.integer(1, 3), rng.integer(1, 3)].map(
    (n) => n * CELL,
  );
  const top = h + rng.pick(GAPS);
  const lower: Polygon2 = [
    [0, 0],
    [2 * w, 0],
    [w, h],
  ];
  // Along y, so in the plane of z and x.
  const upper: Polygon2 = [
    [top, w2],
    [top + h2, 0],
    [top + h2, 2 * w2],
  ];
  const outline = doubleArea(upper) < 0 ? upper.toReversed() : upper;
  const length = rng.integer(1, 4) * CELL;
  const a = prismOf('roof', lower, 0, 0, length);
  const b = prismOf('roof upside down', outline, 1, 0, rng.integer(1, 4) * CELL);
  // Mostly so that the ridges themselves cross, which random places seldom give.
  const far = rng.chance(0.8) ? 0 : 1;
  const x = rng.integer(-w2 - far * w2, length - w2 + far * w2);
  const y = rng.integer(w - b.max[1] - far * w, w + far * w);
  return [a, moved(b, [x, y, 0])];
};

const SITUATIONS: Record<string, Situation> = {
  meeting,
  coplanar,
  duplicate,
  nudged,
  redrawn,
  inside,
  filling,
  cavity,
  ridges,
};
export const SITUATION_NAMES = Object.keys(SITUATIONS);
/** Pairs of different situations are mostly apart or overlap: duplicates and containment only come from their own. */
const OFTEN = [
  ...SITUATION_NAMES,
  'meeting',
  'meeting',
  'coplanar',
  'filling',
  'duplicate',
  'duplicate',
  'inside',
  'redrawn',
];

/** Of `pairs` situations, each a part of the first model and one of the second. */
export function randomAssembly(rng: Rng, pairs = rng.integer(1, 4), only?: string): Assembly {
  const mix: Mix = only === 'ridges' || rng.chance(0.35) ? 'convex' : { slantedAxis: rng.int(3) as Axis };
  const parts: AssemblyPart[] = [];
  const names: string[] = [];
  for (let n = 0; n < pairs; n++) {
    const name = only ?? rng.pick(mix === 'convex' ? [...OFTEN, 'ridges', 'ridges', 'ridges'] : OFTEN);
    const pair = SITUATIONS[name](rng, mix) ?? meeting(rng, mix);
    const by: Whole3 = [CELL * rng.integer(-3, 3), CELL * rng.integer(-3, 3), CELL * rng.integer(-3, 3)];
    const a = partOf(`a${n}`, 0, moved(pair[0], by));
    const b = partOf(`b${n}`, 1, moved(pair[1], by));
    const copy = (name === 'duplicate' && pair[0] === pair[1]) || (name === 'nudged' && rng.chance(0.5));
    parts.push(a, copy ? { ...b, base: a.base } : b);
    names.push(name);
  }
  return new Assembly(parts, names.join(', '));
}
