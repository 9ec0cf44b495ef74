/** What the last frames cost, by phase; those in which the engine warms up are left out. */
import { WarmUp } from '../../shell/timing.ts';

/** Those of a step; drawing is done once a frame, which may have several. */
const COLLISION = ['move', 'broad', 'narrow'] as const;

export const PHASES = [...COLLISION, 'draw'] as const;

export type Phase = (typeof PHASES)[number];

/** How many frames are remembered. */
export const FRAMES = 180;

export class CostLog {
  readonly #values: Readonly<Record<Phase, Float64Array>> = {
    move: new Float64Array(FRAMES),
    broad: new Float64Array(FRAMES),
    narrow: new Float64Array(FRAMES),
    draw: new Float64Array(FRAMES),
  };
  readonly #warmUp = new WarmUp();
  /** Frames that are complete and count. */
  #count = 0;

  get count(): number {
    // One is under way.
    return Math.min(this.#count, FRAMES - 1);
  }

  /** Milliseconds for a phase of the frame that is under way, on top of those that it has. */
  add(phase: Phase, ms: number): void {
    this.#values[phase][this.#count % FRAMES] += ms;
  }

  /** The frame is over; of its steps the mean is kept. */
  commit(steps: number): void {
    let work = 0;
    for (const phase of COLLISION) {
      work += this.#values[phase][this.#count % FRAMES];
      this.#values[phase][this.#count % FRAMES] /= steps;
    }
    if (this.#warmUp.add(work)) this.#count++;
    for (const phase of PHASES) this.#values[phase][this.#count % FRAMES] = 0;
  }

  clear(): void {
    this.#count = 0;
    this.#warmUp.reset();
    for (const phase of PHASES) this.#values[phase].fill(0);
  }

  /** Milliseconds of a phase, `ago` frames before the last one that is complete. */
  at(phase: Phase, ago: number): number {
    return this.#values[phase][(this.#count - 1 - ago) % FRAMES];
  }

  /** The mean over the last frames: browsers round their clock, so that a single one says little. */
  mean(phase: Phase, frames = 60): number {
    const n = Math.min(frames, this.count);
    if (n === 0) return 0;
    let sum = 0;
    for (let ago = 0; ago < n; ago++) sum += this.at(phase, ago);
    return sum / n;
  }

  /** Moving and testing, a step, without drawing. */
  collision(frames = 60): number {
    let sum = 0;
    for (const phase of COLLISION) sum += this.mean(phase, frames);
    return sum;
  }
}
