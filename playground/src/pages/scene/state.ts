/** What the page shows, and how it is written in the address. */
import { type BroadPhase, BruteForce, DynamicAabbTree, Grid, type ResponseType, SweepAndPrune } from 'encounter';

export const BROAD_PHASES = {
  tree: { label: 'DynamicAabbTree', make: (): BroadPhase<never> => new DynamicAabbTree<never>() },
  sweep: { label: 'SweepAndPrune', make: (): BroadPhase<never> => new SweepAndPrune<never>() },
  grid: { label: 'Grid', make: (): BroadPhase<never> => new Grid<never>() },
  brute: { label: 'BruteForce', make: (): BroadPhase<never> => new BruteForce<never>() },
} as const;

export type BroadName = keyof typeof BROAD_PHASES;

export const RAYS = { pointer: 'At the pointer', centre: 'In the middle of the view', off: 'None' } as const;

export type RayMode = keyof typeof RAYS;

export const FEWEST = 100;
export const MOST = 5000;

/** The types of responses that the page offers. */
export type Asked = Exclude<ResponseType, 'manifold'>;

export interface SceneState {
  readonly count: number;
  readonly seed: number;
  readonly broad: BroadName;
  readonly response: Asked;
  readonly ray: RayMode;
  /** Whether objects turn as they move. */
  readonly spin: boolean;
  /** Whether objects that meet bounce off each other, which takes a depth response. */
  readonly bounce: boolean;
  /** What is drawn on top: world boxes, pairs, and where they touch. */
  readonly boxes: boolean;
  readonly pairs: boolean;
  readonly marks: boolean;
  /** Whether each frame is compared with brute force. */
  readonly check: boolean;
}

const DEFAULTS: SceneState = {
  count: 1000,
  seed: 1,
  broad: 'tree',
  response: 'simple',
  ray: 'pointer',
  spin: false,
  bounce: false,
  boxes: false,
  pairs: false,
  marks: true,
  check: false,
};

/** What is as by default is left out, so that addresses stay short. */
export function encode(state: SceneState): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [key, value] of Object.entries(state)) {
    if (value === DEFAULTS[key as keyof SceneState]) continue;
    written[key] = typeof value === 'boolean' ? (value ? '1' : '0') : `${value}`;
  }
  return written;
}

/** Reads what `encode` wrote; whatever is missing or makes no sense is as by default. */
export function decode(params: URLSearchParams): SceneState {
  const flag = (key: keyof SceneState): boolean =>
    ({ '0': false, '1': true })[params.get(key) ?? ''] ?? Boolean(DEFAULTS[key]);
  const among = <T extends string>(key: keyof SceneState, names: readonly T[]): T =>
    names.find((name) => name === params.get(key)) ?? (DEFAULTS[key] as T);
  const whole = (key: 'count' | 'seed', low: number, high: number): number => {
    const x = Math.round(Number(params.get(key) ?? DEFAULTS[key]));
    return Number.isFinite(x) ? Math.min(high, Math.max(low, x)) : DEFAULTS[key];
  };
  return {
    count: whole('count', FEWEST, MOST),
    seed: whole('seed', 0, 9999),
    broad: among('broad', Object.keys(BROAD_PHASES) as BroadName[]),
    response: among('response', ['simple', 'witnessed', 'depth']),
    ray: among('ray', Object.keys(RAYS) as RayMode[]),
    spin: flag('spin'),
    bounce: flag('bounce'),
    boxes: flag('boxes'),
    pairs: flag('pairs'),
    marks: flag('marks'),
    check: flag('check'),
  };
}
