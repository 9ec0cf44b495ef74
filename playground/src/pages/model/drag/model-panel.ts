/** The controls of one of the two: which model it is, what that is made of, and where it is. */
import { count, duration } from '../../../shell/format.ts';
import type { Handle, Panel, SelectOption } from '../../../shell/panel.ts';
import type { Model } from './model.ts';
import type { Placement, Side, Triple } from './state.ts';

export interface ModelPanelEvents {
  onModel(key: string): void;
  onPlace(placement: Placement): void;
}

export class ModelPanel {
  readonly #body: Panel;
  readonly #events: ModelPanelEvents;
  #placement!: Placement;
  #handles: Readonly<Record<keyof Placement, readonly Handle<number>[]>> = { position: [], turn: [], scale: [] };
  #placeOpen = false;

  constructor(panel: Panel, side: Side, events: ModelPanelEvents) {
    this.#body = panel.section(`Model ${side.toUpperCase()}`, { tone: side }).group();
    this.#events = events;
  }

  /** Shows a model; the others are offered. */
  show(model: Model, others: readonly SelectOption[], placement: Placement): void {
    const panel = this.#body;
    this.#placement = placement;
    panel.clear();
    panel.select({ label: 'Model', options: others, value: model.key, onChange: this.#events.onModel });
    panel.readout({ label: 'Triangles' }).set(count(model.mesh.triangleCount));
    panel.readout({ label: 'Size' }).set(model.soup.size.map((x) => Number(x.toPrecision(4))).join(' × '));
    panel.readout({ label: 'Built in' }).set(`${duration(model.buildMs)}, warm-up included`);
    panel
      .readout({ label: 'Memory' })
      .set(`${bytes(model.ownBytes)} vertices and indices\n${bytes(model.meshBytes)} tree and corners`);
    panel.readout({ label: 'Surface' }).set(model.problem === null ? 'closed: a solid' : 'not closed: a soup');
    if (model.problem !== null) {
      const { element } = panel.note(model.problem);
      element.classList.add('model-problem');
      // It scrolls, so keys must be able to reach it.
      element.tabIndex = 0;
    }
    this.#buildPlacement(model);
  }

  /** Shows a placement that came from elsewhere. */
  place(placement: Placement): void {
    this.#placement = placement;
    for (const key of ['position', 'turn', 'scale'] as const)
      for (let i = 0; i < 3; i++) this.#handles[key][i].set(placement[key][i]);
  }

  #buildPlacement(model: Model): void {
    const place = this.#body.section('Placement', { open: this.#placeOpen });
    // A section that is built anew stays as it was left.
    const details = place.element.parentElement as HTMLDetailsElement;
    details.addEventListener('toggle', () => {
      this.#placeOpen = details.open;
    });
    const reach = 3 * niceStep(model.extent);
    this.#handles = {
      position: this.#triple(place, 'position', 'Position', -reach, reach, reach / 3000),
      turn: this.#triple(place, 'turn', 'Turn', -180, 180, 1),
      scale: this.#triple(place, 'scale', 'Scale', 0, 3, 0.05),
    };
  }

  #triple(panel: Panel, key: keyof Placement, label: string, min: number, max: number, step: number): Handle<number>[] {
    return ['x', 'y', 'z'].map((axis, i) =>
      panel.slider({
        label: `${label} ${axis}${key === 'turn' ? ', °' : ''}`,
        min,
        max,
        step,
        open: true,
        value: this.#placement[key][i],
        onInput: (value) => {
          const triple = this.#placement[key].map((x, k) => (k === i ? value : x)) as unknown as Triple;
          this.#placement = { ...this.#placement, [key]: triple };
          this.#events.onPlace(this.#placement);
        },
      }),
    );
  }
}

/** The power of ten at or above a length. */
export function niceStep(length: number): number {
  return length > 0 ? 10 ** Math.ceil(Math.log10(length) - 1e-9) : 1;
}

function bytes(n: number): string {
  if (n < 1e6) return `${Math.max(1, Math.round(n / 1e3))} kB`;
  return `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} MB`;
}
