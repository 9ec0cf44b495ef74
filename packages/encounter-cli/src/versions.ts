/** Which versions take part: workers of others might find other numbers, and must not work on the same run. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

function versionOf(manifest: string): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** Of this package. */
export function ownVersion(): string {
  return versionOf(require.resolve('encounter-cli/package.json'));
}

/** Counts up when jobs or results change their form. */
const PROTOCOL = 1;

/** Such as `1-0.2.0-0.2.0-0.2.0`: protocol, encounter-cli, encounter-models, encounter. */
export function versionTag(): string {
  const names = ['encounter-cli', 'encounter-models', 'encounter'];
  return [PROTOCOL, ...names.map((name) => versionOf(require.resolve(`${name}/package.json`)))].join('-');
}
