/**
 * Arguments. Constructors and setters throw an error that names the argument and shows the value: a TypeError when it is of the
 * wrong kind, a RangeError when its value is out of range. Degenerate sizes are legal.
 */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Cone,
  ContactTracker,
  Cylinder,
  castShape,
  closestPoints,
  commonPoint,
  contacts,
  containsPoint,
  Ellipsoid,
  Halfspace,
  HullOf,
  Inflated,
  intersects,
  Mesh,
  MinkowskiSum,
  PairCache,
  Placed,
  Point,
  Polygon,
  Polytope,
  penetration,
  ResponseTable,
  rayCast,
  recordQuery,
  response,
  Scene,
  Segment,
  Shape,
  Sphere,
  signedDistance,
  Triangle,
  type Vec3,
  VertexArray,
} from '../src/index.ts';

/** Stands for a value of any type where the types would not let it pass. */
// biome-ignore lint/suspicious/noExplicitAny: tests hand over what the types forbid.
type Anything = any;

type Kind = typeof RangeError | typeof TypeError;

/** One call that must fail: what is called, the error, and what its message must name. */
type Case = readonly [call: () => unknown, kind: Kind, ...named: string[]];

function rejects([call, kind, ...named]: Case): void {
  let error: unknown;
  try {
    call();
  } catch (e) {
    error = e;
  }
  expect(error, `${call} did not throw`).toBeInstanceOf(kind);
  for (const name of named) expect((error as Error).message).toContain(name);
}

/** A call with each value that is no finite number in turn. */
function numbers(name: string, call: (value: Anything) => unknown, signed = false): Case[] {
  return [
    [() => call(Number.NaN), RangeError, name, 'NaN'],
    [() => call(Infinity), RangeError, name, 'Infinity'],
    [() => call(-Infinity), RangeError, name, '-Infinity'],
    [() => call('1'), TypeError, name, '"1"'],
    [() => call(null), TypeError, name, 'null'],
    [() => call(undefined), TypeError, name, 'undefined'],
    [() => call([1]), TypeError, name, '[1]'],
    ...(signed ? [] : [[() => call(-0.5), RangeError, name, '-0.5'] as const]),
  ];
}

/** The same for an argument that is a vector. */
function vectors(name: string, call: (value: Anything) => unknown, signed = true): Case[] {
  return [
    [() => call([Number.NaN, 1, 1]), RangeError, `${name}.x`, 'NaN'],
    [() => call([1, Infinity, 1]), RangeError, `${name}.y`, 'Infinity'],
    [() => call({ x: 1, y: 1, z: -Infinity }), RangeError, `${name}.z`, '-Infinity'],
    [() => call(new Float64Array([1, 1, Number.NaN])), RangeError, `${name}.z`, 'NaN'],
    [() => call([1, 1]), TypeError, name, '2'],
    [() => call([1, 1, 1, 1]), TypeError, name, '4'],
    [() => call([]), TypeError, name, '0'],
    [() => call({ x: 1, y: 1 }), TypeError, `${name}.z`, 'undefined'],
    [() => call([1, '2', 1]), TypeError, `${name}.y`, '"2"'],
    [() => call('abc'), TypeError, name, '"abc"'],
    [() => call(null), TypeError, name, 'null'],
    ...(signed ? [] : [[() => call([1, -2, 1]), RangeError, `${name}.y`, '-2'] as const]),
  ];
}

/** The same for an argument that is a shape, where a halfspace may not be given. */
function shapes(name: string, call: (value: Anything) => unknown): Case[] {
  return [
    [() => call(undefined), TypeError, name, 'undefined'],
    [() => call(null), TypeError, name, 'null'],
    [() => call(1), TypeError, name, '1'],
    [() => call('Box'), TypeError, name, '"Box"'],
    [() => call({ radius: 1 }), TypeError, name, '{"radius":1}'],
    [() => call(new Collider(new Sphere(1))), TypeError, name],
    [() => call(Sphere), TypeError, name, 'class Sphere'],
    [() => call(new Halfspace([0, 1, 0], 2)), TypeError, name, 'Halfspace([0, 1, 0], 2)'],
  ];
}

/** The same for a list of points. */
function lists(call: (value: Anything) => unknown): Case[] {
  return [
    [() => call([]), RangeError, 'points', '0'],
    [() => call(new Array(4)), TypeError, 'points[3]', 'missing'],
    [() => call({ length: 1e12, 0: p }), TypeError, 'points[999999999999]', 'missing'],
    [() => call({ length: Number.NaN, 0: p }), TypeError, 'points.length', 'NaN'],
    [() => call({ length: 1.5, 0: p }), TypeError, 'points.length', '1.5'],
    [() => call(holed([p, p, p, p], 1)), TypeError, 'points[1]', 'undefined'],
    [() => call(holed([0, 0, 0, 1, 1, 1, 1, 0, 0], 3)), TypeError, 'points[3]', 'undefined'],
    [() => call(new Float64Array(0)), RangeError, 'points', '0'],
    [() => call([1, 2, 3, 4]), TypeError, 'points', '4'],
    [() => call(new Float32Array(5)), TypeError, 'points', '5'],
    [() => call([0, 0, 0, 1, Number.NaN, 0, 0, 1, 0]), RangeError, 'points[4]', 'NaN'],
    [() => call([0, 0, 0, 1, 0, 0, 0, '1', 0]), TypeError, 'points[7]', '"1"'],
    [() => call([p, [1, 0, Infinity], p]), RangeError, 'points[1].z', 'Infinity'],
    [() => call([p, [1, 0], p]), TypeError, 'points[1]', '2'],
    [() => call([p, null, p]), TypeError, 'points[1]', 'null'],
    [() => call([p, p, { x: 0, y: 'up', z: 0 }]), TypeError, 'points[2].y', '"up"'],
    [() => call(undefined), TypeError, 'points', 'undefined'],
    [() => call('points'), TypeError, 'points', '"points"'],
    [() => call(7), TypeError, 'points', '7'],
    [() => call({}), TypeError, 'points', '{}'],
  ];
}

