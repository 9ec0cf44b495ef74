/** What a frame costs: the chart and the numbers below it. */
import { el } from '../../shell/dom.ts';
import { count, duration } from '../../shell/format.ts';
import { Panel, type ReadoutHandle } from '../../shell/panel.ts';
import type { Palette } from '../../shell/theme.ts';
import { CostChart, PHASE_LABELS, phaseColours } from './cost-chart.ts';
import { type CostLog, PHASES } from './cost-log.ts';

export class CostPanel {
  readonly #chart = new CostChart();
  readonly #rows: readonly ReadoutHandle[];
  readonly #collision: ReadoutHandle;

  constructor(panel: Panel) {
    const section = panel.section('Cost of a frame');
    section.element.append(this.#chart.element);
    const list = new Panel(el('div', { class: 'scene-costs' }));
    section.element.append(list.element);
    this.#rows = PHASES.map((phase) => list.readout({ label: PHASE_LABELS[phase] }));
    for (const { element } of this.#rows) element.classList.add('scene-phase');
    this.#collision = list.readout({ label: 'Collision: all but drawing' });
    section.note(
      'Means of the last 60 frames, without those in which the engine warms up. Drawing is what the processor does for it; the graphics card works on.',
    );
  }

  paint(palette: Palette): void {
    this.#chart.paint(palette);
    const colours = phaseColours(palette);
    for (const [k, phase] of PHASES.entries()) this.#rows[k].element.style.setProperty('--phase', colours[phase]);
  }

  drawChart(costs: CostLog): void {
    this.#chart.draw(costs);
  }

  showNumbers(costs: CostLog): void {
    const text = (ms: number): string => (costs.count === 0 ? '–' : duration(ms));
    for (const [k, phase] of PHASES.entries()) this.#rows[k].set(text(costs.mean(phase)));
    this.#collision.set(text(costs.collision()));
    this.#chart.element.setAttribute(
      'aria-label',
      `Cost of the last ${count(costs.count)} frames: ${PHASES.map((p) => `${PHASE_LABELS[p]} ${duration(costs.mean(p))}`).join(', ')}.`,
    );
  }
}
