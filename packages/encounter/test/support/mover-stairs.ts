/** Stairs and ramps: what is climbed, and how one gets down. */
import { ground, HALF, localOf, place, skinOf, standing, type Trials } from './mover-grounds.ts';
import type { Seen } from './mover-judge.ts';
import { about, HOME, randomBody, randomFrame, turned, UPRIGHT, World } from './mover-worlds.ts';
import type { Rng } from './rng.ts';
import type { Vec } from './vectors.ts';

const BLUNT = ['capsule', 'box', 'cylinder', 'sphere'] as const;

/** Stairs are climbed exactly when they are not higher than the limit. */
export function stairsUp(court: Trials, rng: Rng): void {
  const kind = rng.pick(['lower', 'equal', 'higher', 'slightly higher']);
  // Equal heights are equal without rounding: dyadic, and upright at the origin.
  const world = new World(court.findings.lib, kind === 'equal' ? HOME : randomFrame(rng));
  const maxSlope = rng.range(0.6, 0.9);
  const skin = kind === 'equal' ? 1 / 128 : skinOf(rng);
  const body = randomBody(world.lib, rng, BLUNT);
  // A round bottom slides over an edge that it touches from high enough, whatever the limit of steps is.
  const slides = (body.round + skin) * (1 - Math.cos(maxSlope));
  const stepHeight = Math.ceil(64 * (slides + rng.range(0.05, 0.4))) / 64;
  const rise =
    kind === 'lower'
      ? stepHeight * rng.range(0.1, 0.98)
      : kind === 'equal'
        ? stepHeight
        : kind === 'higher'
          ? stepHeight + rng.range(0.01, 0.3)
          : stepHeight + 1e-5;
  const count = rng.integer(1, 4);
  const tread = body.across + body.round + skin + rng.range(0.1, 1);
  staircase(world, rng, count, rise, tread);
  const aim = rng.range(-0.5, 0.5);
  const from: Vec = [-body.across - 0.5, standing(body, skin), 0];
  const snap = rng.chance(0.5) ? 0 : rng.range(0.01, 0.5);
  const name = `stairs of ${rise}, limit ${stepHeight}, treads ${tread.toFixed(3)}`;
  const judge = place(court, world, body, from, { skin, maxSlope, stepHeight, snap }, name, rng.range(0, 6));
  const step = rng.pick([1 / 30, 1 / 60, 1 / 240, 1e-3]) * rng.range(2, 6);
  const down = rng.chance(0.5) ? 0 : rng.range(0, 0.3) * step;
  const length = (count + 1) * tread + 2 * body.across + 2;
  const wish = world.along([Math.cos(aim) * step, -down, Math.sin(aim) * step]);
  // A move may end at an edge: the next goes on.
  const moves = Math.ceil((1.3 * length) / (Math.cos(aim) * step)) + 40;
  let highest = from[1];
  for (let i = 0; i < moves; i++) {
    judge.move(wish);
    highest = Math.max(highest, localOf(judge)[1]);
    if (localOf(judge)[0] > length - 1) break;
  }
  const [x, y] = localOf(judge);
  if (kind === 'lower' || kind === 'equal') {
    const top = count * rise + standing(body, skin);
    if (x < length - 1.5) judge.fail(`stairs not climbed, ${kind}`, `at ${x}, ${y}, step ${step}, down ${down}`);
    else if (y < top - 1e-6) judge.fail(`stairs not climbed, ${kind}`, `fell to ${y}, top ${top}`);
    else if (down > 0 && Math.abs(y - top) > 1e-6) judge.fail('above the stairs', `${y - top}`);
  } else if (highest > from[1] + Math.min(0.05, 0.5 * rise) || x > 0)
    judge.fail(`stairs climbed, ${kind}`, `at ${x}, ${y}, highest ${highest - from[1]}, step ${step}`);
}

/** Steps of one height that begin at x = 0, with a floor before them and a long last tread. */
function staircase(world: World, rng: Rng, count: number, rise: number, tread: number): void {
  const boxes = Array.from({ length: count }, (_, k) => ({
    size: [HALF - k * tread, rise, 2 * HALF] as Vec,
    position: [(HALF + k * tread) / 2, k * rise + rise / 2, 0] as Vec,
    orientation: UPRIGHT,
  }));
  ground(world, rng);
  const kind = rng.pick(['boxes', 'compound', 'soup']);
  if (kind === 'compound') world.add({ kind: 'compound', boxes });
  else if (kind === 'boxes') for (const { size, position } of boxes) world.add({ kind: 'box', size }, position);
  else {
    const positions: number[] = [];
    const indices: number[] = [];
    const quad = (x0: number, y0: number, x1: number, y1: number) => {
      const k = positions.length / 3;
      positions.push(x0, y0, -HALF, x1, y1, -HALF, x1, y1, HALF, x0, y0, HALF);
      indices.push(k, k + 3, k + 2, k, k + 2, k + 1);
    };
    for (let k = 0; k < count; k++) {
      const x = k * tread;
      quad(x, k * rise, x, (k + 1) * rise);
      quad(x, (k + 1) * rise, k + 1 < count ? x + tread : HALF, (k + 1) * rise);
    }
    world.add({ kind: 'mesh', positions, indices, solid: false });
  }
}

