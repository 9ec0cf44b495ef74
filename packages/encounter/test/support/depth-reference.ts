/**
 * Depths of convex pairs to rounding, from first principles and without the library's code: what `error` is checked against.
 *
 *   h(n)   the support value of A − B along a unit vector n; the depth is its minimum
 *
 * - Polytopes: the minimum is at a facet of A − B, whose normal is that of a face of A, of a face of B, or of an edge of A and one
 *   of B. All triples of points and all pairs of edges are tried: directions that belong to no facet only give larger values.
 * - A ball in a simple solid: the distance of its centre to the surface, in closed form.
 * - Two ellipsoids: h is smooth, so Newton's method from many starts finds every minimum to rounding.
 * - Coaxial solids of revolution: h depends on the latitude alone, and every minimum of a fine grid is refined.
 * - Everything else: an upper bound, from samples and descent. It can show that a depth is not the least, not that it is.
 */
import type { Item, Spec } from './generators.ts';
import { plainGjk, type Support } from './plain-gjk.ts';
import { Difference } from './reference.ts';
import { add, cross, dot, negated, norm, scaled, sub, type Vec } from './vectors.ts';

/** Bounds of the true value; they differ by no more than rounding where it is known. */
export interface Known {
  readonly lower: number;
  readonly upper: number;
}

/** More points than this make too many triples. */
const MOST_POINTS = 12;

/** Relative to the size: more than the rounding in any of the closed forms. */
const ROUNDING = 1e-13;

/** The depth of a pair that overlaps. */
export function knownDepth(a: Item, b: Item): Known {
  const d = new Difference(a, b);
  const rounding = ROUNDING * d.size + d.rounding;
  const found = polytopeDepth(a, b) ?? ballDepth(a, b) ?? ellipsoidDepth(a, b) ?? revolutionDepth(a, b);
  if (found !== null) return { lower: Math.max(0, found - rounding), upper: found + rounding };
  // Cores that are apart: the radius less their distance, whose bounds are proven.
  const { core, radius } = roundedCore(a, b) ?? { core: d.core, radius: d.a.margin + d.b.margin };
  const apart = plainGjk(core);
  if (apart.lower > rounding)
    return { lower: Math.max(0, radius - apart.upper - rounding), upper: radius - apart.lower + rounding };
  return { lower: 0, upper: d.leastHeight([]).h + rounding };
}

// ------------------------------------------------------------------------------------------------------------- polytopes

/** The points a polyhedral shape is the hull of, and the radius around them; null for others, and for too many. */
export function polytopeOf(spec: Spec): { points: Vec[]; radius: number } | null {
  switch (spec.kind) {
    case 'point':
      return { points: [spec.p], radius: 0 };
    case 'segment':
      return { points: [spec.p, spec.q], radius: 0 };
    case 'triangle':
    case 'polygon':
    case 'polytope':
      return spec.points.length > MOST_POINTS ? null : { points: [...spec.points], radius: 0 };
    case 'sphere':
      return { points: [[0, 0, 0]], radius: spec.radius };
    case 'capsule':
      return {
        points: [
          [0, -spec.height / 2, 0],
          [0, spec.height / 2, 0],
        ],
        radius: spec.radius,
      };
    case 'box': {
      const [x, y, z] = spec.size;
      const signs = [-0.5, 0.5];
      const points = signs.flatMap((i) => signs.flatMap((j) => signs.map((k): Vec => [i * x, j * y, k * z])));
      return { points, radius: 0 };
    }
    case 'inflated': {
      const inner = polytopeOf(spec.shape);
      return inner === null ? null : { points: inner.points, radius: inner.radius + spec.radius };
    }
    case 'placed': {
      const inner = polytopeOf(spec.shape);
      const m = spec.matrix;
      if (inner === null || (inner.radius > 0 && !isRotation(m))) return null;
      return { points: inner.points.map((p) => add(linear(m, p), [m[12], m[13], m[14]])), radius: inner.radius };
    }
    default:
      return null;
  }
}

function linear(m: ArrayLike<number>, p: Vec): Vec {
  return [
    m[0] * p[0] + m[4] * p[1] + m[8] * p[2],
    m[1] * p[0] + m[5] * p[1] + m[9] * p[2],
    m[2] * p[0] + m[6] * p[1] + m[10] * p[2],
  ];
}

const column = (m: ArrayLike<number>, k: number): Vec => [m[4 * k], m[4 * k + 1], m[4 * k + 2]];

/** To rounding, reflections included. */
function isRotation(m: ArrayLike<number>): boolean {
  const c = [0, 1, 2].map((k) => column(m, k));
  return c.every((u, i) => c.every((v, j) => Math.abs(dot(u, v) - (i === j ? 1 : 0)) < 1e-14));
}