/** The same for a column-major 4×4 matrix. */
function matrices(call: (value: Anything) => unknown, name = 'matrix'): Case[] {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const having = (i: number, x: unknown): unknown[] => identity.map((e, k) => (k === i ? x : e));
  return [
    [() => call(having(5, Number.NaN)), RangeError, `${name}[5]`, 'NaN'],
    [() => call(having(12, Infinity)), RangeError, `${name}[12]`, 'Infinity'],
    [() => call(having(0, '1')), TypeError, `${name}[0]`, '"1"'],
    [() => call(identity.slice(0, 12)), TypeError, name, '12'],
    [() => call([]), TypeError, name, '0'],
    [() => call(new Float32Array(9)), TypeError, name, '9'],
    // A perspective in the last row, and a translation put there by one who counts by rows.
    [() => call(having(15, 2)), RangeError, `${name}[15] must be 1`, '2'],
    [() => call(having(7, 3)), RangeError, `${name}[7] must be 0`, '3'],
  ];
}

/** The same for a quaternion. */
function quaternions(name: string, call: (value: Anything) => unknown): Case[] {
  return [
    [() => call([0, 0, 0, 0]), RangeError, name, '[0,0,0,0]'],
    [() => call({ x: 0, y: 0, z: 0, w: 0 }), RangeError, name, 'zero'],
    [() => call([Number.NaN, 0, 0, 1]), RangeError, `${name}.x`, 'NaN'],
    [() => call([0, 0, 0, Infinity]), RangeError, `${name}.w`, 'Infinity'],
    [() => call([0, 0, 1]), TypeError, name, '3'],
    [() => call({ x: 0, y: 0, z: 0 }), TypeError, name, '{"x":0,"y":0,"z":0}'],
    [() => call([0, '0', 0, 1]), TypeError, `${name}.y`, '"0"'],
    [() => call(0), TypeError, name, '0'],
    [() => call(null), TypeError, name, 'null'],
  ];
}

/** The same for a scale: a number or a vector, of any sign. */
function scales(name: string, call: (value: Anything) => unknown): Case[] {
  return [
    [() => call(Number.NaN), RangeError, name, 'NaN'],
    [() => call(-Infinity), RangeError, name, '-Infinity'],
    [() => call('2'), TypeError, name, '"2"'],
    ...vectors(name, call),
  ];
}

const p = [0, 0, 0] as const;
const q = [1, 0, 0] as const;
const ball = new Sphere(1);
const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0];

