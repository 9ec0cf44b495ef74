/** A random walk of a random mover through a random level. */
import type { Bench, MoverOptions } from './mover-contract.ts';
import { MoverJudge, type Seen } from './mover-judge.ts';
import { type Level, randomLevel } from './mover-levels.ts';
import { randomBody, times, toLocal, toWorld, UPRIGHT } from './mover-worlds.ts';
import type { Rng } from './rng.ts';
import { add, norm, scaled, sub, type Vec } from './vectors.ts';

const GRAVITY = 9.81;
/** Platforms move by no more than this many seconds between two moves: a mover cannot see what jumps over it. */
const LONGEST_RIDE = 0.05;
/** Moves with one wish after which a mover that cannot go on must have come to rest. */
const LEG = 24;
const LAST = 12;

export function randomWalk(bench: Bench, rng: Rng, moves: number): void {
  const { lib } = bench.findings;
  const body = randomBody(lib, rng);
  const skin = rng.chance(0.5) ? 0.01 : rng.log(1e-3, 0.05);
  const stepHeight = rng.chance(0.4) ? 0 : rng.range(0.1, 0.5);
  const level = randomLevel(lib, rng, { body, skin, stepHeight });
  const { frame, up } = level.world;
  const tilt = rng.chance(0.8) ? UPRIGHT : rng.quaternion();
  const options: MoverOptions = {
    orientation: times(frame.orientation, tilt),
    up,
    skin,
    maxSlope: rng.range(0.5, 1.1),
    stepHeight,
    snap: rng.chance(0.5) ? 0 : rng.range(0.1, 0.5),
  };
  const name = `${body.kind} in a ${level.name}`;
  // Where to start is found by a judge whose mover is never asked.
  const scout = new MoverJudge({ ...bench, Mover: Idle }, level.world, body.shape, options, name);
  const start = freePlace(scout, level, rng);
  if (start === null) {
    bench.tally.count('no free place');
    return;
  }
  const position = toWorld(frame, start);
  const judge = new MoverJudge(bench, level.world, body.shape, { ...options, position }, name);
  // Its own collider in the scene changes nothing.
  if (rng.chance(0.5)) level.world.scene.add(judge.mover.collider as never);
  level.inside(start);
  judge.allowed = (at) => level.inside(toLocal(frame, at));
  new Walk(judge, level, rng).run(moves);
}

class Idle {
  readonly collider = null as never;
  move(): never {
    throw new Error('never asked');
  }
}

function freePlace(judge: MoverJudge, level: Level, rng: Rng): Vec | null {
  const [w, h, d] = level.room;
  for (let i = 0; i < 300; i++) {
    const local: Vec = [rng.range(-w, w), rng.range(0, h), rng.range(-d, d)];
    if (judge.clearance(toWorld(level.world.frame, local)) >= judge.options.skin) return local;
  }
  return null;
}

class Walk {
  readonly judge: MoverJudge;
  readonly level: Level;
  readonly rng: Rng;
  time = 0;

  constructor(judge: MoverJudge, level: Level, rng: Rng) {
    this.judge = judge;
    this.level = level;
    this.rng = rng;
  }

  run(moves: number): void {
    // Most movers begin on the ground.
    if (this.rng.chance(0.7)) {
      const down = this.level.world.along([0, -0.2, 0]);
      for (let i = 0; i < 30 && this.judge.move(down).ground === 'air'; i++);
    }
    while (this.judge.moves < moves) {
      if (this.rng.chance(0.6)) this.walk();
      else this.press();
      if (!this.judge.position().every(Number.isFinite)) return;
    }
    if (this.level.world.platforms.length > 0) this.comeOut();
  }

  step(): number {
    return this.rng.pick([1 / 30, 1 / 60, 1 / 60, 1 / 240, this.rng.log(1e-4, 0.5)]);
  }

  speed(): number {
    return this.rng.pick([this.rng.range(1, 6), this.rng.range(1, 6), this.rng.log(0.01, 1000), 1000]);
  }

  ride(dt: number): void {
    const { world } = this.level;
    if (world.platforms.length === 0) return;
    this.time += Math.min(dt, LONGEST_RIDE);
    for (const { collider, at } of world.platforms) world.put(collider, at(this.time));
    this.judge.disturbed();
  }

  /** Level ground speed and gravity, as a game would do it. */
  walk(): void {
    const { rng, judge } = this;
    const dt = this.step();
    const speed = this.speed();
    const angle = rng.range(0, 2 * Math.PI);
    let fall = 0;
    let jump = rng.chance(0.2) ? rng.range(1, 6) : 0;
    for (let i = rng.integer(5, LEG); i > 0; i--) {
      this.ride(dt);
      const across: Vec = [Math.cos(angle) * speed * dt, (jump - fall) * dt, Math.sin(angle) * speed * dt];
      const seen = judge.move(this.level.world.along(across));
      fall = seen.ground === 'on' ? 0.5 : fall + GRAVITY * dt;
      if (jump > 0 && seen.ground === 'on') jump = 0;
    }
  }

  /** One wish again and again, in any direction: into corners, mostly. */
  press(): void {
    const { judge } = this;
    const dt = this.step();
    const wish = scaled(this.direction(), this.speed() * dt);
    const seen: Seen[] = [];
    for (let i = 0; i < LEG; i++) {
      this.ride(dt);
      seen.push(judge.move(wish));
    }
    if (this.level.world.platforms.length > 0) return;
    // Whoever moves without getting anywhere trembles.
    const last = seen.slice(-LAST);
    const path = last.reduce((sum, { moved }) => sum + norm(moved), 0);
    const net = norm(sub(last[LAST - 1].after, last[0].before));
    if (path > 10 * net + 1e-6)
      judge.fail('trembles', `the last ${LAST} moves are ${path} long and lead ${net} far, wish [${wish.join(', ')}]`);
  }

  direction(): Vec {
    const { rng } = this;
    if (rng.chance(0.5)) return rng.direction();
    // Along the axes of the level, or into its corners.
    const v: Vec = [rng.integer(-1, 1), rng.integer(-1, 1), rng.integer(-1, 1)];
    return norm(v) > 0 ? this.level.world.along(scaled(v, 1 / norm(v))) : this.level.world.along([0, -1, 0]);
  }

  /** When the platforms stand still, the mover comes out of what they pushed into it, if there is a place to go. */
  comeOut(): void {
    const { judge } = this;
    const floor = judge.options.skin - judge.tolerance;
    const deficit = floor - judge.clearance();
    if (deficit <= 0 || !this.hasRoom(deficit)) return;
    for (let i = 0; i < 8; i++) if (judge.move([0, 0, 0]).clearance >= floor) return;
    judge.fail('does not come out', `distance ${judge.clearance()}, skin ${judge.options.skin}`);
  }

  hasRoom(deficit: number): boolean {
    const { judge, rng } = this;
    const at = judge.position();
    for (let i = 0; i < 500; i++) {
      const there = add(at, scaled(rng.direction(), deficit * rng.range(1, 3)));
      if (judge.clearance(there) >= judge.options.skin) return true;
    }
    return false;
  }
}