/** Points of a collider relative to its position, and its radius in the world. */
function placedPolytope({ spec, collider }: Item): { points: Vec[]; radius: number } | null {
  const found = polytopeOf(spec);
  const m = collider.getMatrix();
  if (found === null || (found.radius > 0 && !isRotation(m))) return null;
  return { points: found.points.map((p) => linear(m, p)), radius: found.radius + collider.margin };
}

const position = ({ collider }: Item): Vec => {
  const m = collider.getMatrix();
  return [m[12], m[13], m[14]];
};

/** A − B of two rounded polytopes without their radii, and the sum of these. */
function roundedCore(a: Item, b: Item): { core: Support; radius: number } | null {
  const pa = placedPolytope(a);
  const pb = placedPolytope(b);
  if (pa === null || pb === null) return null;
  const between = sub(position(a), position(b));
  const far = (points: readonly Vec[], d: Vec): Vec => points.reduce((p, q) => (dot(d, q) > dot(d, p) ? q : p));
  const core: Support = (d) => add(between, sub(far(pa.points, d), far(pb.points, negated(d))));
  return { core, radius: pa.radius + pb.radius };
}

/** Null when the cores are apart. */
function polytopeDepth(a: Item, b: Item): number | null {
  const pa = placedPolytope(a);
  const pb = placedPolytope(b);
  if (pa === null || pb === null) return null;
  const between = sub(position(a), position(b));
  const depth = leastOfFacets(
    pa.points.map((p) => add(p, between)),
    pb.points,
  );
  return depth === null ? null : depth + pa.radius + pb.radius;
}

/** The least support value of A − B over the normals of its facets; null if it is negative, or A − B has no facets. */
export function leastOfFacets(a: readonly Vec[], b: readonly Vec[]): number | null {
  let least = Infinity;
  const consider = (n: Vec, size: number): void => {
    const l = norm(n);
    // A normal that is all rounding is a direction like any other, and its value is an upper bound like any other.
    if (!(l > 1e-300) || !(l > 1e-14 * size)) return;
    const u = scaled(n, 1 / l);
    let [mostA, leastA, mostB, leastB] = [-Infinity, Infinity, -Infinity, Infinity];
    for (const p of a) {
      const t = dot(u, p);
      mostA = Math.max(mostA, t);
      leastA = Math.min(leastA, t);
    }
    for (const p of b) {
      const t = dot(u, p);
      mostB = Math.max(mostB, t);
      leastB = Math.min(leastB, t);
    }
    least = Math.min(least, mostA - leastB, mostB - leastA);
  };
  const edgesA = edges(a);
  const edgesB = edges(b);
  for (const e of [edgesA, edgesB])
    for (let i = 0; i < e.length; i++) for (let j = 0; j < i; j++) consider(cross(e[i], e[j]), norm(e[i]) * norm(e[j]));
  for (const u of edgesA) for (const v of edgesB) consider(cross(u, v), norm(u) * norm(v));
  return least >= 0 && least < Infinity ? least : null;
}

/** Between any two points, and none twice. */
function edges(points: readonly Vec[]): Vec[] {
  const list: Vec[] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = 0; j < i; j++) {
      const e = sub(points[i], points[j]);
      const known = list.some((f) => norm(cross(e, f)) === 0);
      if (norm(e) > 0 && !known) list.push(e);
    }
  return list;
}

// ------------------------------------------------------------------------------------------------------ a point in a solid

/** How far a point inside a solid is from its surface; null for other solids, and for points outside. */
export function pointDepth(spec: Spec, p: Vec): number | null {
  const [x, y, z] = p;
  const across = Math.hypot(x, z);
  const inside = (depth: number): number | null => (depth >= 0 ? depth : null);
  switch (spec.kind) {
    case 'sphere':
      return inside(spec.radius - norm(p));
    case 'box':
      return inside(Math.min(...spec.size.map((s, k) => s / 2 - Math.abs(p[k]))));
    case 'cylinder':
      return inside(Math.min(spec.radius - across, spec.height / 2 - Math.abs(y)));
    case 'cone': {
      const { radius: r, height: h } = spec;
      const slope = -(h * across + r * (y - h / 2)) / Math.hypot(h, r);
      return inside(Math.min(y + h / 2, slope));
    }
    case 'capsule':
      return inside(spec.radius - Math.hypot(across, Math.max(0, Math.abs(y) - spec.height / 2)));
    case 'ellipsoid':
      return ellipsoidPoint(spec.radii, p);
    default:
      return null;
  }
}

/**
 * The nearest point of an ellipsoid's surface is x = e²·p/(t + e²) for the largest root t of Σ (e·p/(t + e²))² = 1, which is above
 * −e² of the shortest axis. Where p has no part along that axis and no root is that large, t is −e² itself and x has one.
 */
