/**
 * The manifolds of bodies with parts: meshes and compounds, against anything.
 *
 * 1. Every pair of near pieces gives candidates: the normal of the pair itself, and those of its triangles if the other piece stands
 *    over them. A candidate counts if neither body goes on beyond it (see outward.ts). Of several the one with the least depth is taken.
 * 2. Candidates with one normal and one plane are one region. Every pair of pieces that reaches this plane gives its patch to it, so the
 *    region does not depend on how a face is cut into pieces.
 *
 * Bodies that touch always have a manifold: if every candidate is refused, the nearest of them is taken, with the normal of its triangle.
 */
import type { Body } from '../bodies/body.ts';
import { ORIGIN } from '../bodies/layout.ts';
import { TriangleBody } from '../bodies/triangle-body.ts';
import { Goal } from '../convex/penetration.ts';
import { LinearKind } from '../math/affine.ts';
import { addScaled, dot, Vec3 } from '../math/vec3.ts';
import { DistanceResult } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { PairSolver } from '../pairs/solver.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { FaceFinder } from '../shapes/supporting-face.ts';
import { CONTACT_FLUSH, CONTACT_LEAN, FACE_TILT } from '../tolerances.ts';
import type { ManifoldSettings } from './convex-manifold.ts';
import { ContactPlane, FlatSide } from './flat-side.ts';
import { Candidate, ContactGroups, heightOf } from './groups.ts';
import type { ManifoldList } from './manifold.ts';
import { NearPairs, Piece } from './near-pairs.ts';
import { Outward } from './outward.ts';
import { Patch } from './patch.ts';
import { Region, WITNESS } from './region.ts';

export class ComplexManifold {
  readonly #pairs: NearPairs = new NearPairs();
  readonly #outward: Outward = new Outward();
  readonly #finder: FaceFinder = new FaceFinder();
  readonly #plane: ContactPlane = new ContactPlane();
  readonly #region: Region = new Region();
  readonly #patch: Patch = new Patch();
  readonly #sideA: FlatSide = new FlatSide();
  readonly #sideB: FlatSide = new FlatSide();
  readonly #pieceA: Piece = new Piece();
  readonly #pieceB: Piece = new Piece();
  readonly #near: DistanceResult = new DistanceResult();
  readonly #plain: QuerySettings = new QuerySettings();
  readonly #groups: ContactGroups = new ContactGroups();
  readonly #against: Vec3 = new Vec3();
  readonly #facet: Vec3 = new Vec3();
  readonly #heights: Float64Array = new Float64Array(2);
  readonly #trial: Candidate = new Candidate();
  readonly #best: Candidate = new Candidate();
  readonly #refused: Candidate = new Candidate();
  /** Pairs that are near, by their numbers, and the group of each; −1 for none. */
  readonly #kept: number[] = [];
  #keptCount = 0;
  readonly #groupOf: number[] = [];
  #solver!: PairSolver;
  #a!: Body;
  #b!: Body;
  /** How near pieces and planes must be to be flush. */
  flush = 0;
  maxSeparation = 0;
  /** How deep the pieces, or the bodies in the region under way, are in each other. */
  depth = 0;

