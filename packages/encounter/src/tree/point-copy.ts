/**
 * A copy of triangles and boxes for many searches of the nearest point: what such a search computes from a box or triangle alone is computed
 * once. The numbers are those that `NearestPoint` computes, bit for bit.
 */
import { TRIANGLE_SLANTED } from '../tolerances.ts';
import { NODE } from './layout.ts';
import type { Triangles } from './triangles.ts';

/** Doubles per node: twice the middle of its box relative to the tree's origin, then the sides. */
export const COPY_BOX = 6;

/**
 * Doubles per triangle: an end of its longest edge, the edge e, the altitude w on it, the share k of the edge where that stands, and the
 * square of the edge from that end to the third corner. So the corners are o, o + e and o + k e + w.
 */
export const COPY_FRAME = 11;

/**
 * The copy is made when there was one query for so many triangles. Then it costs less than it saves: some 60 ns per triangle, and 400 to
 * 1,200 ns per query.
 */
const TRIANGLES_PER_QUERY = 4;

/** More triangles than this are not copied: they would take a gigabyte. Numbers of nodes and slots are below `COPY_NUMBERS`, then. */
const MOST_TRIANGLES = 2 ** 23;
export const COPY_NUMBERS = 0x3ffffff;

export class PointCopy {
  boxes: Float64Array = new Float64Array(0);
  frames: Float64Array = new Float64Array(0);
  /** The state of the triangles that was copied. */
  #copied = -1;
  /** The state that queries were counted of, and how many there were. */
  #counted = -1;
  #queries = 0;

  /** Says that so many queries follow. Returns whether there is a copy of the triangles as they are now. */
  expect(triangles: Triangles, queries: number): boolean {
    if (this.#counted !== triangles.state) this.#queries = 0;
    this.#counted = triangles.state;
    this.#queries += queries;
    if (this.#copied === triangles.state) return true;
    const { count, tree } = triangles;
    if (TRIANGLES_PER_QUERY * this.#queries < count || count > MOST_TRIANGLES) return false;
    if (this.boxes.length === 0 && !this.#reserve(tree.nodeCount, count)) return false;
    this.#write(triangles);
    return true;
  }

  /** Returns false if there is no memory: a query must not throw. */
  #reserve(nodes: number, count: number): boolean {
    try {
      this.frames = new Float64Array(COPY_FRAME * count);
      this.boxes = new Float64Array(COPY_BOX * nodes);
      return true;
    } catch {
      return false;
    }
  }

  #write(triangles: Triangles): void {
    const { tree, count } = triangles;
    const { nodeCount } = tree;
    const { boxes, frames } = this;
    for (let i = 0; i < nodeCount; i++)
      for (let k = 0; k < 3; k++) {
        const low = tree.boxes[NODE * i + k];
        const high = tree.boxes[NODE * i + 3 + k];
        boxes[COPY_BOX * i + k] = low + high;
        boxes[COPY_BOX * i + 3 + k] = high - low;
      }
    const corners = new Float64Array(9);
    for (let slot = 0; slot < count; slot++) {
      triangles.load(slot, corners);
      writeFrame(corners, frames, COPY_FRAME * slot);
    }
    this.#copied = triangles.state;
  }
}

/** Writes the first half of `nearestOnTriangle`: all that does not depend on the point. */
function writeFrame(p: Float64Array, out: Float64Array, at: number): void {
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
  const k = ee > 0 ? (ex * fx + ey * fy + ez * fz) / ee : 0;
  let wx = fx - k * ex;
  let wy = fy - k * ey;
  let wz = fz - k * ez;
  const ww = wx * wx + wy * wy + wz * wz;
  if (ww < TRIANGLE_SLANTED * ff) {
    const rest = (ex * wx + ey * wy + ez * wz) / ee;
    wx -= rest * ex;
    wy -= rest * ey;
    wz -= rest * ez;
  }
  out[at] = ox;
  out[at + 1] = oy;
  out[at + 2] = oz;
  out[at + 3] = ex;
  out[at + 4] = ey;
  out[at + 5] = ez;
  out[at + 6] = wx;
  out[at + 7] = wy;
  out[at + 8] = wz;
  out[at + 9] = k;
  out[at + 10] = ff;
}
