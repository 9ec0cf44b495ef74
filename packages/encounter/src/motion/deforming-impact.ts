/**
 * First contact of a mesh whose vertices move on straight lines with another mesh, which may deform, too, or with a convex body: one walk
 * down the trees, the earliest first.
 *
 * Everything is computed in one rigid frame F. If the other one keeps its form, F is its own frame and moves along with it, so that it
 * stands still there and all motion is that of the vertices. If both deform, F has the axes of the world and its origin at that of B.
 * Either way coordinates are relative to a body, not to the world's origin.
 *
 * The form of the mesh's own tree is kept, with boxes at t = 0 and at t = 1 (see moving-boxes.ts), in memory that belongs to this object. So
 * nothing of the mesh is written. The time when two such boxes first overlap is a lower bound for all below them. At the leaves each
 * pair of triangles, or of a triangle and the convex body, is asked once: see moving-pair.ts, which has the proof that nothing is missed.
 * A halfspace needs neither: the height of a vertex is linear in t.
 *
 * A solid counts by its surface here. That is enough, because what begins inside of it is told before: it overlaps at t = 0.
 */
import { type Body, boxIn } from '../bodies/body.ts';
import { instanceOf, numberOf } from '../bodies/mesh-body.ts';
import { MovedBody } from '../bodies/moved-body.ts';
import { MovingTriangle } from '../bodies/moving-triangle.ts';
import { Affine, carryNormal, LinearKind, multiply } from '../math/affine.ts';
import type { EndVertices, Path } from '../math/path.ts';
import { Vec3 } from '../math/vec3.ts';
import { smallerExtent } from '../pairs/place.ts';
import { QuerySettings } from '../pairs/settings.ts';
import type { HalfspaceShape } from '../shapes/halfspace-shape.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import { ShapeKind } from '../shapes/shape.ts';
import type { VertexArray } from '../shapes/vertex-array.ts';
import { ACCURACY, ACCURACY_CURVED, REST_GAP, REST_ROUNDING, REST_SINK, TOUCH } from '../tolerances.ts';
import type { AabbTree } from '../tree/layout.ts';
import { boxesMeet, MOVING_BOX, MovingBoxes } from '../tree/moving-boxes.ts';
import type { Triangles } from '../tree/triangles.ts';
import type { ConvexImpact } from './convex-impact.ts';
import { EarliestFirst } from './earliest-first.ts';
import type { Impact } from './impact.ts';
import { MovingPair } from './moving-pair.ts';
import { MovingVertices, readEnds } from './vertex-motion.ts';

/** Where in `#numbers`. */
const TOLERANCE = 0;
const ROUNDING = 1;
const RADII = 2;

/** One of the two bodies in the frame F: a mesh that deforms, a mesh that stands still, or a convex body that does. */
class Side {
  body!: Body;
  /** Null for a convex body. */
  tree: AabbTree | null = null;
  /** The triangles of the mesh: with a rigid frame of their own if it stands still. */
  triangles: Triangles | null = null;
  deforms = false;
  /** The longest coordinate in F. */
  reach = 0;
  readonly vertices: MovingVertices = new MovingVertices();
  readonly triangle: MovingTriangle = new MovingTriangle();
  /** The convex body as it is in F. */
  readonly still: MovedBody = new MovedBody();
  /** The box of the node that was loaded last. */
  readonly box: Float64Array = new Float64Array(MOVING_BOX);
  readonly #boxes: MovingBoxes = new MovingBoxes();
  readonly #min: Vec3 = new Vec3();
  readonly #max: Vec3 = new Vec3();
  readonly #axes: Affine = new Affine();
  readonly #convexBox: Float64Array = new Float64Array(6);

  /** A mesh that deforms. Its boxes are computed by `fit`. */
  deform(body: Body, path: Path, frame: Float64Array, drift: Float64Array): void {
    this.body = body;
    this.deforms = true;
    const { source } = instanceOf(body);
    this.triangles = source;
    this.tree = source.tree;
    this.vertices.of(body, path, frame, drift);
    this.reach = this.vertices.reach;
    this.triangle.of(body.radius);
  }

  fit(): void {
    const { start, end } = this.vertices;
    if (this.deforms) this.#boxes.fit(this.tree as AabbTree, (this.triangles as Triangles).corners, start, end);
  }

