import type { ManifoldChecks } from './manifold-checks.ts';
import type { Rng } from './rng.ts';
export function checkGround(_c: ManifoldChecks, _r: Rng): void {}
export function checkHill(_c: ManifoldChecks, _r: Rng): void {}
