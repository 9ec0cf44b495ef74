import { describe, expect, test } from 'vitest';
import { judgeClosed } from '../../src/shapes/closed-mesh.ts';
import { type Primitives, readFaces, readIndices } from '../../src/shapes/mesh-faces.ts';
import { VertexArray } from '../../src/shapes/vertex-array.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

/** Stands for a value of any type where the types would not let it pass. */
// biome-ignore lint/suspicious/noExplicitAny: tests hand over what the types forbid.
type Anything = any;

const SEED = seedFromEnv(20260101);

type Point = [number, number];

/** A polygon in its own plane: points, and the order in which it visits them. */
interface Outline {
  readonly points: readonly Point[];
  readonly face: readonly number[];
}

const outline = (points: readonly Point[]): Outline => ({ points, face: points.map((_, i) => i) });

/** The outline in a random plane, `size` long, `far` from the origin. */
function lay({ points }: Outline, rng: Rng, size: number, far: number): VertexArray {
  const [x, y, z, w] = rng.quaternion();
  const u = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)];
  const v = [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)];
  const origin = rng.direction().map((c) => c * far);
  return new VertexArray(points.flatMap(([a, b]) => [0, 1, 2].map((j) => origin[j] + size * (a * u[j] + b * v[j]))));
}

const inPlane = (o: Outline): VertexArray => new VertexArray(o.points.flatMap(([x, y]) => [x, y, 0]));

const cross = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

function shoelace({ points, face }: Outline): number {
  return face.reduce((sum, i, k) => sum + cross([0, 0], points[i], points[face[(k + 1) % face.length]]), 0) / 2;
}

/** How often the outline winds about p: crossings of the ray to the right, up less down. */
function winding({ points, face }: Outline, p: Point): number {
  let sum = 0;
  face.forEach((i, k) => {
    const a = points[i];
    const b = points[face[(k + 1) % face.length]];
    if (a[1] <= p[1] && b[1] > p[1] && cross(a, b, p) > 0) sum++;
    if (b[1] <= p[1] && a[1] > p[1] && cross(a, b, p) < 0) sum--;
  });
  return sum;
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const u = [b[0] - a[0], b[1] - a[1]];
  const l = u[0] * u[0] + u[1] * u[1];
  const t = l > 0 ? Math.max(0, Math.min(1, ((p[0] - a[0]) * u[0] + (p[1] - a[1]) * u[1]) / l)) : 0;
  return Math.hypot(p[0] - a[0] - t * u[0], p[1] - a[1] - t * u[1]);
}

const trianglesOf = (o: Outline, { corners }: Primitives): [Point, Point, Point][] =>
  Array.from({ length: corners.length / 3 }, (_, t) => [
    o.points[corners[3 * t]],
    o.points[corners[3 * t + 1]],
    o.points[corners[3 * t + 2]],
  ]);

/** Positive, or negative, on the inner side of all edges. */
const inside = (p: Point, [a, b, c]: [Point, Point, Point]): boolean => {
  const s = [cross(a, b, p), cross(b, c, p), cross(c, a, p)];
  return s.every((x) => x > 0) || s.every((x) => x < 0);
};

const distanceTo = (p: Point, [a, b, c]: [Point, Point, Point]): number =>
  inside(p, [a, b, c])
    ? 0
    : Math.min(distanceToSegment(p, a, b), distanceToSegment(p, b, c), distanceToSegment(p, c, a));

/** Points on all edges of the outline. */
const edgePoints = ({ points, face }: Outline): Point[] =>
  face.flatMap((i, k) => {
    const [a, b] = [points[i], points[face[(k + 1) % face.length]]];
    return [0, 0.37, 0.5, 0.83].map((t): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
  });

function expectEdgesCovered(o: Outline, primitives: Primitives, tolerance = 1e-12): void {
  const triangles = trianglesOf(o, primitives);
  for (const p of edgePoints(o)) {
    if (!triangles.some((t) => distanceTo(p, t) < tolerance))
      expect.fail(`${p} is not covered, of ${JSON.stringify(o)}`);
  }
}

/** A segment is (i, j, j), a point (i, i, i). */
function expectProper({ corners, face }: Primitives): void {
  expect(corners.length).toBe(3 * face.length);
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = corners.subarray(k, k + 3);
    if ((a === b || a === c) && (a !== b || a !== c)) expect.fail(`${a}, ${b}, ${c}`);
  }
}

