/** The BSP tree: its form, and its answers against winding numbers, exact cubes and the mesh's own queries. */
import { describe, expect, test } from 'vitest';
import { BspBuilder } from '../../src/bounds/bsp-build.ts';
import { BspLabel, clip, type Piece, Side, sideOf } from '../../src/bounds/bsp-layout.ts';
import { validateBsp } from '../../src/bounds/bsp-validate.ts';
import { BspTree } from '../../src/bsp-tree.ts';
import * as lib from '../../src/index.ts';
import { closestOnTriangle, type MeshSpec, windingNumber } from '../mesh/reference.ts';
import { boxMesh, meshShape, randomConvex } from '../mesh/scenes.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';
import { type BspFinding, checkBspCase } from './bsp-checks.ts';
import { cubes, isFilled, placedSolid, randomSolid, SOLID_KINDS } from './solids.ts';

const seed = seedFromEnv(20260302);
const { Box, Collider, Mesh } = lib;

const meshOf = (spec: MeshSpec): lib.Mesh => meshShape(lib, spec) as lib.Mesh;

function trianglesOf({ positions, corners }: MeshSpec): Float64Array {
  const out = new Float64Array(3 * corners.length);
  corners.forEach((v, i) => {
    for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * v + k];
  });
  return out;
}

/** Distance from the surface, triangle by triangle. */
function fromSurface(tris: Float64Array, x: Vec): number {
  let least = Infinity;
  const at = (t: number): Vec => [tris[t], tris[t + 1], tris[t + 2]];
  for (let t = 0; t < tris.length; t += 9) {
    const p = closestOnTriangle(x, at(t), at(t + 3), at(t + 6));
    least = Math.min(least, Math.hypot(p[0] - x[0], p[1] - x[1], p[2] - x[2]));
  }
  return least;
}

describe('pieces', () => {
  test(`a clipped polygon is its two parts, and what is thin stays whole (seed ${seed})`, () => {
    const area = ({ points }: Piece): number => {
      let [x, y, z] = [0, 0, 0];
      for (let k = 3; k + 3 < points.length; k += 3) {
        const [ax, ay, az] = [points[k] - points[0], points[k + 1] - points[1], points[k + 2] - points[2]];
        const [bx, by, bz] = [points[k + 3] - points[0], points[k + 4] - points[1], points[k + 5] - points[2]];
        x += ay * bz - az * by;
        y += az * bx - ax * bz;
        z += ax * by - ay * bx;
      }
      return Math.hypot(x, y, z) / 2;
    };
    let cuts = 0;
    for (let i = 0; i < runs(2000); i++) {
      const rng = new Rng(seed, i);
      const whole = rng.chance(0.5);
      const coordinate = () => (whole ? rng.int(5) - 2 : rng.range(-2, 2));
      let piece: Piece = { slot: 0, points: Float64Array.from({ length: 9 }, coordinate) };
      for (let n = 0; n < 4; n++) {
        const d = whole
          ? [
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
              [0.6, 0.8, 0],
            ][rng.int(4)]
          : rng.direction(); // prettier-ignore
        const plane = Float64Array.of(...d, whole ? rng.int(3) - 1 : rng.range(-1, 1));
        const side = sideOf(piece, plane, 0, 1e-12);
        if (side !== Side.cut) continue;
        const below = clip(piece, plane, 0, 1e-12, -1);
        const above = clip(piece, plane, 0, 1e-12, 1);
        expect(sideOf(below, plane, 0, 2e-12)).toBe(Side.below);
        expect(sideOf(above, plane, 0, 2e-12)).toBe(Side.above);
        expect(Math.abs(area(below) + area(above) - area(piece))).toBeLessThan(1e-12);
        expect(Math.min(below.points.length, above.points.length)).toBeGreaterThanOrEqual(9);
        piece = rng.chance(0.5) ? below : above;
        cuts++;
      }
    }
    expect(cuts).toBeGreaterThan(runs(1500));
  });
});

