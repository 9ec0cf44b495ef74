/** The parts in a tree: search, choose, hide. */
import { el, freshId } from '../../shell/dom.ts';
import { count } from '../../shell/format.ts';
import type { Panel, ReadoutHandle } from '../../shell/panel.ts';
import { buildTree, openAtFirst, rowsOf, type TreeNode, type TreeRow } from './part-tree.ts';
import type { Assembly } from './protocol.ts';
import { VirtualList } from './virtual-list.ts';

export interface PartsPanelEvents {
  onChoose(part: number): void;
  onHide(parts: readonly number[], hidden: boolean): void;
  isHidden(part: number): boolean;
}

const ROW_HEIGHT = 28;

export class PartsPanel {
  readonly #events: PartsPanelEvents;
  readonly #summary: ReadoutHandle;
  readonly #search: HTMLInputElement;
  readonly #list: VirtualList<TreeRow>;
  readonly #buttons: {
    readonly hide: HTMLButtonElement;
    readonly alone: HTMLButtonElement;
    readonly all: HTMLButtonElement;
  };
  #roots: TreeNode[] = [];
  #open = new Set<string>();
  #chosen: number | null = null;
  #partCount = 0;

  constructor(panel: Panel, events: PartsPanelEvents) {
    this.#events = events;
    this.#summary = panel.note('');
    const id = freshId();
    this.#search = el('input', { id, type: 'search', placeholder: 'Search', autocomplete: 'off' });
    const label = el('label', { for: id, class: 'visually-hidden' }, 'Search parts');
    panel.element.append(el('div', { class: 'model-search' }, label, this.#search));
    this.#search.addEventListener('input', () => this.#refill());
    this.#list = new VirtualList<TreeRow>({
      role: 'tree',
      label: 'Parts. Enter chooses, right and left open and close groups, H hides and shows.',
      rowHeight: ROW_HEIGHT,
      render: (row) => this.#render(row),
      isChosen: ({ node }) => node.part >= 0 && node.part === this.#chosen,
      onChoose: (row, event) => this.#onChoose(row, event),
      onKey: (event, row, index) => this.#onKey(event, row, index),
    });
    panel.element.append(this.#list.element);
    const [hide, alone, all] = panel.buttons([
      { label: 'Hide', hint: 'Hides the chosen part', onClick: () => this.#hideChosen() },
      { label: 'Only this', hint: 'Hides all parts but the chosen one', onClick: () => this.#showAlone() },
      { label: 'Show all', onClick: () => this.#events.onHide(this.#allParts(), false) },
    ]);
    this.#buttons = { hide, alone, all };
  }

  show(assembly: Assembly): void {
    this.#roots = buildTree(assembly);
    this.#open = openAtFirst(this.#roots);
    this.#partCount = assembly.parts.length;
    this.#search.value = '';
    const triangles = assembly.models.reduce((sum, model) => sum + model.triangles, 0);
    this.#summary.set(`${count(assembly.parts.length)} parts, ${count(triangles)} triangles`);
    this.#chosen = null;
    this.#refill();
    this.#list.goTo(0);
  }

  /** Marks a part that was chosen here or elsewhere, and brings it into sight. */
  choose(part: number | null): void {
    this.#chosen = part;
    if (part !== null) {
      this.#openAround(part);
      this.#refill();
      const index = this.#list.items.findIndex(({ node }) => node.part === part);
      if (index >= 0) this.#list.goTo(index);
    }
    this.refresh();
  }

  /** After parts were hidden or shown. */
  refresh(): void {
    this.#list.refresh();
    const any = this.#chosen !== null;
    this.#buttons.hide.disabled = this.#buttons.alone.disabled = !any;
    this.#buttons.hide.textContent = any && this.#events.isHidden(this.#chosen!) ? 'Show' : 'Hide';
    this.#buttons.all.disabled = !this.#allParts().some((part) => this.#events.isHidden(part));
  }

  #allParts(): number[] {
    return Array.from({ length: this.#partCount }, (_, i) => i);
  }

  #openAround(part: number): void {
    const visit = (nodes: readonly TreeNode[]): boolean =>
      nodes.some((node) => {
        if (node.part === part) return true;
        if (!node.parts.includes(part) || !visit(node.children)) return false;
        this.#open.add(node.key);
        return true;
      });
    visit(this.#roots);
  }

  #refill(): void {
    this.#list.items = rowsOf(this.#roots, this.#open, this.#search.value);
    this.refresh();
  }

  #isHidden({ parts }: TreeNode): boolean {
    return parts.every((part) => this.#events.isHidden(part));
  }

  #render({
    node,
    open,
    position,
    siblings,
  }: TreeRow): ReturnType<ConstructorParameters<typeof VirtualList<TreeRow>>[0]['render']> {
    const isGroup = node.children.length > 0;
    const hidden = this.#isHidden(node);
    const name = el('span', { class: 'tree-name' }, node.name || '(no name)');
    const twist = el('span', { class: 'tree-twist', 'aria-hidden': 'true' }, isGroup ? (open ? '▾' : '▸') : '');
    twist.style.marginLeft = `${(node.level - 1) * 14}px`;
    const size = isGroup ? `${count(node.parts.length)}` : count(node.triangles);
    const about = isGroup ? `${size} parts` : `${size} triangles`;
    const eye = el(
      'span',
      { class: 'tree-eye', 'aria-hidden': 'true', title: hidden ? 'Show' : 'Hide' },
      hidden ? '○' : '●',
    );
    return {
      content: [twist, name, el('span', { class: 'tree-size', 'aria-hidden': 'true' }, size), eye],
      attributes: {
        'aria-level': `${node.level}`,
        'aria-posinset': `${position}`,
        'aria-setsize': `${siblings}`,
        'aria-label': `${node.name || 'no name'}, ${about}${hidden ? ', hidden' : ''}`,
        title: node.name,
        ...(isGroup ? { 'aria-expanded': String(open) } : {}),
        ...(hidden ? { 'data-hidden': '' } : {}),
      },
    };
  }

  #onChoose({ node }: TreeRow, event: MouseEvent | KeyboardEvent): void {
    if (event.target instanceof Element && event.target.classList.contains('tree-eye')) this.#toggleHidden(node);
    else if (node.children.length > 0) this.#toggleOpen(node);
    else this.#events.onChoose(node.part);
  }

  #onKey({ key }: KeyboardEvent, { node, open, parent }: TreeRow, index: number): boolean {
    const isGroup = node.children.length > 0;
    if (key === 'ArrowRight' && isGroup && open) this.#list.goTo(index + 1);
    else if (key === 'ArrowRight' && isGroup) this.#toggleOpen(node);
    else if (key === 'ArrowLeft' && isGroup && open) this.#toggleOpen(node);
    else if (key === 'ArrowLeft' && parent >= 0) this.#list.goTo(parent);
    else if (key.toLowerCase() === 'h') this.#toggleHidden(node);
    else return key === 'ArrowRight' || key === 'ArrowLeft';
    return true;
  }

  #toggleOpen({ key }: TreeNode): void {
    if (!this.#open.delete(key)) this.#open.add(key);
    this.#refill();
  }

  #toggleHidden(node: TreeNode): void {
    this.#events.onHide(node.parts, !this.#isHidden(node));
  }

  #hideChosen(): void {
    if (this.#chosen !== null) this.#events.onHide([this.#chosen], !this.#events.isHidden(this.#chosen));
  }

  #showAlone(): void {
    const chosen = this.#chosen;
    if (chosen === null) return;
    this.#events.onHide(
      this.#allParts().filter((part) => part !== chosen),
      true,
    );
    this.#events.onHide([chosen], false);
  }
}
