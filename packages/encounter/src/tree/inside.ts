/**
 * Whether a point is inside a closed surface (§5.1.3): counts how often, and in which direction, a ray from it crosses triangles.
 *
 * A ray through an edge or a vertex proves nothing: neighbours may both count it or both miss it, especially where the surface is
 * closed only up to a small gap. Then another direction is tried, so the answer rests on crossings well inside triangles. The sum is
 * signed, so that solids that overlap themselves have an inside there, too.
 *
 * A surface with gaps has no such number: a ray may leave through a gap. Its triangles have moments, and winding.ts decides.
 */

import { INSIDE_NEAR_EDGE } from '../tolerances.ts';
import { COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { Triangles } from './triangles.ts';
import { WindingNumber } from './winding.ts';

/** Directions chosen to be unrelated to each other and to the axes. */
const DIRECTIONS: readonly number[] = /* #__PURE__ */ [
  0.6123, 0.2719, 0.7424, -0.3817, 0.8249, 0.4171, 0.7737, -0.5391, 0.3327, -0.2253, -0.7129, 0.6641, 0.1489, 0.9173,
  -0.3697, -0.8861, 0.1931, -0.4213, 0.4409, -0.3083, -0.8431, -0.5653, -0.6151, -0.5497,
];

export class PointInside {
  readonly #stack: Int32Array = new Int32Array(MAX_DEPTH + 1);
  readonly #point: Float64Array = new Float64Array(3);
  #winding = 0;
  /** Whether the last answer rests on crossings that are not near edges. */
  isCertain = true;
  /** Made when first needed. */
  #number: WindingNumber | undefined;

  /** How often the surface winds around the point of the last test: 1 inside of one that is wound outward. */
  get winding(): number {
    return this.#winding;
  }

  /** Whether the point, in the frame of the triangles, is inside. One on the surface may be either. */
  test(triangles: Triangles, x: number, y: number, z: number): boolean {
    const { boxes, origin } = triangles.tree;
    const p = this.#point;
    p[0] = x;
    p[1] = y;
    p[2] = z;
    this.#winding = 0;
    this.isCertain = true;
    let extent = 0;
    for (let i = 0; i < 3; i++) {
      const at = p[i] - origin[i];
      if (!(at >= boxes[i] && at <= boxes[3 + i])) return false;
      extent = Math.max(extent, boxes[3 + i] - boxes[i]);
    }
    const { moments } = triangles;
    if (moments !== null) {
      this.#number ??= new WindingNumber();
      return this.#number.isInside(triangles, moments, x, y, z);
    }
    for (let d = 0; d < DIRECTIONS.length; d += 3)
      if (this.#cross(triangles, d, INSIDE_NEAR_EDGE * extent)) return this.#winding !== 0;
    // Every direction came near an edge, as in a surface of needles. Then count by the signs alone.
    this.isCertain = false;
    this.#cross(triangles, 0, -1);
    return this.#winding !== 0;
  }

  /** Counts the crossings in one direction. Returns false when one was nearer to an edge than `nearEdge`; a negative one is ignored. */
  #cross({ tree, vertices, corners }: Triangles, d: number, nearEdge: number): boolean {
    const { boxes, links, origin } = tree;
    const { array, offset, stride } = vertices;
    const stack = this.#stack;
    const px = this.#point[0];
    const py = this.#point[1];
    const pz = this.#point[2];
    const ox = px - origin[0];
    const oy = py - origin[1];
    const oz = pz - origin[2];
    const dx = DIRECTIONS[d];
    const dy = DIRECTIONS[d + 1];
    const dz = DIRECTIONS[d + 2];
    // The triangles are sheared so that the ray runs along z. No component of a direction is zero.
    const sx = dx / dz;
    const sy = dy / dz;
    const front = dz > 0 ? 1 : -1;
    // Boxes are widened by this much, which is far more than rounding.
    const near = Math.abs(nearEdge);
    let winding = 0;
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      const n = NODE * stack[--top];
      const x0 = (boxes[n] - near - ox) / dx;
      const x1 = (boxes[n + 3] + near - ox) / dx;
      const y0 = (boxes[n + 1] - near - oy) / dy;
      const y1 = (boxes[n + 4] + near - oy) / dy;
      const z0 = (boxes[n + 2] - near - oz) / dz;
      const z1 = (boxes[n + 5] + near - oz) / dz;
      const enter = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1), 0);
      if (enter > Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1))) continue;
      const first = links[n + FIRST];
      const count = links[n + COUNT];
      if (count === 0) {
        stack[top++] = first;
        stack[top++] = first + 1;
        continue;
      }
      for (let s = 3 * first; s < 3 * (first + count); s += 3) {
        let k = offset + stride * corners[s];
        const az = array[k + 2] - pz;
        const ax = array[k] - px - sx * az;
        const ay = array[k + 1] - py - sy * az;
        k = offset + stride * corners[s + 1];
        const bz = array[k + 2] - pz;
        const bx = array[k] - px - sx * bz;
        const by = array[k + 1] - py - sy * bz;
        k = offset + stride * corners[s + 2];
        const cz = array[k + 2] - pz;
        const cx = array[k] - px - sx * cz;
        const cy = array[k + 1] - py - sy * cz;
        if (front * az < -near && front * bz < -near && front * cz < -near) continue;
        // Twice the areas of the triangle's three parts around the ray. Each divided by its edge is the ray's distance from that edge.
        const u = bx * cy - by * cx;
        const v = cx * ay - cy * ax;
        const w = ax * by - ay * bx;
        const eu = near * (Math.abs(cx - bx) + Math.abs(cy - by));
        const ev = near * (Math.abs(ax - cx) + Math.abs(ay - cy));
        const ew = near * (Math.abs(bx - ax) + Math.abs(by - ay));
        if (nearEdge > 0) {
          const out = (u > eu || v > ev || w > ew) && (u < -eu || v < -ev || w < -ew);
          if (out) continue;
          const inside = (u > eu && v > ev && w > ew) || (u < -eu && v < -ev && w < -ew);
          if (!inside) {
            if (ax > near && bx > near && cx > near) continue;
            if (ax < -near && bx < -near && cx < -near) continue;
            if (ay > near && by > near && cy > near) continue;
            if (ay < -near && by < -near && cy < -near) continue;
            return false;
          }
        } else if ((u < 0 || v < 0 || w < 0) && (u >= 0 || v >= 0 || w >= 0)) continue;
        const det = u + v + w;
        const t = (u * az + v * bz + w * cz) * front;
        if (det > 0 ? t > 0 : t < 0) winding += det > 0 ? front : -front;
      }
    }
    this.#winding = winding;
    return true;
  }
}
