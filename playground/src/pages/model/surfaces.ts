/** Closed surfaces for the sample: triangles counterclockwise as seen from outside, corners shared. */

export type Point = readonly [number, number, number];

export interface Surface {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** A box by its lower and upper corner. */
export function box(min: Point, max: Point): Surface {
  return prism(
    [
      [min[0], min[1]],
      [max[0], min[1]],
      [max[0], max[1]],
      [min[0], max[1]],
    ],
    (x, y, end) => [x, y, end === 0 ? min[2] : max[2]],
  );
}

/**
 * An outline, counterclockwise, between two ends; `at` places its corners at end 0 and 1. `quads` fill an end; without them a fan from the first corner
 * does.
 */
export function prism(
  outline: readonly (readonly [number, number])[],
  at: (x: number, y: number, end: 0 | 1) => Point,
  quads?: readonly (readonly number[])[],
): Surface {
  const n = outline.length;
  const positions = ([0, 1] as const).flatMap((end) => outline.flatMap(([x, y]) => at(x, y, end)));
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    indices.push(i, next, n + next, i, n + next, n + i);
  }
  for (const corners of quads ?? [outline.map((_, i) => i)])
    for (let i = 1; i + 1 < corners.length; i++) {
      const [a, b, c] = [corners[0], corners[i], corners[i + 1]];
      indices.push(a, c, b, n + a, n + b, n + c);
    }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A cylinder from one point to another; a cone where the radii differ. */
export function cylinder(from: Point, to: Point, radius: number, end = radius, sides = 28): Surface {
  return sweep([from, to], (k) => (k === 0 ? radius : end), sides);
}

/** A round pipe along a polyline whose corners are bends of this radius. */
export function pipe(points: readonly Point[], radius: number, bend = 3 * radius, sides = 20): Surface {
  return sweep(rounded(points, bend), () => radius, sides);
}

const BEND_STEPS = 7;

/** Each inner corner of a polyline becomes an arc, as points. */
function rounded(points: readonly Point[], bend: number): Point[] {
  const out: Point[] = [points[0]];
  for (let k = 1; k + 1 < points.length; k++) {
    const back = unit(minus(points[k - 1], points[k]));
    const ahead = unit(minus(points[k + 1], points[k]));
    const half = Math.acos(Math.min(1, Math.max(-1, dot(back, ahead)))) / 2;
    const centre = plus(points[k], unit(plus(back, ahead)), bend / Math.sin(half));
    const start = minus(plus(points[k], back, bend / Math.tan(half)), centre);
    const end = minus(plus(points[k], ahead, bend / Math.tan(half)), centre);
    const angle = Math.PI - 2 * half;
    for (let step = 0; step <= BEND_STEPS; step++) {
      const t = step / BEND_STEPS;
      const a = Math.sin((1 - t) * angle) / Math.sin(angle);
      const b = Math.sin(t * angle) / Math.sin(angle);
      out.push([0, 1, 2].map((i) => centre[i] + a * start[i] + b * end[i]) as unknown as Point);
    }
  }
  out.push(points[points.length - 1]);
  return out;
}

/** Rings of `sides` corners around a line of points, with flat ends. */
function sweep(line: readonly Point[], radius: (k: number) => number, sides: number): Surface {
  const positions: number[] = [];
  const indices: number[] = [];
  let across = perpendicular(unit(minus(line[1], line[0])));
  for (let k = 0; k < line.length; k++) {
    const before = unit(minus(line[k], line[Math.max(0, k - 1)]));
    const after = unit(minus(line[Math.min(line.length - 1, k + 1)], line[k]));
    const along = unit(plus(before, after));
    // Carried along without twisting.
    across = unit(plus(across, along, -dot(across, along)));
    const third = cross(along, across);
    // In a mitre the ring is an ellipse; the arcs are fine enough to ignore that.
    for (let s = 0; s < sides; s++) {
      const angle = (2 * Math.PI * s) / sides;
      const at = plus(plus(line[k], across, radius(k) * Math.cos(angle)), third, radius(k) * Math.sin(angle));
      positions.push(...at);
    }
    if (k === 0) continue;
    for (let s = 0; s < sides; s++) {
      const [a, b] = [(k - 1) * sides + s, (k - 1) * sides + ((s + 1) % sides)];
      indices.push(a, b, b + sides, a, b + sides, a + sides);
    }
  }
  const last = (line.length - 1) * sides;
  for (let s = 1; s + 1 < sides; s++) indices.push(0, s + 1, s, last, last + s, last + s + 1);
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function perpendicular(v: Point): Point {
  return unit(cross(v, Math.abs(v[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
}

function plus(p: Point, q: Point, times = 1): Point {
  return [p[0] + times * q[0], p[1] + times * q[1], p[2] + times * q[2]];
}

function minus(p: Point, q: Point): Point {
  return plus(p, q, -1);
}

function dot(p: Point, q: Point): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

function cross(p: Point, q: Point): Point {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/** A point of length 0 stays what it is. */
function unit(p: Point): Point {
  const length = Math.hypot(...p) || 1;
  return [p[0] / length, p[1] / length, p[2] / length];
}
