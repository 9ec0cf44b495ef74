/**
 * All packages, packed and installed together: a strict TypeScript program, a CommonJS program, and bundles of Vite, esbuild and webpack
 * that use both libraries. And what publishing needs.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpack from 'webpack';
import { installPackage, type Project } from './support/installed.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const NAMES = ['encounter', 'encounter-models', 'encounter-cli'];

let project: Project;

beforeAll(() => {
  project = installPackage('encounter-models', 'encounter-cli');
  write('package.json', '{ "private": true, "type": "module" }');
});

afterAll(() => project?.remove());

/** Uses both libraries, and the workers of one. */
const PROGRAM = `
  import { Box, Collider, Sphere, signedDistance } from 'encounter';
  import { WorkerPool } from 'encounter/bulk';
  import { clash } from 'encounter-models';
  const box = new Collider(new Box([2, 2, 2]));
  const ball = new Collider(new Sphere(0.5), { position: [3, 0, 0] });
  const triangles = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3) };
  const part = (id, x) => ({ id, triangles, transform: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1) });
  const report = clash({ name: 'two.obj', parts: [part('a', 0), part('b', 0.5)] });
  console.log(signedDistance(box, ball).distance, report.clashes.map(({ kind }) => kind).join(), typeof WorkerPool);
`;
const PRINTED = '1.5 hard function\n';

async function print(file: string): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [file], { timeout: 60_000 }).catch((error) => {
    // A bundle is one long line, which would hide the message.
    throw new Error(error.message.slice(-2000));
  });
  expect(stderr).toBe('');
  return stdout;
}

function write(name: string, text: string): string {
  const file = join(project.folder, name);
  writeFileSync(file, text);
  return file;
}

