/** The report as JSON: a line for each part and clash, so that two reports can be compared line by line. */
import type { ClashReport } from 'encounter-models';

export function jsonReport(report: ClashReport): string {
  const fields = Object.entries(report).map(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0) return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    return `${JSON.stringify(key)}:[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  });
  return `{${fields.join(',\n')}}\n`;
}
