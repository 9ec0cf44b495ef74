/**
 * A moving box through the levels of a grid, from near to far. On each level its way is cut into pieces, and the cells of a piece are
 * searched when the walk reaches it. Boxes found wait until every level is searched up to the time at which they are entered.
 *
 * Deviation from 3D-DDA (J. Amanatides and A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", 1987): pieces of some cells
 * instead of single cells. A row of cells along x is one range of the table, and a box is filed under one corner, so a cell brings its
 * neighbours along. The box of a piece takes as few rows per length as a step from cell to cell, and needs no plane to be computed.
 */
import { GRID_PLACE_ROUNDING } from '../tolerances.ts';
import type { FrontWalk } from './front-walk.ts';
import type { GridLevel } from './grid-level.ts';
import type { IntList } from './int-list.ts';
import { ENTRY, EXIT, MAX, MIN, MOTION, REACH } from './moving-box.ts';
import type { Proxies } from './proxies.ts';

/**
 * The length of a piece, in cells; the size of the moving box if that is larger, so that what two pieces have in common is no more than
 * what they have not. Tuned on rays through a million boxes (bench/million.mjs): 3 costs a quarter more, 4 a half.
 */
const CELLS_PER_PIECE = 2;

/** Per level in walk.times: when its next piece begins and how long a piece takes; Infinity when none is left. Then when the way ends. */
const NEXT = 0;
const STEP = 1;
const END = 2;
const PER_LEVEL = 3;

export function walkGrid<T>(
  levels: readonly GridLevel[],
  boundless: IntList,
  proxies: Proxies<T>,
  walk: FrontWalk,
  visit: (payload: T) => number | undefined,
): void {
  walk.renewStamp(proxies.limit);
  if (walk.times.length < PER_LEVEL * (levels.length + 1))
    walk.times = new Float64Array(PER_LEVEL * (levels.length + 1));
  const { box, found, times } = walk;
  const { line } = box;
  for (let i = 0; i < boundless.count; i++) walk.see(proxies, boundless.items[i]);
  for (let i = 0; i < levels.length; i++) begin(levels[i], walk, PER_LEVEL * i);
  // After the levels: a time that is never reached.
  const never = PER_LEVEL * levels.length;
  times[never] = Infinity;
  for (;;) {
    let next = never;
    for (let k = 0; k < never; k += PER_LEVEL) if (times[k] < times[next]) next = k;
    if (!walk.visitUntil(proxies, times, next, visit)) return;
    if (next === never || times[next] > line[REACH]) return;
    found.clear();
    cover(walk, next);
    levels[next / PER_LEVEL].candidates(walk.around, walk.seen, walk.stamp, found);
    for (let i = 0; i < found.count; i++) walk.see(proxies, found.items[i]);
  }
}

/** Finds when the moving box is among the boxes of a level, and cuts that time into pieces. */
function begin(level: GridLevel, { box, around, times }: FrontWalk, k: number): void {
  const { line } = box;
  times[k + NEXT] = Infinity;
  level.extent(around);
  if (!box.meets(around, 0)) return;
  const enter = line[ENTRY];
  const time = line[EXIT] - enter;
  let size = 0;
  let length = 0;
  for (let c = 0; c < 3; c++) {
    size = Math.max(size, line[MAX + c] - line[MIN + c]);
    length = Math.max(length, Math.abs(line[MOTION + c]));
  }
  const pieces = Math.ceil(level.cellsAlong(length * time) / Math.max(CELLS_PER_PIECE, level.cellsAlong(size)));
  // Not a number when something is infinite: then one piece.
  times[k + NEXT] = enter;
  times[k + STEP] = time / (pieces > 1 ? Math.min(pieces, level.count) : 1);
  times[k + END] = line[EXIT];
}

/** Writes the box of the next piece of a level to `around`, rounded outward, and goes on to the piece after it. */
function cover({ box, around, times }: FrontWalk, k: number): void {
  const { line } = box;
  const t = times[k + NEXT];
  let u = t + times[k + STEP];
  // The last piece also takes what rounding would leave for another.
  const last = !(u + 0.5 * times[k + STEP] < times[k + END]);
  if (last) u = times[k + END];
  times[k + NEXT] = last ? Infinity : u;
  for (let c = 0; c < 3; c++) {
    const r = line[MOTION + c];
    const min = line[MIN + c];
    const max = line[MAX + c];
    around[c] = min + Math.min(t * r, u * r) - GRID_PLACE_ROUNDING * (Math.abs(min) + Math.abs(r));
    around[c + 3] = max + Math.max(t * r, u * r) + GRID_PLACE_ROUNDING * (Math.abs(max) + Math.abs(r));
  }
}
