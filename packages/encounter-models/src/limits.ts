/** How much a file may ask for. Each limit is checked before memory of that size is taken. */
import { ModelError } from './model-error.ts';

export interface Limits {
  /** Bytes of the file and of all files that it names, together; also of what is unpacked from them. */
  readonly bytes: number;
  /** Vertices of all geometries; one that several parts share counts once. */
  readonly vertices: number;
  /** Triangles, segments and points of all geometries; one that several parts share counts once. */
  readonly triangles: number;
  readonly parts: number;
  /** How deep nodes may be nested. */
  readonly depth: number;
  /** Corners of one polygon. */
  readonly corners: number;
}

/**
 * For models of a building or a machine on a machine with 4 GB: 20 million vertices are 240 MB as floats and 480 MB as doubles, 20 million
 * triangles are 240 MB. Cutting a polygon of n corners into triangles takes up to n² steps: 4,000 corners are below 0.1 s.
 */
export const DEFAULT_LIMITS: Limits = {
  bytes: 2 ** 29,
  vertices: 20_000_000,
  triangles: 20_000_000,
  parts: 1_000_000,
  depth: 256,
  corners: 4_000,
};

/** The defaults, with those that the caller gives in their place. */
export function completeLimits(given: Partial<Limits> = {}): Limits {
  for (const [key, value] of Object.entries(given)) {
    if (!(key in DEFAULT_LIMITS))
      throw new TypeError(`unknown limit '${key}': there are ${Object.keys(DEFAULT_LIMITS).join(', ')}`);
    if (value !== undefined && !(value >= 0)) throw new RangeError(`limits.${key} must be at least 0, got ${value}`);
  }
  const limits = { ...DEFAULT_LIMITS };
  for (const key of Object.keys(limits) as (keyof Limits)[]) limits[key] = given[key] ?? limits[key];
  return limits;
}

/** Throws if `count` is above the limit of that name, or no count at all. `what` is a plural: `vertices`, `corners of a polygon`. */
export function checkLimit(file: string, what: string, count: number, limits: Limits, key: keyof Limits): void {
  if (!(count >= 0)) throw new ModelError(file, `${count} is no number of ${what}.`);
  if (count > limits[key])
    throw new ModelError(
      file,
      `${grouped(count)} ${what} are more than the limit of ${grouped(limits[key])} (limits.${key}).`,
    );
}

/** 1,234,567: the same in every locale. */
function grouped(n: number): string {
  return n < 1e15 ? String(n).replace(/\B(?=(\d{3})+$)/g, ',') : String(n);
}
