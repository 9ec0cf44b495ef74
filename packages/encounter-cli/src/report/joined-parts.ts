/** The parts of a report together with what the models know about them. */
import type { ClashReport, Model, Part, ReportPart } from 'encounter-models';
import type { Box, Vec } from './camera.ts';

export interface JoinedPart {
  readonly report: ReportPart;
  readonly part: Part;
  readonly model: Model;
}

/** By the id in the report. Parts of the report that no model has (of an earlier run, say) are left out. */
export function joinParts(report: ClashReport, models: readonly Model[]): Map<string, JoinedPart> {
  const known = new Map<string, JoinedPart>();
  const wanted = new Map(report.parts.map((part) => [part.id, part]));
  // With the file before it where several parts have one id.
  for (const model of models)
    for (const part of model.parts)
      for (const id of [part.id, `${model.name}:${part.id}`]) {
        const found = wanted.get(id);
        if (found !== undefined && found.file === model.name && !known.has(id))
          known.set(id, { report: found, part, model });
      }
  return known;
}

/** IFC has z upwards, glTF and VRML y. OBJ, STL and PLY do not say; most programs that write them have z. */
export function upAxis(models: readonly Model[]): 'y' | 'z' {
  if (models.some((model) => model.format === 'ifc')) return 'z';
  return models.some((model) => model.format === 'gltf' || model.format === 'vrml') ? 'y' : 'z';
}

/** Around the vertices in use, in coordinates of the model; null if there are none. */
export function partBox(part: Part): Box | null {
  const { positions, indices, segments, points } = part.triangles;
  const m = part.transform;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const list of [indices, segments ?? [], points ?? []])
    for (const vertex of list) {
      const x = positions[3 * vertex];
      const y = positions[3 * vertex + 1];
      const z = positions[3 * vertex + 2];
      for (let i = 0; i < 3; i++) {
        const value = m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i];
        if (value < min[i]) min[i] = value;
        if (value > max[i]) max[i] = value;
      }
    }
  return max[0] >= min[0] ? { min: min as unknown as Vec, max: max as unknown as Vec } : null;
}
