/** Rectangles of a plane, cut at random into triangles or smaller rectangles. */
import type { Flat } from './flat-figures.ts';
import type { Rng } from './rng.ts';

export type FlatTriangle = readonly [Flat, Flat, Flat];
export type Rectangle = readonly [number, number, number, number];

const half = (p: Flat, q: Flat): Flat => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
const isSame = (p: Flat, q: Flat): boolean => p[0] === q[0] && p[1] === q[1];

/** Random triangles of a rectangle. All cuts are at halves, so that coordinates stay exact and every piece in the plane. */
export function cutTriangles(rng: Rng, [x0, z0, x1, z1]: Rectangle, cuts: number, gaps: boolean): FlatTriangle[] {
  const [a, b, c, d]: Flat[] = [
    [x0, z0],
    [x1, z0],
    [x1, z1],
    [x0, z1],
  ];
  let list: FlatTriangle[] = rng.chance(0.5)
    ? [
        [a, b, c],
        [a, c, d],
      ]
    : [
        [a, b, d],
        [b, c, d],
      ];
  for (let i = 0; i < cuts; i++) {
    const at = rng.int(list.length);
    const k = rng.int(3);
    const [p, q, r] = [list[at][k], list[at][(k + 1) % 3], list[at][(k + 2) % 3]];
    if (rng.chance(0.4)) {
      const m = half(half(p, q), half(p, r));
      list.splice(at, 1, [p, q, m], [q, r, m], [r, p, m]);
      continue;
    }
    const m = half(p, q);
    const boundary = (p[0] === q[0] && (p[0] === x0 || p[0] === x1)) || (p[1] === q[1] && (p[1] === z0 || p[1] === z1));
    // Without gaps, the neighbour across the edge is cut too: otherwise the new vertex lies on its edge.
    if (!gaps && boundary) continue;
    list = list.flatMap((t): FlatTriangle[] => {
      const j = t.findIndex((u, l) => {
        const v = t[(l + 1) % 3];
        return (isSame(u, p) && isSame(v, q)) || (isSame(u, q) && isSame(v, p));
      });
      if (j < 0 || (gaps && t !== list[at])) return [t];
      const [u, v, w] = [t[j], t[(j + 1) % 3], t[(j + 2) % 3]];
      return [
        [u, m, w],
        [m, v, w],
      ];
    });
  }
  return list;
}

/** Random rectangles that cover one, flush side by side. */
export function cutRectangles(rng: Rng, whole: Rectangle, cuts: number): Rectangle[] {
  const list = [whole];
  for (let i = 0; i < cuts; i++) {
    const at = rng.int(list.length);
    const [x0, z0, x1, z1] = list[at];
    const [x, z] = [(x0 + x1) / 2, (z0 + z1) / 2];
    if (rng.chance(0.5)) list.splice(at, 1, [x0, z0, x, z1], [x, z0, x1, z1]);
    else list.splice(at, 1, [x0, z0, x1, z], [x0, z, x1, z1]);
  }
  return list;
}
