/** Two bounded convex shapes: exact closed forms where the cores have one, GJK and EPA otherwise. */
import type { Body } from '../bodies/body.ts';
import { EXTENT, INNER, ORIGIN, RADIUS } from '../bodies/layout.ts';
import { Cso } from '../convex/cso.ts';
import type { PairCache } from '../convex/pair-cache.ts';
import { addRadii, commonPoint, Goal, Penetration } from '../convex/penetration.ts';
import { certify, fitSign, Proximity } from '../convex/proximity.ts';
import { LinearKind } from '../math/affine.ts';
import { dot, Vec3 } from '../math/vec3.ts';
import { decidingAxis, touchBoxes } from '../primitives/box-axes.ts';
import { nearestOfBoxes } from '../primitives/box-gap.ts';
import type { BoxPair } from '../primitives/box-pair.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { CLEAR, TOUCH } from '../tolerances.ts';
import { FORMS, NO_PAIR, pairOfKinds, putBasicForms, SWAPPED } from './exact/closed-forms.ts';
import { place, pointToWorld, vectorToWorld } from './place.ts';
import type { PairGeometry } from './result.ts';
import type { QuerySettings } from './settings.ts';

export class ConvexPair {
  readonly cso: Cso = new Cso();
  readonly penetration: Penetration = new Penetration();
  /** Whether closed forms may be used. Without them GJK and EPA solve every pair. */
  exact = true;
  /** What the last `solve` found, in the query frame. */
  readonly found: Proximity = new Proximity();
  readonly #dir: Vec3 = new Vec3();
  readonly #a: Vec3 = new Vec3();

  constructor() {
    if (FORMS[pairOfKinds(ShapeKind.point, ShapeKind.point)] === null) putBasicForms();
  }

  /**
   * Whether the two intersect. `out` is filled as far as `goal` asks (see `Penetration.solve`), in the world; the signed
   * distance is `found.signed`.
   */
  solve(a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    const { cso } = this;
    const { cache } = settings;
    if (goal === Goal.decide && cache?.apart && cache.separates(a, b)) return false;
    if (goal === Goal.decide && this.exact && areDeep(a, b)) return true;
    const rigid = a.linear <= LinearKind.rigid && b.linear <= LinearKind.rigid;
    const pair = this.exact && rigid ? pairOfKinds(a.kind, b.kind) : NO_PAIR;
    const form = FORMS[pair];
    // A recording shows A − B in the order asked, so the pair is not swapped. With a closed form there is nothing to record.
    const swapped = SWAPPED[pair] === 1 && (form !== null || this.penetration.gjk.recorder === null);
    if (swapped) place(cso, b, a, settings);
    else place(cso, a, b, settings);
    if (goal >= Goal.depth) cso.inner = a.m[INNER] + b.m[INNER] - (a.m[RADIUS] + b.m[RADIUS]);
    const found = this.found;
    let together: boolean;
    if (form?.(cso, found)) together = this.#closed(goal);
    else {
      const boxes = this.exact && rigid && a.kind === ShapeKind.box && b.kind === ShapeKind.box;
      together = boxes ? this.#boxes(a, b, goal, cache) : this.penetration.solve(cso, goal, cache, found);
    }
    // The number may be on the other side of zero than the decision. Shapes that meet have the distance zero, on neither side.
    const none = goal === Goal.distance && together;
    if (goal !== Goal.decide && (none ? found.signed !== 0 : together === found.signed > 0)) {
      found.error += Math.abs(found.signed);
      found.converged = cso.allows(found);
      if (none) found.signed = 0;
      else fitSign(together, found);
    }
    if (cache !== undefined) {
      // Without a step of GJK.
      const closed = found.iterations === 0;
      cache.apart = !together && (closed || cache.apart);
      if (cache.apart) this.#keepAxis(closed, swapped ? b : a, swapped, cache);
    }
    if (out !== null && (together || goal !== Goal.depth)) this.#report(swapped ? b : a, swapped, out);
    return together;
  }

