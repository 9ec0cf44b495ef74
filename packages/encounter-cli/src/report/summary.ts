/** What a run says on the terminal. */
import type { ClashReport } from 'encounter-models';
import { printable } from '../cli-error.ts';
import { grouped } from '../progress.ts';
import { KINDS, measure } from './words.ts';

/** More lines than these are for a report. */
const LINES = 20;

export function summary(report: ClashReport): string {
  const { clashes, parts, units } = report;
  const kinds = KINDS.map((kind) => [kind, clashes.filter((clash) => clash.kind === kind).length] as const).filter(
    ([, count]) => count > 0,
  );
  const count = clashes.length === 1 ? '1 clash' : `${clashes.length === 0 ? 'No' : grouped(clashes.length)} clashes`;
  const detail = kinds.map(([kind, n]) => `${grouped(n)} ${kind}`).join(', ');
  const head = `${count} among ${grouped(parts.length)} parts${detail && `: ${detail}`}\n`;
  const names = new Map(parts.map((part) => [part.id, part.name.trim() || part.id]));
  const worst = [...clashes].sort(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.depth - b.distance - (a.depth - a.distance),
  );
  const lines = worst.slice(0, LINES).map((clash) => {
    const name = (id: string): string => printable(names.get(id) ?? id);
    return `  ${clash.kind.padEnd(9)}  ${name(clash.a)}  and  ${name(clash.b)}  (${measure(clash, units)})\n`;
  });
  const rest = clashes.length > LINES ? `  … and ${grouped(clashes.length - LINES)} more\n` : '';
  return head + lines.join('') + rest;
}
