/** Two bounded convex shapes: exact closed forms where the cores have one, the general way otherwise. */
import { Cso, supportOf } from '../convex/cso.ts';
import type { PairCache } from '../convex/pair-cache.ts';
import { addRadii, commonPoint, Goal, Penetration } from '../convex/penetration.ts';
import { type ClosedForm, Proximity } from '../convex/proximity.ts';
import { LinearKind } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Segment } from '../shapes/segment.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { CLEAR, TOUCH } from '../tolerances.ts';
import { type Body, place, pointToWorld, type QuerySettings, vectorToWorld } from './body.ts';
import { depthBoxBox, intersectsBoxBox } from './exact/box-box.ts';
import type { PairGeometry } from './result.ts';

export class ConvexPair {
  readonly cso: Cso = new Cso();
  readonly penetration: Penetration = new Penetration();
  /** Whether closed forms may be used; without them every pair goes through GJK and EPA. */
  exact = true;
  /** What the last `solve` found, in the query frame. */
  readonly found: Proximity = new Proximity();
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();

  /**
   * Whether the two intersect. `out` is filled as far as `goal` asks (see `Penetration.solve`), in the world; the signed
   * distance is `found.signed`.
   */
  solve(a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    const { cso } = this;
    const kindA = a.kind;
    const kindB = b.kind;
    const rigid = a.linear <= LinearKind.rigid && b.linear <= LinearKind.rigid;
    let together: boolean;
    let swapped = false;
    let form: ClosedForm | undefined;
    if (this.exact && rigid) {
      if (kindA === ShapeKind.point) form = b.pointForm;
      else if (kindB === ShapeKind.point) {
        form = a.pointForm;
        swapped = form !== undefined;
      } else if (kindA === ShapeKind.segment && kindB === ShapeKind.segment) form = (a.core as Segment).segmentForm;
    }
    const { cache } = settings;
    if (form === undefined && goal === Goal.decide && cache?.apart === true && this.#stillApart(a, b, cache))
      return false;
    if (swapped) place(cso, b, a, settings);
    else place(cso, a, b, settings);
    if (form !== undefined) together = this.#closed(form, goal);
    else {
      const boxes = this.exact && rigid && kindA === ShapeKind.box && kindB === ShapeKind.box;
      together = boxes ? this.#boxes(goal, cache) : this.#general(goal, cache);
      if (cache?.apart === true) this.#keepAxis(a, cache);
    }
    if (out !== null && (together || goal !== Goal.depth)) this.#report(swapped ? b : a, swapped, out);
    return together;
  }

  /**
   * Whether the axis that separated the pair last time still does, by more than any rounding: one support of each shape, without
   * setting up the query. It is a proof whatever the cache was used for before; what it cannot tell the query decides.
   */
  #stillApart(a: Body, b: Body, cache: PairCache): boolean {
    const x = cache.worldAxis[0];
    const y = cache.worldAxis[1];
    const z = cache.worldAxis[2];
    const p = a.m;
    const q = b.m;
    const dir = this.#dir;
    const s = this.#point;
    dir.x = p[0] * x + p[1] * y + p[2] * z;
    dir.y = p[3] * x + p[4] * y + p[5] * z;
    dir.z = p[6] * x + p[7] * y + p[8] * z;
    supportOf(a.kind, a.core, dir, s);
    let gap = x * (q[9] - p[9]) + y * (q[10] - p[10]) + z * (q[11] - p[11]) - (dir.x * s.x + dir.y * s.y + dir.z * s.z);
    dir.x = -(q[0] * x + q[1] * y + q[2] * z);
    dir.y = -(q[3] * x + q[4] * y + q[5] * z);
    dir.z = -(q[6] * x + q[7] * y + q[8] * z);
    supportOf(b.kind, b.core, dir, s);
    gap -= dir.x * s.x + dir.y * s.y + dir.z * s.z;
    return gap > p[12] + q[12] + CLEAR * (p[13] + q[13]);
  }

  /** Keeps the axis that GJK has just found the pair apart by, in the world and of unit length. */
  #keepAxis(a: Body, cache: PairCache): void {
    const { axis } = this.penetration.gjk;
    const n = vectorToWorld(a, axis, this.#dir);
    const s = -1 / Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    cache.worldAxis[0] = s * n.x;
    cache.worldAxis[1] = s * n.y;
    cache.worldAxis[2] = s * n.z;
  }

  #general(goal: Goal, cache: PairCache | undefined): boolean {
    return this.penetration.solve(this.cso, goal, cache, this.found);
  }

  /** A closed form gives the signed distance of the cores; radii and the goal come on top. */
  #closed(form: ClosedForm, goal: Goal): boolean {
    const { cso } = this;
    const found = this.found;
    form(cso, found);
    const signed = found.signed - cso.radiusA - cso.radiusB;
    const together = signed <= TOUCH * cso.size;
    if (goal === Goal.decide) return together;
    if (together && goal === Goal.distance) commonPoint(cso, found);
    else {
      addRadii(cso, found);
      // What was decided must not be undone by rounding in another order.
      if (together) found.signed = Math.min(found.signed, 0);
      else if (signed > cso.maxDistance) found.signed = Infinity;
      else found.signed = Math.max(found.signed, Number.MIN_VALUE);
    }
    return together;
  }

  /** Boxes by separating axes; only their distance, and a common point, are left to the general way. */
  #boxes(goal: Goal, cache: PairCache | undefined): boolean {
    const { cso } = this;
    const found = this.found;
    const rounded = cso.radiusA + cso.radiusB > 0;
    if (intersectsBoxBox(cso)) {
      if (goal === Goal.depth || goal === Goal.signed) {
        depthBoxBox(cso, found);
        addRadii(cso, found);
      } else if (goal === Goal.distance) {
        this.#general(goal, cache);
        found.pointB.copy(found.pointA);
        found.signed = 0;
      }
      return true;
    }
    if (!rounded && (goal === Goal.decide || goal === Goal.depth)) return false;
    const together = this.#general(goal, cache);
    if (rounded || !together) return together;
    // Apart by no more than rounding: the axes have decided.
    found.signed = Number.MIN_VALUE;
    return false;
  }

  #report(first: Body, swapped: boolean, out: PairGeometry): void {
    const found = this.found;
    const { normal } = out;
    vectorToWorld(first, found.normal, normal);
    if (found.signed < Infinity) {
      const p = pointToWorld(first, found.pointA, swapped ? out.pointB : out.pointA);
      const q = swapped ? out.pointA : out.pointB;
      const s = found.signed;
      q.x = p.x + s * normal.x;
      q.y = p.y + s * normal.y;
      q.z = p.z + s * normal.z;
    } else {
      out.pointA.set(0, 0, 0);
      out.pointB.set(0, 0, 0);
    }
    if (swapped) {
      normal.x = -normal.x;
      normal.y = -normal.y;
      normal.z = -normal.z;
    }
    out.primitiveA = -1;
    out.primitiveB = -1;
    out.converged = found.converged;
    out.iterations = found.iterations;
  }
}
