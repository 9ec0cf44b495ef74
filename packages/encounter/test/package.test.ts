/** The packed package: complete and well described, and a bundler takes only what is used of it, and it works. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as source from '../src/index.ts';
import { installPackage, type Project } from './support/installed.ts';
import { snippets } from './support/snippets.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

let project: Project;

/** Where bundles are run: outside of the project, for they must not need anything of it. */
let room = '';

beforeAll(() => {
  project = installPackage();
  room = mkdtempSync(join(tmpdir(), 'encounter-bundle-'));
});

afterAll(() => {
  project?.remove();
  if (room !== '') rmSync(room, { recursive: true });
});

describe('the tarball', () => {
  test('has what every entry names, and the licence', () => {
    const home = join(project.folder, 'node_modules/encounter');
    const files = JSON.stringify(project.manifest.exports).match(/(?<=")\.\/[^"]+\.(?:js|d\.ts)(?=")/g) ?? [];
    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const file of [...files, 'LICENSE', 'README.md'])
      expect(existsSync(join(home, file)), `${file} in the tarball`).toBe(true);
  });

  test('publint has nothing to say', async () => {
    const { messages } = await publint({ pack: { tarball: arrayBuffer(readFileSync(project.tarball)) }, strict: true });
    expect(messages).toEqual([]);
  });

  test('the types are right for ES modules', async () => {
    const manifest = createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json');
    const attw = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.attw);
    const flags = ['--profile', 'esm-only', '--no-definitely-typed', '--no-color', '--no-emoji'];
    // It fails, with what it found, when something is wrong.
    const { stdout } = await run(process.execPath, [attw, project.tarball, ...flags]);
    for (const entry of Object.keys(project.manifest.exports))
      expect(stdout).toContain(`"${entry.replace('.', 'encounter')}"`);
  });
});

describe('the types, as a strict program sees them', () => {
  const home = (): string => join(project.folder, 'node_modules/encounter');

  test('have nothing internal in them', () => {
    const marked = new Map<string, string[]>();
    const withMark: string[] = [];
    for (const name of readdirSync(join(home(), 'src'), { recursive: true, encoding: 'utf8' })) {
      const declarations = join(home(), 'dist', name.replace(/\.ts$/, '.d.ts'));
      if (!name.endsWith('.ts') || !existsSync(declarations)) continue;
      const text = readFileSync(declarations, 'utf8');
      if (text.includes('@internal')) withMark.push(name);
      marked.set(text, internalNames(readFileSync(join(home(), 'src', name), 'utf8')));
    }
    expect(withMark).toEqual([]);
    // Members of these names are gone from the files whose sources mark them.
    const left = [...marked].flatMap(([text, names]) =>
      names.filter((name) => new RegExp(`^  (?:\\w+ )*${name}[(:?]`, 'm').test(text)),
    );
    expect(left).toEqual([]);
    expect([...marked.values()].flat().length).toBeGreaterThan(10);
    // What overrides or implements an internal member is internal without saying so.
    expect(readFileSync(join(home(), 'dist/shapes/box.d.ts'), 'utf8')).not.toMatch(/polyhedral|roughBox/);
  });

  test('compile, libraries included, with everything a program does with them', async () => {
    symlinkSync(join(root, 'node_modules/@types'), join(project.folder, 'node_modules/@types'), 'junction');
    writeFileSync(join(project.folder, 'program.ts'), PROGRAM);
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2022', 'DOM'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      skipLibCheck: false,
      noEmit: true,
    };
    writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    // It fails, and prints what is wrong.
    await run(process.execPath, [tsc, '-p', project.folder]).catch((error) => expect.fail(error.stdout || error));
  });
});

/** The members that a source marks `@internal`: the name that follows the comment. */
function internalNames(source: string): string[] {
  const after = /@internal\s*\*\/\s*(?:(?:readonly|protected|abstract|override|static|get|set) )*(\w+)/g;
  return [...source.matchAll(after)].map(([, name]) => name);
}