const constructors: Record<string, Case[]> = {
  Point: vectors('position', (v) => new Point(v)),
  Segment: [...vectors('p', (v) => new Segment(v, q)), ...vectors('q', (v) => new Segment(p, v))],
  Triangle: [
    ...vectors('a', (v) => new Triangle(v, p, q)),
    ...vectors('b', (v) => new Triangle(p, v, q)),
    ...vectors('c', (v) => new Triangle(p, q, v)),
  ],
  Polygon: [
    ...lists((v) => new Polygon(v)),
    [() => new Polygon([p, q]), RangeError, 'points', '2'],
    [() => new Polygon([0, 0, 0, 1, 0, 0]), RangeError, 'points', '2'],
    [() => new Polygon([p, q, [0, 1, 0], [1, 1, 0.25]]), RangeError, 'points[', 'plane', 'distance'],
  ],
  Sphere: numbers('radius', (x) => new Sphere(x)),
  Ellipsoid: vectors('radii', (v) => new Ellipsoid(v), false),
  Box: vectors('size', (v) => new Box(v), false),
  Cylinder: [...numbers('radius', (x) => new Cylinder(x, 1)), ...numbers('height', (x) => new Cylinder(1, x))],
  Cone: [...numbers('radius', (x) => new Cone(x, 1)), ...numbers('height', (x) => new Cone(1, x))],
  Capsule: [...numbers('radius', (x) => new Capsule(x, 1)), ...numbers('height', (x) => new Capsule(1, x))],
  Polytope: lists((v) => new Polytope(v)),
  MinkowskiSum: [...shapes('a', (s) => new MinkowskiSum(s, ball)), ...shapes('b', (s) => new MinkowskiSum(ball, s))],
  HullOf: [
    [() => new HullOf(), RangeError, 'shape', 'none'],
    ...shapes('shapes[0]', (s) => new HullOf(s)),
    ...shapes('shapes[1]', (s) => new HullOf(ball, s)),
    [() => new HullOf([]), RangeError, 'shape', 'none'],
    [() => new HullOf(...new Array(2)), TypeError, 'shapes[0]', 'undefined'],
    [() => new HullOf(new Array(2)), TypeError, 'shapes[0]', 'undefined'],
    [() => new HullOf(holed([ball, ball, ball], 1)), TypeError, 'shapes[1]', 'undefined'],
  ],
  Placed: [
    ...shapes('shape', (s) => new Placed(s, {})),
    ...vectors('placement.position', (v) => new Placed(ball, { position: v })),
    ...quaternions('placement.orientation', (v) => new Placed(ball, { orientation: v })).filter(
      // Null is as good as left out in a placement.
      ([, , , value]) => value !== 'null',
    ),
    ...scales('placement.scale', (v) => new Placed(ball, { scale: v })).filter(([, , , value]) => value !== 'null'),
    ...matrices((m) => new Placed(ball, m), 'placement'),
    [() => new Placed(ball, 3 as Anything), TypeError, 'placement', '3'],
    [() => new Placed(ball, undefined as Anything), TypeError, 'placement', 'undefined'],
    [() => new Placed(ball, null as Anything), TypeError, 'placement', 'null'],
  ],
  Inflated: [...shapes('shape', (s) => new Inflated(s, 1)), ...numbers('radius', (x) => new Inflated(ball, x))],
  Halfspace: [
    ...vectors('normal', (v) => new Halfspace(v, 0)),
    ...numbers('offset', (x) => new Halfspace([0, 1, 0], x), true),
    [() => new Halfspace([0, 0, 0], 1), RangeError, 'normal', 'zero'],
    [() => new Halfspace([1e-310, 0, 0], 1), RangeError, 'offset', 'Infinity'],
  ],
  Collider: [
    // A halfspace is a shape like any other here.
    ...shapes('shape', (s) => new Collider(s)).slice(0, -1),
    ...vectors('position', (v) => new Collider(ball, { position: v })),
    ...quaternions('orientation', (v) => new Collider(ball, { orientation: v })),
    ...scales('scale', (v) => new Collider(ball, { scale: v })),
    ...matrices((matrix) => new Collider(ball, { matrix })),
    ...numbers('margin', (x) => new Collider(ball, { margin: x })).filter(([, , , value]) => value !== 'undefined'),
    [() => new Collider(ball, null as Anything), TypeError, 'options', 'null'],
    [() => new Collider(ball, 5 as Anything), TypeError, 'options', '5'],
    [() => new Collider(ball, { matrix: eye(), position: p }), TypeError, 'matrix', 'position'],
    [() => new Collider(ball, { matrix: eye(), orientation: [0, 0, 0, 1] }), TypeError, 'matrix', 'orientation'],
    [() => new Collider(ball, { matrix: eye(), scale: 1 }), TypeError, 'matrix', 'scale'],
    [() => new Collider(Sphere as Anything), TypeError, 'shape', 'class Sphere'],
    [() => new Collider(new Collider(ball) as Anything), TypeError, 'shape', 'got a Collider'],
  ],
  Compound: [
    ...shapes('parts[0].shape', (shape) => new Compound([{ shape }])),
    // Of these the loop over parts saw none, and the search in a tree of nothing had no end.
    [() => new Compound(new Array(3)), TypeError, 'parts[0]', 'undefined'],
    [
      () => new Compound(holed([{ shape: ball }, { shape: ball }, { shape: ball }], 1)),
      TypeError,
      'parts[1]',
      'undefined',
    ],
    [() => new Compound([]), RangeError, 'parts'],
    [() => new Compound({ length: 1, 0: { shape: ball } } as Anything), TypeError, 'parts'],
    [() => new Compound([ball] as Anything), TypeError, 'parts[0]', 'Sphere'],
  ],
  Mesh: [
    [() => new Mesh({ positions: new Array(9), indices: [0, 1, 2] }), TypeError, 'positions[0]', 'undefined'],
    [() => new Mesh({ positions: corners, indices: new Array(3) }), TypeError, 'indices[2]', 'missing'],
    [() => new Mesh({ positions: corners, indices: holed([0, 1, 2], 1) }), TypeError, 'indices[1]', 'undefined'],
    [() => new Mesh({ positions: corners, indices: { length: 3e12, 0: 0 } }), TypeError, 'indices', 'missing'],
    [() => new Mesh({ positions: corners, faces: new Array(2) }), TypeError, 'faces[0]', 'undefined'],
    [() => new Mesh({ positions: corners, faces: [new Array(3)] }), TypeError, 'faces[0][0]', 'undefined'],
    [() => new Mesh({ positions: corners, faces: [{ length: 1e12, 0: 0 } as Anything] }), TypeError, 'faces[0][1]'],
  ],
};

/** A list with nothing at one place. */
function holed<T>(list: T[], at: number): T[] {
  delete list[at];
  return list;
}

function eye(): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

describe('constructors', () => {
  for (const [name, cases] of Object.entries(constructors))
    test(`${name} rejects ${cases.length} bad arguments`, () => {
      for (const c of cases) rejects(c);
    });
});

describe('setters', () => {
  const make = () => new Collider(new Box([1, 2, 3]), { position: [1, 2, 3], scale: 2, margin: 0.25 });
  const setters: Record<string, (c: Collider) => Case[]> = {
    setPosition: (c) => vectors('position', (v) => c.setPosition(v)),
    setOrientation: (c) => quaternions('orientation', (v) => c.setOrientation(v)),
    setScale: (c) => scales('scale', (v) => c.setScale(v)),
    setMatrix: (c) => matrices((m) => c.setMatrix(m)),
    margin: (c) =>
      numbers('margin', (x) => {
        c.margin = x;
      }),
  };
  for (const [name, cases] of Object.entries(setters))
    test(`${name} rejects bad arguments and leaves the collider as it was`, () => {
      const c = make();
      for (const one of cases(c)) {
        rejects(one);
        expect(c.getMatrix()).toEqual(make().getMatrix());
        expect(c.margin).toBe(0.25);
        expect(c.bounds()).toEqual(make().bounds());
      }
      // Nor does what was read of a bad argument come out later.
      c.setOrientation([0, 0, 0, 1]).setScale(2);
      expect(c.getMatrix()).toEqual(make().getMatrix());
    });
});

