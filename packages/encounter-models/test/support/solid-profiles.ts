/** Outlines to draw prisms from: convex and not, with holes and without, parallel to the axes and slanted. Whole numbers of cells. */
import type { Rng } from '../../../encounter/test/support/rng.ts';
import { doubleArea, type Point2, type Polygon2 } from './lattice-polygons.ts';

export interface Profile {
  readonly name: string;
  /** Counterclockwise. */
  readonly outline: Polygon2;
  /** Clockwise. */
  readonly holes: readonly Polygon2[];
  /** Empty room that a part may fill exactly, counterclockwise: holes and notches. */
  readonly pockets: readonly Polygon2[];
}

type Numbers = readonly number[];

/** From x, y, x, y …; the order of the corners is set right. */
function polygon(...xy: Numbers): Polygon2 {
  const points: Point2[] = [];
  for (let i = 0; i < xy.length; i += 2) points.push([xy[i], xy[i + 1]]);
  return doubleArea(points) < 0 ? points.reverse() : points;
}

function rectangle(x: number, y: number, w: number, h: number): Polygon2 {
  return polygon(x, y, x + w, y, x + w, y + h, x, y + h);
}

function profile(
  name: string,
  outline: Polygon2,
  holes: readonly Polygon2[] = [],
  notches: readonly Polygon2[] = [],
): Profile {
  return { name, outline, holes: holes.map((h) => h.toReversed()), pockets: [...holes, ...notches] };
}

export const STRAIGHT: Record<string, (r: Rng) => Profile> = {
  rectangle: (r) => profile('rectangle', rectangle(0, 0, r.integer(1, 6), r.integer(1, 6))),
  L: (r) => {
    const [w, h, a, b] = [r.integer(2, 6), r.integer(2, 6), 1, 1];
    return profile('L', polygon(0, 0, w, 0, w, b, a, b, a, h, 0, h), [], [rectangle(a, b, w - a, h - b)]);
  },
  U: (r) => {
    const [w, h] = [r.integer(3, 6), r.integer(2, 6)];
    return profile(
      'U',
      polygon(0, 0, w, 0, w, h, w - 1, h, w - 1, 1, 1, 1, 1, h, 0, h),
      [],
      [rectangle(1, 1, w - 2, h - 1)],
    );
  },
  T: (r) => {
    const [a, b, h] = [r.integer(1, 2), r.integer(1, 2), r.integer(2, 5)];
    const w = a + b + 1;
    return profile(
      'T',
      polygon(a, 0, a + 1, 0, a + 1, h, w, h, w, h + 1, 0, h + 1, 0, h, a, h),
      [],
      [rectangle(0, 0, a, h), rectangle(a + 1, 0, b, h)],
    );
  },
  C: (r) => {
    const [w, h] = [r.integer(3, 6), r.integer(4, 6)];
    const outline = polygon(0, 0, w, 0, w, 2, w - 1, 2, w - 1, 1, 1, 1, 1, h - 1, w - 1, h - 1, w - 1, h, 0, h);
    return profile('C', outline, [], [rectangle(1, 1, w - 2, h - 2)]);
  },
  Z: () => profile('Z', polygon(0, 0, 3, 0, 3, 2, 5, 2, 5, 3, 2, 3, 2, 1, 0, 1), [], [rectangle(3, 0, 2, 2)]),
  plus: () =>
    profile(
      'plus',
      polygon(1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1),
      [],
      [rectangle(0, 0, 1, 1)],
    ),
  stairs: (r) => {
    const n = r.integer(2, 5);
    const xy = [n, 0, n, n];
    for (let i = n; i > 0; i--) xy.push(i - 1, i, i - 1, i - 1);
    return profile('stairs', polygon(...xy));
  },
  comb: (r) => {
    const n = r.integer(2, 3);
    const xy = [0, 0, 2 * n + 1, 0];
    for (let i = n; i >= 0; i--) {
      xy.push(2 * i + 1, 3, 2 * i, 3);
      if (i > 0) xy.push(2 * i, 1, 2 * i - 1, 1);
    }
    const notches = Array.from({ length: n }, (_, i) => rectangle(2 * i + 1, 1, 1, 2));
    return profile('comb', polygon(...xy), [], notches);
  },
  tube: (r) => {
    const [w, h] = [r.integer(3, 6), r.integer(3, 6)];
    return profile('tube', rectangle(0, 0, w, h), [rectangle(1, 1, w - 2, h - 2)]);
  },
  plate: (r) => {
    const n = r.integer(1, 3);
    const holes = Array.from({ length: n }, (_, i) => rectangle(2 * i + 1, 1, 1, r.integer(1, 2)));
    return profile('plate', rectangle(0, 0, 2 * n + 1, 4), holes);
  },
  keyway: (r) => {
    const w = r.integer(3, 6);
    return profile('keyway', polygon(0, 0, w, 0, w, 4, 2, 4, 2, 2, 1, 2, 1, 4, 0, 4), [], [rectangle(1, 2, 1, 2)]);
  },
};

