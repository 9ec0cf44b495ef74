/**
 * What the winding number of far triangles needs of them: for each node of the tree the moments of its triangles about their centre of
 * area (G. Barill, N. G. Dickson, R. Schmidt, D. I. W. Levin, A. Jacobson, "Fast Winding Numbers for Soups and Clouds", SIGGRAPH 2018).
 *
 *   c    centre of area, relative to the tree's origin
 *   N    ∫ n dA, the vector area
 *   M    ∫ (y − c) nᵀ dA; only its symmetric part is used, because the second derivatives of 1/|y − p| are symmetric
 *   A    ∫ dA
 *   S    ∫ |y − c|² dA
 *   ρ    a bound of |y − c|
 *
 * n is the unit normal of a triangle, and y runs over its points. The normal of one triangle is constant, so about its own centre its M
 * is zero. All moments of a node follow from those of its children, and one backward pass over the tree computes them.
 *
 * They are floats, 64 bytes a node, in units of the mesh's extent: half the memory is half the time of a walk, and the rounding is far
 * below what an answer needs. The centre is rounded first, and the moments are those about the rounded one. So N and M have only their
 * own rounding, relative to A and A·ρ. The sum of S over children needs their centres of area, which c misses by a little; S is made
 * larger for that. A, S and ρ are rounded up.
 */
import { WINDING_CENTER_OFF } from '../tolerances.ts';
import { type AabbTree, COUNT, FIRST, NODE } from './layout.ts';

/** The part of `Triangles` that this file uses. */
interface FittedTriangles {
  readonly tree: AabbTree;
  readonly corners: Int32Array;
  readonly state: number;
  readonly vertices: { readonly array: ArrayLike<number>; readonly offset: number; readonly stride: number };
}

/** Words per node, and where they are: c at 0, N at 3, the symmetric part of M at 6 (xx, yy, zz, 2·yz, 2·zx, 2·xy). */
export const MOMENT = 16;
export const AREA_AT = 12;
export const SPREAD_AT = 13;
export const RADIUS_AT = 14;
/** The first child as an integer, or −1 for a leaf: so a walk need not read the tree as well. */
export const CHILD_AT = 15;

/** How much A, S and ρ grow before they are rounded to floats: more than the rounding, relative and absolute. */
const UPWARD = 1 + 2 ** -22;
const UPWARD_TINY = 2 ** -120;

export class WindingMoments {
  /** The moments of all nodes, for the state that `fit` was last called for. */
  readonly data: Float32Array;
  /** The same memory as integers. */
  readonly links: Int32Array;
  /** The unit of length. */
  readonly unit: Float64Array = new Float64Array(1);
  readonly #sum: Float64Array = new Float64Array(MOMENT);
  /** The state of the triangles that the moments belong to. */
  #state = -1;

  constructor(nodeCount: number) {
    this.data = new Float32Array(MOMENT * nodeCount);
    this.links = new Int32Array(this.data.buffer);
  }

