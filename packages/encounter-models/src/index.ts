/** Models from files, and the clashes between their parts. */

export { ClashRun, clash } from './clash/clash-run.ts';
export type { Clash, ClashKind, ClashReport, ClashStatus, Finding, ReportPart, Triple } from './clash/report.ts';
export type { ClashOptions, ClashRule, ClashRules, Selector } from './clash/rules.ts';
export type { ExactShape, Model, ModelFormat, Part, Triangles } from './model.ts';
