/** The OBB tree: its form, its answers against all pairs of triangles and against the mesh's own, and how much it looks at. */
import { describe, expect, test } from 'vitest';
import { ObbTree } from '../../src/bounds/obb-tree.ts';
import { principalAxes } from '../../src/bounds/principal-axes.ts';
import * as lib from '../../src/index.ts';
import { PairReference } from '../mesh/reference.ts';
import { boxMesh, MESH_KINDS, type MeshKind, meshShape, randomMesh, randomThings, torus } from '../mesh/scenes.ts';
import { matrixOf } from '../support/generators.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(20260301);
const { Collider, intersects, Mesh } = lib;

const treeOf = (collider: lib.Collider): ObbTree => new ObbTree(collider.shape as lib.Mesh);

/** A torus of 10 and 2, as in the book, of 2·n·m triangles. */
function bookTorus(n: number, m: number): lib.Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m];
      const r = 10 + 2 * Math.cos(v);
      positions.push(r * Math.cos(u), r * Math.sin(u), 2 * Math.sin(v));
      const [i1, j1] = [(i + 1) % n, (j + 1) % m];
      const [a, b, c, d] = [i * m + j, i1 * m + j, i1 * m + j1, i * m + j1];
      indices.push(a, b, c, a, c, d);
    }
  return new Mesh({ positions, indices });
}

describe('principal axes', () => {
  test(`diagonalise random symmetric matrices (seed ${seed})`, () => {
    for (let i = 0; i < runs(500); i++) {
      const rng = new Rng(seed, i);
      const size = rng.log(1e-60, 1e60);
      const rank = rng.int(4);
      const m = new Float64Array(6);
      for (let k = 0; k < rank; k++) {
        const v = rng.chance(0.3) ? [rng.int(3) - 1, rng.int(3) - 1, rng.int(3) - 1] : rng.direction();
        const w = size * rng.log(1e-9, 1);
        const pairs = [
          [0, 0],
          [1, 1],
          [2, 2],
          [1, 2],
          [2, 0],
          [0, 1],
        ]; // prettier-ignore
        for (const [at, [p, q]] of pairs.entries()) m[at] += w * v[p] * v[q];
      }
      const [xx, yy, zz, yz, xz, xy] = m;
      const rows = [
        [xx, xy, xz],
        [xy, yy, yz],
        [xz, yz, zz],
      ];
      const axes = new Float64Array(9);
      principalAxes(m, axes);
      const largest = Math.max(...[xx, yy, zz, xy, xz, yz].map(Math.abs));
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) {
          const u = axes.subarray(3 * a, 3 * a + 3);
          const v = axes.subarray(3 * b, 3 * b + 3);
          expect(Math.abs(u[0] * v[0] + u[1] * v[1] + u[2] * v[2] - (a === b ? 1 : 0))).toBeLessThan(1e-14);
          const mv = rows.map((r) => r[0] * v[0] + r[1] * v[1] + r[2] * v[2]);
          const value = u[0] * mv[0] + u[1] * mv[1] + u[2] * mv[2];
          if (a !== b) expect(Math.abs(value)).toBeLessThanOrEqual(1e-14 * largest);
        }
    }
  });
});

describe('OBB tree: form', () => {
  test(`holds the triangles of all kinds of meshes (seed ${seed})`, () => {
    for (let i = 0; i < runs(400); i++) {
      const rng = new Rng(seed, i);
      const spec = randomMesh(rng, MESH_KINDS[i % MESH_KINDS.length]);
      const size = rng.pick([1, 1e-30, 1e30, 3]);
      const far = rng.chance(0.3) ? 1e4 : 0;
      const positions = spec.positions.map((x) => size * (x + far));
      const mesh = new Mesh({ positions, indices: spec.corners });
      const leaf = rng.pick([1, 1, 2, 4]);
      const tree = new ObbTree(mesh, { leaf });
      tree.validate();
      if (leaf === 1) expect(tree.nodeCount).toBeLessThanOrEqual(2 * mesh.triangleCount - 1);
      expect(tree.byteLength).toBe(68 * tree.nodeCount + 12 * mesh.triangleCount);
    }
  });

  test('has 2n − 1 nodes over n different triangles, and one over copies of one', () => {
    expect(new ObbTree(bookTorus(20, 10)).nodeCount).toBe(799);
    const indices = Array.from({ length: 3000 }, (_, k) => (k + Math.floor(k / 3)) % 3);
    const tree = new ObbTree(new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices }));
    expect(tree.nodeCount).toBe(1);
    tree.validate();
  });

  test('a mesh of copies just apart from another takes one test of triangles, not a million', () => {
    const indices = Array.from({ length: 3000 }, (_, k) => k % 3);
    const tree = new ObbTree(new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices }));
    expect(tree.intersects(tree, null, matrixOf({ position: [0, 0, 1e-9] }))).toBe(false);
    expect(tree.triangleTests).toBe(1);
    expect(tree.intersects(tree)).toBe(true);
  });
});

