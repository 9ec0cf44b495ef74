/** Whether the features of two shapes that meet along a normal are in general position, so that the contact is one point. */
import type { Item } from './generators.ts';
import { cross, dot, negated, norm, scaled, sub, type Vec } from './vectors.ts';

/** How far from parallel features must be to count as not parallel, as a sine. */
const CLEARLY = 0.1;

/**
 * The directions in which a shape may be flat or straight across n, within `CLEARLY`: none, one, or more than one (null). Null also
 * for shapes about which this file knows too little.
 */
function nearlyAcross(item: Item, n: Vec): Vec[] | null {
  const m = item.collider.getMatrix();
  const linear = (v: Vec): Vec => [
    m[0] * v[0] + m[4] * v[1] + m[8] * v[2],
    m[1] * v[0] + m[5] * v[1] + m[9] * v[2],
    m[2] * v[0] + m[6] * v[1] + m[10] * v[2],
  ];
  const columns = [linear([1, 0, 0]), linear([0, 1, 0]), linear([0, 0, 1])];
  const [s] = columns.map(norm);
  const similar = columns.every(
    (c, i) => Math.abs(norm(c) - s) < 1e-6 * s && Math.abs(dot(c, columns[(i + 1) % 3])) < 1e-6 * s * s,
  );
  const { spec } = item;
  switch (spec.kind) {
    case 'point':
      return [];
    case 'sphere':
      return similar ? [] : null;
    case 'segment':
      if (!similar) return null;
      return cornersAcross([spec.p, spec.q].map(linear), n);
    case 'triangle':
    case 'polygon':
    case 'polytope':
      // A shape counts edges as level by their slope in its own frame.
      if (!similar) return null;
      return cornersAcross(spec.points.map(linear), n);
    case 'box': {
      if (!similar) return null;
      const [x, y, z] = spec.size.map((k) => k / 2);
      const signs = [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k): Vec => [i * x, j * y, k * z])));
      return cornersAcross(signs.map(linear), n);
    }
    case 'capsule':
    case 'cylinder':
    case 'cone': {
      if (!similar || spec.radius <= 0.01 * spec.height || spec.height <= 0.01 * spec.radius) return null;
      const axis = scaled(columns[1], 1 / s);
      const up = dot(axis, n);
      const [side, base] = [Math.hypot(spec.radius, spec.height), Math.sqrt(Math.max(0, 1 - up * up))];
      if (spec.kind !== 'capsule' && base < CLEARLY && (spec.kind === 'cylinder' || up < 0)) return null;
      const tilt = spec.kind === 'cone' ? up - spec.radius / side : up;
      if (Math.abs(tilt) > CLEARLY) return [];
      if (spec.kind !== 'cone') return [axis];
      // The line of the side nearest to n: from the tip down and outward.
      const out = scaled(sub(n, scaled(axis, up)), 1 / base);
      return [sub(scaled(out, spec.radius / side), scaled(axis, spec.height / side))];
    }
    default:
      return null;
  }
}

function cornersAcross(points: readonly Vec[], n: Vec): Vec[] | null {
  const top = Math.max(...points.map((p) => dot(n, p)));
  const first = points.find((p) => dot(n, p) === top)!;
  const extent = Math.max(...points.map((p) => norm(sub(p, first))));
  const near = points
    .map((p) => sub(p, first))
    .filter((d) => norm(d) > 1e-12 * extent && dot(n, d) > -CLEARLY * norm(d));
  if (near.length === 0) return [];
  const u = scaled(near[0], 1 / norm(near[0]));
  // Short edges among long ones are a face nearly, whatever their direction.
  if (near.some((d) => norm(cross(u, d)) > CLEARLY * norm(d) || dot(u, d) < 0)) return null;
  return [u];
}

/** Whether the patch of two shapes is a point, and stays one when they turn a little. */
export function isSinglePoint(a: Item, b: Item, n: Vec): boolean {
  const [p, q] = [nearlyAcross(a, n), nearlyAcross(b, negated(n))];
  if ((p !== null && p.length === 0) || (q !== null && q.length === 0)) return true;
  return p !== null && q !== null && norm(cross(p[0], q[0])) > 3 * CLEARLY;
}
