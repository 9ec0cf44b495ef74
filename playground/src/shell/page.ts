/** The contract between the shell and a page; see playground/README.md. */
import type { Panel } from './panel.ts';
import type { Theme } from './theme.ts';

/** What something to draw on needs: the live scenes of the documentation have no more than this. */
export interface StageHost {
  /** The drawing area. A `Stage` goes here. */
  readonly view: HTMLElement;
  readonly theme: Pick<Theme, 'palette' | 'follow'>;
  /** Aborted when the page is left: pass it to addEventListener. */
  readonly signal: AbortSignal;
  /** Says something to those who do not see the view, once it has been quiet for a moment. */
  announce(text: string): void;
}

/** What a page gets from the shell. All of it is taken away again when the page is left. */
export interface PageHost extends StageHost {
  /** A corner over the drawing area for the one number that matters. Lets pointers through. */
  readonly hud: HTMLElement;
  /** The controls: beside the view, or below it on a phone. */
  readonly panel: Panel;
  /** The state in the address when the page was opened. */
  readonly params: URLSearchParams;
  /** Puts the state into the address, without a step in the browser's history. Call it as often as you like. */
  save(state: Record<string, string>): void;
  /** Shows numbers to the browser tests, as `window.__encounter`. Replaces what was exposed before. */
  expose(facts: Record<string, unknown>): void;
  /** On a phone, where there is room for little else: folds the panel away until its handle, which then has this name, is pressed. */
  fold(label: string): void;
}

/** Builds the page and returns what takes it down again. */
export type Mount = (host: PageHost) => () => void;

export interface PageModule {
  readonly mount: Mount;
}

declare global {
  interface Window {
    /** What the page shows, for browser tests: see playground/README.md. */
    __encounter: Readonly<Record<string, unknown>>;
  }
}
