/** The bounds of the signed distance of the cores, step by step: a band that closes. */
import { el } from '../../shell/dom.ts';
import { fixed } from '../../shell/format.ts';
import { gap } from './caption.ts';
import type { Frame } from './story.ts';

const NS = 'http://www.w3.org/2000/svg';
const WIDTH = 100;
const HEIGHT = 100;

export class Chart {
  readonly element: HTMLElement;
  readonly #svg = document.createElementNS(NS, 'svg');
  readonly #upper = el('b', { class: 'inner' });
  readonly #lower = el('b', { class: 'outer' });
  readonly #gap = el('b');
  readonly #zero = el('span', { class: 'algo-axis' }, '0');
  readonly #radius = el('span', { class: 'algo-axis radii' }, 'radii');

  constructor() {
    this.#svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    this.#svg.setAttribute('preserveAspectRatio', 'none');
    this.#svg.setAttribute('aria-hidden', 'true');
    const plot = el('div', { class: 'algo-plot' });
    plot.append(this.#svg, this.#zero, this.#radius);
    const numbers = el('dl', { class: 'algo-bounds' });
    for (const [term, value] of [
      ['at most', this.#upper],
      ['at least', this.#lower],
      ['open', this.#gap],
    ] as const)
      numbers.append(el('div', {}, el('dt', {}, term), el('dd', {}, value)));
    this.element = el(
      'figure',
      { class: 'algo-chart' },
      el('figcaption', {}, 'Signed distance of the cores'),
      plot,
      numbers,
    );
  }

  show(frames: readonly Frame[], index: number, radius: number): void {
    const frame = frames[index];
    this.#upper.textContent = fixed(frame.upper);
    this.#lower.textContent = fixed(frame.lower);
    this.#gap.textContent = gap(Math.max(0, frame.upper - frame.lower)).replace('everything', '∞');
    const finite = frames.flatMap(({ lower, upper }) => [lower, upper]).filter(Number.isFinite);
    const low = Math.min(0, ...finite);
    const high = Math.max(radius, 0.01, ...finite);
    const pad = 0.12 * (high - low);
    const y = (value: number): number =>
      HEIGHT * (1 - Math.min(1, Math.max(0, (value - low + pad) / (high - low + 2 * pad))));
    const x = (i: number): number => (frames.length === 1 ? WIDTH / 2 : (WIDTH * (i + 0.5)) / frames.length);
    const path = (shown: readonly Frame[], key: 'lower' | 'upper'): string =>
      shown.map((f, i) => `${x(i).toFixed(2)},${y(f[key]).toFixed(2)}`).join(' ');
    const band = (shown: readonly Frame[]): string =>
      [path(shown, 'upper'), path(shown, 'lower').split(' ').reverse().join(' ')].join(' ');
    const past = frames.slice(0, index + 1);
    this.#svg.replaceChildren(
      shape('line', { x1: 0, x2: WIDTH, y1: y(0), y2: y(0), class: 'zero' }),
      ...(radius > 0 ? [shape('line', { x1: 0, x2: WIDTH, y1: y(radius), y2: y(radius), class: 'radius' })] : []),
      shape('polygon', { points: band(frames), class: 'band future' }),
      shape('polygon', { points: band(past), class: 'band' }),
      shape('polyline', { points: path(past, 'upper'), class: 'inner' }),
      shape('polyline', { points: path(past, 'lower'), class: 'outer' }),
      shape('line', { x1: x(index), x2: x(index), y1: y(frame.upper), y2: y(frame.lower), class: 'now' }),
      shape('line', { x1: x(index), x2: x(index), y1: y(frame.upper), y2: y(frame.upper), class: 'end inner' }),
      shape('line', { x1: x(index), x2: x(index), y1: y(frame.lower), y2: y(frame.lower), class: 'end outer' }),
    );
    this.#zero.style.top = `${y(0)}%`;
    this.#radius.hidden = radius === 0;
    this.#radius.style.top = `${y(radius)}%`;
    this.#radius.classList.toggle('below', y(radius) < 25);
  }
}

function shape(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  return made;
}
