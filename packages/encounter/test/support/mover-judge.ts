/**
 * What is promised of a mover, checked after each of its moves. Nothing here knows how a mover works: it sees where the mover is
 * before and after, what the move returned, and asks the library for distances and casts of the bare shape.
 */
import type * as Encounter from '../../src/index.ts';
import type { Findings, Subject } from './findings.ts';
import type { Collider, Library, Shape } from './generators.ts';
import type { Tally } from './motion-checks.ts';
import type { Bench, MoveOptions, MoverLike, MoverOptions } from './mover-contract.ts';
import { atomsOf, describeMove, type LevelCollider, placeIn, shapeOf, type World } from './mover-worlds.ts';
import { cross, dot, norm, scaled, sub, type Vec, vec } from './vectors.ts';
import { wayAround } from './way-around.ts';

/** A move as the judge keeps it. */
export interface Seen {
  readonly before: Vec;
  readonly after: Vec;
  readonly moved: Vec;
  readonly ground: 'on' | 'steep' | 'air';
  readonly normal: Vec;
  readonly collider: Collider | null;
  /** The distance to the level, as far as it was needed: never more than twice the skin. */
  readonly clearance: number;
  /** Whether the distance was at least skin − 1e-9 before the move. */
  readonly wasClear: boolean;
}

/** A direction counts as forward when the cosine of its angle to the wish is above this. */
const FORWARD = 0.02;
/** Casts that look for a free direction leave out so many tolerances of the skin, or the contacts at hand would stop all of them. */
const SLACK = 10;
/** How far from the limit a slope must be for its kind to be certain, as a cosine. */
const SLOPE_DOUBT = 1e-3;
const ACCURACY = { accuracy: 1e-12 };

/** Moves that end too near, whatever was before them: what the tally calls them. */
export const BELOW_SKIN = 'nearer than skin − 1e-9';
export const BELOW_MOST = 'nearer than 99 % of the skin';
export const BELOW_HALF = 'nearer than half the skin';
export const INSIDE = 'overlapping';

const directions: Vec[] = Array.from({ length: 2400 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 2400;
  const phi = i * Math.PI * (3 - Math.sqrt(5));
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(phi), z, r * Math.sin(phi)];
});

function linearOf(collider: Collider | null): string {
  const m = collider?.getMatrix() ?? [];
  return [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => m[i]).join();
}

const unit = (v: Vec): Vec => scaled(v, 1 / norm(v));
const text = (v: Vec): string => `[${v.join(', ')}]`;

/** One mover in one world, and everything that is checked of it. */
export class MoverJudge {
  readonly lib: Library;
  readonly findings: Findings<Subject>;
  readonly tally: Tally;
  readonly tolerance: number;
  readonly world: World;
  readonly mover: MoverLike;
  readonly shape: Shape;
  readonly options: Required<MoverOptions>;
  /** A check of where the mover may be, in the world. */
  allowed: (position: Vec) => boolean = () => true;
  name: string;
  moves = 0;

  readonly #bare: Collider;
  readonly #grown: Collider;
  readonly #result: Encounter.DistanceResult;
  readonly #box: Encounter.Aabb;
  readonly #other: Encounter.Aabb;
  readonly #atoms = new Map<LevelCollider, Collider[]>();
  /** The move under way, or the last one. */
  #from: Vec;
  #wish: Vec = [0, 0, 0];
  #stuckAt: Vec = [Number.NaN, 0, 0];
  #stuckWish: Vec = [0, 0, 0];
  /** The linear part of the mover's placement: the bare shape has the same. */
  #linear: string;
  #lastClear: boolean | null = null;
  #stood = false;
  #undisturbed = true;

