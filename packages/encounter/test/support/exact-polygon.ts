/**
 * A flat polygon in integers: the outline and every point that it winds around. Convex or not, with holes that are joined to the
 * outside by two opposite edges, with repeated points; when all points are on a line, it is what the outline covers.
 *
 * No triangulation: what meets the region without meeting its outline is wholly inside it, so that one point decides.
 */
import {
  cross,
  distanceSq,
  dot,
  hullsMeet,
  isZero,
  mix,
  type Nearest,
  type Ratio,
  rayToSegment,
  segmentsMeet,
  sub,
  times,
  type V,
} from './exact.ts';

export class Region {
  readonly points: readonly V[];
  /** Twice the area, along the normal; zero when all points are on a line. */
  readonly normal: V;
  readonly isDegenerate: boolean;
  readonly edges: readonly (readonly [V, V])[];
  readonly #x: number;
  readonly #y: number;

  constructor(points: readonly V[]) {
    this.points = points;
    let normal: V = [0n, 0n, 0n];
    const p = points[0];
    for (let i = 2; i < points.length; i++) {
      normal = mix(normal, 1n, cross(sub(points[i - 1], p), sub(points[i], p)), 1n);
    }
    this.normal = normal;
    this.isDegenerate = isZero(normal);
    this.edges = points.map((q, i) => [q, points[(i + 1) % points.length]]);
    // Seen along the axis nearest to the normal.
    const size = normal.map((c) => (c < 0n ? -c : c));
    const axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    this.#x = (axis + 1) % 3;
    this.#y = (axis + 2) % 3;
  }

  /** How far a point is from the plane, times the length of the normal. */
  height(x: V): bigint {
    return dot(this.normal, sub(x, this.points[0]));
  }

  /** Whether the point x / den of the plane is on the outline or wound around by it. */
  contains({ x, den }: Nearest): boolean {
    const [i, j] = [this.#x, this.#y];
    let winding = 0;
    for (const [a, b] of this.edges) {
      const [px, py] = [den * a[i] - x[i], den * a[j] - x[j]];
      const [qx, qy] = [den * b[i] - x[i], den * b[j] - x[j]];
      const turn = px * qy - py * qx;
      if (turn === 0n && px * qx <= 0n && py * qy <= 0n) return true;
      if (py <= 0n && qy > 0n && turn > 0n) winding++;
      if (py > 0n && qy <= 0n && turn < 0n) winding--;
    }
    return winding !== 0;
  }

  hasPoint(x: V): boolean {
    if (this.isDegenerate) return this.edges.some(([a, b]) => segmentsMeet(a, b, x, x));
    return this.height(x) === 0n && this.contains({ x, den: 1n });
  }

  meetsSegment(a: V, b: V): boolean {
    const onOutline = (): boolean => this.edges.some(([p, q]) => segmentsMeet(p, q, a, b));
    if (this.isDegenerate) return onOutline();
    const [ha, hb] = [this.height(a), this.height(b)];
    if ((ha > 0n && hb > 0n) || (ha < 0n && hb < 0n)) return false;
    if (ha === hb) return onOutline() || this.contains({ x: a, den: 1n });
    return this.contains(crossing(a, ha, b, hb));
  }

  /** The hull of some points. */
  meetsHull(points: readonly V[]): boolean {
    if (this.edges.some((edge) => hullsMeet(edge, points))) return true;
    if (this.isDegenerate) return false;
    const at = points.map((p) => ({ p, h: this.height(p) }));
    const below = at.find(({ h }) => h <= 0n);
    const above = at.find(({ h }) => h >= 0n);
    if (below === undefined || above === undefined) return false;
    if (below.h === above.h) return this.contains({ x: below.p, den: 1n });
    return this.contains(crossing(below.p, below.h, above.p, above.h));
  }

  /** Two regions that meet: then the outline of one meets the other, as what they have in common has an end. */
  meetsRegion(other: Region): boolean {
    return (
      this.edges.some(([a, b]) => other.meetsSegment(a, b)) || other.edges.some(([a, b]) => this.meetsSegment(a, b))
    );
  }

  /** The square of a point's distance. */
  distanceSqTo(x: V): Ratio {
    const foot = this.#foot(x);
    if (foot !== null) return foot;
    let best: Ratio | null = null;
    for (const edge of this.edges) {
      const found = distanceSq([x], edge);
      if (best === null || found.num * best.den < best.num * found.den) best = found;
    }
    return best!;
  }

  /** The square of the height of a point that is above the region, or null. */
  #foot(x: V): Ratio | null {
    if (this.isDegenerate) return null;
    const h = this.height(x);
    const nn = dot(this.normal, this.normal);
    if (!this.contains({ x: mix(x, nn, this.normal, -h), den: nn })) return null;
    return { num: h * h, den: nn };
  }

  /** The least t ≥ 0 with from + t·dir in the region, or null; dir is not zero. */
  rayHit(from: V, dir: V): Ratio | null {
    const h = this.isDegenerate ? 0n : this.height(from);
    const fall = this.isDegenerate ? 0n : -dot(this.normal, dir);
    if (fall !== 0n) {
      const [num, den] = fall > 0n ? [h, fall] : [-h, -fall];
      if (num < 0n) return null;
      return this.contains({ x: mix(from, den, dir, num), den }) ? { num, den } : null;
    }
    if (this.hasPoint(from)) return { num: 0n, den: 1n };
    let best: Ratio | null = null;
    for (const [a, b] of this.edges) {
      const t = rayToSegment(from, dir, a, b);
      if (t !== null && (best === null || t.num * best.den < best.num * t.den)) best = t;
    }
    return best;
  }
}

/** Where a segment crosses the plane from which its ends have the heights ha ≠ hb. */
function crossing(a: V, ha: bigint, b: V, hb: bigint): Nearest {
  const den = ha - hb;
  const x = mix(a, -hb, b, ha);
  return den > 0n ? { x, den } : { x: times(x, -1n), den: -den };
}
