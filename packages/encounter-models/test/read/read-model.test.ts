import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, type Limits, readModel } from '../../src/index.ts';
import { detectFormat } from '../../src/read/detect-format.ts';
import { GltfWriter } from '../support/gltf-writer.ts';
import { refused } from '../support/refused.ts';
import { box } from '../support/solids.ts';
import { binaryStl, ply, plySurface, textStl, utf8 } from '../support/text-writers.ts';

const BOX = box([0, 0, 0], [1, 1, 1]);

describe('readModel', () => {
  test.each([
    ['gltf', new GltfWriter().glb()],
    ['gltf', new GltfWriter().gltf()],
    ['stl', binaryStl(BOX, 'solid')],
    ['stl', textStl({ name: 'x', surface: BOX })],
    ['ply', ply('binary_big_endian', plySurface(BOX))],
    ['obj', utf8('# a comment\n\n  # and another\nv 0 0 0\n')],
    ['vrml', utf8('#VRML V2.0 utf8\n')],
    ['ifc', utf8('ISO-10303-21;\nHEADER;')],
    ['ifc', utf8('/* made by x */ ISO-10303-21;')],
    [null, utf8('what is this?')],
    [null, new Uint8Array(200)],
  ])('knows %s by its bytes, whatever its name', (format, bytes) => {
    expect(detectFormat(bytes, 'file')).toBe(format);
    expect(detectFormat(bytes, 'file.unknown')).toBe(format);
  });

  test('goes by the name where the bytes say nothing', () => {
    const bytes = utf8('nothing in particular');
    for (const [name, format] of [
      ['a.GLB', 'gltf'],
      ['b.x.obj', 'obj'],
      ['c.wrl', 'vrml'],
      ['d.ifc', 'ifc'],
      ['stl', null],
    ] as const)
      expect(detectFormat(bytes, name)).toBe(format);
  });

  test('takes no time to know a format, whatever the bytes', () => {
    for (const text of [
      '/**/ '.repeat(200),
      '# # # '.repeat(170),
      ' '.repeat(1024),
      'solid '.repeat(170),
      '{'.repeat(1024),
    ])
      detectFormat(utf8(text), 'x');
  });

  test('refuses what it cannot read, and arguments that are none', async () => {
    expect(await refused(utf8('what is this?'), 'a.txt')).toBe('it is none of GLB, glTF, OBJ, STL, PLY, VRML and IFC.');
    expect(await refused(new Uint8Array(0), 'a.glb')).toBe('it is empty.');
    await expect(readModel('text' as unknown as Uint8Array, 'a.glb')).rejects.toThrow(TypeError);
    await expect(readModel(new Uint8Array(1), undefined as unknown as string)).rejects.toThrow(TypeError);
    await expect(readModel(new Uint8Array(1), 'a', { limit: 1 } as object)).rejects.toThrow("unknown option 'limit'");
    await expect(readModel(new Uint8Array(1), 'a', { limits: { polygons: 1 } as Partial<Limits> })).rejects.toThrow(
      "unknown limit 'polygons'",
    );
    await expect(readModel(new Uint8Array(1), 'a', { limits: { parts: Number.NaN } })).rejects.toThrow(RangeError);
  });

  test('has limits by default, and those that are given only as far as they are', async () => {
    expect(DEFAULT_LIMITS.bytes).toBe(2 ** 29);
    expect(await refused(utf8('v 0 0 0\nv 0 0 1\n'), 'a.obj', { limits: { vertices: 1 } })).toContain(
      '2 vertices are more',
    );
    expect((await readModel(utf8('v 0 0 0\nv 0 0 1\nl 1 2\n'), 'a.obj', { limits: {} })).parts).toHaveLength(1);
  });
});
