/**
 * Closed meshes of solids, many for each: other diagonals, more vertices on faces and edges, other order. Every vertex is a multiple
 * of 1/16, so that all of them are exact on the surface of the solid. No vertex lies on an edge without being used by it.
 */
import type { Rng } from '../../../encounter/test/support/rng.ts';
import type { Point2 } from './lattice-polygons.ts';
import type { Solid, Surface } from './lattice-solids.ts';
import { shuffle, triangulate } from './polygon-triangles.ts';

export type Triangle = [number, number, number];

export class SolidMesh {
  readonly vertices: [number, number, number][] = [];
  triangles: Triangle[] = [];
  readonly #known = new Map<string, number>();

  vertex(x: number, y: number, z: number): number {
    const key = `${x},${y},${z}`;
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.vertices.length;
      this.vertices.push([x, y, z]);
      this.#known.set(key, index);
    }
    return index;
  }

  /** Directed edges and the number of the triangle that has them; null if one occurs twice. */
  edges(): Map<number, number> | null {
    const n = this.vertices.length;
    const found = new Map<number, number>();
    for (let t = 0; t < this.triangles.length; t++)
      for (let k = 0; k < 3; k++) {
        const key = this.triangles[t][k] * n + this.triangles[t][(k + 1) % 3];
        if (found.has(key)) return null;
        found.set(key, t);
      }
    return found;
  }

  closed(): boolean {
    const n = this.vertices.length;
    const edges = this.edges();
    return edges !== null && [...edges.keys()].every((key) => edges.has((key % n) * n + Math.floor(key / n)));
  }

  /** Six times the volume. */
  volume(): number {
    let sum = 0;
    for (const t of this.triangles) {
      const [a, b, c] = t.map((i) => this.vertices[i]);
      sum +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum;
  }
}

/** `busy` says how much is added to the fewest triangles: 0 nothing. */
export function meshOf(solid: Solid, rng: Rng, busy = rng.pick([0, 0, 1, 2])): SolidMesh {
  const mesh = new SolidMesh();
  if (solid.surface.kind === 'prism') prismMesh(mesh, solid.surface, rng, busy > 0);
  else gridMesh(mesh, solid.surface, rng, busy > 0);
  if (busy > 0) {
    for (let i = rng.int(4); i > 0; i--) splitEdge(mesh, rng);
    for (let i = rng.int(3); i > 0; i--) splitTriangle(mesh, rng);
  }
  for (let i = rng.int(6); i > 0; i--) flipEdge(mesh, rng);
  return reordered(mesh, rng);
}

function prismMesh(mesh: SolidMesh, surface: Extract<Surface, { kind: 'prism' }>, rng: Rng, busy: boolean): void {
  const { axis, from, to } = surface;
  const loops = busy ? surface.loops.map((l) => withMiddles(l, rng)) : surface.loops;
  const at = ([u, v]: Point2, w: number): number => {
    const p = [0, 0, 0];
    p[axis] = w;
    p[(axis + 1) % 3] = u;
    p[(axis + 2) % 3] = v;
    return mesh.vertex(p[0], p[1], p[2]);
  };
  const points = loops.flat();
  for (const [i, j, k] of triangulate(loops, rng))
    mesh.triangles.push([at(points[i], to), at(points[j], to), at(points[k], to)]);
  for (const [i, j, k] of triangulate(loops, rng))
    mesh.triangles.push([at(points[k], from), at(points[j], from), at(points[i], from)]);
  const levels = busy && rng.chance(0.5) ? [from, (from + to) / 2, to] : [from, to];
  for (const loop of loops)
    loop.forEach((p, i) => {
      const q = loop[(i + 1) % loop.length];
      for (let l = 0; l + 1 < levels.length; l++)
        quad(mesh, [at(p, levels[l]), at(q, levels[l]), at(q, levels[l + 1]), at(p, levels[l + 1])], rng);
    });
}

function withMiddles(loop: readonly Point2[], rng: Rng): Point2[] {
  return loop.flatMap((p, i): Point2[] => {
    const q = loop[(i + 1) % loop.length];
    return rng.chance(0.25) ? [p, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]] : [p];
  });
}

function quad(mesh: SolidMesh, [a, b, c, d]: readonly number[], rng: Rng): void {
  if (rng.chance(0.5)) mesh.triangles.push([a, b, c], [a, c, d]);
  else mesh.triangles.push([a, b, d], [b, c, d]);
}