describe('degenerate arguments are legal', () => {
  const flat: Record<string, Shape> = {
    'a sphere of radius 0': new Sphere(0),
    'an ellipsoid without a semi-axis': new Ellipsoid([1, 0, 1]),
    'an ellipsoid of size 0': new Ellipsoid([0, 0, 0]),
    'a box without thickness': new Box([1, 0, 1]),
    'a box of size 0': new Box([0, 0, 0]),
    'a cylinder of radius 0': new Cylinder(0, 2),
    'a cylinder of height 0': new Cylinder(1, 0),
    'a cone of radius 0': new Cone(0, 2),
    'a cone of height 0': new Cone(1, 0),
    'a capsule of radius 0': new Capsule(0, 2),
    'a capsule of height 0': new Capsule(1, 0),
    'a segment of length 0': new Segment(p, p),
    'a triangle that is a segment': new Triangle(p, q, [2, 0, 0]),
    'a polygon that is a point': new Polygon([p, p, p]),
    'a polytope of one point': new Polytope([p]),
    'a polytope of equal points': new Polytope([p, p, p, p, p]),
    'an inflation by 0': new Inflated(new Box([1, 1, 1]), 0),
    'a shape scaled to nothing': new Placed(new Sphere(1), { scale: 0 }),
    'a shape scaled flat': new Placed(new Cylinder(1, 2), { scale: [1, 0, 1] }),
    'the hull of one shape': new HullOf(new Point(p)),
  };
  for (const [name, shape] of Object.entries(flat))
    test(name, () => {
      // Each of them lies within 2 of the origin and contains it.
      const c = new Collider(shape, { position: [0, 5, 0] });
      const other = new Collider(new Sphere(1));
      const { distance, normal } = signedDistance(other, c);
      expect(distance).toBeGreaterThanOrEqual(2);
      expect(distance).toBeLessThanOrEqual(4);
      expect(Math.hypot(normal.x, normal.y, normal.z)).toBeCloseTo(1, 12);
      c.setPosition(p);
      expect(intersects(other, c)).toBe(true);
      expect(containsPoint(c, p)).toBe(true);
      const deep = penetration(other, c);
      expect(deep?.depth).toBeGreaterThan(0.5);
    });

  test('zero scale, margin and offset', () => {
    const c = new Collider(new Box([1, 1, 1]), { scale: [0, 1, 1], margin: 0 });
    c.setScale(0).margin = 0;
    expect(signedDistance(c, new Collider(new Halfspace([0, 1, 0], 0), { position: [0, -1, 0] })).distance).toBe(1);
  });

  test('a halfspace whose normal is no unit vector is the set as written', () => {
    expect(containsPoint(new Collider(new Halfspace([0, 2, 0], 4)), [0, 1.99, 0])).toBe(true);
    expect(containsPoint(new Collider(new Halfspace([0, 2, 0], 4)), [0, 2.01, 0])).toBe(false);
  });
});

describe('queries', () => {
  const a = new Collider(new Box([1, 1, 1]));
  const b = new Collider(new Cylinder(1, 1), { position: [3, 0, 0] });

  test('two halfspaces are a TypeError that names both', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0));
    const wall = new Collider(new Halfspace([1, 0, 0], -5));
    const named = ['new Halfspace([0, 1, 0], 0)', 'new Halfspace([1, 0, 0], -5)'];
    for (const call of [
      () => intersects(floor, wall),
      () => commonPoint(floor, wall),
      () => closestPoints(floor, wall),
      () => penetration(floor, wall),
      () => signedDistance(floor, wall),
      () => castShape(floor, p, wall, q),
    ])
      rejects([call, TypeError, ...named]);
  });

  const queries: Record<string, (options: Anything) => unknown> = {
    intersects: (options) => intersects(a, b, options),
    commonPoint: (options) => commonPoint(a, b, undefined, options),
    closestPoints: (options) => closestPoints(a, b, undefined, options),
    penetration: (options) => penetration(a, b, undefined, options),
    signedDistance: (options) => signedDistance(a, b, undefined, options),
    castShape: (options) => castShape(a, p, b, q, undefined, options),
    rayCast: (options) => rayCast(a, [5, 0, 0], p, undefined, options),
  };
  for (const [name, query] of Object.entries(queries))
    test(`${name} rejects bad options`, () => {
      for (const accuracy of [0, -1e-6, 1, 2, Number.NaN, Infinity])
        rejects([() => query({ accuracy }), RangeError, 'accuracy', String(accuracy)]);
      for (const maxDistance of [-1, Number.NaN, -Infinity])
        rejects([() => query({ maxDistance }), RangeError, 'maxDistance', String(maxDistance)]);
      rejects([() => query({ maxDistance: '1' }), TypeError, 'maxDistance', '"1"']);
      query({ accuracy: 1e-6, maxDistance: 0 });
      query({ accuracy: undefined, maxDistance: Infinity, cache: undefined });
    });

  test('an accuracy that is no number is a TypeError', () => {
    for (const accuracy of ['0.5', null, [0.5]])
      rejects([() => queries['intersects']({ accuracy }), TypeError, 'accuracy']);
  });

  test('points and motions are checked', () => {
    const cases = [
      ...vectors('point', (v) => containsPoint(a, v)),
      ...vectors('from', (v) => rayCast(a, v, p)),
      ...vectors('to', (v) => rayCast(a, p, v)),
      ...vectors('translationA', (v) => castShape(a, v, b, p)),
      ...vectors('translationB', (v) => castShape(a, p, b, v)),
    ];
    for (const c of cases) rejects(c);
  });

  test('a query that threw leaves the next one right', () => {
    const before = signedDistance(a, b).distance;
    rejects([() => signedDistance(a, b, undefined, { maxDistance: -1 }), RangeError]);
    rejects([() => rayCast(a, [9, 9, 9], [Number.NaN, 0, 0]), RangeError]);
    expect(signedDistance(a, b).distance).toBe(before);
  });
});

