/** Metres per unit, as models name their units; BCF wants metres. */
const METRES: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  dm: 0.1,
  cm: 0.01,
  mm: 0.001,
  µm: 1e-6,
  um: 1e-6,
  metre: 1,
  meter: 1,
  in: 0.0254,
  inch: 0.0254,
  ft: 0.3048,
  foot: 0.3048,
  feet: 0.3048,
  yd: 0.9144,
  mi: 1609.344,
};

/** 1 where the unit is unknown or not said. */
export function metresPer(units: string): number {
  return METRES[units] ?? 1;
}
