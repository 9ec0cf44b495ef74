import { checkOptions, show } from '../check.ts';
import { Affine, type Placement, readPlacement } from '../math/affine.ts';
import { LARGEST_IN_TREE, SMALLEST } from '../tolerances.ts';
import { requireShape, Shape, ShapeKind } from './shape.ts';

/** A shape and its place in the compound: a placement, or a column-major 4×4 matrix instead. */
export interface CompoundPart extends Placement {
  shape: Shape;
  matrix?: ArrayLike<number>;
}

/** A convex shape or mesh in the compound's frame, and the number of the child that it belongs to. */
export interface PlacedPart {
  readonly shape: Shape;
  readonly placement: Affine;
  readonly child: number;
}

/** The parts of a compound, without their tree and pair functions: see `Compound`. */
export abstract class CompoundShape extends Shape {
  readonly polyhedral: boolean;
  /** The parts, with compounds inside this one split into theirs. @internal */
  readonly parts: readonly PlacedPart[];
  /** Whether all parts stand for their insides. */
  override readonly solid: boolean;
  readonly #changing: readonly PlacedPart[];

  constructor(parts: readonly CompoundPart[]) {
    super(ShapeKind.compound);
    if (!Array.isArray(parts)) throw new TypeError(`parts must be an array of { shape, … }, got ${show(parts)}`);
    if (parts.length === 0) throw new RangeError('parts must have at least 1 part, got 0');
    const list: PlacedPart[] = [];
    // Not by forEach, which skips holes: a list with nothing but holes would make a tree without parts.
    const { length } = parts;
    for (let i = 0; i < length; i++) addPart(list, parts[i], i);
    this.parts = list;
    this.#changing = list.filter(({ shape }) => shape.kind === ShapeKind.mesh);
    this.polyhedral = list.every(({ shape }) => shape.polyhedral);
    this.solid = list.every(({ shape }) => shape.solid);
  }

  /** Counts the changes of the meshes in it. */
  override get version(): number {
    let sum = 0;
    for (const { shape } of this.#changing) sum += shape.version;
    return sum;
  }

  /** The boxes of its tree are relative to its origin, so how far parts reach from there must be within the limits. */
  override requireSize(scale: number, margin: number): void {
    const { x, y, z } = this.reach;
    super.requireSize(scale, margin, Math.max(x, y, z), SMALLEST, LARGEST_IN_TREE);
  }

  override toString(): string {
    const parts = this.parts.map(
      ({ shape, placement }) => `{ shape: ${shape}, matrix: [${placement.getMatrix().join(', ')}] }`,
    );
    return `new Compound([${parts.join(', ')}])`;
  }
}

function addPart(list: PlacedPart[], part: CompoundPart, child: number): void {
  const name = `parts[${child}]`;
  if (typeof part !== 'object' || part === null || part instanceof Shape)
    throw new TypeError(`${name} must be { shape, … }, got ${show(part)}`);
  const { shape, matrix, ...placement } = part;
  if (requireShape(`${name}.shape`, shape).kind === ShapeKind.halfspace)
    throw new TypeError(`${name}.shape must be bounded, got ${shape}`);
  checkOptions(part, ['shape', 'position', 'orientation', 'scale', 'matrix']);
  const { position, orientation, scale } = placement;
  if (matrix !== undefined && (position !== undefined || orientation !== undefined || scale !== undefined))
    throw new TypeError(`${name}: matrix cannot be given together with position, orientation or scale`);
  const own = readPlacement(matrix === undefined ? name : `${name}.matrix`, matrix ?? placement);
  if (!(shape instanceof CompoundShape)) {
    list.push({ shape, placement: own, child });
    return;
  }
  for (const inner of shape.parts)
    list.push({ shape: inner.shape, placement: new Affine().compose(own, inner.placement), child });
}