/** Going down, `snap` keeps a mover on the stairs if they are not higher, and does nothing if they are. */
export function stairsDown(court: Trials, rng: Rng): void {
  const world = new World(court.findings.lib, randomFrame(rng));
  const body = randomBody(world.lib, rng, BLUNT);
  const skin = skinOf(rng);
  const rise = rng.range(0.05, 0.4);
  const follows = rng.chance(0.6);
  const snap = follows
    ? rise * rng.range(1.05, 2)
    : rng.chance(0.3)
      ? 0
      : Math.max(0, rise - skin) * rng.range(0.1, 0.9);
  const count = follows ? rng.integer(1, 4) : 1;
  const tread = 2 * (body.across + skin) + rng.range(0.1, 1);
  staircase(world, rng, count, rise, tread);
  const top = count * rise + standing(body, skin);
  const from: Vec = [count * tread + body.across, top, 0];
  const name = `down stairs of ${rise}, snap ${snap}`;
  const stepHeight = rng.chance(0.5) ? 0 : 0.2;
  const judge = place(court, world, body, from, { skin, maxSlope: 0.8, stepHeight, snap }, name, rng.range(0, 6));
  // A small wish down, so that it knows where it stands.
  judge.move(world.along([0, -0.01, 0]));
  const step = rng.pick([1 / 30, 1 / 60, 1 / 240]) * rng.range(1, 6);
  const moves = Math.ceil((from[0] + body.across + 1) / step);
  let last = null as Seen | null;
  for (let i = 0; i < moves; i++) last = judge.move(world.along([-step, 0, 0]));
  const [x, y] = localOf(judge);
  if (Math.abs(x - (from[0] - moves * step)) > 1e-6 && !(body.round > 0 && follows))
    judge.fail('delayed on the way down', `at ${x}, expected ${from[0] - moves * step}`);
  if (follows) {
    if (Math.abs(y - standing(body, skin)) > 1e-6)
      judge.fail('not snapped to the ground', `${y - standing(body, skin)} above`);
    if (last?.ground !== 'on') judge.fail('ground state', `${last?.ground} at the foot of stairs`);
  } else if (body.round === 0) {
    // With its skin the edge of a flat bottom is round.
    if (y > top + 1e-6 || y < top - skin - 1e-6)
      judge.fail('snapped farther than it may', `by ${top - y}, snap ${snap}, step ${rise}`);
    if (last?.ground !== 'air') judge.fail('ground state', `${last?.ground} beyond a ledge`);
  }
}

/** A ramp is climbed exactly when it is not steeper than the limit. */
export function ramps(court: Trials, rng: Rng): void {
  const world = new World(court.findings.lib, randomFrame(rng));
  const body = randomBody(world.lib, rng, BLUNT);
  const skin = skinOf(rng);
  const maxSlope = rng.range(0.3, 1);
  const climbs = rng.chance(0.5);
  const angle = climbs ? rng.range(0.05, maxSlope - 0.02) : rng.range(maxSlope + 0.02, 1.4);
  const tilt = about([0, 0, 1], angle);
  ground(world, rng);
  ground(world, rng, { position: turned(tilt, [0, 0, 0]), orientation: tilt });
  const from: Vec = [-3 - body.across - body.below, standing(body, skin), 0];
  const stepHeight = rng.chance(0.5) ? 0 : rng.range(0.1, 0.4);
  const name = `ramp of ${angle}, limit ${maxSlope}`;
  const snap = rng.chance(0.5) ? 0 : 0.2;
  const judge = place(court, world, body, from, { skin, maxSlope, stepHeight, snap }, name, rng.range(0, 6));
  // Only the part of the tilted plane above the floor is a ramp: what is below it does no harm.
  const step = rng.pick([1 / 30, 1 / 60, 1 / 240]) * rng.range(2, 6);
  const aim = rng.range(-0.5, 0.5);
  const wish = world.along([step * Math.cos(aim), rng.chance(0.5) ? 0 : -0.2 * step, step * Math.sin(aim)]);
  let highest = from[1];
  const moves = Math.ceil(8 / step);
  for (let i = 0; i < moves; i++) {
    judge.move(wish);
    highest = Math.max(highest, localOf(judge)[1]);
  }
  const climbed = localOf(judge)[1] - from[1];
  if (climbs && climbed < 0.2 * Math.sin(angle)) judge.fail('ramp not climbed', `${climbed} high`);
  if (!climbs && highest > from[1] + 0.02) judge.fail('steep ramp climbed', `${highest - from[1]} high`);
}
