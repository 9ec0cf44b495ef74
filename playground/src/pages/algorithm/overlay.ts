/** Points, lines, arrows and labels over a view: drawn in pixels, on top of everything, in the colours of the style sheet. */
import { type PerspectiveCamera, Vector3 } from 'three';

/** The meaning of a mark, which gives it its colour: see algorithm.css. */
export type Tone = 'inner' | 'outer' | 'mark' | 'origin' | 'past' | 'a' | 'b' | 'hit';

interface Look {
  readonly tone: Tone;
  readonly label?: string;
  readonly width?: number;
}

export type Mark =
  | (Look & { readonly kind: 'dot'; readonly at: Vector3; readonly size?: number; readonly hollow?: boolean })
  | (Look & { readonly kind: 'line'; readonly from: Vector3; readonly to: Vector3; readonly dashed?: boolean })
  /** From a point to another with a head. */
  | (Look & { readonly kind: 'arrow'; readonly from: Vector3; readonly to: Vector3 })
  /** From a point in a direction, so many pixels long if seen from the side. */
  | (Look & { readonly kind: 'pointer'; readonly from: Vector3; readonly along: Vector3; readonly length: number });

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface Box extends Spot {
  readonly width: number;
  readonly height: number;
}

const NS = 'http://www.w3.org/2000/svg';
const HEAD = 9;
const LETTER = 8.5;
const LINE_HEIGHT = 18;

export class Overlay {
  readonly #svg = document.createElementNS(NS, 'svg');
  readonly #project = new Vector3();
  #marks: readonly Mark[] = [];
  #camera: PerspectiveCamera | null = null;
  #width = 0;
  #height = 0;

  constructor(view: HTMLElement) {
    this.#svg.setAttribute('class', 'algo-marks');
    this.#svg.setAttribute('aria-hidden', 'true');
    view.append(this.#svg);
  }

  show(marks: readonly Mark[]): void {
    this.#marks = marks;
  }

  draw(camera: PerspectiveCamera): void {
    this.#camera = camera;
    this.#width = this.#svg.clientWidth;
    this.#height = this.#svg.clientHeight;
    const shapes: SVGElement[] = [];
    const labels: SVGElement[] = [];
    const taken: Box[] = [];
    for (const mark of this.#marks) if (mark.kind === 'dot') this.#dot(mark, shapes, taken);
    for (const mark of this.#marks) if (mark.kind !== 'dot') this.#stroke(mark, shapes);
    for (const mark of this.#marks) {
      const spot = mark.label === undefined ? null : this.#anchor(mark);
      if (spot !== null) labels.push(label(mark.label!, mark.tone, spot, taken, this.#width, this.#height));
    }
    // Lines first, so that dots lie on their ends.
    shapes.sort((a, b) => Number(a.tagName === 'circle') - Number(b.tagName === 'circle'));
    this.#svg.replaceChildren(...shapes, ...labels);
  }

  #dot(mark: Extract<Mark, { kind: 'dot' }>, shapes: SVGElement[], taken: Box[]): void {
    const at = this.#at(mark.at);
    if (at === null) return;
    const r = mark.size ?? 4.5;
    const className = `tone-${mark.tone}${mark.hollow ? ' hollow' : ''}`;
    shapes.push(element('circle', { cx: at.x, cy: at.y, r, class: className }));
    if (mark.tone !== 'past') taken.push({ x: at.x - r, y: at.y - r, width: 2 * r, height: 2 * r });
  }

  #stroke(mark: Exclude<Mark, { kind: 'dot' }>, shapes: SVGElement[]): void {
    const from = this.#at(mark.from);
    const to = this.#at(this.#end(mark));
    if (from === null || to === null) return;
    const width = mark.width ?? 2;
    const dashed = mark.kind === 'line' && mark.dashed ? ' dashed' : '';
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const headed = mark.kind !== 'line' && length > 1;
    // The line ends inside its head, lest its blunt end shows.
    const s = headed ? Math.max(0, 1 - HEAD / 2 / length) : 1;
    const end = { x: from.x + s * (to.x - from.x), y: from.y + s * (to.y - from.y) };
    shapes.push(
      element('line', {
        x1: from.x,
        y1: from.y,
        x2: end.x,
        y2: end.y,
        'stroke-width': width,
        class: `tone-${mark.tone}${dashed}`,
      }),
    );
    if (!headed) return;
    const size = Math.min(HEAD, length);
    const dx = (size * (to.x - from.x)) / length;
    const dy = (size * (to.y - from.y)) / length;
    const points = [
      [to.x, to.y],
      [to.x - dx - 0.45 * dy, to.y - dy + 0.45 * dx],
      [to.x - dx + 0.45 * dy, to.y - dy - 0.45 * dx],
    ];
    shapes.push(element('polygon', { points: points.map((p) => p.join()).join(' '), class: `tone-${mark.tone}` }));
  }

  /** Where a label belongs: at the dot, at the head of a pointer, at the middle of a line. */
  #anchor(mark: Mark): Spot | null {
    if (mark.kind === 'dot') return this.#at(mark.at);
    if (mark.kind === 'pointer') return this.#at(this.#end(mark));
    return this.#at(mark.from.clone().lerp(mark.to, 0.5));
  }

  #end(mark: Exclude<Mark, { kind: 'dot' }>): Vector3 {
    if (mark.kind !== 'pointer') return mark.to;
    const camera = this.#camera!;
    const far = mark.from.distanceTo(camera.position);
    const pixel = (2 * far * Math.tan((camera.fov * Math.PI) / 360)) / this.#height;
    return mark.from.clone().addScaledVector(mark.along, mark.length * pixel);
  }

  /** In pixels; null behind the camera. */
  #at(point: Vector3): Spot | null {
    const p = this.#project.copy(point).project(this.#camera!);
    return p.z > 1 ? null : { x: ((p.x + 1) / 2) * this.#width, y: ((1 - p.y) / 2) * this.#height };
  }
}

/** Puts a label beside its point, on that side where it meets no other label nor dot, within the view. */
function label(text: string, tone: Tone, at: Spot, taken: Box[], width: number, height: number): SVGElement {
  const size = { width: LETTER * text.length, height: LINE_HEIGHT };
  const sides: readonly Spot[] = [
    { x: 8, y: -20 },
    { x: 8, y: 2 },
    { x: -8 - size.width, y: -20 },
    { x: -8 - size.width, y: 2 },
    { x: -size.width / 2, y: -28 },
    { x: -size.width / 2, y: 10 },
    { x: 20, y: -34 },
    { x: 20, y: 16 },
    { x: -20 - size.width, y: -34 },
    { x: -20 - size.width, y: 16 },
  ];
  const boxes = sides.map(({ x, y }) => ({ ...size, x: at.x + x, y: at.y + y }));
  const free = boxes.find((box) => inside(box, width, height) && !taken.some((other) => meet(box, other)));
  const { x, y } = free ?? boxes[0];
  const box = { ...size, x: Math.min(width - size.width - 2, Math.max(2, x)), y };
  taken.push(box);
  const made = element('text', { x: box.x, y: box.y + 0.75 * LINE_HEIGHT, class: `tone-${tone}` });
  made.textContent = text;
  return made;
}

function inside(box: Box, width: number, height: number): boolean {
  return box.x >= 2 && box.y >= 2 && box.x + box.width <= width - 2 && box.y + box.height <= height - 2;
}

function meet(p: Box, q: Box): boolean {
  return p.x < q.x + q.width && q.x < p.x + p.width && p.y < q.y + q.height && q.y < p.y + p.height;
}

function element(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, typeof value === 'number' ? value.toFixed(1) : value);
  return made;
}
