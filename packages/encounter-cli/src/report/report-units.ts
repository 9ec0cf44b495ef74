/** Models in the units of a report: `clash` takes models of different units to metres, and pictures must fit its numbers. */
import type { Model, Part } from 'encounter-models';
import { metresPer } from './units.ts';

/** Models that say no units are taken as they are. */
export function inUnits(models: readonly Model[], units: string): Model[] {
  return models.map((model) => {
    const scale = model.units === '' || model.units === units ? 1 : metresPer(model.units) / metresPer(units);
    if (scale === 1) return model;
    const parts = model.parts.map((part): Part => ({ ...part, units, transform: scaled(part.transform, scale) }));
    return { ...model, units, parts };
  });
}

/** The units that all models have, or metres if they have several. */
export function commonUnits(models: readonly Model[]): string {
  const named = [...new Set(models.map((model) => model.units).filter((units) => units !== ''))];
  return named.length > 1 ? 'm' : (named[0] ?? '');
}

function scaled(transform: Float64Array, scale: number): Float64Array {
  return transform.map((value, i) => (i % 4 === 3 ? value : value * scale));
}
