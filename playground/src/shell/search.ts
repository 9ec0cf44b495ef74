/** A search over the pages of the playground and the headings of the documentation. `/` or Ctrl+K opens it. */
import { CONTENTS } from './contents.ts';
import { el } from './dom.ts';
import { docsAddress } from './links.ts';

interface Entry {
  readonly title: string;
  readonly about: string;
  readonly address: string;
}

const MOST = 30;

export function bindSearch(button: HTMLButtonElement): void {
  let box: SearchBox | null = null;
  const open = async (): Promise<void> => {
    // The headings are loaded when they are first wanted.
    const { default: pages } = await import('virtual:docs-headings');
    box ??= new SearchBox([
      ...CONTENTS.map(({ name, title, about }) => ({ title, about: `Playground · ${about}`, address: `#/${name}` })),
      ...pages.flatMap(({ name, title, headings }) => [
        { title, about: 'Docs', address: docsAddress(name) },
        ...headings.map(({ text, id }) => ({ title: text, about: `Docs · ${title}`, address: docsAddress(name, id) })),
      ]),
    ]);
    box.open();
  };
  button.addEventListener('click', () => void open());
  addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.matches('input, select, textarea');
    const wanted =
      (event.key === '/' && !typing) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
    if (!wanted) return;
    event.preventDefault();
    void open();
  });
}

class SearchBox {
  readonly #entries: readonly Entry[];
  readonly #input = el('input', {
    type: 'search',
    'aria-label': 'Search pages and docs',
    placeholder: 'Search pages and docs',
  });
  readonly #list = el('ul');
  readonly #none = el('p', { role: 'status' });
  readonly #dialog = el('dialog', { class: 'search-box', 'aria-label': 'Search' }, this.#input, this.#list, this.#none);

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
    document.body.append(this.#dialog);
    this.#input.addEventListener('input', () => this.#show());
    this.#dialog.addEventListener('keydown', (event) => this.#onKey(event));
    this.#dialog.addEventListener('click', (event) => {
      // A press beside the box, or on what was looked for, closes it.
      if (event.target === this.#dialog || (event.target as Element).closest('a')) this.#dialog.close();
    });
  }

  open(): void {
    this.#show();
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.select();
  }

  #show(): void {
    const found = search(this.#entries, this.#input.value).slice(0, MOST);
    this.#list.replaceChildren(
      ...found.map(({ title, about, address }) =>
        el('li', {}, el('a', { href: address }, title, el('small', {}, about))),
      ),
    );
    this.#list.hidden = found.length === 0;
    this.#none.hidden = found.length > 0;
    this.#none.textContent = found.length === 0 ? 'Nothing found.' : '';
  }

  /** Down and up walk through what was found; Enter takes the first. */
  #onKey(event: KeyboardEvent): void {
    const links = [...this.#list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : this.#input).focus();
    else if (event.key === 'Enter' && at < 0) links[0]?.click();
    else return;
    event.preventDefault();
  }
}

/** What has all the words: first where a title begins with them, then where a title has them, then where only the line below has. */
export function search<T extends Pick<Entry, 'title' | 'about'>>(entries: readonly T[], text: string): readonly T[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return entries;
  const rank = ({ title, about }: T): number => {
    const [head, all] = [title.toLowerCase(), `${title} ${about}`.toLowerCase()];
    if (!words.every((word) => all.includes(word))) return Infinity;
    return head.startsWith(words[0]) ? 0 : words.every((word) => head.includes(word)) ? 1 : 2;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((found) => found.rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
