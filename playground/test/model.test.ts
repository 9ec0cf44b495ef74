/** What the page of your own model does without a browser: files to models, models to drawings, trees and programs. */
import { Collider, Mesh, rayCast } from 'encounter';
import { clash, type Part, readModel } from 'encounter-models';
import { describe, expect, it } from 'vitest';
import { clashProgram } from '../src/pages/model/code.ts';
import { makeModel } from '../src/pages/model/drag/model.ts';
import { SAMPLES } from '../src/pages/model/drag/samples.ts';
import { soupOf } from '../src/pages/model/drag/soup.ts';
import { assemble } from '../src/pages/model/drawable.ts';
import { buildTree, openAtFirst, rowsOf } from '../src/pages/model/part-tree.ts';
import { joined, modelFiles, readFiles } from '../src/pages/model/read-files.ts';
import { asVrml, machineRoom, SAMPLE_CLEARANCE } from '../src/pages/model/samples.ts';
import { CUBE, makeGlb, makeObj, makeStl, NESTED, OPEN_CUBE } from './fixtures/models.ts';

const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content) as Uint8Array<ArrayBuffer>;

async function read(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReturnType<typeof makeModel>> {
  const { models, failures } = await readFiles([{ path: name, bytes: bytes.buffer }], undefined);
  expect(failures).toEqual([]);
  return makeModel(name, name, soupOf(models[0].parts)!);
}

describe('a file becomes one surface', () => {
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
    ['gear', true],
    ['axle', true],
    ['goblet', false],
  ])('the sample %s is what it says', (key, closed) => {
    expect(makeModel(key, key, SAMPLES[key].make()).problem === null).toBe(closed);
  });
});

describe('files that are dropped together', () => {
  const external = text(
    '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"uri":"data/parts.bin","byteLength":36}]}',
  );
  const corners = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);

  it.each([
    ['by name', 'parts.gltf', 'parts.bin'],
    ['by path in a folder', 'model/parts.gltf', 'model/data/parts.bin'],
  ])('a glTF finds its file %s', async (_, path, beside) => {
    const files = [
      { path: beside, bytes: corners.buffer },
      { path, bytes: external.buffer },
      { path: 'model/picture.png', bytes: new ArrayBuffer(4) },
    ];
    const { models, failures } = await readFiles(files, undefined);
    expect(failures).toEqual([]);
    expect(models.map(({ name }) => name)).toEqual(['parts.gltf']);
  });

  it('one that is missing is named', async () => {
    const { models, failures } = await readFiles([{ path: 'parts.gltf', bytes: external.buffer }], undefined);
    expect(models).toEqual([]);
    expect(failures).toEqual([
      'parts.gltf: the file "data/parts.bin" that it needs could not be read (drop it together with the model).',
    ]);
  });

  it('those that are models are told from those that belong to one', () => {
    const paths = (...list: string[]) => modelFiles(list.map((path) => ({ path }))).map(({ path }) => path);
    expect(paths('a.gltf', 'a.bin', 'b.png', 'c.ifc', '.DS_Store')).toEqual(['a.gltf', 'c.ifc']);
    expect(paths('a.bin')).toEqual(['a.bin']);
    expect(joined('a/b/c.gltf', '../d/./e.bin')).toBe('a/d/e.bin');
  });

  it.each([
    ['nothing.glb', text(''), 'it is empty'],
    ['words.obj', text('hello\nworld\n'), 'words.obj: '],
    ['picture.png', text('hello'), 'none of GLB, glTF, OBJ, STL, PLY, VRML and IFC'],
    ['no-parts.glb', makeGlb([]), 'no parts'],
  ])('%s is refused in one sentence', async (name, bytes, message) => {
    const { models, failures } = await readFiles([{ path: name, bytes: bytes.buffer }], undefined);
    expect(models).toEqual([]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain(message);
    expect(failures[0]).toContain(name);
  });
});

