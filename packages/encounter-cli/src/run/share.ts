/** Models in memory that threads share: positions and indices are there once, however many threads read them. */
import type { Model, Part, Triangles } from 'encounter-models';

export function shareModels(models: readonly Model[]): Model[] {
  const done = new Map<Triangles, Triangles>();
  const triangles = (given: Triangles): Triangles => {
    const found = done.get(given);
    if (found !== undefined) return found;
    const { positions, indices, segments, points } = given;
    const made: Triangles = {
      positions: shared(positions),
      indices: shared(indices),
      ...(segments && { segments: shared(segments) }),
      ...(points && { points: shared(points) }),
    };
    done.set(given, made);
    return made;
  };
  return models.map((model) => ({
    ...model,
    parts: model.parts.map((part): Part => ({ ...part, triangles: triangles(part.triangles) })),
  }));
}

function shared<T extends Float32Array | Float64Array | Uint32Array>(array: T): T {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const Kind = array.constructor as new (buffer: SharedArrayBuffer) => T;
  const copy = new Kind(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
