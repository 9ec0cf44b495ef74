/**
 * Queries for impacts of moving vertices: random ones, and contrived ones in which everything that is rare elsewhere happens often.
 *
 * Most are made in the terms of a facet: r is the point (or the start of the second segment) as seen from the corner, e and g are the
 * edges, and contact is r = u·e + v·g. On the lattice all is exact.
 */
import type { ImpactQuery } from './impact-reference.ts';
import type { Rng } from './rng.ts';
import { add, cross, scaled, type Vec } from './vectors.ts';

type Kind = ImpactQuery['kind'];

/** r, e and g at one time. */
interface Facet {
  readonly r: Vec;
  readonly e: Vec;
  readonly g: Vec;
}

const ZERO: Vec = [0, 0, 0];

function query(kind: Kind, rng: Rng, at0: Facet, at1: Facet, base = 0): ImpactQuery {
  const vertices = ({ r, e, g }: Facet): number[] => {
    const o = lattice(rng, base);
    const p = add(o, r);
    return kind === 'triangle'
      ? [...p, ...o, ...add(o, e), ...add(o, g)]
      : [...o, ...add(o, e), ...p, ...add(p, scaled(g, -1))];
  };
  return { kind, v: [...vertices(at0), ...vertices(at1)] };
}

/** Both ends of a motion by what it is at t = 1/2 and by half the way. */
function around(kind: Kind, rng: Rng, middle: Facet, half: Facet, base = 0): ImpactQuery {
  const at = (s: number): Facet => ({
    r: add(middle.r, scaled(half.r, s)),
    e: add(middle.e, scaled(half.e, s)),
    g: add(middle.g, scaled(half.g, s)),
  });
  return query(kind, rng, at(-1), at(1), base);
}

function lattice(rng: Rng, size: number, step = 1): Vec {
  return [step * rng.integer(-size, size), step * rng.integer(-size, size), step * rng.integer(-size, size)];
}

function box(rng: Rng): Vec {
  return rng.inBox(1);
}

/** u and v of a point of the facet: its corners, its sides and its inside, all multiples of 1/4. */
function inside(kind: Kind, rng: Rng): [number, number] {
  for (;;) {
    const u = rng.integer(0, 4) / 4;
    const v = rng.integer(0, 4) / 4;
    if (kind === 'segments' || u + v <= 1) return [u, v];
  }
}

function combine(u: number, e: Vec, v: number, g: Vec): Vec {
  return add(scaled(e, u), scaled(g, v));
}

type Maker = (kind: Kind, rng: Rng) => ImpactQuery;

/** What users ask most: everything in general position. */
export const RANDOM: Readonly<Record<string, Maker>> = {
  'unit box': (kind, rng) => ({ kind, v: Array.from({ length: 24 }, () => rng.next()) }),
  'small steps': (kind, rng) => {
    const start = Array.from({ length: 12 }, () => rng.range(-1, 1));
    return { kind, v: [...start, ...start.map((x) => x + rng.range(-0.3, 0.3))] };
  },
  'small and fast': (kind, rng) => {
    const size = rng.log(1e-4, 1);
    const small = (): Facet => ({ r: scaled(box(rng), size), e: scaled(box(rng), size), g: scaled(box(rng), size) });
    const [u, v] = inside(kind, rng);
    const at = small();
    return around(kind, rng, { ...at, r: combine(u, at.e, v, at.g) }, { r: box(rng), e: ZERO, g: ZERO });
  },
  'far away': (kind, rng) => {
    const offset = scaled(rng.direction(), rng.log(10, 1e8));
    return { kind, v: Array.from({ length: 24 }, (_, i) => offset[i % 3] + rng.next()) };
  },
  'all scales': (kind, rng) => {
    const scale = rng.log(1e-60, 1e60);
    return { kind, v: Array.from({ length: 24 }, () => scale * rng.next()) };
  },
};

