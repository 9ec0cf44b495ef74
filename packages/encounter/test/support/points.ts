/** Clouds of points for hulls. */
import { Rng } from './rng.ts';

export type Point = [number, number, number];

export function onSphere(count: number, seed: number): Point[] {
  const rng = new Rng(seed);
  return Array.from({ length: count }, () => [...rng.direction()]);
}

/** Turned so that no plane through the points stays along the axes: coordinates that were exact are rounded. */
export const turned = (points: readonly Point[]): Point[] =>
  points.map(([x, y, z]) => [0.36 * x + 0.48 * y - 0.8 * z, -0.8 * x + 0.6 * y, 0.48 * x + 0.64 * y + 0.6 * z]);
