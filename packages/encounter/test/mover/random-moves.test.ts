/**
 * Random moves in random levels, at steps from 0.1 ms to 0.5 s and speeds up to 1 km/s. After each: never nearer to anything than the skin;
 * never out of the room; never stopped while a horizontal direction towards the wish is free, by brute force.
 */
import { expect, it } from 'vitest';
import { Collider } from '../../src/index.ts';
import { Mover } from '../../src/mover/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import { clearance, HEIGHT, MOVERS, makeLevel, movePlatforms, ROOM } from './levels.ts';

const SEED = seedFromEnv(15);
const MOVES = 150;

function wish(rng: Rng): Vec {
  const way = rng.log(0.1, 1000) * rng.log(1e-4, 0.5);
  const turn = rng.range(0, 2 * Math.PI);
  const kind = rng.next();
  if (kind < 0.35) return [0.05 * Math.cos(turn), -0.05, 0.05 * Math.sin(turn)];
  if (kind < 0.65) return [Math.cos(turn) * way, -rng.range(0, 0.1), Math.sin(turn) * way];
  if (kind < 0.85) return rng.direction().map((x) => x * way) as unknown as Vec;
  return [0, -way, 0];
}

/** Whether the mover's skin can go a little way in a horizontal direction within 87° of the wish. */
function isFree(probe: Collider, scene: ReturnType<typeof makeLevel>['scene'], [x, , z]: Vec): boolean {
  const l = Math.hypot(x, z);
  const way = Math.min(0.01, l);
  for (let k = 0; k < 120; k++) {
    const a = (k * Math.PI) / 60;
    const v: Vec = [Math.cos(a) * way, 0, Math.sin(a) * way];
    if (v[0] * x + v[2] * z < 0.05 * way * l) continue;
    if (scene.castShape(probe, v) === null) return true;
  }
  return false;
}

it('keep the skin, the room and their freedom', () => {
  const found: string[] = [];
  let stopped = 0;
  let ridden = 0;
  let pushed = 0;
  const states = { on: 0, steep: 0, air: 0 };
  for (let level = 0; level < runs(60); level++) {
    const rng = new Rng(SEED, level);
    const { scene, platforms } = makeLevel(rng, rng.pick([10, 30, 60]));
    const shape = MOVERS[level % MOVERS.length];
    const skin = rng.pick([0.001, 0.01, 0.05]);
    const start = (): Vec => [rng.range(-8, 8), rng.range(8, 20), rng.range(-8, 8)];
    const stepHeight = rng.pick([0, 0.35]);
    const mover = new Mover(shape, { position: start(), skin, stepHeight, snap: rng.pick([0, 0.3]) });
    const probe = new Collider(shape, { margin: skin });
    for (let move = 0; move < MOVES; move++) {
      const rides = rng.chance(0.4);
      if (rides) movePlatforms(platforms, 0.05 * move);
      const d = wish(rng);
      const clear = clearance(mover.collider, scene) >= skin - 1e-9;
      if (!clear) pushed++;
      const m = mover.collider.getMatrix();
      const { moved, ground, groundMotion } = mover.move(scene, d);
      states[ground]++;
      if (groundMotion.x !== 0 || groundMotion.z !== 0) ridden++;
      const where = `seed ${SEED}, level ${level}, move ${move}, ${shape}`;
      const after = clearance(mover.collider, scene);
      if (!(after >= skin - 1e-9))
        found.push(`${where}: ${after} from everything, ${clear ? 'free' : 'inside'} before`);
      const [x, y, z] = [m[12] + moved.x, m[13] + moved.y, m[14] + moved.z];
      if (!(Math.abs(x) < ROOM && Math.abs(z) < ROOM && y > -1 && y < HEIGHT)) {
        found.push(`${where}: out of the room at ${[x, y, z]}`);
        mover.collider.setPosition(start());
      }
      const way = Math.hypot(...d);
      if (clear && !rides && Math.hypot(d[0], d[2]) > 1e-6 && Math.hypot(moved.x, moved.y, moved.z) < 1e-9 * way) {
        stopped++;
        probe.setPosition([m[12], m[13], m[14]]);
        if (isFree(probe, scene, d)) found.push(`${where}: stuck at ${[x, y, z]}, wish ${d}`);
      }
    }
  }
  expect(found).toEqual([]);
  // The test has seen what it is about.
  expect(stopped).toBeGreaterThanOrEqual(runs(10));
  expect(ridden).toBeGreaterThanOrEqual(runs(10));
  expect(pushed).toBeGreaterThanOrEqual(runs(10));
  expect(Math.min(states.on, states.steep, states.air)).toBeGreaterThanOrEqual(runs(10));
});
