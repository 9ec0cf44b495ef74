/** The convex pieces that solids with whole-number corners are made of. */
import type { Polygon2 } from './lattice-polygons.ts';

export type Axis = 0 | 1 | 2;
export type Whole3 = readonly [number, number, number];

/** A convex polygon in the plane of the two axes that follow `axis` (in the order x, y, z, x, y), drawn out along it. */
export interface Piece {
  readonly axis: Axis;
  readonly polygon: Polygon2;
  readonly from: number;
  readonly to: number;
  readonly min: Whole3;
  readonly max: Whole3;
  /** Its faces are parallel to the axes. */
  readonly box: boolean;
}

export function boxPiece(min: Whole3, max: Whole3): Piece {
  const polygon: Polygon2 = [
    [min[1], min[2]],
    [max[1], min[2]],
    [max[1], max[2]],
    [min[1], max[2]],
  ];
  return { axis: 0, polygon, from: min[0], to: max[0], min, max, box: true };
}

export function prismPiece(axis: Axis, polygon: Polygon2, from: number, to: number): Piece {
  const us = polygon.map((p) => p[0]);
  const vs = polygon.map((p) => p[1]);
  const min: [number, number, number] = [0, 0, 0];
  const max: [number, number, number] = [0, 0, 0];
  [min[axis], max[axis]] = [from, to];
  [min[(axis + 1) % 3], max[(axis + 1) % 3]] = [Math.min(...us), Math.max(...us)];
  [min[(axis + 2) % 3], max[(axis + 2) % 3]] = [Math.min(...vs), Math.max(...vs)];
  const box =
    polygon.length === 4 &&
    polygon.every((p, i) => p[0] === polygon[(i + 1) % 4][0] || p[1] === polygon[(i + 1) % 4][1]);
  return box ? boxPiece(min, max) : { axis, polygon, from, to, min, max, box };
}
