/** The response rules one by one, the contacts that callbacks get, and what callbacks may do. */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Collider,
  contacts,
  Ellipsoid,
  Mesh,
  penetration,
  type Response,
  type ResponseContact,
  ResponseTable,
  type ResponseType,
  response,
  Scene,
  Shape,
  Sphere,
  type Vec3,
} from '../../src/index.ts';
import { octahedron } from './pool.ts';

/** A shape that counts how often it is asked. */
class Counted extends Shape {
  readonly polyhedral = false;
  supports = 0;

  /** Of an ellipsoid of radii 1, 2, 3. */
  support(dir: Vec3, out: Vec3): Vec3 {
    this.supports++;
    const { x, y, z } = dir;
    const l = Math.hypot(x, 2 * y, 3 * z) || 1;
    out.x = x / l;
    out.y = (4 * y) / l;
    out.z = (9 * z) / l;
    return out;
  }

  toString(): string {
    return 'new Counted()';
  }
}

/** Overlapping unit boxes along x, `data` their names; ids rise in the order of the names. */
function boxes(...names: string[]): Collider<string>[] {
  return names.map((data, k) => new Collider(new Box([1, 1, 1]), { data, position: [0.3 * k, 0, 0] }));
}

/** A response that notes how it was called: "name:first-second". */
function noting(log: string[], name: string, type: ResponseType = 'simple'): Response<string> {
  return response(type, (a, b) => void log.push(`${name}:${a.data}-${b.data}`));
}

/** The notes of one test. */
function notes(log: string[], scene: Scene<string>, table: ResponseTable<string>): string {
  log.length = 0;
  scene.test(table);
  return log.join(' ');
}