/** The primitives cover what the outline goes around, once and turned as it is, and nothing else. */
function expectExact(o: Outline, primitives: Primitives, rng: Rng, samples = 60): void {
  const said = JSON.stringify(o);
  const triangles = trianglesOf(o, primitives);
  const total = shoelace(o);
  const areas = triangles.map(([a, b, c]) => cross(a, b, c) / 2);
  const size = Math.max(...o.points.flat().map(Math.abs));
  expect(Math.min(...areas.map((area) => area * Math.sign(total))), said).toBeGreaterThan(-1e-12 * size * size);
  const sum = areas.reduce((s, x) => s + Math.abs(x), 0);
  expect(Math.abs(sum - Math.abs(total)), said).toBeLessThan(1e-9 * Math.abs(total) + 1e-15 * size * size);
  for (let s = 0; s < samples; s++) {
    const p: Point = [rng.range(-size, size), rng.range(-size, size)];
    expect(triangles.filter((t) => inside(p, t)).length, `${p} of ${said}`).toBe(winding(o, p) === 0 ? 0 : 1);
  }
  expectEdgesCovered(o, primitives);
}

/** The edges of triangles, less opposite ones, are those of the face: what neighbouring faces rely on. */
function expectMatched(o: Outline, { corners }: Primitives): void {
  const balance = new Map<string, number>();
  const add = (i: number, j: number, times: number): void => {
    const key = `${Math.min(i, j)} ${Math.max(i, j)}`;
    balance.set(key, (balance.get(key) ?? 0) + (i < j ? times : -times));
  };
  o.face.forEach((i, k) => {
    add(i, o.face[(k + 1) % o.face.length], 1);
  });
  for (let s = 0; s < corners.length; s++) {
    const [i, j] = [corners[s], corners[s % 3 === 2 ? s - 2 : s + 1]];
    if (i !== j) add(i, j, -1);
  }
  expect(
    [...balance].filter(([, n]) => n !== 0),
    JSON.stringify(o),
  ).toEqual([]);
}

const circle = (n: number, radius: (i: number) => number): Point[] =>
  Array.from({ length: n }, (_, i) => {
    const a = (2 * Math.PI * i) / n;
    const r = radius(i);
    return [r * Math.cos(a), r * Math.sin(a)];
  });

const star = (rng: Rng, n: number): Outline => outline(circle(n, () => rng.range(0.1, 1)));

/** Two turns and a half of a band that goes inward. */
const spiral = (n: number): Outline => {
  const arm = (r: number): Point[] =>
    Array.from({ length: n }, (_, i) => {
      const a = (5 * Math.PI * i) / n;
      const radius = r - (0.8 * i) / n;
      return [radius * Math.cos(a), radius * Math.sin(a)];
    });
  return outline([...arm(1), ...arm(0.85).reverse()]);
};

const comb = (n: number): Outline =>
  outline([[0, 0], [n, 0], ...Array.from({ length: 2 * n + 1 }, (_, i): Point => [n - i / 2, i % 2 ? 0.1 : 1])]);

/** A disk with disks cut out, each joined by a bridge to the same corner of the outer boundary or to one of its own. */
function keyhole(rng: Rng, holes: number): Outline {
  const n = 8 + 4 * rng.int(4);
  const points: Point[] = circle(n, () => 1);
  const face: number[] = [];
  for (let i = 0; i < n; i++) {
    face.push(i);
    if (i % Math.floor(n / holes) !== 0 || i / Math.floor(n / holes) >= holes) continue;
    const base = points.length;
    const m = 3 + rng.int(6);
    const middle = 0.6;
    const [x, y] = points[i];
    // Clockwise, beginning with the corner that is nearest to the outer one.
    for (let k = 0; k < m; k++) {
      const a = Math.atan2(y, x) - (2 * Math.PI * k) / m;
      points.push([middle * x + 0.15 * Math.cos(a), middle * y + 0.15 * Math.sin(a)]);
      face.push(base + k);
    }
    face.push(base, i);
  }
  return { points, face };
}

