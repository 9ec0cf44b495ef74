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
  /** The box in the broad phase relative to the origin of the placement, if it is a rough one. */
  rough: Float64Array | null = null;
  next: ColliderWatcher | null = null;
  readonly #owner: MemberOwner<T>;

  constructor(owner: MemberOwner<T>, collider: Collider<T>, slot: number) {
    this.#owner = owner;
    this.collider = collider;
    this.slot = slot;
  }

  /** Begins to follow the collider. */
  watch(): void {
    this.next = this.collider.watcher;
    this.collider.watcher = this;
  }

  /** Ends it. `next` stays, for a notification of all watchers that may be under way. */
  unwatch(): void {
    const { collider } = this;
    if (collider.watcher === this) collider.watcher = this.next;
    else for (let w = collider.watcher; w !== null; w = w.next) if (w.next === this) w.next = this.next;
  }

  colliderChanges(): void {
    this.#owner.memberChanges(this);
  }

  colliderMoves(position: Vec3): void {
    this.#owner.memberMoves(this, position);
  }
}
