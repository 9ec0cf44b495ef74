import { describe, expect, test } from 'vitest';
import {
  Aabb,
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  closestPoints,
  Ellipsoid,
  Halfspace,
  HullOf,
  Inflated,
  intersects,
  PairCache,
  Placed,
  Point,
  Polytope,
  Segment,
  type Shape,
  Sphere,
  signedDistance,
} from '../../src/index.ts';
import { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';

const SEED = 20261;

const SHEAR = [1, 0.5, 0, 0, 0, 2, 0, 0, 0.25, 0, 1, 0, 7, 8, 9, 1];

const matrix = (c: Collider): number[] => Array.from(c.getMatrix());

function expectNear(actual: readonly number[], expected: readonly number[], error = 1e-14): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(error);
}

function box(b: Aabb): number[] {
  return [...b.min.toArray(), ...b.max.toArray()];
}

const half = Math.SQRT1_2;

describe('placement', () => {
  test('starts at the origin, unturned, unscaled', () => {
    const c = new Collider(new Sphere(1));
    expect(matrix(c)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(c.margin).toBe(0);
    expect(c.data).toBe(undefined);
  });

  test('ids are unique and data is yours', () => {
    const a = new Collider(new Sphere(1), { data: { name: 'a' } });
    const b = new Collider<string>(a.shape, { data: 'b' });
    expect(a.data.name).toBe('a');
    expect(b.data).toBe('b');
    expect(b.id).toBeGreaterThan(a.id);
    expect(b.shape).toBe(a.shape);
  });

  test('world = position + R·(S·x)', () => {
    // A quarter turn about z after the scale: x is doubled and then lies along y.
    const c = new Collider(new Point([1, 0, 0]), {
      position: [10, 0, 0],
      orientation: [0, 0, half, half],
      scale: [2, 3, 4],
    });
    expectNear(box(c.bounds()), [10, 2, 0, 10, 2, 0]);
  });

  test('setters return the collider and take vectors of any kind', () => {
    const c = new Collider(new Box([1, 1, 1]));
    const same = c
      .setPosition({ x: 1, y: 2, z: 3 })
      .setOrientation({ x: 0, y: 0, z: 0, w: 2 })
      .setScale({ x: 1, y: 2, z: 1 })
      .setMatrix(new Float32Array(SHEAR));
    expect(same).toBe(c);
    expect(matrix(c)).toEqual(SHEAR);
  });

  test('what is passed in is copied', () => {
    const position = { x: 1, y: 2, z: 3 };
    const m = [...SHEAR];
    const c = new Collider(new Sphere(1), { position });
    const d = new Collider(new Sphere(1), { matrix: m });
    position.x = 100;
    m[12] = 100;
    expect(matrix(c)[12]).toBe(1);
    expect(matrix(d)).toEqual(SHEAR);
  });

  test('setPosition after a matrix keeps the linear part', () => {
    const c = new Collider(new Box([1, 1, 1]), { matrix: SHEAR }).setPosition([-1, -2, -3]);
    expect(matrix(c)).toEqual([...SHEAR.slice(0, 12), -1, -2, -3, 1]);
    c.setMatrix(SHEAR).setPosition([4, 5, 6]);
    expect(matrix(c)).toEqual([...SHEAR.slice(0, 12), 4, 5, 6, 1]);
    const fresh = new Collider(c.shape, { matrix: c.getMatrix() });
    expect(c.bounds()).toEqual(fresh.bounds());
  });

  test('setOrientation and setScale replace the linear part by R·S of the last values set', () => {
    const c = new Collider(new Box([1, 1, 1]), { position: [1, 2, 3] });
    c.setScale([1, 2, 3]).setOrientation([0, 0, half, half]);
    const turned = [0, 1, 0, 0, -2, 0, 0, 0, 0, 0, 3, 0, 1, 2, 3, 1];
    expectNear(matrix(c), turned);
    // A matrix in between is replaced, but for its translation; identity and 1 were never set by it.
    c.setMatrix(SHEAR).setScale([1, 2, 3]);
    expectNear(matrix(c), [...turned.slice(0, 12), 7, 8, 9, 1]);
    c.setMatrix(SHEAR).setOrientation([0, 0, 0, 1]);
    expectNear(matrix(c), [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 7, 8, 9, 1]);
    const plain = new Collider(new Box([1, 1, 1]), { matrix: SHEAR }).setScale(2);
    expectNear(matrix(plain), [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 7, 8, 9, 1]);
  });

  test('the order of setters does not matter', () => {
    const a = new Collider(new Cylinder(1, 2)).setPosition([1, 2, 3]).setOrientation([1, 2, 3, 4]).setScale([1, 2, 1]);
    const b = new Collider(new Cylinder(1, 2)).setScale([1, 2, 1]).setOrientation([1, 2, 3, 4]).setPosition([1, 2, 3]);
    const c = new Collider(new Cylinder(1, 2), { position: [1, 2, 3], orientation: [1, 2, 3, 4], scale: [1, 2, 1] });
    expect(matrix(a)).toEqual(matrix(c));
    expect(matrix(b)).toEqual(matrix(c));
    expect(a.bounds()).toEqual(c.bounds());
    expect(b.bounds()).toEqual(c.bounds());
  });

  test('getMatrix round trip', () => {
    const rng = new Rng(SEED, 1);
    const other = new Collider(new Cone(1, 2), { position: [3, 1, 0] });
    for (const shape of everyShape())
      for (let k = 0; k < 4; k++) {
        const c = new Collider(shape, {
          position: rng.inBox(3),
          orientation: rng.quaternion(),
          scale: rng.range(0.5, 2),
        });
        const out = new Float64Array(16);
        expect(c.getMatrix(out)).toBe(out);
        const again = new Collider(shape, { matrix: out });
        expect(again.getMatrix()).toEqual(out);
        expect(again.bounds()).toEqual(c.bounds());
        expect(signedDistance(again, other).distance).toBe(signedDistance(c, other).distance);
      }
  });

  test('moving there and setting out there are the same', () => {
    const rng = new Rng(SEED, 2);
    for (const shape of everyShape()) {
      const moved = new Collider(shape, { margin: 0.1 });
      for (let k = 0; k < 4; k++) {
        const position = rng.inBox(3);
        const orientation = rng.quaternion();
        const scale = [1, [1, 2, 3] as const, -1, 0.5][k];
        moved.setPosition(position).setScale(scale).setOrientation(orientation);
        const made = new Collider(shape, { position, orientation, scale, margin: 0.1 });
        expect(moved.getMatrix()).toEqual(made.getMatrix());
        expect(moved.bounds()).toEqual(made.bounds());
        expect(moved.extent).toBe(made.extent);
        const next = rng.inBox(3);
        expect(moved.setPosition(next).bounds()).toEqual(
          new Collider(shape, { position: next, orientation, scale, margin: 0.1 }).bounds(),
        );
      }
    }
  });

  test('created a million away and moved to the origin, nothing is lost', () => {
    const rng = new Rng(SEED, 3);
    const other = new Collider(new Box([1, 2, 3]), { position: [2.5, 0.5, 0.25], orientation: rng.quaternion() });
    for (const shape of everyShape())
      for (const scale of [1, 0.7, [1, 2, 0.3]] as const) {
        const orientation = rng.quaternion();
        const far = new Collider(shape, { position: [1e6, -1e6, 1e6 / 3], orientation, scale });
        const near = new Collider(shape, { orientation, scale });
        far.setPosition([0, 0, 0]);
        expect(far.bounds()).toEqual(near.bounds());
        expect(signedDistance(far, other)).toEqual(signedDistance(near, other));
        // So too when it was turned, scaled or given its margin out there.
        const set = new Collider(shape, { position: [1e6, -1e6, 1e6 / 3] }).setOrientation(orientation).setScale(scale);
        set.margin = 0.25;
        near.margin = 0.25;
        expect(signedDistance(set.setPosition([0, 0, 0]), other)).toEqual(signedDistance(near, other));
      }
  });
});

describe('bounds', () => {
  test('include the margin, which does not scale', () => {
    const c = new Collider(new Box([2, 2, 2]), { position: [1, 0, 0], scale: [1, 2, 3], margin: 0.5 });
    expectNear(box(c.bounds()), [-0.5, -2.5, -3.5, 2.5, 2.5, 3.5]);
    c.margin = 0;
    expectNear(box(c.bounds()), [0, -2, -3, 2, 2, 3]);
    expect(c.margin).toBe(0);
  });

  test('radii and inflation scale with the placement', () => {
    const ball = new Collider(new Sphere(1), { scale: 3, margin: 1 });
    expectNear(box(ball.bounds()), [-4, -4, -4, 4, 4, 4]);
    const rounded = new Collider(new Inflated(new Box([2, 2, 2]), 0.5), { scale: 2, margin: 1 });
    expectNear(box(rounded.bounds()), [-4, -4, -4, 4, 4, 4]);
    const egg = new Collider(new Sphere(1), { scale: [1, 2, 3], margin: 1 });
    expectNear(box(egg.bounds()), [-2, -3, -4, 2, 3, 4]);
    const pill = new Collider(new Capsule(1, 2), { scale: [1, 3, 1] });
    expectNear(box(pill.bounds()), [-1, -6, -1, 1, 6, 1]);
  });

  test('of a halfspace are infinite', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0), { position: [0, 5, 0], margin: 1 });
    const all = [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity];
    expect(box(floor.bounds())).toEqual(all);
    expect(box(floor.shape.bounds())).toEqual(all);
  });

  test('of a turned cylinder are those of the disk and the segment', () => {
    const rng = new Rng(SEED, 4);
    for (let k = 0; k < 50; k++) {
      const c = new Collider(new Cylinder(0.5, 3), { orientation: rng.quaternion(), position: rng.inBox(2) });
      const m = matrix(c);
      for (const [axis, name] of (['x', 'y', 'z'] as const).entries()) {
        const along = m[4 + axis];
        const reach = 1.5 * Math.abs(along) + 0.5 * Math.sqrt(Math.max(0, 1 - along * along));
        expect(Math.abs(c.bounds().max[name] - m[12 + axis] - reach)).toBeLessThan(1e-14);
        expect(Math.abs(m[12 + axis] - c.bounds().min[name] - reach)).toBeLessThan(1e-14);
      }
    }
  });

  test('are written to `out`', () => {
    const out = new Aabb();
    expect(new Collider(new Sphere(2)).bounds(out)).toBe(out);
    expect(box(out)).toEqual([-2, -2, -2, 2, 2, 2]);
  });
});

