// Encounter beside its peers: one markdown table. `--write` puts it into the README as well, between its two comments.
// Names of engines choose among them; ROUNDS=3 and SEED=1 unless the environment says otherwise.
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/** Two digits: more would be noise. */
const digits = (x) => (x < 9.95 ? x.toFixed(1) : Number(x.toPrecision(2)).toLocaleString('en'));
// What rounds up to the next unit is given in it.
const time = (ns) => (ns < 995 ? `${digits(ns)} ns` : ns < 995e3 ? `${digits(ns / 1e3)} µs` : `${digits(ns / 1e6)} ms`);
const ratio = (x) => `${digits(x)} ×`;

function timeRow(key) {
  return names.map((name) => {
    const ns = results[name][key];
    if (ns === undefined) return '';
    return name === 'encounter' ? time(ns) : `${time(ns)} (${ratio(ns / results.encounter[key])})`;
  });
}

function judged({ answers, distances }) {
  const asked = answers?.filter((answer) => answer !== null).length;
  const errors = distances?.map((d, i) => Math.abs(d - truth[apart[i]]));
  return {
    wrong: answers && `${answers.filter((yes, i) => yes !== null && yes !== (truth[i] === 0)).length} of ${asked}`,
    worst: errors && Math.max(...errors).toExponential(0),
    large: errors && `${errors.filter((error) => error > LARGE).length} of ${errors.length}`,
  };
}

const accuracy = names.map((name) => judged(results[name]));
const rows = Object.entries(TIMES).map(([key, label]) => [label, ...timeRow(key)]);
rows.splice(1, 0, ['… wrong answers', ...accuracy.map(({ wrong }) => wrong ?? '')]);
rows.splice(
  3,
  0,
  ['… worst error', ...accuracy.map(({ worst }) => worst ?? '')],
  ['… errors above 1e-4', ...accuracy.map(({ large }) => large ?? '')],
);

const header = ['', ...names.map((name) => (name === 'encounter' ? 'Encounter' : name))];
const table = markdown(header, rows, '---:');
const versions = names.map((name) => `${name} ${version(name)}`).join(', ');
const machine = `${cpus().length} × ${cpus()[0].model.replace(/\s+/g, ' ')}, Node ${process.versions.node}`;
const text = `${table}\n\n${versions}. ${machine}. Seed ${SEED}, best of ${ROUNDS}.`;

console.log(text);
console.log('\nso that the same was measured:');
const share = (list) => (list ? `${list.filter(Boolean).length} of ${list.length}` : '–');
for (const name of names) {
  const { hits, meshAnswers, found } = results[name];
  console.log(
    `  ${name}: rays that hit ${share(hits)}, meshes that meet ${share(meshAnswers)}, boxes that overlap ${found ?? '–'}`,
  );
}
if (process.argv.includes('--write')) writeReadme('compare', text);
