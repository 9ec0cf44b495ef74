/**
 * First contact of a moving mesh with a convex body, or with another mesh. The time is cut into spans, the earliest first. In the middle
 * of a span both are placed where they are then, and the trees tell which triangles are near enough to meet within the span: no point
 * moves farther than the slack until its ends. If those are many, the span is halved; if few, each pair of convex parts is asked for its
 * own first contact in the span. What counts is proven there; spans only leave out what cannot meet.
 */
import { type Body, boxIn } from '../bodies/body.ts';
import { instanceOf, numberOf } from '../bodies/mesh-body.ts';
import type { MeshInstance } from '../bodies/mesh-instance.ts';
import { MovedBody } from '../bodies/moved-body.ts';
import { TriangleBody } from '../bodies/triangle-body.ts';
import { PairCache } from '../convex/pair-cache.ts';
import { Goal } from '../convex/penetration.ts';
import type { Path } from '../math/path.ts';
import { Vec3 } from '../math/vec3.ts';
import { DistanceResult } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { TreeBox } from '../tree/box.ts';
import { TreeOverlap } from '../tree/overlap.ts';
import { RelativeFrame } from '../tree/relative-frame.ts';
import type { ConvexImpact } from './convex-impact.ts';
import { Impact } from './impact.ts';
import { across } from './turning-core.ts';

/** The part of the time left that a step of conservative advancement must gain. */
const PAYS = 0.2;

/** So many candidates are asked one by one rather than that the span is halved. */
const FEW = 12;

/** A span whose slack is below this part of a typical triangle is not halved: hardly fewer triangles would be left. */
const FINE = 0.25;

export class MeshImpact {
  readonly #a: MovedBody = new MovedBody();
  readonly #b: MovedBody = new MovedBody();
  readonly #triangleA: TriangleBody = new TriangleBody();
  readonly #triangleB: TriangleBody = new TriangleBody();
  readonly #box: TreeBox = new TreeBox();
  readonly #overlap: TreeOverlap = new TreeOverlap();
  readonly #frame: RelativeFrame = new RelativeFrame();
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #trial: Impact = new Impact();
  readonly #min: Vec3 = new Vec3();
  readonly #max: Vec3 = new Vec3();
  readonly #corner: Vec3 = new Vec3();
  readonly #cache: PairCache = new PairCache();
  readonly #distance: DistanceResult = new DistanceResult();
  /** Ends of spans that wait, the earliest last. */
  readonly #ends: number[] = [];
  /** Slots of candidates: of one mesh one each, of two meshes two each. */
  #slots: Int32Array = new Int32Array(256);
  #count = 0;
  #most = 0;