describe('BSP tree: form', () => {
  test(`knows all of the surface, whatever the mesh is (seed ${seed})`, () => {
    for (let i = 0; i < runs(140); i++) {
      const rng = new Rng(seed, i);
      const tree = new BspTree(meshOf(placedSolid(rng, SOLID_KINDS[i % SOLID_KINDS.length])));
      tree.validate();
      expect(tree.nodeCount).toBeGreaterThan(3);
    }
  });

  test('validate finds a facet that is in no list, a piece within a cell, a child without a parent', () => {
    const mesh = meshOf(boxMesh(1, 1, 1));
    const build = () => new BspBuilder(mesh.triangles).build();
    validateBsp(build(), mesh.triangles);
    const nodes = build();
    nodes.faces[0] = nodes.faces[nodes.faces.length - 1];
    expect(() => validateBsp(nodes, mesh.triangles)).toThrow('does not list');
    const moved = build();
    moved.boxes.forEach((_, k) => {
      moved.boxes[k] = k % 6 < 3 ? -9 : 9;
    });
    for (let k = 3; k < moved.planes.length; k += 4) moved.planes[k] += 0.1;
    expect(() => validateBsp(moved, mesh.triangles)).toThrow('is within a cell');
    const orphan = build();
    orphan.children[orphan.children.indexOf(1)] = BspLabel.outside;
    expect(() => validateBsp(orphan, mesh.triangles)).toThrow('node 1 belongs to nothing');
  });

  test('is not a list over a convex ball: planes across the axes divide it', () => {
    const spec = randomSolid(new Rng(seed, 1), 'sphere');
    const tree = new BspTree(meshOf(spec));
    expect(tree.depth).toBeLessThan(tree.nodeCount / 2);
  });

  test('coplanar facets share a node, also where rounding has moved them', () => {
    // 8·8·2 triangles a side, turned: no two of them are in one plane to the last bit.
    const rng = new Rng(seed);
    const turned = Array.from({ length: 5 }, () => randomSolid(rng, 'turned box'));
    for (const spec of turned) {
      const { nodeCount } = new BspTree(meshOf(spec));
      expect(nodeCount).toBeLessThan(20 + spec.corners.length / 6);
    }
  });
});

describe('BSP tree: points', () => {
  test(`are inside as the winding number has it (seed ${seed})`, () => {
    const seen = { inside: 0, outside: 0, near: 0 };
    for (let i = 0; i < runs(140); i++) {
      const rng = new Rng(seed, i);
      const spec = randomSolid(rng, SOLID_KINDS[i % SOLID_KINDS.length]);
      const tris = trianglesOf(spec);
      const tree = new BspTree(meshOf(spec));
      for (let n = 0; n < 12; n++) {
        // Somewhere, or beside a corner or the middle of a triangle, down to 1e-8.
        const t = 9 * rng.int(tris.length / 9);
        const w = rng.pick([
          [1, 0, 0],
          [0.5, 0.5, 0],
          [0.3, 0.3, 0.4],
        ]); // prettier-ignore
        const beside = rng.log(1e-8, 1);
        const x = rng
          .inBall(beside)
          .map((e, k) => e + w[0] * tris[t + k] + w[1] * tris[t + 3 + k] + w[2] * tris[t + 6 + k]) as unknown as Vec;
        if (fromSurface(tris, x) < 1e-9) continue;
        const inside = Math.round(windingNumber(tris, x)) !== 0;
        expect(tree.contains(x), `seed ${seed}, case ${i}: ${spec.name}, ${x}`).toBe(inside);
        seen[inside ? 'inside' : 'outside']++;
        if (beside < 1e-4) seen.near++;
      }
    }
    expect(Math.min(seen.inside, seen.outside, seen.near)).toBeGreaterThan(runs(200));
  });

  test(`of cubes are inside exactly, the surface included (seed ${seed})`, () => {
    const seen = { on: 0, in: 0, out: 0 };
    for (let i = 0; i < runs(60); i++) {
      const rng = new Rng(seed, i);
      const solid = cubes(rng, 4, rng.range(0.2, 0.8));
      const tree = new BspTree(meshOf(solid.mesh));
      for (let n = 0; n < 100; n++) {
        const p: Vec = [(rng.int(11) - 1) / 2, (rng.int(11) - 1) / 2, (rng.int(11) - 1) / 2];
        // All cubes that hold the point.
        let inside = 0;
        let all = 0;
        for (let c = 0; c < 8; c++) {
          const at = p.map((x, k) => (Number.isInteger(x) ? x - ((c >> k) & 1) : Math.floor(x)));
          all++;
          if (isFilled(solid, at[0], at[1], at[2])) inside++;
        }
        expect(tree.contains(p), `seed ${seed}, case ${i}, ${p}`).toBe(inside > 0);
        seen[inside === 0 ? 'out' : inside === all ? 'in' : 'on']++;
      }
    }
    expect(Math.min(seen.on, seen.in, seen.out)).toBeGreaterThan(runs(300));
  });
});

