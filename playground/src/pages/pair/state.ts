/** What the page shows, and how it is written in the address. */
import { CATALOGUE, defaultValues, type Parameter, type Values } from '../../shapes/catalogue.ts';
import type { Triple } from '../../shell/triple.ts';

export type Side = 'a' | 'b';

export interface BodyState {
  readonly kind: string;
  readonly values: Values;
  readonly position: Triple;
  /** Turns around x, y and z in degrees, in three.js's order 'XYZ'. */
  readonly turn: Triple;
  readonly scale: Triple;
  readonly margin: number;
}

export interface ViewState {
  readonly witness: boolean;
  readonly normal: boolean;
  readonly plane: boolean;
  readonly boxes: boolean;
}

export interface PairState {
  readonly a: BodyState;
  readonly b: BodyState;
  readonly view: ViewState;
}

export const DEFAULT_VIEW: ViewState = { witness: true, normal: true, plane: false, boxes: false };

const NOWHERE: Triple = [0, 0, 0];
const UNSCALED: Triple = [1, 1, 1];

export function bodyState(kind: string, rest: Partial<Omit<BodyState, 'kind'>> = {}): BodyState {
  return {
    kind,
    position: NOWHERE,
    turn: NOWHERE,
    scale: UNSCALED,
    margin: 0,
    ...rest,
    values: { ...defaultValues(kind), ...rest.values },
  };
}

/** What is as by default is left out, so that addresses stay short. */
export function encode({ a, b, view }: PairState): Record<string, string> {
  const shown = Object.entries(view).flatMap(([key, on]) => (on ? [key] : []));
  const usual = Object.entries(DEFAULT_VIEW).flatMap(([key, on]) => (on ? [key] : []));
  return {
    ...encodeBody('a', a),
    ...encodeBody('b', b),
    ...(shown.join() === usual.join() ? {} : { show: shown.join() || 'none' }),
  };
}

function encodeBody(name: string, body: BodyState): Record<string, string> {
  const values = Object.keys(CATALOGUE[body.kind].parameters).map((key) => body.values[key]);
  const state: Record<string, string> = { [name]: [body.kind, ...values].join(',') };
  if (body.position.join() !== NOWHERE.join()) state[`${name}p`] = body.position.join();
  if (body.turn.join() !== NOWHERE.join()) state[`${name}r`] = body.turn.join();
  if (body.scale.join() !== UNSCALED.join()) state[`${name}s`] = body.scale.join();
  if (body.margin !== 0) state[`${name}m`] = `${body.margin}`;
  return state;
}

/** Reads what `encode` wrote; whatever is missing or makes no sense is taken from `otherwise`. */
export function decode(params: URLSearchParams, otherwise: PairState): PairState {
  const shown = params.get('show')?.split(',');
  const view = shown
    ? (Object.fromEntries(Object.keys(DEFAULT_VIEW).map((key) => [key, shown.includes(key)])) as unknown as ViewState)
    : DEFAULT_VIEW;
  return { a: decodeBody('a', params) ?? otherwise.a, b: decodeBody('b', params) ?? otherwise.b, view };
}

function decodeBody(name: string, params: URLSearchParams): BodyState | null {
  const [kind, ...written] = (params.get(name) ?? '').split(',');
  if (!Object.hasOwn(CATALOGUE, kind)) return null;
  const parameters = Object.entries(CATALOGUE[kind].parameters);
  const margin = Number(params.get(`${name}m`) ?? 0);
  return bodyState(kind, {
    values: Object.fromEntries(parameters.map(([key, p], i) => [key, readValue(p, written[i])])),
    position: readTriple(params.get(`${name}p`), NOWHERE),
    turn: readTriple(params.get(`${name}r`), NOWHERE),
    scale: readTriple(params.get(`${name}s`), UNSCALED),
    margin: margin >= 0 && Number.isFinite(margin) ? margin : 0,
  });
}

function readValue(parameter: Parameter, text: string | undefined): number | string {
  if (text === undefined || text === '') return parameter.value;
  if (parameter.type === 'choice') return parameter.options.some((o) => o.value === text) ? text : parameter.value;
  const x = Number(text);
  if (!Number.isFinite(x)) return parameter.value;
  const within = Math.min(parameter.max, Math.max(parameter.min, x));
  return parameter.step === 1 ? Math.round(within) : within;
}

function readTriple(text: string | null, otherwise: Triple): Triple {
  const numbers = (text ?? '').split(',').map(Number);
  return text !== null && numbers.length === 3 && numbers.every(Number.isFinite)
    ? (numbers as unknown as Triple)
    : otherwise;
}
