/**
 * Two parts of which at least one is not convex: a decision by pieces of their surfaces.
 *
 * Let A and B be solids with surfaces ∂A and ∂B and τ the tolerance. Every triangle of A that is within τ of ∂B is cut along the
 * triangles of B near it (`pieces.ts`), so that each piece is inside B, outside B, or within τ of ∂B, as a whole. Triangles that are
 * not near ∂B are inside or outside together with all that they are connected to through such triangles. One point decides for
 * each piece and for each of these parts, the same with A and B exchanged. It counts as inside or outside only if it is farther than
 * τ from the other surface, so each such answer is a proof: a point of A that is in B and farther than τ from ∂B is not free
 * before one of them has moved by more than τ.
 *
 * The boundary of A ∩ B consists of pieces of ∂A inside B, pieces of ∂B inside A, and pieces common to both with both solids on the same side.
 * So the interiors overlap if and only if there is one of these. For a common piece a point under it, at 2τ, must be in both solids and
 * farther than τ from both surfaces.
 *
 * - No overlap: `touch` if any triangles are near each other, otherwise apart.
 * - A is inside B if no piece of ∂A is outside B, and no piece of ∂B is inside A (B has a cavity there). Both ways: every piece is within
 *   τ of the other surface, which is `duplicate`. One way: `contained`. Otherwise `hard`.
 *
 * A surface that is not closed has no inside. It overlaps a solid where a piece of it is inside; it overlaps another such surface where
 * triangles cross by more than τ.
 */

import { closestPoints, DistanceResult, signedDistance } from 'encounter';
import {
  depthTriangleTriangle,
  distanceTriangleTriangle,
  NearestPoint,
  PointInside,
  type Triangles,
} from 'encounter/core';
import type { Body } from './bodies.ts';
import { crossesPlane, Facets, isFlat, loadPlaced, PLANE } from './facets.ts';
import { NearLists, NearPairs, NearTriangles } from './near-pairs.ts';
import { PairDepth } from './pair-depth.ts';
import { areaOf, cutFacet, diameter, halves, type Piece } from './pieces.ts';
import { isThin, Separation } from './separation.ts';
import type { Verdict } from './verdict.ts';

/** Where a point is, seen from a surface. */
const Place = { outside: -1, near: 0, inside: 1 } as const;
type Place = (typeof Place)[keyof typeof Place];

/** How many triangles that cross are tried for a proof before all are listed. */
const CROSSINGS_TRIED = 4;

const takeFirst = (): boolean => true;

/** How often a piece is halved at most in search of a point that decides. */
const MOST_HALVES = 64;

/** A surface in the frame of the pair, which is that of A. */
class Side {
  readonly triangles: Triangles;
  readonly isSolid: boolean;
  /** To the frame of the pair. */
  readonly m: Float64Array;
  readonly t: Float64Array;
  readonly facets: Facets;
  /** Whether a piece of it is inside or outside the other. */
  inside = false;
  outside = false;

  constructor(body: Body, m: Float64Array, t: Float64Array, facets: Facets) {
    this.triangles = body.geometry.triangles;
    this.isSolid = body.geometry.isSolid;
    this.m = m;
    this.t = t;
    this.facets = facets;
    facets.begin(this.triangles, m, t);
  }

  load(slot: number, out: Float64Array): void {
    loadPlaced(this.triangles, slot, this.m, this.t, out, 0);
  }
}

const IDENTITY: Float64Array = /* #__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const ORIGIN: Float64Array = /* #__PURE__ */ new Float64Array(3);