describe('BSP tree: boxes against cubes, exactly', () => {
  interface Span {
    readonly min: Vec;
    readonly max: Vec;
  }

  const filledCubes = (solid: ReturnType<typeof cubes>): Span[] => {
    const list: Span[] = [];
    for (let z = 0; z < solid.n; z++)
      for (let y = 0; y < solid.n; y++)
        for (let x = 0; x < solid.n; x++)
          if (isFilled(solid, x, y, z)) list.push({ min: [x, y, z], max: [x + 1, y + 1, z + 1] });
    return list;
  };

  const overlap = (a: Span, b: Span): boolean => [0, 1, 2].every((k) => a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);

  /** When a moving box meets another that it does not touch at first, or Infinity. */
  const impact = (a: Span, v: Vec, b: Span): number => {
    let [enter, leave] = [0, 1];
    for (let k = 0; k < 3; k++) {
      const [low, high] = [b.min[k] - a.max[k], b.max[k] - a.min[k]];
      if (v[k] === 0) {
        if (low > 0 || high < 0) return Infinity;
        continue;
      }
      enter = Math.max(enter, Math.min(low / v[k], high / v[k]));
      leave = Math.min(leave, Math.max(low / v[k], high / v[k]));
    }
    return enter <= leave ? enter : Infinity;
  };

  test(`touching counts, and nothing else (seed ${seed})`, () => {
    const seen = { meet: 0, apart: 0, hits: 0, misses: 0 };
    for (let i = 0; i < runs(60); i++) {
      const rng = new Rng(seed, i);
      const solid = cubes(rng, 4, rng.range(0.05, 0.5));
      const list = filledCubes(solid);
      const tree = new BspTree(meshOf(solid.mesh));
      for (let n = 0; n < 25; n++) {
        const size: Vec = [1 + rng.int(3), 1 + rng.int(3), 1 + rng.int(3)];
        const c: Vec = [rng.int(15) / 2 - 1.5, rng.int(15) / 2 - 1.5, rng.int(15) / 2 - 1.5];
        const span: Span = {
          min: [c[0] - size[0] / 4, c[1] - size[1] / 4, c[2] - size[2] / 4],
          max: [c[0] + size[0] / 4, c[1] + size[1] / 4, c[2] + size[2] / 4],
        };
        const box = new Collider(new Box([size[0] / 2, size[1] / 2, size[2] / 2]), { position: c });
        const met = list.some((cube) => overlap(span, cube));
        const where = `seed ${seed}, case ${i}, ${c}, ${size}`;
        expect(tree.intersects(box), where).toBe(met);
        seen[met ? 'meet' : 'apart']++;
        if (met) continue;
        // Most of them towards a cube.
        const to = rng.chance(0.7) ? rng.pick(list).min : [rng.int(17) - 8, rng.int(17) - 8, rng.int(17) - 8];
        const v: Vec = [to[0] - c[0], to[1] - c[1], to[2] - c[2]];
        const first = Math.min(...list.map((cube) => impact(span, v, cube)));
        // A path that only grazes may be either by rounding of the path itself.
        const grown: Span = {
          min: span.min.map((x) => x - 1e-9) as unknown as Vec,
          max: span.max.map((x) => x + 1e-9) as unknown as Vec,
        };
        const shrunk: Span = {
          min: span.min.map((x) => x + 1e-9) as unknown as Vec,
          max: span.max.map((x) => x - 1e-9) as unknown as Vec,
        };
        const early = Math.min(...list.map((cube) => impact(grown, v, cube)));
        const late = Math.min(...list.map((cube) => impact(shrunk, v, cube)));
        const hit = tree.castShape(box, v);
        if (late < Infinity) expect(hit, where).not.toBeNull();
        if (early === Infinity) expect(hit, where).toBeNull();
        if (hit !== null) {
          expect(hit.t, where).toBeLessThanOrEqual(late + 1e-9);
          expect(hit.t, where).toBeGreaterThanOrEqual(early - 1e-9);
          expect(Math.abs(hit.t - first), where).toBeLessThan(1e-8);
          // Towards the box, which comes from there.
          const { x, y, z } = hit.normal;
          expect(Math.abs(Math.hypot(x, y, z) - 1)).toBeLessThan(1e-12);
          expect(x * v[0] + y * v[1] + z * v[2]).toBeLessThanOrEqual(1e-9);
        }
        seen[hit === null ? 'misses' : 'hits']++;
      }
    }
    expect(Math.min(seen.meet, seen.apart, seen.hits, seen.misses)).toBeGreaterThan(runs(100));
  });
});

