import { describe, expect, it } from 'vitest';
import {
  Box,
  BruteForce,
  Capsule,
  Collider,
  Compound,
  Cone,
  Cylinder,
  DynamicAabbTree,
  Grid,
  Halfspace,
  Mesh,
  Polytope,
  Scene,
  type Shape,
  Sphere,
  SweepAndPrune,
  signedDistance,
} from '../../src/index.ts';
import { Mover, type MoverOptions } from '../../src/mover/index.ts';
import { runs } from '../support/rng.ts';

type V = readonly [number, number, number];

const place = (mover: Mover): V => {
  const m = mover.collider.getMatrix();
  return [m[12], m[13], m[14]];
};
const far = (a: V, b: V): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const turned = (axis: V, angle: number): [number, number, number, number] => {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};
const gapTo = (mover: Mover, scene: Scene): number =>
  Math.min(
    ...[...scene.colliders()]
      .filter((c) => c !== mover.collider)
      .map((c) => signedDistance(mover.collider, c).distance),
  );

/** A capsule that is 1.8 tall. */
const person = new Capsule(0.4, 1);
const shapes: readonly Shape[] = [
  person,
  new Box([0.8, 1.8, 0.8]),
  new Cylinder(0.4, 1.8),
  new Polytope([
    [0.4, -0.9, 0.4],
    [0.4, -0.9, -0.4],
    [-0.4, -0.9, 0.4],
    [-0.4, -0.9, -0.4],
    [0.3, 0.9, 0],
    [-0.3, 0.9, 0.1],
  ]),
];

const floor = (): Collider => new Collider(new Box([100, 1, 100]), { position: [0, -0.5, 0] });

/** A scene with a level floor at height 0, and more. */
function world(...more: Collider[]): Scene {
  return new Scene().add(floor(), ...more);
}

/** A floor at height 0, cut into triangles at random places. */
function cutFloor(): Mesh {
  const n = 24;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++)
      positions.push(i - n / 2 + 0.3 * Math.sin(7 * i + j), 0, j - n / 2 + 0.3 * Math.cos(5 * j + i));
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      const c = a + n + 1;
      if ((i * 7 + j * 3) % 5 < 2) indices.push(a, a + 1, c, a + 1, c + 1, c);
      else indices.push(a, a + 1, c + 1, a, c + 1, c);
    }
  return new Mesh({ positions: new Float64Array(positions), indices });
}

/** Stands on the floor of `scene` after a few moves down. */
function settled(shape: Shape, scene: Scene, position: V, options: MoverOptions = {}): Mover {
  const mover = new Mover(shape, { position, ...options });
  for (let i = 0; i < 5; i++) mover.move(scene, [0, -0.5, 0]);
  return mover;
}