  /** A mesh or convex body whose frame, if that is rigid, is F. */
  stand(body: Body, frame: Float64Array): void {
    this.body = body;
    this.deforms = false;
    this.triangles = null;
    this.tree = null;
    if (body.kind === ShapeKind.mesh) {
      const { triangles } = instanceOf(body);
      this.triangles = triangles;
      this.tree = triangles.tree;
      this.reach = triangles.tree.reach;
      this.triangle.of(body.radius);
      return;
    }
    const still = this.still.of(body);
    const { m } = still;
    if (body.linear <= LinearKind.rigid) {
      for (let i = 0; i < 9; i++) m[i] = i % 4 === 0 ? 1 : 0;
      still.frame.kind = LinearKind.identity;
      still.linear = LinearKind.identity;
    }
    for (let i = 9; i < 12; i++) m[i] = 0;
    this.reach = body.extent;
    for (let i = 0; i < 12; i++) this.#axes.m[i] = frame[i];
    this.#axes.kind = LinearKind.rigid;
    boxIn(body, this.#axes, this.#convexBox);
    // The radius is added with the pad, as that of meshes is.
    for (let i = 0; i < 6; i++) {
      const x = this.#convexBox[i] + (i < 3 ? body.radius : -body.radius);
      this.box[i] = x;
      this.box[6 + i] = x;
    }
  }

  isLeaf(node: number): boolean {
    return this.tree === null || this.tree.isLeaf(node);
  }

  /** Writes the box of a node to `box`. */
  load(node: number): void {
    const { box } = this;
    if (this.deforms) this.#boxes.read(node, box);
    else if (this.tree !== null) {
      const min = this.#min;
      const max = this.#max;
      this.tree.readBox(node, min, max);
      for (let k = 0; k < MOVING_BOX; k += 6) {
        box[k] = min.x;
        box[k + 1] = min.y;
        box[k + 2] = min.z;
        box[k + 3] = max.x;
        box[k + 4] = max.y;
        box[k + 5] = max.z;
      }
    }
  }

  /** Whether the longest side of the box that was loaded last, at the start or the end, is that of another side or longer. */
  isLarger(other: Side): boolean {
    const a = this.box;
    const b = other.box;
    let more = 0;
    let less = 0;
    for (let k = 0; k < MOVING_BOX; k += 6)
      for (let i = k; i < k + 3; i++) {
        more = Math.max(more, a[i + 3] - a[i]);
        less = Math.max(less, b[i + 3] - b[i]);
      }
    return more >= less;
  }

  /** Loads the triangle in a slot. */
  loadTriangle(slot: number): void {
    const { triangle, triangles } = this;
    const p = triangle.corners;
    if (this.deforms) {
      const { corners } = triangles as Triangles;
      const { start, end } = this.vertices;
      for (let c = 0; c < 3; c++) {
        const k = 3 * corners[3 * slot + c];
        for (let i = 0; i < 3; i++) {
          p[3 * c + i] = start[k + i];
          p[9 + 3 * c + i] = end[k + i];
        }
      }
    } else {
      (triangles as Triangles).load(slot, p);
      for (let k = 0; k < 9; k++) p[9 + k] = p[k];
    }
    triangle.measure();
  }
}

export class DeformingImpact {
  readonly #p: Side = new Side();
  readonly #q: Side = new Side();
  readonly #pair: MovingPair = new MovingPair();
  /** F at t = 0, laid out as Affine, and its translation. */
  readonly #frame: Float64Array = new Float64Array(12);
  readonly #drift: Float64Array = new Float64Array(3);
  /** For boxes: start, end and pad. */
  readonly #span: Float64Array = new Float64Array(3);
  /** The tolerance, rounding, and the sum of the radii; in an array, as doubles that are passed to a call may be allocated on the heap. */
  readonly #numbers: Float64Array = new Float64Array(3);
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #waiting: EarliestFirst = new EarliestFirst();
  /** The earliest contact found, or the end of the time. */
  readonly #limit: Float64Array = new Float64Array(1);
  /** The time until which the pair of nodes at hand is proven apart. */
  readonly #from: Float64Array = new Float64Array(1);
  #found = false;
  #iterations = 0;
  /** Whether P, the first side, is B: it deforms, and A does not. */
  #swapped = false;
  readonly #normal: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();

  /** Reads the `positions` of a motion. */
  read(positions: ArrayLike<number> | VertexArray, mesh: MeshShape, out: EndVertices): void {
    readEnds(positions, mesh, out);
  }

