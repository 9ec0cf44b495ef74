/**
 * The dumb reference: what a pair of convex colliders is, from first principles and sharing no code with the library.
 *
 * Everything follows from the support function of A − B, h(n) = max n·(a − b) for unit n: the signed distance is −min h.
 * Any single n gives a proof: −h(n) is a lower bound of the distance, h(n) an upper bound of the depth. So results are
 * checked by certificates, and whatever the searches below miss can hide an error but never invent one.
 *
 * Coordinates are relative to the colliders' positions, which keeps the reference exact far from the world's origin.
 */
import type { Item, Spec } from './generators.ts';
import { plainGjk, type Support } from './plain-gjk.ts';
import { add, cross, dot, negated, norm, scaled, sub, type Vec } from './vectors.ts';

// --------------------------------------------------------------------------------------------------------------- support

/** Support point of a described shape, in its own frame, by the definition of each kind. */
export function supportOf(spec: Spec, d: Vec): Vec {
  switch (spec.kind) {
    case 'point':
      return spec.p;
    case 'segment':
      return dot(d, spec.p) > dot(d, spec.q) ? spec.p : spec.q;
    case 'triangle':
    case 'polygon':
    case 'polytope': {
      let best = spec.points[0];
      let most = dot(d, best);
      for (const p of spec.points) {
        const t = dot(d, p);
        if (t > most) {
          most = t;
          best = p;
        }
      }
      return best;
    }
    case 'sphere':
      return ball(d, spec.radius);
    case 'ellipsoid': {
      const [x, y, z] = spec.radii;
      const e: Vec = [x * d[0], y * d[1], z * d[2]];
      const l = norm(e);
      return l === 0 ? [0, 0, 0] : [(x * e[0]) / l, (y * e[1]) / l, (z * e[2]) / l];
    }
    case 'box':
      return [side(d[0], spec.size[0]), side(d[1], spec.size[1]), side(d[2], spec.size[2])];
    case 'cylinder': {
      const [x, z] = disc(d, spec.radius);
      return [x, side(d[1], spec.height), z];
    }
    case 'cone': {
      const [x, z] = disc(d, spec.radius);
      const apex: Vec = [0, spec.height / 2, 0];
      const base: Vec = [x, -spec.height / 2, z];
      return dot(d, apex) > dot(d, base) ? apex : base;
    }
    case 'capsule':
      return add([0, side(d[1], spec.height), 0], ball(d, spec.radius));
    case 'sum':
      return add(supportOf(spec.a, d), supportOf(spec.b, d));
    case 'hull': {
      let best = supportOf(spec.shapes[0], d);
      for (const s of spec.shapes) {
        const p = supportOf(s, d);
        if (dot(d, p) > dot(d, best)) best = p;
      }
      return best;
    }
    case 'placed': {
      const m = spec.matrix;
      const s = linear(m, supportOf(spec.shape, transposed(m, d)));
      return [s[0] + m[12], s[1] + m[13], s[2] + m[14]];
    }
    case 'inflated':
      return add(supportOf(spec.shape, d), ball(d, spec.radius));
  }
}

const side = (d: number, length: number): number => (d < 0 ? -length / 2 : length / 2);

function ball(d: Vec, r: number): Vec {
  const l = norm(d);
  return l === 0 ? [0, 0, 0] : [(r * d[0]) / l, (r * d[1]) / l, (r * d[2]) / l];
}

function disc(d: Vec, r: number): readonly [number, number] {
  const l = Math.hypot(d[0], d[2]);
  return l === 0 ? [0, 0] : [(r * d[0]) / l, (r * d[2]) / l];
}

function linear(m: ArrayLike<number>, p: Vec): Vec {
  return [
    m[0] * p[0] + m[4] * p[1] + m[8] * p[2],
    m[1] * p[0] + m[5] * p[1] + m[9] * p[2],
    m[2] * p[0] + m[6] * p[1] + m[10] * p[2],
  ];
}

