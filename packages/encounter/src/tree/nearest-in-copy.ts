/**
 * The walk of `NearestPoint` over a `PointCopy`, for many points of which each is near the one before. It gives the same answers, bit for
 * bit, because it computes the same distances, and which triangle counts does not depend on the order: see nearest-point.ts.
 *
 * **Start.** The nearest point y found for the point before is on the surface, so nothing farther than |x − y| is of interest, and nothing
 * behind the plane through y across x − y. This takes no triangle to be measured. It is used only where it promises something: near a
 * surface the points are as far from each other as from the surface, and a walk finds a better bound at once.
 *
 * **Triangles.** The corners are o, o + e and o + k e + w, so with n = x − y the largest of 0, e·n and k e·n + w·n says which corner is the
 * least far behind the plane. Their rounding is far below NEAREST_ROUNDING.
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

export class NearestInCopy {
  readonly #nodes: Int32Array = new Int32Array(MAX_DEPTH + 1);
  readonly #bounds: Float64Array = new Float64Array(MAX_DEPTH + 1);
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
    let nx = 0;
    let ny = 0;
    let nz = 0;
    let root = Math.sqrt(best) + slack;
    let limit = root * root;
    const hx = x - before[1];
    const hy = y - before[2];
    const hz = z - before[3];
    const square = hx * hx + hy * hy + hz * hz;
    if (square < USEFUL_SQ * before[0] && square < best) {
      nx = hx;
      ny = hy;
      nz = hz;
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
        // Comparisons with NaN are false, so a box without a proper number is visited.
        const last = 16 * limit;
        const missL = +(boundL > last);
        const missR = +(boundR > last);
        if (missL !== missR) {
          node = first + missL;
          continue;
        }
        if (missL === 0) {
          const second = +(boundR < boundL);
          nodes[top] = first + 1 - second;
          // Twice the larger one.
          bounds[top++] = boundL + boundR + Math.abs(boundL - boundR);
          node = first + second;
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
          const behind = rx * nx + ry * ny + rz * nz - limit;
          const en = ex * nx + ey * ny + ez * nz;
          const wn = wx * nx + wy * ny + wz * nz + k * en;
          if ((+(behind > 0) & +(behind > en) & +(behind > wn)) !== 0) continue;
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
            t = isLeft ? (k * re + rw) / ff : 1;
            t = t > 0 ? (t < 1 ? t : 1) : 0;
            s = t * k;
            if (isRight && t === 1) {
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
          const px = frames[f] + s * ex + t * wx;
          const py = frames[f + 1] + s * ey + t * wy;
          const pz = frames[f + 2] + s * ez + t * wz;
          nx = x - px;
          ny = y - py;
          nz = z - pz;
          found[0] = best;
          found[1] = px;
          found[2] = py;
          found[3] = pz;
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
