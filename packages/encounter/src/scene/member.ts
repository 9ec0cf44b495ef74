import type { Collider, ColliderWatcher } from '../bodies/collider.ts';
import type { Vec3 } from '../math/vec3.ts';

/** Told when a member's box is out of date. */
export interface MemberOwner<T> {
  memberChanges(member: Member<T>): void;
  memberMoves(slot: number, position: Vec3): void;
}

/** A collider in one scene. */
export class Member<T> implements ColliderWatcher {
  readonly collider: Collider<T>;
  /** Its number in the scene, used again after it has left. */
  readonly slot: number;
  /** That of the shape when the box was taken. */
  version = 0;
  /** Whether the box that the broad phase knows is larger than that of the collider. */
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
