import fc from 'fast-check';
import { orient3d } from 'robust-predicates';
import { describe, expect, test } from 'vitest';
import { buildHull, type Hull, validateHull } from '../../src/shapes/hull/hull-builder.ts';
import { onSphere, type Point, turned } from '../support/points.ts';
import { Rng } from '../support/rng.ts';

function lattice(x: number, y: number, z: number): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < x; i++) for (let j = 0; j < y; j++) for (let k = 0; k < z; k++) out.push([i, j, k]);
  return out;
}

function hullOf(points: Point[]): Hull {
  const hull = buildHull(Float64Array.from(points.flat()));
  validateHull(hull);
  hull.source.forEach((s, i) => {
    expect([...hull.vertices.subarray(3 * i, 3 * i + 3)]).toEqual(points[s]);
  });
  return hull;
}

/** No point is strictly above a facet (dimension 3). */
function expectInside(points: Point[], hull: Hull): void {
  const v = (i: number): Point => points[hull.source[i]];
  for (let f = 0; f < hull.facets.length; f += 3) {
    const [a, b, c] = [v(hull.facets[f]), v(hull.facets[f + 1]), v(hull.facets[f + 2])];
    for (const p of points) if (orient3d(...a, ...b, ...c, ...p) < 0) expect.fail(`${p} is above ${a}, ${b}, ${c}`);
  }
}

/**
 * The extreme points by Carathéodory: a point is not extreme when it is within a segment, triangle or tetrahedron of
 * other points. For small integer coordinates, where plain arithmetic is exact.
 */
function bruteExtremes(points: Point[]): Set<string> {
  const distinct = [...new Map(points.map((p) => [p.join(), p])).values()];
  const out = new Set<string>();
  const between = (p: Point, q: Point, r: Point): boolean => {
    const u = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    const v = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
    const crossed = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    return crossed.every((c) => c === 0) && u[0] * v[0] + u[1] * v[1] + u[2] * v[2] < 0;
  };
  const det = (a: Point, b: Point, c: Point, p: Point): number => {
    const [ax, ay, az] = [a[0] - p[0], a[1] - p[1], a[2] - p[2]];
    const [bx, by, bz] = [b[0] - p[0], b[1] - p[1], b[2] - p[2]];
    const [cx, cy, cz] = [c[0] - p[0], c[1] - p[1], c[2] - p[2]];
    return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  };
  for (const p of distinct) {
    const others = distinct.filter((q) => q !== p);
    let inside = false;
    for (let i = 0; i < others.length && !inside; i++) {
      for (let j = i + 1; j < others.length && !inside; j++) {
        inside = between(p, others[i], others[j]);
        for (let k = j + 1; k < others.length && !inside; k++) {
          const [a, b, c] = [others[i], others[j], others[k]];
          if (det(a, b, c, p) === 0) inside = inTriangle(p, a, b, c);
          for (let l = k + 1; l < others.length && !inside; l++) {
            const d = others[l];
            const signs = [det(a, b, c, p), -det(a, b, d, p), det(a, c, d, p), -det(b, c, d, p)].map(Math.sign);
            inside = signs[0] !== 0 && signs.every((s) => s === signs[0]);
          }
        }
      }
    }
    if (!inside) out.add(p.join());
  }
  return out;
}

/** p in the plane of a, b, c, strictly within or on an edge; a degenerate triangle has no inside. */
function inTriangle(p: Point, a: Point, b: Point, c: Point): boolean {
  const area = (u: Point, v: Point, w: Point): number[] => {
    const [x1, y1, z1] = [v[0] - u[0], v[1] - u[1], v[2] - u[2]];
    const [x2, y2, z2] = [w[0] - u[0], w[1] - u[1], w[2] - u[2]];
    return [y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2];
  };
  const dots = (m: number[], n: number[]): number => m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
  const whole = area(a, b, c);
  if (whole.every((x) => x === 0)) return false;
  return [area(a, b, p), area(b, c, p), area(c, a, p)].every((part) => dots(part, whole) >= 0);
}

const keys = (points: Point[], hull: Hull): string[] => [...hull.source].map((i) => points[i].join()).sort();

