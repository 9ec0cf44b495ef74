/**
 * Dumb references for complex shapes: a thing is a list of convex pieces, triangles among them, and every answer is found by
 * trying them all. Sharing no code with the library but its convex queries, which have references of their own.
 *
 * Distances here are those of actual points of the pieces: never below the truth, beyond rounding.
 */

import type { Collider, Library, Matrix, Shape } from '../support/generators.ts';
import { meet } from '../support/triangle-reference.ts';
import type { Vec } from '../support/vectors.ts';
import { add, cross, dot, norm, scaled, sub } from '../support/vectors.ts';

/** A mesh with the triangles that its faces consist of, told by whoever made it and not by the library. */
export interface MeshSpec {
  readonly name: string;
  readonly positions: readonly number[];
  /** Three vertex numbers a triangle; segments and points repeat a corner. */
  readonly corners: readonly number[];
  /** The face of each triangle; null when the mesh is given by `indices`. */
  readonly faceOf: readonly number[] | null;
  readonly faces: readonly (readonly number[])[] | null;
  readonly solid: boolean;
  /** Whether the coordinates are small integers, so that translations by integers are exact. */
  readonly integer: boolean;
}

/** Part of a thing: a mesh or a convex shape under a world matrix. */
export interface Part {
  readonly mesh: MeshSpec | null;
  readonly shape: Shape | null;
  readonly matrix: Matrix;
  /** What `primitiveA` says for it; null: the face's number (mesh), −1 (convex). */
  readonly child: number | null;
  readonly curved: boolean;
}

/** A collider with what it consists of. */
export interface Thing {
  readonly name: string;
  readonly collider: Collider;
  readonly parts: readonly Part[];
  readonly curved: boolean;
  readonly solid: boolean;
  /** Whether world coordinates of its vertices are integers. */
  readonly exact: boolean;
}

/** One convex piece in the world. */
export interface Piece {
  readonly number: number;
  readonly collider: Collider;
  /** Corners relative to the origin of the reference; null for a convex shape. */
  readonly tri: Float64Array | null;
  /** One of several triangles of a face: which ones the library cuts it into is its own affair, and so is their depth. */
  readonly cut: boolean;
  readonly min: Vec;
  readonly max: Vec;
}

const linear = (m: Matrix, x: number, y: number, z: number): Vec => [
  m[0] * x + m[4] * y + m[8] * z,
  m[1] * x + m[5] * y + m[9] * z,
  m[2] * x + m[6] * y + m[10] * z,
];

// ---------------------------------------------------------------------------------------------------------- points, segments

export function closestOnSegment(p: Vec, a: Vec, b: Vec): Vec {
  const u = sub(b, a);
  const l = dot(u, u);
  const t = l > 0 ? Math.min(1, Math.max(0, dot(sub(p, a), u) / l)) : 0;
  return add(a, scaled(u, t));
}

export function closestOnTriangle(p: Vec, a: Vec, b: Vec, c: Vec): Vec {
  let best = closestOnSegment(p, a, b);
  let least = norm(sub(p, best));
  const offer = (q: Vec) => {
    const d = norm(sub(p, q));
    if (d < least) {
      least = d;
      best = q;
    }
  };
  offer(closestOnSegment(p, b, c));
  offer(closestOnSegment(p, c, a));
  const u = sub(b, a);
  const v = sub(c, a);
  const n = cross(u, v);
  const nn = dot(n, n);
  if (nn > 0) {
    const w = sub(p, a);
    const s = dot(cross(w, v), n) / nn;
    const t = dot(cross(u, w), n) / nn;
    if (s >= 0 && t >= 0 && s + t <= 1) offer(add(a, add(scaled(u, s), scaled(v, t))));
  }
  return best;
}

function segmentDistance(a: Vec, b: Vec, c: Vec, d: Vec): number {
  const u = sub(b, a);
  const w = sub(d, c);
  let least = Math.min(
    norm(sub(a, closestOnSegment(a, c, d))),
    norm(sub(b, closestOnSegment(b, c, d))),
    norm(sub(c, closestOnSegment(c, a, b))),
    norm(sub(d, closestOnSegment(d, a, b))),
  );
  const n = cross(u, w);
  const nn = dot(n, n);
  if (nn > 0) {
    const s = Math.min(1, Math.max(0, dot(cross(sub(c, a), w), n) / nn));
    const p = add(a, scaled(u, s));
    const q = closestOnSegment(p, c, d);
    least = Math.min(least, norm(sub(closestOnSegment(q, a, b), q)));
  }
  return least;
}

