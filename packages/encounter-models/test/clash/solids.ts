/** Solids for tests, made by code: triangles that can be cut otherwise, moved, turned, scaled and mirrored. */
import earcut from 'earcut';
import { Rng } from '../../../encounter/test/support/rng.ts';
import type { ExactShape, Model, Part, Triangles } from '../../src/model.ts';

export { Rng };

export type Point2 = readonly [number, number];

/** Corners and triangles, fronts outside. */
export interface Solid {
  readonly points: number[][];
  readonly faces: number[][];
}

/** A prism between z0 and z1 over an outline, counterclockwise, with holes, clockwise. */
export function prism(
  outline: readonly Point2[],
  z0: number,
  z1: number,
  holes: readonly (readonly Point2[])[] = [],
): Solid {
  const rings = [outline, ...holes];
  const flat = rings.flat();
  const starts = holes.map((_, i) => rings.slice(0, i + 1).reduce((sum, r) => sum + r.length, 0));
  const caps = earcut(flat.flat() as number[], starts, 2);
  const n = flat.length;
  const points = [...flat.map(([x, y]) => [x, y, z0]), ...flat.map(([x, y]) => [x, y, z1])];
  const faces: number[][] = [];
  for (let k = 0; k < caps.length; k += 3) {
    let [a, b, c] = [caps[k], caps[k + 1], caps[k + 2]];
    const area = cross(flat[a], flat[b], flat[c]);
    if (area < 0) [b, c] = [c, b];
    faces.push([a, c, b], [n + a, n + b, n + c]);
  }
  let start = 0;
  for (const ring of rings) {
    for (let k = 0; k < ring.length; k++) {
      const i = start + k;
      const j = start + ((k + 1) % ring.length);
      faces.push([i, j, n + j], [i, n + j, n + i]);
    }
    start += ring.length;
  }
  return { points, faces };
}

function cross(a: Point2, b: Point2, c: Point2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

export function box(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): Solid {
  return prism(
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ],
    z0,
    z1,
  );
}

/** A regular polygon, counterclockwise; turned by a part of its angle. */
export function ring(radius: number, n: number, cx = 0, cy = 0, turn = 0): Point2[] {
  return Array.from({ length: n }, (_, k) => {
    const angle = (2 * Math.PI * (k + turn)) / n;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)] as const;
  });
}

export function reversed(outline: readonly Point2[]): Point2[] {
  return [...outline].reverse();
}

export function tube(inner: number, outer: number, n: number, z0: number, z1: number): Solid {
  return prism(ring(outer, n), z0, z1, [reversed(ring(inner, n))]);
}

export function union(...solids: readonly Solid[]): Solid {
  const points: number[][] = [];
  const faces: number[][] = [];
  for (const solid of solids) {
    const from = points.length;
    points.push(...solid.points);
    faces.push(...solid.faces.map((f) => f.map((i) => i + from)));
  }
  return { points, faces };
}

/** Fronts inside: a cavity in another solid. */
export function insideOut({ points, faces }: Solid): Solid {
  return { points, faces: faces.map(([a, b, c]) => [a, c, b]) };
}

/** The same solid with its triangles cut at the middles of edges, at random, and in another order. */
export function recut({ points, faces }: Solid, rng: Rng, times = 6): Solid {
  const p = points.map((q) => [...q]);
  let f = faces.map((q) => [...q]);
  for (let k = 0; k < times; k++) {
    const [a, b] = (() => {
      const face = rng.pick(f);
      const side = rng.int(3);
      return [face[side], face[(side + 1) % 3]];
    })();
    // A binary fraction, so that the new point is on the edge of round coordinates exactly.
    const s = rng.pick([0.25, 0.5, 0.75]);
    const middle = p.length;
    p.push([0, 1, 2].map((i) => p[a][i] + s * (p[b][i] - p[a][i])));
    const next: number[][] = [];
    for (const face of f) {
      const side = [0, 1, 2].find((i) => {
        const [u, v] = [face[i], face[(i + 1) % 3]];
        return (u === a && v === b) || (u === b && v === a);
      });
      if (side === undefined) next.push(face);
      else {
        const [u, v, w] = [face[side], face[(side + 1) % 3], face[(side + 2) % 3]];
        next.push([u, middle, w], [middle, v, w]);
      }
    }
    f = next;
  }
  // Corners in another order, triangles begun at another corner.
  const order = shuffled(
    p.map((_, i) => i),
    rng,
  );
  const place = new Array<number>(p.length);
  order.forEach((from, to) => {
    place[from] = to;
  });
  f = shuffled(f, rng).map((face) => {
    const at = rng.int(3);
    return [0, 1, 2].map((i) => place[face[(at + i) % 3]]);
  });
  return { points: order.map((i) => p[i]), faces: f };
}

export function shuffled<T>(list: readonly T[], rng: Rng): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

export function triangles({ points, faces }: Solid, floats = false): Triangles {
  const flat = points.flat();
  return {
    positions: floats ? Float32Array.from(flat) : Float64Array.from(flat),
    indices: Uint32Array.from(faces.flat()),
  };
}

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A placement as 16 numbers: a rotation, a scale, a translation. */
export function placed(turn: readonly number[][], scale: number, at: readonly number[]): number[] {
  const out: number[] = [];
  for (let c = 0; c < 3; c++) out.push(scale * turn[0][c], scale * turn[1][c], scale * turn[2][c], 0);
  return [...out, at[0], at[1], at[2], 1];
}

/** A random rotation, row by row. */
export function rotation(rng: Rng): number[][] {
  let q: number[] = [];
  do q = [0, 0, 0, 0].map(() => rng.range(-1, 1));
  while (Math.hypot(...q) < 0.1 || Math.hypot(...q) > 1);
  const l = Math.hypot(...q);
  const [x, y, z, w] = q.map((v) => v / l);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

export function apply(m: readonly number[], p: readonly number[]): number[] {
  return [0, 1, 2].map((r) => m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r]);
}

/** The placement in the corners themselves. */
export function baked(solid: Solid, m: readonly number[]): Solid {
  return { points: solid.points.map((p) => apply(m, p)), faces: solid.faces };
}

export function part(
  id: string,
  what: Solid | Triangles,
  transform: readonly number[] = IDENTITY,
  more: Partial<Part> = {},
): Part {
  return {
    id,
    name: id,
    path: [id],
    type: '',
    layer: '',
    material: '',
    color: null,
    units: '',
    transform: Float64Array.from(transform),
    triangles: 'faces' in what ? triangles(what) : what,
    shape: null,
    ...more,
  };
}

export function shapePart(id: string, shape: ExactShape, transform: readonly number[] = IDENTITY): Part {
  return part(id, { positions: new Float64Array(0), indices: new Uint32Array(0) }, transform, { shape });
}

export function model(name: string, parts: readonly Part[], more: Partial<Model> = {}): Model {
  return { name, format: 'obj', units: '', parts, warnings: [], ...more };
}
