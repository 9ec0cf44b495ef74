/**
 * Models from files, and the clashes between their parts.
 *
 * @module encounter-models
 */

export type { ClashModel, ClashPart } from './clash/clash-model.ts';
export { ClashRun, clash } from './clash/clash-run.ts';
export type { Clash, ClashKind, ClashReport, ClashStatus, Finding, ReportPart, Triple } from './clash/report.ts';
export type { ClashOptions, ClashRule, ClashRules, Selector } from './clash/rules.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type { Color, ExactShape, Model, ModelFormat, Part, Triangles } from './model.ts';
export { ModelError } from './model-error.ts';
export type { ReadOptions } from './read/read-context.ts';
export { readModel } from './read/read-model.ts';
export { knownUnits, metresPer } from './units.ts';
