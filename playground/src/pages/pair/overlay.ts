/** What lies over the view: the verdict in large type and a letter on each body. */
import type { DistanceResult } from 'encounter';
import { el } from '../../shell/dom.ts';
import { fixed, uncertainty } from '../../shell/format.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Side } from './state.ts';

export class Overlay {
  readonly #host: PageHost;
  readonly #verdict = el('p', { class: 'verdict' });
  readonly #number = el('p', { class: 'number' });
  readonly #bound = el('p', { class: 'bound' });
  readonly #tags: Record<Side, HTMLElement> = {
    a: el('span', { class: 'tag' }, 'A'),
    b: el('span', { class: 'tag' }, 'B'),
  };

  constructor(host: PageHost) {
    this.#host = host;
    host.hud.append(this.#verdict, this.#number, this.#bound);
    host.view.append(this.#tags.a, this.#tags.b);
  }

  /** Shows an answer, or why there is none. */
  show(answer: DistanceResult | null, failure: string | null): void {
    const inside = answer !== null && answer.distance <= 0;
    this.#host.hud.classList.toggle('hit', inside);
    if (answer === null) {
      this.#verdict.textContent = failure;
      this.#number.textContent = '';
      this.#bound.textContent = '';
    } else {
      const { distance, error, converged } = answer;
      this.#verdict.textContent = distance === 0 ? 'touching' : inside ? 'overlapping, depth' : 'apart, distance';
      this.#number.textContent = fixed(Math.abs(distance), 4);
      this.#bound.textContent = `${uncertainty(error)}${converged ? '' : ', not proven to the accuracy'}`;
    }
    this.#host.announce(`${this.#verdict.textContent} ${this.#number.textContent} ${this.#bound.textContent}`);
  }

  /** Puts the letter of a body where the body is, in pixels of the view. */
  place(side: Side, [x, y]: readonly [number, number]): void {
    this.#tags[side].style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }
}
