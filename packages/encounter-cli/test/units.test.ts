/** Small things that need no build. */
import { mkdirSync } from 'node:fs';
import { readModel } from 'encounter-models';
import { afterAll, describe, expect, test } from 'vitest';
import { checkOptions, countOption, lengthOption } from '../src/arguments.ts';
import { oneLine } from '../src/cli-error.ts';
import { loadModel, loadModels, loadVerified, readBeside } from '../src/input/model-source.ts';
import { duration, grouped, Progress, progressLine } from '../src/progress.ts';
import { shareModels } from '../src/run/share.ts';
import { ranges } from '../src/run/spec.ts';
import { ClashList, START } from '../src/viewer/list.ts';
import { glb, gltf, obj, PIPES, WALLS, workplace } from './support/fixtures.ts';

const place = workplace();
afterAll(() => place.remove());

describe('arguments', () => {
  test('unknown options and missing values are refused', () => {
    expect(() => checkOptions({ _: [], foo: true }, {})).toThrow('Unknown option --foo.');
    expect(() => checkOptions({ _: [], json: '' }, { json: { type: 'string' } })).toThrow('--json needs a value.');
    expect(() => checkOptions({ _: [], bcfVersion: '3.0' }, { 'bcf-version': { type: 'string' } })).not.toThrow();
  });

  test('numbers are checked', () => {
    expect(lengthOption('clearance', '0.05')).toBe(0.05);
    for (const wrong of ['-1', 'x', 'NaN', 'Infinity', ' '])
      expect(() => lengthOption('clearance', wrong)).toThrow('--clearance');
    expect(countOption('workers', '4')).toBe(4);
    for (const wrong of ['0', '1.5', '-2', 'many']) expect(() => countOption('workers', wrong)).toThrow('--workers');
  });

  test('errors are one line that steers no terminal', () => {
    expect(oneLine(new Error('a\u001b[2J\nb'))).toBe('a\ufffd[2J');
  });
});

describe('progress', () => {
  test('says rate and time left', () => {
    expect(progressLine('Testing', 250, 1000, 200, 2, '3 workers')).toBe(
      'Testing ██████░░░░░░░░░░░░░░░░░░ 25 %  250 of 1,000  100/s  8 s left  3 workers',
    );
    expect(progressLine('Testing', 0, 0, 0, 0, '')).toContain('100 %');
    expect([0.4, 59.6, 61, 3725].map(duration)).toEqual(['< 1 s', '1 min 0 s', '1 min 1 s', '1 h 2 min']);
    expect([0.25, 12.4, 1234567].map(grouped)).toEqual(['0.3', '12', '1,234,567']);
  });

  test('is drawn on terminals only', () => {
    for (const [isTTY, quiet, drawn] of [
      [true, false, true],
      [false, false, false],
      [true, true, false],
    ]) {
      const written: string[] = [];
      const stream = {
        isTTY,
        columns: 80,
        write: (text: string) => written.push(text) > 0,
      } as unknown as NodeJS.WriteStream;
      const bar = new Progress('Testing', quiet, stream);
      bar.update(1, 2);
      bar.update(2, 2);
      bar.end();
      expect(written.length > 0).toBe(drawn);
    }
  });
});

test('ranges cover everything once', () => {
  for (const [count, pieces, most] of [
    [0, 4, 10],
    [1, 4, 10],
    [1000, 7, 64],
    [1000, 3, 1e6],
    [5, 1000, 3],
  ]) {
    const list = ranges(count, pieces, most);
    let next = 0;
    for (const { from, to } of list) {
      expect(from).toBe(next);
      expect(to - from).toBeGreaterThan(0);
      expect(to - from).toBeLessThanOrEqual(most);
      next = to;
    }
    expect(next).toBe(count);
  }
});

