/** Closed surfaces to write into files, and what to ask of geometries that were read. */
import type { Part, Triangles } from '../../src/model.ts';

export interface Surface {
  readonly positions: number[];
  readonly indices: number[];
}

/** A box by its lower and upper corner: 8 vertices, 12 triangles, counterclockwise as seen from outside. */
export function box(min: readonly number[], max: readonly number[]): Surface {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) for (let k = 0; k < 3; k++) positions.push((i >> k) & 1 ? max[k] : min[k]);
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { positions, indices: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** A ring of n columns around the y axis, for surfaces with more than a handful of vertices. */
export function drum(n: number): Surface {
  const positions: number[] = [0, -1, 0, 0, 1, 0];
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const [s, c] = [Math.sin((2 * Math.PI * i) / n), Math.cos((2 * Math.PI * i) / n)];
    positions.push(s, -1, c, s, 1, c);
    const [a, b, d, e] = [2 + 2 * i, 3 + 2 * i, 2 + 2 * ((i + 1) % n), 3 + 2 * ((i + 1) % n)];
    indices.push(a, d, e, a, e, b, 0, d, a, 1, b, e);
  }
  return { positions, indices };
}

export function triangleCount({ triangles }: Part): number {
  return triangles.indices.length / 3;
}

/** Six times the volume inside; right only for closed surfaces, positive if their triangles are counterclockwise from outside. */
export function volume({ positions: p, indices }: Pick<Triangles, 'positions' | 'indices'>): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    sum += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    sum += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    sum += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}

/** Whether each edge runs as often one way as the other. */
export function isClosed({ indices }: Pick<Triangles, 'indices'>): boolean {
  const edges = new Map<string, number>();
  for (let i = 0; i < indices.length; i += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [indices[i + k], indices[i + ((k + 1) % 3)]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      edges.set(key, (edges.get(key) ?? 0) + (a < b ? 1 : -1));
    }
  return [...edges.values()].every((sum) => sum === 0);
}

/** The vertices as they stand in the model, one list of three each. */
export function worldPositions({ triangles: { positions: p }, transform: m }: Part): number[][] {
  const out: number[][] = [];
  for (let i = 0; i < p.length; i += 3)
    out.push([0, 1, 2].map((k) => m[k] * p[i] + m[k + 4] * p[i + 1] + m[k + 8] * p[i + 2] + m[k + 12]));
  return out;
}
