/**
 * How long a move takes. The clock of a browser is coarser than a move, so a sample repeats the character's last move, by a mover of its
 * own, until it can be measured.
 */
import type { Mover } from 'encounter/mover';
import { glance, WARM_UP } from '../../shell/timing.ts';
import { type Character, makeMover } from './character.ts';
import type { WalkState } from './state.ts';

/** Of the warm-up so many milliseconds are done in a frame. */
const WARM_UP_A_FRAME = 8;
/** The median of so many is shown; each is taken so many milliseconds after the one before. */
const KEPT = 15;
const PAUSE = 100;

export class MoveTimer {
  readonly #samples: number[] = [];
  #left = WARM_UP;
  #last = -Infinity;
  #mover!: Mover;

  constructor(state: WalkState, character: Character) {
    this.become(state, character);
  }

  /** After a change of the mover. What was measured before does not count; the engine is warm by then, or not. */
  become(state: WalkState, { position }: Character): void {
    this.#mover = makeMover(state, position);
    this.#samples.length = 0;
  }

  /** Takes one sample, if it is time for one: some two milliseconds. */
  sample({ level: { scene }, from, displacement }: Character, now: number): void {
    const mover = this.#mover;
    const move = (): void => {
      mover.collider.setPosition(from);
      mover.move(scene, displacement);
    };
    if (this.#left > 0) {
      const end = performance.now() + WARM_UP_A_FRAME;
      while (performance.now() < end) move();
      this.#left = Math.max(0, this.#left - WARM_UP_A_FRAME);
    } else if (now - this.#last > PAUSE) {
      this.#last = now;
      this.#samples.push(glance(move));
      if (this.#samples.length > KEPT) this.#samples.shift();
    }
  }

  /** Milliseconds a move; null while the engine warms up. */
  get median(): number | null {
    if (this.#samples.length === 0) return null;
    return this.#samples.toSorted((a, b) => a - b)[this.#samples.length >> 1];
  }
}
