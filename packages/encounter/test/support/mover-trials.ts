/** Situations in which it is known where a mover must end: ground, slopes, stairs, rates, platforms, overlaps, filters. */
import { above, ground, localOf, place, same, skinOf, standing, type Trial, type Trials } from './mover-grounds.ts';
import type { MoverJudge, Seen } from './mover-judge.ts';
import { ramps, stairsDown, stairsUp } from './mover-stairs.ts';
import {
  about,
  HOME,
  type LevelCollider,
  type Place,
  randomBody,
  randomFrame,
  times,
  toLocal,
  toWorld,
  turned,
  UPRIGHT,
  World,
} from './mover-worlds.ts';
import type { Rng } from './rng.ts';
import { add, dot, norm, type Quat, scaled, sub, type Vec } from './vectors.ts';

/** Falls on a plane; judges ground and normal, then stands, or slides down. */
function slope(court: Trials, rng: Rng): void {
  const world = new World(court.findings.lib, randomFrame(rng));
  const maxSlope = rng.range(0.3, 1.2);
  // The longest trials are about standing.
  const kind = rng.pick(court.standing > 1000 ? ['flat', 'below', 'below'] : ['flat', 'below', 'below', 'above']);
  const angle =
    kind === 'flat' ? 0 : kind === 'below' ? rng.range(0.01, maxSlope - 0.01) : rng.range(maxSlope + 0.01, 1.5);
  const tilt: Quat = times(about([0, 1, 0], rng.range(0, 6)), about([0, 0, 1], angle));
  const collider = ground(world, rng, { position: [0, 0, 0], orientation: tilt });
  const n = world.along(turned(tilt, [0, 1, 0]));
  const body = randomBody(world.lib, rng);
  const skin = skinOf(rng);
  const high = rng.range(0.2, 1);
  const yaw = rng.range(0, 6);
  const stepHeight = rng.chance(0.5) ? 0 : 0.3;
  const options = { skin, maxSlope, stepHeight, snap: rng.chance(0.5) ? 0 : 0.1 };
  const name = `plane at ${((angle * 180) / Math.PI).toFixed(2)}°, limit ${((maxSlope * 180) / Math.PI).toFixed(2)}°`;
  const from = above(world, body, tilt, yaw, skin + high, [rng.range(-1, 1), 0, rng.range(-1, 1)]);
  const judge = place(court, world, body, from, options, name, yaw);
  const first = judge.move([0, 0, 0]);
  if (first.ground !== 'air') judge.fail('ground in the air', `${first.ground}, ${high} above the plane`);
  const dt = rng.log(1e-3, 0.03);
  let fall = 0;
  let seen = first;
  for (let i = 0; i < 20_000 && seen.ground === 'air'; i++) {
    fall += 9.81 * dt;
    seen = judge.move(world.along([0, -fall * dt, 0]));
  }
  const wanted = kind === 'above' ? 'steep' : 'on';
  const onIt = (what: Seen) => {
    if (what.ground !== wanted) judge.fail('ground state', `${what.ground}, expected ${wanted}`);
    else if (what.collider !== collider) judge.fail('ground collider', `${what.collider?.id}`);
    else if (norm(sub(what.normal, n)) > 1e-7)
      judge.fail('ground normal', `[${what.normal.join(', ')}], expected [${n.join(', ')}]`);
  };
  onIt(seen);
  if (kind !== 'above') {
    stands(judge, rng, court.standing, onIt);
    return;
  }
  for (let i = 0; i < 20; i++) {
    const wish = rng.range(0.001, 0.05);
    const slid = judge.move(world.along([0, -wish, 0]));
    onIt(slid);
    // The part of the wish along the plane leads down by sin² of the angle.
    const down = -dot(slid.moved, world.up);
    if (down < 0.9 * wish * Math.sin(angle) ** 2) judge.fail('does not slide down', `by ${down}, wish ${wish} down`);
  }
}

