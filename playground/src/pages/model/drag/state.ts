/** Where the two models are, and how that is written in the address. Files cannot be in an address, samples can. */
import { GEAR_DISTANCE, GEAR_TURN, SAMPLES } from './samples.ts';

export type Side = 'a' | 'b';
export const SIDES = ['a', 'b'] as const;

export type Triple = readonly [number, number, number];

export interface Placement {
  readonly position: Triple;
  /** Turns around x, y and z in degrees, in three.js's order 'XYZ'. */
  readonly turn: Triple;
  readonly scale: Triple;
}

export interface Slot {
  /** Of a sample or a file. */
  readonly key: string;
  readonly placement: Placement;
}

export const HERE: Placement = { position: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] };

/** Two gears that mesh. */
export const DEFAULT: Readonly<Record<Side, Slot>> = {
  a: { key: 'gear', placement: { ...HERE, position: [-GEAR_DISTANCE / 2, 0, 0] } },
  b: { key: 'gear', placement: { ...HERE, position: [GEAR_DISTANCE / 2, 0, 0], turn: [0, 0, GEAR_TURN] } },
};

export function encode(slots: Readonly<Record<Side, Slot>>): Record<string, string> {
  const state: Record<string, string> = {};
  for (const side of SIDES) {
    const { key, placement } = slots[side];
    if (!Object.hasOwn(SAMPLES, key)) continue;
    state[side] = key;
    state[`${side}p`] = placement.position.join();
    if (placement.turn.join() !== HERE.turn.join()) state[`${side}r`] = placement.turn.join();
    if (placement.scale.join() !== HERE.scale.join()) state[`${side}s`] = placement.scale.join();
  }
  return state;
}

/** Reads what `encode` wrote; whatever is missing or makes no sense is as by default. */
export function decode(params: URLSearchParams): Record<Side, Slot> {
  const read = (side: Side): Slot => {
    const key = params.get(side) ?? '';
    if (!Object.hasOwn(SAMPLES, key)) return DEFAULT[side];
    const placement = {
      position: readTriple(params.get(`${side}p`)) ?? DEFAULT[side].placement.position,
      turn: readTriple(params.get(`${side}r`)) ?? HERE.turn,
      scale: readTriple(params.get(`${side}s`)) ?? HERE.scale,
    };
    return { key, placement };
  };
  return { a: read('a'), b: read('b') };
}

function readTriple(text: string | null): Triple | null {
  const numbers = (text ?? '').split(',').map(Number);
  return text !== null && numbers.length === 3 && numbers.every((x) => Number.isFinite(x) && Math.abs(x) <= 1e9)
    ? (numbers as unknown as Triple)
    : null;
}
