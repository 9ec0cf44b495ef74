/**
 * A mover as one would write it in an evening on `castShape`: no scene queries, every collider is asked each time. Slow, and good
 * enough to show that the judge accepts what is right. With a flaw it shows that the judge finds what is wrong.
 */
import type { Collider, Library, Shape } from './generators.ts';
import type { Move, MoveOptions, MoverClass, MoverLike, MoverOptions } from './mover-contract.ts';
import type { World } from './mover-worlds.ts';
import { add, cross, dot, norm, scaled, sub, type Vec, vec } from './vectors.ts';

/** Each breaks one promise. */
export const FLAWS = [
  'tunnels',
  'sinks into the skin',
  'sticks in creases',
  'sticks at walls',
  'trembles',
  'creeps on slopes',
  'climbs steep slopes',
  'never steps',
  'steps too high',
  'never snaps',
  'snaps too far',
  'is not carried',
  'stays in overlap',
  'sees what is ignored',
  'lies about moved',
  'loses a part of each step',
  'calls everything ground',
] as const;
export type Flaw = (typeof FLAWS)[number];

/** Gaps below this are contacts. */
const NEAR = 1e-9;
/** The part of the skin that casts leave out, so that what is in contact can slide. */
const KEEP = 5e-10;
const ZERO: Vec = [0, 0, 0];

interface Hit {
  readonly t: number;
  readonly normal: Vec;
  readonly collider: Collider;
}

