/** Vertices that move on straight lines: how callers give them, and where they are as seen from the frame of a query. */
import type { Body } from '../bodies/body.ts';
import { wrong } from '../check.ts';
import type { EndVertices, Path } from '../math/path.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { VertexArray } from '../shapes/vertex-array.ts';
import { LARGEST_IN_TREE } from '../tolerances.ts';

/** Reads the `positions` of a motion of a mesh. */
export function readEnds(positions: ArrayLike<number> | VertexArray, { vertices }: MeshShape, out: EndVertices): void {
  const { count } = vertices;
  let array: ArrayLike<number>;
  if (positions instanceof VertexArray) {
    if (positions.count !== count)
      throw new RangeError(`positions must have the ${count} vertices of the mesh, got ${positions.count}`);
    positions.requireWhole();
    array = positions.array;
    out.offset = positions.offset;
    out.stride = positions.stride;
  } else {
    if (Object(positions) !== positions || typeof positions.length !== 'number')
      wrong('positions', 'be a list of numbers or a VertexArray', positions);
    if (positions.length !== 3 * count)
      throw new RangeError(
        `positions must have ${3 * count} numbers, for the ${count} vertices of the mesh, got ${positions.length}`,
      );
    array = positions;
    out.offset = 0;
    out.stride = 3;
  }
  const { offset, stride } = out;
  for (let i = 0; i < count; i++)
    for (let k = offset + stride * i; k < offset + stride * i + 3; k++)
      if (!(Math.abs(array[k]) <= LARGEST_IN_TREE)) refuse(array[k], k, i, k - offset - stride * i);
  out.array = array;
}

function refuse(value: unknown, k: number, vertex: number, axis: number): never {
  const number = typeof value === 'number';
  wrong(
    `positions[${k}] (${'xyz'[axis]} of vertex ${vertex})`,
    number ? `be finite, up to ${LARGEST_IN_TREE}, the limit of meshes` : 'be a number',
    value,
    number ? RangeError : TypeError,
  );
}

/** The vertices of a placed mesh at t = 0 and at t = 1 in a rigid frame that translates. */
export class MovingVertices {
  start: Float64Array = new Float64Array(0);
  end: Float64Array = new Float64Array(0);
  /** The largest coordinate of all. */
  reach = 0;
  /** The linear part from the mesh's frame to that of the query, column by column; then the translations at t = 0 and t = 1. */
  readonly #m: Float64Array = new Float64Array(15);

  /**
   * @param frame the frame at t = 0, laid out as Affine
   * @param drift by how much it translates, in world axes
   */
  of(body: Body, path: Path, frame: Float64Array, drift: Float64Array): void {
    const { m } = body;
    const n = this.#m;
    const v = path.translation;
    const x = m[9] - frame[9];
    const y = m[10] - frame[10];
    const z = m[11] - frame[11];
    for (let r = 0; r < 3; r++) {
      // Row r of the inverse of a rotation is its column r.
      const a = frame[3 * r];
      const b = frame[3 * r + 1];
      const c = frame[3 * r + 2];
      for (let k = 0; k < 9; k += 3) n[k + r] = a * m[k] + b * m[k + 1] + c * m[k + 2];
      n[9 + r] = a * x + b * y + c * z;
      n[12 + r] = n[9 + r] + (a * (v.x - drift[0]) + b * (v.y - drift[1]) + c * (v.z - drift[2]));
    }
    const { array, offset, stride, count } = (body.shape as MeshShape).vertices;
    if (this.start.length < 3 * count) {
      this.start = new Float64Array(3 * count);
      this.end = new Float64Array(3 * count);
    }
    const { ends } = path;
    this.reach = 0;
    this.#carry(array, offset, stride, count, 9, this.start);
    this.#carry(ends.array as ArrayLike<number>, ends.offset, ends.stride, count, 12, this.end);
    if (!(this.reach <= LARGEST_IN_TREE))
      throw new RangeError(`a deforming mesh has a vertex beyond ±${LARGEST_IN_TREE}, the limit of meshes`);
  }

  #carry(array: ArrayLike<number>, offset: number, stride: number, count: number, at: number, out: Float64Array): void {
    const n = this.#m;
    const x0 = n[at];
    const y0 = n[at + 1];
    const z0 = n[at + 2];
    let { reach } = this;
    for (let i = 0, k = offset, o = 0; i < count; i++, k += stride, o += 3) {
      const x = array[k];
      const y = array[k + 1];
      const z = array[k + 2];
      const px = n[0] * x + n[3] * y + n[6] * z + x0;
      const py = n[1] * x + n[4] * y + n[7] * z + y0;
      const pz = n[2] * x + n[5] * y + n[8] * z + z0;
      reach = Math.max(reach, Math.abs(px), Math.abs(py), Math.abs(pz));
      out[o] = px;
      out[o + 1] = py;
      out[o + 2] = pz;
    }
    this.reach = reach;
  }
}
