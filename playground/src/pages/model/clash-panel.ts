/** The list of clashes: how near is too near, which kinds are shown, how far the search is. */
import type { ClashKind } from 'encounter-models';
import { el, freshId } from '../../shell/dom.ts';
import { count, duration } from '../../shell/format.ts';
import type { Panel, ReadoutHandle } from '../../shell/panel.ts';
import type { ClashAnswer } from './model-worker.ts';
import type { Assembly, PartClash } from './protocol.ts';
import { VirtualList } from './virtual-list.ts';

export interface ClashPanelEvents {
  /** Search again, with another clearance for instance. */
  onSearch(): void;
  onCancel(): void;
  onChoose(clash: PartClash | null): void;
}

/** What matters most comes first. */
export const KINDS: readonly ClashKind[] = ['hard', 'duplicate', 'contained', 'clearance', 'touch'];

const WORDS: Readonly<Record<ClashKind, string>> = {
  hard: 'Hard',
  duplicate: 'Duplicate',
  contained: 'Contained',
  clearance: 'Near',
  touch: 'Touch',
};

const HINTS: Readonly<Record<ClashKind, string>> = {
  hard: 'Their interiors overlap',
  duplicate: 'The same geometry in the same place',
  contained: 'One is wholly inside the other',
  clearance: 'Apart, but nearer than asked for',
  touch: 'Their surfaces meet, their interiors do not',
};

const ROW_HEIGHT = 48;
/** Milliseconds of quiet before a number that is being typed counts. */
const TYPING = 400;

export class ClashPanel {
  readonly #clearance: HTMLInputElement;
  readonly #unit = el('span', { class: 'model-unit' });
  readonly #self: { readonly row: HTMLElement; readonly box: HTMLInputElement };
  readonly #filters = new Map<ClashKind, HTMLButtonElement>();
  readonly #shown = new Set<ClashKind>(KINDS);
  readonly #list: VirtualList<PartClash>;
  readonly #status: ReadoutHandle;
  readonly #progress = el('progress', { max: '1', 'aria-label': 'Pairs of parts tested' });
  readonly #cancel = el('button', { type: 'button' }, 'Cancel');
  readonly #running: HTMLElement;
  #assembly: Assembly | null = null;
  #clashes: readonly PartClash[] = [];
  #chosen: PartClash | null = null;
  #typing = 0;

  constructor(panel: Panel, events: ClashPanelEvents) {
    const id = freshId();
    this.#clearance = el('input', { id, type: 'number', min: '0', step: 'any' });
    this.#clearance.addEventListener('input', () => {
      clearTimeout(this.#typing);
      this.#typing = window.setTimeout(() => events.onSearch(), TYPING);
    });
    const field = el('div', { class: 'model-field' }, this.#clearance, this.#unit);
    panel.element.append(el('div', { class: 'row' }, el('label', { for: id }, 'Nearer than'), field));
    const self = panel.checkbox({ label: 'Also within each file', value: false, onChange: () => events.onSearch() });
    this.#self = { row: self.element, box: self.element.querySelector('input')! };

    const filters = el('div', { class: 'model-kinds', role: 'group', 'aria-label': 'Kinds that are listed' });
    for (const kind of KINDS) {
      const button = el('button', { type: 'button', title: HINTS[kind], 'aria-pressed': 'true' });
      button.style.setProperty('--kind', `var(--kind-${kind})`);
      button.addEventListener('click', () => this.#toggle(kind));
      this.#filters.set(kind, button);
      filters.append(button);
    }
    panel.element.append(filters);

    this.#cancel.addEventListener('click', () => events.onCancel());
    this.#running = el('div', { class: 'model-running' }, this.#progress, this.#cancel);
    panel.element.append(this.#running);
    this.#status = panel.note('');
    this.#list = new VirtualList<PartClash>({
      role: 'listbox',
      label: 'Clashes. Enter flies there.',
      rowHeight: ROW_HEIGHT,
      render: (clash) => this.#render(clash),
      isChosen: (clash) => clash.id === this.#chosen?.id,
      onChoose: (clash) => events.onChoose(clash),
    });
    panel.element.append(this.#list.element);
    this.#count();
  }

  /** NaN and less count as 0: nothing is too near. */
  get clearance(): number {
    const { valueAsNumber } = this.#clearance;
    return valueAsNumber > 0 && valueAsNumber < Infinity ? valueAsNumber : 0;
  }

  /** Whether parts of one file are compared with each other where there are several files. */
  get self(): boolean {
    return this.#self.box.checked;
  }

  get clashes(): readonly PartClash[] {
    return this.#clashes;
  }

  get listed(): readonly PartClash[] {
    return this.#list.items;
  }

  /** Another assembly; its clashes are not known yet. */
  use(assembly: Assembly, clearance: number): void {
    this.#assembly = assembly;
    this.#clearance.value = `${clearance}`;
    this.#unit.textContent = assembly.units;
    this.#self.row.hidden = assembly.models.length < 2;
    this.#clashes = [];
    this.#chosen = null;
    this.#refill();
  }

  showProgress(done: number, total: number, found: number): void {
    this.#running.hidden = false;
    this.#progress.value = total === 0 ? 0 : done / total;
    this.#status.set(`${count(done)} of ${count(total)} pairs of parts, ${count(found)} found so far`);
  }

  show({ clashes, pairs, ms, complete }: ClashAnswer): void {
    this.#running.hidden = true;
    const order = (clash: PartClash): number => KINDS.indexOf(clash.kind);
    // Deep ones and near ones first.
    this.#clashes = [...clashes].sort(
      (p, q) => order(p) - order(q) || q.depth - p.depth || p.distance - q.distance || (p.id < q.id ? -1 : 1),
    );
    const ended = complete ? '' : ', then ended: the list is not complete';
    this.#status.set(`${count(pairs)} pairs of parts tested in ${duration(ms)}, warm-up included${ended}`);
    this.#refill();
  }

