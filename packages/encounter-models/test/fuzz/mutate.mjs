/**
 * Damages valid files of each format and reads them: `npm run fuzz:models -- [cases a format, 10000] [seed, 1] [format …]`. A child process reads;
 * this one watches it. A file must be read or be refused with a sentence, within 5 seconds of processor time and 2 GB. Ends with 1 if one was not.
 */
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SECONDS = 5;
/** By the clock: a busy machine gives a child little of its time. */
const SECONDS_TO_LIVE = 60;
const MEGABYTES = 2048;
/** Cases that a child reads before it reports. */
const BATCH = 100;

const here = dirname(fileURLToPath(import.meta.url));
// Beside the packages that the fixtures import.
const folder = join(here, '../../node_modules/.cache/fuzz');

/** Fixtures, mutations and judge are shared with the tests, which are TypeScript. */
async function load() {
  const { FIXTURES } = await import(pathToFileURL(join(folder, 'fixtures.mjs')));
  const { damaged, judge } = await import(pathToFileURL(join(folder, 'judge.mjs')));
  return { FIXTURES, damaged, judge };
}

async function child() {
  const { FIXTURES, damaged, judge } = await load();
  const library = await import('encounter-models');
  const fixtures = new Map();
  process.on('message', async ({ format, seed, from, to }) => {
    if (!fixtures.has(format)) {
      fixtures.set(format, await FIXTURES[format]());
      // Loads what the format needs, so that no case is charged with it.
      for (const fixture of fixtures.get(format)) {
        const { kind, text } = await judge(library, fixture);
        if (kind !== 'read') throw new Error(`${fixture.name} is not read even undamaged: ${text}`);
      }
    }
    let slowest = 0;
    const counts = { read: 0, refused: 0, unforeseen: 0, wrong: 0, hung: 0 };
    const notes = [];
    for (let number = from; number < to; number++) {
      process.send({ started: number });
      const before = process.cpuUsage();
      const { kind, text } = await judge(library, damaged(fixtures.get(format), seed, number));
      const { user, system } = process.cpuUsage(before);
      const seconds = (user + system) / 1e6;
      slowest = Math.max(slowest, seconds);
      counts[seconds > SECONDS ? 'hung' : kind]++;
      if (seconds > SECONDS) notes.push(`hung: case ${number}: ${seconds.toFixed(1)} s`);
      if (kind === 'wrong' || kind === 'unforeseen') notes.push(`${kind}: case ${number}: ${text}`);
    }
    process.send({ done: to, counts, notes, slowest, megabytes: process.resourceUsage().maxRSS / 1024 });
  });
  process.send({ ready: true });
}

/** All cases of a format, in as many children as it takes: a child that hangs or dies is replaced, and its case counts as wrong. */
async function fuzz(format, cases, seed) {
  const total = { read: 0, refused: 0, unforeseen: 0, wrong: 0, hung: 0, died: 0, megabytes: 0, slowest: 0 };
  const notes = [];
  let next = 0;
  while (next < cases) {
    await new Promise((resolve) => {
      const process_ = fork(fileURLToPath(import.meta.url), ['--child'], {
        stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
      });
      let current = next;
      let end = next;
      let timer;
      const give = () => {
        end = Math.min(next + BATCH, cases);
        if (next >= cases) process_.kill();
        else process_.send({ format, seed, from: next, to: end });
      };
      const watch = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          total.hung++;
          notes.push(`hung: case ${current}`);
          next = current + 1;
          process_.kill('SIGKILL');
        }, SECONDS_TO_LIVE * 1000);
      };
      process_.on('message', (message) => {
        if (message.ready) give();
        else if (message.started !== undefined) {
          current = message.started;
          watch();
        } else {
          clearTimeout(timer);
          for (const key in message.counts) total[key] += message.counts[key];
          notes.push(...message.notes);
          if (message.megabytes > MEGABYTES) {
            total.wrong++;
            notes.push(`memory: ${message.megabytes.toFixed(0)} MB by case ${message.done}`);
          }
          total.megabytes = Math.max(total.megabytes, message.megabytes);
          total.slowest = Math.max(total.slowest, message.slowest);
          next = message.done;
          give();
        }
      });
      process_.on('exit', (code) => {
        clearTimeout(timer);
        if (code !== null && next < cases) {
          total.died++;
          notes.push(`died with ${code}: case ${current}`);
          next = current + 1;
        }
        resolve();
      });
    });
  }
  return { total, notes };
}

async function main() {
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [join(here, 'fixtures.ts'), join(here, 'judge.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  });
  const { FIXTURES } = await load();
  const [cases = '10000', seed = '1', ...chosen] = process.argv.slice(2);
  let bad = 0;
  console.log(`seed ${seed}, ${cases} cases a format`);
  for (const format of chosen.length > 0 ? chosen : Object.keys(FIXTURES)) {
    const started = Date.now();
    const { total, notes } = await fuzz(format, Number(cases), Number(seed));
    const { megabytes, slowest, ...counts } = total;
    bad += counts.wrong + counts.hung + counts.died;
    const text = Object.entries(counts).map(([key, count]) => `${count} ${key}`);
    console.log(
      `${format}: ${text.join(', ')}; slowest ${slowest.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB, ${((Date.now() - started) / 1000).toFixed(0)} s`,
    );
    for (const note of notes.slice(0, 10)) console.log(`  ${note}`);
  }
  process.exitCode = bad > 0 ? 1 : 0;
}

if (process.argv[2] === '--child') await child();
else await main();