function ellipsoidPoint(radii: Vec, p: Vec): number | null {
  if (radii.some((e) => e === 0)) return null;
  const value = (t: number): number => radii.reduce((s, e, k) => s + ((e * p[k]) / (t + e * e)) ** 2, -1);
  if (value(0) > 0) return null;
  const shortest = radii.indexOf(Math.min(...radii));
  let low = -(radii[shortest] ** 2);
  let high = 0;
  const rest = radii.map((e, k) => (e === radii[shortest] ? 0 : (e * e * p[k]) / (low + e * e)));
  const room = 1 - radii.reduce((s, e, k) => s + (rest[k] / e) ** 2, 0);
  const flat = radii.every((e, k) => e !== radii[shortest] || p[k] === 0);
  if (flat && room >= 0) {
    const aside = radii[shortest] * Math.sqrt(room);
    return Math.hypot(aside, ...radii.map((e, k) => (e === radii[shortest] ? 0 : rest[k] - p[k])));
  }
  for (let i = 0; i < 200 && high > low; i++) {
    const t = (low + high) / 2;
    if (t === low || t === high) break;
    if (value(t) > 0) low = t;
    else high = t;
  }
  return Math.hypot(...radii.map((e, k) => (e * e * p[k]) / (high + e * e) - p[k]));
}

/** A ball whose centre is in a solid that is turned and moved but not scaled. */
function ballDepth(a: Item, b: Item): number | null {
  for (const [ball, solid] of [
    [a, b],
    [b, a],
  ]) {
    const m = solid.collider.getMatrix();
    const core = placedPolytope(ball);
    if (core === null || core.points.length !== 1 || !isRotation(m)) continue;
    const p = sub(add(core.points[0], position(ball)), position(solid));
    const depth = pointDepth(solid.spec, [dot(column(m, 0), p), dot(column(m, 1), p), dot(column(m, 2), p)]);
    if (depth !== null) return depth + core.radius + solid.collider.margin;
  }
  return null;
}

// ------------------------------------------------------------------------------------------------------------ ellipsoids

/** The columns of the matrix that makes an ellipsoid, relative to its position, of the unit ball; null for other shapes. */
function ellipsoidAxes({ spec, collider }: Item): readonly [Vec, Vec, Vec] | null {
  const radii = spec.kind === 'ellipsoid' ? spec.radii : spec.kind === 'sphere' ? ([1, 1, 1] as const) : null;
  if (radii === null) return null;
  const r = spec.kind === 'sphere' ? spec.radius : 1;
  const m = collider.getMatrix();
  const axes = [0, 1, 2].map((k) => scaled(column(m, k), r * radii[k]));
  const [x, y, z] = axes;
  const volume = Math.abs(dot(x, cross(y, z)));
  const longest = Math.max(...axes.map(norm));
  // A needle or a disc has a sharp edge, on which Newton's method does not converge.
  return volume > 1e-4 * longest ** 3 ? [x, y, z] : null;
}

function ellipsoidDepth(a: Item, b: Item): number | null {
  const ea = ellipsoidAxes(a);
  const eb = ellipsoidAxes(b);
  if (ea === null || eb === null) return null;
  const between = sub(position(a), position(b));
  const margin = a.collider.margin + b.collider.margin;
  const point = (e: readonly [Vec, Vec, Vec], n: Vec): Vec => {
    const t = e.map((u) => dot(u, n));
    const l = Math.hypot(...t);
    return e.reduce((s: Vec, u, k) => add(s, scaled(u, t[k] / l)), [0, 0, 0]);
  };
  const depth = smoothLeast((n) => add(between, sub(point(ea, n), point(eb, negated(n)))));
  return depth < 0 ? null : depth + margin;
}

/**
 * The least n·s(n) of a smooth support function s. s is the gradient of its own support value, so that a minimum on the unit
 * sphere is where s(n) is along n; its derivative is taken by differences, which costs steps but no digits.
 */
