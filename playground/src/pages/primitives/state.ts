/** What the page shows, and how it is written in the address. */
import type { Parameter, Values } from '../../shapes/catalogue.ts';
import { round } from '../../shell/format.ts';
import { readTriple, type Triple } from '../../shell/triple.ts';
import { arrangement, type Placement } from './arrangements.ts';
import { findFunction, type PrimitiveFunction, QUERIES, type Query } from './functions.ts';
import { defaultValues, isKind, KINDS, type Kind, type Thing, thing } from './kinds.ts';

export interface BodyState extends Placement {
  readonly kind: Kind;
  readonly values: Values;
}

export interface PageState {
  readonly query: Query;
  readonly a: BodyState;
  readonly b: BodyState;
}

export const SIDES = ['a', 'b'] as const;
export type Side = (typeof SIDES)[number];

const FIRST = { query: 'closest', a: 'segment', b: 'obb' } as const;
const PLACEMENT = { p: 'position', r: 'turn', m: 'move', e: 'endTurn' } as const;

export function functionOf({ query, a, b }: PageState): PrimitiveFunction {
  return findFunction(query, a.kind, b.kind)!;
}

/** What the page shows of a function at first. */
export function arranged(f: PrimitiveFunction): PageState {
  const places = arrangement(f);
  const body = (i: 0 | 1): BodyState => ({ ...places[i], kind: f.kinds[i], values: defaultValues(f.kinds[i]) });
  return { query: f.query, a: body(0), b: body(1) };
}

/** The same things, as far as they can stay, for another function. What nobody has moved yet goes where it shows best. */
export function withFunction(state: PageState, f: PrimitiveFunction): PageState {
  const old = functionOf(state);
  const places = arrangement(old);
  const untouched = SIDES.every((side, i) => samePlace(state[side], places[i]));
  const fresh = arranged(f);
  const swapped = old.kinds[0] !== old.kinds[1] && f.kinds[0] === old.kinds[1] && f.kinds[1] === old.kinds[0];
  const body = (side: Side): BodyState => {
    const before = state[swapped ? (side === 'a' ? 'b' : 'a') : side];
    const now = fresh[side];
    const values = before.kind === now.kind ? before.values : now.values;
    if (untouched) return { ...now, values };
    const resting = before.move.every((x) => x === 0);
    const { move, endTurn } = resting ? now : before;
    return fitted({ ...before, kind: now.kind, values, move, endTurn });
  };
  return { query: f.query, a: body('a'), b: body('b') };
}

/** What is flat stays in its plane. */
export function fitted(body: BodyState): BodyState {
  if (!KINDS[body.kind].flat) return body;
  const { position, turn } = body;
  return { ...body, position: [position[0], position[1], 0], turn: [0, 0, turn[2]] };
}

/** Where it is now. */
export function startThing({ kind, position, turn, values }: BodyState): Thing {
  return thing(kind, { position, turn, values });
}

/** Where its motion ends. */
export function endThing({ kind, position, turn, values, move, endTurn }: BodyState, f: PrimitiveFunction): Thing {
  const vertices = f.motions.includes('vertices');
  return thing(kind, { position: sum(position, move), turn: vertices ? endTurn : turn, values });
}

/** Rounded, as all that is shown: 0.1 + 0.2 is 0.3. */
export function sum(a: Triple, b: Triple): Triple {
  return [round(a[0] + b[0]), round(a[1] + b[1]), round(a[2] + b[2])];
}

function samePlace(a: Placement, b: Placement): boolean {
  return Object.values(PLACEMENT).every((key) => a[key].join() === b[key].join());
}

/** What is as arranged is left out, so that addresses stay short. */
export function encode(state: PageState): Record<string, string> {
  const text: Record<string, string> = { q: state.query };
  const places = arrangement(functionOf(state));
  for (const [i, side] of SIDES.entries()) {
    const body = state[side];
    text[side] = [body.kind, ...Object.keys(KINDS[body.kind].parameters).map((key) => body.values[key])].join(',');
    for (const [letter, key] of Object.entries(PLACEMENT))
      if (body[key].join() !== places[i][key].join()) text[`${side}${letter}`] = body[key].join();
  }
  return text;
}

/** Reads what `encode` wrote; whatever is missing or makes no sense is as it is at first. */
export function decode(params: URLSearchParams): PageState {
  const query = params.get('q') ?? FIRST.query;
  const [a, b] = SIDES.map((side) => (params.get(side) ?? FIRST[side]).split(',')[0]);
  const known = Object.hasOwn(QUERIES, query) && isKind(a) && isKind(b);
  const f = (known && findFunction(query as Query, a, b)) || findFunction(FIRST.query, FIRST.a, FIRST.b)!;
  const start = arranged(f);
  return { query: f.query, a: decodeBody('a', params, start.a), b: decodeBody('b', params, start.b) };
}

function decodeBody(side: Side, params: URLSearchParams, start: BodyState): BodyState {
  const { kind } = start;
  const [written, ...texts] = (params.get(side) ?? '').split(',');
  if (written !== kind) return start;
  const parameters = Object.entries(KINDS[kind].parameters);
  const placement = Object.fromEntries(
    Object.entries(PLACEMENT).map(([letter, key]) => [key, readTriple(params.get(`${side}${letter}`), start[key])]),
  ) as unknown as Placement;
  const values = Object.fromEntries(parameters.map(([key, parameter], i) => [key, readValue(parameter, texts[i])]));
  return fitted({ ...placement, kind, values });
}

function readValue(parameter: Parameter, text: string | undefined): number | string {
  if (text === undefined || text === '') return parameter.value;
  if (parameter.type === 'choice') return parameter.options.some((o) => o.value === text) ? text : parameter.value;
  const x = Number(text);
  if (!Number.isFinite(x)) return parameter.value;
  const within = Math.min(parameter.max, Math.max(parameter.min, x));
  return parameter.step === 1 ? Math.round(within) : within;
}
