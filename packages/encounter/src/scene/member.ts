import type { Collider, ColliderWatcher } from '../bodies/collider.ts';
import type { Vec3 } from '../math/vec3.ts';

/** Receives the changes of a member, whose box is then out of date. */
export interface MemberOwner<T> {
  memberChanges(member: Member<T>): void;
  memberMoves(slot: number, position: Vec3): void;
}

/** A collider in one scene. */
export class Member<T> implements ColliderWatcher {
  readonly collider: Collider<T>;
  /** Its number in the scene. It is reused after the member has left. */
  readonly slot: number;
  /** The version of the shape when the box was measured. */
  version = 0;
  /** Whether the box in the broad phase is a rough one, larger than that of the collider. */
  rough = false;
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
    this.#owner.memberMoves(this.slot, position);
  }
}
