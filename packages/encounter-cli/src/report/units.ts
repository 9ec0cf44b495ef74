/** Metres per unit for reports; BCF wants metres. */
import { metresPer as known } from 'encounter-models';

/** 1 where the unit is unknown or not said. */
export function metresPer(units: string): number {
  return known(units) ?? 1;
}
