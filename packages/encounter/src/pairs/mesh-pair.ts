/**
 * Meshes against convex shapes, halfspaces and each other.
 *
 * Whether two intersect is decided in one place: their triangles meet (by the same test in every query), or one of them is
 * solid and holds a part of the other. What depth means is said in docs/meshes.md.
 */
import { Goal } from '../convex/penetration.ts';
import { length, Vec3 } from '../math/vec3.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import type { Mesh } from '../shapes/mesh.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { TOUCH } from '../tolerances.ts';
import { PointInside } from '../tree/inside.ts';
import { TriangleRay } from '../tree/ray.ts';
import { type Body, QuerySettings } from './body.ts';
import type { Caster } from './caster.ts';
import type { ComplexPair, RayTarget } from './complex-pair.ts';
import { addContact, type ContactList } from './contact.ts';
import { ConvexMesh } from './convex-mesh.ts';
import type { PairSolver } from './dispatch.ts';
import { HullBody } from './hull-body.ts';
import { facesOf, instanceOf, numberOf, toLocal } from './mesh-body.ts';
import { MeshCast } from './mesh-cast.ts';
import type { MeshInstance } from './mesh-instance.ts';
import { MeshMesh, reachOf } from './mesh-mesh.ts';
import { NearestTriangle } from './nearest-triangle.ts';
import type { CastHit, PairGeometry, RayHit } from './result.ts';
import { SolidDepth } from './solid-depth.ts';
import { TriangleBody } from './triangle-body.ts';

/** Below this distance, relative to the coordinates, the difference of two nearest points is no direction. */
const CLOSE = 1e-7;

export class MeshPair implements ComplexPair, RayTarget {
  signed = 0;
  readonly #meshes: MeshMesh = new MeshMesh();
  readonly #convex: ConvexMesh = new ConvexMesh();
  readonly #inside: PointInside = new PointInside();
  readonly #nearest: NearestTriangle = new NearestTriangle();
  readonly #ray: TriangleRay = new TriangleRay();
  readonly #cast: MeshCast = new MeshCast();
  readonly #triangleA: TriangleBody = new TriangleBody();
  readonly #triangleB: TriangleBody = new TriangleBody();
  readonly #hullA: HullBody = new HullBody();
  readonly #hullB: HullBody = new HullBody();
  readonly #settings: QuerySettings = new QuerySettings();
  readonly #point: Vec3 = new Vec3();
  readonly #dir: Vec3 = new Vec3();
  readonly #slots: number[] = [];
  readonly #corners: Float64Array = new Float64Array(9);
  /** Made when first needed: it asks the solver again, which comes back here. */
  #depth: SolidDepth | undefined;
  /** A point that was found to be in both when one holds the other. */
  readonly #held: Vec3 = new Vec3();

  solve(solver: PairSolver, a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    const together = this.#solve(solver, a, b, goal, settings, out);
    if (out !== null && out.iterations === 0) out.iterations = 1;
    return together;
  }

