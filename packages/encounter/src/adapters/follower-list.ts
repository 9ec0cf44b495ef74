/** Colliders that follow the objects of a scene graph, whichever library it is from. */
import type { Collider } from '../bodies/collider.ts';
import { SteadyMatrix } from './steady-matrix.ts';

/** An object of a scene graph. */
export interface GraphNode<N> {
  readonly parent: N | null;
}

/** Colliders that follow one object. */
export interface Follower<N> {
  readonly object: N;
  readonly colliders: readonly Collider[];
  update(): void;
}

/** The followers of a scene graph, in the order in which they were added. */
export class FollowerList<N extends GraphNode<N>> {
  readonly list: Follower<N>[] = [];

  colliders(): Collider[] {
    return this.list.flatMap(({ colliders }) => colliders);
  }

  /** Brings a follower up to date and adds it. */
  add(follower: Follower<N>): void {
    follower.update();
    this.list.push(follower);
  }

  /** Removes the followers of an object and of everything below it. Returns their colliders. */
  remove(object: N): Collider[] {
    const { list } = this;
    const leaving: Collider[] = [];
    let kept = 0;
    for (const follower of list) {
      // One by one: as arguments of a single call many instances would not fit on the stack.
      if (isWithin(follower.object, object)) for (const collider of follower.colliders) leaving.push(collider);
      else list[kept++] = follower;
    }
    list.length = kept;
    return leaving;
  }

  update(): void {
    const { list } = this;
    for (let i = 0; i < list.length; i++) list[i].update();
  }
}

function isWithin<N extends GraphNode<N>>(object: N, above: N): boolean {
  for (let o: N | null = object; o !== null; o = o.parent) if (o === above) return true;
  return false;
}

/** Moves a collider to a matrix, unless it is there already. */
export class Steered {
  readonly collider: Collider;
  readonly #matrix: SteadyMatrix = new SteadyMatrix();

  constructor(collider: Collider) {
    this.collider = collider;
  }

  /** Takes a column-major matrix. */
  set(matrix: ArrayLike<number>): void {
    if (this.#matrix.set(matrix)) this.collider.setMatrix(this.#matrix.elements);
  }
}

/** out = a · b, all of them column-major, where b starts at `offset` of its array. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>, offset: number, out: Float64Array): void {
  for (let c = 0; c < 16; c += 4)
    for (let r = 0; r < 4; r++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + r] * b[offset + c + k];
      out[c + r] = sum;
    }
}

/** A copy of a matrix without the noise of single precision. */
export function steadied(matrix: ArrayLike<number>): Float64Array {
  const steady = new SteadyMatrix();
  steady.set(matrix);
  return steady.elements;
}

export function isIdentity(m: Float64Array): boolean {
  return m.every((x, i) => x === (i % 5 === 0 ? 1 : 0));
}
