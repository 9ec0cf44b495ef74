/** KHR_draco_mesh_compression. This file, and with it the decoder, is loaded by the first primitive that needs it. */
import createDecoder, {
  type DracoDecoder,
  type DracoMesh,
  type DracoModule,
} from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import type { ReadContext } from '../read-context.ts';
import type { Components } from './accessors.ts';
import { readDracoHeader } from './draco-header.ts';

/**
 * Draco spends at least a bit on most triangles. Data that claims more than a thousand triangles a byte is a lie that costs memory: some 100 bytes for
 * each.
 */
const MOST_FACES_PER_BYTE = 1024;

/** A RangeError on its face: what is wrong with the data, after the words "it has". */
export function checkDraco(bytes: Uint8Array): { faces: number; points: number } {
  const { faces, points } = readDracoHeader(bytes);
  const most = MOST_FACES_PER_BYTE * bytes.length;
  if (faces > most || points > 3 * most)
    throw new RangeError(`${faces} triangles and ${points} points in ${bytes.length} bytes`);
  return { faces, points };
}

/** A decoder for one file: its memory only ever grows, and after a failure it is not to be trusted. */
export async function createDraco(context: ReadContext): Promise<DracoModule> {
  const { wasm } = context;
  const locate = typeof wasm === 'string' ? (file: string) => wasm + file : wasm;
  return createDecoder({ ...(locate ? { locateFile: locate } : {}), printErr: () => {} });
}

/** One decoded mesh. */
export class DracoGeometry {
  readonly #module: DracoModule;
  readonly #decoder: DracoDecoder;
  readonly #mesh: DracoMesh;
  readonly points: number;
  readonly faces: number;

  constructor(module: DracoModule, bytes: Uint8Array) {
    this.#module = module;
    this.#decoder = new module.Decoder();
    this.#mesh = new module.Mesh();
    const buffer = new module.DecoderBuffer();
    try {
      buffer.Init(bytes, bytes.length);
      const status = this.#decoder.DecodeBufferToMesh(buffer, this.#mesh);
      if (!status.ok() || this.#mesh.ptr === 0) throw new RangeError(status.error_msg());
    } finally {
      module.destroy(buffer);
    }
    this.points = this.#mesh.num_points();
    this.faces = this.#mesh.num_faces();
  }

  indices(): Uint32Array {
    const bytes = this.faces * 12;
    return new Uint32Array(this.#copy(bytes, (to) => this.#decoder.GetTrianglesUInt32Array(this.#mesh, bytes, to)));
  }

  /** The values of an attribute, one for each point, as the component type of its accessor. */
  attribute(id: number, width: number, componentType: number): Components {
    const attribute = this.#decoder.GetAttributeByUniqueId(this.#mesh, id);
    if (attribute.ptr === 0) throw new RangeError(`no attribute ${id}`);
    if (attribute.num_components() !== width)
      throw new RangeError(`${attribute.num_components()} numbers a vertex, not ${width}`);
    const type = this.#type(componentType);
    const bytes = this.points * width * type.array.BYTES_PER_ELEMENT;
    const copy = this.#copy(bytes, (to) =>
      this.#decoder.GetAttributeDataArrayForAllPoints(this.#mesh, attribute, type.draco, bytes, to),
    );
    return new type.array(copy);
  }

  free(): void {
    this.#module.destroy(this.#mesh);
    this.#module.destroy(this.#decoder);
  }

  #copy(bytes: number, fill: (to: number) => boolean): ArrayBuffer {
    const at = this.#module._malloc(Math.max(bytes, 1));
    if (at === 0) throw new RangeError('no memory');
    try {
      if (!fill(at)) throw new RangeError('no such values');
      // The heap may be another object now: it has grown.
      return this.#module.HEAPU8.slice(at, at + bytes).buffer as ArrayBuffer;
    } finally {
      this.#module._free(at);
    }
  }

  #type(componentType: number) {
    const module = this.#module;
    switch (componentType) {
      case 5120:
        return { array: Int8Array, draco: module.DT_INT8 };
      case 5121:
        return { array: Uint8Array, draco: module.DT_UINT8 };
      case 5122:
        return { array: Int16Array, draco: module.DT_INT16 };
      case 5123:
        return { array: Uint16Array, draco: module.DT_UINT16 };
      case 5125:
        return { array: Uint32Array, draco: module.DT_UINT32 };
      case 5126:
        return { array: Float32Array, draco: module.DT_FLOAT32 };
      default:
        throw new RangeError(`the unknown component type ${componentType}`);
    }
  }
}
