/** The package as its users get it: packed, and unpacked into an empty project outside of the repository. Needs no network. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const source = join(root, 'packages/encounter');

export interface Project {
  /** A folder in whose node_modules the package is. */
  readonly folder: string;
  readonly tarball: string;
  /** What the package's own manifest says. */
  readonly manifest: { readonly exports: Record<string, unknown> };
  remove(): void;
}

/**
 * The package and what its manifest asks for, peers included, and nothing else: what it imports without saying so is not found.
 * The dependencies themselves are those of the repository, linked.
 */
export function installPackage(): Project {
  if (!existsSync(join(source, 'dist/index.js')))
    throw new Error('packages/encounter/dist is missing: run `npm run build` first, as `npm test` does');
  const folder = mkdtempSync(join(tmpdir(), 'encounter-project-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source, stdio: 'pipe' });
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
  const home = join(folder, 'node_modules/encounter');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);

  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'junction');
  }
  return { folder, tarball, manifest, remove: () => rmSync(folder, { recursive: true }) };
}