describe('BSP tree: as the mesh', () => {
  test(`answers points, shapes and casts as the mesh does (seed ${seed})`, () => {
    const total = { points: 0, inside: 0, meet: 0, apart: 0, hits: 0, starts: 0 };
    for (let i = 0; i < runs(150); i++) {
      const rng = new Rng(seed, i);
      const spec = placedSolid(rng, SOLID_KINDS[i % SOLID_KINDS.length]);
      const mesh = meshOf(spec);
      const findings: BspFinding[] = [];
      checkBspCase(lib, new BspTree(mesh), mesh, rng, (size) => randomConvex(lib, rng, size).shape, findings, total);
      expect(
        findings.map(({ what, detail }) => `${what}: ${detail}`),
        `seed ${seed}, case ${i}: ${spec.name}`,
      ).toEqual([]);
    }
    expect(Math.min(...Object.values(total))).toBeGreaterThan(runs(20));
  });

  test('a shape wholly inside, a point, a margin, a scaled shape', () => {
    const tree = new BspTree(meshOf(boxMesh(4, 4, 4)));
    expect(tree.intersects(new Collider(new Box([1, 1, 1]), { position: [2, 2, 2] }))).toBe(true);
    expect(tree.intersects(new Collider(new lib.Point([2, 2, 2])))).toBe(true);
    expect(tree.intersects(new Collider(new lib.Point([5, 2, 2])))).toBe(false);
    expect(tree.intersects(new Collider(new lib.Point([5, 2, 2]), { margin: 1 }))).toBe(true);
    expect(tree.intersects(new Collider(new lib.Sphere(1), { position: [7, 2, 2], scale: [3, 1, 1] }))).toBe(true);
    expect(tree.intersects(new Collider(new lib.Sphere(1), { position: [7, 2, 2], scale: [2.9, 1, 1] }))).toBe(false);
  });

  test('planes that are moved out would meet at a sharp edge what the wedge does not', () => {
    // A wedge of 0.02 radians with its edge at x = 0: the planes of its two sides, moved out by 1, meet 100 away from the edge.
    const positions = [0, 0, -5, 0, 0, 5, 10, 0.1, -5, 10, 0.1, 5, 10, -0.1, -5, 10, -0.1, 5];
    const faces = [
      [0, 2, 3, 1],
      [0, 1, 5, 4],
      [4, 5, 3, 2],
      [0, 4, 2],
      [1, 3, 5],
    ].map((f) => [...f].reverse()); // prettier-ignore
    const mesh = new Mesh({ positions, faces, solid: true });
    const tree = new BspTree(mesh);
    tree.validate();
    const ball = new Collider(new lib.Sphere(1), { position: [-50, 0, 0] });
    expect(tree.intersects(ball)).toBe(false);
    expect(tree.mayIntersect(ball)).toBe(true);
    expect(tree.mayIntersect(new Collider(new lib.Sphere(1), { position: [5, 3, 0] }))).toBe(false);
    expect(tree.castShape(ball, [-10, 0, 0])).toBeNull();
    expect(tree.castShape(ball, [98, 0, 0])?.t).toBeCloseTo(0.5, 9);
  });

  test('what nearly touches at the start is cast as by castShape', () => {
    // A box 2e-10 above the top rests on it. A cast from exactly there would meet the top at t = 1/3.
    const mesh = meshOf(boxMesh(4, 4, 4));
    const tree = new BspTree(mesh);
    const own = new Collider(mesh);
    for (const gap of [0, 1e-13, 2e-10, 9e-10, 1e-7])
      for (const down of [6e-10, 1e-5]) {
        const box = new Collider(new Box([1, 1, 1]), { position: [2, 4.5 + gap, 2] });
        const v: Vec = [0.5, -down, 0];
        const hit = tree.castShape(box, v);
        expect(hit?.t, `${gap}, ${down}`).toBe(lib.castShape(own, [0, 0, 0], box, v)?.t);
        expect(hit === null, `${gap}, ${down}`).toBe(down < 1e-9);
      }
  });

  test('after the mesh has changed', () => {
    const positions = Float64Array.from(boxMesh(1, 1, 1).positions);
    const mesh = new Mesh({ positions, indices: boxMesh(1, 1, 1).corners, solid: true });
    const tree = new BspTree(mesh);
    expect(tree.contains([1.5, 0.5, 0.5])).toBe(false);
    for (let k = 0; k < positions.length; k += 3) positions[k] *= 2;
    mesh.refit();
    expect(tree.contains([1.5, 0.5, 0.5])).toBe(true);
    tree.validate();
  });
});

