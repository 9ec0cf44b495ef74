/** What a bundler makes of the package: only what is used, and it works. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as source from '../src/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let room = '';

beforeAll(() => {
  if (!existsSync(join(root, 'packages/encounter/dist/index.js')))
    throw new Error('packages/encounter/dist is missing: run `npm run build` first, as `npm test` does');
  // Outside the repository: a bundle must not need anything of it.
  room = mkdtempSync(join(tmpdir(), 'encounter-bundle-'));
});

afterAll(() => {
  if (room !== '') rmSync(room, { recursive: true });
});

interface Bundle {
  readonly text: string;
  readonly inputs: string[];
}

async function bundle(contents: string, minify: boolean, external: string[] = []): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify,
    external,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output.inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([name]) => name);
  return { text: outputFiles[0].text, inputs };
}

/** The exports of a bundle, run by the engine itself. */
async function load(name: string, text: string): Promise<Record<string, unknown>> {
  const file = join(room, name);
  writeFileSync(file, text);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

const SMALL = `
  import { Collider, Box, Sphere, signedDistance } from 'encounter';
  const box = new Collider(new Box([2, 2, 2]));
  const ball = new Collider(new Sphere(0.5), { position: [3, 0, 0] });
  const apart = signedDistance(box, ball);
  export const answer = [apart.distance, apart.normal.x, apart.pointA.x, apart.pointB.x];
  export const inside = signedDistance(box, ball.setPosition([1.25, 0, 0])).distance;
`;

/** A message of the hull builder, which stays as it is when names are shortened. */
const HULL = 'points must hold x, y, z triples';

describe('bundles', () => {
  test('a small one gives the right answers', async () => {
    for (const minify of [false, true]) {
      const { text } = await bundle(SMALL, minify);
      const { answer, inside } = await load(`small-${minify}.mjs`, text);
      expect(answer).toEqual([1.5, 1, 1, 2.5]);
      expect(inside).toBe(-0.25);
    }
  });

  test('a small one has no hull builder, no predicates, no debug tools', async () => {
    const { text, inputs } = await bundle(SMALL, true);
    expect(text).not.toContain(HULL);
    expect(text).not.toMatch(/\bimport\b/);
    for (const part of [
      'robust-predicates',
      'hull-builder',
      'quickhull',
      'support-graph',
      'polytope.js',
      'debug/',
      'cylinder.js',
    ])
      expect(
        inputs.filter((name) => name.includes(part) && !name.includes('epa-polytope') && !name.includes('exact/')),
      ).toEqual([]);
    // The message is in there when it is used: the test above means something.
    const hull = await bundle("export { Polytope } from 'encounter'", true);
    expect(hull.text).toContain(HULL);
    expect(hull.inputs.some((name) => name.includes('robust-predicates'))).toBe(true);
  });

  test('an import for its side effects alone is empty', async () => {
    const { text } = await bundle("import 'encounter'", true);
    expect(text.trim()).toBe('');
  });

  test('everything has the same public names as the sources', async () => {
    const { text } = await bundle("export * from 'encounter'", true);
    const all = await load('all.mjs', text);
    expect(Object.keys(all).sort()).toEqual(Object.keys(source).sort());
  });

  test('the adapter leaves three to the program, and the library does without it', async () => {
    const { text, inputs } = await bundle("export * from 'encounter/three'", false, ['three']);
    const imports = text.match(/^import .* from "three";$/gm) ?? [];
    expect(imports).toHaveLength(1);
    expect(inputs.some((name) => name.includes('dist/three/'))).toBe(true);
    // Only the debug helper is made of parts of three.
    const picking = await bundle("export { Followers, pick } from 'encounter/three'", true, ['three']);
    expect(picking.text).not.toMatch(/from\s*["']three/);
    const all = await bundle("export * from 'encounter'; export * as core from 'encounter/core'", true, ['three']);
    expect(all.text).not.toMatch(/from\s*["']three/);
  });

  test('the other entries load', async () => {
    const core = await load('core.mjs', (await bundle("export * from 'encounter/core'", true)).text);
    for (const name of [
      'Gjk',
      'Epa',
      'GjkCast',
      'Simplex',
      'Affine',
      'AabbTree',
      'buildTree',
      'TreeOverlap',
      'TriangleRay',
    ])
      expect(core[name]).toBeTypeOf('function');
    await load('primitives.mjs', (await bundle("export * from 'encounter/primitives'", true)).text);
  });
});