describe('a move', () => {
  it('is the whole displacement where nothing is in the way', () => {
    const mover = new Mover(person, { position: [1, 5, 2] });
    const result = mover.move(world(), [1, 0.5, -2]);
    expect(place(mover)).toEqual([2, 5.5, 0]);
    expect(result.moved.toArray()).toEqual([1, 0.5, -2]);
    expect(result.ground).toBe('air');
    expect(result.groundCollider).toBe(null);
    expect(result.groundNormal.toArray()).toEqual([0, 0, 0]);
    expect(result.hits).toEqual([]);
  });

  it('lands on the floor, a skin above it', () => {
    for (const shape of shapes) {
      const scene = world();
      const mover = new Mover(shape, { position: [0, 3, 0], skin: 0.02 });
      const result = mover.move(scene, [0, -10, 0]);
      expect(far(place(mover), [0, 0.92, 0])).toBeLessThan(1e-7);
      expect(gapTo(mover, scene)).toBeGreaterThanOrEqual(0.02);
      expect(result.ground).toBe('on');
      expect(result.groundNormal.toArray()).toEqual([0, 1, 0]);
      expect(result.groundCollider).toBe([...scene.colliders()][0]);
      expect(result.hits.length).toBe(1);
      expect(result.hits[0].push).toBeGreaterThan(7);
    }
  });

  it('slides along a wall with what of the displacement leads along it', () => {
    const wall = new Collider(new Box([1, 10, 100]), { position: [3, 5, 0] });
    for (const shape of shapes) {
      const scene = world(wall);
      const mover = settled(shape, scene, [0, 2, 0]);
      const [, height] = place(mover);
      for (let i = 0; i < 100; i++) mover.move(scene, [0.1, -0.01, 0.05]);
      const [x, y, z] = place(mover);
      expect(x).toBeGreaterThan(2.08);
      expect(x).toBeLessThanOrEqual(2.09);
      expect(Math.abs(y - height)).toBeLessThan(1e-7);
      expect(Math.abs(z - 5)).toBeLessThan(1e-9);
      expect(gapTo(mover, scene)).toBeGreaterThanOrEqual(0.01 - 1e-9);
    }
  });

  it('goes into an acute wedge as far as it fits, and out again', () => {
    const half = 0.2;
    const walls = [-1, 1].map(
      (side) =>
        new Collider(new Box([10, 4, 0.2]), {
          // Their inner faces meet at x = 5.
          position: [
            5 - 5 * Math.cos(half) + 0.1 * Math.sin(half),
            2,
            side * (5 * Math.sin(half) + 0.1 * Math.cos(half)),
          ],
          orientation: turned([0, 1, 0], side * half),
        }),
    );
    const scene = world(...walls);
    const mover = settled(person, scene, [-3, 2, 0.1]);
    for (let i = 0; i < 200; i++) mover.move(scene, [0.1, -0.01, 0.001 * (i % 3)]);
    // A circle of 0.41 between two lines that meet at an angle of 0.4.
    expect(Math.abs(place(mover)[0] - (5 - 0.41 / Math.sin(half)))).toBeLessThan(1e-6);
    expect(gapTo(mover, scene)).toBeGreaterThanOrEqual(0.01 - 1e-9);
    const before = place(mover);
    mover.move(scene, [0.1, 0, 0]);
    expect(far(place(mover), before)).toBeLessThan(1e-7);
    mover.move(scene, [-1, 0, 0]);
    expect(before[0] - place(mover)[0]).toBeGreaterThan(0.99);
  });

  it('does not tunnel through a single triangle at 1,000 m/s', () => {
    const triangle = new Mesh({ positions: [5, 0, -9, 5, 9, 0, 5, 0, 9], indices: [0, 1, 2] });
    for (const shape of shapes) {
      const scene = world(new Collider(triangle));
      const mover = settled(shape, scene, [0, 2, 0]);
      mover.move(scene, [500, 0, 0]);
      expect(place(mover)[0]).toBeLessThan(4.6);
      mover.collider.setPosition([10, 2, 0]);
      mover.move(scene, [-500, 0, 0]);
      expect(place(mover)[0]).toBeGreaterThan(5.4);
    }
  });

  it('slides up along an inclined ceiling when it jumps against it', () => {
    const ceiling = new Collider(new Box([20, 1, 20]), { position: [0, 5, 0], orientation: turned([0, 0, 1], 0.5) });
    const scene = world(ceiling);
    const mover = settled(person, scene, [0, 1, 0]);
    mover.move(scene, [0, 6, 0]);
    expect(place(mover)[0]).toBeGreaterThan(0.3);
    expect(gapTo(mover, scene)).toBeGreaterThanOrEqual(0.01 - 1e-9);
  });

  it('has the same result with every broad phase', () => {
    const ends = [
      new BruteForce<never>(),
      new SweepAndPrune<never>(),
      new DynamicAabbTree<never>(),
      new Grid<never>(),
    ].map((broadPhase) => {
      const scene = new Scene({ broadPhase }).add(
        floor(),
        new Collider(new Box([1, 1, 1]), { position: [2, 0.5, 0.2] }),
        new Collider(new Sphere(1), { position: [4, 0, 1] }),
        new Collider(new Halfspace([-1, 0, 0], -6)),
      );
      const mover = new Mover(person, { position: [0, 1, 0], stepHeight: 0.3, snap: 0.3 });
      for (let i = 0; i < 120; i++) mover.move(scene, [0.07, -0.05, 0.02 + 0.01 * Math.sin(i)]);
      return place(mover);
    });
    for (const end of ends) expect(end).toEqual(ends[0]);
    expect(Math.abs(ends[0][0] - 5.59)).toBeLessThan(1e-6);
  });

  it('does not depend on whether its own collider is in the scene', () => {
    const scene = world(new Collider(new Box([1, 1, 1]), { position: [2, 0.5, 0] }));
    const a = settled(person, scene, [0, 1, 0]);
    const b = settled(person, scene, [0, 1, 0]);
    scene.add(b.collider);
    for (let i = 0; i < 50; i++) {
      a.move(scene, [0.05, -0.02, 0.01], { ignore: b.collider });
      b.move(scene, [0.05, -0.02, 0.01]);
    }
    expect(place(b)).toEqual(place(a));
  });

  it('works with up along any axis, and far from the origin', () => {
    const end = (up: V, at: V): V => {
      const [x, y] = up;
      // Coordinates (a, b, c) with b upwards are turned so that b is along `up`.
      const turn = ([a, b, c]: V): V => (y === 1 ? [a, b, c] : x === 1 ? [b, c, a] : [c, a, b]);
      const shift = (v: V): V => {
        const t = turn(v);
        return [t[0] + at[0], t[1] + at[1], t[2] + at[2]];
      };
      const scene = new Scene().add(
        new Collider(new Box(turn([100, 1, 100])), { position: shift([0, -0.5, 0]) }),
        new Collider(new Box(turn([1, 0.25, 10])), { position: shift([2, 0.125, 0]) }),
      );
      const mover = new Mover(new Box(turn([0.8, 1.8, 0.8])), { position: shift([0, 1, 0]), up, stepHeight: 0.3 });
      for (let i = 0; i < 40; i++) mover.move(scene, turn([0.05, -0.02, 0.01]));
      const p = place(mover);
      const q: V = [p[0] - at[0], p[1] - at[1], p[2] - at[2]];
      return y === 1 ? q : x === 1 ? [q[2], q[0], q[1]] : ([q[1], q[2], q[0]] as V);
    };
    const expected = end([0, 1, 0], [0, 0, 0]);
    expect(Math.abs(expected[1] - 1.16)).toBeLessThan(1e-6);
    expect(far(end([1, 0, 0], [0, 0, 0]), expected)).toBeLessThan(1e-12);
    expect(far(end([0, 0, 1], [0, 0, 0]), expected)).toBeLessThan(1e-12);
    expect(far(end([0, 1, 0], [1e6, -2e6, 3e6]), expected)).toBeLessThan(1e-5);
  });
});

