/**
 * Vertices in an array that belongs to the client (book §6.3.1). They are read from the array, never copied and never written, so
 * that a renderer and any number of shapes use the same memory. The client deforms them by writing into the array and calling
 * `refit()` of the shapes, or by `replace`, which points all shapes at another array.
 *
 * Loops over vertices read `array[offset + stride * i]` directly. An engine compiles such a loop for the element kinds it has
 * met: a program that uses one kind (say Float32Array) everywhere gets the fastest code, one that mixes all three gets slower
 * code for all of them.
 */
import { checkOptions, show, wrong } from '../check.ts';
import type { Vec3 } from '../math/vec3.ts';

/** The arrays that vertices may be in. */
export type VertexData = Float32Array | Float64Array | readonly number[];

/** Where the vertices are in an array. */
export interface VertexLayout {
  /** The index of the x of the first vertex. Default 0. */
  readonly offset?: number;
  /** How many numbers there are from one vertex to the next, at least 3, the default. Those after x, y, z are skipped. */
  readonly stride?: number;
  /** How many vertices. Default: as many as the array holds. */
  readonly count?: number;
}

/** A shape that is refitted when the array is replaced. */
export interface VertexUser {
  refit(): void;
}

/**
 * Vertices in an array of yours, perhaps with other numbers between them. The array is shared with your renderer and any number of
 * meshes, not copied.
 */
export class VertexArray {
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
  #array: VertexData;
  readonly #name: string;
  /** How many numbers the array must hold. */
  readonly #least: number;
  #version = 0;
  /** Weak references, so that a long-lived array does not keep alive every shape that ever used it. */
  readonly #users = new Set<WeakRef<VertexUser>>();

  /**
   * Without `count` the array must hold whole vertices from `offset` on. Only the last one may lack numbers after its z, as happens
   * when x, y, z are not the first of the interleaved numbers. `name` is the name of the array in errors.
   */
  constructor(array: VertexData, layout: VertexLayout = {}, name = 'array') {
    checkOptions(layout, ['offset', 'stride', 'count']);
    requireArray(name, array);
    this.offset = whole('offset', layout.offset ?? 0, 0);
    this.stride = whole('stride', layout.stride ?? 3, 3);
    this.count = layout.count === undefined ? this.#fit(name, array) : whole('count', layout.count, 1);
    this.#name = name;
    this.#least = this.offset + this.stride * (this.count - 1) + 3;
    this.#check(name, array);
    this.#array = array;
  }

  /** The client's array, as it was given. */
  get array(): VertexData {
    return this.#array;
  }

  /** How often the array was replaced. @internal */
  get version(): number {
    return this.#version;
  }

  /** Throws an error that names the first coordinate that is not finite. @internal */
  requireFinite(): void {
    this.#check(this.#name, this.#array);
  }

  /** Throws an error that names the first coordinate of these vertices that is beyond a limit. @internal */
  requireWithin(limit: number, corners: ArrayLike<number>): void {
    for (let c = 0; c < corners.length; c++)
      for (let j = 0; j < 3; j++) {
        const k = this.offset + this.stride * corners[c] + j;
        if (Math.abs(this.#array[k]) <= limit) continue;
        throw new RangeError(
          `${this.#name}[${k}] (${'xyz'[j]} of vertex ${corners[c]}) must not be beyond ±${limit}, the limit of meshes, got ${this.#array[k]}`,
        );
      }
  }

  /**
   * Throws unless the array still holds all vertices: it may have been shortened, or its buffer transferred to a worker. Then
   * coordinates would be undefined, and every pair would seem apart. Every query calls this; it costs one comparison. @internal
   */
  requireWhole(): void {
    if (this.#array.length < this.#least) this.#throwTooShort();
  }

  #throwTooShort(): never {
    const array = this.#array;
    const gone = ArrayBuffer.isView(array) && array.length === 0;
    throw new RangeError(
      gone
        ? `the buffer of ${this.#name} was detached (transferred?) or made too short: refit() and queries need its ${this.count} vertices`
        : `${this.#name} was made too short for its ${this.count} vertices: it must hold at least ${this.#least} numbers, got ${array.length}`,
    );
  }

  /** Writes the position of vertex i to `out`. */
  read(i: number, out: Vec3): Vec3 {
    const k = this.offset + this.stride * i;
    return out.set(this.#array[k], this.#array[k + 1], this.#array[k + 2]);
  }

  /**
   * Switches to another array with the same offset, stride and count, and refits every shape that uses these vertices. For double
   * buffering: one array is written while the other is in use.
   */
  replace(array: VertexData): this {
    requireArray('array', array);
    this.#check('array', array);
    this.#array = array;
    this.#version++;
    for (const ref of this.#users) {
      const user = ref.deref();
      if (user) user.refit();
      else this.#users.delete(ref);
    }
    return this;
  }

  /** Calls `user.refit()` at each replacement, as long as the user is not garbage collected. @internal */
  addUser(user: VertexUser): void {
    this.#users.add(new WeakRef(user));
  }

  /** How many vertices there are from the offset to the end. */
  #fit(name: string, array: VertexData): number {
    const { offset, stride } = this;
    const numbers = array.length - offset;
    if (numbers < 3)
      throw new RangeError(`${name} must hold a vertex at offset ${offset}, got ${array.length} numbers`);
    const rest = numbers % stride;
    // Three or more numbers at the end are a last vertex without its trailing numbers; one or two are no vertex.
    if (rest === 1 || rest === 2)
      throw new RangeError(
        `${name} must hold whole vertices: the ${numbers} numbers from offset ${offset} are not a multiple of the stride ${stride}`,
      );
    return Math.ceil(numbers / stride);
  }

  /** Throws unless the array holds all vertices and they are finite. */
  #check(name: string, array: VertexData): void {
    const { offset, stride, count } = this;
    const least = this.#least;
    if (array.length < least)
      throw new RangeError(
        `${name} must hold at least ${least} numbers (offset ${offset}, stride ${stride}, count ${count}), got ${array.length}`,
      );
    for (let k = offset; k < least; k += stride) {
      if (Number.isFinite(array[k]) && Number.isFinite(array[k + 1]) && Number.isFinite(array[k + 2])) continue;
      const vertex = (k - offset) / stride;
      for (let j = 0; j < 3; j++) {
        const x = array[k + j];
        if (Number.isFinite(x)) continue;
        const number = typeof x === 'number';
        const kind = number ? RangeError : TypeError;
        wrong(`${name}[${k + j}] (${'xyz'[j]} of vertex ${vertex})`, number ? 'be finite' : 'be a number', x, kind);
      }
    }
  }
}

function requireArray(name: string, array: VertexData): void {
  if (array instanceof Float32Array || array instanceof Float64Array || Array.isArray(array)) return;
  throw new TypeError(`${name} must be a Float32Array, a Float64Array or an array of numbers, got ${kindOf(array)}`);
}

/** Names the kind of a wrong value. An array of another kind may be long, and its kind says more than its elements. */
function kindOf(value: unknown): string {
  return ArrayBuffer.isView(value) ? value.constructor.name : show(value);
}

function whole(name: string, value: number, least: number): number {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, got ${show(value)}`);
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be an integer of at least ${least}, got ${value}`);
  return value;
}
