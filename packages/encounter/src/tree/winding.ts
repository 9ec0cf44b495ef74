/**
 * The generalized winding number of triangles about a point p (A. Jacobson, L. Kavan, O. Sorkine-Hornung, "Robust Inside-Outside
 * Segmentation using Generalized Winding Numbers", SIGGRAPH 2013): the sum of their signed solid angles, as a part of the whole sphere.
 * For a closed surface it is the number of times that the surface winds around p. With gaps it changes little far from them.
 *
 * Near triangles are summed one by one: Ω = 2·angle of (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|, det(a, b, c)), with a, b, c from p to
 * the corners (A. van Oosterom, J. Strackee, 1983). A far node counts by its moments (see moments.ts for the letters and the paper),
 * with d = c − p and r = |d|:
 *
 *   4π·w ≈ N·d/r³ + (tr M − 3·dᵀM d/r²)/r³
 *
 * Deviation from the paper, which takes a node when its distance is twice its radius: here each node has a proven bound of its error,
 * and the sum of them decides whether the answer is certain. The kernel is the gradient of 1/|y − p|, whose expansion in y − c has terms
 * of degree k with a gradient of at most k·|y − c|ᵏ⁻¹/rᵏ⁺¹ (Legendre polynomials are at most 1, and for a symmetric form no choice of
 * different arguments gives more than equal ones: S. Banach). Terms 1 and 2 are in the sum above. With q = ρ/r the rest is at most
 *
 *   Σ_{k≥3} k·|y − c|ᵏ⁻¹/rᵏ⁺¹ ≤ |y − c|²/r⁴·(3 − 2q)/(1 − q)²,  and over the node  S/r⁴·(3 − 2q)/(1 − q)².
 *
 * The first walk takes nodes whose bound is small against 1/2. Where that leaves the answer open, the next walks are stricter, and the
 * last one sums all triangles. Only where the winding number is 1/2 up to rounding, the answer is not proven then.
 */

import { angleOfVector } from '../math/arctangent.ts';
import {
  WINDING_ALLOWED,
  WINDING_ANGLE_ROUNDING,
  WINDING_NODE_ROUNDING,
  WINDING_STRICTER,
  WINDING_STRICTEST,
  WINDING_SUM_ROUNDING,
} from '../tolerances.ts';
import { MAX_DEPTH } from './layout.ts';
import { AREA_AT, CHILD_AT, MOMENT, RADIUS_AT, SPREAD_AT, type WindingMoments } from './moments.ts';
import type { Triangles } from './triangles.ts';

const FOUR_PI: number = 4 * Math.PI;

export class WindingNumber {
  /** The winding number that the last walk found, and a bound of its error. */
  readonly found: Float64Array = new Float64Array(2);
  readonly #stack: Int32Array = new Int32Array(MAX_DEPTH + 1);
  readonly #point: Float64Array = new Float64Array(3);

  /** Whether the winding number about a point in the frame of the triangles is beyond 1/2, in either direction. */
  isInside(triangles: Triangles, moments: WindingMoments, x: number, y: number, z: number): boolean {
    const { found } = this;
    const p = this.#point;
    p[0] = x;
    p[1] = y;
    p[2] = z;
    for (let allowed = WINDING_ALLOWED; ; allowed *= WINDING_STRICTER) {
      if (allowed < WINDING_STRICTEST) allowed = 0;
      this.#walk(triangles, moments, allowed);
      const beyond = Math.abs(found[0]) - 0.5;
      if (Math.abs(beyond) > found[1] || allowed === 0) return beyond > 0;
    }
  }

  /** Finds the winding number about a point so well that no node adds more than `allowed` to the error. */
  find(triangles: Triangles, moments: WindingMoments, x: number, y: number, z: number, allowed: number): void {
    const p = this.#point;
    p[0] = x;
    p[1] = y;
    p[2] = z;
    this.#walk(triangles, moments, allowed);
  }

  /** The same of one triangle, given by its nine coordinates. */
  ofTriangle(q: Float64Array, x: number, y: number, z: number): number {
    const ax = q[0] - x;
    const ay = q[1] - y;
    const az = q[2] - z;
    const bx = q[3] - x;
    const by = q[4] - y;
    const bz = q[5] - z;
    const cx = q[6] - x;
    const cy = q[7] - y;
    const cz = q[8] - z;
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    return (2 * angleOfVector(det, a * b * c + ab * c + bc * a + ca * b)) / FOUR_PI;
  }

