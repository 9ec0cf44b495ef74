/**
 * The first triangle that a ray meets. The near child is visited first; the stack keeps the distance at which the ray enters the other.
 *
 * Triangles are tested as in S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection", 2013: they are sheared into
 * coordinates in which the ray is the z axis. The side of each edge is then the sign of a 2D determinant, and the two triangles at
 * an edge compute that determinant with opposite signs, bit for bit. So no ray slips through between them. This is the
 * short form of what primitives/ray-triangle.ts decides exactly; test/primitives/watertight.test.ts compares the two.
 */

import type { Vec3 } from '../math/vec3.ts';
import { RAY_EDGE_ON, RAY_SEAM } from '../tolerances.ts';
import { COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { Triangles } from './triangles.ts';

/** A ray that starts farther from the box than this many times its size is moved up to it: digits would be lost otherwise. */
const FAR = 16;

export class TriangleRay {
  /** The ray: from + t·dir for t from 0 to `limit`. */
  readonly from: Float64Array = new Float64Array(3);
  readonly dir: Float64Array = new Float64Array(3);
  /** In: the largest t of interest. Out: the t at which the first triangle is hit. */
  readonly limit: Float64Array = new Float64Array(1);
  /** In: 1 to meet triangles from the front only, −1 from behind only, 0 for both. A triangle met edge on has neither side. */
  side: number = 0;
  /** Out: the slot of that triangle, −1 for none. */
  slot = -1;

  readonly #nodes: Int32Array = new Int32Array(MAX_DEPTH + 1);
  readonly #entries: Float64Array = new Float64Array(MAX_DEPTH + 1);
  readonly #start: Float64Array = new Float64Array(3);
  /** Corners of a triangle that the ray meets edge on, for the slow path. */
  readonly #triangle: Float64Array = new Float64Array(9);

  /** Finds the first hit. Returns whether there is one. */
  cast(triangles: Triangles): boolean {
    const { dir, from } = this;
    this.slot = -1;
    const longest = Math.max(Math.abs(dir[0]), Math.abs(dir[1]), Math.abs(dir[2]));
    if (!(longest > 0)) return false;
    const shift = approach(triangles, from, dir, this.limit);
    const start = this.#start;
    for (let i = 0; i < 3; i++) start[i] = from[i] + shift * dir[i];
    const { limit } = this;
    limit[0] -= shift;
    this.#walk(triangles);
    limit[0] += shift;
    return this.slot >= 0;
  }

  #walk({ tree, vertices, corners }: Triangles): void {
    const { boxes, links, origin } = tree;
    const { array, offset, stride } = vertices;
    const start = this.#start;
    const { dir } = this;
    const nodes = this.#nodes;
    const entries = this.#entries;
    const ox = start[0] - origin[0];
    const oy = start[1] - origin[1];
    const oz = start[2] - origin[2];
    // A zero component gives infinity, and 0·∞ in the plane of a side is NaN: the comparisons below ignore such an axis.
    const ix = 1 / dir[0];
    const iy = 1 / dir[1];
    const iz = 1 / dir[2];
    const nx = ix < 0 ? 3 : 0;
    const ny = iy < 0 ? 4 : 1;
    const nz = iz < 0 ? 5 : 2;
    const fx = 3 - nx;
    const fy = 5 - ny;
    const fz = 7 - nz;
    // The axes for shearing: c is that of the largest component. a and b are the other two; their handedness does not matter.
    const ax = Math.abs(dir[0]);
    const ay = Math.abs(dir[1]);
    const az = Math.abs(dir[2]);
    const c = ax > ay && ax > az ? 0 : ay > az ? 1 : 2;
    const a = c === 2 ? 0 : c + 1;
    const b = 3 - c - a;
    const sz = 1 / dir[c];
    const sx = dir[a] * sz;
    const sy = dir[b] * sz;
    const sa = start[a];
    const sb = start[b];
    const sc = start[c];
    // The determinant of a triangle has the sign of this when the triangle is met from the side asked for.
    const facing = this.side * sz;
    let limit = this.limit[0];
    let slot = -1;
    let top = 0;
    let node = 0;
    let x = (boxes[nx] - ox) * ix;
    let y = (boxes[ny] - oy) * iy;
    let z = (boxes[nz] - oz) * iz;
    let entry = x > 0 ? x : 0;
    if (y > entry) entry = y;
    if (z > entry) entry = z;
    x = (boxes[fx] - ox) * ix;
    y = (boxes[fy] - oy) * iy;
    z = (boxes[fz] - oz) * iz;
    if (entry > x || entry > y || entry > z || entry > limit) return;
    for (;;) {
      const n = NODE * node;
      const first = links[n + FIRST];
      const count = links[n + COUNT];
      if (count === 0) {
        const p = NODE * first;
        const q = p + NODE;
        // Both children at once. The entry into a child that the ray misses becomes infinite.
        x = (boxes[p + nx] - ox) * ix;
        y = (boxes[p + ny] - oy) * iy;
        z = (boxes[p + nz] - oz) * iz;
        let enterP = x > 0 ? x : 0;
        if (y > enterP) enterP = y;
        if (z > enterP) enterP = z;
        x = (boxes[p + fx] - ox) * ix;
        y = (boxes[p + fy] - oy) * iy;
        z = (boxes[p + fz] - oz) * iz;
        const missP = enterP > x || enterP > y || enterP > z || enterP > limit;
        x = (boxes[q + nx] - ox) * ix;
        y = (boxes[q + ny] - oy) * iy;
        z = (boxes[q + nz] - oz) * iz;
        let enterQ = x > 0 ? x : 0;
        if (y > enterQ) enterQ = y;
        if (z > enterQ) enterQ = z;
        x = (boxes[q + fx] - ox) * ix;
        y = (boxes[q + fy] - oy) * iy;
        z = (boxes[q + fz] - oz) * iz;
        const missQ = enterQ > x || enterQ > y || enterQ > z || enterQ > limit;
        if (!missP) {
          if (missQ) {
            node = first;
            continue;
          }
          if (enterP <= enterQ) {
            nodes[top] = first + 1;
            entries[top++] = enterQ;
            node = first;
          } else {
            nodes[top] = first;
            entries[top++] = enterP;
            node = first + 1;
          }
          continue;
        }
        if (!missQ) {
          node = first + 1;
          continue;
        }
      } else {
        // As in SlotRay, which has the short form of this.
        for (let s = first; s < first + count; s++) {
          let k = offset + stride * corners[3 * s];
          const z0 = array[k + c] - sc;
          const x0 = array[k + a] - sa - sx * z0;
          const y0 = array[k + b] - sb - sy * z0;
          k = offset + stride * corners[3 * s + 1];
          const z1 = array[k + c] - sc;
          const x1 = array[k + a] - sa - sx * z1;
          const y1 = array[k + b] - sb - sy * z1;
          k = offset + stride * corners[3 * s + 2];
          const z2 = array[k + c] - sc;
          const x2 = array[k + a] - sa - sx * z2;
          const y2 = array[k + b] - sb - sy * z2;
          const u = x2 * y1 - y2 * x1;
          const v = x0 * y2 - y0 * x2;
          const w = x1 * y0 - y1 * x0;
          const near = RAY_SEAM * (Math.abs(u) + Math.abs(v) + Math.abs(w));
          if ((u < -near || v < -near || w < -near) && (u > near || v > near || w > near)) continue;
          const det = u + v + w;
          if (facing !== 0 && !(det * facing > 0)) continue;
          const products =
            Math.abs(x2 * y1) +
            Math.abs(y2 * x1) +
            Math.abs(x0 * y2) +
            Math.abs(y0 * x2) +
            Math.abs(x1 * y0) +
            Math.abs(y1 * x0);
          let t: number;
          if (Math.abs(det) > RAY_EDGE_ON * products) t = ((u * z0 + v * z1 + w * z2) * sz) / det;
          else if (facing !== 0) continue;
          else {
            const p = this.#triangle;
            p[0] = x0;
            p[1] = y0;
            p[2] = z0 * sz;
            p[3] = x1;
            p[4] = y1;
            p[5] = z1 * sz;
            p[6] = x2;
            p[7] = y2;
            p[8] = z2 * sz;
            t = edgeOn(p);
          }
          if (t >= 0 && t <= limit) {
            limit = t;
            slot = s;
          }
        }
      }
      // Take the next waiting node that the ray enters before the best hit.
      do {
        if (top === 0) {
          this.limit[0] = limit;
          this.slot = slot;
          return;
        }
        top--;
      } while (entries[top] > limit);
      node = nodes[top];
    }
  }
}

