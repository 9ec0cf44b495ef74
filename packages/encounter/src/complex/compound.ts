/** Several placed shapes as one shape (§2.2.5): convex shapes, meshes, and other compounds. */

import { CompoundInstance } from '../bodies/compound-instance.ts';
import { PlacedBody } from '../bodies/placed-body.ts';
import { Vec3 } from '../math/vec3.ts';
import { CompoundPair } from '../pairs/compound/compound-pair.ts';
import { type CompoundPart, CompoundShape } from '../shapes/compound-shape.ts';
import { LARGEST_IN_TREE } from '../tolerances.ts';
import { buildTree, roomForBoxes } from '../tree/build.ts';
import { type AabbTree, putBox } from '../tree/layout.ts';

const PAIR: CompoundPair = /* #__PURE__ */ new CompoundPair();

/**
 * Placed shapes that move as one. `primitiveA` and `primitiveB` of a result say which of the shapes it is about.
 *
 * @example
 * const hammer = new Compound([
 *   { shape: new Cylinder(0.1, 2) },
 *   { shape: new Box([0.5, 0.4, 1]), position: [0, 1, 0] },
 * ]);
 */
export class Compound extends CompoundShape {
  /** The functions that test it against other shapes. @internal */
  readonly pair: CompoundPair = PAIR;
  /** The tree over the boxes of the parts. Its form serves every placement. @internal */
  readonly tree: AabbTree;
  readonly #bodies: readonly PlacedBody[];
  readonly #dir: Vec3 = new Vec3();
  readonly #point: Vec3 = new Vec3();

  constructor(parts: readonly CompoundPart[]) {
    super(parts);
    this.#bodies = this.parts.map(({ shape, placement }) => {
      const body = new PlacedBody(shape);
      body.placement.copy(placement);
      body.resolve();
      return body;
    });
    const count = this.parts.length;
    const boxes = roomForBoxes(count);
    this.#bodies.forEach((body, i) => {
      const { min, max } = body.bounds();
      const reach = Math.max(max.x, max.y, max.z, -min.x, -min.y, -min.z);
      if (reach > LARGEST_IN_TREE)
        throw new RangeError(
          `parts[${this.parts[i].child}] must be within ${LARGEST_IN_TREE} of the origin, got ${reach}`,
        );
      putBox(boxes, i, min, max);
    });
    this.tree = buildTree(boxes, count, new Float64Array(3), 'sah', 1);
  }

  /** The farthest point of any part. As for every shape, this is the support mapping of the hull. */
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

  override instantiate(): CompoundInstance {
    return new CompoundInstance(this, this.tree);
  }
}
