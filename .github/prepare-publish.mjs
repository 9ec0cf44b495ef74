// Before publishing: writes the repository that this runs in into the manifests, in place of the example address, and checks that
// versions agree with each other and with the tag. `node prepare-publish.mjs https://host/owner/name v0.2.0 [root]`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = ['encounter', 'encounter-models', 'encounter-cli'];

const [address, tag, root = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);
if (!/^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+$/.test(address ?? '')) throw new Error(`no repository: ${address}`);

const version = tag?.replace(/^v/, '');
for (const name of PACKAGES) {
  const file = join(root, 'packages', name, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const versions = [manifest.version, ...PACKAGES.map((other) => manifest.dependencies?.[other])].filter(Boolean);
  for (const found of versions)
    if (found !== version) throw new Error(`the tag is ${tag}, and ${name} speaks of version ${found}`);
  manifest.repository.url = `git+${address}.git`;
  manifest.bugs.url = `${address}/issues`;
  manifest.homepage = `${address}#readme`;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
console.log(`${PACKAGES.join(', ')} ${version}, from ${address}`);
