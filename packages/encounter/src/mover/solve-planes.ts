/**
 * The displacement nearest to a wish that no plane forbids: the projection of a point onto the intersection of halfspaces
 * {v : nᵢ·v ≥ bᵢ}. With all bᵢ = 0 that is a cone, and the result is what is left of a motion in contact.
 *
 * The projection is found exactly, one plane after the other (the scheme of R. Seidel's linear programs, "Small-dimensional linear
 * programming and convex hulls made easy", 1991). The projection is unique, so if the best displacement under the planes so far breaks
 * the next plane, then the best one under both lies *in* that plane, where the same problem has one dimension less:
 *
 *   space   the wish itself, or else the best displacement in the first plane that is broken,
 *   plane   the foot of the wish in it, or else the best in the line that it shares with an earlier plane,
 *   line    the foot of the wish in it, moved into the interval that the planes before leave.
 *
 * Nothing is voted on or iterated: k planes take at most k³/6 tests, and mostly k. Where the line is empty, the planes leave nothing at
 * all; a cone then leaves zero, which is always allowed.
 */
import { readVec3 } from '../math/read.ts';
import { Vec3, type Vec3Input } from '../math/vec3.ts';
import { PLANE_PARALLEL_SQ, PLANE_ROUNDING, PLANE_TILT } from '../tolerances.ts';
import { PLANE, PlaneSet } from './plane-set.ts';

/** A halfspace of displacements: {v : normal·v ≥ offset}. */
export interface DisplacementPlane {
  /** Unit, away from the obstacle. */
  readonly normal: Vec3Input;
  /** The least part of a displacement along the normal: 0 (the default) in contact, negative where there is room, positive to be pushed. */
  readonly offset?: number;
}

export class PlaneSolver {
  readonly #foot: Vec3 = new Vec3();
  /** The size of the wish and of the offsets, and the rounding allowed of a plane's value. */
  #size = 0;
  #slack = 0;

