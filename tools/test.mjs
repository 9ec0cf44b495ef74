// All tests: those of Node and those of browsers side by side. On two cores without a graphics card this saves little, because drawing keeps
// one of them busy; on more it takes as long as the browsers alone. With arguments, such as a file: one run of Vitest with these.
import { spawn } from 'node:child_process';

const given = process.argv.slice(2);

/** Runs Vitest on one part of the tests (see `vitest.config.ts`). What it says is printed as it comes, or with `later` when it has ended. */
function vitest(args, part, later = false) {
  return new Promise((resolve, reject) => {
    const out = later ? 'pipe' : 'inherit';
    const child = spawn('npm', ['exec', '--', 'vitest', 'run', ...args], {
      stdio: ['ignore', out, out],
      env: { ...process.env, ENCOUNTER_TESTS: part },
    });
    let said = '';
    if (later) for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(said);
      resolve(code === 0);
    });
  });
}

const runs = given.length > 0 ? [vitest(given, 'all')] : [vitest([], 'node'), vitest([], 'browser', true)];
const passed = await Promise.all(runs);
if (!passed.every(Boolean)) process.exit(1);
