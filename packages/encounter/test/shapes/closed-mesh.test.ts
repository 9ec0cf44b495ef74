import * as three from 'three';
import { describe, expect, test } from 'vitest';
import { type ClosedReport, judgeClosed } from '../../src/shapes/closed-mesh.ts';
import { buildHull } from '../../src/shapes/hull/hull-builder.ts';
import { readFaces } from '../../src/shapes/mesh-faces.ts';
import { VertexArray } from '../../src/shapes/vertex-array.ts';
import { Rng, seedFromEnv } from '../support/rng.ts';

const SEED = seedFromEnv(20260102);

interface TestMesh {
  readonly points: number[];
  readonly corners: number[];
}

function fromGeometry(g: three.BufferGeometry): TestMesh {
  const points = [...g.attributes.position.array];
  const corners = g.index ? [...g.index.array] : Array.from({ length: points.length / 3 }, (_, i) => i);
  return { points, corners };
}

const judge = ({ points, corners }: TestMesh): ClosedReport => judgeClosed(new VertexArray(points), corners);

function fromFaces(points: readonly (readonly number[])[], faces: readonly (readonly number[])[]): TestMesh {
  const flat = points.flat();
  return { points: flat, corners: [...readFaces(faces, new VertexArray(flat)).corners] };
}

const tetrahedron: TestMesh = {
  points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  corners: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
};

const map = ({ points, corners }: TestMesh, f: (x: number, axis: number) => number): TestMesh => ({
  points: points.map((x, k) => f(x, k % 3)),
  corners,
});

const flipped = ({ points, corners }: TestMesh): TestMesh => ({
  points,
  corners: corners.map((_, k) => corners[k % 3 === 1 ? k + 1 : k % 3 === 2 ? k - 1 : k]),
});

const together = (a: TestMesh, b: TestMesh): TestMesh => ({
  points: [...a.points, ...b.points],
  corners: [...a.corners, ...b.corners.map((i) => i + a.points.length / 3)],
});

/** The polygon, counterclockwise, from z = 0 to 1. */
function prism(polygon: readonly (readonly [number, number])[]): TestMesh {
  const n = polygon.length;
  const around = polygon.map((_, i) => i);
  return fromFaces(
    [0, 1].flatMap((z) => polygon.map(([x, y]) => [x, y, z])),
    [[...around].reverse(), around.map((i) => i + n), ...around.map((i) => [i, (i + 1) % n, ((i + 1) % n) + n, i + n])],
  );
}

/** A sphere in doubles, whose quadrilaterals are flat. */
function sphere(width: number, height: number): TestMesh {
  const points: number[][] = [];
  const faces: number[][] = [];
  for (let j = 0; j <= height; j++) {
    for (let i = 0; i < width; i++) {
      const a = (Math.PI * j) / height;
      const b = (2 * Math.PI * i) / width;
      points.push([Math.sin(a) * Math.cos(b), Math.cos(a), Math.sin(a) * Math.sin(b)]);
      const [right, down] = [(i + 1) % width, width];
      if (j < height) faces.push([j * down + i, j * down + right, (j + 1) * down + right, (j + 1) * down + i]);
    }
  }
  return fromFaces(points, faces);
}

function randomHull(rng: Rng, n: number): TestMesh {
  const hull = buildHull(Float64Array.from(Array.from({ length: n }, () => rng.inBall(1)).flat()));
  return { points: [...hull.vertices], corners: [...hull.facets] };
}

/** Rotated, scaled, moved. */
function moved(mesh: TestMesh, rng: Rng, size: number, far: number): TestMesh {
  const [x, y, z, w] = rng.quaternion();
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const origin = rng.direction().map((c) => c * far);
  const { points } = mesh;
  return {
    points: points.map((_, k) => {
      const p = points.slice(k - (k % 3), k - (k % 3) + 3);
      const row = rows[k % 3];
      return origin[k % 3] + size * (row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
    }),
    corners: mesh.corners,
  };
}

/** The dumb way: no vertex is above the plane of any triangle, and the surface goes around once. */
function bruteConvex({ points, corners }: TestMesh, tolerance: number): boolean {
  const p = (i: number): number[] => points.slice(3 * i, 3 * i + 3);
  const minus = (a: number[], b: number[]): number[] => a.map((x, k) => x - b[k]);
  const cross = (a: number[], b: number[]): number[] => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [p(corners[k]), p(corners[k + 1]), p(corners[k + 2])];
    const n = cross(minus(b, a), minus(c, a));
    const length = Math.hypot(...n);
    for (let i = 0; i < points.length / 3; i++) if (dot(n, minus(p(i), a)) > tolerance * length) return false;
  }
  return true;
}

