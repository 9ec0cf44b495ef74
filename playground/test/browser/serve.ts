/** Once for all browser tests: builds the playground and serves its files, from a folder as any server might have it. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the playground is served. */
    playground: string;
  }
}

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'dist');
const BASE = '/some/folder/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  await build({ root, configFile: join(root, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, decodeURIComponent(pathname).replace(BASE, '/').replace(/\/$/, '/index.html'));
    try {
      if (!pathname.startsWith(BASE) || !path.startsWith(folder + sep)) throw new Error('not ours');
      const body = await readFile(path);
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  project.provide('playground', `http://localhost:${(server.address() as AddressInfo).port}${BASE}`);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
