/**
 * STL, as text and as binary. A part is a solid: text may have several, binary has one. Equal vertices become one, so that a closed surface is closed.
 * A binary file may begin with the word `solid`, too: what decides is whether its length fits the number of its triangles.
 */
import type { Model } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { isBinaryStl } from './detect-format.ts';
import { FaceList } from './faces.ts';
import { readLines, stem } from './lines.ts';
import { ModelBuilder } from './model-builder.ts';
import type { ReadContext } from './read-context.ts';
import { VertexMerger } from './vertex-merger.ts';

const HEAD = 84;
const TRIANGLE = 50;

export async function readStl(bytes: Uint8Array, name: string, context: ReadContext): Promise<Model> {
  const builder = new ModelBuilder(name, 'stl', '', context.limits);
  if (isBinaryStl(bytes) || !isText(bytes)) readBinary(bytes, name, builder);
  else new TextReader(name, builder, context).read(bytes);
  return builder.build();
}

/** Whether it begins with `solid` and its beginning has no byte that no text has. */
function isText(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 1024));
  return /^\s*solid\b/i.test(head) && !head.includes('\0');
}

function readBinary(bytes: Uint8Array, name: string, builder: ModelBuilder): void {
  if (bytes.length < HEAD) builder.fail(`it is cut off: ${bytes.length} bytes are no STL.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(80, true);
  const length = HEAD + TRIANGLE * count;
  if (length > bytes.length)
    builder.fail(`it is cut off: ${count} triangles take ${length} bytes, and there are ${bytes.length}.`);
  if (length < bytes.length) builder.warn('Bytes after the last triangle are left out.');
  builder.expectTriangles(count);
  const solid = new Solid(true, builder);
  for (let i = 0; i < count; i++) {
    const at = HEAD + TRIANGLE * i + 12;
    const corner = (k: number): number =>
      solid.vertex(
        view.getFloat32(at + 12 * k, true),
        view.getFloat32(at + 12 * k + 4, true),
        view.getFloat32(at + 12 * k + 8, true),
      );
    solid.triangle(corner(0), corner(1), corner(2));
  }
  const head = new TextDecoder().decode(bytes.subarray(0, 80)).split('\0')[0].split(/\r|\n/)[0];
  const given = /^solid\s+(\S.*)$/i.exec(head.trim())?.[1] ?? '';
  solid.finish(given || stem(name));
}

/** One solid as it is read. */
class Solid {
  readonly #builder: ModelBuilder;
  readonly #merger: VertexMerger;
  readonly faces = new FaceList();

  constructor(single: boolean, builder: ModelBuilder) {
    this.#merger = new VertexMerger(single);
    this.#builder = builder;
  }

  vertex(x: number, y: number, z: number): number {
    if (!Number.isFinite(x + y + z) && !(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)))
      this.#builder.fail(`a vertex is at ${x}, ${y}, ${z}.`);
    if (this.#merger.count % 1024 === 0) this.#builder.expectVertices(this.#merger.count);
    return this.#merger.add(x, y, z);
  }

  triangle(a: number, b: number, c: number): void {
    if (a === b || b === c || c === a) this.#builder.warn('Triangles with two equal corners are left out.');
    else this.faces.addTriangle(a, b, c);
  }

  finish(name: string): void {
    const triangles = this.faces.build(this.#merger.positions(), this.#builder);
    this.#builder.add({ path: [name], triangles });
  }
}

class TextReader {
  readonly #name: string;
  readonly #builder: ModelBuilder;
  readonly #context: ReadContext;
  #solid: Solid | null = null;
  #solidName = '';
  #loop: number[] | null = null;
  #vertex: number[] | null = null;
  #triangles = 0;
  #line = 0;

  constructor(name: string, builder: ModelBuilder, context: ReadContext) {
    this.#name = name;
    this.#builder = builder;
    this.#context = context;
  }

  read(bytes: Uint8Array): void {
    for (const line of readLines(bytes, this.#name)) {
      this.#line++;
      const named = /^\s*solid\b\s*(.*)$/i.exec(line);
      if (named && !this.#vertex) this.#begin(named[1].trim());
      else if (/^\s*endsolid\b/i.test(line)) this.#end();
      else for (const word of line.trim().split(/\s+/)) if (word !== '') this.#word(word);
    }
    if (this.#solid) this.#builder.fail('it is cut off: the last solid has no end.');
  }

  #begin(name: string): void {
    this.#end();
    this.#solid = new Solid(false, this.#builder);
    this.#solidName = name;
  }

  #end(): void {
    if (this.#loop || this.#vertex) this.#fail('ends a solid in the midst of a facet');
    if (this.#solid) this.#solid.finish(this.#solidName || stem(this.#name));
    this.#solid = null;
  }

  #word(word: string): void {
    if (this.#vertex) {
      this.#number(word);
      return;
    }
    switch (word.toLowerCase()) {
      case 'vertex':
        if (!this.#loop) this.#fail('has a vertex outside of a loop');
        this.#vertex = [];
        return;
      case 'outer':
        if (!this.#solid || this.#loop) this.#fail('begins a loop where none can be');
        this.#loop = [];
        return;
      case 'endloop':
        this.#endLoop();
        return;
      case 'facet':
      case 'normal':
      case 'loop':
      case 'endfacet':
        return;
      default:
        // The numbers of a normal, whatever they are, are not needed.
        if (this.#loop) this.#fail(`has ${JSON.stringify(word.slice(0, 40))} in a loop`);
    }
  }

  #number(word: string): void {
    const vertex = this.#vertex!;
    const value = Number(word);
    if (!Number.isFinite(value)) this.#fail(`has ${JSON.stringify(word.slice(0, 40))} for a coordinate`);
    if (vertex.push(value) < 3) return;
    this.#loop!.push(this.#solid!.vertex(vertex[0], vertex[1], vertex[2]));
    this.#vertex = null;
  }

  #endLoop(): void {
    const loop = this.#loop ?? this.#fail('ends a loop that has not begun');
    if (loop.length < 3) this.#fail(`ends a loop of ${loop.length} vertices`);
    this.#triangles += loop.length - 2;
    this.#builder.expectTriangles(this.#triangles);
    if (loop.length === 3) this.#solid!.triangle(loop[0], loop[1], loop[2]);
    else this.#solid!.faces.addFace(loop, this.#name, this.#context.limits);
    this.#loop = null;
  }

  #fail(what: string): never {
    throw new ModelError(this.#name, `line ${this.#line} ${what}.`);
  }
}
