/**
 * How long a move takes. The clock of a browser is coarser than a move, so a sample repeats the character's last move, by a mover of its
 * own, until it can be measured.
 */
import type { Mover } from 'encounter/mover';
import { glance } from '../../shell/timing.ts';
import { type Character, makeMover } from './character.ts';
import type { WalkState } from './state.ts';

/** Samples before any counts, while the engine still compiles; and of how many the median is shown. */
const WARM_UP = 6;
const KEPT = 15;

export class MoveTimer {
  readonly #samples: number[] = [];
  #left = WARM_UP;
  #mover!: Mover;

  constructor(state: WalkState, character: Character) {
    this.become(state, character);
  }

  /** After a change of the mover. What was measured before does not count; the engine is warm by then, or not. */
  become(state: WalkState, { position }: Character): void {
    this.#mover = makeMover(state, position);
    this.#samples.length = 0;
  }

  /** Takes one sample: one to two milliseconds. */
  sample({ level: { scene }, from, displacement }: Character): void {
    const mover = this.#mover;
    const ms = glance(() => {
      mover.collider.setPosition(from);
      mover.move(scene, displacement);
    });
    if (this.#left > 0) {
      this.#left--;
      return;
    }
    this.#samples.push(ms);
    if (this.#samples.length > KEPT) this.#samples.shift();
  }

  /** Milliseconds a move; null while the engine warms up. */
  get median(): number | null {
    if (this.#samples.length === 0) return null;
    return this.#samples.toSorted((a, b) => a - b)[this.#samples.length >> 1];
  }
}