export const corner = (t: Float64Array, k: number): Vec => [t[3 * k], t[3 * k + 1], t[3 * k + 2]];

/** Distance of two triangles, either of which may be degenerate: all pairs of features, and edges through faces. */
export function triangleDistance(p: Float64Array, q: Float64Array): number {
  let least = Infinity;
  for (const [s, t] of [
    [p, q],
    [q, p],
  ]) {
    const [a, b, c] = [corner(t, 0), corner(t, 1), corner(t, 2)];
    const n = cross(sub(b, a), sub(c, a));
    for (let k = 0; k < 3; k++) {
      const x = corner(s, k);
      least = Math.min(least, norm(sub(x, closestOnTriangle(x, a, b, c))));
      const y = corner(s, (k + 1) % 3);
      const hx = dot(n, sub(x, a));
      const hy = dot(n, sub(y, a));
      if (hx > 0 !== hy > 0 && hx !== hy) {
        const z = add(x, scaled(sub(y, x), hx / (hx - hy)));
        least = Math.min(least, norm(sub(z, closestOnTriangle(z, a, b, c))));
      }
    }
  }
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      least = Math.min(
        least,
        segmentDistance(corner(p, i), corner(p, (i + 1) % 3), corner(q, j), corner(q, (j + 1) % 3)),
      );
  return least;
}

/**
 * By how much two triangles overlap, by separating axes: the least overlap over all axes that can separate them, negative when
 * apart along one. −∞ if an axis cannot be told (degenerate ones).
 */
export function triangleOverlap(p: Float64Array, q: Float64Array): number {
  const P = [0, 1, 2].map((k) => corner(p, k));
  const Q = [0, 1, 2].map((k) => corner(q, k));
  const edges = (t: Vec[]): Vec[] => [0, 1, 2].map((k) => sub(t[(k + 1) % 3], t[k]));
  const [eP, eQ] = [edges(P), edges(Q)];
  const [nP, nQ] = [cross(eP[0], eP[1]), cross(eQ[0], eQ[1])];
  const axes: Vec[] = [nP, nQ];
  for (const e of eP) axes.push(cross(nP, e));
  for (const e of eQ) axes.push(cross(nQ, e));
  for (const e of eP) for (const f of eQ) axes.push(cross(e, f));
  const sharp = (n: Vec, e: Vec[]) => norm(n) > 1e-6 * Math.max(...e.map((x) => dot(x, x)));
  if (!sharp(nP, eP) || !sharp(nQ, eQ)) return -Infinity;
  let least = Infinity;
  const size = Math.max(...eP.map(norm), ...eQ.map(norm));
  for (const n of axes) {
    const l = norm(n);
    if (l <= 1e-7 * size * size) {
      // Parallel edges add no axis; nearly parallel ones one that cannot be told.
      continue;
    }
    const [a, b] = [P.map((x) => dot(n, x) / l), Q.map((x) => dot(n, x) / l)];
    least = Math.min(least, Math.max(...a) - Math.min(...b), Math.max(...b) - Math.min(...a));
  }
  return least;
}

// --------------------------------------------------------------------------------------------------------------- pieces

/** All pieces of a thing, with coordinates relative to `origin`. */
export class Pieces {
  readonly lib: Library;
  readonly thing: Thing;
  readonly origin: Vec;
  readonly list: Piece[] = [];
  readonly margin: number;
  readonly extent: number;
  /** How far coordinates reach, own and in the world, which is what they round relative to. */
  readonly reach: number;
  readonly #solids: Float64Array[] = [];

