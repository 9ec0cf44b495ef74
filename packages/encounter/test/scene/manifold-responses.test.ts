/** Responses of the type `manifold`: which pairs, in which order, and which objects from one test to the next. */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Collider,
  type ContactManifold,
  type ContactPoint,
  ContactTracker,
  Cylinder,
  Halfspace,
  Manifold,
  type ManifoldOptions,
  manifolds,
  type Response,
  ResponseTable,
  response,
  Scene,
  type Shape,
  Sphere,
  signedDistance,
} from '../../src/index.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { BROAD_PHASES } from './broad-phases.ts';

/** A table in which all colliders have one class. */
function oneClass(colliders: readonly Collider[], ...responses: Response[]): ResponseTable {
  const table = new ResponseTable();
  const cls = table.createClass();
  for (const collider of colliders) table.assign(collider, cls);
  for (const r of responses) table.addDefault(r);
  return table;
}

/** What a manifold says, in numbers. */
function numbers({ normal, points, primitiveA, primitiveB }: Manifold): unknown {
  return [
    normal.toArray(),
    points.map(({ pointA, pointB, separation, id }) => [pointA.toArray(), pointB.toArray(), separation, id]),
    primitiveA,
    primitiveB,
  ];
}

describe('the contact', () => {
  const floor = new Collider(new Box([4, 1, 4]), { position: [0, -0.5, 0], data: 'floor' });
  const crate = new Collider(new Box([1, 1, 1]), { position: [0, 0.49, 0], data: 'crate' });

  test('has the manifolds of the pair', () => {
    const seen: unknown[] = [];
    const r = response('manifold', (a, b, contact) => {
      seen.push(a.data, b.data, contact.manifolds.map(numbers));
      expect(contact.manifolds[0]).toBeInstanceOf(Manifold);
    });
    expect(new Scene().add(crate, floor).test(oneClass([floor, crate], r))).toBe(1);
    expect(seen).toEqual(['floor', 'crate', manifolds(floor, crate).map(numbers)]);
    expect(manifolds(floor, crate)[0].points.length).toBe(4);
  });

  test('follows the order of the arguments: default, class, pair', () => {
    const table = new ResponseTable();
    const [floors, crates] = [table.createClass('floors'), table.createClass('crates')];
    table.assign(floor, floors);
    table.assign(crate, crates);
    const told: [string, unknown, unknown, number][] = [];
    const make = (name: string) =>
      response('manifold', (a, b, { manifolds: [{ normal, points }] }) => {
        told.push([name, a.data, b.data, normal.y]);
        for (const { pointA, pointB, separation } of points) {
          expect(pointB.y).toBeCloseTo(pointA.y + separation * normal.y, 12);
          // A point of the floor is on its top, one of the crate at its bottom.
          expect(pointA.y).toBeCloseTo(a === floor ? 0 : -0.01, 12);
        }
      });
    table.addDefault(make('default'));
    table.addClass(crates, make('class'));
    table.addPair(crates, floors, make('pair'));
    const scene = new Scene().add(crate, floor);
    expect(scene.test(table)).toBe(1);
    expect(told).toEqual([
      ['default', 'floor', 'crate', 1],
      ['class', 'crate', 'floor', -1],
      ['pair', 'crate', 'floor', -1],
    ]);
    // A class that changes turns the order round, and the manifold with it.
    told.length = 0;
    table.assign(floor, crates);
    table.assign(crate, floors);
    scene.test(table);
    expect(told).toEqual([
      ['default', 'floor', 'crate', 1],
      ['class', 'floor', 'crate', 1],
      ['pair', 'floor', 'crate', 1],
    ]);
  });

  test('what was put on a point belongs to one order of the two: when that is turned round, points are new', () => {
    const balls = [0, 1.5].map((x) => new Collider(new Sphere(1), { position: [x, 0, 0] }));
    const table = new ResponseTable();
    const [first, second] = [table.createClass(), table.createClass()];
    const seen: unknown[] = [];
    table.addPair(
      first,
      second,
      response('manifold', (_a, _b, { manifolds: [{ normal, points }] }) => {
        seen.push([normal.x, points[0].data]);
        points[0].data = 'known';
      }),
    );
    const scene = new Scene().add(...balls);
    for (const [one, other] of [
      [first, second],
      [first, second],
      [second, first],
    ]) {
      table.assign(balls[0], one);
      table.assign(balls[1], other);
      scene.test(table);
    }
    expect(seen).toEqual([
      [1, null],
      [1, 'known'],
      [-1, null],
    ]);
  });

  test('options of a response are its own', () => {
    const seen: number[] = [];
    const make = (options?: ManifoldOptions) =>
      response('manifold', (_a, _b, contact) => void seen.push(contact.manifolds[0].points.length), options);
    const pillar = new Collider(new Cylinder(0.5, 1), { position: [0, 0.5, 0] });
    const table = oneClass([floor, pillar], make(), make({ maxPoints: 1 }), make({ maxPoints: Infinity }));
    new Scene().add(floor, pillar).test(table);
    expect(seen).toEqual([4, 1, 32]);
  });

  test('is emptied after the callback; its manifolds stay until the next test', () => {
    const kept: { manifolds: readonly ContactManifold[] }[] = [];
    const lists: (readonly ContactManifold[])[] = [];
    const r = response('manifold', (_a, _b, contact) => {
      kept.push(contact);
      lists.push(contact.manifolds);
    });
    new Scene({ debug: true }).add(crate, floor).test(oneClass([floor, crate], r));
    expect(kept[0].manifolds).toEqual([]);
    expect(lists[0].map(numbers)).toEqual(manifolds(floor, crate).map(numbers));
  });

  test('other types beside it get what they get without it, and true ends the test', () => {
    const log: string[] = [];
    const table = oneClass(
      [floor, crate],
      response('depth', (_a, _b, { depth }) => void log.push(`depth ${depth.toFixed(3)}`)),
      response('manifold', (_a, _b, contact) => {
        log.push(`manifold ${contact.manifolds.length}`);
        return true;
      }),
      response('simple', (_a, _b, contact) => void log.push(`simple ${contact}`)),
    );
    const scene = new Scene().add(floor, crate);
    expect(scene.test(table)).toBe(1);
    expect(log).toEqual(['depth 0.010', 'manifold 1']);
  });
});

