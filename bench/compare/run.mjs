// Encounter beside its peers: one markdown table. `--write` puts it into the README as well, between its two comments. `--json` keeps the
// figures in results.json, from which docs/benchmarks.md is drawn; with `--join` what is there already counts as earlier rounds. ROUNDS=0
// measures nothing and takes the figures from there.
// Names of engines choose among them; ROUNDS=3 and SEED=1 unless the environment says otherwise.
import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { distance } from './oracle.mjs';
import { markdown, writeReadme } from './tables.mjs';
import { pairs, SEED } from './work.mjs';

const PACKAGES = {
  encounter: 'encounter',
  rapier: '@dimforge/rapier3d-compat',
  jolt: 'jolt-physics',
  'three-mesh-bvh': 'three-mesh-bvh',
  'cannon-es': 'cannon-es',
  crashcat: 'crashcat',
};
const TIMES = {
  boolean: 'two convex shapes: do they meet?',
  distance: 'two convex shapes: distance, nearest points',
  ray: 'ray, mesh of 36,864 triangles',
  mesh: 'two meshes of 6,400 triangles: do they meet?',
  meshDistance: 'two meshes of 6,400 triangles: distance',
  boxes1: '1,000 moving boxes, all pairs, per frame',
  boxes10: '10,000 moving boxes, all pairs, per frame',
};
/** An error of the distance that one may see, in shapes about 2 across. */
const LARGE = 1e-4;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const FILE = new URL('results.json', import.meta.url);

const chosen = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = chosen.find((name) => !(name in PACKAGES));
if (unknown !== undefined)
  throw new RangeError(`no such engine: ${unknown}; there are ${Object.keys(PACKAGES).join(', ')}`);
if (!existsSync(new URL('node_modules', import.meta.url))) throw new Error('first: npm install --prefix bench/compare');
const names = Object.keys(PACKAGES).filter(
  (name) => chosen.length === 0 || name === 'encounter' || chosen.includes(name),
);

function version(name) {
  const folder = name === 'encounter' ? '../../packages/encounter' : `node_modules/${PACKAGES[name]}`;
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8')).version;
}

function measure(name, apart) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('child.mjs', import.meta.url), { serialization: 'advanced' });
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    child.send({ name, apart });
  });
}

const truth = pairs().map(distance);
const apart = truth.flatMap((d, i) => (d > 0 ? [i] : []));

/** The engines take turns, so that a busy moment of the machine does not hit one of them alone; the best of the rounds counts. */
const results = {};
for (let round = 1; round <= ROUNDS; round++)
  for (const name of names) {
    process.stderr.write(`round ${round} of ${ROUNDS}: ${name}\n`);
    const result = await measure(name, apart);
    const best = results[name];
    results[name] = result;
    if (best) for (const key of Object.keys(TIMES)) if (key in best) result[key] = Math.min(best[key], result[key]);
  }

function judged({ answers, distances }) {
  const errors = distances?.map((d, i) => Math.abs(d - truth[apart[i]]));
  return {
    ...(answers && {
      wrong: answers.filter((yes, i) => yes !== null && yes !== (truth[i] === 0)).length,
      asked: answers.filter((answer) => answer !== null).length,
    }),
    ...(errors && {
      worst: Math.max(...errors),
      large: errors.filter((error) => error > LARGE).length,
      compared: errors.length,
    }),
  };
}

/** All that is said below, as numbers: nanoseconds, and errors in the unit of the shapes. */
const kept = () => JSON.parse(readFileSync(FILE, 'utf8'));
const measured = () => ({
  machine: `${cpus().length} × ${cpus()[0].model.replace(/\s+/g, ' ')}`,
  node: process.versions.node,
  date: new Date().toISOString().slice(0, 10),
  seed: SEED,
  rounds: ROUNDS,
  large: LARGE,
  versions: Object.fromEntries(names.map((name) => [name, version(name)])),
  times: Object.entries(TIMES).map(([key, label]) => ({
    key,
    label,
    nanoseconds: Object.fromEntries(
      names.flatMap((name) => (key in results[name] ? [[name, results[name][key]]] : [])),
    ),
  })),
  accuracy: Object.fromEntries(names.map((name) => [name, judged(results[name])])),
});
const figures = ROUNDS === 0 ? kept() : measured();
if (ROUNDS > 0 && process.argv.includes('--join')) join(kept());

/** The earlier rounds must be of the same: what differs is named. */
function join(earlier) {
  for (const key of ['machine', 'node', 'seed', 'versions', 'accuracy'])
    if (JSON.stringify(earlier[key]) !== JSON.stringify(figures[key]))
      throw new Error(`results.json has another ${key}: ${JSON.stringify(earlier[key])}`);
  figures.rounds += earlier.rounds;
  for (const [i, { nanoseconds }] of figures.times.entries())
    for (const [name, ns] of Object.entries(earlier.times[i].nanoseconds))
      nanoseconds[name] = Math.min(ns, nanoseconds[name] ?? Infinity);
}

/** Two digits: more would be noise. */
const digits = (x) => (x < 9.95 ? x.toFixed(1) : Number(x.toPrecision(2)).toLocaleString('en'));
// What rounds up to the next unit is given in it.
const time = (ns) => (ns < 995 ? `${digits(ns)} ns` : ns < 995e3 ? `${digits(ns / 1e3)} µs` : `${digits(ns / 1e6)} ms`);
const ratio = (x) => `${digits(x)} ×`;

function timeRow({ label, nanoseconds }) {
  const cells = names.map((name) => {
    const ns = nanoseconds[name];
    if (ns === undefined) return '';
    return name === 'encounter' ? time(ns) : `${time(ns)} (${ratio(ns / nanoseconds.encounter)})`;
  });
  return [label, ...cells];
}

const rows = figures.times.map(timeRow);
const cells = (has, say) => names.map((name) => (has in figures.accuracy[name] ? say(figures.accuracy[name]) : ''));
rows.splice(1, 0, ['… wrong answers', ...cells('wrong', ({ wrong, asked }) => `${wrong} of ${asked}`)]);
rows.splice(
  3,
  0,
  ['… worst error', ...cells('worst', ({ worst }) => worst.toExponential(0))],
  [`… errors above ${LARGE.toExponential(0)}`, ...cells('large', ({ large, compared }) => `${large} of ${compared}`)],
);

const header = ['', ...names.map((name) => (name === 'encounter' ? 'Encounter' : name))];
const table = markdown(header, rows, '---:');
const versions = names.map((name) => `${name} ${figures.versions[name]}`).join(', ');
const text = `${table}\n\n${versions}. ${figures.machine}, Node ${figures.node}. Seed ${SEED}, best of ${figures.rounds}.`;

console.log(text);
if (ROUNDS > 0) console.log('\nso that the same was measured:');
const share = (list) => (list ? `${list.filter(Boolean).length} of ${list.length}` : '–');
for (const name of Object.keys(results)) {
  const { hits, meshAnswers, found } = results[name];
  console.log(
    `  ${name}: rays that hit ${share(hits)}, meshes that meet ${share(meshAnswers)}, boxes that overlap ${found ?? '–'}`,
  );
}
if (process.argv.includes('--json')) writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
if (process.argv.includes('--write')) writeReadme('compare', text);
