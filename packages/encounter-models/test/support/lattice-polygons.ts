/**
 * Flat polygons with whole-number corners, and exact answers about them. Coordinates stay below 2^13, so that every product of two
 * differences is exact in doubles; areas of intersections are fractions of bigints.
 */

export type Point2 = readonly [number, number];
/** Counterclockwise. */
export type Polygon2 = readonly Point2[];

/** A fraction; the denominator is positive. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** Twice the area of the triangle o, a, b: positive if counterclockwise. */
export function cross2(o: Point2, a: Point2, b: Point2): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

export function doubleArea(polygon: Polygon2): number {
  let sum = 0;
  for (let i = 1; i + 1 < polygon.length; i++) sum += cross2(polygon[0], polygon[i], polygon[i + 1]);
  return sum;
}

/**
 * The widest gap between two convex polygons along the normals of their edges, with b moved by (dx, dy). Positive: apart. Zero: they
 * touch. Negative: the interiors overlap. The sign is exact for whole numbers.
 */
export function gap2(a: Polygon2, b: Polygon2, dx = 0, dy = 0): number {
  return Math.max(gapBeyond(a, b, dx, dy), gapBeyond(b, a, -dx, -dy));
}

function gapBeyond(a: Polygon2, b: Polygon2, dx: number, dy: number): number {
  let widest = -Infinity;
  for (let i = 0; i < a.length; i++) {
    const p = a[i];
    const q = a[(i + 1) % a.length];
    const nx = q[1] - p[1];
    const ny = p[0] - q[0];
    let least = Infinity;
    for (const v of b) least = Math.min(least, nx * (v[0] + dx - p[0]) + ny * (v[1] + dy - p[1]));
    widest = Math.max(widest, least / Math.sqrt(nx * nx + ny * ny));
  }
  return widest;
}

export interface Nearest2 {
  readonly distance: number;
  readonly onA: Point2;
  readonly onB: Point2;
}

/** How far two convex polygons that do not meet are apart, right to the last bits, and where. */
export function nearest2(a: Polygon2, b: Polygon2): Nearest2 {
  let best: Nearest2 = { distance: Infinity, onA: a[0], onB: b[0] };
  for (const p of a)
    b.forEach((v, i) => {
      const { distance, at } = pointSegment(p, v, b[(i + 1) % b.length]);
      if (distance < best.distance) best = { distance, onA: p, onB: at };
    });
  for (const p of b)
    a.forEach((v, i) => {
      const { distance, at } = pointSegment(p, v, a[(i + 1) % a.length]);
      if (distance < best.distance) best = { distance, onA: at, onB: p };
    });
  return best;
}

function pointSegment(p: Point2, a: Point2, b: Point2): { distance: number; at: Point2 } {
  const ex = b[0] - a[0];
  const ey = b[1] - a[1];
  const along = ex * (p[0] - a[0]) + ey * (p[1] - a[1]);
  const length = ex * ex + ey * ey;
  if (along <= 0) return { distance: Math.hypot(p[0] - a[0], p[1] - a[1]), at: a };
  if (along >= length) return { distance: Math.hypot(p[0] - b[0], p[1] - b[1]), at: b };
  const t = along / length;
  return { distance: Math.abs(cross2(a, b, p)) / Math.sqrt(length), at: [a[0] + t * ex, a[1] + t * ey] };
}

/** A point that two convex polygons have in common, where they do: a corner of their intersection. */
export function common2(a: Polygon2, b: Polygon2): Point2 {
  let clipped: Point2[] = a.slice();
  b.forEach((p, i) => {
    const q = b[(i + 1) % b.length];
    const kept: Point2[] = [];
    clipped.forEach((v, j) => {
      const w = clipped[(j + 1) % clipped.length];
      const [s, t] = [cross2(p, q, v), cross2(p, q, w)];
      if (s >= 0) kept.push(v);
      if (s * t < 0) kept.push([v[0] + ((w[0] - v[0]) * s) / (s - t), v[1] + ((w[1] - v[1]) * s) / (s - t)]);
    });
    if (kept.length > 0) clipped = kept;
  });
  return clipped[0];
}

/** Twice the area that two convex polygons have in common. */
export function commonArea(a: Polygon2, b: Polygon2): Fraction {
  if (gap2(a, b) >= 0) return { n: 0n, d: 1n };
  if (b.every((v) => insideConvex(a, v))) return { n: BigInt(doubleArea(b)), d: 1n };
  if (a.every((v) => insideConvex(b, v))) return { n: BigInt(doubleArea(a)), d: 1n };
  let clipped = a.map(([x, y]): Homogeneous => [BigInt(x), BigInt(y), 1n]);
  for (let i = 0; i < b.length && clipped.length > 0; i++) clipped = clip(clipped, b[i], b[(i + 1) % b.length]);
  return fanArea(clipped);
}

export function insideConvex(polygon: Polygon2, p: Point2): boolean {
  return polygon.every((v, i) => cross2(v, polygon[(i + 1) % polygon.length], p) >= 0);
}

/** x, y and the positive number that divides both. */
type Homogeneous = readonly [bigint, bigint, bigint];

/** What of a polygon is left of the line from p to q. */
function clip(polygon: readonly Homogeneous[], p: Point2, q: Point2): Homogeneous[] {
  const ex = BigInt(q[0] - p[0]);
  const ey = BigInt(q[1] - p[1]);
  const px = BigInt(p[0]);
  const py = BigInt(p[1]);
  const side = (v: Homogeneous): bigint => ex * (v[1] - py * v[2]) - ey * (v[0] - px * v[2]);
  const kept: Homogeneous[] = [];
  polygon.forEach((v, i) => {
    const w = polygon[(i + 1) % polygon.length];
    const s = side(v);
    const t = side(w);
    if (s >= 0n) kept.push(v);
    if ((s > 0n && t < 0n) || (s < 0n && t > 0n)) {
      const f = s > 0n ? s : -s;
      const g = t > 0n ? t : -t;
      kept.push(lowest([v[0] * g + w[0] * f, v[1] * g + w[1] * f, v[2] * g + w[2] * f]));
    }
  });
  return kept;
}

function lowest([x, y, w]: Homogeneous): Homogeneous {
  const g = gcd(gcd(x, y), w);
  return [x / g, y / g, w / g];
}

function gcd(a: bigint, b: bigint): bigint {
  if (a < 0n) a = -a;
  if (b < 0n) b = -b;
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

function fanArea(polygon: readonly Homogeneous[]): Fraction {
  let sum: Fraction = { n: 0n, d: 1n };
  polygon.forEach((v, i) => {
    const w = polygon[(i + 1) % polygon.length];
    sum = plus(sum, { n: v[0] * w[1] - v[1] * w[0], d: v[2] * w[2] });
  });
  return sum;
}

export function plus(a: Fraction, b: Fraction): Fraction {
  const n = a.n * b.d + b.n * a.d;
  const d = a.d * b.d;
  const g = gcd(n, d);
  return g === 0n ? { n: 0n, d: 1n } : { n: n / g, d: d / g };
}
