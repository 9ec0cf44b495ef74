/**
 * Compounds against anything: part by part, as far as the tree over their boxes lets it be. Two compounds nest: the parts of the
 * first meet the second as a whole, which takes itself apart in turn. So what one query needs lives in a level of its own.
 */
import { Goal } from '../convex/penetration.ts';
import { Affine } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { type LeafVisitor, TreeBox } from '../tree/box.ts';
import { COUNT, FIRST } from '../tree/layout.ts';
import { TreeSweep } from '../tree/sweep.ts';
import { type Body, boxIn, QuerySettings } from './body.ts';
import type { Caster } from './caster.ts';
import type { ComplexPair, RayTarget } from './complex-pair.ts';
import type { CompoundInstance } from './compound-instance.ts';
import type { ContactList } from './contact.ts';
import { addContact } from './contact.ts';
import type { PairSolver } from './dispatch.ts';
import { pairOf } from './dispatch.ts';
import { CastHit, PairGeometry, RayHit } from './result.ts';
import { SolidDepth } from './solid-depth.ts';

/** How much boxes are widened for rounding in positions, relative to the coordinates. */
const SLACK = 1e-14;

const WORLD: Affine = /* #__PURE__ */ new Affine();

export class CompoundPair implements ComplexPair, RayTarget {
  signed = 0;
  readonly #levels: Level[] = [];
  #depth = 0;

  solve(solver: PairSolver, a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    const level = this.#enter();
    try {
      const together = this.#solve(level, solver, a, b, goal, settings, out);
      this.signed = level.signed;
      return together;
    } finally {
      this.#depth--;
    }
  }

  #enter(): Level {
    if (this.#depth === this.#levels.length) this.#levels.push(new Level());
    return this.#levels[this.#depth++];
  }

  #solve(
    level: Level,
    solver: PairSolver,
    a: Body,
    b: Body,
    goal: Goal,
    settings: QuerySettings,
    out: PairGeometry | null,
  ): boolean {
    level.place(solver, a, b, settings);
    if (out === null || goal === Goal.decide) return level.meet();
    if (goal === Goal.distance) return level.nearest(settings.maxDistance, out);
    if (level.meet()) {
      this.#deepest(level, solver, a, b, settings, out);
      return true;
    }
    // Apart, whatever rounding says in the search for the distance.
    if (goal === Goal.signed && level.nearest(settings.maxDistance, out)) level.signed = Number.MIN_VALUE;
    return false;
  }

  #deepest(level: Level, solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): void {
    const bounded = a.kind !== ShapeKind.halfspace && b.kind !== ShapeKind.halfspace;
    // One part alone is as deep as the whole, and so is what a halfspace is deepest in; of soups the deepest primitive counts.
    if (level.partCount === 1 || !bounded || !a.shape.solid || !b.shape.solid) {
      level.deepest(out);
      return;
    }
    level.search ??= new SolidDepth();
    level.plain.accuracy = settings.accuracy;
    level.plain.maxDistance = Infinity;
    level.search.run(solver, a, b, level.plain, out);
    level.signed = -level.search.depth;
  }

  contacts(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, list: ContactList): void {
    const level = this.#enter();
    try {
      const from = list.count;
      level.place(solver, a, b, settings);
      level.contacts(list);
      // A child may have several parts or triangles, and is one primitive.
      list.merge(from);
    } finally {
      this.#depth--;
    }
  }

  cast(caster: Caster, a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    const level = this.#enter();
    try {
      level.place(caster.solver, a, b, settings);
      return level.cast(caster, motion, settings, out);
    } finally {
      this.#depth--;
    }
  }

  ray(caster: Caster, body: Body, from: Vec3, dir: Vec3, settings: QuerySettings, hit: RayHit): boolean {
    const level = this.#enter();
    try {
      return level.ray(caster, body, from, dir, settings, hit);
    } finally {
      this.#depth--;
    }
  }
}

const Task = { any: 0, nearest: 1, deepest: 2, contacts: 3, cast: 4, ray: 5 } as const;
type Task = (typeof Task)[keyof typeof Task];

/** One compound against one other body. */
class Level implements LeafVisitor {
  signed = 0;
  partCount = 0;
  /** Made when first needed. */
  search: SolidDepth | undefined;
  readonly plain: QuerySettings = new QuerySettings();
  readonly #walk: TreeBox = new TreeBox();
  readonly #sweep: TreeSweep = new TreeSweep();
  readonly #box: Float64Array = new Float64Array(6);
  readonly #trial: PairGeometry = new PairGeometry();
  readonly #trialHit: CastHit = new CastHit();
  readonly #trialRay: RayHit = new RayHit();
  readonly #step: Vec3 = new Vec3();
  #task: Task = Task.any;
  #solver: PairSolver | null = null;
  #instance: CompoundInstance | null = null;
  #compound: Body | null = null;
  #other: Body | null = null;
  #first = false;
  #found = false;
  #out: PairGeometry | null = null;
  #hit: CastHit | null = null;
  #rayHit: RayHit | null = null;
  #caster: Caster | null = null;
  #list: ContactList | null = null;
  #motion: Vec3 | null = null;
  #from: Vec3 | null = null;
  #settings: QuerySettings | null = null;

