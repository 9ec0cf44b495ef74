import { describe, expect, test } from 'vitest';
import { Vec3 } from '../../src/math/vec3.ts';
import { Polygon } from '../../src/shapes/polygon.ts';
import { Polytope } from '../../src/shapes/polytope.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { Triangle } from '../../src/shapes/triangle.ts';

type Point = [number, number, number];

const cube: Point[] = [-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].map((z): Point => [x, y, z])));
const ring = (n: number, z: (x: number, y: number) => number): Point[] =>
  Array.from({ length: n }, (_, i) => {
    const x = Math.cos((2 * Math.PI * i) / n);
    const y = Math.sin((2 * Math.PI * i) / n);
    return [x, y, z(x, y)];
  });

/** Directions spread evenly (Fibonacci spiral) and the axes. */
const directions: Vec3[] = [
  ...Array.from({ length: 300 }, (_, i) => {
    const z = 1 - (2 * i + 1) / 300;
    const r = Math.sqrt(1 - z * z);
    return new Vec3(r * Math.cos(2.399963 * i), r * Math.sin(2.399963 * i), z);
  }),
  ...[1, -1].flatMap((s) => [new Vec3(s, 0, 0), new Vec3(0, s, 0), new Vec3(0, 0, s)]),
];

function expectSupports(shape: Shape, points: readonly Point[], tolerance = 4e-16): void {
  const out = new Vec3();
  for (const dir of directions) {
    expect(shape.support(dir, out)).toBe(out);
    const best = Math.max(...points.map((p) => dir.x * p[0] + dir.y * p[1] + dir.z * p[2]));
    const size = Math.max(...points.map((p) => Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2])));
    expect(Math.abs(best - (dir.x * out.x + dir.y * out.y + dir.z * out.z))).toBeLessThanOrEqual(tolerance * size);
    expect(points.some((p) => p[0] === out.x && p[1] === out.y && p[2] === out.z)).toBe(true);
  }
}

/** The shape that the string makes. */
function replay(shape: Shape): Shape {
  return new Function('Polytope', 'Polygon', 'Triangle', `return ${shape}`)(Polytope, Polygon, Triangle) as Shape;
}