function transposed(m: ArrayLike<number>, d: Vec): Vec {
  return [
    m[0] * d[0] + m[1] * d[1] + m[2] * d[2],
    m[4] * d[0] + m[5] * d[1] + m[6] * d[2],
    m[8] * d[0] + m[9] * d[1] + m[10] * d[2],
  ];
}

/** A placed shape, known by its description, the collider's matrix and its margin. */
export class Solid {
  readonly spec: Spec;
  readonly matrix: Float64Array;
  readonly margin: number;
  readonly position: Vec;
  /** World box relative to the position. */
  readonly min: Vec;
  readonly max: Vec;
  /** Longest side of the world box. */
  readonly extent: number;

  constructor(item: Item) {
    this.spec = item.spec;
    this.matrix = item.collider.getMatrix();
    this.margin = item.collider.margin;
    this.position = [this.matrix[12], this.matrix[13], this.matrix[14]];
    this.max = [this.height([1, 0, 0]), this.height([0, 1, 0]), this.height([0, 0, 1])];
    this.min = [-this.height([-1, 0, 0]), -this.height([0, -1, 0]), -this.height([0, 0, -1])];
    this.extent = Math.max(...sub(this.max, this.min));
  }

  /** Without the margin, relative to the position. */
  core(d: Vec): Vec {
    return linear(this.matrix, supportOf(this.spec, transposed(this.matrix, d)));
  }

  support(d: Vec): Vec {
    return add(this.core(d), ball(d, this.margin));
  }

  /** max n·x over the solid relative to its position, for unit n. */
  height(n: Vec): number {
    return dot(n, this.core(n)) + this.margin;
  }

  /** How far from the world's origin its coordinates reach: what world coordinates are rounded relative to. */
  get reach(): number {
    const far = [0, 1, 2].map((i) =>
      Math.max(
        Math.abs(this.position[i] + this.min[i]),
        Math.abs(this.position[i] + this.max[i]),
        Math.abs(this.position[i]),
      ),
    );
    return Math.hypot(far[0], far[1], far[2]);
  }

  /** The same from its own position. */
  get localReach(): number {
    const far = [0, 1, 2].map((i) => Math.max(Math.abs(this.min[i]), Math.abs(this.max[i])));
    return Math.hypot(far[0], far[1], far[2]);
  }

  /**
   * Whether the placement flattens the shape to nothing but rounding. Its extent is then the difference of two sums that may round to
   * the same number, and zero where the true one is not.
   */
  get flattened(): boolean {
    if (this.extent > 1e-15 * this.localReach) return false;
    const p = supportOf(this.spec, [1, 0, 0]);
    return FEW.some((d) => norm(sub(supportOf(this.spec, d), p)) > 0);
  }

  /** A proven lower bound of how far a world point is outside, at least 0; stops at `enough`. */
  outside(world: Vec, enough: number): number {
    const p = sub(world, this.position);
    const found = plainGjk((d) => sub(this.core(d), p), this.margin + enough);
    return Math.max(0, found.lower - this.margin);
  }

  /** A ball inside the solid, relative to its position: that of a tetrahedron of support points; radius 0 when flat. */
  ball(): { center: Vec; radius: number } {
    const p = this.core([1, 0, 0]);
    const far = (height: (q: Vec) => number): Vec => {
      let best = p;
      for (const n of FEW) {
        const q = this.core(n);
        if (height(q) > height(best)) best = q;
      }
      return best;
    };
    const q = far((x) => norm(sub(x, p)));
    const r = far((x) => norm(cross(sub(x, p), sub(q, p))));
    const normal = cross(sub(q, p), sub(r, p));
    const s = far((x) => Math.abs(dot(normal, sub(x, p))));
    const center = scaled(add(add(p, q), add(r, s)), 1 / 4);
    const faces: readonly (readonly [Vec, Vec, Vec])[] = [
      [p, q, r],
      [p, q, s],
      [p, r, s],
      [q, r, s],
    ];
    let radius = Number.POSITIVE_INFINITY;
    for (const [x, y, z] of faces) {
      const n = cross(sub(y, x), sub(z, x));
      const l = norm(n);
      // The normal of a sliver is rounding.
      const flat = !(l > 1e-8 * this.extent * this.extent);
      radius = Math.min(radius, flat ? 0 : Math.abs(dot(n, sub(center, x))) / l);
    }
    return { center, radius: radius + this.margin };
  }

