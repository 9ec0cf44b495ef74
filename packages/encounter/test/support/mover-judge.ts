/**
 * What is promised of a mover, checked after each of its moves. Nothing here knows how a mover works: it sees where the mover is
 * before and after, what the move returned, and asks the library for distances and casts of the bare shape.
 */
import type * as Encounter from '../../src/index.ts';
import type { Findings, Subject } from './findings.ts';
import type { Collider, Library, Shape } from './generators.ts';
import type { Tally } from './motion-checks.ts';
import type { Bench, MoveOptions, MoverLike, MoverOptions } from './mover-contract.ts';
import { Freedom, SLOPE_DOUBT } from './mover-freedom.ts';
import { describeMove, type LevelCollider, type World } from './mover-worlds.ts';
import { dot, norm, scaled, type Vec, vec } from './vectors.ts';
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

/** Casts that look for a free direction leave out so many tolerances of the skin, or the contacts at hand would stop all of them. */
const SLACK = 10;
const ACCURACY = { accuracy: 1e-12 };

/** Moves that end too near, whatever was before them: what the tally calls them. */
export const BELOW_SKIN = 'nearer than skin − 1e-9';
export const BELOW_MOST = 'nearer than 99 % of the skin';
export const BELOW_HALF = 'nearer than half the skin';
export const INSIDE = 'overlapping';

function linearOf(collider: Collider | null): string {
  const m = collider?.getMatrix() ?? [];
  return [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => m[i]).join();
}

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
  readonly #freedom: Freedom;
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
    this.#freedom = new Freedom(this.lib, world, this.options, this.#bare, this.#grown);
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

  #checkStuck(seen: Seen, wish: Vec): void {
    const { after, moved, clearance } = seen;
    if (norm(moved) > 0.01 * norm(wish) || norm(wish) < 1e-7 || clearance < this.options.skin - this.tolerance) return;
    // A mover that stands still asks the same again.
    if (after.every((x, i) => x === this.#stuckAt[i]) && wish.every((x, i) => x === this.#stuckWish[i])) return;
    this.#stuckAt = after;
    this.#stuckWish = wish;
    this.tally.count('stopped');
    const way = this.#freedom.find(after, wish);
    if (way === null || norm(moved) >= 0.01 * way.forward * Math.min(way.wished, way.length)) return;
    this.fail(
      'stuck',
      `at ${text(after)}, wish ${text(wish)}, moved ${norm(moved)}, free along ${text(way.direction)} (cosine ` +
        `${way.forward.toFixed(3)}) for ${way.length}, contacts ${way.normals.map(text).join(' ')}`,
    );
  }
}
