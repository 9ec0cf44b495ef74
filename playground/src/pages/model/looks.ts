/**
 * glTF files as three.js shows them, with their textures. What is read for the clashes has no looks, so the files are read once more, by another reader. Loaded
 * when the first glTF file comes.
 */
import {
  Group,
  LoadingManager,
  Mesh,
  type MeshStandardMaterial,
  type Object3D,
  PMREMGenerator,
  type WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { DRACO_GLTF_CONFIG, DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { el } from '../../shell/dom.ts';
import type { DroppedFile } from './drop-zone.ts';
import type { Assembly } from './protocol.ts';
import { fileName, joined, modelFiles } from './read-files.ts';

export interface Looks {
  readonly root: Object3D;
  /** The meshes of each part, if it is known which they are. */
  readonly meshes: readonly (readonly Object3D[])[] | null;
}

/** A white pixel, in place of pictures that were not dropped. */
function whitePixel(): string {
  const canvas = el('canvas', { width: '1', height: '1' });
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, 1, 1);
  return canvas.toDataURL();
}

/** Null if the files are no glTF, or if three.js cannot read what we can. */
export async function loadLooks(
  files: readonly DroppedFile[],
  { models, parts, origin }: Assembly,
  renderer: WebGLRenderer,
): Promise<Looks | null> {
  const given = modelFiles(files);
  if (given.length !== models.length || !models.every(({ format }) => format === 'gltf')) return null;
  const root = new Group();
  const meshes: Object3D[][] = [];
  try {
    for (const { path, file } of given) {
      const gltf = await load(files, path, await file.arrayBuffer());
      root.add(gltf.scene);
      meshes.push(...meshesOfNodes(gltf));
    }
  } catch {
    return null;
  }
  light(root, renderer);
  root.position.set(-origin[0], -origin[1], -origin[2]);
  // Instances and nodes that share things are counted in other ways: then it is not known what belongs to which part.
  return { root, meshes: meshes.length === parts.length ? meshes : null };
}

async function load(files: readonly DroppedFile[], path: string, bytes: ArrayBuffer): Promise<GLTF> {
  const manager = new LoadingManager();
  const addresses: string[] = [];
  manager.setURLModifier((url) => {
    if (/^(data|blob):/.test(url)) return url;
    const name = decodeURIComponent(url);
    const found =
      files.find((other) => other.path === joined(path, name)) ??
      files.find((other) => fileName(other.path) === fileName(name));
    if (found === undefined) return whitePixel();
    const address = URL.createObjectURL(found.file);
    addresses.push(address);
    return address;
  });
  // With a manager of its own: its files are ours.
  const draco = new DRACOLoader().setDecoderPath(DRACO_GLTF_CONFIG);
  try {
    const loader = new GLTFLoader(manager).setDRACOLoader(draco).setMeshoptDecoder(MeshoptDecoder);
    return await loader.parseAsync(bytes, '');
  } finally {
    draco.dispose();
    for (const address of addresses) URL.revokeObjectURL(address);
  }
}

/** For each node with a mesh, parents first, what is drawn of it; not what is drawn of the nodes below it. */
function meshesOfNodes({ scene, parser }: GLTF): Object3D[][] {
  const found: Object3D[][] = [];
  const nodes = parser.json.nodes as readonly { mesh?: number }[];
  const visit = (object: Object3D, own: Object3D[] | null): void => {
    const node = parser.associations.get(object)?.nodes;
    let list = own;
    if (node !== undefined) {
      list = nodes[node]?.mesh === undefined ? null : [];
      if (list !== null) found.push(list);
    }
    if (list !== null && object instanceof Mesh) list.push(object);
    for (const child of object.children) visit(child, list);
  };
  visit(scene, null);
  return found;
}

/** Metal is black without surroundings to mirror. */
function light(root: Object3D, renderer: WebGLRenderer): void {
  const generator = new PMREMGenerator(renderer);
  const room = new RoomEnvironment();
  const { texture } = generator.fromScene(room, 0.04);
  generator.dispose();
  room.dispose();
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    for (const material of [object.material].flat() as MeshStandardMaterial[]) {
      material.envMap = texture;
      material.envMapIntensity = 0.2;
    }
  });
}