function gridMesh(mesh: SolidMesh, surface: Extract<Surface, { kind: 'grid' }>, rng: Rng, busy: boolean): void {
  const size = surface.lines.map((l) => l.length - 1);
  const fine = surface.lines.map((l) =>
    l.flatMap((x, i) => (busy && i > 0 && rng.chance(0.2) ? [(x + l[i - 1]) / 2, x] : [x])),
  );
  const cellOf = fine.map((l, k) => l.map((x) => surface.lines[k].findLastIndex((y) => y <= x)));
  const filled = (c: readonly number[]): boolean =>
    c.every((i, k) => i >= 0 && i < size[k]) && surface.filled[(c[2] * size[1] + c[1]) * size[0] + c[0]];
  for (let k = 0; k < 3; k++) {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    for (let w = 0; w < fine[k].length; w++)
      for (let i = 0; i + 1 < fine[u].length; i++)
        for (let j = 0; j + 1 < fine[v].length; j++) {
          const cell = [0, 0, 0];
          [cell[u], cell[v]] = [cellOf[u][i], cellOf[v][j]];
          cell[k] = cellOf[k][w];
          const after = filled(cell);
          cell[k] = w === 0 ? -1 : cellOf[k][w - 1];
          const before = filled(cell);
          if (before === after) continue;
          const at = (a: number, b: number): number => {
            const p = [0, 0, 0];
            [p[k], p[u], p[v]] = [fine[k][w], fine[u][a], fine[v][b]];
            return mesh.vertex(p[0], p[1], p[2]);
          };
          const corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
          quad(mesh, before ? corners : corners.reverse(), rng);
        }
  }
}

function middle(a: readonly number[], b: readonly number[]): [number, number, number] {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

/** The triangle on the other side of an edge, and the corner of it that is not on the edge. */
function across(mesh: SolidMesh, a: number, b: number): { t: number; corner: number } | null {
  const t = mesh.edges()?.get(b * mesh.vertices.length + a);
  if (t === undefined) return null;
  return { t, corner: mesh.triangles[t].find((i) => i !== a && i !== b)! };
}

/** A vertex in the middle of an edge, for both triangles. */
function splitEdge(mesh: SolidMesh, rng: Rng): void {
  const t = rng.int(mesh.triangles.length);
  const k = rng.int(3);
  const [a, b, c] = [0, 1, 2].map((i) => mesh.triangles[t][(k + i) % 3]);
  const other = across(mesh, a, b);
  const p = middle(mesh.vertices[a], mesh.vertices[b]);
  if (other === null || p.some((x) => !Number.isInteger(16 * x))) return;
  const m = mesh.vertex(...p);
  mesh.triangles[t] = [a, m, c];
  mesh.triangles[other.t] = [b, m, other.corner];
  mesh.triangles.push([m, b, c], [m, a, other.corner]);
}

/** A vertex inside a triangle. */
function splitTriangle(mesh: SolidMesh, rng: Rng): void {
  const t = rng.int(mesh.triangles.length);
  const [a, b, c] = mesh.triangles[t];
  const v = mesh.vertices;
  const p = middle(v[a], middle(v[b], v[c]));
  if (p.some((x) => !Number.isInteger(16 * x))) return;
  const m = mesh.vertex(...p);
  mesh.triangles[t] = [a, b, m];
  mesh.triangles.push([b, c, m], [c, a, m]);
}

/** The other diagonal of two triangles in one plane, where it lies inside them. */
function flipEdge(mesh: SolidMesh, rng: Rng): void {
  const t = rng.int(mesh.triangles.length);
  const k = rng.int(3);
  const [a, b, c] = [0, 1, 2].map((i) => mesh.triangles[t][(k + i) % 3]);
  const other = across(mesh, a, b);
  if (other === null) return;
  const d = other.corner;
  const v = mesh.vertices;
  const n = normal(v[a], v[b], v[c]);
  if (dot(n, minus(v[d], v[a])) !== 0 || dot(n, normal(v[b], v[a], v[d])) <= 0) return;
  if (dot(n, normal(v[a], v[d], v[c])) <= 0 || dot(n, normal(v[d], v[b], v[c])) <= 0) return;
  if (across(mesh, c, d) !== null || across(mesh, d, c) !== null) return;
  mesh.triangles[t] = [a, d, c];
  mesh.triangles[other.t] = [d, b, c];
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function normal(a: readonly number[], b: readonly number[], c: readonly number[]): number[] {
  const [p, q] = [minus(b, a), minus(c, a)];
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/** Other numbers for the vertices, another order of the triangles, another first corner for each. */
function reordered(mesh: SolidMesh, rng: Rng): SolidMesh {
  const order = shuffle([...mesh.vertices.keys()], rng);
  const result = new SolidMesh();
  for (const i of order) result.vertex(...mesh.vertices[i]);
  const to: number[] = [];
  order.forEach((from, index) => {
    to[from] = index;
  });
  result.triangles = shuffle(
    mesh.triangles.map((t): Triangle => {
      const k = rng.int(3);
      return [to[t[k]], to[t[(k + 1) % 3]], to[t[(k + 2) % 3]]];
    }),
    rng,
  );
  return result;
}
