/** glTF without compression: every feature of the reader on files of a few triangles, written by hand. */
import { describe, expect, test } from 'vitest';
import { readModel } from '../../src/index.ts';
import { GltfWriter } from '../support/gltf-writer.ts';
import { refused } from '../support/refused.ts';
import { box, isClosed, triangleCount, volume, worldPositions } from '../support/solids.ts';

const BOX = box([0, 0, 0], [1, 2, 3]);

function writeBox(writer: GltfWriter, material?: number) {
  return {
    attributes: { POSITION: writer.accessor(new Float32Array(BOX.positions), 'VEC3') },
    indices: writer.accessor(new Uint16Array(BOX.indices), 'SCALAR'),
    ...(material === undefined ? {} : { material }),
  };
}

/** A flat row of four vertices, for modes. */
function row(writer: GltfWriter, mode: number, indices?: number[]) {
  const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
  return {
    mode,
    attributes: { POSITION: writer.accessor(positions, 'VEC3') },
    ...(indices ? { indices: writer.accessor(new Uint8Array(indices), 'SCALAR') } : {}),
  };
}

const read = (writer: GltfWriter) => readModel(writer.glb(), 'test.glb');

describe('containers', () => {
  test('GLB, glTF with a data URI, and glTF with a file give the same', async () => {
    const writer = new GltfWriter();
    writer.node({
      name: 'crate',
      mesh: writer.mesh('box', writeBox(writer, writer.material('oak'))),
      translation: [5, 0, 0],
    });
    const asked: string[] = [];
    const resolve = async (uri: string) => {
      asked.push(uri);
      return writer.binary();
    };
    const beside = writer.gltf('a%20box.bin');
    const inside = writer.gltf();
    writer.json.buffers = undefined;
    const models = [
      await readModel(writer.glb(), 'x'),
      await readModel(inside, 'x.gltf'),
      await readModel(beside, 'x.gltf', { resolve }),
    ];
    expect(asked).toEqual(['a box.bin']);
    for (const model of models) {
      expect(model).toMatchObject({ format: 'gltf', units: 'm', warnings: [] });
      expect(model.parts).toHaveLength(1);
      const [part] = model.parts;
      expect(part).toMatchObject({
        id: 'crate',
        name: 'crate',
        path: ['crate'],
        material: 'oak',
        units: 'm',
        type: '',
        shape: null,
      });
      expect(part.triangles.positions).toEqual(new Float32Array(BOX.positions));
      expect(part.triangles.indices).toEqual(new Uint32Array(BOX.indices));
      expect(worldPositions(part)[7]).toEqual([6, 2, 3]);
    }
  });

  test('bytes may be a Buffer, a view into a larger buffer, or an ArrayBuffer', async () => {
    const writer = new GltfWriter();
    writer.node({ mesh: writer.mesh('box', writeBox(writer)) });
    const glb = writer.glb();
    const large = new Uint8Array(glb.length + 13);
    large.set(glb, 13);
    for (const bytes of [Buffer.from(glb), large.subarray(13), glb.buffer as ArrayBuffer]) {
      const [part] = (await readModel(bytes, 'x.glb')).parts;
      expect(volume(part.triangles)).toBe(6);
      // Not a view of the whole file.
      expect(part.triangles.positions.buffer.byteLength).toBe(96);
    }
  });

  test('a file that is missing is named, and nothing is fetched', async () => {
    const writer = new GltfWriter();
    writer.node({ mesh: writer.mesh('box', writeBox(writer)) });
    const bytes = writer.gltf('http://example.org/a.bin');
    expect(await refused(bytes, 'x.gltf')).toBe(
      'it needs the file "http://example.org/a.bin", and there is no options.resolve to get it.',
    );
    const resolve = async () => Promise.reject(new Error('no such file'));
    expect(await refused(bytes, 'x.gltf', { resolve })).toContain('could not be read (no such file)');
    expect(await refused(bytes, 'x.gltf', { resolve: async () => new Uint8Array(3) })).toBe(
      'buffer 0 has 3 bytes of the 168 that it should have.',
    );
  });

  test('buffers that no geometry needs are not asked for', async () => {
    const writer = new GltfWriter();
    writer.node({ mesh: writer.mesh('box', writeBox(writer)) });
    writer.json.buffers = [{ byteLength: writer.binary().length }, { byteLength: 9, uri: 'animation.bin' }];
    writer.json.images = [{ uri: 'texture.png' }];
    expect((await read(writer)).parts).toHaveLength(1);
  });
});