  /** As `ConvexImpact.run`, where at least one of the two is a mesh and the other is a mesh or convex. */
  run(
    convex: ConvexImpact,
    a: Body,
    pathA: Path,
    b: Body,
    pathB: Path,
    settings: QuerySettings,
    resting: boolean,
    out: Impact,
  ): boolean {
    const { time } = convex;
    const end = time[1];
    const ends = this.#ends;
    const own = this.#settings;
    const fastest = this.#fastest(a, pathA, b, pathB);
    const extent = Math.min(extentOf(a), extentOf(b));
    const detail = Math.min(detailOf(a), detailOf(b));
    own.accuracy = settings.accuracy;
    own.extent = extent;
    if (a.kind === ShapeKind.mesh) this.#triangleA.of(instanceOf(a));
    if (b.kind === ShapeKind.mesh) this.#triangleB.of(instanceOf(b));
    const movedA = this.#a.of(a);
    const movedB = this.#b.of(b);
    // Bodies that rest on each other are within the accuracy, and the boxes must find them.
    const reserve = extent * 1e-7;
    let from = time[0];
    let limit = end;
    let found = false;
    let iterations = 0;
    const { solver } = convex;
    const cache = this.#cache;
    const trial = this.#trial;
    own.cache = cache;
    cache.clear();
    // Conservative advancement of the two as wholes, as long as it pays. The nearest pair is asked for its contact on the way.
    for (let slotA = -1, slotB = -1; !resting; ) {
      movedA.moveAlong(pathA, from);
      movedB.moveAlong(pathB, from);
      own.maxDistance = fastest * (limit - from) + reserve;
      solver.solve(movedA, movedB, Goal.distance, own, this.#distance);
      const { signed } = solver;
      if (signed === Infinity) return found;
      if (cache.slotA !== slotA || cache.slotB !== slotB) {
        slotA = cache.slotA;
        slotB = cache.slotB;
        this.#slots[0] = slotA >= 0 ? slotA : slotB;
        this.#slots[1] = slotB;
        time[0] = from;
        time[1] = limit;
        if (this.#ask(convex, 0, a, pathA, b, pathB, own, resting, trial)) {
          limit = trial.t;
          found = true;
          out.copy(trial);
        }
      }
      const step = (signed - this.#distance.error) / fastest;
      if (!(from + step < limit)) return found;
      if (step < PAYS * (limit - from)) break;
      from += step;
    }
    own.maxDistance = Infinity;
    ends.length = 0;
    ends.push(limit);
    while (ends.length > 0) {
      const to = ends[ends.length - 1];
      const middle = from + (to - from) / 2;
      const slack = (fastest * (to - from)) / 2;
      const coarse = slack > FINE * detail && middle > from && middle < to;
      movedA.moveAlong(pathA, middle);
      movedB.moveAlong(pathB, middle);
      this.#most = coarse ? FEW : Infinity;
      this.#collect(movedA, movedB, slack + reserve);
      if (coarse && this.#count > FEW) {
        ends.push(middle);
        continue;
      }
      let earlier = false;
      for (let i = 0; i < this.#count; i++) {
        time[0] = from;
        time[1] = Math.min(to, limit);
        const met = this.#ask(convex, i, a, pathA, b, pathB, own, resting, trial);
        iterations += trial.iterations;
        if (!met || (found && trial.t >= limit)) continue;
        limit = trial.t;
        found = true;
        earlier = true;
        out.copy(trial);
      }
      // Nothing can be earlier than what was found in the earliest span.
      if (earlier) break;
      from = to;
      ends.pop();
    }
    if (found) out.iterations = iterations;
    return found;
  }

  /** A candidate as two convex bodies. */
  #ask(
    convex: ConvexImpact,
    i: number,
    a: Body,
    pathA: Path,
    b: Body,
    pathB: Path,
    settings: QuerySettings,
    resting: boolean,
    out: Impact,
  ): boolean {
    const slots = this.#slots;
    const two = a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh;
    let first = a;
    let second = b;
    let slotA = -1;
    let slotB = -1;
    if (a.kind === ShapeKind.mesh) {
      slotA = slots[two ? 2 * i : i];
      this.#triangleA.load(slotA);
      first = this.#triangleA;
    }
    if (b.kind === ShapeKind.mesh) {
      slotB = slots[two ? 2 * i + 1 : i];
      this.#triangleB.load(slotB);
      second = this.#triangleB;
    }
    out.iterations = 0;
    if (!convex.run(first, pathA, second, pathB, settings, resting, out)) return false;
    if (slotA >= 0) out.primitiveA = numberOf(a, slotA);
    if (slotB >= 0) out.primitiveB = numberOf(b, slotB);
    return true;
  }

  /** Lists the triangles, or pairs of them, whose boxes come within the slack of the other. */
  #collect(a: MovedBody, b: MovedBody, slack: number): void {
    this.#count = 0;
    if (a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh) {
      const ia = instanceOf(a);
      const ib = instanceOf(b);
      this.#overlap.slack[0] = slack + ia.margin + ib.margin;
      this.#frame.set(ia.frame, ib.frame).seenFrom(ia.triangles.tree.origin, ib.triangles.tree.origin);
      this.#overlap.walk(ia.triangles, ib.triangles, this.#frame, this, true);
      return;
    }
    const mesh = instanceOf(a.kind === ShapeKind.mesh ? a : b);
    const { box } = this.#box;
    boxIn(a.kind === ShapeKind.mesh ? b : a, mesh.frame, box);
    for (let i = 0; i < 3; i++) {
      box[i] -= slack + mesh.margin;
      box[3 + i] += slack + mesh.margin;
    }
    this.#mesh = mesh;
    this.#box.overlapping(mesh.triangles.tree, this);
  }

