/** Ids of parts that stay the same when a file is written again with its parts in another order, or with the whole moved elsewhere. */
import type { Part } from './model.ts';

export type Identified = Pick<Part, 'path' | 'transform' | 'triangles' | 'shape'>;

/** Places within this share of the group's size are one place: far above rounding, far below anything that was meant. */
const SAME_PLACE = 1e-6;

/**
 * An id for each part: its path with slashes between. Where several parts have one path, `#1`, `#2` … follow. Those numbers go by the numbers of
 * triangles and vertices, then by the size, then by the place relative to the others of that path, along x, y and z; only parts that agree in all of
 * that go by their order in the file.
 */
export function partIds(parts: readonly Identified[]): string[] {
  const groups = new Map<string, number[]>();
  parts.forEach((part, i) => {
    const path = part.path.join('/');
    const group = groups.get(path);
    if (group) group.push(i);
    else groups.set(path, [i]);
  });
  const ids: string[] = new Array(parts.length);
  for (const [path, group] of groups) {
    if (group.length === 1) {
      ids[group[0]] = path;
      continue;
    }
    let number = 0;
    for (const i of inOrder(parts, group)) {
      // A part may really be named `bolt#1`.
      do number++;
      while (groups.has(`${path}#${number}`));
      ids[i] = `${path}#${number}`;
    }
  }
  return ids;
}

/** The group sorted by what its parts are, then by where they are. */
function inOrder(parts: readonly Identified[], group: readonly number[]): number[] {
  const boxes = group.map((i) => worldBox(parts[i]));
  const centers = boxes.map(({ min, max }) => [0, 1, 2].map((axis) => min[axis] / 2 + max[axis] / 2));
  const extent = Math.max(
    ...[0, 1, 2].map((axis) => greatest(boxes, ({ max }) => max[axis]) + greatest(boxes, ({ min }) => -min[axis])),
  );
  const step = extent > 0 && Number.isFinite(extent) ? extent * SAME_PLACE : 1;
  const mean = [0, 1, 2].map((axis) => centers.reduce((sum, center) => sum + center[axis] / group.length, 0));
  const keys = group.map((i, k) => {
    const { positions, indices, segments, points } = parts[i].triangles;
    const counts = [indices.length, positions.length, segments?.length ?? 0, points?.length ?? 0];
    const size = [0, 1, 2].map((axis) => Math.round((boxes[k].max[axis] - boxes[k].min[axis]) / step));
    const place = [0, 1, 2].map((axis) => Math.round((centers[k][axis] - mean[axis]) / step));
    return [...counts, ...size, ...place];
  });
  return group
    .map((_, k) => k)
    .sort((a, b) => {
      for (let n = 0; n < keys[a].length; n++) if (keys[a][n] !== keys[b][n]) return keys[a][n] - keys[b][n];
      return a - b;
    })
    .map((k) => group[k]);
}

function greatest<T>(list: readonly T[], value: (item: T) => number): number {
  return list.reduce((most, item) => Math.max(most, value(item)), Number.NEGATIVE_INFINITY);
}

/** Around all vertices as they stand in the model; a point in the origin if there are none. */
function worldBox({ transform: m, triangles: { positions } }: Identified): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const value = m[axis] * x + m[axis + 4] * y + m[axis + 8] * z + m[axis + 12];
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  }
  return positions.length >= 3 ? { min, max } : { min: [0, 0, 0], max: [0, 0, 0] };
}
