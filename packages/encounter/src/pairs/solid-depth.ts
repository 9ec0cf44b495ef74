/**
 * How far, and in which direction, to move a solid out of another when they are not both convex.
 *
 * There is no fast exact way: the Minkowski difference of two concave solids is as complex as the product of their faces. What
 * is found is a translation that separates them for certain, each one proven by the boolean test at its end:
 * - the depth of the convex hulls, which leaves no doubt that the solids are apart, is where to start;
 * - the normals where their surfaces cross, the axes, and tilts of the best so far are tried as directions; one that still
 *   separates at nearly the best length is shortened by bisection.
 */

import type { Body } from '../bodies/body.ts';
import type { PlacedBody } from '../bodies/placed-body.ts';
import { Goal } from '../convex/penetration.ts';
import { Vec3 } from '../math/vec3.ts';
import { ACCURACY } from '../tolerances.ts';
import { DistanceResult, type PairGeometry } from './result.ts';
import type { QuerySettings } from './settings.ts';
import type { PairSolver } from './solver.ts';

/** A direction is worth pursuing if it separates at this part of the best length. */
const BETTER = 0.999;

/** How far tilts of the best direction go, from round to round: about 12° and less. */
const TILTS: readonly number[] = [0.2, 0.05, 0.0125];

/** A few last places of a coordinate, relative to it. */
const ULPS = 4 * 2 ** -52;

/** Sums are made of this many directions, and not of two that are opposite (squared length). */
const CORNER = 8;
const OPPOSITE = 0.01;

/** Directions closer than this, by their cosine, are tried once. */
const ALIKE = 0.995;

export class SolidDepth {
  /** The translation found. */
  depth = 0;
  readonly normal: Vec3 = new Vec3();
  /** Directions to try, three numbers each, besides the axes: filled by the caller. */
  readonly directions: number[] = [];

  readonly #origin: Vec3 = new Vec3();
  readonly #moved: Vec3 = new Vec3();
  readonly #trial: Vec3 = new Vec3();
  readonly #gap: DistanceResult = new DistanceResult();
  /** The accuracy as a length. */
  readonly #fine: Float64Array = new Float64Array(1);
  #solver: PairSolver | null = null;
  #a: Body | null = null;
  #b: PlacedBody | null = null;
  #settings: QuerySettings | null = null;

  /** Adds a direction, of any length, unless one like it is there. */
  offer(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return;
    const { directions: d } = this;
    for (let k = 0; k < d.length; k += 3) if (d[k] * x + d[k + 1] * y + d[k + 2] * z > ALIKE * length) return;
    d.push(x / length, y / length, z / length);
  }

  /** Whether moving B by distance·n, and by the accuracy on top, separates two solids. */
  separates(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, n: Vec3, distance: number): boolean {
    this.#begin(solver, a, b, settings);
    const apart = !this.#meet(n, distance + this.#fine[0]);
    (b as PlacedBody).moveTo(this.#origin);
    return apart;
  }

  /** Finds the translation of two solids that intersect, and fills `out`. B is moved about and put back. */
  run(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): void {
    this.#begin(solver, a, b, settings);
    const { normal, directions } = this;
    // Their hulls, by the support mappings that every shape has.
    this.depth = solver.convex.solve(a, b, Goal.depth, settings, out) ? -solver.convex.found.signed : 0;
    normal.copy(out.normal);
    const fine = this.#fine[0];
    this.#clear(fine);
    for (let i = 0; i < 3; i++)
      for (let sign = -1; sign <= 1; sign += 2) this.offer(i === 0 ? sign : 0, i === 1 ? sign : 0, i === 2 ? sign : 0);
    // The hulls' own direction as well: their depth along it may be more than the solids'.
    this.#try(normal.x, normal.y, normal.z, fine);
    this.#offerSums();
    for (let k = 0; k < directions.length; k += 3) this.#try(directions[k], directions[k + 1], directions[k + 2], fine);
    for (const tilt of TILTS) this.#tilt(tilt, fine);
    // What is left of the last part of the way, which was too short to be worth a search.
    if (this.depth > 0) this.depth = this.#shorten(normal, BETTER * this.depth, this.depth, fine);
    this.#witness(out);
    (b as PlacedBody).moveTo(this.#origin);
    directions.length = 0;
  }

  #begin(solver: PairSolver, a: Body, b: Body, settings: QuerySettings): void {
    this.#solver = solver;
    this.#a = a;
    this.#b = b as PlacedBody;
    this.#settings = settings;
    const { m } = this.#b.placement;
    this.#origin.set(m[9], m[10], m[11]);
    const p = a.frame.m;
    const far = Math.max(
      Math.abs(p[9]),
      Math.abs(p[10]),
      Math.abs(p[11]),
      Math.abs(m[9]),
      Math.abs(m[10]),
      Math.abs(m[11]),
    );
    // No finer than the places of B can be told apart.
    this.#fine[0] = Math.max((settings.accuracy || ACCURACY) * Math.max(a.extent, b.extent), ULPS * far);
  }

  /** Out of a corner leads a direction between the normals of its faces: those of the first few, added up in twos and threes. */
  #offerSums(): void {
    const { directions: d } = this;
    const end = Math.min(d.length, 3 * CORNER);
    for (let i = 0; i < end; i += 3)
      for (let j = i + 3; j < end; j += 3) {
        const x = d[i] + d[j];
        const y = d[i + 1] + d[j + 1];
        const z = d[i + 2] + d[j + 2];
        if (x * x + y * y + z * z < OPPOSITE) continue;
        this.offer(x, y, z);
        for (let k = j + 3; k < end; k += 3) this.offer(x + d[k], y + d[k + 1], z + d[k + 2]);
      }
  }

