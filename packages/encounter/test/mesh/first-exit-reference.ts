/**
 * A dumb reference for the depth of solids that are not convex: sampled directions, along each of which the boolean query is asked
 * step by step until the two are apart for the first time, and then by bisection.
 */
import type * as library from '../../src/index.ts';
import type { Rng } from '../support/rng.ts';

type Library = typeof library;
type Collider = InstanceType<Library['Collider']>;

/** A copy of a collider that is moved along a direction; the collider itself stays where it is. */
export class Marcher {
  readonly #lib: Library;
  readonly #a: Collider;
  readonly #moved: Collider;
  readonly #origin: Float64Array;

  constructor(lib: Library, a: Collider, b: Collider) {
    this.#lib = lib;
    this.#a = a;
    const matrix = b.getMatrix();
    this.#moved = new lib.Collider(b.shape, { matrix, margin: b.margin });
    this.#origin = matrix.slice(12, 15);
  }

  meet(n: readonly number[], t: number): boolean {
    const o = this.#origin;
    this.#moved.setPosition([o[0] + t * n[0], o[1] + t * n[1], o[2] + t * n[2]]);
    return this.#lib.intersects(this.#a, this.#moved);
  }

  /** The first way out along n that a march in such steps sees, to 1e-9; Infinity when there is none before `limit`. */
  along(n: readonly number[], step: number, limit: number): number {
    let t = 0;
    while (this.meet(n, t)) {
      t += step;
      if (t > limit + step) return Infinity;
    }
    let low = Math.max(0, t - step);
    let high = t;
    while (high - low > 1e-9) {
      const middle = 0.5 * (low + high);
      if (this.meet(n, middle)) low = middle;
      else high = middle;
    }
    return high;
  }

  /** The shortest of sampled directions, if one is shorter than `limit`; otherwise that. */
  least(rng: Rng, count: number, step: number, limit: number): number {
    let best = limit;
    for (let i = 0; i < count; i++) best = Math.min(best, this.along(rng.direction(), step, best));
    return best;
  }
}

/** A tube of 2·around·across triangles about a circle of radius 1 or about a trefoil knot, closed and wound outward. */
export function tube(kind: 'torus' | 'knot', around: number, across: number, radius = kind === 'torus' ? 0.35 : 0.18) {
  const positions = new Float64Array(3 * around * across);
  const indices: number[] = [];
  const curve = (u: number): number[] => {
    if (kind === 'torus') return [Math.cos(u), Math.sin(u), 0];
    const r = 0.6 * (1 + 0.5 * Math.cos(3 * u));
    return [r * Math.cos(2 * u), r * Math.sin(2 * u), 0.35 * Math.sin(3 * u)];
  };
  const unit = (v: number[]) => v.map((x) => x / Math.hypot(...v));
  for (let i = 0; i < around; i++) {
    const u = (2 * Math.PI * i) / around;
    const c = curve(u);
    const ahead = curve(u + 1e-4);
    const t = unit(ahead.map((x, k) => x - curve(u - 1e-4)[k]));
    const along = c[0] * t[0] + c[1] * t[1] + c[2] * t[2];
    const p = unit(c.map((x, k) => x - along * t[k]));
    const q = [t[1] * p[2] - t[2] * p[1], t[2] * p[0] - t[0] * p[2], t[0] * p[1] - t[1] * p[0]];
    for (let j = 0; j < across; j++) {
      const v = (2 * Math.PI * j) / across;
      for (let k = 0; k < 3; k++)
        positions[3 * (i * across + j) + k] = c[k] + radius * (Math.cos(v) * p[k] + Math.sin(v) * q[k]);
      const [i1, j1] = [(i + 1) % around, (j + 1) % across];
      const [a, b, d, e] = [i * across + j, i1 * across + j, i1 * across + j1, i * across + j1];
      indices.push(a, b, d, a, d, e);
    }
  }
  return { positions, indices };
}
