/**
 * The levels of a pair that may be in resting contact, and the way back from an impact of such a pair. REST_SINK has the reasons.
 *
 * An impact is that of a pair that gets deeper than CONTACT. But if things at rest were left there, each frame would leave them deeper,
 * and soon they would overlap. So the time of the impact is earlier: the pair is no deeper there than at the start. No two points
 * approach faster than some speed, which says how long ago that was at least. Then twice as long ago is tried, and so on. The start will do.
 *
 * A pair may also sink a little all the time, in one place, while the impact is in another: a cube that is rolled over its edge, which is
 * not quite level. That must not take the impact back to where the sinking began. So a level that is lower by a part of D will do if the
 * pair was not above the right one a few times as long ago.
 *
 * All numbers are in arrays, because V8 may allocate doubles that are passed to a call or returned.
 */
import { REST_GAP, REST_PROOF, REST_ROUNDING, REST_SINK, REST_SLACK } from '../tolerances.ts';

/** How many times as long ago as the lower level the right one is looked for. */
const LONGER = 8;

export class Rest {
  readonly numbers: Float64Array = new Float64Array(15);

  /** Sets the levels, from DEPTH, ROUNDING, and SIGNED and ERROR at the first time of the pair, FROM. */
  setLevels(): void {
    const n = this.numbers;
    const depth = n[DEPTH];
    const start = n[SIGNED] - Math.min(n[ERROR], REST_ROUNDING * depth) - REST_ROUNDING * n[ROUNDING];
    n[TARGET] = Math.min(REST_GAP * depth, start);
    // More than the target by all that rounding may take: what falls straight goes back to the start itself.
    n[AIM] = Math.min(REST_GAP * depth, n[SIGNED]) + 0.5 * REST_GAP * depth;
    n[CONTACT] = Math.min(-REST_SINK * depth, start);
    n[LEVEL] = n[CONTACT] - REST_PROOF * depth;
    n[SIDE] = start > 0 ? 0 : -Infinity;
  }

  /** Begins the way back from an impact at TIME, where the signed distance is SIGNED. TIME becomes the first one to try. */
  beginBack(): void {
    const n = this.numbers;
    n[IMPACT] = n[TIME];
    n[BACK] = n[SPEED] > 0 ? (n[AIM] - n[SIGNED]) / n[SPEED] : Infinity;
    n[LOWER] = 0;
    this.#setTime();
  }

  /** Whether the signed distance SIGNED at TIME will do. If not, TIME becomes the next one to try. */
  isBack(): boolean {
    const n = this.numbers;
    if (n[TIME] === n[FROM] || n[SIGNED] >= n[TARGET] || !(n[BACK] > 0)) return true;
    const low = Math.max(n[CONTACT], n[TARGET] - REST_SLACK * n[DEPTH]);
    if (n[LOWER] === 0 && n[SIGNED] >= low) n[LOWER] = n[BACK];
    n[BACK] *= 2;
    if (n[LOWER] > 0 && n[BACK] > LONGER * n[LOWER]) {
      n[BACK] = n[LOWER];
      n[TARGET] = -Infinity;
    }
    this.#setTime();
    return false;
  }

  /** Whether the pair has moved by more than a few times D since TIME, so that the place of the impact is no longer that of the contact. */
  get isFar(): boolean {
    const n = this.numbers;
    return n[BACK] * n[SPEED] > 4 * n[DEPTH];
  }

  #setTime(): void {
    const n = this.numbers;
    n[TIME] = Math.max(n[FROM], n[IMPACT] - n[BACK]);
  }
}

/** Where in `numbers`: set by the caller. SPEED is the largest one at which two points approach. */
export const FROM = 0;
export const DEPTH = 1;
export const ROUNDING = 2;
export const SIGNED = 3;
export const ERROR = 4;
export const TIME = 5;
export const SPEED = 6;
/** The signed distance of an impact, and the level that is proven on the way. */
export const CONTACT = 7;
export const LEVEL = 8;
/** The least gap at the start along an axis that the pair may be on the side of: 0 if it was apart beyond rounding, or else −∞. */
export const SIDE = 9;
/** The signed distance to go back to, and the one to try first; the time of the impact; how long ago to try, and how long ago the lower level was. */
const TARGET = 10;
const AIM = 11;
const IMPACT = 12;
const BACK = 13;
const LOWER = 14;
