/** What a run is about: everything a thread or another machine needs to take part. */
import type { ClashOptions, ClashRules, Model } from 'encounter-models';

export interface RunSpec {
  readonly models: readonly Model[];
  readonly rules: ClashRules | undefined;
  /** Without functions, so that it can be sent. */
  readonly options: Omit<ClashOptions, 'onProgress'>;
}

/**
 * The ranges of candidate pairs that are worked on at once: about `pieces`, none larger than `most`. Pairs differ much in cost, so there
 * must be many more pieces than workers.
 */
export function ranges(pairCount: number, pieces: number, most: number): { from: number; to: number }[] {
  const size = Math.max(1, Math.min(most, Math.ceil(pairCount / pieces)));
  const list: { from: number; to: number }[] = [];
  for (let from = 0; from < pairCount; from += size) list.push({ from, to: Math.min(pairCount, from + size) });
  return list;
}
