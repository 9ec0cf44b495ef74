/** The geometry of a part: all primitives of a mesh in one, morphed and skinned where the file says so. */
import type { Triangles } from '../../model.ts';
import { compact } from '../compact.ts';
import type { Matrix } from '../matrix.ts';
import type { ModelBuilder } from '../model-builder.ts';
import { type Accessor, valueAt } from './accessors.ts';
import { countElements, elementsOf } from './elements.ts';
import type { Primitive } from './primitives.ts';

/** How the mesh of one node differs from the mesh itself. */
export interface Deformation {
  /** The weights of the morph targets. */
  readonly weights: readonly number[];
  readonly skin: {
    /** For each joint, from the coordinates of the mesh to those of the model. */
    readonly joints: readonly Matrix[];
    /** For vertices that are bound to no joint. */
    readonly world: Matrix;
  } | null;
}

/** Primitives that share one set of vertices, and those of the vertices that they use. */
interface Group {
  readonly first: Primitive;
  readonly lists: { readonly corners: number; readonly list: Uint32Array }[];
  used: Uint32Array | null;
  size: number;
}

export function buildGeometry(
  primitives: readonly Primitive[],
  deformation: Deformation,
  builder: ModelBuilder,
): Triangles {
  let elements = 0;
  for (const { mode, indices, position } of primitives)
    elements += countElements(mode, indices?.length ?? position.count);
  builder.expectTriangles(elements);

  const deforms = deformation.skin !== null || deformation.weights.some((weight) => weight !== 0);
  const groups = groupPrimitives(primitives, deforms, builder);
  let vertices = 0;
  let exact = false;
  for (const group of groups) {
    vertices += group.size;
    exact ||= deforms || !isSingle(group.first.position);
  }
  builder.expectVertices(vertices);
  const positions = exact ? new Float64Array(vertices * 3) : new Float32Array(vertices * 3);
  let offset = 0;
  for (const group of groups) {
    writePositions(group, deforms ? deformation : null, positions, offset, builder);
    for (const { list } of group.lists) for (let i = 0; i < list.length; i++) list[i] += offset;
    offset += group.size;
  }
  const all = (corners: number) =>
    joined(groups.flatMap(({ lists }) => lists.filter((it) => it.corners === corners).map(({ list }) => list)));
  const [points, segments, indices] = [all(1), all(2), all(3)];
  return {
    positions,
    indices,
    ...(segments.length > 0 ? { segments } : {}),
    ...(points.length > 0 ? { points } : {}),
  };
}

/** Whether floats hold the coordinates exactly. */
function isSingle({ values, divisor }: Accessor): boolean {
  return divisor === 1 && !(values instanceof Float64Array) && !(values instanceof Uint32Array);
}

function groupPrimitives(primitives: readonly Primitive[], deforms: boolean, builder: ModelBuilder): Group[] {
  const groups = new Map<unknown, Group>();
  for (const primitive of primitives) {
    const { mode, position } = primitive;
    const list = elementsOf(primitive);
    for (let i = 0; i < list.length; i++)
      if (list[i] >= position.count) builder.fail(`vertex ${list[i]} is used, and there are ${position.count}.`);
    // Deformed vertices depend on more than their positions.
    const key = deforms ? primitive : position;
    const group = groups.get(key) ?? { first: primitive, lists: [], used: null, size: 0 };
    group.lists.push({ corners: mode === 0 ? 1 : mode < 4 ? 2 : 3, list });
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    group.used = compact(
      group.lists.map(({ list }) => list),
      group.first.position.count,
    );
    group.size = group.used?.length ?? group.first.position.count;
  }
  return [...groups.values()];
}

function writePositions(
  { first, used, size }: Group,
  deformation: Deformation | null,
  out: Float32Array | Float64Array,
  offset: number,
  builder: ModelBuilder,
): void {
  const { position } = first;
  for (let k = 0; k < size; k++) {
    const vertex = used ? used[k] : k;
    const to = 3 * (offset + k);
    for (let axis = 0; axis < 3; axis++) out[to + axis] = valueAt(position, 3 * vertex + axis);
    if (!deformation) continue;
    first.targets.forEach((target, i) => {
      const weight = deformation.weights[i] ?? 0;
      if (!target || weight === 0) return;
      for (let axis = 0; axis < 3; axis++) out[to + axis] += weight * valueAt(target, 3 * vertex + axis);
    });
    if (deformation.skin) skinVertex(first, vertex, deformation.skin, out, to, builder);
  }
}

/** Replaces the vertex at `to` by the weighted mean of where its joints take it. */
function skinVertex(
  { joints, weights }: Primitive,
  vertex: number,
  skin: NonNullable<Deformation['skin']>,
  out: Float32Array | Float64Array,
  to: number,
  builder: ModelBuilder,
): void {
  const [x, y, z] = [out[to], out[to + 1], out[to + 2]];
  const sum = [0, 0, 0];
  let total = 0;
  const add = (m: Matrix, weight: number) => {
    for (let axis = 0; axis < 3; axis++)
      sum[axis] += weight * (m[axis] * x + m[axis + 4] * y + m[axis + 8] * z + m[axis + 12]);
    total += weight;
  };
  for (let set = 0; set < joints.length; set++)
    for (let k = 0; k < 4; k++) {
      const weight = valueAt(weights[set], 4 * vertex + k);
      if (weight === 0) continue;
      const joint = joints[set].values[4 * vertex + k];
      const matrix =
        skin.joints[joint] ?? builder.fail(`joint ${joint} is used, and the skin has ${skin.joints.length}.`);
      add(matrix, weight);
    }
  if (total === 0) add(skin.world, 1);
  // Weights of bytes or shorts seldom sum to 1 exactly.
  for (let axis = 0; axis < 3; axis++) out[to + axis] = sum[axis] / (total === 0 ? 1 : total);
}

function joined(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0];
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}
