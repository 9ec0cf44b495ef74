/** Closed surfaces of triangles that share their vertices, bit for bit, and rays from inside that are aimed at edges and vertices. */
import type { Rng } from './rng.ts';

type P = readonly [number, number, number];

export interface ClosedMesh {
  readonly name: string;
  readonly vertices: readonly P[];
  readonly triangles: readonly (readonly [number, number, number])[];
  /** Points inside. */
  readonly inside: readonly P[];
}

/** A box of integer corners, its sides cut into squares of one unit, and these into two or four triangles. */
function brick(name: string, size: P, four: boolean): ClosedMesh {
  const vertices: P[] = [];
  const numbers = new Map<string, number>();
  const at = (p: P): number => {
    const key = p.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, vertices.length);
    vertices.push(p);
    return vertices.length - 1;
  };
  const triangles: [number, number, number][] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const level of [0, size[axis]]) {
      for (let i = 0; i < size[u]; i++) {
        for (let j = 0; j < size[v]; j++) {
          const corner = (x: number, y: number): number => {
            const p: [number, number, number] = [0, 0, 0];
            p[axis] = level;
            p[u] = i + x;
            p[v] = j + y;
            return at(p);
          };
          const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          if (four) {
            const m = corner(0.5, 0.5);
            triangles.push([a, b, m], [b, c, m], [c, d, m], [d, a, m]);
          } else triangles.push([a, b, c], [a, c, d]);
        }
      }
    }
  }
  const inside: P[] = [];
  for (let k = 0; k < 8; k++)
    inside.push([
      size[0] * (0.25 + 0.5 * (k & 1)),
      size[1] * (0.25 + 0.25 * (k & 2)),
      size[2] * (0.25 + 0.125 * (k & 4)),
    ]);
  return { name, vertices, triangles, inside };
}

/** Rings of vertices between two poles, with rounded coordinates; bumpy, but every point is seen from the middle. */
function ball(name: string, rings: number, around: number, center: P, radius: number): ClosedMesh {
  const vertices: P[] = [[center[0], center[1] + radius, center[2]]];
  for (let i = 1; i < rings; i++) {
    for (let j = 0; j < around; j++) {
      const u = (Math.PI * i) / rings;
      const v = (2 * Math.PI * (j + i / 2)) / around;
      const r = radius * (1 + 0.2 * Math.sin(3 * u + 2 * v));
      vertices.push([
        center[0] + r * Math.sin(u) * Math.cos(v),
        center[1] + r * Math.cos(u),
        center[2] + r * Math.sin(u) * Math.sin(v),
      ]);
    }
  }
  vertices.push([center[0], center[1] - radius, center[2]]);
  const last = vertices.length - 1;
  const at = (i: number, j: number): number => 1 + (i - 1) * around + (j % around);
  const triangles: [number, number, number][] = [];
  for (let j = 0; j < around; j++) {
    triangles.push([0, at(1, j), at(1, j + 1)], [last, at(rings - 1, j + 1), at(rings - 1, j)]);
    for (let i = 1; i < rings - 1; i++)
      triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
  }
  const inside: P[] = [center];
  for (let k = 0; k < 7; k++) inside.push([center[0] + 0.05 * k * radius, center[1] - 0.04 * k * radius, center[2]]);
  return { name, vertices, triangles, inside };
}

export const CLOSED_MESHES: readonly ClosedMesh[] = [
  brick('cube', [1, 1, 1], false),
  brick('brick', [2, 3, 2], false),
  brick('brick of crosses', [2, 2, 1], true),
  ball('ball', 5, 7, [0, 0, 0], 1),
  ball('ball far away', 4, 6, [1e4, -2e4, 3e4], 1),
  ball('tiny ball', 4, 5, [0.1, 0.2, 0.3], 1e-5),
];

/** A ray from inside that is aimed at a vertex, at a point of an edge, or beside them by some units in the last place. */
export function aimedRay(rng: Rng, mesh: ClosedMesh): { from: P; direction: P } {
  const from = rng.pick(mesh.inside);
  const t = rng.pick(mesh.triangles);
  const [a, b] = [mesh.vertices[t[rng.int(3)]], mesh.vertices[t[rng.int(3)]]];
  const s = rng.pick([0, 0.5, 0.25, rng.next(), rng.next()]);
  const nudge = rng.chance(0.7) ? 0 : rng.pick([1, -1, 3]) * 2 ** -52;
  const aim = (k: number): number => (a[k] + s * (b[k] - a[k])) * (1 + (rng.chance(0.5) ? nudge : 0)) - from[k];
  const long = rng.pick([1, 1, 0.3, 7]);
  const direction: P = [long * aim(0), long * aim(1), long * aim(2)];
  return { from, direction };
}
