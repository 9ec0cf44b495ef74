/**
 * The first triangle that a ray meets. The near child is visited first; the stack keeps the distance at which the ray enters the other.
 *
 * Triangles are tested as in S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection", 2013: they are sheared into
 * coordinates in which the ray is the z axis. The side of each edge is then the sign of a 2D determinant, and the two triangles at
 * an edge compute that determinant with opposite signs, bit for bit. So no ray slips through between them. This is the
 * short form of what primitives/ray-triangle.ts decides exactly; test/primitives/watertight.test.ts compares the two.
 *
 * **No branches in the tests of boxes.** A ray visits about 18 inner nodes of 37,000 triangles, and which side of a box it enters or
 * misses cannot be predicted: two thirds of the time went into mispredicted branches. So the larger of two numbers is computed from
 * their sum and distance, max(a, b) = (a + b + |a − b|)/2, without the halves: the times are fourfold, those on the stack eightfold. The
 * outcomes are numbers 0 and 1. A choice between them is arithmetic, too. This took 37 % off a walk; four boxes at once (the
 * grandchildren of a node) were 20 % slower than two. Likewise the axes and the sides of the boxes that a direction asks for: 5 %; and which
 * child is visited next, whether one or both are entered: 8 %. There is one branch for "none", which is rare.
 *
 * **Indices end in `| 0`.** They are far below 2^31. The engine does not know that, and checks every sum for overflow unless it is cut to 32
 * bits. For the same reason an array is read once before the loop: what it is and where it lies is then known inside. This took 9 % off a walk
 * whose nodes are in the cache, and 2 % off one that waits for memory.
 */

import type { Vec3 } from '../math/vec3.ts';
import { RAY_EDGE_ON, RAY_PARALLEL, RAY_SEAM, RAY_SLAB_ROUNDING } from '../tolerances.ts';
import { type AabbTree, COUNT, FIRST, MAX_DEPTH, NODE, STRAY } from './layout.ts';
import type { Triangles } from './triangles.ts';

/** A ray that starts farther from the box than this many times its size is moved up to it: digits would be lost otherwise. */
const FAR = 16;

/** A start within this many times the sum of the root's sides of the origin of the boxes is never as far as that. */
const NEAR = (FAR - STRAY - 1) / 3;

export class TriangleRay {
  /** The ray: from + t·dir for t from 0 to `limit`. */
  readonly from: Float64Array = new Float64Array(3);
  readonly dir: Float64Array = new Float64Array(3);
  /** In: the largest t of interest. Out: the t at which the first triangle is hit. */
  readonly limit: Float64Array = new Float64Array(1);
  /** In: 1 to meet triangles from the front only, −1 from behind only, 0 for both. A triangle met edge on has neither side. */
  side: number = 0;
  /** Out: the slot of that triangle, −1 for none. Of triangles that are hit at once it is the one with the lowest number. */
  slot = -1;
  /**
   * Out: the number of that triangle. The walk reads it as soon as the triangle is hit: it is rarely in the cache, and the processor waits for
   * it while the walk goes on.
   */
  number = -1;
  /** Where the ray is seen from while it is cast: not far from the triangles. `limit` is from here meanwhile. */
  readonly #start: Float64Array = new Float64Array(3);

  readonly #nodes: Int32Array = new Int32Array(MAX_DEPTH + 1);
  readonly #entries: Float64Array = new Float64Array(MAX_DEPTH + 1);
  readonly #slabs: Float64Array = new Float64Array(13);
  /** Corners of a triangle that the ray meets edge on, for the slow path. */
  readonly #triangle: Float64Array = new Float64Array(9);

  /** Finds the first hit. Returns whether there is one. */
  cast(triangles: Triangles): boolean {
    const { dir, from } = this;
    const start = this.#start;
    this.slot = -1;
    if (!(Math.abs(dir[0]) + Math.abs(dir[1]) + Math.abs(dir[2]) > 0)) return false;
    const shift = approach(triangles, from, dir, this.limit);
    for (let i = 0; i < 3; i++) start[i] = from[i] + shift * dir[i];
    const { limit } = this;
    limit[0] -= shift;
    this.#walk(triangles);
    limit[0] += shift;
    return this.slot >= 0;
  }

