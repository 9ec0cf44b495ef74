/** Collects faces of any number of corners as triangles, segments and points, within the limits. Polygons may be nonconvex. */
import { VertexArray } from 'encounter';
import { readFaces } from 'encounter/core';
import { checkLimit, type Limits } from '../limits.ts';
import type { Triangles } from '../model.ts';
import { compact } from './compact.ts';
import { GrowingUint32 } from './growing.ts';
import type { ModelBuilder } from './model-builder.ts';

/** Polygons that are cut at once: each is an object of its own while that lasts. */
const BATCH = 10_000;

export class FaceList {
  readonly #triangles = new GrowingUint32();
  readonly #segments = new GrowingUint32();
  readonly #points = new GrowingUint32();
  /** The corners of all polygons, one after another, and how many each has. */
  readonly #corners = new GrowingUint32();
  readonly #sizes = new GrowingUint32();
  #cut = 0;

  /** The number of triangles, segments and points that this makes, with polygons counted as the triangles that they become. */
  get size(): number {
    return this.#triangles.length / 3 + this.#segments.length / 2 + this.#points.length + this.#cut;
  }

  /** A face by its corners: one is a point, two are a segment. */
  addFace(corners: readonly number[], file: string, limits: Limits): void {
    if (corners.length === 1) this.addPoint(corners[0]);
    else if (corners.length === 2) this.addSegment(corners[0], corners[1]);
    else if (corners.length === 3) this.addTriangle(corners[0], corners[1], corners[2]);
    else if (corners.length > 3) {
      checkLimit(file, 'corners of a polygon', corners.length, limits, 'corners');
      for (const corner of corners) this.#corners.push(corner);
      this.#sizes.push(corners.length);
      this.#cut += corners.length - 2;
    }
  }

  addTriangle(a: number, b: number, c: number): void {
    this.#triangles.push(a);
    this.#triangles.push(b);
    this.#triangles.push(c);
  }

  addSegment(a: number, b: number): void {
    this.#segments.push(a);
    this.#segments.push(b);
  }

  addPoint(a: number): void {
    this.#points.push(a);
  }

  /** The geometry of the vertices that are used. `positions` is not changed, and is returned itself only if all of it is used. */
  build(positions: Float32Array | Float64Array, builder: ModelBuilder): Triangles {
    this.#cutPolygons(positions, builder);
    const [indices, segments, points] = [this.#triangles, this.#segments, this.#points].map((list) => list.toArray());
    const count = positions.length / 3;
    for (const list of [indices, segments, points])
      for (const vertex of list) if (vertex >= count) builder.fail(`vertex ${vertex} is used, and there are ${count}.`);
    const used = compact([indices, segments, points], count);
    return builder.geometry({
      positions: used ? pick(positions, used) : positions,
      indices,
      ...(segments.length > 0 ? { segments } : {}),
      ...(points.length > 0 ? { points } : {}),
    });
  }

  #cutPolygons(positions: Float32Array | Float64Array, builder: ModelBuilder): void {
    if (this.#sizes.length === 0) return;
    const count = positions.length / 3;
    const corners = this.#corners.toArray();
    const sizes = this.#sizes.toArray();
    for (const vertex of corners) {
      if (vertex >= count) builder.fail(`vertex ${vertex} is used, and there are ${count}.`);
      for (let k = 3 * vertex; k < 3 * vertex + 3; k++)
        if (!Number.isFinite(positions[k])) builder.fail(`a coordinate of vertex ${vertex} is ${positions[k]}.`);
    }
    // Scanners write NaN for what they did not see. No face uses such a vertex, but a VertexArray takes none.
    const finite = positions.every(Number.isFinite) ? positions : positions.map((x) => (Number.isFinite(x) ? x : 0));
    const vertices = new VertexArray(finite);
    let at = 0;
    for (let from = 0; from < sizes.length; from += BATCH) {
      const faces: Uint32Array[] = [];
      for (const size of sizes.subarray(from, from + BATCH)) {
        faces.push(corners.subarray(at, at + size));
        at += size;
      }
      this.#addPrimitives(readFaces(faces, vertices).corners);
    }
    this.#cut = 0;
  }

  /** Three vertex numbers each: a segment has its second twice, a point is all one. */
  #addPrimitives(corners: Int32Array): void {
    for (let i = 0; i < corners.length; i += 3) {
      const [a, b, c] = [corners[i], corners[i + 1], corners[i + 2]];
      if (b !== c) this.addTriangle(a, b, c);
      else if (a !== b) this.addSegment(a, b);
      else this.addPoint(a);
    }
  }
}

function pick(positions: Float32Array | Float64Array, used: Uint32Array): Float32Array | Float64Array {
  const out = positions instanceof Float32Array ? new Float32Array(3 * used.length) : new Float64Array(3 * used.length);
  for (let i = 0; i < used.length; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * used[i] + k];
  return out;
}
