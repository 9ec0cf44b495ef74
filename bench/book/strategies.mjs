// Beyond the book: the three strategies of a mesh side by side. Pairs in a cube in which about six in ten meet, as in Tables 5.4 and 5.5,
// and what the trees cost.
//   node bench/book/strategies.mjs
import { pathToFileURL } from 'node:url';
import { printTable, Rng } from '../random.mjs';
import { NAMES, round } from './book.mjs';
import { MODELS } from './models.mjs';
import { cpu, lib, machine, placement, SEED } from './tools.mjs';

const STRATEGIES = ['midpoint', 'sah', 'obb'];
const PAIRS = 200;
const ROUNDS = 8;

/** Two boxes of 12 triangles: nothing for a tree to do. */
function box() {
  const positions = new Float32Array(24);
  for (let k = 0; k < 24; k++) positions[k] = (k / 3 / 2 ** (k % 3)) & 1 ? 5 : -5;
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const indices = [];
  for (let q = 0; q < 24; q += 4)
    indices.push(quads[q], quads[q + 1], quads[q + 2], quads[q], quads[q + 2], quads[q + 3]);
  return { positions, indices };
}

/** Sides of cubes in which six in ten pairs meet. */
const CUBES = { Torus: 20, Teapot: 20, Bunny: 25, Box: 16 };

/** Least milliseconds of each work, in alternation. */
function alternate(rounds, works) {
  const times = works.map(() => Infinity);
  for (let round = 0; round < rounds; round++)
    for (const [i, work] of works.entries()) {
      const start = cpu();
      work();
      times[i] = Math.min(times[i], cpu() - start);
    }
  return times;
}

function measureModel(make, size) {
  const model = make();
  const rng = new Rng(SEED);
  const places = Array.from({ length: PAIRS }, () => [placement(rng, size), placement(rng, size)]);
  const meshes = STRATEGIES.map((strategy) => new lib.Mesh({ ...model, positions: model.positions.slice(), strategy }));
  const pairs = meshes.map((mesh) =>
    places.map(([p, q]) => [new lib.Collider(mesh, { matrix: p }), new lib.Collider(mesh, { matrix: q })]),
  );
  const list = [];
  const queries = {
    intersects: (a, b) => lib.intersects(a, b),
    contacts: (a, b) => lib.contacts(a, b, list),
    closestPoints: (a, b) => lib.closestPoints(a, b),
  };
  const out = { triangles: meshes[0].triangleCount };
  for (const [name, query] of Object.entries(queries)) {
    const works = pairs.map((of) => () => {
      for (const [a, b] of of) query(a, b);
    });
    out[name] = alternate(name === 'closestPoints' && out.triangles > 1e4 ? 3 : ROUNDS, works).map((t) =>
      round((1e3 * t) / PAIRS, 2),
    );
  }
  out.build = alternate(
    5,
    STRATEGIES.map((strategy) => () => new lib.Mesh({ ...model, strategy })),
  ).map((t) => round(t, 2));
  out.refit = alternate(
    5,
    meshes.map((mesh) => () => mesh.refit()),
  ).map((t) => round(t, 2)); // prettier-ignore
  // Done after a change when queries have taken as long.
  out.fit = alternate(
    5,
    meshes.map(
      ({ oriented }) =>
        () =>
          oriented?.fit(),
    ),
  ).map((t) => round(t, 2)); // prettier-ignore
  out.bytes = meshes.map(({ triangles, oriented, triangleCount }) =>
    round((triangles.tree.byteLength + triangles.corners.byteLength + (oriented?.byteLength ?? 0)) / triangleCount),
  );
  return out;
}

export function measure() {
  return Object.fromEntries(
    Object.entries({ ...MODELS, Box: box }).map(([name, make]) => [name, measureModel(make, CUBES[name])]),
  );
}

export function print(models) {
  console.log('\nStrategies of a mesh: midpoint, sah, obb');
  const rows = [];
  for (const [name, { triangles, ...figures }] of Object.entries(models))
    for (const [what, list] of Object.entries(figures))
      rows.push([`${NAMES[name] ?? name}, ${triangles}: ${what}`, ...list, round(list[0] / list[2], 2)]);
  printTable(['', ...STRATEGIES, 'midpoint ÷ obb'], rows);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(machine());
  print(measure());
}
