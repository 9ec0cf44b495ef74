/**
 * The pairs of convex pieces of two bodies that are near each other: a convex body is one piece, a mesh has its triangles, a compound
 * the pieces of its parts. Trees leave out what is too far away.
 */
import { type Body, boxIn } from '../bodies/body.ts';
import type { CompoundInstance } from '../bodies/compound-instance.ts';
import { instanceOf, numberOf } from '../bodies/mesh-body.ts';
import { TriangleBody } from '../bodies/triangle-body.ts';
import { Affine } from '../math/affine.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { COMPOUND_SLACK } from '../tolerances.ts';
import { type LeafVisitor, TreeBox } from '../tree/box.ts';
import { TreeOverlap } from '../tree/overlap.ts';
import type { LeafPairVisitor } from '../tree/pair-descent.ts';
import { RelativeFrame } from '../tree/relative-frame.ts';

const WORLD: Affine = /* #__PURE__ */ new Affine();

/** A piece: its body, and the slot of the triangle if that is a mesh. */
export class Piece {
  body: Body | null = null;
  slot = -1;
  /** The child of a compound that it belongs to; −1 elsewhere. */
  child = -1;
  readonly #triangle: TriangleBody = new TriangleBody();

  /** The piece as a convex body. */
  load(): Body {
    const body = this.body as Body;
    if (body.kind !== ShapeKind.mesh) return body;
    this.#triangle.of(instanceOf(body));
    this.#triangle.load(this.slot);
    return this.#triangle;
  }

  /** The triangle that `load` has loaded. */
  get triangle(): TriangleBody {
    return this.#triangle;
  }

  get isTriangle(): boolean {
    return (this.body as Body).kind === ShapeKind.mesh;
  }

  /** The number that results report. */
  get primitive(): number {
    if (this.child >= 0) return this.child;
    return this.isTriangle ? numberOf(this.body as Body, this.slot) : -1;
  }

  /** The number of corner `i` of the piece among those of the whole body. */
  cornerId(i: number): number {
    return this.isTriangle ? instanceOf(this.body as Body).triangles.corners[3 * this.slot + i] : i;
  }
}

export class NearPairs implements LeafPairVisitor, LeafVisitor {
  count = 0;
  readonly #bodiesA: Body[] = [];
  readonly #bodiesB: Body[] = [];
  readonly #numbers: number[] = [];
  readonly #box: TreeBox = new TreeBox();
  readonly #partsA: NearParts = new NearParts();
  readonly #partsB: NearParts = new NearParts();
  readonly #overlap: TreeOverlap = new TreeOverlap();
  readonly #frame: RelativeFrame = new RelativeFrame();
  readonly #margin: Float64Array = new Float64Array(1);
  // The pair of bodies under way, and the children that they belong to.
  #a: Body | null = null;
  #b: Body | null = null;
  #childA = -1;
  #childB = -1;
  /** Whether the triangles that a leaf brings are those of A. */
  #ofA = true;

  /** Collects the pairs of pieces whose boxes are within the distance in distance[0]. */
  collect(a: Body, b: Body, distance: Float64Array): void {
    this.count = 0;
    this.#margin[0] = distance[0];
    this.#splitA(a, b);
  }

  /** Writes the pieces of pair `i`. */
  read(i: number, a: Piece, b: Piece): void {
    const n = this.#numbers;
    a.body = this.#bodiesA[i];
    b.body = this.#bodiesB[i];
    a.slot = n[4 * i];
    b.slot = n[4 * i + 1];
    a.child = n[4 * i + 2];
    b.child = n[4 * i + 3];
  }

  #splitA(a: Body, b: Body): void {
    this.#childA = -1;
    if (a.kind !== ShapeKind.compound) {
      this.#splitB(a, b);
      return;
    }
    const instance = a.instance as CompoundInstance;
    const near = this.#partsA;
    near.find(instance, b, this.#margin);
    for (let i = 0; i < near.count; i++) {
      const part = near.parts[i];
      this.#childA = instance.childOf(part);
      this.#splitB(instance.bodies[part], b);
    }
  }

