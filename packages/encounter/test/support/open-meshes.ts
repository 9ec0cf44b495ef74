/** Meshes that are closed, and what becomes of them: opened, turned over in places, doubled. With the dumb reference for all of them. */
import type { Rng } from './rng.ts';
import type { Vec } from './vectors.ts';

export interface PlainMesh {
  readonly name: string;
  readonly positions: readonly number[];
  readonly indices: readonly number[];
}

/** A tube about a closed curve. */
function tube(name: string, around: number, across: number, radius: number, curve: (u: number) => Vec): PlainMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const unit = (v: Vec): Vec => {
    const l = Math.hypot(...v);
    return [v[0] / l, v[1] / l, v[2] / l];
  };
  for (let i = 0; i < around; i++) {
    const u = (2 * Math.PI * i) / around;
    const c = curve(u);
    const [p, q] = [curve(u + 1e-4), curve(u - 1e-4)];
    const t = unit([p[0] - q[0], p[1] - q[1], p[2] - q[2]]);
    const along = c[0] * t[0] + c[1] * t[1] + c[2] * t[2];
    const x = unit([c[0] - along * t[0], c[1] - along * t[1], c[2] - along * t[2]]);
    const y: Vec = [t[1] * x[2] - t[2] * x[1], t[2] * x[0] - t[0] * x[2], t[0] * x[1] - t[1] * x[0]];
    for (let j = 0; j < across; j++) {
      const v = (2 * Math.PI * j) / across;
      for (let k = 0; k < 3; k++) positions.push(c[k] + radius * (Math.cos(v) * x[k] + Math.sin(v) * y[k]));
      const [i1, j1] = [(i + 1) % around, (j + 1) % across];
      const [a, b, d, e] = [i * across + j, i1 * across + j, i1 * across + j1, i * across + j1];
      indices.push(a, b, d, a, d, e);
    }
  }
  return outward({ name, positions, indices });
}

export function torus(around = 24, across = 12): PlainMesh {
  return tube('torus', around, across, 0.35, (u) => [Math.cos(u), Math.sin(u), 0]);
}

export function knot(around = 60, across = 8): PlainMesh {
  return tube('knot', around, across, 0.15, (u) => {
    const r = 0.6 * (1 + 0.5 * Math.cos(3 * u));
    return [r * Math.cos(2 * u), r * Math.sin(2 * u), 0.35 * Math.sin(3 * u)];
  });
}

export function ball(rings = 14, around = 20, radius = 1, center: Vec = [0, 0, 0]): PlainMesh {
  const positions: number[] = [center[0], center[1] + radius, center[2]];
  const indices: number[] = [];
  for (let i = 1; i < rings; i++)
    for (let j = 0; j < around; j++) {
      const [u, v] = [(Math.PI * i) / rings, (2 * Math.PI * j) / around];
      positions.push(
        center[0] + radius * Math.sin(u) * Math.cos(v),
        center[1] + radius * Math.cos(u),
        center[2] + radius * Math.sin(u) * Math.sin(v),
      );
    }
  positions.push(center[0], center[1] - radius, center[2]);
  const last = positions.length / 3 - 1;
  const at = (i: number, j: number): number => 1 + (i - 1) * around + (j % around);
  for (let j = 0; j < around; j++) {
    indices.push(0, at(1, j + 1), at(1, j), last, at(rings - 1, j), at(rings - 1, j + 1));
    for (let i = 1; i < rings - 1; i++)
      indices.push(at(i, j), at(i + 1, j + 1), at(i + 1, j), at(i, j), at(i, j + 1), at(i + 1, j + 1));
  }
  return outward({ name: 'ball', positions, indices });
}

/** A prism over a polygon that every point of it sees the origin of, cut into layers. */
export function prism(
  name: string,
  outline: readonly (readonly [number, number])[],
  height: number,
  layers = 1,
): PlainMesh {
  const n = outline.length;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let l = 0; l <= layers; l++) for (const [x, y] of outline) positions.push(x, y, height * (l / layers - 0.5));
  const low = positions.length / 3;
  positions.push(0, 0, -height / 2, 0, 0, height / 2);
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    indices.push(low, j, i, low + 1, layers * n + i, layers * n + j);
    for (let l = 0; l < layers; l++)
      indices.push(l * n + i, l * n + j, (l + 1) * n + j, l * n + i, (l + 1) * n + j, (l + 1) * n + i);
  }
  return outward({ name, positions, indices });
}