  #solve(solver: PairSolver, a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    if (a.kind === ShapeKind.halfspace || b.kind === ShapeKind.halfspace)
      return this.#halfspace(a, b, goal, settings, out);
    if (out === null || goal === Goal.decide) return this.#decide(solver, a, b, settings);
    out.exact = true;
    out.converged = true;
    out.error = 0;
    if (goal === Goal.distance) return this.#distance(solver, a, b, settings, out);
    if (this.#decide(solver, a, b, settings)) {
      this.#deepest(solver, a, b, settings, out);
      return true;
    }
    if (goal === Goal.signed) this.#apart(solver, a, b, settings, out);
    return false;
  }

  // Deciding.

  #decide(solver: PairSolver, a: Body, b: Body, settings: QuerySettings): boolean {
    return this.#touch(solver, a, b, settings) || this.#holds(a, b) || this.#holds(b, a);
  }

  /** Whether a triangle of one meets the other. */
  #touch(solver: PairSolver, a: Body, b: Body, settings: QuerySettings): boolean {
    if (a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh)
      return this.#meshes.meet(instanceOf(a), instanceOf(b), settings.cache);
    return this.#placeConvex(solver, a, b, settings).meet();
  }

  #placeConvex(solver: PairSolver, a: Body, b: Body, settings: QuerySettings): ConvexMesh {
    const meshFirst = a.kind === ShapeKind.mesh;
    return this.#convex.place(solver.convex, meshFirst ? b : a, instanceOf(meshFirst ? a : b), meshFirst, settings);
  }

  /** Whether `a` is a solid mesh that holds some part of `b`, given that their surfaces do not meet. `#held` is then in both. */
  #holds(a: Body, b: Body): boolean {
    if (a.kind !== ShapeKind.mesh || !a.shape.solid) return false;
    const held = this.#held;
    if (b.kind !== ShapeKind.mesh) {
      b.core.support(this.#dir.set(1, 0, 0), held);
      b.frame.transformPoint(held, held);
      return this.#contains(a, held);
    }
    // A part that does not cross the surface is inside or outside as a whole.
    const { vertices, parts } = b.shape as Mesh;
    for (let i = 0; i < parts.length; i++) {
      vertices.read(parts[i], held);
      b.frame.transformPoint(held, held);
      if (this.#contains(a, held)) return true;
    }
    return false;
  }

  /** Whether a world point is inside a solid mesh, its surface aside. */
  #contains(a: Body, point: Vec3): boolean {
    const mesh = instanceOf(a);
    const p = toLocal(mesh, point, this.#point);
    return this.#inside.test(mesh.triangles, p.x, p.y, p.z);
  }

  // Distances.

  #distance(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): boolean {
    const both = a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh;
    if (both ? this.#meshDistance(solver, a, b, settings, out) : this.#convexDistance(solver, a, b, settings, out))
      return true;
    if (!this.#holds(a, b) && !this.#holds(b, a)) return false;
    this.signed = 0;
    out.pointA.copy(this.#held);
    out.pointB.copy(this.#held);
    out.primitiveA = -1;
    out.primitiveB = -1;
    return true;
  }

  /** The distance of two that are known to be apart. */
  #apart(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): void {
    const both = a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh;
    const together = both
      ? this.#meshDistance(solver, a, b, settings, out)
      : this.#convexDistance(solver, a, b, settings, out);
    // Rounding must not undo what was decided.
    if (together) this.signed = Number.MIN_VALUE;
  }

  #convexDistance(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): boolean {
    const convex = this.#placeConvex(solver, a, b, settings);
    if (!convex.nearest(settings.maxDistance)) {
      this.#beyond(solver, a, b, out);
      return false;
    }
    out.copy(convex.best);
    out.iterations = convex.iterations;
    out.converged = convex.converged;
    const meshFirst = a.kind === ShapeKind.mesh;
    const primitive = numberOf(meshFirst ? a : b, convex.slot);
    out.primitiveA = meshFirst ? primitive : -1;
    out.primitiveB = meshFirst ? -1 : primitive;
    this.signed = convex.signed;
    return convex.signed <= 0;
  }

  #meshDistance(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): boolean {
    const meshes = this.#meshes;
    const ia = instanceOf(a);
    const ib = instanceOf(b);
    const radius = ia.margin + ib.margin;
    const reach = reachOf(ia.triangles) + reachOf(ib.triangles);
    // A little farther than asked: only what is nearer than the limit is found, and what touches must be, also within no distance.
    meshes.limit[0] = settings.maxDistance + radius + CLOSE * reach + Number.MIN_VALUE;
    if (!meshes.distance(ia, ib, settings.cache)) {
      this.#beyond(solver, a, b, out);
      return false;
    }
    const { nearest } = meshes;
    const gap = Math.sqrt(nearest[0]);
    let { slotA, slotB } = meshes;
    let together = false;
    if (gap <= radius + CLOSE * reach && meshes.meet(ia, ib)) {
      together = true;
      slotA = meshes.slotA;
      slotB = meshes.slotB;
    }
    if (!together && gap - radius > settings.maxDistance) {
      this.#beyond(solver, a, b, out);
      return false;
    }
    out.primitiveA = numberOf(a, slotA);
    out.primitiveB = numberOf(b, slotB);
    out.iterations = 1;
    if (together || gap <= radius + CLOSE * reach) {
      // So near that their difference has no direction, or a common point is wanted: as two convex shapes.
      this.#solveTriangles(solver, a, slotA, b, slotB, Goal.distance, settings, out);
      out.primitiveA = numberOf(a, slotA);
      out.primitiveB = numberOf(b, slotB);
      this.signed = together ? 0 : Math.max(solver.convex.found.signed, Number.MIN_VALUE);
      if (together) out.pointB.copy(out.pointA);
      return together;
    }
    const p = ia.frame.transformPoint(out.pointA.set(nearest[1], nearest[2], nearest[3]), out.pointA);
    const n = out.normal.set(nearest[4] - nearest[1], nearest[5] - nearest[2], nearest[6] - nearest[3]);
    ia.frame.transformVector(n, n);
    const l = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    n.set(n.x / l, n.y / l, n.z / l);
    p.set(p.x + ia.margin * n.x, p.y + ia.margin * n.y, p.z + ia.margin * n.z);
    this.signed = gap - radius;
    out.pointB.set(p.x + this.signed * n.x, p.y + this.signed * n.y, p.z + this.signed * n.z);
    return false;
  }

  /** Two triangles as convex shapes, with their margins. */
  #solveTriangles(
    solver: PairSolver,
    a: Body,
    slotA: number,
    b: Body,
    slotB: number,
    goal: Goal,
    settings: QuerySettings,
    out: PairGeometry,
  ): boolean {
    this.#triangleA.of(instanceOf(a));
    this.#triangleA.load(slotA);
    this.#triangleB.of(instanceOf(b));
    this.#triangleB.load(slotB);
    const plain = this.#settings;
    plain.accuracy = settings.accuracy;
    return solver.convex.solve(this.#triangleA, this.#triangleB, goal, plain, out);
  }

  /** Farther apart than is of interest: an axis that separates the hulls, or else from one to the other. */
  #beyond(solver: PairSolver, a: Body, b: Body, out: PairGeometry): void {
    const plain = this.#settings;
    plain.maxDistance = 0;
    const together = solver.convex.solve(a, b, Goal.distance, plain, out);
    plain.maxDistance = Infinity;
    if (together) {
      const p = middleOf(a, this.#point);
      const q = middleOf(b, out.normal);
      const x = q.x - p.x;
      const y = q.y - p.y;
      const z = q.z - p.z;
      const l = Math.sqrt(x * x + y * y + z * z);
      out.normal.set(l > 0 ? x / l : 1, l > 0 ? y / l : 0, l > 0 ? z / l : 0);
    }
    this.signed = Infinity;
    out.pointA.set(0, 0, 0);
    out.pointB.set(0, 0, 0);
    out.primitiveA = -1;
    out.primitiveB = -1;
  }

  // Depths of pairs that intersect.

  #deepest(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): void {
    if (a.shape.solid && b.shape.solid) this.#solids(solver, a, b, settings, out);
    else if (!this.#soups(solver, a, b, settings, out)) {
      // Nothing of one crosses anything of the other: it lies inside.
      this.#search(solver, a, b, settings, out);
    }
  }

  /** The deepest pair of primitives; false when none meet. */
  #soups(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): boolean {
    if (a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh) {
      const meshes = this.#meshes;
      if (!meshes.deepest(instanceOf(a), instanceOf(b))) return false;
      const { slotA, slotB } = meshes;
      const together = this.#solveTriangles(solver, a, slotA, b, slotB, Goal.signed, settings, out);
      this.signed = together ? solver.convex.found.signed : 0;
      if (!together) touch(out);
      out.primitiveA = numberOf(a, slotA);
      out.primitiveB = numberOf(b, slotB);
      return true;
    }
    const convex = this.#placeConvex(solver, a, b, settings);
    if (!convex.deepest()) return false;
    out.copy(convex.best);
    out.iterations = convex.iterations;
    this.signed = convex.signed;
    const meshFirst = a.kind === ShapeKind.mesh;
    out.primitiveA = meshFirst ? numberOf(a, convex.slot) : -1;
    out.primitiveB = meshFirst ? -1 : numberOf(b, convex.slot);
    return true;
  }

  /** Exact when both are convex, which a closed mesh may be. */
  #solids(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): void {
    const hullA = this.#hullA.of(a);
    const hullB = this.#hullB.of(b);
    if (hullA === null || hullB === null) {
      this.#search(solver, a, b, settings, out);
      return;
    }
    const plain = this.#settings;
    plain.accuracy = settings.accuracy;
    const together = solver.convex.solve(hullA, hullB, Goal.signed, plain, out);
    // Their surfaces meet by exact predicates, to rounding at least.
    this.signed = together ? solver.convex.found.signed : 0;
    if (!together) touch(out);
    out.primitiveA = this.#faceAt(a, out.pointA);
    out.primitiveB = this.#faceAt(b, out.pointB);
  }

  #search(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, out: PairGeometry): void {
    this.#depth ??= new SolidDepth();
    const search = this.#depth;
    const plain = this.#settings;
    plain.accuracy = settings.accuracy;
    search.run(solver, a, b, plain, out);
    this.signed = -search.depth;
    out.primitiveA = this.#faceAt(a, out.pointA);
    out.primitiveB = this.#faceAt(b, out.pointB);
  }

  /** The normal of a triangle in the world, of any length. */
  #normal(mesh: MeshInstance, slot: number, out: Vec3): Vec3 {
    const p = this.#corners;
    mesh.triangles.load(slot, p);
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const { m } = mesh.frame;
    // Field by field here and below: doubles passed to calls that are not inlined are garbage.
    out.x = m[0] * x + m[3] * y + m[6] * z;
    out.y = m[1] * x + m[4] * y + m[7] * z;
    out.z = m[2] * x + m[5] * y + m[8] * z;
    return out;
  }

  /** The number of the face of `body` nearest to a world point. */
  #faceAt(body: Body, point: Vec3): number {
    if (body.kind !== ShapeKind.mesh) return -1;
    const mesh = instanceOf(body);
    const p = toLocal(mesh, point, this.#point);
    return this.#nearest.find(mesh.triangles, p.x, p.y, p.z, Infinity) ? numberOf(body, this.#nearest.slot) : -1;
  }

  // A halfspace needs the farthest vertex only, and is as deep in a soup as in its hull.

  #halfspace(a: Body, b: Body, goal: Goal, settings: QuerySettings, out: PairGeometry | null): boolean {
    const swapped = b.kind === ShapeKind.halfspace;
    const h = swapped ? b : a;
    const mesh = swapped ? a : b;
    const { pair } = h.shape as Halfspace;
    const together = pair.against(h, mesh, swapped, goal, settings, out);
    this.signed = pair.signed;
    if (out !== null && Number.isFinite(pair.signed)) {
      out.exact = true;
      const primitive = this.#faceAt(mesh, swapped ? out.pointA : out.pointB);
      out.primitiveA = swapped ? primitive : -1;
      out.primitiveB = swapped ? -1 : primitive;
    }
    return together;
  }

  // Contacts.

  contacts(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, list: ContactList): void {
    const from = list.count;
    if (a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh) {
      const slots = this.#slots;
      slots.length = 0;
      if (list.witness) {
        this.#meshes.all(instanceOf(a), instanceOf(b), { add: (p, q) => void slots.push(p, q) });
        for (let i = 0; i < slots.length; i += 2) this.#witness(solver, a, slots[i], b, slots[i + 1], settings, list);
      } else {
        this.#numbers.begin(a, b, list);
        this.#meshes.all(instanceOf(a), instanceOf(b), this.#numbers);
      }
    } else this.#convexContacts(solver, a, b, settings, list);
    // Triangles of one face are one primitive.
    if (facesOf(a) !== null || facesOf(b) !== null) list.merge(from);
  }

  readonly #numbers: NumberSink = new NumberSink();

  #convexContacts(solver: PairSolver, a: Body, b: Body, settings: QuerySettings, list: ContactList): void {
    const meshFirst = a.kind === ShapeKind.mesh;
    const mesh = meshFirst ? a : b;
    const other = meshFirst ? b : a;
    const triangle = this.#triangleA;
    const slots = this.#slots;
    slots.length = 0;
    triangle.of(instanceOf(mesh));
    if (other.kind === ShapeKind.halfspace) {
      const { count } = instanceOf(mesh).triangles;
      for (let slot = 0; slot < count; slot++) slots.push(slot);
    } else this.#placeConvex(solver, a, b, settings).all(slots);
    for (const slot of slots) {
      triangle.load(slot);
      const primitive = numberOf(mesh, slot);
      const first = meshFirst ? triangle : other;
      const second = meshFirst ? other : triangle;
      addContact(solver, first, second, meshFirst ? primitive : -1, meshFirst ? -1 : primitive, settings, list);
    }
  }

  #witness(
    solver: PairSolver,
    a: Body,
    slotA: number,
    b: Body,
    slotB: number,
    settings: QuerySettings,
    list: ContactList,
  ): void {
    this.#triangleA.of(instanceOf(a));
    this.#triangleA.load(slotA);
    this.#triangleB.of(instanceOf(b));
    this.#triangleB.load(slotB);
    const count = list.count;
    const primitiveA = numberOf(a, slotA);
    const primitiveB = numberOf(b, slotB);
    addContact(solver, this.#triangleA, this.#triangleB, primitiveA, primitiveB, settings, list);
    if (list.count > count) return;
    // They touch by exact predicates and miss each other by rounding otherwise.
    const contact = list.add(primitiveA, primitiveB);
    const near = this.#convex.best;
    solver.convex.solve(this.#triangleA, this.#triangleB, Goal.signed, settings, near);
    contact.depth = 0;
    contact.normal?.copy(near.normal);
    contact.pointA?.copy(near.pointA);
    contact.pointB?.copy(near.pointA);
    contact.point?.copy(near.pointA);
  }

  // Rays and casts.

  ray(caster: Caster, body: Body, from: Vec3, dir: Vec3, settings: QuerySettings, hit: RayHit): boolean {
    const mesh = instanceOf(body);
    const { triangles, frame } = mesh;
    const p = toLocal(mesh, from, this.#point);
    const within = mesh.margin > 0 && this.#nearest.find(triangles, p.x, p.y, p.z, mesh.margin);
    if (within || (body.shape.solid && this.#inside.test(triangles, p.x, p.y, p.z))) {
      hit.t = 0;
      hit.normal.set(0, 0, 0);
      hit.primitive = within ? numberOf(body, this.#nearest.slot) : -1;
      return true;
    }
    if (mesh.margin > 0) return this.#cast.ray(caster, body, from, dir, settings, hit);
    const ray = this.#ray;
    ray.from[0] = p.x;
    ray.from[1] = p.y;
    ray.from[2] = p.z;
    const d = frame.transposeVector(dir, this.#dir);
    ray.dir[0] = d.x;
    ray.dir[1] = d.y;
    ray.dir[2] = d.z;
    ray.limit[0] = hit.t;
    if (dir.x === 0 && dir.y === 0 && dir.z === 0) {
      // A ray without length is a point.
      if (!this.#nearest.find(triangles, p.x, p.y, p.z, TOUCH * reachOf(triangles))) return false;
      ray.slot = this.#nearest.slot;
      ray.limit[0] = 0;
    } else if (!ray.cast(triangles)) return false;
    hit.t = ray.limit[0];
    hit.primitive = numberOf(body, ray.slot);
    const n = this.#normal(mesh, ray.slot, hit.normal);
    const nn = n.x * n.x + n.y * n.y + n.z * n.z;
    if (nn > 0) {
      const s = (n.x * dir.x + n.y * dir.y + n.z * dir.z > 0 ? -1 : 1) / Math.sqrt(nn);
      n.x *= s;
      n.y *= s;
      n.z *= s;
    } else against(dir, n);
    return true;
  }

  cast(caster: Caster, a: Body, b: Body, motion: Vec3, settings: QuerySettings, out: CastHit): boolean {
    if (a.kind === ShapeKind.halfspace || b.kind === ShapeKind.halfspace) {
      const half = a.kind === ShapeKind.halfspace ? a : b;
      const { pair } = half.shape as Halfspace;
      if (!pair.cast(caster, a, b, motion, settings, out)) return false;
      // The point that touches is a vertex of the mesh.
      const first = a.kind === ShapeKind.mesh;
      const at = this.#dir.copy(out.point);
      if (!first) at.set(at.x - out.t * motion.x, at.y - out.t * motion.y, at.z - out.t * motion.z);
      const primitive = this.#faceAt(first ? a : b, at);
      out.primitiveA = first ? primitive : -1;
      out.primitiveB = first ? -1 : primitive;
      return true;
    }
    if (a.kind === ShapeKind.mesh && b.kind === ShapeKind.mesh)
      return this.#cast.meshes(caster, a, b, motion, settings, out);
    return this.#cast.convex(caster, a, b, motion, settings, out);
  }
}

/** Takes contacts without witness as they come. */
class NumberSink {
  #list: ContactList | null = null;
  #a: Body | null = null;
  #b: Body | null = null;

  begin(a: Body, b: Body, list: ContactList): void {
    this.#a = a;
    this.#b = b;
    this.#list = list;
  }

  add(slotA: number, slotB: number): void {
    (this.#list as ContactList).add(numberOf(this.#a as Body, slotA), numberOf(this.#b as Body, slotB));
  }
}

/** The middle of a body's box, or its origin: where it is, roughly. */
function middleOf(body: Body, out: Vec3): Vec3 {
  if (body.kind === ShapeKind.mesh) {
    const { origin } = (body.shape as Mesh).triangles.tree;
    return body.frame.transformPoint(out.set(origin[0], origin[1], origin[2]), out);
  }
  const { m } = body.frame;
  return out.set(m[9], m[10], m[11]);
}

/** Decided as touching where rounding sees a gap: no depth. */
function touch(out: PairGeometry): void {
  out.pointB.copy(out.pointA);
}

/** The unit vector against a direction. */
function against(dir: Vec3, out: Vec3): Vec3 {
  const l = length(dir);
  return l > 0 ? out.set(-dir.x / l, -dir.y / l, -dir.z / l) : out.set(1, 0, 0);
}
