import { describe, expect, test } from 'vitest';
import { readModel } from '../../src/index.ts';
import { refused } from '../support/refused.ts';
import { box, drum, isClosed, triangleCount, volume } from '../support/solids.ts';
import { binaryStl, textStl, utf8 } from '../support/text-writers.ts';

const BOX = box([0, 0, 0], [1, 2, 3]);

describe('STL', () => {
  test('text: solids are parts, equal vertices one, closed is closed', async () => {
    const bytes = textStl(
      { name: 'left hinge', surface: BOX },
      { name: 'drum', surface: drum(100) },
      { name: '', surface: BOX },
    );
    const { parts, format, units, warnings } = await readModel(bytes, 'door.stl');
    expect({ format, units, warnings }).toEqual({ format: 'stl', units: '', warnings: [] });
    expect(parts.map(({ id }) => id)).toEqual(['left hinge', 'drum', 'door']);
    expect(parts.map(triangleCount)).toEqual([12, 400, 12]);
    expect(parts.map(({ triangles }) => triangles.positions.length / 3)).toEqual([8, 202, 8]);
    expect(parts.every(({ triangles }) => isClosed(triangles))).toBe(true);
    expect(volume(parts[0].triangles)).toBe(6);
    // Doubles, as the text is exact.
    expect(parts[1].triangles.positions).toBeInstanceOf(Float64Array);
    expect(new Set(parts[1].triangles.positions)).toEqual(new Set(drum(100).positions));
  });

  test.each([
    ['', 'drum'],
    ['solid gear', 'gear'],
    ['solid gear\nfacet normal', 'gear'],
    ['made by a program', 'drum'],
  ])('binary with the head %j', async (head, name) => {
    const { parts } = await readModel(binaryStl(drum(100), head), 'drum.stl');
    expect(parts.map(({ id }) => id)).toEqual([name]);
    expect(triangleCount(parts[0])).toBe(400);
    expect(parts[0].triangles.positions).toBeInstanceOf(Float32Array);
    expect(parts[0].triangles.positions).toHaveLength(3 * 202);
    expect(isClosed(parts[0].triangles)).toBe(true);
    expect(new Set(parts[0].triangles.positions)).toEqual(new Set(drum(100).positions.map(Math.fround)));
  });

  test('0 and −0 are one vertex; triangles without an extent are left out', async () => {
    const surface = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, -0, -0, -0], indices: [0, 1, 2, 3, 2, 1, 0, 3, 1] };
    for (const bytes of [binaryStl(surface), textStl({ name: 'a', surface })]) {
      const { parts, warnings } = await readModel(bytes, 'x.stl');
      expect([...parts[0].triangles.indices]).toEqual([0, 1, 2, 0, 2, 1]);
      expect(warnings).toEqual(['Triangles with two equal corners are left out.']);
    }
  });

  test('text in capitals, with numbers in all forms, and two vertices on a line', async () => {
    const text =
      'SOLID Part\n FACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0 vertex 1e0 0 0\n vertex 0 +1.0E0 -.5\nendloop endfacet\nEndSolid Part';
    const { parts, warnings } = await readModel(utf8(text), 'x.stl');
    expect(parts[0].triangles.positions).toEqual(new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, -0.5]));
    expect(parts[0].name).toBe('Part');
    expect(warnings).toEqual([]);
  });

  test('damage is refused with a sentence', async () => {
    const binary = binaryStl(BOX);
    expect(await refused(binary.subarray(0, 300), 'x.stl')).toBe(
      'it is cut off: 12 triangles take 684 bytes, and there are 300.',
    );
    expect(await refused(binary.subarray(0, 30), 'x.stl')).toBe('it is cut off: 30 bytes are no STL.');
    const absurd = binary.slice();
    new DataView(absurd.buffer).setUint32(80, 0xffffffff, true);
    expect(await refused(absurd, 'x.stl')).toMatch(/^it is cut off: 4294967295 triangles take 214748364834 bytes/);
    const nan = binary.slice();
    new DataView(nan.buffer).setFloat32(96, Number.NaN, true);
    expect(await refused(nan, 'x.stl')).toMatch(/^a vertex is at NaN/);
    const text = new TextDecoder().decode(textStl({ name: 'a', surface: BOX }));
    const change = (from: string, to: string) => refused(utf8(text.replace(from, to)), 'x.stl');
    expect(await change('vertex 0 0 3', 'vertex 0 zero 3')).toMatch(/^line \d+ has "zero" for a coordinate\.$/);
    expect(await change('vertex 0 0 3', '')).toMatch(/^line \d+ ends a loop of 2 vertices\.$/);
    expect(await change('outer loop', '')).toMatch(/^line 4 has a vertex outside of a loop\.$/);
    expect(await change('endloop', 'endsolid')).toMatch(/^line \d+ ends a solid in the midst of a facet\.$/);
    for (const { index } of [...text.matchAll(/\n/g)].slice(1, -1))
      expect(await refused(utf8(text.slice(0, index)), 'x.stl')).toBe('it is cut off: the last solid has no end.');
    for (let length = 100; length < text.length - 12; length += 17) await refused(utf8(text.slice(0, length)), 'x.stl');
    expect(await refused(binary, 'x.stl', { limits: { triangles: 11 } })).toContain('(limits.triangles)');
    expect(await refused(utf8(text), 'x.stl', { limits: { vertices: 7 } })).toContain('(limits.vertices)');
  });
});