  /** An upper bound of how deep a world point is inside (a negative one: outside), from samples and descent. */
  inside(world: Vec, samples = 200, hints: readonly Vec[] = []): number {
    const p = sub(world, this.position);
    return least((d) => sub(this.support(d), p), hints, samples).h;
  }
}

/** The pair as A − B, relative to the difference of the positions. */
export class Difference {
  readonly a: Solid;
  readonly b: Solid;
  readonly between: Vec;
  /** The larger extent of the two. */
  readonly size: number;
  /** The error that the contract allows, absolute. */
  readonly accuracy: number;
  /** Rounding of world coordinates, 5e-10 at 1e6, and of the transforms before the position is added. */
  readonly rounding: number;

  constructor(a: Item, b: Item) {
    this.a = new Solid(a);
    this.b = new Solid(b);
    this.between = sub(this.a.position, this.b.position);
    this.size = Math.max(this.a.extent, this.b.extent);
    this.accuracy = (a.curved || b.curved ? 1e-8 : 1e-9) * this.size;
    this.rounding =
      5e-16 * Math.max(this.a.reach, this.b.reach) + 4e-15 * Math.max(this.a.localReach, this.b.localReach);
  }

  /** The extent of the smaller shape, which accuracy is relative to; the other's where one is a point. */
  get smaller(): number {
    return Math.min(this.a.extent || this.b.extent, this.b.extent || this.a.extent);
  }

  /** At least this is the extent that accuracy is relative to. */
  get leastSmaller(): number {
    return this.a.flattened || this.b.flattened ? 0 : this.smaller;
  }

  get tolerance(): number {
    return this.accuracy + this.rounding;
  }

  /** Beyond this, plain rounding no longer excuses a wrong sign. */
  get decision(): number {
    return 1e-12 * this.size + this.rounding;
  }

  support(d: Vec): Vec {
    return add(this.between, sub(this.a.support(d), this.b.support(negated(d))));
  }

  /** Without the margins. */
  readonly core: Support = (d) => add(this.between, sub(this.a.core(d), this.b.core(negated(d))));

  /** h(n) for any n but zero, normalised. */
  h(n: Vec): number {
    const l = norm(n);
    const u = scaled(n, 1 / l);
    return dot(u, this.between) + this.a.height(u) + this.b.height(negated(u));
  }

  /** Proven bounds of the distance. */
  separation(enough = 0): { lower: number; upper: number } {
    const radii = this.a.margin + this.b.margin;
    const found = plainGjk(this.core, radii + enough);
    return { lower: Math.max(0, found.lower - radii), upper: Math.max(0, found.upper - radii) };
  }

  /** The least h that samples and descent find. `hints` are directions to start from as well. */
  leastHeight(hints: readonly Vec[], samples = 300, starts = 6): { h: number; n: Vec } {
    return least((d) => this.support(d), hints, samples, starts);
  }
}

// ----------------------------------------------------------------------------------------------------------------- depth

/** Evenly spread directions (Fibonacci), the axes and the diagonals. */
export function directions(count: number): Vec[] {
  const list: Vec[] = [];
  for (let x = -1; x <= 1; x++) {
    for (let y = -1; y <= 1; y++) {
      for (let z = -1; z <= 1; z++) {
        const l = Math.hypot(x, y, z);
        if (l > 0) list.push([x / l, y / l, z / l]);
      }
    }
  }
  const golden = Math.PI * (3 - Math.sqrt(5));
  for (let i = 0; i < count; i++) {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    list.push([r * Math.cos(golden * i), r * Math.sin(golden * i), z]);
  }
  return list;
}

const FEW = directions(30);
const spread = new Map<number, Vec[]>();