describe('the sample', () => {
  const room = machineRoom();
  const report = clash(room, undefined, { clearance: SAMPLE_CLEARANCE });
  const pairs = (kind: string) =>
    report.clashes.filter((found) => found.kind === kind).map(({ a, b }) => [a, b].sort().join(' × '));

  it('is made of closed parts, with unique ids', () => {
    for (const { id, triangles } of room.parts) expect(() => new Mesh({ ...triangles, solid: true }), id).not.toThrow();
    expect(room.parts.length).toBeGreaterThan(40);
    expect(new Set(room.parts.map(({ id }) => id)).size).toBe(room.parts.length);
  });

  it('has the clashes that it is said to have', () => {
    expect(pairs('duplicate')).toEqual(['Heating/Pumps/Pump 2/Motor × Heating/Pumps/Pump 2/Motor (copy)']);
    expect(pairs('contained').sort()).toEqual([
      'Building/Back wall × Electrics/Junction box',
      'Ventilation/Main duct × Ventilation/Sensor',
    ]);
    expect(pairs('hard').sort()).toEqual([
      'Building/Beams/Cross beam × Heating/Supply/Supply main',
      'Electrics/Cabinet/Case × Heating/Return/Return main',
      'Electrics/Cable tray/Tray × Ventilation/Branches/Branch 1',
      'Electrics/Cable tray/Tray × Ventilation/Branches/Branch 2',
      'Electrics/Cable tray/Tray × Ventilation/Branches/Branch 3',
    ]);
    expect(pairs('clearance')).toContain('Heating/Supply/Bypass × Heating/Supply/Supply main');
    expect(pairs('touch')).toContain('Building/Columns/Column 1 × Building/Floor');
  });

  it('comes back from its VRML file with the same parts and clashes', async () => {
    const again = await readModel(text(asVrml(room)), room.name);
    const shape = ({ triangles, color }: Part) => [triangles.indices.length, color];
    expect(again.parts.map(shape)).toEqual(room.parts.map(shape));
    expect(again.parts.map(({ path }) => path.length)).toEqual(room.parts.map(({ path }) => path.length));
    const kinds = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind).sort();
    const second = clash(again, undefined, { clearance: SAMPLE_CLEARANCE });
    expect(kinds(second.clashes)).toEqual(kinds(report.clashes));
  });
});

describe('drawings', () => {
  it('stand near the origin, once for each geometry, outside out and with unit normals', async () => {
    const far = await readModel(makeGlb([{ translation: [1e7, -2e7, 3e7], children: NESTED }]), 'far.glb');
    const { geometries, parts, origin, box, models } = assemble([far]);
    expect(origin).toEqual([1e7, -2e7, 3e7]);
    expect(models).toMatchObject([{ name: 'far.glb', parts: 2, triangles: 24 }]);
    expect([...box].map((x) => Number(x.toFixed(6)))).toEqual([-3.5, -2, -0.5, 3.5, 2, 0.5]);
    for (const { geometry, matrix: m } of parts) {
      const { positions: p, normals } = geometries[geometry];
      let volume = 0;
      const corner = (c: number) =>
        [0, 1, 2].map((k) => m[k] * p[3 * c] + m[k + 4] * p[3 * c + 1] + m[k + 8] * p[3 * c + 2] + m[k + 12]);
      for (let c = 0; c < p.length / 3; c += 3) {
        const [a, b, d] = [corner(c), corner(c + 1), corner(c + 2)];
        volume += a[0] * (b[1] * d[2] - b[2] * d[1]) + a[1] * (b[2] * d[0] - b[0] * d[2]);
        volume += a[2] * (b[0] * d[1] - b[1] * d[0]);
        expect(Math.hypot(...normals.slice(3 * c, 3 * c + 3))).toBeCloseTo(1, 6);
      }
      // Positive: counterclockwise from outside, also after mirroring.
      expect([1, 4]).toContain(Number((volume / 6).toFixed(6)));
    }
    const twice = assemble([machineRoom(), machineRoom()]);
    const once = machineRoom().parts.length;
    expect([twice.parts.length, twice.models.length]).toEqual([2 * once, 2]);
  });
});

describe('the tree', () => {
  const assembly = assemble([machineRoom()]);
  const roots = buildTree(assembly);

  it('has every part once, and counts what is below', () => {
    const all = roots.flatMap(({ parts }) => parts).sort((a, b) => a - b);
    expect(all).toEqual(assembly.parts.map((_, i) => i));
    const triangles = roots.reduce((sum, root) => sum + root.triangles, 0);
    expect(triangles).toBe(assembly.models[0].triangles);
  });

  it('shows what is open, and finds what is searched with the groups around it', () => {
    expect(rowsOf(roots, new Set(), '').map(({ node }) => node.name)).toEqual([
      'Building',
      'Ventilation',
      'Heating',
      'Electrics',
    ]);
    const found = rowsOf(roots, new Set(), 'MOTOR').map(({ node }) => node.name);
    expect(found.slice(0, 4)).toEqual(['Heating', 'Pumps', 'Pump 1', 'Motor']);
    expect(found.filter((name) => name.startsWith('Motor'))).toHaveLength(4);
    expect(rowsOf(roots, new Set(), 'nothing of that name')).toEqual([]);
  });

  it('has a group for each of several files, and opens a single root', () => {
    const several = buildTree(assemble([machineRoom(), { ...machineRoom(), name: 'other.wrl' }]));
    expect(several.map(({ name }) => name)).toEqual(['machine-room.wrl', 'other.wrl']);
    const single = [roots[0]];
    expect(rowsOf(single, openAtFirst(single), '').length).toBeGreaterThan(1);
  });
});

it('the program names the files and the clearance', () => {
  const program = clashProgram(['a.glb', 'b.ifc'], 0.05, true);
  expect(program).toContain('["a.glb", "b.ifc"]');
  expect(program).toContain('{ clearance: 0.05, self: true }');
  expect(clashProgram(['a.glb'], 0, false)).toContain('clash(models);');
});
