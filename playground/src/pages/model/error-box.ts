/** What went wrong with a file, in words, over the view. */
import { el } from '../../shell/dom.ts';

export class ErrorBox {
  readonly element: HTMLElement;
  readonly #alert = el('span', { role: 'alert' });
  #text: string | null = null;

  constructor(onDismiss: () => void) {
    const dismiss = el('button', { type: 'button', 'aria-label': 'Dismiss' }, '×');
    dismiss.addEventListener('click', () => {
      this.text = null;
      onDismiss();
    });
    this.element = el('div', { class: 'model-error' }, this.#alert, dismiss);
    this.element.hidden = true;
  }

  get text(): string | null {
    return this.#text;
  }

  /** Null hides the box. */
  set text(text: string | null) {
    this.#text = text;
    this.#alert.textContent = text ?? '';
    this.element.hidden = text === null;
  }
}
