/**
 * Points, segments, planes, spheres, boxes and oriented boxes for tests: as plain values, as colliders of the library, and rationally.
 *
 * Half of the cases are on a lattice of small integers, where things touch exactly. Oriented boxes there have ± the coordinate axes in some
 * order, which are the only axes that doubles hold exactly.
 */
import { Box, Collider, Point, Segment, Sphere } from '../../src/index.ts';
import type { Rng } from '../support/rng.ts';
import { add, cross, type Quat, scaled, sub, type Vec } from '../support/vectors.ts';
import { type QBox, type QSegment, qVec } from './basic-rational.ts';

export interface SegmentCase {
  readonly from: Vec;
  readonly to: Vec;
}
export interface PlaneCase {
  readonly normal: Vec;
  readonly offset: number;
}
export interface SphereCase {
  readonly center: Vec;
  readonly radius: number;
}
export interface BoxCase {
  readonly min: Vec;
  readonly max: Vec;
}
export interface ObbCase {
  readonly center: Vec;
  readonly axes: readonly [Vec, Vec, Vec];
  readonly half: Vec;
}

/** A generator of values; `lattice` ones have small integers. */
export class Cases {
  readonly rng: Rng;
  readonly lattice: boolean;

  constructor(rng: Rng, lattice: boolean) {
    this.rng = rng;
    this.lattice = lattice;
  }

  coordinate(): number {
    return this.lattice ? this.rng.integer(-3, 3) : this.rng.range(-2, 2);
  }

  point(): Vec {
    return [this.coordinate(), this.coordinate(), this.coordinate()];
  }

  /** Sometimes without length. */
  segment(): SegmentCase {
    const from = this.point();
    return { from, to: this.rng.chance(0.1) ? from : this.point() };
  }

  direction(): Vec {
    for (;;) {
      const d = this.point();
      if (d.some((x) => x !== 0)) return d;
    }
  }

  plane(): PlaneCase {
    return { normal: this.direction(), offset: 2 * this.coordinate() };
  }

  /** Sometimes of radius zero. */
  sphere(): SphereCase {
    const radius = this.lattice ? this.rng.integer(0, 3) : this.rng.chance(0.1) ? 0 : this.rng.range(0, 1.5);
    return { center: this.point(), radius };
  }

  /** Sometimes flat. */
  box(): BoxCase {
    const a = this.point();
    const b = this.rng.chance(0.1) ? ([a[0], ...this.point().slice(1)] as unknown as Vec) : this.point();
    const min = a.map((x, i) => Math.min(x, b[i])) as unknown as Vec;
    return { min, max: a.map((x, i) => Math.max(x, b[i])) as unknown as Vec };
  }

  /** Sometimes flat. On a lattice the center may be at halves, as half sizes are. */
  obb(): ObbCase {
    const { min, max } = this.box();
    const center = scaled(add(min, max), 0.5);
    const size = scaled(sub(max, min), 0.5);
    if (!this.lattice) return { center, axes: axesOf(this.rng.quaternion()), half: size };
    const order = this.rng.pick([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
      [1, 0, 2],
      [0, 2, 1],
      [2, 1, 0],
    ]);
    const axis = (i: number): Vec => {
      const e = [0, 0, 0];
      e[order[i]] = this.rng.chance(0.5) ? 1 : -1;
      return e as unknown as Vec;
    };
    return { center, axes: [axis(0), axis(1), axis(2)], half: order.map((i) => size[i]) as unknown as Vec };
  }
}

/** Every number of a value divided by ten, but for the axes of a box and the normal of a plane. */
export function tenths<T>(value: T, key = ''): T {
  if (key === 'axes' || key === 'normal') return value;
  if (typeof value === 'number') return (value / 10) as T;
  if (Array.isArray(value)) return value.map((x) => tenths(x)) as T;
  return Object.fromEntries(Object.entries(value as object).map(([k, x]) => [k, tenths(x, k)])) as T;
}

export function axesOf([x, y, z, w]: Quat): readonly [Vec, Vec, Vec] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** The box that an oriented one along the coordinate axes is. */
export function asBox({ center, axes, half }: ObbCase): BoxCase {
  const reach = [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, i) => sum + half[i] * Math.abs(axes[i][k]), 0));
  return { min: sub(center, reach as unknown as Vec), max: add(center, reach as unknown as Vec) };
}

/** The eight corners. */
export function cornersOf({ center, axes, half }: ObbCase): Vec[] {
  const corners: Vec[] = [];
  for (let k = 0; k < 8; k++) {
    let p = center;
    for (let i = 0; i < 3; i++) p = add(p, scaled(axes[i], ((k >> i) & 1) === 0 ? half[i] : -half[i]));
    corners.push(p);
  }
  return corners;
}

export const boxAsObb = ({ min, max }: BoxCase): ObbCase => ({
  center: scaled(add(min, max), 0.5),
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  half: scaled(sub(max, min), 0.5),
});

export const qSegment = ({ from, to }: SegmentCase): QSegment => ({ from: qVec(from), to: qVec(to) });
export const qBox = ({ min, max }: BoxCase): QBox => ({ min: qVec(min), max: qVec(max) });

// As colliders.
export const pointCollider = (p: Vec): Collider => new Collider(new Point(p));
export const segmentCollider = ({ from, to }: SegmentCase): Collider => new Collider(new Segment(from, to));
export const sphereCollider = ({ center, radius }: SphereCase): Collider =>
  new Collider(new Sphere(radius), { position: center });
export const boxCollider = ({ min, max }: BoxCase): Collider =>
  new Collider(new Box(sub(max, min)), { position: scaled(add(min, max), 0.5) });
export function obbCollider({ center, axes, half }: ObbCase): Collider {
  const [u, v, w] = axes;
  const matrix = [...u, 0, ...v, 0, ...w, 0, ...center, 1];
  return new Collider(new Box(scaled(half, 2)), { matrix });
}

/** Whether axes are right-handed. */
export const rightHanded = ({ axes: [u, v, w] }: ObbCase): boolean => {
  const c = cross(u, v);
  return c[0] * w[0] + c[1] * w[1] + c[2] * w[2] > 0;
};
