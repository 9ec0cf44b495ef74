/** Writes small glTF files, right ones and wrong ones: the JSON is open to every change. */

type TypedArray = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

// biome-ignore lint/suspicious/noExplicitAny: tests write whatever they like into it
type Json = any;

const COMPONENT_TYPES = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
  [Float64Array, 5130],
]);
const WIDTHS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export class GltfWriter {
  readonly json: Json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [] }],
    nodes: [],
    meshes: [],
    accessors: [],
    bufferViews: [],
  };
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /** A view of bytes, which begin at a multiple of 8. */
  view(data: TypedArray, extra: Json = {}): number {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
    const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
    padded.set(bytes);
    this.#pieces.push(padded);
    this.json.bufferViews.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length, ...extra });
    this.#length += padded.length;
    return this.json.bufferViews.length - 1;
  }

  accessor(data: TypedArray, type: string, extra: Json = {}): number {
    this.json.accessors.push({
      bufferView: this.view(data),
      componentType: COMPONENT_TYPES.get(data.constructor),
      count: data.length / WIDTHS[type],
      type,
      ...extra,
    });
    return this.json.accessors.length - 1;
  }

  /** A mesh of primitives; each is a list of attributes by name, with `indices`, `mode` and the like beside them. */
  mesh(name: string | undefined, ...primitives: Json[]): number {
    this.json.meshes.push({ ...(name === undefined ? {} : { name }), primitives });
    return this.json.meshes.length - 1;
  }

  /** A node, at the root of the scene unless it has a parent. */
  node(node: Json, parent = -1): number {
    this.json.nodes.push(node);
    const index = this.json.nodes.length - 1;
    if (parent < 0) this.json.scenes[0].nodes.push(index);
    else {
      this.json.nodes[parent].children ??= [];
      this.json.nodes[parent].children.push(index);
    }
    return index;
  }

  material(name: string): number {
    this.json.materials ??= [];
    this.json.materials.push({ name });
    return this.json.materials.length - 1;
  }

  binary(): Uint8Array {
    const out = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      out.set(piece, at);
      at += piece.length;
    }
    return out;
  }

  glb(): Uint8Array {
    this.json.buffers ??= [{ byteLength: this.#length }];
    const text = new TextEncoder().encode(JSON.stringify(this.json));
    const json = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(32);
    json.set(text);
    const binary = this.binary();
    const out = new Uint8Array(12 + 8 + json.length + 8 + binary.length);
    const view = new DataView(out.buffer);
    const words = [0x46546c67, 2, out.length, json.length, 0x4e4f534a];
    words.forEach((word, i) => {
      view.setUint32(4 * i, word, true);
    });
    out.set(json, 20);
    view.setUint32(20 + json.length, binary.length, true);
    view.setUint32(24 + json.length, 0x004e4942, true);
    out.set(binary, 28 + json.length);
    return out;
  }

  /** The JSON alone, with the buffer under a name or, without one, inside. */
  gltf(uri?: string): Uint8Array {
    const data = `data:application/octet-stream;base64,${Buffer.from(this.binary()).toString('base64')}`;
    this.json.buffers = [{ byteLength: this.#length, uri: uri ?? data }];
    return new TextEncoder().encode(JSON.stringify(this.json));
  }
}
