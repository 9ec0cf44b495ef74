/** Colliders that follow nodes of Babylon.js. */
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Node } from '@babylonjs/core/node.js';
import { type Follower, FollowerList, multiply, Steered } from '../adapters/follower-list.ts';
import { Collider } from '../bodies/collider.ts';
import { requireCollider } from '../check.ts';
import { DeformingMesh } from './deforming-mesh.ts';
import { type MeshList, meshesOf, type ObjectOptions, Shapes, thinMatrices } from './objects.ts';

/** The `data` of a collider that was made for a mesh. */
export interface Followed {
  readonly object: AbstractMesh;
  /** The number of a thin instance: `thinInstanceIndex` in Babylon's own picking. */
  readonly instanceId: number | undefined;
}

/**
 * Makes a collider for each mesh in a node and all below it, or in a scene, and one for each thin instance, at their present
 * positions. For nodes that stand still; use `Followers` for nodes that move.
 *
 * @example world.add(...collidersFromObject(scene));
 */
export function collidersFromObject(object: Node | MeshList, options: ObjectOptions = {}): Collider<Followed>[] {
  return new Followers(options).add(object);
}

/**
 * Colliders that follow the world matrices of nodes, nonuniform scale and shear included, and the vertices of skinned and morphed
 * meshes.
 *
 * @example
 * const followers = new Followers();
 * world.add(...followers.add(scene));
 * // Each frame:
 * followers.update();
 * world.test(table);
 */
export class Followers {
  /**
   * Whether `update()` first computes the world matrices of nodes and their parents, as drawing them would. Set it to false if they
   * are up to date, as right after `scene.render()`.
   */
  updatesMatrices = true;
  readonly #shapes: Shapes;
  readonly #followers = new FollowerList<Node>();

  constructor(options: ObjectOptions = {}) {
    this.#shapes = new Shapes(options);
  }

  /** The colliders, in the order in which they were added. */
  get colliders(): Collider[] {
    return this.#followers.colliders();
  }

  /** Makes a collider for each mesh in a node and all below it, or in a scene, and one for each thin instance. */
  add(object: Node | MeshList): Collider<Followed>[] {
    const made: Collider<Followed>[] = [];
    // All shapes are made first: if one of them cannot be made, nothing is added.
    const found = meshesOf(object).map((mesh) => ({ mesh, shape: this.#shapes.of(mesh) }));
    for (const { mesh, shape } of found) {
      if (shape === null) continue;
      mesh.computeWorldMatrix(true);
      const deforming = shape instanceof DeformingMesh ? shape : null;
      const thin = thinMatrices(mesh);
      const colliders = Array.from({ length: thin?.count ?? 1 }, (_, i) => {
        const data = { object: mesh, instanceId: thin === null ? undefined : i };
        return new Collider<Followed>(deforming?.shape ?? (shape as Exclude<typeof shape, DeformingMesh>), { data });
      });
      const follower = thin === null ? new Single(mesh, colliders[0], deforming) : new ThinInstances(mesh, colliders);
      this.#followers.add(follower);
      // One by one: as arguments of a single call many instances would not fit on the stack.
      for (const collider of colliders) made.push(collider);
    }
    return made;
  }

  /** Lets a collider of yours follow a node: the node's frame becomes the collider's. */
  follow<C extends Collider>(object: Node, collider: C): C {
    requireCollider('collider', collider);
    object.computeWorldMatrix(true);
    this.#followers.add(new Single(object, collider, null));
    return collider;
  }

  /** Stops following the node and everything below it, or a scene. Returns the colliders, so that you can remove them from scenes. */
  remove(object: Node | MeshList): Collider[] {
    if (!('meshes' in object)) return this.#followers.remove(object);
    const leaving: Collider[] = [];
    for (const mesh of object.meshes) for (const collider of this.#followers.remove(mesh)) leaving.push(collider);
    return leaving;
  }

  /** Moves all colliders to their nodes. Colliders whose nodes have not moved are left alone. */
  update(): this {
    const { list } = this.#followers;
    if (this.updatesMatrices) for (let i = 0; i < list.length; i++) list[i].object.computeWorldMatrix(true);
    this.#followers.update();
    return this;
  }
}

class Single implements Follower<Node> {
  readonly object: Node;
  readonly colliders: readonly Collider[];
  readonly #deforming: DeformingMesh | null;
  readonly #steered: Steered;

  constructor(object: Node, collider: Collider, deforming: DeformingMesh | null) {
    this.object = object;
    this.colliders = [collider];
    this.#deforming = deforming;
    this.#steered = new Steered(collider);
  }

  update(): void {
    this.#deforming?.update();
    // Babylon multiplies rows by matrices and stores them row by row: in memory that is the same as columns, column by column.
    this.#steered.set(this.object.getWorldMatrix().m);
  }
}

class ThinInstances implements Follower<Node> {
  readonly object: AbstractMesh;
  readonly colliders: readonly Collider[];
  readonly #steered: readonly Steered[];
  readonly #product: Float64Array = new Float64Array(16);

  constructor(object: AbstractMesh, colliders: readonly Collider[]) {
    this.object = object;
    this.colliders = colliders;
    this.#steered = colliders.map((collider) => new Steered(collider));
  }

  update(): void {
    const thin = thinMatrices(this.object);
    if (thin === null) return;
    const { m } = this.object.getWorldMatrix();
    for (let i = 0; i < Math.min(this.#steered.length, thin.count); i++) {
      multiply(m, thin.data, 16 * i, this.#product);
      this.#steered[i].set(this.#product);
    }
  }
}
