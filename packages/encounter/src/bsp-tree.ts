/**
 * A closed mesh as a solid-leaf BSP tree (§5.2.3).
 *
 * The tree and its walks are in `bounds/`, which knows nothing of colliders. Here they are joined with the exact tests of a convex
 * body against a triangle, those that meshes use themselves. That is why this file comes after the queries in the order of the
 * house.
 */
import { type Body, boxIn } from './bodies/body.ts';
import { Collider } from './bodies/collider.ts';
import { instanceOf } from './bodies/mesh-body.ts';
import { TriangleBody } from './bodies/triangle-body.ts';
import { BspBuilder } from './bounds/bsp-build.ts';
import { BspLabel, type BspNodes } from './bounds/bsp-layout.ts';
import { validateBsp } from './bounds/bsp-validate.ts';
import { BspWalk, type ConvexExtent } from './bounds/bsp-walk.ts';
import { requireCollider, wrong } from './check.ts';
import type { Mesh } from './complex/mesh.ts';
import { Goal } from './convex/penetration.ts';
import { Affine } from './math/affine.ts';
import { readVec3 } from './math/read.ts';
import { Vec3, type Vec3Input } from './math/vec3.ts';
import { CastSolver } from './motion/cast-shape.ts';
import { PairDispatch } from './pairs/dispatch.ts';
import { MeshCast } from './pairs/mesh/mesh-cast.ts';
import { contactTolerance } from './pairs/place.ts';
import { CastHit } from './pairs/result.ts';
import { QuerySettings } from './pairs/settings.ts';
import { castShape, containsPoint } from './query.ts';
import { MeshShape } from './shapes/mesh-shape.ts';
import { isConvex } from './shapes/shape.ts';
import { TOUCH } from './tolerances.ts';
import type { LeafVisitor } from './tree/box.ts';

/** The frame of the mesh, which is where colliders are placed. */
const WORLD: Affine = /* #__PURE__ */ new Affine();
const AT_REST: readonly [number, number, number] = [0, 0, 0];
const ANYWHERE: Vec3 = /* #__PURE__ */ new Vec3(1, 0, 0);

/** A body along one direction after the other: its support both ways. */
class BodyExtent implements ConvexExtent {
  readonly direction: Float64Array = new Float64Array(3);
  readonly range: Float64Array = new Float64Array(2);
  body: Body | null = null;
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();

  measure(): void {
    const { direction, range } = this;
    const { core, m, radius } = this.body as Body;
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    const dir = this.#dir;
    const p = this.#point;
    const dx = m[0] * x + m[1] * y + m[2] * z;
    const dy = m[3] * x + m[4] * y + m[5] * z;
    const dz = m[6] * x + m[7] * y + m[8] * z;
    const base = m[9] * x + m[10] * y + m[11] * z;
    dir.x = dx;
    dir.y = dy;
    dir.z = dz;
    core.support(dir, p);
    range[1] = dx * p.x + dy * p.y + dz * p.z + base + radius;
    dir.x = -dx;
    dir.y = -dy;
    dir.z = -dz;
    core.support(dir, p);
    range[0] = dx * p.x + dy * p.y + dz * p.z + base - radius;
  }
}

/** Whether a body meets one triangle of a mesh or another, or is near it, by the tests that meshes use. */
class FacetTest implements LeafVisitor {
  readonly solver: PairDispatch = new PairDispatch();
  readonly settings: QuerySettings = new QuerySettings();
  /** Those of the question whether the body is near: `maxDistance` is how near. */
  readonly nearness: QuerySettings = new QuerySettings();
  readonly triangle: TriangleBody = new TriangleBody();
  body: Body | null = null;
  asksNear = false;

  leaf(first: number, last: number): boolean {
    const { solver, settings, nearness, triangle, asksNear } = this;
    const { convex } = solver;
    for (let slot = first; slot < last; slot++) {
      triangle.load(slot);
      if (!asksNear) {
        if (convex.solve(triangle, this.body as Body, Goal.decide, settings, null)) return true;
      } else if (convex.solve(triangle, this.body as Body, Goal.distance, nearness, null)) return true;
      // Not a comparison the other way round: what is not known to be farther counts as near.
      else if (!(convex.found.signed > nearness.maxDistance)) return true;
    }
    return false;
  }
}

/**
 * A closed mesh as a tree of planes: is a point in it, does a convex shape meet it, when does one that moves. For static worlds
 * with large flat faces, level geometry above all, where few planes say much.
 *
 * The answers are those of the mesh's own queries. The tree is in the mesh's own frame: colliders are placed there. Building it
 * takes about 50 µs a triangle; the tree is that of the mesh as it is, and the first query after a `mesh.refit()` builds another
 * one. Queries allocate nothing when `out` is given.
 *
 * @example
 * const level = new BspTree(new Mesh({ positions, indices, solid: true }));
 * level.contains([0, 1, 0]);
 * level.castShape(new Collider(new Capsule(0.4, 1)), [0, 0, 5])?.t;
 */
export class BspTree {
  readonly mesh: Mesh;
  readonly #collider: Collider;
  #nodes!: BspNodes;
  #walk!: BspWalk;
  #cast!: MeshCast;
  #version = -1;
  readonly #facets: FacetTest = new FacetTest();
  readonly #tolerance: Float64Array = new Float64Array(1);
  readonly #caster: CastSolver = new CastSolver(this.#facets.solver);
  readonly #extent: BodyExtent = new BodyExtent();
  readonly #point: Vec3 = new Vec3();
  readonly #motion: Vec3 = new Vec3();
  readonly #hit: CastHit = new CastHit();