  #splitB(a: Body, b: Body): void {
    this.#childB = -1;
    if (b.kind !== ShapeKind.compound) {
      this.#triangles(a, b);
      return;
    }
    const instance = b.instance as CompoundInstance;
    const near = this.#partsB;
    near.find(instance, a, this.#margin);
    for (let i = 0; i < near.count; i++) {
      const part = near.parts[i];
      this.#childB = instance.childOf(part);
      this.#triangles(a, instance.bodies[part]);
    }
  }

  #triangles(a: Body, b: Body): void {
    a.freshen?.();
    b.freshen?.();
    this.#a = a;
    this.#b = b;
    const meshA = a.kind === ShapeKind.mesh;
    const meshB = b.kind === ShapeKind.mesh;
    if (meshA && meshB) {
      const first = instanceOf(a);
      const second = instanceOf(b);
      const { triangles } = first;
      const others = second.triangles;
      const frame = this.#frame.set(first.frame, second.frame).seenFrom(triangles.tree.origin, others.tree.origin);
      this.#overlap.slack[0] =
        this.#margin[0] + a.radius + b.radius + COMPOUND_SLACK * (triangles.tree.reach + others.tree.reach);
      this.#overlap.walk(triangles, others, frame, this, true);
    } else if (meshA || meshB) {
      this.#ofA = meshA;
      const instance = instanceOf(meshA ? a : b);
      const { box } = this.#box;
      boxIn(meshA ? b : a, instance.frame, box);
      for (let i = 0; i < 3; i++) {
        const slack = this.#margin[0] + instance.margin + COMPOUND_SLACK * (Math.abs(box[i]) + Math.abs(box[3 + i]));
        // An unbounded box stays so.
        box[i] -= slack < Infinity ? slack : 0;
        box[3 + i] += slack < Infinity ? slack : 0;
      }
      this.#box.overlapping(instance.triangles.tree, this);
    } else this.#add(-1, -1);
  }

  leaf(first: number, last: number): boolean {
    for (let slot = first; slot < last; slot++) this.#add(this.#ofA ? slot : -1, this.#ofA ? -1 : slot);
    return false;
  }

  leaves(firstA: number, lastA: number, firstB: number, lastB: number): boolean {
    for (let i = firstA; i < lastA; i++) for (let j = firstB; j < lastB; j++) this.#add(i, j);
    return false;
  }

  #add(slotA: number, slotB: number): void {
    const i = this.count++;
    this.#bodiesA[i] = this.#a as Body;
    this.#bodiesB[i] = this.#b as Body;
    const n = this.#numbers;
    n[4 * i] = slotA;
    n[4 * i + 1] = slotB;
    n[4 * i + 2] = this.#childA;
    n[4 * i + 3] = this.#childB;
  }
}

/** The parts of a compound whose boxes are near another body's box, in ascending order. */
export class NearParts implements LeafVisitor {
  readonly parts: number[] = [];
  count = 0;
  readonly #walk: TreeBox = new TreeBox();
  readonly #tight: Float64Array = new Float64Array(6);
  #items: Int32Array | null = null;

  /** Finds the parts; `distance` has the distance in its first number. */
  find(instance: CompoundInstance, other: Body, distance: Float64Array): void {
    const { tree } = instance;
    const tight = this.#tight;
    const { box } = this.#walk;
    boxIn(other, WORLD, tight);
    for (let i = 0; i < 3; i++) {
      const reach = Math.abs(tight[i]) + Math.abs(tight[3 + i]) + Math.abs(tree.origin[i]);
      const slack = distance[0] + COMPOUND_SLACK * Math.min(Number.MAX_VALUE, reach);
      box[i] = tight[i] - slack;
      box[3 + i] = tight[3 + i] + slack;
    }
    this.count = 0;
    this.#items = tree.items;
    this.#walk.overlapping(tree, this);
  }

  leaf(first: number, last: number): boolean {
    const { parts } = this;
    for (let slot = first; slot < last; slot++) {
      const part = (this.#items as Int32Array)[slot];
      let i = this.count++;
      for (; i > 0 && parts[i - 1] > part; i--) parts[i] = parts[i - 1];
      parts[i] = part;
    }
    return false;
  }
}
