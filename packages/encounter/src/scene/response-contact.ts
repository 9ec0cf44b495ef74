/** What a response receives about a pair that meets. */

import type { Collider } from '../bodies/collider.ts';
import { Vec3 } from '../math/vec3.ts';
import type { WitnessedContact } from '../pairs/contact.ts';
import type { PairGeometry } from '../pairs/result.ts';
import { contacts } from '../query.ts';

/**
 * The contact of a response of the type `witnessed` (then only `point` is filled) or `depth`. All callbacks share one object:
 * it is valid only during the callback.
 */
export class ResponseContact {
  /** A common point of both colliders. For the type `depth` it is halfway between pointA and pointB. */
  readonly point: Vec3 = new Vec3();
  /** Moving the second collider by depth·normal brings the two into touching contact; pointA = pointB + depth·normal. */
  depth = 0;
  readonly normal: Vec3 = new Vec3();
  readonly pointA: Vec3 = new Vec3();
  readonly pointB: Vec3 = new Vec3();
  primitiveA = -1;
  primitiveB = -1;
  converged = true;
  exact = true;
  #a: Collider | null = null;
  #b: Collider | null = null;
  #list: WitnessedContact[] = [];

  /** The contacts of all pairs of primitives that meet, for complex shapes. Computed when called, for the positions at that time. */
  all(): readonly WitnessedContact[] {
    if (this.#a === null || this.#b === null) throw new Error('a contact is good for the callback it is handed to');
    this.#list = contacts(this.#a, this.#b, this.#list, { witness: true });
    return this.#list;
  }

  /** Copies a result; when `swapped`, with the colliders in the other order. @internal */
  fill(a: Collider, b: Collider, found: PairGeometry, depth: number, swapped: boolean): void {
    this.#a = swapped ? b : a;
    this.#b = swapped ? a : b;
    const { normal, pointA, pointB } = found;
    this.depth = depth;
    const s = swapped ? -1 : 1;
    this.normal.set(s * normal.x, s * normal.y, s * normal.z);
    this.pointA.copy(swapped ? pointB : pointA);
    this.pointB.copy(swapped ? pointA : pointB);
    this.primitiveA = swapped ? found.primitiveB : found.primitiveA;
    this.primitiveB = swapped ? found.primitiveA : found.primitiveB;
    this.converged = found.converged;
    this.exact = found.exact;
    // Halfway between the witness points of the depth. For `witnessed` both of them are the common point.
    this.point.set(0.5 * (pointA.x + pointB.x), 0.5 * (pointA.y + pointB.y), 0.5 * (pointA.z + pointB.z));
  }

  /** Ends its use. With `poison` it is filled with NaN, so that using it later is noticed. @internal */
  release(poison: boolean): void {
    this.#a = null;
    this.#b = null;
    if (!poison) return;
    for (const v of [this.point, this.normal, this.pointA, this.pointB]) v.set(Number.NaN, Number.NaN, Number.NaN);
    this.depth = Number.NaN;
    this.primitiveA = Number.NaN;
    this.primitiveB = Number.NaN;
  }
}
