/** The JSON of a glTF file, read with suspicion: nothing is taken for a number, a list or an object that is not one. */
import { ModelError } from '../../model-error.ts';

export type Fields = Readonly<Record<string, unknown>>;

const SINGULAR = {
  accessors: 'accessor',
  buffers: 'buffer',
  bufferViews: 'bufferView',
  materials: 'material',
  meshes: 'mesh',
  nodes: 'node',
  scenes: 'scene',
  skins: 'skin',
} as const;

export type Collection = keyof typeof SINGULAR;

export class GltfJson {
  readonly file: string;
  readonly root: Fields;

  constructor(file: string, text: string) {
    this.file = file;
    let root: unknown;
    try {
      root = JSON.parse(text);
    } catch (cause) {
      throw new ModelError(file, 'its JSON is damaged or cut off.', { cause });
    }
    if (!isObject(root)) this.fail('its JSON is no object.');
    this.root = root;
    const asset = root['asset'];
    if (!isObject(asset)) this.fail('it has no "asset", so it is no glTF.');
    const version = asset['minVersion'] ?? asset['version'];
    if (typeof version !== 'string' || !version.startsWith('2'))
      this.fail(`it is glTF ${shown(version)}, and only 2 is read.`);
  }

  fail(sentence: string): never {
    throw new ModelError(this.file, sentence);
  }

  /** How many there are. */
  count(collection: Collection): number {
    return this.#all(collection).length;
  }

  /** One of a collection; `owner` is who refers to it. */
  item(collection: Collection, index: unknown, owner: string): Fields {
    const all = this.#all(collection);
    const what = SINGULAR[collection];
    if (!isIndex(index) || index >= all.length)
      this.fail(`${owner} names ${what} ${shown(index)}, and there are ${all.length}.`);
    const found = all[index];
    if (!isObject(found)) this.fail(`${what} ${index} is no object.`);
    return found;
  }

  /** A list, empty if there is none. */
  list(owner: string, fields: Fields, key: string): readonly unknown[] {
    const value = fields[key];
    if (value === undefined) return [];
    if (!Array.isArray(value)) this.fail(`${owner}.${key} is no list.`);
    return value;
  }

  /** A list of exactly so many finite numbers, or null if there is none. */
  numbers(owner: string, fields: Fields, key: string, length: number): readonly number[] | null {
    const list = this.list(owner, fields, key);
    if (fields[key] === undefined) return null;
    if (list.length !== length || !list.every((value) => Number.isFinite(value)))
      this.fail(`${owner}.${key} must be ${length} numbers.`);
    return list as readonly number[];
  }

  object(owner: string, fields: Fields, key: string): Fields | null {
    const value = fields[key];
    if (value === undefined) return null;
    if (!isObject(value)) this.fail(`${owner}.${key} is no object.`);
    return value;
  }

  /** A count or an offset: at least 0, or what stands for a missing one. */
  integer(owner: string, fields: Fields, key: string, missing?: number): number {
    const value = fields[key] ?? missing;
    if (!isIndex(value)) this.fail(`${owner}.${key} is ${shown(value)}, not a whole number of at least 0.`);
    return value;
  }

  extension(owner: string, fields: Fields, name: string): Fields | null {
    const extensions = this.object(owner, fields, 'extensions');
    return extensions && this.object(`${owner}.extensions`, extensions, name);
  }

  /** An empty string if there is no name. */
  name(fields: Fields): string {
    return typeof fields['name'] === 'string' ? fields['name'] : '';
  }

  #all(collection: Collection): readonly unknown[] {
    return this.list('glTF', this.root, collection);
  }
}

export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function shown(value: unknown): string {
  return `${JSON.stringify(value)}`.slice(0, 40);
}