  /** Keeps the axis that separates the pair: in the world, of unit length, from A to B. */
  #keepAxis(closed: boolean, first: Body, swapped: boolean, cache: PairCache): void {
    const n = vectorToWorld(first, closed ? this.found.normal : this.penetration.gjk.axis, this.#dir);
    // GJK's v points from the second body to the first.
    const s = (closed === swapped ? -1 : 1) / Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    cache.worldAxis[0] = s * n.x;
    cache.worldAxis[1] = s * n.y;
    cache.worldAxis[2] = s * n.z;
  }

  /** Completes the signed distance of the cores that a closed form has given: radii, decision, and what the goal asks. */
  #closed(goal: Goal): boolean {
    const { cso } = this;
    const found = this.found;
    found.iterations = 0;
    const signed = found.signed - (cso.radiusA + cso.radiusB);
    const together = signed <= TOUCH * cso.size;
    if (goal === Goal.decide) return together;
    // No points of A − B were computed with.
    cso.reach = 0;
    if (together && goal === Goal.distance) {
      // B's core is a point inside A's core, so it is a common point.
      if (found.signed < 0) found.pointA.copy(cso.t);
      commonPoint(cso, found);
    } else {
      found.error = 0;
      addRadii(cso, found);
      if (!together && signed > cso.maxDistance) found.signed = Infinity;
    }
    return together;
  }

  /** Two boxes by separating axes. They alone decide, radii aside. What they leave open goes to GJK. */
  #boxes(a: Body, b: Body, goal: Goal, cache: PairCache | undefined): boolean {
    const { cso } = this;
    const found = this.found;
    const pair = cso as unknown as BoxPair;
    const rounded = cso.radiusA + cso.radiusB > 0;
    const wantsDistance = goal === Goal.distance || goal === Goal.signed;
    let meet = goal === Goal.distance && areDeep(a, b);
    found.iterations = 0;
    if (!meet) {
      // What rounding is relative to, as GJK has no part in this.
      cso.reach = cso.size + Math.abs(cso.t.x) + Math.abs(cso.t.y) + Math.abs(cso.t.z);
      const axis = decidingAxis(pair, found, wantsDistance && !rounded);
      meet = axis >= 0;
      if (meet) {
        if (goal === Goal.decide) return true;
        if (goal !== Goal.distance) {
          touchBoxes(pair, found, axis);
          found.error = 0;
          addRadii(cso, found);
          return true;
        }
      } else if (!rounded) {
        if (wantsDistance) {
          if (!nearestOfBoxes(pair, found, ~axis)) {
            cso.support(found.normal, this.#a, this.#dir);
            found.error = Math.abs(found.signed + dot(found.normal, this.#dir));
          }
          cso.upper = found.signed;
          cso.open = found.error;
          if (cso.closes(true)) {
            certify(cso, found);
            if (found.signed > cso.maxDistance) found.signed = Infinity;
            return false;
          }
        } else if (cache === undefined) return false;
      }
    }
    // Where nothing more is asked, GJK leaves a separating axis in the cache.
    const together = this.penetration.solve(cso, wantsDistance || rounded ? goal : Goal.decide, cache, found);
    return meet || (rounded && together);
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
    out.error = found.error;
    out.iterations = found.iterations;
    out.exact = true;
  }
}

/**
 * Whether the balls around their origins that the bodies contain overlap by more than any rounding. This takes a dozen operations
 * and decides many deep pairs at once. (Pairs that are far apart take hardly more: one support point of each body.)
 */
function areDeep(a: Body, b: Body): boolean {
  const p = a.m;
  const q = b.m;
  const x = q[ORIGIN] - p[ORIGIN];
  const y = q[ORIGIN + 1] - p[ORIGIN + 1];
  const z = q[ORIGIN + 2] - p[ORIGIN + 2];
  const near = p[INNER] + q[INNER] - CLEAR * (p[EXTENT] + q[EXTENT]);
  return near > 0 && x * x + y * y + z * z < near * near;
}
