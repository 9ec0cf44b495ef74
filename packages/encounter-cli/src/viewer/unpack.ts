/** What stands in the page: the report as JSON, and the bytes that `report/geometry.ts` packed. */
import type { Clash, ReportPart } from 'encounter-models';
import type { Box, Vec } from '../report/camera.ts';
import { GEOMETRY_WORDS, NONE, PART_WORDS } from '../report/geometry-layout.ts';

export interface PageData {
  readonly units: string;
  readonly up: 'y' | 'z';
  readonly origin: Vec;
  readonly clashes: readonly Clash[];
  /** Those that clash. */
  readonly parts: readonly ReportPart[];
}

export interface DrawnGeometry {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

export interface DrawnPart {
  /** Null if it does not clash. */
  readonly id: string | null;
  readonly geometry: number;
  /** Three rows of four. */
  readonly matrix: Float32Array;
  readonly box: Box;
}

export interface Drawing {
  readonly geometries: readonly DrawnGeometry[];
  readonly parts: readonly DrawnPart[];
}

export function pageData(): PageData {
  return JSON.parse(document.getElementById('report')!.textContent!);
}

/** Base64 of what zlib packed. */
export async function unpackDrawing(parts: readonly ReportPart[]): Promise<Drawing> {
  const text = document.getElementById('geometry')!.textContent!.trim();
  const binary = atob(text);
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) packed[i] = binary.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const buffer = await new Response(stream).arrayBuffer();

  const words = new Uint32Array(buffer);
  const floats = new Float32Array(buffer);
  const geometries = Array.from({ length: words[0] }, (_, i) => {
    const [at, vertices, from, count] = words.subarray(2 + GEOMETRY_WORDS * i, 2 + GEOMETRY_WORDS * (i + 1));
    return { positions: floats.subarray(at, at + 3 * vertices), indices: words.subarray(from, from + count) };
  });
  const start = 2 + GEOMETRY_WORDS * geometries.length;
  const drawn = Array.from({ length: words[1] }, (_, i): DrawnPart => {
    const at = start + PART_WORDS * i;
    return {
      id: words[at] === NONE ? null : parts[words[at]].id,
      geometry: words[at + 1],
      matrix: floats.subarray(at + 2, at + 14),
      box: {
        min: [floats[at + 14], floats[at + 15], floats[at + 16]],
        max: [floats[at + 17], floats[at + 18], floats[at + 19]],
      },
    };
  });
  return { geometries, parts: drawn };
}