describe('which responses apply', () => {
  test('a collider without a class takes no part, not even in defaults', () => {
    const log: string[] = [];
    const [a, b, c] = boxes('a', 'b', 'c');
    const scene = new Scene<string>().add(a, b, c);
    const table = new ResponseTable<string>();
    const cls = table.createClass();
    table.addDefault(noting(log, 'd'));
    expect(notes(log, scene, table)).toBe('');
    table.assign(a, cls);
    expect(notes(log, scene, table)).toBe('');
    table.assign(c, cls);
    expect(notes(log, scene, table)).toBe('d:a-c');
    table.clear(a);
    expect(notes(log, scene, table)).toBe('');
    expect([table.classOf(a), table.classOf(c)]).toEqual([null, cls]);
  });

  function two() {
    const log: string[] = [];
    const [a, b] = boxes('a', 'b');
    const scene = new Scene<string>().add(a, b);
    const table = new ResponseTable<string>();
    const [x, y] = [table.createClass('x'), table.createClass('y')];
    table.assign(a, x);
    table.assign(b, y);
    const r = noting(log, 'r');
    return { log, scene, table, x, y, r, a, b, notes: () => notes(log, scene, table) };
  }

  test('a class removal cancels a default, and comes back when it is added there', () => {
    const { table, x, r, notes } = two();
    table.addDefault(r);
    table.removeClass(x, r);
    expect(notes()).toBe('');
    table.addClass(x, r);
    expect(notes()).toBe('r:a-b');
  });

  test('a class removal before the default was added cancels it as well', () => {
    const { table, x, r, notes } = two();
    table.removeClass(x, r);
    table.addDefault(r);
    expect(notes()).toBe('');
  });

  test('between two classes removal wins', () => {
    const { table, x, y, r, notes } = two();
    table.addClass(x, r);
    table.removeClass(y, r);
    expect(notes()).toBe('');
    table.removeClass(x, r);
    table.addClass(y, r);
    expect(notes()).toBe('');
  });

  test('a pair removal cancels defaults and classes; a pair add overrules both removals', () => {
    const { table, x, y, r, notes } = two();
    table.addDefault(r);
    table.addClass(x, r);
    table.removePair(y, x, r);
    expect(notes()).toBe('');
    table.removeClass(x, r);
    table.removeDefault(r);
    table.addPair(y, x, r);
    expect(notes()).toBe('r:b-a');
  });

  test('the last call for a pair wins, whichever way around the classes were named', () => {
    const { table, x, y, r, notes } = two();
    table.addPair(x, y, r);
    expect(notes()).toBe('r:a-b');
    table.addPair(y, x, r);
    expect(notes()).toBe('r:b-a');
    table.removePair(x, y, r);
    expect(notes()).toBe('');
  });

  test('a response on all levels fires once', () => {
    const { table, x, y, r, notes } = two();
    table.addDefault(r);
    table.addDefault(r);
    table.addClass(x, r);
    table.addClass(y, r);
    expect(notes()).toMatch(/^r:(a-b|b-a)$/);
    table.addPair(y, x, r);
    expect(notes()).toBe('r:b-a');
  });

  test('two responses with one callback are two', () => {
    const { table, r, notes } = two();
    table.addDefault(r);
    table.addDefault(response(r.type, r.callback));
    expect(notes()).toBe('r:a-b r:a-b');
  });

  test('they come in the order first added, on whatever level', () => {
    const { table, x, y, log, notes } = two();
    const [p, q, s] = ['p', 'q', 's'].map((name) => noting(log, name));
    table.addPair(x, y, p);
    table.addDefault(q);
    table.addClass(y, s);
    table.addDefault(p);
    expect(notes()).toBe('p:a-b q:a-b s:b-a');
  });

  test('first arguments: lower id for defaults; who has the class; who has the first class named', () => {
    const { table, x, y, log, notes } = two();
    table.addDefault(noting(log, 'd'));
    table.addClass(y, noting(log, 'c'));
    table.addPair(y, x, noting(log, 'p'));
    table.addPair(x, y, noting(log, 'q'));
    expect(notes()).toBe('d:a-b c:b-a p:b-a q:a-b');
  });

  test('of one class, the lower id comes first', () => {
    const { table, x, b, log, notes } = two();
    table.assign(b, x);
    table.addClass(x, noting(log, 'c'));
    table.addPair(x, x, noting(log, 'p'));
    expect(notes()).toBe('c:a-b p:a-b');
  });

  test('a class that has changed', () => {
    const { table, x, y, a, b, log, notes } = two();
    table.addPair(x, y, noting(log, 'p'));
    expect(notes()).toBe('p:a-b');
    table.assign(a, y);
    expect(notes()).toBe('');
    table.assign(b, x);
    expect(notes()).toBe('p:b-a');
  });

  test('several tables on a scene, several scenes with a table, a collider in several scenes', () => {
    const { table, x, y, a, b, log, scene, notes: of } = two();
    table.addPair(x, y, noting(log, 'one'));
    const other = new ResponseTable<string>();
    const z = other.createClass('z');
    other.assign(a, z);
    other.assign(b, z);
    other.addDefault(noting(log, 'two'));
    const second = new Scene<string>();
    expect(of()).toBe('one:a-b');
    expect(notes(log, scene, other)).toBe('two:a-b');
    expect(notes(log, second, table)).toBe('');
    second.add(b, a);
    expect(notes(log, second, table)).toBe('one:a-b');
    scene.remove(a);
    expect(notes(log, scene, table)).toBe('');
    expect(notes(log, second, other)).toBe('two:a-b');
    b.setPosition([5, 0, 0]);
    expect(notes(log, second, other)).toBe('');
  });

  test('the count is of pairs, not of callbacks, and of those that meet', () => {
    const log: string[] = [];
    const [a, b, c] = boxes('a', 'b', 'c');
    const ball = new Collider(new Sphere(0.5), { data: 'ball', position: [-0.9, 0.9, 0.9] }); // only its box overlaps
    const scene = new Scene<string>().add(a, b, c, ball);
    const table = new ResponseTable<string>();
    const cls = table.createClass();
    for (const collider of [a, b, c, ball]) table.assign(collider, cls);
    expect(scene.test(table)).toBe(0);
    for (const name of ['p', 'q', 'r']) table.addDefault(noting(log, name));
    expect(scene.test(table)).toBe(3);
    expect(log.length).toBe(9);
    expect([...scene.encounters()].length).toBe(4);
  });
});

