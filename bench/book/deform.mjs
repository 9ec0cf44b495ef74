// Table 5.6: building, refitting and testing trees of models that deform, and what a refit costs the tests after a twist (§5.3.4).
//   node bench/book/deform.mjs
import { pathToFileURL } from 'node:url';
import { printTable, Rng } from '../random.mjs';
import { AabbWalk, singles } from './aabb-walk.mjs';
import { BOOK_MACHINE, DEFORM, NAMES, round } from './book.mjs';
import { MODELS } from './models.mjs';
import { bounds, core, least, lib, machine, placement, SEED } from './tools.mjs';

const PAIRS = 2000;

/** Around z, by so many radians a unit of height. */
function twist(positions, by) {
  const out = new Float32Array(positions);
  for (let k = 0; k < out.length; k += 3) {
    const [x, y, z] = [positions[k], positions[k + 1], positions[k + 2]];
    const [c, s] = [Math.cos(by * z + 0.02 * by * x * x), Math.sin(by * z + 0.02 * by * x * x)];
    out[k] = c * x - s * y;
    out[k + 1] = s * x + c * y;
  }
  return out;
}

/** Boxes and µs a test of two trees. */
function test(query, places) {
  let boxes = 0;
  for (const place of places) boxes += query(place).boxTests;
  const time = least(4, () => {
    for (const place of places) query(place);
  }); // prettier-ignore
  return { boxes: round(boxes / places.length), time: round((1e3 * time) / places.length, 2) };
}

function measureModel(make, size) {
  const { positions, indices } = make();
  const rounds = indices.length > 1e5 ? 5 : 15;
  const mesh = new lib.Mesh({ positions, indices });
  const times = {
    'build an OBB tree': least(rounds, () => new bounds.ObbTree(mesh)),
    'build an AABB tree': least(rounds, () => core.buildTriangles(mesh.vertices, indices)),
    'refit an AABB tree': least(3 * rounds, () => core.refitTriangles(mesh.triangles)),
  };
  const obb = new bounds.ObbTree(mesh);
  times['refit an OBB tree'] = least(rounds, () => obb.refit());
  const rng = new Rng(SEED);
  const places = Array.from({ length: PAIRS }, () => [placement(rng, size), placement(rng, size)]);
  const obbTest = (tree) =>
    test(([a, b]) => {
      tree.intersects(tree, a, b);
      return tree;
    }, places); // prettier-ignore
  const walk = new AabbWalk();
  const aabbTest = (tree) =>
    test(([a, b]) => {
      walk.intersects(tree, tree, a, b, true);
      return walk;
    }, places); // prettier-ignore
  times['test a pair of OBB trees'] = obbTest(obb).time / 1e3;
  const aabb = singles(mesh);
  times['test a pair of AABB trees'] = aabbTest(aabb).time / 1e3;

  // A twist: trees that were refitted beside trees that are built anew.
  const shape = new Float32Array(positions);
  const soft = new lib.Mesh({ positions: shape, indices });
  const [softObb, softAabb] = [new bounds.ObbTree(soft), singles(soft)];
  const twisted = {};
  for (const by of [0.1, 0.3]) {
    shape.set(twist(positions, by));
    soft.refit();
    softObb.refit();
    core.refitTriangles(softAabb);
    const fresh = new lib.Mesh({ positions: shape, indices });
    twisted[by] = {
      OBB: [obbTest(softObb).boxes, obbTest(new bounds.ObbTree(fresh)).boxes],
      AABB: [aabbTest(softAabb).boxes, aabbTest(singles(fresh)).boxes],
    };
  }
  return { triangles: mesh.triangleCount, times, twisted };
}

/** `sizes`: of the cubes in which six in ten pairs meet. */
export function measure(sizes = { Torus: 20, Teapot: 20, Bunny: 25 }) {
  return Object.fromEntries(Object.entries(MODELS).map(([name, make]) => [name, measureModel(make, sizes[name])]));
}

export function print(models) {
  console.log(`\nTable 5.6: milliseconds (the book: ${BOOK_MACHINE})`);
  const names = Object.keys(models);
  const show = (x) => (x === undefined ? '–' : x < 0.1 ? round(x, 4) : round(x, 2));
  printTable(
    ['', ...names.flatMap((name) => [`book: ${name}`, NAMES[name], 'times'])],
    Object.entries(DEFORM).map(([what, book]) => [
      what,
      ...names.flatMap((name) => {
        const time = models[name].times[what];
        return [show(book[name]), show(time), book[name] === undefined ? '–' : round(book[name] / time)];
      }),
    ]),
  );
  console.log('\nRatios');
  const ratio = (name, a, b, digits = 1) => [
    DEFORM[a][name] && DEFORM[b][name] ? round(DEFORM[a][name] / DEFORM[b][name], digits) : '–',
    round(models[name].times[a] / models[name].times[b], digits),
  ];
  printTable(
    ['', ...names.flatMap((name) => [`book: ${name}`, NAMES[name]])],
    [
      ['build AABB ÷ refit AABB', 'build an AABB tree', 'refit an AABB tree'],
      ['build OBB ÷ build AABB', 'build an OBB tree', 'build an AABB tree'],
      ['build OBB ÷ refit AABB', 'build an OBB tree', 'refit an AABB tree'],
      ['refit AABB ÷ test AABB', 'refit an AABB tree', 'test a pair of AABB trees'],
      ['build OBB ÷ refit OBB', 'build an OBB tree', 'refit an OBB tree'],
    ].map(([text, a, b]) => [text, ...names.flatMap((name) => ratio(name, a, b))]),
  );
  console.log('\nBoxes a test after a twist, tree refitted and built anew');
  const rows = [];
  for (const name of names)
    for (const [by, { AABB, OBB }] of Object.entries(models[name].twisted))
      rows.push([`${NAMES[name]}, ${by} radians a unit`, ...AABB, ...OBB]);
  printTable(['', 'AABB refitted', 'AABB anew', 'OBB refitted', 'OBB anew'], rows);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(machine());
  print(measure());
}