export class SurfacePair {
  readonly #pairs: NearPairs = new NearPairs();
  readonly #around: NearTriangles = new NearTriangles();
  readonly #facetsA: Facets = new Facets();
  readonly #facetsB: Facets = new Facets();
  readonly #nearest: NearestPoint = new NearestPoint();
  readonly #insideTest: PointInside = new PointInside();
  readonly #local: Float64Array = new Float64Array(3);
  readonly #p: Float64Array = new Float64Array(9);
  readonly #q: Float64Array = new Float64Array(9);
  readonly #p2: Float64Array = new Float64Array(9);
  readonly #found: Float64Array = new Float64Array(7);
  readonly #distance: DistanceResult = new DistanceResult();
  readonly #depths: PairDepth = new PairDepth();
  readonly #options = { maxDistance: 0 };
  readonly #separation: Separation = new Separation();
  readonly #normal: Float64Array = new Float64Array(3);
  /** From the frame of B to that of A. */
  readonly #m: Float64Array = new Float64Array(9);
  readonly #t: Float64Array = new Float64Array(3);
  readonly #places: number[] = [];
  #tolerance = 0;
  /** Whether the surfaces have a common piece with both solids on one side of it. */
  #shared = false;
  /** The largest common piece with the solids on both sides: its area, a point, and the normal of A there. */
  readonly #contact: Float64Array = new Float64Array(7);

