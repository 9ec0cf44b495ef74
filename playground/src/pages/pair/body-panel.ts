/** The controls of one body. */
import { CATALOGUE } from '../../shapes/catalogue.ts';
import type { Handle, Panel } from '../../shell/panel.ts';
import type { Triple } from '../../shell/triple.ts';
import { type BodyState, bodyState } from './state.ts';

const KINDS = Object.entries(CATALOGUE).map(([value, { label, group }]) => ({ value, label, group }));

export class BodyPanel {
  readonly #kind: Handle<string>;
  readonly #parameters: Panel;
  readonly #place: readonly Handle<number>[];
  readonly #turn: readonly Handle<number>[];
  readonly #scale: readonly Handle<number>[];
  readonly #margin: Handle<number>;
  readonly #onChange: (state: BodyState) => void;
  #handles: Readonly<Record<string, Handle<number> | Handle<string>>> = {};
  #state: BodyState;

  constructor(panel: Panel, side: 'a' | 'b', state: BodyState, onChange: (state: BodyState) => void) {
    this.#state = state;
    this.#onChange = onChange;
    const section = panel.section(`Shape ${side.toUpperCase()}`, { tone: side });
    this.#kind = section.select({
      label: 'Shape',
      options: KINDS,
      value: state.kind,
      onChange: (kind) => {
        const { position, turn, scale, margin } = this.#state;
        this.#change(bodyState(kind, { position, turn, scale, margin }));
        this.#buildParameters();
      },
    });
    this.#parameters = section.group();
    this.#place = this.#triple(section, 'position', 'Position', -5, 5, 0.01);
    this.#turn = this.#triple(section, 'turn', 'Turn', -180, 180, 1);
    const more = section.section('Scale and margin', { open: !isPlain(state) });
    this.#scale = this.#triple(more, 'scale', 'Scale', 0, 3, 0.05);
    this.#margin = more.slider({
      label: 'Margin',
      min: 0,
      max: 1,
      step: 0.01,
      value: state.margin,
      onInput: (margin) => this.#change({ ...this.#state, margin }),
    });
    this.#buildParameters();
  }

  /** Shows a state that came from elsewhere. */
  show(state: BodyState): void {
    const rebuilt = state.kind !== this.#state.kind;
    this.#state = state;
    this.#kind.set(state.kind);
    if (rebuilt) this.#buildParameters();
    for (const [key, handle] of Object.entries(this.#handles)) handle.set(state.values[key] as never);
    for (let i = 0; i < 3; i++) {
      this.#place[i].set(state.position[i]);
      this.#turn[i].set(state.turn[i]);
      this.#scale[i].set(state.scale[i]);
    }
    this.#margin.set(state.margin);
  }

  #change(state: BodyState): void {
    this.#state = state;
    this.#onChange(state);
  }

  #triple(
    panel: Panel,
    key: 'position' | 'turn' | 'scale',
    label: string,
    min: number,
    max: number,
    step: number,
  ): Handle<number>[] {
    return ['x', 'y', 'z'].map((axis, i) =>
      panel.slider({
        label: `${label} ${axis}${key === 'turn' ? ', °' : ''}`,
        min,
        max,
        step,
        open: true,
        value: this.#state[key][i],
        onInput: (value) => {
          const triple = this.#state[key].map((x, k) => (k === i ? value : x)) as unknown as Triple;
          this.#change({ ...this.#state, [key]: triple });
        },
      }),
    );
  }

  #buildParameters(): void {
    const panel = this.#parameters;
    panel.clear();
    const change = (key: string, value: number | string): void =>
      this.#change({ ...this.#state, values: { ...this.#state.values, [key]: value } });
    this.#handles = Object.fromEntries(
      Object.entries(CATALOGUE[this.#state.kind].parameters).map(([key, p]) => {
        const value = this.#state.values[key];
        if (p.type === 'number')
          return [key, panel.slider({ ...p, value: value as number, onInput: (v) => change(key, v) })];
        return [key, panel.select({ ...p, value: value as string, onChange: (v) => change(key, v) })];
      }),
    );
  }
}

function isPlain({ scale, margin }: BodyState): boolean {
  return margin === 0 && scale.every((s) => s === 1);
}