export const SLANTED_CONVEX: Record<string, (r: Rng) => Profile> = {
  triangle: (r) =>
    profile('triangle', polygon(0, 0, r.integer(2, 6), r.integer(0, 1), r.integer(1, 3), r.integer(2, 5))),
  roof: (r) => {
    const [w, h] = [r.integer(1, 3), r.integer(1, 3)];
    return profile('roof', polygon(0, 0, 2 * w, 0, w, h));
  },
  diamond: (r) => {
    const [w, h] = [r.integer(1, 3), r.integer(1, 3)];
    return profile('diamond', polygon(w, 0, 2 * w, h, w, 2 * h, 0, h));
  },
  hexagon: (r) => {
    const h = r.integer(1, 2);
    return profile('hexagon', polygon(1, 0, 3, 0, 4, h, 3, 2 * h, 1, 2 * h, 0, h));
  },
  octagon: () => profile('octagon', polygon(1, 0, 3, 0, 4, 1, 4, 3, 3, 4, 1, 4, 0, 3, 0, 1)),
  trapezoid: (r) => profile('trapezoid', polygon(0, 0, r.integer(4, 6), 0, 3, 2, 1, 2)),
  parallelogram: (r) => {
    const w = r.integer(1, 4);
    return profile('parallelogram', polygon(0, 0, w, 0, w + 2, 3, 2, 3));
  },
};

export const SLANTED: Record<string, (r: Rng) => Profile> = {
  star: () =>
    profile('star', polygon(3, 0, 4, 2, 6, 3, 4, 4, 3, 6, 2, 4, 0, 3, 2, 2), [], [polygon(3, 0, 6, 0, 6, 3, 4, 2)]),
  gear: () =>
    profile(
      'gear',
      polygon(2, 0, 4, 0, 4, 1, 5, 2, 6, 2, 6, 4, 5, 4, 4, 5, 4, 6, 2, 6, 2, 5, 1, 4, 0, 4, 0, 2, 1, 2, 2, 1),
      [polygon(3, 2, 4, 3, 3, 4, 2, 3)],
      [polygon(4, 0, 6, 0, 6, 2, 5, 2, 4, 1)],
    ),
  chevron: () => profile('chevron', polygon(0, 0, 3, 2, 6, 0, 6, 2, 3, 4, 0, 2), [], [polygon(0, 0, 6, 0, 3, 2)]),
  arrow: () => profile('arrow', polygon(0, 1, 3, 1, 3, 0, 6, 2, 3, 4, 3, 3, 0, 3), [], [polygon(3, 4, 6, 2, 6, 4)]),
  ring: () =>
    profile('ring', polygon(2, 0, 4, 0, 6, 2, 6, 4, 4, 6, 2, 6, 0, 4, 0, 2), [
      polygon(2, 1, 4, 1, 5, 3, 4, 5, 2, 5, 1, 3),
    ]),
  'plate with a diamond hole': () =>
    profile('plate with a diamond hole', rectangle(0, 0, 6, 4), [
      polygon(2, 1, 3, 2, 2, 3, 1, 2),
      rectangle(4, 1, 1, 2),
    ]),
  vee: () => profile('vee', polygon(0, 0, 4, 0, 4, 3, 2, 1, 0, 3), [], [polygon(0, 3, 2, 1, 4, 3)]),
  dovetail: () =>
    profile('dovetail', polygon(0, 0, 6, 0, 6, 3, 4, 3, 5, 1, 1, 1, 2, 3, 0, 3), [], [polygon(1, 1, 5, 1, 4, 3, 2, 3)]),
};

/** One of the eight ways to turn and mirror it, and every length times `cell`. */
export function turned(p: Profile, way: number, cell: number): Profile {
  const map = ([x, y]: Point2): Point2 => {
    const [u, v] = way & 4 ? [y, x] : [x, y];
    return [(way & 1 ? -u : u) * cell, (way & 2 ? -v : v) * cell];
  };
  const mirrored = ((way & 1) + ((way >> 1) & 1) + ((way >> 2) & 1)) % 2 === 1;
  const apply = (q: Polygon2): Polygon2 => (mirrored ? q.map(map).reverse() : q.map(map));
  return { name: p.name, outline: apply(p.outline), holes: p.holes.map(apply), pockets: p.pockets.map(apply) };
}
