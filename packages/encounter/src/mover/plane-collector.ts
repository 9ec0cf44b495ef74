/** The planes between a body and everything near it, one for each convex piece. */
import type { Body } from '../bodies/body.ts';
import type { Collider } from '../bodies/collider.ts';
import type { TriangleBody } from '../bodies/triangle-body.ts';
import { Goal } from '../convex/penetration.ts';
import type { Vec3 } from '../math/vec3.ts';
import { PairDispatch } from '../pairs/dispatch.ts';
import { PairGeometry } from '../pairs/result.ts';
import { QuerySettings } from '../pairs/settings.ts';
import { MOVER_ACCURACY } from '../tolerances.ts';
import { PlaneList } from './contact-plane.ts';
import { Pieces, type PieceVisitor } from './pieces.ts';
import { Surfaces } from './surface.ts';

export class PlaneCollector implements PieceVisitor {
  readonly list: PlaneList = new PlaneList();
  readonly surfaces: Surfaces = new Surfaces();
  readonly #solver: PairDispatch = new PairDispatch();
  readonly #pieces: Pieces = new Pieces(this);
  readonly #settings: QuerySettings = new QuerySettings();
  /** For the depth in a solid mesh, which is a search: once the body is out of it, distances to triangles tell the rest. */
  readonly #plain: QuerySettings = new QuerySettings();
  readonly #found: PairGeometry = new PairGeometry();
  /** Pieces are asked for up to this distance: skin and reach. */
  readonly #limit: Float64Array = new Float64Array(1);
  /** The distance that counts as a gap of zero. */
  readonly #skin: Float64Array = new Float64Array(1);
  readonly #distance: Float64Array = new Float64Array(1);
  /** Whether the reach is so large that what is wholly inside of a solid has triangles within it. */
  isWide = false;
  #body!: Body;
  /** How many planes there were before the triangles of the solid mesh that is being visited. */
  #before = 0;

  constructor() {
    this.#settings.accuracy = MOVER_ACCURACY;
  }

  /** Begins a list for a body: of pieces whose gap is at most reach[0], where a gap is a distance less skin[0]. */
  begin(body: Body, skin: Float64Array, reach: Float64Array): void {
    this.#body = body;
    this.#skin[0] = skin[0];
    this.#limit[0] = skin[0] + reach[0];
    this.#settings.maxDistance = this.#limit[0];
    this.list.clear();
  }

  /** Adds the pieces of a collider. */
  add(collider: Collider): void {
    this.#pieces.visit(this.#body, collider, this.#limit);
  }

  /** Ends the list. */
  end(): PlaneList {
    this.surfaces.cover(this.list);
    this.surfaces.join(this.list);
    return this.list;
  }

  /** The normal of what was found last: of a pair that is too far apart it is an axis that shows so. */
  get apart(): Vec3 {
    return this.#found.normal;
  }

  piece(body: Body, triangle: TriangleBody | null, collider: Collider, primitive: number): boolean {
    const solver = this.#solver;
    solver.solve(this.#body, body, Goal.signed, this.#settings, this.#found);
    if (!(solver.signed <= this.#limit[0])) return false;
    this.#distance[0] = solver.signed;
    this.#put(body, triangle, collider, primitive);
    return true;
  }

  /** Adds a plane for the pair that was found at #distance. */
  #put(body: Body | null, triangle: TriangleBody | null, collider: Collider, primitive: number): void {
    const plane = this.list.add();
    const { normal, pointB } = this.#found;
    const n = plane.normal;
    n.x = -normal.x;
    n.y = -normal.y;
    n.z = -normal.z;
    plane.point.copy(pointB);
    plane.gap = this.#distance[0] - this.#skin[0];
    plane.collider = collider;
    plane.primitive = primitive;
    plane.carries = false;
    plane.rim = false;
    plane.climbs = false;
    if (body !== null) this.surfaces.describe(plane, this.#body, body, triangle, this.#distance);
    else {
      plane.faces = 0;
      plane.flat = false;
      plane.face.copy(plane.normal);
      plane.piece = collider;
    }
  }

  solidBegins(): void {
    this.#before = this.list.count;
  }

  /**
   * A body that is deeper in a solid than its surface is pushed out of the solid as a whole: its triangles would push it to either side.
   * If no triangle is met, the body is outside or wholly inside. Near triangles tell that it is outside, unless the search is wide.
   */
  solidEnds(body: Body, collider: Collider, primitive: number): void {
    const { list } = this;
    let isInside = this.isWide || list.count === this.#before;
    for (let i = this.#before; i < list.count; i++) if (list.planes[i].gap < -this.#skin[0]) isInside = true;
    const solver = this.#solver;
    if (!isInside || !solver.solve(this.#body, body, Goal.depth, this.#plain, this.#found)) return;
    list.count = this.#before;
    const { primitiveB } = this.#found;
    this.#distance[0] = solver.signed;
    this.#put(null, null, collider, primitive >= 0 ? primitive : primitiveB);
  }
}
