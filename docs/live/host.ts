/** What a live scene gets: a stage for itself, a line to say something in, and controls below the view. */
import { el, freshId } from '../../playground/src/shell/dom.ts';
import type { StageHost } from '../../playground/src/shell/page.ts';
import { Stage, type StageOptions } from '../../playground/src/shell/stage.ts';
import type { PageTheme } from './page-theme.ts';

export interface SliderOptions {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  onInput(value: number): void;
}

/** What follows the play button: frames pass only while the scene is seen. */
interface Player {
  readonly stage: Stage;
  wanted: boolean;
}

const ANNOUNCE_DELAY = 700;

export class LiveHost implements StageHost {
  readonly view = el('div', { class: 'view' });
  readonly theme: PageTheme;
  readonly signal: AbortSignal;
  readonly #figure: HTMLElement;
  readonly #line = el('p', { class: 'line' });
  readonly #controls = el('div', { class: 'controls' });
  readonly #foot = el('p', { class: 'foot' });
  readonly #status = el('p', { class: 'visually-hidden', role: 'status' });
  #announcing = 0;
  #player: Player | null = null;

  constructor(figure: HTMLElement, theme: PageTheme, signal: AbortSignal) {
    this.#figure = figure;
    this.theme = theme;
    this.signal = signal;
    figure.append(this.view, this.#controls, this.#foot, this.#status);
    this.view.append(this.#line);
    const seen = new IntersectionObserver((entries) => this.#show(entries.at(-1)!.isIntersecting));
    seen.observe(this.view);
    signal.addEventListener('abort', () => {
      seen.disconnect();
      clearTimeout(this.#announcing);
      for (const part of [this.view, this.#controls, this.#foot, this.#status]) part.remove();
    });
  }

  /** A stage whose camera leaves the wheel, and a finger that moves up or down, to the page. */
  stage(options: StageOptions): Stage {
    const stage = new Stage(this, options);
    stage.controls.enableZoom = false;
    stage.controls.enablePan = false;
    stage.canvas.style.touchAction = 'pan-y';
    this.signal.addEventListener('abort', () => stage.dispose());
    return stage;
  }

  /** Says what can be done, and where the program of this is. */
  foot(words: string, source: string): void {
    const link = el('a', { href: `../source/live.html#docs/live/${source}.ts`, target: '_self' }, 'Source');
    this.#foot.replaceChildren(el('span', {}, words), link);
  }

  /** Says what is seen, over the view; `hit` in the colour of contact. */
  say(text: string, hit = false): void {
    this.#line.textContent = text;
    this.#line.classList.toggle('hit', hit);
  }

  announce(text: string): void {
    clearTimeout(this.#announcing);
    this.#announcing = window.setTimeout(() => {
      this.#status.textContent = text;
    }, ANNOUNCE_DELAY);
  }

  /** For the browser tests. */
  expose(facts: Readonly<Record<string, unknown>>): void {
    this.#figure.dataset['facts'] = JSON.stringify(facts);
  }

  /** A labelled slider; returns what shows another value in it. */
  slider({ label, min, max, step, value, onInput }: SliderOptions): (value: number) => void {
    const id = freshId();
    const input = el('input', { id, type: 'range', min: `${min}`, max: `${max}`, step: `${step}` });
    input.value = `${value}`;
    input.addEventListener('input', () => onInput(input.valueAsNumber));
    this.#controls.append(el('label', { for: id }, label), input);
    return (shown) => {
      input.value = `${shown}`;
    };
  }

  button(label: string, onClick: () => void): HTMLButtonElement {
    const button = el('button', { type: 'button' }, label);
    button.addEventListener('click', onClick);
    this.#controls.append(button);
    return button;
  }

  /** A button that lets a stage play and pause. It plays at once, unless the visitor prefers less motion. */
  playButton(stage: Stage): void {
    const player = { stage, wanted: stage.loop.autoplay() };
    const label = (): string => (player.wanted ? 'Pause' : 'Play');
    const button = this.button(label(), () => {
      player.wanted = !player.wanted;
      button.textContent = label();
      if (player.wanted) stage.loop.play();
      else stage.loop.pause();
    });
    this.#player = player;
  }

  #show(seen: boolean): void {
    if (this.#player === null) return;
    if (seen && this.#player.wanted) this.#player.stage.loop.play();
    else this.#player.stage.loop.pause();
  }
}
