/**
 * Positions and boxes of the members of a scene, by slot, in flat arrays. When most members have moved, the time to update the broad
 * phase is that of reading memory, and a collider is spread over a dozen objects.
 *
 * The tight box of a large mesh that has turned is expensive. The broad phase gets a cheaper, rough box, and the tight box is computed
 * only where it matters: for few members, because most are near nothing.
 */
import type { BoxProxy, BroadPhase } from '../broad/broad-phase.ts';
import { Aabb } from '../math/aabb.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Member } from './member.ts';
import { roundingOf } from './scene-query.ts';

/** What has happened to a member since the last update. */
const CLEAN = 0;
const MOVED = 1;
const CHANGED = 2;

export class MemberBoxes<T> {
  readonly members: (Member<T> | undefined)[] = [];
  /**
   * How far apart two colliders may be and still be an encounter. Each box is grown by half of it and by rounding. −1 if only the boxes
   * as they are count.
   */
  #reach = -1;
  /** The proxy of each slot in the broad phase, −1 for none. */
  #proxies: Int32Array = new Int32Array(64).fill(-1);
  #states: Uint8Array = new Uint8Array(64);
  /** The origin of each slot's placement, and its box relative to that origin. */
  #origins: Float64Array = new Float64Array(3 * 64);
  #boxes: Float64Array = new Float64Array(6 * 64);
  /** The slots that are not clean, each once. */
  #dirty: Int32Array = new Int32Array(64);
  #dirtyCount = 0;
  readonly #aabb: Aabb = new Aabb();
  readonly #rough: Float64Array = new Float64Array(6);

  /** Measures a member's box and adds it to the broad phase. */
  insert(member: Member<T>, broad: BroadPhase<Member<T>>): void {
    const { slot } = member;
    if (slot >= this.#proxies.length) this.#grow();
    this.members[slot] = member;
    this.#measure(member);
    this.#read(slot);
    this.#proxies[slot] = broad.add(this.#aabb.min, this.#aabb.max, member);
    this.#states[slot] = CLEAN;
  }

  /** Removes a member. Returns false when it had not been inserted. */
  remove({ slot }: Member<T>, broad: BroadPhase<Member<T>>): boolean {
    if (!(this.#proxies[slot] >= 0)) return false;
    broad.remove(this.#proxies[slot]);
    this.#proxies[slot] = -1;
    this.members[slot] = undefined;
    return true;
  }

  moves(slot: number, position: Vec3): void {
    const origins = this.#origins;
    origins[3 * slot] = position.x;
    origins[3 * slot + 1] = position.y;
    origins[3 * slot + 2] = position.z;
    if (this.#states[slot] !== CLEAN) return;
    this.#states[slot] = MOVED;
    this.#dirty[this.#dirtyCount++] = slot;
  }

  changed(slot: number): void {
    if (this.#states[slot] === CLEAN) this.#dirty[this.#dirtyCount++] = slot;
    this.#states[slot] = CHANGED;
  }

  /** Lets colliders that are apart by up to `reach` be encounters from the next update on; with 0, all that touch in spite of rounding. */
  widen(reach: number): void {
    if (reach <= this.#reach) return;
    this.#reach = reach;
    for (const member of this.members) if (member !== undefined) this.changed(member.slot);
  }

  /** Passes all boxes that have changed to the broad phase. */
  flush(broad: BroadPhase<Member<T>>): void {
    const { min, max } = this.#aabb;
    for (let i = 0; i < this.#dirtyCount; i++) {
      const slot = this.#dirty[i];
      const state = this.#states[slot];
      this.#states[slot] = CLEAN;
      const proxy: BoxProxy = this.#proxies[slot];
      if (proxy < 0) continue;
      if (state === CHANGED) this.#measure(this.members[slot] as Member<T>);
      this.#read(slot);
      broad.move(proxy, min, max);
    }
    this.#dirtyCount = 0;
  }

  #measure({ slot, collider }: Member<T>): void {
    const { m } = collider.placement;
    const member = this.members[slot] as Member<T>;
    member.version = collider.shape.version;
    for (let i = 0; i < 3; i++) this.#origins[3 * slot + i] = m[9 + i];
    const rough = collider.roughBoxFromOrigin(this.#rough);
    member.rough = rough || this.#reach >= 0;
    const box = rough ? this.#rough : collider.boxFromOrigin();
    for (let i = 0; i < 6; i++) this.#boxes[6 * slot + i] = box[i];
  }

  /** Writes the world box of a slot, by the same sums as `bounds()` of its collider, grown as far as the reach demands. */
  #read(slot: number): void {
    const { min, max } = this.#aabb;
    const boxes = this.#boxes;
    const origins = this.#origins;
    const b = 6 * slot;
    const o = 3 * slot;
    min.x = boxes[b] + origins[o];
    min.y = boxes[b + 1] + origins[o + 1];
    min.z = boxes[b + 2] + origins[o + 2];
    max.x = boxes[b + 3] + origins[o];
    max.y = boxes[b + 4] + origins[o + 1];
    max.z = boxes[b + 5] + origins[o + 2];
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
    const origins = new Float64Array(3 * size);
    origins.set(this.#origins);
    this.#origins = origins;
    const boxes = new Float64Array(6 * size);
    boxes.set(this.#boxes);
    this.#boxes = boxes;
    const dirty = new Int32Array(size);
    dirty.set(this.#dirty);
    this.#dirty = dirty;
  }
}
