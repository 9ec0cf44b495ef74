// Tables 5.4 and 5.5 and Figure 5.11: AABB trees and OBB trees of pairs placed at random so that six in ten meet, with the full and the lite test.
//   node bench/book/trees.mjs        TESTS=20000 pairs a model (the book: 1,000,000)
import { pathToFileURL } from 'node:url';
import { printTable, Rng } from '../random.mjs';
import { AabbWalk, singles } from './aabb-walk.mjs';
import { BOOK_MACHINE, NAMES, round, TREES } from './book.mjs';
import { MODELS } from './models.mjs';
import { bounds, core, least, lib, machine, placement, SEED } from './tools.mjs';

const TESTS = Number(process.env.TESTS ?? 20_000);

/** The side of the cube in which so many pairs meet: by halving, on 600 pairs. */
function cubeSize(mesh, share) {
  const [a, b] = [new lib.Collider(mesh), new lib.Collider(mesh)];
  let [low, high] = [1, 100];
  for (let step = 0; step < 12; step++) {
    const size = (low + high) / 2;
    const rng = new Rng(SEED + 1);
    let met = 0;
    for (let i = 0; i < 600; i++) {
      a.setMatrix(placement(rng, size));
      b.setMatrix(placement(rng, size));
      if (lib.intersects(a, b)) met++;
    }
    if (met / 600 > share) low = size;
    else high = size;
  }
  return (low + high) / 2;
}

/** ns a test of triangles, on pairs that the walk came to. */
function triangleTime(record, count) {
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const tolerance = Float64Array.of(1e-14);
  let met = 0;
  const time = least(5, () => {
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 9; k++) {
        p[k] = record[18 * i + k];
        q[k] = record[18 * i + 9 + k];
      }
      if (core.touchesTriangleTriangle(p, q, tolerance)) met++;
    }
  });
  return met >= 0 ? (1e6 * time) / count : 0;
}

function measureModel(make) {
  const mesh = new lib.Mesh(make());
  const size = cubeSize(mesh, 0.6);
  const rng = new Rng(SEED);
  const places = Array.from({ length: TESTS }, () => [placement(rng, size), placement(rng, size)]);
  const obb = new bounds.ObbTree(mesh);
  const aabb = singles(mesh);
  const walk = new AabbWalk();

  walk.record = new Float64Array(18 * 20_000);
  walk.counting = true;
  let met = 0;
  for (const [a, b] of places) if (walk.intersects(aabb, aabb, a, b, true)) met++;
  const cp = triangleTime(walk.record, walk.recorded);
  walk.record = null;
  walk.counting = false;
  const exits = Array.from(walk.exits);
  // As the book's walk did it, and only what was apart: there the order makes no difference.
  walk.nearestFirst = false;
  const unordered = { nb: 0, np: 0 };
  const apart = { nb: 0, np: 0, count: 0 };
  for (const [a, b] of places) {
    const hit = walk.intersects(aabb, aabb, a, b, true);
    unordered.nb += walk.boxTests / TESTS;
    unordered.np += walk.triangleTests / TESTS;
    if (hit) continue;
    apart.count++;
    apart.nb += walk.boxTests;
    apart.np += walk.triangleTests;
  }
  walk.nearestFirst = true;
  const order = { nb: round(unordered.nb), np: round(unordered.np, 2), apart: round(apart.nb / apart.count) };

  const results = {};
  for (const test of ['full', 'lite']) {
    const full = test === 'full';
    const options = { test };
    const run = { OBB: null, AABB: null };
    const queries = {
      OBB: ([a, b]) => {
        obb.intersects(obb, a, b, options);
        return obb;
      },
      AABB: ([a, b]) => {
        walk.intersects(aabb, aabb, a, b, full);
        return walk;
      },
    };
    for (const [name, query] of Object.entries(queries)) {
      let [nb, np] = [0, 0];
      for (const place of places) {
        const { boxTests, triangleTests } = query(place);
        nb += boxTests;
        np += triangleTests;
      }
      const time =
        (1e3 *
          least(6, () => {
            for (const place of places) query(place);
          })) /
        TESTS; // prettier-ignore
      nb /= TESTS;
      np /= TESTS;
      run[name] = {
        nb: round(nb, 2),
        np: round(np, 3),
        cb: round((1e3 * time - np * cp) / nb, 1),
        cp: round(cp, 0),
        time: round(time, 2),
      };
    }
    results[test] = run;
  }
  // The library's own way, on colliders that are placed already.
  const pairs = places
    .slice(0, 4000)
    .map(([a, b]) => [new lib.Collider(mesh, { matrix: a }), new lib.Collider(mesh, { matrix: b })]);
  const own =
    (1e3 *
      least(6, () => {
        for (const [a, b] of pairs) lib.intersects(a, b);
      })) /
    pairs.length; // prettier-ignore
  return {
    triangles: mesh.triangleCount,
    size: round(size),
    met: round((100 * met) / TESTS),
    exits,
    order,
    ...results,
    own: round(own, 2),
  };
}

