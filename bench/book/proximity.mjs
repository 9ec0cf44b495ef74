// Beyond the book: two tori that are near each other without touching, by AABB trees (the library's own test) and by OBB trees.
//   node bench/book/proximity.mjs
import { pathToFileURL } from 'node:url';
import { printTable, Rng } from '../random.mjs';
import { round } from './book.mjs';
import { torus } from './models.mjs';
import { bounds, least, lib, machine, SEED } from './tools.mjs';

const PAIRS = 60;
const GAPS = [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001];
/** Quads around and across: 5,000 and 80,000 triangles. */
const SIZES = [
  [100, 25],
  [400, 100],
];

/** Pairs of colliders whose surfaces are `gap` apart, up to the curvature: moved together until they touch, and back along the normal. */
function nearPairs(mesh, gap, rng) {
  const pairs = [];
  while (pairs.length < PAIRS) {
    const far = rng.direction().map((x) => 40 * x);
    const a = new lib.Collider(mesh, { orientation: rng.quaternion() });
    const b = new lib.Collider(mesh, { orientation: rng.quaternion(), position: far });
    const v = far.map((x) => -x + rng.range(-6, 6));
    const hit = lib.castShape(a, [0, 0, 0], b, v);
    if (hit === null) continue;
    const n = [hit.normal.x, hit.normal.y, hit.normal.z];
    b.setPosition(far.map((x, k) => x + hit.t * v[k] + gap * n[k]));
    if (!lib.intersects(a, b)) pairs.push([a, b]);
  }
  return pairs;
}

export function measure() {
  const rng = new Rng(SEED);
  const out = {};
  for (const [n, m] of SIZES) {
    const model = torus(n, m);
    const mesh = new lib.Mesh(model);
    const sah = new lib.Mesh({ ...model, strategy: 'sah' });
    const obb = new lib.Mesh({ ...model, strategy: 'obb' });
    const tree = new bounds.ObbTree(mesh);
    const rows = [];
    for (const gap of GAPS) {
      const pairs = nearPairs(mesh, gap, rng);
      const matrices = pairs.map(([a, b]) => [a.getMatrix(), b.getMatrix()]);
      const others = (shape) =>
        matrices.map(([p, q]) => [new lib.Collider(shape, { matrix: p }), new lib.Collider(shape, { matrix: q })]);
      const [withSah, withObb] = [others(sah), others(obb)];
      const time = (list, query, rounds = 24) =>
        round(
          (1e3 *
            least(rounds, () => {
              for (const [x, y] of list) query(x, y);
            })) /
            PAIRS,
        ); // prettier-ignore
      let boxes = 0;
      for (const [p, q] of matrices) {
        tree.intersects(tree, p, q);
        boxes += tree.boxTests / PAIRS;
      }
      const lite = { test: 'lite' };
      rows.push({
        gap,
        own: time(pairs, lib.intersects),
        sah: time(withSah, lib.intersects),
        obb: time(withObb, lib.intersects),
        full: time(matrices, (p, q) => tree.intersects(tree, p, q)),
        lite: time(matrices, (p, q) => tree.intersects(tree, p, q, lite)),
        boxes: round(boxes, 0),
        distance: time(pairs, lib.closestPoints, 6),
        obbDistance: time(withObb, lib.closestPoints, 6),
      });
    }
    out[2 * n * m] = rows;
  }
  return out;
}

export function print(sizes) {
  console.log(
    '\nTwo tori (10 and 2) that do not touch, µs a test: the mesh itself (midpoint, sah, obb), ObbTree, and distances',
  );
  const rows = [];
  for (const [triangles, list] of Object.entries(sizes))
    for (const { gap, own, sah, obb, full, lite, boxes, distance, obbDistance } of list)
      rows.push([
        `${triangles} triangles, ${gap} apart`,
        own,
        sah,
        obb,
        full,
        lite,
        boxes,
        round(own / obb),
        distance,
        obbDistance,
        round(distance / obbDistance),
      ]);
  printTable(
    ['', 'intersects', 'sah', 'obb', 'ObbTree full', 'lite', 'N_b full', 'times', 'closestPoints', 'obb', 'times'],
    rows,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(machine());
  print(measure());
}