  /** The first of the two that is a compound is taken apart. */
  place(solver: PairSolver, a: Body, b: Body, settings: QuerySettings): void {
    this.#first = a.kind === ShapeKind.compound;
    const compound = this.#first ? a : b;
    this.#compound = compound;
    this.#other = this.#first ? b : a;
    this.#instance = compound.instance as CompoundInstance;
    this.partCount = this.#instance.compound.parts.length;
    this.#solver = solver;
    this.#settings = settings;
    this.plain.accuracy = settings.accuracy;
    this.plain.maxDistance = Infinity;
    this.plain.sliding = settings.sliding;
    boxIn(this.#other, WORLD, this.#box);
    // Boxes are rounded outward to floats, but the other's to nothing, and positions are rounded far away.
    const { m } = compound.frame;
    for (let i = 0; i < 3; i++) {
      const reach = Math.abs(this.#box[i]) + Math.abs(this.#box[3 + i]) + Math.abs(m[9 + i]);
      const slack = SLACK * Math.min(1e300, reach);
      this.#walk.box[i] = this.#box[i] - slack;
      this.#walk.box[3 + i] = this.#box[3 + i] + slack;
    }
  }

  meet(): boolean {
    this.#task = Task.any;
    return this.#walk.overlapping((this.#instance as CompoundInstance).tree, this);
  }

  /** The nearest part; true when one meets the other body. */
  nearest(limit: number, out: PairGeometry): boolean {
    this.#task = Task.nearest;
    this.#out = out;
    this.#found = false;
    this.signed = limit;
    this.#walk.best[0] = limit * limit;
    out.iterations = 0;
    this.#walk.nearest((this.#instance as CompoundInstance).tree, this);
    if (this.#found) return this.signed <= 0;
    this.signed = Infinity;
    this.#separate(limit, out);
    out.pointA.set(0, 0, 0);
    out.pointB.set(0, 0, 0);
    out.primitiveA = -1;
    out.primitiveB = -1;
    return false;
  }

  /** An axis that separates the hulls, if there is one, or else any one part from the other body. */
  #separate(limit: number, out: PairGeometry): void {
    const { convex } = this.#solver as PairSolver;
    const other = this.#other as Body;
    const compound = this.#compound as Body;
    this.plain.maxDistance = 0;
    const bounded = other.kind !== ShapeKind.halfspace;
    const a = this.#first ? compound : other;
    const b = this.#first ? other : compound;
    if (bounded && !convex.solve(a, b, Goal.distance, this.plain, out)) return;
    this.plain.maxDistance = limit;
    this.#ask((this.#instance as CompoundInstance).bodies[0], Goal.distance, out);
  }

  /** The part deepest in the other body. */
  deepest(out: PairGeometry): void {
    this.#task = Task.deepest;
    this.#out = out;
    this.signed = Infinity;
    out.iterations = 0;
    this.#walk.overlapping((this.#instance as CompoundInstance).tree, this);
    this.signed = Math.min(this.signed, 0);
  }

  contacts(list: ContactList): void {
    this.#task = Task.contacts;
    this.#list = list;
    this.#walk.overlapping((this.#instance as CompoundInstance).tree, this);
  }

  cast(caster: Caster, motion: Vec3, _settings: QuerySettings, out: CastHit): boolean {
    this.#task = Task.cast;
    this.#caster = caster;
    this.#motion = motion;
    this.#hit = out;
    this.#found = false;
    const sweep = this.#sweep;
    const sign = this.#first ? 1 : -1;
    sweep.motion[0] = sign * motion.x;
    sweep.motion[1] = sign * motion.y;
    sweep.motion[2] = sign * motion.z;
    sweep.limit[0] = 1;
    sweep.slack[0] = 0;
    out.iterations = 0;
    sweep.box((this.#instance as CompoundInstance).tree, this.#walk.box, this);
    return this.#found;
  }

  ray(caster: Caster, body: Body, from: Vec3, dir: Vec3, settings: QuerySettings, hit: RayHit): boolean {
    this.#task = Task.ray;
    this.#instance = body.instance as CompoundInstance;
    this.#caster = caster;
    this.#from = from;
    this.#motion = dir;
    this.#rayHit = hit;
    this.#settings = settings;
    this.#found = false;
    const sweep = this.#sweep;
    const box = this.#box;
    box[0] = box[3] = from.x;
    box[1] = box[4] = from.y;
    box[2] = box[5] = from.z;
    sweep.motion[0] = dir.x;
    sweep.motion[1] = dir.y;
    sweep.motion[2] = dir.z;
    sweep.limit[0] = hit.t;
    sweep.slack[0] = SLACK * (Math.abs(from.x) + Math.abs(from.y) + Math.abs(from.z));
    sweep.box(this.#instance.tree, box, this);
    return this.#found;
  }

  leaf(node: number): boolean {
    const instance = this.#instance as CompoundInstance;
    const { tree, bodies } = instance;
    const first = tree.links[node + FIRST];
    const last = first + tree.links[node + COUNT];
    for (let slot = first; slot < last; slot++) {
      const part = tree.items[slot];
      if (this.#visit(bodies[part], instance.childOf(part))) return true;
    }
    return false;
  }

  /** Does what the task asks with a part; true when that is all. */
  #visit(body: Body, child: number): boolean {
    switch (this.#task) {
      case Task.any:
        return this.#ask(body, Goal.decide, null);
      case Task.nearest:
        return this.#offerNearest(body, child);
      case Task.deepest:
        this.#offerDeepest(body, child);
        return false;
      case Task.contacts:
        this.#addContacts(body, child);
        return false;
      case Task.cast:
        return this.#offerCast(body, child);
      default:
        return this.#offerRay(body, child);
    }
  }

  #ask(body: Body, goal: Goal, out: PairGeometry | null): boolean {
    const other = this.#other as Body;
    const solver = this.#solver as PairSolver;
    return this.#first
      ? solver.solve(body, other, goal, this.plain, out)
      : solver.solve(other, body, goal, this.plain, out);
  }

  #offerNearest(body: Body, child: number): boolean {
    const trial = this.#trial;
    const out = this.#out as PairGeometry;
    this.plain.maxDistance = this.signed;
    const together = this.#ask(body, Goal.distance, trial);
    const { signed } = this.#solver as PairSolver;
    const iterations = out.iterations + trial.iterations;
    if (signed < this.signed || (!this.#found && signed <= this.signed && signed < Infinity)) {
      this.signed = signed;
      this.#found = true;
      this.#walk.best[0] = signed * signed;
      out.copy(trial);
      this.#name(out, child);
    }
    out.iterations = iterations;
    return together;
  }

  #offerDeepest(body: Body, child: number): void {
    const trial = this.#trial;
    const out = this.#out as PairGeometry;
    trial.error = 0;
    if (!this.#ask(body, Goal.depth, trial)) return;
    const { signed } = this.#solver as PairSolver;
    const iterations = out.iterations + trial.iterations;
    if (signed < this.signed) {
      this.signed = signed;
      out.copy(trial);
      this.#name(out, child);
    }
    out.iterations = iterations;
  }

  #name(out: PairGeometry | CastHit, child: number): void {
    if (this.#first) out.primitiveA = child;
    else out.primitiveB = child;
  }

  #addContacts(body: Body, child: number): void {
    const list = this.#list as ContactList;
    const solver = this.#solver as PairSolver;
    const other = this.#other as Body;
    const a = this.#first ? body : other;
    const b = this.#first ? other : body;
    const from = list.count;
    if (a.kind < ShapeKind.halfspace && b.kind < ShapeKind.halfspace)
      addContact(solver, a, b, -1, -1, this.plain, list);
    else pairOf(a, b).contacts(solver, a, b, this.plain, list);
    for (let i = from; i < list.count; i++) {
      const contact = list.at(i);
      if (this.#first) contact.primitiveA = child;
      else contact.primitiveB = child;
    }
  }

  #offerCast(body: Body, child: number): boolean {
    const { limit } = this.#sweep;
    const motion = this.#motion as Vec3;
    const caster = this.#caster as Caster;
    const other = this.#other as Body;
    const trial = this.#trialHit;
    const out = this.#hit as CastHit;
    const step = this.#step.set(motion.x * limit[0], motion.y * limit[0], motion.z * limit[0]);
    const met = this.#first
      ? caster.castPair(body, other, step, this.plain, trial)
      : caster.castPair(other, body, step, this.plain, trial);
    const iterations = out.iterations + trial.iterations;
    if (met && !(this.#found && trial.t >= 1)) {
      limit[0] *= trial.t;
      this.#found = true;
      out.copy(trial);
      out.t = limit[0];
      this.#name(out, child);
    }
    out.iterations = iterations;
    return limit[0] === 0;
  }

  #offerRay(body: Body, child: number): boolean {
    const { limit } = this.#sweep;
    const trial = this.#trialRay;
    const hit = this.#rayHit as RayHit;
    trial.t = limit[0];
    const met = (this.#caster as Caster).rayBody(
      body,
      this.#from as Vec3,
      this.#motion as Vec3,
      this.#settings as QuerySettings,
      trial,
    );
    if (!met || (this.#found && trial.t >= limit[0])) return false;
    this.#found = true;
    limit[0] = trial.t;
    hit.t = trial.t;
    hit.normal.copy(trial.normal);
    hit.primitive = child;
    return trial.t === 0;
  }
}
