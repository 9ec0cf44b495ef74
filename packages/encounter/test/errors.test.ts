/**
 * Arguments. Constructors and setters throw an error that names the argument and shows the value: a TypeError when it is of the
 * wrong kind, a RangeError when its value is out of range. Degenerate sizes are legal.
 */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Cone,
  Cylinder,
  castShape,
  closestPoints,
  commonPoint,
  containsPoint,
  Ellipsoid,
  Halfspace,
  HullOf,
  Inflated,
  intersects,
  MinkowskiSum,
  Placed,
  Point,
  Polygon,
  Polytope,
  penetration,
  rayCast,
  Segment,
  type Shape,
  Sphere,
  signedDistance,
  Triangle,
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
    [() => call(Sphere), TypeError, name],
    [() => call(new Halfspace([0, 1, 0], 2)), TypeError, name, 'Halfspace([0, 1, 0], 2)'],
  ];
}

/** The same for a list of points. */
function lists(call: (value: Anything) => unknown): Case[] {
  return [
    [() => call([]), RangeError, 'points', '0'],
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
    [() => call(having(15, 2)), RangeError, name, 'affine', '0 0 0 2'],
    [() => call(having(7, 3)), RangeError, name, 'affine', '0 3 0 1'],
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
  ],
};

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
