/** Accessors as packed arrays of their own: strides, sparse values and missing views resolved. Each is read once. */
import type { Buffers } from './buffers.ts';
import type { Fields, GltfJson } from './json.ts';

export type Components = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

export interface Accessor {
  readonly count: number;
  /** Components of an element: 3 for VEC3. */
  readonly width: number;
  /** As the file has them, `count` × `width`. */
  readonly values: Components;
  /** What the values are to be divided by: 1, or the largest of an integer type that stands for 0 … 1 or −1 … 1. */
  readonly divisor: number;
}

/** By componentType. The last one is KHR_accessor_float64. */
const TYPES: Readonly<Record<string, { new (buffer: ArrayBuffer): Components; readonly BYTES_PER_ELEMENT: number }>> = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
  5130: Float64Array,
};
const DIVISORS: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535, 5125: 4294967295 };
const WIDTHS: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT4: 16,
});
const INDEX_TYPES = [5121, 5123, 5125];

export class Accessors {
  readonly #json: GltfJson;
  readonly #buffers: Buffers;
  readonly #known = new Map<number, Accessor>();

  constructor(json: GltfJson, buffers: Buffers) {
    this.#json = json;
    this.#buffers = buffers;
  }

  /** An accessor of the given type, such as VEC3. */
  async read(index: unknown, type: string, owner: string): Promise<Accessor> {
    const json: GltfJson = this.#json;
    const fields = json.item('accessors', index, owner);
    if (fields['type'] !== type) json.fail(`accessor ${index} of ${owner} is not of type ${type}.`);
    const known = this.#known.get(index as number);
    if (known) return known;
    const accessor = await this.#read(`accessor ${index}`, fields);
    this.#known.set(index as number, accessor);
    return accessor;
  }

  /** Vertex numbers or joints: whole numbers of at least 0. */
  async readIndices(index: unknown, owner: string): Promise<Uint8Array | Uint16Array | Uint32Array> {
    const { values } = await this.read(index, 'SCALAR', owner);
    if (values instanceof Uint8Array || values instanceof Uint16Array || values instanceof Uint32Array) return values;
    return this.#json.fail(`the indices of ${owner} are no whole numbers of at least 0.`);
  }

  async #read(here: string, fields: Fields): Promise<Accessor> {
    const json: GltfJson = this.#json;
    const count = json.integer(here, fields, 'count');
    const width = WIDTHS[String(fields['type'])];
    const componentType = json.integer(here, fields, 'componentType');
    const type = TYPES[componentType];
    if (type === undefined) json.fail(`${here} has the unknown component type ${componentType}.`);
    const size = width * type.BYTES_PER_ELEMENT;
    let packed: Uint8Array | null = null;
    if (fields['bufferView'] !== undefined)
      packed = await this.#pack(here, fields['bufferView'], json.integer(here, fields, 'byteOffset', 0), count, size);
    else {
      this.#buffers.expect(count * size);
      packed = new Uint8Array(count * size);
    }
    const sparse = json.object(here, fields, 'sparse');
    if (sparse) await this.#overwrite(here, sparse, packed, count, size);
    const divisor = fields['normalized'] === true ? (DIVISORS[componentType] ?? 1) : 1;
    return { count, width, values: new type(packed.buffer as ArrayBuffer), divisor };
  }

  /** A copy of `count` elements of `size` bytes, one after the other. Nothing is allocated before all of them are known to be there. */
  async #pack(here: string, view: unknown, offset: number, count: number, size: number): Promise<Uint8Array> {
    const json: GltfJson = this.#json;
    const { bytes, stride: given } = await this.#buffers.view(view, here);
    const stride = given === 0 ? size : given;
    if (stride < size)
      json.fail(`bufferView ${view} has a stride of ${stride}, and ${here} has elements of ${size} bytes.`);
    const end = count === 0 ? 0 : offset + (count - 1) * stride + size;
    if (end > bytes.byteLength)
      json.fail(`${here} with ${count} elements reaches to byte ${end} of a view of ${bytes.byteLength}.`);
    this.#buffers.expect(count * size);
    if (stride === size) return bytes.slice(offset, offset + count * size);
    const packed = new Uint8Array(count * size);
    for (let i = 0; i < count; i++) {
      const from = offset + i * stride;
      for (let k = 0; k < size; k++) packed[i * size + k] = bytes[from + k];
    }
    return packed;
  }

  /** The values of a sparse accessor that differ. */
  async #overwrite(here: string, sparse: Fields, packed: Uint8Array, count: number, size: number): Promise<void> {
    const json: GltfJson = this.#json;
    const owner = `${here}.sparse`;
    const changed = json.integer(owner, sparse, 'count');
    const indices = json.object(owner, sparse, 'indices') ?? json.fail(`${owner} has no indices.`);
    const values = json.object(owner, sparse, 'values') ?? json.fail(`${owner} has no values.`);
    const kind = json.integer(owner, indices, 'componentType');
    if (!INDEX_TYPES.includes(kind)) json.fail(`${owner} has indices of the component type ${kind}.`);
    const type = TYPES[kind];
    const from = json.integer(owner, indices, 'byteOffset', 0);
    const where = new type(
      (await this.#pack(owner, indices['bufferView'], from, changed, type.BYTES_PER_ELEMENT)).buffer as ArrayBuffer,
    );
    const first = json.integer(owner, values, 'byteOffset', 0);
    const what = await this.#pack(owner, values['bufferView'], first, changed, size);
    for (let i = 0; i < changed; i++) {
      if (where[i] >= count) json.fail(`${owner} changes element ${where[i]} of ${count}.`);
      packed.set(what.subarray(i * size, (i + 1) * size), where[i] * size);
    }
  }
}

/** Component `i` as the number that it stands for. The least of a signed type counts as the second least, as the format demands. */
export function valueAt({ values, divisor }: Accessor, i: number): number {
  return divisor === 1 ? values[i] : Math.max(values[i] / divisor, -1);
}