describe('frame rates', () => {
  it('end within 1e-6 of the path on open floors', () => {
    for (const ground of [floor(), new Collider(cutFloor()), new Collider(new Halfspace([0, 1, 0], 0))])
      for (const shape of shapes) {
        const scene = new Scene().add(ground);
        for (const rate of [30, 60, runs(240), runs(1000)]) {
          const mover = settled(shape, scene, [-4, 1, -3]);
          for (let i = 0; i < 2 * rate; i++) mover.move(scene, [3 / rate, -1 / rate, 2 / rate]);
          expect(far(place(mover), [2, 0.91, 1])).toBeLessThan(1e-6);
        }
      }
  });

  it('lead up the same stairs, and along the same wall', () => {
    const parts = Array.from(
      { length: 5 },
      (_, i) => new Collider(new Box([20, 0.2, 20]), { position: [11.5 + 0.6 * i, 0.1 + 0.2 * i, 0] }),
    );
    const scene = world(...parts, new Collider(new Box([20, 9, 1]), { position: [0, 4, 3] }));
    const ends = [30, 60, 240, 1000].map((rate) => {
      const mover = settled(person, scene, [0, 1, 0], { stepHeight: 0.25, snap: 0.25 });
      for (let i = 0; i < 3 * rate; i++) mover.move(scene, [2 / rate, -1 / rate, 1.5 / rate]);
      return place(mover);
    });
    for (const end of ends) {
      expect(far(end, ends[0])).toBeLessThan(1e-6);
      expect(far(end, [6, 1.91, 2.09])).toBeLessThan(1e-6);
    }
  });
});

describe('slopes', () => {
  /** A slope that rises along x with an angle. */
  const slope = (angle: number): Collider =>
    new Collider(new Box([60, 1, 60]), {
      position: [0.5 * Math.sin(angle), -0.5 * Math.cos(angle), 0],
      orientation: turned([0, 0, 1], angle),
    });

  it('below the limit: standing still is standing still, to the last bit, for 100,000 moves', () => {
    const positions = new Float64Array([-20, -10, -20, -20, -10, 20, 20, 10, -20, 20, 10, 20]);
    const mesh = new Collider(new Mesh({ positions, indices: [0, 1, 2, 1, 3, 2] }));
    for (const ground of [slope(0.7), mesh])
      for (const shape of shapes) {
        const scene = new Scene().add(ground);
        const mover = settled(shape, scene, [0.3, 3, 0.1]);
        const before = place(mover);
        const moves = runs(12_500);
        let still = 0;
        for (let i = 0; i < moves; i++) {
          const { moved, ground: state } = mover.move(scene, [0, -0.003 * (1 + (i % 7)), 0]);
          if (moved.x === 0 && moved.y === 0 && moved.z === 0 && state === 'on') still++;
        }
        expect(still).toBe(moves);
        expect(place(mover)).toEqual(before);
      }
  });

  it('exactly at the limit it stands, above it slides down', () => {
    for (const [angle, state] of [
      [Math.PI / 4, 'on'],
      [Math.PI / 4 - 1e-6, 'on'],
      [Math.PI / 4 + 1e-6, 'steep'],
      [1.2, 'steep'],
    ] as const) {
      const scene = new Scene().add(slope(angle));
      const mover = new Mover(person, { position: [0, 3, 0] });
      for (let i = 0; i < 60; i++) mover.move(scene, [0, -0.1, 0]);
      const before = place(mover);
      const result = mover.move(scene, [0, -0.1, 0]);
      expect(result.ground).toBe(state);
      if (state === 'on') expect(place(mover)).toEqual(before);
      else {
        // What of the displacement leads along the slope.
        const s = Math.sin(angle);
        expect(
          far(place(mover), [before[0] - 0.1 * s * Math.cos(angle), before[1] - 0.1 * s * s, before[2]]),
        ).toBeLessThan(1e-7);
      }
    }
  });

  it('walks up what is flat enough, along the slope; does not climb what is too steep', () => {
    const scene = world(slope(0.6));
    const mover = settled(person, scene, [-3, 1, 0]);
    for (let i = 0; i < 100; i++) mover.move(scene, [0.1, -0.02, 0]);
    expect(place(mover)[1]).toBeGreaterThan(3);
    expect(mover.move(scene, [0, -0.02, 0]).ground).toBe('on');
    const steep = world(slope(0.9));
    const other = settled(person, steep, [-3, 1, 0]);
    const [, height] = place(other);
    for (let i = 0; i < 100; i++) other.move(steep, [0.1, -0.02, 0.03]);
    expect(Math.abs(place(other)[1] - height)).toBeLessThan(1e-6);
    // It slides along the foot of the slope.
    expect(Math.abs(place(other)[2] - 3)).toBeLessThan(1e-6);
  });

  it('follows a slope down with snap, and is in the air without it', () => {
    const scene = new Scene().add(slope(-0.6));
    for (const snap of [0, 0.2]) {
      const mover = settled(person, scene, [-2, 4, 0], { snap });
      let on = 0;
      for (let i = 0; i < 50; i++) if (mover.move(scene, [0.1, 0, 0]).ground === 'on') on++;
      expect(on).toBe(snap > 0 ? 50 : 0);
    }
  });

  it('jumps off the ground in spite of snap', () => {
    const scene = world();
    const mover = settled(person, scene, [0, 1, 0], { snap: 0.5 });
    const { ground, moved } = mover.move(scene, [0, 0.1, 0]);
    expect(ground).toBe('air');
    expect(Math.abs(moved.y - 0.1)).toBeLessThan(1e-12);
  });
});