describe('the tree', () => {
  test('paths are of named ancestors; meshes that are used twice share one object', async () => {
    const writer = new GltfWriter();
    const mesh = writer.mesh('bolt', writeBox(writer));
    const house = writer.node({ name: 'house', scale: [2, 2, 2] });
    const unnamed = writer.node({ translation: [1, 0, 0] }, house);
    writer.node({ name: 'left', mesh, matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1] }, unnamed);
    writer.node({ mesh }, unnamed);
    writer.node({ mesh: writer.mesh(undefined, writeBox(writer)) });
    const { parts } = await read(writer);
    expect(parts.map(({ id }) => id)).toEqual(['house/left', 'house/bolt', 'unnamed']);
    expect(parts[0].triangles).toBe(parts[1].triangles);
    // (1, 2, 3), turned by 90° about z to (−2, 1, 3), moved by 10 and by 1, and twice as large.
    expect(worldPositions(parts[0])[7]).toEqual([18, 2, 6]);
    expect(worldPositions(parts[1])[7]).toEqual([4, 4, 6]);
  });

  test('rotations turn by the quaternion, of whatever length', async () => {
    const writer = new GltfWriter();
    writer.node({ mesh: writer.mesh('box', writeBox(writer)), rotation: [0, 0, 0.5, 0.5] });
    const place = worldPositions((await read(writer)).parts[0])[7];
    [-2, 1, 3].forEach((value, k) => {
      expect(place[k]).toBeCloseTo(value, 14);
    });
  });

  test('only the scene to be shown is read', async () => {
    const writer = new GltfWriter();
    const mesh = writer.mesh('box', writeBox(writer));
    writer.node({ name: 'a', mesh });
    writer.node({ name: 'b', mesh });
    writer.json.scenes = [{ nodes: [0] }, { nodes: [1] }];
    writer.json.scene = 1;
    const model = await read(writer);
    expect(model.parts.map(({ name }) => name)).toEqual(['b']);
    expect(model.warnings).toEqual(['Of 2 scenes only the one to be shown first is read.']);
    writer.json.scenes = undefined;
    writer.json.scene = undefined;
    expect((await read(writer)).parts).toHaveLength(2);
  });

  test.each([
    ['a node that is its own child', [{ children: [0] }], 'node 0 is its own ancestor.'],
    ['a ring', [{ children: [1] }, { children: [0] }], 'node 0 is its own ancestor.'],
    ['two parents', [{ children: [2] }, { children: [2] }], 'node 2 is a child of two nodes.'],
    ['no such node', [{ children: [7] }], 'node 0 names node 7, and there are 3.'],
    ['no number', [{ children: ['1'] }], 'node 0 names node "1", and there are 3.'],
    ['a matrix of 15', [{ matrix: new Array(15).fill(0) }], 'node 0.matrix must be 16 numbers.'],
  ])('%s is refused', async (_, nodes, sentence) => {
    const writer = new GltfWriter();
    for (let i = 0; i < 3; i++) writer.node({ name: 'n' });
    Object.assign(writer.json.nodes, nodes);
    expect(await refused(writer.glb(), 'test.glb')).toBe(sentence);
  });

  test('a chain that is too deep is refused, without a stack overflow', async () => {
    const writer = new GltfWriter();
    let parent = -1;
    for (let i = 0; i < 100_000; i++) parent = writer.node({}, parent);
    expect(await refused(writer.glb(), 'test.glb')).toBe(
      '257 levels of nodes are more than the limit of 256 (limits.depth).',
    );
  });
});

