/** A server of plain files for the browser tests: below a folder of its address, and compressed, as real ones do. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.png': 'image/png',
};
/** Types that are not compressed already. */
const PACKED = new Set(['.html', '.js', '.css', '.svg', '.json']);

export interface Served {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Serves `folder` below `base`, which begins and ends with a slash. */
export async function serveFolder(folder: string, base: string): Promise<Served> {
  const packed = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, decodeURIComponent(pathname).replace(base, '/').replace(/\/$/, '/index.html'));
    try {
      if (!pathname.startsWith(base) || !path.startsWith(folder + sep)) throw new Error('not ours');
      const body = packed.get(path) ?? (await readFile(path));
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
      if (!PACKED.has(extname(path))) {
        response.end(body);
        return;
      }
      if (!packed.has(path)) packed.set(path, gzipSync(body, { level: 6 }));
      response.setHeader('content-encoding', 'gzip').end(packed.get(path));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { address: `http://localhost:${(server.address() as AddressInfo).port}${base}`, close };
}
