/** What the page shows, and how it is written in the address. */
import type { Motion } from 'encounter';
import { MathUtils, Quaternion, Vector3 } from 'three';
import { readShape, type ShapeChoice, writeShape } from '../../shapes/text.ts';
import { round } from '../../shell/format.ts';
import { orientation, readTriple, rounded, type Triple, ZERO } from '../../shell/triple.ts';

export type Side = 'a' | 'b';
export const SIDES = ['a', 'b'] as const;

export interface BodyState {
  readonly shape: ShapeChoice;
  /** Where it is at t = 0, and its turns in degrees. */
  readonly position: Triple;
  readonly turn: Triple;
  /** The translation of the pivot. */
  readonly move: Triple;
  /** The rotation vector, in degrees. */
  readonly spin: Triple;
  /** What it turns about at t = 0, seen from its position. */
  readonly pivot: Triple;
}

export interface PageState {
  readonly a: BodyState;
  readonly b: BodyState;
  /** The time that is shown, or null for that of the first contact, whichever it is. */
  readonly t: number | null;
  /** Placements in between, drawn faintly. */
  readonly trail: boolean;
  /** The shapes that contain all of them. */
  readonly swept: boolean;
}

/** How each of the triples is called in the address. */
const LETTERS = { position: 'p', turn: 'r', move: 'm', spin: 's', pivot: 'c' } as const;
type Key = keyof typeof LETTERS;
const KEYS = Object.keys(LETTERS) as Key[];

export function bodyState(shape: ShapeChoice, rest: Partial<Omit<BodyState, 'shape'>> = {}): BodyState {
  return { shape, position: ZERO, turn: ZERO, move: ZERO, spin: ZERO, pivot: ZERO, ...rest };
}

export function moves({ move, spin }: BodyState): boolean {
  return [...move, ...spin].some((x) => x !== 0);
}

/** The motion that the library gets. Null stands still. */
export function motionOf({ position, move, spin, pivot }: BodyState): Motion | null {
  const motion: Motion = {};
  if (move.some((x) => x !== 0)) motion.translation = move;
  if (spin.some((x) => x !== 0)) {
    const [x, y, z] = spin.map(MathUtils.degToRad);
    motion.rotation = [x, y, z];
    if (pivot.some((x) => x !== 0)) motion.center = sum(position, pivot);
  }
  return Object.keys(motion).length === 0 ? null : motion;
}

/** Where the position ends, for a motion with these properties: c + v + R·(o − c). */
export function endOf({ position, move, spin, pivot }: BodyState): { position: Vector3; turn: Quaternion } {
  const turn = turnBy(spin);
  const arm = new Vector3(...pivot).negate().applyQuaternion(turn);
  return { position: arm.add(new Vector3(...sum(sum(position, pivot), move))), turn };
}

/** Moves the end to a position, by another translation. */
export function withEnd(body: BodyState, end: Vector3): BodyState {
  const now = endOf(body).position;
  return {
    ...body,
    move: rounded(
      end
        .clone()
        .sub(now)
        .add(new Vector3(...body.move)),
    ),
  };
}

/** Turns the end into an orientation: by as many whole turns as are nearest to what it does now. */
export function withEndTurn(body: BodyState, end: Quaternion): BodyState {
  const by = end.clone().multiply(orientation(body.turn).invert());
  if (by.w < 0) by.set(-by.x, -by.y, -by.z, -by.w);
  const axis = new Vector3(by.x, by.y, by.z);
  if (axis.lengthSq() === 0) return { ...body, spin: ZERO };
  const angle = MathUtils.radToDeg(2 * Math.atan2(axis.length(), by.w));
  axis.normalize();
  const along = axis.dot(new Vector3(...body.spin));
  const whole = angle + 360 * Math.round((along - angle) / 360);
  const { x, y, z } = axis.multiplyScalar(whole);
  return { ...body, spin: [round(x, 2), round(y, 2), round(z, 2)] };
}

/** The quaternion of a rotation vector in degrees. */
export function turnBy(spin: Triple): Quaternion {
  const axis = new Vector3(...spin);
  const angle = axis.length();
  return angle === 0
    ? new Quaternion()
    : new Quaternion().setFromAxisAngle(axis.divideScalar(angle), MathUtils.degToRad(angle));
}

function sum(a: Triple, b: Triple): Triple {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** What is as usual is left out, so that addresses stay short. */
export function encode({ a, b, t, trail, swept }: PageState): Record<string, string> {
  return {
    ...encodeBody('a', a),
    ...encodeBody('b', b),
    ...(t === null ? {} : { t: `${t}` }),
    ...(trail ? {} : { trail: '0' }),
    ...(swept ? { swept: '1' } : {}),
  };
}

function encodeBody(side: Side, body: BodyState): Record<string, string> {
  const written: Record<string, string> = { [side]: writeShape(body.shape) };
  for (const key of KEYS) if (body[key].some((x) => x !== 0)) written[`${side}${LETTERS[key]}`] = body[key].join();
  return written;
}

/** Reads what `encode` wrote. Without both shapes it is `otherwise`. */
export function decode(params: URLSearchParams, otherwise: Pick<PageState, Side>): PageState {
  const a = decodeBody('a', params);
  const b = decodeBody('b', params);
  const t = Number(params.get('t') ?? NaN);
  return {
    ...(a === null || b === null ? { a: otherwise.a, b: otherwise.b } : { a, b }),
    t: t >= 0 && t <= 1 ? t : null,
    trail: params.get('trail') !== '0',
    swept: params.get('swept') === '1',
  };
}

function decodeBody(side: Side, params: URLSearchParams): BodyState | null {
  const shape = readShape(params.get(side) ?? '');
  if (shape === null) return null;
  const read = KEYS.map((key) => [key, readTriple(params.get(`${side}${LETTERS[key]}`))]);
  return bodyState(shape, Object.fromEntries(read));
}
