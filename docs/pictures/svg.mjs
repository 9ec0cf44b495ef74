// A small pen for the pictures: the plane z = 0 of the world, y upwards, into SVG.
import { Vec3 } from 'encounter';

const number = (x) => String(Number(x.toFixed(2)) + 0);
const text = (s) => s.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The colours of `picture.css`: A, B, and everything else. */
export const A = { stroke: 'var(--picture-a)', fill: 'var(--picture-fill-a)' };
export const B = { stroke: 'var(--picture-b)', fill: 'var(--picture-fill-b)' };
export const INK = { stroke: 'var(--picture-ink)', fill: 'none' };
export const FAINT = { stroke: 'var(--picture-faint)', fill: 'none' };

export class Picture {
  #body = [];

  /** `width` × `height` in pixels; `unit` pixels are one unit of the world, whose origin is at (x, y) pixels. */
  constructor(title, width, height) {
    this.title = title;
    this.width = width;
    this.height = height;
    this.panel(0, 0, 1);
  }

  /** Draws from here on with the world's origin at (x, y) pixels, `unit` pixels being one. */
  panel(x, y, unit) {
    this.toX = (p) => number(x + unit * p);
    this.toY = (p) => number(y - unit * p);
    this.unit = unit;
    return this;
  }

  outline(points, { stroke, fill }, extra = '') {
    const path = points.map((p) => `${this.toX(p.x)} ${this.toY(p.y)}`).join('L');
    return this.#add(`<path d="M${path}Z" stroke="${stroke}" fill="${fill}" ${extra}/>`);
  }

  line(p, q, { stroke }, extra = '') {
    const [x1, y1, x2, y2] = [this.toX(p.x), this.toY(p.y), this.toX(q.x), this.toY(q.y)];
    return this.#add(`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" ${extra}/>`);
  }

  arrow(p, q, style) {
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    const [x, y] = [(q.x - p.x) / length, (q.y - p.y) / length];
    const h = 8 / this.unit;
    const tip = [q, { x: q.x - h * x - (h / 2) * y, y: q.y - h * y + (h / 2) * x }];
    tip.push({ x: q.x - h * x + (h / 2) * y, y: q.y - h * y - (h / 2) * x });
    return this.line(p, q, style).outline(tip, { stroke: style.stroke, fill: style.stroke });
  }

  dot(p, { stroke }, radius = 3.5) {
    return this.#add(
      `<circle cx="${this.toX(p.x)}" cy="${this.toY(p.y)}" r="${radius}" fill="${stroke}" stroke="none"/>`,
    );
  }

  circle(p, r, { stroke, fill }, extra = '') {
    const [x, y, radius] = [this.toX(p.x), this.toY(p.y), number(this.unit * r)];
    return this.#add(`<circle cx="${x}" cy="${y}" r="${radius}" stroke="${stroke}" fill="${fill}" ${extra}/>`);
  }

  /** Words at a point of the world, moved by (dx, dy) pixels. */
  words(p, words, { stroke } = INK, dx = 0, dy = 0, anchor = 'start') {
    const at = `x="${number(Number(this.toX(p.x)) + dx)}" y="${number(Number(this.toY(p.y)) + dy)}"`;
    return this.#add(`<text ${at} fill="${stroke}" stroke="none" text-anchor="${anchor}">${text(words)}</text>`);
  }

  #add(element) {
    this.#body.push(element.replace(' />', '/>'));
    return this;
  }

  toString(css) {
    const { width, height } = this;
    return `<svg class="picture" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">
<title>${text(this.title)}</title>
<style>
${css.trim()}
</style>
${this.#body.join('\n')}
</svg>
`;
  }
}

/** The silhouette of a shape seen along z, turned by `angle` and moved to (x, y): its support points all around. */
export function silhouette(shape, { x = 0, y = 0, angle = 0 } = {}) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const points = [];
  const n = 240;
  for (let i = 0; i < n; i++) {
    const t = (2 * Math.PI * (i + 0.5)) / n;
    const p = shape.support(new Vec3(Math.cos(t - angle), Math.sin(t - angle), 0), new Vec3());
    const q = { x: x + c * p.x - s * p.y, y: y + s * p.x + c * p.y };
    const last = points.at(-1);
    if (last === undefined || Math.hypot(q.x - last.x, q.y - last.y) > 1e-9) points.push(q);
  }
  return points;
}

/** Options of a collider with that placement. */
export function placed({ x = 0, y = 0, angle = 0 } = {}) {
  return { position: [x, y, 0], orientation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] };
}
