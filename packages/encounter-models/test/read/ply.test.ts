import { describe, expect, test } from 'vitest';
import { readModel } from '../../src/index.ts';
import { refused } from '../support/refused.ts';
import { drum, isClosed, triangleCount } from '../support/solids.ts';
import { type PlyElement, type PlyFormat, ply, plySurface, utf8 } from '../support/text-writers.ts';

const FORMATS: PlyFormat[] = ['ascii', 'binary_little_endian', 'binary_big_endian'];
const QUAD = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];
const corners = (rows: number[][]): PlyElement => ({
  name: 'vertex',
  properties: { x: 'float', y: 'float', z: 'float' },
  rows,
});
const faces = (...lists: number[][]): PlyElement => ({
  name: 'face',
  properties: { vertex_indices: ['uchar', 'int'] },
  rows: lists.map((list) => [list]),
});

describe.each(FORMATS)('PLY, %s', (format) => {
  const read = (elements: PlyElement[]) => readModel(ply(format, elements), 'shape.ply');

  test('a surface, as floats and as doubles', async () => {
    for (const type of ['float', 'double'] as const) {
      const { parts, units, format: found } = await read(plySurface(drum(60), type));
      expect({ units, found }).toEqual({ units: '', found: 'ply' });
      expect(parts).toHaveLength(1);
      expect(parts[0].id).toBe('shape');
      expect(triangleCount(parts[0])).toBe(240);
      expect(isClosed(parts[0].triangles)).toBe(true);
      const expected = type === 'float' ? new Float32Array(drum(60).positions) : new Float64Array(drum(60).positions);
      expect(parts[0].triangles.positions).toEqual(expected);
    }
  });

  test('properties of all types in any order, lists among them, and elements of other kinds', async () => {
    const model = await read([
      {
        name: 'camera',
        properties: { at: ['int', 'double'], on: 'char' },
        rows: [
          [[1, 2, 3], 1],
          [[], 0],
        ],
      },
      {
        name: 'vertex',
        properties: { red: 'uchar', z: 'double', tags: ['ushort', 'short'], x: 'short', quality: 'uint', y: 'float' },
        rows: [
          [255, 0.1, [], -3, 7, 0.5],
          [0, 0, [1, 2, -3], 1, 7, 0],
          [0, 0, [4], 0, 7, 1],
        ],
      },
      {
        name: 'face',
        properties: { flag: 'char', vertex_index: ['uint', 'uchar'], uv: ['char', 'float'] },
        rows: [[-1, [0, 1, 2], [0, 1]]],
      },
    ]);
    expect(model.warnings).toEqual(['Elements of the kind "camera" are left out.']);
    expect(model.parts[0].triangles.positions).toEqual(new Float64Array([-3, 0.5, 0.1, 1, 0, 0, 0, 1, 0]));
    expect([...model.parts[0].triangles.indices]).toEqual([0, 1, 2]);
  });

  test('polygons, faces of one and two corners, edges, strips', async () => {
    const { parts } = await read([
      corners(QUAD),
      faces([0, 1, 2, 3], [2], [], [0, 2]),
      { name: 'edge', properties: { vertex2: 'int', vertex1: 'int' }, rows: [[3, 1]] },
      { name: 'tristrips', properties: { vertex_indices: ['int', 'int'] }, rows: [[[0, 1, 3, 2, -1, 1, 2, 3]]] },
    ]);
    const { indices, segments, points } = parts[0].triangles;
    expect([...segments!]).toEqual([0, 2, 1, 3]);
    expect([...points!]).toEqual([2]);
    // The strips first, as polygons are cut at the end.
    expect([...indices]).toEqual([0, 1, 3, 3, 1, 2, 1, 2, 3, 0, 1, 2, 0, 2, 3]);
  });

  test('without faces, a cloud of points', async () => {
    const { triangles } = (await read([corners(QUAD)])).parts[0];
    expect(triangles.indices).toHaveLength(0);
    expect([...triangles.points!]).toEqual([0, 1, 2, 3]);
  });

  test('every cut is refused with one sentence', async () => {
    const bytes = ply(format, plySurface(drum(4)));
    expect((await readModel(bytes, 'x.ply')).parts).toHaveLength(1);
    // The last number of a text loses digits before it is missing.
    for (let length = 5; length < bytes.length - 3; length += 3) await refused(bytes.subarray(0, length), 'x.ply');
  });

  test('absurd numbers are refused before anything is allocated', async () => {
    const bytes = ply(format, plySurface(drum(4)));
    const text = Buffer.from(bytes).toString('latin1');
    const change = (from: string, to: string, limits = {}) =>
      refused(Uint8Array.from(Buffer.from(text.replace(from, to), 'latin1')), 'x.ply', { limits });
    expect(await change('vertex 10', 'vertex 1000000000000')).toMatch(
      /^it is cut off: 1000000000000 elements "vertex" take at least/,
    );
    expect(await change('vertex 10', 'vertex 1e400')).toBe('"1e400" is no number of elements.');
    expect(await change('vertex 10', 'vertex -1')).toBe('"-1" is no number of elements.');
    expect(await change('face 16', 'face 4000000000')).toMatch(/^it is cut off: 4000000000 elements "face"/);
    expect(await change('property float x', 'property quad x')).toContain('makes no sense: "property quad x"');
    expect(await change('property float x', 'property float u')).toBe('its vertices have no x, y and z.');
  });
});

