/**
 * How every reader makes its model: it hands over geometries and parts, and what comes out is checked (finite, in range, within the limits) and has
 * ids. A reader that counts before it allocates asks `expect…` first.
 */
import { checkLimit, type Limits } from '../limits.ts';
import type { Color, ExactShape, Model, ModelFormat, Part, Triangles } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { partIds } from '../part-ids.ts';

export interface NewPart {
  /** The last of the path, if not given. */
  readonly name?: string;
  /** At least one name. */
  readonly path: readonly string[];
  readonly triangles: Triangles;
  /** Only where the file has ids of its own, such as IFC. */
  readonly id?: string;
  readonly type?: string;
  readonly layer?: string;
  readonly material?: string;
  /** Numbers outside 0 … 1 are moved there; others than numbers make it no colour. */
  readonly color?: Color | null;
  /** 16 numbers, column by column; the identity if not given. Copied. */
  readonly transform?: ArrayLike<number>;
  readonly shape?: ExactShape | null;
}

/** Warnings beyond this many say nothing new. */
const MOST_WARNINGS = 100;

export class ModelBuilder {
  readonly #name: string;
  readonly #format: ModelFormat;
  readonly #limits: Limits;
  /** See `Model.units`. A reader that learns them late sets them late. */
  units: string;
  readonly #parts: (NewPart & { transform: Float64Array })[] = [];
  readonly #warnings = new Set<string>();
  #vertices = 0;
  #elements = 0;

  constructor(name: string, format: ModelFormat, units: string, limits: Limits) {
    this.#name = name;
    this.#format = format;
    this.units = units;
    this.#limits = limits;
  }

  /** Throws what the file did wrong: a sentence without the name of the file. */
  fail(sentence: string, cause?: unknown): never {
    throw new ModelError(this.#name, sentence, cause === undefined ? undefined : { cause });
  }

  /** What is left out of the file, as a sentence. The same sentence counts once. */
  warn(sentence: string): void {
    if (this.#warnings.size < MOST_WARNINGS) this.#warnings.add(sentence);
  }

  /** Throws if `count` more vertices than so far would be too many: ask before allocating. */
  expectVertices(count: number): void {
    checkLimit(this.#name, 'vertices', this.#vertices + count, this.#limits, 'vertices');
  }

  /** The same for triangles, segments and points together. */
  expectTriangles(count: number): void {
    checkLimit(this.#name, 'triangles, segments and points', this.#elements + count, this.#limits, 'triangles');
  }

  /** Checks a geometry and counts it. Parts that share it get the object that this returns. */
  geometry(triangles: Triangles): Triangles {
    const { positions, indices, segments, points } = triangles;
    if (positions.length % 3 !== 0) this.fail(`${positions.length} coordinates are no vertices.`);
    if (indices.length % 3 !== 0) this.fail(`${indices.length} indices are no triangles.`);
    const count = positions.length / 3;
    this.expectVertices(count);
    const elements = indices.length / 3 + (segments?.length ?? 0) / 2 + (points?.length ?? 0);
    this.expectTriangles(elements);
    for (let i = 0; i < positions.length; i++)
      if (!Number.isFinite(positions[i])) this.fail(`a coordinate of vertex ${Math.floor(i / 3)} is ${positions[i]}.`);
    for (const list of [indices, segments, points])
      if (list)
        for (let i = 0; i < list.length; i++)
          if (list[i] >= count) this.fail(`vertex ${list[i]} is used, and there are ${count}.`);
    this.#vertices += count;
    this.#elements += elements;
    return triangles;
  }

  add(part: NewPart): void {
    checkLimit(this.#name, 'parts', this.#parts.length + 1, this.#limits, 'parts');
    const transform = Float64Array.from(part.transform ?? IDENTITY);
    if (transform.length !== 16 || !transform.every(Number.isFinite))
      this.fail(`the placement of ${JSON.stringify(part.path.at(-1)?.slice(0, 80))} is not finite.`);
    this.#parts.push({ ...part, transform });
  }

  /** How many parts there are so far. */
  get size(): number {
    return this.#parts.length;
  }

  build(): Model {
    const ids = partIds(this.#parts.map((part) => ({ ...part, shape: part.shape ?? null })));
    const { units } = this;
    const parts = this.#parts.map(
      (part, i): Part => ({
        id: part.id ?? ids[i],
        name: part.name ?? part.path.at(-1) ?? '',
        path: part.path,
        type: part.type ?? '',
        layer: part.layer ?? '',
        material: part.material ?? '',
        color: checkedColor(part.color),
        units,
        transform: part.transform,
        triangles: part.triangles,
        shape: part.shape ?? null,
      }),
    );
    return { name: this.#name, format: this.#format, units, parts, warnings: [...this.#warnings] };
  }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function checkedColor(color: Color | null | undefined): Color | null {
  if (!color?.every(Number.isFinite)) return null;
  return color.map((x) => Math.min(1, Math.max(0, x))) as unknown as Color;
}