describe('nested shapes equal flat ones', () => {
  const rng = new Rng(SEED, 5);
  const q = rng.quaternion();
  const t: Vec = [0.3, -0.2, 0.5];
  const box = new Box([1, 2, 0.5]);
  const pairs: Record<string, [Collider, Collider]> = {
    'a placed box': [
      new Collider(new Placed(box, { position: t, orientation: q })),
      new Collider(box, { position: t, orientation: q }),
    ],
    'a box placed twice': [
      new Collider(new Placed(new Placed(box, { orientation: q }), { position: t, scale: 2 })),
      new Collider(box, { position: t, orientation: q, scale: 2 }),
    ],
    'a box that is scaled': [new Collider(box, { scale: [2, 0.5, 3] }), new Collider(new Box([2, 1, 1.5]))],
    'a box that is turned and then scaled': [
      new Collider(new Placed(box, { orientation: [0, 0, half, half] }), { scale: [2, 0.5, 3] }),
      new Collider(new Box([4, 0.5, 1.5])),
    ],
    'a placed sphere': [
      new Collider(new Placed(new Sphere(1), { position: t, scale: 0.5 })),
      new Collider(new Sphere(0.5), { position: t }),
    ],
    'a sphere scaled along its axes': [
      new Collider(new Sphere(1), { scale: [1, 2, 3], orientation: q }),
      new Collider(new Ellipsoid([1, 2, 3]), { orientation: q }),
    ],
    'an ellipsoid of equal radii': [new Collider(new Ellipsoid([2, 2, 2])), new Collider(new Sphere(2))],
    'an inflated point': [
      new Collider(new Inflated(new Point(t), 0.75)),
      new Collider(new Sphere(0.75), { position: t }),
    ],
    'an inflated segment': [
      new Collider(new Inflated(new Segment([0, -1, 0], [0, 1, 0]), 0.5), { orientation: q }),
      new Collider(new Capsule(0.5, 2), { orientation: q }),
    ],
    'an inflated inflated sphere': [
      new Collider(new Inflated(new Inflated(new Sphere(1), 0.25), 0.5)),
      new Collider(new Sphere(1.75)),
    ],
    'a margin and an inflation': [
      new Collider(box, { orientation: q, margin: 0.3 }),
      new Collider(new Inflated(box, 0.3), { orientation: q }),
    ],
    'an inflated placed box': [
      new Collider(new Inflated(new Placed(box, { position: t, orientation: q, scale: 2 }), 0.3)),
      new Collider(box, { position: t, orientation: q, scale: 2, margin: 0.3 }),
    ],
    'a placed inflated box': [
      new Collider(new Placed(new Inflated(box, 0.3), { position: t, scale: 2 })),
      new Collider(box, { position: t, scale: 2, margin: 0.6 }),
    ],
    'a placed placed inflated placed segment': [
      new Collider(
        new Placed(
          new Placed(new Inflated(new Placed(new Segment([0, -2, 0], [0, 2, 0]), { scale: 0.5 }), 0.25), {
            orientation: q,
          }),
          { position: t },
        ),
        { scale: 2 },
      ),
      new Collider(new Capsule(0.5, 4), { orientation: q, position: [0.6, -0.4, 1] }),
    ],
    'a mirrored cone': [
      new Collider(new Cone(1, 2), { scale: [1, -1, 1] }),
      new Collider(new Cone(1, 2), { orientation: [1, 0, 0, 0] }),
    ],
    'the hull of two spheres': [
      new Collider(
        new HullOf(
          new Placed(new Sphere(0.5), { position: [0, 1, 0] }),
          new Placed(new Sphere(0.5), { position: [0, -1, 0] }),
        ),
      ),
      new Collider(new Capsule(0.5, 2)),
    ],
    'a polytope of the corners': [
      new Collider(
        new Polytope([-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vec => [x / 2, y, z / 4])))),
        { orientation: q },
      ),
      new Collider(box, { orientation: q }),
    ],
  };
  for (const [name, [nested, flat]] of Object.entries(pairs))
    test(name, () => {
      const rng = new Rng(SEED, 6);
      expectNear(
        [...nested.bounds().min.toArray(), ...nested.bounds().max.toArray()],
        [...flat.bounds().min.toArray(), ...flat.bounds().max.toArray()],
      );
      for (let k = 0; k < 60; k++) {
        const other = new Collider([new Sphere(0.5), new Box([1, 1, 1]), new Cylinder(0.5, 1)][k % 3], {
          position: rng.inBox(k < 30 ? 4 : 1.5),
          orientation: rng.quaternion(),
        });
        const a = signedDistance(nested, other);
        const b = signedDistance(flat, other);
        // Both are exact to 1e-8 of the larger extent, at most 8 here.
        expect(Math.abs(a.distance - b.distance)).toBeLessThan(1.6e-7);
        expect(intersects(nested, other)).toBe(intersects(flat, other));
        if (a.distance > 0) expectNear(a.normal.toArray(), b.normal.toArray(), 1e-3);
      }
    });
});

