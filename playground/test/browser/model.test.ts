/** The page of one's own model: parts and clashes of files in every format, and two models that are dragged. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { packedGlb } from '../../../packages/encounter-models/test/support/gltf-transform.ts';
import { GltfWriter } from '../../../packages/encounter-models/test/support/gltf-writer.ts';
import { house } from '../../../packages/encounter-models/test/support/ifc-writer.ts';
import { box } from '../../../packages/encounter-models/test/support/solids.ts';
import { ply, plySurface, textStl, utf8 } from '../../../packages/encounter-models/test/support/text-writers.ts';
import { CUBE, makeGlb, makeObj } from '../fixtures/models.ts';
import { Visit } from './harness.ts';
import { copied, run } from './program.ts';

interface PartsFacts {
  readonly mode: string;
  readonly models: readonly { name: string; format: string; parts: number; triangles: number }[];
  readonly parts: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly listed: number;
  readonly running: boolean;
  readonly complete: boolean;
  readonly chosen: { kind: string; a: string; b: string; depth: number; distance: number } | null;
  readonly part: string | null;
  readonly hidden: number;
  readonly looks: boolean;
  readonly error: string | null;
  readonly busy: boolean;
  readonly eye: readonly number[];
}

interface Copy {
  readonly position: readonly [number, number, number];
}

interface DragFacts {
  readonly models: readonly { readonly name: string; readonly triangles: number; readonly closed: boolean }[];
  readonly distance: number;
  readonly intersecting: boolean;
  readonly contacts: number;
  readonly error: string | null;
  readonly a: Copy;
  readonly b: Copy;
}

type Files = Readonly<Record<string, Uint8Array>>;

/** Drops files onto the view, as a browser would on behalf of a visitor. */
async function drop({ page }: { page: Page }, files: Files): Promise<void> {
  const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes: [...bytes] }));
  const dataTransfer = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of list) transfer.items.add(new File([new Uint8Array(bytes)], name));
    return transfer;
  }, given);
  await page.dispatchEvent('canvas', 'dragover', { dataTransfer });
  await page.dispatchEvent('canvas', 'drop', { dataTransfer });
}

/** Once the models of these names are shown and their clashes found. */
function shown(visit: Visit<PartsFacts>, ...names: string[]): Promise<PartsFacts> {
  const wanted = names.join();
  return visit.until(
    ({ models, running, busy }) => !running && !busy && models.map(({ name }) => name).join() === wanted,
  );
}

/** Two boxes that overlap by 0.25 in x. */
const LEFT = box([0, 0, 0], [1, 1, 1]);
const RIGHT = box([0.75, 0.1, 0.1], [2, 0.9, 0.9]);

function painted(): GltfWriter {
  const writer = new GltfWriter();
  const material = writer.material('paint');
  writer.json.materials[material].pbrMetallicRoughness = { baseColorFactor: [1, 0, 0, 1] };
  for (const [name, { positions, indices }] of Object.entries({ left: LEFT, right: RIGHT })) {
    const at = writer.accessor(new Float32Array(positions), 'VEC3');
    // As the format asks for: three.js complains of their absence.
    const corner = (most: (...x: number[]) => number) =>
      [0, 1, 2].map((k) => Math.fround(most(...positions.filter((_, i) => i % 3 === k))));
    Object.assign(writer.json.accessors[at], { min: corner(Math.min), max: corner(Math.max) });
    const primitive = {
      attributes: { POSITION: at },
      indices: writer.accessor(new Uint16Array(indices), 'SCALAR'),
      material,
    };
    writer.node({ name, mesh: writer.mesh(name, primitive) });
  }
  return writer;
}

