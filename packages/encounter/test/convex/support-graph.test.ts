import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Vec3 } from '../../src/math/vec3.ts';
import { buildHull } from '../../src/shapes/hull/hull-builder.ts';
import { SupportGraph } from '../../src/shapes/hull/support-graph.ts';
import { onSphere, type Point, turned } from '../support/points.ts';
import { Rng } from '../support/rng.ts';

const circle = (n: number, z: number): Point[] =>
  Array.from({ length: n }, (_, i) => [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n), z]);

const stretched = (points: Point[], x: number, y: number, z: number, offset = 0): Point[] =>
  points.map((p) => [p[0] * x + offset, p[1] * y + offset, p[2] * z + offset]);

interface Subject {
  readonly graph: SupportGraph;
  readonly vertices: Float64Array;
}

function make(points: Point[]): Subject {
  const { vertices, offsets, neighbours } = buildHull(Float64Array.from(points.flat()));
  return { graph: new SupportGraph(vertices, offsets, neighbours), vertices };
}

/**
 * How far `found` is short of the best vertex along dir, in units of the rounding of one dot product. The differences
 * of vertices are used, so that the measure itself rounds far less than that.
 */
function shortfall(v: Float64Array, dir: Vec3, found: number): number {
  let most = 0;
  let size = 0;
  const f = 3 * found;
  for (let i = 0; i < v.length; i += 3) {
    most = Math.max(most, dir.x * (v[i] - v[f]) + dir.y * (v[i + 1] - v[f + 1]) + dir.z * (v[i + 2] - v[f + 2]));
    size = Math.max(size, Math.abs(dir.x * v[i]) + Math.abs(dir.y * v[i + 1]) + Math.abs(dir.z * v[i + 2]));
  }
  return most === 0 ? 0 : most / (size * Number.EPSILON);
}

function expectSupport({ graph, vertices }: Subject, dir: Vec3, hint: number): void {
  for (const found of [graph.supportIndex(dir), graph.climb(dir, hint)]) {
    const short = shortfall(vertices, dir, found);
    if (!(short <= 3)) expect.fail(`vertex ${found} is short by ${short} roundings along ${dir.toArray()}`);
  }
}

const hulls: [string, Point[]][] = [
  ['a point', [[1, 2, 3]]],
  [
    'a segment',
    [
      [1, 2, 3],
      [3, 2, 1],
    ],
  ],
  [
    'a tetrahedron',
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'a cube',
    stretched(
      [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Point => [x, y, z]))),
      1,
      1,
      1,
    ),
  ],
  ['12 vertices', onSphere(12, 1)],
  ['13 vertices', onSphere(13, 1)],
  ['100 vertices', onSphere(100, 2)],
  ['512 vertices', onSphere(512, 3)],
  ['5000 vertices', onSphere(5000, 4)],
  ['a needle', stretched(onSphere(300, 5), 1e-6, 1, 1e-6)],
  ['a tilted needle', turned(stretched(onSphere(300, 5), 1e-6, 1, 1e-6))],
  ['a pancake', stretched(onSphere(2000, 6), 1, 1, 1e-13)],
  ['a hair', stretched(onSphere(300, 7), 1, 1e-120, 1e-80)],
  ['thinner than a hair', stretched(onSphere(100, 7), 1, 1e-310, 1)],
  ['far away', stretched(onSphere(300, 8), 1, 1, 1, 1e6)],
  ['far away and thin', stretched(onSphere(300, 8), 1, 1e-4, 1, 1e6)],
  ['tiny', stretched(onSphere(300, 9), 1e-150, 1e-150, 1e-150)],
  ['huge', stretched(onSphere(300, 9), 1e150, 1e150, 1e150)],
  ['a flat polygon', circle(400, 3)],
  ['a tilted polygon', turned(circle(400, 0))],
  ['a cylinder', [...circle(200, 0), ...circle(200, 1)]],
  ['a cone', [...circle(1000, 0), [0, 0, 1]]],
  ['a double cone', [...circle(300, 0), [0, 0, 1], [0, 0.1, -2]]],
  ['a rounded cube', onSphere(400, 10).map((p) => p.map((c) => Math.sign(c) + 0.01 * c) as Point)],
  [
    'a curve whose ends see everything',
    Array.from({ length: 200 }, (_, i): Point => [i / 200, (i / 200) ** 2, (i / 200) ** 3]),
  ],
];

