/** The pairs that a test reported, in flat arrays that grow and are used again: a frame adds no garbage. */
import type { ResponseContact } from 'encounter';

export class Touches {
  count = 0;
  /** Of each pair the numbers of the two objects. */
  pairs: Int32Array = new Int32Array(2 * 256);
  /** A point that both have in common, and the normal from the first to the second; 0 when the response did not ask for it. */
  points: Float32Array = new Float32Array(3 * 256);
  normals: Float32Array = new Float32Array(3 * 256);
  /** By object: 0 when it touches nothing, up to 1 the deeper it is in another; 1 when the depth is not known. */
  readonly heat: Float32Array;

  constructor(objects: number) {
    this.heat = new Float32Array(objects);
  }

  clear(): void {
    this.count = 0;
    this.heat.fill(0);
  }

  add(a: number, b: number, contact: ResponseContact | null, heat: number): void {
    const k = this.count++;
    if (2 * k >= this.pairs.length) this.#grow();
    this.pairs[2 * k] = a;
    this.pairs[2 * k + 1] = b;
    if (contact !== null) {
      put(this.points, k, contact.point);
      put(this.normals, k, contact.normal);
    }
    if (heat > this.heat[a]) this.heat[a] = heat;
    if (heat > this.heat[b]) this.heat[b] = heat;
  }

  #grow(): void {
    const { pairs, points, normals } = this;
    this.pairs = new Int32Array(2 * pairs.length);
    this.pairs.set(pairs);
    this.points = new Float32Array(2 * points.length);
    this.points.set(points);
    this.normals = new Float32Array(2 * normals.length);
    this.normals.set(normals);
  }
}

function put(array: Float32Array, k: number, v: { x: number; y: number; z: number }): void {
  array[3 * k] = v.x;
  array[3 * k + 1] = v.y;
  array[3 * k + 2] = v.z;
}
