/** Where a line that lies in one plane with an edge meets that edge. Exact in what it decides. */
import { turn, turnAlong } from './determinant.ts';

/**
 * Whether the line through `from` along `dir` meets the closed edge from a to b, where the volume that line and edge span is zero.
 * All four are places in v, and `dir` is a direction. Writes the first and the last t of the line from + t·dir on the edge to out[0] and
 * out[1]; their signs are exact. The edge may be a point.
 */
export function lineMeetsEdge(
  v: Float64Array,
  from: number,
  dir: number,
  a: number,
  b: number,
  out: Float64Array,
): boolean {
  const along = largestComponent(v, dir);
  const start = v[from + along];
  const speed = v[dir + along];
  for (let axis = 0; axis < 3; axis++) {
    const sideA = turnAlong(v, axis, dir, from, a);
    const sideB = turnAlong(v, axis, dir, from, b);
    if (sideA === 0 && sideB === 0) continue;
    // Seen along this axis the common plane is not a line, so what holds there holds in it.
    if (sideA === sideB) return false;
    // With q(x) = dir × (x − from): t · (q(b) − q(a)) = (a − from) × (b − from).
    const sign = turn(v, axis, from, a, b) * (sideB > sideA ? 1 : -1);
    const s = axis === 2 ? 0 : axis + 1;
    const t = 3 - axis - s;
    const qa = Math.abs(v[dir + s] * (v[a + t] - v[from + t]) - v[dir + t] * (v[a + s] - v[from + s]));
    const qb = Math.abs(v[dir + s] * (v[b + t] - v[from + t]) - v[dir + t] * (v[b + s] - v[from + s]));
    // What is on the line has no distance from it, whatever rounding says.
    const weightA = sideB === 0 ? 0 : qb;
    const weightB = sideA === 0 ? 0 : qa;
    const whole = weightA + weightB;
    const lambda = whole > 0 ? weightB / whole : sideB === 0 ? 1 : 0;
    const place = v[a + along] + lambda * (v[b + along] - v[a + along]);
    const time = Math.abs((place - start) / speed);
    out[0] = sign * time;
    out[1] = out[0];
    return true;
  }
  // Both ends are on the line.
  const timeA = (v[a + along] - start) / speed;
  const timeB = (v[b + along] - start) / speed;
  out[0] = Math.min(timeA, timeB);
  out[1] = Math.max(timeA, timeB);
  return true;
}

/** The axis along which the vector at a place of v is longest. */
export function largestComponent(v: Float64Array, at: number): number {
  const x = Math.abs(v[at]);
  const y = Math.abs(v[at + 1]);
  const z = Math.abs(v[at + 2]);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}
