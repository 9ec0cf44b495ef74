/**
 * Labelled controls. Every one has a <label>, is reachable by keyboard, and returns a handle through which the page reads or
 * sets it without an event.
 */
import { copyText } from './clipboard.ts';
import { el, freshId } from './dom.ts';

export interface Handle<T> {
  readonly element: HTMLElement;
  get value(): T;
  /** Shows another value; calls nobody. */
  set(value: T): void;
}

export interface SliderOptions {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** Whether the number field takes values beyond min and max. Default false. */
  open?: boolean;
  onInput(value: number): void;
}

export interface SelectOption {
  value: string;
  label: string;
  group?: string;
}

export interface SelectOptions {
  label: string;
  options: readonly SelectOption[];
  value: string;
  onChange(value: string): void;
}

export interface CheckboxOptions {
  label: string;
  value: boolean;
  onChange(value: boolean): void;
}

export interface ButtonOptions {
  label: string;
  /** Longer words, for the tooltip. */
  hint?: string;
  onClick(): void;
}

export interface ReadoutHandle {
  readonly element: HTMLElement;
  set(text: string): void;
}

export interface CodeHandle {
  readonly element: HTMLElement;
  /** What is copied, and what is shown if that is not all of it. */
  set(text: string, shown?: string): void;
}

export class Panel {
  readonly element: HTMLElement;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** A titled part that folds. With a tone its title has a dot in that colour of the palette. */
  section(title: string, { open = true, tone }: { open?: boolean; tone?: 'a' | 'b' } = {}): Panel {
    const body = el('div', { class: 'section-body' });
    const details = el('details', { class: 'section' }, el('summary', {}, title), body);
    details.open = open;
    if (tone !== undefined) details.style.setProperty('--tone', `var(--${tone})`);
    this.element.append(details);
    return new Panel(body);
  }

  /** A part without a title, whose content comes and goes. */
  group(): Panel {
    const body = el('div', { class: 'group' });
    this.element.append(body);
    return new Panel(body);
  }

  clear(): void {
    this.element.replaceChildren();
  }

  /** A slider with the number beside it. */
  slider({ label, min, max, step, value, open = false, onInput }: SliderOptions): Handle<number> {
    const id = freshId();
    const range = el('input', { id, type: 'range', min: `${min}`, max: `${max}`, step: 'any' });
    const number = el('input', { type: 'number', step: `${step}`, 'aria-label': `${label}, as a number` });
    if (!open) {
      number.min = `${min}`;
      number.max = `${max}`;
      number.title = `${min} to ${max}`;
    }
    const row = el('div', { class: 'row slider' }, el('label', { for: id }, label), range, number);
    let current = value;
    const show = (v: number, except?: HTMLInputElement): void => {
      current = v;
      if (except !== range) range.value = `${v}`;
      if (except !== number) number.value = `${v}`;
    };
    // A drag gives whole steps, counted from min; typing gives any number.
    range.addEventListener('input', () => {
      const steps = Math.round((range.valueAsNumber - min) / step);
      show(Math.min(max, Number((min + steps * step).toPrecision(12))), range);
      onInput(current);
    });
    range.addEventListener('keydown', (event) => {
      const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      const next = current + direction * step * (event.shiftKey ? 10 : 1);
      show(Math.min(max, Math.max(min, Number(next.toPrecision(12)))));
      onInput(current);
    });
    number.addEventListener('input', () => {
      const typed = number.valueAsNumber;
      if (!Number.isFinite(typed) || (!open && (typed < min || typed > max))) return;
      show(typed, number);
      onInput(current);
    });
    // What is typed beyond the limits becomes the limit, once it is all there: the 5 of 500 may be below it.
    number.addEventListener('change', () => {
      const typed = number.valueAsNumber;
      const wanted = open || !Number.isFinite(typed) ? current : Math.min(max, Math.max(min, typed));
      const changed = wanted !== current;
      show(wanted);
      if (changed) onInput(wanted);
    });
    show(value);
    this.element.append(row);
    return {
      element: row,
      get value() {
        return current;
      },
      // A field that is being typed into is left alone.
      set: (v) => show(v, document.activeElement === number ? number : undefined),
    };
  }

  select({ label, options, value, onChange }: SelectOptions): Handle<string> {
    const id = freshId();
    const select = el('select', { id });
    const groups = new Map<string, HTMLOptGroupElement>();
    for (const option of options) {
      const item = el('option', { value: option.value }, option.label);
      if (option.group === undefined) {
        select.append(item);
        continue;
      }
      let group = groups.get(option.group);
      if (group === undefined) {
        group = el('optgroup', { label: option.group });
        groups.set(option.group, group);
        select.append(group);
      }
      group.append(item);
    }
    select.value = value;
    select.addEventListener('change', () => onChange(select.value));
    const row = el('div', { class: 'row' }, el('label', { for: id }, label), select);
    this.element.append(row);
    return {
      element: row,
      get value() {
        return select.value;
      },
      set: (v) => {
        select.value = v;
      },
    };
  }

  checkbox({ label, value, onChange }: CheckboxOptions): Handle<boolean> {
    const id = freshId();
    const box = el('input', { id, type: 'checkbox' });
    box.checked = value;
    box.addEventListener('change', () => onChange(box.checked));
    const row = el('div', { class: 'row check' }, box, el('label', { for: id }, label));
    this.element.append(row);
    return {
      element: row,
      get value() {
        return box.checked;
      },
      set: (v) => {
        box.checked = v;
      },
    };
  }

  button(options: ButtonOptions): HTMLButtonElement {
    return this.buttons([options])[0];
  }

  /** Buttons side by side. */
  buttons(list: readonly ButtonOptions[]): HTMLButtonElement[] {
    const made = list.map(({ label, hint, onClick }) => {
      const button = el('button', { type: 'button' }, label);
      if (hint !== undefined) button.title = hint;
      button.addEventListener('click', onClick);
      return button;
    });
    this.element.append(el('div', { class: 'row buttons' }, ...made));
    return made;
  }

  /**
   * A named value that the page keeps up to date. With `live`, screen readers say each change: only for what changes seldom
   * (see `PageHost.announce` for the rest).
   */
  readout({ label, live = false }: { label: string; live?: boolean }): ReadoutHandle {
    const id = freshId();
    const output = el('output', { id, 'aria-live': live ? 'polite' : 'off' }, '–');
    const row = el('div', { class: 'row readout' }, el('label', { for: id }, label), output);
    this.element.append(row);
    return {
      element: row,
      set: (text) => {
        if (output.textContent !== text) output.textContent = text;
      },
    };
  }

  /** A block of code with a button that copies it. */
  code({ label }: { label: string }): CodeHandle {
    let whole = '';
    const pre = el('pre', { tabindex: '0', role: 'region', 'aria-label': label });
    const copy = el('button', { type: 'button', title: label }, 'Copy');
    copy.addEventListener('click', async () => {
      copy.textContent = (await copyText(whole)) ? 'Copied' : 'Select and copy by hand';
      setTimeout(() => {
        copy.textContent = 'Copy';
      }, 1500);
    });
    const block = el('div', { class: 'code' }, copy, pre);
    this.element.append(block);
    return {
      element: block,
      set: (text, shown = text) => {
        whole = text;
        if (pre.textContent !== shown) pre.textContent = shown;
      },
    };
  }

  /** A sentence or two. */
  note(text: string): ReadoutHandle {
    const note = el('p', { class: 'note' }, text);
    this.element.append(note);
    return {
      element: note,
      set: (t) => {
        note.textContent = t;
      },
    };
  }
}
