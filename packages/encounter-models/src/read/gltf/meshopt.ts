/** EXT_meshopt_compression and KHR_meshopt_compression. This file, and with it the decoder, is loaded by the first view that needs it. */
import { MeshoptDecoder } from 'meshoptimizer/decoder';

export interface MeshoptFormat {
  readonly count: number;
  readonly stride: number;
  readonly mode: unknown;
  readonly filter: unknown;
}

/** What is wrong with a format, or null. The decoder itself trusts all of this. */
export function checkMeshopt({ count, stride, mode, filter }: MeshoptFormat): string | null {
  if (mode === 'ATTRIBUTES') {
    if (stride < 4 || stride > 256 || stride % 4 !== 0) return `a stride of ${stride}`;
  } else if (mode === 'TRIANGLES' || mode === 'INDICES') {
    if (stride !== 2 && stride !== 4) return `a stride of ${stride}`;
    if (mode === 'TRIANGLES' && count % 3 !== 0) return `${count} indices, which are no triangles`;
  } else return 'an unknown mode';
  const strides = typeof filter === 'string' ? FILTERS[filter] : undefined;
  if (strides === undefined) return 'an unknown filter';
  if (strides !== null && (mode !== 'ATTRIBUTES' || !strides.includes(stride)))
    return `a filter that does not fit a stride of ${stride}`;
  return null;
}

/** The strides that a filter works on; null for all. */
const FILTERS: Readonly<Record<string, readonly number[] | null>> = Object.assign(Object.create(null), {
  NONE: null,
  OCTAHEDRAL: [4, 8],
  QUATERNION: [8],
  EXPONENTIAL: Array.from({ length: 64 }, (_, i) => 4 * (i + 1)),
  COLOR: [4, 8],
});

export async function decodeMeshopt(source: Uint8Array, format: MeshoptFormat): Promise<Uint8Array> {
  await MeshoptDecoder.ready;
  const { count, stride, mode, filter } = format;
  const target = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(target, count, stride, source, mode as string, filter as string);
  return target;
}
