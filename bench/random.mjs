// Seeded random numbers, shapes and placements, shared by the benchmarks.
import * as lib from '../packages/encounter/dist/index.js';

/** mulberry32: 32 bits of state are enough here. */
export class Rng {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  range(from, to) {
    return from + (to - from) * this.next();
  }

  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  /** Uniform on the unit sphere. */
  direction() {
    const z = this.range(-1, 1);
    const phi = this.range(0, 2 * Math.PI);
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(phi), r * Math.sin(phi), z];
  }

  quaternion() {
    for (;;) {
      const q = [this.range(-1, 1), this.range(-1, 1), this.range(-1, 1), this.range(-1, 1)];
      const l = Math.hypot(...q);
      if (l > 0.1 && l <= 1) return q.map((x) => x / l);
    }
  }
}

/** A hull of `count` points on an ellipsoid: all of them vertices. */
export function hull(rng, count, radii = [1, 0.8, 0.6]) {
  const points = [];
  for (let i = 0; i < count; i++) points.push(rng.direction().map((x, k) => x * radii[k]));
  return new lib.Polytope(points);
}

/** One shape of each kind, about 1 in size. */
export const makers = {
  point: (rng) => new lib.Point(rng.direction().map((x) => 0.3 * x)),
  segment: (rng) => new lib.Segment(rng.direction(), rng.direction()),
  triangle: (rng) => new lib.Triangle(rng.direction(), rng.direction(), rng.direction()),
  polygon: (rng) => {
    const sides = 5 + Math.floor(rng.range(0, 6));
    const turn = rng.range(0, 2 * Math.PI);
    const corner = (i) => [Math.cos(turn + (2 * Math.PI * i) / sides), 0, Math.sin(turn + (2 * Math.PI * i) / sides)];
    return new lib.Polygon(Array.from({ length: sides }, (_, i) => corner(i)));
  },
  sphere: (rng) => new lib.Sphere(rng.range(0.3, 1)),
  ellipsoid: (rng) => new lib.Ellipsoid([rng.range(0.2, 1), rng.range(0.2, 1), rng.range(0.2, 1)]),
  box: (rng) => new lib.Box([rng.range(0.3, 2), rng.range(0.3, 2), rng.range(0.3, 2)]),
  cylinder: (rng) => new lib.Cylinder(rng.range(0.2, 1), rng.range(0.3, 2)),
  cone: (rng) => new lib.Cone(rng.range(0.2, 1), rng.range(0.3, 2)),
  capsule: (rng) => new lib.Capsule(rng.range(0.2, 0.6), rng.range(0.3, 1.5)),
  polytope: (rng) => hull(rng, 32),
  sum: (rng) => new lib.MinkowskiSum(new lib.Box([0.5, 0.8, 0.3]), new lib.Cylinder(rng.range(0.1, 0.5), 0.4)),
  hull: (rng) =>
    new lib.HullOf(
      new lib.Placed(new lib.Sphere(rng.range(0.1, 0.5)), { position: [0, 0.5, 0] }),
      new lib.Placed(new lib.Box([1, 0.2, 0.7]), { position: [0, -0.5, 0] }),
    ),
  placed: (rng) =>
    new lib.Placed(new lib.Cylinder(0.5, 1), {
      position: [0.2, 0.1, 0],
      orientation: rng.quaternion(),
      scale: [rng.range(0.5, 1.5), rng.range(0.5, 1.5), rng.range(0.5, 1.5)],
    }),
  inflated: (rng) => new lib.Inflated(new lib.Triangle(rng.direction(), rng.direction(), rng.direction()), 0.2),
};

/** A torus of radius 1 around y with a bumpy tube of about 0.4, of 2·n·m triangles. */
export function bumpyTorus(n, m) {
  const positions = new Float32Array(3 * n * m);
  const indices = new Uint32Array(6 * n * m);
  for (let i = 0; i < n; i++) {
    const u = (2 * Math.PI * i) / n;
    for (let j = 0; j < m; j++) {
      const v = (2 * Math.PI * j) / m;
      const tube = 0.4 + 0.04 * Math.sin(9 * u) * Math.cos(7 * v);
      const r = 1 + tube * Math.cos(v);
      positions.set([r * Math.cos(u), tube * Math.sin(v), r * Math.sin(u)], 3 * (i * m + j));
      const a = i * m + j;
      const b = ((i + 1) % n) * m + j;
      const c = ((i + 1) % n) * m + ((j + 1) % m);
      const d = i * m + ((j + 1) % m);
      indices.set([a, d, c, a, c, b], 6 * a);
    }
  }
  return { positions, indices };
}

/** Prints rows of cells, columns aligned: the first to the left, the others to the right. */
export function printTable(header, rows) {
  const cells = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, c) => Math.max(...cells.map((row) => row[c].length)));
  for (const row of cells)
    console.log(row.map((x, c) => (c === 0 ? x.padEnd(widths[c]) : x.padStart(widths[c]))).join('  '));
}