describe('buildHull', () => {
  test('a point, coincident points', () => {
    expect(hullOf([[1, 2, 3]]).dimension).toBe(0);
    const hull = hullOf(Array.from({ length: 5 }, () => [1, 2, 3] as Point));
    expect(hull.dimension).toBe(0);
    expect(hull.source.length).toBe(1);
    expect(hull.neighbours.length).toBe(0);
  });

  test('collinear points leave their ends', () => {
    for (const [dx, dy, dz] of [
      [1, 0, 0],
      [0, 0, 1],
      [1, 2, -3],
      [0.5, 0.25, -4],
    ]) {
      const points = [3, 1, 4, 1, 5, 9, 2, 6].map((t): Point => [1 + t * dx, t * dy, 2 + t * dz]);
      const hull = hullOf(points);
      expect(hull.dimension).toBe(1);
      expect([...hull.source].sort()).toEqual([1, 5].sort());
      expect([...hull.neighbours]).toEqual([1, 0]);
    }
  });

  test('coplanar points leave a strictly convex cycle', () => {
    for (const shear of [
      (x: number, y: number): Point => [x, y, 7],
      (x, y): Point => [x + y, x - 2 * y, 3 * x + y],
    ] as ((x: number, y: number) => Point)[]) {
      const points = lattice(7, 5, 1).map(([x, y]) => shear(x, y));
      const hull = hullOf([...points, ...points]);
      expect(hull.dimension).toBe(2);
      expect(hull.source.length).toBe(4);
    }
    const circle = Array.from({ length: 300 }, (_, i): Point => [0, Math.cos(i), Math.sin(i)]);
    expect(hullOf([...circle, [0, 0, 0]]).source.length).toBe(300);
  });

  test('lattices', () => {
    for (const points of [
      lattice(10, 10, 10),
      lattice(2, 9, 3),
      lattice(10, 10, 10).map(([x, y, z]): Point => [x + y, y + 2 * z, z - x]),
    ]) {
      const hull = hullOf(points);
      expect(hull.source.length).toBe(8);
      expect(hull.facets.length).toBe(36);
      expectInside(points, hull);
    }
    // Rounding of the rotation bends the faces: whatever comes of that, it is a hull.
    const bent = turned(lattice(8, 8, 8));
    expectInside(bent, hullOf(bent));
  });

  test('a cube with points on faces and edges, in any order', () => {
    const rng = new Rng(5);
    const points: Point[] = lattice(2, 2, 2);
    for (let i = 0; i < 400; i++) {
      const p: Point = [rng.next(), rng.next(), rng.next()];
      p[i % 3] = i & 8 ? 1 : 0;
      if (i & 16) p[(i + 1) % 3] = i & 32 ? 1 : 0;
      points.push(p);
    }
    for (const list of [points, points.slice().reverse()]) expect(hullOf(list).source.length).toBe(8);
  });

  test('an octahedron subdivided: vertices inside edges and facets', () => {
    const points = lattice(9, 9, 9)
      .map(([x, y, z]): Point => [x - 4, y - 4, z - 4])
      .filter(([x, y, z]) => Math.abs(x) + Math.abs(y) + Math.abs(z) <= 4);
    const hull = hullOf(points);
    expect(hull.source.length).toBe(6);
    expect(hull.facets.length).toBe(24);
  });

  test.each([0, 2 ** -52, 1e-16, 1e-12])('nearly coplanar: a grid with noise %d', (noise) => {
    const rng = new Rng(9);
    const flat = lattice(12, 12, 1).map(
      ([x, y]): Point => [x / 11, y / 11, 0.5 + noise * Math.round(4 * rng.next() - 2)],
    );
    const tilted = lattice(12, 12, 1).map(([x, y]): Point => [x / 10, y / 10, 0.3 * x + 0.7 * y + noise * rng.next()]);
    for (const points of [flat, tilted, [...flat, [0.5, 0.5, 2] as Point]]) {
      const hull = hullOf(points);
      expectInside(points, hull);
    }
    if (noise === 0) expect(hullOf(flat).dimension).toBe(2);
  });

  test('far from the origin', () => {
    const points = onSphere(500, 3).map(([x, y, z]): Point => [x + 1e6, y - 1e6, z + 1e6]);
    const hull = hullOf(points);
    expect(hull.dimension).toBe(3);
    expectInside(points, hull);
  });

  test.each([1e-300, 1e-150, 1e-3, 1e3, 1e150, 1e300])('scale %d, and of one axis alone', (scale) => {
    // A power of two, so that the scaled points are the same points.
    const factor = 2 ** Math.round(Math.log2(scale));
    for (const points of [onSphere(60, 2), lattice(4, 4, 4), lattice(1, 5, 4)]) {
      const base = hullOf(points);
      for (const axes of [
        [factor, factor, factor],
        [1, factor, 1],
        [1, factor, 1 / factor],
      ]) {
        const scaled = points.map(([x, y, z]): Point => [x * axes[0], y * axes[1], z * axes[2]]);
        const hull = hullOf(scaled);
        expect(hull.dimension).toBe(base.dimension);
        expect([...hull.source].sort()).toEqual([...base.source].sort());
      }
    }
  });

  test('coordinates of very different sizes in one axis', () => {
    const points: Point[] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [1e-200, 0, 1e-250],
      [0, 1e-308, -1],
      [5e-324, 0, 1],
    ];
    expect(hullOf(points).dimension).toBe(3);
    expect(
      hullOf([
        [1.7e308, 1, 0],
        [-1.7e308, 0, 1e-320],
        [0, -1.7e308, 5e-324],
        [0, 0, 1e308],
      ]).source.length,
    ).toBe(4);
  });

  test('a polyhedral cone of 1000 sides', () => {
    const points: Point[] = Array.from({ length: 1000 }, (_, i) => [Math.cos(i), Math.sin(i), 0]);
    points.push([0, 0, 1], [0, 0, 0]);
    const hull = hullOf(points);
    expect(hull.source.length).toBe(1001);
    expect(hull.offsets[1001] - hull.offsets[1000]).toBe(1000);
  });

  test('spheres', () => {
    expect(hullOf(onSphere(512, 1)).source.length).toBe(512);
    const big = onSphere(5000, 4);
    expect(hullOf([...big, ...big.slice(0, 500), [0, 0, 0]]).source.length).toBe(5000);
  });

  test('extreme points are those of a brute-force search, in tiny integer ranges', () => {
    const coordinate = fc.integer({ min: -2, max: 2 });
    const point = fc.tuple(coordinate, coordinate, coordinate);
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 12 }), (points) => {
        const hull = hullOf(points);
        expect(keys(points, hull)).toEqual([...bruteExtremes(points)].sort());
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  test('any points give a valid hull that contains them', () => {
    const coordinate = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom(1 + 2 ** -52, 1 - 2 ** -53, 0.1, 0.1 + 0.2, 1e-16, -1e-16),
      // Without numbers so small that orient3d, used here on the points as they are, underflows.
      fc.double({ min: -1, max: 1, noNaN: true }).map((x) => (Math.abs(x) < 1e-80 ? 0 : x)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 40 }), (points) => {
        expectInside(points, hullOf(points));
      }),
      { seed: 12, numRuns: 400 },
    );
  });

  test('no points, or not triples', () => {
    expect(() => buildHull(new Float64Array())).toThrow(RangeError);
    expect(() => buildHull(new Float64Array(4))).toThrow('got 4 numbers');
  });
});