  fail(message: string): void {
    this.#running.hidden = true;
    this.#status.set(message);
  }

  choose(clash: PartClash | null): void {
    this.#chosen = clash;
    const index = clash === null ? -1 : this.#list.items.findIndex(({ id }) => id === clash.id);
    if (index >= 0) this.#list.goTo(index);
    else this.#list.refresh();
  }

  #toggle(kind: ClashKind): void {
    if (!this.#shown.delete(kind)) this.#shown.add(kind);
    this.#refill();
  }

  #refill(): void {
    this.#list.items = this.#clashes.filter(({ kind }) => this.#shown.has(kind));
    this.#count();
  }

  #count(): void {
    for (const [kind, button] of this.#filters) {
      const number = this.#clashes.filter((clash) => clash.kind === kind).length;
      button.replaceChildren(el('i', { 'aria-hidden': 'true' }), `${WORDS[kind]} ${count(number)}`);
      button.setAttribute('aria-pressed', String(this.#shown.has(kind)));
    }
  }

  #render(clash: PartClash): { content: Node[]; attributes: Record<string, string> } {
    const { parts = [], units = '' } = this.#assembly ?? {};
    const dot = el('i', { class: 'model-dot', 'aria-hidden': 'true' });
    dot.style.setProperty('--kind', `var(--kind-${clash.kind})`);
    const head = el('span', { class: 'clash-head' }, dot, WORDS[clash.kind], el('b', {}, measure(clash, units)));
    const names = [clash.a, clash.b].map((i) => label(parts[i]?.path ?? []));
    const pair = el('span', { class: 'clash-pair' }, `${names[0]} × ${names[1]}`);
    return { content: [head, pair], attributes: { title: [clash.a, clash.b].map((i) => parts[i]?.id).join('\n') } };
  }
}

/** The last two names of a path: “Motor” alone says little. */
function label(path: readonly string[]): string {
  return path.slice(-2).join(' / ');
}

/** The number of a clash, and whether it is only a bound. */
export function measure({ kind, depth, distance, exact }: PartClash, units: string): string {
  if (kind === 'touch') return '';
  const length = kind === 'clearance' ? distance : depth;
  return `${exact ? '' : kind === 'clearance' ? '≥ ' : '≤ '}${Number(length.toPrecision(3))}${units === '' ? '' : ` ${units}`}`;
}

/** What is said of a clash in words. */
export function verdictOf({ kind, exact }: PartClash): { verdict: string; bound: string } {
  const verdict = {
    hard: 'hard clash, depth',
    duplicate: 'duplicate, depth',
    contained: 'one inside the other, depth',
    clearance: 'too near, distance',
    touch: 'touching',
  }[kind];
  if (kind === 'touch') return { verdict, bound: 'surfaces meet, interiors do not' };
  if (exact) return { verdict, bound: 'exact' };
  return {
    verdict,
    bound: kind === 'clearance' ? 'a bound, not exact' : 'suffices to separate them, perhaps not the least',
  };
}