const PROGRAM = `
  import * as bounds from 'encounter/bounds';
  import * as core from 'encounter/core';
  import { type CastRaysOptions, distancesToPoints, WorkerPool } from 'encounter/bulk';
  import { clipVelocity, Mover, type MoveResult } from 'encounter/mover';
  import * as primitives from 'encounter/primitives';
  import * as adapter from 'encounter/three';
  import {
    Box, Collider, Compound, ContactTracker, DistanceResult, Halfspace, Mesh, PairCache, PenetrationResult, Polytope,
    ResponseTable, Scene, Shape, Sphere, SweepAndPrune, Vec3, castShape, closestPoints, contacts, penetration, rayCast,
    response, signedDistance, type BroadPhase, type QueryOptions, type Vec3Input,
  } from 'encounter';

  interface Thing { readonly name: string }

  /** A shape of the program's own: all that it must have is a support point and a text. */
  class Lens extends Shape {
    readonly #radius: number;
    constructor(radius: number) {
      super();
      this.#radius = radius;
    }
    support(dir: Vec3, out: Vec3): Vec3 {
      const s = this.#radius / (Math.hypot(dir.x, dir.y, dir.z) || 1);
      return out.set(dir.x * s, 0.5 * dir.y * s, dir.z * s);
    }
    override toString(): string {
      return 'new Lens()';
    }
  }

  /** And a collider with more to it. */
  class Named extends Collider<Thing> {
    readonly label: string;
    constructor(shape: Shape, label: string) {
      super(shape, { data: { name: label }, position: [0, 1, 0] });
      this.label = label;
    }
  }

  const options: QueryOptions = { cache: new PairCache(), maxDistance: 5, accuracy: 1e-6 };
  const lens: Shape = new Lens(1);
  const shapes: Shape[] = [lens, new Box([1, 2, 3]), new Sphere(1), new Polytope([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])];
  const colliders: Collider[] = shapes.map((shape) => new Collider(shape, { margin: 0.1 }));
  const named = new Named(new Compound([{ shape: lens }, { shape: new Sphere(1), position: [1, 0, 0] }]), 'lens');
  const floor = new Collider<Thing>(new Halfspace([0, 1, 0], 0), { data: { name: 'floor' } });
  const mesh = new Mesh({ positions: new Float32Array(9), indices: [0, 1, 2] });
  const apart: DistanceResult = signedDistance(named, floor, new DistanceResult(), options);
  const near: Vec3 = closestPoints(colliders[0]!, new Collider(mesh)).pointA;
  const deep: PenetrationResult | null = penetration(named, floor);
  const t: number | undefined = rayCast(floor, [0, 1, 0], near)?.t ?? castShape(named, [0, -1, 0], floor, [0, 0, 0])?.t;
  const places: Vec3Input[] = [[0, 1, 2], near, { x: 1, y: 2, z: 3 }];
  const broadPhase: BroadPhase<never> = new SweepAndPrune();
  const scene = new Scene<Thing>({ broadPhase }).add(named, floor);
  const table = new ResponseTable<Thing>();
  const things = table.createClass('things');
  table.assign(named, things);
  table.addDefault(response('depth', (a, b, { depth }) => depth > 1 && a.data.name !== b.data.name));
  table.addDefault(new ContactTracker<Thing>('simple', {}).response);
  const nearest: string | undefined = scene.nearest([0, 0, 0])?.collider.data.name;
  for (const [a, b] of scene.encounters()) console.log(a.data.name, b.id, a.bounds().min.x, b.getMatrix()[12]);
  console.log(apart.distance, deep?.depth, t, places, nearest, scene.test(table), contacts(named, floor).length);
  console.log(new core.Gjk().iterations, core.buildHull(new Float64Array(9)).vertices, primitives, adapter.pick, named.label);
  const mover = new Mover<Thing>(new Box([1, 2, 1]), { position: [0, 1, 0], stepHeight: 0.3 });
  const walk: MoveResult<Thing> = mover.move(new Scene<Thing>(), [1, 0, 0], { onHit: ({ collider }) => collider.data.name });
  console.log(walk.ground === 'on', walk.groundCollider?.data.name, clipVelocity(walk.moved, []).x, mover.collider.data);
  const rays: CastRaysOptions = { any: true };
  const distances: Float64Array = distancesToPoints(named, new Float32Array(3), new Float64Array(1), { maxDistance: 1 });
  const times: Promise<Float32Array> = new WorkerPool(1).castRays(scene, new Float64Array(6), new Float32Array(1), rays);
  console.log(distances, times);
  const sphere: bounds.BoundingSphere = bounds.boundingSphere(places, { exact: false });
  const obb: bounds.OrientedBox = bounds.orientedBox(new Float32Array(9), { method: 'tight' });
  const apartByDirections: boolean = !bounds.intersectsKDop(bounds.kDop(places, 26), bounds.kDop([near], 26));
  const tree = new bounds.KdTree(places);
  const found: bounds.Neighbour[] = tree.nearestK(near, 2, [tree.nearest([0, 0, 0], new bounds.Neighbour())]);
  const ray: number | undefined = new bounds.VoxelGrid(mesh, { resolution: [2, 2, 1] }).rayCast(near, [0, 0, 0])?.primitive;
  console.log(sphere.radius, obb.axes[0].x, apartByDirections, found[0]?.index, tree.within(near, 1), ray);

  // @ts-expect-error What is internal is no part of the types.
  lens.core;
  // @ts-expect-error
  named.placement;
  // @ts-expect-error
  new PairCache().recall;
`;

function arrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

describe('programs of the README, bundled', () => {
  const programs = snippets('README.md').map((snippet) => ({ ...snippet, file: snippet.name.replace(/\W/g, '-') }));

  test.each(programs)('$name, by esbuild', async ({ file, code, output }) => {
    const { text } = await bundle(code, true);
    expect(await print(`${file}-esbuild.mjs`, text)).toBe(output);
  });

  test.each(programs)('$name, by Vite', async ({ file, code, output }) => {
    expect(await print(`${file}-vite.mjs`, await bundleByVite(file, code))).toBe(output);
  });
});

/** A program as Vite bundles it, in one file. */
async function bundleByVite(file: string, code: string): Promise<string> {
  const entry = join(project.folder, `${file}.js`);
  writeFileSync(entry, code);
  const built = await viteBuild({
    root: project.folder,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: entry } },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('one build was asked for');
  expect(built.output).toHaveLength(1);
  return built.output[0].code;
}

/** What a bundle prints. */
async function print(name: string, text: string): Promise<string> {
  const file = join(room, name);
  writeFileSync(file, text);
  const { stdout, stderr } = await run(process.execPath, [file]);
  expect(stderr).toBe('');
  return stdout;
}

interface Bundle {
  readonly text: string;
  readonly inputs: string[];
}

async function bundle(contents: string, minify: boolean, external: string[] = []): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: project.folder },
    absWorkingDir: project.folder,
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

/**
 * Files of dist, and dependencies, that a program must not carry if it does not use them. Two boxes are told apart, and their
 * distance is found, by the axes of primitives/.
 */
const UNUSED =
  /node_modules\/|^(broad|bounds|tree|debug|motion|adapters|three|babylon|complex|scene)\/|^primitives\/(?!box-(axes|gap|touch)\.js)|^bodies\/(mesh|compound|hull|triangle)|^pairs\/(mesh|compound|halfspace)|^shapes\/(mesh|vertex-array|polytope|cylinder|hull)/;