/** What is called with options, one of which is misspelt; the right name. */
describe('unknown options are a TypeError that names them and the right one', () => {
  const a = new Collider(new Box([1, 1, 1]));
  const b = new Collider(new Cylinder(1, 1), { position: [3, 0, 0] });
  const scene = new Scene().add(new Collider(ball));
  const calls: Record<string, readonly [call: (options: Anything) => unknown, wrong: string, right: string]> = {
    Collider: [(o) => new Collider(ball, o), 'postion', 'position'],
    'Collider as in three.js': [(o) => new Collider(ball, o), 'rotation', 'orientation'],
    'Collider, another case': [(o) => new Collider(ball, o), 'Margin', 'margin'],
    Placed: [(o) => new Placed(ball, o), 'scales', 'scale'],
    'a part of a Compound': [(o) => new Compound([{ shape: ball, ...o }]), 'pos', 'position'],
    Mesh: [(o) => new Mesh({ positions: corners, indices: [0, 1, 2], ...o }), 'strateggy', 'strategy'],
    VertexArray: [(o) => new VertexArray(corners, o), 'strid', 'stride'],
    Scene: [(o) => new Scene(o), 'broadphase', 'broadPhase'],
    ContactTracker: [(o) => new ContactTracker('simple', o), 'begins', 'begin'],
    intersects: [(o) => intersects(a, b, o), 'acuracy', 'accuracy'],
    commonPoint: [(o) => commonPoint(a, b, null, o), 'acuracy', 'accuracy'],
    closestPoints: [(o) => closestPoints(a, b, null, o), 'maxdistance', 'maxDistance'],
    penetration: [(o) => penetration(a, b, null, o), 'caches', 'cache'],
    signedDistance: [(o) => signedDistance(a, b, null, o), 'maxDist', 'maxDistance'],
    contacts: [(o) => contacts(a, b, null, o), 'witnesses', 'witness'],
    rayCast: [(o) => rayCast(a, p, q, null, o), 'maxDistanse', 'maxDistance'],
    castShape: [(o) => castShape(a, p, b, q, null, o), 'acc', 'accuracy'],
    recordQuery: [(o) => recordQuery(a, b, o), 'exakt', 'exact'],
    'scene.rayCast': [(o) => scene.rayCast(p, q, o), 'maxt', 'maxT'],
    'scene.castShape': [(o) => scene.castShape(ball, q, o), 'ignored', 'ignore'],
    'scene.nearest': [(o) => scene.nearest(p, o), 'filters', 'filter'],
  };
  for (const [name, [call, wrong, right]] of Object.entries(calls))
    test(name, () => {
      rejects([() => call({ [wrong]: 1 }), TypeError, `unknown option '${wrong}': did you mean ${right}?`]);
      // Also beside others, and when it is undefined.
      rejects([() => call({ [right]: undefined, [wrong]: undefined }), TypeError, `'${wrong}'`, right]);
      for (const none of [null, 5, 'fast'])
        if (!/part of|Mesh|Placed/.test(name)) rejects([() => call(none), TypeError]);
    });

  test('where none is near, all are told', () => {
    rejects([() => new Collider(ball, { mass: 1 } as Anything), TypeError, "'mass'", 'position', 'margin', 'data']);
    rejects([() => intersects(a, b, { q: 1 } as Anything), TypeError, "'q'", 'cache, maxDistance, accuracy']);
    rejects([() => intersects(a, b, { witness: true } as Anything), TypeError, "'witness'"]);
  });

  test('with a cache, which remembers the options that were right', () => {
    const options = { cache: new PairCache(), maxDistance: 1 };
    for (let i = 0; i < 2; i++) expect(closestPoints(a, b, null, options).distance).toBe(Infinity);
    rejects([() => closestPoints(a, b, null, { ...options, maxDistace: 2 } as Anything), TypeError, 'maxDistace']);
    rejects([() => closestPoints(a, b, null, { ...options, maxDistance: -2 }), RangeError, '-2']);
    expect(closestPoints(a, b, null, options).distance).toBe(Infinity);
  });

  test('what a library has added to Object.prototype is no option', () => {
    Object.defineProperty(Object.prototype, 'shout', {
      value: 1,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    try {
      expect(intersects(a, new Collider(ball, { position: [5, 0, 0] }), { accuracy: 1e-6 })).toBe(false);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'shout');
    }
  });
});

describe('arguments in the wrong place', () => {
  const a = new Collider(new Box([1, 1, 1]));
  const b = new Collider(new Sphere(1), { position: [3, 0, 0] });

  test('options where `out` goes', () => {
    const options = { maxDistance: 1 } as Anything;
    const shown = ['out must be a result or null, then options', '{"maxDistance":1}'];
    rejects([() => closestPoints(a, b, options), TypeError, ...shown]);
    rejects([() => signedDistance(a, b, options), TypeError, ...shown]);
    rejects([() => penetration(a, b, options), TypeError, ...shown]);
    rejects([() => commonPoint(a, b, options), TypeError, ...shown]);
    rejects([() => contacts(a, b, options), TypeError, ...shown]);
    rejects([() => rayCast(a, p, q, options), TypeError, ...shown]);
    rejects([() => castShape(a, p, b, q, options), TypeError, ...shown]);
    rejects([() => closestPoints(a, b, 5 as Anything), TypeError, 'out', '5']);
  });

  const pairQueries: Record<string, (a: Anything, b: Anything) => unknown> = {
    intersects: (x, y) => intersects(x, y),
    commonPoint: (x, y) => commonPoint(x, y),
    closestPoints: (x, y) => closestPoints(x, y),
    penetration: (x, y) => penetration(x, y),
    signedDistance: (x, y) => signedDistance(x, y),
    contacts: (x, y) => contacts(x, y),
    castShape: (x, y) => castShape(x, p, y, q),
  };
  const scene = new Scene().add(new Collider(ball));
  const others: Record<string, (collider: Anything) => unknown> = {
    containsPoint: (x) => containsPoint(x, p),
    rayCast: (x) => rayCast(x, p, q),
    'scene.add': (x) => scene.add(x),
    'scene.intersecting': (x) => scene.intersecting(x),
  };
  const wrong = [
    [undefined, 'undefined'],
    [null, 'null'],
    [Box, 'class Box'],
    [new Box([1, 1, 1]), 'a Box'],
    [[0, 0, 0], '[0,0,0]'],
    ['box', '"box"'],
    [{ shape: 1 }, '{"shape":1}'],
  ] as const;
  for (const [name, query] of Object.entries(pairQueries))
    test(`${name}: something else than a collider`, () => {
      for (const [value, shown] of wrong) {
        rejects([() => query(value, b), TypeError, 'a must be a Collider, got', shown]);
        rejects([() => query(a, value), TypeError, 'b must be a Collider, got', shown]);
      }
    });
  for (const [name, query] of Object.entries(others))
    test(`${name}: the same`, () => {
      for (const [value, shown] of wrong)
        if (!(name === 'scene.add' && Array.isArray(value)))
          rejects([() => query(value), TypeError, 'collider must be a Collider, got', shown]);
      rejects([() => scene.add([a, b] as Anything), TypeError, 'add(...list)']);
    });

  test('a long list is not shown in full', () => {
    const list = Array.from({ length: 1e5 }, (_, i) => i);
    try {
      new Collider(list as Anything);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message.length).toBeLessThan(400);
    }
  });
});

