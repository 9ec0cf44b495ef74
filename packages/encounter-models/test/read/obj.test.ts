import { describe, expect, test } from 'vitest';
import { readModel } from '../../src/index.ts';
import { refused } from '../support/refused.ts';
import { isClosed, triangleCount, volume } from '../support/solids.ts';
import { utf8 } from '../support/text-writers.ts';

const read = (text: string, name = 'test.obj') => readModel(utf8(text), name);

const CUBE = `v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n`;
const FACES = 'f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';

describe('OBJ', () => {
  test('a cube of quadrangles is closed, and has a volume of 1', async () => {
    const { parts, format, units, warnings } = await read(CUBE + FACES, 'folder/my cube.obj');
    expect({ format, units, warnings }).toEqual({ format: 'obj', units: '', warnings: [] });
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({ id: 'my cube', layer: '', material: '' });
    expect(triangleCount(parts[0])).toBe(12);
    expect(isClosed(parts[0].triangles)).toBe(true);
    expect(volume(parts[0].triangles)).toBe(1);
  });

  test('objects, groups and materials; a group that comes again goes on', async () => {
    const { parts } = await read(
      `${CUBE}o Engine\ng Bolt M8\nusemtl steel\nf 1 2 3\ng Nut\nf 2 3 4\no Wheel\ng Bolt M8\nf 5 6 7\no Engine\ng Bolt M8\nusemtl brass\nf 6 7 8\n`,
    );
    expect(parts.map(({ id, name, path, layer, material }) => ({ id, name, path, layer, material }))).toEqual([
      {
        id: 'Engine/Bolt M8',
        name: 'Bolt M8',
        path: ['Engine', 'Bolt M8'],
        layer: 'Bolt M8',
        material: 'steel, brass',
      },
      { id: 'Engine/Nut', name: 'Nut', path: ['Engine', 'Nut'], layer: 'Nut', material: 'steel' },
      { id: 'Wheel/Bolt M8', name: 'Bolt M8', path: ['Wheel', 'Bolt M8'], layer: 'Bolt M8', material: 'steel' },
    ]);
    expect(parts.map(triangleCount)).toEqual([2, 1, 1]);
    // Each has the vertices that it uses, in the order of their use.
    expect([...parts[1].triangles.positions]).toEqual([1, 0, 0, 1, 1, 0, 0, 1, 0]);
  });

  test('numbers with exponents, negative indices, slashes, comments, continued lines and all ends of lines', async () => {
    const texts = [
      'v 1e-3 -2.5E+2 .5\nv +1. 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1/1/1 2//1 3/1\n',
      '# a comment\r\nv 1e-3 -2.5E+2 .5 1.0\r\nv 1 0 0 # here, too\r\nv 0 1 0\r\n\r\nf -3 -2 -1',
      'v 0.001 \\\n -250 0.5\rv 1 0 0\rv 0 1 0\r\tf  1 \\\r  2 \\\r  3  \r',
    ];
    for (const text of texts) {
      const [{ triangles }] = (await read(text)).parts;
      expect(triangles.positions).toEqual(new Float64Array([0.001, -250, 0.5, 1, 0, 0, 0, 1, 0]));
      expect([...triangles.indices]).toEqual([0, 1, 2]);
    }
  });

  test('polygons may be nonconvex: their triangles cover them and nothing else', async () => {
    // A comb of 5 teeth in a slanted plane. The area of its shadow on the ground is that of the comb.
    const outline: [number, number][] = [];
    for (let i = 0; i < 5; i++) outline.push([2 * i, 0], [2 * i, 10], [2 * i + 1, 10], [2 * i + 1, 1]);
    outline.splice(-1, 1, [9, 0]);
    const shadow = outline.map(([x, y], i) => {
      const [u, v] = outline[(i + 1) % outline.length];
      return (x * v - u * y) / 2;
    });
    const { parts } = await read(
      `${outline.map(([x, y]) => `v ${x} ${y} ${x + 3 * y}`).join('\n')}\nf ${outline.map((_, i) => i + 1).join(' ')}\n`,
    );
    const { positions: p, indices } = parts[0].triangles;
    expect(indices).toHaveLength(3 * (outline.length - 2));
    let [sum, sizes] = [0, 0];
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
      const area = ((p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a])) / 2;
      sum += area;
      sizes += Math.abs(area);
    }
    const area = shadow.reduce((total, value) => total + value, 0);
    expect(sum).toBeCloseTo(area, 10);
    expect(sizes).toBeCloseTo(Math.abs(area), 10);
  });

  test('lines and points', async () => {
    const [{ triangles }] = (await read(`${CUBE}l 1 2/1 3\np 8 -2\n`)).parts;
    expect(triangles.indices).toHaveLength(0);
    expect([...triangles.segments!]).toEqual([0, 1, 1, 2]);
    expect([...triangles.points!]).toEqual([3, 4]);
  });

  test('free-form surfaces are left out, and it says so', async () => {
    const model = await read(`${CUBE}${FACES}cstype bspline\ndeg 3 3\nsurf 0 1 0 1 1 2 3 4\nend\n`);
    expect(model.parts).toHaveLength(1);
    expect(model.warnings).toEqual(['Free-form curves and surfaces are left out.']);
  });

  test.each([
    ['v 0 0', 'line 1 has a vertex without three numbers: "v 0 0".'],
    ['v 0 0 nan', 'line 1 has a vertex without three numbers: "v 0 0 nan".'],
    ['v 0 0 1e999', 'line 1 has a vertex without three numbers: "v 0 0 1e999".'],
    [`${CUBE}f 1 2 9`, 'line 9 names vertex "9", and there are 8 so far.'],
    [`${CUBE}f 1 2 0`, 'line 9 names vertex "0", and there are 8 so far.'],
    [`${CUBE}f 1 2 -9`, 'line 9 names vertex "-9", and there are 8 so far.'],
    [`${CUBE}f 1 2 x`, 'line 9 names vertex "x", and there are 8 so far.'],
    [`${CUBE}f 1 2`, 'line 9 needs at least 3 vertices, and has 2.'],
    ['hello\nworld\n', 'it has no line of an OBJ file.'],
  ])('%j is refused', async (text, sentence) => {
    expect(await refused(utf8(text), 'x.obj')).toBe(sentence);
  });

  test('limits: vertices, triangles, parts, corners, and the length of a line', async () => {
    const parts = Array.from({ length: 5 }, (_, i) => `o ${i}\nf 1 2 3 4\n`).join('');
    for (const [limit, value, sentence] of [
      ['vertices', 7, '8 vertices are more than the limit of 7 (limits.vertices).'],
      ['triangles', 9, '10 triangles, segments and points are more than the limit of 9 (limits.triangles).'],
      ['parts', 4, '5 parts are more than the limit of 4 (limits.parts).'],
      ['corners', 3, '4 corners of a polygon are more than the limit of 3 (limits.corners).'],
      ['bytes', 10, '134 bytes are more than the limit of 10 (limits.bytes).'],
    ] as const)
      expect(await refused(utf8(CUBE + parts), 'x.obj', { limits: { [limit]: value } })).toBe(sentence);
    expect(await refused(utf8(`v 0 0 0\n${'1 '.repeat(600_000)}`), 'x.obj')).toContain(
      'a line of more than 1048576 bytes',
    );
    expect(await refused(utf8(`v 0 0 0\n${'f 1 \\\n'.repeat(600_000)}`), 'x.obj')).toContain(
      'continued for more than 1 MB',
    );
  });
});