describe('contacts', () => {
  function ballAndCrate() {
    const ball = new Collider(new Sphere(1), { position: [0, 1.25, 0] });
    const crate = new Collider(new Box([4, 1, 4]));
    const scene = new Scene({ debug: true }).add(ball, crate);
    const table = new ResponseTable();
    const [balls, crates] = [table.createClass('balls'), table.createClass('crates')];
    table.assign(ball, balls);
    table.assign(crate, crates);
    return { ball, crate, scene, table, balls, crates };
  }

  test('normal and points follow the arguments', () => {
    const { ball, crate, scene, table, balls, crates } = ballAndCrate();
    const seen: unknown[] = [];
    const note = response('depth', (a, b, contact) => {
      const { depth, normal, pointA, pointB, point } = contact!;
      const vectors = [normal, pointA, pointB, point].map((v) => v.toArray().map((x) => Math.round(1e9 * x) / 1e9 + 0));
      seen.push([a === ball, b === crate, Math.round(1e9 * depth) / 1e9, ...vectors]);
    });
    table.addPair(balls, crates, note);
    scene.test(table);
    table.addPair(crates, balls, note);
    scene.test(table);
    expect(seen).toEqual([
      [true, true, 0.25, [0, -1, 0], [0, 0.25, 0], [0, 0.5, 0], [0, 0.375, 0]],
      [false, false, 0.25, [0, 1, 0], [0, 0.5, 0], [0, 0.25, 0], [0, 0.375, 0]],
    ]);
  });

  test('simple gets null, witnessed a point, and all of one test the same point', () => {
    const { scene, table } = ballAndCrate();
    const seen: (number[] | null)[] = [];
    for (const type of ['witnessed', 'simple', 'depth'] as const)
      table.addDefault(response(type, (_a, _b, contact) => void seen.push(contact?.point.toArray() ?? null)));
    expect(scene.test(table)).toBe(1);
    expect(seen[1]).toBeNull();
    expect(seen[0]).toEqual(seen[2]);
    expect(seen[0]![1]).toBeCloseTo(0.375, 9);
  });

  test('a witnessed response alone gets a point of both', () => {
    const { scene, table } = ballAndCrate();
    let point: number[] = [];
    const note = response('witnessed', (_a, _b, contact) => {
      point = contact!.point.toArray();
    });
    table.addDefault(note);
    scene.test(table);
    expect(Math.hypot(point[0], point[1] - 1.25, point[2])).toBeLessThanOrEqual(1 + 1e-9);
    expect(Math.abs(point[1])).toBeLessThanOrEqual(0.5 + 1e-9);
  });

  test('a witnessed contact alone has nothing of the pair before it', () => {
    const [a, b, c, d] = [0, 0.6, 10, 10.9].map((x) => new Collider(new Box([1, 1, 1]), { position: [x, 0, 0] }));
    const scene = new Scene().add(a, b, c, d);
    const table = new ResponseTable();
    const [deep, plain] = [table.createClass(), table.createClass()];
    for (const collider of [a, b]) table.assign(collider, deep);
    for (const collider of [c, d]) table.assign(collider, plain);
    table.addPair(
      deep,
      deep,
      response('depth', () => {}),
    );
    const seen: number[] = [];
    table.addPair(
      plain,
      plain,
      response('witnessed', (_a, _b, contact) => void seen.push(contact!.depth, contact!.normal.x)),
    );
    for (let k = 0; k < 2; k++) expect(scene.test(table)).toBe(2);
    expect(seen.length).toBe(4);
    for (const x of seen) expect([0, Number.NaN]).toContain(x);
  });

  test('one computation serves all responses of a pair', () => {
    const work = (types: readonly ResponseType[]) => {
      const shape = new Counted();
      const egg = new Collider(shape);
      const other = new Collider(new Ellipsoid([2, 1, 1]), { position: [1.5, 1, 1] });
      const scene = new Scene().add(egg, other);
      const table = new ResponseTable();
      const cls = table.createClass();
      table.assign(egg, cls);
      table.assign(other, cls);
      for (const type of types) table.addDefault(response(type, () => {}));
      shape.supports = 0;
      expect(scene.test(table)).toBe(1);
      return shape.supports;
    };
    const once = work(['depth']);
    expect(once).toBeGreaterThan(0);
    expect(work(['simple', 'witnessed', 'depth', 'depth', 'witnessed'])).toBe(once);
    expect(work(['witnessed', 'simple'])).toBe(work(['witnessed']));
    expect(work(['simple'])).toBeLessThanOrEqual(once);
  });

  test('debug: a contact that was kept is NaN', () => {
    const { scene, table } = ballAndCrate();
    for (const type of ['witnessed', 'depth'] as const) {
      let kept: ResponseContact | null = null;
      const keep = response(type, (_a, _b, contact) => {
        kept = contact;
        expect(contact!.point.y).not.toBeNaN();
      });
      table.addDefault(keep);
      scene.test(table);
      const { point, normal, pointA, pointB, depth } = kept as unknown as ResponseContact;
      for (const v of [point, normal, pointA, pointB]) expect(v.toArray()).toEqual([NaN, NaN, NaN]);
      expect(depth).toBeNaN();
      table.removeDefault(keep);
    }
  });

  test('debug: also after a callback that threw', () => {
    const { scene, table } = ballAndCrate();
    let kept: ResponseContact | null = null;
    table.addDefault(
      response('depth', (_a, _b, contact) => {
        kept = contact;
        throw new Error('enough');
      }),
    );
    expect(() => scene.test(table)).toThrow('enough');
    expect((kept as unknown as ResponseContact).depth).toBeNaN();
  });

  test.each([false, true])('all() of a depth response has the contacts of all triangles, swapped: %s', (swapped) => {
    const floor = new Collider(
      new Mesh({
        positions: [-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2, 0, 0, 0],
        indices: [0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0],
      }),
    );
    const diamond = new Collider(octahedron(2), { position: [0, 0.9, 0] });
    const scene = new Scene().add(floor, diamond);
    const table = new ResponseTable();
    const [floors, things] = [table.createClass(), table.createClass()];
    table.assign(floor, floors);
    table.assign(diamond, things);
    let called = 0;
    const r = response('depth', (a, b, contact) => {
      called++;
      expect([a, b]).toEqual(swapped ? [diamond, floor] : [floor, diamond]);
      const pairs = contact!.all().map((c) => [c.primitiveA, c.primitiveB]);
      const expected = contacts(a, b, [], { witness: true });
      expect(expected.length).toBeGreaterThan(3);
      expect(pairs.sort()).toEqual(expected.map((c) => [c.primitiveA, c.primitiveB]).sort());
      for (const { depth, normal, pointA, pointB, point } of contact!.all()) {
        expect(depth).toBeGreaterThanOrEqual(0);
        expect(Math.hypot(normal.x, normal.y, normal.z)).toBeCloseTo(1, 9);
        expect(point.y).toBeLessThan(0.2);
        expect(pointA.y).toBeCloseTo(pointB.y + depth * normal.y, 7);
      }
      const whole = penetration(a, b)!;
      expect(contact!.depth).toBeCloseTo(whole.depth, 7);
    });
    if (swapped) table.addPair(things, floors, r);
    else table.addPair(floors, things, r);
    expect(scene.test(table)).toBe(1);
    expect(called).toBe(1);
  });

  test('all() of two convex shapes is one contact', () => {
    const { scene, table } = ballAndCrate();
    let seen = -1;
    table.addDefault(
      response('depth', (_a, _b, contact) => {
        const list = contact!.all();
        seen = list.length;
        expect(list[0].depth).toBeCloseTo(0.25, 9);
        expect([list[0].primitiveA, list[0].primitiveB]).toEqual([-1, -1]);
      }),
    );
    scene.test(table);
    expect(seen).toBe(1);
  });
});