describe('primitives', () => {
  test('all primitives of a node are one part, with the names of all materials', async () => {
    const writer = new GltfWriter();
    const [oak, iron] = [writer.material('oak'), writer.material('iron')];
    const first = writeBox(writer, oak);
    // The second has vertices of its own, the third those of the first.
    const third = { ...first, material: oak, indices: writer.accessor(new Uint8Array([0, 1, 2]), 'SCALAR') };
    writer.node({ name: 'chest', mesh: writer.mesh('m', first, writeBox(writer, iron), third) });
    const { parts } = await read(writer);
    expect(parts).toHaveLength(1);
    expect(parts[0].material).toBe('oak, iron');
    expect(triangleCount(parts[0])).toBe(25);
    expect(parts[0].triangles.positions).toHaveLength(3 * 16);
    expect(volume({ ...parts[0].triangles, indices: parts[0].triangles.indices.subarray(0, 36) })).toBe(6);
  });

  test.each([
    ['points', 0, undefined, { points: [0, 1, 2, 3], segments: undefined, indices: [] }],
    ['lines', 1, undefined, { segments: [0, 1, 2, 3] }],
    ['a loop', 2, undefined, { segments: [0, 1, 1, 2, 2, 3, 3, 0] }],
    ['a line strip', 3, [0, 1, 2, 3, 1], { segments: [0, 1, 1, 2, 2, 3, 3, 1] }],
    ['triangles, with two indices too many', 4, [0, 1, 2, 1, 3, 2, 0, 1], { indices: [0, 1, 2, 1, 3, 2] }],
    ['a strip', 5, undefined, { indices: [0, 1, 2, 1, 3, 2] }],
    ['a strip that jumps', 5, [0, 1, 2, 2, 3, 3, 1, 0], { indices: [0, 1, 2, 3, 0, 1] }],
    ['a fan', 6, [0, 1, 3, 2], { indices: [1, 3, 0, 3, 2, 0] }],
  ])('%s', async (_, mode, indices, expected) => {
    const writer = new GltfWriter();
    writer.node({ mesh: writer.mesh('m', row(writer, mode, indices)) });
    const { triangles } = (await read(writer)).parts[0];
    for (const [key, list] of Object.entries(expected)) {
      const found = triangles[key as 'indices' | 'segments' | 'points'];
      expect(found && [...found]).toEqual(list);
    }
  });

  test('vertices that a mesh does not use are not in its part', async () => {
    const writer = new GltfWriter();
    const POSITION = writer.accessor(
      new Float32Array(3000).map((_, i) => i),
      'VEC3',
    );
    const meshes = [10, 500].map((from) =>
      writer.mesh('m', {
        attributes: { POSITION },
        indices: writer.accessor(new Uint16Array([from, from + 7, from + 3]), 'SCALAR'),
      }),
    );
    for (const mesh of meshes) writer.node({ mesh });
    const { parts } = await read(writer);
    expect([...parts[1].triangles.positions]).toEqual([1500, 1501, 1502, 1521, 1522, 1523, 1509, 1510, 1511]);
    expect([...parts[1].triangles.indices]).toEqual([0, 1, 2]);
  });
});

