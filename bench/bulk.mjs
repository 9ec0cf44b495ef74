/** Many points and rays at once: µs each, one by one and in bulk, by one thread and by workers. */
import { Collider, closestPoints, DistanceResult, Mesh, Point, RayHit, rayCast } from 'encounter';
import { castRays, distancesToPoints, WorkerPool } from 'encounter/bulk';
import { Rng } from './random.mjs';

const COUNT = 50_000;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const rng = new Rng(Number(process.env.SEED ?? 1));

function torus(around, across) {
  const positions = new Float64Array(3 * around * across);
  const indices = new Uint32Array(6 * around * across);
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const u = (2 * Math.PI * i) / around;
      const v = (2 * Math.PI * j) / across;
      const r = 0.4 + 0.05 * Math.sin(9 * u) * Math.cos(5 * v);
      const k = across * i + j;
      positions.set([(1 + r * Math.cos(v)) * Math.cos(u), (1 + r * Math.cos(v)) * Math.sin(u), r * Math.sin(v)], 3 * k);
      const right = across * ((i + 1) % around) + j;
      const up = across * i + ((j + 1) % across);
      const both = across * ((i + 1) % around) + ((j + 1) % across);
      indices.set([k, right, both, k, both, up], 6 * k);
    }
  return { positions, indices };
}

const { positions, indices } = torus(192, 96);
const soup = new Collider(new Mesh({ positions, indices }));
const solid = new Collider(new Mesh({ positions, indices, solid: true }));
const between = (low, high) => low + (high - low) * rng.next();

const spread = Float64Array.from({ length: 3 * COUNT }, () => between(-2, 2));
const near = new Float64Array(3 * COUNT);
for (let i = 0; i < COUNT; i++) {
  const k = 3 * Math.floor(between(0, positions.length / 3));
  for (let a = 0; a < 3; a++) near[3 * i + a] = positions[k + a] + between(-0.03, 0.03);
}
const rays = Float64Array.from({ length: 6 * COUNT }, () => between(-2, 2));
const out = new Float64Array(COUNT);

const point = new Collider(new Point([0, 0, 0]));
const result = new DistanceResult();
const hit = new RayHit();
const oneByOne = (points) => {
  for (let i = 0; i < COUNT; i++)
    out[i] = closestPoints(soup, point.setPosition(points.subarray(3 * i, 3 * i + 3)), result).distance;
};
const raysOneByOne = () => {
  for (let i = 0; i < COUNT; i++)
    out[i] = rayCast(soup, rays.subarray(6 * i, 6 * i + 3), rays.subarray(6 * i + 3, 6 * i + 6), hit)?.t ?? Infinity;
};

const pools = [1, 2].map((size) => new WorkerPool(size));
const pooled = (pool, points) => () => pool.distancesToPoints(solid, points, out);
const rows = [
  ['points, one by one', () => oneByOne(spread), () => oneByOne(near)],
  ['points in bulk', () => distancesToPoints(soup, spread, out), () => distancesToPoints(soup, near, out)],
  ['points in bulk, solid', () => distancesToPoints(solid, spread, out), () => distancesToPoints(solid, near, out)],
  ['the same, one worker', pooled(pools[0], spread), pooled(pools[0], near)],
  ['the same, two workers', pooled(pools[1], spread), pooled(pools[1], near)],
  ['rays, one by one', raysOneByOne],
  ['rays in bulk', () => castRays(soup, rays, out)],
  ['rays in bulk, two workers', () => pools[1].castRays(soup, rays, out)],
];
const best = rows.map(() => [Infinity, Infinity]);
for (let round = 0; round < ROUNDS; round++)
  for (const [n, [, ...acts]] of rows.entries())
    for (const [k, act] of acts.entries()) {
      const start = performance.now();
      await act();
      best[n][k] = Math.min(best[n][k], ((performance.now() - start) * 1e3) / COUNT);
    }
console.log(`${indices.length / 3} triangles, ${COUNT} queries, µs each: spread, near the surface`);
for (const [n, [name]] of rows.entries())
  console.log(name.padEnd(28), ...best[n].filter(Number.isFinite).map((us) => us.toFixed(2).padStart(8)));
for (const pool of pools) await pool.close();