describe('bundles', () => {
  test('a small one gives the right answers', async () => {
    for (const minify of [false, true]) {
      const { text } = await bundle(SMALL, minify);
      const { answer, inside } = await load(`small-${minify}.mjs`, text);
      expect(answer).toEqual([1.5, 1, 1, 2.5]);
      expect(inside).toBe(-0.25);
    }
  });

  test('a small one has no meshes, scenes, broad phases, hull builder, predicates, debug tools', async () => {
    const { text, inputs } = await bundle(SMALL, true);
    console.log(
      `Box, Sphere, Collider, signedDistance: ${text.length} B minified, ${gzipSync(text).length} B with gzip`,
    );
    expect(text).not.toContain(HULL);
    expect(text).not.toMatch(/\bimport\b/);
    const own = inputs.map((name) => name.replace('node_modules/encounter/dist/', ''));
    expect(own).toContain('shapes/box.js');
    expect(own.filter((name) => UNUSED.test(name))).toEqual([]);
    // The message is in there when it is used: the test above means something.
    const hull = await bundle("export { Polytope } from 'encounter'", true);
    expect(hull.text).toContain(HULL);
    expect(hull.inputs.some((name) => name.includes('encounter/dist/primitives/determinant.js'))).toBe(true);
    const scene = await bundle("export { Mesh, Scene } from 'encounter'", true);
    for (const part of ['scene/scene.js', 'complex/mesh.js', 'broad/'])
      expect(scene.inputs.some((name) => name.includes(`encounter/dist/${part}`))).toBe(true);
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

  test('the adapters leave three and Babylon to the program, and the library does without them', async () => {
    const { text, inputs } = await bundle("export * from 'encounter/three'", false, ['three']);
    const imports = text.match(/^import .* from "three";$/gm) ?? [];
    expect(imports).toHaveLength(1);
    expect(inputs.some((name) => name.includes('dist/three/'))).toBe(true);
    // Only the debug helper is made of parts of three.
    const picking = await bundle("export { Followers, pick } from 'encounter/three'", true, ['three']);
    expect(picking.text).not.toMatch(/from\s*["']three/);
    const nodes = await bundle("export { Followers, fitShape, pick } from 'encounter/babylon'", true, ['@babylonjs/*']);
    expect(nodes.inputs.some((name) => name.includes('dist/babylon/'))).toBe(true);
    expect(nodes.text).not.toMatch(/from\s*["']@babylonjs/);
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
    const mover = await load('mover.mjs', (await bundle("export * from 'encounter/mover'", true)).text);
    for (const name of ['Mover', 'castMover', 'collectPlanes', 'solvePlanes', 'clipVelocity'])
      expect(mover[name]).toBeTypeOf('function');
    const bulk = await load('bulk.mjs', (await bundle("export * from 'encounter/bulk'", true)).text);
    for (const name of ['distancesToPoints', 'castRays', 'WorkerPool']) expect(bulk[name]).toBeTypeOf('function');
    const bounds = await load('bounds.mjs', (await bundle("export * from 'encounter/bounds'", true)).text);
    for (const name of [
      'boundingSphere',
      'boundingBox',
      'orientedBox',
      'kDop',
      'intersectsKDop',
      'KdTree',
      'VoxelGrid',
    ])
      expect(bounds[name]).toBeTypeOf('function');
  });

  test('each of the bounds comes without the others, colliders and scenes', async () => {
    const box = await bundle("export { boundingBox } from 'encounter/bounds'", true);
    expect(box.inputs.filter((name) => /dist\/(?!math|bounds|check|tolerances)|robust/.test(name))).toEqual([]);
    expect(gzipSync(box.text).length).toBeLessThan(1500);
    // All but BspTree, which asks the queries of a collider.
    const names = 'boundingSphere, boundingBox, orientedBox, kDop, intersectsKDop, KdTree, VoxelGrid, ObbTree';
    const all = await bundle(`export { ${names} } from 'encounter/bounds'`, true);
    expect(all.inputs.filter((name) => /dist\/(bodies|convex|pairs|complex|scene|broad|query)/.test(name))).toEqual([]);
  });
});
