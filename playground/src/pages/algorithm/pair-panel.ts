/** The controls: which pair, and where B is. */
import { ShapeControls } from '../../shapes/shape-controls.ts';
import type { Handle, Panel, ReadoutHandle } from '../../shell/panel.ts';
import type { Triple } from '../../shell/triple.ts';
import { PRESETS, type Preset } from './presets.ts';
import { KINDS, type State } from './state.ts';

export interface PairPanelEvents {
  onPreset(preset: Preset): void;
  onChange(state: State): void;
}

const INTRODUCTION =
  'A and B share a point exactly when A − B, the set of all differences a − b, contains the origin O; and the distance of A − B from O ' +
  'is that of A and B. Nobody ever computes A − B: GJK asks it for the farthest point in a direction, and from a few such points it ' +
  'knows a distance that is too large (violet, inside) and one that is too small (green, a plane outside). Where they meet it is done.';

export class PairPanel {
  readonly #events: PairPanelEvents;
  readonly #preset: Handle<string>;
  readonly #warm: Handle<boolean>;
  readonly #note: ReadoutHandle;
  readonly #shapes: Record<'a' | 'b', ShapeControls>;
  readonly #position: readonly Handle<number>[];
  readonly #turn: readonly Handle<number>[];
  #state: State;

  constructor(panel: Panel, state: State, preset: string, events: PairPanelEvents) {
    this.#state = state;
    this.#events = events;
    const choice = panel.section('Step through GJK and EPA');
    choice.note(INTRODUCTION);
    this.#preset = choice.select({
      label: 'Pair',
      options: [{ value: '', label: 'Your own' }, ...PRESETS.map(({ key, label }) => ({ value: key, label }))],
      value: preset,
      onChange: (key) => {
        const found = PRESETS.find((p) => p.key === key);
        if (found !== undefined) events.onPreset(found);
      },
    });
    this.#warm = choice.checkbox({
      label: 'Start from the cache of an earlier pose',
      value: state.warm,
      onChange: (warm) => this.#change({ warm }),
    });
    this.#note = choice.note('');
    const a = panel.section('Shape A', { tone: 'a' });
    a.note('Stands still at the origin of the world.');
    const b = panel.section('Shape B', { tone: 'b' });
    this.#shapes = {
      a: new ShapeControls(a, state.a, (shape) => this.#change({ a: shape }), KINDS),
      b: new ShapeControls(b, state.b, (shape) => this.#change({ b: shape }), KINDS),
    };
    this.#position = this.#triple(b, 'position', 'Position', 3, 0.01);
    this.#turn = this.#triple(b, 'turn', 'Turn', 180, 1);
  }

  /** Shows a state that came from elsewhere, and which preset it is. */
  show(state: State, preset: string): void {
    this.#state = state;
    this.#preset.set(preset);
    this.#warm.set(state.warm);
    this.#shapes.a.show(state.a);
    this.#shapes.b.show(state.b);
    for (let i = 0; i < 3; i++) {
      this.#position[i].set(state.position[i]);
      this.#turn[i].set(state.turn[i]);
    }
  }

  /** What there is to say about the pair as a whole. */
  note(text: string): void {
    this.#note.set(text);
    this.#note.element.hidden = text === '';
  }

  #change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    this.#preset.set('');
    this.#events.onChange(this.#state);
  }

  #triple(panel: Panel, key: 'position' | 'turn', label: string, max: number, step: number): Handle<number>[] {
    return ['x', 'y', 'z'].map((axis, i) =>
      panel.slider({
        label: `${label} ${axis}${key === 'turn' ? ', °' : ''}`,
        min: -max,
        max,
        step,
        open: true,
        value: this.#state[key][i],
        onInput: (value) => {
          const triple = this.#state[key].map((x, k) => (k === i ? value : x)) as unknown as Triple;
          this.#change({ [key]: triple });
        },
      }),
    );
  }
}
