/** Two bounded convex shapes: exact closed forms where the cores have one, the general way otherwise. */

import type { Body } from '../bodies/body.ts';
import { Cso } from '../convex/cso.ts';
import type { PairCache } from '../convex/pair-cache.ts';
import { addRadii, commonPoint, Goal, Penetration } from '../convex/penetration.ts';
import { type ClosedForm, Proximity } from '../convex/proximity.ts';
import { LinearKind } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Segment } from '../shapes/segment.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { CLEAR, TOUCH } from '../tolerances.ts';
import { depthBoxBox, intersectsBoxBox } from './exact/box-box.ts';
import { place, pointToWorld, vectorToWorld } from './place.ts';
import type { PairGeometry } from './result.ts';
import type { QuerySettings } from './settings.ts';

export class ConvexPair {
  readonly cso: Cso = new Cso();
  readonly penetration: Penetration = new Penetration();
  /** Whether closed forms may be used; without them every pair goes through GJK and EPA. */
  exact = true;
  /** What the last `solve` found, in the query frame. */
  readonly found: Proximity = new Proximity();
  readonly #dir: Vec3 = new Vec3();

  /**
   * Whether the two intersect. `out` is filled as far as `goal` asks (see `Penetration.solve`), in the world; the signed
   * distance is `found.signed`.
   */
  solve(a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    const { cso } = this;
    const { cache } = settings;
    if (cache !== undefined && goal === Goal.decide && cache.apart && cache.separates(a, b)) return false;
    if (goal === Goal.decide && this.exact && areDeep(a, b)) return true;
    const kindA = a.kind;
    const kindB = b.kind;
    const rigid = a.linear <= LinearKind.rigid && b.linear <= LinearKind.rigid;
    let together: boolean;
    let swapped = false;
    let form: ClosedForm | undefined;
    if (this.exact && rigid) {
      if (kindB === ShapeKind.point) form = a.pointForm;
      else if (kindA === ShapeKind.point) {
        form = b.pointForm;
        // Seen from the other shape a point needs no rotation, whichever way it goes. A recording is of A − B as asked.
        swapped = form !== undefined || this.penetration.gjk.recorder === null;
      } else if (kindA === ShapeKind.segment) {
        if (kindB === ShapeKind.segment) form = (a.core as Segment).segmentForm;
        else if (kindB === ShapeKind.box) {
          form = (a.core as Segment).boxForm;
          swapped = true;
        }
      } else if (kindA === ShapeKind.box && kindB === ShapeKind.segment) form = (b.core as Segment).boxForm;
    }
    if (swapped) place(cso, b, a, settings);
    else place(cso, a, b, settings);
    let closed = false;
    if (form !== undefined) {
      form(cso, this.found);
      closed = this.found.converged;
    }
    if (closed) together = this.#closed(goal);
    else {
      const boxes = this.exact && rigid && kindA === ShapeKind.box && kindB === ShapeKind.box;
      together = boxes ? this.#boxes(a, b, goal, cache) : this.#general(goal, cache);
    }
    if (cache !== undefined) {
      cache.apart = !together && (closed || cache.apart);
      if (cache.apart) this.#keepAxis(closed, swapped ? b : a, swapped, cache);
    }
    if (out !== null && (together || goal !== Goal.depth)) this.#report(swapped ? b : a, swapped, out);
    return together;
  }

  /** Keeps the axis that the pair was found apart by, in the world, of unit length and from A to B. */
  #keepAxis(closed: boolean, first: Body, swapped: boolean, cache: PairCache): void {
    const n = vectorToWorld(first, closed ? this.found.normal : this.penetration.gjk.axis, this.#dir);
    // GJK's v is from the second to the first.
    const s = (closed === swapped ? -1 : 1) / Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    cache.worldAxis[0] = s * n.x;
    cache.worldAxis[1] = s * n.y;
    cache.worldAxis[2] = s * n.z;
  }

  #general(goal: Goal, cache: PairCache | undefined): boolean {
    return this.penetration.solve(this.cso, goal, cache, this.found);
  }

  /** A closed form has given the signed distance of the cores; radii and the goal come on top. */
  #closed(goal: Goal): boolean {
    const { cso } = this;
    const found = this.found;
    const signed = found.signed - (cso.radiusA + cso.radiusB);
    const together = signed <= TOUCH * cso.size;
    if (goal === Goal.decide) return together;
    if (together && goal === Goal.distance) {
      // A point within is in both.
      if (found.signed < 0) found.pointA.copy(cso.t);
      commonPoint(cso, found);
    } else {
      addRadii(cso, found);
      if (together) found.signed = Math.min(signed, 0);
      else if (signed > cso.maxDistance) found.signed = Infinity;
    }
    return together;
  }

  /** Boxes by separating axes; only their distance, and a common point, are left to the general way. */
  #boxes(a: Body, b: Body, goal: Goal, cache: PairCache | undefined): boolean {
    const { cso } = this;
    const found = this.found;
    const rounded = cso.radiusA + cso.radiusB > 0;
    if (goal === Goal.distance) {
      const together = this.#general(goal, cache);
      // Clear of each other, or deep in each other, which the axes cannot but confirm.
      if (!together && found.signed > CLEAR * cso.size) return false;
      if (together && areDeep(a, b)) return true;
      if (intersectsBoxBox(cso, found)) {
        found.signed = 0;
        return true;
      }
      return this.#axesApart(together, rounded);
    }
    if (goal === Goal.decide ? intersectsBoxBox(cso, found) : depthBoxBox(cso, found)) {
      if (goal !== Goal.decide) addRadii(cso, found);
      return true;
    }
    if (!rounded && goal !== Goal.signed) {
      // For the axis that it leaves in the cache.
      if (cache !== undefined) this.#general(Goal.decide, cache);
      return false;
    }
    return this.#axesApart(this.#general(goal, cache), rounded);
  }

  /** Whether boxes that are apart by the axes intersect all the same, by their radii; `together` says what GJK has found. */
  #axesApart(together: boolean, rounded: boolean): boolean {
    if (rounded || !together) return together;
    // Apart by no more than rounding: the axes have decided.
    this.found.signed = Number.MIN_VALUE;
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
    out.exact = true;
  }
}

/**
 * Whether the balls around the origins that the bodies contain overlap, by more than any rounding. A dozen operations, which spare
 * many pairs that are deep in each other all the others. (Pairs that are far apart take one support point of each, hardly more.)
 */
function areDeep(a: Body, b: Body): boolean {
  const p = a.m;
  const q = b.m;
  const x = q[9] - p[9];
  const y = q[10] - p[10];
  const z = q[11] - p[11];
  const near = p[17] + q[17] - CLEAR * (p[13] + q[13]);
  return near > 0 && x * x + y * y + z * z < near * near;
}