describe('maxSeparation', () => {
  test('pairs that are apart by less are reported, but only to that response', () => {
    const a = new Collider(new Sphere(1));
    const b = new Collider(new Sphere(1), { position: [2.05, 0, 0] });
    const log: string[] = [];
    const table = oneClass(
      [a, b],
      response('simple', () => void log.push('simple')),
      response('manifold', () => void log.push('touching')),
      response(
        'manifold',
        (_a, _b, { manifolds: [{ points }] }) => void log.push(`near ${points[0].separation.toFixed(3)}`),
        { maxSeparation: 0.1 },
      ),
    );
    const scene = new Scene().add(a, b);
    expect(scene.test(table)).toBe(1);
    expect(log).toEqual(['near 0.050']);
    expect(Array.from(scene.encounters())).toEqual([]);
    b.setPosition([2.11, 0, 0]);
    expect(scene.test(table)).toBe(0);
    b.setPosition([2, 0, 0]);
    log.length = 0;
    expect(scene.test(table)).toBe(1);
    expect(log).toEqual(['simple', 'touching', 'near 0.000']);
  });

  const SEED = seedFromEnv(6102);
  const rounds = runs(30);
  for (const { name, make } of BROAD_PHASES)
    test(`${name}: ${rounds} rounds, the pairs within reach are those of signedDistance, seed ${SEED}`, () => {
      const rng = new Rng(SEED);
      const shapes: Shape[] = [new Sphere(0.4), new Box([0.8, 0.5, 0.6]), new Cylinder(0.3, 0.8)];
      const colliders = Array.from({ length: 25 }, (_, i) => {
        const orientation = rng.quaternion();
        return new Collider(shapes[i % 3], { position: rng.inBox(1.5), orientation, margin: i % 5 === 0 ? 0.1 : 0 });
      });
      colliders.push(new Collider(new Halfspace([0, 1, 0], -1.2)));
      const scene = new Scene({ broadPhase: make() }).add(...colliders);
      let apart = 0;
      // The reach grows from table to table, and what is added later is within reach, too.
      for (const maxSeparation of [0, 0.05, 0.2, 0.1]) {
        const seen = new Set<string>();
        const note = (a: Collider, b: Collider): void => {
          expect(seen.has(`${a.id} ${b.id}`)).toBe(false);
          seen.add(`${a.id} ${b.id}`);
        };
        const table = oneClass(colliders, response('manifold', note, { maxSeparation }));
        for (let round = 0; round < rounds; round++) {
          for (const collider of colliders) {
            if (collider.shape instanceof Halfspace || !rng.chance(0.2)) continue;
            collider.setPosition(rng.inBox(1.5));
            if (rng.chance(0.3)) scene.remove(collider).add(collider);
          }
          seen.clear();
          expect(scene.test(table)).toBe(seen.size);
          const expected = new Set<string>();
          for (let i = 0; i < colliders.length; i++)
            for (let j = i + 1; j < colliders.length; j++) {
              const { distance } = signedDistance(colliders[i], colliders[j]);
              if (distance <= maxSeparation) expected.add(`${colliders[i].id} ${colliders[j].id}`);
              if (distance > 0 && distance <= maxSeparation) apart++;
            }
          expect([...seen].sort(), `round ${round}, maxSeparation ${maxSeparation}`).toEqual([...expected].sort());
        }
      }
      expect(apart).toBeGreaterThan(rounds);
    });
});