/** With nothing but gravity, or nothing at all, not one bit may change. */
function stands(judge: MoverJudge, rng: Rng, moves: number, check: (seen: Seen) => void = () => {}): void {
  const { world } = judge;
  for (let i = 0; i < 4; i++) judge.move(world.along([0, -0.01, 0]));
  const home = judge.position();
  const constant = rng.log(1e-6, 1);
  const kind = rng.pick(['constant', 'growing', 'random']);
  const down = (i: number) =>
    kind === 'constant' ? constant : kind === 'growing' ? 9.81e-4 * (1 + (i % 1000)) : rng.log(1e-9, 1);
  let stood = 0;
  for (let i = 0; i < moves; i++) {
    const wish = world.along([0, i % 50 === 49 ? 0 : -down(i), 0]);
    // Long stands would take minutes with all checks at every move.
    const after = i < 1000 || i % 100 === 0 ? judge.move(wish).after : judge.unchecked(wish);
    if (stood === i && same(after, home)) stood++;
  }
  const drift = norm(sub(judge.position(), home));
  judge.findings.worst('drift of what stands', drift);
  if (stood < moves) judge.fail('does not stand still', `moved at move ${stood + 1}, by ${drift} in the end, ${kind}`);
  check(judge.move(world.along([0, -constant, 0])));
}

/** Uneven ground below the limit everywhere: standing still there, too. */
function standsOnHill(court: Trials, rng: Rng): void {
  const world = new World(court.findings.lib, randomFrame(rng));
  const n = 16;
  const steep = rng.range(0.02, 0.15);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) {
      positions.push(i - n / 2, rng.range(-1, 1) * steep, j - n / 2);
      if (i === n || j === n) continue;
      const k = i * (n + 1) + j;
      indices.push(k, k + 1, k + n + 2, k, k + n + 2, k + n + 1);
    }
  world.add({ kind: 'mesh', positions, indices, solid: false });
  const body = randomBody(world.lib, rng);
  const at: Vec = [rng.range(-4, 4), body.below + 0.5, rng.range(-4, 4)];
  const judge = place(
    court,
    world,
    body,
    at,
    { skin: skinOf(rng), maxSlope: 1, snap: rng.chance(0.5) ? 0 : 0.1 },
    'hill',
  );
  let seen = judge.move([0, 0, 0]);
  for (let i = 0; i < 200 && seen.ground === 'air'; i++) seen = judge.move(world.along([0, -0.02, 0]));
  stands(judge, rng, Math.min(court.standing, 2000), (last) => {
    if (last.ground !== 'on') judge.fail('ground state', `${last.ground} on a hill below the limit`);
  });
}

/** A wall or a ceiling is no ground. */
function noGround(court: Trials, rng: Rng): void {
  const world = new World(court.findings.lib, randomFrame(rng));
  const overhead = rng.chance(0.5);
  const tilt = overhead ? about([0, 0, 1], Math.PI + rng.range(-1, 1)) : about([0, 0, 1], Math.PI / 2);
  ground(world, rng, { position: [0, 0, 0], orientation: tilt });
  const n = turned(tilt, [0, 1, 0]);
  const body = randomBody(world.lib, rng);
  const judge = place(court, world, body, scaled(n, 3), { skin: skinOf(rng) }, overhead ? 'ceiling' : 'wall');
  for (let i = 0; i < 5; i++) judge.move(world.along(scaled(n, -rng.range(0.5, 2))));
  const seen = judge.move(world.along(scaled(n, -0.01)));
  // A wall is vertical up to rounding only.
  if (seen.ground === 'on' || (overhead && seen.ground !== 'air'))
    judge.fail('ground state', `${seen.ground} at a ${judge.name}`);
}

const RATES = [30, 60, 240, 1000];

