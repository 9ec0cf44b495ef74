/** What a bundler for browsers makes of `readModel`: it bundles, and each reader and each decoder is a chunk that only its files load. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const packages = join(here, '../..');

let outputs: Metafile['outputs'];

beforeAll(async () => {
  const { metafile } = await build({
    stdin: { contents: "export { readModel } from 'encounter-models';", resolveDir: here },
    // The sources, so that this test needs no build.
    alias: {
      'encounter-models': join(packages, 'encounter-models/src/index.ts'),
      'encounter/core': join(packages, 'encounter/src/core.ts'),
      encounter: join(packages, 'encounter/src/index.ts'),
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    // The decoder of Draco asks for them where it finds Node; docs/models.md says so.
    external: ['fs', 'path'],
    outdir: 'out',
    write: false,
    metafile: true,
    minify: true,
    logLevel: 'silent',
  });
  outputs = metafile.outputs;
});

/** The chunk that has a file among its inputs. */
function chunkOf(part: string): string {
  const found = Object.keys(outputs).filter((name) =>
    Object.keys(outputs[name].inputs).some((input) => input.includes(part)),
  );
  expect(found, part).toHaveLength(1);
  return found[0];
}

/** A chunk and those that it imports without waiting for a need. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const { path, kind } of outputs[name].imports)
    if (kind === 'import-statement' && path in outputs) loadedWith(path, seen);
  return seen;
}

describe('a bundle for browsers', () => {
  const ENTRY = 'src/read/read-model.ts';
  const READERS = ['src/read/gltf.ts', 'src/read/obj.ts', 'src/read/ply.ts', 'src/read/stl.ts'];
  const DECODERS = ['meshopt_decoder.mjs', 'draco_decoder_gltf_nodejs.js'];

  test('the entry brings no reader and no decoder, and is small', () => {
    const entry = loadedWith(chunkOf(ENTRY));
    for (const part of [...READERS, ...DECODERS]) expect(entry.has(chunkOf(part)), part).toBe(false);
    const bytes = [...entry].reduce((sum, name) => sum + outputs[name].bytes, 0);
    expect(bytes).toBeLessThan(10_000);
  });

  test('a reader brings no other reader and no decoder', () => {
    for (const reader of READERS) {
      const loaded = loadedWith(chunkOf(reader));
      for (const other of [...READERS, ...DECODERS])
        if (other !== reader) expect(loaded.has(chunkOf(other)), `${reader} and ${other}`).toBe(false);
    }
  });

  test('nothing of Node is imported, except by the decoder of Draco', () => {
    for (const [name, { imports }] of Object.entries(outputs))
      for (const { path, external } of imports) {
        if (!external) continue;
        expect(['fs', 'path']).toContain(path);
        expect(name).toBe(chunkOf('draco_decoder_gltf_nodejs.js'));
      }
  });
});

test('what is imported is what the manifest asks for', () => {
  const manifest = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'));
  const inputs = Object.values(outputs).flatMap(({ inputs: files }) => Object.keys(files));
  const used = inputs.flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1] ?? [],
  );
  expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining([...new Set(used)]));
});