describe('OBB tree: answers', () => {
  const meshes = MESH_KINDS as readonly MeshKind[];

  test(`are those of all pairs of triangles, and of the colliders (seed ${seed})`, () => {
    const seen = { meet: 0, apart: 0, exact: 0 };
    for (let i = 0; i < runs(800); i++) {
      const rng = new Rng(seed, i);
      const { a, b, how } = randomThings(lib, rng, meshes[i % meshes.length], rng.pick(meshes));
      if (a.collider.margin + b.collider.margin > 0) continue;
      const treeA = treeOf(a.collider);
      const treeB = treeOf(b.collider);
      const matrixA = a.collider.getMatrix();
      const matrixB = b.collider.getMatrix();
      const where = `seed ${seed}, case ${i}: ${a.name}, ${b.name}, ${how}`;
      const full = treeA.intersects(treeB, matrixA, matrixB);
      expect(treeA.intersects(treeB, matrixA, matrixB, { test: 'lite' }), where).toBe(full);
      const reference = new PairReference(lib, a, b);
      const pairs = [...reference.pairs().values()];
      const known =
        pairs.some(({ verdict }) => verdict === 'meet') || reference.contained()
          ? true
          : pairs.length === 0
            ? false
            : null;
      if (known !== null && (known || !a.solid || !b.solid || reference.exact)) expect(full, where).toBe(known);
      const own = intersects(a.collider, b.collider);
      if (own !== full) {
        // Only where rounding decides, and never in integers.
        expect(reference.exact, where).toBe(false);
        expect(reference.least().distance, where).toBeLessThanOrEqual(reference.edge);
      }
      seen[full ? 'meet' : 'apart']++;
      if (reference.exact) seen.exact++;
    }
    expect(Math.min(seen.meet, seen.apart)).toBeGreaterThan(runs(100));
    expect(seen.exact).toBeGreaterThan(runs(30));
  });

  test('without matrices, and with one of them', () => {
    const tree = new ObbTree(meshShape(lib, boxMesh(1, 1, 1)) as lib.Mesh);
    expect(tree.intersects(tree)).toBe(true);
    expect(tree.intersects(tree, null, matrixOf({ position: [1, 1, 1] }))).toBe(true);
    expect(tree.intersects(tree, matrixOf({ position: [1, 1, 1] }))).toBe(true);
    expect(tree.intersects(tree, null, matrixOf({ position: [1, 1, 1 + 1e-9] }))).toBe(false);
    // Float matrices are rotations to float precision.
    const turned = new Float32Array(matrixOf({ position: [2, 0, 0], orientation: [0.1, 0.2, 0.3, 0.927] }));
    expect(tree.intersects(tree, turned, turned)).toBe(true);
  });

  test('a solid holds what is inside of it, whichever is first, also scaled and mirrored', () => {
    const big = new ObbTree(meshShape(lib, boxMesh(4, 4, 4)) as lib.Mesh);
    const small = new ObbTree(meshShape(lib, boxMesh(1, 1, 1)) as lib.Mesh);
    const soup = new ObbTree(meshShape(lib, boxMesh(4, 4, 4, 1, false)) as lib.Mesh);
    const inside = matrixOf({ position: [1, 1, 1] });
    expect(big.intersects(small, null, inside)).toBe(true);
    expect(small.intersects(big, inside)).toBe(true);
    expect(soup.intersects(small, null, inside)).toBe(false);
    expect(small.intersects(small, null, matrixOf({ position: [-1, -2, -1], scale: [3, 4, 5] }))).toBe(true);
    const mirrored = matrixOf({ position: [2, 2, 2], scale: [-1, 1, 0.5] });
    expect(big.intersects(small, null, mirrored)).toBe(true);
    expect(big.intersects(small, null, matrixOf({ position: [9, 2, 2], scale: [-1, 1, 0.5] }))).toBe(false);
  });

  test(`far from the origin and at any size as near it (seed ${seed})`, () => {
    const mesh = bookTorus(24, 8);
    const tree = new ObbTree(mesh);
    for (let i = 0; i < runs(200); i++) {
      const rng = new Rng(seed, i);
      const place = () => ({ position: rng.inBox(9), orientation: rng.quaternion() });
      const [p, q] = [place(), place()];
      const here = tree.intersects(tree, matrixOf(p), matrixOf(q));
      const far = rng.pick([2 ** 20, 2 ** 30]);
      const away = ({ position: [x, y, z], orientation }: ReturnType<typeof place>) =>
        matrixOf({ position: [x + far, y, z - far], orientation });
      expect(intersects(new Collider(mesh, p), new Collider(mesh, q))).toBe(here);
      expect(tree.intersects(tree, away(p), away(q))).toBe(here);
      const scale = rng.pick([2 ** -40, 2 ** 40, -8]);
      const scaled = ({ position: [x, y, z], orientation }: ReturnType<typeof place>) =>
        matrixOf({ position: [scale * x, scale * y, scale * z], orientation, scale });
      expect(tree.intersects(tree, scaled(p), scaled(q))).toBe(here);
    }
  });
});

