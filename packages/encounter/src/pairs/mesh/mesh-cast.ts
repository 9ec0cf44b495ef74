/** First contact in a cast with a mesh: the tree says which triangles may meet and in which order, GJK ray casts say when. */

import { type Body, boxIn } from '../../bodies/body.ts';
import { instanceOf, numberOf } from '../../bodies/mesh-body.ts';
import { Probe } from '../../bodies/probe.ts';
import { TriangleBody } from '../../bodies/triangle-body.ts';
import { supportOf } from '../../convex/cso.ts';
import type { Affine } from '../../math/affine.ts';
import { length, scale, Vec3 } from '../../math/vec3.ts';
import { CAST_SAME_TIME, TOUCH } from '../../tolerances.ts';
import type { LeafVisitor } from '../../tree/box.ts';
import type { LeafPairVisitor } from '../../tree/pair-descent.ts';
import { RelativeFrame } from '../../tree/relative-frame.ts';
import { TreeSweep } from '../../tree/sweep.ts';
import { SweepAxes } from '../../tree/sweep-axes.ts';
import type { Triangles } from '../../tree/triangles.ts';
import type { Caster } from '../caster.ts';
import { FlatMover } from '../flat-mover.ts';
import { contactTolerance } from '../place.ts';
import { CastHit, type RayHit } from '../result.ts';
import { QuerySettings } from '../settings.ts';
import { reachOf } from './mesh-mesh.ts';

/** Who says which triangles a moving box may meet, and in which order: the mesh's own tree, or another structure over the same triangles. */
export type Sweep = Pick<TreeSweep, 'motion' | 'limit' | 'slack' | 'box'>;

export class MeshCast implements LeafVisitor, LeafPairVisitor {
  readonly #sweep: Sweep;
  readonly #relative: RelativeFrame = new RelativeFrame();
  readonly #axes: SweepAxes = new SweepAxes();
  readonly #low: Float64Array = new Float64Array(1);
  /** The time until which a triangle must be proven apart to be left out. */
  readonly #until: Float64Array = new Float64Array(1);
  /** The normal of the best hit so far, from the mesh to the body, in the frame of the mesh; before any hit, against the motion. */
  readonly #lead: Vec3 = new Vec3();
  /** What rounding may do to a distance, and with that the distance at which the body touches a triangle at the start. */
  readonly #rounding: Float64Array = new Float64Array(1);
  readonly #tolerance: Float64Array = new Float64Array(1);
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();
  /** The convex body that is cast against a mesh. */
  #body: Body | null = null;
  readonly #box: Float64Array = new Float64Array(6);
  readonly #size: Float64Array = new Float64Array(1);
  readonly #triangleA: TriangleBody = new TriangleBody();
  readonly #triangleB: TriangleBody = new TriangleBody();
  readonly #probe: Probe = new Probe();
  readonly #hit: CastHit = new CastHit();
  readonly #trial: CastHit = new CastHit();
  readonly #step: Vec3 = new Vec3();
  readonly #local: Vec3 = new Vec3();
  readonly #reach: Vec3 = new Vec3();
  readonly #flat: FlatMover = new FlatMover();
  readonly #settings: QuerySettings = new QuerySettings();
  /** |cosine| of the angle between the normal of the best hit so far and the normal of its face. */
  readonly #facing: Float64Array = new Float64Array(1);
  readonly #cosine: Float64Array = new Float64Array(1);
  #caster: Caster | null = null;
  #motion: Vec3 | null = null;
  #a: Body | null = null;
  #b: Body | null = null;
  #triangles: Triangles | null = null;
  #frame: Affine | null = null;
  #other: Triangles | null = null;
  #slotA = -1;
  #slotB = -1;

  /** With a sweep of another structure only convex bodies can be cast. */
  constructor(sweep: Sweep = new TreeSweep()) {
    this.#sweep = sweep;
  }