export const CONTRIVED: Readonly<Record<string, Maker>> = {
  lattice: (kind, rng) => {
    const size = rng.integer(1, 4);
    return { kind, v: Array.from({ length: 24 }, () => rng.integer(-size, size)) };
  },
  'coplanar motion': (kind, rng) => {
    // A plane of the lattice, turned and shifted by whole numbers.
    const x = lattice(rng, 2);
    const y = lattice(rng, 2);
    const vector = (): Vec => combine(rng.integer(-4, 4), x, rng.integer(-4, 4), y);
    const at = (): Facet => ({ r: vector(), e: vector(), g: vector() });
    return query(kind, rng, at(), at(), 2);
  },
  'coplanar motion, rounded': (kind, rng) => {
    const x = box(rng);
    const y = box(rng);
    const vector = (): Vec => combine(rng.range(-1, 1), x, rng.range(-1, 1), y);
    return query(kind, rng, { r: vector(), e: vector(), g: vector() }, { r: vector(), e: vector(), g: vector() });
  },
  'on one line': (kind, rng) => {
    const x = lattice(rng, 2);
    const vector = (): Vec => scaled(x, rng.integer(-4, 4));
    return query(kind, rng, { r: vector(), e: vector(), g: vector() }, { r: vector(), e: vector(), g: vector() }, 2);
  },
  'vertex through vertex': (kind, rng) => {
    const e = lattice(rng, 4);
    const g = lattice(rng, 4);
    const r = rng.pick<Vec>([ZERO, e, g]);
    return around(kind, rng, { r, e, g }, { r: lattice(rng, 4), e: lattice(rng, 4), g: lattice(rng, 4) });
  },
  'through the inside or a side': (kind, rng) => {
    const e = lattice(rng, 2, 4);
    const g = lattice(rng, 2, 4);
    const [u, v] = inside(kind, rng);
    const half: Facet = { r: lattice(rng, 4), e: lattice(rng, 4), g: lattice(rng, 4) };
    return around(kind, rng, { r: combine(u, e, v, g), e, g }, half, 3);
  },
  'touching at the end': (kind, rng) => {
    const e = lattice(rng, 2, 4);
    const g = lattice(rng, 2, 4);
    const [u, v] = inside(kind, rng);
    const start: Facet = { r: lattice(rng, 8), e: lattice(rng, 8), g: lattice(rng, 8) };
    return query(kind, rng, start, { r: combine(u, e, v, g), e, g }, 3);
  },
  'touching at the start': (kind, rng) => {
    const e = lattice(rng, 2, 4);
    const g = lattice(rng, 2, 4);
    const [u, v] = inside(kind, rng);
    const end: Facet = { r: lattice(rng, 8), e: lattice(rng, 8), g: lattice(rng, 8) };
    return query(kind, rng, { r: combine(u, e, v, g), e, g }, end, 3);
  },
  grazing: (kind, rng) => {
    // At t = 1/2 the velocity at the contact is in the plane, so that the cubic has a double root.
    const e = lattice(rng, 2, 4);
    const g = lattice(rng, 2, 4);
    const [u, v] = inside(kind, rng);
    const ee = lattice(rng, 2, 4);
    const gg = lattice(rng, 2, 4);
    const slide = combine(rng.integer(-2, 2) / 4, e, rng.integer(-2, 2) / 4, g);
    const rr = add(combine(u, ee, v, gg), slide);
    return around(kind, rng, { r: combine(u, e, v, g), e, g }, { r: rr, e: ee, g: gg }, 3);
  },
  'grazing, nearly': (kind, rng) => {
    const e = box(rng);
    const g = box(rng);
    const [u, v] = inside(kind, rng);
    const half: Facet = { r: ZERO, e: box(rng), g: box(rng) };
    const slide = combine(rng.range(-0.5, 0.5), e, rng.range(-0.5, 0.5), g);
    const r = add(combine(u, e, v, g), scaled(cross(e, g), rng.pick([-1, 0, 1]) * rng.log(1e-16, 1e-2)));
    return around(kind, rng, { r, e, g }, { ...half, r: add(combine(u, half.e, v, half.g), slide) });
  },
  'sliding along a side': (kind, rng) => {
    // Everything stays on the line of e, or parallel to it nearby.
    const e = lattice(rng, 4);
    const g = rng.chance(0.5) ? scaled(e, rng.integer(-2, 2)) : lattice(rng, 4);
    const off = rng.chance(0.5) ? ZERO : scaled(box(rng), rng.log(1e-17, 1e-3));
    const r = (): Vec => add(scaled(e, rng.integer(-4, 4)), off);
    return query(kind, rng, { r: r(), e, g }, { r: r(), e, g: rng.chance(0.5) ? g : scaled(g, 2) });
  },
  'no relative motion': (kind, rng) => {
    const at: Facet = rng.chance(0.5)
      ? { r: lattice(rng, 1), e: lattice(rng, 2), g: lattice(rng, 2) }
      : { r: scaled(box(rng), 0.5), e: box(rng), g: box(rng) };
    return query(kind, rng, at, at, 3);
  },
  'hardly any motion': (kind, rng) => {
    const tiny = rng.log(1e-18, 1e-10);
    const wiggle = (v: Vec): Vec => add(v, scaled(box(rng), tiny));
    const e = box(rng);
    const g = box(rng);
    const [u, v] = inside(kind, rng);
    const r = combine(u, e, v, g);
    return query(kind, rng, { r: wiggle(r), e: wiggle(e), g: wiggle(g) }, { r: wiggle(r), e: wiggle(e), g: wiggle(g) });
  },
  needle: (kind, rng) => {
    const [e, g] = needle(rng);
    const [u, v] = inside(kind, rng);
    const half: Facet = {
      r: box(rng),
      e: scaled(box(rng), rng.pick([0, 1, 1e-6])),
      g: scaled(box(rng), rng.pick([0, 1])),
    };
    return around(kind, rng, { r: combine(u, e, v, g), e, g }, half);
  },
  'needle, turning about itself': (kind, rng) => {
    const [e, g] = needle(rng);
    const width = scaled(box(rng), rng.log(1e-16, 1e-2));
    const [u, v] = inside(kind, rng);
    const r = add(combine(u, e, v, g), scaled(box(rng), rng.pick([0, 1]) * rng.log(1e-16, 1e-2)));
    return around(
      kind,
      rng,
      { r, e, g },
      { r: scaled(box(rng), rng.pick([0, 1e-14, 1e-10])), e: width, g: scaled(width, rng.range(-1, 1)) },
    );
  },
  'needle, sliding': (kind, rng) => {
    const [e, g] = needle(rng);
    const [u, v] = inside(kind, rng);
    const height = scaled(box(rng), rng.log(1e-17, 1e-3));
    const slide = combine(rng.range(-2, 2), e, rng.range(-2, 2), g);
    return around(kind, rng, { r: add(combine(u, e, v, g), height), e, g }, { r: slide, e: ZERO, g: ZERO });
  },
  hovering: (kind, rng) => {
    const e = box(rng);
    const g = box(rng);
    const height = scaled(cross(e, g), rng.pick([-1, 1]) * rng.log(1e-17, 1e-3));
    const r = (): Vec => add(combine(rng.range(-1, 2), e, rng.range(-1, 2), g), height);
    return query(kind, rng, { r: r(), e, g }, { r: r(), e, g });
  },
  'hovering over a corner': (kind, rng) => {
    // The motion of the point is nearly that of the corner, so that it stays at one corner all the time.
    const off = (): Vec => scaled(box(rng), rng.log(1e-17, 1e-6));
    return query(kind, rng, { r: off(), e: box(rng), g: box(rng) }, { r: off(), e: box(rng), g: box(rng) });
  },
  'points and segments': (kind, rng) => {
    const vector = (): Vec => (rng.chance(0.4) ? ZERO : lattice(rng, 2));
    return query(kind, rng, { r: vector(), e: vector(), g: vector() }, { r: vector(), e: vector(), g: vector() }, 1);
  },
  collapsing: (kind, rng) => {
    // The facet has no area at t = 1/2, and r is on its line.
    const e = lattice(rng, 4);
    const g = scaled(e, rng.integer(-2, 2));
    const r = scaled(e, rng.integer(-6, 6) / 2);
    return around(kind, rng, { r, e, g }, { r: lattice(rng, 4), e: lattice(rng, 4), g: lattice(rng, 4) });
  },
  focus: (kind, rng) => {
    // All come together in a small place, thin or not, and part again; or they shrink to a point at the end.
    const small = rng.pick([0, rng.log(1e-16, 1)]);
    const [e, g] = needle(rng);
    const [u, v] = inside(kind, rng);
    const off = scaled(box(rng), rng.pick([0, 1]) * rng.log(1e-16, 1));
    const at: Facet = { r: add(combine(u, e, v, g), off), e, g };
    const scaledBy = (s: number): Facet => ({ r: scaled(at.r, s), e: scaled(at.e, s), g: scaled(at.g, s) });
    if (rng.chance(0.5)) return query(kind, rng, at, scaledBy(small));
    const twist = rng.log(1e-16, 1);
    const half: Facet = rng.chance(0.5) ? at : { r: box(rng), e: box(rng), g: box(rng) };
    return around(kind, rng, scaledBy(small), {
      r: add(half.r, scaled(box(rng), twist)),
      e: add(half.e, scaled(box(rng), twist)),
      g: add(half.g, scaled(box(rng), twist)),
    });
  },
  'needle, turning in a plane': (kind, rng) => {
    // It passes near the point all the time.
    const [e, g] = needle(rng);
    const turn = box(rng);
    const u = rng.next();
    const off = scaled(box(rng), rng.log(1e-17, 1e-6));
    const half: Facet = { r: scaled(turn, u), e: turn, g: rng.chance(0.5) ? scaled(turn, rng.next()) : turn };
    return around(kind, rng, { r: add(scaled(e, u), off), e, g }, half);
  },
  'nearly degenerate': (kind, rng) => {
    // Any of the others, with vertices moved by a little.
    const name = rng.pick(Object.keys(CONTRIVED).filter((other) => other !== 'nearly degenerate'));
    const { v } = CONTRIVED[name](kind, rng);
    const size = Math.max(...v.map(Math.abs));
    const little = size * rng.log(1e-17, 1e-4);
    return { kind, v: v.map((x) => (rng.chance(0.5) ? x : x + little * rng.range(-1, 1))) };
  },
};

/** Two edges of a thin triangle: two long ones, one short one, or a corner close to the middle of the opposite side. */
function needle(rng: Rng): [Vec, Vec] {
  const e = box(rng);
  const thin = scaled(box(rng), rng.log(1e-17, 1e-2));
  const along = rng.pick([0, 1, 0.5, -1, -0.5]);
  return [e, add(scaled(e, along), thin)];
}
