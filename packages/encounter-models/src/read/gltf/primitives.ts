/** The primitives of a mesh as the file has them: vertices, indices and mode, unpacked from Draco where needed. */
import type { DracoModule } from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import type { Color } from '../../model.ts';
import { ModelError } from '../../model-error.ts';
import type { ModelBuilder } from '../model-builder.ts';
import { type ReadContext, sentence } from '../read-context.ts';
import type { Accessor, Accessors } from './accessors.ts';
import type { Buffers } from './buffers.ts';
import { baseColor } from './color.ts';
import type { DracoGeometry } from './draco.ts';
import { type Fields, type GltfJson, isIndex } from './json.ts';

export interface Primitive {
  /** Of the format: 0 points, 1 lines, 2 loop, 3 line strip, 4 triangles, 5 strip, 6 fan. */
  readonly mode: number;
  readonly position: Accessor;
  readonly indices: ArrayLike<number> | null;
  readonly joints: readonly Accessor[];
  readonly weights: readonly Accessor[];
  /** What each morph target adds to the positions; null where it leaves them. */
  readonly targets: readonly (Accessor | null)[];
  readonly material: string;
  /** In sRGB; null without a material. */
  readonly color: Color | null;
}

const DRACO = 'KHR_draco_mesh_compression';

export class Primitives {
  readonly #json: GltfJson;
  readonly #buffers: Buffers;
  readonly #accessors: Accessors;
  readonly #builder: ModelBuilder;
  readonly #context: ReadContext;
  #module: DracoModule | null = null;
  readonly #decoded = new Map<number, DracoGeometry>();

  constructor(json: GltfJson, buffers: Buffers, accessors: Accessors, builder: ModelBuilder, context: ReadContext) {
    this.#json = json;
    this.#buffers = buffers;
    this.#accessors = accessors;
    this.#builder = builder;
    this.#context = context;
  }

  async ofMesh(index: unknown, owner: string): Promise<Primitive[]> {
    const mesh = this.#json.item('meshes', index, owner);
    const found: Primitive[] = [];
    const list = this.#json.list(`mesh ${index}`, mesh, 'primitives');
    for (let i = 0; i < list.length; i++) {
      const here = `primitive ${i} of mesh ${index}`;
      const fields = this.#json.object(here, { it: list[i] }, 'it');
      const primitive = fields && (await this.#read(here, fields));
      if (primitive) found.push(primitive);
    }
    return found;
  }

  async #read(here: string, fields: Fields): Promise<Primitive | null> {
    const json: GltfJson = this.#json;
    const mode = json.integer(here, fields, 'mode', 4);
    if (mode > 6) json.fail(`${here} has the unknown mode ${mode}.`);
    const attributes = json.object(here, fields, 'attributes') ?? {};
    if (attributes['POSITION'] === undefined) {
      this.#builder.warn('Primitives without positions are left out.');
      return null;
    }
    const draco = json.extension(here, fields, DRACO);
    const get = draco ? await this.#draco(here, draco, attributes) : null;
    const read = async (name: string, type: string) =>
      (await get?.(name, type)) ?? (await this.#accessors.read(attributes[name], type, here));

    const position = await read('POSITION', 'VEC3');
    let indices: ArrayLike<number> | null = null;
    if (get) indices = get.indices;
    else if (fields['indices'] !== undefined) indices = await this.#accessors.readIndices(fields['indices'], here);
    const joints: Accessor[] = [];
    const weights: Accessor[] = [];
    for (let set = 0; attributes[`JOINTS_${set}`] !== undefined && attributes[`WEIGHTS_${set}`] !== undefined; set++) {
      joints.push(await read(`JOINTS_${set}`, 'VEC4'));
      weights.push(await read(`WEIGHTS_${set}`, 'VEC4'));
    }
    const targets: (Accessor | null)[] = [];
    for (const item of json.list(here, fields, 'targets')) {
      const target = json.object(here, { target: item }, 'target');
      const delta = target?.['POSITION'];
      targets.push(delta === undefined ? null : await this.#accessors.read(delta, 'VEC3', here));
    }
    for (const other of [...joints, ...weights, ...targets])
      if (other && other.count < position.count)
        json.fail(`${here} has ${position.count} vertices, and an attribute of ${other.count}.`);
    const look = fields['material'] === undefined ? null : json.item('materials', fields['material'], here);
    const material = look === null ? '' : json.name(look);
    const color = look === null ? null : baseColor(look);
    return { mode, position, indices, joints, weights, targets, material, color };
  }

  async #draco(here: string, draco: Fields, attributes: Fields) {
    const json: GltfJson = this.#json;
    const geometry = await this.#geometry(here, draco['bufferView']);
    const ids = json.object(here, draco, 'attributes') ?? {};
    this.#buffers.expect(geometry.faces * 12);
    const get = async (name: string, type: string): Promise<Accessor | null> => {
      const id = ids[name];
      if (id === undefined) return null;
      if (!isIndex(id)) json.fail(`${here} has Draco data without a number for ${name}.`);
      const fields = json.item('accessors', attributes[name], here);
      const width = type === 'VEC3' ? 3 : 4;
      const componentType = json.integer(here, fields, 'componentType');
      this.#buffers.expect(geometry.points * width * 4);
      const values = this.#guard(here, () => geometry.attribute(id, width, componentType));
      if (values.BYTES_PER_ELEMENT < 4 && fields['normalized'] === true) {
        const signed = values instanceof Int8Array || values instanceof Int16Array;
        const divisor = 2 ** (8 * values.BYTES_PER_ELEMENT - (signed ? 1 : 0)) - 1;
        return { count: geometry.points, width, values, divisor };
      }
      return { count: geometry.points, width, values, divisor: 1 };
    };
    return Object.assign(get, { indices: this.#guard(here, () => geometry.indices()) });
  }

  async #geometry(here: string, view: unknown): Promise<DracoGeometry> {
    const { bytes } = await this.#buffers.view(view, here);
    const known = this.#decoded.get(view as number);
    if (known) return known;
    const { checkDraco, createDraco, DracoGeometry } = await import('./draco.ts');
    const { faces, points } = this.#guard(here, () => checkDraco(bytes));
    this.#builder.expectTriangles(faces);
    this.#builder.expectVertices(points);
    this.#buffers.expect(12 * faces + 12 * points);
    try {
      this.#module ??= await createDraco(this.#context);
    } catch (cause) {
      const text = `the decoder of Draco could not be loaded (${sentence(cause)}); in a browser, options.wasm says where it is.`;
      throw new ModelError(this.#json.file, text, { cause });
    }
    const geometry = this.#guard(here, () => new DracoGeometry(this.#module!, bytes));
    this.#decoded.set(view as number, geometry);
    return geometry;
  }

  /** Whatever the decoder throws, it is the fault of the data. */
  #guard<T>(here: string, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      const text = cause instanceof RangeError && cause.message ? `it has ${sentence(cause)}` : 'it cannot be decoded';
      throw new ModelError(this.#json.file, `the Draco data of ${here} is damaged: ${text}.`, { cause });
    }
  }
}