/** One path, cut into steps of different lengths: over the floor, along a wall, over a slope. */
function rates(court: Trials, rng: Rng): void {
  const kind = rng.pick(['floor', 'floor', 'wall', 'slope']);
  const world = new World(court.findings.lib, randomFrame(rng));
  const tilt = kind === 'slope' ? about([0, 0, 1], rng.range(0.05, 0.6)) : UPRIGHT;
  ground(world, rng, { position: [0, 0, 0], orientation: tilt });
  if (kind === 'wall') ground(world, rng, { position: [2, 0, 0], orientation: about([0, 0, 1], Math.PI / 2) });
  const body = randomBody(world.lib, rng);
  const skin = skinOf(rng);
  // Without snapping, going down a slope is a row of small falls, and how long they are depends on the rate.
  const snap = kind === 'slope' || rng.chance(0.5) ? 0.3 : 0;
  const options = { skin, stepHeight: rng.chance(0.5) ? 0 : 0.3, snap };
  const yaw = rng.range(0, 6);
  // Two seconds, in three legs; on a slope one, since where a leg ends there depends on where speed is measured.
  const legs = Array.from({ length: kind === 'floor' ? 3 : 1 }, () => {
    const angle = kind === 'wall' ? rng.range(-1.2, 1.2) : rng.range(0, 2 * Math.PI);
    const speed = rng.range(1, 5);
    return [Math.cos(angle) * speed, 0, Math.sin(angle) * speed] as Vec;
  });
  const sink = rng.chance(0.5) ? 0 : rng.range(0, 1);
  const ends: Vec[] = [];
  for (const rate of RATES) {
    const start = above(world, body, tilt, yaw, skin + 1e-9);
    const at = place(court, world, body, start, options, `${kind} at ${rate} Hz`, yaw);
    at.move(world.along([0, -0.01, 0]));
    for (const leg of legs)
      for (let i = 0; i < rate; i++) at.move(world.along([leg[0] / rate, -sink / rate, leg[2] / rate]));
    ends.push(localOf(at));
    if (kind === 'floor') {
      const end = legs.reduce((sum, leg) => add(sum, leg), start);
      const off = norm(sub(ends[ends.length - 1], end));
      at.findings.worst('off the path over open floor', off);
      if (off > 1e-6) at.fail('off the path over open floor', `${rate} Hz, by ${off}`);
    }
    const apart = norm(sub(ends[ends.length - 1], ends[0]));
    at.findings.worst(`rates apart, ${kind}`, apart);
    if (apart > 1e-6) at.fail(`depends on the rate, ${kind}`, `${RATES[0]} and ${rate} Hz end ${apart} apart`);
  }
}

/** Carried by what it stands on, as if it were fixed to it. */
function platform(court: Trials, rng: Rng): void {
  const world = new World(court.findings.lib, randomFrame(rng));
  const body = randomBody(world.lib, rng);
  const skin = skinOf(rng);
  const kind = rng.pick(['along', 'up', 'down', 'turning', 'all']);
  const size: Vec = [6, 0.5, 6];
  const collider = world.add({ kind: 'box', size });
  const options = { skin, snap: rng.chance(0.5) ? 0.3 : 0, stepHeight: rng.chance(0.5) ? 0 : 0.2 };
  const from: Vec = [rng.range(-2, 2), 0.25 + standing(body, skin), rng.range(-2, 2)];
  const judge = place(court, world, body, from, options, `platform moving ${kind}`);
  const sink = rng.chance(0.5) ? -0.01 : 0;
  for (let i = 0; i < 3; i++) judge.move(world.along([0, -0.01, 0]));
  let here: Place = HOME;
  const flat = kind === 'up' || kind === 'down' || kind === 'turning' ? 0 : 1;
  const rise = kind === 'up' ? 1 : kind === 'down' ? -1 : kind === 'all' ? rng.range(-1, 1) : 0;
  const velocity: Vec = [flat * rng.range(-0.1, 0.1), rise * rng.range(0.001, 0.1), flat * rng.range(-0.1, 0.1)];
  const spin = kind === 'turning' || kind === 'all' ? rng.range(-0.1, 0.1) : 0;
  for (let i = 0; i < 20; i++) {
    const before = localOf(judge);
    const next: Place = {
      position: add(here.position, velocity),
      orientation: times(about([0, 1, 0], spin), here.orientation),
    };
    world.put(collider, next);
    judge.disturbed();
    const seen = judge.move(world.along([0, sink, 0]));
    // Down by more than it sinks: whether it falls or is carried depends on nothing the contract says, unless it snaps.
    if (rise < 0 && options.snap === 0) {
      here = next;
      if (seen.ground === 'air') return;
      continue;
    }
    const expected = toWorld(next, toLocal(here, before));
    const off = norm(sub(localOf(judge), expected));
    court.findings.worst('off the platform', off);
    if (off > 1e-6) {
      judge.fail(
        `not carried, ${kind}`,
        `off by ${off} after ${i + 1} moves, by [${velocity.join(', ')}], turn ${spin}`,
      );
      return;
    }
    if (seen.ground !== 'on' || seen.collider !== collider) {
      judge.fail('ground state', `${seen.ground} on a platform`);
      return;
    }
    here = next;
  }
}