describe('PLY', () => {
  test('an element without properties takes no time, whatever its number', async () => {
    const text = new TextDecoder().decode(ply('ascii', [corners(QUAD), faces([0, 1, 2])]));
    const changed = text.replace('element face', 'element nothing 9007199254740991\nelement face');
    expect((await readModel(utf8(changed), 'x.ply')).parts).toHaveLength(1);
  });

  test('vertices that are no numbers do no harm where no face uses them', async () => {
    const rows = [...QUAD, [Number.NaN, 0, 0], [Number.NEGATIVE_INFINITY, 0, 0]];
    for (const list of [
      [0, 1, 2],
      [0, 1, 2, 3],
    ]) {
      const { triangles } = (await readModel(ply('binary_little_endian', [corners(rows), faces(list)]), 'x.ply'))
        .parts[0];
      expect([...triangles.positions]).toEqual(QUAD.slice(0, list.length).flat());
    }
  });

  test('wrong vertices, numbers and limits', async () => {
    const at = (elements: PlyElement[], limits = {}) => refused(ply('ascii', elements), 'x.ply', { limits });
    expect(await at([corners(QUAD), faces([0, 1, 4])])).toBe('vertex 4 is used, and there are 4.');
    expect(await at([corners(QUAD), faces([0, 1, 2, 4])])).toBe('vertex 4 is used, and there are 4.');
    expect(await at([corners(QUAD), faces([0, 1, -1])])).toBe('-1 is no number of a vertex.');
    expect(await at([corners([...QUAD, [0, 0, Number.NaN]]), faces([0, 1, 2, 4])])).toBe(
      'a coordinate of vertex 4 is NaN.',
    );
    expect(await at([corners([[0, 0, Number.NaN]])])).toBe('a coordinate of vertex 0 is NaN.');
    expect(await at([corners([[0, 0, 1e39]])])).toBe('a coordinate of vertex 0 is Infinity.');
    expect(await at([faces([0, 1, 2])])).toBe('it has no vertices.');
    expect(await at([corners(QUAD), corners(QUAD)])).toBe('it has two lists of vertices.');
    expect(await at([corners(QUAD), faces([0, 1, 2, 3])], { corners: 3 })).toContain('(limits.corners)');
    expect(await at([corners(QUAD), faces([0, 1, 2, 3])], { triangles: 1 })).toContain('(limits.triangles)');
    expect(await at([corners(QUAD)], { vertices: 3 })).toContain('(limits.vertices)');
    expect(await refused(utf8('ply\nformat ascii 1.0\n'), 'x.ply')).toBe('the head has no end_header.');
    expect(await refused(utf8('ply\nformat xml 1.0\nend_header\n'), 'x.ply')).toBe('its format is "xml".');
    expect(await refused(utf8('ply\nend_header\n'), 'x.ply')).toBe('the head does not say its format.');
    const text = new TextDecoder().decode(ply('ascii', [corners(QUAD)]));
    expect(await refused(utf8(text.replace('1 0 0', '1 O 0')), 'x.ply')).toMatch(/^"O" at byte \d+ is no number\.$/);
  });
});