  /** Lengthens the start until it separates: rounding may leave hulls that touch in contact. */
  #clear(fine: number): void {
    for (let i = 0; i < 60 && this.#meet(this.normal, this.depth); i++) this.depth += fine * 2 ** i;
  }

  #try(x: number, y: number, z: number, fine: number): void {
    const n = this.#trial.set(x, y, z);
    const high = BETTER * this.depth;
    if (high <= fine || this.#meet(n, high)) return;
    this.depth = this.#shorten(n, 0, high, fine);
    this.normal.copy(n);
  }

  /** Where, between a length that may not separate and one that does, the two come apart: by bisection, from above. */
  #shorten(n: Vec3, from: number, to: number, fine: number): number {
    let low = from;
    let high = to;
    while (high - low > fine) {
      const middle = 0.5 * (low + high);
      if (middle === low || middle === high) break;
      if (this.#meet(n, middle)) low = middle;
      else high = middle;
    }
    return high;
  }

  #tilt(tilt: number, fine: number): void {
    const { x, y, z } = this.normal;
    // Two directions across, by the smallest component.
    const ax = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 1 : 0;
    const ay = ax === 0 && Math.abs(y) <= Math.abs(z) ? 1 : 0;
    const az = 1 - ax - ay;
    let ux = y * az - z * ay;
    let uy = z * ax - x * az;
    let uz = x * ay - y * ax;
    const s = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
    ux *= s;
    uy *= s;
    uz *= s;
    const vx = y * uz - z * uy;
    const vy = z * ux - x * uz;
    const vz = x * uy - y * ux;
    for (let k = 0; k < 8; k++) {
      // Eight ways round, by the signs of the two.
      const p = tilt * (k < 4 ? RING[k] : RING[k] * Math.SQRT1_2);
      const q = tilt * (k < 4 ? RING[k + 8] : RING[k + 8] * Math.SQRT1_2);
      const dx = x + p * ux + q * vx;
      const dy = y + p * uy + q * vy;
      const dz = z + p * uz + q * vz;
      const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
      this.#try(dx / l, dy / l, dz / l, fine);
    }
  }

  /** Whether they still intersect with B moved by distance·n. */
  #meet(n: Vec3, distance: number): boolean {
    this.#move(n, distance);
    return (this.#solver as PairSolver).solve(
      this.#a as Body,
      this.#b as Body,
      Goal.decide,
      this.#settings as QuerySettings,
      null,
    );
  }

  #move(n: Vec3, distance: number): void {
    const o = this.#origin;
    (this.#b as PlacedBody).moveTo(this.#moved.set(o.x + distance * n.x, o.y + distance * n.y, o.z + distance * n.z));
  }

  /** The points that come to touch are where the two are nearest at the end of the translation. */
  #witness(out: PairGeometry): void {
    const { normal: n, depth } = this;
    this.#move(n, depth);
    const gap = this.#gap;
    (this.#solver as PairSolver).solve(
      this.#a as Body,
      this.#b as Body,
      Goal.distance,
      this.#settings as QuerySettings,
      gap,
    );
    out.copy(gap);
    out.normal.copy(n);
    out.pointB.set(out.pointA.x - depth * n.x, out.pointA.y - depth * n.y, out.pointA.z - depth * n.z);
    out.exact = false;
  }
}

/** Cosines and sines of the eight ways, but for √½ in the slanted ones. */
const RING: readonly number[] = [1, -1, 0, 0, 1, 1, -1, -1, 0, 0, 1, -1, 1, -1, 1, -1];
