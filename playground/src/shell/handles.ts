/**
 * Placing things by hand, the same on every page that lets one: a press chooses a thing and a drag moves it, handles on what is chosen move,
 * turn or scale it, and a row of buttons within reach of a thumb says which. M, T and S do that, too.
 */
import { el } from './dom.ts';
import { Gizmo, type Mode } from './gizmo.ts';
import { Grab, type Grabbable, type GrabEvents } from './grab.ts';
import type { PageHost } from './page.ts';
import type { Stage } from './stage.ts';

export interface HandleEvents<T extends Grabbable> extends Omit<GrabEvents<T>, 'isTaken' | 'isTurn'> {
  /** The handles brought its object to another place, turn or scale. */
  onHandles(item: T): void;
  /** The way back for a camera that got lost. */
  onFit(): void;
}

const LABELS: Readonly<Record<Mode, string>> = { move: 'Move', turn: 'Turn', scale: 'Scale' };
const KEYS: Partial<Record<string, Mode>> = { m: 'move', t: 'turn', s: 'scale' };

export class Handles<T extends Grabbable> {
  readonly #gizmo: Gizmo;
  readonly #grab: Grab<T>;
  readonly #buttons: readonly (readonly [Mode, HTMLButtonElement])[];
  #mode: Mode = 'move';

  constructor(host: PageHost, stage: Stage, events: HandleEvents<T>) {
    this.#gizmo = new Gizmo(stage, () => {
      const { selected } = this.#grab;
      if (selected !== null) events.onHandles(selected);
    });
    this.#grab = new Grab<T>(host, stage, {
      ...events,
      onSelect: (item) => {
        this.#gizmo.attach(item?.object ?? null);
        events.onSelect(item);
      },
      isTaken: (event) => this.#gizmo.isUnder(event),
      isTurn: () => this.#mode === 'turn',
    });
    this.#buttons = (['move', 'turn', 'scale'] as const).map((mode) => {
      const button = el('button', { type: 'button' }, LABELS[mode]);
      button.addEventListener('click', () => this.#use(mode));
      return [mode, button];
    });
    const fit = el('button', { type: 'button', title: 'Bring everything into view' }, 'Fit');
    fit.addEventListener('click', () => events.onFit());
    const attributes = { class: 'tools', role: 'group', 'aria-label': 'What the handles do' };
    host.view.append(el('div', attributes, ...this.#buttons.map(([, button]) => button), fit));
    stage.canvas.addEventListener('keydown', (event) => this.#onKey(event), { capture: true, signal: host.signal });
    this.#use('move');
  }

  get mode(): Mode {
    return this.#mode;
  }

  get selected(): T | null {
    return this.#grab.selected;
  }

  dispose(): void {
    this.#gizmo.dispose();
  }

  #use(mode: Mode): void {
    this.#mode = mode;
    this.#gizmo.mode = mode;
    for (const [name, button] of this.#buttons) button.setAttribute('aria-pressed', String(name === mode));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const mode = KEYS[event.key.toLowerCase()];
    if (mode === undefined) return;
    this.#use(mode);
    event.preventDefault();
  }
}
