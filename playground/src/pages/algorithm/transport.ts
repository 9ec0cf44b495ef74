/** Step, Back, Play and the timeline. */
import { el } from '../../shell/dom.ts';
import type { PageHost } from '../../shell/page.ts';

/** Milliseconds to read a step by. */
const PACE = 1800;

export class Transport {
  readonly element: HTMLElement;
  readonly #onStep: (step: number) => void;
  readonly #timeline = el('input', { type: 'range', min: '0', step: '1', 'aria-label': 'Step' });
  readonly #count = el('output', { class: 'algo-count' });
  readonly #buttons: Record<'first' | 'back' | 'play' | 'next' | 'last', HTMLButtonElement>;
  #steps = 1;
  #step = 0;
  #timer = 0;

  constructor(host: PageHost, onStep: (step: number) => void) {
    this.#onStep = onStep;
    this.#buttons = {
      first: button('Start', 'To the first step', () => this.#go(0)),
      back: button('Back', 'One step back (←)', () => this.#go(this.#step - 1)),
      play: button('Play', 'Play (space)', () => this.#toggle()),
      next: button('Step', 'One step on (→)', () => this.#go(this.#step + 1)),
      last: button('End', 'To the last step', () => this.#go(this.#steps - 1)),
    };
    this.#buttons.next.classList.add('primary');
    this.#timeline.addEventListener('input', () => this.#go(this.#timeline.valueAsNumber));
    const { first, back, play, next, last } = this.#buttons;
    const group = el('div', { role: 'group', 'aria-label': 'Steps', class: 'algo-buttons' });
    group.append(first, back, next, last, play);
    this.element = el('div', { class: 'algo-transport' }, group, this.#timeline, this.#count);
    addEventListener('keydown', (event) => this.#onKey(event), { signal: host.signal });
    host.signal.addEventListener('abort', () => this.pause());
  }

  /** Takes the keys, as when a view has been grabbed. */
  focus(): void {
    this.#timeline.focus({ preventScroll: true });
  }

  show(step: number, steps: number, title: string): void {
    this.#step = step;
    this.#steps = steps;
    this.#timeline.max = `${steps - 1}`;
    this.#timeline.value = `${step}`;
    this.#timeline.setAttribute('aria-valuetext', `Step ${step + 1} of ${steps}: ${title}`);
    this.#count.textContent = `${step + 1} / ${steps}`;
    const { first, back, next, last } = this.#buttons;
    for (const b of [first, back]) b.disabled = step === 0;
    for (const b of [next, last]) b.disabled = step === steps - 1;
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#buttons.play.textContent = 'Play';
  }

  #go(step: number): void {
    this.pause();
    this.#set(step);
  }

  #set(step: number): void {
    const within = Math.min(this.#steps - 1, Math.max(0, step));
    if (within !== this.#step) this.#onStep(within);
  }

  #toggle(): void {
    if (this.#timer !== 0) {
      this.pause();
      return;
    }
    // From the end it begins anew.
    if (this.#step === this.#steps - 1) this.#set(0);
    this.#buttons.play.textContent = 'Pause';
    this.#timer = window.setTimeout(() => this.#tick(), PACE);
  }

  #tick(): void {
    this.#set(this.#step + 1);
    if (this.#step === this.#steps - 1) this.pause();
    else this.#timer = window.setTimeout(() => this.#tick(), PACE);
  }

  /** Arrow keys wherever they have no other meaning. */
  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as Element;
    if (target.closest('input, select, canvas, pre, summary, a') !== null && target !== this.#timeline) return;
    if (event.key === 'ArrowRight') this.#go(this.#step + 1);
    else if (event.key === 'ArrowLeft') this.#go(this.#step - 1);
    else if (event.key === ' ' && target.closest('button') === null) this.#toggle();
    else return;
    event.preventDefault();
  }
}

function button(text: string, hint: string, onClick: () => void): HTMLButtonElement {
  const made = el('button', { type: 'button', title: hint }, text);
  made.addEventListener('click', onClick);
  return made;
}
