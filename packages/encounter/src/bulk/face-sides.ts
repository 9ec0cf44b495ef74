/**
 * On which side of a closed surface points are whose nearest point is well inside a triangle, known from earlier points that had the same
 * triangle. Nothing is assumed of the surface: it may touch and cross itself, and shells may be in one another.
 *
 * Let y be the nearest point of the surface to x, on the face of a triangle and not near its edges. Only within rounding of y can there be
 * other triangles between x and y. If the face is clear of other triangles by more than that (see `ClearFace`), x is where the triangle's side
 * toward x is. The winding number is the same all over that side, and one more or less on the other. So one robust answer per triangle
 * serves all later points.
 *
 * Whether a triangle is clear is tested when some points have had it, because the test takes as long as it saves for these.
 */
import { CLOSED_SAME_PLACE, INSIDE_NEAR_EDGE, NEAREST_ROUNDING } from '../tolerances.ts';
import { ClearFace } from '../tree/clear-face.ts';
import type { NearestPoint } from '../tree/nearest-point.ts';
import { COPY_FRAME, type PointCopy } from '../tree/point-copy.ts';
import type { Triangles } from '../tree/triangles.ts';

/** The gaps of a closed mesh are at most as wide as two merged vertices were apart, at both of their ends. */
export const GAPS: number = 4 * CLOSED_SAME_PLACE;

/**
 * The nearest triangle is alone if there is no other one within this of its distance, relative to the extent. It is more than the gaps, so
 * that what is beyond an edge counts, and twice what a crossing keeps away from edges. Less than this from an edge is near it.
 */
export const ALONE: number = GAPS + 2 * INSIDE_NEAR_EDGE;

/**
 * A triangle is tested for its fourth point: the test takes some 1.2 µs and then saves 0.3 µs per point. With the second point instead, the
 * first 50,000 points near a torus of 36,864 triangles took 1.35 µs each instead of 1.12.
 */
const POINTS_BEFORE_TEST = 3;

/**
 * What is known of a triangle: how many points it had, then that it is not clear, or twice the winding number above it, and whether that
 * below is larger.
 */
const UNCLEAR = POINTS_BEFORE_TEST + 1;
const ZERO = 128;

/**
 * Where the rounding of distances is more than this part of the gaps, a triangle that counts as the nearest may be behind another: far away all
 * distances round to the same number.
 */
const ROUNDING_PART = 1 / 8;

/** Larger winding numbers are not kept. */
const MOST_WINDING = 60;

export class FaceSides {
  /** Out: the winding number at the last point that `find` was asked about, and that behind the surface. */
  winding = 0;
  behind = 0;
  #codes: Uint8Array = new Uint8Array(0);
  #state = -1;
  /**
   * How far triangles are kept from faces, and faces from edges. Then a limit of the sum of a point's coordinates: beyond it distances are not
   * exact enough.
   */
  readonly #gap: Float64Array = new Float64Array(3);
  readonly #clear: ClearFace = new ClearFace();
  readonly #corners: Float64Array = new Float64Array(9);
  /** Whether the last nearest point was well inside its triangle, and on which side the point was: where e × w points, or not. */
  #isInFace = false;
  #isAbove = false;

  /** Forgets what was known of other vertices. */
  begin(triangles: Triangles): void {
    if (this.#codes.length === 0) this.#codes = new Uint8Array(triangles.count);
    if (this.#state !== triangles.state) this.#codes.fill(0);
    this.#state = triangles.state;
    const { extent, reach } = triangles.tree;
    this.#gap[0] = GAPS * extent;
    this.#gap[1] = ALONE * extent;
    // The coordinates of origin and boxes that rounding is relative to (see nearest-point.ts) are nine numbers of at most twice the reach.
    this.#gap[2] = (ROUNDING_PART * this.#gap[0]) / NEAREST_ROUNDING - 18 * reach;
  }

  /** Writes the winding numbers at the point of a search and behind its nearest point. Returns false if they are not known. */
  find({ frames }: PointCopy, { point, slot }: NearestPoint): boolean {
    this.#isInFace = false;
    const code = this.#codes[slot];
    if (code === UNCLEAR) return false;
    if (!(Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]) < this.#gap[2])) return false;
    const f = COPY_FRAME * slot;
    const rx = point[0] - frames[f];
    const ry = point[1] - frames[f + 1];
    const rz = point[2] - frames[f + 2];
    const ex = frames[f + 3];
    const ey = frames[f + 4];
    const ez = frames[f + 5];
    const wx = frames[f + 6];
    const wy = frames[f + 7];
    const wz = frames[f + 8];
    const k = frames[f + 9];
    const ww = wx * wx + wy * wy + wz * wz;
    const s = (rx * ex + ry * ey + rz * ez) / (ex * ex + ey * ey + ez * ez);
    const t = (rx * wx + ry * wy + rz * wz) / ww;
    // Barycentric coordinates. Times its altitude each is the distance from an edge, and w is the least altitude.
    const least = Math.min(t, s - k * t, 1 - s - (1 - k) * t);
    if (!(least > 0 && least * least * ww > this.#gap[1] * this.#gap[1])) return false;
    this.#isInFace = true;
    const height = (ey * wz - ez * wy) * rx + (ez * wx - ex * wz) * ry + (ex * wy - ey * wx) * rz;
    this.#isAbove = height > 0;
    if (code < UNCLEAR) return false;
    const above = (code - ZERO) >> 1;
    const below = above + ((code & 1) === 1 ? 1 : -1);
    this.winding = height > 0 ? above : below;
    this.behind = height > 0 ? below : above;
    return true;
  }

  /** Keeps the winding number at the last point that `find` was asked about and did not know. */
  learn(triangles: Triangles, { frames }: PointCopy, slot: number, winding: number): void {
    const codes = this.#codes;
    if (!this.#isInFace || codes[slot] === UNCLEAR) return;
    if (++codes[slot] < UNCLEAR) return;
    if (Math.abs(winding) > MOST_WINDING - 1 || !this.#clear.test(triangles, slot, this.#gap)) return;
    const p = this.#corners;
    triangles.load(slot, p);
    const f = COPY_FRAME * slot;
    // The winding number is larger behind the side from which the corners run counterclockwise.
    const nx = frames[f + 4] * frames[f + 8] - frames[f + 5] * frames[f + 7];
    const ny = frames[f + 5] * frames[f + 6] - frames[f + 3] * frames[f + 8];
    const nz = frames[f + 3] * frames[f + 7] - frames[f + 4] * frames[f + 6];
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    const along = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
    const isLargerBelow = along > 0;
    const above = this.#isAbove ? winding : winding - (isLargerBelow ? 1 : -1);
    codes[slot] = ZERO + 2 * above + (isLargerBelow ? 1 : 0);
  }
}
