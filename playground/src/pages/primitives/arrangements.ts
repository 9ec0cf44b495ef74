/** Where two things are at first, so that each query has something to show. */

import type { Triple } from '../../shell/triple.ts';
import type { PrimitiveFunction, Query } from './functions.ts';
import { KINDS, type Kind } from './kinds.ts';

export interface Placement {
  readonly position: Triple;
  readonly turn: Triple;
  /** For impacts: from where it is to where it goes, and, where vertices move, how it is turned there. */
  readonly move: Triple;
  readonly endTurn: Triple;
}

const NONE: Triple = [0, 0, 0];

/** Positions of the first and the second, and how they move; with a plane, which lies below, of the plane and of the other. */
interface Places {
  readonly at: readonly [Triple, Triple];
  readonly moves?: readonly [Triple, Triple];
  readonly onPlane: Triple;
}

const PLANE_AT: Triple = [0, -0.7, 0];
const PLANE_TURN: Triple = [0, 0, 8];

const PLACES: Readonly<Record<Query, Places>> = {
  intersects: {
    at: [
      [-0.2, 0.2, 0.15],
      [0.3, 0, 0],
    ],
    onPlane: [0.3, -0.4, 0.2],
  },
  closestPoint: {
    at: [
      [-1.3, 1, 0.7],
      [0.7, -0.1, 0],
    ],
    onPlane: [-0.8, 0.7, 0.3],
  },
  closest: {
    at: [
      [-1.2, 0.4, 0.3],
      [1.1, -0.1, 0],
    ],
    onPlane: [0, 1, 0],
  },
  rayCast: {
    at: [
      [-2.2, -0.3, 0.2],
      [0.8, 0.1, 0],
    ],
    onPlane: [-1.6, 0.9, 0.4],
  },
  penetration: {
    at: [
      [-0.15, 0.15, 0.1],
      [0.45, 0, 0],
    ],
    onPlane: [0.3, -0.4, 0.2],
  },
  impact: {
    at: [
      [-1.9, 0.5, 0.2],
      [1.1, -0.2, 0],
    ],
    moves: [
      [2.7, -0.5, -0.1],
      [-0.9, 0.4, 0],
    ],
    onPlane: [-1.1, 1, 0.2],
  },
};

const FALL: Triple = [1.6, -2.3, 0];

/** Turns about x, y and z of the first and the second, by what they look like. */
const TURNS: Readonly<Record<string, readonly [Triple, Triple]>> = {
  long: [
    [0, 0, -62],
    [50, 0, 30],
  ],
  sheet: [
    [-35, 35, 10],
    [10, -38, 5],
  ],
  block: [
    [15, 25, 35],
    [20, 35, 15],
  ],
};

const LOOKS: Partial<Record<Kind, keyof typeof TURNS>> = {
  segment: 'long',
  line: 'long',
  ray: 'long',
  triangle: 'sheet',
  polygon: 'sheet',
  obb: 'block',
};

/** Where vertices move, they turn as well: that no rigid motion could. */
const END_TURNS: readonly [Triple, Triple] = [
  [40, 20, 60],
  [-20, -20, -25],
];

export function arrangement({ query, kinds, motions }: PrimitiveFunction): readonly [Placement, Placement] {
  const places = PLACES[query];
  const withPlane = kinds.includes('plane');
  const one = (i: 0 | 1): Placement => {
    const kind = kinds[i];
    const { flat } = KINDS[kind];
    const plane = kind === 'plane';
    const position = plane ? PLANE_AT : withPlane ? places.onPlane : places.at[i];
    const move = motions[i] === 'still' ? NONE : withPlane ? FALL : (places.moves?.[i] ?? NONE);
    return {
      position: flat ? [position[0], position[1], 0] : position,
      turn: plane ? PLANE_TURN : turnAt(query, kind, i, withPlane),
      move,
      endTurn: motions[i] === 'vertices' ? END_TURNS[i] : NONE,
    };
  };
  return [one(0), one(1)];
}

function turnAt(query: Query, kind: Kind, i: 0 | 1, withPlane: boolean): Triple {
  // A ray is aimed at what it hits.
  if (kind === 'ray') return withPlane ? [0, 0, -125] : [0, 4, -82];
  if (kind === 'polygon2') return [0, 0, i === 0 ? 12 : 40];
  if (query === 'impact' && kind === 'segment') return i === 0 ? [20, 0, 10] : [70, 0, 20];
  const look = LOOKS[kind];
  return look === undefined ? NONE : TURNS[look][i];
}
