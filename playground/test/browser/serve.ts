/** Once for all browser tests: builds the playground and serves its files, from a folder as any server might have it. */
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { serveFolder } from './static-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the playground is served. */
    playground: string;
  }
}

const root = join(import.meta.dirname, '../..');

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  await build({ root, configFile: join(root, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
  const { address, close } = await serveFolder(join(root, 'dist'), '/some/folder/');
  project.provide('playground', address);
  return close;
}
