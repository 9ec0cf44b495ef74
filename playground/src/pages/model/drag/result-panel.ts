/** The answer in numbers. */
import type { DistanceResult, PenetrationResult } from 'encounter';
import { count, duration, fixed, uncertainty } from '../../../shell/format.ts';
import type { Panel, ReadoutHandle } from '../../../shell/panel.ts';
import { type Timing, timingText } from '../../../shell/timing.ts';
import type { Depth } from './query.ts';

export class ResultPanel {
  readonly #length: ReadoutHandle;
  readonly #error: ReadoutHandle;
  readonly #normal: ReadoutHandle;
  readonly #pointA: ReadoutHandle;
  readonly #pointB: ReadoutHandle;
  readonly #contacts: ReadoutHandle;
  readonly #time: ReadoutHandle;

  constructor(panel: Panel) {
    this.#length = panel.readout({ label: 'Distance' });
    this.#error = panel.readout({ label: 'Error' });
    this.#normal = panel.readout({ label: 'Normal' });
    this.#pointA = panel.readout({ label: 'Point on A' });
    this.#pointB = panel.readout({ label: 'Point on B' });
    this.#contacts = panel.readout({ label: 'Contacts' });
    this.#time = panel.readout({ label: 'Time' });
  }

  showApart(result: DistanceResult): void {
    this.#length.set(`${Number(result.distance.toPrecision(9))}`);
    this.#error.set(proof(result));
    this.#showPoints(result);
  }

  showDepth(depth: Depth): void {
    if (typeof depth === 'string') {
      this.#length.set(depth);
      for (const row of [this.#error, this.#normal, this.#pointA, this.#pointB]) row.set('–');
      return;
    }
    const { result, ms } = depth;
    this.#length.set(`−${Number(result.depth.toPrecision(6))}, in ${duration(ms)}`);
    this.#error.set(proof(result));
    this.#showPoints(result);
  }

  showContacts(pairs: number, marked: number): void {
    this.#contacts.set(pairs === 0 ? 'none' : `${count(pairs)} pairs\nof ${count(marked)} triangles`);
  }

  /** Null: not measured yet. */
  showTime(timing: Timing | null): void {
    this.#time.set(timing === null ? 'measured at rest' : timingText(timing));
  }

  #showPoints({ normal, pointA, pointB, primitiveA, primitiveB }: DistanceResult | PenetrationResult): void {
    this.#normal.set(`${fixed(normal.x, 3)}  ${fixed(normal.y, 3)}  ${fixed(normal.z, 3)}`);
    this.#pointA.set(place(pointA, primitiveA));
    this.#pointB.set(place(pointB, primitiveB));
  }
}

/** What is proven of a number, and what not. */
function proof({ error, converged, exact }: DistanceResult | PenetrationResult): string {
  const open = converged ? '' : '\nnot proven to the accuracy';
  return `${uncertainty(error)}${open}${exact ? '' : '\na shorter way out may exist'}`;
}

/** Models come in any size: digits that count, not decimals. */
function place({ x, y, z }: { x: number; y: number; z: number }, primitive: number): string {
  const numbers = [x, y, z].map((c) => `${Number(c.toPrecision(4))}`.replace('-', '−'));
  return `${numbers.join('  ')}\ntriangle ${count(primitive)}`;
}