/** A simple polygon through random points: crossings are undone until none is left. */
function tangle(rng: Rng, n: number): Outline {
  const points = Array.from({ length: n }, (): Point => [rng.range(-1, 1), rng.range(-1, 1)]);
  const crosses = (a: Point, b: Point, c: Point, d: Point): boolean =>
    cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
  for (let again = true; again; ) {
    again = false;
    for (let i = 0; i < n; i++) {
      for (let j = i + 2; j < n; j++) {
        if (!crosses(points[i], points[i + 1], points[j], points[(j + 1) % n])) continue;
        points.splice(i + 1, j - i, ...points.slice(i + 1, j + 1).reverse());
        again = true;
      }
    }
  }
  return outline(points);
}

/** Puts more vertices on the edges. */
function subdivide(o: Outline, rng: Rng): Outline {
  const points = [...o.points];
  const face: number[] = [];
  /** Both edges of a bridge get the same vertices. */
  const between = new Map<string, number[]>();
  o.face.forEach((i, k) => {
    const j = o.face[(k + 1) % o.face.length];
    const key = `${Math.min(i, j)} ${Math.max(i, j)}`;
    let added = between.get(key);
    if (!added) {
      const steps = rng.int(4);
      added = Array.from({ length: steps }, (_, s) => {
        const t = (s + 1) / (steps + 1);
        const [a, b] = [points[Math.min(i, j)], points[Math.max(i, j)]];
        return points.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]) - 1;
      });
      between.set(key, added);
    }
    face.push(i, ...(i < j ? added : [...added].reverse()));
  });
  return { points, face };
}

const turned = (o: Outline, start: number): Outline => ({
  points: o.points,
  face: [...o.face.slice(start), ...o.face.slice(0, start)],
});

const shapes: [string, (rng: Rng) => Outline][] = [
  ['convex', (rng) => outline(circle(4 + rng.int(10), () => 1))],
  ['star', (rng) => star(rng, 4 + rng.int(30))],
  ['spiral', (rng) => spiral(30 + rng.int(20))],
  ['comb', (rng) => comb(1 + rng.int(9))],
  ['one hole', (rng) => keyhole(rng, 1)],
  ['holes', (rng) => keyhole(rng, 1 + rng.int(4))],
  ['tangle', (rng) => tangle(rng, 4 + rng.int(20))],
];

