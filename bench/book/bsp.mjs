// §5.2.3 and §5.2.4: a BSP tree beside the mesh's own AABB tree, and how often planes that are moved out say yes where the answer is no (Figure 5.7).
//   node bench/book/bsp.mjs
import { pathToFileURL } from 'node:url';
import { printTable, Rng } from '../random.mjs';
import { round } from './book.mjs';
import { ball, torus } from './models.mjs';
import { bounds, cpu, least, lib, machine, SEED } from './tools.mjs';

/** Floors, walls and pillars, of cubes: large flat faces of small triangles. */
function level(n = 12) {
  const rng = new Rng(SEED);
  const solid = (x, y, z) =>
    x < 0 || y < 0 || z < 0 || x >= n || z >= n || (y < n / 2 && filled[(z * n + y) * n + x] === 1);
  const filled = new Uint8Array(n * n * n);
  for (let z = 0; z < n; z++)
    for (let x = 0; x < n; x++) {
      const height = rng.next() < 0.2 ? Math.floor(rng.range(1, n / 2)) : 1;
      for (let y = 0; y < height; y++) filled[(z * n + y) * n + x] = 1;
    }
  const inside = (x, y, z) => x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n && solid(x, y, z);
  const positions = [];
  const indices = [];
  for (let z = 0; z < n; z++)
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++)
        for (let axis = 0; axis < 3; axis++)
          for (const end of [0, 1]) {
            const step = [0, 0, 0];
            step[axis] = end === 1 ? 1 : -1;
            if (!inside(x, y, z) || inside(x + step[0], y + step[1], z + step[2])) continue;
            const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
            const first = positions.length / 3;
            for (const [i, j] of [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ]) {
              // prettier-ignore
              const p = [x, y, z];
              p[axis] += end;
              p[u] += i;
              p[v] += j;
              positions.push(...p);
            }
            const quad = [0, 1, 2, 0, 2, 3].map((k) => first + k);
            indices.push(...(end === 1 ? quad : quad.reverse()));
          }
  return { positions: new Float32Array(positions), indices };
}

const MODELS = { torus: () => torus(), 'dented ball': () => ball(70, 70), level };

function measureModel(make) {
  const rng = new Rng(SEED);
  const mesh = new lib.Mesh({ ...make(), solid: true });
  const start = cpu();
  const tree = new bounds.BspTree(mesh);
  const build = cpu() - start;
  const own = new lib.Collider(mesh);
  const { min, max } = own.bounds();
  const within = () => [rng.range(min.x, max.x), rng.range(min.y, max.y), rng.range(min.z, max.z)];
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
  const points = Array.from({ length: 4000 }, within);
  const shapes = [
    new lib.Box([0.06 * size, 0.04 * size, 0.05 * size]),
    new lib.Sphere(0.03 * size),
    new lib.Capsule(0.02 * size, 0.05 * size),
  ];
  const bodies = Array.from(
    { length: 1500 },
    () => new lib.Collider(rng.pick(shapes), { position: within(), orientation: rng.quaternion() }),
  );
  const free = bodies
    .filter((body) => !lib.intersects(own, body))
    .map((body) => [body, rng.direction().map((x) => 0.5 * size * x)]);
  const wrong = free.filter(([body]) => tree.mayIntersect(body)).length;
  const out = new lib.CastHit();
  const still = [0, 0, 0];
  const each = (list, query) =>
    (1e3 *
      least(8, () => {
        for (const x of list) query(x);
      })) /
    list.length; // prettier-ignore
  return {
    triangles: mesh.triangleCount,
    nodes: tree.nodeCount,
    depth: tree.depth,
    build: round(build, 0),
    bytes: round(tree.byteLength / mesh.triangleCount),
    wrong: round((100 * wrong) / free.length),
    points: [each(points, (p) => tree.contains(p)), each(points, (p) => lib.containsPoint(own, p))].map((x) =>
      round(x, 2),
    ),
    shapes: [each(bodies, (b) => tree.intersects(b)), each(bodies, (b) => lib.intersects(own, b))].map((x) =>
      round(x, 2),
    ),
    planes: round(
      each(bodies, (b) => tree.mayIntersect(b)),
      2,
    ),
    casts: [
      each(free, ([b, v]) => tree.castShape(b, v, out)),
      each(free, ([b, v]) => lib.castShape(own, still, b, v, out)),
    ].map((x) => round(x, 2)), // prettier-ignore
  };
}

export function measure() {
  return Object.fromEntries(Object.entries(MODELS).map(([name, make]) => [name, measureModel(make)]));
}

export function print(models) {
  console.log(
    '\n§5.2.3: BSP tree and the mesh itself; µs a query, small convex shapes. "wrong": of the shapes that do not meet the solid, those of which moved planes say that they may',
  );
  printTable(
    [
      '',
      'triangles',
      'planes',
      'deep',
      'built ms',
      'bytes a triangle',
      'point: BSP',
      'mesh',
      'shape: BSP',
      'mesh',
      'planes only',
      'wrong %',
      'cast: BSP',
      'mesh',
    ],
    Object.entries(models).map(([name, m]) => [
      name,
      m.triangles,
      m.nodes,
      m.depth,
      m.build,
      m.bytes,
      ...m.points,
      ...m.shapes,
      m.planes,
      m.wrong,
      ...m.casts,
    ]),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(machine());
  print(measure());
}
