/**
 * The way from page to page: a row of tabs, or, where they do not all fit beside each other, a button that opens a list of them. So no
 * word is ever cut off.
 */
import { el } from './dom.ts';
import type { PageEntry } from './pages.ts';

/** What there is to see on a page, for those who have not seen it. */
const WHAT: Readonly<Record<string, string>> = {
  pair: 'how far two shapes are apart, or how deep they overlap',
  primitives: 'points, rays, boxes, triangles: one function a question',
  motion: 'when two that move and turn first meet',
  algorithm: 'GJK and EPA, step by step',
  scene: 'thousands that fly about, and what finding the pairs costs',
  stack: 'contact manifolds, and a small solver on top',
  walk: 'a character on stairs, slopes, lifts and through doors',
  deform: 'surfaces that change shape in each frame',
  game: 'a table says what happens when two things meet',
  model: 'your files: their parts, and the clashes between them',
};

export class Tabs {
  readonly #nav: HTMLElement;
  readonly #button = el('button', { type: 'button', class: 'tabs-button' });
  readonly #links = new Map<PageEntry, HTMLAnchorElement>();
  /** How wide the tabs are in a row. */
  readonly #wide: number;

  constructor(nav: HTMLElement, pages: readonly PageEntry[]) {
    this.#nav = nav;
    for (const page of pages) {
      const what = WHAT[page.name] ?? '';
      const link = el('a', { href: `#/${page.name}`, title: what }, page.title, el('span', {}, what));
      this.#links.set(page, link);
      nav.append(link);
    }
    nav.id = 'tabs';
    this.#button.setAttribute('popovertarget', nav.id);
    // The button takes the room that the row would have, so that the room can be measured either way.
    const room = el('div', { class: 'tabs-room' }, this.#button);
    nav.before(room);
    room.append(nav);
    // The tab of the open page is a little bolder.
    this.#wide = nav.offsetWidth + 8;
    nav.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a') !== null && nav.popover !== null)
        nav.hidePopover();
    });
    new ResizeObserver(() => this.#arrange(room.clientWidth)).observe(room);
    this.#arrange(room.clientWidth);
  }

  linkTo(page: PageEntry): HTMLAnchorElement {
    return this.#links.get(page)!;
  }

  /** Shows which page is open. */
  show(page: PageEntry): void {
    this.#button.textContent = page.title;
    this.#button.setAttribute('aria-label', `Pages: ${page.title}`);
    for (const [other, link] of this.#links) {
      if (other === page) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  #arrange(room: number): void {
    const listed = room < this.#wide;
    this.#nav.popover = listed ? 'auto' : null;
    this.#button.hidden = !listed;
  }
}
