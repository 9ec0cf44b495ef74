/** The clashes as a table for spreadsheets: RFC 4180, a header line, points as columns of their own. */
import type { ClashReport, ReportPart } from 'encounter-models';

const COLUMNS = [
  ...['id', 'kind', 'status', 'group', 'distance', 'depth', 'exact', 'units'],
  ...['a', 'a file', 'a name', 'a path', 'b', 'b file', 'b name', 'b path'],
  ...['point a x', 'point a y', 'point a z', 'point b x', 'point b y', 'point b z', 'normal x', 'normal y', 'normal z'],
];

export function csvReport(report: ClashReport): string {
  const parts = new Map(report.parts.map((part) => [part.id, part]));
  const lines = [COLUMNS.map(cell).join(',')];
  for (const clash of report.clashes) {
    const numbers = [...clash.pointA, ...clash.pointB, ...clash.normal];
    const row = [
      clash.id,
      clash.kind,
      clash.status,
      clash.group,
      clash.distance,
      clash.depth,
      clash.exact,
      report.units,
    ];
    row.push(...describe(clash.a, parts), ...describe(clash.b, parts), ...numbers);
    lines.push(row.map(cell).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

function describe(id: string, parts: ReadonlyMap<string, ReportPart>): string[] {
  const part = parts.get(id);
  return [id, part?.file ?? '', part?.name ?? '', part?.path ?? ''];
}

/** A name from a file must not become a formula in the spreadsheet: an apostrophe makes it text. */
function cell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