describe(`polygons, seed ${SEED}`, () => {
  test.each(shapes)('%s: triangles cover it once, and only it', (name, make) => {
    const rng = new Rng(SEED, name.length);
    for (let i = 0; i < runs(30); i++) {
      let o = make(rng);
      o = turned(o, rng.int(o.face.length));
      if (rng.chance(0.5)) o = { points: o.points, face: [...o.face].reverse() };
      const flat = readFaces([o.face], inPlane(o));
      expect(flat.corners.length).toBe(3 * (o.face.length - 2));
      expectExact(o, flat, rng);
      expectMatched(o, flat);
      for (const [size, far] of [
        [1, 0],
        [1, 1e6],
        [1e-3, 0],
        [1e-3, 1],
        [1e3, 1e3],
        [1e-150, 0],
        [1e200, 0],
      ]) {
        const laid = readFaces([o.face], lay(o, rng, size, far));
        expectExact(o, laid, rng, 20);
        expectMatched(o, laid);
      }
    }
  });

  test.each(shapes)('%s with vertices on its edges', (name, make) => {
    const rng = new Rng(SEED, 100 + name.length);
    for (let i = 0; i < runs(25); i++) {
      let o = subdivide(make(rng), rng);
      o = turned(o, rng.int(o.face.length));
      for (const v of [inPlane(o), lay(o, rng, 1, 0), lay(o, rng, 1, 1e6), lay(o, rng, 1e-3, 0)]) {
        const primitives = readFaces([o.face], v);
        // At 1e6 the input itself is bent by 1e-10.
        expectExact(o, primitives, rng, 20);
        expectMatched(o, primitives);
      }
    }
  });

  test.each(shapes)('a prism over %s is closed, whatever the caps were cut into', (name, make) => {
    const rng = new Rng(SEED, 200 + name.length);
    for (let i = 0; i < runs(40); i++) {
      const o = subdivide(make(rng), rng);
      const n = o.points.length;
      const both = [...o.points, ...o.points].flatMap(([x, y], k) => [x, y, k < n ? 0 : 1]);
      const ends = new Set(o.face.map((a, k) => `${a} ${o.face[(k + 1) % o.face.length]}`));
      const faces = [[...o.face].reverse(), o.face.map((a) => a + n)];
      o.face.forEach((a, k) => {
        const b = o.face[(k + 1) % o.face.length];
        // No wall along a bridge.
        if (!ends.has(`${b} ${a}`)) faces.push([a, b, b + n, a + n]);
      });
      const positions = new VertexArray(both);
      const { corners, face } = readFaces(faces, positions);
      const report = judgeClosed(positions, corners, face);
      expect(report.problem, JSON.stringify(o)).toBe('');
      expect(report.volume).toBeCloseTo(shoelace(o), 9);
    }
  });

  test('any closed chain: every point that it winds about, and every edge, is covered', () => {
    const rng = new Rng(SEED, 300);
    for (let i = 0; i < runs(4000); i++) {
      // Few places, so that vertices coincide, edges overlap and cross, and spikes are common.
      const n = 4 + rng.int(8);
      const grid = 2 + rng.int(5);
      const points = Array.from({ length: n }, (): Point => [rng.int(grid), rng.int(grid)]);
      // One vertex a place, or several.
      const first = (p: Point): number => points.findIndex((q) => q[0] === p[0] && q[1] === p[1]);
      const o: Outline = rng.chance(0.5) ? outline(points) : { points, face: points.map(first) };
      const primitives = readFaces([o.face], inPlane(o));
      expectEdgesCovered(o, primitives, 1e-9);
      expectProper(primitives);
      const triangles = trianglesOf(o, primitives);
      for (let s = 0; s < 20; s++) {
        const p: Point = [rng.range(0, grid), rng.range(0, grid)];
        if (winding(o, p) === 0) continue;
        if (!triangles.some((t) => distanceTo(p, t) < 1e-9))
          expect.fail(`${p} is not covered, of ${JSON.stringify(o)}`);
      }
    }
  });

  test('polygons out of a plane are cut as they look along the normal', () => {
    const rng = new Rng(SEED, 400);
    for (let i = 0; i < runs(100); i++) {
      const o = subdivide(star(rng, 5 + rng.int(10)), rng);
      const bent = new VertexArray(o.points.flatMap(([x, y]) => [x, y, rng.range(-0.01, 0.01)]));
      const primitives = readFaces([o.face], bent);
      expectExact(o, primitives, rng, 20);
      // All vertices are kept, also those that look to be on a line between their neighbours.
      expect([...new Set(primitives.corners)].sort((a, b) => a - b)).toEqual(o.points.map((_, k) => k));
      expectMatched(o, primitives);
    }
  });
});

