/**
 * Visits the convex pieces of a collider that may be near a body: the collider itself, the triangles of a mesh, the parts of a compound.
 * Trees leave out what is too far away.
 */
import { type Body, boxIn } from '../bodies/body.ts';
import type { Collider } from '../bodies/collider.ts';
import type { CompoundInstance } from '../bodies/compound-instance.ts';
import { instanceOf, numberOf } from '../bodies/mesh-body.ts';
import type { MeshInstance } from '../bodies/mesh-instance.ts';
import { TriangleBody } from '../bodies/triangle-body.ts';
import { Affine } from '../math/affine.ts';
import type { Vec3 } from '../math/vec3.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { TOUCH } from '../tolerances.ts';
import { type LeafVisitor, TreeBox } from '../tree/box.ts';
import type { Triangles } from '../tree/triangles.ts';
import { TriangleCull } from './triangle-cull.ts';

/** Receives the pieces. */
export interface PieceVisitor {
  /** A convex body or a halfspace. `triangle` is the same body if it is a triangle of a mesh. Returns whether it is within the reach. */
  piece(body: Body, triangle: TriangleBody | null, collider: Collider, primitive: number): boolean;
  /** After a piece that is not: a direction towards it along which it is farther than the reach. */
  readonly apart: Vec3;
  /** Called before the triangles of a mesh that has an inside, and after them. */
  solidBegins(): void;
  solidEnds(body: Body, collider: Collider, primitive: number): void;
}

const WORLD: Affine = /* #__PURE__ */ new Affine();

export class Pieces {
  readonly #visitor: PieceVisitor;
  readonly #parts: PartWalk;
  readonly #triangles: TriangleWalk;

  constructor(visitor: PieceVisitor) {
    this.#visitor = visitor;
    this.#triangles = new TriangleWalk(visitor);
    this.#parts = new PartWalk(this);
  }

  /** Visits the pieces of `collider` that may be nearer to `body` than reach[0]. */
  visit(body: Body, collider: Collider, reach: Float64Array): void {
    collider.freshen();
    this.ofBody(body, collider, collider, -1, reach);
  }

  /** The same for a collider, or for a part of it. */
  ofBody(body: Body, part: Body, collider: Collider, primitive: number, reach: Float64Array): void {
    if (part.kind === ShapeKind.compound) this.#parts.walk(body, part, collider, reach);
    else if (part.kind === ShapeKind.mesh) {
      const { solid } = part.shape;
      if (solid) this.#visitor.solidBegins();
      this.#triangles.walk(body, part, collider, primitive, reach);
      if (solid) this.#visitor.solidEnds(part, collider, primitive);
    } else this.#visitor.piece(part, null, collider, primitive);
  }
}

/** Grows a box by reach[0], and by the rounding of its coordinates and of the position of the frame that it is in. */
function grow(box: Float64Array, reach: Float64Array, { m }: Affine): void {
  const far = Math.abs(m[9]) + Math.abs(m[10]) + Math.abs(m[11]);
  for (let i = 0; i < 3; i++) {
    const slack = reach[0] + TOUCH * (far + Math.abs(box[i]) + Math.abs(box[3 + i]));
    box[i] -= slack;
    box[3 + i] += slack;
  }
}

class PartWalk implements LeafVisitor {
  readonly #pieces: Pieces;
  readonly #walk: TreeBox = new TreeBox();
  #body!: Body;
  #collider!: Collider;
  #instance!: CompoundInstance;
  #reach!: Float64Array;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  walk(body: Body, part: Body, collider: Collider, reach: Float64Array): void {
    this.#body = body;
    this.#collider = collider;
    this.#reach = reach;
    this.#instance = part.instance as CompoundInstance;
    const { box } = this.#walk;
    boxIn(body, WORLD, box);
    grow(box, reach, part.frame);
    this.#walk.overlapping(this.#instance.tree, this);
  }

  leaf(first: number, last: number): boolean {
    const instance = this.#instance;
    const { tree, bodies } = instance;
    for (let slot = first; slot < last; slot++) {
      const part = tree.items[slot];
      const body = bodies[part];
      body.freshen();
      this.#pieces.ofBody(this.#body, body, this.#collider, instance.childOf(part), this.#reach);
    }
    return false;
  }
}

class TriangleWalk implements LeafVisitor {
  readonly #visitor: PieceVisitor;
  readonly #walk: TreeBox = new TreeBox();
  readonly #triangle: TriangleBody = new TriangleBody();
  readonly #cull: TriangleCull = new TriangleCull();
  readonly #reach: Float64Array = new Float64Array(1);
  #part!: Body;
  #triangles!: Triangles;
  #collider!: Collider;
  #primitive = -1;

  constructor(visitor: PieceVisitor) {
    this.#visitor = visitor;
  }

  walk(body: Body, part: Body, collider: Collider, primitive: number, reach: Float64Array): void {
    const mesh: MeshInstance = instanceOf(part);
    const { triangles } = mesh;
    this.#part = part;
    this.#triangles = triangles;
    this.#collider = collider;
    this.#primitive = primitive;
    this.#triangle.of(mesh);
    const { box, best } = this.#walk;
    boxIn(body, mesh.frame, box);
    this.#reach[0] = reach[0] + mesh.margin;
    this.#cull.begin(body, mesh.frame, this.#reach);
    grow(box, this.#reach, mesh.frame);
    // What is round is not near to the corners of its box. So nodes are asked for their distance from the box of the core.
    const round = Math.min(body.radius, 0.5 * (box[3] - box[0]), 0.5 * (box[4] - box[1]), 0.5 * (box[5] - box[2]));
    for (let i = 0; i < 3; i++) {
      box[i] += round;
      box[3 + i] -= round;
    }
    best[0] = round * round;
    this.#walk.nearest(triangles.tree, this);
  }

  leaf(first: number, last: number): boolean {
    const triangle = this.#triangle;
    const triangles = this.#triangles;
    const cull = this.#cull;
    const { corners } = triangle;
    for (let slot = first; slot < last; slot++) {
      triangles.load(slot, corners);
      if (cull.isFar(corners)) continue;
      triangle.take();
      const number = this.#primitive >= 0 ? this.#primitive : numberOf(this.#part, slot);
      if (!this.#visitor.piece(triangle, triangle, this.#collider, number)) cull.keep(this.#visitor.apart);
    }
    return false;
  }
}