  constructor(bench: Bench, world: World, shape: Shape, options: MoverOptions, name: string) {
    this.lib = bench.findings.lib;
    this.findings = bench.findings;
    this.tally = bench.tally;
    this.tolerance = bench.tolerance;
    this.world = world;
    this.shape = shape;
    this.name = name;
    this.options = {
      position: [0, 0, 0],
      orientation: [0, 0, 0, 1],
      up: [0, 1, 0],
      skin: 0.01,
      maxSlope: Math.PI / 4,
      stepHeight: 0,
      snap: 0,
      ...options,
    };
    this.mover = new bench.Mover(shape, options);
    const { position, orientation, skin } = this.options;
    this.#from = position;
    this.#bare = new this.lib.Collider(shape, { position, orientation });
    this.#grown = new this.lib.Collider(shape, {
      position,
      orientation,
      margin: Math.max(0.5 * skin, skin - SLACK * this.tolerance),
    });
    this.#linear = linearOf(this.mover.collider);
    this.#result = new this.lib.DistanceResult();
    this.#box = new this.lib.Aabb();
    this.#other = new this.lib.Aabb();
  }

  fail(kind: string, detail: string): void {
    this.findings.add(kind, `${this.name}, move ${this.moves}: ${detail}`, () =>
      describeMove(this.world, this.shape, { ...this.options, position: this.#from }, this.#wish),
    );
  }

  position(): Vec {
    const m = this.mover.collider.getMatrix();
    return [m[12], m[13], m[14]];
  }

  /** Something in the world was changed by the judge: the clearance before the next move is not that after the last one. */
  disturbed(): void {
    this.#lastClear = null;
    this.#stood = false;
    this.#undisturbed = false;
    this.#stuckAt = [Number.NaN, 0, 0];
  }

  /** The bare shape where the mover's collider is, or elsewhere. */
  bare(at: Vec = this.position()): Collider {
    return this.#bare.setPosition(at);
  }

  /**
   * The distance of the bare shape to the nearest of the colliders, at most twice the skin. Below 0 inside. What the library does
   * not prove counts for the mover.
   */
  clearance(at: Vec = this.position(), among: readonly LevelCollider[] = this.world.colliders): number {
    const bare = this.bare(at);
    const reach = 2 * this.options.skin;
    let least = reach;
    const { min, max } = bare.bounds(this.#box);
    for (const collider of among) {
      const box = collider.bounds(this.#other);
      if (box.min.x > max.x + reach || box.min.y > max.y + reach || box.min.z > max.z + reach) continue;
      if (box.max.x < min.x - reach || box.max.y < min.y - reach || box.max.z < min.z - reach) continue;
      const result = this.lib.closestPoints(bare, collider, this.#result, ACCURACY);
      let { distance } = result;
      if (distance === 0) distance = Math.min(0, this.lib.signedDistance(bare, collider, this.#result).distance);
      else if (result.error < 1e-7) distance += result.error;
      else this.tally.count('distance without proof');
      if (distance < least) least = distance;
    }
    return least;
  }

  /** One move, with all checks that need nothing but the move. */
  move(wish: Vec, options?: MoveOptions): Seen {
    const { skin } = this.options;
    const floor = skin - this.tolerance;
    const before = this.position();
    this.#from = before;
    this.#wish = wish;
    const hidden = this.world.colliders.filter((c) => c === options?.ignore || options?.filter?.(c) === false);
    const solid = hidden.length === 0 ? this.world.colliders : this.world.colliders.filter((c) => !hidden.includes(c));
    const wasClear =
      this.#lastClear !== null && hidden.length === 0 ? this.#lastClear : this.clearance(before, solid) >= floor;
    const told: unknown[] = [];
    const onHit = (...args: unknown[]) => {
      told.push(...args);
      return options?.onHit?.(...args);
    };
    // Every third move without a callback: that is the usual call.
    const result = this.mover.move(
      this.world.scene,
      wish,
      options !== undefined || this.moves % 3 > 0 ? { ...options, onHit } : undefined,
    );
    this.moves++;
    this.#follow();
    const after = this.position();
    const seen: Seen = {
      before,
      after,
      moved: vec(result.moved),
      ground: result.ground,
      normal: vec(result.groundNormal),
      collider: result.groundCollider,
      clearance: after.every(Number.isFinite) ? this.clearance(after, solid) : Number.NaN,
      wasClear,
    };
    this.#lastClear = hidden.length === 0 ? seen.clearance >= floor : null;
    this.#checkForm(seen, wish);
    this.#checkHits(result.hits, told, hidden);
    this.#checkPlace(seen, wish);
    this.#checkSnap(seen, wish);
    if (wasClear && hidden.length === 0) this.#checkStuck(seen, wish);
    return seen;
  }

  /** A mover may turn with what carries it, and never by itself. */
  #follow(): void {
    const linear = linearOf(this.mover.collider);
    if (linear === this.#linear) return;
    this.#linear = linear;
    if (this.#undisturbed) this.fail('turned', linear);
    const matrix = this.mover.collider.getMatrix();
    this.#bare.setMatrix(matrix);
    this.#grown.setMatrix(matrix);
  }

  /** A move without any check but those of the caller: where it ends. */
  unchecked(wish: Vec): Vec {
    this.mover.move(this.world.scene, wish);
    this.moves++;
    this.#lastClear = null;
    return this.position();
  }

  #checkForm(seen: Seen, wish: Vec): void {
    const { before, after, moved, ground, normal, collider } = seen;
    if (![...after, ...moved, ...normal].every(Number.isFinite)) {
      this.fail('not finite', `${text(before)} + ${text(wish)} → ${text(after)}, moved ${text(moved)}`);
      return;
    }
    if (moved.some((x, i) => x !== after[i] - before[i]))
      this.fail('moved is not the difference', `moved ${text(moved)}, from ${text(before)} to ${text(after)}`);
    this.tally.count(`ground ${ground}`);
    if (ground !== 'on' && ground !== 'steep' && ground !== 'air') this.fail('ground is no state', `${ground}`);
    const length = norm(normal);
    if (ground === 'air') {
      if (collider !== null) this.fail('ground collider in the air', '');
      if (length !== 0 && !(Math.abs(length - 1) < 1e-9)) this.fail('ground normal not unit', `${text(normal)}, air`);
      return;
    }
    if (!(Math.abs(length - 1) < 1e-9)) this.fail('ground normal not unit', `${text(normal)}, ${ground}`);
    const level = dot(normal, this.options.up);
    const limit = Math.cos(this.options.maxSlope);
    if (ground === 'on' && level < limit - 1e-6) this.fail('on ground that is steep', `normal ${text(normal)}`);
    if (ground === 'steep' && level > limit + 1e-6) this.fail('steep ground that is not', `normal ${text(normal)}`);
    if (level < -1e-9) this.fail('ground from above', `normal ${text(normal)}`);
    if (collider === null || !this.world.scene.has(collider) || collider === this.mover.collider)
      this.fail('ground collider not of the scene', `${collider?.id}`);
  }

  /** `hits` may be a list of colliders or of things with a collider, or their number. */
  #checkHits(hits: unknown, told: readonly unknown[], hidden: readonly LevelCollider[]): void {
    const list: unknown[] = [];
    if (typeof hits === 'number') {
      if (!Number.isInteger(hits) || hits < 0) this.fail('hits', `${hits}`);
    } else if (typeof hits !== 'object' || hits === null || !(Symbol.iterator in hits)) this.fail('hits', `${hits}`);
    else list.push(...(hits as Iterable<unknown>));
    for (const hit of [...list, ...told]) {
      const collider = (hit as { collider?: Collider })?.collider ?? hit;
      if (!(collider instanceof this.lib.Collider)) continue;
      if (collider === this.mover.collider) this.fail('hit itself', '');
      else if (!this.world.scene.has(collider)) this.fail('hit something that is not of the scene', '');
      else if (hidden.includes(collider as LevelCollider)) this.fail('hit what it should not see', '');
    }
  }

  #checkPlace(seen: Seen, wish: Vec): void {
    const { before, after, clearance, wasClear } = seen;
    const { skin, stepHeight, snap } = this.options;
    if (this.world.platforms.length === 0) {
      if (!(clearance >= skin - 1e-9)) this.tally.count(BELOW_SKIN);
      if (!(clearance >= 0.99 * skin)) this.tally.count(BELOW_MOST);
      if (!(clearance >= 0.5 * skin)) this.tally.count(BELOW_HALF);
      if (!(clearance > 0)) this.tally.count(INSIDE);
    }
    if (wasClear) {
      this.findings.worst('nearer than the skin by', skin - clearance);
      if (!(clearance >= skin - this.tolerance))
        this.fail(
          clearance <= 0 ? 'inside' : 'nearer than the skin',
          `distance ${clearance}, skin ${skin}, from ${text(before)} by ${text(wish)} to ${text(after)}`,
        );
    } else this.tally.count('overlap before the move');
    if (!this.allowed(after)) this.fail('tunnelled', `from ${text(before)} by ${text(wish)} to ${text(after)}`);
    if (!wasClear) return;
    const longest = (norm(wish) + 2 * stepHeight + snap + 2 * skin) * (1 + 1e-9);
    for (const sheet of this.world.sheets) {
      const around = wayAround(sheet, before, after);
      if (around > longest) {
        this.fail(
          'tunnelled through a sheet',
          `from ${text(before)} by ${text(wish)} to ${text(after)}: the way around is ${around}`,
        );
        return;
      }
    }
  }

  /** Who stood on the ground and did not jump is not above ground that is within reach. */
  #checkSnap({ after, ground, clearance }: Seen, wish: Vec): void {
    const { up, snap, skin, maxSlope } = this.options;
    const stood = this.#stood;
    this.#stood = ground === 'on';
    if (!stood || snap === 0 || dot(wish, up) > 0 || !(clearance >= skin - this.tolerance)) return;
    const grown = this.#grown.setPosition(after);
    let first = Number.POSITIVE_INFINITY;
    let level = 0;
    for (const collider of this.world.colliders) {
      const hit = this.lib.castShape(grown, scaled(up, -snap), collider, [0, 0, 0]);
      if (hit === null || hit.t >= first) continue;
      first = hit.t;
      level = -dot(vec(hit.normal), up);
    }
    if (level > Math.cos(maxSlope) + SLOPE_DOUBT && first * snap > 1e-6)
      this.fail('not snapped', `at ${text(after)}, ground ${first * snap} below, snap ${snap}`);
  }

  /** The normals of what is within the skin, from the level to the mover. */
  contacts(at: Vec): Vec[] {
    const bare = this.bare(at);
    const reach = this.options.skin + 1e-6;
    const normals: Vec[] = [];
    for (const collider of this.world.colliders)
      for (const atom of this.#atomsOf(collider)) {
        const { distance, normal } = this.lib.closestPoints(bare, atom, this.#result, { maxDistance: reach });
        if (distance > 0 && distance <= reach) normals.push([-normal.x, -normal.y, -normal.z]);
      }
    return normals;
  }

  #atomsOf(collider: LevelCollider): Collider[] {
    let atoms = this.#atoms.get(collider);
    const place = this.world.places.get(collider)!;
    if (atoms === undefined) {
      atoms = atomsOf(collider.data).map(
        (atom) => new this.lib.Collider(shapeOf(this.lib, atom.piece), placeIn(place, atom.place)),
      );
      this.#atoms.set(collider, atoms);
    } else if (this.world.platforms.some((p) => p.collider === collider))
      for (const atom of atoms) atom.setPosition(place.position).setOrientation(place.orientation);
    return atoms;
  }

  /** Whether nothing but the slack is in the way along d. */
  isFree(at: Vec, d: Vec, length: number): boolean {
    const grown = this.#grown.setPosition(at);
    const way = scaled(d, length);
    for (const collider of this.world.colliders)
      if (this.lib.castShape(grown, way, collider, [0, 0, 0]) !== null) return false;
    return true;
  }

  #checkStuck(seen: Seen, wish: Vec): void {
    const { after, moved, clearance } = seen;
    const { up, maxSlope, skin } = this.options;
    if (norm(moved) > 0.01 * norm(wish) || norm(wish) < 1e-7 || clearance < skin - this.tolerance) return;
    // A mover that stands still asks the same again.
    if (after.every((x, i) => x === this.#stuckAt[i]) && wish.every((x, i) => x === this.#stuckWish[i])) return;
    this.#stuckAt = after;
    this.#stuckWish = wish;
    this.tally.count('stopped');
    const normals = this.contacts(after);
    const limit = Math.cos(maxSlope);
    const levels = normals.map((n) => dot(n, up));
    // Ground holds a mover: the part of the wish that leads down is none.
    const held = levels.some((level) => level > limit - SLOPE_DOUBT);
    const down = dot(wish, up);
    const effective = held && down < 0 ? sub(wish, scaled(up, down)) : wish;
    const length = norm(effective);
    if (length < 1e-7) return;
    const w = unit(effective);
    // Where something steep is near, up is not a direction that one may slide.
    const steep = levels.some((level) => level > 1e-6 && level < limit + SLOPE_DOUBT);
    const probe = Math.min(0.02, Math.max(1e-4, length));
    let best = FORWARD;
    let way: Vec | null = null;
    for (const d of this.#candidates(w, normals)) {
      const forward = dot(d, w);
      if (forward <= best) continue;
      if (steep && dot(d, up) > 1e-9 && !(dot(w, up) > FORWARD && dot(d, up) > 1 - 1e-9)) continue;
      if (normals.some((n) => dot(n, d) < -1e-6)) continue;
      if (!this.isFree(after, d, probe)) continue;
      best = forward;
      way = d;
    }
    if (way === null || norm(moved) >= 0.01 * best * Math.min(length, probe)) return;
    this.fail(
      'stuck',
      `at ${text(after)}, wish ${text(wish)}, moved ${norm(moved)}, free along ${text(way)} (cosine ${best.toFixed(3)}) ` +
        `for ${probe}, contacts ${normals.map(text).join(' ')}`,
    );
  }

  /** Directions all over the sphere, those that slide along one contact or two, and level ones. */
  *#candidates(w: Vec, normals: readonly Vec[]): Iterable<Vec> {
    const { up } = this.options;
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