describe('from one test to the next', () => {
  test('a tracker gets the same manifold, and the same points with what was put on them', () => {
    const floor = new Collider(new Box([4, 1, 4]), { position: [0, -0.5, 0] });
    const crate = new Collider(new Box([1, 1, 1]), { position: [0, 0.5, 0] });
    const scene = new Scene().add(floor, crate);
    const log: string[] = [];
    let now: readonly ContactManifold[] = [];
    const take =
      (name: string) =>
      (_a: Collider, _b: Collider, contact: { manifolds: readonly ContactManifold[] }): void => {
        log.push(name);
        now = contact.manifolds;
      };
    const tracker = new ContactTracker<unknown, 'manifold'>(
      'manifold',
      { begin: take('begin'), stay: take('stay'), end: () => void log.push('end') },
      { maxSeparation: 0.01 },
    );
    const table = oneClass([floor, crate], tracker.response);
    const step = () => {
      scene.test(table);
      tracker.step();
    };
    step();
    const [manifold] = now;
    const points = [...manifold.points];
    expect(points.length).toBe(4);
    for (const [i, point] of points.entries()) {
      expect([point.data, point.impulse.toArray()]).toEqual([null, [0, 0, 0]]);
      point.data = i;
      point.impulse.set(i, 0, 0);
    }
    // It slides over the edge of the floor: two corners stay what they are, two become crossings.
    crate.setPosition([1.9, 0.5, 0]);
    step();
    expect(now[0]).toBe(manifold);
    const lasting = manifold.points.filter((point) => points.includes(point));
    expect(lasting.length).toBe(2);
    for (const point of lasting)
      expect([point.data, point.impulse.x]).toEqual([points.indexOf(point), points.indexOf(point)]);
    for (const point of manifold.points)
      if (!lasting.includes(point)) expect([point.data, point.impulse.toArray()]).toEqual([null, [0, 0, 0]]);
    crate.setPosition([1.9, 2, 0]);
    step();
    expect(log).toEqual(['begin', 'stay', 'end']);
    // Nothing is left of the earlier contact.
    crate.setPosition([0, 0.5, 0]);
    step();
    for (const point of now[0].points) expect([point.data, point.impulse.toArray()]).toEqual([null, [0, 0, 0]]);
  });

  const SEED = seedFromEnv(6103);
  const steps = runs(300);
  test(`${steps} steps of many pairs: what lists of their own would hold, one object per id, data kept, seed ${SEED}`, () => {
    const rng = new Rng(SEED);
    const shapes: Shape[] = [new Box([1, 0.4, 0.8]), new Cylinder(0.5, 0.5), new Box([0.5, 0.5, 0.5])];
    const colliders = Array.from(
      { length: 9 },
      (_, i) => new Collider(shapes[i % 3], { position: [0.7 * (i % 3), 0.2, 0.7 * Math.floor(i / 3)] }),
    );
    colliders.push(new Collider(new Box([10, 1, 10]), { position: [0, -0.5, 0] }));
    const scene = new Scene().add(...colliders);
    const options = { maxSeparation: 0.02 };
    /** For each pair a list that `manifolds` fills again and again, as a program without a scene does it. */
    const own = new Map<string, Manifold[]>();
    /** The points of a step, by pair and id. */
    let before = new Map<string, ContactPoint>();
    let now = new Map<string, ContactPoint>();
    const seen = new Set<string>();
    const note = (a: Collider, b: Collider, contact: { manifolds: readonly ContactManifold[] }): void => {
      const pair = `${a.id} ${b.id}`;
      seen.add(pair);
      if (!own.has(pair)) own.set(pair, []);
      const list = manifolds(a, b, own.get(pair), options);
      expect(contact.manifolds.map(numbers), pair).toEqual(list.map(numbers));
      for (const { points } of contact.manifolds)
        for (const point of points) {
          expect(now.has(`${pair} ${point.id}`)).toBe(false);
          now.set(`${pair} ${point.id}`, point);
        }
    };
    const table = oneClass(colliders, response('manifold', note, options));
    let lasted = 0;
    let came = 0;
    for (let step = 0; step < steps; step++) {
      for (const collider of colliders.slice(0, 9)) {
        const { min, max } = collider.bounds();
        const middle = [(min.x + max.x) / 2, (max.y - min.y) / 2, (min.z + max.z) / 2];
        if (rng.chance(0.3))
          collider.setPosition(middle.map((x) => x + rng.range(-0.03, 0.03)) as [number, number, number]);
        // Pairs end, and what they had is used for others.
        if (rng.chance(0.01)) collider.setPosition([rng.range(-1, 3), 0.2, rng.range(-1, 3)]);
      }
      seen.clear();
      scene.test(table);
      for (const pair of own.keys()) if (!seen.has(pair)) own.delete(pair);
      expect(new Set(now.values()).size).toBe(now.size);
      for (const [key, point] of now) {
        const was = before.get(key);
        if (was === undefined) came++;
        else {
          lasted++;
          expect(point).toBe(was);
        }
        expect(point.data).toBe(was === undefined ? null : key);
        point.data = key;
      }
      before = now;
      now = new Map();
    }
    expect(lasted).toBeGreaterThan(5 * steps);
    expect(came).toBeGreaterThan(steps / 10);
  });

  test('a new pair chooses its points as if there had been no other', () => {
    const floor = new Collider(new Box([4, 1, 4]), { position: [0, -0.5, 0] });
    const shape = new Cylinder(0.5, 1);
    const pillars = [0, 1].map(() => new Collider(shape, { position: [0, 0.499, 0] }));
    const scene = new Scene().add(floor, pillars[0]);
    let ids: number[] = [];
    const note = response('manifold', (_a, _b, { manifolds: [{ points }] }) => {
      ids = points.map(({ id }) => id);
    });
    const table = oneClass([floor, ...pillars], note);
    // A lean toward one point of the rim makes it the deepest. Level again, the four stay those.
    const angle = Math.PI / 8;
    pillars[0].setOrientation([2e-4 * Math.sin(angle), 0, -2e-4 * Math.cos(angle), 1]);
    scene.test(table);
    const leaning = ids;
    pillars[0].setOrientation([0, 0, 0, 1]);
    scene.test(table);
    expect(ids).toEqual(leaning);
    const fresh = manifolds(floor, pillars[1], [new Manifold()])[0].points.map(({ id }) => id);
    expect(fresh).not.toEqual(leaning);
    scene.remove(pillars[0]).add(pillars[1]);
    scene.test(table);
    expect(ids).toEqual(fresh);
  });

  test('callbacks that move, remove and add: the manifolds are those before the first change', () => {
    const boxes = [0, 1, 2, 3].map((data) => new Collider(new Box([1, 1, 1]), { position: [0.95 * data, 0, 0], data }));
    const scene = new Scene().add(...boxes);
    const expected = [0, 1, 2].map((i) => numbers(manifolds(boxes[i], boxes[i + 1])[0]));
    const seen: unknown[] = [];
    const later: ContactManifold[] = [];
    const table = oneClass(
      boxes,
      response('manifold', (a, b, contact) => {
        later.push(...contact.manifolds);
        for (const collider of [a, b]) collider.setPosition([100 * later.length + (collider.data as number), 50, 0]);
        if (later.length === 1) scene.remove(boxes[3]);
        // An update in the middle of the test: pairs end, and others begin.
        boxes[1].setPosition([boxes[0].bounds().min.x, 50, 0]);
        expect([...scene.touching()].length).toBeGreaterThan(0);
        seen.push([a.data, numbers(contact.manifolds[0])]);
      }),
    );
    expect(scene.test(table)).toBe(3);
    expect(seen.sort()).toEqual(expected.map((manifold, i) => [i, manifold]));
    expect(later.map(numbers)).toEqual(seen.map((entry) => (entry as unknown[])[1]));
  });
});

describe('errors', () => {
  test('name what is wrong', () => {
    const nothing = (): void => {};
    expect(() => response('manifolds' as 'manifold', nothing)).toThrow("'depth' or 'manifold', got \"manifolds\"");
    expect(() => response('toString' as 'manifold', nothing)).toThrow('type must be');
    expect(() => response('depth', nothing, { maxPoints: 2 } as never)).toThrow("options are for the type 'manifold'");
    expect(() => response('manifold', nothing, { maxPoint: 2 } as never)).toThrow('did you mean maxPoints?');
    expect(() => response('manifold', nothing, 4 as never)).toThrow('options must be an object, got 4');
    const table = new ResponseTable();
    const negative = response('manifold', nothing, { maxSeparation: -1 });
    expect(() => table.addDefault(negative)).toThrow('maxSeparation must not be negative, got -1');
    const events = { begin: nothing };
    expect(() => new ContactTracker('simple', events, {} as never)).toThrow('options are for');
  });
});
