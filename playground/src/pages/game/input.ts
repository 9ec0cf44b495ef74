/** What the player wants, from keys pressed on the view and from buttons held on the screen. */
import { el } from '../../shell/dom.ts';
import type { Wishes } from './game.ts';

type Wish = keyof Wishes;

const KEYS: Readonly<Record<string, Wish>> = {
  ArrowLeft: 'left',
  a: 'left',
  ArrowRight: 'right',
  d: 'right',
  ArrowUp: 'thrust',
  w: 'thrust',
  ' ': 'fire',
};

const BUTTONS: readonly (readonly [wish: Wish, text: string, label: string])[] = [
  ['left', '⟲', 'Turn left'],
  ['right', '⟳', 'Turn right'],
  ['thrust', '▲', 'Thrust'],
  ['fire', '●', 'Fire'],
];

export class Input {
  /** The buttons for fingers, two for each thumb. */
  readonly element: HTMLElement;
  readonly #keys: Record<Wish, boolean> = { left: false, right: false, thrust: false, fire: false };
  readonly #fingers: Record<Wish, number> = { left: 0, right: 0, thrust: 0, fire: 0 };
  /** Begun since the last step: a tap may be over before it. */
  readonly #begun = new Set<Wish>();

  constructor(canvas: HTMLCanvasElement, signal: AbortSignal) {
    const onKey = (event: KeyboardEvent): void => {
      const wish = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (wish === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      this.#keys[wish] = event.type === 'keydown';
      if (this.#keys[wish]) this.#begun.add(wish);
      event.preventDefault();
    };
    // Before the camera, which arrow keys would turn.
    canvas.addEventListener('keydown', onKey, { capture: true, signal });
    canvas.addEventListener('keyup', onKey, { capture: true, signal });
    canvas.addEventListener('blur', () => this.release(), { signal });
    const pads = BUTTONS.map((button) => this.#button(...button));
    this.element = el(
      'div',
      { class: 'game-pads' },
      el('div', { class: 'game-pad' }, ...pads.slice(0, 2)),
      el('div', { class: 'game-pad' }, ...pads.slice(2)),
    );
  }

  /** The wishes for one step. */
  take(): Wishes {
    const wants = (wish: Wish): boolean => this.#keys[wish] || this.#fingers[wish] > 0 || this.#begun.has(wish);
    const wishes = { left: wants('left'), right: wants('right'), thrust: wants('thrust'), fire: wants('fire') };
    this.#begun.clear();
    return wishes;
  }

  /** A key that is let go of elsewhere is not heard of. */
  release(): void {
    for (const wish of Object.keys(this.#keys) as Wish[]) this.#keys[wish] = false;
    this.#begun.clear();
  }

  #button(wish: Wish, text: string, label: string): HTMLButtonElement {
    const button = el('button', { type: 'button', 'aria-label': label }, text);
    const held = new Set<number>();
    const hold = (event: PointerEvent): void => {
      held.add(event.pointerId);
      button.setPointerCapture(event.pointerId);
      this.#fingers[wish] = held.size;
      this.#begun.add(wish);
      event.preventDefault();
    };
    const release = (event: PointerEvent): void => {
      held.delete(event.pointerId);
      this.#fingers[wish] = held.size;
    };
    button.addEventListener('pointerdown', hold);
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      button.addEventListener(end, release);
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    return button;
  }
}
