/** What a frame costs, by its parts: as numbers, and as a bar that is full when a sixtieth of a second is spent. */
import { el } from '../../shell/dom.ts';
import { duration } from '../../shell/format.ts';
import type { Panel, ReadoutHandle } from '../../shell/panel.ts';
import { WarmUp } from '../../shell/timing.ts';

export type Part = 'deform' | 'refit' | 'contacts';

const PARTS: readonly (readonly [part: Part, label: string])[] = [
  ['deform', 'Deform'],
  ['refit', 'Refit'],
  ['contacts', 'Contacts'],
];

const FRAME = 1000 / 60;
/** The weight of the newest frame in the mean: clocks in browsers are coarse, and single frames jump. */
const NEW = 0.06;
/** Milliseconds between changes of the text, which nobody could read faster. */
const PAUSE = 250;

export class Costs {
  readonly #mean: Record<Part, number> = { deform: 0, refit: 0, contacts: 0 };
  readonly #rows: Record<Part, ReadoutHandle>;
  readonly #bars: Record<Part, HTMLElement>;
  readonly #warmUp = new WarmUp();
  #frames = 0;
  #shown = -Infinity;

  constructor(panel: Panel) {
    const section = panel.section('Cost of a frame');
    this.#bars = { deform: el('i'), refit: el('i'), contacts: el('i') };
    for (const [part] of PARTS) this.#bars[part].classList.add(`deform-${part}`);
    const bar = el('div', { class: 'deform-bar', 'aria-hidden': 'true' }, ...PARTS.map(([part]) => this.#bars[part]));
    section.element.append(bar);
    const rows = PARTS.map(([part, label]) => {
      const row = section.readout({ label });
      row.element.classList.add('deform-cost', `deform-${part}`);
      return [part, row] as const;
    });
    this.#rows = Object.fromEntries(rows) as Record<Part, ReadoutHandle>;
    section.note(
      'The bar is full at a sixtieth of a second. Drawing is not in it, and neither are the first frames, in which the engine warms up.',
    );
  }

  /** The mean in milliseconds. */
  get mean(): Readonly<Record<Part, number>> {
    return this.#mean;
  }

  /** Whether frames count: the engine has warmed up. */
  get warm(): boolean {
    return this.#warmUp.over;
  }

  /** Forgets: what comes is something else. */
  reset(): void {
    this.#warmUp.reset();
    this.forget();
  }

  /** The mean begins anew, of code that is still warm. */
  forget(): void {
    this.#frames = 0;
    this.#shown = -Infinity;
  }

  /** Takes the milliseconds of one frame. */
  add(frame: Readonly<Record<Part, number>>): void {
    if (!this.#warmUp.add(frame.deform + frame.refit + frame.contacts)) {
      this.show();
      return;
    }
    // A plain mean of the first frames, so that the very first does not weigh on for long.
    const weight = Math.max(NEW, 1 / ++this.#frames);
    for (const [part] of PARTS) this.#mean[part] += weight * (frame[part] - this.#mean[part]);
    if (performance.now() - this.#shown >= PAUSE) this.show();
  }

  show(): void {
    this.#shown = performance.now();
    if (this.#frames === 0) {
      for (const [part] of PARTS) {
        this.#rows[part].set('warming up');
        this.#bars[part].style.width = '0';
      }
      return;
    }
    const whole = Math.max(FRAME, this.#mean.deform + this.#mean.refit + this.#mean.contacts);
    for (const [part] of PARTS) {
      this.#rows[part].set(duration(this.#mean[part]));
      this.#bars[part].style.width = `${(100 * this.#mean[part]) / whole}%`;
    }
  }
}
