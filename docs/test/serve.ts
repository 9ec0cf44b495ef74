/** Once for the tests of the site: builds it unless it is newer than all of its sources, and serves it from a folder somewhere. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serveFolder } from '../../playground/test/browser/static-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site is served. */
    site: string;
  }
}

const root = join(import.meta.dirname, '../..');
const SOURCES = ['docs', 'playground', 'packages/encounter/src', 'packages/encounter-models/src', 'bench/compare'];
/** Folders that are written by builds and tests. */
const MADE = /(^|[\\/])(api|cache|dist|node_modules|screenshots|test)([\\/]|$)/;

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  if (isOld())
    execFileSync('npm', ['run', '--silent', 'site:files'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const { address, close } = await serveFolder(join(root, 'site'), '/deep/er/');
  project.provide('site', address);
  return close;
}

/** VitePress writes that file last. Folders do not count: VitePress puts its compiled configuration into one and removes it. */
function isOld(): boolean {
  const last = join(root, 'site/docs/hashmap.json');
  if (!existsSync(last)) return true;
  const since = statSync(last).mtimeMs;
  const isNewer = (path: string): boolean => {
    const stats = statSync(path);
    return stats.isFile() && stats.mtimeMs > since;
  };
  return SOURCES.some((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).some(
      (name) => !MADE.test(name) && isNewer(join(root, folder, name)),
    ),
  );
}
