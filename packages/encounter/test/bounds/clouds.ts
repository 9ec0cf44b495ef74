/** Seeded sets of points of all kinds: half of them on a small integer lattice, where points are cospherical, coplanar and equal. */
import type { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';

export const CLOUDS = [
  'lattice',
  'lattice plane',
  'lattice line',
  'lattice sphere',
  'copies',
  'lattice, halves',
  'random',
  'nearly a plane',
  'nearly a circle',
  'needle',
  'clusters',
  'far',
  'tiny',
  'huge',
] as const;
export type CloudKind = (typeof CLOUDS)[number];

export interface Cloud {
  readonly kind: CloudKind;
  readonly points: Vec[];
}

/** Points of the lattice at distance 3 from the origin. */
const SPHERE: readonly Vec[] = [-3, -2, -1, 0, 1, 2, 3].flatMap((x) =>
  [-3, -2, -1, 0, 1, 2, 3].flatMap((y) =>
    [-3, -2, -1, 0, 1, 2, 3].filter((z) => x * x + y * y + z * z === 9).map((z): Vec => [x, y, z]),
  ),
);

/** A few points, at most `most`. */
export function randomCloud(rng: Rng, most: number, kind: CloudKind = CLOUDS[rng.int(CLOUDS.length)]): Cloud {
  const count = rng.integer(1, most);
  const list = (make: () => Vec): Cloud => ({ kind, points: Array.from({ length: count }, make) });
  const whole = (n: number): number => rng.integer(-n, n);
  switch (kind) {
    case 'lattice':
      return list(() => [whole(3), whole(3), whole(3)]);
    case 'lattice plane': {
      const [a, b] = [whole(2), whole(2)];
      const turn = rng.int(3);
      return list(() => turned([whole(3), whole(3), 0], a, b, turn));
    }
    case 'lattice line': {
      const d: Vec = [whole(2), whole(2), 1];
      return list(() => {
        const t = whole(4);
        return [t * d[0], t * d[1], t * d[2]];
      });
    }
    case 'lattice sphere':
      return list(() => rng.pick(SPHERE));
    case 'copies': {
      const some: Vec[] = [
        [whole(2), whole(2), whole(2)],
        [whole(2), whole(2), whole(2)],
      ];
      return list(() => rng.pick(some));
    }
    case 'lattice, halves':
      return list(() => [whole(5) / 2, whole(5) / 2, whole(5) / 2]);
    case 'random':
      return list(() => rng.inBox(1));
    case 'nearly a plane': {
      const off = rng.log(1e-16, 1e-3);
      return list(() => [rng.range(-1, 1), rng.range(-1, 1), 0.5 + rng.range(-off, off)]);
    }
    case 'nearly a circle': {
      const off = rng.log(1e-16, 1e-3);
      return list(() => {
        const angle = rng.range(0, 2 * Math.PI);
        const radius = 1 + rng.range(-off, off);
        return [radius * Math.cos(angle), radius * Math.sin(angle), rng.range(-off, off)];
      });
    }
    case 'needle': {
      const thin = rng.log(1e-14, 1e-2);
      const d = rng.direction();
      return list(() => {
        const t = rng.range(-1, 1);
        const off = rng.inBox(thin);
        return [t * d[0] + off[0], t * d[1] + off[1], t * d[2] + off[2]];
      });
    }
    case 'clusters': {
      const size = rng.log(1e-12, 1e-1);
      const middles = [rng.inBox(1), rng.inBox(1), rng.inBox(1)];
      return list(() => {
        const [m, off] = [rng.pick(middles), rng.inBox(size)];
        return [m[0] + off[0], m[1] + off[1], m[2] + off[2]];
      });
    }
    case 'far': {
      const away = rng.inBox(rng.log(1e2, 1e9));
      return list(() => {
        const p = rng.inBox(1);
        return [p[0] + away[0], p[1] + away[1], p[2] + away[2]];
      });
    }
    case 'tiny':
      return list(() => rng.inBox(1e-200));
    case 'huge':
      return list(() => rng.inBox(1e69));
  }
}

/** A plane z = a·x + b·y, with the axes in another order. */
function turned([x, y]: Vec, a: number, b: number, turn: number): Vec {
  const p = [x, y, a * x + b * y];
  return [p[turn], p[(turn + 1) % 3], p[(turn + 2) % 3]];
}

/** What failures print. */
export function text(points: readonly Vec[]): string {
  return JSON.stringify(points);
}
