/** Whether the visitor asked their system for less motion: then nothing should start to move by itself. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A pause longer than this, as when the tab was hidden, does not count as time that passed. */
const LONGEST_STEP = 0.1;

/** Frames: one at a time on request, or one after another while playing. */
export class Loop {
  readonly #frame: (dt: number) => void;
  #playing = false;
  #id = 0;
  #last = 0;

  /** `frame` gets the seconds since the last one while playing, and 0 for a frame on request. */
  constructor(frame: (dt: number) => void) {
    this.#frame = frame;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Asks for one frame; several requests before it are one. */
  request(): void {
    if (this.#id === 0) this.#id = requestAnimationFrame(this.#tick);
  }

  play(): void {
    if (this.#playing) return;
    this.#playing = true;
    this.#last = performance.now();
    this.request();
  }

  /** Plays unless the visitor prefers less motion; returns whether it plays. */
  autoplay(): boolean {
    if (!prefersReducedMotion()) this.play();
    return this.#playing;
  }

  pause(): void {
    this.#playing = false;
  }

  dispose(): void {
    this.#playing = false;
    cancelAnimationFrame(this.#id);
    this.#id = 0;
  }

  readonly #tick = (now: number): void => {
    this.#id = 0;
    const dt = this.#playing ? Math.min(LONGEST_STEP, Math.max(0, (now - this.#last) / 1000)) : 0;
    this.#last = now;
    if (this.#playing) this.request();
    this.#frame(dt);
  };
}
