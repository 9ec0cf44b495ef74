/** What the page shows, and how it is written in the address. */
import { PLACES } from './level.ts';

export const SHAPES = { capsule: 'Capsule', box: 'Box', cylinder: 'Cylinder' } as const;
export type ShapeName = keyof typeof SHAPES;

export const VIEWS = { third: 'From behind', first: 'Through its eyes' } as const;
export type View = keyof typeof VIEWS;

export type Place = keyof typeof PLACES;

/** Limits of the sliders. Lengths are in units, the slope in degrees. */
export const RANGES = { step: [0, 0.6], slope: [0, 85], snap: [0, 0.6], skin: [0, 0.1] } as const;
type Limit = keyof typeof RANGES;

export interface WalkState {
  readonly shape: ShapeName;
  readonly view: View;
  readonly place: Place;
  readonly step: number;
  readonly slope: number;
  readonly snap: number;
  readonly skin: number;
  /** Whether contact planes, and the path of the foot, are drawn. */
  readonly planes: boolean;
  readonly trail: boolean;
}

export const DEFAULTS: WalkState = {
  shape: 'capsule',
  view: 'third',
  place: 'middle',
  step: 0.3,
  slope: 45,
  snap: 0.3,
  skin: 0.01,
  planes: true,
  trail: true,
};

export function encode(state: WalkState): Record<string, string> {
  const written: Record<string, string> = {};
  for (const key of Object.keys(DEFAULTS) as (keyof WalkState)[]) {
    const value = state[key];
    if (value !== DEFAULTS[key]) written[key] = typeof value === 'boolean' ? (value ? '1' : '0') : `${value}`;
  }
  return written;
}

/** Reads what `encode` wrote; whatever is missing or makes no sense is as by default. */
export function decode(params: URLSearchParams): WalkState {
  const flag = (key: 'planes' | 'trail'): boolean =>
    ({ '0': false, '1': true })[params.get(key) ?? ''] ?? DEFAULTS[key];
  const limit = (key: Limit): number => {
    const value = Number(params.get(key) ?? DEFAULTS[key]);
    return value >= RANGES[key][0] && value <= RANGES[key][1] ? value : DEFAULTS[key];
  };
  const name = <T extends string>(key: 'shape' | 'view' | 'place', names: Readonly<Record<T, unknown>>): T => {
    const value = params.get(key) ?? '';
    return (Object.hasOwn(names, value) ? value : DEFAULTS[key]) as T;
  };
  return {
    shape: name('shape', SHAPES),
    view: name('view', VIEWS),
    place: name('place', PLACES),
    step: limit('step'),
    slope: limit('slope'),
    snap: limit('snap'),
    skin: limit('skin'),
    planes: flag('planes'),
    trail: flag('trail'),
  };
}
