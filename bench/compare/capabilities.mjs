// What each engine can do: every claim of the table in the README is a probe that is run here, or a look into the type declarations that the
// engine publishes. Prints what happened, then the table. `--write` puts it into the README, between its two comments. An empty cell:
// the question does not apply.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { markdown, writeReadme } from './tables.mjs';

const ENGINES = ['encounter', 'rapier', 'jolt', 'three-mesh-bvh', 'cannon-es', 'crashcat'];
const ROWS = {
  world: 'two shapes, no world',
  distance: 'distance and nearest points',
  depth: 'penetration depth',
  scale: 'uneven scale of spheres and cylinders',
  far: 'right a million units from the origin',
  meshBoolean: 'mesh against mesh: boolean',
  meshDistance: 'mesh against mesh: distance',
  refit: 'deforming mesh: refit',
  solid: 'closed mesh with an inside',
  turning: 'rotation during casts',
  boxes: 'broad phase on its own',
  responses: 'table of responses by class',
  wasm: 'no WebAssembly',
  free: 'nothing to free',
  garbage: 'no garbage per query',
  simulate: 'simulates: bodies, joints',
};
const MARKS = { yes: '✓', no: '–', partly: '(✓)' };

if (process.send) await answer();
else await ask();

/** In a process of its own, which counts what WebAssembly is asked for before anything of the engine is loaded. */
async function answer() {
  const [name] = process.argv.slice(2);
  let modules = 0;
  for (const key of ['instantiate', 'instantiateStreaming', 'compile']) {
    const original = WebAssembly[key];
    WebAssembly[key] = (...args) => {
      modules++;
      return original(...args);
    };
  }
  const { load } = await import(`./probes/${name}.mjs`);
  const probes = await load();
  probes.wasm ??= () => [modules === 0 ? 'yes' : 'no', `${modules} modules instantiated`];
  const results = {};
  for (const row of Object.keys(ROWS)) {
    if (!(row in probes)) continue;
    try {
      results[row] = await probes[row]();
    } catch (error) {
      results[row] = ['no', `failed: ${error}`.split('\n')[0]];
    }
  }
  process.send(results, () => process.exit());
}

function probe(name) {
  const execArgv = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'];
  return new Promise((resolve, reject) => {
    const child = fork(new URL(import.meta.url), [name], { execArgv });
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the probes of ${name} ended with ${code}`)));
  });
}

async function ask() {
  if (!existsSync(new URL('node_modules', import.meta.url)))
    throw new Error('first: npm install --prefix bench/compare');
  const results = {};
  for (const name of ENGINES) {
    results[name] = await probe(name);
    console.log(`\n${name}`);
    for (const [row, [verdict, saw]] of Object.entries(results[name]))
      console.log(`  ${ROWS[row].padEnd(40)} ${verdict.padEnd(7)} ${saw}`);
  }
  const header = ['', ...ENGINES.map((name) => (name === 'encounter' ? 'Encounter' : name))];
  const rows = Object.keys(ROWS).map((row) => [
    ROWS[row],
    ...ENGINES.map((name) => (row in results[name] ? MARKS[results[name][row][0]] : '')),
  ]);
  const table = markdown(header, rows, ':---:');
  console.log(`\n${table}`);
  if (process.argv.includes('--write')) writeReadme('capabilities', table);
}
