/** What the page shows, and how it is written in the address. */
import { FORMS, type FormName, PERIOD } from './forms.mjs';

export type Triple = readonly [number, number, number];

/** What can be taken and moved. */
export type Thing = 'ball' | 'box' | 'other';

export const THINGS: readonly Thing[] = ['ball', 'box', 'other'];

export interface DeformState {
  readonly form: FormName;
  readonly second: FormName | 'none';
  /** Wanted of each surface; forms come as near as their grids allow. */
  readonly triangles: number;
  readonly places: Readonly<Record<Thing, Triple>>;
  readonly points: boolean;
  readonly lines: boolean;
  /** The time at which it stands still, in seconds, or null while it plays. */
  readonly stopped: number | null;
}

export const SIZES: readonly number[] = [1000, 5000, 20000, 50000, 100000];

export const DEFAULT: DeformState = {
  form: 'flag',
  second: 'blob',
  triangles: 5000,
  places: { ball: [0.3, 0.35, 0.4], box: [-0.8, -0.5, 0.2], other: [1.7, -0.2, -0.15] },
  points: false,
  lines: false,
  stopped: null,
};

/** What is as by default is left out, so that addresses stay short. */
export function encode(state: DeformState): Record<string, string> {
  const written: Record<string, string> = {
    mesh: state.form,
    second: state.second,
    n: `${state.triangles}`,
  };
  for (const thing of THINGS)
    if (state.places[thing].join() !== DEFAULT.places[thing].join()) written[thing] = state.places[thing].join();
  const shown = [state.points ? ['points'] : [], state.lines ? ['lines'] : []].flat();
  if (shown.length > 0) written['show'] = shown.join();
  if (state.stopped !== null) written['t'] = `${state.stopped}`;
  return written;
}

/** Reads what `encode` wrote; whatever is missing or makes no sense is as by default. */
export function decode(params: URLSearchParams): DeformState {
  const form = params.get('mesh') ?? '';
  const second = params.get('second') ?? '';
  const triangles = Number(params.get('n'));
  const shown = params.get('show')?.split(',') ?? [];
  const time = Number(params.get('t') ?? Number.NaN);
  return {
    form: isForm(form) ? form : DEFAULT.form,
    second: second === 'none' || isForm(second) ? second : DEFAULT.second,
    triangles: SIZES.includes(triangles) ? triangles : DEFAULT.triangles,
    places: {
      ball: readTriple(params.get('ball')) ?? DEFAULT.places.ball,
      box: readTriple(params.get('box')) ?? DEFAULT.places.box,
      other: readTriple(params.get('other')) ?? DEFAULT.places.other,
    },
    points: shown.includes('points'),
    lines: shown.includes('lines'),
    stopped: time >= 0 && time <= PERIOD ? time : null,
  };
}

function isForm(name: string): name is FormName {
  return Object.hasOwn(FORMS, name);
}

function readTriple(text: string | null): Triple | null {
  const numbers = (text ?? '').split(',').map(Number);
  return text !== null && numbers.length === 3 && numbers.every((x) => Number.isFinite(x) && Math.abs(x) <= 1e6)
    ? (numbers as unknown as Triple)
    : null;
}
