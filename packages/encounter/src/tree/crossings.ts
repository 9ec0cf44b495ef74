/**
 * How the winding number of a surface changes along a short segment: by one for each triangle that the segment crosses, up or down
 * by the side it crosses from. As in `inside.ts`, a crossing near an edge proves nothing.
 *
 * A triangle is sheared along the segment, so that the segment runs along the axis of its largest component. As in `ray.ts`, indices end in `| 0`
 * and edges are tested in one branch.
 */
import { COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { Triangles } from './triangles.ts';

export class Crossings {
  /** In: the ends of the segment, in the frame of the triangles. */
  readonly from: Float64Array = new Float64Array(3);
  readonly to: Float64Array = new Float64Array(3);
  /** Out: the winding number at `from` less that at `to`, and how many triangles are between them. */
  change = 0;
  crossed = 0;
  readonly #stack: Int32Array = new Int32Array(MAX_DEPTH + 1);
  readonly #box: Float64Array = new Float64Array(6);

  /** Counts the crossings. Returns false when the segment comes nearer to an edge of a triangle than `near`, or turns out to be a point. */
  count({ tree, vertices, corners }: Triangles, near: number): boolean {
    const { boxes, links, origin } = tree;
    const { array, offset, stride } = vertices;
    const { from, to } = this;
    const stack = this.#stack;
    const box = this.#box;
    for (let i = 0; i < 3; i++) {
      box[i] = Math.min(from[i], to[i]) - origin[i] - near;
      box[3 + i] = Math.max(from[i], to[i]) - origin[i] + near;
    }
    const x0 = box[0];
    const y0 = box[1];
    const z0 = box[2];
    const x1 = box[3];
    const y1 = box[4];
    const z1 = box[5];
    const ex = Math.abs(to[0] - from[0]);
    const ey = Math.abs(to[1] - from[1]);
    const ez = Math.abs(to[2] - from[2]);
    const c = ex > ey && ex > ez ? 0 : ey > ez ? 1 : 2;
    const a = c === 2 ? 0 : c + 1;
    const b = c === 0 ? 2 : c === 1 ? 0 : 1;
    const length = to[c] - from[c];
    if (length === 0) return false;
    const sx = (to[a] - from[a]) / length;
    const sy = (to[b] - from[b]) / length;
    const px = from[a];
    const py = from[b];
    const pz = from[c];
    const front = length > 0 ? 1 : -1;
    let change = 0;
    let crossed = 0;
    let top = 0;
    let node = 0;
    for (;;) {
      const n = (NODE * node) | 0;
      const first = links[(n + FIRST) | 0];
      const count = links[(n + COUNT) | 0];
      if (count === 0) {
        const l = (NODE * first) | 0;
        const r = (l + NODE) | 0;
        const missL =
          +(boxes[l] > x1) |
          +(boxes[(l + 3) | 0] < x0) |
          +(boxes[(l + 1) | 0] > y1) |
          +(boxes[(l + 4) | 0] < y0) |
          +(boxes[(l + 2) | 0] > z1) |
          +(boxes[(l + 5) | 0] < z0);
        const missR =
          +(boxes[r] > x1) |
          +(boxes[(r + 3) | 0] < x0) |
          +(boxes[(r + 1) | 0] > y1) |
          +(boxes[(r + 4) | 0] < y0) |
          +(boxes[(r + 2) | 0] > z1) |
          +(boxes[(r + 5) | 0] < z0);
        if (missL !== missR) {
          node = first + missL;
          continue;
        }
        if (missL === 0) {
          stack[top++] = first + 1;
          node = first;
          continue;
        }
      }
      const end = (3 * (first + count)) | 0;
      for (let s = (3 * first) | 0; s < end; s = (s + 3) | 0) {
        let k = (offset + Math.imul(stride, corners[s])) | 0;
        const az = array[(k + c) | 0] - pz;
        const ax = array[(k + a) | 0] - px - sx * az;
        const ay = array[(k + b) | 0] - py - sy * az;
        k = (offset + Math.imul(stride, corners[(s + 1) | 0])) | 0;
        const bz = array[(k + c) | 0] - pz;
        const bx = array[(k + a) | 0] - px - sx * bz;
        const by = array[(k + b) | 0] - py - sy * bz;
        k = (offset + Math.imul(stride, corners[(s + 2) | 0])) | 0;
        const cz = array[(k + c) | 0] - pz;
        const cx = array[(k + a) | 0] - px - sx * cz;
        const cy = array[(k + b) | 0] - py - sy * cz;
        // Twice the areas of the triangle's three parts around the segment. Each divided by its edge is the distance from that edge.
        const u = bx * cy - by * cx;
        const v = cx * ay - cy * ax;
        const w = ax * by - ay * bx;
        const eu = near * (Math.abs(cx - bx) + Math.abs(cy - by));
        const ev = near * (Math.abs(ax - cx) + Math.abs(ay - cy));
        const ew = near * (Math.abs(bx - ax) + Math.abs(by - ay));
        const above = +(u > eu) | +(v > ev) | +(w > ew);
        const below = +(u < -eu) | +(v < -ev) | +(w < -ew);
        if ((above & below) !== 0) continue;
        // Wholly before the start or behind the end.
        const low = front > 0 ? -near : length - near;
        const high = front > 0 ? length + near : near;
        if ((az < low && bz < low && cz < low) || (az > high && bz > high && cz > high)) continue;
        const inside = (u > eu && v > ev && w > ew) || (u < -eu && v < -ev && w < -ew);
        if (!inside) {
          if (ax > near && bx > near && cx > near) continue;
          if (ax < -near && bx < -near && cx < -near) continue;
          if (ay > near && by > near && cy > near) continue;
          if (ay < -near && by < -near && cy < -near) continue;
          return false;
        }
        const det = u + v + w;
        const at = (u * az + v * bz + w * cz) / det;
        if (Math.abs(at) <= near || Math.abs(at - length) <= near) return false;
        if (!(at * front > 0 && (length - at) * front > 0)) continue;
        change += det > 0 ? front : -front;
        crossed++;
      }
      if (top === 0) {
        this.change = change;
        this.crossed = crossed;
        return true;
      }
      node = stack[--top];
    }
  }
}
