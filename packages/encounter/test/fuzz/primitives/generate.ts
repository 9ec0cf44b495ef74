/**
 * The cases. Half of them are on a small integer lattice, where things touch exactly and doubles do not round; the other half is
 * of random doubles, some tiny, huge or far away, and some of lattice points that were scaled or rotated and so rounded: they nearly touch.
 */
import type { Rng } from '../../support/rng.ts';
import { add, cross, norm, type Quat, scaled, sub, type Vec } from '../../support/vectors.ts';
import { latticeOutline, randomOutline } from './outlines.ts';
import { gap } from './reference.ts';
import { type Kind, moved, resized, rotated, rotatedVector, type Sphere, sizeOf, type Thing } from './things.ts';

export interface Case {
  readonly things: readonly Thing[];
  /** Motions: they are scaled with the things, but not moved. */
  readonly moves: readonly Vec[];
  /** All numbers are small integers or their multiples: no function needs to round to decide. */
  readonly lattice: boolean;
  /** Lattice points that were rounded: things touch but for the last digit. */
  readonly rounded: boolean;
  /** How large it all is, and the largest coordinate. */
  readonly size: number;
  readonly reach: number;
}

export const FAR = 1e6;
/** Multiples of these are rounded. */
const SCALES = [0.1, 1 / 3, 0.7, 1.1, 1 / 7];

export function makeCase(rng: Rng, number: number, kinds: readonly Kind[], moves = 0): Case {
  const onLattice = number % 2 === 0;
  const rounded = !onLattice && rng.chance(0.3);
  const source = onLattice || rounded ? new Lattice(rng) : new Doubles(rng);
  let things = kinds.map((kind) => source.thing(kind));
  if (onLattice && rng.chance(0.3)) things = touching(things);
  let motions = Array.from({ length: moves }, () => source.move());
  let s = 1;
  let far = false;
  if (rounded) {
    s = rng.pick(SCALES);
    if (!kinds.includes('box') && rng.chance(0.5)) {
      const rows = rng.pick(RATIONAL);
      things = things.map((t) => rotated(rows, t));
      motions = motions.map((v) => rotatedVector(rows, v));
    }
  } else {
    const how = rng.next();
    // Multiples of a power of two or an integer keep the lattice exact; 1e-3 does not.
    if (how < 0.1) s = onLattice ? 2 ** -10 : 1e-3;
    else if (how < 0.2) s = 1e3;
    else if (how < 0.35) far = true;
  }
  if (s !== 1) {
    things = things.map((t) => resized(t, s));
    motions = motions.map((v) => scaled(v, s));
  }
  if (far) things = things.map((t) => moved(t, [FAR, -FAR, FAR]));
  return completed(things, motions, onLattice && source.exact, rounded || onLattice);
}

/** Gives a sphere the radius with which it touches the other thing, where doubles have it. */
function touching(things: Thing[]): Thing[] {
  const at = things.findIndex((t) => t.kind === 'sphere');
  const other = things.find((t, i) => i !== at && t.kind !== 'ray');
  if (at < 0 || other === undefined) return things;
  const sphere = things[at] as Sphere;
  const radius = gap({ ...sphere, radius: 0 }, other);
  return Number.isInteger(2 * radius) ? things.with(at, { ...sphere, radius }) : things;
}

export function completed(things: readonly Thing[], moves: readonly Vec[], lattice: boolean, rounded = false): Case {
  const { size, reach } = sizeOf(things);
  return { things, moves, lattice, rounded: rounded && !lattice, size: Math.max(size, ...moves.map(norm)), reach };
}

/** A lattice case somewhere else, where it still is exact. */
export function elsewhere(c: Case): Case {
  return completed(
    c.things.map((t) => moved(t, [64, -128, 32])),
    c.moves,
    c.lattice,
  );
}

interface Source {
  /** Whether all that was made so far is exact. */
  readonly exact: boolean;
  thing(kind: Kind): Thing;
  move(): Vec;
}