/** The least h over samples, then over a descent from each of the best few and from every hint. */
function least(support: Support, hints: readonly Vec[], samples: number, starts = 6): { h: number; n: Vec } {
  let list = spread.get(samples);
  if (list === undefined) {
    list = directions(samples);
    spread.set(samples, list);
  }
  const sampled = list.map((n) => ({ h: dot(n, support(n)), n }));
  sampled.sort((p, q) => p.h - q.h);
  let best = sampled[0];
  const apart: Vec[] = [];
  for (const s of sampled) {
    if (apart.length === starts) break;
    if (apart.every((n) => dot(n, s.n) < 0.95)) apart.push(s.n);
  }
  for (const n of [...hints, ...apart]) {
    const found = descend(support, n);
    if (found.h < best.h) best = found;
  }
  return best;
}

/**
 * Local descent of h. Maximising |m| over h(m) ≤ 1 by its linearisation means: take the face that a ray along n leaves the set
 * through; its normal is never worse. Then a compass search for what the faces of a curved set leave over.
 */
function descend(support: Support, start: Vec): { h: number; n: Vec } {
  let n = scaled(start, 1 / norm(start));
  let h = dot(n, support(n));
  for (let i = 0; i < 30; i++) {
    const next = exitNormal(support, n);
    if (next === null) break;
    const value = dot(next, support(next));
    if (!(value < h)) break;
    const gain = h - value;
    h = value;
    n = next;
    if (gain < 1e-13 * Math.abs(h)) break;
  }
  let step = 1e-3;
  for (let i = 0; i < 100 && step > 1e-9; i++) {
    const u = perpendicular(n);
    const v = cross(n, u);
    let improved = false;
    for (let k = 0; k < 6; k++) {
      const phi = (k * Math.PI) / 3;
      const m = add(n, add(scaled(u, step * Math.cos(phi)), scaled(v, step * Math.sin(phi))));
      const unit = scaled(m, 1 / norm(m));
      const value = dot(unit, support(unit));
      if (value < h) {
        h = value;
        n = unit;
        improved = true;
        break;
      }
    }
    if (!improved) step /= 4;
  }
  return { h, n };
}

function perpendicular(n: Vec): Vec {
  const a: Vec = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const u = cross(n, a);
  return scaled(u, 1 / norm(u));
}

/** Normal of the face through which a ray from the origin (inside) along r leaves the set; a portal that is moved outward. */
function exitNormal(support: Support, r: Vec): Vec | null {
  let p1 = support(r);
  let axis = cross(p1, r);
  if (norm(axis) <= 1e-14 * norm(p1)) return null;
  let p2 = support(axis);
  axis = cross(p1, p2);
  if (norm(axis) === 0) return null;
  if (dot(axis, r) < 0) {
    [p1, p2] = [p2, p1];
    axis = negated(axis);
  }
  let p3: Vec | null = null;
  for (let i = 0; i < 30; i++) {
    const p = support(axis);
    if (dot(cross(p2, p), r) < 0) p1 = p;
    else if (dot(cross(p, p1), r) < 0) p2 = p;
    else {
      p3 = p;
      break;
    }
    axis = cross(p1, p2);
  }
  if (p3 === null) return null;
  let n: Vec | null = null;
  for (let i = 0; i < 60; i++) {
    const face = cross(sub(p2, p1), sub(p3, p1));
    const l = norm(face);
    if (!(l > 0)) break;
    n = scaled(face, (dot(face, r) < 0 ? -1 : 1) / l);
    const p = support(n);
    if (dot(n, p) - dot(n, p1) <= 1e-14 * Math.abs(dot(n, p))) break;
    // Which of the three triangles of p with the portal's edges does the ray pass through?
    const s1 = dot(cross(p, p1), r) >= 0;
    const s2 = dot(cross(p, p2), r) >= 0;
    const s3 = dot(cross(p, p3), r) >= 0;
    if (s1 && !s2) p3 = p;
    else if (s2 && !s3) p1 = p;
    else if (s3 && !s1) p2 = p;
    else break;
  }
  return n;
}
