/** The reference of depths is itself tested: against closed forms, against each other, and against samples of all directions. */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { knownDepth, leastOfFacets, leastOverLatitudes, pointDepth, smoothLeast } from './depth-reference.ts';
import { item, matrixOf, type Spec } from './generators.ts';
import { Difference, directions } from './reference.ts';
import { Rng, runs } from './rng.ts';
import { dot, type Vec } from './vectors.ts';

const SEED = 5;

describe(`depth reference, seed ${SEED}`, () => {
  test('two boxes along the axes: the least of six overlaps', () => {
    const rng = new Rng(SEED, 1);
    for (let i = 0; i < runs(200); i++) {
      const size = (): Vec => [rng.range(1, 2), rng.range(1, 2), rng.range(1, 2)];
      const [p, q] = [size(), size()];
      const at = rng.inBox(0.4);
      const expected = Math.min(...[0, 1, 2].map((k) => (p[k] + q[k]) / 2 - Math.abs(at[k])));
      const { lower, upper } = knownDepth(
        item(lib, { kind: 'box', size: p }),
        item(lib, { kind: 'box', size: q }, { position: at }),
      );
      expect(lower).toBeLessThanOrEqual(expected);
      expect(upper).toBeGreaterThanOrEqual(expected);
      expect(upper - lower).toBeLessThan(1e-12);
    }
  });

  test('no sampled direction is below what the facets say, and a fine net comes close', () => {
    const rng = new Rng(SEED, 2);
    const net = directions(4000);
    for (let i = 0; i < runs(60); i++) {
      const cloud = (): Vec[] => Array.from({ length: 4 + rng.int(6) }, () => rng.inBall(1));
      const [a, b] = [cloud(), cloud()];
      const exact = leastOfFacets(a, b);
      const h = (n: Vec): number => Math.max(...a.map((p) => dot(n, p))) - Math.min(...b.map((p) => dot(n, p)));
      const sampled = Math.min(...net.map(h));
      if (exact === null) continue;
      expect(sampled).toBeGreaterThan(exact - 1e-14);
      // Points of the net are 0.03 from the next.
      expect(sampled).toBeLessThan(exact + 0.1);
    }
  });

  test('points in solids: on the surface where they should be', () => {
    const rng = new Rng(SEED, 3);
    const solids: Spec[] = [
      { kind: 'box', size: [1, 2, 3] },
      { kind: 'cylinder', radius: 1, height: 3 },
      { kind: 'cone', radius: 1, height: 2 },
      { kind: 'capsule', radius: 0.5, height: 2 },
      { kind: 'sphere', radius: 1.5 },
      { kind: 'ellipsoid', radii: [1, 2, 3] },
      { kind: 'ellipsoid', radii: [2, 1, 1] },
    ];
    const net = directions(4000);
    for (const spec of solids) {
      const solid = item(lib, spec);
      let seen = 0;
      for (let i = 0; i < runs(200); i++) {
        const p = rng.chance(0.1) ? ([0, rng.range(-0.5, 0.5), 0] as const) : rng.inBox(1);
        const depth = pointDepth(spec, p);
        if (depth === null) continue;
        seen++;
        const d = new Difference(solid, item(lib, { kind: 'point', p }));
        const sampled = Math.min(...net.map((n) => d.h(n)));
        expect(sampled, `${JSON.stringify(spec)} ${p}`).toBeGreaterThan(depth - 1e-13);
        // Points of the net are 0.03 from the next.
        expect(sampled, `${JSON.stringify(spec)} ${p}`).toBeLessThan(depth + 0.06);
      }
      expect(seen, spec.kind).toBeGreaterThan(runs(20));
    }
  });

  test('ellipsoids: Newton finds what the closed form for a small ball says, and no direction is lower', () => {
    const rng = new Rng(SEED, 4);
    const net = directions(1000);
    for (let i = 0; i < runs(60); i++) {
      const radii: Vec = [rng.range(0.5, 2), rng.range(0.5, 2), rng.range(0.5, 2)];
      const a = item(lib, { kind: 'ellipsoid', radii }, { orientation: rng.quaternion() });
      const m = a.collider.getMatrix();
      const center = rng.inBall(0.3);
      const local = [0, 4, 8].map((k) => m[k] * center[0] + m[k + 1] * center[1] + m[k + 2] * center[2]);
      const expected = pointDepth(a.spec, [local[0], local[1], local[2]])! + 0.1;
      const point = new Difference(a, item(lib, { kind: 'sphere', radius: 0.1 }, { position: center }));
      expect(Math.abs(smoothLeast((n) => point.support(n)) - expected), `case ${i}`).toBeLessThan(5e-14);
      const other = item(
        lib,
        { kind: 'ellipsoid', radii: [rng.range(0.5, 2), rng.range(0.5, 2), rng.range(0.5, 2)] },
        { position: center, orientation: rng.quaternion() },
      );
      const pair = new Difference(a, other);
      const { lower, upper } = knownDepth(a, other);
      const sampled = Math.min(...net.map((n) => pair.h(n)));
      expect(upper - lower).toBeLessThan(1e-12);
      expect(sampled).toBeGreaterThan(lower);
      expect(sampled).toBeLessThan(upper + 0.1);
    }
  });

  test('coaxial cylinders and cones', () => {
    const rng = new Rng(SEED, 5);
    for (let i = 0; i < runs(60); i++) {
      const orientation = rng.quaternion();
      const m = matrixOf({ orientation });
      const [r1, h1, r2, h2, s] = [
        rng.range(0.5, 1),
        rng.range(1, 3),
        rng.range(0.5, 1),
        rng.range(1, 3),
        rng.range(-0.3, 0.3),
      ];
      const position: Vec = [s * m[4], s * m[5], s * m[6]];
      const cylinder = item(lib, { kind: 'cylinder', radius: r1, height: h1 }, { orientation });
      const other = item(lib, { kind: 'cylinder', radius: r2, height: h2 }, { orientation, position });
      const expected = Math.min(r1 + r2, (h1 + h2) / 2 - Math.abs(s));
      const { lower, upper } = knownDepth(cylinder, other);
      expect(lower).toBeLessThanOrEqual(expected);
      expect(upper).toBeGreaterThanOrEqual(expected);
      expect(upper - lower).toBeLessThan(1e-12);
      const cone = item(lib, { kind: 'cone', radius: r2, height: h2 }, { orientation, position });
      const known = knownDepth(cylinder, cone);
      const along = new Difference(cylinder, cone);
      expect(known.upper - known.lower).toBeLessThan(1e-12);
      for (const n of directions(500)) expect(along.h(n)).toBeGreaterThan(known.lower);
    }
  });

  test('latitudes: a kink and a smooth minimum to rounding', () => {
    expect(leastOverLatitudes((x, y) => Math.abs(x - 0.6) + 2 * Math.abs(y - 0.8))).toBeLessThan(4e-15);
    expect(Math.abs(leastOverLatitudes((x, y) => 2 - (0.6 * x + 0.8 * y)) - 1)).toBeLessThan(1e-15);
  });

  test('rounded shapes whose cores are apart: the radius less their distance', () => {
    const a = item(lib, { kind: 'box', size: [2, 2, 2] }, {}, 0.5);
    const b = item(lib, { kind: 'capsule', radius: 0.5, height: 1 }, { position: [1.75, 0, 0.1] });
    const { lower, upper } = knownDepth(a, b);
    expect(upper - lower).toBeLessThan(1e-12);
    expect(Math.abs((lower + upper) / 2 - 0.25)).toBeLessThan(1e-13);
  });
});
