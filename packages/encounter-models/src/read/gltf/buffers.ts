/** Buffers and views of them: loaded and unpacked when first needed, so that those of textures and animations never are. */
import { checkLimit } from '../../limits.ts';
import { ModelError } from '../../model-error.ts';
import { decodeBase64 } from '../base64.ts';
import type { ReadContext } from '../read-context.ts';
import type { Fields, GltfJson } from './json.ts';

const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

export interface BufferView {
  readonly bytes: Uint8Array;
  /** From one element to the next; 0 where they follow each other. */
  readonly stride: number;
}

export class Buffers {
  readonly #json: GltfJson;
  readonly #binary: Uint8Array | null;
  readonly #context: ReadContext;
  readonly #buffers = new Map<number, Uint8Array>();
  readonly #views = new Map<number, BufferView>();
  #unpacked = 0;

  constructor(json: GltfJson, binary: Uint8Array | null, context: ReadContext) {
    this.#json = json;
    this.#binary = binary;
    this.#context = context;
  }

  /** Counts bytes that are about to be allocated for what the file describes. */
  expect(bytes: number): void {
    this.#unpacked += bytes;
    checkLimit(this.#json.file, 'unpacked bytes', this.#unpacked, this.#context.limits, 'bytes');
  }

  async view(index: unknown, owner: string): Promise<BufferView> {
    const json: GltfJson = this.#json;
    const fields = json.item('bufferViews', index, owner);
    const known = this.#views.get(index as number);
    if (known) return known;
    const here = `bufferView ${index}`;
    const stride = json.integer(here, fields, 'byteStride', 0);
    const name = MESHOPT.find((extension) => json.extension(here, fields, extension));
    const view = name
      ? { bytes: await this.#decompress(here, json.extension(here, fields, name)!), stride }
      : { bytes: await this.#slice(here, fields), stride };
    this.#views.set(index as number, view);
    return view;
  }

  async #slice(owner: string, fields: Fields): Promise<Uint8Array> {
    const json: GltfJson = this.#json;
    const offset = json.integer(owner, fields, 'byteOffset', 0);
    const length = json.integer(owner, fields, 'byteLength');
    const buffer = await this.#buffer(fields['buffer'], owner);
    if (offset + length > buffer.byteLength)
      json.fail(`${owner} reaches to byte ${offset + length} of a buffer of ${buffer.byteLength}.`);
    return buffer.subarray(offset, offset + length);
  }

  async #buffer(index: unknown, owner: string): Promise<Uint8Array> {
    const json: GltfJson = this.#json;
    const fields = json.item('buffers', index, owner);
    const known = this.#buffers.get(index as number);
    if (known) return known;
    const here = `buffer ${index}`;
    const length = json.integer(here, fields, 'byteLength');
    let bytes = await this.#load(here, fields['uri'], index === 0);
    if (bytes.byteLength < length)
      json.fail(`${here} has ${bytes.byteLength} bytes of the ${length} that it should have.`);
    bytes = bytes.subarray(0, length);
    this.#buffers.set(index as number, bytes);
    return bytes;
  }

  async #load(owner: string, uri: unknown, first: boolean): Promise<Uint8Array> {
    const json: GltfJson = this.#json;
    if (uri === undefined) {
      if (!first || !this.#binary) json.fail(`${owner} has no uri, and the file has no binary chunk for it.`);
      return this.#binary;
    }
    if (typeof uri !== 'string') json.fail(`${owner}.uri is no text.`);
    if (!uri.startsWith('data:')) return this.#context.resolve(decodeUri(uri));
    const comma = uri.indexOf(',');
    if (comma < 0 || !uri.slice(0, comma).endsWith(';base64')) json.fail(`the data URI of ${owner} is not in base64.`);
    return decodeBase64(uri, comma + 1) ?? json.fail(`the data URI of ${owner} is damaged.`);
  }

  async #decompress(owner: string, packed: Fields): Promise<Uint8Array> {
    const json: GltfJson = this.#json;
    const source = await this.#slice(owner, packed);
    const count = json.integer(owner, packed, 'count');
    const stride = json.integer(owner, packed, 'byteStride');
    const { checkMeshopt, decodeMeshopt } = await import('./meshopt.ts');
    const format = { count, stride, mode: packed['mode'], filter: packed['filter'] ?? 'NONE' };
    const wrong = checkMeshopt(format);
    if (wrong) json.fail(`the meshopt data of ${owner} has ${wrong}.`);
    this.expect(count * stride);
    try {
      return await decodeMeshopt(source, format);
    } catch (cause) {
      throw new ModelError(json.file, `the meshopt data of ${owner} is damaged.`, { cause });
    }
  }
}

function decodeUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
