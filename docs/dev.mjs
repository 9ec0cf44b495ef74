// The documentation as the playground's server shows it below /docs/: `npm start` starts this as a process of its own, so that the playground
// does not wait. Writes the API reference first, if it is older than the sources.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vitepress';

const root = join(import.meta.dirname, '..');
const port = Number(process.argv[2]);

// The parent has ended, in whatever way.
process.on('disconnect', () => process.exit());

if (isOld())
  execFileSync('npm', ['run', '--silent', 'docs:api'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const server = await createServer(import.meta.dirname, { base: '/docs/', port, strictPort: true, host: 'localhost' });
await server.listen();
process.send?.('ready');

function isOld() {
  const made = join(root, 'docs/api/sidebar.json');
  const sources = join(root, 'packages/encounter/src');
  if (!existsSync(made)) return true;
  const since = statSync(made).mtimeMs;
  return readdirSync(sources, { recursive: true }).some((name) => statSync(join(sources, name)).mtimeMs > since);
}