/**
 * One set of scratch serves all queries. So one that is made while another is under way, by an accessor of an argument or by
 * `support` of a shape that is not the library's, wrote over what the outer one had found so far.
 */
describe('a query inside another is refused, and the outer one can go on', () => {
  const a = new Collider(new Box([1, 1, 1]));
  const b = new Collider(new Sphere(1), { position: [3, 0, 0] });
  const nested = () => intersects(a, b);

  /** A ball of radius 1 whose support does something else as well. */
  class Busy extends Shape {
    readonly polyhedral = false;
    readonly #ball = new Sphere(1);
    readonly #act: () => void;
    constructor(act: () => void) {
      super();
      this.#act = act;
    }
    support(dir: Vec3, out: Vec3): Vec3 {
      this.#act();
      return this.#ball.support(dir, out);
    }
    override toString(): string {
      return 'new Busy()';
    }
  }

  const refused = /queries cannot nest/;

  test('in a getter of a vector', () => {
    const to = {
      get x() {
        return rayCast(b, [9, 9, 9], [8, 8, 8]) === null ? 5 : 0;
      },
      y: 0,
      z: 0,
    };
    expect(() => rayCast(b, p, to)).toThrow(refused);
    expect(() => castShape(a, p, b, to)).toThrow(refused);
    expect(() => containsPoint(a, to)).toThrow(refused);
    expect(rayCast(b, p, [5, 0, 0])?.t).toBeCloseTo(0.4, 12);
  });

  test('in a getter of an option', () => {
    const options = {
      get maxDistance() {
        closestPoints(b, a, null, { accuracy: 0.5 });
        return 10;
      },
    };
    expect(() => closestPoints(a, b, null, options)).toThrow(refused);
    expect(closestPoints(a, b).distance).toBeCloseTo(1.5, 12);
  });

  test('in support(): every query; the error reaches the caller, and nothing is left behind', () => {
    let inside: () => unknown = () => {};
    const own = new Collider(new Busy(() => inside()), { position: [2.5, 0.1, 0.2] });
    const outer: Record<string, () => unknown> = {
      intersects: () => intersects(a, own),
      commonPoint: () => commonPoint(a, own),
      closestPoints: () => closestPoints(a, own),
      penetration: () => penetration(own, a),
      signedDistance: () => signedDistance(own, a),
      contacts: () => contacts(own, a),
      containsPoint: () => containsPoint(own, p),
      rayCast: () => rayCast(own, [9, 0, 0], p),
      castShape: () => castShape(own, p, a, q),
    };
    const before = Object.values(outer).map((query) => JSON.stringify(query()));
    for (const [k, query] of Object.values(outer).entries())
      for (const other of Object.values(outer)) {
        inside = other;
        expect(query).toThrow(refused);
        inside = () => {};
        expect(JSON.stringify(query())).toBe(before[k]);
      }
  });

  test('an error of support() itself passes, and the next query is right', () => {
    let fuse = Infinity;
    const own = new Collider(
      new Busy(() => {
        if (--fuse === 0) throw new Error('no more');
      }),
    );
    fuse = 1;
    expect(() => signedDistance(own, b)).toThrow('no more');
    expect(signedDistance(own, b).distance).toBeCloseTo(1, 8);
  });

  test('bounds() inside support() of a shape whose bounds are being taken', () => {
    const other = new Collider(new Box([4, 6, 8]), { orientation: [0.1, 0.2, 0.3, 0.9] });
    const plain = new Collider(new Busy(() => {}), { position: [1, 2, 3] }).bounds();
    const busy = new Collider(
      new Busy(() => {
        other.setOrientation([0.3, 0.2, 0.1, 0.9]).bounds();
      }),
      { position: [1, 2, 3] },
    );
    expect(busy.bounds()).toEqual(plain);
  });

  // It was checked first and then read again: what came the second time went in unchecked.
  test('setMatrix() reads every element once, also when an accessor sets another matrix', () => {
    const other = new Collider(ball);
    const reads = new Array(16).fill(0);
    const matrix = eye();
    for (let i = 0; i < 16; i++)
      Object.defineProperty(matrix, i, {
        get: () => {
          other.setMatrix(eye().map((x, k) => (k < 12 ? 3 * x : x)));
          return reads[i]++ === 0 ? eye()[i] : Number.NaN;
        },
      });
    const c = new Collider(ball, { matrix: eye() });
    expect([...c.setMatrix(matrix).getMatrix()]).toEqual(eye());
    expect(reads).toEqual(new Array(16).fill(1));
    expect(other.getMatrix()[0]).toBe(3);
  });

  test('a collider that moves makes its scene test the rest, where support() moves another', () => {
    const elsewhere = new Collider(ball);
    const box = new Box([1, 1, 1]);
    const busy = new Busy(() => void elsewhere.setPosition([9, 9, 9]));
    const [first, second, third, fourth] = [box, box, busy, box].map(
      (shape, i) => new Collider(shape, { position: [i < 2 ? 0 : 20, 0, 0] }),
    );
    const scene = new Scene().add(first, second, third, fourth);
    const table = new ResponseTable();
    const cls = table.createClass();
    for (const collider of scene.colliders()) table.assign(collider, cls);
    table.addDefault(response('depth', (one) => void (one === first && one.setPosition([1, 2, 3]))));
    expect(scene.test(table)).toBe(2);
    expect(first.bounds().min.toArray()).toEqual([0.5, 1.5, 2.5]);
    expect(elsewhere.bounds().min.x).toBe(8);
  });

  test('callbacks of a scene may make queries', () => {
    const scene = new Scene().add(a, b);
    expect(scene.rayCast([-5, 0, 0], [5, 0, 0], { filter: () => !nested() })?.collider).toBe(a);
    expect(scene.nearest([9, 0, 0], { filter: () => !nested() })?.collider).toBe(b);
  });
});

