import { Collider, rayCast } from 'encounter';
import { describe, expect, it } from 'vitest';
import { makeModel } from '../src/pages/model/model.ts';
import { readModel } from '../src/pages/model/read-file.ts';
import { SAMPLES } from '../src/pages/model/samples.ts';
import { CUBE, makeGlb, makeObj, makeStl, NESTED, OPEN_CUBE } from './fixtures/models.ts';

async function read(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReturnType<typeof makeModel>> {
  return makeModel(name, name, await readModel(name, bytes.buffer));
}

const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content) as Uint8Array<ArrayBuffer>;

describe('a file becomes a model', () => {
  it.each([
    ['cube.glb', makeGlb([{ mesh: CUBE }])],
    ['cube.obj', makeObj(CUBE)],
    ['cube.stl', makeStl(CUBE)],
    ['CUBE.STL', makeStl(CUBE)],
    ['a GLB by another name.bin', makeGlb([{ mesh: CUBE }])],
  ])('%s', async (name, bytes) => {
    const model = await read(name, bytes);
    expect(model.mesh.triangleCount).toBe(12);
    expect(model.problem).toBeNull();
    expect(model.soup.size).toEqual([1, 1, 1]);
  });

  it('merges nested nodes, scaled unevenly and mirrored, into one solid', async () => {
    const { mesh, problem, soup } = await read('nested.glb', makeGlb(NESTED));
    expect(mesh.triangleCount).toBe(24);
    expect(problem).toBeNull();
    // Cubes of 1 × 4 × 1 at x = 3 and of 1 at x = −3.
    for (const [axis, [centre, size]] of [
      [0, 7],
      [0, 4],
      [0, 1],
    ].entries()) {
      expect(soup.centre[axis]).toBeCloseTo(centre, 12);
      expect(soup.size[axis]).toBeCloseTo(size, 12);
    }
    const collider = new Collider(mesh);
    const down = (x: number): number | undefined => rayCast(collider, [x, 10, 0.1], [x, -10, 0.1])?.point.y;
    expect(down(3.1)).toBeCloseTo(2, 6);
    expect(down(-3.1)).toBeCloseTo(0.5, 6);
    expect(down(0)).toBeUndefined();
    // Mirroring must not have turned the second one inside out: its top is wound to face up.
    const hit = rayCast(collider, [-3.1, 10, 0.1], [-3.1, -10, 0.1])!;
    const [a, b, c] = [0, 1, 2].map((k) => soup.indices[3 * hit.primitive + k]);
    const at = (i: number, axis: number): number => soup.positions[3 * i + axis];
    const up = (at(b, 2) - at(a, 2)) * (at(c, 0) - at(a, 0)) - (at(b, 0) - at(a, 0)) * (at(c, 2) - at(a, 2));
    expect(up).toBeGreaterThan(0);
  });

  it('keeps its precision far from the origin', async () => {
    const { soup } = await read('far.glb', makeGlb([{ translation: [1e7, -2e7, 3e7], mesh: CUBE }]));
    expect(soup.centre).toEqual([1e7, -2e7, 3e7]);
    expect(soup.size).toEqual([1, 1, 1]);
    expect(Math.max(...soup.positions)).toBe(0.5);
  });

  it('says why a model that is not closed is no solid', async () => {
    const { mesh, problem } = await read('open.glb', makeGlb([{ mesh: OPEN_CUBE }]));
    expect(mesh.solid).toBe(false);
    expect(problem).toMatch(/not closed \(4 open and 0 inconsistent edges\)/);
  });

  it.each([
    ['nothing.glb', text(''), 'the file is empty'],
    ['words.glb', text('hello'), 'does not begin as a GLB'],
    ['words.obj', text('hello\nworld\n'), 'no vertices'],
    ['words.stl', text('hello'), 'cut short, or not an STL'],
    ['short.stl', makeStl(CUBE).slice(0, 200), 'cut short, or not an STL'],
    ['short.glb', makeGlb([{ mesh: CUBE }]).slice(0, -60), 'damaged'],
    ['words.gltf', text('hello'), 'not valid JSON'],
    ['picture.png', text('hello'), 'only GLB, glTF, OBJ and STL'],
    ['no-triangles.glb', makeGlb([]), 'no triangles'],
    ['points.obj', text('v 0 0 0\nv 1 0 0\n'), 'no triangles'],
    ['draco.glb', makeGlb([{ mesh: CUBE }], ['KHR_draco_mesh_compression']), 'Draco'],
    ['nan.obj', text('v 0 0 0\nv 1 x 0\nv 0 1 0\nf 1 2 3\n'), 'of vertex 1) must be finite, got NaN'],
    [
      'parts.gltf',
      text(
        '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,1]}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"uri":"parts.bin","byteLength":36}]}',
      ),
      'needs another file, “parts.bin”',
    ],
  ])('refuses %s', async (name, bytes, message) => {
    await expect(read(name, bytes)).rejects.toThrow(message);
  });
});

describe('samples', () => {
  it.each([
    ['gear', true],
    ['axle', true],
    ['goblet', false],
  ])('%s is what it says', (key, closed) => {
    expect(makeModel(key, key, SAMPLES[key].make()).problem === null).toBe(closed);
  });
});
