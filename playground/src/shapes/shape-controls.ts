/** Controls for a shape of the catalogue: its kind and its parameters. */
import type { Handle, Panel } from '../shell/panel.ts';
import { CATALOGUE } from './catalogue.ts';
import { chooseShape, type ShapeChoice } from './text.ts';

export interface KindOption {
  readonly value: string;
  readonly label: string;
  readonly group: string;
}

export const ALL_KINDS: readonly KindOption[] = Object.entries(CATALOGUE).map(([value, { label, group }]) => ({
  value,
  label,
  group,
}));

export class ShapeControls {
  readonly #kind: Handle<string>;
  readonly #parameters: Panel;
  readonly #onChange: (shape: ShapeChoice) => void;
  #handles: Readonly<Record<string, Handle<number> | Handle<string>>> = {};
  #shape: ShapeChoice;

  constructor(
    panel: Panel,
    shape: ShapeChoice,
    onChange: (shape: ShapeChoice) => void,
    kinds: readonly KindOption[] = ALL_KINDS,
  ) {
    this.#shape = shape;
    this.#onChange = onChange;
    this.#kind = panel.select({
      label: 'Shape',
      options: kinds,
      value: shape.kind,
      onChange: (kind) => {
        this.#shape = chooseShape(kind);
        this.#build();
        onChange(this.#shape);
      },
    });
    this.#parameters = panel.group();
    this.#build();
  }

  show(shape: ShapeChoice): void {
    const other = shape.kind !== this.#shape.kind;
    this.#shape = shape;
    this.#kind.set(shape.kind);
    if (other) this.#build();
    for (const [key, handle] of Object.entries(this.#handles)) handle.set(shape.values[key] as never);
  }

  #build(): void {
    const panel = this.#parameters;
    panel.clear();
    const change = (key: string, value: number | string): void => {
      this.#shape = { ...this.#shape, values: { ...this.#shape.values, [key]: value } };
      this.#onChange(this.#shape);
    };
    this.#handles = Object.fromEntries(
      Object.entries(CATALOGUE[this.#shape.kind].parameters).map(([key, p]) => {
        const value = this.#shape.values[key];
        if (p.type === 'number')
          return [key, panel.slider({ ...p, value: value as number, onInput: (v) => change(key, v) })];
        return [key, panel.select({ ...p, value: value as string, onChange: (v) => change(key, v) })];
      }),
    );
  }
}
