/**
 * Light and dark. The colours are the custom properties of style.css, in one place for the page and for what is drawn: a
 * palette is those properties as read from the document.
 */

/** Colours that drawings use, as CSS writes them; `new THREE.Color(palette.a)` takes them. */
export interface Palette {
  readonly dark: boolean;
  readonly background: string;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly gridAxis: string;
  /** The first object, the second, and both where they overlap. */
  readonly a: string;
  readonly b: string;
  readonly hit: string;
  /** Witness points, normals, whatever must stand out on all of these. */
  readonly mark: string;
  /** Something good, or at rest. */
  readonly calm: string;
}

const STORAGE_KEY = 'encounter-theme';

export class Theme {
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #followers = new Set<(palette: Palette) => void>();
  #palette: Palette;

  constructor() {
    document.documentElement.dataset['theme'] = this.#wanted();
    this.#palette = documentPalette();
    this.#system.addEventListener('change', () => this.#apply());
  }

  get palette(): Palette {
    return this.#palette;
  }

  /** Calls back with the palette now and whenever it changes; returns what ends that. */
  follow(use: (palette: Palette) => void): () => void {
    this.#followers.add(use);
    use(this.#palette);
    return () => this.#followers.delete(use);
  }

  /** Makes a button switch between light and dark. */
  bindToggle(button: HTMLButtonElement): void {
    button.addEventListener('click', () => {
      store(this.#palette.dark ? 'light' : 'dark');
      this.#apply();
    });
    this.follow(({ dark }) => {
      button.textContent = dark ? '☀' : '☾';
      button.setAttribute('aria-label', dark ? 'Switch to light colours' : 'Switch to dark colours');
      button.title = button.getAttribute('aria-label')!;
    });
  }

  #wanted(): string {
    return stored() ?? (this.#system.matches ? 'dark' : 'light');
  }

  #apply(): void {
    document.documentElement.dataset['theme'] = this.#wanted();
    this.#palette = documentPalette();
    for (const use of this.#followers) use(this.#palette);
  }
}

/** The palette that an element's custom properties are. */
export function readPalette(element: HTMLElement, dark: boolean): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    dark,
    background: colour('stage'),
    ink: colour('ink'),
    muted: colour('muted'),
    grid: colour('grid'),
    gridAxis: colour('grid-axis'),
    a: colour('a'),
    b: colour('b'),
    hit: colour('hit'),
    mark: colour('mark'),
    calm: colour('calm'),
  };
}

function documentPalette(): Palette {
  const { documentElement } = document;
  return readPalette(documentElement, documentElement.dataset['theme'] === 'dark');
}

/** The choice is only a convenience: where storage is forbidden, it lasts as long as the page. */
let chosen: string | null = null;

function stored(): string | null {
  if (chosen !== null) return chosen;
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

function store(value: string): void {
  chosen = value;
  try {
    localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // Kept in `chosen`.
  }
}