/**
 * The algorithms compare fourth powers of lengths. Of lengths above 1e77 these are infinite, of those below 1e-77 they are 0: such
 * sizes were accepted, and the answers were wrong. Trees of boxes are in single precision, which ends at 3.4e38.
 */
describe('limits of size', () => {
  /** Shapes about as large as s. */
  const sized = (s: number): Record<string, Shape> => ({
    box: new Box([s, 0.7 * s, 0.5 * s]),
    sphere: new Sphere(0.6 * s),
    cylinder: new Cylinder(0.4 * s, s),
    cone: new Cone(0.5 * s, s),
    capsule: new Capsule(0.3 * s, 0.6 * s),
    ellipsoid: new Ellipsoid([0.6 * s, 0.4 * s, 0.3 * s]),
    polytope: new Polytope([-1, -1, -1, 3, -1, -1, -1, 3, -1, -1, -1, 3, 1, 1.5, 0.6].map((x) => (x * s) / 4)),
    segment: new Segment([-0.5 * s, 0, 0.1 * s], [0.5 * s, 0.1 * s, 0]),
    triangle: new Triangle([-0.5 * s, 0, 0], [0.5 * s, 0, 0], [0, 0.1 * s, 0.7 * s]),
    inflated: new Inflated(new Box([0.5 * s, 0.5 * s, 0.5 * s]), 0.2 * s),
    hull: new HullOf(
      new Sphere(0.2 * s),
      new Placed(new Box([0.3 * s, 0.3 * s, 0.3 * s]), { position: [0.5 * s, 0, 0] }),
    ),
    halfspace: new Halfspace([0.6, 0.8, 0], 0.1 * s),
  });
  const complex = (s: number): Record<string, Shape> => ({
    compound: new Compound([
      { shape: new Box([0.3 * s, 0.3 * s, 0.3 * s]) },
      { shape: new Sphere(0.2 * s), position: [0.5 * s, 0, 0] },
    ]),
  });

  /** Everything about a pair of shapes of size s, relative to s. */
  function answers(a: Shape, b: Shape, s: number, scale: number, place: readonly number[]): number[] {
    const at = place.map((x) => x * s) as [number, number, number];
    const ca = new Collider(a, { scale });
    const cb = new Collider(b, { scale, position: at, orientation: [0.3, -0.2, 0.5, 0.7] });
    const { distance } = signedDistance(ca, cb);
    const hit = rayCast(cb, [2 * s, 1.5 * s, -1.1 * s], [-0.3 * at[0], -0.3 * at[1], -0.3 * at[2]]);
    ca.setPosition([4 * s, 3 * s, s]);
    const cast = castShape(ca, [-8 * s, -6 * s, -2 * s], cb, p);
    return [distance / s, intersects(cb.setPosition(p), ca) ? 1 : 0, hit?.t ?? -1, cast?.t ?? -1];
  }

  for (const [s, make] of [
    [1e-69, sized],
    [1e69, sized],
    [1e-69, complex],
    [1e37, complex],
  ] as const)
    test(`${Object.keys(make(1)).length} kinds at ${s}, by size and by scale: the answers of size 1`, () => {
      const all = { ...sized(1), ...make(1) };
      const large = { ...sized(s), ...make(s) };
      for (const i of Object.keys(make(1)))
        for (const j of Object.keys(all)) {
          if (i === 'halfspace' && j === 'halfspace') continue;
          for (const place of [
            [0.9, -0.4, 0.5],
            [-0.3, 0.8, 0.1],
            [1.4, 0.3, -0.2],
          ]) {
            const want = answers(all[i], all[j], 1, 1, place);
            for (const got of [answers(large[i], large[j], s, 1, place), answers(all[i], all[j], s, s, place)])
              for (let k = 0; k < want.length; k++)
                expect(Math.abs(got[k] - want[k]), `${i}, ${j}, ${place}: ${got[k]} for ${want[k]}`).toBeLessThan(1e-6);
          }
        }
    });

  test('beyond them is a RangeError that names the limit', () => {
    const large = 1e71;
    const over: Case[] = [
      [() => new Sphere(large), RangeError, 'radius', '1e+70'],
      [() => new Box([1, large, 1]), RangeError, 'size.y', '1e+70'],
      [() => new Polytope([p, [0, -large, 0]]), RangeError, 'points[1].y', '1e+70'],
      [() => new Halfspace([1, 0, 0], large), RangeError, 'offset', '1e+70'],
      [() => new Halfspace([1e-71, 0, 0], 1), RangeError, 'offset', '1e+70'],
      [() => new Collider(ball, { position: [0, 0, large] }), RangeError, 'position.z', '1e+70'],
      [() => new Collider(ball, { scale: large }), RangeError, 'scale', '1e+70'],
      [() => new Collider(ball, { margin: large }), RangeError, 'margin', '1e+70'],
      [() => new Collider(new Sphere(1e60), { scale: 1e60 }), RangeError, 'size', '1e-70', '1e+70', 'e+120'],
      [() => new Collider(new Sphere(1e-71)), RangeError, 'size', '1e-70', '2e-71'],
      [() => new Collider(new Sphere(1), { scale: 1e-80 }), RangeError, 'size', '1e-70', '2e-80'],
      [() => new Collider(new Point(p), { margin: 1e-80 }), RangeError, 'size', '1e-70', '2e-80'],
      [() => new Collider(new Polytope([p, [1e-90, 0, 0]])), RangeError, 'size', '1e-90'],
      [() => rayCast(new Collider(ball), [large, 0, 0], p), RangeError, 'from.x', '1e+70'],
      [() => new Compound([{ shape: ball, position: [1e39, 0, 0] }]), RangeError, 'parts[0]', '1e+38'],
      [() => new Collider(complex(1)['compound'], { scale: 1e39 }), RangeError, 'size', '1e+38'],
    ];
    for (const c of over) rejects(c);
  });

  test('a setter that throws leaves the collider as it was', () => {
    const c = new Collider(new Sphere(1e-30), { position: [1, 2, 3], scale: 4, margin: 0 });
    const before = JSON.stringify([c.getMatrix(), c.bounds(), c.margin]);
    const matrix = eye();
    for (const i of [0, 5, 10]) matrix[i] = 1e-50;
    rejects([() => c.setScale(1e-50), RangeError, 'size']);
    rejects([() => c.setMatrix(matrix), RangeError, 'size']);
    rejects([() => c.setPosition([1e80, 0, 0]), RangeError, 'position.x']);
    rejects([() => Object.assign(c, { margin: 1e75 }), RangeError, 'margin']);
    c.setOrientation([0, 0, 0, 1]);
    expect(JSON.stringify([c.getMatrix(), c.bounds(), c.margin])).toBe(before);
  });

  test('zero, and coordinates as small as they like, are legal', () => {
    expect(new Collider(new Sphere(0)).bounds().max.x).toBe(0);
    new Collider(ball, { scale: 0 }).setScale([1, 0, 0]).setScale([1e-300, 1, 1]).setPosition([1e-300, 0, 0]);
    new Collider(new Box([1, 1e-200, 0]));
    expect(
      closestPoints(new Collider(ball), new Collider(ball), null, { maxDistance: Number.MAX_VALUE }).distance,
    ).toBe(0);
  });

  test('a support() that gives no number is found out when its collider is made', () => {
    class Nothing extends Shape {
      readonly polyhedral = true;
      support(_: Vec3, out: Vec3): Vec3 {
        return out.set(Number.NaN, 0, 0);
      }
      override toString(): string {
        return 'new Nothing()';
      }
    }
    rejects([() => new Collider(new Nothing()), RangeError, 'size', 'NaN']);
  });
});

