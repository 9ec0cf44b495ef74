/**
 * Convex figures of a plane (polygon, segment, point, disc, the whole plane) and what two of them have in common. Where no disc is
 * concerned and the corners are integers, the answer is computed in integers of any length and only then rounded.
 *
 * This is the truth that contact patches are compared with: the two supporting faces seen along the normal.
 */
import { quotient } from './exact.ts';

export type Flat = readonly [number, number];

/** A polygon counterclockwise and without corners on a line; two points are a segment, one is a point. */
export interface Corners {
  readonly kind: 'corners';
  readonly points: readonly Flat[];
}
export interface Disc {
  readonly kind: 'disc';
  readonly center: Flat;
  readonly radius: number;
}
export type Figure = Corners | Disc | { readonly kind: 'plane' };

export const corners = (...points: Flat[]): Corners => ({ kind: 'corners', points });

export function dimension(f: Figure): number {
  return f.kind === 'corners' ? Math.min(2, f.points.length - 1) : 2;
}

export interface Common {
  /** Exact corners, or null where the outline is partly round. */
  readonly corners: readonly Flat[] | null;
  /** Area, or length where the figures meet along a line. */
  readonly measure: number;
  readonly dimension: number;
  /** Whether a small shift of one figure changes the common part by a little only: they do not merely touch from outside. */
  readonly stable: boolean;
}

/** (x / w, y / w) with w > 0. */
interface Rational {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: bigint;
}

/** a·x + b·y + c ≥ 0 */
type HalfPlane = readonly [bigint, bigint, bigint];

function gcd(a: bigint, b: bigint): bigint {
  a = a < 0n ? -a : a;
  b = b < 0n ? -b : b;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

function rational(x: bigint, y: bigint, w: bigint): Rational {
  const sign = w < 0n ? -1n : 1n;
  const g = gcd(gcd(x, y), w) * sign;
  return { x: x / g, y: y / g, w: w / g };
}

const lattice = ([x, y]: Flat): Rational => ({ x: BigInt(x), y: BigInt(y), w: 1n });
const value = ([a, b, c]: HalfPlane, p: Rational): bigint => a * p.x + b * p.y + c * p.w;
const isSame = (p: Rational, q: Rational): boolean => p.x === q.x && p.y === q.y && p.w === q.w;

/** Left of the line from p to q. */
function leftOf([px, py]: Flat, [qx, qy]: Flat): HalfPlane {
  const [a, b] = [BigInt(py - qy), BigInt(qx - px)];
  return [a, b, -(a * BigInt(px) + b * BigInt(py))];
}

function halfPlanes(points: readonly Flat[]): HalfPlane[] {
  if (points.length >= 3) return points.map((p, i) => leftOf(p, points[(i + 1) % points.length]));
  const [p, q] = [points[0], points[points.length - 1]];
  // Along the segment both sides of its line, and across it at either end; a point is a segment along both axes.
  const [dx, dy] = points.length === 1 ? [1, 0] : [q[0] - p[0], q[1] - p[1]];
  const along: HalfPlane = [BigInt(dx), BigInt(dy), -BigInt(dx * p[0] + dy * p[1])];
  const back: HalfPlane = [-BigInt(dx), -BigInt(dy), BigInt(dx * q[0] + dy * q[1])];
  const end: Flat = [p[0] + dx, p[1] + dy];
  return [leftOf(p, end), leftOf(end, p), along, back];
}

function clipped(points: readonly Rational[], h: HalfPlane): Rational[] {
  const kept: Rational[] = [];
  for (const [i, p] of points.entries()) {
    const q = points[(i + 1) % points.length];
    const [vp, vq] = [value(h, p), value(h, q)];
    if (vp >= 0n) kept.push(p);
    if ((vp > 0n && vq < 0n) || (vp < 0n && vq > 0n)) {
      // p + (q − p)·t with t = vp/(vp·q.w − vq·p.w) in homogeneous terms.
      kept.push(rational(vp * q.x - vq * p.x, vp * q.y - vq * p.y, vp * q.w - vq * p.w));
    }
  }
  return kept.filter((p, i) => kept.findIndex((q) => isSame(p, q)) === i);
}

function exactCommon(a: Corners, b: Corners): Common | null {
  const planes = halfPlanes(b.points);
  let kept = a.points.map(lattice);
  for (const h of planes) kept = clipped(kept, h);
  if (kept.length === 0) return null;
  let [num, den] = [0n, 1n];
  for (const [i, p] of kept.entries()) {
    const q = kept[(i + 1) % kept.length];
    const w = p.w * q.w;
    [num, den] = [num * w + (p.x * q.y - q.x * p.y) * den, den * w];
    const g = gcd(num, den);
    [num, den] = [num / g, den / g];
  }
  const size = Math.min(2, kept.length - 1);
  const found = kept.map((p): Flat => [quotient(p.x, p.w), quotient(p.y, p.w)]);
  const [first, last] = [found[0], found[found.length - 1]];
  const measure = size === 2 ? quotient(num < 0n ? -num : num, 2n * den) : distance(first, last);
  return { corners: found, measure, dimension: size, stable: isStable(a, b, kept) };
}

/** Whether the middle of the common part is strictly inside a polygon. */
function isInside(polygon: Corners, kept: readonly Rational[]): boolean {
  return halfPlanes(polygon.points).every((h) => {
    // The middle is inside unless all corners are on the one edge.
    return kept.some((p) => value(h, p) > 0n);
  });
}

function isStable(a: Corners, b: Corners, kept: readonly Rational[]): boolean {
  const [da, db] = [dimension(a), dimension(b)];
  if (da === 2 && db === 2) return kept.length > 2;
  if (da === 2) return kept.length === db + 1 && isInside(a, kept);
  if (db === 2) return kept.length === da + 1 && isInside(b, kept);
  if (da === 1 && db === 1) {
    if (kept.length === 2) return true;
    const ends = [...a.points, ...b.points].map(lattice);
    return ends.every((p) => !isSame(p, kept[0]));
  }
  const ends = [...a.points, ...b.points].map(lattice);
  return da + db === 0 || ends.filter((p) => isSame(p, kept[0])).length === 1;
}

// ----------------------------------------------------------------------------------------------------------------- discs

const distance = (p: Flat, q: Flat): number => Math.hypot(p[0] - q[0], p[1] - q[1]);

/** Signed area of the triangle of a disc's centre, p and q, as far as it is in the disc; p and q relative to the centre. */
function sector(p: Flat, q: Flat, r: number): number {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const a = dx * dx + dy * dy;
  const b = p[0] * dx + p[1] * dy;
  const c = p[0] * p[0] + p[1] * p[1] - r * r;
  const wedge = (u: Flat, v: Flat): number =>
    (r * r * Math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1])) / 2;
  const root = b * b - a * c;
  if (root <= 0) return wedge(p, q);
  const at = (t: number): Flat => [p[0] + t * dx, p[1] + t * dy];
  const [t0, t1] = [(-b - Math.sqrt(root)) / a, (-b + Math.sqrt(root)) / a];
  if (t0 >= 1 || t1 <= 0) return wedge(p, q);
  const [u, v] = [at(Math.max(0, t0)), at(Math.min(1, t1))];
  return wedge(p, u) + (u[0] * v[1] - u[1] * v[0]) / 2 + wedge(v, q);
}

