/**
 * Solids made of unit cells, whose kind follows from their cells: common cells are an overlap, otherwise cells that have a point in common
 * are a touch. Their surfaces are full of flush faces, notches, cavities, and edges where four triangles meet.
 */
import { describe, expect, it } from 'vitest';
import { clash } from '../../src/clash/clash-run.ts';
import type { ClashKind } from '../../src/clash/report.ts';
import { baked, model, part, placed, Rng, recut, rotation, type Solid } from './solids.ts';

const SEED = 515;
const CASES = Number(process.env['CLASH_CASES'] ?? (process.env['ENCOUNTER_QUICK'] === '1' ? 60 : 600));

type Cell = readonly [number, number, number];
const key = (c: Cell) => c.join();

/** The surface of the cells: each face of one whose neighbour is missing. */
function surface(cells: ReadonlyMap<string, Cell>, rng: Rng): Solid {
  const numbers = new Map<string, number>();
  const points: number[][] = [];
  const faces: number[][] = [];
  const numberOf = (p: readonly number[]): number => {
    const known = numbers.get(p.join());
    if (known !== undefined) return known;
    numbers.set(p.join(), points.length);
    points.push([...p]);
    return points.length - 1;
  };
  for (const cell of cells.values())
    for (let axis = 0; axis < 3; axis++)
      for (const side of [0, 1]) {
        const beside = cell.map((x, k) => (k === axis ? x + 2 * side - 1 : x)) as unknown as Cell;
        if (cells.has(key(beside))) continue;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const ring = [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ].map(([a, b]) => {
          const p = [...cell];
          p[axis] += side;
          p[u] += a;
          p[v] += b;
          return numberOf(p);
        });
        if (side === 0) ring.reverse();
        const at = rng.int(2);
        const [p, q, r, s] = [0, 1, 2, 3].map((k) => ring[(k + at) % 4]);
        faces.push([p, q, r], [p, r, s]);
      }
  return { points, faces };
}

/** A few blocks of cells, some taken away again. */
function randomCells(rng: Rng, offset: Cell): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  const blocks = 1 + rng.int(3);
  for (let b = 0; b < blocks; b++) {
    const low = [0, 1, 2].map(() => rng.int(4));
    const size = [0, 1, 2].map(() => 1 + rng.int(3));
    const taken = b > 0 && rng.chance(0.4);
    for (let x = 0; x < size[0]; x++)
      for (let y = 0; y < size[1]; y++)
        for (let z = 0; z < size[2]; z++) {
          const cell: Cell = [low[0] + x + offset[0], low[1] + y + offset[1], low[2] + z + offset[2]];
          if (taken) cells.delete(key(cell));
          else cells.set(key(cell), cell);
        }
  }
  return cells;
}

/** What two sets of cells are, with parts nearer than the clearance. */
function truth(
  p: ReadonlyMap<string, Cell>,
  q: ReadonlyMap<string, Cell>,
  clearance: number,
): [ClashKind | null, number] {
  const common = [...p.keys()].filter((k) => q.has(k)).length;
  if (common === p.size && common === q.size) return ['duplicate', 0];
  if (common > 0) return [common === p.size || common === q.size ? 'contained' : 'hard', 0];
  let least = Infinity;
  for (const c of p.values())
    for (const e of q.values()) {
      const gap = [0, 1, 2].map((k) => Math.max(0, Math.abs(c[k] - e[k]) - 1));
      least = Math.min(least, Math.hypot(...gap));
    }
  if (least === 0) return ['touch', 0];
  return least < clearance ? ['clearance', least] : [null, 0];
}

describe(`cells (seed ${SEED}, ${CASES} cases)`, () => {
  it('have the kind of their cells', () => {
    const seen = new Map<string, number>();
    for (let i = 0; i < CASES; i++) {
      const rng = new Rng(SEED, i);
      const p = randomCells(rng, [0, 0, 0]);
      let q = randomCells(rng, [rng.int(5) - 2, rng.int(5) - 2, rng.int(5) - 2]);
      const form = rng.next();
      if (form < 0.1) q = new Map(p);
      // What is left of a block that p does not fill: it fits p like a key its keyway.
      else if (form < 0.3) for (const k of p.keys()) q.delete(k);
      else if (form < 0.4) q = new Map([...p].filter(() => rng.chance(0.7)));
      if (p.size === 0 || q.size === 0) continue;
      const [kind, distance] = truth(p, q, 1.2);
      let [s, t] = [surface(p, rng), surface(q, rng)];
      if (rng.chance(0.5)) [s, t] = [recut(s, rng), recut(t, rng)];
      const place = rng.pick([
        placed(
          [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          1,
          [0, 0, 0],
        ),
        placed(rotation(rng), 1, [1, 2, 3]),
        placed(rotation(rng), 1, [1e6, -1e6, 1e6]),
        placed(
          [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          1,
          [1e6, 2e6, -3e6],
        ),
      ]);
      const where = rng.chance(0.5);
      const make = (id: string, solid: Solid) => (where ? part(id, solid, place) : part(id, baked(solid, place)));
      const models = [model('a', [make('p', s)]), model('b', [make('q', t)])];
      const { clashes } = clash(rng.chance(0.5) ? models : models.reverse(), undefined, { clearance: 1.2 });
      const found = clashes[0];
      expect(found?.kind ?? null, `case ${i}`).toBe(kind);
      if (kind === 'clearance') expect(found.distance, `case ${i}`).toBeCloseTo(distance, 6);
      if (found !== undefined) expect(Math.hypot(...found.normal), `normal of case ${i}`).toBeCloseTo(1, 9);
      seen.set(`${kind}`, (seen.get(`${kind}`) ?? 0) + 1);
    }
    // Every kind is there.
    if (CASES >= 60) expect(seen.size).toBe(6);
  });
});