export function gear(teeth = 12): PlainMesh {
  const outline: [number, number][] = [];
  for (let i = 0; i < 4 * teeth; i++) {
    const r = i % 4 < 2 ? 1 : 0.75;
    const u = (2 * Math.PI * i) / (4 * teeth);
    outline.push([r * Math.cos(u), r * Math.sin(u)]);
  }
  return prism('gear', outline, 0.5, 3);
}

export function box(size: Vec = [1, 1, 1], center: Vec = [0, 0, 0]): PlainMesh {
  const positions: number[] = [];
  for (let k = 0; k < 8; k++) for (let j = 0; j < 3; j++) positions.push(center[j] + size[j] * (((k >> j) & 1) - 0.5));
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return outward({ name: 'box', positions, indices });
}

/** How many triangles the box of `boxWithBolts` has, which are the first, and each of its bolts. */
export const BOX_TRIANGLES = 320;
export const BOLT_TRIANGLES = 60;

/** A box with eight bolts through its top, which overlap it: a soup of closed parts. */
export function boxWithBolts(): PlainMesh {
  const outline = Array.from({ length: 32 }, (_, i): [number, number] => {
    const [side, along] = [Math.floor(i / 8), (i % 8) / 4 - 1];
    const [x, y] = [
      [along, -1],
      [1, along],
      [-along, 1],
      [-1, -along],
    ][side];
    return [x, 0.8 * y];
  });
  const hexagon = Array.from({ length: 6 }, (_, i): [number, number] => {
    const u = (Math.PI * i) / 3;
    return [0.1 * Math.cos(u), 0.1 * Math.sin(u)];
  });
  const bolts = Array.from({ length: 8 }, (_, i) =>
    moved(prism('bolt', hexagon, 0.5, 4), [-0.8 + 0.53 * (i % 4), i < 4 ? 0.5 : -0.5, 0.5]),
  );
  return { ...together(prism('box', outline, 1, 4), ...bolts), name: 'box with bolts' };
}

export function moved(mesh: PlainMesh, by: Vec): PlainMesh {
  return { ...mesh, positions: mesh.positions.map((x, k) => x + by[k % 3]) };
}

export function together(...meshes: readonly PlainMesh[]): PlainMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const from = positions.length / 3;
    positions.push(...mesh.positions);
    indices.push(...mesh.indices.map((i) => i + from));
  }
  return { name: meshes.map(({ name }) => name).join(' and '), positions, indices };
}

/** Turns the triangles over that are chosen. The second and third corner change places. */
export function flipped(mesh: PlainMesh, chosen: (triangle: number) => boolean): PlainMesh {
  const indices = mesh.indices.slice();
  for (let t = 0; t < indices.length / 3; t++)
    if (chosen(t)) [indices[3 * t + 1], indices[3 * t + 2]] = [indices[3 * t + 2], indices[3 * t + 1]];
  return { ...mesh, indices };
}

/** Takes triangles away, at random; at least one. */
export function opened(mesh: PlainMesh, part: number, rng: Rng): { open: PlainMesh; removed: PlainMesh } {
  const kept: number[] = [];
  const gone: number[] = [];
  const sure = rng.int(mesh.indices.length / 3);
  for (let t = 0; t < mesh.indices.length / 3; t++)
    (t === sure || rng.chance(part) ? gone : kept).push(...mesh.indices.slice(3 * t, 3 * t + 3));
  return { open: { ...mesh, indices: kept }, removed: { ...mesh, indices: gone } };
}

export function cornersOf({ positions, indices }: Omit<PlainMesh, 'name'>, t: number): [Vec, Vec, Vec] {
  const at = (c: number): Vec => {
    const k = 3 * indices[3 * t + c];
    return [positions[k], positions[k + 1], positions[k + 2]];
  };
  return [at(0), at(1), at(2)];
}

/**
 * The winding number by summing the solid angles of all triangles in doubles, and a bound of its error. It sees a hundred million
 * triangles in one run of the tests, so it makes no vectors: a, b and c are the corners seen from the point.
 */