function discAndCorners(disc: Disc, other: Corners): Common | null {
  const { center, radius } = disc;
  const points = other.points.map((p): Flat => [p[0] - center[0], p[1] - center[1]]);
  const world = (p: Flat): Flat => [p[0] + center[0], p[1] + center[1]];
  if (points.length === 1) {
    const r = Math.hypot(...points[0]);
    return r > radius ? null : { corners: other.points, measure: 0, dimension: 0, stable: r < radius };
  }
  if (points.length === 2) {
    const [p, q] = points;
    const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
    const a = dx * dx + dy * dy;
    const b = p[0] * dx + p[1] * dy;
    const root = b * b - a * (p[0] * p[0] + p[1] * p[1] - radius * radius);
    if (root < 0) return null;
    const [t0, t1] = [Math.max(0, (-b - Math.sqrt(root)) / a), Math.min(1, (-b + Math.sqrt(root)) / a)];
    if (t0 > t1) return null;
    const ends = [t0, t1].map((t) => world([p[0] + t * dx, p[1] + t * dy]));
    return { corners: t0 === t1 ? [ends[0]] : ends, measure: (t1 - t0) * Math.sqrt(a), dimension: 1, stable: t0 < t1 };
  }
  let area = 0;
  for (const [i, p] of points.entries()) area += sector(p, points[(i + 1) % points.length], radius);
  const whole = points.every((p) => Math.hypot(...p) <= radius);
  if (area < 1e-12 && outside(other, center) > radius) return null;
  return { corners: whole ? other.points : null, measure: area, dimension: 2, stable: area > 1e-9 * radius * radius };
}