  constructor(lib: Library, thing: Thing, origin: Vec) {
    this.lib = lib;
    this.thing = thing;
    this.origin = origin;
    const { margin } = thing.collider;
    this.margin = margin;
    let reach = norm(origin);
    const lo = [Infinity, Infinity, Infinity];
    const hi = [-Infinity, -Infinity, -Infinity];
    const widen = (p: Vec) => {
      for (let k = 0; k < 3; k++) {
        lo[k] = Math.min(lo[k], p[k]);
        hi[k] = Math.max(hi[k], p[k]);
      }
    };
    for (const { mesh, shape, matrix, child } of thing.parts) {
      const p: Vec = [matrix[12], matrix[13], matrix[14]];
      const at = sub(p, origin);
      reach = Math.max(reach, norm(p));
      if (shape !== null) {
        const collider = new lib.Collider(shape, { matrix, margin });
        const b = collider.bounds();
        const min: Vec = [b.min.x - origin[0], b.min.y - origin[1], b.min.z - origin[2]];
        const max: Vec = [b.max.x - origin[0], b.max.y - origin[1], b.max.z - origin[2]];
        widen(min);
        widen(max);
        reach = Math.max(reach, norm(add(max, origin)), norm(add(min, origin)));
        this.list.push({ number: child ?? -1, collider, tri: null, cut: false, min, max });
        continue;
      }
      if (mesh === null) continue;
      const { positions, corners, faceOf } = mesh;
      const local = (i: number): Vec => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
      const all = new Float64Array(3 * corners.length);
      for (let t = 0; t < corners.length / 3; t++) {
        const tri = new Float64Array(9);
        const xs = [0, 1, 2].map((k) => local(corners[3 * t + k]));
        xs.forEach((x, k) => {
          const l = linear(matrix, ...x);
          // What is summed up rounds relative to its terms.
          const terms = linear(matrix.map(Math.abs), Math.abs(x[0]), Math.abs(x[1]), Math.abs(x[2]));
          reach = Math.max(reach, norm(terms), norm(add(l, p)));
          tri.set(add(l, at), 3 * k);
        });
        all.set(tri, 9 * t);
        const min: Vec = [0, 1, 2].map((k) => Math.min(tri[k], tri[k + 3], tri[k + 6]) - margin) as unknown as Vec;
        const max: Vec = [0, 1, 2].map((k) => Math.max(tri[k], tri[k + 3], tri[k + 6]) + margin) as unknown as Vec;
        widen(min);
        widen(max);
        const make = () => new lib.Collider(new lib.Triangle(xs[0], xs[1], xs[2]), { matrix, margin });
        let collider: Collider | undefined;
        this.list.push({
          number: child ?? (faceOf === null ? t : faceOf[t]),
          get collider() {
            collider ??= make();
            return collider;
          },
          tri,
          cut: mesh.faces !== null && faceOf !== null && mesh.faces[faceOf[t]].length > 3,
          min,
          max,
        });
      }
      if (mesh.solid) this.#solids.push(all);
    }
    this.reach = reach;
    this.extent = Math.max(hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]);
  }

  /** Points of which at least one is inside another solid if this is wholly in it: some corner of every piece. */
  get samples(): Vec[] {
    return this.list.map(({ tri, collider }) =>
      tri !== null
        ? corner(tri, 0)
        : sub(xyz(collider.shape.support(new this.lib.Vec3(1, 0.3, 0.2), new this.lib.Vec3()), collider), this.origin),
    );
  }

  /** Whether a point (relative to the origin) is inside a solid mesh, by the solid angle; not for points near its surface. */
  inside(x: Vec): boolean {
    return this.#solids.some((tris) => Math.abs(windingNumber(tris, x)) > 0.5);
  }

  /** How far a point is from a piece, margin included. */
  fromPiece(piece: Piece, x: Vec): number {
    const { lib } = this;
    if (piece.tri !== null) {
      const t = piece.tri;
      const q = closestOnTriangle(x, corner(t, 0), corner(t, 1), corner(t, 2));
      return Math.max(0, norm(sub(x, q)) - this.margin);
    }
    const point = new lib.Collider(new lib.Point([0, 0, 0]), { position: add(x, this.origin) });
    return lib.closestPoints(piece.collider, point).distance;
  }

  /** How far a point is from the thing, 0 inside. */
  from(x: Vec): number {
    let least = Infinity;
    for (const piece of this.list) if (boxGap(piece, x) < least) least = Math.min(least, this.fromPiece(piece, x));
    return least > 0 && this.inside(x) ? 0 : least;
  }

  /** How far a point is from the pieces of one number. */
  fromNumber(number: number, x: Vec): number {
    let least = Infinity;
    for (const piece of this.list) if (piece.number === number) least = Math.min(least, this.fromPiece(piece, x));
    return least;
  }
}

function xyz(local: { x: number; y: number; z: number }, collider: Collider): Vec {
  const m = [...collider.getMatrix()];
  return add(linear(m, local.x, local.y, local.z), [m[12], m[13], m[14]]);
}