describe('closed meshes', () => {
  const solids: [string, three.BufferGeometry, number | null][] = [
    ['Box', new three.BoxGeometry(1, 2, 3), 6],
    ['Box in parts', new three.BoxGeometry(1, 2, 3, 4, 4, 4), 6],
    ['Sphere', new three.SphereGeometry(1, 32, 16), null],
    ['large Sphere', new three.SphereGeometry(1, 192, 97), null],
    ['Torus', new three.TorusGeometry(1, 0.4, 12, 48), null],
    ['Cylinder', new three.CylinderGeometry(1, 1, 2, 32, 4), 64 * Math.sin(Math.PI / 32) * Math.cos(Math.PI / 32)],
    ['truncated cone', new three.CylinderGeometry(0.5, 1, 2, 32), null],
    ['Cone', new three.ConeGeometry(1, 2, 32, 3), null],
    ['Capsule', new three.CapsuleGeometry(1, 1, 8, 16), null],
    ['Icosahedron', new three.IcosahedronGeometry(1, 3), null],
    ['Dodecahedron', new three.DodecahedronGeometry(1), null],
    ['TorusKnot', new three.TorusKnotGeometry(1, 0.3, 64, 8), null],
  ];
  test.each(solids)('%s of three.js', (_, geometry, volume) => {
    const mesh = fromGeometry(geometry);
    const report = judge(mesh);
    expect(report.problem).toBe('');
    expect(report.closed).toBe(true);
    expect([report.openEdges, report.inconsistentEdges, report.faults.length]).toEqual([0, 0, 0]);
    expect(report.volume).toBeGreaterThan(0);
    if (volume !== null) expect(report.volume).toBeCloseTo(volume, 6);
    const back = judge(flipped(mesh));
    expect(back.closed).toBe(true);
    expect(back.volume).toBeCloseTo(-report.volume, 12);
    expect(back.convex).toBe(false);
  });

  test('open ones of three.js', () => {
    expect(judge(fromGeometry(new three.PlaneGeometry(1, 1))).openEdges).toBe(4);
    expect(judge(fromGeometry(new three.CylinderGeometry(1, 1, 2, 32, 4, true))).openEdges).toBe(64);
    const half = judge(fromGeometry(new three.SphereGeometry(1, 32, 16, 0, Math.PI)));
    expect(half.openEdges).toBe(32);
    expect(half.convex).toBe(false);
  });

  test('volumes, at any size and place', () => {
    const rng = new Rng(SEED, 1);
    expect(judge(tetrahedron).volume).toBeCloseTo(1 / 6, 15);
    for (const [size, far] of [
      [1, 0],
      [1e-3, 0],
      [1e-3, 1],
      [1e3, 0],
      [1, 1e6],
      [1e-90, 0],
      [1e90, 0],
    ]) {
      const report = judge(moved(sphere(24, 12), rng, size, far));
      expect(report.problem).toBe('');
      // At 1e6 the input rounds by 1e-10.
      expect(Math.abs(report.volume / size ** 3 / judge(sphere(24, 12)).volume - 1)).toBeLessThan(
        1e-14 + (1e-15 * far) / size,
      );
    }
    // The volume is beyond the range of doubles, but not the judgement.
    for (const size of [1e-300, 1e300]) expect(judge(map(tetrahedron, (x) => size * x)).closed).toBe(true);
    const huge = map(tetrahedron, (x) => 1.7e308 * (2 * x - 1));
    expect(judge(huge).closed).toBe(true);
    expect(judge({ points: huge.points, corners: huge.corners.slice(3) }).openEdges).toBe(3);
  });

  test('a missing triangle leaves open edges, which are told', () => {
    const report = judge({ points: tetrahedron.points, corners: tetrahedron.corners.slice(0, 9) });
    expect(report.closed).toBe(false);
    expect([report.openEdges, report.inconsistentEdges]).toEqual([3, 0]);
    expect(report.problem).toBe(
      'not closed (3 open and 0 inconsistent edges): edge 0–2 of triangle 0 has no neighbour; ' +
        'edge 3–0 of triangle 1 has no neighbour; edge 2–3 of triangle 2 has no neighbour',
    );
    expect(report.convex).toBe(false);
  });

  test('a flipped triangle is told', () => {
    const corners = [...tetrahedron.corners];
    [corners[3], corners[4]] = [corners[4], corners[3]];
    const report = judge({ points: tetrahedron.points, corners });
    expect([report.openEdges, report.inconsistentEdges]).toEqual([0, 3]);
    expect(report.problem).toContain('edge 1–0 of triangles 0 and 1 runs the same way in both');
    expect(report.faults[0]).toEqual({ a: 1, b: 0, triangles: [0, 1], forward: 2 });
  });

  test('faults are told by the numbers that were given, and by faces if wanted', () => {
    // Three walls of one edge, the vertices of each its own; the first triangle is degenerate.
    const points = [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, -1, -1, 0];
    const corners = [0, 3, 1, 0, 1, 2, 4, 3, 5, 6, 7, 8];
    const report = judgeClosed(new VertexArray(points), corners, [9, 7, 5, 5]);
    expect([report.openEdges, report.inconsistentEdges]).toEqual([7, 0]);
    expect(report.faults[0]).toEqual({ a: 0, b: 1, triangles: [1, 2, 3], forward: 2 });
    expect(report.problem).toContain('edge 0–1 of faces 7, 5 and 5 runs one way in 2 of them and the other way in 1');
    expect(report.problem).toContain('edge 3–5 of face 5 has no neighbour');
    const four = judgeClosed(new VertexArray(points), [...corners, 0, 1, 8]);
    expect(four.inconsistentEdges).toBe(3);
    expect(four.problem).toContain('triangles 1, 2, 3 and 4 runs one way in 3 of them and the other way in 1');
  });

  test('only the first dozen faults are told', () => {
    const report = judge(fromGeometry(new three.PlaneGeometry(1, 1, 10, 10)));
    expect(report.faults.length).toBe(40);
    expect(report.problem.split(';').length).toBe(13);
    expect(report.problem).toMatch(/; and 28 more$/);
  });

  test('edges of four triangles are legal if they balance', () => {
    const [a, b] = [tetrahedron, map(tetrahedron, (x, axis) => (axis === 0 ? x : -x))];
    // Both have the edge from the origin to (1, 0, 0).
    const report = judge(together(a, b));
    expect(report.closed).toBe(true);
    expect(report.volume).toBeCloseTo(1 / 3, 12);
    expect(judge(together(a, flipped(b))).volume).toBeCloseTo(0, 12);
  });

  test('segments, points and degenerate triangles do not count', () => {
    const corners = [...tetrahedron.corners, 0, 1, 1, 2, 2, 2, 0, 3, 0];
    expect(judge({ points: tetrahedron.points, corners }).closed).toBe(true);
    const nothing = judge({ points: [1, 2, 3, 1, 2, 3, 1, 2, 3], corners: [0, 1, 2] });
    expect([nothing.closed, nothing.volume, nothing.convex]).toEqual([true, 0, false]);
    // A triangle on a line that closes the gap between one long edge and two short ones.
    const split = fromFaces(
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [0.5, 0, 0],
      ],
      [
        [0, 2, 1],
        [0, 4, 3],
        [4, 1, 3],
        [1, 2, 3],
        [2, 0, 3],
        [0, 1, 4],
      ],
    );
    expect(judge(split).problem).toBe('');
    expect(judge(split).convex).toBe(true);
    // Its normal is of no use, all the less when it is one of rounding.
    const rng = new Rng(SEED, 4);
    for (let i = 0; i < 50; i++) expect(judge(moved(split, rng, 1, 0)).convex).toBe(true);
    expect(judge({ points: split.points, corners: split.corners.slice(0, -3) }).openEdges).toBe(3);
  });

  test('vertices that are not used are of no concern', () => {
    const points = [...Array(30).fill(1e9), ...tetrahedron.points, ...Array(30).fill(-1e9)];
    const report = judge({ points, corners: tetrahedron.corners.map((i) => i + 10) });
    expect(report.closed).toBe(true);
    expect(report.volume).toBeCloseTo(1 / 6, 12);
    expect(report.convex).toBe(true);
  });

  test('reads by offset and stride, in any kind of array', () => {
    const spread = Float32Array.from(tetrahedron.points.flatMap((x, k) => (k % 3 === 0 ? [Number.NaN, x] : [x])));
    const report = judgeClosed(
      new VertexArray(spread, { offset: 1, stride: 4 }),
      Uint16Array.from(tetrahedron.corners),
    );
    expect(report.closed).toBe(true);
    expect(report.volume).toBeCloseTo(1 / 6, 12);
  });
});

