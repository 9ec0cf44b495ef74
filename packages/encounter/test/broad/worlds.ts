/** Kinds of boxes to fill a broad phase with: each makes a box, and moves one a little. */
import type { Rng } from '../support/rng.ts';

export interface Box {
  min: { x: number; y: number; z: number };
  max: { x: number; y: number; z: number };
}

export interface World {
  readonly name: string;
  make(random: Rng): Box;
  /** A step of about this box's size or less. */
  nudge(box: Box, random: Rng): Box;
}

export function box(min: readonly number[], max: readonly number[]): Box {
  return { min: { x: min[0], y: min[1], z: min[2] }, max: { x: max[0], y: max[1], z: max[2] } };
}

function around(centre: readonly number[], half: readonly number[]): Box {
  return box(
    centre.map((c, i) => c - half[i]),
    centre.map((c, i) => c + half[i]),
  );
}

function shifted({ min, max }: Box, by: readonly number[]): Box {
  return box([min.x + by[0], min.y + by[1], min.z + by[2]], [max.x + by[0], max.y + by[1], max.z + by[2]]);
}

const three = (f: () => number): number[] => [f(), f(), f()];

/** The side of a cube in which some dozens of boxes of size 1 overlap here and there. */
const SIDE = 5;

function world(name: string, make: (random: Rng) => Box, step = 0.2): World {
  return {
    name,
    make,
    nudge: (old, random) =>
      shifted(
        old,
        three(() => random.range(-step, step)),
      ),
  };
}

export const WORLDS: readonly World[] = [
  world('equal boxes', (r) =>
    around(
      three(() => r.range(0, SIDE)),
      [0.5, 0.5, 0.5],
    ),
  ),
  {
    // Many touch, many endpoints are equal, some boxes are points or flat.
    name: 'boxes on a lattice',
    make(r) {
      const min = three(() => r.int(6));
      return box(
        min,
        min.map((x) => x + r.int(3)),
      );
    },
    nudge: (old, r) =>
      shifted(
        old,
        three(() => r.int(3) - 1),
      ),
  },
  world('sizes over three decades', (r) =>
    around(
      three(() => r.range(0, SIDE)),
      three(() => 0.003 * 10 ** r.range(0, 3)),
    ),
  ),
  world('a cluster and stragglers', (r) => {
    const spread = r.next() < 0.7 ? 0.5 : 20;
    return around(
      three(() => r.range(-spread, spread)),
      three(() => r.range(0.02, 0.3)),
    );
  }),
  world('all at one altitude', (r) => around([r.range(0, 12), 0, r.range(0, 12)], [0.5, 0.5, 0.5])),
  {
    name: 'huge and infinite boxes among small ones',
    make(r) {
      const low = three(() => r.range(0, SIDE));
      const high = low.map((x) => x + r.range(0, 1));
      for (let axis = 0; axis < 3; axis++) {
        const reach = r.pick([0, 0, 0, 1e9, 1e300, Infinity]);
        if (reach > 0 && r.next() < 0.5) low[axis] = -reach;
        else if (reach > 0) high[axis] = reach;
      }
      return box(low, high);
    },
    nudge: (old, r) =>
      shifted(
        old,
        three(() => r.range(-0.3, 0.3)),
      ),
  },
  world('far from the origin', (r) =>
    around(
      three(() => 1e6 + r.range(0, SIDE)),
      [0.5, 0.5, 0.5],
    ),
  ),
];
