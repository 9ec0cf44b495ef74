/** Play, the time, and the way back to the first contact. */
import { el } from '../../shell/dom.ts';
import { fixed } from '../../shell/format.ts';

export interface TransportEvents {
  onPlay(): void;
  onTime(t: number): void;
  onContact(): void;
}

/** One step of an arrow key; ten with Shift. */
const STEP = 0.005;

export class Transport {
  readonly element: HTMLElement;
  readonly #play = el('button', { type: 'button', class: 'motion-play' }, 'Play');
  readonly #time = el('input', { type: 'range', min: '0', max: '1', step: 'any', 'aria-label': 'Time t' });
  readonly #value = el('output', {});
  readonly #contact = el('button', { type: 'button', title: 'To the first contact' }, 'Contact');

  constructor({ onPlay, onTime, onContact }: TransportEvents) {
    this.#play.addEventListener('click', onPlay);
    this.#contact.addEventListener('click', onContact);
    this.#time.addEventListener('input', () => onTime(this.#time.valueAsNumber));
    this.#time.addEventListener('keydown', (event) => {
      const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      const next = this.#time.valueAsNumber + direction * STEP * (event.shiftKey ? 10 : 1);
      onTime(Math.min(1, Math.max(0, next)));
    });
    this.element = el('div', { class: 'motion-transport' }, this.#play, this.#time, this.#value, this.#contact);
  }

  show(t: number, playing: boolean, following: boolean, hit: boolean): void {
    this.#play.textContent = playing ? 'Pause' : 'Play';
    this.#time.value = `${t}`;
    this.#time.setAttribute('aria-valuetext', `t is ${fixed(t, 3)}`);
    this.#value.textContent = `t = ${fixed(t, 3)}`;
    this.#contact.disabled = !hit;
    this.#contact.setAttribute('aria-pressed', String(hit && following));
  }
}
