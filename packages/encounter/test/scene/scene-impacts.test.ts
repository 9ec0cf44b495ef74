/** The first impact in a scene: against all colliders one by one, closed forms, and what its options mean. */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Halfspace,
  Mesh,
  type Motion,
  placeAlong,
  Scene,
  type Shape,
  Sphere,
  timeOfImpact,
} from '../../src/index.ts';
import { Path } from '../../src/math/path.ts';
import { readMotion } from '../../src/motion/motion.ts';
import { sweptBox } from '../../src/scene/swept-box.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import { BROAD_PHASES } from './broad-phases.ts';
import { octahedron } from './pool.ts';

const SEED = seedFromEnv(8128);

const SHAPES: readonly Shape[] = [new Box([1, 0.2, 0.6]), new Sphere(0.4), new Capsule(0.1, 1.5), octahedron(1)];

function anyMotion(rng: Rng, at: Vec): Motion {
  const rotation = rng.inBox(rng.pick([0.1, 1, 3, 10]));
  const center: Vec = [at[0] + rng.range(-3, 3), at[1] + rng.range(-3, 3), at[2] + rng.range(-3, 3)];
  return rng.pick([
    { translation: rng.inBox(6) },
    { rotation },
    { rotation, center },
    { translation: rng.inBox(6), rotation },
    { translation: rng.inBox(6), rotation, center },
    { position: rng.inBox(5), orientation: [...rng.inBox(1), 0.3] as const },
  ]);
}

function anyCollider(rng: Rng, half: number, data: number): Collider<number> {
  const position = rng.inBox(half);
  return new Collider(rng.pick(SHAPES), { position, orientation: [...rng.inBox(1), 0.4], data });
}

function origin(collider: Collider): Vec {
  const m = collider.getMatrix();
  return [m[12], m[13], m[14]];
}

test(`the swept box contains the collider all the time, and is tight for translations, seed ${SEED}`, () => {
  for (let k = 0; k < runs(1000); k++) {
    const rng = new Rng(SEED, k);
    const collider = anyCollider(rng, 100, k);
    const motion = anyMotion(rng, origin(collider));
    const path = readMotion('motion', motion, collider, new Path());
    const { min, max } = sweptBox(collider, path);
    const v = path.translation;
    const own = collider.bounds();
    for (let i = 0; i <= 20; i++) {
      const t = i / 20;
      const copy = anyCollider(new Rng(SEED, k), 100, k);
      const at = placeAlong(copy, motion, t).bounds();
      for (const c of ['x', 'y', 'z'] as const)
        if (at.min[c] < min[c] + t * v[c] - 1e-12 || at.max[c] > max[c] + t * v[c] + 1e-12)
          throw new Error(`seed ${SEED}, case ${k}: at ${t} it is outside along ${c}`);
    }
    if (!path.turns)
      for (const c of ['x', 'y', 'z'] as const) expect(max[c] - min[c]).toBeLessThan(own.max[c] - own.min[c] + 1e-6);
  }
});

