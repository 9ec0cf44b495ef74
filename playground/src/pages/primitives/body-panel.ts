/** The controls of one thing: those that its kind has. */
import type { Handle, Panel } from '../../shell/panel.ts';
import type { Triple } from '../../shell/triple.ts';
import type { Motion } from './functions.ts';
import { KINDS } from './kinds.ts';
import { type BodyState, fitted, functionOf, type PageState, SIDES, type Side } from './state.ts';

type Key = 'position' | 'turn' | 'move' | 'endTurn';

export class BodyPanel {
  readonly #panel: Panel;
  readonly #side: Side;
  readonly #onChange: (body: BodyState) => void;
  #state: BodyState;
  /** What the controls were built for. */
  #built = '';
  #handles: { key: Key; axis: number; handle: Handle<number> }[] = [];
  #values: Readonly<Record<string, Handle<number> | Handle<string>>> = {};

  constructor(panel: Panel, side: Side, state: PageState, onChange: (body: BodyState) => void) {
    this.#side = side;
    this.#onChange = onChange;
    this.#state = state[side];
    this.#panel = panel.section(side.toUpperCase(), { tone: side });
    this.show(state);
  }

  /** Shows a state that came from elsewhere. */
  show(state: PageState): void {
    this.#state = state[this.#side];
    const motion = functionOf(state).motions[SIDES.indexOf(this.#side)];
    const wanted = `${this.#state.kind} ${motion}`;
    if (wanted !== this.#built) this.#build(motion);
    this.#built = wanted;
    for (const [key, handle] of Object.entries(this.#values)) handle.set(this.#state.values[key] as never);
    for (const { key, axis, handle } of this.#handles) handle.set(this.#state[key][axis]);
  }

  #build(motion: Motion): void {
    const panel = this.#panel;
    panel.clear();
    this.#handles = [];
    const { kind, values } = this.#state;
    const { parameters, turns, flat } = KINDS[kind];
    const change = (key: string, value: number | string): void =>
      this.#change({ ...this.#state, values: { ...this.#state.values, [key]: value } });
    panel.note(KINDS[kind].label);
    this.#values = Object.fromEntries(
      Object.entries(parameters).map(([key, p]) => {
        const value = values[key];
        if (p.type === 'number')
          return [key, panel.slider({ ...p, value: value as number, onInput: (v) => change(key, v) })];
        return [key, panel.select({ ...p, value: value as string, onChange: (v) => change(key, v) })];
      }),
    );
    const place = flat ? [0, 1] : [0, 1, 2];
    const about = turns === 'all' ? [0, 1, 2] : turns === 'z' ? [2] : [];
    this.#axes(panel, 'position', 'Position', place, -4, 4, 0.01);
    this.#axes(panel, 'turn', 'Turn', about, -180, 180, 1);
    if (motion === 'still') return;
    this.#axes(panel, 'move', 'Move', place, -4, 4, 0.01);
    if (motion === 'vertices') this.#axes(panel, 'endTurn', 'End turn', about, -180, 180, 1);
  }

  #axes(panel: Panel, key: Key, label: string, axes: number[], min: number, max: number, step: number): void {
    for (const axis of axes) {
      const handle = panel.slider({
        label: `${label} ${'xyz'[axis]}${step === 1 ? ', °' : ''}`,
        min,
        max,
        step,
        open: true,
        value: this.#state[key][axis],
        onInput: (value) => {
          const triple = this.#state[key].map((x, k) => (k === axis ? value : x)) as unknown as Triple;
          this.#change(fitted({ ...this.#state, [key]: triple }));
        },
      });
      this.#handles.push({ key, axis, handle });
    }
  }

  #change(state: BodyState): void {
    this.#state = state;
    this.#onChange(state);
  }
}
