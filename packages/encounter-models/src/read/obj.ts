/**
 * Wavefront OBJ. A part is what one `o` and one `g` name together, wherever in the file; a body of several materials is still one body. Faces may be
 * nonconvex, lines and points are kept. Normals, texture coordinates and materials' files are not needed. Free-form curves and surfaces are left out.
 */
import { checkLimit } from '../limits.ts';
import type { Model } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { FaceList } from './faces.ts';
import { GrowingFloat64 } from './growing.ts';
import { readLines, stem } from './lines.ts';
import { ModelBuilder } from './model-builder.ts';
import type { ReadContext } from './read-context.ts';

interface Group {
  readonly object: string;
  readonly group: string;
  readonly faces: FaceList;
  readonly materials: Set<string>;
}

const FREE_FORM = ['cstype', 'deg', 'bmat', 'step', 'curv', 'curv2', 'surf', 'vp', 'bzp', 'bsp', 'cdc', 'cdp', 'res'];

export async function readObj(bytes: Uint8Array, name: string, context: ReadContext): Promise<Model> {
  return new ObjReader(name, context).read(bytes);
}

class ObjReader {
  readonly #name: string;
  readonly #context: ReadContext;
  readonly #builder: ModelBuilder;
  readonly #positions = new GrowingFloat64();
  readonly #groups = new Map<string, Group>();
  #object = '';
  #group = '';
  #material = '';
  #current: Group | null = null;
  #elements = 0;
  #line = 0;
  #understood = 0;

  constructor(name: string, context: ReadContext) {
    this.#name = name;
    this.#context = context;
    this.#builder = new ModelBuilder(name, 'obj', '', context.limits);
  }

  read(bytes: Uint8Array): Model {
    let held = '';
    for (const line of readLines(bytes, this.#name)) {
      this.#line++;
      // A backslash at the end continues the line.
      if (line.endsWith('\\')) {
        held += `${line.slice(0, -1)} `;
        if (held.length > 1 << 20) this.#fail('is continued for more than 1 MB');
        continue;
      }
      this.#statement(held === '' ? line : held + line);
      held = '';
    }
    if (held !== '') this.#statement(held);
    if (this.#understood === 0) throw new ModelError(this.#name, 'it has no line of an OBJ file.');
    const positions = this.#positions.toArray();
    for (const { object, group, faces, materials } of this.#groups.values()) {
      const triangles = faces.build(positions, this.#builder);
      const named = [object, group].filter((part) => part !== '');
      const path = named.length > 0 ? named : [stem(this.#name)];
      this.#builder.add({ path, layer: group, material: [...materials].join(', '), triangles });
    }
    return this.#builder.build();
  }

  #statement(text: string): void {
    const hash = text.indexOf('#');
    const words = (hash < 0 ? text : text.slice(0, hash)).trim().split(/\s+/);
    const [keyword] = words;
    switch (keyword) {
      case '':
        return;
      case 'v':
        this.#vertex(words);
        break;
      case 'f':
      case 'fo':
        this.#add(words, 3);
        break;
      case 'l':
        this.#add(words, 2);
        break;
      case 'p':
        this.#add(words, 1);
        break;
      case 'o':
        this.#object = rest(text);
        this.#current = null;
        break;
      case 'g': {
        const group = rest(text);
        this.#group = group === 'default' ? '' : group;
        this.#current = null;
        break;
      }
      case 'usemtl':
        this.#material = rest(text);
        break;
      default:
        if (FREE_FORM.includes(keyword)) this.#builder.warn('Free-form curves and surfaces are left out.');
        else if (!['vt', 'vn', 's', 'mtllib'].includes(keyword)) return;
    }
    this.#understood++;
  }

  #vertex(words: readonly string[]): void {
    this.#builder.expectVertices(this.#positions.length / 3 + 1);
    for (let k = 1; k <= 3; k++) {
      const value = Number(words[k]);
      if (!Number.isFinite(value) || words[k] === undefined)
        this.#fail(`has a vertex without three numbers: ${JSON.stringify(words.slice(0, 4).join(' ').slice(0, 80))}`);
      this.#positions.push(value);
    }
  }

  /** A face, a polyline or points, by the fewest corners that they have. */
  #add(words: readonly string[], least: number): void {
    const count = words.length - 1;
    if (count < least) this.#fail(`needs at least ${least} vertices, and has ${count}`);
    const corners: number[] = [];
    for (let i = 1; i <= count; i++) corners.push(this.#corner(words[i]));
    const part = this.#part();
    if (this.#material !== '') part.materials.add(this.#material);
    const before = part.faces.size;
    if (least === 3) {
      checkLimit(this.#name, 'corners of a polygon', count, this.#context.limits, 'corners');
      part.faces.addFace(corners, this.#name, this.#context.limits);
    } else if (least === 2) for (let i = 1; i < count; i++) part.faces.addSegment(corners[i - 1], corners[i]);
    else for (const corner of corners) part.faces.addPoint(corner);
    this.#elements += part.faces.size - before;
    this.#builder.expectTriangles(this.#elements);
  }

  /** The vertex of `7`, `7/1`, `7/1/3` or `7//3`; below 0 it counts from the last one back. */
  #corner(word: string): number {
    const slash = word.indexOf('/');
    const number = Number(slash < 0 ? word : word.slice(0, slash));
    const count = this.#positions.length / 3;
    const index = number < 0 ? count + number : number - 1;
    if (!Number.isInteger(number) || index < 0 || index >= count)
      this.#fail(`names vertex ${JSON.stringify(word.slice(0, 40))}, and there are ${count} so far`);
    return index;
  }

  #part(): Group {
    if (this.#current) return this.#current;
    const key = JSON.stringify([this.#object, this.#group]);
    let found = this.#groups.get(key);
    if (!found) {
      checkLimit(this.#name, 'parts', this.#groups.size + 1, this.#context.limits, 'parts');
      found = { object: this.#object, group: this.#group, faces: new FaceList(), materials: new Set() };
      this.#groups.set(key, found);
    }
    this.#current = found;
    return found;
  }

  #fail(what: string): never {
    throw new ModelError(this.#name, `line ${this.#line} ${what}.`);
  }
}

/** What follows the keyword, spaces within included: names may have some. */
function rest(text: string): string {
  return text.trim().replace(/^\S+\s*/, '');
}