describe.each(BROAD_PHASES)('timeOfImpact, broad phase: $name', ({ make }) => {
  test(`the first of all colliders, at rest or moving, seed ${SEED}`, () => {
    let impacts = 0;
    let later = 0;
    for (let k = 0; k < runs(120); k++) {
      const rng = new Rng(SEED, 1000 + k);
      const members = Array.from({ length: 30 }, (_, i) => anyCollider(rng, rng.pick([3, 6]), i));
      if (rng.chance(0.3)) members.push(new Collider(new Halfspace([0.1, 1, 0.2], -5), { data: members.length }));
      const scene = new Scene<number>({ broadPhase: make() }).add(...members);
      const mover = rng.chance(0.5) ? members[0] : anyCollider(rng, 4, -1);
      const motion = rng.chance(0.1) ? null : anyMotion(rng, origin(mover));
      const known = members.map((other) => (rng.chance(0.5) ? null : anyMotion(rng, origin(other))));
      const motions = rng.chance(0.5) ? (other: Collider<number>) => known[other.data] : undefined;
      let best = Infinity;
      for (const other of members)
        if (other !== mover)
          best = Math.min(best, timeOfImpact(mover, motion, other, motions?.(other) ?? null)?.t ?? Infinity);
      const hit = scene.timeOfImpact(mover, motion, { motions });
      const title = `seed ${SEED}, scene ${k}`;
      if (best === Infinity) expect(hit, title).toBeNull();
      else {
        expect(hit, title).not.toBeNull();
        expect(Math.abs(hit!.t - best), `${title}: ${hit!.t} instead of ${best}`).toBeLessThan(1e-6);
        const alone = timeOfImpact(mover, motion, hit!.collider, motions?.(hit!.collider) ?? null)!;
        expect(Math.abs(hit!.t - alone.t), title).toBeLessThan(1e-6);
        impacts++;
        if (best > 0) later++;
      }
    }
    expect(later).toBeGreaterThan(runs(120) / 5);
    expect(impacts).toBeGreaterThan(later);
  });

  test('a door that opens against a post; itself is not in its way', () => {
    const door = new Collider(new Box([2, 2, 0.1]), { position: [1, 0, 0] });
    const post = new Collider(new Capsule(0.25, 4), { position: [0, 0, -1.5] });
    const far = new Collider(new Sphere(0.5), { position: [9, 0, 0] });
    const scene = new Scene({ broadPhase: make() }).add(door, post, far);
    const opening = { rotation: [0, Math.PI, 0], center: [0, 0, 0] } as const;
    // The face of the door, 0.05 before its middle, is tangent to the post.
    const angle = Math.PI / 2 - Math.asin(0.3 / 1.5);
    const hit = scene.timeOfImpact(door, opening)!;
    expect(hit.collider).toBe(post);
    expect(hit.t).toBeCloseTo(angle / Math.PI, 7);
    expect(scene.timeOfImpact(door, opening, { ignore: post })).toBeNull();
    expect(scene.timeOfImpact(door, opening, { filter: (c) => c !== post })).toBeNull();
    expect(scene.timeOfImpact(door, null)).toBeNull();
    // The post gives way, just in time.
    const away = { motions: (c: Collider) => (c === post ? { translation: [0, 0, -2] as const } : null) };
    expect(scene.timeOfImpact(door, opening, away)).toBeNull();
    // And something comes along.
    const coming = { motions: (c: Collider) => (c === far ? { translation: [-12, 0, 0] as const } : {}) };
    expect(scene.timeOfImpact(door, {}, coming)).toMatchObject({ collider: far });
    expect(scene.timeOfImpact(door, {}, coming)?.t).toBeCloseTo(6.5 / 12, 7);
    expect(scene.size).toBe(3);
    expect(origin(door)).toEqual([1, 0, 0]);
  });

  test('halfspaces: as what is met, as what moves, and never against each other', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0));
    const wall = new Collider(new Halfspace([1, 0, 0], -10));
    const ball = new Collider(new Sphere(1), { position: [0, 3, 0] });
    const scene = new Scene({ broadPhase: make() }).add(floor, wall, ball);
    expect(scene.timeOfImpact(ball, { translation: [0, -4, 0] })?.t).toBeCloseTo(0.5, 7);
    expect(scene.timeOfImpact(ball, { translation: [0, -4, 0] })?.collider).toBe(floor);
    expect(scene.timeOfImpact(floor, { translation: [0, 8, 0] })?.t).toBeCloseTo(0.25, 7);
    expect(scene.timeOfImpact(ball, { translation: [0, 4, 0] })).toBeNull();
    const rising = { motions: (c: Collider) => (c === floor ? { translation: [0, 4, 0] as const } : null) };
    expect(scene.timeOfImpact(ball, null, rising)?.t).toBeCloseTo(0.5, 7);
    // The wall turns about a point of its own. Its height over it, 10·cos θ − 3·sin θ, shrinks to the radius.
    const turn = { rotation: [0, 0, -3], center: [-10, 0, 0] } as const;
    const tipping = { motions: (c: Collider) => (c === wall ? turn : null) };
    const hit = scene.timeOfImpact(ball, null, tipping)!;
    expect(hit.collider).toBe(wall);
    expect(3 * hit.t).toBeCloseTo(Math.acos(1 / Math.sqrt(109)) - Math.atan(3 / 10), 7);
  });

  test('a mesh that deforms, as what moves and as what is met', () => {
    const sheet = new Mesh({ positions: [-1, 0, -1, 1, 0, -1, 0, 0, 1], indices: [0, 1, 2] });
    const cloth = new Collider(sheet, { position: [0, 5, 0], scale: 2 });
    // The ends reach far beyond the box of the start: the corner at z = 2 goes to z = 20 and down to y = 1.
    const positions = [-1, 0, -1, 1, 0, -1, 0, -2, 10];
    const ball = new Collider(new Sphere(0.5), { position: [0, 1.4, 17] });
    const others = [ball, new Collider(new Box([1, 1, 1]), { position: [0, 9, 17] })];
    const scene = new Scene({ broadPhase: make() }).add(...others, cloth);
    const alone = timeOfImpact(cloth, { positions }, ball, null)!;
    expect(alone.t).toBeGreaterThan(0);
    expect(scene.timeOfImpact(cloth, { positions })).toMatchObject({ t: alone.t, collider: ball });
    const met = scene.timeOfImpact(ball, null, { motions: (c) => (c === cloth ? { positions } : null) });
    expect(met).toMatchObject({ collider: cloth });
    expect(met?.t).toBeCloseTo(alone.t, 9);
    expect(() => scene.timeOfImpact(cloth, { positions, rotation: [1, 0, 0] })).toThrow(/positions or rotation/);
    // Beside it the other may not turn. The message names the arguments of this query.
    const turning = { rotation: [0, 1, 0] };
    const name = `motions(collider ${ball.id})`;
    expect(() => scene.timeOfImpact(cloth, { positions }, { motions: (c) => (c === ball ? turning : null) })).toThrow(
      `${name} must have no rotation or orientation if motion has positions`,
    );
    const motions = (c: Collider) => (c === cloth ? { positions } : null);
    expect(() => scene.timeOfImpact(ball, turning, { motions })).toThrow(
      `motion must have no rotation or orientation if motions(collider ${cloth.id}) has positions`,
    );
  });

  test('wrong arguments are named', () => {
    const a = new Collider(new Sphere(1));
    const scene = new Scene({ broadPhase: make() }).add(new Collider(new Sphere(1), { position: [5, 0, 0] }));
    const ask =
      (...args: unknown[]) =>
      () =>
        (scene.timeOfImpact as (...args: unknown[]) => unknown).apply(scene, args);
    expect(ask(new Sphere(1), null)).toThrow(/collider must be a Collider/);
    expect(ask(a, { turn: [1, 0, 0] })).toThrow(/motion must have only .*turn/);
    expect(ask(a, 7)).toThrow(/motion must be a motion/);
    expect(ask(a, { translation: [Number.NaN, 0, 0] })).toThrow(/translation/);
    expect(ask(a, null, { motion: () => null })).toThrow(/unknown option 'motion': did you mean motions/);
    expect(ask(a, null, { motions: 3 })).toThrow(/motions must be a function, got 3/);
    expect(ask(a, null, { motions: () => ({ speed: 1 }) })).toThrow(/motions\(collider \d+\) must have only .*speed/);
    expect(ask(a, null, { filter: 3 })).toThrow(/filter must be a function/);
    expect(ask(a, null, { ignore: 3 })).toThrow(/ignore must be a Collider/);
    expect(ask(a, null, { all: true })).toThrow(/unknown option 'all'/);
  });
});
