// Charts of docs/book.md, from bench/book/results.json.
import { readFileSync } from 'node:fs';
import { NAMES, TREES } from '../../bench/book/book.mjs';
import { A, B, FAINT, INK, Picture } from './svg.mjs';

const results = JSON.parse(readFileSync(new URL('../../bench/book/results.json', import.meta.url), 'utf8'));
const models = Object.keys(NAMES);
const SHORT = { Torus: 'torus', Teapot: 'teapot', Bunny: 'dented ball' };

/** A bar from the ground up, in pixels of a panel: an outline for the book's figure, filled for ours. */
function bar(picture, x, width, height, style, ours) {
  const corners = [
    { x, y: 0 },
    { x: x + width, y: 0 },
    { x: x + width, y: height },
    { x, y: height },
  ];
  const { stroke } = style;
  return ours
    ? picture.outline(corners, { stroke, fill: stroke })
    : picture.outline(corners, { stroke, fill: 'none' }, 'stroke-dasharray="4 3"');
}

const center = (picture, x, y, words, style = INK) => picture.words({ x, y }, words, style, 0, 0, 'middle');

/** Tables 5.4 and 5.5: boxes a test, and how much longer the AABB tree takes. */
function trees() {
  const picture = new Picture('Boxes tested by AABB trees and OBB trees, in the book and now', 720, 300);
  picture.panel(30, 230, 1);
  const scale = 170 / 510;
  models.forEach((name, i) => {
    const x = 10 + 125 * i;
    const { full } = results.trees.models[name];
    const bars = [
      [TREES.full.AABB[name][0] / 1e6, A, false],
      [full.AABB.nb, A, true],
      [TREES.full.OBB[name][0] / 1e6, B, false],
      [full.OBB.nb, B, true],
    ];
    bars.forEach(([value, style, ours], k) => {
      bar(picture, x + 26 * k, 20, scale * value, style, ours);
      center(picture, x + 26 * k + 10, scale * value + 6, value.toFixed(0));
    });
    center(picture, x + 50, -18, SHORT[name]);
  });
  picture.line({ x: 0, y: 0 }, { x: 375, y: 0 }, INK);
  picture.words({ x: 0, y: 205 }, 'boxes a test (N_b), full test', INK);

  picture.panel(450, 230, 1);
  models.forEach((name, i) => {
    const x = 10 + 80 * i;
    const { full } = results.trees.models[name];
    const pair = [
      [TREES.full.AABB[name][4] / TREES.full.OBB[name][4], false],
      [full.AABB.time / full.OBB.time, true],
    ];
    pair.forEach(([value, ours], k) => {
      bar(picture, x + 30 * k, 24, 60 * value, INK, ours);
      center(picture, x + 30 * k + 12, 60 * value + 6, `${value.toFixed(1)}×`);
    });
    center(picture, x + 27, -18, SHORT[name]);
  });
  picture.line({ x: 0, y: 0 }, { x: 245, y: 0 }, INK).line({ x: 0, y: 60 }, { x: 245, y: 60 }, FAINT);
  picture.words({ x: 0, y: 205 }, 'time of the AABB tree ÷ OBB tree', INK);

  picture.panel(30, 285, 1);
  const legend = [
    [A, false, 'AABB, book'],
    [A, true, 'AABB, now'],
    [B, false, 'OBB, book'],
    [B, true, 'OBB, now'],
  ];
  legend.forEach(([style, ours, words], i) => {
    bar(picture.panel(30 + 130 * i, 285, 1), 0, 14, 10, style, ours);
    picture.words({ x: 22, y: 0 }, words, INK);
  });
  return picture;
}

/** Figure 5.11, of the three models together. */
function axes() {
  const picture = new Picture('On which of fifteen axes two boxes are found apart', 640, 230).panel(40, 180, 1);
  const sums = new Array(16).fill(0);
  for (const name of models) {
    const { exits } = results.trees.models[name];
    const all = exits.reduce((a, b) => a + b, 0) - exits[0];
    exits.forEach((n, k) => {
      sums[k] += (100 * n) / all / models.length;
    });
  }
  for (let k = 1; k < 16; k++) {
    const x = 38 * (k - 1);
    bar(picture, x, 26, 6 * sums[k], k <= 6 ? A : B, true);
    center(picture, x + 13, 6 * sums[k] + 5, sums[k].toFixed(sums[k] < 10 ? 1 : 0));
    center(picture, x + 13, -17, String(k));
  }
  picture.line({ x: -6, y: 0 }, { x: 570, y: 0 }, INK);
  picture.words({ x: 40, y: -38 }, 'normals of the faces of A (1–3) and of B (4–6)', A);
  picture.words({ x: 350, y: -38 }, 'products of their edges (7–15)', B);
  picture.words({ x: 300, y: 140 }, '% of the boxes that are apart', INK);
  return picture;
}

/** Time against distance, both in decades. */
function proximity() {
  const picture = new Picture('Time of a test against the distance of two tori', 640, 300);
  const sizes = Object.entries(results.proximity);
  sizes.forEach(([triangles, rows], p) => {
    picture.panel(60 + 310 * p, 250, 1);
    const x = (gap) => 80 * (Math.log10(gap) + 3);
    const y = (time) => 85 * Math.log10(time);
    for (const time of [1, 10, 100]) {
      picture.line({ x: 0, y: y(time) }, { x: 240, y: y(time) }, FAINT);
      picture.words({ x: 0, y: y(time) }, `${time} µs`, INK, -6, 4, 'end');
    }
    for (const gap of [0.001, 0.01, 0.1, 1]) center(picture, x(gap), -18, String(gap));
    for (const [key, style, words, above] of [
      ['own', A, 'boxes along the axes', 8],
      ['obb', B, 'oriented boxes', -34],
    ]) {
      for (let i = 1; i < rows.length; i++)
        picture.line(
          { x: x(rows[i - 1].gap), y: y(rows[i - 1][key]) },
          { x: x(rows[i].gap), y: y(rows[i][key]) },
          style,
          'stroke-width="2.5"',
        ); // prettier-ignore
      for (const row of rows) picture.dot({ x: x(row.gap), y: y(row[key]) }, style);
      const last = rows.at(-1);
      picture.words({ x: 8, y: y(last[key]) + above }, words, style);
    }
    center(picture, 120, 240, `${Number(triangles).toLocaleString('en')} triangles each`);
    center(picture, 120, -38, 'distance (tube: radius 2)');
  });
  return picture;
}

export const bookCharts = { 'book-trees': trees, 'book-axes': axes, 'book-proximity': proximity };