  #mesh: MeshInstance | null = null;
  readonly #p: Float64Array = new Float64Array(9);

  leaf(first: number, last: number): boolean {
    const { box } = this.#box;
    const p = this.#p;
    const { triangles } = this.#mesh as MeshInstance;
    for (let slot = first; slot < last; slot++) {
      triangles.load(slot, p);
      let apart = false;
      for (let i = 0; i < 3 && !apart; i++)
        apart = Math.min(p[i], p[3 + i], p[6 + i]) > box[3 + i] || Math.max(p[i], p[3 + i], p[6 + i]) < box[i];
      if (apart) continue;
      if (this.#count === this.#slots.length) this.#grow();
      this.#slots[this.#count++] = slot;
      if (this.#count > this.#most) return true;
    }
    return false;
  }

  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    for (let slotA = firstA; slotA < lastA; slotA++)
      for (let slotB = firstB; slotB < lastB; slotB++) {
        if (2 * this.#count + 2 > this.#slots.length) this.#grow();
        this.#slots[2 * this.#count] = slotA;
        this.#slots[2 * this.#count + 1] = slotB;
        if (++this.#count > this.#most) return true;
      }
    return false;
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    slots.set(this.#slots);
    this.#slots = slots;
  }

  /** A bound of how fast a point of one and a point of the other can approach each other. */
  #fastest(a: Body, pathA: Path, b: Body, pathB: Path): number {
    const { translation: v } = pathA;
    const { translation: w } = pathB;
    const x = w.x - v.x;
    const y = w.y - v.y;
    const z = w.z - v.z;
    const turning = pathA.angle[0] * this.#radius(a, pathA) + pathB.angle[0] * this.#radius(b, pathB);
    return Math.sqrt(x * x + y * y + z * z) + turning;
  }

  /** The largest distance of a point of a body from the line that it turns about. */
  #radius(body: Body, path: Path): number {
    if (!path.turns) return 0;
    const frame = body.kind === ShapeKind.mesh ? instanceOf(body).frame : body.frame;
    const min = this.#min;
    const max = this.#max;
    if (body.kind === ShapeKind.mesh) instanceOf(body).triangles.tree.readBox(0, min, max);
    else {
      const { reach } = body.core;
      min.set(-reach.x, -reach.y, -reach.z);
      max.copy(reach);
    }
    const p = this.#corner;
    const { center: c } = path;
    let most = 0;
    for (let k = 0; k < 8; k++) {
      p.set((k & 1) === 0 ? min.x : max.x, (k & 2) === 0 ? min.y : max.y, (k & 4) === 0 ? min.z : max.z);
      frame.transformPoint(p, p);
      most = Math.max(most, across(p.set(p.x - c.x, p.y - c.y, p.z - c.z), path.axis));
    }
    return most;
  }
}

/** The size of a typical triangle, or of a convex body. */
function detailOf(body: Body): number {
  if (body.kind !== ShapeKind.mesh) return extentOf(body);
  const { triangles } = instanceOf(body);
  return triangles.tree.extent / Math.sqrt(triangles.count);
}

function extentOf(body: Body): number {
  if (body.kind !== ShapeKind.mesh) return body.extent > 0 ? body.extent : Infinity;
  return instanceOf(body).triangles.tree.extent;
}
