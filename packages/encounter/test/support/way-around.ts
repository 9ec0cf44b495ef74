/** How long a way is around something flat. */
import { add, cross, dot, norm, scaled, sub, type Vec } from './vectors.ts';

/** The shortest way from p to q around a sheet that is between them; 0 if it is not. */
export function wayAround(sheet: readonly Vec[], p: Vec, q: Vec): number {
  const n = cross(sub(sheet[1], sheet[0]), sub(sheet[2], sheet[0]));
  const [a, b] = [dot(n, sub(p, sheet[0])), dot(n, sub(q, sheet[0]))];
  if (!(a * b < 0)) return 0;
  const x = add(p, scaled(sub(q, p), a / (a - b)));
  for (let i = 0; i < sheet.length; i++) {
    const edge = sub(sheet[(i + 1) % sheet.length], sheet[i]);
    if (dot(cross(edge, sub(x, sheet[i])), n) <= 0) return 0;
  }
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < sheet.length; i++) {
    const [e, f] = [sheet[i], sheet[(i + 1) % sheet.length]];
    // Unfolded about the edge, the shortest way over it is a straight line.
    const along = sub(f, e);
    const squared = dot(along, along);
    const foot = (v: Vec) => dot(sub(v, e), along) / squared;
    const off = (v: Vec) => norm(sub(v, add(e, scaled(along, foot(v)))));
    const [s, t] = [foot(p), foot(q)];
    const [u, v] = [off(p), off(q)];
    const at = Math.min(1, Math.max(0, u + v > 0 ? s + ((t - s) * u) / (u + v) : s));
    const over = add(e, scaled(along, at));
    least = Math.min(least, norm(sub(p, over)) + norm(sub(over, q)));
  }
  return least;
}