  constructor(mesh: Mesh) {
    if (!(mesh instanceof MeshShape)) wrong('mesh', 'be a Mesh', mesh);
    if (!mesh.solid) throw new RangeError('mesh must be solid: a BSP tree divides space into inside and outside');
    if (mesh.winding) throw new RangeError('mesh must be closed: planes of triangles do not bound a mesh with gaps');
    this.mesh = mesh;
    this.#collider = new Collider(mesh);
    this.#freshen();
  }

  /** How many planes there are. */
  get nodeCount(): number {
    return this.#freshen().#nodes.children.length / 2;
  }

  /** The most planes on the way from the root to a cell. */
  get depth(): number {
    return this.#freshen().#nodes.depth;
  }

  /** Bytes held by the tree. */
  get byteLength(): number {
    const { planes, children, boxes, starts, faces } = this.#freshen().#nodes;
    return planes.byteLength + children.byteLength + boxes.byteLength + starts.byteLength + faces.byteLength;
  }

  /**
   * Whether a point is in the solid, its surface included (Algorithm 5.2). One dot product a level. Where planes in nearly one
   * place leave it open, the mesh is asked.
   */
  contains(point: Vec3Input): boolean {
    const p = readVec3('point', point, this.#point);
    return this.#freshen().#contains(p);
  }

  /**
   * Whether a convex collider and the solid have a point in common. Planes moved out by the collider's support (Algorithm 5.3) say
   * which facets may meet it. These are tested exactly, as the planes alone say yes too often at sharp edges. Without a facet it is
   * inside as a whole or outside.
   */
  intersects(collider: Collider): boolean {
    requireConvexCollider(collider);
    return this.#freshen().#meets(collider, false);
  }

  /**
   * Whether a convex collider may meet the solid, by shifted planes alone (Algorithm 5.3 as the text has it): false is certain,
   * true is not. At sharp edges it says yes from afar. It is cheaper than `intersects` where the collider is small and few planes
   * are near.
   */
  mayIntersect(collider: Collider): boolean {
    requireConvexCollider(collider);
    this.#freshen().#place(collider);
    const reaches = this.#walk.reachesInside();
    this.#extent.body = null;
    return reaches;
  }

  /**
   * When a convex collider that moves by `translation` while t goes from 0 to 1 first meets the solid, or null (Algorithm 5.4, with
   * facets tested exactly). The normal is unit and from the solid to the collider; the result is that of `castShape(mesh, [0, 0,
   * 0], collider, translation)`, which is also what answers where the two overlap or nearly touch at the start.
   */
  castShape(collider: Collider, translation: Vec3Input, out?: CastHit | null): CastHit | null {
    requireConvexCollider(collider);
    const motion = readVec3('translation', translation, this.#motion);
    this.#freshen();
    if (this.#isNear(collider)) return castShape(this.#collider, AT_REST, collider, motion, out);
    const hit = this.#hit;
    this.#extent.body = collider;
    const met = this.#cast.convex(this.#caster, this.#collider, collider, motion, this.#facets.settings, hit);
    this.#extent.body = null;
    return met ? (out ?? new CastHit()).copy(hit) : null;
  }

  /**
   * Throws an Error unless the planes form one tree and every piece of every triangle lies in the plane of a node that lists it.
   * For tests.
   */
  validate(): void {
    validateBsp(this.#freshen().#nodes, this.mesh.triangles);
  }

  /** The tree of the mesh as it is now. */
  #freshen(): this {
    const { mesh } = this;
    mesh.vertices.requireWhole();
    if (this.#version === mesh.version) return this;
    this.#nodes = new BspBuilder(mesh.triangles).build();
    this.#walk = new BspWalk(this.#nodes, mesh.triangles);
    this.#walk.shape = this.#extent;
    this.#cast = new MeshCast(this.#walk);
    this.#version = mesh.version;
    return this;
  }

  #contains(p: Vec3): boolean {
    const label = this.#walk.locate(p.x, p.y, p.z);
    return label === BspLabel.ask ? containsPoint(this.#collider, p) : label === BspLabel.inside;
  }

  /** Hands a body at rest to the walk. */
  #place(body: Body): void {
    const { bounds, slack } = this.#walk;
    this.#extent.body = body;
    boxIn(body, WORLD, bounds);
    let reach = this.mesh.triangles.tree.reach;
    for (let i = 0; i < 6; i++) reach = Math.max(reach, Math.abs(bounds[i]));
    slack[0] = 4 * TOUCH * reach;
  }

  /** Whether a body may touch the solid by the rule of casts, or overlaps it: at twice the tolerance, as distances have errors, too. */
  #isNear(body: Body): boolean {
    const facets = this.#facets;
    this.#collider.freshen();
    facets.nearness.maxDistance = 2 * contactTolerance(this.#collider, body, facets.settings, this.#tolerance)[0];
    return this.#meets(body, true);
  }

  /** Whether a body meets the solid, or with `asksNear`, whether it also is nearer than the facets are asked about. */
  #meets(body: Body, asksNear: boolean): boolean {
    const facets = this.#facets;
    facets.asksNear = asksNear;
    facets.triangle.of(instanceOf(this.#collider));
    facets.body = body;
    this.#place(body);
    if (asksNear) this.#walk.slack[0] += facets.nearness.maxDistance;
    const met = this.#walk.overlapping(facets);
    facets.body = null;
    this.#extent.body = null;
    if (met) return true;
    // No facet is met: all of it is inside, or nothing.
    const point = body.core.support(ANYWHERE, this.#point);
    return this.#contains(body.frame.transformPoint(point, point));
  }
}

function requireConvexCollider(collider: Collider): void {
  requireCollider('collider', collider);
  if (!isConvex(collider.kind))
    throw new TypeError(`collider must have a bounded convex shape, got ${collider.shape.constructor.name}`);
}