function discs(a: Disc, b: Disc): Common | null {
  const d = distance(a.center, b.center);
  const [r, s] = [a.radius, b.radius];
  if (d > r + s) return null;
  const small = Math.min(r, s);
  if (d <= Math.abs(r - s)) return { corners: null, measure: Math.PI * small * small, dimension: 2, stable: true };
  const x = (d * d + r * r - s * s) / (2 * d);
  const y = Math.sqrt(Math.max(0, r * r - x * x));
  const area = r * r * Math.atan2(y, x) + s * s * Math.atan2(y, d - x) - d * y;
  return { corners: null, measure: area, dimension: 2, stable: d < r + s };
}

/** What two figures have in common; null for nothing. */
export function common(a: Figure, b: Figure): Common | null {
  if (a.kind === 'plane') {
    if (b.kind === 'plane') throw new Error('two planes');
    if (b.kind === 'corners') return { ...exactCommon(b, b)!, stable: true };
    return discs(b, b);
  }
  if (b.kind === 'plane') return common(b, a);
  if (a.kind === 'disc') return b.kind === 'disc' ? discs(a, b) : discAndCorners(a, b);
  return b.kind === 'disc' ? discAndCorners(b, a) : exactCommon(a, b);
}

/** How far a point is outside a figure; negative inside, as far as the outline is away. */
export function outside(f: Figure, p: Flat): number {
  if (f.kind === 'plane') return -Infinity;
  if (f.kind === 'disc') return distance(f.center, p) - f.radius;
  const { points } = f;
  if (points.length === 1) return distance(points[0], p);
  let nearest = Infinity;
  let inside = points.length > 2;
  for (const [i, u] of points.entries()) {
    const v = points[(i + 1) % points.length];
    const [dx, dy] = [v[0] - u[0], v[1] - u[1]];
    const [px, py] = [p[0] - u[0], p[1] - u[1]];
    if (dx * py - dy * px < 0) inside = false;
    const t = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
    nearest = Math.min(nearest, Math.hypot(px - t * dx, py - t * dy));
  }
  return inside ? -nearest : nearest;
}

/** The corners of the hull, counterclockwise, without points on its edges. */
export function hull(points: readonly Flat[]): Flat[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const chain = (list: readonly Flat[]): Flat[] => {
    const kept: Flat[] = [];
    for (const p of list) {
      while (kept.length > 1) {
        const [u, v] = [kept[kept.length - 2], kept[kept.length - 1]];
        if ((v[0] - u[0]) * (p[1] - u[1]) - (v[1] - u[1]) * (p[0] - u[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    kept.pop();
    return kept;
  };
  if (sorted.length < 2) return sorted;
  return [...chain(sorted), ...chain(sorted.reverse())];
}

/** Area of a polygon that is given around. */
export function areaOf(points: readonly Flat[]): number {
  let sum = 0;
  for (const [i, p] of points.entries()) {
    const q = points[(i + 1) % points.length];
    // Relative to the first corner: no loss far from the origin.
    sum += (p[0] - points[0][0]) * (q[1] - points[0][1]) - (q[0] - points[0][0]) * (p[1] - points[0][1]);
  }
  return Math.abs(sum) / 2;
}

/** The largest distance of two points. */
export function lengthOf(points: readonly Flat[]): number {
  let longest = 0;
  for (const p of points) for (const q of points) longest = Math.max(longest, distance(p, q));
  return longest;
}

/** A random strictly convex polygon with integer corners in −reach…reach, counterclockwise; at most `most` corners. */
export function latticePolygon(
  rng: { integer(from: number, to: number): number },
  reach: number,
  most: number,
): Corners {
  for (;;) {
    const count = rng.integer(3, most + 3);
    const radius = rng.integer(2, reach);
    const center: Flat = [rng.integer(radius - reach, reach - radius), rng.integer(radius - reach, reach - radius)];
    const points: Flat[] = [];
    for (let i = 0; i < count; i++) {
      const p: Flat = [rng.integer(-radius, radius), rng.integer(-radius, radius)];
      // Points near a circle leave more corners on the hull than points in a square.
      const l = Math.hypot(...p);
      if (l === 0) continue;
      points.push([center[0] + Math.round((p[0] * radius) / l), center[1] + Math.round((p[1] * radius) / l)]);
    }
    const found = hull(points);
    if (found.length >= 3 && found.length <= most && areaOf(found) > 0) return { kind: 'corners', points: found };
  }
}