/** From an overlap it comes out at once, by a way that is not absurd. */
function overlap(court: Trials, rng: Rng): void {
  const world = new World(court.findings.lib, randomFrame(rng));
  const body = randomBody(world.lib, rng);
  const skin = skinOf(rng);
  const kind = rng.pick(['plane', 'box', 'corner', 'solid mesh']);
  const deep = body.across * rng.log(1e-6, 0.9);
  const at: Vec = [0, body.below - deep, 0];
  if (kind === 'plane') world.add({ kind: 'halfspace', normal: [0, 1, 0], offset: 0 });
  else if (kind === 'corner') {
    world.add({ kind: 'halfspace', normal: [0, 1, 0], offset: 0 });
    world.add({ kind: 'halfspace', normal: [1, 0, 0], offset: deep - body.across });
  } else if (kind === 'box') world.add({ kind: 'box', size: [8, 4, 8] }, [0, -2, 0]);
  else {
    const positions = [4, 0, 4, 4, 0, -4, -4, 0, -4, -4, 0, 4, 0, -6, 0];
    const indices = [0, 1, 2, 0, 2, 3, 0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0];
    world.add({ kind: 'mesh', positions, indices, solid: true });
  }
  const judge = place(court, world, body, at, { skin }, `overlap of ${deep} with ${kind}`, rng.range(0, 6));
  const start = judge.clearance();
  const seen = judge.move([0, 0, 0]);
  if (!(seen.clearance >= skin - judge.tolerance))
    judge.fail('does not come out at once', `distance ${start}, then ${seen.clearance}, skin ${skin}`);
  if (norm(seen.moved) > 6 * (skin - Math.min(0, start) + deep))
    judge.fail('comes out too far away', `by ${norm(seen.moved)}, distance was ${start}`);
}

/** `ignore` and `filter` hide colliders; a mover's own is never in the way. */
function hidden(court: Trials, rng: Rng): void {
  const world = new World(court.findings.lib, randomFrame(rng));
  const body = randomBody(world.lib, rng);
  ground(world, rng);
  const wall = world.add({ kind: 'box', size: [1, 8, 8] }, [3, 4, 0]);
  const own = rng.chance(0.5);
  const skin = skinOf(rng);
  const judge = place(court, world, body, [0, standing(body, skin), 0], { skin }, 'a hidden wall');
  if (own) world.scene.add(judge.mover.collider as LevelCollider);
  const options = rng.chance(0.5) ? { ignore: wall } : { filter: (c: unknown) => c !== wall };
  const wish = world.along([0.5, 0, 0]);
  for (let i = 0; i < 8; i++) judge.move(wish, options);
  const [x] = localOf(judge);
  if (Math.abs(x - 4) > 1e-6)
    judge.fail('stopped by what is hidden', `at ${x} of 4${own ? ', itself in the scene' : ''}`);
  if (own) {
    const home = judge.position();
    judge.move([0, 0, 0], options);
    if (!same(judge.position(), home)) judge.fail('moved by itself', 'its own collider is in the scene');
  }
}

export const TRIALS: Record<string, Trial> = {
  slope,
  'hill, standing': standsOnHill,
  'no ground': noGround,
  'stairs up': stairsUp,
  'stairs down': stairsDown,
  ramps,
  rates,
  platform,
  overlap,
  hidden,
};
