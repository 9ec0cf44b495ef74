/** The answer in numbers. */
import { Compound, type DistanceResult, type Shape } from 'encounter';
import { count, fixed, uncertainty, vector } from '../../shell/format.ts';
import type { Panel, ReadoutHandle } from '../../shell/panel.ts';
import { type Timing, timingText } from '../../shell/timing.ts';

export class ResultPanel {
  readonly #rows: Readonly<Record<string, ReadoutHandle>>;

  constructor(panel: Panel) {
    const section = panel.section('Result');
    this.#rows = {
      distance: section.readout({ label: 'Distance' }),
      error: section.readout({ label: 'Error' }),
      normal: section.readout({ label: 'Normal' }),
      pointA: section.readout({ label: 'Point on A' }),
      pointB: section.readout({ label: 'Point on B' }),
      iterations: section.readout({ label: 'Iterations' }),
      converged: section.readout({ label: 'Converged' }),
      time: section.readout({ label: 'Time' }),
    };
  }

  show(result: DistanceResult | null, a: Shape, b: Shape): void {
    const { distance, error, normal, pointA, pointB, iterations, converged } = this.#rows;
    if (result === null) {
      for (const row of Object.values(this.#rows)) row.set('–');
      return;
    }
    distance.set(fixed(result.distance, 9));
    error.set(`${uncertainty(result.error)}${result.exact ? '' : '\na shorter way out may exist'}`);
    normal.set(vector(result.normal));
    pointA.set(vector(result.pointA) + part(a, result.primitiveA));
    pointB.set(vector(result.pointB) + part(b, result.primitiveB));
    iterations.set(result.iterations === 0 ? '0, in closed form' : count(result.iterations));
    converged.set(result.converged ? 'yes' : 'no, the best estimate:\nerror above the accuracy');
  }

  /** A measurement, or null until things rest. */
  showTime(time: Timing | null): void {
    this.#rows.time.set(time === null ? 'measured at rest' : timingText(time));
  }
}

/** Which face or part of a complex shape. */
function part(shape: Shape, primitive: number): string {
  if (primitive < 0) return '';
  return `\n${shape instanceof Compound ? 'part' : 'triangle'} ${count(primitive)}`;
}
