// The tables of docs/book.md from results.json: each between `<!-- name -->` and `<!-- /name -->`. `node bench/book/page.mjs` writes the page; a test compares it.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BOOK_MACHINE, DEFORM, NAMES, round, SIZES, TORI, TREES, VOLUMES } from './book.mjs';

const PAGE = new URL('../../docs/book.md', import.meta.url);
const RESULTS = new URL('results.json', import.meta.url);

const show = (x) => (x === null || x === undefined ? '–' : typeof x === 'number' ? x.toLocaleString('en') : x);

function markdown(header, rows) {
  return [header, header.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.map(show).join(' | ')} |`)
    .join('\n');
}

function volumesTable({ volumes: { fit, costs } }) {
  const models = Object.keys(fit);
  return markdown(
    [
      'volume',
      'fit, book',
      ...models.map((name) => `volume ÷ hull, ${NAMES[name]}`),
      'operations, book',
      'at most',
      'on average',
      'scalars',
    ],
    Object.entries(costs).map(([name, { most, mean }]) => {
      const [word, operations, scalars] = VOLUMES[name.split(',')[0]];
      return [
        name,
        word,
        ...models.map((model) => fit[model][name.split(',')[0]]),
        `≤ ${operations}`,
        most,
        mean,
        scalars,
      ];
    }),
  );
}

function toriTable({ volumes: { tori } }) {
  const rows = [];
  for (const [name, book] of Object.entries(TORI))
    for (const size of [100, 20]) {
      const [first, both, time] = book[size];
      const [f, b, t] = tori[size].rows[name];
      rows.push([name, size, first, f, both, b, time, t]);
    }
  return markdown(
    ['test', 'cube', 'passes 1st, book %', 'now %', 'passes both, book %', 'now %', 'operations, book', 'now'],
    rows,
  );
}

function treesTable(test, { trees: { models } }) {
  const rows = [];
  for (const tree of ['OBB', 'AABB'])
    for (const [name, model] of Object.entries(models)) {
      const [nb, cb, np, cp, time] = TREES[test][tree][name];
      const { nb: n, cb: c, np: m, cp: d, time: t } = model[test][tree];
      rows.push([
        `${tree}, ${NAMES[name]}`,
        round(nb / 1e6),
        round(n),
        round(np / 1e6),
        round(m),
        round(1e3 * cb, 0),
        round(c, 0),
        round(1e3 * cp, 0),
        d,
        time,
        round(t),
      ]); // prettier-ignore
    }
  return markdown(
    ['tree', 'N_b, book', 'now', 'N_p, book', 'now', 'C_b ns, book', 'now', 'C_p ns, book', 'now', 'µs, book', 'now'],
    rows,
  );
}

function ratioTable({ trees: { models } }) {
  return markdown(
    ['AABB tree ÷ OBB tree', 'full, book', 'now', 'lite, book', 'now', '`intersects(a, b)`, µs', '`ObbTree`, µs'],
    Object.entries(models).map(([name, { full, lite, own }]) => [
      NAMES[name],
      round(TREES.full.AABB[name][4] / TREES.full.OBB[name][4]),
      round(full.AABB.time / full.OBB.time),
      round(TREES.lite.AABB[name][4] / TREES.lite.OBB[name][4]),
      round(lite.AABB.time / lite.OBB.time),
      round(own),
      round(full.OBB.time),
    ]),
  );
}

function orderTable({ trees: { models } }) {
  return markdown(
    ['boxes a test, AABB, full', 'book', 'as they come', 'nearer first'],
    Object.entries(models).map(([name, { order, full }]) => [
      NAMES[name],
      round(TREES.full.AABB[name][0] / 1e6, 0),
      round(order.nb, 0),
      round(full.AABB.nb, 0),
    ]), // prettier-ignore
  );
}

function deformTable({ deform }) {
  const models = Object.keys(deform);
  const time = (x) => (x === undefined ? null : x < 0.1 ? round(x, 3) : x < 10 ? round(x, 2) : round(x, 0));
  return markdown(
    ['milliseconds', ...models.flatMap((name) => [`${name}, book`, NAMES[name]])],
    Object.entries(DEFORM).map(([what, book]) => [
      what,
      ...models.flatMap((name) => [time(book[name]), time(deform[name].times[what])]),
    ]),
  );
}

function twistTable({ deform }) {
  const rows = [];
  for (const [name, { twisted }] of Object.entries(deform))
    for (const [by, { AABB, OBB }] of Object.entries(twisted))
      rows.push([
        `${NAMES[name]}, ${by === '0.1' ? 'gentle' : 'strong'}`,
        ...AABB.map((x) => round(x, 0)),
        ...OBB.map((x) => round(x, 0)),
      ]); // prettier-ignore
  return markdown(['boxes a test after a twist', 'AABB, refitted', 'built anew', 'OBB, refitted', 'built anew'], rows);
}

function proximityTable({ proximity }) {
  const rows = [];
  for (const [triangles, list] of Object.entries(proximity))
    for (const { gap, own, sah, obb, full, lite, distance, obbDistance } of list)
      rows.push([
        `${show(Number(triangles))} triangles`,
        gap,
        own,
        sah,
        obb,
        round(own / obb),
        full,
        lite,
        distance,
        obbDistance,
        round(distance / obbDistance),
      ]);
  return markdown(
    [
      'two tori',
      'apart',
      '`intersects`, µs',
      "`'sah'`",
      "`'obb'`",
      'times',
      '`ObbTree`',
      'lite',
      '`closestPoints`, µs',
      "`'obb'`",
      'times',
    ],
    rows,
  );
}

const FIGURES = {
  intersects: '`intersects`, µs',
  contacts: '`contacts`, µs',
  closestPoints: '`closestPoints`, µs',
  build: 'building, ms',
  refit: '`refit()`, ms',
  fit: 'fitting oriented boxes, ms',
  bytes: 'bytes a triangle',
};

function strategiesTable({ strategies }) {
  const rows = [];
  for (const [what, words] of Object.entries(FIGURES))
    for (const [name, { triangles, [what]: list }] of Object.entries(strategies))
      rows.push([
        words,
        `${NAMES[name] ?? name.toLowerCase()}, ${show(triangles)}`,
        ...list,
        // Hundredths of a millisecond have no ratio.
        list[0] > 0.05 ? round(list[0] / list[2], 2) : null,
      ]);
  return markdown(['', 'model, triangles', "`'midpoint'`", "`'sah'`", "`'obb'`", "`'midpoint'` ÷ `'obb'`"], rows);
}

function bspTable({ bsp }) {
  return markdown(
    [
      'model',
      'triangles',
      'planes',
      'deep',
      'built, ms',
      'bytes a triangle',
      'point: BSP, µs',
      'mesh',
      'shape: BSP',
      'mesh',
      'cast: BSP',
      'mesh',
      'planes alone wrong, %',
    ], // prettier-ignore
    Object.entries(bsp).map(([name, m]) => [
      name,
      m.triangles,
      m.nodes,
      m.depth,
      m.build,
      m.bytes,
      ...m.points,
      ...m.shapes,
      ...m.casts,
      m.wrong,
    ]), // prettier-ignore
  );
}

function sizesTable({ sizes: { bytes, bsp } }) {
  const models = Object.keys(bytes);
  return markdown(
    ['bytes a primitive', 'book', ...models.map((name) => NAMES[name])],
    Object.entries(SIZES).map(([what, book]) => [
      what,
      book,
      ...models.map((name) => bytes[name][what] ?? (what === 'BSP tree' && name === 'Torus' ? bsp.bytes : null)),
    ]),
  );
}

function machineLine({ machine, trees, volumes }) {
  return `Now: ${machine}; processor time, the least of several rounds; ${show(trees.tests)} tests a model, ${show(volumes.runs)} pairs of tori. Then: ${BOOK_MACHINE}; 1,000,000 tests a model.`;
}

const TABLES = {
  machine: machineLine,
  5.1: volumesTable,
  5.2: toriTable,
  5.4: (results) => treesTable('full', results),
  5.5: (results) => treesTable('lite', results),
  ratio: ratioTable,
  order: orderTable,
  5.6: deformTable,
  twist: twistTable,
  proximity: proximityTable,
  strategies: strategiesTable,
  bsp: bspTable,
  sizes: sizesTable,
  frame: ({ sizes: { frame } }) => `${frame.middle} ms a frame, ${frame.pairs} pairs of a hundred tori meeting`,
};

/** The page as it is, and as it should be. */
export function page() {
  const results = JSON.parse(readFileSync(RESULTS, 'utf8'));
  const old = readFileSync(PAGE, 'utf8');
  let text = old;
  for (const [name, table] of Object.entries(TABLES)) {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const start = text.indexOf(open);
    const end = text.indexOf(close);
    if (start < 0 || end < start) throw new Error(`docs/book.md has no ${open} with a ${close} after it`);
    text = `${text.slice(0, start)}${open}\n\n${table(results)}\n\n${text.slice(end)}`;
  }
  return { old, text };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(PAGE, page().text);
