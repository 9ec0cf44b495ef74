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
import { ShapeKind } from '../shapes/shape.ts';
import { TOUCH } from '../tolerances.ts';
import { type LeafVisitor, TreeBox } from '../tree/box.ts';

/** Receives the pieces. */
export interface PieceVisitor {
  /** A convex body or a halfspace. `triangle` is the same body if it is a triangle of a mesh. */
  piece(body: Body, triangle: TriangleBody | null, collider: Collider, primitive: number): void;
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
  readonly #reach: Float64Array = new Float64Array(1);
  #part!: Body;
  #collider!: Collider;
  #primitive = -1;

  constructor(visitor: PieceVisitor) {
    this.#visitor = visitor;
  }

  walk(body: Body, part: Body, collider: Collider, primitive: number, reach: Float64Array): void {
    const mesh: MeshInstance = instanceOf(part);
    const { tree } = mesh.triangles;
    this.#part = part;
    this.#collider = collider;
    this.#primitive = primitive;
    this.#triangle.of(mesh);
    const { box } = this.#walk;
    boxIn(body, mesh.frame, box);
    this.#reach[0] = reach[0] + mesh.margin;
    grow(box, this.#reach, mesh.frame);
    this.#walk.overlapping(tree, this);
  }

  leaf(first: number, last: number): boolean {
    const triangle = this.#triangle;
    const { corners: p } = triangle;
    const { box } = this.#walk;
    for (let slot = first; slot < last; slot++) {
      triangle.load(slot);
      if (
        Math.min(p[0], p[3], p[6]) > box[3] ||
        Math.max(p[0], p[3], p[6]) < box[0] ||
        Math.min(p[1], p[4], p[7]) > box[4] ||
        Math.max(p[1], p[4], p[7]) < box[1] ||
        Math.min(p[2], p[5], p[8]) > box[5] ||
        Math.max(p[2], p[5], p[8]) < box[2]
      )
        continue;
      const number = this.#primitive >= 0 ? this.#primitive : numberOf(this.#part, slot);
      this.#visitor.piece(triangle, triangle, this.#collider, number);
    }
    return false;
  }
}
