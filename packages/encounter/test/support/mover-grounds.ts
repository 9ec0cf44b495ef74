/** What trials of movers have in common: flat ground of all kinds, and movers placed on it. */
import type { Bench, MoverOptions } from './mover-contract.ts';
import { MoverJudge } from './mover-judge.ts';
import {
  about,
  type Body,
  HOME,
  type LevelCollider,
  type Place,
  times,
  toLocal,
  toWorld,
  turned,
  UPRIGHT,
  type World,
} from './mover-worlds.ts';
import type { Rng } from './rng.ts';
import { add, type Quat, scaled, type Vec } from './vectors.ts';

export interface Trials extends Bench {
  /** How many moves a mover stands for. */
  readonly standing: number;
}

export type Trial = (court: Trials, rng: Rng) => void;

export const HALF = 30;

/** Flat ground through the origin of `place`, as far as 30 around, of a random kind. */
export function ground(world: World, rng: Rng, place: Place = HOME): LevelCollider {
  const { position, orientation } = place;
  const kind = rng.pick(['halfspace', 'box', 'mesh', 'compound', 'triangle'] as const);
  switch (kind) {
    case 'halfspace':
      return world.add({ kind, normal: [0, 1, 0], offset: 0 }, position, orientation);
    case 'box':
      return world.add({ kind, size: [2 * HALF, 1, 2 * HALF] }, toWorld(place, [0, -0.5, 0]), orientation);
    case 'compound': {
      // Two boxes side by side: nothing happens at the joint.
      const joint = rng.range(-3, 3);
      const part = (from: number, to: number) => ({
        size: [to - from, 1, 2 * HALF] as Vec,
        position: [(from + to) / 2, -0.5, 0] as Vec,
        orientation: UPRIGHT,
      });
      return world.add({ kind, boxes: [part(-HALF, joint), part(joint, HALF)] }, position, orientation);
    }
    case 'triangle':
      return world.add(
        {
          kind,
          points: [
            [-2 * HALF, 0, -HALF],
            [0, 0, 3 * HALF],
            [2 * HALF, 0, -HALF],
          ],
        },
        position,
        orientation,
      );
    case 'mesh': {
      const n = rng.integer(1, 12);
      const at = (i: number) => (i === 0 || i === n ? 0 : rng.range(-0.4, 0.4));
      const positions: number[] = [];
      const indices: number[] = [];
      for (let i = 0; i <= n; i++)
        for (let j = 0; j <= n; j++) {
          positions.push(HALF * ((2 * (i + at(i))) / n - 1), 0, HALF * ((2 * (j + at(j))) / n - 1));
          if (i === n || j === n) continue;
          const k = i * (n + 1) + j;
          const [p, q, r, s] = [k, k + 1, k + n + 2, k + n + 1];
          indices.push(...(rng.chance(0.5) ? [p, q, r, p, r, s] : [p, q, s, q, r, s]));
        }
      return world.add({ kind, positions, indices, solid: false }, position, orientation);
    }
  }
}

/** A mover upright in the level, at a place of the level. */
export function place(
  court: Trials,
  world: World,
  body: Body,
  at: Vec,
  options: MoverOptions,
  name: string,
  yaw = 0,
): MoverJudge {
  const { frame, up } = world;
  const orientation = times(frame.orientation, about([0, 1, 0], yaw));
  const all = { ...options, position: toWorld(frame, at), orientation, up };
  return new MoverJudge(court, world, body.shape, all, `${name}, ${body.kind}`);
}

export const skinOf = (rng: Rng): number => (rng.chance(0.5) ? 0.01 : rng.log(1e-3, 0.05));
export const localOf = (judge: MoverJudge): Vec => toLocal(judge.world.frame, judge.position());
export const same = (a: Vec, b: Vec): boolean => a.every((x, i) => x === b[i]);

/** How far above flat ground the origin of a body is that stands on it. */
export const standing = (body: Body, skin: number): number => body.below + skin;

/** A place of the level above its plane with normal n, with a gap beyond the skin. */
export function above(world: World, body: Body, tilt: Quat, yaw: number, gap: number, across: Vec = [0, 0, 0]): Vec {
  const { lib } = world;
  const bare = new lib.Collider(body.shape, { orientation: about([0, 1, 0], yaw) });
  const n = turned(tilt, [0, 1, 0]);
  const far = 1000;
  const { distance } = lib.closestPoints(bare, new lib.Collider(new lib.Halfspace(n, -far)));
  return add(turned(tilt, across), scaled(n, far - distance + gap));
}
