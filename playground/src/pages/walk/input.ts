/** What the visitor wants, from keys pressed on the view, and from a stick and a button for thumbs. */
import { el } from '../../shell/dom.ts';

type Direction = 'left' | 'right' | 'ahead' | 'back' | 'turnLeft' | 'turnRight';

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  a: 'left',
  ArrowRight: 'right',
  d: 'right',
  ArrowUp: 'ahead',
  w: 'ahead',
  ArrowDown: 'back',
  s: 'back',
  q: 'turnLeft',
  e: 'turnRight',
};

/** How far the stick goes, in pixels. */
const THROW = 34;

/** As the camera sees it: to the right and ahead, at most 1 long, how the camera turns, and whether to jump. */
export interface Steering {
  readonly right: number;
  readonly ahead: number;
  readonly turn: number;
  readonly jump: boolean;
}

export class Input {
  /** The stick and the button, for touch. */
  readonly element: HTMLElement;
  readonly #onUse: () => void;
  readonly #keys = new Set<Direction>();
  readonly #knob = el('span', { class: 'walk-knob' });
  #stick: readonly [right: number, ahead: number] = [0, 0];
  #jumpHeld = false;
  /** Begun since the last step: a tap may be over before it. */
  #jumpBegun = false;

  /** `onUse` is called whenever the visitor begins to want something. */
  constructor(canvas: HTMLCanvasElement, signal: AbortSignal, onUse: () => void) {
    this.#onUse = onUse;
    // Before the camera, which arrow keys would turn.
    for (const type of ['keydown', 'keyup'] as const)
      canvas.addEventListener(type, (event) => this.#onKey(event), { capture: true, signal });
    // A key that is let go of elsewhere is not heard of.
    canvas.addEventListener('blur', () => this.release(), { signal });
    this.element = el('div', { class: 'walk-pads' }, this.#makeStick(), this.#makeJump());
  }

  /** What is wanted for one step. */
  take(): Steering {
    const sign = (plus: Direction, minus: Direction): number =>
      Number(this.#keys.has(plus)) - Number(this.#keys.has(minus));
    const right = sign('right', 'left') + this.#stick[0];
    const ahead = sign('ahead', 'back') + this.#stick[1];
    const length = Math.max(1, Math.hypot(right, ahead));
    const jump = this.#jumpHeld || this.#jumpBegun;
    this.#jumpBegun = false;
    return { right: right / length, ahead: ahead / length, turn: sign('turnRight', 'turnLeft'), jump };
  }

  release(): void {
    this.#keys.clear();
    this.#jumpHeld = false;
    this.#jumpBegun = false;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const down = event.type === 'keydown';
    const direction = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (event.key === ' ') this.#jump(down);
    else if (direction === undefined) return;
    else if (down) this.#keys.add(direction);
    else this.#keys.delete(direction);
    if (down) this.#onUse();
    event.preventDefault();
  }

  #jump(held: boolean): void {
    this.#jumpHeld = held;
    if (held) this.#jumpBegun = true;
  }

  /** The keys do the same, so the stick is for pointers alone and no control of its own. */
  #makeStick(): HTMLElement {
    const base = el('div', { class: 'walk-stick', 'aria-hidden': 'true' }, this.#knob);
    let pointer: number | null = null;
    const put = (event: PointerEvent): void => {
      const { left, top, width, height } = base.getBoundingClientRect();
      const x = event.clientX - left - width / 2;
      const y = event.clientY - top - height / 2;
      const shrink = THROW / Math.max(THROW, Math.hypot(x, y));
      this.#show(x * shrink, y * shrink);
    };
    base.addEventListener('pointerdown', (event) => {
      if (pointer !== null) return;
      pointer = event.pointerId;
      base.setPointerCapture(pointer);
      put(event);
      this.#onUse();
      event.preventDefault();
    });
    base.addEventListener('pointermove', (event) => {
      if (event.pointerId === pointer) put(event);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      base.addEventListener(end, (event) => {
        if (event.pointerId !== pointer) return;
        pointer = null;
        this.#show(0, 0);
      });
    return base;
  }

  #show(x: number, y: number): void {
    this.#stick = [x / THROW, -y / THROW];
    this.#knob.style.transform = `translate(${x}px, ${y}px)`;
  }

  #makeJump(): HTMLElement {
    const button = el('button', { type: 'button', class: 'walk-jump' }, 'Jump');
    button.addEventListener('pointerdown', (event) => {
      this.#jump(true);
      this.#onUse();
      button.setPointerCapture(event.pointerId);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      button.addEventListener(end, () => this.#jump(false));
    // By keyboard there is a click and no pointer.
    button.addEventListener('click', ({ detail }) => {
      if (detail !== 0) return;
      this.#jumpBegun = true;
      this.#onUse();
    });
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    return button;
  }
}
