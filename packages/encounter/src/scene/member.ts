import type { Collider, ColliderWatcher } from '../bodies/collider.ts';
import type { Vec3 } from '../math/vec3.ts';

/** Receives the changes of a member, whose box is then out of date. */
export interface MemberOwner<T> {
  memberChanges(member: Member<T>): void;
  memberMoves(member: Member<T>, position: Vec3): void;
}

/** A collider in one scene. */
export class Member<T> implements ColliderWatcher {
  readonly collider: Collider<T>;
  /** Its number in the scene. It is reused after the member has left. */
  readonly slot: number;
  /** The version of the shape when the box was measured. */
  version = 0;
  /** The box in the broad phase relative to the origin of the placement, if it is a rough one. */
  rough: Float64Array | null = null;
  next: ColliderWatcher | null = null;
  readonly #owner: MemberOwner<T>;

  constructor(owner: MemberOwner<T>, collider: Collider<T>, slot: number) {
    this.#owner = owner;
    this.collider = collider;
    this.slot = slot;
  }

  colliderChanges(): void {
    this.#owner.memberChanges(this);
  }

  colliderMoves(position: Vec3): void {
    this.#owner.memberMoves(this, position);
  }
}