describe('stairs', () => {
  const flight = (height: number, asMesh: boolean): Collider[] => {
    if (!asMesh)
      return Array.from(
        { length: 4 },
        (_, i) => new Collider(new Box([20, height, 8]), { position: [12 + 0.5 * i, height * (i + 0.5), 0] }),
      );
    // Risers and treads as one open surface.
    const positions: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i < 4; i++) {
      const x = 2 + 0.5 * i;
      const k = positions.length / 3;
      for (const z of [-4, 4])
        positions.push(x, height * i, z, x, height * (i + 1), z, i === 3 ? 22 : x + 0.5, height * (i + 1), z);
      indices.push(k, k + 1, k + 3, k + 1, k + 4, k + 3, k + 1, k + 2, k + 4, k + 2, k + 5, k + 4);
    }
    return [new Collider(new Mesh({ positions: new Float64Array(positions), indices }))];
  };

  it('are climbed exactly when no higher than the limit', () => {
    for (const asMesh of [false, true])
      for (const shape of [...shapes, new Capsule(0.2, 1.4), new Cone(0.4, 1.8)])
        for (const [limit, height] of [
          [0.3, 0.3],
          [0.3, 0.3 - 1e-6],
          [0.3, 0.3 + 1e-6],
          [0.05, 0.05],
          [0.05, 0.05 + 1e-6],
          [0.5, 0.5],
          [0, 0.02],
          [0.45, 0.11],
        ])
          for (const rate of [20, runs(240)]) {
            const scene = world(...flight(height, asMesh));
            const mover = settled(shape, scene, [0, 1, 0], { stepHeight: limit, snap: limit });
            for (let i = 0; i < 3 * rate; i++) mover.move(scene, [2 / rate, -0.5 / rate, 0]);
            const where = `${shape}, limit ${limit}, height ${height}, ${rate} Hz, mesh ${asMesh}`;
            const [x, y] = place(mover);
            if (height <= limit) expect(far([x, y, 0], [6, 0.91 + 4 * height, 0]), where).toBeLessThan(1e-6);
            else expect(x < 2 && Math.abs(y - 0.91) < 1e-6, `${where}: ${x}, ${y}`).toBe(true);
            expect(gapTo(mover, scene), where).toBeGreaterThanOrEqual(0.01 - 1e-9);
          }
  });

  it('are climbed in one long move as in short ones, though what is beyond is too high or ends', () => {
    // Lifted by the step height the mover went on until something beyond the step was too high to land on, and the step was refused.
    const plate = () => new Collider(new Box([2, 0.1, 4]), { position: [2, 0.05, 0] });
    const wedge = [-2, 2].flatMap((z): V[] => [
      [1, 0, z],
      [1, 0.05, z],
      [9, 2.05, z],
      [9, 0, z],
    ]);
    const beyond: readonly (readonly [name: string, height: number, more: Collider[]])[] = [
      [
        'a stair too high from the floor',
        0.35,
        [plate(), new Collider(new Box([4, 0.35, 4]), { position: [5, 0.175, 0] })],
      ],
      ['a slope', 0.05, [new Collider(new Polytope(wedge))]],
    ];
    for (const shape of shapes)
      for (const [name, height, more] of beyond)
        for (const moves of [1, 3, 50]) {
          const scene = world(...more);
          const mover = settled(shape, scene, [0, 1, 0], { stepHeight: 0.3 });
          for (let i = 0; i < moves; i++) mover.move(scene, [4.5 / moves, 0, 0]);
          const [x, y] = place(mover);
          const where = `${shape}, ${name}, ${moves} moves: ${x}, ${y}`;
          if (height > 0.1) expect(far([x, y, 0], [4.5, 0.91 + height, 0]), where).toBeLessThan(1e-6);
          else expect(x > 4.2 && y > 0.91 + 0.25 * (x - 1), where).toBe(true);
          expect(gapTo(mover, scene), where).toBeGreaterThanOrEqual(0.01 - 1e-9);
        }
  });

  it('are not climbed where there is no room above', () => {
    const scene = world(...flight(0.25, false), new Collider(new Box([20, 1, 8]), { position: [12, 2.4, 0] }));
    const mover = settled(person, scene, [0, 1, 0], { stepHeight: 0.3 });
    for (let i = 0; i < 60; i++) mover.move(scene, [0.05, -0.02, 0]);
    // It may ride up the first edge by what room there is.
    expect(place(mover)[0]).toBeLessThan(2);
    expect(place(mover)[1]).toBeLessThan(0.99);
    expect(gapTo(mover, scene)).toBeGreaterThanOrEqual(0.01 - 1e-9);
  });

  it('are descended with snap without leaving the ground', () => {
    const scene = world(...flight(0.25, false));
    const mover = settled(person, scene, [6, 3, 0], { snap: 0.3, stepHeight: 0.3 });
    let on = 0;
    for (let i = 0; i < 120; i++) if (mover.move(scene, [-0.05, -0.01, 0]).ground === 'on') on++;
    expect(on).toBe(120);
    expect(Math.abs(place(mover)[1] - 0.91)).toBeLessThan(1e-6);
  });

  it('are descended with snap alone, along one path at all rates, also by round shapes', () => {
    const scene = world(...flight(0.25, false));
    for (const shape of [...shapes, new Sphere(0.4), new Capsule(0.2, 0.5)])
      for (const fall of [0, 0.2]) {
        const ends: V[] = [];
        for (const rate of [10, 20, 100]) {
          const mover = settled(shape, scene, [6, 3, 0], { snap: 0.25 });
          for (let i = 0; i < 6 * rate; i++) {
            expect(mover.move(scene, [-1 / rate, -fall / rate, 0]).ground).toBe('on');
            // At x = 3.2, round shapes are halfway over the edge at 3.5.
            if (i + 1 === Math.round(2.8 * rate)) ends.push(place(mover));
          }
          expect(Math.abs(mover.move(scene, [0, 0, 0]).moved.y)).toBe(0);
          expect(signedDistance(mover.collider, [...scene.colliders()][0]).distance).toBeLessThan(0.01 + 1e-6);
        }
        expect(ends.length).toBe(3);
        if (fall === 0) for (const end of ends) expect(far(end, ends[0])).toBeLessThan(1e-6);
      }
  });

  it('the side of a ramp is walked up along, between it and a wall', () => {
    // A ramp up along z, as wide as 1 < x < 3, and a wall at x = 0.5: a person between them leans on the edge of the ramp.
    const ramp = new Polytope([
      [1, 0, 0],
      [3, 0, 0],
      [1, 0, 8],
      [3, 0, 8],
      [1, 2, 8],
      [3, 2, 8],
    ]);
    const scene = world(new Collider(ramp), new Collider(new Box([1, 20, 40]), { position: [0, 0, 0] }));
    const mover = settled(person, scene, [0.92, 1, -1]);
    for (let i = 0; i < 40; i++) mover.move(scene, [-0.05, -0.02, 0.1]);
    const [x, y, z] = place(mover);
    expect(z).toBeGreaterThan(2);
    expect(y).toBeGreaterThan(1.1);
    expect(x).toBeLessThan(0.93);
    expect(gapTo(mover, scene)).toBeGreaterThanOrEqual(0.01 - 1e-9);
  });

  it('snap does not hold a round shape at the edge of a cliff', () => {
    const scene = world(new Collider(new Box([4, 2, 4]), { position: [0, 1, 0] }));
    const mover = settled(person, scene, [1, 3, 0], { snap: 0.5 });
    let lowest = 3;
    for (let i = 0; i < 40; i++) {
      mover.move(scene, [0.05, 0, 0]);
      lowest = Math.min(lowest, place(mover)[1]);
    }
    expect(mover.move(scene, [0, 0, 0]).ground).toBe('air');
    // It leaves the edge where that is steeper than the limit of 45°.
    expect(lowest).toBeGreaterThan(2 + 0.5 + 0.41 * Math.SQRT1_2 - 1e-6);
  });

  it('snap reaches down from where the displacement ends', () => {
    const scene = world(new Collider(new Box([4, 1, 4]), { position: [0, 0.5, 0] }));
    for (const shape of shapes) {
      const mover = settled(shape, scene, [1, 3, 0], { snap: 0.75 });
      // 0.3 down, and 0.7 more.
      expect(mover.move(scene, [3, -0.3, 0]).ground).toBe('on');
      expect(Math.abs(place(mover)[1] - 0.91)).toBeLessThan(1e-6);
    }
  });

  it('snap reaches down also from where it has slid off an edge', () => {
    // It walks over the side of a ramp. On the way down it leans on the edge of that side, too steeply to be held, and slides on by the
    // rest of the displacement. It stayed there, in the air, with ground within the snap distance below.
    const positions = [
      0.544, -1.63, 0.549, -0.802, -1.63, 0.415, -0.802, 0.046, 0.415, 0.88, -1.63, -2.832, -0.465, -1.63, -2.966,
      -0.465, 0.046, -2.966,
    ];
    const indices = [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 0, 3, 5, 0, 5, 2];
    const ramp = new Mesh({ positions, indices, solid: true });
    for (const [height, ground] of [
      [-1, 'on'],
      [-1.2, 'on'],
      [-1.4, 'air'],
    ] as const) {
      const scene = new Scene().add(new Collider(ramp), new Collider(new Halfspace([0, 1, 0], height)));
      const options = { position: [0, 0, 0] as const, maxSlope: 0.92, stepHeight: 0, snap: 0.4, skin: 0.004 };
      const mover = new Mover(new Cylinder(0.2, 1.26), options);
      expect(mover.move(scene, [0, -0.05, 0]).ground).toBe('on');
      expect(mover.move(scene, [-0.593, -0.593, 0.593]).ground).toBe(ground);
      // Over a cliff it is as high as without a snap.
      const foot = place(mover)[1] - 0.634;
      expect(foot - (ground === 'on' ? height : -0.869)).toBeCloseTo(0, 3);
    }
  });

  it('the normal of an edge that is too steep to stand on is steep', () => {
    const scene = world(new Collider(new Box([4, 2, 4]), { position: [0, 1, 0] }));
    // Straight toward the edge, with a normal of (0.8, 0.6, 0).
    const mover = new Mover(person, { position: [2.48, 2.86, 0] });
    const { ground, groundNormal } = mover.move(scene, [-0.24, -0.18, 0]);
    expect(ground).toBe('steep');
    expect(far([groundNormal.x, groundNormal.y, groundNormal.z], [0.8, 0.6, 0])).toBeLessThan(1e-6);
  });

  it('a mover on the rim of a ledge stands, and gets back, even without a step height', () => {
    const scene = world(new Collider(new Box([4, 2, 4]), { position: [0, 1, 0] }));
    const mover = settled(person, scene, [2.2, 3, 0]);
    const before = place(mover);
    const { ground } = mover.move(scene, [0, -0.1, 0]);
    expect(place(mover)).toEqual(before);
    expect(ground).toBe('on');
    for (let i = 0; i < 20; i++) mover.move(scene, [-0.05, -0.01, 0]);
    expect(Math.abs(place(mover)[1] - 2.91)).toBeLessThan(1e-6);
  });
});

