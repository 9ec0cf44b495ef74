/** A model as the library has it, and what making it took. */
import { Mesh } from 'encounter';
import type { Soup } from './soup.ts';

export interface Model {
  readonly key: string;
  readonly name: string;
  readonly soup: Soup;
  readonly mesh: Mesh;
  /** Why it cannot be a solid, in the library's words; null if it is one. */
  readonly problem: string | null;
  /** Milliseconds that making the mesh took: checks and tree. */
  readonly buildMs: number;
  /** Of the vertices and indices, and of what the library has besides. */
  readonly ownBytes: number;
  readonly meshBytes: number;
  /** The longest side of its box. */
  readonly extent: number;
}

/** A solid where the surface is closed, else a soup. Throws what the library throws: of NaN, for instance. */
export function makeModel(key: string, name: string, soup: Soup): Model {
  const { positions, indices } = soup;
  let started = performance.now();
  let problem: string | null = null;
  let mesh: Mesh;
  try {
    mesh = new Mesh({ positions, indices, solid: true });
  } catch (error) {
    if (!(error instanceof RangeError && error.message.startsWith('solid needs'))) throw error;
    problem = error.message;
    started = performance.now();
    mesh = new Mesh({ positions, indices });
  }
  const buildMs = performance.now() - started;
  const { tree, corners } = mesh.triangles;
  return {
    key,
    name,
    soup,
    mesh,
    problem,
    buildMs,
    ownBytes: positions.byteLength + indices.byteLength,
    meshBytes: tree.byteLength + corners.byteLength,
    extent: Math.max(...soup.size),
  };
}
