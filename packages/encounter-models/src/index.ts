/** Models from files, and the clashes between their parts. */

export type { Clash, ClashKind, ClashReport, ClashStatus, ReportPart, Triple } from './clash/report.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type { ExactShape, Model, ModelFormat, Part, Triangles } from './model.ts';
export { ModelError } from './model-error.ts';
export type { ReadOptions } from './read/read-context.ts';
export { readModel } from './read/read-model.ts';