  #walk({ tree, vertices, corners, numbers }: Triangles): void {
    const { boxes, links, origin } = tree;
    const { array, offset, stride } = vertices;
    const start = this.#start;
    const { dir } = this;
    const nodes = this.#nodes;
    const entries = this.#entries;
    // The axes for shearing: c is that of the largest component. a and b are the other two; their handedness does not matter.
    const ax = Math.abs(dir[0]);
    const ay = Math.abs(dir[1]);
    const az = Math.abs(dir[2]);
    const isX = +(ax > ay) & +(ax > az);
    const isY = +(ay > az) & (1 - isX);
    const c = (2 - 2 * isX - isY) | 0;
    const a = (c + 1 - 3 * (c >> 1)) | 0;
    const b = (3 - c - a) | 0;
    const sz = 1 / dir[c];
    const sx = dir[a] * sz;
    const sy = dir[b] * sz;
    const sa = start[a];
    const sb = start[b];
    const sc = start[c];
    // The determinant of a triangle has the sign of this when the triangle is met from the side asked for.
    const facing = this.side * sz;
    // What the tests of boxes need, as #enterSlabs derives it.
    let ix = 1 / dir[0];
    let iy = 1 / dir[1];
    let iz = 1 / dir[2];
    let nearX = start[0] - origin[0];
    let nearY = start[1] - origin[1];
    let nearZ = start[2] - origin[2];
    let farX = nearX;
    let farY = nearY;
    let farZ = nearZ;
    let slack =
      RAY_SLAB_ROUNDING *
      ((Math.abs(nearX) + Math.abs(boxes[0]) + Math.abs(boxes[3])) * Math.abs(ix) +
        (Math.abs(nearY) + Math.abs(boxes[1]) + Math.abs(boxes[4])) * Math.abs(iy) +
        (Math.abs(nearZ) + Math.abs(boxes[2]) + Math.abs(boxes[5])) * Math.abs(iz));
    let dx = dir[0];
    let dy = dir[1];
    let dz = dir[2];
    const least = RAY_PARALLEL * Math.abs(dir[c]);
    if (ax < least || ay < least || az < least) {
      const slabs = this.#slabs;
      this.#enterSlabs(tree, c);
      dx = slabs[0];
      dy = slabs[4];
      dz = slabs[8];
      ix = slabs[1];
      iy = slabs[5];
      iz = slabs[9];
      nearX = slabs[2];
      nearY = slabs[6];
      nearZ = slabs[10];
      farX = slabs[3];
      farY = slabs[7];
      farZ = slabs[11];
      slack = slabs[12];
    }
    // Boxes are left later by the slack. So it need not be added to each time of leaving.
    farX -= 0.25 * slack * dx;
    farY -= 0.25 * slack * dy;
    farZ -= 0.25 * slack * dz;
    iz *= 2;
    const nx = 3 * +(ix < 0);
    const ny = (3 * +(iy < 0) + 1) | 0;
    const nz = (3 * +(iz < 0) + 2) | 0;
    const fx = 3 - nx;
    const fy = 5 - ny;
    const fz = 7 - nz;
    let limit = this.limit[0];
    let slot = -1;
    let number = -1;
    let top = 0;
    let node = 0;
    nodes[0] = links[FIRST];
    entries[0] = boxes[0] + corners[0];
    for (;;) {
      const n = (NODE * node) | 0;
      const first = links[(n + FIRST) | 0];
      const count = links[(n + COUNT) | 0];
      if (count === 0) {
        const p = (NODE * first) | 0;
        const q = (p + NODE) | 0;
        // When the ray enters and leaves both children, four times over: see the head of this file.
        let x = (boxes[(p + nx) | 0] - nearX) * ix;
        let y = (boxes[(p + ny) | 0] - nearY) * iy;
        let z = (boxes[(p + nz) | 0] - nearZ) * iz;
        let two = x + y + Math.abs(x - y);
        const enterP = two + z + Math.abs(two - z);
        x = (boxes[(p + fx) | 0] - farX) * ix;
        y = (boxes[(p + fy) | 0] - farY) * iy;
        z = (boxes[(p + fz) | 0] - farZ) * iz;
        two = x + y - Math.abs(x - y);
        const leaveP = two + z - Math.abs(two - z);
        x = (boxes[(q + nx) | 0] - nearX) * ix;
        y = (boxes[(q + ny) | 0] - nearY) * iy;
        z = (boxes[(q + nz) | 0] - nearZ) * iz;
        two = x + y + Math.abs(x - y);
        const enterQ = two + z + Math.abs(two - z);
        x = (boxes[(q + fx) | 0] - farX) * ix;
        y = (boxes[(q + fy) | 0] - farY) * iy;
        z = (boxes[(q + fz) | 0] - farZ) * iz;
        two = x + y - Math.abs(x - y);
        const leaveQ = two + z - Math.abs(two - z);
        const last = 4 * limit + slack;
        // Comparisons with NaN are false, so a box without a proper number is visited.
        const missP = +(enterP > last) | +(leaveP < 0) | +(enterP > leaveP);
        const hitQ = +!(enterQ > last) & +!(leaveQ < 0) & +!(enterQ > leaveQ);
        // How many more than one are entered. The one that is not visited next is written to the stack, but stays there only if it is entered.
        const more = (hitQ - missP) | 0;
        if (more >= 0) {
          const second = missP | (+(enterQ < enterP) & hitQ);
          nodes[top] = (first + 1 - second) | 0;
          entries[top] = enterP + enterQ + Math.abs(enterP - enterQ);
          top = (top + more) | 0;
          node = (first + second) | 0;
          continue;
        }
      } else {
        // As in SlotRay, which has the short form of this.
        const end = (first + count) | 0;
        for (let s = first; s < end; s = (s + 1) | 0) {
          let k = (offset + Math.imul(stride, corners[(3 * s) | 0])) | 0;
          const z0 = array[(k + c) | 0] - sc;
          const x0 = array[(k + a) | 0] - sa - sx * z0;
          const y0 = array[(k + b) | 0] - sb - sy * z0;
          k = (offset + Math.imul(stride, corners[(3 * s + 1) | 0])) | 0;
          const z1 = array[(k + c) | 0] - sc;
          const x1 = array[(k + a) | 0] - sa - sx * z1;
          const y1 = array[(k + b) | 0] - sb - sy * z1;
          k = (offset + Math.imul(stride, corners[(3 * s + 2) | 0])) | 0;
          const z2 = array[(k + c) | 0] - sc;
          const x2 = array[(k + a) | 0] - sa - sx * z2;
          const y2 = array[(k + b) | 0] - sb - sy * z2;
          const u = x2 * y1 - y2 * x1;
          const v = x0 * y2 - y0 * x2;
          const w = x1 * y0 - y1 * x0;
          const near = RAY_SEAM * (Math.abs(u) + Math.abs(v) + Math.abs(w));
          // Whether the ray passes on both sides of the edges, in one branch.
          const below = +(u < -near) | +(v < -near) | +(w < -near);
          const above = +(u > near) | +(v > near) | +(w > near);
          if ((below & above) !== 0) continue;
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
          if (!(t >= 0 && t <= limit)) continue;
          if (t === limit && slot >= 0 && numbers[s] > number) continue;
          limit = t;
          slot = s;
          number = numbers[s];
        }
      }
      // Take the next waiting node that the ray enters before the best hit.
      do {
        if (top === 0) {
          this.limit[0] = limit;
          this.slot = slot;
          this.number = number;
          return;
        }
        top = (top - 1) | 0;
      } while (entries[top] > 8 * limit + 2 * slack);
      node = nodes[top];
    }
  }

  /**
   * Writes what the tests of boxes need of the ray into #slabs. For each axis: the direction, its inverse, and the starts for the side that
   * is entered and for the one that is left, relative to the origin of the boxes. Then the slack. The ray is longest along axis `c`.
   *
   * The slack is the rounding of a comparison. A time in a slab is at most M, the sum of (|start| + |bounds|)/|direction| over the axes, and is
   * off by 3ε·M, where ε is half the distance of 1 to the next number, or by 4ε·M if the slack is in it. Four times the largest of three
   * times is off by 48ε·M, so a comparison of two by 96ε·M, and the sum on the stack, which is eight times a time, by 104ε·M.
   *
   * A direction that is almost parallel to a slab would make M huge. So it is replaced by one with an angle of RAY_PARALLEL, and the slab
   * is made thicker by how far the two are apart at the end: until the ray leaves the root along `c`.
   */
  #enterSlabs({ boxes, origin }: AabbTree, c: number): void {
    const { dir } = this;
    const start = this.#start;
    const slabs = this.#slabs;
    const longest = Math.abs(dir[c]);
    const least = RAY_PARALLEL * longest;
    let latest = 0;
    for (let i = 0; i < 3; i++) {
      const from = start[i] - origin[i];
      let speed = dir[i];
      let pad = 0;
      if (Math.abs(speed) < least) {
        speed = speed < 0 ? -least : least;
        pad = RAY_PARALLEL * (Math.abs(start[c] - origin[c]) + Math.abs(boxes[c]) + Math.abs(boxes[3 + c]));
      }
      const inverse = 1 / speed;
      const out = speed < 0 ? -pad : pad;
      slabs[4 * i] = speed;
      slabs[4 * i + 1] = inverse;
      slabs[4 * i + 2] = from + out;
      slabs[4 * i + 3] = from - out;
      latest += (Math.abs(from) + pad + Math.abs(boxes[i]) + Math.abs(boxes[3 + i])) * Math.abs(inverse);
    }
    slabs[12] = RAY_SLAB_ROUNDING * latest;
  }
}

/** How far along a ray to start: zero, or just before the root's box. */
export function approach({ tree }: Triangles, from: Float64Array, dir: Float64Array, limit: Float64Array): number {
  const { boxes, origin } = tree;
  // Most rays start near. The middle of the root's box is at most STRAY sizes from the origin of the boxes, and the size is at least a
  // third of the sum of its sides.
  const sides = boxes[3] - boxes[0] + (boxes[4] - boxes[1]) + (boxes[5] - boxes[2]);
  const away = Math.abs(from[0] - origin[0]) + Math.abs(from[1] - origin[1]) + Math.abs(from[2] - origin[2]);
  if (away <= NEAR * sides) return 0;
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
