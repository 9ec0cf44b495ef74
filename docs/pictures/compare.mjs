// Charts of docs/benchmarks.md, from bench/compare/results.json.
import { readFileSync } from 'node:fs';
import { A, B, FAINT, INK, Picture } from './svg.mjs';

const results = JSON.parse(readFileSync(new URL('../../bench/compare/results.json', import.meta.url), 'utf8'));
const engines = Object.keys(results.versions);

const WIDTH = 720;
/** Where bars begin, how long the shortest is, and how much a factor of ten adds. */
const LEFT = 120;
const SHORTEST = 16;
const DECADE = 92;
const LINE = 20;
const GAP = 46;

/** Small print. */
const FADED = { stroke: 'var(--picture-ink)' };

const name = (engine) => (engine === 'encounter' ? 'Encounter' : engine);
const style = (engine) => (engine === 'encounter' ? A : B);
/** Two digits: more would be noise. */
const digits = (x) => (x < 9.95 ? x.toFixed(1) : Number(x.toPrecision(2)).toLocaleString('en'));
// What rounds up to the next unit is given in it.
const time = (ns) => (ns < 995 ? `${digits(ns)} ns` : ns < 995e3 ? `${digits(ns / 1e3)} µs` : `${digits(ns / 1e6)} ms`);

/** Rows of bars whose length is the logarithm of a number, below a title; lines in the background are factors of ten. */
function block(picture, top, title, rows) {
  const least = Math.min(...rows.map(({ value }) => value));
  const length = (value) => SHORTEST + DECADE * Math.log10(value / least);
  const bottom = top + 12 + LINE * rows.length;
  picture.words({ x: 0, y: -top }, title);
  for (let x = LEFT + SHORTEST; x <= LEFT + Math.max(...rows.map(({ value }) => length(value))); x += DECADE)
    picture.line({ x, y: -top - 10 }, { x, y: -bottom }, FAINT);
  rows.forEach(({ engine, value, words }, i) => {
    const y = -(top + 12 + LINE * i);
    const right = LEFT + length(value);
    const corners = [
      { x: LEFT, y: y - 4 },
      { x: right, y: y - 4 },
      { x: right, y: y - 16 },
      { x: LEFT, y: y - 16 },
    ];
    const { stroke, fill } = style(engine);
    picture.outline(corners, { stroke, fill: engine === 'encounter' ? stroke : fill });
    picture.words({ x: LEFT, y }, name(engine), style(engine), -8, 15, 'end');
    picture.words({ x: right, y }, words, INK, 8, 15);
  });
  return bottom;
}

function timeRows({ nanoseconds }) {
  return engines
    .filter((engine) => engine in nanoseconds)
    .map((engine) => {
      const value = nanoseconds[engine];
      const ratio = engine === 'encounter' ? '' : ` (${digits(value / nanoseconds.encounter)} ×)`;
      return { engine, value, words: time(value) + ratio };
    });
}

/** The rows of several blocks, one below the other. */
function chart(title, blocks) {
  const height = blocks.reduce((sum, { rows }) => sum + GAP + 12 + LINE * rows.length, 0);
  const picture = new Picture(title, WIDTH, height + GAP).panel(8, 0, 1);
  let bottom = 0;
  for (const { title, rows } of blocks) bottom = block(picture, bottom + GAP - 16, title, rows);
  const { machine, node, seed, rounds, date } = results;
  const origin = `${machine}, Node ${node}. Seed ${seed}, the best of ${rounds} rounds. ${date}.`;
  return picture.words({ x: 0, y: -bottom - 32 }, origin, FADED);
}

function times() {
  return chart(
    'How long each engine takes, on a logarithmic scale',
    results.times.map((task) => ({ title: task.label, rows: timeRows(task) })),
  );
}

/** The largest error of a distance, beside the time that it took. */
function errors() {
  const { nanoseconds } = results.times.find(({ key }) => key === 'distance');
  const rows = engines
    .filter((engine) => results.accuracy[engine].worst !== undefined)
    .map((engine) => {
      const { worst, large, compared } = results.accuracy[engine];
      const many = `${large} of ${compared} above ${results.large}`;
      return { engine, value: worst, words: `${worst.toExponential(0)}, ${many}, in ${time(nanoseconds[engine])}` };
    });
  // Errors span twelve powers of ten: four of them are as long as one of the times.
  const flat = rows.map((row) => ({ ...row, value: row.value ** (1 / 4) }));
  return chart('The largest error of each engine, on a logarithmic scale', [
    {
      title: 'two convex shapes: largest error of the distance (shapes about 2 across); a line is a factor of 10,000',
      rows: flat,
    },
  ]);
}

export const compareCharts = { 'compare-times': times, 'compare-errors': errors };
