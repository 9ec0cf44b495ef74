/** Bytes of a GLB, glTF, OBJ or STL file as triangles; an Error whose message a visitor understands if that cannot be. */
import { LoadingManager, Mesh, MeshBasicMaterial, type Object3D } from 'three';
import { GLTFLoader, type GLTFLoaderPlugin } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { type Soup, soupOf } from './soup.ts';

/** For the file picker. */
export const ACCEPTED = '.glb,.gltf,.obj,.stl';

export async function readModel(name: string, bytes: ArrayBuffer): Promise<Soup> {
  if (bytes.byteLength === 0) throw new Error('the file is empty');
  const soup = soupOf(await parse(name, bytes));
  if (soup.indices.length === 0) throw new Error('there are no triangles in it');
  return soup;
}

async function parse(name: string, bytes: ArrayBuffer): Promise<Object3D> {
  // A GLB says what it is; the others are told by their names.
  if (startsWith(bytes, 'glTF')) return parseGltf(bytes);
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  switch (extension) {
    case 'glb':
      throw new Error('it does not begin as a GLB file does');
    case 'gltf':
      return parseGltf(bytes);
    case 'obj':
      return parseObj(bytes);
    case 'stl':
      return parseStl(bytes);
    default:
      throw new Error('only GLB, glTF, OBJ and STL files can be read here');
  }
}

async function parseGltf(bytes: ArrayBuffer): Promise<Object3D> {
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    if (/^(data|blob):/.test(url)) return url;
    throw new Error(`it needs another file, “${url}”; a GLB has everything in one`);
  });
  const loader = new GLTFLoader(manager).register(withoutMaterials);
  try {
    const { scene } = await loader.parseAsync(bytes, '');
    if (!scene) throw new Error('there is no scene in it');
    return scene;
  } catch (error) {
    throw new Error(explain(error));
  }
}

/** Looks do not matter here, and textures may be in formats that need a decoder: they are never read. */
function withoutMaterials(): GLTFLoaderPlugin {
  const material = new MeshBasicMaterial();
  return { name: 'encounter-without-materials', loadMaterial: () => Promise.resolve(material) };
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/DRACO/.test(message))
    return 'its geometry is compressed with Draco, which this page cannot unpack; export it without compression';
  if (/Meshopt/.test(message))
    return 'its geometry is compressed with meshopt, which this page cannot unpack; export it without compression';
  if (error instanceof SyntaxError) return `it is not valid JSON (${message})`;
  if (error instanceof RangeError || error instanceof TypeError) return `it is damaged (${message})`;
  return message.replace(/^THREE\.GLTFLoader: /, '');
}

function parseObj(bytes: ArrayBuffer): Object3D {
  const text = new TextDecoder().decode(bytes);
  // The loader takes any text, and complains of each line in the console.
  if (!/^\s*v\s/m.test(text)) throw new Error('there are no vertices in it: it is not an OBJ file');
  return new OBJLoader().parse(text);
}

function parseStl(bytes: ArrayBuffer): Object3D {
  const binarySize = bytes.byteLength < 84 ? Infinity : 84 + 50 * new DataView(bytes).getUint32(80, true);
  if (binarySize !== bytes.byteLength) {
    // Text begins with “solid”; so do some binary files, which the size tells apart.
    const isText = startsWith(bytes, 'solid') && /\bfacet\b/.test(new TextDecoder().decode(bytes));
    if (!isText && binarySize > bytes.byteLength) throw new Error('it is cut short, or not an STL file');
  }
  return new Mesh(new STLLoader().parse(bytes));
}

function startsWith(bytes: ArrayBuffer, text: string): boolean {
  return new TextDecoder().decode(new Uint8Array(bytes, 0, Math.min(text.length, bytes.byteLength))) === text;
}