test('every format is read, with its parts, and its clashes are found', async () => {
  const visit = await Visit.open<PartsFacts>('model', { size: 'small' });
  const separate = painted();
  const solids = [
    { name: 'left', surface: LEFT },
    { name: 'right', surface: RIGHT },
  ];
  const vrml =
    '#VRML V2.0 utf8\nDEF left Shape { geometry Box { } }\nTransform { translation 1.5 0 0 children DEF right Shape { geometry Box { } } }';
  const twoObjects = (name: string, { positions }: typeof LEFT) =>
    new TextDecoder().decode(makeObj({ ...CUBE, positions })).replace(/f (\d+) (\d+) (\d+)/g, (_, a, b, c) => `f ${a - 9} ${b - 9} ${c - 9}`).replace(/^/, `o ${name}\n`); // biome-ignore format: one object after the other
  // Vertices are numbered from the last one back, so that objects can follow each other.
  const obj = utf8(twoObjects('left', LEFT) + twoObjects('right', RIGHT));
  const cases: readonly (readonly [name: string, files: Files, format: string, parts: number, hard: number])[] = [
    ['a.glb', { 'a.glb': painted().glb() }, 'gltf', 2, 1],
    ['b.gltf', { 'b.gltf': separate.gltf('b.bin'), 'b.bin': separate.binary() }, 'gltf', 2, 1],
    ['draco.glb', { 'draco.glb': await packedGlb('draco edgebreaker', LEFT, RIGHT) }, 'gltf', 2, 0],
    ['meshopt.glb', { 'meshopt.glb': await packedGlb('meshopt filter', LEFT, RIGHT) }, 'gltf', 2, 0],
    ['c.obj', { 'c.obj': obj }, 'obj', 2, 1],
    ['d.stl', { 'd.stl': textStl(...solids) }, 'stl', 2, 1],
    ['e.ply', { 'e.ply': ply('binary_little_endian', plySurface(LEFT)) }, 'ply', 1, 0],
    ['f.wrl', { 'f.wrl': utf8(vrml) }, 'vrml', 2, 1],
    ['g.ifc', { 'g.ifc': house().bytes() }, 'ifc', 7, 0],
  ];
  for (const [name, files, format, parts, hard] of cases) {
    await drop(visit, files);
    const facts = await shown(visit, name);
    expect(facts.models[0]).toMatchObject({ name, format, parts });
    expect([name, facts.kinds['hard'], facts.complete]).toEqual([name, hard, true]);
    if (format === 'gltf') await visit.until(({ looks }) => looks);
  }
  expect(visit.problems).toEqual([]);
});

test('a clash is chosen in the list: the camera flies there, and the numbers are shown', async () => {
  const visit = await Visit.open<PartsFacts>('model');
  const first = await visit.facts();
  expect(first.kinds).toMatchObject({ hard: 5, duplicate: 1, contained: 2 });
  const { page } = visit;
  const list = page.getByRole('listbox');
  await list.getByRole('option').filter({ hasText: 'Duplicate' }).click();
  const { chosen } = await visit.until(({ chosen, eye }) => chosen !== null && eye.join() !== first.eye.join());
  expect(chosen).toMatchObject({ kind: 'duplicate' });
  expect([chosen!.a, chosen!.b].sort()).toEqual(['Heating/Pumps/Pump 2/Motor', 'Heating/Pumps/Pump 2/Motor (copy)']);
  await expect.poll(() => page.locator('.hud .verdict').textContent()).toBe('duplicate, depth');
  await visit.screenshot('model-clash');

  await page.waitForURL(/clash=/);
  const address = page.url();

  // By keys, and only of one kind.
  await page.getByRole('button', { name: /^Hard/ }).click();
  const without = await visit.facts();
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect((await visit.until(({ chosen }) => chosen?.kind === 'contained')).chosen).not.toBeNull();
  expect(without.kinds['hard']).toBe(5);

  // The address keeps it.
  await page.waitForURL((url) => url.href !== address && url.href.includes('clash='));
  const before = (await visit.facts()).chosen;
  await page.reload();
  await visit.ready('model');
  expect((await visit.facts()).chosen).toEqual(before);

  // Nearer than nothing: none.
  await page.getByLabel('Nearer than').fill('0');
  const strict = await visit.until(({ kinds, running }) => !running && kinds['clearance'] === 0);
  expect(strict.kinds).toMatchObject({ hard: 5, touch: first.kinds['touch'] });
  expect(visit.problems).toEqual([]);
});

test('the tree: keys open and choose, a search finds, parts are hidden', async () => {
  const visit = await Visit.open<PartsFacts>('model', { size: 'small', motion: false });
  const { page } = visit;
  const tree = page.getByRole('tree');
  await page.getByLabel('Search parts').fill('sensor');
  await expect.poll(() => tree.getByRole('treeitem').count()).toBe(2);
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  expect((await visit.until(({ part }) => part !== null)).part).toBe('Ventilation/Sensor');
  await page.getByLabel('Search parts').fill('');
  await tree.focus();
  await page.keyboard.press('Home');
  const building = tree.getByRole('treeitem', { name: /^Building/ });
  const open = await building.getAttribute('aria-expanded');
  await page.keyboard.press(open === 'true' ? 'ArrowLeft' : 'ArrowRight');
  await expect.poll(() => building.getAttribute('aria-expanded')).toBe(open === 'true' ? 'false' : 'true');
  await page.keyboard.press('h');
  expect((await visit.until(({ hidden }) => hidden > 0)).hidden).toBe(10);
  await visit.press('Show all');
  await visit.until(({ hidden }) => hidden === 0);
  expect(visit.problems).toEqual([]);
});

