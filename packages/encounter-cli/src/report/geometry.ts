/**
 * What the HTML report draws, as one block of bytes (little endian), which the page unpacks with `viewer/unpack.ts`:
 *
 *     number of geometries, number of parts                                            2 × uint32
 *     for each geometry: where its positions are, vertices, where its indices are, indices   4 × uint32
 *     for each part: number in the report's list or NONE, geometry, matrix, box              2 × uint32, 12 + 6 × float32
 *     positions (float32, around the middle of their geometry) and indices (uint32)
 *
 * Everything is relative to an origin in the middle of what is drawn, so that floats suffice far from the origin of the models, too.
 */
import type { Model, Part, Triangles } from 'encounter-models';
import { type Box, joined, middle, type Vec } from './camera.ts';
import { GEOMETRY_WORDS, NONE, PART_WORDS } from './geometry-layout.ts';
import { type JoinedPart, partBox } from './joined-parts.ts';

/** More than this many bytes are not drawn. Parts that clash come first. Some million triangles: what a phone can show, and a file to be mailed. */
export const GEOMETRY_LIMIT = 48 * 2 ** 20;

export interface PackedGeometry {
  readonly bytes: Uint8Array;
  readonly origin: Vec;
  /** Parts that are drawn, and parts with triangles that are not. */
  readonly drawn: number;
  readonly leftOut: number;
}

/** `clashing`: the parts that have numbers, in that order. */
export function packGeometry(
  models: readonly Model[],
  clashing: readonly (JoinedPart | undefined)[],
  limit: number = GEOMETRY_LIMIT,
): PackedGeometry {
  const numbers = new Map<Part, number>();
  clashing.forEach((joinedPart, number) => {
    if (joinedPart !== undefined) numbers.set(joinedPart.part, number);
  });
  const others = models.flatMap((model) => model.parts.filter((part) => !numbers.has(part)));
  const geometries = new Map<Triangles, { readonly number: number; readonly center: Vec }>();
  const chosen: { part: Part; number: number; box: Box }[] = [];
  let size = 8;
  let leftOut = 0;
  for (const part of [...numbers.keys(), ...others]) {
    const { triangles } = part;
    if (triangles.indices.length === 0) continue;
    const more = 4 * PART_WORDS + (geometries.has(triangles) ? 0 : geometryBytes(triangles));
    const box = size + more > limit ? null : partBox(part);
    if (box === null) {
      leftOut++;
      continue;
    }
    size += more;
    if (!geometries.has(triangles))
      geometries.set(triangles, { number: geometries.size, center: middleOf(triangles.positions) });
    chosen.push({ part, number: numbers.get(part) ?? NONE, box });
  }
  const all = chosen.map(({ box }) => box).reduce<Box | null>((a, b) => (a === null ? b : joined(a, b)), null);
  const origin: Vec = all === null ? [0, 0, 0] : middle(all);

  const words = new Uint32Array(size / 4);
  const floats = new Float32Array(words.buffer);
  words[0] = geometries.size;
  words[1] = chosen.length;
  let at = 2;
  let data = 2 + GEOMETRY_WORDS * geometries.size + PART_WORDS * chosen.length;
  for (const [{ positions, indices }, { center }] of geometries) {
    words.set([data, positions.length / 3, data + positions.length, indices.length], at);
    at += GEOMETRY_WORDS;
    for (let i = 0; i < positions.length; i++) floats[data + i] = positions[i] - center[i % 3];
    words.set(indices, data + positions.length);
    data += positions.length + indices.length;
  }
  for (const { part, number, box } of chosen) {
    const { number: geometry, center } = geometries.get(part.triangles)!;
    words.set([number, geometry], at);
    floats.set(placement(part.transform, center, origin), at + 2);
    floats.set(
      [...box.min, ...box.max].map((x, i) => x - origin[i % 3]),
      at + 14,
    );
    at += PART_WORDS;
  }
  return { bytes: new Uint8Array(words.buffer), origin, drawn: chosen.length, leftOut };
}

function geometryBytes({ positions, indices }: Triangles): number {
  return 4 * (GEOMETRY_WORDS + positions.length + indices.length);
}

function middleOf(positions: Triangles['positions']): Vec {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    if (positions[i] < min[i % 3]) min[i % 3] = positions[i];
    if (positions[i] > max[i % 3]) max[i % 3] = positions[i];
  }
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

/** Three rows of four, from coordinates around `center` to those around `origin`. */
function placement(m: Float64Array, center: Vec, origin: Vec): number[] {
  return [0, 1, 2].flatMap((i) => [
    m[i],
    m[4 + i],
    m[8 + i],
    m[i] * center[0] + m[4 + i] * center[1] + m[8 + i] * center[2] + m[12 + i] - origin[i],
  ]);
}