export function measure() {
  return {
    tests: TESTS,
    models: Object.fromEntries(Object.entries(MODELS).map(([name, make]) => [name, measureModel(make)])),
  };
}

export function print({ tests, models }) {
  for (const [table, test] of [
    ['5.4', 'full'],
    ['5.5', 'lite'],
  ]) {
    // prettier-ignore
    console.log(
      `\nTable ${table}: ${test} test; a test of two models, mean of ${tests} (the book: 1,000,000 on ${BOOK_MACHINE})`,
    );
    const rows = [];
    for (const tree of ['OBB', 'AABB'])
      for (const [name, { [test]: run }] of Object.entries(models)) {
        const [nb, cb, np, cp, time] = TREES[test][tree][name];
        const { nb: n, cb: c, np: m, cp: d, time: t } = run[tree];
        rows.push([
          `${tree} ${NAMES[name]}`,
          round(nb / 1e6),
          n,
          1e3 * cb,
          c,
          round(np / 1e6, 2),
          m,
          1e3 * cp,
          d,
          time,
          t,
          round(time / t),
        ]); // prettier-ignore
      }
    printTable(
      ['', 'book N_b', 'N_b', 'book C_b ns', 'C_b', 'book N_p', 'N_p', 'book C_p ns', 'C_p', 'book µs', 'µs', 'times'],
      rows,
    );
  }
  console.log('\nHow much longer an AABB tree takes than an OBB tree, and what the mesh itself takes');
  printTable(
    ['', 'meet %', 'book, full', 'full', 'book, lite', 'lite', 'intersects(a, b) µs'],
    Object.entries(models).map(([name, { met, full, lite, own }]) => [
      NAMES[name],
      met,
      ...['full', 'lite'].flatMap((test) => {
        const run = test === 'full' ? full : lite;
        return [round(TREES[test].AABB[name][4] / TREES[test].OBB[name][4], 2), round(run.AABB.time / run.OBB.time, 2)];
      }),
      own,
    ]),
  );
  console.log('\nAABB tree, full test, without visiting the nearer pair of nodes first');
  printTable(
    ['', 'book N_b', 'N_b', 'N_b, nearer first', 'book N_p', 'N_p', 'N_p, nearer first'],
    Object.entries(models).map(([name, { order, full }]) => {
      const [nb, , np] = TREES.full.AABB[name];
      return [NAMES[name], round(nb / 1e6), order.nb, full.AABB.nb, round(np / 1e6, 2), order.np, full.AABB.np];
    }),
  );
  console.log(
    '\nFigure 5.11: on which axis boxes that are apart are found so, % (the book: 85 on 1 to 6, 15 on 7 to 15; 60 % of the boxes overlap)',
  );
  printTable(
    ['', 'overlap', ...Array.from({ length: 15 }, (_, k) => k + 1), '7–15'],
    Object.entries(models).map(([name, { exits }]) => {
      const all = exits.reduce((a, b) => a + b, 0);
      const apart = all - exits[0];
      const share = exits.slice(1).map((n) => (100 * n) / apart);
      return [
        NAMES[name],
        round((100 * exits[0]) / all),
        ...share.map((x) => round(x)),
        round(share.slice(6).reduce((a, b) => a + b, 0)),
      ]; // prettier-ignore
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(machine());
  print(measure());
}
