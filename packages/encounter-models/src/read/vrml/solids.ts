/**
 * Box, Sphere, Cone and Cylinder: the shape as it is, and triangles to show it. The triangles are closed, with corners on the surface. A cone or
 * cylinder that lacks its side or an end is no solid: it is its triangles.
 */
import type { ExactShape, Triangles } from '../../model.ts';
import { flag, number, type VrmlNode, vector } from './node.ts';
import type { Notes } from './notes.ts';

/** Corners around an axis. 32 keep the triangles within 0.5 % of the radius. */
const AROUND = 32;
/** Rings of a sphere, from pole to pole. */
const RINGS = 16;

export interface Solid {
  readonly triangles: Triangles;
  readonly shape: ExactShape | null;
}

/** Null if a size is not above zero, which is then left out with a warning. */
export function solid(node: VrmlNode, notes: Notes): Solid | null {
  switch (node.type) {
    case 'Box': {
      const size = vector(node, 'size', [2, 2, 2] as [number, number, number]);
      return sized(node, size, notes) ? { triangles: box(size), shape: { kind: 'box', size } } : null;
    }
    case 'Sphere': {
      const radius = number(node, 'radius', 1);
      return sized(node, [radius], notes) ? { triangles: sphere(radius), shape: { kind: 'sphere', radius } } : null;
    }
    case 'Cone': {
      const radius = number(node, 'bottomRadius', 1);
      const height = number(node, 'height', 2);
      if (!sized(node, [radius, height], notes)) return null;
      const ends = { top: false, side: flag(node, 'side', true), bottom: flag(node, 'bottom', true) };
      const whole = ends.side && ends.bottom;
      return { triangles: round(0, radius, height, ends), shape: whole ? { kind: 'cone', radius, height } : null };
    }
    default: {
      const radius = number(node, 'radius', 1);
      const height = number(node, 'height', 2);
      if (!sized(node, [radius, height], notes)) return null;
      const ends = { top: flag(node, 'top', true), side: flag(node, 'side', true), bottom: flag(node, 'bottom', true) };
      const whole = ends.top && ends.side && ends.bottom;
      return {
        triangles: round(radius, radius, height, ends),
        shape: whole ? { kind: 'cylinder', radius, height } : null,
      };
    }
  }
}

function sized(node: VrmlNode, sizes: readonly number[], notes: Notes): boolean {
  if (sizes.every((size) => size > 0)) return true;
  notes.warn(`${notes.called(node)} with a size of ${sizes.find((size) => !(size > 0))} is left out.`);
  return false;
}

function box(size: readonly number[]): Triangles {
  const positions = new Float64Array(24);
  for (let k = 0; k < 8; k++)
    for (let axis = 0; axis < 3; axis++) positions[3 * k + axis] = ((k >> axis) & 1 ? 0.5 : -0.5) * size[axis];
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { positions, indices: Uint32Array.from(faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])) };
}

function sphere(radius: number): Triangles {
  const positions: number[] = [0, radius, 0];
  for (let ring = 1; ring < RINGS; ring++) {
    const angle = (Math.PI * ring) / RINGS;
    addRing(positions, radius * Math.cos(angle), radius * Math.sin(angle));
  }
  positions.push(0, -radius, 0);
  const last = positions.length / 3 - 1;
  const indices: number[] = [];
  for (let k = 0; k < AROUND; k++) {
    const next = (k + 1) % AROUND;
    indices.push(0, 1 + k, 1 + next);
    for (let ring = 1; ring < RINGS - 1; ring++) {
      const upper = 1 + (ring - 1) * AROUND;
      addSquare(indices, upper + k, upper + AROUND + k, upper + AROUND + next, upper + next);
    }
    const lowest = last - AROUND;
    indices.push(lowest + k, last, lowest + next);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A cylinder, or a cone if `above` is 0. */
function round(
  above: number,
  below: number,
  height: number,
  ends: { readonly top: boolean; readonly side: boolean; readonly bottom: boolean },
): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  if (above > 0) addRing(positions, height / 2, above);
  else positions.push(0, height / 2, 0);
  const lower = positions.length / 3;
  addRing(positions, -height / 2, below);
  for (let k = 0; k < AROUND; k++) {
    const next = (k + 1) % AROUND;
    if (ends.side && above > 0) addSquare(indices, k, lower + k, lower + next, next);
    else if (ends.side) indices.push(0, lower + k, lower + next);
    if (k < 2) continue;
    if (ends.top) indices.push(0, k - 1, k);
    if (ends.bottom) indices.push(lower, lower + k, lower + k - 1);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Around the axis of y, counterclockwise as seen from above. */
function addRing(positions: number[], y: number, radius: number): void {
  for (let k = 0; k < AROUND; k++) {
    const angle = (2 * Math.PI * k) / AROUND;
    positions.push(radius * Math.sin(angle), y, radius * Math.cos(angle));
  }
}

function addSquare(indices: number[], a: number, b: number, c: number, d: number): void {
  indices.push(a, b, c, a, c, d);
}
