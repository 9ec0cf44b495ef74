/**
 * glTF 2.0, as GLB or as JSON with buffers beside it or in data URIs. A part is a node with a mesh, with all primitives of that mesh in one geometry, as a
 * body of several materials is still one body. An instance of EXT_mesh_gpu_instancing is a part, too. Skinned meshes are in the pose in which the file
 * leaves its joints: a vertex stands at the weighted mean of (place of the joint × inverse bind matrix × vertex); morph targets have their default weights.
 *
 * The JSON is not handed to a library that trusts it: every count, offset and reference is checked before memory is allocated, and only what makes up the
 * geometry is read at all.
 */

import { checkLimit } from '../limits.ts';
import type { Model, Triangles } from '../model.ts';
import { Accessors, valueAt } from './gltf/accessors.ts';
import { Buffers } from './gltf/buffers.ts';
import { openContainer } from './gltf/container.ts';
import { buildGeometry, type Deformation } from './gltf/geometry.ts';
import { type Fields, GltfJson, shown } from './gltf/json.ts';
import { Nodes } from './gltf/nodes.ts';
import { type Primitive, Primitives } from './gltf/primitives.ts';
import { compose, IDENTITY, type Matrix, multiply } from './matrix.ts';
import { ModelBuilder } from './model-builder.ts';
import type { ReadContext } from './read-context.ts';

/** Extensions that a file may require: those that are read, and those that change no geometry. */
const READ = [
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'KHR_accessor_float64',
  'KHR_draco_mesh_compression',
  'KHR_mesh_quantization',
  'KHR_meshopt_compression',
];
const LOOKS = /^(KHR_materials_|KHR_texture_|EXT_texture_|MSFT_texture_|KHR_lights_|EXT_lights_|KHR_xmp|KHR_animation)/;

/** What parts without a name are called. */
const UNNAMED = 'unnamed';

export async function readGltf(bytes: Uint8Array, name: string, context: ReadContext): Promise<Model> {
  const { json: text, binary } = openContainer(bytes, name);
  const json = new GltfJson(name, text);
  for (const extension of json.list('glTF', json.root, 'extensionsRequired'))
    if (typeof extension !== 'string' || !(READ.includes(extension) || LOOKS.test(extension)))
      json.fail(`it requires the extension ${shown(extension)}, which is not read.`);
  return new GltfReader(json, binary, context).read();
}

class GltfReader {
  readonly #json: GltfJson;
  readonly #context: ReadContext;
  readonly #builder: ModelBuilder;
  readonly #nodes: Nodes;
  readonly #accessors: Accessors;
  readonly #primitives: Primitives;
  readonly #meshes = new Map<unknown, Primitive[]>();
  readonly #geometries = new Map<string, Triangles>();

  constructor(json: GltfJson, binary: Uint8Array | null, context: ReadContext) {
    const buffers = new Buffers(json, binary, context);
    this.#json = json;
    this.#context = context;
    this.#builder = new ModelBuilder(json.file, 'gltf', 'm', context.limits);
    this.#nodes = new Nodes(json, context.limits);
    this.#accessors = new Accessors(json, buffers);
    this.#primitives = new Primitives(json, buffers, this.#accessors, this.#builder, context);
  }

  async read(): Promise<Model> {
    const json: GltfJson = this.#json;
    for (const node of this.#nodes.shown()) {
      const fields = this.#nodes.fields(node);
      if (fields['mesh'] !== undefined) await this.#addPart(node, fields);
    }
    const scenes = json.count('scenes');
    if (scenes > 1) this.#builder.warn(`Of ${scenes} scenes only the one to be shown first is read.`);
    if (json.list('glTF', json.root, 'animations').length > 0)
      this.#builder.warn('Animations are left out: parts stand as the file leaves them.');
    return this.#builder.build();
  }

