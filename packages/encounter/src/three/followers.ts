/** Colliders that follow objects of three.js. */
import type { InstancedMesh, Object3D } from 'three';
import { type Follower, FollowerList, multiply, Steered } from '../adapters/follower-list.ts';
import { Collider } from '../bodies/collider.ts';
import { requireCollider } from '../check.ts';
import { DeformingMesh } from './deforming-mesh.ts';
import { isInstanced, meshesOf, type ObjectOptions, Shapes, updateMatrices } from './objects.ts';

/** The `data` of a collider that was made for an object. */
export interface Followed {
  readonly object: Object3D;
  /** The number of an instance of an InstancedMesh, as in three's own intersections. */
  readonly instanceId: number | undefined;
}

/**
 * Makes a collider for each mesh in an object and all below it, and one for each instance of an InstancedMesh, at their present
 * positions. For objects that stand still; use `Followers` for objects that move.
 *
 * @example world.add(...collidersFromObject(gltf.scene));
 */
export function collidersFromObject(object: Object3D, options: ObjectOptions = {}): Collider<Followed>[] {
  return new Followers(options).add(object);
}

/**
 * Colliders that follow the world matrices of objects, nonuniform scale and shear included, and the vertices of skinned and morphed
 * meshes.
 *
 * @example
 * const followers = new Followers();
 * world.add(...followers.add(gltf.scene));
 * // Each frame:
 * followers.update();
 * world.test(table);
 */
export class Followers {
  /**
   * Whether `update()` first updates matrices, from the topmost parent of each object down, as a renderer does before it draws. Set it
   * to false if you call `scene.updateMatrixWorld()` yourself.
   */
  updatesMatrices = true;
  readonly #shapes: Shapes;
  readonly #followers = new FollowerList<Object3D>();
  readonly #roots: Object3D[] = [];

  constructor(options: ObjectOptions = {}) {
    this.#shapes = new Shapes(options);
  }

  /** The colliders, in the order in which they were added. */
  get colliders(): Collider[] {
    return this.#followers.colliders();
  }

  /** Makes a collider for each mesh in the object and all below it, and one for each instance of an InstancedMesh. */
  add(object: Object3D): Collider<Followed>[] {
    updateMatrices(object);
    const made: Collider<Followed>[] = [];
    // All shapes are made first: if one of them cannot be made, nothing is added.
    const found = meshesOf(object).map((mesh) => ({ mesh, shape: this.#shapes.of(mesh) }));
    for (const { mesh, shape } of found) {
      if (shape === null) continue;
      const deforming = shape instanceof DeformingMesh ? shape : null;
      const count = isInstanced(mesh) ? mesh.count : 1;
      const colliders = Array.from({ length: count }, (_, i) => {
        const data = { object: mesh, instanceId: isInstanced(mesh) ? i : undefined };
        return new Collider<Followed>(deforming?.shape ?? (shape as Exclude<typeof shape, DeformingMesh>), { data });
      });
      this.#followers.add(
        isInstanced(mesh) ? new Instances(mesh, colliders) : new Single(mesh, colliders[0], deforming),
      );
      // One by one: as arguments of a single call many instances would not fit on the stack.
      for (const collider of colliders) made.push(collider);
    }
    return made;
  }

  /** Lets a collider of yours follow an object: the object's frame becomes the collider's. */
  follow<C extends Collider>(object: Object3D, collider: C): C {
    requireCollider('collider', collider);
    updateMatrices(object);
    this.#followers.add(new Single(object, collider, null));
    return collider;
  }

  /** Stops following the object and everything below it. Returns the colliders, so that you can remove them from scenes. */
  remove(object: Object3D): Collider[] {
    return this.#followers.remove(object);
  }

  /** Moves all colliders to their objects. Colliders whose objects have not moved are left alone. Allocates nothing of its own. */
  update(): this {
    if (this.updatesMatrices) this.#updateMatrices();
    this.#followers.update();
    return this;
  }

  /** Updates each tree of objects once. */
  #updateMatrices(): void {
    const { list } = this.#followers;
    const roots = this.#roots;
    roots.length = 0;
    for (let i = 0; i < list.length; i++) {
      let root = list[i].object;
      while (root.parent !== null) root = root.parent;
      if (roots.includes(root)) continue;
      // An object without a parent occurs only once, so it need not be in the list.
      if (root !== list[i].object) roots.push(root);
      root.updateMatrixWorld();
    }
    roots.length = 0;
  }
}

class Single implements Follower<Object3D> {
  readonly object: Object3D;
  readonly colliders: readonly Collider[];
  readonly #deforming: DeformingMesh | null;
  readonly #steered: Steered;

  constructor(object: Object3D, collider: Collider, deforming: DeformingMesh | null) {
    this.object = object;
    this.colliders = [collider];
    this.#deforming = deforming;
    this.#steered = new Steered(collider);
  }

  update(): void {
    this.#deforming?.update();
    this.#steered.set(this.object.matrixWorld.elements);
  }
}

class Instances implements Follower<Object3D> {
  readonly object: InstancedMesh;
  readonly colliders: readonly Collider[];
  readonly #steered: readonly Steered[];
  readonly #product: Float64Array = new Float64Array(16);

  constructor(object: InstancedMesh, colliders: readonly Collider[]) {
    this.object = object;
    this.colliders = colliders;
    this.#steered = colliders.map((collider) => new Steered(collider));
  }

  update(): void {
    const { matrixWorld, instanceMatrix } = this.object;
    for (let i = 0; i < this.#steered.length; i++) {
      multiply(matrixWorld.elements, instanceMatrix.array, 16 * i, this.#product);
      this.#steered[i].set(this.#product);
    }
  }
}