describe('inside callbacks', () => {
  function three() {
    const log: string[] = [];
    const [a, b, c] = boxes('a', 'b', 'c');
    const scene = new Scene<string>().add(a, b, c);
    const table = new ResponseTable<string>();
    const cls = table.createClass();
    for (const collider of [a, b, c]) table.assign(collider, cls);
    /** Runs `act` in the first callback. */
    const onFirst = (act: () => void) => {
      let first = true;
      table.addDefault(
        response('simple', (x, y) => {
          log.push(`${x.data}${y.data}`);
          if (first) act();
          first = false;
        }),
      );
    };
    const run = () => {
      log.length = 0;
      scene.test(table);
      return [...log].sort();
    };
    return { log, a, b, c, scene, table, cls, onFirst, run };
  }
  const ALL = ['ab', 'ac', 'bc'];

  test('moving takes effect after the test', () => {
    const { a, b, scene, onFirst, run } = three();
    onFirst(() => {
      a.setPosition([50, 0, 0]);
      b.setPosition([60, 0, 0]).setPosition([50, 0.5, 0]);
    });
    expect(run()).toEqual(ALL);
    expect([...scene.encounters()].length).toBe(1);
    expect(run()).toEqual(['ab']);
  });

  test('margins and scales likewise', () => {
    const { a, b, c, onFirst, run } = three();
    c.setPosition([2, 0, 0]);
    onFirst(() => {
      a.setScale(0.01);
      b.setScale(0.01);
      c.margin = 1.6;
    });
    expect(run()).toEqual(['ab']);
    expect(run()).toEqual(['ac', 'bc']);
  });

  test('removing takes effect after the test', () => {
    const { b, scene, onFirst, run } = three();
    onFirst(() => scene.remove(b));
    expect(run()).toEqual(ALL);
    expect([scene.size, scene.has(b)]).toEqual([2, false]);
    expect(run()).toEqual(['ac']);
  });

  test('adding takes effect after the test', () => {
    const { scene, table, cls, onFirst, run } = three();
    const d = new Collider(new Box([1, 1, 1]), { data: 'd' });
    table.assign(d, cls);
    onFirst(() => scene.add(d));
    expect(run()).toEqual(ALL);
    expect(scene.has(d)).toBe(true);
    expect(run()).toEqual(['ab', 'ac', 'ad', 'bc', 'bd', 'cd']);
  });

  test('the last of several changes counts', () => {
    const { a, b, scene, table, cls, onFirst, run } = three();
    const d = new Collider(new Box([1, 1, 1]), { data: 'd' });
    table.assign(d, cls);
    onFirst(() => {
      scene.remove(a).add(a);
      scene.remove(b).add(b).remove(b);
      scene.add(d).remove(d);
    });
    expect(run()).toEqual(ALL);
    expect([scene.has(a), scene.has(b), scene.has(d), scene.size]).toEqual([true, false, false, 2]);
    expect(run()).toEqual(['ac']);
  });

  test('a member that was removed, moved and added again is where it was moved to', () => {
    const { a, scene, onFirst, run } = three();
    onFirst(() => {
      scene.remove(a);
      a.setPosition([50, 0, 0]);
      scene.add(a);
    });
    expect(run()).toEqual(ALL);
    expect(run()).toEqual(['bc']);
    expect(scene.overlapping({ min: [49, -1, -1], max: [51, 1, 1] })).toEqual([a]);
  });

  test('classes change after the test', () => {
    const { a, b, c, table, onFirst, run } = three();
    onFirst(() => {
      for (const collider of [a, b, c]) table.clear(collider);
    });
    expect(run()).toEqual(ALL);
    expect(run()).toEqual([]);
  });

  test('a class that changes between two responses of one pair does not change their arguments', () => {
    const log: string[] = [];
    const [a, b] = boxes('a', 'b');
    const scene = new Scene<string>().add(a, b);
    const table = new ResponseTable<string>();
    const [x, y] = [table.createClass('x'), table.createClass('y')];
    table.assign(a, x);
    table.assign(b, y);
    table.addDefault(
      response('simple', () => {
        table.assign(a, y);
        table.assign(b, x);
      }),
    );
    table.addPair(x, y, noting(log, 'p'));
    table.addClass(y, noting(log, 'c'));
    expect(notes(log, scene, table)).toBe('p:a-b c:b-a');
    expect(notes(log, scene, table)).toBe('p:b-a c:a-b');
  });

  test('pair queries see colliders where they have been moved to', () => {
    const { a, b, onFirst, run } = three();
    let depth: number | undefined;
    onFirst(() => {
      a.setPosition([50, 0, 0]);
      b.setPosition([50.75, 0, 0]);
      depth = penetration(a, b)?.depth;
    });
    run();
    expect(depth).toBeCloseTo(0.25, 12);
  });

  test('another scene that shares colliders may be changed and tested', () => {
    const { a, b, c, table, onFirst, run } = three();
    const other = new Scene<string>();
    const seen: string[] = [];
    onFirst(() => {
      other.add(a, b);
      for (const [p, q] of other.encounters()) seen.push(`${p.data}${q.data}`);
      other.remove(b).add(c);
    });
    expect(run()).toEqual(ALL);
    expect(seen).toEqual(['ab']);
    expect(other.test(table)).toBe(1);
  });

  test('queries of the scene see a collider that was moved in one place, the old or the new', () => {
    const { a, c, scene, onFirst, run } = three();
    const seen: boolean[][] = [];
    onFirst(() => {
      a.setPosition([50, 0, 0]);
      const filter = (collider: Collider<string>) => collider === a;
      seen.push([0, 50].map((x) => scene.rayCast([x, 5, 0], [x, -5, 0], { filter }) !== null));
      seen.push([0, 50].map((x) => scene.containing([x, 0, 0]).includes(a)));
      seen.push(
        [0, 50].map((x) => scene.intersecting(new Collider(new Box([0.1, 9, 9]), { position: [x, 0, 0] })).includes(a)),
      );
      seen.push(
        [0, 50].map(
          (x) =>
            scene.castShape(new Collider(new Sphere(0.1), { position: [x, 9, 0] }), [0, -9, 0], { filter }) !== null,
        ),
      );
      seen.push([0, 50].map((x) => scene.nearest([x, 0, 0], { filter, maxDistance: 1 }) !== null));
      expect(scene.has(c)).toBe(true);
    });
    expect(run()).toEqual(ALL);
    const places = new Set(seen.map((found) => found.join(' ')));
    expect(places.size, [...places].join(' | ')).toBe(1);
    expect(['true false', 'false true']).toContain([...places][0]);
  });

  test('a scene cannot be tested in its own test', () => {
    const { scene, table, run } = three();
    const again = response<string>('simple', () => void scene.test(table));
    table.addDefault(again);
    expect(() => scene.test(table)).toThrow(/test/);
    table.removeDefault(again);
    run();
    expect([...scene.encounters()].length).toBe(3);
  });

  test('a mesh that is deformed is right in the next test', () => {
    const positions = new Float64Array([-2, 0, -2, 2, 0, -2, 0, 0, 2]);
    const mesh = new Mesh({ positions, indices: [0, 1, 2] });
    const sheet = new Collider(mesh);
    const low = new Collider(new Sphere(0.5), { position: [0, 0.1, 0] });
    const high = new Collider(new Sphere(0.5), { position: [0, 3, 0] });
    const scene = new Scene().add(sheet, low, high);
    const table = new ResponseTable();
    const [sheets, balls] = [table.createClass(), table.createClass()];
    table.assign(sheet, sheets);
    table.assign(low, balls);
    table.assign(high, balls);
    const seen: Collider[] = [];
    table.addPair(
      sheets,
      balls,
      response('simple', (_sheet, ball) => {
        seen.push(ball);
        for (const k of [1, 4, 7]) positions[k] = 3;
        mesh.refit();
      }),
    );
    expect(scene.test(table)).toBe(1);
    expect(scene.test(table)).toBe(1);
    expect(seen).toEqual([low, high]);
  });

  test('returning true ends the test; the pair counts; other values do not end it', () => {
    const { a, b, c, scene } = three();
    for (const value of [true, false, undefined, 1 as unknown as boolean]) {
      const table = new ResponseTable<string>();
      const cls = table.createClass();
      for (const collider of [a, b, c]) table.assign(collider, cls);
      let calls = 0;
      const r = response<string>('simple', () => {
        calls++;
        return calls === 3 ? value : undefined;
      });
      table.addDefault(r);
      table.addDefault(response(r.type, r.callback));
      const count = scene.test(table);
      if (value === true) expect([count, calls]).toEqual([2, 3]);
      else if (value !== (1 as unknown)) expect([count, calls]).toEqual([3, 6]);
    }
  });

  test('changes before a callback ends the test are kept', () => {
    const { a, b, scene, table, run } = three();
    const stop = response<string>('simple', () => {
      a.setPosition([50, 0, 0]);
      scene.remove(b);
      return true;
    });
    table.addDefault(stop);
    expect(scene.test(table)).toBe(1);
    expect([scene.size, [...scene.encounters()].length]).toEqual([2, 0]);
    table.removeDefault(stop);
    expect(run()).toEqual([]);
  });

  test('an error reaches the caller; what was changed before it is kept; later tests are right', () => {
    const { a, b, c, scene, table, log, run } = three();
    const error = new Error('from a callback');
    const bad = response<string>('depth', () => {
      a.setPosition([50, 0, 0]);
      scene.remove(b);
      throw error;
    });
    table.addDefault(bad);
    let caught: unknown;
    try {
      scene.test(table);
    } catch (e) {
      caught = e;
    }
    expect(caught).toBe(error);
    expect([scene.size, scene.has(a), scene.has(b), scene.has(c)]).toEqual([2, true, false, true]);
    table.removeDefault(bad);
    table.addDefault(response('simple', (x, y) => void log.push(`${x.data}${y.data}`)));
    expect(run()).toEqual([]);
    a.setPosition([0, 0, 0]);
    scene.add(b);
    expect(run()).toEqual(ALL);
  });
});
