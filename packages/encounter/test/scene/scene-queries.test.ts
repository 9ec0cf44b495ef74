/** The queries of a scene against its colliders one by one, and what their options mean. */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Collider,
  Halfspace,
  Point,
  ResponseTable,
  response,
  Scene,
  type SceneRayOptions,
  Sphere,
} from '../../src/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { BROAD_PHASES } from './broad-phases.ts';
import { place, pool } from './pool.ts';
import { compareQueries } from './queries-model.ts';
import { overlaps } from './world.ts';

const SEED = seedFromEnv(6022);

describe.each(BROAD_PHASES)('queries, broad phase: $name', ({ name, make }) => {
  const scenes = runs(name === 'default' ? 20 : 150);
  test(`${scenes} scenes, each asked by all queries, seed ${SEED}`, () => {
    for (let k = 0; k < scenes; k++) {
      const rng = new Rng(SEED, k);
      const half = rng.pick([1, 3, 12]);
      const { colliders } = pool(rng, rng.int(40), half);
      const floor = new Collider(new Halfspace([0.1, 1, 0.2], -half), { data: colliders.length });
      const members = rng.chance(0.5) ? [...colliders, floor] : colliders;
      const scene = new Scene({ broadPhase: make() }).add(...members);
      const stranger = new Collider(new Box([0.7, 0.4, 0.9]), { position: place(rng, half), data: -1 });
      try {
        for (let i = 0; i < 5; i++)
          compareQueries(rng, scene, members, [...colliders, stranger], place(rng, half), place(rng, half));
        // From far outside, and along an axis.
        const [x, y] = rng.inBox(half);
        compareQueries(rng, scene, members, [stranger], [x, y, -100], [x, y, 100]);
      } catch (error) {
        throw new Error(`seed ${SEED}, scene ${k}: ${error}`, { cause: error });
      }
    }
  });

  test('halfspaces are in every encounter, and take part in tests', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0), { data: 'floor' });
    const [low, high] = [0.25, 5].map((y) => new Collider(new Sphere(0.5), { position: [1, y, 2], data: `ball ${y}` }));
    const scene = new Scene({ broadPhase: make() }).add(high, floor, low);
    expect(Array.from(scene.encounters(), ([a, b]) => `${a.data}, ${b.data}`).sort()).toEqual([
      'floor, ball 0.25',
      'floor, ball 5',
    ]);
    const table = new ResponseTable();
    const cls = table.createClass();
    for (const collider of [floor, low, high]) table.assign(collider, cls);
    const seen: unknown[] = [];
    table.addDefault(
      response('depth', (a, b, contact) => void seen.push(a.data, b.data, contact!.depth, contact!.normal.toArray())),
    );
    expect(scene.test(table)).toBe(1);
    expect(seen).toEqual(['floor', 'ball 0.25', 0.25, [0, 1, 0]]);
    floor.setPosition([0, 4.75, 0]);
    expect(scene.test(table)).toBe(2);
    expect(scene.rayCast([1, 20, 2], [1, -20, 2])?.collider).toBe(high);
    expect(scene.rayCast([9, 20, 2], [9, -20, 2])?.collider).toBe(floor);
    expect(scene.containing([100, -100, 100])).toEqual([floor]);
    expect(scene.overlapping({ min: [50, 50, 50], max: [51, 51, 51] })).toEqual([floor]);
    expect(scene.nearest([1, 50, 2])?.collider).toBe(high);
    expect(scene.overlapping(low.bounds()).length).toBe(2);
    expect(scene.remove(floor).overlapping({ min: [50, 50, 50], max: [51, 51, 51] })).toEqual([]);
  });

  test('a scene with a floor and a wall can be tested: two halfspaces are not a pair that anyone can ask about', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0));
    const wall = new Collider(new Halfspace([1, 0, 0], 0));
    const ball = new Collider(new Sphere(0.5), { position: [0.25, 0.25, 0] });
    const scene = new Scene({ broadPhase: make() }).add(floor, wall, ball);
    const table = new ResponseTable();
    const cls = table.createClass();
    for (const collider of [floor, wall, ball]) table.assign(collider, cls);
    let calls = 0;
    table.addDefault(response('depth', () => void calls++));
    expect(scene.test(table)).toBe(2);
    expect(calls).toBe(2);
    expect(scene.intersecting(ball)).toHaveLength(2);
  });

  test('a box that has no bounds overlaps all', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0));
    const balls = [0, 5].map((y) => new Collider(new Sphere(0.5), { position: [1, y, 2] }));
    const scene = new Scene({ broadPhase: make() }).add(...balls);
    expect(new Set(scene.overlapping(floor.bounds()))).toEqual(new Set(balls));
    expect(scene.intersecting(floor)).toEqual([balls[0]]);
  });

  test('empty scenes', () => {
    const scene = new Scene({ broadPhase: make() });
    const ball = new Collider(new Sphere(1));
    expect([...scene.encounters()]).toEqual([]);
    expect(scene.test(new ResponseTable())).toBe(0);
    expect(scene.rayCast([0, 0, 0], [1, 0, 0])).toBeNull();
    expect(scene.castShape(ball, [1, 0, 0])).toBeNull();
    expect(scene.nearest([0, 0, 0])).toBeNull();
    expect([
      scene.overlapping({ min: [0, 0, 0], max: [1, 1, 1] }),
      scene.intersecting(ball),
      scene.containing([0, 0, 0]),
    ]).toEqual([[], [], []]);
    scene.add(ball).remove(ball);
    expect([...scene.encounters()]).toEqual([]);
    expect(scene.size).toBe(0);
  });

  test('three at one place, flat and empty boxes: boxes that only touch overlap', () => {
    const dots = [0, 1, 2].map(() => new Collider(new Point([1, 2, 3])));
    const crate = new Collider(new Box([2, 2, 2]), { position: [0, 1, 2] });
    const scene = new Scene({ broadPhase: make() }).add(...dots, crate);
    expect([...scene.encounters()].length).toBe(6);
    expect(overlaps([...dots, crate]).length).toBe(6);
    crate.setPosition([-1e-9, 1, 2]);
    expect([...scene.encounters()].length).toBe(3);
  });
});

