/** Bad input to scenes and tables: clear errors, and nothing lost. */
import { describe, expect, test } from 'vitest';
import {
  type Aabb,
  Box,
  Collider,
  ContactTracker,
  type Response,
  type ResponseClass,
  ResponseTable,
  response,
  Scene,
  Sphere,
} from '../../src/index.ts';
import { BROAD_PHASES } from './broad-phases.ts';

const simple = () => response('simple', () => {});

describe.each(BROAD_PHASES)('bad input, broad phase: $name', ({ name, make }) => {
  function two() {
    const a = new Collider(new Box([1, 1, 1]));
    const b = new Collider(new Sphere(0.5), { position: [0.5, 0, 0] });
    const scene = new Scene({ broadPhase: make() }).add(a, b);
    const table = new ResponseTable();
    const cls = table.createClass('things');
    table.assign(a, cls);
    table.assign(b, cls);
    table.addDefault(simple());
    /** All is as it was. */
    const intact = () => {
      expect([scene.size, scene.has(a), scene.has(b)]).toEqual([2, true, true]);
      expect([...scene.encounters()].length).toBe(1);
      expect(scene.test(table)).toBe(1);
      expect(scene.overlapping({ min: [-9, -9, -9], max: [9, 9, 9] }).length).toBe(2);
    };
    return { a, b, scene, table, cls, intact };
  }

  test('a collider added twice', () => {
    const { a, scene, intact } = two();
    expect(() => scene.add(a)).toThrow(new RegExp(`collider.*${a.id}|${a.id}.*collider`, 'is'));
    intact();
    const c = new Collider(new Box([1, 1, 1]), { position: [50, 0, 0] });
    expect(() => scene.add(c, c)).toThrow();
    expect(scene.size).toBe(scene.has(c) ? 3 : 2);
    expect(scene.overlapping({ min: [49, 0, 0], max: [51, 0, 0] }).length).toBe(scene.has(c) ? 1 : 0);
  });

  test('a list with one that is already there adds nothing', () => {
    const { a, scene, intact } = two();
    const c = new Collider(new Box([1, 1, 1]), { position: [50, 0, 0] });
    expect(() => scene.add(c, a)).toThrow();
    intact();
    expect(scene.has(c)).toBe(false);
  });

  test('a long list, or what else is iterable, is added by addAll; with one that is already there it adds nothing', () => {
    const { a, scene, intact } = two();
    const far = [50, 60].map((x) => new Collider(new Box([1, 1, 1]), { position: [x, 0, 0] }));
    expect(() => scene.addAll([...far, a])).toThrow(new RegExp(String(a.id)));
    expect(() => scene.addAll([far[0], far[0]])).toThrow(new RegExp(String(far[0].id)));
    expect(() => scene.add(far as never)).toThrow(/addAll\(list\)/);
    intact();
    scene.addAll(new Set(far)).addAll([]);
    expect([...scene.colliders()].slice(2)).toEqual(far);
    expect(scene.overlapping({ min: [49, 0, 0], max: [61, 0, 0] }).length).toBe(2);
    scene.remove(...far);
    intact();
  });

  test('a collider removed that is not there', () => {
    const { a, scene, intact } = two();
    const stranger = new Collider(new Box([1, 1, 1]));
    expect(() => scene.remove(stranger)).toThrow(new RegExp(String(stranger.id)));
    intact();
    scene.remove(a);
    expect(() => scene.remove(a)).toThrow();
    expect(scene.size).toBe(1);
    scene.add(a);
    intact();
  });

  test('a list with one that is not there removes nothing', () => {
    const { a, scene, intact } = two();
    expect(() => scene.remove(a, new Collider(new Box([1, 1, 1])))).toThrow();
    intact();
  });

  test('no collider at all', () => {
    const { scene, intact } = two();
    for (const bad of [null, undefined, {}, new Box([1, 1, 1])]) {
      expect(() => scene.add(bad as unknown as Collider), String(bad)).toThrow(TypeError);
      expect(() => scene.remove(bad as unknown as Collider), String(bad)).toThrow();
      expect(scene.has(bad as unknown as Collider)).toBe(false);
    }
    intact();
  });

  test('a placement that is not finite leaves the collider where it was', () => {
    const { a, b, intact } = two();
    expect(() => a.setPosition([Number.NaN, 0, 0])).toThrow(RangeError);
    expect(() => b.setOrientation([0, 0, 0, 0])).toThrow(RangeError);
    expect(() => a.setScale(Number.NaN)).toThrow(RangeError);
    expect(() => a.setMatrix(new Array(16).fill(Number.NaN))).toThrow(RangeError);
    expect(() => {
      a.margin = Number.NaN;
    }).toThrow(RangeError);
    expect(() => {
      a.margin = -1;
    }).toThrow(RangeError);
    intact();
  });

  test('the same in a callback: the error reaches the caller, and nothing has moved', () => {
    const { a, scene, table, intact } = two();
    const bad = response('simple', () => void a.setPosition([0, Number.NaN, 0]));
    table.addDefault(bad);
    expect(() => scene.test(table)).toThrow(RangeError);
    table.removeDefault(bad);
    intact();
  });

  test('adding twice and removing what is absent, in a callback', () => {
    for (const twice of [true, false]) {
      const { a, scene, table, intact } = two();
      const bad = response('simple', () => {
        if (twice) scene.add(a);
        else scene.remove(a).remove(a);
      });
      table.addDefault(bad);
      expect(() => scene.test(table)).toThrow();
      table.removeDefault(bad);
      if (!twice) scene.add(a);
      intact();
    }
  });

  test('queries with numbers that are none', () => {
    const { scene, intact } = two();
    const bad = [Number.NaN, 0, 0] as const;
    expect(() => scene.rayCast(bad, [1, 0, 0])).toThrow(RangeError);
    expect(() => scene.rayCast([0, 0, 0], bad)).toThrow(RangeError);
    expect(() => scene.castShape(new Sphere(1), bad)).toThrow(RangeError);
    expect(() => scene.containing(bad)).toThrow(RangeError);
    expect(() => scene.nearest(bad)).toThrow(RangeError);
    expect(() => scene.nearest([0, 0, 0], { maxDistance: Number.NaN })).toThrow(RangeError);
    expect(() => scene.rayCast([0, 0, 0], [1, 0, 0], { maxT: Number.NaN })).toThrow(RangeError);
    for (const none of [undefined, null, 'here', {}, [1, 2]] as unknown as [number, number, number][]) {
      const name = JSON.stringify(none);
      expect(() => scene.nearest(none), `nearest(${name})`).toThrow();
      expect(() => scene.containing(none), `containing(${name})`).toThrow();
      expect(() => scene.rayCast(none, [0, 0, 0]), `rayCast(${name}, …)`).toThrow();
      expect(() => scene.castShape(new Sphere(1), none), `castShape(…, ${name})`).toThrow();
      expect(() => scene.castShape(none as unknown as Sphere, [1, 0, 0]), `castShape(${name}, …)`).toThrow();
      expect(() => scene.intersecting(none as unknown as Collider), `intersecting(${name})`).toThrow();
      expect(() => scene.overlapping(none as unknown as Aabb), `overlapping(${name})`).toThrow();
    }
    expect(() => scene.overlapping({ min: bad, max: [1, 1, 1] })).toThrow(RangeError);
    intact();
  });

  // The default is no broad phase to hand over.
  if (name === 'default') return;
  test('a broad phase that is in use', () => {
    const { a, b } = two();
    const broadPhase = make()!;
    const first = new Scene({ broadPhase }).add(a, b);
    expect(() => new Scene({ broadPhase })).toThrow(/broad ?phase/i);
    expect([...first.encounters()].length).toBe(1);
    const used = make()!;
    used.add({ x: 0, y: 0, z: 0 }, { x: 1, y: 1, z: 1 }, {} as never);
    expect(() => new Scene({ broadPhase: used })).toThrow(/broad ?phase/i);
  });
});