  #walk(triangles: Triangles, moments: WindingMoments, allowed: number): void {
    const { tree, corners, vertices } = triangles;
    const { origin } = tree;
    const { data, links, unit } = moments.fit(triangles);
    const { array, offset, stride } = vertices;
    const stack = this.#stack;
    const px = this.#point[0];
    const py = this.#point[1];
    const pz = this.#point[2];
    const ox = (px - origin[0]) / unit[0];
    const oy = (py - origin[1]) / unit[0];
    const oz = (pz - origin[2]) / unit[0];
    const limit = FOUR_PI * allowed;
    // Of far nodes 4π·w, of triangles 2π·w. Bounds of the errors of both, and what their rounding is relative to.
    let far = 0;
    let farError = 0;
    let angles = 0;
    let angleError = 0;
    let absolute = 0;
    let terms = 0;
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      const node = stack[--top];
      const m = MOMENT * node;
      const dx = data[m] - ox;
      const dy = data[m + 1] - oy;
      const dz = data[m + 2] - oz;
      const rr = dx * dx + dy * dy + dz * dz;
      const radius = data[m + RADIUS_AT];
      // The bound is at least S/r⁴: most near nodes need no square root.
      if (rr > radius * radius && data[m + SPREAD_AT] <= limit * rr * rr) {
        const r = Math.sqrt(rr);
        const gap = r - radius;
        const room = gap * gap;
        // The bound of the error times this, and that of rounding.
        const scale = rr * r * room;
        const error = data[m + SPREAD_AT] * (3 * r - 2 * radius) + WINDING_NODE_ROUNDING * data[m + AREA_AT] * r * room;
        if (error <= limit * scale) {
          // One division for all: 1/r³ is the inverse of the scale times (r − ρ)².
          const inverse = 1 / scale;
          const cube = inverse * room;
          const straight = data[m + 3] * dx + data[m + 4] * dy + data[m + 5] * dz;
          const trace = data[m + 6] + data[m + 7] + data[m + 8];
          const bent =
            dx * (data[m + 6] * dx + data[m + 11] * dy) +
            dy * (data[m + 7] * dy + data[m + 9] * dz) +
            dz * (data[m + 8] * dz + data[m + 10] * dx);
          const term = (straight + trace - 3 * bent * (cube * r)) * cube;
          far += term;
          farError += error * inverse;
          absolute += Math.abs(term);
          terms++;
          continue;
        }
      }
      const child = links[m + CHILD_AT];
      if (child >= 0) {
        stack[top++] = child + 1;
        stack[top++] = child;
        continue;
      }
      const first = tree.firstSlot(node);
      const count = tree.slotCount(node);
      for (let s = 3 * first; s < 3 * (first + count); s += 3) {
        let k = offset + stride * corners[s];
        const ax = array[k] - px;
        const ay = array[k + 1] - py;
        const az = array[k + 2] - pz;
        k = offset + stride * corners[s + 1];
        const bx = array[k] - px;
        const by = array[k + 1] - py;
        const bz = array[k + 2] - pz;
        k = offset + stride * corners[s + 2];
        const cx = array[k] - px;
        const cy = array[k + 1] - py;
        const cz = array[k + 2] - pz;
        const a = Math.sqrt(ax * ax + ay * ay + az * az);
        const b = Math.sqrt(bx * bx + by * by + bz * bz);
        const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
        const abc = a * b * c;
        const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
        const side =
          abc +
          (ax * bx + ay * by + az * bz) * c +
          (bx * cx + by * cy + bz * cz) * a +
          (cx * ax + cy * ay + cz * az) * b;
        const angle = angleOfVector(det, side);
        angles += angle;
        absolute += 2 * Math.abs(angle);
        // Near an edge both numbers are small, and rounding turns the angle. On the edge it is anything.
        angleError += WINDING_ANGLE_ROUNDING * (1 + abc / (Math.abs(det) + Math.abs(side)));
        terms++;
      }
    }
    const { found } = this;
    found[0] = (far + 2 * angles) / FOUR_PI;
    found[1] = (farError + 2 * angleError + WINDING_SUM_ROUNDING * terms * absolute) / FOUR_PI;
  }
}
