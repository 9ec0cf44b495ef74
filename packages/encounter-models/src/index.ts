/** Models from files, and the clashes between their parts. */

export type { Clash, ClashKind, ClashReport, ClashStatus, ReportPart, Triple } from './clash/report.ts';
export type { ExactShape, Model, ModelFormat, Part, Triangles } from './model.ts';
