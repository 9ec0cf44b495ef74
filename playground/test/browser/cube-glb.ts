/** A GLB file with a cube around the origin: the least that a loader of glTF 2.0 takes. */
export function cubeGlb(side: number): Uint8Array {
  const h = side / 2;
  const positions = new Float32Array(
    Array.from({ length: 8 }, (_, i) => [i & 1, i & 2, i & 4].map((bit) => (bit ? h : -h))).flat(),
  );
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const indices = new Uint16Array(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));
  const description = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [-h, -h, -h], max: [h, h, h] },
      { bufferView: 1, componentType: 5123, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.byteLength },
      { buffer: 0, byteOffset: positions.byteLength, byteLength: indices.byteLength },
    ],
    buffers: [{ byteLength: positions.byteLength + indices.byteLength }],
  };
  const text = JSON.stringify(description);
  // Chunks are padded to whole words, text with blanks; the binary one is whole already: 96 + 72 bytes.
  const json = Buffer.from(text.padEnd(4 * Math.ceil(text.length / 4)));
  const binary = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer)]);
  const words = (...numbers: number[]): Buffer => Buffer.from(new Uint32Array(numbers).buffer);
  const [GLTF, JSON_CHUNK, BIN_CHUNK] = [0x46546c67, 0x4e4f534a, 0x004e4942];
  const length = 12 + 8 + json.length + 8 + binary.length;
  return Buffer.concat([
    words(GLTF, 2, length, json.length, JSON_CHUNK),
    json,
    words(binary.length, BIN_CHUNK),
    binary,
  ]);
}
