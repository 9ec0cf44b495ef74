/**
 * Which way a mover could go, by brute force: directions all over the sphere, each tried with a cast of the bare shape.
 *
 * A direction is free only if a motion along it climbs no higher than the rules allow. Up along a surface that is steeper than the limit
 * is not free. Nor is the way up over a *rim* that is higher than the step height: an edge with ground behind it, in front of which the
 * surface falls away steeper than the limit. (A round foot, or an edge of a box, meets a rim with a normal of any slope, and could slide up
 * over it.) A rim that is lower is climbed by a step, so the way over it is free; and it carries a mover, as ground does.
 */
import type * as Encounter from '../../src/index.ts';
import type { Collider, Library } from './generators.ts';
import type { MoverOptions } from './mover-contract.ts';
import { atomsOf, type LevelCollider, placeIn, shapeOf, type World } from './mover-worlds.ts';
import { add, cross, dot, norm, scaled, sub, type Vec, vec } from './vectors.ts';

/** A direction counts as forward when the cosine of its angle to the wish is above this. */
const FORWARD = 0.02;
/** How far from the limit a slope must be for its kind to be certain, as a cosine. */
export const SLOPE_DOUBT = 1e-3;
/** How far beside a contact the surface is looked at. */
const BESIDE = 1e-4;
/** How near to the step height a rim counts as either. */
const STEP_DOUBT = 1e-5;

const directions: Vec[] = Array.from({ length: 2400 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 2400;
  const phi = i * Math.PI * (3 - Math.sqrt(5));
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(phi), z, r * Math.sin(phi)];
});

const unit = (v: Vec): Vec => scaled(v, 1 / norm(v));

/** Something within the skin. */
export interface Touch {
  /** Unit, from the level to the mover. */
  readonly normal: Vec;
  /** Of the level. */
  readonly point: Vec;
}

/** A way that is free. */
export interface Way {
  readonly direction: Vec;
  /** The cosine of its angle to the wish. */
  readonly forward: number;
  /** For how far it was tried. */
  readonly length: number;
  /** How long the part of the wish is that ground does not hold. */
  readonly wished: number;
  readonly normals: readonly Vec[];
}

export class Freedom {
  readonly #lib: Library;
  readonly #world: World;
  readonly #options: Required<MoverOptions>;
  /** The shape itself, and the shape with nearly its skin. */
  readonly #bare: Collider;
  readonly #grown: Collider;
  readonly #result: Encounter.DistanceResult;
  readonly #hit: Encounter.RayHit;
  readonly #below: Collider;
  readonly #atoms = new Map<LevelCollider, Collider[]>();

  constructor(lib: Library, world: World, options: Required<MoverOptions>, bare: Collider, grown: Collider) {
    this.#lib = lib;
    this.#world = world;
    this.#options = options;
    this.#bare = bare;
    this.#grown = grown;
    this.#result = new lib.DistanceResult();
    this.#hit = new lib.RayHit();
    this.#below = new lib.Collider(new lib.Halfspace(options.up, -1e4));
  }