describe('used by', () => {
  test('a strict TypeScript program, with all adapters', async () => {
    symlinkSync(join(root, 'node_modules/@types'), join(project.folder, 'node_modules/@types'), 'junction');
    write('strict.ts', STRICT);
    // Babylon's own declarations do not pass all of these options, so libraries are left out here. package.test.ts checks ours.
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2022', 'DOM'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['strict.ts'] }));
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', project.folder]).catch((error) => expect.fail(error.stdout || error));
  });

  test('a CommonJS program, by require and by import', async () => {
    const body = (get: string): string => `(async () => {
      const { Box, Collider, Sphere, signedDistance } = ${get}('encounter');
      const { Mover } = ${get}('encounter/mover');
      const { readModel } = ${get}('encounter-models');
      const ball = new Collider(new Sphere(0.5), { position: [3, 0, 0] });
      console.log(signedDistance(new Collider(new Box([2, 2, 2])), ball).distance, typeof Mover, typeof readModel);
    })();`;
    for (const get of ['require', 'await import']) {
      const file = write(`${get.replace(' ', '-')}.cjs`, body(get));
      expect(await print(file)).toBe('1.5 function function\n');
    }
  });

  test('the command', () => {
    const main = join(project.folder, 'node_modules/encounter-cli/dist/main.js');
    expect(execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })).toContain('encounter clash');
  });

  // What the models need to read files is not for every platform, and not used here: it stays outside of the bundles.
  const EXTERNAL = ['draco3dgltf', 'meshoptimizer', 'web-ifc', 'node:fs', 'node:path', 'node:module', 'node:url'];

  test('esbuild', async () => {
    const outfile = join(project.folder, 'esbuild.mjs');
    const stdin = { contents: PROGRAM, resolveDir: project.folder };
    await build({ stdin, bundle: true, minify: true, format: 'esm', platform: 'node', outfile, external: EXTERNAL });
    expect(await print(outfile)).toBe(PRINTED);
  });

  test('Vite', async () => {
    const entry = write('entry.js', PROGRAM);
    await viteBuild({
      root: project.folder,
      configFile: false,
      logLevel: 'warn',
      worker: { format: 'es' },
      build: { outDir: 'vite', target: 'es2022', rolldownOptions: { input: entry, external: EXTERNAL } },
    });
    const assets = join(project.folder, 'vite/assets');
    const main = readdirSync(assets).find((name) => name.startsWith('entry'))!;
    expect(await print(join(assets, main))).toBe(PRINTED);
  });

  test('webpack, which finds the worker of the pool', async () => {
    const entry = write('webpack-entry.mjs', PROGRAM);
    const path = join(project.folder, 'webpack');
    const stats = await new Promise<webpack.Stats>((resolve, reject) => {
      const options: webpack.Configuration = {
        mode: 'production',
        optimization: { minimize: false },
        target: 'node20',
        entry,
        context: project.folder,
        experiments: { outputModule: true },
        externals: EXTERNAL,
        externalsType: 'module',
        output: { path, filename: 'main.mjs', chunkFormat: 'module', module: true },
      };
      webpack(options, (error, result) => (error || !result ? reject(error) : resolve(result)));
    });
    expect(stats.toJson({ errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
    expect(stats.toJson().assets?.length).toBeGreaterThan(1);
    expect(await print(join(path, 'main.mjs'))).toBe(PRINTED);
  });
});

const STRICT = `
  import * as BABYLON from '@babylonjs/core';
  import { clash, readModel, type ClashReport, type Model } from 'encounter-models';
  import { Collider, Scene, Sphere } from 'encounter';
  import * as babylon from 'encounter/babylon';
  import * as adapter from 'encounter/three';
  import * as THREE from 'three';

  const stage = new BABYLON.Scene(new BABYLON.NullEngine());
  const world = new Scene<babylon.Followed>();
  const followers = new babylon.Followers({ solid: 'auto', shape: (mesh) => (mesh.name === 'ball' ? new Sphere(1) : undefined) });
  world.add(...followers.add(stage), ...babylon.collidersFromObject(new BABYLON.TransformNode('node', stage)));
  const zone: Collider<string> = followers.follow(new BABYLON.TransformNode('zone', stage), new Collider(new Sphere(1), { data: 'zone' }));
  const name: string | undefined = world.rayCast([0, 0, 0], [1, 0, 0])?.collider.data.object.name;
  const camera = new BABYLON.FreeCamera('camera', BABYLON.Vector3.Zero(), stage);
  const hit: number | undefined = babylon.pick(world, camera, { x: 0, y: 0 })?.t;
  const lines: BABYLON.LinesMesh = new babylon.EncounterHelper(world, stage, { boxes: true });
  const ball = BABYLON.MeshBuilder.CreateSphere('ball', {}, stage);
  const shapes = [babylon.fitShape(ball, 'sphere'), babylon.shapeFromObject(ball), babylon.polytopeFromGeometry(ball)];
  const mesh: THREE.Mesh = new THREE.Mesh(new THREE.BoxGeometry());
  const group = new Scene<adapter.Followed>().add(...adapter.collidersFromObject(mesh));
  export async function compare(bytes: Uint8Array): Promise<ClashReport> {
    const model: Model = await readModel(bytes, 'house.glb');
    return clash(model, undefined, { clearance: 0.05 });
  }
  const triangles = { positions: new Float64Array(9), indices: Uint32Array.of(0, 1, 2) };
  const byHand = { name: 'by hand', parts: [{ id: 'a', transform: new Float64Array(16), triangles }] };
  export const run = (read: Model) => clash([read, byHand, { ...byHand, units: 'm', parts: [{ ...byHand.parts[0]!, material: 'oak' }] }]);
  // @ts-expect-error A part has triangles.
  export const without = () => clash({ name: 'none', parts: [{ id: 'a', transform: new Float64Array(16) }] });
  console.log(zone.data, name, hit, lines.name, shapes, group.size, new babylon.DeformingMesh(ball).update().shape.solid);
  // @ts-expect-error There is no such kind.
  babylon.fitShape(ball, 'torus');
`;

describe('publishing', () => {
  const manifest = (name: string, from = root): Record<string, never> =>
    JSON.parse(readFileSync(join(from, 'packages', name, 'package.json'), 'utf8'));

  test('manifests say what a registry shows, and one version', () => {
    for (const name of NAMES) {
      const home = join(project.folder, 'node_modules', name);
      const packed = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
      expect(packed, name).toMatchObject({
        version: manifest('encounter')['version'],
        license: 'MIT',
        type: 'module',
        description: expect.any(String),
        keywords: expect.arrayContaining(['3d'].filter(() => name !== 'encounter-cli')),
        homepage: expect.stringMatching(/^https:/),
        bugs: { url: expect.stringMatching(/^https:/) },
        repository: { type: 'git', url: expect.stringMatching(/^git\+https:.*\.git$/), directory: `packages/${name}` },
        files: ['dist', 'src'],
        publishConfig: { access: 'public' },
      });
      expect(packed.sideEffects, name).toBeDefined();
      for (const file of ['LICENSE', 'README.md']) expect(readFileSync(join(home, file), 'utf8')).not.toBe('');
    }
    const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    expect(changes).toContain(`## ${manifest('encounter')['version']}\n`);
  });

  test('the workflow writes the repository that it runs in, and refuses a tag of another version', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'encounter-publish-'));
    for (const name of NAMES)
      cpSync(join(root, 'packages', name, 'package.json'), join(copy, 'packages', name, 'package.json'));
    const prepare = (...args: string[]) => run(process.execPath, [join(root, '.github/prepare-publish.mjs'), ...args]);
    const address = 'https://git.example.com/someone/encounter';
    const version = manifest('encounter')['version'];
    await prepare(address, `v${version}`, copy);
    expect(manifest('encounter-cli', copy)['repository']).toMatchObject({ url: `git+${address}.git` });
    await expect(prepare(address, 'v0.0.1', copy)).rejects.toThrow(/the tag is v0.0.1/);
    await expect(prepare('nowhere', `v${version}`, copy)).rejects.toThrow(/no repository: nowhere/);
    rmSync(copy, { recursive: true });
  });
});
