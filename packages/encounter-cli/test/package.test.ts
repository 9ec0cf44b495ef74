/** The packed packages in an empty folder: the command runs there, with nothing but what their manifests ask for. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { glb, PIPES, WALLS } from './support/fixtures.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGES = ['encounter', 'encounter-models', 'encounter-cli'];
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'encounter-npx-'));
  const ours = new Set(PACKAGES);
  for (const name of PACKAGES) {
    const before = new Set(readdirSync(folder));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(root, 'packages', name),
      stdio: 'pipe',
    });
    const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz') && !before.has(file))!;
    const home = join(folder, 'node_modules', name);
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components=1']);
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    // The dependencies themselves are those of the repository, linked: there is no network.
    for (const dependency of Object.keys({ ...manifest.dependencies })) {
      const link = join(folder, 'node_modules', dependency);
      if (ours.has(dependency) || existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      const own = join(root, 'packages', name, 'node_modules', dependency);
      symlinkSync(existsSync(own) ? own : join(root, 'node_modules', dependency), link, 'junction');
    }
    for (const [command, file] of Object.entries({ ...manifest.bin })) {
      mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
      symlinkSync(join('..', name, file as string), join(folder, 'node_modules/.bin', command));
    }
  }
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npx(...args: string[]): string {
  return execFileSync('npx', ['--no-install', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString();
}

test('npx encounter --help', () => {
  expect(npx('encounter', '--help')).toContain('encounter clash pipes.glb');
});

test('a clash with all reports', () => {
  writeFileSync(join(folder, 'walls.glb'), glb(WALLS));
  writeFileSync(join(folder, 'pipes.glb'), glb(PIPES));
  const text = npx(
    'encounter',
    'clash',
    'walls.glb',
    'pipes.glb',
    '--json',
    'r.json',
    '--html',
    'r.html',
    '--bcf',
    'r.bcfzip',
    '--no-snapshots',
    '--workers',
    '2',
  );
  expect(text).toContain('6 clashes among 12 parts');
  for (const file of ['r.json', 'r.html', 'r.bcfzip']) expect(existsSync(join(folder, file)), file).toBe(true);
  expect(readFileSync(join(folder, 'r.html'), 'utf8')).not.toContain(root.replace(/\/$/, ''));
});

test('publint has nothing to say', async () => {
  for (const name of readdirSync(folder).filter((file) => /^encounter-(cli|models)-.*\.tgz$/.test(file))) {
    const bytes = readFileSync(join(folder, name));
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages, name).toEqual([]);
  }
});