function boxGap({ min, max }: Piece, x: Vec): number {
  let s = 0;
  for (let k = 0; k < 3; k++) s += Math.max(0, min[k] - x[k], x[k] - max[k]) ** 2;
  return Math.sqrt(s);
}

function boxesGap(a: Piece, b: Piece): number {
  let s = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(0, a.min[k] - b.max[k], b.min[k] - a.max[k]);
    s += gap * gap;
  }
  return Math.sqrt(s);
}

/** Sum of signed solid angles over 4π (van Oosterom and Strackee). */
export function windingNumber(tris: Float64Array, x: Vec): number {
  let sum = 0;
  for (let t = 0; t < tris.length; t += 9) {
    const a = sub([tris[t], tris[t + 1], tris[t + 2]], x);
    const b = sub([tris[t + 3], tris[t + 4], tris[t + 5]], x);
    const c = sub([tris[t + 6], tris[t + 7], tris[t + 8]], x);
    const [la, lb, lc] = [norm(a), norm(b), norm(c)];
    sum += 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

// ---------------------------------------------------------------------------------------------------------------- pairs

export type Verdict = 'meet' | 'apart' | 'doubtful';

/** Two things, all pairs of pieces. */
export class PairReference {
  readonly lib: Library;
  readonly a: Pieces;
  readonly b: Pieces;
  readonly size: number;
  readonly rounding: number;
  /** Of results. */
  readonly tolerance: number;
  /** Of decisions. */
  readonly edge: number;
  readonly exact: boolean;

  constructor(lib: Library, a: Thing, b: Thing) {
    this.lib = lib;
    const m = a.collider.getMatrix();
    const origin: Vec = [m[12], m[13], m[14]];
    this.a = new Pieces(lib, a, origin);
    this.b = new Pieces(lib, b, origin);
    this.size = Math.max(this.a.extent, this.b.extent);
    this.rounding = 5e-16 * (this.a.reach + this.b.reach);
    const curved = a.curved || b.curved;
    this.tolerance = (curved ? 1e-8 : 1e-9) * this.size + this.rounding;
    this.edge = 1e-12 * this.size + this.rounding;
    this.exact = a.exact && b.exact && this.a.margin === 0 && this.b.margin === 0;
  }

  /** Whether depths depend on how faces are cut into triangles. */
  get cut(): boolean {
    return this.a.list.some((p) => p.cut) || this.b.list.some((q) => q.cut);
  }

  /**
   * Whether part of a compound meets part of the other as a solid: the depth of a compound that is a soup by its other parts may
   * then be that of two solids, which is at least that of their pieces.
   */
  get partlySolid(): boolean {
    const parts = [...this.a.thing.parts, ...this.b.thing.parts];
    return parts.some((p) => p.child !== null) && parts.some((p) => p.mesh?.solid === true);
  }

  /** Distance of two pieces, margins included; 0 when they meet. */
  distance(p: Piece, q: Piece): number {
    if (p.tri !== null && q.tri !== null)
      return Math.max(0, triangleDistance(p.tri, q.tri) - this.a.margin - this.b.margin);
    return this.lib.closestPoints(p.collider, q.collider).distance;
  }

  /** Whether two pieces meet: exact in integers, otherwise sure or doubtful. */
  verdict(p: Piece, q: Piece): Verdict {
    if (boxesGap(p, q) > this.edge) return 'apart';
    if (p.tri !== null && q.tri !== null) {
      if (this.exact) return meet(p.tri, q.tri) ? 'meet' : 'apart';
      const margins = this.a.margin + this.b.margin;
      const d = triangleDistance(p.tri, q.tri);
      if (margins > 0 && d < margins - this.edge) return 'meet';
      if (margins === 0 && d <= this.edge) {
        const over = triangleOverlap(p.tri, q.tri);
        if (over > 10 * this.edge + 1e-9 * this.size) return 'meet';
      }
    }
    // The convex queries' word, beyond rounding.
    const { distance } = this.lib.signedDistance(p.collider, q.collider);
    if (distance > this.edge) return 'apart';
    return distance < -this.edge - 1e-9 * this.size ? 'meet' : 'doubtful';
  }

  /** Verdicts of all pairs of numbers that do not clearly stay apart. */
  pairs(): Map<string, { verdict: Verdict; depth: number; p: Piece; q: Piece }> {
    const found = new Map<string, { verdict: Verdict; depth: number; p: Piece; q: Piece }>();
    for (const p of this.a.list) {
      for (const q of this.b.list) {
        if (boxesGap(p, q) > this.edge) continue;
        const verdict = this.verdict(p, q);
        if (verdict === 'apart') continue;
        const depth = this.lib.penetration(p.collider, q.collider)?.depth ?? 0;
        const key = `${p.number} ${q.number}`;
        const known = found.get(key);
        if (known === undefined) found.set(key, { verdict, depth, p, q });
        else {
          const deeper = depth > known.depth ? { depth, p, q } : {};
          found.set(key, { ...known, ...deeper, verdict: known.verdict === 'meet' ? 'meet' : verdict });
        }
      }
    }
    return found;
  }

  /** Least distance of the pieces; whether one is wholly inside the other is not asked. */
  least(): { distance: number; p: Piece; q: Piece } {
    let best = { distance: Infinity, p: this.a.list[0], q: this.b.list[0] };
    for (const p of this.a.list) {
      for (const q of this.b.list) {
        if (boxesGap(p, q) >= best.distance) continue;
        const distance = this.distance(p, q);
        if (distance < best.distance) best = { distance, p, q };
      }
    }
    return best;
  }

  /** Whether a corner of one is inside a solid mesh of the other, away from its surface. */
  contained(): boolean {
    return this.a.samples.some((x) => this.b.inside(x)) || this.b.samples.some((x) => this.a.inside(x));
  }

  /** The first t at which any two pieces touch while the relative motion of A is `v`, as the convex casts tell it. */
  cast(moveA: Vec, moveB: Vec): number | null {
    let first: number | null = null;
    const v = sub(moveA, moveB);
    for (const p of this.a.list) {
      for (const q of this.b.list) {
        let far = false;
        for (let k = 0; k < 3; k++) {
          const lo = p.min[k] + Math.min(0, v[k]);
          const hi = p.max[k] + Math.max(0, v[k]);
          if (lo > q.max[k] + this.tolerance || hi < q.min[k] - this.tolerance) far = true;
        }
        if (far) continue;
        const hit = this.lib.castShape(p.collider, moveA, q.collider, moveB);
        if (hit !== null && (first === null || hit.t < first)) first = hit.t;
      }
    }
    return first;
  }
}

// ---------------------------------------------------------------------------------------------------------------- rays

export interface RayReference {
  /** The first hit that is not in doubt. */
  readonly sure: number;
  /** The first that may be one. */
  readonly possible: number;
}

/** Möller and Trumbore on every triangle; the library's own word for convex pieces. Points are relative to the origin. */
export function bruteRay(pieces: Pieces, from: Vec, to: Vec, edge: number): RayReference {
  const r = sub(to, from);
  let sure = Infinity;
  let possible = Infinity;
  for (const { tri, collider } of pieces.list) {
    if (tri === null || pieces.margin > 0) {
      const hit = pieces.lib.rayCast(collider, add(from, pieces.origin), add(to, pieces.origin));
      if (hit === null) continue;
      sure = Math.min(sure, hit.t);
      possible = Math.min(possible, hit.t);
      continue;
    }
    const [a, b, c] = [corner(tri, 0), corner(tri, 1), corner(tri, 2)];
    const u = sub(b, a);
    const v = sub(c, a);
    const n = cross(u, v);
    const det = -dot(n, r);
    const s = sub(from, a);
    const q = cross(s, r);
    const t = dot(n, s) / det;
    const l = dot(v, q) / det;
    const m = -dot(u, q) / det;
    const longest = Math.max(norm(u), norm(v), norm(sub(c, b)));
    // Barycentric coordinates times the least height of the triangle are lengths.
    const slack = (edge * longest) / norm(n) + 1e-11;
    const steep = Math.abs(det) > 1e-7 * norm(n) * norm(r);
    if (!steep || !Number.isFinite(slack) || slack > 1e-3) {
      possible = Math.min(possible, 0);
      continue;
    }
    const least = Math.min(l, m, 1 - l - m);
    const along = slack / Math.min(1, Math.abs(det) / (norm(n) * norm(r)));
    if (least > along && t > 1e-9 && t < 1 - 1e-9) sure = Math.min(sure, t);
    if (least > -along && t > -1e-9 && t < 1 + 1e-9) possible = Math.min(possible, Math.max(0, t));
  }
  return { sure, possible };
}
