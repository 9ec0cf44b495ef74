// The book's experiments in one go, its own figures beside ours. `--write` keeps the figures in results.json, from which the charts of docs/book.md are drawn (`npm run docs:pictures`).
import { writeFileSync } from 'node:fs';
import * as bsp from './bsp.mjs';
import * as deform from './deform.mjs';
import * as proximity from './proximity.mjs';
import * as sizes from './sizes.mjs';
import * as strategies from './strategies.mjs';
import { machine } from './tools.mjs';
import * as trees from './trees.mjs';
import * as volumes from './volumes.mjs';

const results = { machine: machine() };
console.log(results.machine);
results.volumes = volumes.measure();
volumes.print(results.volumes);
results.trees = trees.measure();
trees.print(results.trees);
const cubes = Object.fromEntries(Object.entries(results.trees.models).map(([name, { size }]) => [name, size]));
results.deform = deform.measure(cubes);
deform.print(results.deform);
results.proximity = proximity.measure();
proximity.print(results.proximity);
results.strategies = strategies.measure();
strategies.print(results.strategies);
results.bsp = bsp.measure();
bsp.print(results.bsp);
results.sizes = sizes.measure();
sizes.print(results.sizes);
if (process.argv.includes('--write'))
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
