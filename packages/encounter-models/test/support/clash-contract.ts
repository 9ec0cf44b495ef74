/** What the judge asks of clash detection: the public names, and nothing else. */
import type { ClashKind, ClashReport } from '../../src/clash/report.ts';
import type { Model } from '../../src/model.ts';

export interface AskedOptions {
  clearance?: number;
  tolerance?: number;
  self?: boolean;
  kinds?: ClashKind[];
  previous?: ClashReport;
}

export interface StagedRun {
  readonly pairCount: number;
  run(from: number, to: number): unknown[];
  report(findings: Iterable<unknown>): ClashReport;
}

export interface ClashLibrary {
  clash(models: Model | readonly Model[], rules?: undefined, options?: AskedOptions): ClashReport;
  readonly ClashRun: new (models: Model | readonly Model[], rules?: undefined, options?: AskedOptions) => StagedRun;
}
