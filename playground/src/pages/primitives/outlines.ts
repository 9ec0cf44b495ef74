/** Outlines of polygons, within −1 … 1. */
import type { Pair } from './kinds.ts';

export const OUTLINES: Readonly<Record<string, { readonly label: string; readonly points: readonly Pair[] }>> = {
  star: { label: 'Star', points: star(5, 0.45) },
  angle: {
    label: 'Angle',
    points: [
      [-0.9, -0.9],
      [0.9, -0.9],
      [0.9, -0.25],
      [-0.25, -0.25],
      [-0.25, 0.9],
      [-0.9, 0.9],
    ],
  },
  // The hole is joined to the outside by two opposite edges in one place.
  frame: {
    label: 'Frame, with a hole',
    points: [
      [0.9, 0.9],
      [-0.9, 0.9],
      [-0.9, -0.9],
      [0.9, -0.9],
      [0.9, 0.9],
      [0.45, 0.45],
      [0.45, -0.45],
      [-0.45, -0.45],
      [-0.45, 0.45],
      [0.45, 0.45],
    ],
  },
  hexagon: { label: 'Hexagon', points: star(3, 1) },
};

/** As many tips as that, one of them up, and as many notches at this radius. */
function star(tips: number, notch: number): readonly Pair[] {
  return Array.from({ length: 2 * tips }, (_, i): Pair => {
    const angle = Math.PI * (0.5 + i / tips);
    const radius = i % 2 === 0 ? 1 : notch;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}
