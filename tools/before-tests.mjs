// What must hold before the tests: style, types, and a build. Two at a time, because one after the other they take two minutes.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The longest first. */
const waiting = ['npm run build', ...scripts.typecheck.split(' && '), scripts.check];

/** Runs a command with the tools of this repository, and prints what it said when it has ended. */
function run(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(`npm exec -c "${command}"`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.on('error', reject);
    child.on('close', (code) => {
      console.log(`> ${command}\n${said}`);
      if (code === 0) resolve();
      else reject(new Error(`${command} failed`));
    });
  });
}

async function work() {
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) await run(command);
}

try {
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
