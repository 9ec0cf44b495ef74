/**
 * The documentation below /docs/ of the development server. It is a server and a process of its own, which takes a while to begin: until
 * then there is a page that says so, and looks again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PROGRAM = join(import.meta.dirname, '../../docs/dev.mjs');

const WAITING = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="2"><title>Encounter</title>
<body style="font: 16px/1.5 system-ui; display: grid; place-items: center; height: 90vh; margin: 0">
<p>The documentation is being prepared. This takes some seconds the first time.</p>`;

export function docsServer(): Plugin {
  let child: ChildProcess | undefined;
  let ready = false;
  let port = 0;
  return {
    name: 'docs-server',
    apply: (_, { command, isPreview }) => command === 'serve' && isPreview !== true,
    async config() {
      port = await freePort();
      return { server: { proxy: { '/docs/': { target: `http://localhost:${port}`, ws: true } } } };
    },
    configureServer({ httpServer, middlewares, config: { logger } }) {
      middlewares.use((request, response, next) => {
        if (request.url === '/docs') response.writeHead(302, { location: '/docs/' }).end();
        else if (ready || !request.url?.startsWith('/docs/')) next();
        else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(WAITING);
      });
      httpServer?.once('listening', () => {
        child = fork(PROGRAM, [String(port)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        child.once('message', () => {
          ready = true;
          logger.info('  The documentation is ready at /docs/', { timestamp: true });
        });
      });
      httpServer?.once('close', () => child?.kill());
    },
  };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
