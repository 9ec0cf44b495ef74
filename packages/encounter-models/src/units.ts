/** How many metres one unit is, by the names that models have for their units. */
const METRES: ReadonlyMap<string, number> = /* #__PURE__ */ new Map([
  ['m', 1],
  ['metre', 1],
  ['meter', 1],
  ['km', 1000],
  ['dm', 0.1],
  ['cm', 0.01],
  ['mm', 0.001],
  ['um', 1e-6],
  ['µm', 1e-6],
  ['ft', 0.3048],
  ['foot', 0.3048],
  ['feet', 0.3048],
  ['in', 0.0254],
  ['inch', 0.0254],
  ['yd', 0.9144],
  ['mi', 1609.344],
]);

/** How many metres one unit is; undefined for one that is not known. */
export function metresPer(units: string): number | undefined {
  return METRES.get(units);
}

/** The names of all units that are known. */
export function knownUnits(): string[] {
  return [...METRES.keys()];
}
