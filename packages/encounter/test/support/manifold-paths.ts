import type { ManifoldChecks } from './manifold-checks.ts';
import type { Rng } from './rng.ts';
export function checkPath(_c: ManifoldChecks, _r: Rng): void {}