describe('platforms', () => {
  it('carry a mover along, up, down and around', () => {
    const platform = new Collider(new Box([6, 0.5, 6]), { position: [0, 3, 0] });
    for (const shape of shapes) {
      platform.setMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 3, 0, 1]);
      const scene = world(platform);
      const mover = settled(shape, scene, [2, 5, 0]);
      const [x0, y0, z0] = place(mover);
      for (let i = 1; i <= 100; i++) {
        const angle = 0.02 * i;
        platform.setPosition([0.03 * i, 3 + Math.sin(0.1 * i), 0]);
        platform.setOrientation(turned([0, 1, 0], angle));
        const result = mover.move(scene, [0, -0.01, 0]);
        expect(result.ground).toBe('on');
        expect(result.groundCollider).toBe(platform);
        expect(Math.hypot(...result.groundMotion.toArray())).toBeGreaterThan(0.01);
        // x and z turn about the axis of the platform.
        const c = Math.cos(angle);
        const s = Math.sin(angle);
        const expected: V = [c * x0 + s * z0 + 0.03 * i, y0 + Math.sin(0.1 * i), c * z0 - s * x0];
        expect(far(place(mover), expected)).toBeLessThan(1e-6);
      }
    }
  });

  it('a wall that moves pushes it, and a lift against a ceiling does not push it through', () => {
    const wall = new Collider(new Box([1, 3, 6]), { position: [-3, 1.6, 0] });
    const scene = world(wall);
    const mover = settled(person, scene, [0, 1, 0]);
    for (let i = 0; i < 60; i++) {
      wall.setPosition([-3 + 0.05 * i, 1.6, 0]);
      mover.move(scene, [0, -0.01, 0]);
      expect(gapTo(mover, scene)).toBeGreaterThanOrEqual(0.01 - 1e-9);
    }
    expect(Math.abs(place(mover)[0] - (-3 + 0.05 * 59 + 0.91))).toBeLessThan(1e-6);
    const lift = new Collider(new Box([40, 0.2, 40]), { position: [0, 0.1, 0] });
    const shaft = world(lift, new Collider(new Box([40, 0.2, 40]), { position: [0, 3, 0] }));
    const rider = settled(person, shaft, [0, 1.5, 0]);
    for (let i = 0; i < 30; i++) {
      lift.setPosition([0, 0.1 + 0.04 * i, 0]);
      rider.move(shaft, [0, -0.01, 0]);
    }
    expect(place(rider)[1]).toBeLessThan(2.9);
    lift.setPosition([0, 0.1, 0]);
    rider.move(shaft, [0, -5, 0]);
    expect(Math.abs(place(rider)[1] - 1.11)).toBeLessThan(1e-6);
  });

  it('does not carry what was placed elsewhere', () => {
    const platform = new Collider(new Box([6, 0.5, 6]), { position: [0, 3, 0] });
    const scene = world(platform);
    const mover = settled(person, scene, [0, 5, 0]);
    mover.collider.setPosition([20, 5, 0]);
    platform.setPosition([1, 3, 0]);
    expect(mover.move(scene, [0, 0, 0]).moved.toArray()).toEqual([0, 0, 0]);
  });
});

