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
 */
import { COUNT, FIRST, NODE } from './layout.ts';
import type { Triangles } from './triangles.ts';

/** Numbers per node, and where they are: c at 0, N at 3, the symmetric part of M at 6 (xx, yy, zz, 2·yz, 2·zx, 2·xy). */
export const MOMENT = 16;
export const AREA_AT = 12;
export const SPREAD_AT = 13;
export const RADIUS_AT = 14;

export class WindingMoments {
  readonly #data: Float64Array;
  /** The state of the triangles that the moments belong to. */
  #state = -1;

  constructor(nodeCount: number) {
    this.#data = new Float64Array(MOMENT * nodeCount);
  }

  /** The moments of all nodes, for the vertices as they were at the last refit. Computed when first needed after it. */
  of(triangles: Triangles): Float64Array {
    if (this.#state !== triangles.state) {
      this.#state = triangles.state;
      fitMoments(triangles, this.#data);
    }
    return this.#data;
  }

  /** Room for the moments of the same triangles over other vertices. */
  fork(): WindingMoments {
    return new WindingMoments(this.#data.length / MOMENT);
  }

  /** Forgets the moments, because triangles were turned over. */
  forget(): void {
    this.#state = -1;
  }
}

function fitMoments(triangles: Triangles, out: Float64Array): void {
  const { links } = triangles.tree;
  out.fill(0);
  // Backwards, because children come after their parents.
  for (let n = links.length - NODE; n >= 0; n -= NODE) {
    const m = (n / NODE) * MOMENT;
    const first = links[n + FIRST];
    const count = links[n + COUNT];
    if (count > 0) fitLeaf(triangles, first, first + count, out, m);
    else join(out, m, MOMENT * first);
    out[m + RADIUS_AT] = Math.min(out[m + RADIUS_AT], reachOfBox(triangles, n, out, m));
  }
}

function fitLeaf({ tree, corners, vertices }: Triangles, from: number, to: number, out: Float64Array, m: number): void {
  const { array, offset, stride } = vertices;
  const { origin } = tree;
  const ox = origin[0];
  const oy = origin[1];
  const oz = origin[2];
  // First the centre of area, then the moments about it.
  for (let pass = 0; pass < 2; pass++) {
    for (let s = from; s < to; s++) {
      const i = offset + stride * corners[3 * s];
      const j = offset + stride * corners[3 * s + 1];
      const k = offset + stride * corners[3 * s + 2];
      const ax = array[i] - ox;
      const ay = array[i + 1] - oy;
      const az = array[i + 2] - oz;
      const ux = array[j] - ox - ax;
      const uy = array[j + 1] - oy - ay;
      const uz = array[j + 2] - oz - az;
      const vx = array[k] - ox - ax;
      const vy = array[k + 1] - oy - ay;
      const vz = array[k + 2] - oz - az;
      const nx = 0.5 * (uy * vz - uz * vy);
      const ny = 0.5 * (uz * vx - ux * vz);
      const nz = 0.5 * (ux * vy - uy * vx);
      const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const gx = ax + (ux + vx) / 3;
      const gy = ay + (uy + vy) / 3;
      const gz = az + (uz + vz) / 3;
      if (pass === 0) {
        out[m] += area * gx;
        out[m + 1] += area * gy;
        out[m + 2] += area * gz;
        out[m + AREA_AT] += area;
        continue;
      }
      const wx = vx - ux;
      const wy = vy - uy;
      const wz = vz - uz;
      const sides = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz + wx * wx + wy * wy + wz * wz;
      out[m + SPREAD_AT] += (area * sides) / 36;
      add(out, m, gx - out[m], gy - out[m + 1], gz - out[m + 2], nx, ny, nz, area);
    }
    if (pass === 0) {
      const area = out[m + AREA_AT];
      // Triangles without area have no moments, wherever their centre is.
      if (area > 0) for (let i = 0; i < 3; i++) out[m + i] /= area;
    }
  }
  out[m + RADIUS_AT] = Infinity;
}

/** Adds vector area at a place relative to the centre. */
function add(
  out: Float64Array,
  m: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  area: number,
): void {
  out[m + 3] += nx;
  out[m + 4] += ny;
  out[m + 5] += nz;
  out[m + 6] += x * nx;
  out[m + 7] += y * ny;
  out[m + 8] += z * nz;
  out[m + 9] += y * nz + z * ny;
  out[m + 10] += z * nx + x * nz;
  out[m + 11] += x * ny + y * nx;
  out[m + SPREAD_AT] += area * (x * x + y * y + z * z);
}

/** The moments of the node at m from those of its children, at p and right after. */
function join(out: Float64Array, m: number, p: number): void {
  const q = p + MOMENT;
  const a = out[p + AREA_AT];
  const b = out[q + AREA_AT];
  const area = a + b;
  out[m + AREA_AT] = area;
  for (let i = 0; i < 3; i++) out[m + i] = area > 0 ? (a * out[p + i] + b * out[q + i]) / area : out[p + i];
  let radius = 0;
  for (let k = p; k <= q; k += MOMENT) {
    const x = out[k] - out[m];
    const y = out[k + 1] - out[m + 1];
    const z = out[k + 2] - out[m + 2];
    for (let i = 6; i < 12; i++) out[m + i] += out[k + i];
    out[m + SPREAD_AT] += out[k + SPREAD_AT];
    add(out, m, x, y, z, out[k + 3], out[k + 4], out[k + 5], out[k + AREA_AT]);
    radius = Math.max(radius, Math.sqrt(x * x + y * y + z * z) + out[k + RADIUS_AT]);
  }
  out[m + RADIUS_AT] = radius;
}

/** How far the corner of a node's box that is farthest from its centre of area is from there. */
function reachOfBox({ tree }: Triangles, n: number, out: Float64Array, m: number): number {
  const { boxes } = tree;
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const far = Math.max(Math.abs(boxes[n + i] - out[m + i]), Math.abs(boxes[n + 3 + i] - out[m + i]));
    sum += far * far;
  }
  return Math.sqrt(sum);
}