  /** What is within the skin. */
  touches(at: Vec): Touch[] {
    const bare = this.#bare.setPosition(at);
    const reach = this.#options.skin + 1e-6;
    const found: Touch[] = [];
    for (const collider of this.#world.colliders)
      for (const atom of this.#atomsOf(collider)) {
        const result = this.#lib.closestPoints(bare, atom, this.#result, { maxDistance: reach });
        const { distance, normal, pointB } = result;
        if (distance > 0 && distance <= reach)
          found.push({ normal: [-normal.x, -normal.y, -normal.z], point: vec(pointB) });
      }
    return found;
  }

  #atomsOf(collider: LevelCollider): Collider[] {
    let atoms = this.#atoms.get(collider);
    const place = this.#world.places.get(collider)!;
    if (atoms === undefined) {
      atoms = atomsOf(collider.data).map(
        (atom) => new this.#lib.Collider(shapeOf(this.#lib, atom.piece), placeIn(place, atom.place)),
      );
      this.#atoms.set(collider, atoms);
    } else if (this.#world.platforms.some((p) => p.collider === collider))
      for (const atom of atoms) atom.setPosition(place.position).setOrientation(place.orientation);
    return atoms;
  }

  /** Whether nothing but the slack is in the way along d. */
  isFree(at: Vec, d: Vec, length: number): boolean {
    const grown = this.#grown.setPosition(at);
    const way = scaled(d, length);
    for (const collider of this.#world.colliders)
      if (this.#lib.castShape(grown, way, collider, [0, 0, 0]) !== null) return false;
    return true;
  }

  /** The free way that is nearest to the wish, or null if there is none. */
  find(at: Vec, wish: Vec): Way | null {
    const { up, maxSlope } = this.#options;
    const touches = this.touches(at);
    const normals = touches.map(({ normal }) => normal);
    const limit = Math.cos(maxSlope);
    const rims = touches.map((touch) => this.#rimHeight(touch, at));
    const levels = normals.map((n) => dot(n, up));
    // Ground holds a mover: the part of the wish that leads down is none.
    const held = levels.some((level, i) => level > limit - SLOPE_DOUBT || this.#isLow(rims[i], STEP_DOUBT));
    const down = dot(wish, up);
    const effective = held && down < 0 ? sub(wish, scaled(up, down)) : wish;
    const wished = norm(effective);
    if (wished < 1e-7) return null;
    const w = unit(effective);
    // Where something steep is near, or a rim that is too high, up is not a direction that one may slide.
    const steep = levels.some((level, i) => {
      if (rims[i] !== null && !this.#isLow(rims[i], -STEP_DOUBT)) return true;
      return level > 1e-6 && level < limit + SLOPE_DOUBT;
    });
    const length = Math.min(0.02, Math.max(1e-4, wished));
    let forward = FORWARD;
    let direction: Vec | null = null;
    for (const d of this.#candidates(w, normals)) {
      const along = dot(d, w);
      if (along <= forward) continue;
      if (steep && dot(d, up) > 1e-9 && !(dot(w, up) > FORWARD && dot(d, up) > 1 - 1e-9)) continue;
      if (normals.some((n) => dot(n, d) < -1e-6)) continue;
      if (!this.isFree(at, d, length)) continue;
      forward = along;
      direction = d;
    }
    return direction === null ? null : { direction, forward, length, wished, normals };
  }

  #isLow(height: number | null, doubt: number): boolean {
    return height !== null && height <= this.#options.stepHeight + doubt;
  }

  /** How far the contact is above the mover's lowest point, skin included, if it is a rim; otherwise null. */
  #rimHeight({ normal, point }: Touch, at: Vec): number | null {
    const { up, skin, maxSlope } = this.#options;
    const limit = Math.cos(maxSlope);
    const level = dot(normal, up);
    const out = sub(normal, scaled(up, level));
    if (level < 1e-3 || norm(out) < 1e-6) return null;
    const beside = scaled(unit(out), BESIDE);
    if (this.#isGround(point, beside, Math.min(1, limit + SLOPE_DOUBT))) return null;
    if (!this.#isGround(point, scaled(beside, -1), limit - SLOPE_DOUBT)) return null;
    const { distance } = this.#lib.closestPoints(this.#bare.setPosition(at), this.#below, this.#result);
    return dot(point, up) - (distance - 1e4 - skin);
  }

  /** Whether there is ground beside a point of the level: a surface whose normal leads up by at least `limit`. */
  #isGround(point: Vec, beside: Vec, limit: number): boolean {
    const { up } = this.#options;
    const drop = BESIDE * Math.sqrt(1 / Math.max(limit, SLOPE_DOUBT) ** 2 - 1 + SLOPE_DOUBT);
    const there = add(point, beside);
    const from = add(there, scaled(up, drop));
    const to = sub(there, scaled(up, drop));
    return this.#world.colliders.some((collider) => {
      const hit = this.#lib.rayCast(collider, from, to, this.#hit);
      return hit !== null && dot(vec(hit.normal), up) >= limit;
    });
  }

  /** Directions all over the sphere, those that slide along one contact or two, and level ones. */
  *#candidates(w: Vec, normals: readonly Vec[]): Iterable<Vec> {
    const { up } = this.#options;
    const level = (v: Vec) => sub(v, scaled(up, dot(v, up)));
    const special: Vec[] = [w, level(w), up];
    for (const n of normals) {
      const along = sub(w, scaled(n, dot(n, w)));
      special.push(along, level(along), cross(n, up), cross(up, n));
      for (const m of normals) special.push(cross(n, m));
    }
    for (const v of special) if (norm(v) > 1e-6) yield unit(v);
    for (const d of directions)
      if (dot(d, w) > FORWARD) {
        yield d;
        const flat = level(d);
        if (norm(flat) > 0.1) yield unit(flat);
      }
  }
}
