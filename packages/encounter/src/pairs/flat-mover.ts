/**
 * Casts of a flat convex body, like a point or a plate, that touches a complex shape at the start. The parts of that shape do not tell
 * everything. A plate that falls along a wall meets the floor at its edge, where it might as well leave a table: there the side counts
 * from which it comes. And what goes from the surface of a solid into it, or between two parts, crosses nothing: that is asked of the whole.
 */
import type { Body } from '../bodies/body.ts';
import { RADIUS } from '../bodies/layout.ts';
import { MovedBody } from '../bodies/moved-body.ts';
import { Goal } from '../convex/penetration.ts';
import { cross, dot, perpendicular, scale, subtract, Vec3 } from '../math/vec3.ts';
import { PairGeometry } from './result.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

export class FlatMover {
  /** Across the front of the triangle that is met: a unit vector in the world. */
  readonly front: Vec3 = new Vec3();
  /** How wide something may be and count as flat: see `isFlat`. */
  readonly width: Float64Array = new Float64Array(1);
  readonly #later: PairGeometry = new PairGeometry();
  readonly #moved: MovedBody = new MovedBody();
  readonly #along: Float64Array = new Float64Array(3);
  readonly #normal: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #local: Vec3 = new Vec3();
  readonly #first: Vec3 = new Vec3();
  readonly #edge: Vec3 = new Vec3();
  readonly #side: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();
  readonly #best: Vec3 = new Vec3();

  /** Whether the body of the cast is flat and in front of the triangle that it meets. */
  isStopped(a: Body, b: Body, { resting, whole }: QuerySettings): boolean {
    if (whole === null) return false;
    return this.isInFront(whole === a ? b : a, whole, resting) && this.#isFlat(whole, resting);
  }

  /** Whether a body is farther than `gap` in front of the triangle that `front` belongs to. */
  isInFront(triangle: Body, body: Body, gap: number): boolean {
    return this.#above(this.front, triangle, body) > gap;
  }

  /** Whether the body is flat, and in the solid that it touches before the time `until` of the next contact. B moves by `motion`. */
  sinks(solver: PairSolver, a: Body, b: Body, motion: Vec3, settings: QuerySettings, until: number): boolean {
    const { resting, whole } = settings;
    if (whole === null) return false;
    const other = whole === a ? b : a;
    if (!other.shape.solid || !(until > 0) || !this.#isFlat(whole, resting)) return false;
    const moved = this.#moved.of(whole);
    const sign = whole === b ? 1 : -1;
    const along = this.#along;
    along[0] = sign * motion.x;
    along[1] = sign * motion.y;
    along[2] = sign * motion.z;
    moved.moveTo(along, 0.5 * until);
    const first = whole === b ? other : moved;
    const second = whole === b ? moved : other;
    return solver.solve(first, second, Goal.depth, settings, this.#later) && -solver.signed > resting;
  }

  #isFlat(body: Body, resting: number): boolean {
    this.width[0] = 2 * resting;
    return this.isFlat(body);
  }

  /**
   * Whether there is a direction along which the body is not wider than width[0]. Lengths are written out here: what `length` returns
   * would be allocated on the heap.
   */
  isFlat(body: Body): boolean {
    const width = this.width[0];
    if (2 * body.m[RADIUS] > width) return false;
    const first = this.#support(body, this.#normal.set(1, 0, 0), this.#first);
    const best = this.#best.set(0, 0, 0);
    let longest = 0;
    const dir = this.#dir;
    // The farthest of the extreme points along the axes. All of them near the first means that the body is nearly a point.
    for (let axis = 0; axis < 6; axis++) {
      const s = axis < 3 ? 1 : -1;
      dir.set(axis % 3 === 0 ? s : 0, axis % 3 === 1 ? s : 0, axis % 3 === 2 ? s : 0);
      const p = subtract(this.#support(body, dir, this.#point), first, this.#point);
      const l = Math.sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
      if (!(l > longest)) continue;
      best.copy(p);
      longest = l;
    }
    if (longest <= width) return true;
    // Then the farthest from the line through both.
    const edge = this.#edge;
    edge.x = best.x / longest;
    edge.y = best.y / longest;
    edge.z = best.z / longest;
    const side = this.#side.set(0, 0, 0);
    longest = 0;
    perpendicular(edge, this.#normal);
    for (let k = 0; k < 4; k++) {
      const p = subtract(this.#support(body, this.#normal, this.#point), first, this.#point);
      const along = p.x * edge.x + p.y * edge.y + p.z * edge.z;
      p.x -= along * edge.x;
      p.y -= along * edge.y;
      p.z -= along * edge.z;
      const l = Math.sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
      if (l > longest) {
        side.copy(p);
        longest = l;
      }
      cross(edge, this.#normal, this.#normal);
    }
    if (longest <= width) return true;
    // Then across the plane of all three.
    const n = cross(edge, side, this.#normal);
    const l = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    n.x /= l;
    n.y /= l;
    n.z /= l;
    const high = this.#support(body, n, this.#point);
    const low = this.#support(body, scale(n, -1, this.#side), this.#best);
    const across = n.x * (high.x - low.x) + n.y * (high.y - low.y) + n.z * (high.z - low.z);
    return across + 2 * body.m[RADIUS] <= width;
  }

  /** How far body b is above body a along a unit vector; negative when it is not. */
  #above(n: Vec3, a: Body, b: Body): number {
    const low = dot(n, this.#support(b, scale(n, -1, this.#side), this.#point));
    return low - dot(n, this.#support(a, n, this.#best)) - a.radius - b.radius;
  }

  /** The point of the core farthest along a world direction, in the world. */
  #support({ core, frame }: Body, dir: Vec3, out: Vec3): Vec3 {
    core.support(frame.transposeVector(dir, this.#local), out);
    return frame.transformPoint(out, out);
  }
}
