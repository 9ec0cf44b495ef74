/**
 * A list or tree of any length of which only the rows in sight are in the document. It is one stop for Tab: arrows move within it, and screen readers are
 * told the row by aria-activedescendant.
 */
import { el, freshId } from '../../shell/dom.ts';

export interface VirtualListOptions<T> {
  readonly role: 'listbox' | 'tree';
  readonly label: string;
  /** Pixels. */
  readonly rowHeight: number;
  /** The content of a row, and attributes beyond those of every list. */
  render(
    item: T,
    index: number,
  ): { readonly content: readonly (Node | string)[]; readonly attributes?: Readonly<Record<string, string>> };
  /** Whether a row is the chosen one. */
  isChosen(item: T): boolean;
  /** A click, Enter or Space. */
  onChoose(item: T, event: MouseEvent | KeyboardEvent): void;
  /** Keys other than those of every list; whether it was one. */
  onKey?(event: KeyboardEvent, item: T, index: number): boolean;
}

/** Rows beyond the edges, so that scrolling shows no gaps. */
const SPARE = 4;

export class VirtualList<T> {
  readonly element: HTMLElement;
  readonly #options: VirtualListOptions<T>;
  readonly #body = el('div', { role: 'none', class: 'virtual-body' });
  readonly #id = freshId();
  #items: readonly T[] = [];
  #active = 0;

  constructor(options: VirtualListOptions<T>) {
    this.#options = options;
    this.element = el('div', { class: 'virtual', role: options.role, tabindex: '0', 'aria-label': options.label });
    this.element.append(this.#body);
    this.element.addEventListener('scroll', () => this.refresh());
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('click', (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.virtual-row') : null;
      if (row === null) return;
      this.#active = Number(row.dataset['index']);
      const item = this.#items[this.#active];
      if (item !== undefined) this.#options.onChoose(item, event);
      this.refresh();
    });
    // In a part of the panel that is folded there is nothing to measure.
    new ResizeObserver(() => this.refresh()).observe(this.element);
  }

  get items(): readonly T[] {
    return this.#items;
  }

  get active(): number {
    return this.#active;
  }

  /** Shows other items; the active row stays where it is, as far as there are so many. */
  set items(items: readonly T[]) {
    this.#items = items;
    this.#active = Math.max(0, Math.min(this.#active, items.length - 1));
    this.element.hidden = items.length === 0;
    this.#body.style.height = `${items.length * this.#options.rowHeight}px`;
    this.refresh();
  }

  /** Makes a row the active one and brings it into sight. */
  goTo(index: number): void {
    if (this.#items.length === 0) return;
    this.#active = Math.max(0, Math.min(index, this.#items.length - 1));
    const { rowHeight } = this.#options;
    const { element } = this;
    const top = this.#active * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
    this.refresh();
  }

  /** Draws the rows in sight anew. */
  refresh(): void {
    const { role, rowHeight, render, isChosen } = this.#options;
    const { element } = this;
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - SPARE);
    const last = Math.min(
      this.#items.length,
      Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + SPARE,
    );
    const rows: HTMLElement[] = [];
    for (let index = first; index < last; index++) {
      const item = this.#items[index];
      const { content, attributes } = render(item, index);
      const row = el(
        'div',
        {
          class: 'virtual-row',
          role: role === 'tree' ? 'treeitem' : 'option',
          id: `${this.#id}-${index}`,
          'aria-selected': String(isChosen(item)),
          'aria-posinset': `${index + 1}`,
          'aria-setsize': `${this.#items.length}`,
          ...attributes,
        },
        ...content,
      );
      row.dataset['index'] = `${index}`;
      row.style.transform = `translateY(${index * rowHeight}px)`;
      row.style.height = `${rowHeight}px`;
      if (index === this.#active) row.classList.add('active');
      rows.push(row);
    }
    this.#body.replaceChildren(...rows);
    // A row out of sight is not in the document, and must not be named.
    if (this.#active >= first && this.#active < last)
      element.setAttribute('aria-activedescendant', `${this.#id}-${this.#active}`);
    else element.removeAttribute('aria-activedescendant');
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = this.#items[this.#active];
    if (item === undefined) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#options.rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step !== undefined) this.goTo(Math.max(0, Math.min(this.#items.length - 1, this.#active + step)));
    else if (event.key === 'Enter' || event.key === ' ') {
      this.#options.onChoose(item, event);
      this.refresh();
    } else if (!this.#options.onKey?.(event, item, this.#active)) return;
    event.preventDefault();
  }
}
