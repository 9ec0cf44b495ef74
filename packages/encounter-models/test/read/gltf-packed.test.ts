/** Draco, meshopt and instancing, written by glTF-Transform's encoders, and compared with what glTF-Transform itself reads. */
import { Document } from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import { describe, expect, test } from 'vitest';
import { ModelError, readModel } from '../../src/index.ts';
import { addSurface, type Packing, packedGlb, transformIo } from '../support/gltf-transform.ts';
import { box, drum, isClosed, triangleCount, volume, worldPositions } from '../support/solids.ts';

const SURFACES = [drum(50), box([0, 0, 0], [1, 2, 3])];
const PACKINGS: Packing[] = ['none', 'draco edgebreaker', 'draco sequential', 'meshopt quantize', 'meshopt filter'];

/** What changes in the JSON of a GLB; the text keeps its length. */
function edit(glb: Uint8Array, from: string, to: string): Uint8Array {
  const out = glb.slice();
  const size = new DataView(out.buffer).getUint32(12, true);
  const text = new TextDecoder().decode(out.subarray(20, 20 + size));
  expect(text).toContain(from);
  const changed = text.replace(from, to).trimEnd().padEnd(size);
  expect(changed).toHaveLength(size);
  out.set(new TextEncoder().encode(changed), 20);
  return out;
}

describe.each(PACKINGS)('%s', (packing) => {
  test('gives what glTF-Transform reads, to the last bit', async () => {
    const glb = await packedGlb(packing, ...SURFACES);
    const { parts, warnings } = await readModel(glb, 'x.glb');
    expect(warnings).toEqual([]);
    const nodes = (await (await transformIo()).readBinary(glb)).getRoot().listNodes();
    expect(parts.map(({ path }) => path)).toEqual([['part 0'], ['part 1']]);
    parts.forEach((part, i) => {
      expect(part.material).toBe(`part ${i} paint`);
      expect(triangleCount(part)).toBe(SURFACES[i].indices.length / 3);
      expect([...part.transform]).toEqual(nodes[i].getWorldMatrix());
      const primitive = nodes[i].getMesh()!.listPrimitives()[0];
      expect([...part.triangles.indices]).toEqual([...primitive.getIndices()!.getArray()!]);
      const position = primitive.getAttribute('POSITION')!;
      const element = [0, 0, 0];
      for (let v = 0; v < position.getCount(); v++)
        expect([...part.triangles.positions.subarray(3 * v, 3 * v + 3)]).toEqual(position.getElement(v, element));
    });
  });

  test('is closed, and has the volume it should have', async () => {
    const { parts } = await readModel(await packedGlb(packing, ...SURFACES), 'x.glb');
    expect(isClosed(parts[0].triangles)).toBe(true);
    const found = worldPositions(parts[1]).flat();
    expect(
      Math.abs(volume({ positions: new Float64Array(found), indices: parts[1].triangles.indices }) - 6),
    ).toBeLessThan(0.01);
  });

  test('damaged anywhere, it is read or refused with a sentence', async () => {
    const glb = await packedGlb(packing, drum(5));
    const start = 28 + new DataView(glb.buffer).getUint32(12, true);
    for (let at = start; at < glb.length; at += 3) {
      const copy = glb.slice();
      copy[at] ^= 0xff;
      await readModel(copy, 'x.glb').catch((error) => expect(error).toBeInstanceOf(ModelError));
    }
  });
});

describe('what packed data claims', () => {
  test('a Draco head of a billion triangles is refused before it is decoded', async () => {
    const glb = await packedGlb('draco edgebreaker', drum(5));
    const at = Buffer.from(glb).indexOf('DRACO');
    // Version 2.2, a mesh, edgebreaker, no flags; then how edges are traversed, the points and the faces.
    expect([...glb.subarray(at + 5, at + 11)]).toEqual([2, 2, 1, 1, 0, 0]);
    expect([...glb.subarray(at + 12, at + 14)]).toEqual([12, 20]);
    const copy = glb.slice();
    copy.set([12, 0xff, 0xff, 0xff, 0x7f], at + 12);
    await expect(readModel(copy, 'x.glb')).rejects.toThrow(
      /^x.glb: the Draco data .* has 268435455 triangles .* bytes\.$/,
    );
    copy[at + 6] = 1;
    await expect(readModel(copy, 'x.glb')).rejects.toThrow('is damaged: it has version 2.1, not 2.2.');
  });

  test('a meshopt view with an impossible format is refused before it is decoded', async () => {
    const glb = await packedGlb('meshopt quantize', drum(5));
    await expect(readModel(edit(glb, '"ATTRIBUTES"', '"ATTRIBUTEZ"'), 'x.glb')).rejects.toThrow('has an unknown mode.');
    await expect(readModel(edit(glb, '"mode":"TRIANGLES"', '"mode":"INDICES"'), 'x.glb')).rejects.toThrow(ModelError);
    await expect(readModel(edit(glb, '"count":12', '"count":99'), 'x.glb')).rejects.toThrow(ModelError);
  });

  test('limits hold for what is unpacked', async () => {
    const glb = await packedGlb('draco edgebreaker', drum(50));
    await expect(readModel(glb, 'x.glb', { limits: { triangles: 199 } })).rejects.toThrow(
      '200 triangles, segments and points are more than the limit of 199 (limits.triangles).',
    );
    await expect(readModel(glb, 'x.glb', { limits: { vertices: 101 } })).rejects.toThrow('(limits.vertices)');
    expect((await readModel(glb, 'x.glb', { limits: { triangles: 200, vertices: 102 } })).parts).toHaveLength(1);
  });
});

test('instances are where glTF-Transform says', async () => {
  const document = new Document();
  const batch = document.createExtension(EXTMeshGPUInstancing).createInstancedMesh();
  const buffer = document.createBuffer();
  const half = Math.SQRT1_2;
  const add = (name: string, type: 'VEC3' | 'VEC4', values: number[]) =>
    batch.setAttribute(
      name,
      document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer),
    );
  add('TRANSLATION', 'VEC3', [0, 0, 0, 4, 0, 0]);
  add('ROTATION', 'VEC4', [0, 0, 0, 1, 0, 0, half, half]);
  addSurface(document, 'bolt', SURFACES[1]).setTranslation([0, 7, 0]).setExtension('EXT_mesh_gpu_instancing', batch);
  const { parts } = await readModel(await (await transformIo()).writeBinary(document), 'x.glb');
  expect(parts).toHaveLength(2);
  expect(worldPositions(parts[0])[7]).toEqual([1, 9, 3]);
  worldPositions(parts[1])[7].forEach((value, k) => {
    expect(value).toBeCloseTo([2, 8, 3][k], 6);
  });
});