  /** As `ConvexImpact.run`, where at least one of the two deforms, neither turns, and the other is a mesh, convex, or a halfspace. */
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
    const swapped = !pathA.deforms;
    this.#swapped = swapped;
    const p = this.#p;
    const q = this.#q;
    const second = swapped ? a : b;
    const pathQ = swapped ? pathA : pathB;
    this.#setFrame(second, pathQ);
    p.deform(swapped ? b : a, swapped ? pathB : pathA, this.#frame, this.#drift);
    const plane = second.kind === ShapeKind.halfspace;
    if (pathQ.deforms) q.deform(second, pathQ, this.#frame, this.#drift);
    else if (!plane) q.stand(second, this.#frame);
    const radii = a.radius + b.radius;
    const extent = settings.extent > 0 ? settings.extent : smallerExtent(a.extent, b.extent);
    const curved = !(a.polyhedral && b.polyhedral) || radii > 0;
    const usual = curved ? ACCURACY_CURVED : ACCURACY;
    // In resting contact a coarse accuracy is not taken: what is touching does not depend on it.
    const asked = settings.accuracy > 0 && !(resting && settings.accuracy > usual);
    const accuracy = asked ? settings.accuracy : usual;
    // Where rounding of the coordinates is coarser than the accuracy, it takes its place.
    const reach = p.reach + (plane ? 0 : q.reach) + radii;
    this.#numbers[ROUNDING] = 4 * TOUCH * reach;
    this.#numbers[TOLERANCE] = Math.max(resting ? convex.depth[0] : accuracy * extent, this.#numbers[ROUNDING]);
    this.#numbers[RADII] = radii;
    const span = this.#span;
    span[2] = radii + this.#numbers[TOLERANCE];
    span[0] = convex.time[0];
    this.#limit[0] = convex.time[1];
    this.#found = false;
    this.#iterations = 0;
    if (plane) this.#fall(second, resting, out);
    else {
      this.#settings.accuracy = asked ? accuracy : 0;
      this.#settings.extent = extent;
      p.fit();
      q.fit();
      this.#pair.begin(convex.solver, this.#settings, this.#numbers, resting);
      this.#walk(out);
    }
    out.iterations = this.#iterations;
    return this.#found;
  }

  /** F: the frame of the second body. */
  #setFrame(body: Body, path: Path): void {
    const f = this.#frame;
    const d = this.#drift;
    const own = !path.deforms && body.kind === ShapeKind.mesh;
    const { m } = own ? instanceOf(body).frame : body;
    const isFrame = own || (!path.deforms && body.kind !== ShapeKind.halfspace && body.linear <= LinearKind.rigid);
    for (let i = 0; i < 12; i++) f[i] = isFrame || i >= 9 ? m[i] : i % 4 === 0 ? 1 : 0;
    const { x, y, z } = path.translation;
    d[0] = path.deforms ? 0 : x;
    d[1] = path.deforms ? 0 : y;
    d[2] = path.deforms ? 0 : z;
  }

  /** Visits pairs of nodes, from the time span[0] on. */
  #walk(out: Impact): void {
    const p = this.#p;
    const q = this.#q;
    const limit = this.#limit;
    const from = this.#from;
    const waiting = this.#waiting;
    from[0] = this.#span[0];
    waiting.clear();
    this.#consider(0, 0);
    while (waiting.count > 0) {
      waiting.pop();
      from[0] = waiting.time[0];
      // All others are later still.
      if (from[0] > limit[0] || (this.#found && from[0] === limit[0])) break;
      const { a: i, b: j } = waiting;
      if (p.isLeaf(i) && q.isLeaf(j)) {
        this.#leaves(i, j, out);
        continue;
      }
      p.load(i);
      q.load(j);
      const splitP = q.isLeaf(j) || (!p.isLeaf(i) && p.isLarger(q));
      const first = ((splitP ? p : q).tree as AabbTree).firstChild(splitP ? i : j);
      for (let child = first; child < first + 2; child++) this.#consider(splitP ? child : i, splitP ? j : child);
    }
  }

  /** Lets a pair of nodes wait if their boxes meet after the time #from and before the limit. */
  #consider(i: number, j: number): void {
    const span = this.#span;
    span[0] = this.#from[0];
    span[1] = this.#limit[0];
    this.#p.load(i);
    this.#q.load(j);
    if (!boxesMeet(this.#p.box, this.#q.box, span)) return;
    this.#waiting.time[0] = span[0];
    this.#waiting.push(i, j);
  }

  /** Asks the triangles of two leaves. */
  #leaves(i: number, j: number, out: Impact): void {
    const p = this.#p;
    const q = this.#q;
    const treeP = p.tree as AabbTree;
    const firstP = treeP.firstSlot(i);
    const lastP = firstP + treeP.slotCount(i);
    const firstQ = q.tree === null ? 0 : q.tree.firstSlot(j);
    const lastQ = q.tree === null ? 1 : firstQ + q.tree.slotCount(j);
    const span = this.#span;
    for (let slotQ = firstQ; slotQ < lastQ; slotQ++) {
      if (q.tree !== null) q.loadTriangle(slotQ);
      for (let slotP = firstP; slotP < lastP; slotP++) {
        p.loadTriangle(slotP);
        span[0] = this.#from[0];
        span[1] = this.#limit[0];
        if (boxesMeet(p.triangle.box, q.tree === null ? q.box : q.triangle.box, span)) this.#ask(slotP, slotQ, out);
      }
    }
  }

  /** Asks for the contact of two triangles, or of one and the convex body, that were loaded. */
  #ask(slotP: number, slotQ: number, out: Impact): void {
    const pair = this.#pair;
    const p = this.#p;
    const q = this.#q;
    const { time } = pair;
    time[0] = this.#span[0];
    time[1] = this.#limit[0];
    const moving = q.tree === null ? null : q.triangle;
    const met = pair.run(p.triangle, moving, moving ?? q.still);
    this.#iterations += pair.iterations;
    if (!met || (this.#found && time[0] >= this.#limit[0])) return;
    out.gap = pair.gap;
    out.converged = pair.converged;
    this.#normal.copy(pair.normal);
    this.#point.copy(this.#swapped ? pair.found.pointB : pair.found.pointA);
    this.#limit[0] = time[0];
    this.#report(slotP, q.tree === null ? -1 : numberOf(q.body, slotQ), out);
  }

  /** Writes a contact that was found at the limit, from F to the world. */
  #report(slotP: number, primitiveQ: number, out: Impact): void {
    const f = this.#frame;
    const d = this.#drift;
    const t = this.#limit[0];
    const { point, normal } = out;
    multiply(f, this.#point, point);
    point.set(point.x + f[9] + t * d[0], point.y + f[10] + t * d[1], point.z + f[11] + t * d[2]);
    multiply(f, this.#normal, normal);
    if (this.#swapped) normal.set(-normal.x, -normal.y, -normal.z);
    const primitiveP = numberOf(this.#p.body, slotP);
    out.t = t;
    out.primitiveA = this.#swapped ? primitiveQ : primitiveP;
    out.primitiveB = this.#swapped ? primitiveP : primitiveQ;
    this.#found = true;
  }

  /** The vertex that reaches a halfspace first. */
  #fall(body: Body, resting: boolean, out: Impact): void {
    const from = this.#span[0];
    const radii = this.#numbers[RADII];
    const { m } = body;
    const { normal, offset } = body.core as HalfspaceShape;
    const n = carryNormal(m, normal, this.#normal);
    const l = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    n.set(n.x / l, n.y / l, n.z / l);
    // A point of the plane, in F, which has its origin at that of the halfspace.
    const at = this.#point.set(normal.x * offset, normal.y * offset, normal.z * offset);
    multiply(m, at, at);
    const base = n.x * at.x + n.y * at.y + n.z * at.z + radii;
    const { start, end } = this.#p.vertices;
    const { corners } = this.#p.triangles as Triangles;
    const tolerance = this.#numbers[TOLERANCE];
    const off = REST_ROUNDING * this.#numbers[ROUNDING];
    let first = -1;
    const last = this.#limit[0];
    let limit = last;
    for (let c = 0; c < corners.length; c++) {
      const k = 3 * corners[c];
      const f0 = n.x * start[k] + n.y * start[k + 1] + n.z * start[k + 2] - base;
      const f1 = n.x * end[k] + n.y * end[k + 1] + n.z * end[k + 2] - base;
      const begins = (1 - from) * f0 + from * f1;
      // In resting contact it is an impact if the vertex gets deep enough, but where it is no deeper than at the start: see REST_SINK.
      const contact = resting ? Math.min(-REST_SINK * tolerance, begins - off) : 0.25 * tolerance;
      const level = resting ? REST_GAP * tolerance : contact;
      if ((resting || begins > level) && (1 - last) * f0 + last * f1 > contact) continue;
      const t = begins > level ? (f0 - level) / (f0 - f1) : from;
      if (t > limit || (first >= 0 && t === limit)) continue;
      first = c;
      limit = t;
    }
    if (first < 0) return;
    const k = 3 * corners[first];
    const x = (1 - limit) * start[k] + limit * end[k];
    const y = (1 - limit) * start[k + 1] + limit * end[k + 1];
    const z = (1 - limit) * start[k + 2] + limit * end[k + 2];
    const height = n.x * x + n.y * y + n.z * z - base;
    // The point of A: that of the halfspace is below the vertex, that of the mesh is its vertex, lowered by its margin.
    const down = this.#swapped ? height + radii - body.radius : this.#p.body.radius;
    this.#point.set(x - down * n.x, y - down * n.y, z - down * n.z);
    n.set(-n.x, -n.y, -n.z);
    this.#limit[0] = limit;
    out.gap = Math.max(0, height);
    out.converged = true;
    this.#report(Math.floor(first / 3), -1, out);
  }
}
