/** What is known of the part or the clash that is chosen. */
import { count, fixed } from '../../shell/format.ts';
import type { Panel } from '../../shell/panel.ts';
import { measure } from './clash-panel.ts';
import type { Assembly, DrawnPart, PartClash } from './protocol.ts';

export class DetailPanel {
  readonly #body: Panel;

  constructor(panel: Panel) {
    this.#body = panel.group();
    this.showNothing();
  }

  showNothing(): void {
    this.#body.clear();
    this.#body.note('Choose a clash or a part, in the lists or in the view.');
  }

  showPart(part: DrawnPart, { models, units }: Assembly): void {
    this.#fill([
      ['Part', part.path.join(' / ')],
      ['File', models[part.model].name],
      ['About', part.about],
      ['Triangles', count(part.triangles)],
      ['Size', [0, 1, 2].map((k) => short(part.box[k + 3] - part.box[k])).join(' × ') + unit(units)],
    ]);
  }

  showClash(clash: PartClash, { parts, units }: Assembly): void {
    const length = clash.kind === 'clearance' ? 'Distance' : 'Depth';
    this.#fill([
      ['Part A', parts[clash.a].path.join(' / ')],
      ['Part B', parts[clash.b].path.join(' / ')],
      [length, measure(clash, units)],
      ['Point on A', clash.pointA.map(short).join('  ')],
      ['Point on B', clash.pointB.map(short).join('  ')],
      ['Normal', clash.normal.map((x) => fixed(x, 3)).join('  ')],
    ]);
  }

  /** Rows without a value are left out. */
  #fill(rows: readonly (readonly [label: string, value: string])[]): void {
    this.#body.clear();
    for (const [label, value] of rows) if (value !== '') this.#body.readout({ label }).set(value);
  }
}

/** Models come in any size: digits that count, not decimals. */
function short(x: number): string {
  return `${Number(x.toPrecision(4))}`.replace('-', '−');
}

function unit(units: string): string {
  return units === '' ? '' : ` ${units}`;
}
