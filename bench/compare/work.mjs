// What every engine is asked, from one seed: plain numbers and arrays, no engine's own types.
import { Rng } from '../random.mjs';

export const SEED = Number(process.env.SEED ?? 1);
const POSES = 100;
const PLACEMENTS = 60;
const RAYS = 4000;

/** The kinds that most engines have. Full sizes; capsules along y, `height` without the caps. */
export const shapes = [
  { kind: 'sphere', radius: 0.8 },
  { kind: 'box', size: [1.8, 1.2, 0.8] },
  { kind: 'capsule', radius: 0.4, height: 1.2 },
  { kind: 'hull', points: onEllipsoid(new Rng(SEED), 32) },
];

/** Points of which each is a vertex of the hull. */
function onEllipsoid(rng, count) {
  return Array.from({ length: count }, () => {
    const [x, y, z] = rng.direction();
    return [x, 0.8 * y, 0.6 * z];
  });
}

/** Every kind against every kind, at distances for which about half of the pairs overlap. */
export function pairs() {
  const rng = new Rng(SEED + 1);
  const list = [];
  for (let a = 0; a < shapes.length; a++)
    for (let b = a; b < shapes.length; b++)
      for (let i = 0; i < POSES; i++)
        list.push({ a, b, placementA: placed(rng, 0), placementB: placed(rng, rng.range(0.4, 2.2)) });
  return list;
}

/** Turned anyhow, `distance` away from the origin. */
function placed(rng, distance) {
  return { position: rng.direction().map((x) => distance * x), orientation: rng.quaternion() };
}

/** A closed, bumpy torus of 2·n·m triangles, about 3 across. */
export function torus(n, m) {
  const positions = new Float32Array(3 * n * m);
  const indices = new Uint32Array(6 * n * m);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      const u = (2 * Math.PI * i) / n;
      const v = (2 * Math.PI * j) / m;
      const tube = 0.4 + 0.05 * Math.sin(7 * u + v) * Math.cos(5 * v);
      const r = 1 + tube * Math.cos(v);
      const a = i * m + j;
      const b = ((i + 1) % n) * m + j;
      const c = ((i + 1) % n) * m + ((j + 1) % m);
      const d = i * m + ((j + 1) % m);
      positions.set([r * Math.cos(u), tube * Math.sin(v), r * Math.sin(u)], 3 * a);
      indices.set([a, d, c, a, c, b], 6 * a);
    }
  return { positions, indices };
}

/** Rays of length 6 from a sphere around the torus towards its neighbourhood. */
export function rays() {
  const rng = new Rng(SEED + 2);
  return Array.from({ length: RAYS }, () => {
    const from = rng.direction().map((x) => 3 * x);
    const through = rng.direction().map((x) => 1.2 * x);
    const length = Math.hypot(...from.map((x, k) => through[k] - x));
    return { from, direction: from.map((x, k) => (through[k] - x) / length) };
  });
}

/** Where the second torus is put while the first stays at the origin: some overlap, some do not. */
export function placements() {
  const rng = new Rng(SEED + 3);
  return Array.from({ length: PLACEMENTS }, () => placed(rng, rng.range(0.6, 3)));
}

/** Unit cubes in a cube whose side grows with their number, so that one in a few overlaps another; all move each frame. */
export class Boxes {
  constructor(count) {
    const rng = new Rng(SEED + 4);
    this.side = 2 * Math.cbrt(count);
    this.positions = Array.from({ length: count }, () => [0, 1, 2].map(() => rng.range(0, this.side)));
    this.velocities = Array.from({ length: count }, () => rng.direction().map((x) => 0.05 * x));
  }

  step() {
    for (const [i, p] of this.positions.entries()) {
      const v = this.velocities[i];
      for (let k = 0; k < 3; k++) {
        p[k] += v[k];
        if (p[k] < 0 || p[k] > this.side) v[k] = -v[k];
      }
    }
  }
}