describe('options', () => {
  const row = () => {
    const balls = [0, 1, 2].map((k) => new Collider(new Sphere(0.5), { position: [2 * k + 1, 0, 0], data: k }));
    return { balls, scene: new Scene<number>().add(...balls) };
  };

  test('ignore, filter and maxT of rayCast; t is of the whole segment', () => {
    const { balls, scene } = row();
    const ray = (options?: Omit<SceneRayOptions<number>, 'all'>) => scene.rayCast([-5, 0, 0], [5, 0, 0], options);
    expect([ray()?.collider, ray()?.t, ray()?.point.x, ray()?.normal.x]).toEqual([balls[0], 0.55, 0.5, -1]);
    expect([ray({ ignore: balls[0] })?.collider, ray({ ignore: balls[0] })?.t]).toEqual([balls[1], 0.75]);
    expect(ray({ filter: (c) => c.data === 2 })?.collider).toBe(balls[2]);
    expect(ray({ filter: () => false })).toBeNull();
    expect(ray({ maxT: 0.54 })).toBeNull();
    expect([ray({ maxT: 0.56 })?.t, ray({ maxT: 0.56 })?.collider]).toEqual([0.55, balls[0]]);
    expect(ray({ maxT: 0.6, ignore: balls[0] })).toBeNull();
  });

  test('hits last: a second query does not change the first one', () => {
    const { balls, scene } = row();
    const first = scene.rayCast([-5, 0, 0], [5, 0, 0])!;
    const near = scene.nearest([0, 0, 0])!;
    scene.rayCast([9, 0, 0], [-9, 0, 0]);
    scene.nearest([9, 0, 0]);
    expect([first.t, first.collider, near.distance, near.collider]).toEqual([0.55, balls[0], 0.5, balls[0]]);
  });

  test('castShape: of a shape from the origin, of a collider from where it is, never against itself', () => {
    const { balls, scene } = row();
    const shape = scene.castShape(new Sphere(0.25), [4, 0, 0])!;
    expect(shape.collider).toBe(balls[0]);
    expect(shape.t).toBeCloseTo(0.0625, 9);
    expect(shape.normal.x).toBeCloseTo(1, 9);
    const own = scene.castShape(balls[0], [4, 0, 0])!;
    expect(own.collider).toBe(balls[1]);
    expect(own.t).toBeCloseTo(0.25, 9);
    expect(scene.castShape(balls[0], [4, 0, 0], { filter: (c) => c !== balls[1] })?.collider).toBe(balls[2]);
    expect(scene.castShape(balls[2], [4, 0, 0])).toBeNull();
  });

  test('nearest: to a point or collider, within maxDistance, from it to the collider', () => {
    const { balls, scene } = row();
    const found = scene.nearest([7, 0, 0])!;
    expect([found.collider, found.distance, found.pointA.x, found.pointB.x, found.normal.x]).toEqual([
      balls[2],
      1.5,
      7,
      5.5,
      -1,
    ]);
    expect(scene.nearest([7, 0, 0], { maxDistance: 1.4 })).toBeNull();
    expect(scene.nearest([7, 0, 0], { maxDistance: 1.6 })?.collider).toBe(balls[2]);
    expect(scene.nearest(balls[0])?.collider).toBe(balls[1]);
    expect(scene.nearest(balls[0], { ignore: balls[1] })?.collider).toBe(balls[2]);
    expect(scene.nearest({ x: 3, y: 0.1, z: 0 })?.distance).toBe(0);
  });

  test('nearest asks the filter about each collider once, also when there is nothing to find', () => {
    const { balls, scene } = row();
    let asked = 0;
    const filter = () => {
      asked++;
      return false;
    };
    expect(scene.nearest([0, 0, 0], { filter })).toBeNull();
    expect(asked).toBeLessThanOrEqual(balls.length);
  });

  test('intersecting: a collider that is in the scene does not find itself', () => {
    const { balls, scene } = row();
    expect(scene.intersecting(balls[1])).toEqual([]);
    balls[1].setPosition([1.5, 0, 0]);
    expect(scene.intersecting(balls[1])).toEqual([balls[0]]);
    expect(new Set(scene.intersecting(new Collider(new Box([8.8, 1, 1]))))).toEqual(new Set(balls.slice(0, 2)));
  });
});

test('a scene lists its colliders in the order they were added', () => {
  const [a, b, c] = [0, 1, 2].map(() => new Collider(new Sphere(1)));
  const scene = new Scene().add(c, a).add(b).remove(a);
  expect([...scene.colliders()]).toEqual([c, b]);
});

test('what touches is found, though its box is apart by the last digit', () => {
  // 1 − 0.7 is more than 0.3: the boxes are apart, and the ball and the box touch to rounding.
  const ball = new Collider(new Sphere(0.3));
  const crate = new Collider(new Box([1.4, 1, 1]), { position: [1, 0, 0] });
  expect(crate.bounds().min.x).toBeGreaterThan(ball.bounds().max.x);
  const scene = new Scene().add(crate);
  expect(scene.intersecting(ball)).toEqual([crate]);
  expect(scene.containing([0.3, 0, 0])).toEqual([crate]);
  expect(scene.castShape(ball, [1, 0, 0])?.t).toBe(0);
});
