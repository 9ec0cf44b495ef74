/** sweptShape: it contains the collider at all times, is exact for translations, and no larger than its comment says. */
import { describe, expect, it } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Cone,
  Cylinder,
  Halfspace,
  HullOf,
  intersects,
  Mesh,
  type Motion,
  Placed,
  Polytope,
  placeAlong,
  Segment,
  type Shape,
  Sphere,
  sweptShape,
  Triangle,
  timeOfImpact,
  Vec3,
} from '../../src/index.ts';
import { Rng, runs } from '../support/rng.ts';

type Triple = [number, number, number];

const SEED = 20261118;

function randomCollider(rng: Rng): Collider {
  const v = (): Triple => rng.direction().map((x) => x * rng.range(0.3, 1)) as Triple;
  const shape = rng.pick<() => Shape>([
    () => new Segment(v(), v()),
    () => new Triangle(v(), v(), v()),
    () => new Sphere(rng.range(0.2, 1)),
    () => new Box([rng.range(0, 2), rng.range(0, 2), rng.range(0, 2)]),
    () => new Cylinder(0.4, 1),
    () => new Cone(0.5, 1),
    () => new Capsule(0.3, 1),
    () => new Polytope(Array.from({ length: 10 }, v)),
    () => new HullOf(new Sphere(0.2), new Placed(new Box([0.3, 0.3, 0.3]), { position: v() })),
  ])();
  return new Collider(shape, {
    position: rng.direction().map((x) => x * rng.range(0, 3)) as Triple,
    orientation: rng.quaternion(),
    scale: rng.chance(0.4) ? [1, rng.range(0.3, 2), -1.5] : rng.range(0.5, 2),
    margin: rng.chance(0.3) ? 0.2 : 0,
  });
}

function randomMotion(rng: Rng, angle: number): Motion {
  const motion: Motion = {
    translation: rng.direction().map((x) => x * rng.range(0, 4)) as Triple,
    rotation: rng.direction().map((x) => x * angle) as Triple,
  };
  if (rng.chance(0.5)) motion.center = rng.direction().map((x) => 2 * x) as Triple;
  return motion;
}

/** How far a collider reaches along a unit direction. */
function reach(collider: Collider, d: Vec3): number {
  const m = collider.getMatrix();
  const dir = new Vec3(
    m[0] * d.x + m[1] * d.y + m[2] * d.z,
    m[4] * d.x + m[5] * d.y + m[6] * d.z,
    m[8] * d.x + m[9] * d.y + m[10] * d.z,
  );
  const p = collider.shape.support(dir, new Vec3());
  const at = m[12] * d.x + m[13] * d.y + m[14] * d.z;
  return dir.x * p.x + dir.y * p.y + dir.z * p.z + at + collider.margin;
}

const reachAt = (c: Collider, motion: Motion, t: number, d: Vec3): number => {
  const copy = new Collider(c.shape, { matrix: c.getMatrix(), margin: c.margin });
  // A motion counts from the collider's own origin, which the copy has, too.
  return reach(placeAlong(copy, motion, t), d);
};

describe('sweptShape', () => {
  it(`contains the collider at all times, and is exact for translations, seed ${SEED}`, () => {
    const rng = new Rng(SEED);
    for (let i = 0; i < runs(2000); i++) {
      const c = randomCollider(rng);
      const angle = rng.pick([0, rng.range(0, 1), rng.range(0, 7), rng.range(6, 60)]);
      const motion = randomMotion(rng, angle);
      const before = [...c.getMatrix()];
      const options = rng.chance(0.3) ? { placements: rng.integer(2, 9) } : {};
      const swept = new Collider(sweptShape(c, motion, options));
      expect([...c.getMatrix()]).toEqual(before);
      for (let k = 0; k < 8; k++) {
        const d = new Vec3(...rng.direction());
        const limit = reach(swept, d) + 1e-12 * 20;
        for (let j = 0; j < 8; j++) {
          const t = rng.next();
          const own = reachAt(c, motion, t, d);
          if (!(own <= limit)) expect.fail(`case ${i}: ${own} > ${limit} at ${t}, angle ${angle}, ${c.shape}`);
        }
        if (angle > 0) continue;
        const hull = Math.max(reachAt(c, motion, 0, d), reachAt(c, motion, 1, d));
        if (!(Math.abs(hull - limit) < 1e-10)) expect.fail(`case ${i}: ${limit} instead of ${hull}, ${c.shape}`);
      }
    }
  });

  it('is larger than the sweep by r·δ²/8 at most, and tends to its hull', () => {
    const rng = new Rng(SEED);
    const rod = new Collider(new Segment([0, 0, 0], [2, 0, 0]));
    const motion = { rotation: [0, 0, 2] as Triple };
    for (const placements of [2, 3, 9, 33]) {
      const swept = new Collider(sweptShape(rod, motion, { placements }));
      const most = (2 * (2 / (placements - 1)) ** 2) / 8;
      for (let k = 0; k < 200; k++) {
        const d = new Vec3(...rng.direction());
        // The rod sweeps a sector of radius 2: the farthest point is the pivot, or on the arc as near to d as it gets.
        const off = Math.atan2(d.y, d.x);
        const beside = Math.max(0, -off > Math.PI - 1 ? Math.abs(off + 2 * Math.PI) - 2 : off < 0 ? -off : off - 2);
        const hull = Math.max(0, 2 * Math.hypot(d.x, d.y) * Math.cos(beside));
        expect(reach(swept, d)).toBeLessThanOrEqual(hull + most + 1e-12);
      }
    }
  });

  it('of a ball that spins about itself is that of its translation', () => {
    const ball = new Collider(new Sphere(1), { position: [0, 5, 0] });
    const swept = new Collider(sweptShape(ball, { translation: [3, 0, 0], rotation: [40, 1, 2] }));
    const { min, max } = swept.bounds();
    expect([min.toArray(), max.toArray()]).toEqual([
      [-1, 4, -1],
      [4, 6, 1],
    ]);
  });

  it(`what does not meet it is not hit, seed ${SEED}`, () => {
    const rng = new Rng(SEED);
    let apart = 0;
    for (let i = 0; i < runs(1000); i++) {
      const a = randomCollider(rng);
      const b = randomCollider(rng);
      const motion = randomMotion(rng, rng.range(0, 8));
      const meets = intersects(new Collider(sweptShape(a, motion)), b);
      if (meets) continue;
      apart++;
      const hit = timeOfImpact(a, motion, b, null);
      if (hit !== null) expect.fail(`case ${i}: hit at ${hit.t} outside of the sweep`);
    }
    expect(apart).toBeGreaterThan(0);
  });

  it('refuses what has no convex sweep, and options that make no sense', () => {
    const mesh = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
    for (const shape of [mesh, new Halfspace([0, 1, 0], 0), new Compound([{ shape: new Sphere(1) }])])
      expect(() => sweptShape(new Collider(shape), null)).toThrow(/collider\.shape must be a bounded convex shape/);
    const ball = new Collider(new Sphere(1));
    for (const placements of [1, 2.5, NaN, Infinity])
      expect(() => sweptShape(ball, null, { placements })).toThrow(/placements must be a whole number of at least 2/);
    expect(() => sweptShape(ball, null, { placement: 3 } as object)).toThrow(/did you mean placements/);
    expect(() => sweptShape(ball, { turn: [0, 0, 1] } as object)).toThrow(/turn/);
    expect(() => sweptShape({} as Collider, null)).toThrow(/collider must be a Collider/);
  });
});
