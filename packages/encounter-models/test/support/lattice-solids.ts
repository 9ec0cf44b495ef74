/**
 * Solids of boxes and prisms with whole-number corners, as lists of convex pieces that overlap nowhere, and what is true of a pair of
 * them: found piece by piece in exact arithmetic, without any collision detection.
 */
import { crossedGap, crossedNearest, insidePrism, type Nearest, prismCorners } from './crossed-prisms.ts';
import type { Axis, Piece, Whole3 } from './lattice-pieces.ts';
import {
  common2,
  commonArea,
  doubleArea,
  type Fraction,
  gap2,
  nearest2,
  type Point2,
  type Polygon2,
  plus,
} from './lattice-polygons.ts';

/** What a mesh of the solid is made from. */
export type Surface =
  | {
      readonly kind: 'prism';
      readonly axis: Axis;
      readonly loops: readonly Polygon2[];
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'grid';
      readonly lines: readonly [number[], number[], number[]];
      readonly filled: readonly boolean[];
    };

export interface Solid {
  readonly name: string;
  readonly pieces: readonly Piece[];
  readonly surface: Surface;
  readonly min: Whole3;
  readonly max: Whole3;
  /** Outlines of room that a prism may fill exactly: holes and notches. In the plane of `surface`. */
  readonly pockets: readonly Polygon2[];
  /** Boxes of empty room inside. */
  readonly cavities: readonly Piece[];
}

export type TruthKind = 'hard' | 'touch' | 'contained' | 'duplicate' | 'apart';

/** Distance and points are of pairs that are apart or touch; otherwise the distance is 0 and the points mean nothing. */
export interface Truth extends Nearest {
  readonly kind: TruthKind;
}

export function solidOf(
  name: string,
  pieces: readonly Piece[],
  surface: Surface,
  pockets: readonly Polygon2[] = [],
  cavities: readonly Piece[] = [],
): Solid {
  const corner = (pick: (...n: number[]) => number, of: (p: Piece) => Whole3): Whole3 =>
    [0, 1, 2].map((k) => pick(...pieces.map((p) => of(p)[k]))) as unknown as Whole3;
  return {
    name,
    pieces,
    surface,
    min: corner(Math.min, (p) => p.min),
    max: corner(Math.max, (p) => p.max),
    pockets,
    cavities,
  };
}

export function moved(solid: Solid, by: Whole3): Solid {
  const shiftPiece = (p: Piece): Piece => ({
    ...p,
    polygon: shiftPolygon(p.polygon, p.axis, by),
    from: p.from + by[p.axis],
    to: p.to + by[p.axis],
    min: add(p.min, by),
    max: add(p.max, by),
  });
  const { surface } = solid;
  const axis = surface.kind === 'prism' ? surface.axis : 0;
  return {
    ...solid,
    pieces: solid.pieces.map(shiftPiece),
    cavities: solid.cavities.map(shiftPiece),
    pockets: solid.pockets.map((p) => shiftPolygon(p, axis, by)),
    min: add(solid.min, by),
    max: add(solid.max, by),
    surface:
      surface.kind === 'prism'
        ? {
            ...surface,
            loops: surface.loops.map((l) => shiftPolygon(l, axis, by)),
            from: surface.from + by[axis],
            to: surface.to + by[axis],
          }
        : { ...surface, lines: surface.lines.map((l, k) => l.map((x) => x + by[k])) as [number[], number[], number[]] },
  };
}

function shiftPolygon(polygon: Polygon2, axis: Axis, by: Whole3): Polygon2 {
  return polygon.map(([u, v]) => [u + by[(axis + 1) % 3], v + by[(axis + 2) % 3]]);
}

function add(a: Whole3, b: Whole3): Whole3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** The polygon of a piece as seen along an axis. Prisms can be seen along their own only. */
function seenAlong(piece: Piece, axis: Axis): { polygon: Polygon2; from: number; to: number } {
  if (piece.axis === axis) return piece;
  const { min, max } = piece;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const polygon: Polygon2 = [
    [min[u], min[v]],
    [max[u], min[v]],
    [max[u], max[v]],
    [min[u], max[v]],
  ];
  return { polygon, from: min[axis], to: max[axis] };
}

/** Whether two prisms have slanted faces along different axes. */
function crossed(a: Piece, b: Piece): boolean {
  return !a.box && !b.box && a.axis !== b.axis;
}

/** As `gap2`: positive apart, 0 touching, negative overlapping; exact in its sign if b is not moved by `shift`. */
export function pieceGap(a: Piece, b: Piece, shift: Whole3 = [0, 0, 0]): number {
  let gap = -Infinity;
  for (let k = 0; k < 3; k++) gap = Math.max(gap, a.min[k] - b.max[k] - shift[k], b.min[k] + shift[k] - a.max[k]);
  // What is apart as boxes is apart; where boxes do not settle it, the polygons do.
  if (gap > 0 || (a.box && b.box)) return gap;
  if (crossed(a, b)) return crossedGap(a, b, shift);
  const axis = a.box ? b.axis : a.axis;
  const p = seenAlong(a, axis);
  const q = seenAlong(b, axis);
  return Math.max(gap, gap2(p.polygon, q.polygon, shift[(axis + 1) % 3], shift[(axis + 2) % 3]));
}