test("a broad phase of one's own that lacks a method for casts", () => {
  const { sweep: _, ...methods } = { update: () => {}, sweep: () => {} };
  expect(() => new Scene({ broadPhase: methods as never })).toThrow('broadPhase must have a method sweep');
  expect(() => new Scene({ broadPhase: {} as never })).toThrow('broadPhase must be a broad phase');
});

// The places of those that were removed went back to the free ones as arguments of one call, which are on the stack.
test('200,000 colliders removed between two updates', () => {
  const shape = new Sphere(0.1);
  const colliders = Array.from({ length: 200_000 }, (_, i) => new Collider(shape, { position: [i, 0, 0] }));
  const scene = new Scene();
  for (const collider of colliders) scene.add(collider);
  expect([...scene.encounters()]).toEqual([]);
  for (const collider of colliders) scene.remove(collider);
  expect([...scene.encounters()]).toEqual([]);
  // Their places can be used again.
  scene.add(colliders[0], colliders[1].setPosition([0, 0, 0]));
  expect([...scene.encounters()].length).toBe(1);
});

describe('bad input to tables', () => {
  function table() {
    const t = new ResponseTable();
    return { t, cls: t.createClass('ships'), a: new Collider(new Box([1, 1, 1])) };
  }

  test('a class of another table', () => {
    const { t, cls, a } = table();
    const foreign = new ResponseTable().createClass('mines');
    const r = simple();
    for (const act of [
      () => t.assign(a, foreign),
      () => t.addClass(foreign, r),
      () => t.removeClass(foreign, r),
      () => t.addPair(cls, foreign, r),
      () => t.addPair(foreign, cls, r),
      () => t.removePair(cls, foreign, r),
      () => t.removePair(foreign, cls, r),
    ])
      expect(act).toThrow(/class/i);
    expect(t.classOf(a)).toBeNull();
  });

  test('no class at all', () => {
    const { t, cls, a } = table();
    for (const bad of [undefined, null, 'ships', 0, {}]) {
      expect(() => t.assign(a, bad as unknown as ResponseClass), String(bad)).toThrow(/class/i);
      expect(() => t.addClass(bad as unknown as ResponseClass, simple()), String(bad)).toThrow(/class/i);
      expect(() => t.addPair(cls, bad as unknown as ResponseClass, simple()), String(bad)).toThrow(/class/i);
    }
  });

  test('what is not a response', () => {
    const { t, cls } = table();
    const callback = () => {};
    expect(() => response('deep' as 'depth', callback)).toThrow(/deep/);
    expect(() => response('simple', 3 as unknown as typeof callback)).toThrow(TypeError);
    for (const bad of [null, undefined, callback, {}, { type: 'deep', callback }, { type: 'simple' }, { callback }]) {
      const r = bad as unknown as Response;
      for (const act of [() => t.addDefault(r), () => t.addClass(cls, r), () => t.addPair(cls, cls, r)])
        expect(act, JSON.stringify(bad)).toThrow();
    }
    const plain: Response = { type: 'simple', callback };
    expect(() => t.addDefault(plain)).not.toThrow();
  });

  test('removing what was never added is no error, and clearing what has no class neither', () => {
    const { t, cls, a } = table();
    const r = simple();
    t.removeDefault(r);
    t.removeClass(cls, r);
    t.removePair(cls, cls, r);
    t.clear(a);
    expect(t.classOf(a)).toBeNull();
  });

  test('what is not a collider', () => {
    const { t, cls } = table();
    for (const bad of [null, undefined, {}, 7])
      expect(() => t.assign(bad as unknown as Collider, cls), String(bad)).toThrow(TypeError);
  });

  test('test() without a table', () => {
    const scene = new Scene().add(new Collider(new Box([1, 1, 1])));
    for (const bad of [undefined, null, {}])
      expect(() => scene.test(bad as unknown as ResponseTable), String(bad)).toThrow(TypeError);
  });

  test('a tracker of a type that is none', () => {
    expect(() => new ContactTracker('deep' as 'depth', {})).toThrow(/deep/);
  });
});