describe('OBB tree: what it looks at', () => {
  test('tight boxes: fewer triangle tests than pairs of boxes, and the full test no more boxes than the lite one', () => {
    const tree = new ObbTree(bookTorus(50, 25));
    // One through the hole of the other, not touching.
    const matrix = matrixOf({ position: [10, 0, 0], orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
    expect(tree.intersects(tree, null, matrix)).toBe(false);
    const full = { boxes: tree.boxTests, triangles: tree.triangleTests };
    expect(tree.intersects(tree, null, matrix, { test: 'lite' })).toBe(false);
    expect(full.boxes).toBeGreaterThan(10);
    expect(full.boxes).toBeLessThanOrEqual(tree.boxTests);
    expect(full.triangles).toBeLessThanOrEqual(tree.triangleTests);
    expect(full.triangles).toBeLessThan(full.boxes / 10);
  });
});

describe('OBB tree: deformation', () => {
  test(`refits by itself after the mesh did, or when asked (seed ${seed})`, () => {
    for (let i = 0; i < runs(40); i++) {
      const rng = new Rng(seed, i);
      const spec = torus(rng, 12, 6, 0.2, true);
      const positions = Float64Array.from(spec.positions);
      const mesh = new Mesh({ positions, indices: spec.corners, solid: true });
      const tree = new ObbTree(mesh);
      for (let k = 0; k < positions.length; k++) positions[k] *= 1 + 0.3 * Math.sin(k + i);
      if (i % 2 === 0) mesh.refit();
      else {
        mesh.refit();
        tree.refit();
      }
      const fresh = new ObbTree(new Mesh({ positions, indices: spec.corners, solid: true }));
      for (let n = 0; n < 10; n++) {
        const matrix = matrixOf({ position: rng.inBall(1.2), orientation: rng.quaternion() });
        expect(tree.intersects(tree, null, matrix)).toBe(fresh.intersects(fresh, null, matrix));
      }
      tree.validate();
    }
  });

  test('copies that come apart are told apart', () => {
    const positions = new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const mesh = new Mesh({ positions, indices: [0, 1, 2, 3, 4, 5] });
    const tree = new ObbTree(mesh);
    for (const k of [11, 14, 17]) positions[k] = 5;
    mesh.refit();
    const probe = new ObbTree(new Mesh({ positions: [0.2, 0.2, 4, 0.2, 0.2, 6, 0.3, 0.2, 6], indices: [0, 1, 2] }));
    expect(tree.intersects(probe)).toBe(true);
    tree.validate();
  });
});

describe('OBB tree: arguments', () => {
  const tree = new ObbTree(new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] }));

  test('are refused with their names', () => {
    expect(() => new ObbTree(new lib.Box([1, 1, 1]) as unknown as lib.Mesh)).toThrow('mesh must be a Mesh, got a Box');
    expect(() => new ObbTree(tree.mesh, { leaf: 0 })).toThrow('leaf must be a positive integer, got 0');
    expect(() => new ObbTree(tree.mesh, { leaves: 1 } as never)).toThrow("unknown option 'leaves'");
    expect(() => tree.intersects(tree.mesh as never)).toThrow('other must be an ObbTree, got a Mesh');
    expect(() => tree.intersects(tree, [1, 0])).toThrow('matrixA must be 16 numbers, got 2');
    expect(() => tree.intersects(tree, null, [...matrixOf({}).slice(0, 15), 2])).toThrow('matrixB[15] must be 1');
    expect(() => tree.intersects(tree, null, null, { test: 'some' as never })).toThrow("test must be 'full' or 'lite'");
  });
});
