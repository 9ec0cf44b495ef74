/** How the geometry of a node speaks to the model: what is wrong, what is left out, what it will need. */
import { checkLimit, type Limits } from '../../limits.ts';
import type { ModelBuilder } from '../model-builder.ts';
import type { VrmlNode } from './node.ts';

export class Notes {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #model: ModelBuilder;

  constructor(file: string, limits: Limits, model: ModelBuilder) {
    this.#file = file;
    this.#limits = limits;
    this.#model = model;
  }

  /** Throws; gets a sentence without the name of the file. */
  fail(sentence: string): never {
    return this.#model.fail(sentence);
  }

  warn(sentence: string): void {
    this.#model.warn(sentence);
  }

  /** Throws if that many more vertices are too many. */
  expectVertices(count: number): void {
    this.#model.expectVertices(count);
  }

  expectTriangles(count: number): void {
    this.#model.expectTriangles(count);
  }

  /** Throws if a polygon has too many corners. */
  expectCorners(count: number): void {
    checkLimit(this.#file, 'corners of a polygon', count, this.#limits, 'corners');
  }

  /** The type of a node and its name, if it has one. */
  called(node: VrmlNode): string {
    return node.def === '' ? node.type : `${node.type} ${JSON.stringify(node.def)}`;
  }
}
