/** Random solids of the kinds that parts have: beams, tubes, plates with holes, crates, tables, hollow bodies. */
import { Rng } from '../../../encounter/test/support/rng.ts';
import { type Axis, boxPiece, type Piece, prismPiece, type Whole3 } from './lattice-pieces.ts';
import { cross2, type Point2, type Polygon2 } from './lattice-polygons.ts';
import { type Solid, solidOf } from './lattice-solids.ts';
import { triangulate } from './polygon-triangles.ts';
import { type Profile, SLANTED, SLANTED_CONVEX, STRAIGHT, turned } from './solid-profiles.ts';

/** How many units of the lattice a cell of a profile has: the smallest gap is 1, so at least 1/1000 of a part. */
export const CELL = 128;

/** Which slanted prisms may be mixed: all along one axis, or convex ones along any. */
export type Mix = { readonly slantedAxis: Axis } | 'convex';

export function randomSolid(rng: Rng, mix: Mix): Solid {
  if (rng.chance(0.2))
    return box([0, 0, 0], [rng.integer(1, 6) * CELL, rng.integer(1, 6) * CELL, rng.integer(1, 6) * CELL]);
  if (rng.chance(0.2)) return rng.pick(Object.values(GRIDS))(rng);
  const height = rng.integer(1, 5) * CELL;
  const anyAxis = rng.int(3) as Axis;
  if (rng.chance(0.45)) return prism(randomProfile(rng, STRAIGHT), anyAxis, 0, height);
  if (mix === 'convex') return prism(randomProfile(rng, SLANTED_CONVEX), anyAxis, 0, height);
  return prism(randomProfile(rng, rng.chance(0.4) ? SLANTED_CONVEX : SLANTED), mix.slantedAxis, 0, height);
}

function randomProfile(rng: Rng, from: Record<string, (r: Rng) => Profile>): Profile {
  return turned(rng.pick(Object.values(from))(rng), rng.int(8), CELL);
}

export function box(min: Whole3, max: Whole3): Solid {
  const polygon: Polygon2 = [
    [min[1], min[2]],
    [max[1], min[2]],
    [max[1], max[2]],
    [min[1], max[2]],
  ];
  return solidOf('box', [boxPiece(min, max)], { kind: 'prism', axis: 0, loops: [polygon], from: min[0], to: max[0] });
}

export function prism(p: Profile, axis: Axis, from: number, to: number): Solid {
  const loops = [p.outline, ...p.holes];
  const straight = loops.every((l) => l.every((v, i) => v[0] === next(l, i)[0] || v[1] === next(l, i)[1]));
  const parts = straight ? rectanglesOf(loops) : convexPartsOf(loops);
  const pieces = parts.map((q) => prismPiece(axis, q, from, to));
  return solidOf(`${p.name} along ${'xyz'[axis]}`, pieces, { kind: 'prism', axis, loops, from, to }, p.pockets);
}

export function prismOf(name: string, outline: Polygon2, axis: Axis, from: number, to: number): Solid {
  return prism({ name, outline, holes: [], pockets: [] }, axis, from, to);
}

function next(loop: Polygon2, i: number): Point2 {
  return loop[(i + 1) % loop.length];
}

function convexPartsOf(loops: readonly Polygon2[]): Polygon2[] {
  const [outline] = loops;
  if (loops.length === 1 && outline.every((v, i) => cross2(v, next(outline, i), next(outline, i + 1)) > 0))
    return [outline];
  const points = loops.flat();
  return triangulate(loops, new Rng(1)).map((t) => t.map((i) => points[i]));
}

/** Rows between neighbouring ordinates, cut where the outline crosses them. */
function rectanglesOf(loops: readonly Polygon2[]): Polygon2[] {
  const points = loops.flat();
  const ys = [...new Set(points.map((p) => p[1]))].sort((a, b) => a - b);
  const found: Polygon2[] = [];
  for (let j = 0; j + 1 < ys.length; j++) {
    const xs = loops
      .flatMap((l) =>
        l.filter((v, i) => Math.min(v[1], next(l, i)[1]) <= ys[j] && Math.max(v[1], next(l, i)[1]) >= ys[j + 1]),
      )
      .map((v) => v[0])
      .sort((a, b) => a - b);
    for (let i = 0; i + 1 < xs.length; i += 2)
      found.push([
        [xs[i], ys[j]],
        [xs[i + 1], ys[j]],
        [xs[i + 1], ys[j + 1]],
        [xs[i], ys[j + 1]],
      ]);
  }
  return found;
}