describe('a cache', () => {
  test('survives setScale, setMatrix and margin', () => {
    // A scaled box is a box of its own inside, and what was remembered of the larger one must not vouch for the smaller.
    for (const other of [
      new Cylinder(0.5, 1),
      new Polytope([-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vec => [x, y, z])))),
    ]) {
      const cache = new PairCache();
      const a = new Collider(new Box([1, 1, 1]), { scale: 4 });
      const b = new Collider(other, { position: [1.5, 0.2, 0.1] });
      const check = () => {
        expect(intersects(a, b, { cache })).toBe(intersects(a, b));
        const fresh = signedDistance(a, b).distance;
        expect(Math.abs(signedDistance(a, b, undefined, { cache }).distance - fresh)).toBeLessThan(1e-7);
        expect(Math.abs(closestPoints(a, b, undefined, { cache }).distance - Math.max(0, fresh))).toBeLessThan(1e-7);
      };
      check();
      check();
      a.setScale(0.5);
      check();
      a.setScale([0.25, 4, 3]);
      check();
      a.setMatrix([0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 1]);
      check();
      a.margin = 3;
      check();
      a.margin = 0;
      check();
    }
  });

  test('may be used on another pair', () => {
    const rng = new Rng(SEED, 7);
    const cache = new PairCache();
    const shapes = everyShape();
    for (let k = 0; k < 300; k++) {
      const a = new Collider(rng.pick(shapes), { position: rng.inBox(1.5), orientation: rng.quaternion() });
      const b = new Collider(rng.pick(shapes), { position: rng.inBox(1.5), orientation: rng.quaternion() });
      expect(intersects(a, b, { cache })).toBe(intersects(a, b));
    }
  });
});

function everyShape(): Shape[] {
  return [
    new Point([0.1, 0.2, 0.3]),
    new Segment([-1, 0, 0.5], [1, 0.25, 0]),
    new Sphere(0.75),
    new Ellipsoid([0.5, 1, 1.25]),
    new Box([1, 1.5, 2]),
    new Cylinder(0.5, 2),
    new Cone(0.75, 1.5),
    new Capsule(0.25, 1.5),
    new Polytope([0.1, 0, 0, 1, 0, 0, 0, 1.1, 0, 0, 0, 1, 1, 1, 1]),
    new Placed(new Box([1, 2, 1]), { position: [0.3, 0, 0.1], orientation: [1, 2, 3, 4], scale: [1, 0.5, 2] }),
    new Placed(new Sphere(0.5), { position: [0.3, 0, 0.1] }),
    new Inflated(new Placed(new Cone(0.5, 1), { position: [0, 0.3, 0.1] }), 0.2),
  ];
}
