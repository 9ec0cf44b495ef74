/** Closed cases of every kind, each moved, turned, scaled, cut otherwise and swapped: the kind must stay. */
import { describe, expect, it } from 'vitest';
import { clash } from '../../src/clash/clash-run.ts';
import type { ClashKind } from '../../src/clash/report.ts';
import {
  baked,
  box,
  IDENTITY,
  insideOut,
  model,
  part,
  placed,
  prism,
  Rng,
  recut,
  reversed,
  ring,
  rotation,
  type Solid,
  triangles,
  tube,
  union,
} from './solids.ts';

const SEED = 20260;
const L: readonly (readonly [number, number])[] = [
  [0, 0],
  [3, 0],
  [3, 1],
  [1, 1],
  [1, 3],
  [0, 3],
];
const U: readonly (readonly [number, number])[] = [
  [0, 0],
  [3, 0],
  [3, 3],
  [2, 3],
  [2, 1],
  [1, 1],
  [1, 3],
  [0, 3],
];
const square = (x0: number, y0: number, x1: number, y1: number) =>
  [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
/** A plate from (0, 0) to (4, 4) with a hole from (1, 1) to (3, 3). */
const plate = (z0: number, z1: number) => prism(square(0, 0, 4, 4), z0, z1, [reversed(square(1, 1, 3, 3))]);
const hollow = (gap: number) => union(box(0, 0, 0, 4, 4, 4), insideOut(box(gap, gap, gap, 4 - gap, 4 - gap, 4 - gap)));
const shift = (solid: Solid, x: number, y: number, z: number) => baked(solid, [...IDENTITY.slice(0, 12), x, y, z, 1]);
const open = (solid: Solid, without: number): Solid => ({ points: solid.points, faces: solid.faces.slice(without) });

/** Name, the two, and what they are; clearance is asked up to 0.1. */
const CASES: readonly (readonly [string, Solid, Solid, ClashKind | null])[] = [
  ['boxes side by side', box(0, 0, 0, 1, 1, 1), box(1, 0, 0, 2, 1, 1), 'touch'],
  ['boxes that share part of a face', box(0, 0, 0, 1, 1, 1), box(1, 0.25, 0.5, 2, 3, 4), 'touch'],
  ['boxes that share an edge', box(0, 0, 0, 1, 1, 1), box(1, 1, 0, 2, 2, 1), 'touch'],
  ['boxes that share a corner', box(0, 0, 0, 1, 1, 1), box(1, 1, 1, 2, 2, 2), 'touch'],
  ['an overlap of a thousandth', box(0, 0, 0, 1, 1, 1), box(0.999, 0, 0, 2, 1, 1), 'hard'],
  ['coplanar boxes that overlap', box(0, 0, 0, 2, 1, 1), box(1, 0, 0, 3, 1, 1), 'hard'],
  ['a box in a box', box(0, 0, 0, 4, 4, 4), box(1, 1, 1, 2, 2, 2), 'contained'],
  ['a box in a box, flush with three faces', box(0, 0, 0, 4, 4, 4), box(0, 0, 0, 2, 2, 2), 'contained'],
  ['a box in a box, of the same section', box(0, 0, 0, 4, 4, 4), box(0, 0, 0, 4, 4, 2), 'contained'],
  ['the same box', box(0, 0, 0, 4, 3, 2), box(0, 0, 0, 4, 3, 2), 'duplicate'],
  ['a gap below d', box(0, 0, 0, 1, 1, 1), box(1.0999, 0, 0, 2, 1, 1), 'clearance'],
  ['a gap above d', box(0, 0, 0, 1, 1, 1), box(1.1001, 0, 0, 2, 1, 1), null],
  ['crossing bars', box(-5, 0, 0, 5, 1, 1), box(0, -5, 0.5, 1, 5, 1.5), 'hard'],

  ['a peg that fills a hole', plate(0, 1), box(1, 1, 0, 3, 3, 1), 'touch'],
  ['a long peg that fills a hole', plate(0, 1), box(1, 1, -1, 3, 3, 2), 'touch'],
  ['a short peg in the middle of a hole', plate(0, 1), box(1, 1, 0.25, 3, 3, 0.75), 'touch'],
  ['a peg that is too wide', plate(0, 1), box(0.99, 1, -1, 3, 3, 2), 'hard'],
  ['a peg that is too wide, of the plate’s thickness', plate(0, 1), box(0.99, 1, 0, 3, 3, 1), 'hard'],
  ['a peg with room all around', plate(0, 1), box(1.05, 1.05, -1, 2.95, 2.95, 2), 'clearance'],
  ['a peg with much room', plate(0, 1), box(1.5, 1.5, -1, 2.5, 2.5, 2), null],
  ['a lid on a hole', plate(0, 1), box(0, 0, 1, 4, 4, 2), 'touch'],
  ['a lid that fits the plate', plate(0, 1), box(1, 1, 1, 3, 3, 2), 'touch'],
  ['a lid that dips into the plate', plate(0, 1), box(0, 0, 0.9, 4, 4, 2), 'hard'],
  ['plates on each other', plate(0, 1), plate(1, 2), 'touch'],
  ['plates that overlap', plate(0, 1), plate(0.5, 1.5), 'hard'],
  ['the same plate', plate(0, 1), plate(0, 1), 'duplicate'],
  ['a thinner plate in the plate', plate(0, 1), plate(0.25, 0.75), 'contained'],
  ['a plate in a box of its size', plate(0, 1), box(0, 0, 0, 4, 4, 1), 'contained'],
  ['a plate in a larger box', plate(0, 1), box(-1, -1, -1, 5, 5, 2), 'contained'],
  ['a box in the material of a plate', plate(0, 1), box(0.25, 0.25, 0.25, 0.75, 0.75, 0.75), 'contained'],
  ['a bar in the material of a plate, flush', plate(0, 1), box(0, 0, 0, 1, 4, 1), 'contained'],

  ['an L and the box that completes it', prism(L, 0, 1), box(1, 1, 0, 3, 3, 1), 'touch'],
  ['an L and a box in its arm', prism(L, 0, 1), box(0, 0, 0, 1, 3, 1), 'contained'],
  ['an L and a box across its arms', prism(L, 0, 1), box(0, 0, 0, 3, 3, 1), 'contained'],
  ['an L and a box that sticks out', prism(L, 0, 1), box(0, 0, 0, 1, 4, 1), 'hard'],
  ['an L and a box past its arm', prism(L, 0, 1), box(0.5, 0.5, 0, 2, 2, 1), 'hard'],
  ['an L nested in an L', prism(L, 0, 1), shift(prism(L, 0, 1), 1, 1, 0), 'touch'],
  ['an L nested too far', prism(L, 0, 1), shift(prism(L, 0, 1), 0.99, 0.99, 0), 'hard'],
  ['an L and its half', prism(L, 0, 1), prism(L, 0, 0.5), 'contained'],
  ['an L and its other half', prism(L, 0, 0.5), prism(L, 0.5, 1), 'touch'],
  ['Ls that interlock above each other', prism(L, 0, 1), prism(L, 0.5, 1.5), 'hard'],
  ['a key in a keyway', prism(U, 0, 5), box(1, 1, 1, 2, 3, 4), 'touch'],
  ['a key that stands out', prism(U, 0, 5), box(1, 1, -1, 2, 4, 6), 'touch'],
  ['a key that is too deep', prism(U, 0, 5), box(1, 0.99, 1, 2, 3, 4), 'hard'],
  ['a key with a gap', prism(U, 0, 5), box(1.05, 1.05, 1, 1.95, 3, 4), 'clearance'],
  ['a U and the same U', prism(U, 0, 5), prism(U, 0, 5), 'duplicate'],
  [
    'a U and its mirror image on top',
    prism(U, 0, 1),
    prism(U.map(([x, y]) => [x, 6 - y] as const).reverse(), 0, 1),
    'touch',
  ],
  ['a U around nothing', prism(U, 0, 1), box(1.25, 2, 0.25, 1.75, 2.5, 0.75), null],

  ['tubes in each other', tube(1, 2, 12, 0, 5), tube(2, 3, 12, 0, 5), 'touch'],
  ['tubes in each other, shifted', tube(1, 2, 12, 0, 5), tube(2, 3, 12, 2, 7), 'touch'],
  ['tubes end to end', tube(1, 2, 12, 0, 5), tube(1, 2, 12, 5, 9), 'touch'],
  ['tubes that overlap at the end', tube(1, 2, 12, 0, 5), tube(1, 2, 12, 4, 9), 'hard'],
  [
    'tubes turned against each other',
    prism(ring(2, 12, 0, 0, 0.5), 0, 5, [reversed(ring(1, 12))]),
    tube(2, 3, 12, 0, 5),
    'hard',
  ],
  ['a thinner tube in the wall of a tube', tube(1, 2, 12, 0, 5), tube(1.25, 1.75, 12, 0, 5), 'contained'],
  ['a rod that fills a tube', tube(1, 2, 12, 0, 5), prism(ring(1, 12), 0, 5), 'touch'],
  ['a rod with play in a tube', tube(1, 2, 12, 0, 5), prism(ring(0.75, 12), -1, 6), null],
  ['a rod through the wall of a tube', tube(1, 2, 12, 0, 5), box(-3, -0.25, 2, 3, 0.25, 3), 'hard'],

  ['a box that fills a hollow box', hollow(1), box(1, 1, 1, 3, 3, 3), 'touch'],
  ['a box in the hollow of a box', hollow(1), box(1.5, 1.5, 1.5, 2.5, 2.5, 2.5), null],
  ['a box that is too large for a hollow box', hollow(1), box(0.5, 0.5, 0.5, 3.5, 3.5, 3.5), 'hard'],
  ['a hollow box in the full one', hollow(1), box(0, 0, 0, 4, 4, 4), 'contained'],
  ['a hollow box in one with a thicker wall', hollow(1), hollow(1.5), 'contained'],
  ['a box in the wall of a hollow box', hollow(1), box(0.25, 0.25, 0.25, 0.75, 3.75, 3.75), 'contained'],

  // The plate's face meets the caps of the box in their diagonals, where two triangles meet: neither may leave the cut to the other.
  [
    'a plate through the diagonals of a box',
    union(box(0, 0, 0, 2, 2, 2), box(10, 0, 0, 11, 1, 1)),
    prism(
      [
        [-1, -1],
        [-0.75, -1.25],
        [3.25, 2.75],
        [3, 3],
      ],
      -1,
      3,
    ),
    'hard',
  ],
  [
    'a plate in the plane of the diagonals of a notch',
    prism(L, 0, 1),
    prism(
      [
        [1, 1],
        [2, 0],
        [4, 0],
        [4, 4],
        [3, 3],
      ],
      -1,
      2,
    ),
    'hard',
  ],
  [
    'two shells that have one in common',
    union(box(0, 0, 0, 1, 1, 1), box(5, 0, 0, 6, 1, 1)),
    union(box(0, 0, 0, 1, 1, 1), box(0, 5, 0, 1, 6, 1)),
    'hard',
  ],
  [
    'two shells and one of them',
    union(box(0, 0, 0, 1, 1, 1), box(5, 0, 0, 6, 1, 1)),
    box(0, 0, 0, 1, 1, 1),
    'contained',
  ],
  [
    'two shells in another order',
    union(box(0, 0, 0, 1, 1, 1), box(5, 0, 0, 6, 1, 1)),
    union(box(5, 0, 0, 6, 1, 1), box(0, 0, 0, 1, 1, 1)),
    'duplicate',
  ],
  ['a box between two shells', union(box(0, 0, 0, 1, 1, 1), box(2, 0, 0, 3, 1, 1)), box(1, 0, 0, 2, 1, 1), 'touch'],

  ['an open box that stands on a box', open(box(0, 0, 0, 1, 1, 1), 2), box(0, 0, -1, 1, 1, 0), 'touch'],
  ['an open box through a box', open(box(0, 0, 0, 1, 1, 1), 2), box(0.5, 0.5, 0.5, 2, 2, 2), 'hard'],
  ['an open box in a box', open(box(1, 1, 1, 2, 2, 2), 2), box(0, 0, 0, 4, 4, 4), 'contained'],
  ['the same open box', open(box(0, 0, 0, 1, 1, 1), 2), open(box(0, 0, 0, 1, 1, 1), 2), 'duplicate'],
  ['open boxes through each other', open(box(0, 0, 0, 2, 2, 2), 2), open(box(1, 1, 1, 3, 3, 3), 2), 'hard'],
  ['open boxes side by side', open(box(0, 0, 0, 1, 1, 1), 2), open(box(1, 0, 0, 2, 1, 1), 2), 'touch'],
];

function kindOf(
  p: Solid,
  q: Solid,
  clearance: number,
  swap = false,
  by: readonly number[] | null = null,
): ClashKind | null {
  const a = model('a.obj', [part('p', p, by ?? IDENTITY)]);
  const b = model('b.obj', [part('q', q, by ?? IDENTITY)]);
  const { clashes } = clash(swap ? [b, a] : [a, b], undefined, { clearance });
  expect(clashes.length).toBeLessThanOrEqual(1);
  if (clashes.length === 0) return null;
  const { normal, pointA, pointB, depth, distance, region, kind } = clashes[0];
  for (const x of [...normal, ...pointA, ...pointB, depth, distance, ...region.min, ...region.max])
    expect(x).toBeTypeOf('number');
  expect(Math.hypot(...normal)).toBeCloseTo(1, 9);
  expect(region.min.every((x, k) => x <= region.max[k])).toBe(true);
  if (kind === 'hard' || kind === 'contained') expect(depth).toBeGreaterThan(0);
  else if (kind === 'duplicate') expect(depth).toBeGreaterThanOrEqual(0);
  else expect(depth).toBe(0);
  return kind;
}

describe(`kinds (seed ${SEED})`, () => {
  for (const [i, [name, p, q, kind]] of CASES.entries())
    it(name, () => {
      const rng = new Rng(SEED, i);
      expect(kindOf(p, q, 0.1), 'as it is').toBe(kind);
      expect(kindOf(p, q, 0.1, true), 'models swapped').toBe(kind);
      expect(kindOf(q, p, 0.1), 'parts swapped').toBe(kind);
      for (let k = 0; k < 3; k++) expect(kindOf(recut(p, rng), recut(q, rng), 0.1), `recut ${k}`).toBe(kind);
      const far = placed(
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        1,
        [1e6, -1e6, 1e6],
      );
      expect(kindOf(baked(p, far), baked(q, far), 0.1), 'far corners').toBe(kind);
      expect(kindOf(p, q, 0.1, false, far), 'far placements').toBe(kind);
      for (let k = 0; k < 3; k++) {
        const turn = placed(
          rotation(rng),
          1,
          [0, 1, 2].map(() => rng.range(-5, 5)),
        );
        expect(kindOf(baked(p, turn), baked(q, turn), 0.1), `turned corners ${k}`).toBe(kind);
        expect(kindOf(recut(baked(p, turn), rng), recut(baked(q, turn), rng), 0.1, true), `turned and recut ${k}`).toBe(
          kind,
        );
        expect(kindOf(p, q, 0.1, false, turn), `turned placements ${k}`).toBe(kind);
        const away = placed(rotation(rng), 1, [1e6, 1e6, -1e6]);
        expect(kindOf(baked(p, away), baked(q, away), 0.1), `turned and far ${k}`).toBe(kind);
      }
      for (const scale of [1e-3, 1e3]) {
        const scaled = placed(
          rotation(rng),
          scale,
          [1, 2, 3].map((x) => x * scale),
        );
        expect(kindOf(baked(p, scaled), baked(q, scaled), 0.1 * scale), `scaled by ${scale}`).toBe(kind);
        expect(kindOf(p, q, 0.1 * scale, false, scaled), `placed at scale ${scale}`).toBe(kind);
      }
      const mirror = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
      expect(kindOf(p, q, 0.1, false, mirror), 'mirrored').toBe(kind);
      // Rounded to floats; sizes are about 5, so the tolerance is some micrometres.
      const float = (s: Solid, m: readonly number[]): Solid => {
        const { positions } = triangles(baked(s, m), true);
        return { points: s.points.map((_, k) => [...positions.slice(3 * k, 3 * k + 3)]), faces: s.faces };
      };
      const turn = placed(rotation(rng), 1, [1, 2, 3]);
      const f = [float(p, turn), float(q, turn)].map((s) => triangles(s, true));
      const found = clash([model('a', [part('p', f[0])]), model('b', [part('q', f[1])])], undefined, {
        clearance: 0.1,
      });
      expect(found.clashes[0]?.kind ?? null, 'floats').toBe(kind);
    });
});
