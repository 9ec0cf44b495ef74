/**
 * The triangle nearest to a point, and the point of it that is nearest. The nearer child is visited first; the stack keeps the squared
 * distance of the other.
 *
 * **Boxes.** As in `ray.ts` their tests take no branches, because half of these would be mispredicted. With a box from l to h the distance
 * along an axis is the larger of 0 and |x − (l + h)/2| − (h − l)/2. The larger of 0 and u is (u + |u|)/2. The halves are left out, so
 * distances are fourfold and their squares sixteenfold. The rounding of these is relative to the distance, or less than how far boxes are
 * rounded outward.
 *
 * Of two children that are both near enough the farther one waits. It is written to the stack anyway, and counted only if it is near
 * enough: a branch on that could not be predicted.
 *
 * **Triangles.** With x the point, m the middle of the triangle and u = x − m, the triangle is at least as far as the least (x − v)·u/|u| of
 * its corners v. If that is above the limit it is not measured: so it is with two of three.
 *
 * **Any order.** The triangle with the least computed distance counts, and of several the one with the lowest number. A distance is off by
 * NEAREST_ROUNDING at most, so what is farther than the best one by less than that is never skipped. So the answer does not depend on the
 * order in which triangles are met.
 */
import { NEAREST_ROUNDING, TRIANGLE_SLANTED } from '../tolerances.ts';
import { COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { Triangles } from './triangles.ts';

export class NearestPoint {
  /** In: the point, in the frame of the triangles. */
  readonly point: Float64Array = new Float64Array(3);
  /** In: found[0], a squared distance that is still of interest. Out: the squared distance, and the nearest point of the triangles. */
  readonly found: Float64Array = new Float64Array(4);
  /** Out: the slot of the nearest triangle, −1 for none. */
  slot = -1;

  // One more than waits: the last is written, and may not count.
  readonly #nodes: Int32Array = new Int32Array(MAX_DEPTH + 2);
  readonly #bounds: Float64Array = new Float64Array(MAX_DEPTH + 2);
  readonly #corners: Float64Array = new Float64Array(9);
  readonly #trial: Float64Array = new Float64Array(4);

  /** Finds the nearest triangle. Returns false when there is none within the squared distance asked. */
  find(triangles: Triangles): boolean {
    this.#walk(triangles);
    return this.slot >= 0;
  }

  #walk({ tree, vertices, corners, numbers }: Triangles): void {
    const { boxes, links, origin } = tree;
    const { array, offset, stride } = vertices;
    const { point, found } = this;
    const nodes = this.#nodes;
    const bounds = this.#bounds;
    const p = this.#corners;
    const trial = this.#trial;
    const x = point[0];
    const y = point[1];
    const z = point[2];
    const x2 = 2 * (x - origin[0]);
    const y2 = 2 * (y - origin[1]);
    const z2 = 2 * (z - origin[2]);
    // How far distances may be off: see the head of this file.
    let off = Math.abs(x) + Math.abs(y) + Math.abs(z);
    for (let i = 0; i < 3; i++) off += Math.abs(origin[i]) + Math.abs(boxes[i]) + Math.abs(boxes[3 + i]);
    off *= NEAREST_ROUNDING;
    let best = found[0];
    let slot = -1;
    let root = Math.sqrt(best) + off;
    let limit = root * root;
    let top = 0;
    let node = 0;
    for (;;) {
      const n = NODE * node;
      const first = links[n + FIRST];
      const count = links[n + COUNT];
      if (count === 0) {
        const l = NODE * first;
        const r = l + NODE;
        let u = Math.abs(x2 - (boxes[l] + boxes[l + 3])) - (boxes[l + 3] - boxes[l]);
        let v = Math.abs(y2 - (boxes[l + 1] + boxes[l + 4])) - (boxes[l + 4] - boxes[l + 1]);
        let w = Math.abs(z2 - (boxes[l + 2] + boxes[l + 5])) - (boxes[l + 5] - boxes[l + 2]);
        u += Math.abs(u);
        v += Math.abs(v);
        w += Math.abs(w);
        const boundL = u * u + v * v + w * w;
        u = Math.abs(x2 - (boxes[r] + boxes[r + 3])) - (boxes[r + 3] - boxes[r]);
        v = Math.abs(y2 - (boxes[r + 1] + boxes[r + 4])) - (boxes[r + 4] - boxes[r + 1]);
        w = Math.abs(z2 - (boxes[r + 2] + boxes[r + 5])) - (boxes[r + 5] - boxes[r + 2]);
        u += Math.abs(u);
        v += Math.abs(v);
        w += Math.abs(w);
        const boundR = u * u + v * v + w * w;
        const isRightNearer = +(boundR < boundL);
        // Comparisons with NaN are false, so a box without a proper number is visited.
        const last = 16 * limit;
        // Twice the larger one.
        const far = boundL + boundR + Math.abs(boundL - boundR);
        nodes[top] = first + 1 - isRightNearer;
        bounds[top] = far;
        if ((+(boundL > last) & +(boundR > last)) === 0) {
          top += +!(far > 2 * last);
          node = first + isRightNearer;
          continue;
        }
      } else {
        for (let s = first; s < first + count; s++) {
          const i = offset + stride * corners[3 * s];
          const j = offset + stride * corners[3 * s + 1];
          const k = offset + stride * corners[3 * s + 2];
          const ax = array[i];
          const ay = array[i + 1];
          const az = array[i + 2];
          const bx = array[j];
          const by = array[j + 1];
          const bz = array[j + 2];
          const cx = array[k];
          const cy = array[k + 1];
          const cz = array[k + 2];
          const rax = x - ax;
          const ray = y - ay;
          const raz = z - az;
          const rbx = x - bx;
          const rby = y - by;
          const rbz = z - bz;
          const rcx = x - cx;
          const rcy = y - cy;
          const rcz = z - cz;
          // Three times as long as u.
          const ux = rax + rbx + rcx;
          const uy = ray + rby + rcy;
          const uz = raz + rbz + rcz;
          const ua = rax * ux + ray * uy + raz * uz;
          const ub = rbx * ux + rby * uy + rbz * uz;
          const uc = rcx * ux + rcy * uy + rcz * uz;
          const reach = limit * (ux * ux + uy * uy + uz * uz);
          if ((+(ua * Math.abs(ua) > reach) & +(ub * Math.abs(ub) > reach) & +(uc * Math.abs(uc) > reach)) !== 0)
            continue;
          p[0] = ax;
          p[1] = ay;
          p[2] = az;
          p[3] = bx;
          p[4] = by;
          p[5] = bz;
          p[6] = cx;
          p[7] = cy;
          p[8] = cz;
          nearestOnTriangle(p, point, trial);
          if (!(trial[0] <= best)) continue;
          // Of triangles at one distance the lowest number counts, so that the answer does not depend on the tree.
          if (trial[0] === best && slot >= 0 && numbers[s] > numbers[slot]) continue;
          best = trial[0];
          root = Math.sqrt(best) + off;
          limit = root * root;
          slot = s;
          found[0] = best;
          found[1] = trial[1];
          found[2] = trial[2];
          found[3] = trial[3];
        }
      }
      // Take the next waiting node that may be nearer.
      do {
        if (top === 0) {
          this.slot = slot;
          return;
        }
        top--;
      } while (bounds[top] > 32 * limit);
      node = nodes[top];
    }
  }
}