/**
 * Its plane was carried by cofactors, which are 0 or say something else when the placement flattens: scaled by 0 it stayed the
 * halfspace that it was. The set of points would be a point, a line, a plane or half of one, which no query knows.
 */
describe('a halfspace cannot be flattened', () => {
  const floor = new Halfspace([0, 1, 0], 0);
  const singular = eye().map((x, i) => (i === 5 ? 0 : x));

  test('in no way', () => {
    const c = new Collider(floor, { scale: [1, 2, 3] });
    const before = JSON.stringify(c.getMatrix());
    const ways = [
      () => new Collider(floor, { scale: 0 }),
      () => new Collider(floor, { scale: [1, 1, 0] }),
      () => new Collider(floor, { matrix: singular }),
      () => c.setScale(0),
      () => c.setScale([0, 1, 1]),
      () => c.setMatrix(singular),
    ];
    for (const way of ways) rejects([way, RangeError, 'Halfspace', 'flattened', '0']);
    expect(JSON.stringify(c.getMatrix())).toBe(before);
  });

  test('any other scale is as it was', () => {
    const c = new Collider(new Halfspace([1, 1, 0], 2), { scale: [1, -1e-9, 5] });
    expect(containsPoint(c, [1.9, 0, 0])).toBe(true);
    expect(containsPoint(c, [2.1, 0, 0])).toBe(false);
    expect(new Collider(ball, { scale: 0 }).bounds()).toEqual(new Collider(new Point(p)).bounds());
  });
});

/** `Math.min(...list)` and `push(...list)` put a list on the stack, which ends at some 125,000 elements. */
test('the hull of 200,000 shapes, as one list', () => {
  const shapes = Array.from({ length: 200_000 }, () => ball);
  const hull = new HullOf(shapes);
  expect([hull.radius, hull.shapes.length]).toEqual([1, 200_000]);
  expect(new HullOf([ball]).toString()).toBe(new HullOf(ball).toString());
});