  async #addPart(node: number, fields: Fields): Promise<void> {
    const here = `node ${node}`;
    const mesh = this.#json.item('meshes', fields['mesh'], here);
    const primitives = this.#meshes.get(fields['mesh']) ?? (await this.#primitives.ofMesh(fields['mesh'], here));
    this.#meshes.set(fields['mesh'], primitives);
    if (primitives.length === 0) return;
    const triangles = await this.#geometry(node, fields, mesh, primitives);
    const path = [...this.#nodes.ancestors(node), this.#json.name(fields) || this.#json.name(mesh) || UNNAMED];
    const material = [...new Set(primitives.map((primitive) => primitive.material).filter(Boolean))].join(', ');
    const size = ({ indices, position }: Primitive): number => indices?.length ?? position.count;
    const { color } = primitives.reduce((most, other) => (size(other) > size(most) ? other : most));
    // The vertices of a skin are in the coordinates of the model already.
    const skinned = fields['skin'] !== undefined;
    const world = skinned ? IDENTITY : this.#nodes.world(node);
    const instancing = this.#json.extension(here, fields, 'EXT_mesh_gpu_instancing');
    const placements = instancing ? await this.#instances(here, instancing) : [IDENTITY];
    for (const placement of placements) {
      const transform = placement === IDENTITY ? world : multiply(world, placement);
      this.#builder.add({ path, material, color, triangles, transform });
    }
  }

  /** The same object for nodes whose meshes come out the same. */
  async #geometry(node: number, fields: Fields, mesh: Fields, primitives: readonly Primitive[]): Promise<Triangles> {
    const json: GltfJson = this.#json;
    const targets = primitives.reduce((most, primitive) => Math.max(most, primitive.targets.length), 0);
    const owner = fields['weights'] === undefined ? mesh : fields;
    const weights = targets === 0 ? [] : json.list(`node ${node}`, owner, 'weights').map(Number);
    if (!weights.every(Number.isFinite)) json.fail(`the weights of node ${node} are no numbers.`);
    const skinned = fields['skin'] !== undefined;
    if (skinned) json.item('skins', fields['skin'], `node ${node}`);
    const key = `${fields['mesh']} ${skinned ? `skin ${fields['skin']} at ${node}` : ''} ${weights.join(' ')}`;
    const known = this.#geometries.get(key);
    if (known) return known;
    const skin = skinned ? await this.#skin(node, fields['skin']) : null;
    const geometry = this.#builder.geometry(buildGeometry(primitives, { weights, skin }, this.#builder));
    this.#geometries.set(key, geometry);
    return geometry;
  }

  async #skin(node: number, index: unknown): Promise<Deformation['skin']> {
    const json: GltfJson = this.#json;
    const fields = json.item('skins', index, `node ${node}`);
    const here = `skin ${index}`;
    const given = fields['inverseBindMatrices'];
    const binds = given === undefined ? null : await this.#accessors.read(given, 'MAT4', here);
    const list = json.list(here, fields, 'joints');
    if (binds && binds.count < list.length)
      json.fail(`${here} has ${list.length} joints, and ${binds.count} inverse bind matrices.`);
    const joints = list.map((joint, i): Matrix => {
      json.item('nodes', joint, here);
      const world = this.#nodes.world(joint as number);
      return binds ? multiply(world, binds.values.subarray(16 * i, 16 * i + 16)) : world;
    });
    return { joints, world: this.#nodes.world(node) };
  }

  async #instances(here: string, extension: Fields): Promise<Matrix[]> {
    const json: GltfJson = this.#json;
    const attributes = json.object(here, extension, 'attributes') ?? {};
    const read = async (name: string, type: string) =>
      attributes[name] === undefined ? null : await this.#accessors.read(attributes[name], type, here);
    const [t, r, s] = [await read('TRANSLATION', 'VEC3'), await read('ROTATION', 'VEC4'), await read('SCALE', 'VEC3')];
    const counts = [t, r, s].flatMap((accessor) => (accessor ? [accessor.count] : []));
    const count = counts[0] ?? 0;
    if (counts.some((other) => other !== count))
      json.fail(`the instances of ${here} have attributes of several lengths.`);
    checkLimit(json.file, 'parts', this.#builder.size + count, this.#context.limits, 'parts');
    return Array.from({ length: count }, (_, i) =>
      compose(
        t ? [0, 1, 2].map((k) => valueAt(t, 3 * i + k)) : [0, 0, 0],
        r ? [0, 1, 2, 3].map((k) => valueAt(r, 4 * i + k)) : [0, 0, 0, 1],
        s ? [0, 1, 2].map((k) => valueAt(s, 3 * i + k)) : [1, 1, 1],
      ),
    );
  }
}