describe(`merging, seed ${SEED}`, () => {
  /** A tetrahedron of separate triangles whose corners are `off` away from where they belong. */
  function apart(rng: Rng, off: number): TestMesh {
    const { points, corners } = moved(tetrahedron, rng, 1, 0);
    const extent = Math.max(
      ...[0, 1, 2].map((j) => {
        const xs = points.filter((_, k) => k % 3 === j);
        return Math.max(...xs) - Math.min(...xs);
      }),
    );
    // Each place has three corners: one stays, one moves by `off`, one by less in the same direction.
    const times = new Map<number, number>();
    const ways = Array.from({ length: 4 }, () => rng.direction());
    return {
      points: corners.flatMap((i) => {
        const t = times.get(i) ?? 0;
        times.set(i, t + 1);
        return points.slice(3 * i, 3 * i + 3).map((x, j) => x + [0, 1, 0.5][t] * off * extent * ways[i][j]);
      }),
      corners: corners.map((_, k) => k),
    };
  }

  test('a millionth of the extent decides, wherever the cells of the grid begin', () => {
    const rng = new Rng(SEED, 2);
    for (let i = 0; i < 500; i++) {
      expect(judge(apart(rng, 0.99e-6)).closed).toBe(true);
      // By way of the one in the middle.
      expect(judge(apart(rng, 1.98e-6)).closed).toBe(true);
      expect(judge(apart(rng, 2.02e-6)).closed).toBe(false);
    }
  });

  test('agrees with comparing all pairs', () => {
    const rng = new Rng(SEED, 3);
    for (let i = 0; i < 60; i++) {
      // Fine dust around the corners of a cube, so that chains and near misses are common.
      const n = 120;
      const points = Array.from({ length: n }, (_, k) =>
        [0, 1, 2].map((b) => ((k >> b) & 1) - 0.5 + (k < 8 ? 0 : rng.range(-3e-6, 3e-6))),
      );
      const extent = Math.max(
        ...[0, 1, 2].map((j) => Math.max(...points.map((p) => p[j])) - Math.min(...points.map((p) => p[j]))),
      );
      const group = points.map((_, k) => k);
      for (let a = 0; a < n; a++) {
        for (let b = 0; b < a; b++) {
          if (Math.hypot(...points[a].map((x, j) => x - points[b][j])) > 1e-6 * extent) continue;
          const [from, to] = [group[a], group[b]];
          group.forEach((g, k) => {
            if (g === from) group[k] = to;
          });
        }
      }
      // Triangle k is a, b and a far vertex: degenerate when a and b are merged, and otherwise three open edges or more.
      for (let a = 0; a < n; a += 7) {
        for (let b = 0; b < a; b += 3) {
          const far = (a ^ b) & 7 ? -1 : ~a & 7;
          if (far < 0) continue;
          // All vertices are in use, so that the extent is that of all.
          const corners = [...points.flatMap((_, k) => [k, k, k]), a, b, far];
          expect(judge({ points: points.flat(), corners }).closed, `${a} ${b}`).toBe(group[a] === group[b]);
        }
      }
    }
  });
});

