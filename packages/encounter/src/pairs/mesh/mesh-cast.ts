/** First contact in a cast with a mesh: the tree says which triangles may meet and in which order, GJK ray casts say when. */

import { type Body, boxIn } from '../../bodies/body.ts';
import { instanceOf, numberOf } from '../../bodies/mesh-body.ts';
import { Probe } from '../../bodies/probe.ts';
import { TriangleBody } from '../../bodies/triangle-body.ts';
import { Vec3 } from '../../math/vec3.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import { CAST_SAME_TIME, TOUCH } from '../../tolerances.ts';
import type { LeafVisitor } from '../../tree/box.ts';
import type { LeafPairVisitor } from '../../tree/pair-descent.ts';
import { RelativeFrame } from '../../tree/relative-frame.ts';
import { TreeSweep } from '../../tree/sweep.ts';
import type { Triangles } from '../../tree/triangles.ts';
import type { Caster } from '../caster.ts';
import { CastHit, type RayHit } from '../result.ts';
import { QuerySettings } from '../settings.ts';
import { reachOf } from './mesh-mesh.ts';

/** Who says which triangles a moving box may meet, and in which order: the mesh's own tree, or another structure over the same triangles. */
export type Sweep = Pick<TreeSweep, 'motion' | 'limit' | 'slack' | 'box'>;

export class MeshCast implements LeafVisitor, LeafPairVisitor {
  readonly #sweep: Sweep;
  readonly #frame: RelativeFrame = new RelativeFrame();
  readonly #box: Float64Array = new Float64Array(6);
  readonly #triangleA: TriangleBody = new TriangleBody();
  readonly #triangleB: TriangleBody = new TriangleBody();
  readonly #probe: Probe = new Probe();
  readonly #hit: CastHit = new CastHit();
  readonly #trial: CastHit = new CastHit();
  readonly #step: Vec3 = new Vec3();
  readonly #local: Vec3 = new Vec3();
  readonly #reach: Vec3 = new Vec3();
  readonly #front: Vec3 = new Vec3();
  readonly #settings: QuerySettings = new QuerySettings();
  /** |cosine| of the angle between the normal of the best hit so far and the normal of its face. */
  readonly #facing: Float64Array = new Float64Array(1);
  #caster: Caster | null = null;
  #motion: Vec3 | null = null;
  #a: Body | null = null;
  #b: Body | null = null;
  #other: Triangles | null = null;
  #slotA = -1;
  #slotB = -1;

  /** With a sweep of another structure only convex bodies can be cast. */
  constructor(sweep: Sweep = new TreeSweep()) {
    this.#sweep = sweep;
  }