describe('Polytope', () => {
  test('is the hull of vectors, triples or numbers', () => {
    const inside: Point[] = [
      [0, 0, 0],
      [1, 1, 1],
      [0, 2, 3],
    ];
    for (const points of [
      [...cube, ...inside],
      [...cube, ...inside].map(([x, y, z]) => new Vec3(x, y, z)),
      [...cube, ...inside].flat(),
      Float64Array.from([...cube, ...inside].flat()),
    ]) {
      const p = new Polytope(points);
      p.validate();
      expect(p.vertexCount).toBe(8);
      expect(p.dimension).toBe(3);
      expect(p.facets.length).toBe(36);
      expect([...p.source]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(p.offsets[8]).toBe(36);
      expect(p.neighbours.length).toBe(36);
      expect(p.polyhedral).toBe(true);
      expect(p.extent).toBe(6);
      expect(p.bounds().min.toArray()).toEqual([-1, -2, -3]);
      expectSupports(p, cube);
    }
  });

  test('flat hulls', () => {
    expect(new Polytope([[1, 2, 3]]).dimension).toBe(0);
    expect(new Polytope([0, 0, 0, 1, 1, 1, 2, 2, 2]).dimension).toBe(1);
    expect(new Polytope(ring(40, () => 1)).dimension).toBe(2);
    for (const points of [
      [[1, 2, 3]],
      [
        [0, 0, 0],
        [2, 2, 2],
      ],
      ring(40, () => 1),
    ] as Point[][]) {
      const p = new Polytope(points);
      p.validate();
      expectSupports(p, points);
      expect(p.facets.length).toBe(0);
    }
  });

  test('normals of the facets point outwards', () => {
    const p = new Polytope([...cube, [0, 0, 5]]);
    const n = p.facetNormals;
    expect(n.length).toBe(p.facets.length);
    for (let f = 0; f < n.length; f += 3) {
      expect(Math.hypot(n[f], n[f + 1], n[f + 2])).toBeCloseTo(1, 15);
      const heights = [...cube, [0, 0, 5]].map(([x, y, z]) => n[f] * x + n[f + 1] * y + n[f + 2] * z);
      const highest = Math.max(...heights);
      for (let k = 0; k < 3; k++) {
        const i = 3 * p.facets[f + k];
        const height = n[f] * p.vertices[i] + n[f + 1] * p.vertices[i + 1] + n[f + 2] * p.vertices[i + 2];
        expect(height).toBeCloseTo(highest, 14);
      }
    }
    expect([...new Polytope(ring(40, () => 1)).facetNormals].map(Math.round)).toEqual([0, 0, 1, 0, 0, -1]);
    expect(new Polytope([[1, 2, 3]]).facetNormals).toEqual(new Float64Array(0));
  });

  test('is told by its string', () => {
    const p = new Polytope(ring(9, (x, y) => x / 3 + y * y));
    expect(String(replay(p))).toBe(String(p));
    expect(
      String(
        new Polytope([
          [0, 0, 0],
          [0.1, 1e-7, -3e69],
        ]),
      ),
    ).toBe('new Polytope([0.1, 1e-7, -3e+69, 0, 0, 0])');
  });

  test('says what is wrong with its points', () => {
    expect(() => new Polytope([])).toThrow(RangeError);
    expect(() => new Polytope([1, 2])).toThrow(TypeError);
    expect(() => new Polytope([0, 0, Number.NaN])).toThrow('points[2] must be finite, up to 1e+70, got NaN');
    expect(
      () =>
        new Polytope([
          [0, 0, 0],
          [0, Infinity, 0],
        ]),
    ).toThrow('points[1].y must be finite, up to 1e+70, got Infinity');
    expect(() => new Polytope('points' as unknown as number[])).toThrow(TypeError);
  });
});

describe('Polygon', () => {
  test('is the hull in any order, around', () => {
    const square: Point[] = [
      [0, 0, 1],
      [1, 1, 1],
      [1, 0, 1],
      [0, 1, 1],
      [0.5, 0.5, 1],
      [0.5, 0, 1],
    ];
    const p = new Polygon(square);
    expect(p.vertexCount).toBe(4);
    expectSupports(p, square);
    for (let i = 0; i < 4; i++) {
      const [a, b] = [
        p.vertices.subarray(3 * i, 3 * i + 3),
        p.vertices.subarray(3 * ((i + 1) % 4), 3 * ((i + 1) % 4) + 3),
      ];
      expect(Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1])).toBe(1);
    }
  });

  test.each([5, 300])('tilted, with %d vertices off the plane by rounding', (n) => {
    const points = ring(n, (x, y) => 0.3 * x - 1.7 * y + 0.1);
    const p = new Polygon(points);
    expect(p.vertexCount).toBe(n);
    expectSupports(p, points);
    const far = points.map(([x, y, z]): Point => [x + 1e9, y, z - 1e9]);
    expectSupports(new Polygon(far), far);
  });

  test('degenerate: collinear, coincident, any scale', () => {
    for (const s of [1e-300, 1e-150, 1e-3, 1, 1e3, 1e35, 1e70]) {
      const line: Point[] = [
        [0, 0, 0],
        [s, s, s],
        [-s, -s, -s],
      ];
      expectSupports(new Polygon(line), line.slice(1), 1e-15);
      const spot = new Polygon([
        [s, 0, s],
        [s, 0, s],
        [s, 0, s],
      ]);
      expect(spot.vertexCount).toBe(1);
      expect(String(replay(spot))).toBe(String(spot));
      expect(
        new Polygon([
          [s, 0, 0],
          [0, s, 0],
          [0, 0, s],
        ]).vertexCount,
      ).toBe(3);
    }
    expect(
      new Polygon([
        [0, 0, 0],
        [1, 1, 1],
        [2, 2, 2 + 1e-13],
      ]).vertexCount,
    ).toBeGreaterThan(1);
  });

  test('rejects points off the plane', () => {
    const points: Point[] = [
      [0, 0, 0],
      [4, 0, 0],
      [4, 4, 0],
      [0, 4, 0],
      [2, 2, 1e-8],
    ];
    expect(() => new Polygon(points)).toThrow(RangeError);
    expect(() => new Polygon(points)).toThrow(
      'points[4] must be in the plane of the others, got [2, 2, 1e-8] at distance 1e-8',
    );
    points[4][2] = 1e-9;
    expect(new Polygon(points).vertexCount).toBe(4);
    expect(() => new Polygon(points.slice(0, 2))).toThrow('at least 3 points');
    expect(
      () =>
        new Polygon([
          [0, 0, 0],
          [1, 0, 0],
          [0, Number.NaN, 0],
        ]),
    ).toThrow('points[2].y');
  });

  test('is told by its string', () => {
    const p = new Polygon(ring(7, (x, y) => x / 3 + y));
    expect(String(replay(p))).toBe(String(p));
    expect(String(new Polygon([0, 0, 0, 1, 0, 0, 0, 1, 0]))).toMatch(
      /^new Polygon\(\[\[\d, \d, \d\](, \[\d, \d, \d\]){2}\]\)$/,
    );
  });
});

describe('Triangle', () => {
  test.each<[string, Point, Point, Point]>([
    ['plain', [0, 0, 0], [1, 0.5, 0], [0.2, 1, -3]],
    ['collinear', [0, 0, 0], [1, 1, 1], [3, 3, 3]],
    ['coincident', [1, 2, 3], [1, 2, 3], [1, 2, 3]],
    ['far away', [1e9, 1e9, 1e9], [1e9 + 1, 1e9, 1e9], [1e9, 1e9 + 1, 1e9]],
  ])('%s', (_, a, b, c) => {
    const t = new Triangle(a, b, c);
    expectSupports(t, [a, b, c]);
    expect(String(replay(t))).toBe(String(t));
  });

  test('bad corners', () => {
    expect(() => new Triangle([0, 0, 0], [0, 0, Number.NaN], [0, 0, 0])).toThrow(
      'b.z must be finite, up to 1e+70, got NaN',
    );
  });
});
