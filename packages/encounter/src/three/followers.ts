/** Colliders that follow objects of three.js. */
import type { InstancedMesh, Object3D } from 'three';
import { Collider } from '../bodies/collider.ts';
import { requireCollider } from '../check.ts';
import { DeformingMesh } from './deforming-mesh.ts';
import { isInstanced, meshesOf, type ObjectOptions, Shapes, updateMatrices } from './objects.ts';
import { SteadyMatrix } from './steady-matrix.ts';

/** The `data` of a collider that was made for an object. */
export interface Followed {
  readonly object: Object3D;
  /** The number of an instance of an InstancedMesh, as in three's own intersections. */
  readonly instanceId: number | undefined;
}

/** Colliders that follow one object. */
interface Follower {
  readonly object: Object3D;
  readonly colliders: readonly Collider[];
  update(): void;
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
  readonly #list: Follower[] = [];
  readonly #roots: Object3D[] = [];

  constructor(options: ObjectOptions = {}) {
    this.#shapes = new Shapes(options);
  }

  /** The colliders, in the order in which they were added. */
  get colliders(): Collider[] {
    return this.#list.flatMap(({ colliders }) => colliders);
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
      this.#follow(isInstanced(mesh) ? new Instances(mesh, colliders) : new Single(mesh, colliders[0], deforming));
      // One by one: as arguments of a single call many instances would not fit on the stack.
      for (const collider of colliders) made.push(collider);
    }
    return made;
  }

  /** Lets a collider of yours follow an object: the object's frame becomes the collider's. */
  follow<C extends Collider>(object: Object3D, collider: C): C {
    requireCollider('collider', collider);
    updateMatrices(object);
    this.#follow(new Single(object, collider, null));
    return collider;
  }

  /** Stops following the object and everything below it. Returns the colliders, so that you can remove them from scenes. */
  remove(object: Object3D): Collider[] {
    const leaving: Collider[] = [];
    let kept = 0;
    for (const follower of this.#list) {
      if (isWithin(follower.object, object)) for (const collider of follower.colliders) leaving.push(collider);
      else this.#list[kept++] = follower;
    }
    this.#list.length = kept;
    return leaving;
  }

  /** Moves all colliders to their objects. Colliders whose objects have not moved are left alone. Allocates nothing of its own. */
  update(): this {
    const list = this.#list;
    if (this.updatesMatrices) this.#updateMatrices();
    for (let i = 0; i < list.length; i++) list[i].update();
    return this;
  }

  #follow(follower: Follower): void {
    follower.update();
    this.#list.push(follower);
  }

  /** Updates each tree of objects once. */
  #updateMatrices(): void {
    const list = this.#list;
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

class Single implements Follower {
  readonly object: Object3D;
  readonly colliders: readonly Collider[];
  readonly #deforming: DeformingMesh | null;
  readonly #matrix: SteadyMatrix = new SteadyMatrix();

  constructor(object: Object3D, collider: Collider, deforming: DeformingMesh | null) {
    this.object = object;
    this.colliders = [collider];
    this.#deforming = deforming;
  }

  update(): void {
    this.#deforming?.update();
    if (this.#matrix.set(this.object.matrixWorld.elements)) this.colliders[0].setMatrix(this.#matrix.elements);
  }
}

class Instances implements Follower {
  readonly object: InstancedMesh;
  readonly colliders: readonly Collider[];
  readonly #matrices: readonly SteadyMatrix[];
  readonly #product: Float64Array = new Float64Array(16);

  constructor(object: InstancedMesh, colliders: readonly Collider[]) {
    this.object = object;
    this.colliders = colliders;
    this.#matrices = colliders.map(() => new SteadyMatrix());
  }

  update(): void {
    const { matrixWorld, instanceMatrix } = this.object;
    for (let i = 0; i < this.colliders.length; i++) {
      multiply(matrixWorld.elements, instanceMatrix.array, 16 * i, this.#product);
      const matrix = this.#matrices[i];
      if (matrix.set(this.#product)) this.colliders[i].setMatrix(matrix.elements);
    }
  }
}

/** out = a · b, where b starts at `offset` of its array. */
function multiply(a: ArrayLike<number>, b: ArrayLike<number>, offset: number, out: Float64Array): void {
  for (let c = 0; c < 16; c += 4)
    for (let r = 0; r < 4; r++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + r] * b[offset + c + k];
      out[c + r] = sum;
    }
}

function isWithin(object: Object3D, above: Object3D): boolean {
  for (let o: Object3D | null = object; o !== null; o = o.parent) if (o === above) return true;
  return false;
}
