/**
 * References in doubles: nearest points by trying every feature. Each candidate is a point of the thing, so that a wrong one could only be
 * too far away, and the nearest is never missed by more than rounding.
 */
import { add, cross, dot, norm, scaled, sub, type Vec } from '../../support/vectors.ts';
import type { Box, Obb, Polygon, Thing } from './things.ts';

const clamp = (x: number, lo: number, hi: number): number => Math.max(lo, Math.min(hi, x));
const distance = (a: Vec, b: Vec): number => norm(sub(a, b));

function nearestOnSegment(p: Vec, a: Vec, b: Vec): Vec {
  const e = sub(b, a);
  const ee = dot(e, e);
  // From the nearer end, which keeps the digits.
  const t = ee === 0 ? 0 : clamp(dot(sub(p, a), e) / ee, 0, 1);
  return t < 0.5 ? add(a, scaled(e, t)) : add(b, scaled(e, t - 1));
}

/** Twice the area along the normal, of a flat outline. */
export function areaNormal(points: readonly Vec[]): Vec {
  let n: Vec = [0, 0, 0];
  for (let i = 2; i < points.length; i++) n = add(n, cross(sub(points[i - 1], points[0]), sub(points[i], points[0])));
  return n;
}

/** Whether a point of the plane is wound around by the outline: a crossings test along the axes that see most of it. */
function isWoundAround(p: Vec, points: readonly Vec[], n: Vec): boolean {
  const size = n.map(Math.abs);
  const axis = size.indexOf(Math.max(...size));
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  let winding = 0;
  for (let k = 0; k < points.length; k++) {
    const [a, b] = [points[k], points[(k + 1) % points.length]];
    const turn = (a[i] - p[i]) * (b[j] - p[j]) - (a[j] - p[j]) * (b[i] - p[i]);
    if (a[j] <= p[j] && b[j] > p[j] && turn > 0) winding++;
    if (a[j] > p[j] && b[j] <= p[j] && turn < 0) winding--;
  }
  return winding !== 0;
}

/** The nearest point of a flat outline and what it surrounds; also of a triangle. */
function nearestInOutline(p: Vec, points: readonly Vec[]): Vec {
  let best = points[0];
  const offer = (q: Vec): void => {
    if (distance(p, q) < distance(p, best)) best = q;
  };
  for (let k = 0; k < points.length; k++) offer(nearestOnSegment(p, points[k], points[(k + 1) % points.length]));
  const n = areaNormal(points);
  const nn = dot(n, n);
  if (nn > 0) {
    const foot = sub(p, scaled(n, dot(n, sub(p, points[0])) / nn));
    if (isWoundAround(foot, points, n)) offer(foot);
  }
  return best;
}

/** In the box's own axes: the coordinates of a point. */
export function localTo(t: Obb, p: Vec): Vec {
  const d = sub(p, t.center);
  return [dot(d, t.axes[0]), dot(d, t.axes[1]), dot(d, t.axes[2])];
}

/** The nearest point of a thing, which is solid. */
export function nearestPoint(p: Vec, t: Thing): Vec {
  switch (t.kind) {
    case 'point':
      return t.p;
    case 'segment':
      return nearestOnSegment(p, t.from, t.to);
    case 'line': {
      const e = sub(t.to, t.from);
      return add(t.from, scaled(e, dot(sub(p, t.from), e) / dot(e, e)));
    }
    case 'ray': {
      const e = t.direction;
      return add(t.from, scaled(e, Math.max(0, dot(sub(p, t.from), e) / dot(e, e))));
    }
    case 'plane': {
      const n = t.normal;
      return sub(p, scaled(n, (dot(n, p) - t.offset) / dot(n, n)));
    }
    case 'sphere': {
      const d = sub(p, t.center);
      const l = norm(d);
      return l <= t.radius ? p : add(t.center, scaled(d, t.radius / l));
    }
    case 'box':
      return [clamp(p[0], t.min[0], t.max[0]), clamp(p[1], t.min[1], t.max[1]), clamp(p[2], t.min[2], t.max[2])];
    case 'obb': {
      const x = localTo(t, p);
      const h = t.half;
      let q = t.center;
      for (let k = 0; k < 3; k++) q = add(q, scaled(t.axes[k], clamp(x[k], -h[k], h[k])));
      return q;
    }
    case 'triangle':
      return nearestInOutline(p, [t.a, t.b, t.c]);
    case 'polygon':
      return nearestInOutline(p, t.points);
  }
}

/** How far a point is from a thing; 0 inside. */
export function distanceTo(p: Vec, t: Thing): number {
  return distance(p, nearestPoint(p, t));
}

/** How deep a point is in a solid box: the distance to its nearest face, negative outside. */
export function depthInBox(p: Vec, t: Box | Obb): number {
  if (t.kind === 'box') return Math.min(...p.map((x, k) => Math.min(x - t.min[k], t.max[k] - x)));
  const x = localTo(t, p);
  return Math.min(...x.map((c, k) => t.half[k] - Math.abs(c)));
}

/** The distance of two segments: of their ends to the other, and of their insides. */
export function segmentDistance(a: Vec, b: Vec, c: Vec, d: Vec): number {
  let best = Math.min(
    distance(a, nearestOnSegment(a, c, d)),
    distance(b, nearestOnSegment(b, c, d)),
    distance(c, nearestOnSegment(c, a, b)),
    distance(d, nearestOnSegment(d, a, b)),
  );
  const [u, w, r] = [sub(b, a), sub(d, c), sub(c, a)];
  const n = cross(u, w);
  const nn = dot(n, n);
  if (nn > 0) {
    const s = dot(cross(r, w), n) / nn;
    const t = dot(cross(r, u), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
      best = Math.min(best, distance(add(a, scaled(u, s)), add(c, scaled(w, t))));
  }
  return best;
}

const edgesOf = (points: readonly Vec[]): [Vec, Vec][] => points.map((p, i) => [p, points[(i + 1) % points.length]]);

/** The distance of things that are apart, one of which is a polygon and the other a point, segment, triangle or polygon. */
export function outlineDistance(polygon: Polygon, points: readonly Vec[], other: Thing): number {
  let best = Number.POSITIVE_INFINITY;
  for (const p of points) best = Math.min(best, distanceTo(p, polygon));
  if (points.length > 2) for (const p of polygon.points) best = Math.min(best, distanceTo(p, other));
  const edges = points.length > 2 ? edgesOf(points) : points.length === 2 ? [[points[0], points[1]] as [Vec, Vec]] : [];
  for (const [a, b] of edgesOf(polygon.points)) {
    for (const [c, d] of edges) best = Math.min(best, segmentDistance(a, b, c, d));
  }
  return best;
}