describe('accessors', () => {
  test('interleaved, sparse, and without a view', async () => {
    const writer = new GltfWriter();
    // Position and normal in turns.
    const data = new Float32Array(BOX.positions.length * 2);
    BOX.positions.forEach((value, i) => {
      data[6 * Math.floor(i / 3) + (i % 3)] = value;
    });
    const bufferView = writer.view(data, { byteStride: 24 });
    writer.json.accessors.push({ bufferView, componentType: 5126, count: 8, type: 'VEC3' });
    const indices = writer.accessor(new Uint16Array(BOX.indices), 'SCALAR');
    writer.node({ name: 'interleaved', mesh: writer.mesh('m', { attributes: { POSITION: 0 }, indices }) });
    // All zero, then the corners that are not.
    writer.json.accessors.push({
      componentType: 5126,
      count: 8,
      type: 'VEC3',
      sparse: {
        count: 7,
        indices: { bufferView: writer.view(new Uint8Array([1, 2, 3, 4, 5, 6, 7])), componentType: 5121 },
        values: { bufferView: writer.view(new Float32Array(BOX.positions.slice(3))) },
      },
    });
    writer.node({ name: 'sparse', mesh: writer.mesh('m', { attributes: { POSITION: 2 }, indices }) });
    const { parts } = await read(writer);
    for (const part of parts) expect(part.triangles.positions).toEqual(new Float32Array(BOX.positions));
  });

  test('quantised positions are exact: whole numbers as floats, fractions as doubles', async () => {
    const writer = new GltfWriter();
    const whole = writer.accessor(new Int16Array([0, 0, 0, 32767, 0, 0, 0, -32768, 0]), 'VEC3');
    const fractions = writer.accessor(new Int16Array([1, 2, 3, 32767, 0, 0, 0, -32768, 0]), 'VEC3', {
      normalized: true,
    });
    const bytes = writer.accessor(new Uint8Array([0, 0, 0, 255, 0, 0, 0, 51, 0]), 'VEC3', { normalized: true });
    const doubles = writer.accessor(new Float64Array([0.1, 0, 0, 1e-9 + 1e6, 0, 0, 0, 1, 0]), 'VEC3');
    for (const POSITION of [whole, fractions, bytes, doubles])
      writer.node({ mesh: writer.mesh('m', { attributes: { POSITION } }) });
    writer.json.extensionsRequired = ['KHR_mesh_quantization', 'KHR_accessor_float64', 'KHR_materials_unlit'];
    const found = (await read(writer)).parts.map(({ triangles }) => triangles.positions);
    expect(found[0]).toEqual(new Float32Array([0, 0, 0, 32767, 0, 0, 0, -32768, 0]));
    // The least short counts as −1.
    expect(found[1]).toEqual(new Float64Array([1 / 32767, 2 / 32767, 3 / 32767, 1, 0, 0, 0, -1, 0]));
    expect(found[2]).toEqual(new Float64Array([0, 0, 0, 1, 0, 0, 0, 0.2, 0]));
    expect(found[3]).toEqual(new Float64Array([0.1, 0, 0, 1e-9 + 1e6, 0, 0, 0, 1, 0]));
  });

  test.each([
    ['count', 2e9, /reaches to byte 24000000000 of a view of 96/],
    ['count', -1, /accessor 0.count is -1, not a whole number/],
    ['count', 1.5, /not a whole number/],
    ['count', '8', /not a whole number/],
    ['byteOffset', 4, /reaches to byte 100 of a view of 96/],
    ['componentType', 5127, /unknown component type 5127/],
    ['type', 'VEC4', /is not of type VEC3/],
    ['bufferView', 99, /accessor 0 names bufferView 99, and there are 2/],
  ])('%s of %s is refused', async (key, value, sentence) => {
    const writer = new GltfWriter();
    writer.node({ mesh: writer.mesh('m', writeBox(writer)) });
    writer.json.accessors[0][key] = value;
    expect(await refused(writer.glb(), 'test.glb')).toMatch(sentence);
  });

  test('an accessor of two billion zeros is refused before it is allocated', async () => {
    const writer = new GltfWriter();
    writer.json.accessors.push({ componentType: 5126, count: 2e9, type: 'VEC3' });
    writer.node({ mesh: writer.mesh('m', { attributes: { POSITION: 0 } }) });
    expect(await refused(writer.glb(), 'test.glb')).toBe(
      '24,000,000,000 unpacked bytes are more than the limit of 536,870,912 (limits.bytes).',
    );
  });

  test('many meshes of one large accessor take time by what they use', async () => {
    const writer = new GltfWriter();
    writer.json.accessors.push({ componentType: 5126, count: 5e6, type: 'VEC3' });
    const indices = writer.accessor(new Uint16Array([0, 1, 2]), 'SCALAR');
    for (let i = 0; i < 20_000; i++) writer.node({ mesh: writer.mesh('m', { attributes: { POSITION: 0 }, indices }) });
    expect((await read(writer)).parts).toHaveLength(20_000);
  });

  test('coordinates and indices that cannot be are refused', async () => {
    for (const [positions, indices, sentence] of [
      [[0, 0, 0, Number.NaN, 0, 0, 0, 1, 0], [0, 1, 2], 'a coordinate of vertex 1 is NaN.'],
      [[0, 0, 0, 1, 0, 0, 0, Infinity, 0], [0, 1, 2], 'a coordinate of vertex 2 is Infinity.'],
      [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3], 'vertex 3 is used, and there are 3.'],
    ] as const) {
      const writer = new GltfWriter();
      const POSITION = writer.accessor(new Float32Array(positions), 'VEC3');
      writer.node({
        mesh: writer.mesh('m', {
          attributes: { POSITION },
          indices: writer.accessor(new Uint8Array(indices), 'SCALAR'),
        }),
      });
      expect(await refused(writer.glb(), 'test.glb')).toBe(sentence);
    }
  });
});

