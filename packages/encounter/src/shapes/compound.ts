/** Several placed shapes as one (§2.2.5): convex shapes, meshes, and other compounds. */
import { checkOptions, LARGEST_IN_TREE, show } from '../check.ts';
import { Affine, type Placement, readPlacement } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import { CompoundInstance } from '../pairs/compound-instance.ts';
import { CompoundPair } from '../pairs/compound-pair.ts';
import { PlacedBody } from '../pairs/placed-body.ts';
import { buildTree, roomForBoxes } from '../tree/build.ts';
import { type AabbTree, putInterval } from '../tree/layout.ts';
import { requireShape, Shape, ShapeKind } from './shape.ts';

/** A shape and where it is in the compound: a placement, or a column-major 4×4 matrix instead. */
export interface CompoundPart extends Placement {
  shape: Shape;
  matrix?: ArrayLike<number>;
}

/** A convex shape or mesh in the compound's frame, and the number of the child that it came with. */
export interface PlacedPart {
  readonly shape: Shape;
  readonly placement: Affine;
  readonly child: number;
}

const PAIR: CompoundPair = /* #__PURE__ */ new CompoundPair();

/**
 * Placed shapes that move as one. `primitiveA` and `primitiveB` of a result say which of them.
 *
 * @example
 * const hammer = new Compound([
 *   { shape: new Cylinder(0.1, 2) },
 *   { shape: new Box([0.5, 0.4, 1]), position: [0, 1, 0] },
 * ]);
 */
export class Compound extends Shape {
  readonly polyhedral: boolean;
  /** How it is tested against other shapes. @internal */
  readonly pair: CompoundPair = PAIR;
  /** What it is made of, compounds within it taken apart. @internal */
  readonly parts: readonly PlacedPart[];
  /** Whether all parts stand for their insides. */
  override readonly solid: boolean;
  /** Over the boxes of the parts; its form serves every placement. @internal */
  readonly tree: AabbTree;
  readonly #bodies: readonly PlacedBody[];
  readonly #changing: readonly PlacedPart[];
  #extentVersion = -1;
  #extentNow = 0;
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();

  constructor(parts: readonly CompoundPart[]) {
    super(ShapeKind.compound);
    if (!Array.isArray(parts)) throw new TypeError(`parts must be an array of { shape, … }, got ${show(parts)}`);
    if (parts.length === 0) throw new RangeError('parts must have at least 1 part, got 0');
    const list: PlacedPart[] = [];
    // Not by forEach, which leaves out holes: a list of nothing but holes would make a tree of no parts.
    const { length } = parts;
    for (let i = 0; i < length; i++) addPart(list, parts[i], i);
    this.parts = list;
    this.#changing = list.filter(({ shape }) => shape.kind === ShapeKind.mesh);
    this.polyhedral = list.every(({ shape }) => shape.polyhedral);
    this.solid = list.every(({ shape }) => shape.solid);
    this.#bodies = list.map(({ shape, placement }) => {
      const body = new PlacedBody(shape);
      body.placement.copy(placement);
      body.resolve();
      return body;
    });
    const count = list.length;
    const boxes = roomForBoxes(count);
    this.#bodies.forEach((body, i) => {
      const { min, max } = body.bounds();
      const reach = Math.max(max.x, max.y, max.z, -min.x, -min.y, -min.z);
      if (reach > LARGEST_IN_TREE)
        throw new RangeError(`parts[${list[i].child}] must be within ${LARGEST_IN_TREE} of the origin, got ${reach}`);
      putInterval(boxes, 6 * i, min.x, max.x);
      putInterval(boxes, 6 * i + 1, min.y, max.y);
      putInterval(boxes, 6 * i + 2, min.z, max.z);
    });
    this.tree = buildTree(boxes, count, new Float64Array(3), 'sah', 1);
  }

  /** Counts the changes of its meshes. */
  override get version(): number {
    let sum = 0;
    for (const { shape } of this.#changing) sum += shape.version;
    return sum;
  }

  /** The farthest point of any part; that of the hull, as every support mapping is. */
  support(dir: Vec3, out: Vec3): Vec3 {
    let best = -Infinity;
    const p = this.#point;
    for (const { core, frame, radius } of this.#bodies) {
      core.support(frame.transposeVector(dir, this.#dir), p);
      frame.transformPoint(p, p);
      if (radius > 0) {
        const l = Math.sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
        const s = l > 0 ? radius / l : 0;
        p.set(p.x + s * dir.x, p.y + s * dir.y, p.z + s * dir.z);
      }
      const along = dir.x * p.x + dir.y * p.y + dir.z * p.z;
      if (along <= best) continue;
      best = along;
      out.copy(p);
    }
    return out;
  }

  override get extent(): number {
    if (this.#extentVersion !== this.version) {
      this.#extentVersion = this.version;
      const { min, max } = this.bounds();
      this.#extentNow = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
    }
    return this.#extentNow;
  }

  /** Its tree is seen from its origin, so that the distance of parts from there counts. */
  override get span(): number {
    const { x, y, z } = this.reach;
    return Math.max(this.extent, x, y, z);
  }

  override instantiate(): CompoundInstance {
    return new CompoundInstance(this);
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
  checkOptions(part, ['shape', 'position', 'orientation', 'scale', 'matrix'], name);
  const { position, orientation, scale } = placement;
  if (matrix !== undefined && (position !== undefined || orientation !== undefined || scale !== undefined))
    throw new TypeError(`${name}: matrix cannot be given together with position, orientation or scale`);
  const own = readPlacement(matrix === undefined ? name : `${name}.matrix`, matrix ?? placement);
  if (!(shape instanceof Compound)) {
    list.push({ shape, placement: own, child });
    return;
  }
  for (const inner of shape.parts)
    list.push({ shape: inner.shape, placement: new Affine().compose(own, inner.placement), child });
}