export function windingReference({ positions, indices }: PlainMesh, [x, y, z]: Vec): { w: number; error: number } {
  let sum = 0;
  let error = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const ax = positions[a] - x;
    const ay = positions[a + 1] - y;
    const az = positions[a + 2] - z;
    const b = 3 * indices[t + 1];
    const bx = positions[b] - x;
    const by = positions[b + 1] - y;
    const bz = positions[b + 2] - z;
    const c = 3 * indices[t + 2];
    const cx = positions[c] - x;
    const cy = positions[c + 1] - y;
    const cz = positions[c + 2] - z;
    const la = Math.sqrt(ax * ax + ay * ay + az * az);
    const lb = Math.sqrt(bx * bx + by * by + bz * bz);
    const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    const side = la * lb * lc + ab * lc + bc * la + ca * lb;
    sum += 2 * Math.atan2(det, side);
    error += 1e-14 * (1 + (la * lb * lc) / Math.sqrt(det * det + side * side));
  }
  return { w: sum / (4 * Math.PI), error };
}

/** Of each triangle: its middle, the distance of the farthest corner from there, and its area. */
const discsOf = once(({ positions, indices }) => {
  const discs = new Float64Array((5 * indices.length) / 3);
  for (let t = 0; t < indices.length / 3; t++) {
    const [a, b, c] = cornersOf({ positions, indices }, t);
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const area = 0.5 * Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    const g = [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3);
    const reach = Math.max(...[a, b, c].map((x) => Math.hypot(x[0] - g[0], x[1] - g[1], x[2] - g[2])));
    discs.set([...g, reach, area], 5 * t);
  }
  return discs;
});

/** The most that the winding number about p can change by removing these triangles: Σ area/(4π·distance²). */
export function influence(mesh: PlainMesh, p: Vec): number {
  const discs = discsOf(mesh);
  let sum = 0;
  for (let d = 0; d < discs.length; d += 5) {
    const x = p[0] - discs[d];
    const y = p[1] - discs[d + 1];
    const z = p[2] - discs[d + 2];
    // Never less than the distance from the middle less the farthest corner's.
    const distance = Math.sqrt(x * x + y * y + z * z) - discs[d + 3];
    if (!(distance > 0)) return Infinity;
    sum += discs[d + 4] / (4 * Math.PI * distance * distance);
  }
  return sum;
}

interface Box {
  readonly low: Vec;
  readonly high: Vec;
}

/** The box of all vertices. */
const boxOfVertices = once(({ positions }) => boxOf(positions));

/** The box of the vertices that triangles use. */
export const boxOfTriangles: (mesh: PlainMesh) => Box = once(({ positions, indices }) =>
  boxOf(indices.flatMap((v) => positions.slice(3 * v, 3 * v + 3))),
);

function boxOf(positions: readonly number[]): Box {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return { low, high };
}

/** Something about a mesh that is computed when it is first asked for, not again for each point. */
function once<T>(compute: (mesh: PlainMesh) => T): (mesh: PlainMesh) => T {
  const known = new WeakMap<PlainMesh, T>();
  return (mesh) => {
    const found = known.get(mesh) ?? compute(mesh);
    known.set(mesh, found);
    return found;
  };
}

/** A point: all over the box, or near the surface. */
export function pointAround(rng: Rng, mesh: PlainMesh): Vec {
  const { positions } = mesh;
  const { low, high } = boxOfVertices(mesh);
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  if (rng.chance(0.5))
    return [0, 1, 2].map((k) => rng.range(low[k] - 0.05 * size, high[k] + 0.05 * size)) as unknown as Vec;
  const v = 3 * rng.int(positions.length / 3);
  const near = size * rng.log(1e-4, 0.1);
  return [0, 1, 2].map((k) => positions[v + k] + near * rng.range(-1, 1)) as unknown as Vec;
}

/** The same with its faces outward, as a whole. */
function outward(mesh: PlainMesh): PlainMesh {
  let volume = 0;
  for (let t = 0; t < mesh.indices.length / 3; t++) {
    const [a, b, c] = cornersOf(mesh, t);
    volume +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return volume > 0 ? mesh : flipped(mesh, () => true);
}
