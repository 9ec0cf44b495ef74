/**
 * The manifold of two convex bodies, or of one and a halfspace: the normal of their signed distance, and the patch of the two faces
 * that support them along it.
 */
import type { Body } from '../bodies/body.ts';
import { Goal } from '../convex/penetration.ts';
import { PairGeometry } from '../pairs/result.ts';
import type { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { FaceFinder } from '../shapes/supporting-face.ts';
import { PATCH_TOUCH } from '../tolerances.ts';
import { ContactPlane, FlatSide } from './flat-side.ts';
import { cornerOf } from './loop.ts';
import type { ManifoldList } from './manifold.ts';
import { Patch } from './patch.ts';
import { Region, WITNESS } from './region.ts';

/** Options of `manifolds`, read. */
export class ManifoldSettings {
  readonly query: QuerySettings;
  maxPoints = 4;
  /** In an array: a number in a field may be allocated anew each time it is set. */
  readonly maxSeparation: Float64Array = new Float64Array(1);

  constructor(query: QuerySettings) {
    this.query = query;
  }
}

/** The nearest or deepest points of a pair. */
class Near extends PairGeometry {
  separation = 0;
}

export class ConvexManifold {
  readonly plane: ContactPlane = new ContactPlane();
  readonly region: Region = new Region();
  readonly finder: FaceFinder = new FaceFinder();
  readonly #near: Near = new Near();
  readonly #a: FlatSide = new FlatSide();
  readonly #b: FlatSide = new FlatSide();
  readonly #patch: Patch = new Patch();

  /** Adds the manifold of a pair to the list if they are near enough. */
  list(solver: PairSolver, a: Body, b: Body, settings: ManifoldSettings, list: ManifoldList): void {
    const near = this.#near;
    const { query } = settings;
    const maxSeparation = settings.maxSeparation[0];
    // A little more: what is beyond is given up before the last digits of the distance are known.
    query.maxDistance = maxSeparation + PATCH_TOUCH * (a.extent + b.extent);
    solver.solve(a, b, Goal.signed, query, near);
    // In a field, because numbers passed to functions are allocated on the heap.
    near.separation = solver.signed;
    if (!(near.separation <= maxSeparation)) return;
    const { plane, region } = this;
    plane.set(near.pointA, near.normal);
    this.finder.gap = maxSeparation;
    this.finder.depth = maxSeparation - Math.min(0, near.separation);
    region.limit[0] = maxSeparation;
    region.begin(a, b, near);
    this.addPatch(a, b);
    const manifold = list.next();
    manifold.primitiveA = near.primitiveA;
    manifold.primitiveB = near.primitiveB;
    region.write(plane, settings.maxPoints, manifold, list);
  }

  /** Adds the patch of two convex bodies in the present plane to the region, and their nearest points if no corner is as deep. */
  addPatch(a: Body, b: Body): void {
    const { plane, region } = this;
    const near = this.#near;
    const sideA = this.#a;
    const sideB = this.#b;
    this.#take(a, sideA, 1);
    this.#take(b, sideB, -1);
    const patch = this.#patch;
    if (a.kind === ShapeKind.halfspace) patch.whole(sideB, true);
    else if (b.kind === ShapeKind.halfspace) patch.whole(sideA, false);
    else patch.find(sideA, sideB);
    const single = sideA.count === 1 || sideB.count === 1;
    region.add(patch, sideA, sideB);
    // A single point that is not the deepest is beside it: the other face leans.
    if (region.count === 1 && region.least() > near.separation + near.error + region.slack[0]) region.count = 0;
    region.addWitness(plane, near, featureOf(sideA, single), featureOf(sideB, single));
  }

  #take(body: Body, side: FlatSide, sign: number): void {
    if (body.kind === ShapeKind.halfspace) side.takePlane(body, this.plane);
    else side.take(body, this.plane, sign, this.finder);
  }
}

/** The feature of a witness point: the corner that touches, if a corner does. */
function featureOf(side: FlatSide, single: boolean): number {
  return single && side.count === 1 ? cornerOf(side.ids[0]) : WITNESS;
}
