/**
 * A tight oriented box around some triangles of a mesh.
 *
 * **Axes** (§5.3.1; S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
 * 1996): the principal axes of the matter that the triangles are made of, not of their vertices, so that finely divided parts weigh
 * no more than others. A triangle of area A with the corners p, q, r and the centroid m contributes A/12·(9 m mᵀ + p pᵀ + q qᵀ + r
 * rᵀ) to the second moments. The paper takes these of the convex hull, which costs O(n log n) a node. The book's complaint that
 * principal axes are bad for a cube, whose moments are the same in every direction, is met in another way: the box along the
 * coordinate axes is measured as well, and the one with the smaller surface is taken.
 *
 * A single triangle has the box whose sides are along its longest edge, across it, and along its normal, which is flat.
 */
import { COLUMN_DEPENDENT } from '../tolerances.ts';
import type { Triangles } from '../tree/triangles.ts';
import type { ObbScratch } from './obb-layout.ts';
import { principalAxes } from './principal-axes.ts';

export class ObbFitter {
  /** The box found: center, axes, half. */
  readonly box: ObbScratch = new Float64Array(15);
  readonly #triangles: Triangles;
  /** Three vertex numbers an item, in the order of the tree. */
  readonly #corners: Int32Array;
  readonly #origin: Float64Array;
  readonly #matrix: Float64Array = new Float64Array(6);
  readonly #axes: Float64Array = new Float64Array(9);
  readonly #range: Float64Array = new Float64Array(6);
  readonly #aligned: Float64Array = new Float64Array(6);

  constructor(triangles: Triangles, corners: Int32Array, origin: Float64Array) {
    this.#triangles = triangles;
    this.#corners = corners;
    this.#origin = origin;
  }