describe('overlap at the start', () => {
  const ball = (): Mesh => {
    const positions: number[] = [];
    const indices: number[] = [];
    const n = 16;
    for (let i = 0; i <= n; i++)
      for (let j = 0; j < 2 * n; j++) {
        const a = (Math.PI * i) / n;
        const b = (Math.PI * j) / n;
        positions.push(2 * Math.sin(a) * Math.cos(b), 2 * Math.cos(a), 2 * Math.sin(a) * Math.sin(b));
      }
    for (let i = 0; i < n; i++)
      for (let j = 0; j < 2 * n; j++) {
        const p = i * 2 * n + j;
        const q = i * 2 * n + ((j + 1) % (2 * n));
        indices.push(p, q, p + 2 * n, q, q + 2 * n, p + 2 * n);
      }
    return new Mesh({ positions, indices, solid: true });
  };

  it('comes out of everything', () => {
    const obstacles: readonly (readonly Collider[])[] = [
      [new Collider(new Box([4, 4, 4]))],
      [new Collider(new Sphere(2))],
      [new Collider(new Cylinder(2, 3))],
      [new Collider(ball())],
      [new Collider(new Mesh({ positions: [-3, 0, -3, 3, 0, -3, 0, 0, 4], indices: [0, 1, 2] }))],
      [
        new Collider(
          new Compound([{ shape: new Box([2, 2, 2]) }, { shape: new Box([2, 2, 2]), position: [1, 0.5, 0] }]),
        ),
      ],
      [new Collider(new Box([4, 4, 4])), new Collider(new Box([4, 4, 4]), { position: [1, 1, 1] })],
      [new Collider(new Halfspace([0, 1, 0], 2))],
      [new Collider(new Box([0.2, 9, 9])), new Collider(new Box([9, 9, 0.2])), new Collider(new Box([9, 0.2, 9]))],
    ];
    for (const shape of shapes)
      for (const colliders of obstacles)
        for (const position of [
          [0, 0, 0],
          [0.5, 0.3, 0.2],
          [1.9, 0, 0],
          [0.1, 1.5, -0.4],
        ] as const) {
          const scene = new Scene().add(...colliders);
          const mover = new Mover(shape, { position });
          mover.move(scene, [0, 0, 0]);
          expect(gapTo(mover, scene), `${shape} at ${position} in ${colliders[0].shape}`).toBeGreaterThanOrEqual(
            0.01 - 1e-9,
          );
        }
  });

  it('from wholly inside a solid mesh it takes the shortest way out, not one of a few directions', () => {
    // The triangles around it were within the reach of a push, and counted as obstacles that it is in front of.
    for (const position of [
      [0, 0, 0],
      [0.5, 0.3, 0.2],
    ] as const) {
      const solid = new Collider(ball());
      const mover = new Mover(person, { position });
      const depth = -signedDistance(mover.collider, solid).distance;
      const { moved } = mover.move(new Scene().add(solid), [0, 0, 0]);
      expect(Math.hypot(moved.x, moved.y, moved.z)).toBeLessThan(depth + 0.011);
    }
  });

  it('moves out of a skin that is too near by no more than that', () => {
    const scene = world();
    const mover = new Mover(person, { position: [0, 0.905, 0] });
    const { moved } = mover.move(scene, [0, 0, 0]);
    expect(Math.abs(moved.y - 0.005)).toBeLessThan(1e-7);
    expect(Math.hypot(moved.x, moved.z)).toBeLessThan(1e-12);
  });
});

