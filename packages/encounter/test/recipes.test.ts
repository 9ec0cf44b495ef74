/** Recipes that are not one program for Node: components of React, mounted, and a page with a worker, in a browser. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../playground/test/browser/chromium.ts';
import { installPackage, type Project } from './support/installed.ts';
import { fileSnippets } from './support/snippets.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

const program = findChromium();
if (program === undefined && process.env['ENCOUNTER_BROWSER_TESTS'] === 'required')
  throw new Error('ENCOUNTER_BROWSER_TESTS is required, and there is no Chromium');

let project: Project;

beforeAll(() => {
  project = installPackage();
});

afterAll(() => project?.remove());

/** Writes the files of a recipe into a folder of the project. Returns that folder, and what the recipe says that it prints. */
function write(page: string): { folder: string; expected: string } {
  const folder = join(project.folder, page.replace(/\W/g, '-'));
  mkdirSync(folder);
  const files = fileSnippets(page);
  expect(files.length).toBeGreaterThan(1);
  for (const { file, code } of files) writeFileSync(join(folder, file), code);
  return { folder, expected: files.map(({ output }) => output).join('') };
}

/**
 * Mounts the recipe's component in react-three-fiber's own root. There is no WebGL in Node, so the renderer draws nothing and frames
 * are advanced by hand: 5 s at 60 Hz. Then another ball is mounted, long after <Collisions>, 1.51 before the zone: it must be there after the
 * 46th of its steps of 1/30, not a frame later. At last one that is mounted inside the zone, and that its first frame moves away: it must not be met.
 */
const MOUNT = `
  import { act, createRoot, extend, useFrame } from '@react-three/fiber';
  import * as THREE from 'three';
  import { Gap } from './gap';
  import { Ball, Level } from './level';
  import { useCollider } from './use-collider';

  /** Mounted in the zone of the door, and away from it in its first frame. */
  function Jumper() {
    const [ref] = useCollider();
    useFrame(() => ref.current.position.setX(9), -1);
    return <mesh ref={ref} name="Jumper"><sphereGeometry args={[0.5]} /></mesh>;
  }

  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const nothing = () => {};
  const warn = console.warn;
  // fiber uses THREE.Clock, which three deprecates.
  console.warn = (text, ...rest) => String(text).includes('Clock') || warn(text, ...rest);
  const listeners = { addEventListener: nothing, removeEventListener: nothing };
  const gl = { setPixelRatio: nothing, setSize: nothing, render: nothing, xr: listeners, shadowMap: {} };
  extend(THREE);
  const root = createRoot({ ...listeners, style: {} });
  await root.configure({ gl, frameloop: 'never', dpr: 1, size: { width: 1, height: 1, top: 0, left: 0 } });
  let store;
  let gap;
  let frame = 0;
  const show = (late) => act(async () => {
    store = root.render(<Level><Gap from="Anna" to="Bert" show={(distance) => { gap = distance; }} />{late}</Level>);
  });
  const play = async (frames) => {
    for (let i = 0; i < frames; i++) await act(async () => store.getState().advance(++frame / 60));
  };
  await show(null);
  await play(300);
  const names = (object) => object.children.map(({ name }) => name).join(' ');
  console.error(names(store.getState().scene), gap.toFixed(3));
  console.log = (text) => console.error(text, 'in frame', frame - 300);
  await show(<Ball key="Carl" name="Carl" start={3.01} />);
  await play(60);
  await show(<Jumper />);
  await play(2);
  await act(async () => root.unmount());
  process.exit(0);
`;

test('docs/react.md: components have colliders while they are mounted, and compile', async () => {
  const { folder, expected } = write('docs/react.md');
  writeFileSync(join(folder, 'mount.jsx'), MOUNT);
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [join(folder, 'mount.jsx')],
    nodePaths: [join(root, 'node_modules')],
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'esm',
    jsx: 'automatic',
    // Some parts are CommonJS.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    define: { 'process.env.NODE_ENV': '"development"' },
    outfile,
    logLevel: 'error',
  });
  const { stdout, stderr } = await run(process.execPath, [outfile], { timeout: 60_000 });
  expect(stdout).toBe(expected);
  // The balls are 4 apart, from centre to centre. Those that are mounted later are tested after they have moved, and leave when they are unmounted.
  const late = ['the door opens for Carl in frame 46', 'the door closes behind Carl in frame 61'];
  expect(stderr.trimEnd().split('\n')).toEqual(['door Anna Bert 3.000', ...late]);

  // The types of React and of fiber are those of the repository.
  for (const name of ['@types', '@react-three', 'react'])
    symlinkSync(join(root, 'node_modules', name), join(project.folder, 'node_modules', name), 'junction');
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2022', 'DOM'],
    jsx: 'react-jsx',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.tsx'] }));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  // It fails, and prints what is wrong.
  await run(process.execPath, [tsc, '-p', folder]).catch((error) => expect.fail(error.stdout || error));
});

/** Serves a folder of built files. */
function serve(folder: string): Promise<Server> {
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' };
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? 'index.html' : url.slice(1);
    const type = types[path.split('.').pop() ?? ''];
    if (type === undefined) response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, path)));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

test.runIf(program !== undefined)('docs/recipes.md: a worker, bundled by Vite, in a browser', async () => {
  const { folder, expected } = write('docs/recipes.md');
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="./main.js"></script>');
  await viteBuild({ root: folder, configFile: false, logLevel: 'warn', base: './', worker: { format: 'es' } });
  const server = await serve(join(folder, 'dist'));
  const browser = await chromium.launch({ executablePath: program! });
  try {
    const page = await browser.newPage();
    const printed: string[] = [];
    page.on('console', (message) => printed.push(message.text()));
    page.on('pageerror', (error) => printed.push(String(error)));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const lines = expected.trimEnd().split('\n');
    await expect.poll(() => printed.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(lines.length);
    expect(printed).toEqual(lines);
  } finally {
    await browser.close();
    server.close();
  }
});