  /** Fits the box to the items from … to − 1: new axes, or (as a refit wants it) those that are in `box`. */
  fit(from: number, to: number, keepAxes: boolean): void {
    const axes = this.#axes;
    if (to - from === 1) this.#edgeAxes(from);
    else if (keepAxes) {
      for (let i = 0; i < 9; i++) axes[i] = this.box[3 + i];
    } else {
      this.#sumMoments(from, to);
      principalAxes(this.#matrix, axes);
    }
    this.#measure(from, to);
    const range = this.#range;
    if (!keepAxes && to - from > 1 && surface(this.#aligned) <= surface(range)) {
      axes.fill(0);
      axes[0] = 1;
      axes[4] = 1;
      axes[8] = 1;
      range.set(this.#aligned);
    }
    const { box } = this;
    for (let i = 0; i < 3; i++) {
      const a = 0.5 * (range[0] + range[3]);
      const b = 0.5 * (range[1] + range[4]);
      const c = 0.5 * (range[2] + range[5]);
      box[i] = a * axes[i] + b * axes[3 + i] + c * axes[6 + i];
      // The axes are at right angles to rounding, and so is the center where it should be: `putNode` allows for more.
      box[12 + i] = 0.5 * (range[3 + i] - range[i]);
    }
    for (let i = 0; i < 9; i++) box[3 + i] = axes[i];
  }

  /** The longest edge, across it, and the normal. Any three axes where the corners leave a choice. */
  #edgeAxes(item: number): void {
    const { array, offset, stride } = this.#triangles.vertices;
    const corners = this.#corners;
    let longest = -1;
    let ex = 1;
    let ey = 0;
    let ez = 0;
    let fx = 0;
    let fy = 0;
    let fz = 0;
    for (let c = 0; c < 3; c++) {
      const i = offset + stride * corners[3 * item + c];
      const j = offset + stride * corners[3 * item + ((c + 1) % 3)];
      const k = offset + stride * corners[3 * item + ((c + 2) % 3)];
      const x = array[j] - array[i];
      const y = array[j + 1] - array[i + 1];
      const z = array[j + 2] - array[i + 2];
      const l = x * x + y * y + z * z;
      if (!(l > longest)) continue;
      longest = l;
      ex = x;
      ey = y;
      ez = z;
      fx = array[k] - array[i];
      fy = array[k + 1] - array[i + 1];
      fz = array[k + 2] - array[i + 2];
    }
    const axes = this.#axes;
    let l = Math.sqrt(longest);
    if (!(l > 0)) {
      ex = 1;
      ey = 0;
      ez = 0;
      l = 1;
    }
    ex /= l;
    ey /= l;
    ez /= l;
    // Across: what the first edge leaves of the other one, or of the coordinate axis that is farthest from it.
    const whole = Math.sqrt(fx * fx + fy * fy + fz * fz);
    let s = ex * fx + ey * fy + ez * fz;
    fx -= s * ex;
    fy -= s * ey;
    fz -= s * ez;
    let g = Math.sqrt(fx * fx + fy * fy + fz * fz);
    if (!(g > COLUMN_DEPENDENT * whole)) {
      fx = Math.abs(ex) <= Math.abs(ey) && Math.abs(ex) <= Math.abs(ez) ? 1 : 0;
      fy = fx === 0 && Math.abs(ey) <= Math.abs(ez) ? 1 : 0;
      fz = 1 - fx - fy;
      g = 1;
    }
    fx /= g;
    fy /= g;
    fz /= g;
    // A second time: what rounding left of the first may be a thousandth.
    s = ex * fx + ey * fy + ez * fz;
    fx -= s * ex;
    fy -= s * ey;
    fz -= s * ez;
    g = Math.sqrt(fx * fx + fy * fy + fz * fz);
    fx /= g;
    fy /= g;
    fz /= g;
    axes[0] = ex;
    axes[1] = ey;
    axes[2] = ez;
    axes[3] = fx;
    axes[4] = fy;
    axes[5] = fz;
    axes[6] = ey * fz - ez * fy;
    axes[7] = ez * fx - ex * fz;
    axes[8] = ex * fy - ey * fx;
  }

  /** The covariance of the matter of the triangles, seen from the first corner; of their corners where there is no area. */
  #sumMoments(from: number, to: number): void {
    const { array, offset, stride } = this.#triangles.vertices;
    const corners = this.#corners;
    const first = offset + stride * corners[3 * from];
    const ox = array[first];
    const oy = array[first + 1];
    const oz = array[first + 2];
    for (let weighted = 1; weighted >= 0; weighted--) {
      let area = 0;
      let sx = 0;
      let sy = 0;
      let sz = 0;
      let xx = 0;
      let yy = 0;
      let zz = 0;
      let xy = 0;
      let xz = 0;
      let yz = 0;
      for (let c = 3 * from; c < 3 * to; c += 3) {
        const i = offset + stride * corners[c];
        const j = offset + stride * corners[c + 1];
        const k = offset + stride * corners[c + 2];
        const px = array[i] - ox;
        const py = array[i + 1] - oy;
        const pz = array[i + 2] - oz;
        const qx = array[j] - ox;
        const qy = array[j + 1] - oy;
        const qz = array[j + 2] - oz;
        const rx = array[k] - ox;
        const ry = array[k + 1] - oy;
        const rz = array[k + 2] - oz;
        let a = 1;
        if (weighted === 1) {
          const nx = (qy - py) * (rz - pz) - (qz - pz) * (ry - py);
          const ny = (qz - pz) * (rx - px) - (qx - px) * (rz - pz);
          const nz = (qx - px) * (ry - py) - (qy - py) * (rx - px);
          a = Math.sqrt(nx * nx + ny * ny + nz * nz);
        }
        // Three times the centroid, squared, is the 9 m mᵀ of the formula.
        const mx = px + qx + rx;
        const my = py + qy + ry;
        const mz = pz + qz + rz;
        area += a;
        sx += a * mx;
        sy += a * my;
        sz += a * mz;
        xx += a * (mx * mx + px * px + qx * qx + rx * rx);
        yy += a * (my * my + py * py + qy * qy + ry * ry);
        zz += a * (mz * mz + pz * pz + qz * qz + rz * rz);
        xy += a * (mx * my + px * py + qx * qy + rx * ry);
        xz += a * (mx * mz + px * pz + qx * qz + rx * rz);
        yz += a * (my * mz + py * pz + qy * qz + ry * rz);
      }
      if (!(area > 0)) continue;
      const m = this.#matrix;
      // Less the square of the mean, which is s/(3·area). Times the area, which axes do not depend on.
      const d = 9 * area;
      m[0] = xx / 12 - (sx / d) * sx;
      m[1] = yy / 12 - (sy / d) * sy;
      m[2] = zz / 12 - (sz / d) * sz;
      m[3] = yz / 12 - (sy / d) * sz;
      m[4] = xz / 12 - (sx / d) * sz;
      m[5] = xy / 12 - (sx / d) * sy;
      return;
    }
  }

  /** The ranges of the corners along the axes, and along the coordinate axes, seen from the origin: min, max. */
  #measure(from: number, to: number): void {
    const { array, offset, stride } = this.#triangles.vertices;
    const corners = this.#corners;
    const a = this.#axes;
    const ox = this.#origin[0];
    const oy = this.#origin[1];
    const oz = this.#origin[2];
    let u0 = Infinity;
    let v0 = Infinity;
    let w0 = Infinity;
    let u1 = -Infinity;
    let v1 = -Infinity;
    let w1 = -Infinity;
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    for (let c = 3 * from; c < 3 * to; c++) {
      const k = offset + stride * corners[c];
      const x = array[k] - ox;
      const y = array[k + 1] - oy;
      const z = array[k + 2] - oz;
      const u = a[0] * x + a[1] * y + a[2] * z;
      const v = a[3] * x + a[4] * y + a[5] * z;
      const w = a[6] * x + a[7] * y + a[8] * z;
      if (u < u0) u0 = u;
      if (u > u1) u1 = u;
      if (v < v0) v0 = v;
      if (v > v1) v1 = v;
      if (w < w0) w0 = w;
      if (w > w1) w1 = w;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
    const r = this.#range;
    r[0] = u0;
    r[1] = v0;
    r[2] = w0;
    r[3] = u1;
    r[4] = v1;
    r[5] = w1;
    const s = this.#aligned;
    s[0] = x0;
    s[1] = y0;
    s[2] = z0;
    s[3] = x1;
    s[4] = y1;
    s[5] = z1;
  }
}

/** Half the surface of a box given by ranges. */
function surface(r: Float64Array): number {
  const x = r[3] - r[0];
  const y = r[4] - r[1];
  const z = r[5] - r[2];
  return x * y + y * z + z * x;
}