describe('what is reported', () => {
  it('hits: everything pushed against, once, with the normal from the mover', () => {
    const wall = new Collider(new Box([1, 10, 10]), { position: [2, 5, 0] });
    const scene = world(wall);
    const mover = settled(person, scene, [0, 1, 0]);
    const seen: [Collider, number[], number][] = [];
    const result = mover.move(scene, [3, -0.5, 0], {
      onHit: ({ collider, normal, push }) => seen.push([collider, normal.toArray(), push]),
    });
    expect(seen.length).toBe(2);
    expect(result.hits.map(({ collider }) => collider)).toEqual(seen.map(([collider]) => collider));
    const [onFloor, onWall] = seen;
    expect(onFloor[1][1]).toBe(-1);
    expect(onFloor[2]).toBe(0.5);
    expect(onWall[0]).toBe(wall);
    expect(onWall[1][0]).toBe(1);
    expect(Math.abs(onWall[2] - 3 + 1.09)).toBeLessThan(1e-6);
  });

  it('the result is one object, filled anew', () => {
    const scene = world();
    const mover = new Mover(person, { position: [0, 3, 0] });
    const first = mover.move(scene, [1, 0, 0]);
    expect(mover.move(scene, [0, 1, 0])).toBe(first);
    expect(first.moved.toArray()).toEqual([0, 1, 0]);
  });

  it('ignore and filter leave colliders out', () => {
    const wall = new Collider(new Box([1, 10, 10]), { position: [2, 5, 0] });
    const scene = world(wall);
    for (const options of [{ ignore: wall }, { filter: (c: Collider) => c !== wall }]) {
      const mover = settled(person, scene, [0, 1, 0]);
      mover.move(scene, [5, 0, 0], options);
      expect(Math.abs(place(mover)[0] - 5)).toBeLessThan(1e-12);
    }
  });
});