test('of several files the clashes between them are found, with a tree for each; 2,000 parts are listed by few rows', async () => {
  const visit = await Visit.open<PartsFacts>('model', { size: 'small' });
  await drop(visit, { 'a.glb': makeGlb([{ mesh: CUBE }]), 'b.obj': makeObj(CUBE) });
  const two = await shown(visit, 'a.glb', 'b.obj');
  expect(two.kinds).toMatchObject({ duplicate: 1, hard: 0 });
  await visit.page.getByRole('treeitem', { name: /^b\.obj/ }).waitFor();
  const many = Array.from({ length: 2000 }, (_, i) => ({ translation: [2 * i, 0, 0] as const, mesh: CUBE }));
  await drop(visit, { 'many.glb': makeGlb(many.map((node) => node)) });
  const facts = await shown(visit, 'many.glb');
  expect(facts.parts).toBe(2000);
  expect(await visit.page.getByRole('treeitem').count()).toBeLessThan(60);
  expect(visit.problems).toEqual([]);
});

test('a file that is no model is refused in words, and what was shown stays', async () => {
  const visit = await Visit.open<PartsFacts>('model', { size: 'small' });
  const { models } = await visit.facts();
  await drop(visit, { 'notes.glb': utf8('no triangles here') });
  await visit.page.getByRole('alert').filter({ hasText: 'notes.glb' }).waitFor();
  const facts = await visit.facts();
  expect(facts.error).toMatch(/^notes\.glb: .*\.$/);
  expect(facts.models).toEqual(models);
  const writer = painted();
  await drop(visit, { 'lonely.gltf': writer.gltf('far/away.bin') });
  await visit.page.getByRole('alert').filter({ hasText: 'far/away.bin' }).waitFor();
  expect(visit.problems).toEqual([]);
});

test('the program that is offered finds the same clashes: in the sample, which it contains, and in a file, which it reads', async () => {
  const visit = await Visit.open<PartsFacts>('model', { size: 'small' });
  const { page } = visit;
  const last = (lines: readonly string[]): string => lines[lines.length - 1];
  const { listed } = await visit.facts();
  expect(last(run(await copied(visit)))).toBe(`${listed} clashes`);

  // Inside of this folder, so that the program finds the packages.
  const folder = mkdtempSync(join(import.meta.dirname, 'program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [download] = await Promise.all([page.waitForEvent('download'), visit.press('Save the sample')]);
  const saved = join(folder, 'room.wrl');
  await download.saveAs(saved);
  await drop(visit, { 'room.wrl': new Uint8Array(readFileSync(saved)) });
  const own = await shown(visit, 'room.wrl');
  expect(own.listed).toBeGreaterThan(0);
  expect(last(run(await copied(visit), folder))).toBe(`${own.listed} clashes`);
  expect(visit.problems).toEqual([]);
});

test('dragging: a dropped GLB is placed twice and tested', async () => {
  const visit = await Visit.open<DragFacts>('model', { state: 'mode=drag' });
  // The code is written once they rest: of a sample the mesh is in it.
  const { distance } = await visit.facts();
  await visit.page.locator('.code pre').filter({ hasText: 'closestPoints(a, b)' }).waitFor();
  expect(run(await copied(visit))[1].split(' ')[0]).toBe(`${distance}`);
  await drop(visit, { 'cube.glb': makeGlb([{ mesh: CUBE }]) });
  const apart = await visit.until(({ models }) => models[0].name === 'cube.glb');
  const cube = { name: 'cube.glb', triangles: 12, closed: true };
  expect(apart).toMatchObject({ models: [cube, cube], intersecting: false, contacts: 0, error: null });
  expect(apart.distance).toBeCloseTo(apart.b.position[0] - apart.a.position[0] - 1, 9);
  await visit.screenshot('model-dragged');

  await visit.page.locator('canvas').focus();
  await visit.page.keyboard.press('b');
  for (let i = 0; i < 40; i++) await visit.page.keyboard.press('ArrowLeft');
  const clash = await visit.until(({ intersecting }) => intersecting);
  expect(clash.distance).toBe(0);
  expect(clash.contacts).toBeGreaterThan(0);

  // The other mode shows what was dropped, too.
  await visit.press('Parts and clashes');
  await visit.until((facts) => (facts as unknown as PartsFacts).parts === 1);
  expect(visit.problems).toEqual([]);
});