  /** A convex body and a mesh, in either order; B moves by `motion`. */
  convex(caster: Caster, a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    const meshFirst = a.kind === ShapeKind.mesh;
    const mesh = instanceOf(meshFirst ? a : b);
    const body = meshFirst ? b : a;
    this.#begin(caster, motion, settings);
    const triangle = this.#triangleA;
    triangle.of(mesh);
    this.#other = null;
    this.#a = meshFirst ? triangle : body;
    this.#b = meshFirst ? body : triangle;
    const sweep = this.#sweep;
    const box = this.#box;
    boxIn(body, mesh.frame, box);
    let reach = reachOf(mesh.triangles);
    for (let i = 0; i < 6; i++) reach = Math.max(reach, Math.abs(box[i]));
    sweep.slack[0] = mesh.margin + 4 * TOUCH * reach;
    // The box moves relative to the mesh.
    const r = mesh.frame.transposeVector(motion, this.#local);
    const sign = meshFirst ? 1 : -1;
    sweep.motion[0] = sign * r.x;
    sweep.motion[1] = sign * r.y;
    sweep.motion[2] = sign * r.z;
    sweep.box(mesh.triangles.tree, box, this);
    if (this.#slotA < 0) return false;
    this.#end(out);
    out.primitiveA = meshFirst ? numberOf(a, this.#slotA) : -1;
    out.primitiveB = meshFirst ? -1 : numberOf(b, this.#slotA);
    return true;
  }

  /** Two meshes; B moves by `motion`. */
  meshes(caster: Caster, a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    const ia = instanceOf(a);
    const ib = instanceOf(b);
    this.#begin(caster, motion, settings);
    this.#triangleA.of(ia);
    this.#triangleB.of(ib);
    this.#a = this.#triangleA;
    this.#b = this.#triangleB;
    this.#other = ib.triangles;
    const frame = this.#frame.set(ia.frame, ib.frame).seenFrom(ia.triangles.tree.origin, ib.triangles.tree.origin);
    const { t } = frame;
    const reach = reachOf(ia.triangles) + reachOf(ib.triangles) + Math.abs(t[0]) + Math.abs(t[1]) + Math.abs(t[2]);
    const sweep = this.#sweep as TreeSweep;
    sweep.slack[0] = ia.margin + ib.margin + 4 * TOUCH * reach;
    const r = ia.frame.transposeVector(motion, this.#local);
    sweep.motion[0] = r.x;
    sweep.motion[1] = r.y;
    sweep.motion[2] = r.z;
    sweep.pairs(ia.triangles, ib.triangles, frame, this);
    if (this.#slotA < 0) return false;
    this.#end(out);
    out.primitiveA = numberOf(a, this.#slotA);
    out.primitiveB = numberOf(b, this.#slotB);
    return true;
  }

  /** A ray from outside against a mesh with a margin: the cast of a point. */
  ray(caster: Caster, body: Body, from: Vec3, dir: Vec3, settings: QuerySettings, hit: RayHit): boolean {
    const probe = this.#probe;
    probe.frame.setOrigin(from);
    const limit = hit.t;
    const found = this.#hit;
    const motion = this.#reach.set(limit * dir.x, limit * dir.y, limit * dir.z);
    if (!this.convex(caster, body, probe, motion, settings, found)) return false;
    hit.t = limit * found.t;
    hit.normal.copy(found.normal);
    hit.primitive = numberOf(body, this.#slotA);
    return true;
  }

  #begin(caster: Caster, motion: Vec3, settings: QuerySettings): void {
    this.#caster = caster;
    this.#motion = motion;
    this.#settings.accuracy = settings.accuracy;
    this.#settings.resting = settings.resting;
    this.#settings.whole = settings.whole;
    this.#settings.front = null;
    this.#sweep.limit[0] = 1;
    this.#slotA = -1;
    this.#slotB = -1;
    this.#hit.iterations = 0;
  }

  #end(out: CastHit): void {
    const hit = this.#hit;
    if (out === hit) return;
    out.t = hit.t;
    out.point.copy(hit.point);
    out.normal.copy(hit.normal);
    out.converged = hit.converged;
    out.iterations = hit.iterations;
  }

  leaf(first: number, last: number): boolean {
    for (let slot = first; slot < last; slot++) {
      this.#triangleA.load(slot);
      if (this.#test()) this.#slotA = slot;
    }
    return false;
  }

  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    for (let slotB = firstB; slotB < lastB; slotB++) {
      this.#triangleB.load(slotB);
      for (let slotA = firstA; slotA < lastA; slotA++) {
        this.#triangleA.load(slotA);
        if (!this.#test()) continue;
        this.#slotA = slotA;
        this.#slotB = slotB;
      }
    }
    return false;
  }

  /**
   * Whether the loaded pair of triangles meets earlier than any before. Several may meet at the same time, as the triangles of a floor
   * do under a box. Then a hit whose normal is that of a face is better than one at an edge.
   */
  #test(): boolean {
    const caster = this.#caster as Caster;
    const a = this.#a as Body;
    const b = this.#b as Body;
    const motion = this.#motion as Vec3;
    const { limit } = this.#sweep;
    const trial = this.#trial;
    const hit = this.#hit;
    // Cast only a little farther than the best hit so far. The t of this cast runs from 0 to 1 over that span. Where it matters whether
    // the motion leads deeper, the whole of it counts.
    const span = this.#settings.resting > 0 ? 1 : Math.min(limit[0] + CAST_SAME_TIME, 1);
    const step = this.#step.set(motion.x * span, motion.y * span, motion.z * span);
    const settings = this.#settings;
    if (settings.whole !== null) settings.front = this.#triangleA.across(this.#front) ? this.#front : null;
    const met = caster.castPair(a, b, step, settings, trial);
    hit.iterations += trial.iterations;
    if (!met) return false;
    const t = trial.t * span;
    const facing = Math.max(
      this.#triangleA.facing(trial.normal),
      this.#other === null ? 0 : this.#triangleB.facing(trial.normal),
    );
    if (t > limit[0] + CAST_SAME_TIME) return false;
    if (this.#slotA >= 0 && t > limit[0] - CAST_SAME_TIME && facing <= this.#facing[0] + CAST_SAME_TIME) {
      // The pair is not better, or earlier by no more than CAST_SAME_TIME. Keep the hit, but take the earlier time.
      if (t < limit[0]) {
        limit[0] = t;
        hit.t = t;
      }
      return false;
    }
    this.#facing[0] = facing;
    limit[0] = Math.min(t, limit[0]);
    hit.t = limit[0];
    hit.point.copy(trial.point);
    hit.normal.copy(trial.normal);
    hit.converged = trial.converged;
    return true;
  }
}