describe('BSP tree: arguments', () => {
  const tree = new BspTree(meshOf(boxMesh(1, 1, 1)));

  test('are refused with their names', () => {
    expect(() => new BspTree(new Box([1, 1, 1]) as unknown as lib.Mesh)).toThrow('mesh must be a Mesh, got a Box');
    expect(() => new BspTree(meshOf(boxMesh(1, 1, 1, 1, false)))).toThrow('mesh must be solid');
    expect(() => tree.contains([0, NaN, 0])).toThrow('point.y must be finite');
    expect(() => tree.intersects(new Box([1, 1, 1]) as never)).toThrow('collider must be a Collider');
    expect(() => tree.intersects(new Collider(tree.mesh))).toThrow(
      'collider must have a bounded convex shape, got Mesh',
    );
    expect(() => tree.castShape(new Collider(new lib.Halfspace([0, 1, 0], 0)), [1, 0, 0])).toThrow('got Halfspace');
    expect(() => tree.castShape(new Collider(new Box([1, 1, 1])), 3 as never)).toThrow('translation must be');
  });

  test('a result is reused', () => {
    const out = new lib.CastHit();
    const box = new Collider(new Box([1, 1, 1]), { position: [3, 0.5, 0.5] });
    expect(tree.castShape(box, [-4, 0, 0], out)).toBe(out);
    expect(out.t).toBeCloseTo(0.375, 12);
    expect(out.normal.x).toBeCloseTo(1, 12);
    expect(tree.castShape(box, [4, 0, 0], out)).toBeNull();
    expect(out.t).toBeCloseTo(0.375, 12);
  });
});