const AXES: readonly Vec[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Two directions that span a plane with many integer points. */
const PLANES: readonly (readonly [Vec, Vec])[] = [
  [AXES[0], AXES[1]],
  [AXES[1], AXES[2]],
  [AXES[2], AXES[0]],
  [
    [1, 0, 1],
    [0, 1, 0],
  ],
  [
    [1, 1, 0],
    [0, 0, 1],
  ],
  [
    [1, 0, 1],
    [0, 1, -1],
  ],
  [
    [1, 0, 2],
    [0, 1, 1],
  ],
];

/** Rotations by rational numbers: rounded in doubles, so that touching is not exact. */
const RATIONAL: readonly (readonly [Vec, Vec, Vec])[] = [
  [
    [3 / 5, 4 / 5, 0],
    [-4 / 5, 3 / 5, 0],
    [0, 0, 1],
  ],
  [
    [1, 0, 0],
    [0, 5 / 13, 12 / 13],
    [0, -12 / 13, 5 / 13],
  ],
  [
    [1 / 3, 2 / 3, 2 / 3],
    [2 / 3, 1 / 3, -2 / 3],
    [2 / 3, -2 / 3, 1 / 3],
  ],
  [
    [2 / 7, 3 / 7, 6 / 7],
    [3 / 7, -6 / 7, 2 / 7],
    [6 / 7, 2 / 7, -3 / 7],
  ],
];

class Lattice implements Source {
  exact = true;
  readonly #rng: Rng;
  readonly #half: number;
  /** A plane that all points of the case are in, or null. */
  readonly #plane: { readonly o: Vec; readonly u: Vec; readonly v: Vec } | null;
  /** Points that several things of one case share. */
  readonly #pool: readonly Vec[];

  constructor(rng: Rng) {
    this.#rng = rng;
    this.#half = rng.chance(0.4) ? rng.integer(1, 2) : 3;
    const [u, v] = rng.pick(PLANES);
    this.#plane = rng.chance(0.4) ? { o: [rng.integer(-1, 1), rng.integer(-1, 1), rng.integer(-1, 1)], u, v } : null;
    this.#pool = Array.from({ length: 4 }, () => this.#any());
  }

  #any(): Vec {
    const h = this.#half;
    if (this.#plane !== null) {
      const { o, u, v } = this.#plane;
      return add(o, add(scaled(u, this.#rng.integer(-h, h)), scaled(v, this.#rng.integer(-h, h))));
    }
    return [this.#rng.integer(-h, h), this.#rng.integer(-h, h), this.#rng.integer(-h, h)];
  }

  #point(): Vec {
    return this.#rng.chance(0.3) ? this.#rng.pick(this.#pool) : this.#any();
  }

  #nonzero(half: number): Vec {
    const rng = this.#rng;
    for (;;) {
      const v: Vec = [rng.integer(-half, half), rng.integer(-half, half), rng.integer(-half, half)];
      if (v.some((x) => x !== 0)) return v;
    }
  }

  move(): Vec {
    const rng = this.#rng;
    if (rng.chance(0.15)) return [0, 0, 0];
    return rng.chance(0.3) ? scaled(rng.pick(AXES), rng.integer(-4, 4)) : this.#nonzero(4);
  }

  thing(kind: Kind): Thing {
    const rng = this.#rng;
    switch (kind) {
      case 'point':
        return { kind, p: this.#point() };
      case 'segment': {
        const from = this.#point();
        return { kind, from, to: rng.chance(0.12) ? from : this.#point() };
      }
      case 'line': {
        const from = this.#point();
        return { kind, from, to: add(from, this.#nonzero(2)) };
      }
      case 'ray': {
        const from = this.#point();
        const toward = sub(this.#point(), from);
        const direction = norm(toward) === 0 || rng.chance(0.3) ? this.#nonzero(2) : toward;
        return { kind, from, direction: rng.chance(0.1) ? scaled(direction, 0.125) : direction };
      }
      case 'plane': {
        const normal = rng.chance(0.4) ? scaled(rng.pick(AXES), rng.pick([-2, -1, 1, 3])) : this.#nonzero(2);
        const p = this.#point();
        const offset = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2];
        return { kind, normal, offset: rng.chance(0.8) ? offset : rng.integer(-6, 6) };
      }
      case 'sphere':
        return { kind, center: this.#point(), radius: rng.pick([0, 0, 0.5, 1, 1, 2, 3, 5]) };
      case 'box': {
        const p = this.#point();
        const q = rng.chance(0.1) ? p : this.#point();
        const flat = rng.chance(0.15) ? rng.int(3) : -1;
        const corner = (f: (...x: number[]) => number): Vec => {
          const c = [0, 1, 2].map((k) => (k === flat ? p[k] : f(p[k], q[k])));
          return [c[0], c[1], c[2]];
        };
        return { kind, min: corner(Math.min), max: corner(Math.max) };
      }
      case 'obb':
        return this.#obb();
      case 'triangle': {
        const [a, b] = [this.#point(), this.#point()];
        const flat = rng.next();
        if (flat < 0.08) return { kind, a, b, c: rng.chance(0.5) ? a : b };
        if (flat < 0.14) return { kind, a, b, c: sub(scaled(b, 2), a) };
        return flat < 0.17 ? { kind, a, b: a, c: a } : { kind, a, b, c: this.#point() };
      }
      case 'polygon': {
        const { points, convex } = latticeOutline(rng);
        const [u, v] = this.#plane === null ? rng.pick(PLANES) : [this.#plane.u, this.#plane.v];
        const o = this.#point();
        return { kind, points: points.map(([i, j]) => add(o, add(scaled(u, i), scaled(v, j)))), convex };
      }
    }
  }

  #obb(): Thing {
    const rng = this.#rng;
    const center = rng.chance(0.3) ? add(this.#point(), [0.5, 0.5, 0.5]) : this.#point();
    const half: Vec = [rng.pick(HALVES), rng.pick(HALVES), rng.pick(HALVES)];
    if (rng.chance(0.3)) {
      this.exact = false;
      return { kind: 'obb', center, axes: rng.pick(RATIONAL), half };
    }
    const order = rng.pick([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
      [0, 2, 1],
      [2, 1, 0],
      [1, 0, 2],
    ]);
    const axis = (k: number): Vec => scaled(AXES[order[k]], rng.chance(0.5) ? 1 : -1);
    return { kind: 'obb', center, axes: [axis(0), axis(1), axis(2)], half };
  }
}

const HALVES = [0, 0.5, 1, 1, 1.5, 2];

class Doubles implements Source {
  readonly exact = false;
  readonly #rng: Rng;
  /** How far apart things are, for their size about 1. */
  readonly #spread: number;

  constructor(rng: Rng) {
    this.#rng = rng;
    this.#spread = rng.pick([0.5, 1, 2, 3]);
  }

  #point(): Vec {
    return this.#rng.inBox(this.#spread);
  }

  #near(p: Vec): Vec {
    return add(p, this.#rng.inBox(this.#rng.chance(0.1) ? 1e-3 : 1.5));
  }

  move(): Vec {
    const rng = this.#rng;
    return rng.chance(0.05) ? [0, 0, 0] : rng.inBox(rng.pick([0.1, 2, 6]));
  }

  thing(kind: Kind): Thing {
    const rng = this.#rng;
    switch (kind) {
      case 'point':
        return { kind, p: this.#point() };
      case 'segment': {
        const from = this.#point();
        return { kind, from, to: this.#near(from) };
      }
      case 'line': {
        const from = this.#point();
        return { kind, from, to: add(from, rng.direction()) };
      }
      case 'ray': {
        const from = this.#point();
        const direction = scaled(rng.chance(0.7) ? sub(rng.inBox(1), from) : rng.direction(), rng.log(0.01, 100));
        return { kind, from, direction };
      }
      case 'plane': {
        const normal = scaled(rng.direction(), rng.chance(0.5) ? 1 : rng.log(0.01, 100));
        const p = this.#point();
        return { kind, normal, offset: normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] };
      }
      case 'sphere':
        return { kind, center: this.#point(), radius: rng.chance(0.1) ? rng.range(0, 1e-3) : rng.range(0, 1.5) };
      case 'box': {
        const [p, q] = [this.#point(), this.#near(this.#point())];
        const corner = (f: (...x: number[]) => number): Vec => [f(p[0], q[0]), f(p[1], q[1]), f(p[2], q[2])];
        return { kind, min: corner(Math.min), max: corner(Math.max) };
      }
      case 'obb': {
        const half: Vec = [rng.range(0, 1.5), rng.range(0, 1), rng.chance(0.1) ? 0 : rng.range(0, 1)];
        const axes = axesOf(rng.quaternion());
        return {
          kind,
          center: this.#point(),
          axes: rng.chance(0.3) ? [axes[0], axes[1], scaled(axes[2], -1)] : axes,
          half,
        };
      }
      case 'triangle': {
        const a = this.#point();
        const b = this.#near(a);
        if (rng.chance(0.08)) {
          // A needle.
          const t = rng.range(-0.5, 1.5);
          return { kind, a, b, c: add(add(a, scaled(sub(b, a), t)), rng.inBox(rng.log(1e-9, 1e-3))) };
        }
        return { kind, a, b, c: this.#near(a) };
      }
      case 'polygon': {
        const { points, convex } = randomOutline(rng);
        const o = this.#point();
        const [u, v] = rng.chance(0.2) ? rng.pick(PLANES.slice(0, 3)) : axesOf(rng.quaternion());
        return { kind, points: points.map(([i, j]) => add(o, add(scaled(u, i), scaled(v, j)))), convex };
      }
    }
  }
}

/** The columns of a rotation, made square to each other to the last digit. */
export function axesOf([x, y, z, w]: Quat): [Vec, Vec, Vec] {
  const unit = (v: Vec): Vec => scaled(v, 1 / norm(v));
  const u = unit([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)]);
  const v = unit([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)]);
  const n = unit(cross(u, v));
  return [u, unit(cross(n, u)), n];
}