/** How far along a ray to start: zero, or just before the root's box. */
export function approach({ tree }: Triangles, from: Float64Array, dir: Float64Array, limit: Float64Array): number {
  const { boxes, origin } = tree;
  let distance = 0;
  let size = 0;
  let speed = 0;
  for (let i = 0; i < 3; i++) {
    const x = from[i] - origin[i];
    distance = Math.max(distance, boxes[i] - x, x - boxes[3 + i]);
    size = Math.max(size, boxes[3 + i] - boxes[i]);
    speed += Math.abs(dir[i]);
  }
  const t = (distance - size) / speed;
  return distance > FAR * size && t < limit[0] ? t : 0;
}

/** Whether a point is farther than `slack` from the box around all triangles. */
export function isOutside({ tree }: Triangles, { x, y, z }: Vec3, slack: number): boolean {
  const { boxes, origin } = tree;
  const px = x - origin[0];
  const py = y - origin[1];
  const pz = z - origin[2];
  return (
    px < boxes[0] - slack ||
    py < boxes[1] - slack ||
    pz < boxes[2] - slack ||
    px > boxes[3] + slack ||
    py > boxes[4] + slack ||
    pz > boxes[5] + slack
  );
}

/**
 * The first t ≥ 0 at which the z axis meets a degenerate triangle, or one whose plane contains the axis: the least over its edges. NaN
 * when it meets none. All three determinants are zero to rounding, so an edge that spans x = 0 and y = 0 passes through the axis.
 */
export function edgeOn(p: Float64Array): number {
  let first = Infinity;
  let last = -Infinity;
  for (let i = 0; i < 9; i += 3) {
    const j = (i + 3) % 9;
    const x = p[i];
    const y = p[i + 1];
    const dx = p[j] - x;
    const dy = p[j + 1] - y;
    const dd = dx * dx + dy * dy;
    if (dd === 0) {
      if (x !== 0 || y !== 0) continue;
      first = Math.min(first, p[i + 2], p[j + 2]);
      last = Math.max(last, p[i + 2], p[j + 2]);
      continue;
    }
    const s = -(x * dx + y * dy) / dd;
    if (!(s >= 0 && s <= 1)) continue;
    const z = p[i + 2] + s * (p[j + 2] - p[i + 2]);
    first = Math.min(first, z);
    last = Math.max(last, z);
  }
  if (!(first <= last)) return Number.NaN;
  // A ray that starts inside the triangle hits at t = 0.
  return first >= 0 ? first : last >= 0 ? 0 : Number.NaN;
}