export function smoothLeast(support: (n: Vec) => Vec, starts = 300): number {
  let best = Infinity;
  for (const start of spread(starts)) {
    let n = start;
    let s = support(n);
    let h = dot(n, s);
    best = Math.min(best, h);
    for (let i = 0; i < 60; i++) {
      const u = anyAcross(n);
      const v = cross(n, u);
      const slope = [dot(u, s), dot(v, s)];
      if (Math.hypot(...slope) <= 1e-16 * norm(s)) break;
      const step = 1e-5;
      const along = [u, v].map((d) => {
        const plus = support(unit(add(n, scaled(d, step))));
        const minus = support(unit(sub(n, scaled(d, step))));
        return scaled(sub(plus, minus), 1 / (2 * step));
      });
      // The Hessian on the sphere: the derivative of s less h on the diagonal.
      const a = dot(u, along[0]) - h;
      const c = (dot(u, along[1]) + dot(v, along[0])) / 2;
      const d = dot(v, along[1]) - h;
      const det = a * d - c * c;
      let move = [-(d * slope[0] - c * slope[1]) / det, -(a * slope[1] - c * slope[0]) / det];
      // Downhill where the Hessian has no minimum, and no farther than it can be believed.
      if (!(a + d > 0 && det > 0)) move = scaled2(slope, -0.3 / Math.hypot(...slope));
      const length = Math.hypot(...move);
      if (length > 0.3) move = scaled2(move, 0.3 / length);
      let moved = false;
      for (let k = 0; k < 12 && !moved; k++) {
        const m = unit(add(n, add(scaled(u, move[0]), scaled(v, move[1]))));
        const t = support(m);
        const value = dot(m, t);
        if (value < h) {
          [n, s, h, moved] = [m, t, value, true];
        } else move = scaled2(move, 0.25);
      }
      if (!moved) break;
    }
    best = Math.min(best, h);
  }
  return best;
}

const unit = (v: Vec): Vec => scaled(v, 1 / norm(v));
const scaled2 = (v: readonly number[], t: number): number[] => [v[0] * t, v[1] * t];

function anyAcross(n: Vec): Vec {
  return unit(cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
}

function spread(count: number): Vec[] {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, i): Vec => {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(golden * i), r * Math.sin(golden * i), z];
  });
}

// --------------------------------------------------------------------------------------------------- solids of revolution

/** The support value along a direction with parts (across, along) in terms of the y axis; null if not round about it. */
function profile(spec: Spec): ((across: number, along: number) => number) | null {
  switch (spec.kind) {
    case 'sphere':
      return () => spec.radius;
    case 'cylinder':
      return (x, y) => spec.radius * x + (spec.height / 2) * Math.abs(y);
    case 'cone':
      return (x, y) => Math.max((spec.height / 2) * y, spec.radius * x - (spec.height / 2) * y);
    case 'capsule':
      return (_, y) => spec.radius + (spec.height / 2) * Math.abs(y);
    case 'ellipsoid':
      return spec.radii[0] === spec.radii[2] ? (x, y) => Math.hypot(spec.radii[0] * x, spec.radii[1] * y) : null;
    case 'inflated': {
      const inner = profile(spec.shape);
      return inner === null ? null : (x, y) => inner(x, y) + spec.radius;
    }
    default:
      return null;
  }
}

/** Both about one line, neither scaled. */
function revolutionDepth(a: Item, b: Item): number | null {
  const pa = profile(a.spec);
  const pb = profile(b.spec);
  const [ma, mb] = [a, b].map((i) => i.collider.getMatrix());
  if (pa === null || pb === null || !isRotation(ma) || !isRotation(mb)) return null;
  const axis = column(ma, 1);
  const turn = dot(axis, column(mb, 1));
  const between = sub(position(a), position(b));
  const offset = dot(between, axis);
  const size = norm(between) + pa(1, 0) + pa(0, 1) + pb(1, 0) + pb(0, 1);
  if (Math.abs(Math.abs(turn) - 1) > 1e-14 || norm(cross(axis, column(mb, 1))) > 1e-14) return null;
  if (norm(sub(between, scaled(axis, offset))) > 1e-14 * size) return null;
  const margin = a.collider.margin + b.collider.margin;
  const depth = leastOverLatitudes((x, y) => pa(x, y) + pb(x, turn > 0 ? -y : y) + offset * y);
  return depth < 0 ? null : depth + margin;
}

/** The least value over the half circle from (0, −1) through (1, 0) to (0, 1). */
export function leastOverLatitudes(value: (across: number, along: number) => number, count = 2000): number {
  const at = (phi: number): number => value(Math.cos(phi), Math.sin(phi));
  const step = Math.PI / count;
  const grid = Array.from({ length: count + 1 }, (_, k) =>
    k === 0 || k === count ? value(0, k === 0 ? -1 : 1) : at(-Math.PI / 2 + k * step),
  );
  let least = Math.min(grid[0], grid[count]);
  for (let k = 0; k <= count; k++) {
    if (grid[k] > (grid[k - 1] ?? Infinity) || grid[k] > (grid[k + 1] ?? Infinity)) continue;
    // Golden section: enough for a kink, and more than enough for a smooth minimum.
    const ratio = (Math.sqrt(5) - 1) / 2;
    let low = -Math.PI / 2 + Math.max(0, k - 1) * step;
    let high = -Math.PI / 2 + Math.min(count, k + 1) * step;
    for (let i = 0; i < 75; i++) {
      const p = high - ratio * (high - low);
      const q = low + ratio * (high - low);
      if (at(p) < at(q)) high = q;
      else low = p;
    }
    least = Math.min(least, grid[k], at((low + high) / 2));
  }
  return least;
}