  /** Writes the displacement nearest to `wish` to `out`, which may be the same. Returns false, and writes zero, if the planes leave none. */
  solve(planes: PlaneSet, wish: Vec3, out: Vec3): boolean {
    const { data, count } = planes;
    const { x, y, z } = wish;
    let size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    for (let j = 0; j < count; j++) size = Math.max(size, Math.abs(data[PLANE * j + 3]));
    this.#size = size;
    this.#slack = PLANE_ROUNDING * size;
    const foot = this.#foot.set(x, y, z);
    out.set(x, y, z);
    for (let j = 0; j < count; j++) {
      if (this.#holds(data, j, out)) continue;
      if (this.#inPlane(data, j, foot, out)) continue;
      out.set(0, 0, 0);
      return false;
    }
    return true;
  }

  #holds(data: Float64Array, j: number, v: Vec3): boolean {
    const k = PLANE * j;
    return data[k] * v.x + data[k + 1] * v.y + data[k + 2] * v.z >= data[k + 3] - this.#slack;
  }

  /** The best displacement in plane j under the planes before it. */
  #inPlane(data: Float64Array, j: number, wish: Vec3, out: Vec3): boolean {
    const k = PLANE * j;
    const nx = data[k];
    const ny = data[k + 1];
    const nz = data[k + 2];
    const s = data[k + 3] - (nx * wish.x + ny * wish.y + nz * wish.z);
    out.x = wish.x + s * nx;
    out.y = wish.y + s * ny;
    out.z = wish.z + s * nz;
    for (let i = 0; i < j; i++) {
      if (this.#holds(data, i, out)) continue;
      if (!this.#inLine(data, i, j, wish, out)) return false;
    }
    return true;
  }

  /** The best displacement in the line of planes i < j, under the planes before i. */
  #inLine(data: Float64Array, i: number, j: number, wish: Vec3, out: Vec3): boolean {
    const p = PLANE * i;
    const q = PLANE * j;
    const ax = data[p];
    const ay = data[p + 1];
    const az = data[p + 2];
    const bx = data[q];
    const by = data[q + 1];
    const bz = data[q + 2];
    let tx = ay * bz - az * by;
    let ty = az * bx - ax * bz;
    let tz = ax * by - ay * bx;
    const sineSq = tx * tx + ty * ty + tz * tz;
    const cosine = ax * bx + ay * by + az * bz;
    if (cosine < 0 && sineSq <= PLANE_TILT * PLANE_TILT) {
      // Walls that face each other, up to rounding: the best displacement in plane j leads along plane i, too.
      const lack = data[p + 3] - (ax * out.x + ay * out.y + az * out.z);
      if (lack <= PLANE_TILT * this.#size) return true;
    }
    if (!(sineSq > PLANE_PARALLEL_SQ)) {
      // One plane twice, but for rounding: in plane j, plane i holds as far as it can. Opposite ones that do not hold leave nothing.
      return cosine > 0;
    }
    const sine = Math.sqrt(sineSq);
    tx /= sine;
    ty /= sine;
    tz /= sine;
    // From the wish to its foot in the line: α·a + β·b, so that both planes hold with equality.
    const ra = data[p + 3] - (ax * wish.x + ay * wish.y + az * wish.z);
    const rb = data[q + 3] - (bx * wish.x + by * wish.y + bz * wish.z);
    const alpha = (ra - cosine * rb) / sineSq;
    const beta = (rb - cosine * ra) / sineSq;
    const fx = wish.x + alpha * ax + beta * bx;
    const fy = wish.y + alpha * ay + beta * by;
    const fz = wish.z + alpha * az + beta * bz;
    // The interval that the planes leave, and the one that they leave up to rounding: of a cone it may be a single point.
    let low = -Infinity;
    let high = Infinity;
    let least = -Infinity;
    let most = Infinity;
    for (let h = 0; h < i; h++) {
      const k = PLANE * h;
      const along = data[k] * tx + data[k + 1] * ty + data[k + 2] * tz;
      const lack = data[k + 3] - (data[k] * fx + data[k + 1] * fy + data[k + 2] * fz);
      if (along > PLANE_TILT) {
        low = Math.max(low, lack / along);
        least = Math.max(least, (lack - this.#slack) / along);
      } else if (along < -PLANE_TILT) {
        high = Math.min(high, lack / along);
        most = Math.min(most, (lack - this.#slack) / along);
      } else if (lack > PLANE_TILT * this.#size) return false;
    }
    if (least > most) return false;
    const s = low > high ? (low + high) / 2 : Math.min(Math.max(0, low), high);
    out.x = fx + s * tx;
    out.y = fy + s * ty;
    out.z = fz + s * tz;
    return true;
  }
}

const set: PlaneSet = /* #__PURE__ */ new PlaneSet();
const solver: PlaneSolver = /* #__PURE__ */ new PlaneSolver();
const normal: Vec3 = /* #__PURE__ */ new Vec3();
const offset: Float64Array = /* #__PURE__ */ new Float64Array(1);

/** Reads the caller's planes into the set. With `asCone` their offsets count as 0. */
function read(planes: Iterable<DisplacementPlane>, asCone: boolean): void {
  set.clear();
  for (const plane of planes) {
    readVec3('normal', plane.normal, normal);
    offset[0] = asCone ? 0 : (plane.offset ?? 0);
    set.add(normal, offset, 0);
  }
}

/**
 * The displacement nearest to `wish` with normal·v ≥ offset for all planes, or null if there is none.
 *
 * @example
 * solvePlanes([{ normal: [0, 1, 0] }], [1, -1, 0]); // (1, 0, 0): along the floor
 */
export function solvePlanes(planes: Iterable<DisplacementPlane>, wish: Vec3Input, out: Vec3 = new Vec3()): Vec3 | null {
  readVec3('wish', wish, out);
  read(planes, false);
  return solver.solve(set, out, out) ? out : null;
}

/**
 * What planes in contact leave of a velocity: the velocity nearest to it that leads into none of them. Their offsets do not matter. Use
 * it after a move, so that a mover that has met a wall does not keep its speed towards it.
 *
 * @example
 * clipVelocity([5, -9, 0], [{ normal: [0, 1, 0] }]); // (5, 0, 0)
 */
export function clipVelocity(velocity: Vec3Input, planes: Iterable<DisplacementPlane>, out: Vec3 = new Vec3()): Vec3 {
  readVec3('velocity', velocity, out);
  read(planes, true);
  solver.solve(set, out, out);
  return out;
}
