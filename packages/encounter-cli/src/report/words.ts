/** How a clash is said in words: the same in the terminal, in BCF and in the HTML report. */
import type { Clash, ClashKind } from 'encounter-models';

export const KINDS: readonly ClashKind[] = ['hard', 'contained', 'duplicate', 'touch', 'clearance'];

export const STATUSES = ['new', 'active', 'reviewed', 'approved', 'resolved'] as const;

/** Four digits are enough to read; the JSON report has all of them. */
export function length(value: number, units: string): string {
  const text = value === 0 ? '0' : String(Number(value.toPrecision(4)));
  return units === '' ? text : `${text} ${units}`;
}

/** Such as `0.025 m deep`, `apart by 0.01 m`, `touching`. A depth that is not exact suffices to separate the two. */
export function measure(clash: Pick<Clash, 'kind' | 'distance' | 'depth' | 'exact'>, units: string): string {
  if (clash.kind === 'touch') return 'touching';
  if (clash.kind === 'clearance') return `apart by ${clash.exact ? '' : 'at most '}${length(clash.distance, units)}`;
  if (clash.kind === 'duplicate' && clash.depth === 0) return 'same place';
  return `${clash.exact ? '' : 'at most '}${length(clash.depth, units)} deep`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether somebody still has to look at it: one that was resolved is there no more, one that was approved may stay. */
export function isOpen({ status }: Pick<Clash, 'status'>): boolean {
  return status !== 'approved' && status !== 'resolved';
}
