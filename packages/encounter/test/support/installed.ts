/** The package as its users get it: packed, and unpacked into an empty project outside of the repository. Needs no network. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

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
 * The dependencies themselves are those of the repository, linked. `others` are packages of the repository that are installed, too.
 */
export function installPackage(...others: string[]): Project {
  const folder = mkdtempSync(join(tmpdir(), 'encounter-project-'));
  const names = ['encounter', ...others];
  const tarballs = names.map((name) => unpack(name, folder));
  const manifests = names.map((name) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')),
  );
  manifests.forEach((manifest, i) => {
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      const link = join(folder, 'node_modules', name);
      if (existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      // A version of its own is beside the package, one that others share at the root.
      const own = join(root, 'packages', names[i], 'node_modules', name);
      symlinkSync(existsSync(own) ? own : join(root, 'node_modules', name), link, 'junction');
    }
  });
  return { folder, tarball: tarballs[0], manifest: manifests[0], remove: () => rmSync(folder, { recursive: true }) };
}

/** Packs a package and unpacks it into the folder. Returns the tarball. */
function unpack(name: string, folder: string): string {
  const source = join(root, 'packages', name);
  if (!existsSync(join(source, 'dist')))
    throw new Error(`packages/${name}/dist is missing: run \`npm run build\` first, as \`npm test\` does`);
  const before = readdirSync(folder);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source, stdio: 'pipe' });
  const tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz') && !before.includes(file))!);
  const home = join(folder, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  return tarball;
}
