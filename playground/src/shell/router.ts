/** From the address to a page: `#/name?state`. */
import { el } from './dom.ts';
import { pageLinks } from './links.ts';
import { NoWebGLError } from './no-webgl.ts';
import type { PageHost } from './page.ts';
import { PAGES, type PageEntry } from './pages.ts';
import { Panel } from './panel.ts';
import { Tabs } from './tabs.ts';
import type { Theme } from './theme.ts';

interface Shell {
  readonly tabs: HTMLElement;
  readonly main: HTMLElement;
  readonly theme: Theme;
}

const SAVE_DELAY = 150;
const ANNOUNCE_DELAY = 700;

/** Lists the pages as tabs and keeps the page shown the one that the address names. */
export function startRouter({ tabs, main, theme }: Shell): void {
  const row = new Tabs(tabs, PAGES);
  let leave = (): void => {};
  let visit = 0;

  async function open(): Promise<void> {
    const { name, params } = parse(location.hash);
    const page = PAGES.find((p) => p.name === name) ?? PAGES[0];
    if (page === undefined) return;
    const turn = ++visit;
    leave();
    leave = () => {};
    window.__encounter = Object.freeze({ page: page.name, ready: false });
    row.show(page);
    const link = row.linkTo(page);
    document.title = `${page.title} · Encounter playground`;

    const frame = buildFrame(main, page.title);
    frame.panel.append(pageLinks(page));
    try {
      const { mount } = await page.load();
      if (turn !== visit) return;
      const ending = new AbortController();
      const { host, dispose } = makeHost(page, params, frame, theme, ending.signal, link);
      // Set before mounting, so that a page that fails half-way is cleaned up as far as it got.
      let unmount = (): void => {};
      leave = () => {
        ending.abort();
        unmount();
        dispose();
      };
      unmount = mount(host);
    } catch (error) {
      if (turn === visit) showFailure(frame, error);
    }
  }

  addEventListener('hashchange', () => void open());
  void open();
}

function parse(hash: string): { name: string; params: URLSearchParams } {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { name: path, params: new URLSearchParams(query) };
}

interface Frame {
  readonly view: HTMLElement;
  readonly hud: HTMLElement;
  readonly panel: HTMLElement;
  fold(label: string): void;
}

/** The view with its corner, and the panel with the handle that folds it on a phone. */
function buildFrame(main: HTMLElement, title: string): Frame {
  const hud = el('div', { class: 'hud' });
  const view = el('div', { class: 'view' }, hud);
  const panel = el('aside', { class: 'panel', id: 'panel', 'aria-label': 'Controls' });
  const handle = el('button', { class: 'handle', type: 'button', 'aria-expanded': 'true', 'aria-controls': 'panel' });
  handle.textContent = 'Controls';
  const toggle = (): void => {
    const folded = main.classList.toggle('folded');
    handle.setAttribute('aria-expanded', String(!folded));
  };
  handle.addEventListener('click', toggle);
  main.classList.remove('folded');
  main.replaceChildren(el('h1', { class: 'visually-hidden' }, title), view, handle, panel);
  const fold = (label: string): void => {
    handle.textContent = label;
    if (!main.classList.contains('folded')) toggle();
  };
  return { view, hud, panel, fold };
}

function makeHost(
  page: PageEntry,
  params: URLSearchParams,
  frame: Frame,
  theme: Theme,
  signal: AbortSignal,
  link: HTMLAnchorElement,
): { host: PageHost; dispose: () => void } {
  const announcer = document.querySelector<HTMLElement>('#announcer')!;
  let pending: string | undefined;
  let saving = 0;
  let announcing = 0;

  // Browsers refuse to change the address hundreds of times in a few seconds, as a drag would.
  const flush = (): void => {
    clearTimeout(saving);
    saving = 0;
    // While the browser was busy the address may have changed already: then it is another page's, which is about to open.
    if (pending === undefined || parse(location.hash).name !== page.name) return;
    history.replaceState(null, '', pending);
    link.href = pending;
    pending = undefined;
  };

  const host: PageHost = {
    view: frame.view,
    hud: frame.hud,
    panel: new Panel(frame.panel),
    theme,
    params,
    signal,
    save(state) {
      pending = `#/${page.name}?${queryOf(state)}`;
      if (saving === 0) saving = window.setTimeout(flush, SAVE_DELAY);
    },
    announce(text) {
      clearTimeout(announcing);
      announcing = window.setTimeout(() => {
        announcer.textContent = text;
      }, ANNOUNCE_DELAY);
    },
    fold: frame.fold,
    expose(facts) {
      window.__encounter = Object.freeze({ page: page.name, ...facts });
    },
  };
  const dispose = (): void => {
    clearTimeout(announcing);
    clearTimeout(saving);
    announcer.textContent = '';
    // The page is left: the tab remembers the state, and the address is no longer this page's to write.
    if (pending !== undefined) link.href = pending;
  };
  return { host, dispose };
}

/** Readable: commas and the like, which are legal in a fragment, stay as they are. */
function queryOf(state: Record<string, string>): string {
  return new URLSearchParams(state).toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
}

function showFailure({ view, panel }: Frame, error: unknown): void {
  const text =
    error instanceof NoWebGLError
      ? 'This page draws with WebGL 2, which this browser does not offer. It may be switched off in the settings, or the graphics driver may be blocked; another browser may work.'
      : `This page failed to start: ${error instanceof Error ? error.message : String(error)}`;
  if (!(error instanceof NoWebGLError)) console.error(error);
  window.__encounter = Object.freeze({ ...window.__encounter, error: text });
  panel.replaceChildren();
  view.replaceChildren(el('div', { class: 'failure', role: 'alert' }, el('p', {}, text)));
}