describe(`convex meshes, seed ${SEED}`, () => {
  test.each([
    ['box', fromGeometry(new three.BoxGeometry(1, 2, 3))],
    ['box of 192 triangles', fromGeometry(new three.BoxGeometry(1.1, 2.2, 3.3, 4, 4, 4))],
    ['sphere', sphere(48, 24)],
    ['cylinder', fromGeometry(new three.CylinderGeometry(1, 1, 2, 24, 5))],
    ['icosphere', fromGeometry(new three.IcosahedronGeometry(1, 5))],
    ['tetrahedron', tetrahedron],
    ['needle', map(fromGeometry(new three.BoxGeometry(1, 1, 1, 3, 3, 3)), (x, axis) => (axis ? 1e-5 * x : x))],
  ])('%s', (_, mesh) => {
    const rng = new Rng(SEED, 10);
    expect(judge(mesh).convex).toBe(true);
    for (const [size, far] of [
      [1, 0],
      [1e-3, 0],
      [1e3, 1e3],
      [1e-200, 0],
      [1e200, 0],
    ])
      expect(judge(moved(mesh, rng, size, far)).convex, `${size} ${far}`).toBe(true);
  });

  test('hulls are, and are not once a vertex is pushed in', () => {
    const rng = new Rng(SEED, 11);
    for (let i = 0; i < 60; i++) {
      const hull = randomHull(rng, 5 + rng.int(60));
      expect(judge(hull).convex).toBe(true);
      expect(judge(flipped(hull)).convex).toBe(false);
      const dent = rng.pick([1e-7, 1e-3, 0.1, 0.5]);
      const at = rng.int(hull.points.length / 3);
      const pushed = { ...hull, points: hull.points.map((x, k) => (Math.floor(k / 3) === at ? (1 - dent) * x : x)) };
      const report = judge(pushed);
      expect(report.closed).toBe(true);
      // Extents are between 1 and 2.
      if (report.convex) expect(bruteConvex(pushed, 2e-9)).toBe(true);
      else expect(bruteConvex(pushed, 0.9e-9)).toBe(false);
    }
  });

  test('curved inward, together or twice', () => {
    const box = fromGeometry(new three.BoxGeometry(1, 1, 1));
    const inside = map(box, (x) => 0.5 * x);
    const beside = map(box, (x, axis) => (axis ? x : x + 3));
    const touching = map(box, (x) => x + 1);
    const corner = prism([
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ]);
    for (const mesh of [
      corner,
      fromGeometry(new three.TorusGeometry(1, 0.4, 12, 48)),
      together(box, beside),
      together(box, touching),
      together(box, inside),
      together(box, flipped(inside)),
      together(box, box),
      together(box, flipped(box)),
    ]) {
      const report = judge(mesh);
      expect(report.problem).toBe('');
      expect(report.convex).toBe(false);
    }
  });

  test('going around twice is not convex though every edge is', () => {
    const star = Array.from({ length: 5 }, (_, i): [number, number] => [
      Math.cos((4 * Math.PI * i) / 5),
      Math.sin((4 * Math.PI * i) / 5),
    ]);
    const report = judge(prism(star));
    expect(report.problem).toBe('');
    expect(report.convex).toBe(false);
    // The same with all corners twice around a pentagon: it lies in the surface of its hull, two times.
    const double = Array.from({ length: 10 }, (_, i): [number, number] => [
      Math.cos((2 * Math.PI * i) / 5),
      Math.sin((2 * Math.PI * i) / 5),
    ]);
    const twice = judge(prism(double));
    expect(twice.closed).toBe(true);
    expect(twice.volume).toBeCloseTo(5 * Math.sin((2 * Math.PI) / 5), 9);
    expect(twice.convex).toBe(false);
  });

  test('a dish is not convex though no edge shows it', () => {
    // Each vertex of the dish is 4e-10 above the line of the two before it; the dish is 1.25e-5 deep.
    const n = 500;
    const dish = Array.from({ length: n + 1 }, (_, i): [number, number] => {
      const x = i / n - 0.5;
      return [-x, 1 + 5e-5 * x * x];
    });
    const mesh = prism([[-0.5, 0], [0.5, 0], ...dish]);
    expect(judge(mesh).problem).toBe('');
    expect(judge(mesh).convex).toBe(false);
    expect(bruteConvex(mesh, 1e-9)).toBe(false);
  });

  test('seams that do not meet within 1e-9 are closed, but nothing is said of their shape', () => {
    const mesh = fromGeometry(new three.BoxGeometry(1, 1, 1));
    expect(judge(mesh).convex).toBe(true);
    const loose = { ...mesh, points: mesh.points.map((x, k) => (k === 71 ? x + 5e-7 : x)) };
    expect(judge(loose).closed).toBe(true);
    expect(judge(loose).convex).toBe(false);
  });

  test('nothing that is open', () => {
    const { points, corners } = fromGeometry(new three.IcosahedronGeometry(1, 5));
    for (const gone of [0, 3, 300]) {
      const report = judge({ points, corners: corners.filter((_, k) => k < gone || k >= gone + 3) });
      expect(report.openEdges).toBe(3);
      expect(report.convex).toBe(false);
    }
  });

  test('is judged for the vertices as they were', () => {
    const points = [...tetrahedron.points];
    const report = judgeClosed(new VertexArray(points), tetrahedron.corners);
    points.fill(0);
    expect(report.convex).toBe(true);
    expect(report.convex).toBe(true);
  });
});
