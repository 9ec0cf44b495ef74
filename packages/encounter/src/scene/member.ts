import type { Collider, ColliderWatcher } from './collider.ts';

/** Told when a member's box is out of date. */
export interface MemberOwner<T> {
  memberChanges(member: Member<T>): void;
  memberMoves(): void;
  memberMoved(slot: number, m: readonly number[]): void;
}

/** A collider in one scene. */
export class Member<T> implements ColliderWatcher {
  readonly collider: Collider<T>;
  /** Its number in the scene, used again after it has left. */
  readonly slot: number;
  /** That of the shape when the box was taken. */
  version = 0;
  readonly #owner: MemberOwner<T>;

  constructor(owner: MemberOwner<T>, collider: Collider<T>, slot: number) {
    this.#owner = owner;
    this.collider = collider;
    this.slot = slot;
  }

  colliderChanges(): void {
    this.#owner.memberChanges(this);
  }

  colliderMoves(): void {
    this.#owner.memberMoves();
  }

  colliderMoved(m: readonly number[]): void {
    this.#owner.memberMoved(this.slot, m);
  }
}
