/** The controls of one body: its shape, where it starts, and how it moves. */
import { ShapeControls } from '../../shapes/shape-controls.ts';
import type { Handle, Panel } from '../../shell/panel.ts';
import type { Triple } from '../../shell/triple.ts';
import type { BodyState, Side } from './state.ts';

type Key = 'position' | 'turn' | 'move' | 'spin' | 'pivot';

export class BodyPanel {
  readonly #shape: ShapeControls;
  readonly #onChange: (state: BodyState) => void;
  readonly #handles: { readonly key: Key; readonly axis: number; readonly handle: Handle<number> }[] = [];
  #state: BodyState;

  constructor(panel: Panel, side: Side, state: BodyState, onChange: (state: BodyState) => void) {
    this.#state = state;
    this.#onChange = onChange;
    const section = panel.section(`Shape ${side.toUpperCase()}`, { tone: side });
    this.#shape = new ShapeControls(section, state.shape, (shape) => this.#change({ shape }));
    this.#axes(section, 'move', 'Move', 5, 0.01);
    this.#axes(section, 'spin', 'Rotate', 720, 1);
    const start = section.section('Start', { open: false });
    this.#axes(start, 'position', 'Position', 5, 0.01);
    this.#axes(start, 'turn', 'Turn', 180, 1);
    const pivot = section.section('What it turns about', { open: false });
    this.#axes(pivot, 'pivot', 'Pivot', 3, 0.01);
    pivot.note('Seen from its position at the start.');
  }

  /** Shows a state that came from elsewhere. */
  show(state: BodyState): void {
    this.#state = state;
    this.#shape.show(state.shape);
    for (const { key, axis, handle } of this.#handles) handle.set(state[key][axis]);
  }

  #change(part: Partial<BodyState>): void {
    this.#state = { ...this.#state, ...part };
    this.#onChange(this.#state);
  }

  #axes(panel: Panel, key: Key, label: string, max: number, step: number): void {
    for (const axis of [0, 1, 2]) {
      const handle = panel.slider({
        label: `${label} ${'xyz'[axis]}${step === 1 ? ', °' : ''}`,
        min: -max,
        max,
        step,
        open: true,
        value: this.#state[key][axis],
        onInput: (value) => {
          const triple = this.#state[key].map((x, k) => (k === axis ? value : x)) as unknown as Triple;
          this.#change({ [key]: triple });
        },
      });
      this.#handles.push({ key, axis, handle });
    }
  }
}