describe('skins, morphs, instances', () => {
  test('a skin stands where its joints are, not where its node is', async () => {
    const writer = new GltfWriter();
    const primitive = {
      attributes: {
        POSITION: writer.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 'VEC3'),
        JOINTS_0: writer.accessor(new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]), 'VEC4'),
        WEIGHTS_0: writer.accessor(new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0]), 'VEC4'),
      },
    };
    const arm = writer.node({ name: 'arm', translation: [10, 0, 0] });
    writer.node({ name: 'hand', translation: [0, 20, 0], scale: [3, 3, 3] }, arm);
    // Bound where the arm was at x = 10: its inverse takes 10 away. The hand was bound in the origin.
    const bind = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -10, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    writer.json.skins = [{ joints: [0, 1], inverseBindMatrices: writer.accessor(new Float32Array(bind), 'MAT4') }];
    writer.node({ name: 'body', mesh: writer.mesh('m', primitive), skin: 0, translation: [999, 0, 0] });
    const [part] = (await read(writer)).parts;
    // Vertex 1 is at hand = 10 + 3·1, 20. Vertex 2: a quarter of arm (0, 1), three of hand (10, 20 + 3).
    expect(worldPositions(part)).toEqual([
      [0, 0, 0],
      [13, 20, 0],
      [7.5, 17.5, 0],
    ]);
    writer.json.skins[0].joints = [0];
    writer.json.skins[0].inverseBindMatrices = undefined;
    expect(await refused(writer.glb(), 'test.glb')).toBe('joint 1 is used, and the skin has 1.');
  });

  test('morph targets have their default weights: those of the node, otherwise those of the mesh', async () => {
    const writer = new GltfWriter();
    const POSITION = writer.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 'VEC3');
    const up = writer.accessor(new Float32Array([0, 0, 4, 0, 0, 0, 0, 0, 0]), 'VEC3');
    const mesh = writer.mesh('m', { attributes: { POSITION }, targets: [{ POSITION: up }, { NORMAL: up }] });
    writer.json.meshes[0].weights = [0.5, 1];
    for (const name of ['a', 'b']) writer.node({ name, mesh });
    writer.node({ name: 'c', mesh, weights: [0.25, 0] });
    const { parts } = await read(writer);
    expect(parts.map((part) => worldPositions(part)[0][2])).toEqual([2, 2, 1]);
    expect(parts[0].triangles).toBe(parts[1].triangles);
  });

  test('instances are parts that share one geometry', async () => {
    const writer = new GltfWriter();
    const TRANSLATION = writer.accessor(new Float32Array([0, 0, 0, 10, 0, 0, 5, 0, 0]), 'VEC3');
    const SCALE = writer.accessor(new Float32Array([1, 1, 1, 2, 2, 2, 1, 1, 1]), 'VEC3');
    writer.node({
      name: 'bolt',
      mesh: writer.mesh('m', writeBox(writer)),
      translation: [100, 0, 0],
      extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION, SCALE } } },
    });
    const { parts } = await read(writer);
    // Numbered by size, then from left to right.
    expect(parts.map(({ id }) => id)).toEqual(['bolt#1', 'bolt#3', 'bolt#2']);
    expect(new Set(parts.map(({ triangles }) => triangles)).size).toBe(1);
    expect(worldPositions(parts[1])[7]).toEqual([112, 4, 6]);
    await expect(readModel(writer.glb(), 'x.glb', { limits: { parts: 2 } })).rejects.toThrow(
      'x.glb: 3 parts are more than the limit of 2 (limits.parts).',
    );
  });
});

describe('other damage', () => {
  const good = () => {
    const writer = new GltfWriter();
    writer.node({ name: 'n', mesh: writer.mesh('m', writeBox(writer)) });
    return writer;
  };

  test('every prefix of a GLB is refused with one sentence', async () => {
    const glb = good().glb();
    expect(isClosed((await readModel(glb, 'x.glb')).parts[0].triangles)).toBe(true);
    for (let length = 1; length < glb.length; length += 7) await refused(glb.subarray(0, length), 'test.glb');
  });

  test('versions, extensions and things that are not what they should be', async () => {
    const writer = good();
    const change = async (edit: (json: GltfWriter['json']) => void) => {
      const copy = good();
      edit(copy.json);
      return refused(copy.glb(), 'test.glb');
    };
    expect(
      await change((json) => {
        json.asset.version = '1.0';
      }),
    ).toBe('it is glTF "1.0", and only 2 is read.');
    expect(
      await change((json) => {
        json.asset = undefined;
      }),
    ).toBe('it has no "asset", so it is no glTF.');
    expect(
      await change((json) => {
        json.extensionsRequired = ['EXT_new_shape'];
      }),
    ).toBe('it requires the extension "EXT_new_shape", which is not read.');
    expect(
      await change((json) => {
        json.nodes[0].mesh = 3;
      }),
    ).toBe('node 0 names mesh 3, and there are 1.');
    expect(
      await change((json) => {
        json.meshes = {};
      }),
    ).toBe('glTF.meshes is no list.');
    expect(
      await change((json) => {
        json.meshes[0].primitives[0].mode = 9;
      }),
    ).toContain('unknown mode 9');
    expect(
      await change((json) => {
        json.bufferViews[0].byteStride = 4;
      }),
    ).toContain('has a stride of 4');
    expect(await refused(writer.gltf().subarray(0, 100), 'x.gltf')).toBe('its JSON is damaged or cut off.');
    const wrong = writer.glb();
    wrong[4] = 1;
    expect(await refused(wrong, 'test.glb')).toBe('it is GLB 1, and only 2 is read.');
  });
});