  list(solver: PairSolver, a: Body, b: Body, settings: ManifoldSettings, list: ManifoldList): void {
    this.#solver = solver;
    this.#a = a;
    this.#b = b;
    this.maxSeparation = settings.maxSeparation[0];
    a.freshen?.();
    b.freshen?.();
    // A point and a halfspace have no extent: the other body gives the scale.
    const extentA = a.extent > 0 ? a.extent : b.extent;
    const extentB = b.extent > 0 ? b.extent : a.extent;
    this.flush = CONTACT_FLUSH * Math.min(extentA, extentB);
    this.#outward.slack[0] = this.flush;
    this.#groups.flush[0] = this.flush;
    this.#groups.byNormal = a.kind === ShapeKind.halfspace || b.kind === ShapeKind.halfspace;
    this.#plain.accuracy = settings.query.accuracy;
    this.#plain.maxDistance = this.maxSeparation + this.flush;
    this.#pairs.collect(a, b, settings.maxSeparation);
    this.#findGroups();
    for (let g = 0; g < this.#groups.count; g++) if (!this.#isResolved(g)) this.#write(g, settings, list);
  }

  #findGroups(): void {
    const kept = this.#kept;
    const refused = this.#refused;
    this.#groups.count = 0;
    this.#keptCount = 0;
    refused.separation = -Infinity;
    for (let i = 0; i < this.#pairs.count; i++) {
      this.#pairs.read(i, this.#pieceA, this.#pieceB);
      const a = this.#pieceA.load();
      const b = this.#pieceB.load();
      const near = this.#near;
      this.#solver.solve(a, b, Goal.signed, this.#plain, near);
      // In a field, because numbers passed to functions are allocated on the heap.
      const { signed } = this.#solver;
      near.distance = signed;
      if (!(signed <= this.maxSeparation)) continue;
      const k = this.#keptCount++;
      this.#groupOf[k] = -1;
      kept[k] = i;
      const best = this.#best;
      best.separation = -Infinity;
      const trial = this.#trial;
      trial.pair = i;
      this.depth = Math.max(0, -signed);
      // The normal of a halfspace is the only one that a pair with it has.
      if (this.#pieceA.isTriangle && b.kind !== ShapeKind.halfspace) this.#tryFace(a, b, true);
      if (this.#pieceB.isTriangle && a.kind !== ShapeKind.halfspace) this.#tryFace(a, b, false);
      // The pair's own normal, unless that of a face is the same.
      const behind = signed > 0 && (this.#isBehind(this.#pieceA, 1) || this.#isBehind(this.#pieceB, -1));
      if (!behind && (best.separation < signed - this.flush || best.separation === -Infinity)) {
        trial.normal.copy(near.normal);
        trial.pointA.copy(near.pointA);
        trial.pointB.copy(near.pointB);
        trial.separation = signed;
        trial.error = near.error;
        trial.area = 0;
        this.#offer(true, true, false);
        if (best.separation === -Infinity && signed <= 0) this.#tryFacets(a, b);
        else if (best.area === 0) this.#straighten(a, b);
      }
      if (best.separation > -Infinity) this.#groupOf[k] = this.#groups.join(best);
    }
    if (this.#groups.count === 0 && refused.separation > -Infinity) {
      this.#faceOf(refused);
      this.#groups.join(refused);
    }
  }

  /** Whether a piece is a triangle of a solid, seen from inside. The normal of the pair times the sign points away from the piece. */
  #isBehind({ body, isTriangle, triangle }: Piece, sign: number): boolean {
    if (!isTriangle) return false;
    const { solid, insideOut } = (body as Body).shape as MeshShape;
    const front = this.#facet;
    return solid && triangle.across(front) && dot(front, this.#near.normal) * (insideOut ? -sign : sign) < 0;
  }

  /** Gives a candidate that was refused, because its normal leans over a neighbour, the normal of its triangle. */
  #faceOf(refused: Candidate): void {
    this.#pairs.read(refused.pair, this.#pieceA, this.#pieceB);
    const a = this.#pieceA.load();
    const b = this.#pieceB.load();
    const ofA = this.#pieceA.isTriangle;
    if (refused.area > 0 || (!ofA && !this.#pieceB.isTriangle)) return;
    const { triangle } = ofA ? this.#pieceA : this.#pieceB;
    const { normal, pointA, pointB } = refused;
    if (!triangle.across(normal)) return;
    const { m } = triangle.frame;
    const corner = this.#facet.set(m[ORIGIN], m[ORIGIN + 1], m[ORIGIN + 2]);
    this.#measure(ofA ? b : a, corner, normal);
    if (this.#heights[0] + this.#heights[1] < 0 === ofA) normal.set(-normal.x, -normal.y, -normal.z);
    // The point of the other body, over its foot in the plane of the triangle.
    const height = heightOf(ofA ? pointB : pointA, corner, normal);
    const margin = triangle.radius;
    refused.separation = (ofA ? height : -height) - margin;
    if (ofA) addScaled(pointB, normal, -refused.separation, pointA);
    else refused.placeB();
  }

  /** Tries the normal of a triangle: if the other piece stands over it, this is the face that it stands on. */
  #tryFace(a: Body, b: Body, ofA: boolean): void {
    const { triangle } = ofA ? this.#pieceA : this.#pieceB;
    const trial = this.#trial;
    const { normal } = trial;
    if (!triangle.across(normal)) return;
    // From A to B: the front of a solid; of a surface the side on which most of the other piece is.
    const shape = ((ofA ? this.#pieceA : this.#pieceB).body as Body).shape as MeshShape;
    const heights = this.#heights;
    const { m } = triangle.frame;
    this.#measure(ofA ? b : a, this.#facet.set(m[ORIGIN], m[ORIGIN + 1], m[ORIGIN + 2]), normal);
    let front = 1;
    if (!shape.solid) front = heights[0] + heights[1] < 0 ? -1 : 1;
    else if (shape.insideOut) front = -1;
    // What does not reach beyond the face of a solid is inside, and meets it only if it meets nothing else.
    const inside = shape.solid && !((front > 0 ? heights[1] : -heights[0]) > this.flush);
    if (ofA ? front < 0 : front > 0) normal.set(-normal.x, -normal.y, -normal.z);
    this.#tryNormal(a, b, ofA, inside);
  }

  /** Tries the present normal, which is that of a face of A or of B: the other piece must stand over the face. */
  #tryNormal(a: Body, b: Body, ofA: boolean, inside: boolean): void {
    const trial = this.#trial;
    const { normal } = trial;
    const plane = this.#plane.set(this.#near.pointA, normal);
    const sideA = this.#take(a, this.#sideA, 1);
    const sideB = this.#take(b, this.#sideB, -1);
    const patch = this.#patch;
    patch.find(sideA, sideB);
    const { loop } = patch;
    trial.separation = Infinity;
    trial.error = 0;
    for (let i = 0; i < loop.count; i++) {
      const x = loop.x[i];
      const y = loop.y[i];
      sideA.findSurface(loop, i);
      sideB.findSurface(loop, i);
      const heightA = sideA.surface[0];
      const separation = sideB.surface[0] - heightA;
      if (separation >= trial.separation) continue;
      trial.separation = separation;
      const { pointA } = trial;
      const { origin, u, v } = plane;
      pointA.x = origin.x + x * u.x + y * v.x + heightA * normal.x;
      pointA.y = origin.y + x * u.y + y * v.y + heightA * normal.y;
      pointA.z = origin.z + x * u.z + y * v.z + heightA * normal.z;
    }
    // Bodies that are apart are nearest where they are nearest, over a face or not.
    if (!(trial.separation <= this.#near.distance + this.#near.error + this.flush)) return;
    trial.placeB();
    trial.area = (ofA ? sideA : sideB).size ** 2;
    // A mesh whose face this is may go on along its normal: a floor ends at a wall.
    this.#offer(!(ofA && this.#pieceA.isTriangle), ofA || !this.#pieceB.isTriangle, inside);
  }

  /**
   * Tries the facets of a convex part whose own normal was refused: it leads into a part beside it. This is where a body is less deep
   * in the seam between two parts than in their common face.
   */
  #tryFacets(a: Body, b: Body): void {
    const facet = this.#facet;
    for (let side = 0; side < 2; side++) {
      const piece = side === 0 ? a : b;
      const whole = side === 0 ? this.#a : this.#b;
      const normals = piece.core.facetNormals;
      if (piece === whole || normals === null || piece.linear > LinearKind.rigid) continue;
      for (let i = 0; i < normals.length; i += 3) {
        const { normal } = this.#trial;
        normal.set(normals[i], normals[i + 1], normals[i + 2]);
        piece.frame.transformVector(normal, normal);
        // Most of the other piece is in front of the facet that it has come through.
        const dir = this.#against.set(normals[i], normals[i + 1], normals[i + 2]);
        piece.frame.transformPoint(piece.core.support(dir, facet), facet);
        this.#measure(side === 0 ? b : a, facet, normal);
        if (this.#heights[0] + this.#heights[1] < 0) continue;
        if (side === 1) normal.set(-normal.x, -normal.y, -normal.z);
        this.#tryNormal(a, b, side === 0, false);
      }
    }
  }

  /** Replaces the normal of a pair by that of the level face of a part: with curved bodies it has the error of a search. */
  #straighten(a: Body, b: Body): void {
    const best = this.#best;
    const { normal, pointA } = best;
    const plane = this.#plane.set(pointA, normal);
    const sideA = this.#take(a, this.#sideA, 1);
    const sideB = this.#take(b, this.#sideB, -1);
    const side = a !== this.#a && sideA.count > 2 ? sideA : b !== this.#b && sideB.count > 2 ? sideB : null;
    if (side === null) return;
    const x = side.level[1];
    const y = side.level[2];
    const l = Math.sqrt(1 + x * x + y * y);
    if (l > 1 + FACE_TILT) return;
    const { u, v } = plane;
    normal.set(
      (normal.x - x * u.x - y * v.x) / l,
      (normal.y - x * u.y - y * v.y) / l,
      (normal.z - x * u.z - y * v.z) / l,
    );
    best.area = side.size ** 2;
    best.placeB();
  }

  /** Writes how far the lowest and the highest point of a body along the normal are above a point. */
  #measure(body: Body, { x, y, z }: Vec3, normal: Vec3): void {
    const p = this.#trial.pointA;
    const dir = this.#against;
    const { frame, core, radius } = body;
    for (let i = 0; i < 2; i++) {
      const sign = i === 0 ? -1 : 1;
      dir.set(sign * normal.x, sign * normal.y, sign * normal.z);
      frame.transformPoint(core.support(frame.transposeVector(dir, dir), p), p);
      this.#heights[i] = normal.x * (p.x - x) + normal.y * (p.y - y) + normal.z * (p.z - z) + sign * radius;
    }
  }

  /** Takes the candidate if it is the best so far and, where asked, neither body goes on beyond it. */
  #offer(checkA: boolean, checkB: boolean, inside: boolean): void {
    const trial = this.#trial;
    const against = this.#against;
    const { normal, pointA, pointB } = trial;
    against.set(-normal.x, -normal.y, -normal.z);
    const out = this.#outward;
    const valid =
      !inside &&
      (!checkA || out.isOutward(this.#solver, this.#a, pointA, normal)) &&
      (!checkB || out.isOutward(this.#solver, this.#b, pointB, against));
    if (!valid) {
      if (trial.separation > this.#refused.separation) this.#refused.copy(trial);
    } else if (trial.separation > this.#best.separation) this.#best.copy(trial);
  }

  /**
   * Whether a region is no contact by itself: moving B out of another that is less deep also takes the pieces of this one apart. So the
   * side of a block that something has sunk into from above is not met from the side.
   */
  #isResolved(g: number): boolean {
    const group = this.#groups.list[g];
    if (!(group.separation < -this.flush)) return false;
    for (let s = 0; s < this.#groups.count; s++) {
      const other = this.#groups.list[s];
      if (other.separation > group.separation + this.flush && this.#parts(g, other)) return true;
    }
    return false;
  }

  /** Whether all pairs of a region are apart after B has moved by the depth of another one along its normal. */
  #parts(g: number, { normal, separation }: Candidate): boolean {
    const depth = Math.max(0, -separation);
    const from = this.#facet.copy(this.#groups.list[g].pointA);
    for (let k = 0; k < this.#keptCount; k++) {
      if (this.#groupOf[k] !== g) continue;
      this.#pairs.read(this.#kept[k], this.#pieceA, this.#pieceB);
      this.#measure(this.#pieceA.load(), from, normal);
      const top = this.#heights[1];
      this.#measure(this.#pieceB.load(), from, normal);
      if (top > this.#heights[0] + depth + this.flush) return false;
    }
    return true;
  }

  #write(g: number, settings: ManifoldSettings, list: ManifoldList): void {
    const group = this.#groups.list[g];
    const plane = this.#plane.set(group.pointA, group.normal);
    this.depth = Math.max(0, -group.separation);
    const region = this.#region;
    const kept = this.#kept;
    region.begin(this.#a, this.#b, group);
    region.limit[0] = this.maxSeparation;
    for (let k = 0; k < this.#keptCount; k++) {
      this.#pairs.read(kept[k], this.#pieceA, this.#pieceB);
      const sideA = this.#take(this.#pieceA.load(), this.#sideA, 1);
      const sideB = this.#take(this.#pieceB.load(), this.#sideB, -1);
      const member = this.#groupOf[k] === g;
      if (!member && !(sideA.reaches(0, this.flush) && sideB.reaches(group.separation, this.flush))) continue;
      const a = this.#pieceA.body as Body;
      const b = this.#pieceB.body as Body;
      const patch = this.#patch;
      sideA.rename(this.#pieceA);
      sideB.rename(this.#pieceB);
      if (a.kind === ShapeKind.halfspace) patch.whole(sideB, true);
      else if (b.kind === ShapeKind.halfspace) patch.whole(sideA, false);
      else patch.find(sideA, sideB);
      region.add(patch, sideA, sideB);
    }
    region.addWitness(plane, group, WITNESS, WITNESS);
    this.#pairs.read(group.pair, this.#pieceA, this.#pieceB);
    const manifold = list.next();
    manifold.primitiveA = this.#pieceA.primitive;
    manifold.primitiveB = this.#pieceB.primitive;
    region.write(plane, settings.maxPoints, manifold, list);
  }

  /** The face of a piece in the present plane. Only a body without parts may lean as far as `maxSeparation` allows. */
  #take(piece: Body, side: FlatSide, sign: number): FlatSide {
    const whole = sign > 0 ? this.#a : this.#b;
    this.#finder.gap = piece === whole ? this.maxSeparation : 0;
    this.#finder.depth = piece === whole ? this.maxSeparation + this.depth : 0;
    // A hill of many triangles is not flat, however little they lean to each other.
    this.#finder.tilt = piece instanceof TriangleBody ? CONTACT_LEAN : FACE_TILT;
    if (piece.kind === ShapeKind.halfspace) side.takePlane(piece, this.#plane);
    else side.take(piece, this.#plane, sign, this.#finder);
    return side;
  }
}