/** A solid of the cells for which `has` says so; `cavities` are boxes of cells that are empty and closed in. */
function grid(
  name: string,
  size: Whole3,
  has: (x: number, y: number, z: number) => boolean,
  cavities: readonly (readonly [Whole3, Whole3])[] = [],
): Solid {
  const lines = size.map((n) => Array.from({ length: n + 1 }, (_, i) => i * CELL)) as [number[], number[], number[]];
  const filled: boolean[] = [];
  const pieces: Piece[] = [];
  for (let z = 0; z < size[2]; z++)
    for (let y = 0; y < size[1]; y++)
      for (let x = 0, run = 0; x <= size[0]; x++) {
        const inside = x < size[0] && has(x, y, z);
        if (x < size[0]) filled.push(inside);
        if (inside) {
          run++;
          continue;
        }
        if (run > 0) pieces.push(cells([x - run, y, z], [x, y + 1, z + 1]));
        run = 0;
      }
  return solidOf(
    name,
    merged(pieces),
    { kind: 'grid', lines, filled },
    [],
    cavities.map(([a, b]) => cells(a, b)),
  );
}

function cells(a: Whole3, b: Whole3): Piece {
  return boxPiece([a[0] * CELL, a[1] * CELL, a[2] * CELL], [b[0] * CELL, b[1] * CELL, b[2] * CELL]);
}

/** Joins boxes that agree in all but one axis, along which they are neighbours. */
function merged(pieces: Piece[]): Piece[] {
  for (const k of [1, 2])
    for (let i = 0; i < pieces.length; i++)
      for (let j = i + 1; j < pieces.length; j++) {
        const [p, q] = [pieces[i], pieces[j]];
        const same = [0, 1, 2].every((l) => l === k || (p.min[l] === q.min[l] && p.max[l] === q.max[l]));
        if (!same || p.max[k] !== q.min[k]) continue;
        pieces[i] = boxPiece(p.min, q.max);
        pieces.splice(j, 1);
        j = i;
      }
  return pieces;
}

const GRIDS: Record<string, (r: Rng) => Solid> = {
  hollow: (r) => {
    const n: Whole3 = [r.integer(3, 5), r.integer(3, 5), r.integer(3, 5)];
    const inner = (i: number, k: number): boolean => i > 0 && i < n[k] - 1;
    return grid('hollow', n, (x, y, z) => !(inner(x, 0) && inner(y, 1) && inner(z, 2)), [
      [
        [1, 1, 1],
        [n[0] - 1, n[1] - 1, n[2] - 1],
      ],
    ]);
  },
  'two chambers': () =>
    grid('two chambers', [5, 3, 3], (x, y, z) => !(y === 1 && z === 1 && (x === 1 || x === 3)), [
      [
        [1, 1, 1],
        [2, 2, 2],
      ],
      [
        [3, 1, 1],
        [4, 2, 2],
      ],
    ]),
  crate: (r) => {
    const n: Whole3 = [r.integer(3, 5), r.integer(3, 5), r.integer(2, 4)];
    return grid('crate', n, (x, y, z) => z === 0 || x === 0 || y === 0 || x === n[0] - 1 || y === n[1] - 1);
  },
  table: (r) => {
    const n: Whole3 = [r.integer(3, 6), r.integer(3, 6), r.integer(2, 4)];
    return grid(
      'table',
      n,
      (x, y, z) => z === n[2] - 1 || ((x === 0 || x === n[0] - 1) && (y === 0 || y === n[1] - 1)),
    );
  },
  'blind hole': () => grid('blind hole', [3, 3, 3], (x, y, z) => !(x === 1 && y === 1 && z > 0)),
  'three beams': () =>
    grid('three beams', [3, 3, 3], (x, y, z) => Number(x === 1) + Number(y === 1) + Number(z === 1) >= 2),
  frame: () => {
    const end = (i: number): number => Number(i === 0 || i === 2);
    return grid('frame', [3, 3, 3], (x, y, z) => end(x) + end(y) + end(z) >= 2);
  },
  notched: () => grid('notched', [3, 3, 3], (x, y, z) => !(x === 2 && y === 2 && z === 2)),
  'slot and hole': () => grid('slot and hole', [5, 3, 3], (x, y, z) => !(z === 2 && y === 1) && !(x === 2 && z === 0)),
};
