// A million points, in a cube, a ball, on a sphere, in a plane, on a line and all in one place: time of each bound, of building a k-d tree
// and of its queries. A voxel grid of tori beside their own tree. `N=100000` takes fewer points.
import * as bounds from '../packages/encounter/dist/bounds/index.js';
import { Collider, Mesh, RayHit, rayCast } from '../packages/encounter/dist/index.js';
import { printTable, Rng } from './random.mjs';

const SEED = Number(process.env.SEED ?? 1);
const N = Number(process.env.N ?? 1_000_000);

const clouds = {
  cube: (rng) => [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)],
  ball: (rng) => rng.direction().map((x, _, d) => x * (0.5 + 0.5 * Math.abs(d[2]))),
  sphere: (rng) => rng.direction(),
  circle: (rng) => {
    const phi = rng.range(0, 2 * Math.PI);
    return [Math.cos(phi), Math.sin(phi), 0.3 * Math.cos(phi) + 0.7 * Math.sin(phi)];
  },
  line: (rng) => {
    const t = rng.range(-1, 1);
    return [t, 2 * t, 3 * t];
  },
  'one place': () => [1, 2, 3],
};

const ways = {
  boundingBox: (p) => bounds.boundingBox(p),
  'boundingSphere, exact': (p) => bounds.boundingSphere(p),
  'boundingSphere, fast': (p) => bounds.boundingSphere(p, { exact: false }),
  'orientedBox, axes': (p) => bounds.orientedBox(p),
  'orientedBox, tight': (p) => bounds.orientedBox(p, { method: 'tight' }),
  'kDop, 14': (p) => bounds.kDop(p, 14),
  'kDop, 26': (p) => bounds.kDop(p, 26),
  'new KdTree': (p) => new bounds.KdTree(p),
};

/** Milliseconds, the better of two. */
function time(f) {
  let best = Infinity;
  for (let i = 0; i < 2; i++) {
    const start = performance.now();
    f();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

console.log(`${N} points, seed ${SEED}: milliseconds`);
const rows = [];
const made = Object.entries(clouds).map(([name, make]) => {
  const rng = new Rng(SEED);
  const points = new Float64Array(3 * N);
  for (let i = 0; i < N; i++) points.set(make(rng), 3 * i);
  return [name, points];
});
for (const [way, run] of Object.entries(ways))
  rows.push([way, ...made.map(([, points]) => time(() => run(points)).toFixed(0))]);
printTable(['', ...made.map(([name]) => name)], rows);

const tree = new bounds.KdTree(made[0][1]);
const rng = new Rng(SEED + 1);
const points = Array.from({ length: 20_000 }, () => clouds.cube(rng));
const one = new bounds.Neighbour();
const list = [];
const numbers = [];
const microseconds = (f) => ((1000 * time(() => points.forEach(f))) / points.length).toFixed(2);
console.log(`\nk-d tree of the cube: microseconds a query`);
printTable(
  ['nearest', '10 nearest', 'within 0.02'],
  [
    [
      microseconds((p) => tree.nearest(p, one)),
      microseconds((p) => tree.nearestK(p, 10, list)),
      microseconds((p) => tree.within(p, 0.02, numbers)),
    ],
  ],
);

console.log('\nRays on a torus: microseconds a ray');
const grids = [];
for (const [around, across] of [
  [50, 50],
  [200, 200],
  [800, 625],
]) {
  const mesh = new Mesh(torus(around, across));
  const collider = new Collider(mesh);
  let grid;
  const built = time(() => {
    grid = new bounds.VoxelGrid(mesh);
  });
  const rays = points.slice(0, 10_000).map((p, i) => [p.map((x) => 4 * x), points[i + 10_000]]);
  const hit = new RayHit();
  const per = (f) => ((1000 * time(() => rays.forEach(f))) / rays.length).toFixed(2);
  grids.push([
    mesh.triangleCount,
    grid.resolution.join(' × '),
    (grid.entryCount / mesh.triangleCount).toFixed(1),
    built.toFixed(0),
    per(([p, q]) => grid.rayCast(p, q, hit)),
    per(([p, q]) => rayCast(collider, p, q, hit)),
  ]);
}
printTable(['triangles', 'cells', 'entries a triangle', 'build, ms', 'VoxelGrid', "the mesh's tree"], grids);

function torus(around, across) {
  const positions = [];
  const indices = [];
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const a = (2 * Math.PI * i) / around;
      const b = (2 * Math.PI * j) / across;
      positions.push((2 + Math.cos(b)) * Math.cos(a), (2 + Math.cos(b)) * Math.sin(a), Math.sin(b));
      const k = (m, n) => (m % around) * across + (n % across);
      indices.push(k(i, j), k(i + 1, j), k(i + 1, j + 1), k(i, j), k(i + 1, j + 1), k(i, j + 1));
    }
  return { positions: new Float64Array(positions), indices };
}
