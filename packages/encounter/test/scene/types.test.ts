/** What strict programs may write: the compiler is the test, and the calls must work, too. */
import { expect, test } from 'vitest';
import {
  Box,
  Collider,
  ContactTracker,
  type RayOptions,
  ResponseTable,
  rayCast,
  response,
  Scene,
  type SceneCastOptions,
  type SceneRayOptions,
  Sphere,
  signedDistance,
} from '../../src/index.ts';

interface Thing {
  readonly name: string;
}

test('contacts are there where a response asks for them', () => {
  const table = new ResponseTable<Thing>();
  const things = table.createClass('things');
  const told: (string | number)[] = [];
  table.addDefault(
    response('depth', (a, b, { depth, normal }) => void told.push(a.data.name, b.data.name, depth, normal.x)),
  );
  table.addDefault(response('witnessed', (_a, _b, { point }) => void told.push(point.x)));
  table.addDefault(
    response('simple', (_a, _b, contact) => {
      const nothing: null = contact;
      told.push(String(nothing));
    }),
  );
  const tracker = new ContactTracker<Thing, 'depth'>('depth', {
    begin: (a, _b, { depth }) => void told.push(a.data.name, depth),
  });
  table.addDefault(tracker.response);
  const box = new Collider<Thing>(new Box([2, 2, 2]), { data: { name: 'box' } });
  const ball = new Collider<Thing>(new Sphere(1), { data: { name: 'ball' }, position: [1.5, 0, 0] });
  table.assign(box, things);
  table.assign(ball, things);
  new Scene<Thing>().add(box, ball).test(table);
  expect(told).toEqual(['box', 'ball', 0.5, 1, 0.75, 'null', 'box', 0.5]);
});

test('a scene of some data answers about colliders of any', () => {
  const thing = new Collider<Thing>(new Box([2, 2, 2]), { data: { name: 'box' } });
  const scene = new Scene<Thing>().add(thing);
  const stranger = new Collider(new Sphere(1), { position: new Float32Array([1.5, 0, 0]) });
  expect(scene.has(stranger)).toBe(false);
  expect(scene.intersecting(stranger).map(({ data }) => data.name)).toEqual(['box']);
  expect(scene.nearest(stranger, { ignore: stranger })?.collider.data.name).toBe('box');
  expect(scene.castShape(stranger, [-1, 0, 0])?.collider.data.name).toBe('box');
  const any: Collider[] = [thing];
  expect(scene.remove(...any).size).toBe(0);
});

test('options of a variable may ask for one hit or for all', () => {
  const scene = new Scene<Thing>().add(new Collider<Thing>(new Box([2, 2, 2]), { data: { name: 'box' } }));
  const rays: SceneRayOptions<Thing>[] = [{ all: true, maxT: 1 }, {}];
  const casts: SceneCastOptions<Thing>[] = [{ all: true }, { all: false }];
  const hits = [
    ...rays.map((options) => scene.rayCast([5, 0, 0], [0, 0, 0], options)),
    ...casts.map((options) => scene.castShape(new Sphere(1), [5, 0, 0], options)),
  ];
  expect(hits.map((hit) => Array.isArray(hit))).toEqual([true, false, true, false]);
  const side: RayOptions = { side: 'front' };
  expect(rayCast(new Collider(new Sphere(1)), [5, 0, 0], [0, 0, 0], null, side)?.t).toBeCloseTo(0.8, 12);
});

test('vectors may be arrays whose length the compiler does not know', () => {
  const from = [0, 3, 0];
  const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
  const ball = new Collider(new Sphere(1), { position: from, orientation: new Float64Array(quarter) });
  expect(signedDistance(new Collider(new Sphere(1)), ball).distance).toBe(1);
});

test('an event of another name is a mistake', () => {
  const events = { enter: () => undefined } as unknown as ConstructorParameters<typeof ContactTracker>[1];
  expect(() => new ContactTracker('simple', events)).toThrow(/unknown option 'enter': did you mean begin, stay, end\?/);
});