describe('arguments', () => {
  it('are checked, and errors name them', () => {
    const scene = world();
    expect(() => new Mover(cutFloor())).toThrow(/shape must be a bounded convex shape/);
    expect(() => new Mover(new Halfspace([0, 1, 0], 0))).toThrow(TypeError);
    expect(() => new Mover(null as never)).toThrow(TypeError);
    expect(() => new Mover(person, { skin: -1 })).toThrow(/skin .*-1/);
    expect(() => new Mover(person, { maxSlope: 2 })).toThrow(/maxSlope .*2/);
    expect(() => new Mover(person, { stepHeight: Number.NaN })).toThrow(/stepHeight .*NaN/);
    expect(() => new Mover(person, { snap: '1' as never })).toThrow(TypeError);
    expect(() => new Mover(person, { up: [0, 0, 0] })).toThrow(/up must not be zero/);
    expect(() => new Mover(person, { step: 1 } as never)).toThrow(/unknown option 'step'/);
    const mover = new Mover(person, { position: [0, 2, 0] });
    expect(() => mover.move(null as never, [0, 0, 0])).toThrow(/scene must be a Scene/);
    expect(() => mover.move(scene, [0, Number.POSITIVE_INFINITY, 0])).toThrow(RangeError);
    expect(() => mover.move(scene, [0, 0, 0], { onhit: () => {} } as never)).toThrow(/did you mean onHit/);
    expect(() => mover.move(scene, [0, 0, 0], { onHit: 1 as never })).toThrow(/onHit must be a function/);
    expect(() => mover.move(scene, [0, 0, 0], { filter: 1 as never })).toThrow(/filter must be a function/);
    expect(() => mover.move(scene, [0, 0, 0], { ignore: 1 as never })).toThrow(/ignore must be a Collider/);
  });

  it('limits cannot be changed, in JavaScript neither: some parts of a mover would have the new value and some the old one', () => {
    const mover = new Mover(person, { stepHeight: 0.1 }) as { -readonly [K in keyof Mover]: Mover[K] };
    for (const name of ['skin', 'maxSlope', 'stepHeight', 'snap'] as const)
      expect(() => (mover[name] = 1), name).toThrow(/read only property/);
    expect(() => (mover.collider = new Collider(person))).toThrow(TypeError);
    expect(() => mover.up.set(1, 0, 0)).toThrow(TypeError);
    expect(mover.stepHeight).toBe(0.1);
    // What is yours can still be added.
    const Player = class extends Mover {
      health = 3;
    };
    expect(new Player(person).health).toBe(3);
  });

  it('a filter that throws or moves the mover leaves it usable', () => {
    const scene = world();
    const mover = new Mover(person, { position: [0, 2, 0] });
    const bad = (): boolean => {
      throw new Error('mine');
    };
    expect(() => mover.move(scene, [0, -5, 0], { filter: bad })).toThrow('mine');
    const nested = (): boolean => {
      mover.move(scene, [1, 0, 0]);
      return true;
    };
    expect(() => mover.move(scene, [0, -5, 0], { filter: nested })).toThrow(/nest/);
    expect(mover.move(scene, [0, -5, 0]).ground).toBe('on');
  });
});