test('shared models are equal, and parts that shared triangles still do', async () => {
  const model = await readModel(glb(WALLS), 'walls.glb');
  const [shared] = shareModels([model]);
  expect(shared.parts.map((part) => [...part.triangles.positions])).toEqual(
    model.parts.map((part) => [...part.triangles.positions]),
  );
  expect(shared.parts[0].triangles.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(new Set(shared.parts.map((part) => part.triangles)).size).toBe(
    new Set(model.parts.map((part) => part.triangles)).size,
  );
});

describe('files', () => {
  test('other files are read beside the model, and nowhere else', async () => {
    const { json, buffer } = gltf(PIPES, 'sub/pipes%20.bin');
    mkdirSync(place.path('sub'), { recursive: true });
    place.write('sub/pipes .bin', buffer);
    const { model, source } = await loadModel(place.write('pipes.gltf', json), 'pipes.gltf');
    expect(model.parts).toHaveLength(PIPES.length);
    expect(source.files).toHaveLength(1);
    for (const uri of [
      '../secret',
      '/etc/passwd',
      'sub/../../x',
      '..',
      'file:///etc/passwd',
      'http://x/y',
      '%2e%2e/x',
      '..\\x',
      '\\\\host\\x',
      'C:\\x',
    ])
      await expect(readBeside(place.path('pipes.gltf'), uri), uri).rejects.toThrow('outside the folder');
    await expect(readBeside('http://host/a/b.gltf', '../c.bin')).rejects.toThrow('outside the folder');
    await expect(readBeside('http://host/a/b.gltf', 'http://other/a/c.bin')).rejects.toThrow('outside the folder');
  });

  test('what another machine reads must be the same to the byte', async () => {
    const path = place.write('walls.glb', glb(WALLS));
    const { source } = await loadModel(path, 'walls.glb');
    const other = place.write('other.glb', glb(PIPES));
    expect((await loadVerified(source, [place.path('nowhere'), other, path])).parts).toHaveLength(WALLS.length);
    await expect(loadVerified(source, [other])).rejects.toThrow('other.glb has other content');
    await expect(loadVerified(source, [])).rejects.toThrow('walls.glb was not found');
  });

  test('units given for a file that says none are those that another machine takes', async () => {
    const path = place.write('plain.obj', obj([WALLS[4]]));
    const { model, source } = await loadModel(path, 'plain.obj', 'mm');
    const again = await loadVerified(source, [path]);
    for (const { units, parts } of [model, again]) expect([units, parts[0].units]).toEqual(['mm', 'mm']);
    expect((await loadModel(place.write('said.glb', glb(WALLS)), 'said.glb', 'mm')).model.units).toBe('m');
  });

  test('two files of one name go by their paths; one file twice is refused', async () => {
    mkdirSync(place.path('b'), { recursive: true });
    const paths = [place.write('same.glb', glb(WALLS)), place.write('b/same.glb', glb(PIPES))];
    expect((await loadModels(paths)).map(({ model }) => model.name)).toEqual(paths);
    await expect(loadModels([paths[0], paths[0]])).rejects.toThrow('given twice');
  });
});

test('the list of the page filters and sorts', () => {
  const part = (id: string, file: string) => ({ id, file, name: id, path: `x/${id}`, triangles: 1 });
  const parts = new Map(['P10', 'P9', 'W'].map((id) => [id, part(id, id === 'W' ? 'w.glb' : 'p.glb')]));
  const rest = {
    exact: true,
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    normal: [1, 0, 0],
    region: { min: [0, 0, 0], max: [0, 0, 0] },
  } as const;
  const list = new ClashList(
    [
      { ...rest, id: 'c0', a: 'P10', b: 'W', kind: 'hard', depth: 1, distance: 0, group: 2, status: 'new' },
      { ...rest, id: 'c1', a: 'P9', b: 'W', kind: 'hard', depth: 2, distance: 0, group: 1, status: 'approved' },
      { ...rest, id: 'c2', a: 'P9', b: 'P10', kind: 'clearance', depth: 0, distance: 0.1, group: 1, status: 'new' },
    ],
    parts,
  );
  expect(list.view(START)).toEqual([1, 0, 2]);
  expect(list.view({ ...START, sort: 'parts' })).toEqual([2, 1, 0]);
  expect(list.view({ ...START, sort: 'size', descending: true })).toEqual([1, 0, 2]);
  expect(list.view({ ...START, kind: 'hard', status: 'new' })).toEqual([0]);
  expect(list.view({ ...START, group: '1' })).toEqual([1, 2]);
  expect(list.view({ ...START, text: 'w.glb p9' })).toEqual([1]);
  expect(list.view({ ...START, text: 'nothing' })).toEqual([]);
});