  judge(a: Body, b: Body, d: Float64Array, tolerance: number, reach: number, search: boolean, out: Verdict): void {
    const gap = this.#separation.measure(a, b, d);
    if (gap > reach) return;
    const m = this.#m;
    const t = this.#t;
    relative(a.turn, b.turn, d, m, t);
    if (this.#areFlush(a, b, d, gap, tolerance, reach)) {
      this.#judgeFlush(a, b, d, tolerance, reach, out);
      return;
    }
    const first = new Side(a, IDENTITY, ORIGIN, this.#facetsA);
    const second = new Side(b, m, t, this.#facetsB);
    const pairs = this.#pairs;
    this.#tolerance = tolerance;
    this.#shared = false;
    this.#contact.fill(0);
    let tries = first.isSolid && second.isSolid ? CROSSINGS_TRIED : 0;
    const proven = pairs.find(first.triangles, second.triangles, m, t, tolerance, (slotA, slotB, meet) => {
      if (tries === 0 || !meet || !this.#areCrossing(first, second, slotA, slotB)) return false;
      tries--;
      // The triangle that fewer others are near is cut into fewer pieces.
      const nearA = this.#near(first, second, slotA);
      const nearB = this.#near(second, first, slotB);
      const proofs = [
        () => this.#provesHard(first, second, slotA, nearA),
        () => this.#provesHard(second, first, slotB, nearB),
      ];
      if (nearB.length < nearA.length) proofs.reverse();
      return proofs.some((proof) => proof());
    });
    if (proven) {
      out.kind = 'hard';
      this.#depths.measure(a, b, d, search, out);
      return;
    }
    const { count } = pairs;
    const listsA = new NearLists(pairs.slotsA, pairs.slotsB, count);
    const listsB = new NearLists(pairs.slotsB, pairs.slotsA, count);

    this.#inspect(first, second, listsA);
    const decided = first.inside && first.outside && second.isSolid;
    if (!decided) this.#inspect(second, first, listsB);

    const crossing = !first.isSolid && !second.isSolid && count > 0 && this.#cross(first, second);
    const overlap = first.inside || second.inside || this.#shared || crossing;
    const same = !decided && count > 0 && !first.outside && !second.outside && !first.inside && !second.inside;
    if (same) out.kind = 'duplicate';
    else if (!overlap) {
      if (count === 0) {
        if (reach > tolerance) this.#apart(a, b, d, reach, out);
        return;
      }
      out.kind = 'touch';
      this.#touch(first, second, a, out);
    } else {
      const aInB = !decided && second.isSolid && !first.outside && !second.inside;
      const bInA = !decided && first.isSolid && !second.outside && !first.inside;
      out.kind = aInB || bInA ? 'contained' : 'hard';
    }
    if (out.kind !== 'touch') this.#depths.measure(a, b, d, search, out);
  }

  /** Whether two triangles pass through each other, by more than the tolerance on every side. */
  #areCrossing(first: Side, second: Side, slotA: number, slotB: number): boolean {
    const i = first.facets.at(slotA);
    const j = second.facets.at(slotB);
    const f = first.facets.data;
    const g = second.facets.data;
    const tolerance = this.#tolerance;
    return crossesPlane(f, i, g, j, tolerance) && crossesPlane(g, j, f, i, tolerance);
  }

  /** A triangle that has a piece inside the other solid and one outside proves that neither contains the other. */
  #provesHard(own: Side, other: Side, slot: number, near: readonly number[]): boolean {
    own.inside = false;
    own.outside = false;
    this.#inspectTriangle(own, other, slot, near);
    const proven = own.inside && own.outside;
    own.inside = false;
    own.outside = false;
    return proven;
  }

  /** The triangles of the other surface near one of this. */
  #near(own: Side, other: Side, slot: number): readonly number[] {
    const p = this.#p;
    own.load(slot, p);
    toLocal(p, other.m, other.t);
    return [...this.#around.find(other.triangles, p, this.#tolerance)];
  }

  #inspectTriangle(own: Side, other: Side, slot: number, near: readonly number[]): void {
    const i = own.facets.at(slot);
    const places = this.#places;
    places.length = 0;
    for (let k = 0; k < near.length; k++) places.push(other.facets.at(near[k]));
    const pieces = cutFacet(own.facets.data, i, other.facets.data, places, this.#tolerance);
    for (const piece of pieces) {
      this.#inspectPiece(own, other, piece, i);
      if (own.inside && own.outside) return;
    }
  }

  /**
   * Whether a plane separates the two, up to the tolerance: by their boxes, or by their hulls. `normal` is then across it. What is so
   * thin that it may be in the same place as the other is left to the pieces.
   */
  #areFlush(a: Body, b: Body, d: Float64Array, gap: number, tolerance: number, reach: number): boolean {
    if (isThin(a, tolerance) || isThin(b, tolerance)) return false;
    if (gap >= -tolerance) {
      this.#normal.set(this.#separation.axis);
      return true;
    }
    const found = this.#distance;
    this.#options.maxDistance = reach;
    signedDistance(a.hull(0, 0, 0), b.hull(d[0], d[1], d[2]), found, this.#options);
    if (!(found.distance >= -tolerance && found.error <= tolerance)) return false;
    this.#normal.set([found.normal.x, found.normal.y, found.normal.z]);
    return true;
  }

  /** Two bodies that a plane separates: one pair of triangles within the tolerance makes a touch, otherwise they are apart. */
  #judgeFlush(a: Body, b: Body, d: Float64Array, tolerance: number, reach: number, out: Verdict): void {
    const pairs = this.#pairs;
    const p = this.#p;
    const q = this.#q;
    pairs.find(a.geometry.triangles, b.geometry.triangles, this.#m, this.#t, tolerance, takeFirst);
    if (pairs.count === 0) {
      if (reach > tolerance) this.#apart(a, b, d, reach, out);
      return;
    }
    out.kind = 'touch';
    a.geometry.triangles.load(pairs.slotsA[0], p);
    loadPlaced(b.geometry.triangles, pairs.slotsB[0], this.#m, this.#t, q, 0);
    this.#found[0] = Infinity;
    distanceTriangleTriangle(p, q, this.#found);
    turnInto(a.turn, this.#found, 1, out.pointA);
    turnInto(a.turn, this.#found, 4, out.pointB);
    out.normal.set(this.#normal);
  }

  /** Finds out whether pieces of a surface are inside and outside the other. */
  #inspect(own: Side, other: Side, lists: NearLists): void {
    const done = () => own.outside && (own.inside || !other.isSolid);
    this.#inspectFar(own, other, lists, done);
    if (done() && !(own.isSolid && other.isSolid)) return;
    if (own.inside && own.outside) return;
    for (const slot of lists.slots) {
      this.#inspectTriangle(own, other, slot, lists.of(slot));
      if (own.inside && own.outside) return;
    }
  }

  /** Triangles that are not near the other surface: one point decides for all that are connected through such triangles. */
  #inspectFar(own: Side, other: Side, lists: NearLists, done: () => boolean): void {
    const { corners, vertices, count } = own.triangles;
    if (lists.slots.length === count) return;
    if (!other.isSolid) {
      own.outside = true;
      return;
    }
    const box = otherBox(own, other, this.#tolerance);
    const p = this.#p;
    const root = new Map<number, number>();
    const find = (i: number): number => {
      let r = i;
      for (let up = root.get(r) ?? r; up !== r; up = root.get(r) ?? r) r = up;
      root.set(i, r);
      return r;
    };
    const inBox: number[] = [];
    for (let slot = 0; slot < count; slot++) {
      if (lists.has(slot)) continue;
      own.triangles.load(slot, p);
      if (isBeside(p, box)) {
        own.outside = true;
        // Its corners are outside too, and all that is connected to them.
        continue;
      }
      inBox.push(slot);
      const i = find(corners[3 * slot]);
      root.set(find(corners[3 * slot + 1]), i);
      root.set(find(corners[3 * slot + 2]), i);
    }
    const asked = new Set<number>();
    for (const slot of inBox) {
      if (done()) return;
      const r = find(corners[3 * slot]);
      if (asked.has(r)) continue;
      asked.add(r);
      const k = vertices.offset + vertices.stride * corners[3 * slot];
      const x = vertices.array[k];
      const y = vertices.array[k + 1];
      const z = vertices.array[k + 2];
      const { m, t } = own;
      const place = this.#place(
        other,
        m[0] * x + m[3] * y + m[6] * z + t[0],
        m[1] * x + m[4] * y + m[7] * z + t[1],
        m[2] * x + m[5] * y + m[8] * z + t[2],
        0,
      );
      if (place === Place.inside) own.inside = true;
      else own.outside = true;
    }
  }

  #inspectPiece(own: Side, other: Side, whole: Piece, i: number): void {
    const stack: Piece[] = [whole];
    for (let n = 0; n < MOST_HALVES && stack.length > 0; n++) {
      const piece = stack.pop() as Piece;
      const [x, y, z] = middleOf(piece);
      const place = this.#place(other, x, y, z, this.#tolerance);
      if (place === Place.inside) own.inside = true;
      else if (place === Place.outside) own.outside = true;
      if (place !== Place.near) continue;
      const slot = this.#nearest.slot;
      this.#compare(own, other, piece, i, slot, x, y, z);
      if (this.#isAlong(other, slot, piece)) continue;
      let found = false;
      for (let k = 0; k < piece.length; k += 3) {
        const corner = this.#place(other, piece[k], piece[k + 1], piece[k + 2], this.#tolerance);
        if (corner === Place.near) continue;
        if (corner === Place.inside) own.inside = true;
        else own.outside = true;
        found = true;
      }
      if (found || diameter(piece) <= this.#tolerance) continue;
      stack.push(...halves(piece));
    }
  }

  /** What a common piece of the surfaces says: whether both solids are under it, or one on each side. */
  #compare(own: Side, other: Side, piece: Piece, i: number, slot: number, x: number, y: number, z: number): void {
    const j = other.facets.at(slot);
    const f = own.facets.data;
    const g = other.facets.data;
    if (!isFlat(f, i) || !isFlat(g, j)) return;
    const n = f.subarray(i + PLANE, i + PLANE + 3);
    const cos = n[0] * g[j + PLANE] + n[1] * g[j + PLANE + 1] + n[2] * g[j + PLANE + 2];
    if (Math.abs(cos) < 0.5) return;
    const area = areaOf(piece);
    const sign = own.t === ORIGIN ? 1 : -1;
    if (cos < 0 && area > this.#contact[0]) {
      this.#contact.set([area, x, y, z, sign * n[0], sign * n[1], sign * n[2]]);
    }
    if (this.#shared || !own.isSolid || !other.isSolid) return;
    const under = 2 * this.#tolerance;
    const [ux, uy, uz] = [x - under * n[0], y - under * n[1], z - under * n[2]];
    // Inside or not is cheaper to ask than how far from the surface, and mostly enough.
    for (const tolerance of [0, this.#tolerance]) {
      if (this.#place(other, ux, uy, uz, tolerance) !== Place.inside) return;
      if (this.#place(own, ux, uy, uz, tolerance) !== Place.inside) return;
    }
    this.#shared = true;
  }

  /** Whether all corners of a piece, and so all of it, are within the tolerance of one triangle. */
  #isAlong(other: Side, slot: number, piece: Piece): boolean {
    const q = this.#q;
    const p = this.#p2;
    const found = this.#found;
    other.load(slot, q);
    const limit = this.#tolerance * this.#tolerance * (1 + 1e-6);
    for (let k = 0; k < piece.length; k += 3) {
      for (let c = 0; c < 9; c += 3) {
        p[c] = piece[k];
        p[c + 1] = piece[k + 1];
        p[c + 2] = piece[k + 2];
      }
      found[0] = limit;
      if (!distanceTriangleTriangle(p, q, found)) return false;
    }
    return true;
  }

  /** Where a point of the pair's frame is. `near` up to the tolerance. */
  #place({ triangles, isSolid, m, t }: Side, x: number, y: number, z: number, tolerance: number): Place {
    const local = this.#local;
    const [dx, dy, dz] = [x - t[0], y - t[1], z - t[2]];
    for (let c = 0; c < 3; c++) local[c] = m[3 * c] * dx + m[3 * c + 1] * dy + m[3 * c + 2] * dz;
    if (tolerance > 0) {
      const { point, found } = this.#nearest;
      point.set(local);
      found[0] = tolerance * tolerance * (1 + 1e-9);
      if (this.#nearest.find(triangles)) return Place.near;
    }
    if (!isSolid) return Place.outside;
    return this.#insideTest.test(triangles, local[0], local[1], local[2]) ? Place.inside : Place.outside;
  }

  /** Whether triangles of two surfaces cross by more than the tolerance. */
  #cross(a: Side, b: Side): boolean {
    const { slotsA, slotsB, count } = this.#pairs;
    for (let k = 0; k < count; k++) {
      a.load(slotsA[k], this.#p);
      b.load(slotsB[k], this.#q);
      depthTriangleTriangle(this.#p, this.#q, this.#found);
      if (this.#found[0] > this.#tolerance) return true;
    }
    return false;
  }

  #apart(a: Body, b: Body, d: Float64Array, reach: number, out: Verdict): void {
    const found = this.#distance;
    this.#options.maxDistance = reach;
    closestPoints(a.collider(0, 0, 0), b.collider(d[0], d[1], d[2]), found, this.#options);
    if (!(found.distance <= reach)) return;
    out.kind = 'clearance';
    out.distance = found.distance;
    out.exact = found.converged;
    out.setPoints(found);
  }

  /** Point and normal of a touch: those of the largest common piece, otherwise of triangles that touch. */
  #touch(first: Side, second: Side, a: Body, out: Verdict): void {
    const c = this.#contact;
    if (c[0] === 0) {
      const p = this.#p;
      const q = this.#q;
      const [slotA, slotB] = [this.#pairs.slotsA[0], this.#pairs.slotsB[0]];
      first.load(slotA, p);
      second.load(slotB, q);
      this.#found[0] = Infinity;
      distanceTriangleTriangle(p, q, this.#found);
      c.set([0, this.#found[1], this.#found[2], this.#found[3], 0, 0, 0]);
      touchNormal(first.facets, slotA, second.facets, slotB, this.#tolerance, c);
    }
    turnInto(a.turn, c, 1, out.pointA);
    out.pointB.set(out.pointA);
    turnInto(a.turn, c, 4, out.normal);
  }
}

/** Takes the corners of a triangle back by a rigid map. */
function toLocal(p: Float64Array, m: Float64Array, t: Float64Array): void {
  for (let k = 0; k < 9; k += 3) {
    const x = p[k] - t[0];
    const y = p[k + 1] - t[1];
    const z = p[k + 2] - t[2];
    p[k] = m[0] * x + m[1] * y + m[2] * z;
    p[k + 1] = m[3] * x + m[4] * y + m[5] * z;
    p[k + 2] = m[6] * x + m[7] * y + m[8] * z;
  }
}

/** B in the frame of A: m = Pᵀ·Q, t = Pᵀ·d. */
function relative(p: Float64Array, q: Float64Array, d: Float64Array, m: Float64Array, t: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    t[r] = p[3 * r] * d[0] + p[3 * r + 1] * d[1] + p[3 * r + 2] * d[2];
    for (let c = 0; c < 9; c += 3) m[c + r] = p[3 * r] * q[c] + p[3 * r + 1] * q[c + 1] + p[3 * r + 2] * q[c + 2];
  }
}

function turnInto(m: Float64Array, from: Float64Array, at: number, out: Float64Array): void {
  for (let r = 0; r < 3; r++) out[r] = m[r] * from[at] + m[3 + r] * from[at + 1] + m[6 + r] * from[at + 2];
}

function middleOf(piece: Piece): readonly [number, number, number] {
  let [x, y, z] = [0, 0, 0];
  for (let k = 0; k < piece.length; k += 3) {
    x += piece[k];
    y += piece[k + 1];
    z += piece[k + 2];
  }
  const n = piece.length / 3;
  return [x / n, y / n, z / n];
}

/** The box of the other surface, grown by the tolerance, in the frame of the triangles of this one. */
function otherBox(own: Side, other: Side, tolerance: number): Float64Array {
  const { boxes, origin } = other.triangles.tree;
  const out = new Float64Array(6);
  const centre = [0, 1, 2].map((k) => origin[k] + (boxes[k] + boxes[3 + k]) / 2);
  const half = [0, 1, 2].map((k) => (boxes[3 + k] - boxes[k]) / 2);
  const m = new Float64Array(9);
  const t = new Float64Array(3);
  relative(
    own.m,
    other.m,
    Float64Array.from(other.t, (x, k) => x - own.t[k]),
    m,
    t,
  );
  for (let r = 0; r < 3; r++) {
    const middle = m[r] * centre[0] + m[3 + r] * centre[1] + m[6 + r] * centre[2] + t[r];
    const reach = Math.abs(m[r]) * half[0] + Math.abs(m[3 + r]) * half[1] + Math.abs(m[6 + r]) * half[2] + tolerance;
    out[r] = middle - reach;
    out[3 + r] = middle + reach;
  }
  return out;
}

/** Whether a triangle is beside a box: all corners beyond one side. */
function isBeside(p: Float64Array, box: Float64Array): boolean {
  for (let r = 0; r < 3; r++) {
    if (p[r] > box[3 + r] && p[3 + r] > box[3 + r] && p[6 + r] > box[3 + r]) return true;
    if (p[r] < box[r] && p[3 + r] < box[r] && p[6 + r] < box[r]) return true;
  }
  return false;
}

/** The normal, A to B, of triangles that touch: of the one that has the other on one side; otherwise between both. */
function touchNormal(a: Facets, slotA: number, b: Facets, slotB: number, tolerance: number, out: Float64Array): void {
  const i = a.at(slotA);
  const j = b.at(slotB);
  const f = a.data;
  const g = b.data;
  const n = f.subarray(i + PLANE, i + PLANE + 3);
  const m = g.subarray(j + PLANE, j + PLANE + 3);
  const low = (p: Float64Array, at: number, q: Float64Array, k: number) => {
    let least = Infinity;
    for (let c = k; c < k + 9; c += 3)
      least = Math.min(
        least,
        p[at + PLANE] * q[c] + p[at + PLANE + 1] * q[c + 1] + p[at + PLANE + 2] * q[c + 2] - p[at + PLANE + 3],
      );
    return least;
  };
  const flatA = isFlat(f, i);
  const flatB = isFlat(g, j);
  const between = [n[0] - m[0], n[1] - m[1], n[2] - m[2]];
  const length = Math.sqrt(between[0] ** 2 + between[1] ** 2 + between[2] ** 2);
  if (flatA && (low(f, i, g, j) >= -2 * tolerance || !(length > 0))) out.set(n, 4);
  else if (flatB && low(g, j, f, i) >= -2 * tolerance) out.set([-m[0], -m[1], -m[2]], 4);
  else out.set(length > 0 ? between.map((x) => x / length) : [1, 0, 0], 4);
}