describe('validateHull says what is wrong', () => {
  const cube = (): Hull => buildHull(Float64Array.from(lattice(2, 2, 2).flat()));

  const withFacets = (h: Hull, facets: Int32Array): Hull => ({ ...h, facets });
  const moved = (h: Hull, at: number, ...to: number[]): Hull => {
    h.vertices.set(to, at);
    return h;
  };
  const withNeighbour = (h: Hull, at: number, to: number): Hull => {
    h.neighbours[at] = to;
    return h;
  };

  test.each<[string, (h: Hull) => Hull, string]>([
    ['an open surface', (h) => withFacets(h, h.facets.slice(3)), 'V − E + F'],
    [
      'a facet turned',
      (h) =>
        withFacets(
          h,
          h.facets.map((x, i, all) => (i < 3 ? all[2 - i] : x)),
        ),
      'same side',
    ],
    ['inside out', (h) => withFacets(h, h.facets.slice().reverse()), 'valley'],
    ['a dent', (h) => moved(h, 0, 0.4, 0.4, 0.4), 'valley'],
    ['coincident vertices', (h) => moved(h, 0, 0, 0, 1), 'degenerate'],
    ['a wrong neighbour', (h) => withNeighbour(h, 0, 0), 'share no edge'],
    ['a neighbour twice', (h) => withNeighbour(h, 0, h.neighbours[1]), 'twice'],
    ['a missing neighbour', (h) => ({ ...h, neighbours: h.neighbours.slice(1) }), 'adjacency'],
    ['a wrong dimension', (h) => ({ ...h, dimension: 1 }), 'dimension 1'],
  ])('%s', (_, spoil, message) => {
    expect(() => validateHull(cube())).not.toThrow();
    expect(() => validateHull(spoil(cube()))).toThrow(message);
  });

  test('a polygon out of order', () => {
    const hull = buildHull(Float64Array.from([0, 0, 0, 2, 0, 0, 3, 2, 0, 1, 3, 0, -1, 2, 0]));
    const { vertices } = hull;
    for (let k = 0; k < 3; k++) [vertices[3 + k], vertices[6 + k]] = [vertices[6 + k], vertices[3 + k]];
    expect(() => validateHull(hull)).toThrow('not strictly convex');
  });
});
