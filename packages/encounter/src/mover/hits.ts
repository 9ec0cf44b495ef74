/** What a mover pushes against during a move. */
import type { Collider } from '../bodies/collider.ts';
import { dot, Vec3 } from '../math/vec3.ts';
import { HIT_NORMAL_SAME } from '../tolerances.ts';
import type { PlaneList } from './contact-plane.ts';

/** Something that a mover has met. */
export interface MoverHit<T = unknown> {
  /** What was met. */
  readonly collider: Collider<T>;
  /** The nearest point of it, in the world. */
  readonly point: Vec3;
  /** Unit, from the mover to what was met. */
  readonly normal: Vec3;
  /** Which triangle, face or part of it; −1 for a convex shape. */
  readonly primitive: number;
  /** How far the mover wanted to go into it, along the normal. */
  readonly push: number;
}

class HitRecord {
  collider!: Collider;
  readonly point: Vec3 = new Vec3();
  readonly normal: Vec3 = new Vec3();
  primitive = -1;
  readonly #push: Float64Array = new Float64Array(1);

  get push(): number {
    return this.#push[0];
  }

  set push(value: number) {
    this.#push[0] = value;
  }
}

/** The hits of a move, each direction of each collider once. The list and its elements are reused by the next move. */
export class Hits {
  readonly list: MoverHit[] = [];
  readonly #records: HitRecord[] = [];
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  /** Adds the planes that a wish leads into by more than still[0]. */
  add(planes: PlaneList, wish: Vec3, still: Float64Array): void {
    for (let i = 0; i < planes.count; i++) {
      const plane = planes.planes[i];
      const { normal, collider } = plane;
      const push = -(normal.x * wish.x + normal.y * wish.y + normal.z * wish.z);
      if (!(push > still[0]) || collider === null) continue;
      if (this.#isKnown(collider, normal)) continue;
      if (this.#count === this.#records.length) this.#records.push(new HitRecord());
      const record = this.#records[this.#count++];
      record.collider = collider;
      record.point.copy(plane.point);
      record.normal.set(-normal.x, -normal.y, -normal.z);
      record.primitive = plane.primitive;
      record.push = push;
    }
  }

  #isKnown(collider: Collider, normal: Vec3): boolean {
    for (let i = 0; i < this.#count; i++) {
      const record = this.#records[i];
      if (record.collider === collider && dot(record.normal, normal) < HIT_NORMAL_SAME - 1) return true;
    }
    return false;
  }

  /** Makes the list as long as there are hits. */
  end(): void {
    const { list } = this;
    while (list.length > this.#count) list.pop();
    while (list.length < this.#count) list.push(this.#records[list.length]);
  }
}
