/**
 * PLY, as text and as binary of both byte orders, with any properties in any order. The whole file is one part: `face` elements are polygons, `tristrips`
 * are strips of triangles, `edge` elements are segments. Without any of these the vertices are a cloud of points.
 */
import type { Model } from '../model.ts';
import { FaceList } from './faces.ts';
import { stem } from './lines.ts';
import { ModelBuilder } from './model-builder.ts';
import { type Element, type Property, readHeader } from './ply/header.ts';
import { openValues, type Values } from './ply/values.ts';
import type { ReadContext } from './read-context.ts';

export async function readPly(bytes: Uint8Array, name: string, context: ReadContext): Promise<Model> {
  const header = readHeader(bytes, name);
  const builder = new ModelBuilder(name, 'ply', '', context.limits);
  const values = openValues(bytes, header.end, header.format, name);
  const reader = new PlyReader(name, builder, values, context);
  for (const element of header.elements) reader.read(element);
  reader.finish();
  return builder.build();
}

class PlyReader {
  readonly #name: string;
  readonly #builder: ModelBuilder;
  readonly #values: Values;
  readonly #context: ReadContext;
  readonly #faces = new FaceList();
  #positions: Float32Array | Float64Array | null = null;

  constructor(name: string, builder: ModelBuilder, values: Values, context: ReadContext) {
    this.#name = name;
    this.#builder = builder;
    this.#values = values;
    this.#context = context;
  }

  read(element: Element): void {
    if (element.count === 0 || element.properties.length === 0) return;
    this.#expect(element);
    if (element.name === 'vertex') this.#vertices(element);
    else if (element.name === 'face') this.#lists(element, (corners) => this.#face(corners));
    else if (element.name === 'tristrips') this.#lists(element, (corners) => this.#strip(corners));
    else if (element.name === 'edge') this.#edges(element);
    else {
      this.#builder.warn(`Elements of the kind ${JSON.stringify(element.name.slice(0, 40))} are left out.`);
      this.#each(element, () => null);
    }
  }

  finish(): void {
    const positions = this.#positions ?? this.#builder.fail('it has no vertices.');
    if (this.#faces.size === 0) {
      const count = positions.length / 3;
      this.#builder.expectTriangles(count);
      for (let i = 0; i < count; i++) this.#faces.addPoint(i);
    }
    const triangles = this.#faces.build(positions, this.#builder);
    this.#builder.add({ path: [stem(this.#name)], triangles });
  }

  /** Throws if the rest of the file cannot hold so many elements: the head may say any number. */
  #expect({ name, count, properties }: Element): void {
    const least = properties.reduce((sum, property) => sum + this.#values.least(property.count ?? property.type), 0);
    if (count * least > this.#values.left)
      this.#builder.fail(
        `it is cut off: ${count} elements ${JSON.stringify(name.slice(0, 40))} take at least ${count * least} bytes, and ${Math.max(this.#values.left, 0)} are left.`,
      );
  }

  /** Reads all values of an element. `take` gives what to do with those of a property, by its number, or null to skip them. */
  #each(
    element: Element,
    take: (property: number) => ((value: number, of: number) => void) | null,
    after?: () => void,
  ): void {
    const { properties, count } = element;
    const takers = properties.map((_, i) => take(i));
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < properties.length; k++) {
        const { type, count: list } = properties[k];
        const length = list === null ? 1 : this.#values.next(list);
        if (!(length >= 0) || !Number.isInteger(length)) this.#builder.fail(`a list has ${length} values.`);
        const taker = takers[k];
        for (let n = 0; n < length; n++) {
          const value = this.#values.next(type);
          taker?.(value, length);
        }
      }
      after?.();
    }
  }

  #vertices(element: Element): void {
    if (this.#positions) this.#builder.fail('it has two lists of vertices.');
    const { properties, count } = element;
    const axes = ['x', 'y', 'z'].map((axis) =>
      properties.findIndex(({ name, count: list }) => name === axis && list === null),
    );
    if (axes.includes(-1)) this.#builder.fail('its vertices have no x, y and z.');
    this.#builder.expectVertices(count);
    const double = axes.some((i) => ['float64', 'int32', 'uint32'].includes(properties[i].type));
    const positions = double ? new Float64Array(3 * count) : new Float32Array(3 * count);
    let vertex = 0;
    this.#each(
      element,
      (property) => {
        const axis = axes.indexOf(property);
        if (axis < 0) return null;
        return (value) => {
          positions[3 * vertex + axis] = value;
        };
      },
      () => {
        vertex++;
      },
    );
    this.#positions = positions;
  }

  /** Elements that are lists of vertices. */
  #lists(element: Element, add: (corners: number[]) => void): void {
    const { properties } = element;
    const index = properties.findIndex(isCorners);
    if (index < 0) {
      this.#builder.warn(`Elements of the kind ${JSON.stringify(element.name)} without vertex_indices are left out.`);
      this.#each(element, () => null);
      return;
    }
    const corners: number[] = [];
    this.#each(
      element,
      (property) => (property === index ? (value) => void corners.push(value) : null),
      () => {
        add(corners);
        corners.length = 0;
        this.#builder.expectTriangles(this.#faces.size);
      },
    );
  }

  #face(corners: readonly number[]): void {
    for (const corner of corners) this.#checkVertex(corner);
    this.#faces.addFace(corners, this.#name, this.#context.limits);
  }

  /** Strips one after another, with −1 between them. */
  #strip(corners: readonly number[]): void {
    let start = 0;
    for (let i = 0; i < corners.length; i++) {
      if (corners[i] === -1) {
        start = i + 1;
        continue;
      }
      this.#checkVertex(corners[i]);
      if (i - start < 2) continue;
      const [a, b, c] = [corners[i - 2], corners[i - 1], corners[i]];
      if (a === b || b === c || c === a) continue;
      if ((i - start) % 2 === 0) this.#faces.addTriangle(a, b, c);
      else this.#faces.addTriangle(b, a, c);
    }
  }

  #edges(element: Element): void {
    const ends = ['vertex1', 'vertex2'].map((end) =>
      element.properties.findIndex(({ name, count }) => name === end && count === null),
    );
    if (ends.includes(-1)) this.#builder.warn('Edges without vertex1 and vertex2 are left out.');
    const found = [0, 0];
    this.#each(
      element,
      (property) => {
        const end = ends.indexOf(property);
        return end < 0
          ? null
          : (value) => {
              found[end] = value;
            };
      },
      () => {
        if (ends.includes(-1)) return;
        for (const vertex of found) this.#checkVertex(vertex);
        this.#faces.addSegment(found[0], found[1]);
        this.#builder.expectTriangles(this.#faces.size);
      },
    );
  }

  #checkVertex(value: number): void {
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff)
      this.#builder.fail(`${value} is no number of a vertex.`);
  }
}

function isCorners({ name, count }: Property): boolean {
  return count !== null && (name === 'vertex_indices' || name === 'vertex_index');
}
