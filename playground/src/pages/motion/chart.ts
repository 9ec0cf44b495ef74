/** The distance over the time of the motion, and how the search went through it. */
import { el } from '../../shell/dom.ts';
import { fixed } from '../../shell/format.ts';
import type { Answer, Sample } from './answer.ts';

const NS = 'http://www.w3.org/2000/svg';

/** In units of the drawing, which is as wide as the panel. */
const WIDTH = 316;
const HEIGHT = 168;
const LEFT = 34;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 38;
/** The bar under the axis that says what is proven. */
const BAR = 7;

export class Chart {
  readonly element: HTMLElement;
  readonly #svg = document.createElementNS(NS, 'svg');
  readonly #caption = el('figcaption', {});
  readonly #rows = el('tbody');
  readonly #table: HTMLElement;
  readonly #cursor = shape('line', { class: 'now', y1: TOP, y2: HEIGHT - BOTTOM });
  readonly #dot = shape('circle', { class: 'now', r: 3.5 });
  readonly #onTime: (t: number) => void;
  readonly #onStep: (t: number) => void;
  #samples: readonly Sample[] = [];
  #top = 1;

  /** `onTime` is told where in time the chart was pressed, `onStep` which step was chosen in the table. */
  constructor(onTime: (t: number) => void, onStep: (t: number) => void) {
    this.#onTime = onTime;
    this.#onStep = onStep;
    this.#svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    this.#svg.setAttribute('role', 'img');
    this.#svg.setAttribute('aria-label', 'The distance over time; the readouts have it in numbers.');
    this.element = el('figure', { class: 'motion-chart' });
    const head = el(
      'tr',
      {},
      ...['Step', 'at t', 'distance', 'apart until'].map((name) => el('th', { scope: 'col' }, name)),
    );
    this.#table = el('table', { class: 'motion-steps' }, el('thead', {}, head), this.#rows);
    this.element.append(this.#svg, this.#caption, this.#table);
    for (const type of ['pointerdown', 'pointermove'] as const)
      this.#svg.addEventListener(type, (event) => this.#onPointer(event));
  }

  show(samples: readonly Sample[], { impact, steps }: Answer): void {
    this.#samples = samples;
    const most = Math.max(...samples.map(({ distance }) => distance));
    // What touches all the time has no scale of its own.
    this.#top = most > 1e-6 ? niceTop(most) : 1;
    const curve = samples.map(({ t, distance }) => `${x(t)},${this.#y(distance)}`).join(' ');
    const base = HEIGHT - BOTTOM;
    const parts: SVGElement[] = [];
    for (const share of [0.5, 1]) {
      const y = this.#y(share * this.#top);
      parts.push(shape('line', { class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }));
      parts.push(label(LEFT - 6, y + 4, fixed(share * this.#top, this.#top < 1 ? 2 : 1), 'end'));
    }
    parts.push(label(LEFT - 6, base + 4, '0', 'end'));
    parts.push(shape('polygon', { class: 'area', points: `${x(0)},${base} ${curve} ${x(1)},${base}` }));
    parts.push(shape('line', { class: 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: base, y2: base }));
    // Under the axis: proven apart, and from the first contact on nothing is said.
    const until = impact?.t ?? 1;
    const bar = { y: base + 5, height: BAR, rx: 2 };
    parts.push(shape('rect', { class: 'rest', x: LEFT, width: x(1) - LEFT, ...bar }));
    if (until > 0) parts.push(shape('rect', { class: 'proven', x: LEFT, width: x(until) - LEFT, ...bar }));
    for (const { t } of steps)
      parts.push(shape('line', { class: 'tick', x1: x(t), x2: x(t), y1: base + 5, y2: base + 5 + BAR }));
    parts.push(shape('polyline', { class: 'curve', points: curve }));
    // From each distance the bound falls as fast as the two can approach at most: where it ends, the next distance is computed.
    for (const { t, found, until: end } of steps)
      parts.push(
        shape('line', { class: 'bound', x1: x(t), y1: this.#y(Math.max(0, found.distance)), x2: x(end), y2: base }),
      );
    for (const step of steps)
      parts.push(
        shape('circle', { class: 'step', r: 3, cx: x(step.t), cy: this.#y(Math.max(0, step.found.distance)) }),
      );
    if (impact !== null) {
      parts.push(shape('line', { class: 'hit', x1: x(until), x2: x(until), y1: TOP, y2: base }));
      parts.push(shape('circle', { class: 'hit', r: 6, cx: x(until), cy: base }));
    }
    for (const t of [0, 0.5, 1])
      parts.push(label(x(t), HEIGHT - 8, t === 0 ? 't = 0' : `${t}`, t === 0 ? 'start' : t === 1 ? 'end' : 'middle'));
    this.#svg.replaceChildren(...parts, this.#cursor, this.#dot);
    this.#caption.textContent =
      steps.length > 0
        ? `Blue: the distance. Dots: ${steps.length === 1 ? 'the one' : `the ${steps.length}`} that the query computed. From each a bound falls as fast as the two can approach at most; until it ends they are proven apart (green).`
        : 'Green: proven apart. Meshes and compounds are asked part by part, so there are no steps to show.';
    this.#table.hidden = steps.length === 0;
    this.#rows.replaceChildren(
      ...steps.map(({ t, found, until }, i) =>
        el(
          'tr',
          {},
          el('td', {}, this.#stepButton(i, t)),
          ...[fixed(t, 6), small(found.distance), fixed(until, 6)].map((text) => el('td', {}, text)),
        ),
      ),
    );
  }

  #stepButton(i: number, t: number): HTMLButtonElement {
    const button = el('button', { type: 'button', title: 'Show the two at this time' }, `${i + 1}`);
    button.setAttribute('aria-label', `Show step ${i + 1}`);
    button.addEventListener('click', () => this.#onStep(t));
    return button;
  }

  /** Moves the cursor. */
  mark(t: number): void {
    for (const name of ['x1', 'x2']) this.#cursor.setAttribute(name, `${x(t)}`);
    this.#dot.setAttribute('cx', `${x(t)}`);
    this.#dot.setAttribute('cy', `${this.#y(this.#distanceAt(t))}`);
  }

  /** On the line between the samples beside it. */
  #distanceAt(t: number): number {
    const i = this.#samples.findIndex((sample) => sample.t >= t);
    if (i <= 0) return this.#samples[0]?.distance ?? 0;
    const [p, q] = [this.#samples[i - 1], this.#samples[i]];
    return q.t === p.t ? q.distance : p.distance + ((q.distance - p.distance) * (t - p.t)) / (q.t - p.t);
  }

  #y(distance: number): number {
    return Number((HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * distance) / this.#top).toFixed(2));
  }

  #onPointer(event: PointerEvent): void {
    if (event.buttons !== 1) return;
    const box = this.#svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) * WIDTH) / box.width;
    this.#onTime(Math.min(1, Math.max(0, (at - LEFT) / (WIDTH - RIGHT - LEFT))));
  }
}

function x(t: number): number {
  return Number((LEFT + (WIDTH - RIGHT - LEFT) * t).toFixed(2));
}

/** A distance, however near to zero. */
function small(x: number): string {
  return Math.abs(x) >= 1e-3 || x === 0 ? fixed(x, 4) : x.toExponential(1).replaceAll('-', '−');
}

/** A round number that is no less. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 4, 6, 8, 10].find((k) => k * power >= most) ?? 10);
}

function label(at: number, y: number, text: string, anchor: string): SVGElement {
  const made = shape('text', { x: at, y, 'text-anchor': anchor });
  made.textContent = text;
  return made;
}

function shape(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  return made;
}