  /** A mesh and a convex body, which moves by `motion`. */
  convex(caster: Caster, a: Body, body: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    const mesh = instanceOf(a);
    this.#begin(caster, motion, settings);
    const triangle = this.#triangleA;
    triangle.of(mesh);
    // Kept here, because the getters of the instance ask each time whether it is up to date.
    const { triangles, frame } = mesh;
    this.#triangles = triangles;
    this.#frame = frame;
    this.#other = null;
    this.#a = triangle;
    this.#b = body;
    const sweep = this.#sweep;
    const box = this.#box;
    boxIn(body, frame, box);
    triangles.tree.findReach(this.#size);
    let reach = this.#size[0];
    for (let i = 0; i < 6; i++) reach = Math.max(reach, Math.abs(box[i]));
    // The length of the motion, written out: a number returned by `length` is garbage where that is not inlined.
    const way = Math.abs(motion.x) + Math.abs(motion.y) + Math.abs(motion.z);
    const rounding = 4 * TOUCH * (reach + way);
    this.#rounding[0] = rounding;
    // Triangles that touch at the start, to the accuracy, must be asked even when the body leaves them.
    contactTolerance(a, body, settings, this.#tolerance);
    this.#tolerance[0] += rounding;
    sweep.slack[0] = mesh.margin + this.#tolerance[0];
    const r = frame.transposeVector(motion, this.#local);
    sweep.motion[0] = r.x;
    sweep.motion[1] = r.y;
    sweep.motion[2] = r.z;
    this.#axes.clear();
    this.#body = body;
    // Nothing is known yet, so the way itself tells what is met first.
    if (this.#writeAxis(scale(r, -1, r))) this.#setLead(r);
    if (settings.hints !== null) this.#keepHints(settings.hints, settings.hintCount);
    sweep.box(triangles.tree, box, this, this.#axes);
    this.#body = null;
    if (this.#slotA < 0) return false;
    this.#end(out);
    out.primitiveA = numberOf(a, this.#slotA);
    out.primitiveB = -1;
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
    const frame = this.#relative.set(ia.frame, ib.frame).seenFrom(ia.triangles.tree.origin, ib.triangles.tree.origin);
    const { t } = frame;
    const reach = reachOf(ia.triangles) + reachOf(ib.triangles) + Math.abs(t[0]) + Math.abs(t[1]) + Math.abs(t[2]);
    const sweep = this.#sweep as TreeSweep;
    sweep.slack[0] = ia.margin + ib.margin + 4 * TOUCH * (reach + length(motion));
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
    this.#settings.extent = settings.extent;
    this.#settings.resting = settings.resting;
    this.#settings.whole = settings.whole;
    this.#settings.flat = null;
    this.#settings.start = undefined;
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
    const { limit } = this.#sweep;
    const until = this.#until;
    const triangle = this.#triangleA;
    const { corners } = triangle;
    const triangles = this.#triangles as Triangles;
    for (let slot = first; slot < last; slot++) {
      triangles.load(slot, corners);
      until[0] = limit[0] + CAST_SAME_TIME;
      if (this.#axes.separate(corners, until)) continue;
      // Then the triangle's own plane, from the side that the body comes from.
      if (this.#writeAcross(corners)) {
        if (this.#axes.keepIfSeparate(corners, until)) continue;
        if (this.#isNoBetter(corners)) continue;
      }
      if (this.#writeBeside(corners) && this.#axes.keepIfSeparate(corners, until)) continue;
      triangle.take();
      if (this.#test()) this.#slotA = slot;
      else if ((this.#caster as Caster).near) return true;
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
    if (settings.whole !== null) settings.flat = this.#triangleA.across(this.#flat.front) ? this.#flat : null;
    const met = caster.castPair(a, b, step, settings, trial);
    hit.iterations += trial.iterations;
    if (!met) {
      if (this.#other === null && this.#writeAxis(scale(caster.axis, -1, this.#local))) this.#axes.keep();
      return false;
    }
    const t = trial.t * span;
    const cosine = this.#cosine;
    this.#triangleA.facing(trial.normal, cosine);
    let facing = cosine[0];
    if (this.#other !== null) {
      this.#triangleB.facing(trial.normal, cosine);
      facing = Math.max(facing, cosine[0]);
    }
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
    if (this.#other === null) {
      const n = (this.#frame as Affine).transposeVector(hit.normal, this.#local);
      if (this.#writeAxis(n)) this.#setLead(n);
    }
    return true;
  }

  #keepHints(hints: Float64Array, count: number): void {
    const n = this.#local;
    for (let i = 0; i < 3 * count; i += 3) {
      (this.#frame as Affine).transposeVector(n.set(hints[i], hints[i + 1], hints[i + 2]), n);
      if (this.#writeAxis(n)) this.#axes.keep();
    }
  }

  /** Makes the axis that was written last the leading one. It orders nodes, and casts begin with it. */
  #setLead(n: Vec3): void {
    this.#axes.lead();
    this.#settings.start = this.#lead.copy(n);
  }

  /**
   * Whether the triangle whose normal is the last axis is met no earlier than the best hit, and not by its face, and faces the normal of
   * that hit no better. Around a vertex of the mesh there are mostly six triangles that are met at the same time.
   */
  #isNoBetter(p: Float64Array): boolean {
    if (this.#slotA < 0 || this.#settings.resting > 0) return false;
    const n = this.#lead;
    const f = this.#local;
    const facing = Math.abs(n.x * f.x + n.y * f.y + n.z * f.z);
    if (facing > this.#facing[0] + CAST_SAME_TIME) return false;
    return this.#axes.leadsOnly(p, this.#sweep.limit, this.#tolerance, this.#rounding);
  }

  /** Adds the normal of a triangle to the axes. Returns false if it has none. */
  #writeAcross(p: Float64Array): boolean {
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    const n = this.#local;
    n.x = uy * vz - uz * vy;
    n.y = uz * vx - ux * vz;
    n.z = ux * vy - uy * vx;
    const { motion } = this.#sweep;
    if (n.x * motion[0] + n.y * motion[1] + n.z * motion[2] > 0) {
      n.x = -n.x;
      n.y = -n.y;
      n.z = -n.z;
    }
    return this.#writeAxis(n);
  }

  /**
   * Adds an axis across the motion, from a corner of a triangle to the middle of the body. If the body passes beside the triangle, this
   * axis mostly tells, and keeps it apart from what is around the triangle, too.
   */
  #writeBeside(p: Float64Array): boolean {
    const box = this.#box;
    const { motion } = this.#sweep;
    const x = 0.5 * (box[0] + box[3]) - p[0];
    const y = 0.5 * (box[1] + box[4]) - p[1];
    const z = 0.5 * (box[2] + box[5]) - p[2];
    const mx = motion[0];
    const my = motion[1];
    const mz = motion[2];
    const share = (x * mx + y * my + z * mz) / (mx * mx + my * my + mz * mz);
    const n = this.#local;
    n.x = x - share * mx;
    n.y = y - share * my;
    n.z = z - share * mz;
    return this.#writeAxis(n);
  }

  /** Adds an axis, in the frame of the mesh and from it to the body; writes to it. Returns false if it has no direction. */
  #writeAxis(n: Vec3): boolean {
    const l = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (!(l > 0 && l < Infinity)) return false;
    const x = n.x / l;
    const y = n.y / l;
    const z = n.z / l;
    n.x = x;
    n.y = y;
    n.z = z;
    const { core, kind, frame, radius } = this.#body as Body;
    const a = (this.#frame as Affine).m;
    const { m } = frame;
    const dir = this.#dir;
    const point = this.#point;
    const wx = a[0] * x + a[3] * y + a[6] * z;
    const wy = a[1] * x + a[4] * y + a[7] * z;
    const wz = a[2] * x + a[5] * y + a[8] * z;
    dir.x = -(m[0] * wx + m[1] * wy + m[2] * wz);
    dir.y = -(m[3] * wx + m[4] * wy + m[5] * wz);
    dir.z = -(m[6] * wx + m[7] * wy + m[8] * wz);
    supportOf(kind, core, dir, point);
    const low = -(dir.x * point.x + dir.y * point.y + dir.z * point.z);
    const along = wx * (m[9] - a[9]) + wy * (m[10] - a[10]) + wz * (m[11] - a[11]);
    this.#low[0] = low + along - radius - this.#sweep.slack[0];
    this.#axes.write(n, this.#low, this.#sweep.motion, (this.#triangles as Triangles).tree.origin);
    return true;
  }
}
