/** What the page shows, and how it is written in the address. */
export const ARRANGEMENTS = {
  tower: 'Ten boxes',
  pyramid: 'A pyramid of 55',
  dominoes: 'Dominoes',
  pit: 'A ball pit',
} as const;

export type Arrangement = keyof typeof ARRANGEMENTS;

/** The largest `maxSeparation` that the slider gives. */
export const FARTHEST = 0.1;

export interface StackState {
  readonly what: Arrangement;
  readonly separation: number;
  readonly points: boolean;
  readonly normals: boolean;
  /** Whether bodies are drawn so that one sees through them. */
  readonly glass: boolean;
}

export const DEFAULTS: StackState = { what: 'tower', separation: 0.02, points: true, normals: true, glass: false };

export function encode(state: StackState): Record<string, string> {
  const written: Record<string, string> = {};
  for (const key of Object.keys(DEFAULTS) as (keyof StackState)[]) {
    const value = state[key];
    if (value !== DEFAULTS[key]) written[key] = typeof value === 'boolean' ? (value ? '1' : '0') : `${value}`;
  }
  return written;
}

/** Reads what `encode` wrote; whatever is missing or makes no sense is as by default. */
export function decode(params: URLSearchParams): StackState {
  const flag = (key: 'points' | 'normals' | 'glass'): boolean =>
    ({ '0': false, '1': true })[params.get(key) ?? ''] ?? DEFAULTS[key];
  const what = params.get('what') ?? '';
  const separation = Number(params.get('separation') ?? DEFAULTS.separation);
  return {
    what: Object.hasOwn(ARRANGEMENTS, what) ? (what as Arrangement) : DEFAULTS.what,
    separation: separation >= 0 && separation <= FARTHEST ? separation : DEFAULTS.separation,
    points: flag('points'),
    normals: flag('normals'),
    glass: flag('glass'),
  };
}
