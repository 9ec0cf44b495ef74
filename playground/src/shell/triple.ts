/** Three numbers as states have them: places, and turns around x, y and z in degrees, in three.js's order 'XYZ'. */
import { Euler, MathUtils, Quaternion } from 'three';
import { round } from './format.ts';

export type Triple = readonly [number, number, number];

export const ZERO: Triple = [0, 0, 0];

/** Reads three numbers from an address; `otherwise` if that is not what stands there. */
export function readTriple(text: string | null, otherwise: Triple = ZERO): Triple {
  const numbers = (text ?? '').split(',').map(Number);
  return text !== null && numbers.length === 3 && numbers.every(Number.isFinite)
    ? (numbers as unknown as Triple)
    : otherwise;
}

export function orientation(turn: Triple): Quaternion {
  const [x, y, z] = turn.map(MathUtils.degToRad);
  return new Quaternion().setFromEuler(new Euler(x, y, z));
}

/** The turn of an orientation; rounded, as all that goes into the address. */
export function turnOf(q: Quaternion): Triple {
  const { x, y, z } = new Euler().setFromQuaternion(q);
  return [round(MathUtils.radToDeg(x), 2), round(MathUtils.radToDeg(y), 2), round(MathUtils.radToDeg(z), 2)];
}

/** A vector, rounded as all that goes into the address. */
export function rounded({ x, y, z }: { x: number; y: number; z: number }): Triple {
  return [round(x), round(y), round(z)];
}