/** The distance of two pieces whose interiors do not meet, and where they are nearest. */
function nearestOfPieces(a: Piece, b: Piece): Nearest {
  if (crossed(a, b)) return crossedNearest(a, b);
  const axis = a.box ? b.axis : a.axis;
  const p = seenAlong(a, axis);
  const q = seenAlong(b, axis);
  const flat =
    gap2(p.polygon, q.polygon) >= 0
      ? nearest2(p.polygon, q.polygon)
      : { distance: 0, onA: common2(p.polygon, q.polygon), onB: common2(p.polygon, q.polygon) };
  const at = (h: number, [u, v]: Point2): Whole3 => {
    const point = [0, 0, 0];
    [point[axis], point[(axis + 1) % 3], point[(axis + 2) % 3]] = [h, u, v];
    return point as unknown as Whole3;
  };
  const above = Math.max(0, p.from - q.to, q.from - p.to);
  const onA = q.from > p.to ? p.to : q.to < p.from ? p.from : Math.max(p.from, q.from);
  const onB = q.from > p.to ? q.from : q.to < p.from ? q.to : Math.max(p.from, q.from);
  return { distance: Math.hypot(above, flat.distance), onA: at(onA, flat.onA), onB: at(onB, flat.onB) };
}

/** What can be less than the distance of two pieces, but never more. */
function boxDistance(a: { min: Whole3; max: Whole3 }, b: { min: Whole3; max: Whole3 }): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += Math.max(0, a.min[k] - b.max[k], b.min[k] - a.max[k]) ** 2;
  return Math.sqrt(sum);
}

export function truthOf(a: Solid, b: Solid): Truth {
  let overlap = false;
  let nearest: Nearest = { distance: Infinity, onA: a.min, onB: b.min };
  for (const p of a.pieces)
    for (const q of b.pieces) {
      if (boxDistance(p, q) >= nearest.distance && nearest.distance > 0) continue;
      const gap = pieceGap(p, q);
      if (gap < 0) overlap = true;
      if (gap < 0) nearest = { distance: 0, onA: a.min, onB: b.min };
      if (nearest.distance === 0) continue;
      const found = nearestOfPieces(p, q);
      if (gap === 0) nearest = { ...found, distance: 0 };
      else if (found.distance < nearest.distance) nearest = found;
    }
  if (!overlap) return { kind: nearest.distance === 0 ? 'touch' : 'apart', ...nearest };
  const bInA = isInside(b, a);
  const aInB = isInside(a, b);
  return { kind: bInA && aInB ? 'duplicate' : bInA || aInB ? 'contained' : 'hard', ...nearest };
}

function isInside(inner: Solid, outer: Solid): boolean {
  for (let k = 0; k < 3; k++) if (inner.min[k] < outer.min[k] || inner.max[k] > outer.max[k]) return false;
  return inner.pieces.every((piece) => coveredBy(piece, outer));
}

/** Whether the pieces of a solid cover all of the volume of another piece. */
function coveredBy(piece: Piece, outer: Solid): boolean {
  if (outer.pieces.some((p) => crossed(p, piece))) {
    if (outer.pieces.length > 1)
      throw new Error('prisms along different axes: containment is known of convex ones only');
    return prismCorners(piece).every((v) => insidePrism(outer.pieces[0], v));
  }
  let common: Fraction = { n: 0n, d: 1n };
  let whole = 0n;
  for (const p of outer.pieces) {
    const axis = p.box ? piece.axis : p.axis;
    const inner = seenAlong(piece, axis);
    const other = seenAlong(p, axis);
    whole = BigInt(doubleArea(inner.polygon)) * BigInt(inner.to - inner.from);
    const height = Math.min(inner.to, other.to) - Math.max(inner.from, other.from);
    if (height <= 0) continue;
    const area = commonArea(other.polygon, inner.polygon);
    common = plus(common, { n: area.n * BigInt(height), d: area.d });
  }
  return common.n === whole * common.d;
}

/** How deep the interiors overlap at most, piece by piece, with b moved by any vector: 0 or less if it is free. */
export function overlapAt(a: Solid, b: Solid, shift: Whole3): number {
  let deepest = -Infinity;
  for (const p of a.pieces) for (const q of b.pieces) deepest = Math.max(deepest, -pieceGap(p, q, shift));
  return deepest;
}

export function isBoxy(solid: Solid): boolean {
  return solid.pieces.every((p) => p.box);
}

/**
 * The least distance that frees b from a, for solids of boxes: b may not be shifted into any of the boxes a − b, and the nearest
 * place outside all of them has, along each axis, no shift or one that ends at a side of a box.
 */
export function leastDepth(a: Solid, b: Solid): number {
  const blocked = a.pieces.flatMap((p) =>
    b.pieces.map((q) => ({
      min: [0, 1, 2].map((k) => p.min[k] - q.max[k]),
      max: [0, 1, 2].map((k) => p.max[k] - q.min[k]),
    })),
  );
  const sides = [0, 1, 2].map((k) =>
    [...new Set([0, ...blocked.flatMap((m) => [m.min[k], m.max[k]])])].sort((x, y) => Math.abs(x) - Math.abs(y)),
  );
  let best = Infinity;
  for (const x of sides[0]) {
    if (x * x >= best) break;
    for (const y of sides[1]) {
      if (x * x + y * y >= best) break;
      for (const z of sides[2]) {
        const length = x * x + y * y + z * z;
        if (length >= best) break;
        const s = [x, y, z];
        if (!blocked.some((m) => s.every((c, k) => c > m.min[k] && c < m.max[k]))) best = length;
      }
    }
  }
  return Math.sqrt(best);
}

/** The box around all that two solids of boxes have in common, surfaces included; they must meet. */
export function commonBox(a: Solid, b: Solid): { min: Whole3; max: Whole3 } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const p of a.pieces)
    for (const q of b.pieces) {
      if (pieceGap(p, q) > 0) continue;
      for (let k = 0; k < 3; k++) {
        min[k] = Math.min(min[k], Math.max(p.min[k], q.min[k]));
        max[k] = Math.max(max[k], Math.min(p.max[k], q.max[k]));
      }
    }
  return { min: min as unknown as Whole3, max: max as unknown as Whole3 };
}
