/**
 * Brings the boxes of the members of a scene to its broad phase.
 *
 * Most often members only move. Then the new box is written into the broad phase at once, while the collider that moves is at hand: to
 * read it again later is to wait for memory. All other changes are kept until the next update.
 *
 * The tight box of a large mesh that has turned is expensive. The broad phase gets a cheaper, rough box, and the tight box is computed
 * only where it matters: for few members, because most are near nothing.
 */
import { BOX, ORIGIN } from '../bodies/layout.ts';
import { roughBoxFromOrigin } from '../bodies/placed-body.ts';
import type { BoxProxy, BroadPhase } from '../broad/broad-phase.ts';
import { TrackedPairs } from '../broad/tracked-pairs.ts';
import { Aabb } from '../math/aabb.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Member } from './member.ts';
import { roundingOf } from './scene-query.ts';

/** What has happened to a member since the last update. */
const CLEAN = 0;
const MOVED = 1;
const CHANGED = 2;

export class MemberBoxes<T> {
  readonly #broad: BroadPhase<Member<T>>;
  /** The broad phase if boxes can be written into it. */
  readonly #direct: TrackedPairs<Member<T>> | null;
  /**
   * How far apart two colliders may be and still be an encounter. Each box is grown by half of it and by rounding. −1 if only the boxes
   * as they are count.
   */
  #reach = -1;
  /** 1 for each slot with a rough box, and how many there are. */
  #roughs: Uint8Array = new Uint8Array(64);
  #roughCount = 0;
  /** The proxy of each slot in the broad phase, −1 for none. */
  #proxies: Int32Array = new Int32Array(64).fill(-1);
  #states: Uint8Array = new Uint8Array(64);
  /** The members that are not clean, each once. */
  readonly #dirty: Member<T>[] = [];
  readonly #aabb: Aabb = new Aabb();
  readonly #rough: Float64Array = new Float64Array(6);

  constructor(broad: BroadPhase<Member<T>>) {
    this.#broad = broad;
    this.#direct = broad instanceof TrackedPairs ? broad : null;
  }

  /** Whether the broad phase may have a box that is larger than that of its collider. */
  get anyRough(): boolean {
    return this.#reach >= 0 || this.#roughCount > 0;
  }

  /** Whether the box of this slot is such a box. */
  isRough(slot: number): boolean {
    return this.#reach >= 0 || this.#roughs[slot] === 1;
  }

  /** Measures a member's box and adds it to the broad phase. */
  insert(member: Member<T>): void {
    const { slot } = member;
    if (slot >= this.#proxies.length) this.#grow();
    this.#measure(member);
    this.#read(member);
    this.#proxies[slot] = this.#broad.add(this.#aabb.min, this.#aabb.max, member);
    this.#states[slot] = CLEAN;
  }

  /** Removes a member. Returns false when it had not been inserted. */
  remove(member: Member<T>): boolean {
    const { slot } = member;
    if (!(this.#proxies[slot] >= 0)) return false;
    this.#broad.remove(this.#proxies[slot]);
    this.#proxies[slot] = -1;
    this.#setRough(slot, false);
    return true;
  }

  /** Called before the collider of a member moves to this position. */
  moves(member: Member<T>, position: Vec3): void {
    const { slot } = member;
    if (this.#states[slot] !== CLEAN) return;
    const direct = this.#direct;
    if (direct === null || direct.busy || this.#reach >= 0 || member.rough !== null) {
      this.#states[slot] = MOVED;
      this.#dirty.push(member);
      return;
    }
    // The sums are those of `bounds()`. The box has been measured, because the member is clean.
    const { m } = member.collider.placement;
    const { boxes } = direct.proxies;
    const proxy: BoxProxy = this.#proxies[slot];
    const k = 6 * proxy;
    boxes[k] = m[BOX] + position.x;
    boxes[k + 1] = m[BOX + 1] + position.y;
    boxes[k + 2] = m[BOX + 2] + position.z;
    boxes[k + 3] = m[BOX + 3] + position.x;
    boxes[k + 4] = m[BOX + 4] + position.y;
    boxes[k + 5] = m[BOX + 5] + position.z;
    direct.touch(proxy);
  }

  changed(member: Member<T>): void {
    if (this.#states[member.slot] === CLEAN) this.#dirty.push(member);
    this.#states[member.slot] = CHANGED;
  }

  /** Lets colliders that are apart by up to `reach` be encounters from the next update on; with 0, all that touch in spite of rounding. */
  widen(reach: number, members: Iterable<Member<T>>): void {
    if (reach <= this.#reach) return;
    this.#reach = reach;
    for (const member of members) this.changed(member);
  }

  /** Passes all boxes that have changed to the broad phase. */
  flush(): void {
    const { min, max } = this.#aabb;
    for (let i = 0; i < this.#dirty.length; i++) {
      const member = this.#dirty[i];
      const { slot } = member;
      const state = this.#states[slot];
      this.#states[slot] = CLEAN;
      const proxy: BoxProxy = this.#proxies[slot];
      if (proxy < 0) continue;
      if (state === CHANGED) this.#measure(member);
      this.#read(member);
      this.#broad.move(proxy, min, max);
    }
    this.#dirty.length = 0;
  }

  #measure(member: Member<T>): void {
    const { collider } = member;
    const rough = roughBoxFromOrigin(collider, this.#rough);
    this.#setRough(member.slot, rough);
    if (rough) {
      member.rough ??= new Float64Array(6);
      member.rough.set(this.#rough);
    } else {
      member.rough = null;
      collider.boxFromOrigin();
    }
  }

  #setRough(slot: number, rough: boolean): void {
    this.#roughCount += (rough ? 1 : 0) - this.#roughs[slot];
    this.#roughs[slot] = rough ? 1 : 0;
  }

  /** Writes the world box of a member, by the same sums as `bounds()` of its collider, grown as far as the reach demands. */
  #read({ collider, rough }: Member<T>): void {
    const { min, max } = this.#aabb;
    const { m } = collider.placement;
    const box: ArrayLike<number> = rough ?? m;
    const b = rough === null ? BOX : 0;
    min.x = box[b] + m[ORIGIN];
    min.y = box[b + 1] + m[ORIGIN + 1];
    min.z = box[b + 2] + m[ORIGIN + 2];
    max.x = box[b + 3] + m[ORIGIN];
    max.y = box[b + 4] + m[ORIGIN + 1];
    max.z = box[b + 5] + m[ORIGIN + 2];
    if (this.#reach >= 0) this.#growBox(min, max);
  }

  #growBox(min: Vec3, max: Vec3): void {
    const by = this.#reach / 2 + roundingOf(min, max);
    min.set(min.x - by, min.y - by, min.z - by);
    max.set(max.x + by, max.y + by, max.z + by);
  }

  #grow(): void {
    const size = 2 * this.#proxies.length;
    const proxies = new Int32Array(size).fill(-1);
    proxies.set(this.#proxies);
    this.#proxies = proxies;
    const states = new Uint8Array(size);
    states.set(this.#states);
    this.#states = states;
    const roughs = new Uint8Array(size);
    roughs.set(this.#roughs);
    this.#roughs = roughs;
  }
}
