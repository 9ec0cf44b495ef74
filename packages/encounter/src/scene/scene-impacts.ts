/**
 * The first impact of a moving and turning collider in a scene. Candidates come from near to far: those at rest from the broad phase,
 * through which a box around the collider and its turn or deformation is swept; those that move by their own swept boxes, relative to it. Each is asked
 * only up to the best impact so far, except where a mesh deforms: its positions are the caller's, and are not cut.
 */
import type { Collider } from '../bodies/collider.ts';
import type { BroadPhase } from '../broad/broad-phase.ts';
import { ENTRY, MovingBox } from '../broad/moving-box.ts';
import { Aabb } from '../math/aabb.ts';
import { Path } from '../math/path.ts';
import { Vec3 } from '../math/vec3.ts';
import { Impact } from '../motion/impact.ts';
import { type Motion, readMotion, requireStraight } from '../motion/motion.ts';
import { timeOfImpact } from '../query.ts';
import type { Member } from './member.ts';
import { bothHalfspaces, SceneImpact, type SceneImpactOptions, wanted } from './scene-query.ts';
import { sweptBox } from './swept-box.ts';

/** Another collider that moves, and the earliest time at which it may be met; Infinity if never. */
interface Mover<T> {
  readonly collider: Collider<T>;
  readonly motion: Motion;
  readonly entry: number;
}

/** A motion cut off at some time. */
class CutMotion implements Motion {
  readonly translation: Vec3 = new Vec3();
  readonly rotation: Vec3 = new Vec3();
  readonly center: Vec3 = new Vec3();

  of({ translation: v, axis: u, angle, center }: Path, end: number): this {
    const turn = end * angle[0];
    this.translation.set(end * v.x, end * v.y, end * v.z);
    this.rotation.set(turn * u.x, turn * u.y, turn * u.z);
    this.center.copy(center);
    return this;
  }
}

export class SceneImpacts<T> {
  readonly #broad: BroadPhase<Member<T>>;

  constructor(broad: BroadPhase<Member<T>>) {
    this.#broad = broad;
  }

  first(
    collider: Collider,
    motion: Motion | null,
    options: SceneImpactOptions<T>,
    members: Iterable<Collider<T>>,
  ): SceneImpact<T> | null {
    const path = readMotion('motion', motion, collider, new Path());
    const search = new Search<T>(collider, motion, path);
    const box = sweptBox(collider, path);
    const movers = options.motions === undefined ? null : this.#movers(search, box, options, members);
    if (movers !== null) {
      const ordered = [...movers.values()].filter(({ entry }) => entry <= 1).sort((a, b) => a.entry - b.entry);
      for (const mover of ordered) {
        if (mover.entry > search.limit) break;
        search.ask(mover.collider, mover.motion);
      }
    }
    this.#broad.sweep(box.min, box.max, path.translation, ({ collider: other }) => {
      if (search.limit === 0) return 0;
      if (other === collider || bothHalfspaces(other, collider) || movers?.has(other)) return search.limit;
      // With `motions` every collider has been asked about already.
      if (movers === null && !wanted(other, options)) return search.limit;
      if (movers !== null && search.left.has(other)) return search.limit;
      search.ask(other, null);
      return search.limit;
    });
    return search.best;
  }

  /** The others that move. Those that the query is not about are listed in `search.left`. */
  #movers(
    search: Search<T>,
    box: Aabb,
    options: SceneImpactOptions<T>,
    members: Iterable<Collider<T>>,
  ): Map<Collider<T>, Mover<T>> {
    const { collider, path } = search;
    const movers = new Map<Collider<T>, Mover<T>>();
    const moving = new MovingBox();
    const otherPath = new Path();
    const otherBox = new Aabb();
    const relative = new Vec3();
    const corners = new Float64Array(6);
    for (const other of members) {
      if (other === collider) continue;
      if (!wanted(other, options)) {
        search.left.add(other);
        continue;
      }
      const motion = options.motions?.(other) ?? null;
      readMotion(nameOfMotion(other), motion, other, otherPath);
      const { x, y, z } = otherPath.translation;
      if (motion === null || (!otherPath.turns && !otherPath.deforms && x === 0 && y === 0 && z === 0)) continue;
      const { min, max } = sweptBox(other, otherPath, otherBox);
      const v = path.translation;
      moving.setBox(box.min, box.max, relative.set(v.x - x, v.y - y, v.z - z));
      for (let i = 0; i < 3; i++) {
        const k = i === 0 ? 'x' : i === 1 ? 'y' : 'z';
        corners[i] = min[k];
        corners[i + 3] = max[k];
      }
      const met = !bothHalfspaces(other, collider) && moving.meets(corners, 0);
      movers.set(other, { collider: other, motion, entry: met ? moving.line[ENTRY] : Infinity });
    }
    return movers;
  }
}

/** The motion of another collider, in messages. */
function nameOfMotion({ id }: Collider): string {
  return `motions(collider ${id})`;
}

/** One query: who moves and how, and the best impact so far. */
class Search<T> {
  readonly collider: Collider;
  readonly path: Path;
  best: SceneImpact<T> | null = null;
  /** Colliders of the scene that the query is not about; only filled with `motions`. */
  readonly left: Set<Collider<T>> = new Set();
  readonly #motion: Motion | null;
  readonly #trial: Impact = new Impact();
  readonly #cut: CutMotion = new CutMotion();
  readonly #otherCut: CutMotion = new CutMotion();
  readonly #otherPath: Path = new Path();

  constructor(collider: Collider, motion: Motion | null, path: Path) {
    this.collider = collider;
    this.path = path;
    this.#motion = motion;
  }

  /** How much of the motions is still of interest. */
  get limit(): number {
    return this.best?.t ?? 1;
  }

  /** Asks about another collider up to the best impact so far, or to the end if one of the two deforms. */
  ask(other: Collider<T>, motion: Motion | null): void {
    const { limit, collider } = this;
    const trial = this.#trial;
    let own = this.#motion;
    let others = motion;
    if (motion !== null) {
      // Here, because the pair query would name its own arguments.
      const name = nameOfMotion(other);
      requireStraight('motion', this.path, name, readMotion(name, motion, other, this.#otherPath));
    }
    // The positions of a deforming mesh are the caller's, and are not cut.
    const cut = limit < 1 && !this.path.deforms && motion?.positions === undefined;
    if (cut) {
      own = this.#cut.of(this.path, limit);
      if (motion !== null) others = this.#otherCut.of(this.#otherPath, limit);
    }
    if (timeOfImpact(collider, own, other, others, trial) === null) return;
    const t = cut ? trial.t * limit : trial.t;
    if (this.best !== null && t >= this.best.t) return;
    this.best ??= new SceneImpact(other);
    this.best.copy(trial);
    this.best.t = t;
    this.best.collider = other;
  }
}
