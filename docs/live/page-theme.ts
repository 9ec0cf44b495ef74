/** The page's light or dark, as colours of the scenes: the custom properties of `.live-scene`. */
import { type Palette, readPalette } from '../../playground/src/shell/theme.ts';

export class PageTheme {
  readonly #element: HTMLElement;
  readonly #followers = new Set<(palette: Palette) => void>();
  #palette: Palette;

  constructor(element: HTMLElement, signal: AbortSignal) {
    this.#element = element;
    this.#palette = this.#read();
    const observer = new MutationObserver(() => {
      this.#palette = this.#read();
      for (const use of this.#followers) use(this.#palette);
    });
    observer.observe(document.documentElement, { attributeFilter: ['class'] });
    signal.addEventListener('abort', () => observer.disconnect());
  }

  get palette(): Palette {
    return this.#palette;
  }

  follow(use: (palette: Palette) => void): () => void {
    this.#followers.add(use);
    use(this.#palette);
    return () => this.#followers.delete(use);
  }

  #read(): Palette {
    return readPalette(this.#element, document.documentElement.classList.contains('dark'));
  }
}