describe('degenerate polygons', () => {
  const covers = (o: Outline, p: Point): boolean =>
    trianglesOf(o, readFaces([o.face], inPlane(o))).some((t) => distanceTo(p, t) < 1e-12);
  const withFace = (points: Point[], face: number[]): Outline => ({ points, face });

  test('on a line', () => {
    for (const direction of [
      [1, 0, 0],
      [0, 0, -1],
      [0.3, -0.7, 0.2],
    ]) {
      for (const ts of [
        [0, 1, 2, 3],
        [0, 3, 1, 2],
        [2, 0, 3, 1, 1, 0.5],
        [1, 1, 1, 2],
      ]) {
        const o = outline(ts.map((t): Point => [t, 0]));
        const v = new VertexArray(ts.flatMap((t) => direction.map((d) => 5 + t * d)));
        const primitives = readFaces([o.face], v);
        expectEdgesCovered(o, primitives);
        // They open to a polygon when the vertices are moved apart.
        expectMatched(o, primitives);
      }
    }
  });

  test('in a place', () => {
    const v = new VertexArray([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
    expect(readFaces([[0, 1, 2, 3]], v).corners.length).toBeGreaterThan(0);
    expect([...readFaces([[2, 2, 2, 2]], v).corners]).toEqual([2, 2, 2]);
  });

  test('repeated vertices count once', () => {
    const square: Point[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const v = inPlane(outline(square));
    for (const face of [
      [0, 0, 1, 2, 3],
      [0, 1, 1, 1, 2, 3, 3],
      [0, 1, 2, 3, 0],
      [0, 1, 2, 3, 0, 0],
    ]) {
      const o = withFace(square, face);
      const primitives = readFaces([face], v);
      expect(primitives.corners.length).toBe(6);
      expectExact(o, primitives, new Rng(1));
    }
    expect([...readFaces([[1, 2, 1]], v).corners]).toEqual([1, 2, 2]);
    expect([...readFaces([[1, 1]], v).corners]).toEqual([1, 1, 1]);
  });

  test('vertices that coincide now may part later, so none of them is dropped', () => {
    const points: Point[] = [
      [0, 0],
      [2, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 2],
    ];
    const o = outline(points);
    const primitives = readFaces([o.face], inPlane(o));
    expectExact(o, primitives, new Rng(2));
    expectMatched(o, primitives);
    expect(new Set(primitives.corners).size).toBe(6);
  });

  test('a spike is an edge', () => {
    const o = withFace(
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [3, 3],
      ],
      [0, 1, 2, 4, 2, 3],
    );
    expectExact(o, readFaces([o.face], inPlane(o)), new Rng(3));
    expect(covers(o, [2.5, 2.5])).toBe(true);
    expect(covers(o, [2.5, 2.4])).toBe(false);
  });

  test('a spike with a bend is its edges, not what they span', () => {
    const points: Point[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [5, 1],
      [5, 5],
      [5, 3],
      [3, 1],
    ];
    for (const face of [
      [0, 1, 2, 4, 5, 4, 2, 3],
      [0, 1, 2, 4, 5, 6, 4, 7, 2, 3],
      [2, 4, 5, 4],
      [2, 4, 5, 6, 4, 7],
    ]) {
      for (let start = 0; start < face.length; start++) {
        const o = turned(withFace(points, face), start);
        expectEdgesCovered(o, readFaces([o.face], inPlane(o)));
        expect(covers(o, [4, 2]), `${o.face}`).toBe(false);
        expect(covers(o, [4.5, 1.1]), `${o.face}`).toBe(false);
        expect(covers(o, [0.5, 0.6]), `${o.face}`).toBe(face.includes(0));
      }
    }
  });

  test('bent spikes in any plane', () => {
    const rng = new Rng(SEED, 500);
    const points: Point[] = [
      [0, 0],
      [3, 0],
      [3, 2],
    ];
    const o = withFace(points, [0, 1, 2, 1]);
    for (const v of [
      new VertexArray(points.flatMap(([x, y]) => [x, 0, y])),
      new VertexArray(points.flatMap(([x, y]) => [0, y, x])),
      lay(o, rng, 1, 10),
      lay(o, rng, 1e-3, 0),
    ]) {
      const { corners } = readFaces([o.face], v);
      const found = [];
      for (let t = 0; t < corners.length; t += 3) found.push([...new Set(corners.slice(t, t + 3))].sort());
      expect(found.sort()).toEqual([
        [0, 1],
        [1, 2],
      ]);
    }
  });

  test('thin ones keep their area', () => {
    for (const height of [1e-6, 1e-9, 1e-13]) {
      const o = outline([
        [0, 0],
        [1, 0],
        [2, height],
        [1, height / 2],
        [0.5, height],
        [0.1, height],
      ]);
      const triangles = trianglesOf(o, readFaces([o.face], inPlane(o)));
      const area = triangles.reduce((s, [a, b, c]) => s + cross(a, b, c) / 2, 0);
      expect(area / shoelace(o)).toBeCloseTo(1, 9);
    }
  });
});

describe('readFaces', () => {
  const v = new VertexArray([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);

  test('points, segments and polygons, with the face of each', () => {
    const faces = [[3], [0, 2], [2, 1, 0], [0, 1, 2, 3], Uint16Array.of(3, 2, 1, 0)];
    const copy = JSON.stringify(faces);
    const { corners, face } = readFaces(faces, v);
    expect([...corners.subarray(0, 9)]).toEqual([3, 3, 3, 0, 2, 2, 2, 1, 0]);
    expect([...face]).toEqual([0, 1, 2, 3, 3, 4, 4]);
    expect(JSON.stringify(faces)).toBe(copy);
  });

  test('reads the vertices by offset and stride', () => {
    const rng = new Rng(SEED, 600);
    const o = star(rng, 20);
    const spread = o.points.flatMap(([x, y]) => [Number.NaN, x, y, 7, Number.NaN]);
    const there = new VertexArray(spread, { offset: 1, stride: 5 });
    expect(readFaces([o.face], there)).toEqual(
      readFaces([o.face], new VertexArray(o.points.flatMap(([x, y]) => [x, y, 7]))),
    );
  });

  test('says what is wrong', () => {
    const cases: [Anything, typeof TypeError | typeof RangeError, string][] = [
      [undefined, TypeError, 'faces must be an array of arrays, got undefined'],
      [{}, TypeError, 'faces must be an array of arrays, got {}'],
      [[], RangeError, 'faces must have at least 1 face, got 0'],
      [[[0], []], RangeError, 'faces[1] must have at least 1 vertex, got 0'],
      [[[0], 1], TypeError, 'faces[1] must be an array of vertex numbers, got 1'],
      [[[0], null], TypeError, 'faces[1] must be an array of vertex numbers, got null'],
      [
        [
          [0, 1, 2],
          [0, 4],
        ],
        RangeError,
        'faces[1][1] must be an integer in 0…3, got 4',
      ],
      [[[0, -1, 2]], RangeError, 'faces[0][1] must be an integer in 0…3, got -1'],
      [[[0, 0.5, 2]], RangeError, 'faces[0][1] must be an integer in 0…3, got 0.5'],
      [[[0, Number.NaN, 2]], RangeError, 'faces[0][1] must be an integer in 0…3, got NaN'],
      [[[0, '1', 2]], TypeError, 'faces[0][1] must be an integer in 0…3, got "1"'],
    ];
    for (const [faces, kind, message] of cases) {
      expect(() => readFaces(faces, v), message).toThrow(kind);
      expect(() => readFaces(faces, v)).toThrow(message);
    }
  });
});

describe('readIndices', () => {
  test('arrays of numbers that can be used are used', () => {
    for (const array of [Uint16Array.of(0, 1, 2), Uint32Array.of(0, 1, 2), Int32Array.of(0, 1, 2)]) {
      expect(readIndices(array, 3)).toBe(array);
      expect([...array]).toEqual([0, 1, 2]);
    }
    for (const array of [[0, 1, 2], Uint8Array.of(0, 1, 2), Float32Array.of(0, 1, 2), { length: 3, 0: 0, 1: 1, 2: 2 }])
      expect(readIndices(array, 3)).toEqual(Int32Array.of(0, 1, 2));
  });

  test('says what is wrong', () => {
    const cases: [Anything, typeof TypeError | typeof RangeError, string][] = [
      [undefined, TypeError, 'indices must be an array of vertex numbers, got undefined'],
      [5, TypeError, 'indices must be an array of vertex numbers, got 5'],
      [[], RangeError, 'indices must have at least 1 triangle, got 0'],
      [[0, 1, 2, 0], RangeError, 'indices must have 3 numbers a triangle, got 4 numbers'],
      [[0, 1, 3], RangeError, 'indices[2] must be an integer in 0…2, got 3'],
      [[0, 1.5, 2], RangeError, 'indices[1] must be an integer in 0…2, got 1.5'],
      [[0, '1', 2], TypeError, 'indices[1] must be an integer in 0…2, got "1"'],
      [[0, Number.NaN, 2], RangeError, 'indices[1] must be an integer in 0…2, got NaN'],
      [Uint16Array.of(0, 1, 3), RangeError, 'indices[2] must be an integer in 0…2, got 3'],
      [Uint32Array.of(0, 2 ** 32 - 1, 0), RangeError, 'indices[1] must be an integer in 0…2, got 4294967295'],
      [Int32Array.of(-1, 1, 0), RangeError, 'indices[0] must be an integer in 0…2, got -1'],
      [Float32Array.of(0, 0.5, 0), RangeError, 'indices[1] must be an integer in 0…2, got 0.5'],
    ];
    for (const [indices, kind, message] of cases) {
      expect(() => readIndices(indices, 3), message).toThrow(kind);
      expect(() => readIndices(indices, 3)).toThrow(message);
    }
  });
});