/**
 * Writes the squared distance of a point and a triangle, and the point of the triangle that is nearest. The same as
 * `closestPointTriangle` in primitives/, which explains it, on flat numbers.
 */
export function nearestOnTriangle(p: Float64Array, point: Float64Array, out: Float64Array): void {
  let ox = p[0];
  let oy = p[1];
  let oz = p[2];
  let ex = p[3] - ox;
  let ey = p[4] - oy;
  let ez = p[5] - oz;
  let fx = p[6] - ox;
  let fy = p[7] - oy;
  let fz = p[8] - oz;
  const gx = p[6] - p[3];
  const gy = p[7] - p[4];
  const gz = p[8] - p[5];
  let ee = ex * ex + ey * ey + ez * ez;
  let ff = fx * fx + fy * fy + fz * fz;
  const gg = gx * gx + gy * gy + gz * gz;
  if (gg > ee && gg > ff) {
    ox = p[3];
    oy = p[4];
    oz = p[5];
    fx = -ex;
    fy = -ey;
    fz = -ez;
    ff = ee;
    ex = gx;
    ey = gy;
    ez = gz;
    ee = gg;
  } else if (ff > ee) {
    const lx = ex;
    const ly = ey;
    const lz = ez;
    const ll = ee;
    ex = fx;
    ey = fy;
    ez = fz;
    ee = ff;
    fx = lx;
    fy = ly;
    fz = lz;
    ff = ll;
  }
  const rx = point[0] - ox;
  const ry = point[1] - oy;
  const rz = point[2] - oz;
  const k = ee > 0 ? (ex * fx + ey * fy + ez * fz) / ee : 0;
  let wx = fx - k * ex;
  let wy = fy - k * ey;
  let wz = fz - k * ez;
  let ww = wx * wx + wy * wy + wz * wz;
  if (ww < TRIANGLE_SLANTED * ff) {
    const rest = (ex * wx + ey * wy + ez * wz) / ee;
    wx -= rest * ex;
    wy -= rest * ey;
    wz -= rest * ez;
    ww = wx * wx + wy * wy + wz * wz;
  }
  const re = rx * ex + ry * ey + rz * ez;
  const rw = rx * wx + ry * wy + rz * wz;
  let s = re / ee;
  let t = rw / ww;
  const isLeft = s < k * t;
  const isRight = 1 - s < (1 - k) * t;
  if (!(t > 0)) {
    s = s > 0 ? (s < 1 ? s : 1) : 0;
    t = 0;
  } else if (isLeft || isRight) {
    // t is not compared with 1: the engine would take it for an integer, and compile anew when it is not.
    let onRight = isRight;
    t = 1;
    if (isLeft) {
      const rise = (k * re + rw) / ff;
      if (!(rise >= 1)) {
        onRight = false;
        t = rise > 0 ? rise : 0;
      }
    }
    s = t * k;
    if (onRight) {
      const h = k - 1;
      t = (h * (re - ee) + rw) / (h * h * ee + ww);
      t = t > 0 ? (t < 1 ? t : 1) : 0;
      s = 1 + t * h;
    }
  }
  const dx = rx - s * ex - t * wx;
  const dy = ry - s * ey - t * wy;
  const dz = rz - s * ez - t * wz;
  out[0] = dx * dx + dy * dy + dz * dz;
  out[1] = ox + s * ex + t * wx;
  out[2] = oy + s * ey + t * wy;
  out[3] = oz + s * ez + t * wz;
}
