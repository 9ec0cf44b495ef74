/** The cost of the last frames as a stacked chart. */
import { el } from '../../shell/dom.ts';
import { fixed } from '../../shell/format.ts';
import type { Palette } from '../../shell/theme.ts';
import { type CostLog, FRAMES, PHASES, type Phase } from './cost-log.ts';

export const PHASE_LABELS: Readonly<Record<Phase, string>> = {
  move: 'Moving',
  broad: 'Broad phase',
  narrow: 'Narrow phase',
  draw: 'Drawing',
};

/** Milliseconds at the top of the chart, the next one when the collision phases outgrow it. */
const SCALES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

const HEIGHT = 112;

export class CostChart {
  readonly element = el('canvas', { class: 'scene-chart', role: 'img' });
  #colours: Readonly<Record<Phase, string>> | null = null;
  #palette: Palette | null = null;
  #scale = 0;

  paint(palette: Palette): void {
    this.#palette = palette;
    this.#colours = phaseColours(palette);
  }

  /** Stacked from below: what collision costs first, drawing on top of it and cut off where it leaves the chart. */
  draw(costs: CostLog): void {
    const colours = this.#colours;
    const palette = this.#palette;
    const width = this.element.clientWidth;
    const context = this.element.getContext('2d');
    if (colours === null || palette === null || context === null || width === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    if (this.element.width !== Math.round(width * ratio)) {
      this.element.width = Math.round(width * ratio);
      this.element.height = HEIGHT * ratio;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, HEIGHT);
    this.#chooseScale(costs);
    const bar = width / FRAMES;
    const perMs = HEIGHT / this.#scale;
    for (const [k, phase] of PHASES.entries()) {
      context.fillStyle = colours[phase];
      for (let ago = 0; ago < costs.count; ago++) {
        let below = 0;
        for (let j = 0; j < k; j++) below += costs.at(PHASES[j], ago);
        const height = costs.at(phase, ago) * perMs;
        context.fillRect(width - (ago + 1) * bar, HEIGHT - below * perMs - height, bar + 0.5, height);
      }
    }
    this.#drawLines(context, palette, width);
  }

  #chooseScale(costs: CostLog): void {
    // A mean over few frames, so that one that the collector interrupted does not count.
    const wanted = 1.6 * costs.collision(30);
    const fits = SCALES.find((scale) => scale >= wanted) ?? SCALES[SCALES.length - 1];
    // Comes down only when there is plenty of room, so that it does not flicker.
    if (fits > this.#scale || fits < this.#scale / 2) this.#scale = fits;
  }

  #drawLines(context: CanvasRenderingContext2D, palette: Palette, width: number): void {
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'top';
    for (const part of [1, 0.5]) {
      const y = Math.round(HEIGHT * (1 - part)) + 0.5;
      context.strokeStyle = palette.gridAxis;
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(width, y);
      context.stroke();
      const text = `${fixed(this.#scale * part, this.#scale * part < 1 ? 1 : 0)} ms`;
      context.lineWidth = 3;
      context.strokeStyle = palette.background;
      context.strokeText(text, 4, y + 3);
      context.lineWidth = 1;
      context.fillStyle = palette.ink;
      context.fillText(text, 4, y + 3);
    }
  }
}

export function phaseColours({ calm, a, b, muted }: Palette): Readonly<Record<Phase, string>> {
  return { move: calm, broad: a, narrow: b, draw: muted };
}