describe.each(hulls)('%s', (_, points) => {
  const subject = make(points);
  const { graph, vertices } = subject;
  const n = vertices.length / 3;
  const scale = [0, 1, 2].map((axis) => {
    const values = points.map((p) => p[axis]);
    const extent = Math.max(...values) - Math.min(...values);
    return extent > 0 ? Math.max(extent, 1e-300) : 1;
  });

  test('is as good as a linear scan in all directions', () => {
    const rng = new Rng(1);
    const dir = new Vec3();
    for (let k = 0; k < 1200; k++) {
      dir.set(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1));
      // Every other one by the hull's proportions, so that thin hulls show all their vertices.
      if (k % 2 === 0) dir.set(dir.x / scale[0], dir.y / scale[1], dir.z / scale[2]);
      expectSupport(subject, dir, k % n);
    }
  });

  test('across axes, edges and facets, where supports are not unique', () => {
    const dir = new Vec3();
    for (let k = 0; k < 27; k++) {
      for (const e of [0, 1e-17, 1e-9]) {
        expectSupport(subject, dir.set((k % 3) - 1 + e, (Math.floor(k / 3) % 3) - 1 - e, Math.floor(k / 9) - 1), k % n);
      }
    }
    const { facets } = buildHull(vertices);
    const at = (i: number): Point => [
      vertices[3 * i] / scale[0],
      vertices[3 * i + 1] / scale[1],
      vertices[3 * i + 2] / scale[2],
    ];
    for (let f = 0; f < Math.min(facets.length, 900); f += 3) {
      const [a, b, c] = [at(facets[f]), at(facets[f + 1]), at(facets[f + 2])];
      const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
      dir.set((uy * vz - uz * vy) / scale[0], (uz * vx - ux * vz) / scale[1], (ux * vy - uy * vx) / scale[2]);
      expectSupport(subject, dir, f % n);
    }
  });

  test('takes directions of any length, and zero', () => {
    const dir = new Vec3();
    for (const [x, y, z] of onSphere(20, 3)) {
      const at = graph.supportIndex(dir.set(x, y, z));
      for (const factor of [2 ** -1000, 2 ** -600, 2 ** 600, 2 ** 1000]) {
        expect(graph.supportIndex(dir.set(x * factor, y * factor, z * factor))).toBe(at);
        const climbed = graph.climb(dir, 0);
        expect(shortfall(vertices, dir.set(x, y, z), climbed)).toBeLessThanOrEqual(3);
      }
    }
    for (const zero of [0, -0]) {
      const at = graph.supportIndex(dir.set(zero, zero, zero));
      expect(at >= 0 && at < n).toBe(true);
      expect(graph.climb(dir, n - 1) < n).toBe(true);
    }
  });

  test('validates itself', () => graph.validate());
});

test('climbs from any hint, complex vertices too', () => {
  const subject = make([...circle(300, 0), [0, 0, 1], [0, 0, -1]]);
  const dir = new Vec3();
  for (let hint = 0; hint < 302; hint++) {
    expectSupport(subject, dir.set(Math.cos(hint), Math.sin(hint), 0.3), hint);
    expectSupport(subject, dir.set(0.1 * Math.cos(hint), 0.1 * Math.sin(hint), 1), hint);
  }
});

test('far away is as sharp as near', () => {
  // Coordinates short enough that moving them is exact: the two hulls are congruent.
  const near = onSphere(300, 8).map((p) => p.map((c) => Math.round(c * 2 ** 20) / 2 ** 20) as Point);
  const far = make(stretched(near, 1, 1, 1, 2 ** 32));
  const { vertices, facets } = buildHull(Float64Array.from(near.flat()));
  const rng = new Rng(3);
  const dir = new Vec3();
  const at = (i: number): Point => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  for (let f = 0; f < facets.length; f += 3) {
    // Almost across a facet, where its corners differ by less than dot products round far away.
    const [a, b, c] = [at(facets[f]), at(facets[f + 1]), at(facets[f + 2])];
    const tilt = (): number => 1e-8 * rng.range(-0.5, 0.5);
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    dir.set(uy * vz - uz * vy + tilt(), uz * vx - ux * vz + tilt(), ux * vy - uy * vx + tilt());
    expect(shortfall(vertices, dir, far.graph.supportIndex(dir))).toBeLessThanOrEqual(3);
    expect(shortfall(vertices, dir, far.graph.climb(dir, f % 300))).toBeLessThanOrEqual(3);
  }
});

test('a nearly flat cap: many steps that gain less than a rounding', () => {
  const rng = new Rng(2);
  const cap = Array.from({ length: 3000 }, (): Point => {
    const x = rng.range(-1, 1);
    const y = rng.range(-1, 1);
    return [x, y, 1 - 1e-13 * (x * x + y * y)];
  });
  const subject = make([...cap, [0, 0, -1]]);
  const dir = new Vec3();
  for (let k = 0; k < 300; k++) {
    expectSupport(
      subject,
      dir.set(2e-13 * rng.range(-0.5, 0.5), 2e-13 * rng.range(-0.5, 0.5), 1),
      k % subject.graph.vertexCount,
    );
  }
});

test('hulls of few small integers: equal answers everywhere', () => {
  const coordinate = fc.integer({ min: -3, max: 3 });
  const point = fc.tuple(coordinate, coordinate, coordinate);
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 1, maxLength: 60 }),
      fc.array(point, { minLength: 20, maxLength: 20 }),
      (points, dirs) => {
        const subject = make(points);
        for (const d of dirs) {
          const dir = new Vec3(...d);
          for (const i of [subject.graph.supportIndex(dir), subject.graph.climb(dir, 0)])
            expect(shortfall(subject.vertices, dir, i)).toBe(0);
        }
      },
    ),
    { seed: 21, numRuns: 200 },
  );
});

test('validate finds a graph that lacks an edge', () => {
  const { vertices, offsets } = buildHull(Float64Array.from(onSphere(100, 2).flat()));
  // Each vertex sees only itself: no climb gets anywhere.
  const lonely = Int32Array.from({ length: offsets[100] }, (_, e) => offsets.findIndex((o) => o > e) - 1);
  expect(() => new SupportGraph(vertices, offsets, lonely).validate()).toThrow('is short by');
});
