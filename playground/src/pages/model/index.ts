/**
 * The page of your own model, in two modes: its parts and the clashes between them (explore.ts), and two models of which one is dragged against the other
 * (drag/drag.ts). What each exposes stands at the top of its file; both have `mode`.
 */
import './model.css';
import { el } from '../../shell/dom.ts';
import type { PageHost } from '../../shell/page.ts';
import { mountDrag } from './drag/drag.ts';
import { mountExplore } from './explore.ts';
import { ModelWorker } from './model-worker.ts';

const MODES = [
  ['parts', 'Parts and clashes', mountExplore],
  ['drag', 'Drag two models', mountDrag],
] as const;

type Mode = (typeof MODES)[number][0];

export function mount(host: PageHost): () => void {
  const worker = new ModelWorker();
  let leave = (): void => {};

  function open(mode: Mode, params: URLSearchParams): void {
    leave();
    host.view.replaceChildren(host.hud);
    host.hud.replaceChildren();
    host.hud.className = 'hud';
    host.panel.clear();
    const ending = new AbortController();
    const buttons = MODES.map(([name, label]) => {
      const button = el('button', { type: 'button', 'aria-pressed': String(name === mode) }, label);
      button.addEventListener('click', () => {
        if (name === mode) return;
        open(name, new URLSearchParams());
        // The button that was pressed is gone; its successor has the focus.
        host.panel.element.querySelector<HTMLElement>('.model-modes [aria-pressed="true"]')?.focus();
      });
      return button;
    });
    host.panel.element.append(
      el('div', { class: 'model-modes', role: 'group', 'aria-label': 'What to do with models' }, ...buttons),
    );
    const inner: PageHost = {
      ...host,
      params,
      signal: AbortSignal.any([host.signal, ending.signal]),
      save: (state) => host.save(mode === 'parts' ? state : { mode, ...state }),
      expose: (facts) => host.expose({ mode, ...facts }),
    };
    // Set before mounting, so that a mode that fails half-way is cleaned up.
    let unmount = (): void => {};
    leave = () => {
      ending.abort();
      unmount();
    };
    unmount = MODES.find(([name]) => name === mode)![2](inner, worker);
  }

  // Addresses from before there were modes name the models to drag.
  open(host.params.get('mode') === 'drag' || host.params.has('a') ? 'drag' : 'parts', host.params);
  return () => {
    leave();
    worker.dispose();
  };
}