  /** Computes the moments if the triangles were refitted since. */
  fit(triangles: FittedTriangles): this {
    if (this.#state === triangles.state) return this;
    this.#state = triangles.state;
    const { links } = triangles.tree;
    const sum = this.#sum;
    this.unit[0] = triangles.tree.extent;
    // Backwards, because children come after their parents.
    for (let n = links.length - NODE; n >= 0; n -= NODE) {
      const m = (n / NODE) * MOMENT;
      const first = links[n + FIRST];
      const count = links[n + COUNT];
      sum.fill(0);
      if (count > 0) fitLeaf(triangles, first, first + count, this.unit[0], sum);
      else join(this.data, MOMENT * first, sum);
      sum[RADIUS_AT] = Math.min(sum[RADIUS_AT], reachOfBox(triangles, n, this.unit[0], sum));
      for (let i = 0; i < AREA_AT; i++) this.data[m + i] = sum[i];
      for (let i = AREA_AT; i < CHILD_AT; i++) this.data[m + i] = UPWARD * sum[i] + UPWARD_TINY;
      this.links[m + CHILD_AT] = count > 0 ? -1 : first;
    }
    return this;
  }

  /** Room for the moments of the same triangles over other vertices. */
  fork(): WindingMoments {
    return new WindingMoments(this.data.length / MOMENT);
  }
}

function fitLeaf(
  { tree, corners, vertices }: FittedTriangles,
  from: number,
  to: number,
  unit: number,
  sum: Float64Array,
): void {
  const { array, offset, stride } = vertices;
  const { origin } = tree;
  const ox = origin[0];
  const oy = origin[1];
  const oz = origin[2];
  let radiusSq = 0;
  // First the centre of area, then the moments about it.
  for (let pass = 0; pass < 2; pass++) {
    for (let s = from; s < to; s++) {
      const i = offset + stride * corners[3 * s];
      const j = offset + stride * corners[3 * s + 1];
      const k = offset + stride * corners[3 * s + 2];
      const ax = (array[i] - ox) / unit;
      const ay = (array[i + 1] - oy) / unit;
      const az = (array[i + 2] - oz) / unit;
      const ux = (array[j] - ox) / unit - ax;
      const uy = (array[j + 1] - oy) / unit - ay;
      const uz = (array[j + 2] - oz) / unit - az;
      const vx = (array[k] - ox) / unit - ax;
      const vy = (array[k + 1] - oy) / unit - ay;
      const vz = (array[k + 2] - oz) / unit - az;
      const nx = 0.5 * (uy * vz - uz * vy);
      const ny = 0.5 * (uz * vx - ux * vz);
      const nz = 0.5 * (ux * vy - uy * vx);
      const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const gx = ax + (ux + vx) / 3;
      const gy = ay + (uy + vy) / 3;
      const gz = az + (uz + vz) / 3;
      if (pass === 0) {
        sum[0] += area * gx;
        sum[1] += area * gy;
        sum[2] += area * gz;
        sum[AREA_AT] += area;
        continue;
      }
      const wx = vx - ux;
      const wy = vy - uy;
      const wz = vz - uz;
      const sides = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz + wx * wx + wy * wy + wz * wz;
      sum[SPREAD_AT] += (area * sides) / 36;
      add(sum, gx - sum[0], gy - sum[1], gz - sum[2], nx, ny, nz, area);
      const x = ax - sum[0];
      const y = ay - sum[1];
      const z = az - sum[2];
      radiusSq = Math.max(radiusSq, x * x + y * y + z * z);
      radiusSq = Math.max(radiusSq, (x + ux) * (x + ux) + (y + uy) * (y + uy) + (z + uz) * (z + uz));
      radiusSq = Math.max(radiusSq, (x + vx) * (x + vx) + (y + vy) * (y + vy) + (z + vz) * (z + vz));
    }
    if (pass === 0) {
      const area = sum[AREA_AT];
      // Triangles without area have no moments, wherever their centre is.
      if (area > 0) for (let i = 0; i < 3; i++) sum[i] = Math.fround(sum[i] / area);
    }
  }
  sum[RADIUS_AT] = Math.sqrt(radiusSq);
}

/** Adds vector area at a place relative to the centre. */
function add(
  sum: Float64Array,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  area: number,
): void {
  sum[3] += nx;
  sum[4] += ny;
  sum[5] += nz;
  sum[6] += x * nx;
  sum[7] += y * ny;
  sum[8] += z * nz;
  sum[9] += y * nz + z * ny;
  sum[10] += z * nx + x * nz;
  sum[11] += x * ny + y * nx;
  const away = Math.sqrt(x * x + y * y + z * z) + WINDING_CENTER_OFF;
  sum[SPREAD_AT] += area * away * away;
}

/** The moments of a node from those of its children, at p and right after. */
function join(data: Float32Array, p: number, sum: Float64Array): void {
  const q = p + MOMENT;
  const a = data[p + AREA_AT];
  const b = data[q + AREA_AT];
  sum[AREA_AT] = a + b;
  for (let i = 0; i < 3; i++) sum[i] = Math.fround((a * data[p + i] + b * data[q + i]) / (a + b));
  for (let k = p; k <= q; k += MOMENT) {
    const x = data[k] - sum[0];
    const y = data[k + 1] - sum[1];
    const z = data[k + 2] - sum[2];
    for (let i = 6; i < AREA_AT; i++) sum[i] += data[k + i];
    sum[SPREAD_AT] += data[k + SPREAD_AT];
    add(sum, x, y, z, data[k + 3], data[k + 4], data[k + 5], data[k + AREA_AT]);
    sum[RADIUS_AT] = Math.max(sum[RADIUS_AT], Math.sqrt(x * x + y * y + z * z) + data[k + RADIUS_AT]);
  }
}

/** How far the corner of a node's box that is farthest from its centre of area is from there. */
function reachOfBox({ tree }: FittedTriangles, n: number, unit: number, sum: Float64Array): number {
  const { boxes } = tree;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const far = Math.max(Math.abs(boxes[n + i] / unit - sum[i]), Math.abs(boxes[n + 3 + i] / unit - sum[i]));
    square += far * far;
  }
  return Math.sqrt(square);
}