export function plainMover(lib: Library, flaw?: Flaw): MoverClass {
  return class PlainMover implements MoverLike {
    readonly collider: Collider;
    readonly #grown: Collider;
    readonly #up: Vec;
    readonly #skin: number;
    readonly #walkable: number;
    readonly #stepHeight: number;
    readonly #snap: number;
    readonly #size: number;
    #at: Vec;
    #others: Collider[] = [];
    #hits: Hit[] = [];
    #ground: Hit | null = null;
    #groundMatrix = new Float64Array(16);
    #count = 0;

    constructor(shape: Shape, options: MoverOptions = {}) {
      const { position = ZERO, orientation = [0, 0, 0, 1], up = [0, 1, 0] } = options;
      this.#at = position;
      this.#skin = options.skin ?? 0.01;
      this.#up = up;
      this.#walkable = Math.cos(options.maxSlope ?? Math.PI / 4);
      this.#stepHeight = options.stepHeight ?? 0;
      this.#snap = options.snap ?? 0;
      if (flaw === 'never steps') this.#stepHeight = 0;
      if (flaw === 'steps too high') this.#stepHeight *= 1.2;
      if (flaw === 'never snaps') this.#snap = 0;
      if (flaw === 'snaps too far') this.#snap = 2 * this.#snap + 0.3;
      this.collider = new lib.Collider(shape, { position, orientation });
      const margin = this.#skin - (flaw === 'sinks into the skin' ? 1e-6 : KEEP);
      this.#grown = new lib.Collider(shape, { position, orientation, margin });
      const { min, max } = this.collider.bounds();
      this.#size = norm(sub(vec(max), vec(min)));
    }

    #put(at: Vec): void {
      this.#at = at;
      this.collider.setPosition(at);
      this.#grown.setPosition(at);
    }

    #cast(way: Vec): Hit | null {
      let first: Hit | null = null;
      for (const collider of this.#others) {
        const hit = lib.castShape(this.#grown, way, collider, ZERO);
        if (hit === null || (first !== null && hit.t >= first.t)) continue;
        first = { t: hit.t, normal: scaled(vec(hit.normal), -1), collider };
      }
      return first;
    }

    /** Goes along a straight way as far as it is free. */
    #advance(way: Vec): Hit | null {
      const length = norm(way);
      if (length === 0) return null;
      const hit = this.#cast(way);
      if (hit === null) {
        const home = this.#at;
        this.#put(add(home, way));
        // A cast does not see what is shorter than its accuracy.
        const near = length < 1e-6 ? this.#nearest() : null;
        if (near === null || near.distance >= this.#skin - 2 * KEEP) return null;
        this.#put(home);
        return { t: 0, normal: near.normal, collider: near.collider };
      }
      const against = -dot(way, hit.normal) / length;
      const free = hit.t * length - (against > 0 ? (0.4 * KEEP) / against : 0);
      if (free > NEAR) this.#put(add(this.#at, scaled(way, free / length)));
      return hit;
    }

    #isSteep(n: Vec): boolean {
      const level = dot(n, this.#up);
      return level > 1e-9 && level < this.#walkable && flaw !== 'climbs steep slopes';
    }

    #slide(wish: Vec): void {
      let aim = wish;
      let left = 1;
      let rest = wish;
      const planes: Vec[] = [];
      for (let i = 0; i < 40 && norm(rest) > 1e-12; i++) {
        const from = this.#at;
        const hit = this.#advance(rest);
        if (hit === null) return;
        this.#hits.push(hit);
        const gone = norm(sub(this.#at, from));
        left *= 1 - gone / norm(rest);
        if (gone > 1e-6) planes.length = 0;
        const n = hit.normal;
        const level = dot(n, this.#up);
        if (flaw === 'sticks at walls' && Math.abs(level) < 0.1) return;
        if (flaw === 'sticks in creases' && planes.length > 0) return;
        if (this.#steps(scaled(aim, left), hit)) return;
        planes.push(n);
        const flat = sub(n, scaled(this.#up, level));
        if (this.#isSteep(n) && dot(flat, rest) < 0) planes.push(scaled(flat, 1 / norm(flat)));
        const walks = level >= this.#walkable && flaw !== 'creeps on slopes';
        if (walks && dot(aim, this.#up) < 0) aim = sub(aim, scaled(this.#up, dot(aim, this.#up)));
        rest = scaled(aim, left);
        // Level speed is kept uphill and downhill.
        if (walks && dot(rest, n) < 0) rest = sub(rest, scaled(this.#up, dot(rest, n) / level));
        rest = project(rest, planes);
        if (dot(rest, aim) <= 0) return;
      }
    }

    /** Up, forward and down again, if there is ground at the end. */
    #steps(rest: Vec, { normal }: Hit): boolean {
      const up = this.#up;
      if (this.#stepHeight === 0 || this.#ground === null || dot(normal, up) >= this.#walkable) return false;
      const flat = sub(rest, scaled(up, dot(rest, up)));
      if (dot(normal, up) < -1e-6 || norm(flat) < 1e-9 || dot(flat, normal) >= 0) return false;
      const home = this.#at;
      const height = this.#stepHeight + 1e-8;
      this.#advance(scaled(up, height));
      const raised = dot(sub(this.#at, home), up);
      const forward = Math.max(norm(flat), 0.35 * this.#size);
      this.#advance(scaled(flat, forward / norm(flat)));
      const landing = this.#advance(scaled(up, -raised));
      const gain = dot(sub(this.#at, home), flat) / norm(flat);
      const rise = dot(sub(this.#at, home), up);
      const lands = landing !== null && dot(landing.normal, up) >= this.#walkable;
      if (lands && gain > 0.5 * forward && rise <= height) return true;
      this.#put(home);
      return false;
    }

    #nearest(): { distance: number; normal: Vec; collider: Collider } | null {
      let nearest = null;
      for (const collider of this.#others) {
        const { distance, normal } = lib.signedDistance(this.collider, collider);
        if (nearest === null || distance < nearest.distance)
          nearest = { distance, normal: scaled(vec(normal), -1), collider };
      }
      return nearest;
    }

    #comeOut(): void {
      if (flaw === 'stays in overlap') return;
      for (let i = 0; i < 100; i++) {
        const near = this.#nearest();
        if (near === null || near.distance >= this.#skin - NEAR) return;
        this.#put(add(this.#at, scaled(near.normal, this.#skin - near.distance)));
      }
    }

    #carry(): void {
      if (this.#ground === null || flaw === 'is not carried') return;
      const then = this.#groundMatrix;
      const now = this.#ground.collider.getMatrix();
      if (now.every((x, i) => x === then[i])) return;
      const p = sub(this.#at, [then[12], then[13], then[14]]);
      const local = [0, 4, 8].map((k) => dot(p, [then[k], then[k + 1], then[k + 2]]));
      const to = [0, 1, 2].map((i) => now[12 + i] + now[i] * local[0] + now[4 + i] * local[1] + now[8 + i] * local[2]);
      const way = sub(to as unknown as Vec, this.#at);
      // What it stands on is not in its way.
      const { collider } = this.#ground;
      this.#others = this.#others.filter((c) => c !== collider);
      this.#advance(way);
      this.#others.push(collider);
    }

    move(scene: World['scene'], displacement: Vec, options: MoveOptions = {}): Move {
      const before = this.#at;
      const ignored = flaw === 'sees what is ignored' ? undefined : options;
      this.#others = ([...scene.colliders()] as Collider[]).filter(
        (c) => c !== this.collider && c !== ignored?.ignore && ignored?.filter?.(c) !== false,
      );
      this.#hits = [];
      this.#count++;
      this.#carry();
      this.#comeOut();
      let wish = displacement;
      if (flaw === 'loses a part of each step') wish = scaled(wish, 1 - 1e-4 / (1 + 100 * norm(wish)));
      if (flaw === 'tunnels' && norm(wish) > this.#size) this.#put(add(this.#at, wish));
      else this.#slide(wish);
      if (flaw === 'trembles') this.#slide(scaled(this.#up, this.#count % 2 === 0 ? 1e-4 : -1e-4));
      this.#settle(displacement);
      for (const hit of this.#hits) options.onHit?.(hit);
      const moved = sub(this.#at, before);
      const ground = this.#ground;
      const on =
        ground !== null && (dot(ground.normal, this.#up) >= this.#walkable || flaw === 'calls everything ground');
      return {
        moved: toXyz(flaw === 'lies about moved' ? scaled(moved, 1 + 1e-12) : moved),
        ground: ground === null ? 'air' : on ? 'on' : 'steep',
        groundNormal: toXyz(ground?.normal ?? this.#up),
        groundCollider: ground?.collider ?? null,
        hits: this.#hits,
      };
    }

    /** Finds the ground below, and is pulled down to it. */
    #settle(displacement: Vec): void {
      const home = this.#at;
      const had = this.#ground !== null && dot(displacement, this.#up) <= 1e-9 * norm(displacement);
      const snap = had ? this.#snap : 0;
      const hit = this.#cast(scaled(this.#up, -(snap + 1e-6)));
      this.#ground = hit;
      if (hit !== null && snap > 0 && hit.t * snap > 1e-6) {
        if (dot(hit.normal, this.#up) >= this.#walkable) this.#advance(scaled(this.#up, -(snap + 1e-6)));
        else this.#put(home);
      }
      if (hit !== null && dot(hit.normal, this.#up) < 1e-6) this.#ground = null;
      this.#ground?.collider.getMatrix(this.#groundMatrix);
    }
  };
}

const toXyz = ([x, y, z]: Vec) => ({ x, y, z });

/** The vector nearest to v that leads into none of the planes. */
function project(v: Vec, planes: readonly Vec[]): Vec {
  const fits = (d: Vec) => planes.every((n) => dot(n, d) >= -1e-12 * norm(v));
  if (fits(v)) return v;
  let best: Vec = ZERO;
  for (const n of planes) {
    const d = sub(v, scaled(n, dot(n, v)));
    if (fits(d) && dot(d, v) > dot(best, v)) best = d;
    for (const m of planes) {
      const edge = cross(n, m);
      const squared = dot(edge, edge);
      if (squared < 1e-20) continue;
      const e = scaled(edge, dot(edge, v) / squared);
      if (fits(e) && dot(e, v) > dot(best, v)) best = e;
    }
  }
  return best;
}
