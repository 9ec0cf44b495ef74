/**
 * The walk of `NearestPoint` over a `PointCopy`, for many points of which each is near the one before. It gives the same answers, bit for
 * bit, because it computes the same distances, and which triangle counts does not depend on the order: see nearest-point.ts.
 *
 * **Start.** The nearest point y found for the point before is on the surface, so nothing farther than |x − y| is of interest. This takes no
 * triangle to be measured. It is used only where it promises something: near a surface the points are as far from each other as from the
 * surface, and a walk finds a better bound at once.
 *
 * **Boxes.** Of two children that are both near enough the farther one waits. It is written to the stack anyway, and counted only if it is
 * near enough: a branch on that could not be predicted.
 *
 * **Triangles.** The corners are o, o + e and o + k e + w, the middle is m = o + e/2 + w/3. With u = x − m the distance of the triangle is at
 * least the least (x − v)·u/|u| of its corners v. If that is above the limit the triangle is not measured: so it is with two of three.
 * The rounding is far below NEAREST_ROUNDING. (As `NearestPoint` does, by the plane across the nearest point so far, it was one of eight.)
 *
 * **Numbers** of nodes and slots are masked: then the engine knows that indices do not overflow, which saves 4 % of the time.
 */
import { NEAREST_ROUNDING } from '../tolerances.ts';
import { COUNT, FIRST, MAX_DEPTH, NODE } from './layout.ts';
import type { NearestPoint } from './nearest-point.ts';
import { COPY_BOX, COPY_FRAME, COPY_NUMBERS, type PointCopy } from './point-copy.ts';
import type { Triangles } from './triangles.ts';

/** The point before helps if its nearest point is at most so many times as far away as from itself, squared. */
const USEFUL_SQ = 4;

/** Where the middle is on the altitude. It need not be exact. */
const THIRD = 1 / 3;

export class NearestInCopy {
  // One more than waits: the last is written, and may not count.
  readonly #nodes: Int32Array = new Int32Array(MAX_DEPTH + 2);
  readonly #bounds: Float64Array = new Float64Array(MAX_DEPTH + 2);
  /** The squared distance and the nearest point of the last search that found one. The distance is −1 if there is none. */
  readonly #before: Float64Array = new Float64Array(4);

  /** How much farther than the nearest triangle others are looked for. */
  readonly #clearance: Float64Array = new Float64Array(1);
  /** Out: whether all other triangles are farther than the nearest one by more than the clearance. */
  isAlone = false;

  /** Forgets the point before. Other triangles are looked for within `clearance` of the distance of the nearest one. */
  begin(clearance = 0): void {
    this.#before[0] = -1;
    this.#clearance[0] = clearance;
  }

  /** As `find` of the search. */
  find({ tree, numbers }: Triangles, { boxes, frames }: PointCopy, search: NearestPoint): boolean {
    const { links, origin } = tree;
    const { point, found } = search;
    const nodes = this.#nodes;
    const bounds = this.#bounds;
    const before = this.#before;
    const x = point[0];
    const y = point[1];
    const z = point[2];
    const x2 = 2 * (x - origin[0]);
    const y2 = 2 * (y - origin[1]);
    const z2 = 2 * (z - origin[2]);
    // How far distances may be off: see nearest-point.ts.
    let off = Math.abs(x) + Math.abs(y) + Math.abs(z);
    for (let i = 0; i < 3; i++) off += Math.abs(origin[i]) + Math.abs(tree.boxes[i]) + Math.abs(tree.boxes[3 + i]);
    off *= NEAREST_ROUNDING;
    // What is left out is farther than the nearest triangle by more than this.
    const slack = this.#clearance[0] + off;
    let best = found[0];
    let second = Infinity;
    let slot = -1;
    let root = Math.sqrt(best) + slack;
    let limit = root * root;
    const hx = x - before[1];
    const hy = y - before[2];
    const hz = z - before[3];
    const square = hx * hx + hy * hy + hz * hz;
    if (square < USEFUL_SQ * before[0] && square < best) {
      // The nearest point itself is off as well, and the distance of its triangle must not be above the best.
      root = Math.sqrt(square) + 4 * off;
      best = Math.min(best, root * root);
      root += slack;
      limit = root * root;
    }
    let top = 0;
    let node = 0;
    for (;;) {
      const n = NODE * (node & COPY_NUMBERS);
      const first = links[n + FIRST] & COPY_NUMBERS;
      const count = links[n + COUNT] & COPY_NUMBERS;
      if (count === 0) {
        const l = COPY_BOX * first;
        let u = Math.abs(x2 - boxes[l]) - boxes[l + 3];
        let v = Math.abs(y2 - boxes[l + 1]) - boxes[l + 4];
        let w = Math.abs(z2 - boxes[l + 2]) - boxes[l + 5];
        u += Math.abs(u);
        v += Math.abs(v);
        w += Math.abs(w);
        const boundL = u * u + v * v + w * w;
        u = Math.abs(x2 - boxes[l + 6]) - boxes[l + 9];
        v = Math.abs(y2 - boxes[l + 7]) - boxes[l + 10];
        w = Math.abs(z2 - boxes[l + 8]) - boxes[l + 11];
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
        const end = first + count;
        for (let i = first; i < end; i++) {
          const f = COPY_FRAME * (i & COPY_NUMBERS);
          const rx = x - frames[f];
          const ry = y - frames[f + 1];
          const rz = z - frames[f + 2];
          const ex = frames[f + 3];
          const ey = frames[f + 4];
          const ez = frames[f + 5];
          const wx = frames[f + 6];
          const wy = frames[f + 7];
          const wz = frames[f + 8];
          const k = frames[f + 9];
          const ux = rx - 0.5 * ex - THIRD * wx;
          const uy = ry - 0.5 * ey - THIRD * wy;
          const uz = rz - 0.5 * ez - THIRD * wz;
          const uu = ux * ux + uy * uy + uz * uz;
          const eu = ex * ux + ey * uy + ez * uz;
          const wu = wx * ux + wy * uy + wz * uz;
          // (x − v)·u of the nearer end of e, and of the third corner.
          const atEdge = uu + THIRD * wu - 0.5 * Math.abs(eu);
          const atThird = uu + (0.5 - k) * eu - (1 - THIRD) * wu;
          const reach = limit * uu;
          if ((+(atEdge * Math.abs(atEdge) > reach) & +(atThird * Math.abs(atThird) > reach)) !== 0) continue;
          // The second half of `nearestOnTriangle`.
          const ff = frames[f + 10];
          const ee = ex * ex + ey * ey + ez * ez;
          const ww = wx * wx + wy * wy + wz * wz;
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
          const trial = dx * dx + dy * dy + dz * dz;
          if (!(trial <= best)) {
            if (trial < second) second = trial;
            continue;
          }
          if (slot >= 0) {
            second = best;
            // Of triangles at one distance the lowest number counts.
            if (trial === best && numbers[i] > numbers[slot]) continue;
          }
          best = trial;
          root = Math.sqrt(best) + slack;
          limit = root * root;
          slot = i;
          found[0] = best;
          found[1] = frames[f] + s * ex + t * wx;
          found[2] = frames[f + 1] + s * ey + t * wy;
          found[3] = frames[f + 2] + s * ez + t * wz;
        }
      }
      // Take the next waiting node that may be nearer.
      do {
        if (top === 0) {
          search.slot = slot;
          if (slot < 0) return false;
          this.isAlone = second > limit;
          for (let i = 0; i < 4; i++) before[i] = found[i];
          return true;
        }
        top--;
      } while (bounds[top] > 32 * limit);
      node = nodes[top];
    }
  }
}
