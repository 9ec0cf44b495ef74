/** The AABB tree by itself: its form, its boxes, and every walk against all items one by one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Affine } from '../../src/math/affine.ts';
import { Vec3 } from '../../src/math/vec3.ts';
import { closestPointTriangle } from '../../src/primitives/point-triangle.ts';
import { distanceTriangleTriangle } from '../../src/primitives/triangle-triangle-distance.ts';
import { TreeBox } from '../../src/tree/box.ts';
import { type BuildStrategy, buildTree } from '../../src/tree/build.ts';
import { buildTriangles, restoreTriangles } from '../../src/tree/build-triangles.ts';
import { TreeDistance } from '../../src/tree/closest.ts';
import { AabbTree, putBox } from '../../src/tree/layout.ts';
import { NearestInCopy } from '../../src/tree/nearest-in-copy.ts';
import { NearestPoint, nearestOnTriangle } from '../../src/tree/nearest-point.ts';
import { TreeOverlap } from '../../src/tree/overlap.ts';
import { PointCopy } from '../../src/tree/point-copy.ts';
import { TriangleRay } from '../../src/tree/ray.ts';
import { fitBoxes, refitTriangles } from '../../src/tree/refit.ts';
import { RelativeFrame } from '../../src/tree/relative-frame.ts';
import { SlotRay } from '../../src/tree/slot-ray.ts';
import { TreeSweep } from '../../src/tree/sweep.ts';
import type { Triangles } from '../../src/tree/triangles.ts';
import { validateTree, validateTriangles } from '../../src/tree/validate.ts';
import { matrixOf } from '../support/generators.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';

const seed = seedFromEnv(20260112);

/** Small triangles in a cube, each with vertices of its own. */
function scattered(rng: Rng, count: number, size = 0.3): Float64Array {
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const middle = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
    for (let k = 0; k < 9; k++) positions[9 * t + k] = middle[k % 3] + rng.range(-size, size);
  }
  return positions;
}

function trianglesOf(positions: ArrayLike<number>, strategy?: BuildStrategy): Triangles {
  const count = positions.length / 3;
  const corners = Int32Array.from({ length: count }, (_, i) => i);
  return buildTriangles({ array: positions, offset: 0, stride: 3, count }, corners, strategy);
}

/** The box of the triangle in a slot, min then max, in another frame and grown. */
function boxOf(triangles: Triangles, slot: number, frame?: RelativeFrame): number[] {
  const p = new Float64Array(9);
  triangles.load(slot, p);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < 9; k += 3)
    for (let i = 0; i < 3; i++) {
      let x = p[k + i];
      if (frame) {
        const { m, t } = frame;
        x = m[i] * p[k] + m[3 + i] * p[k + 1] + m[6 + i] * p[k + 2] + t[i];
      }
      box[i] = Math.min(box[i], x);
      box[3 + i] = Math.max(box[3 + i], x);
    }
  return box;
}

function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let gap = -Infinity;
  for (let i = 0; i < 3; i++) gap = Math.max(gap, a[i] - b[3 + i], b[i] - a[3 + i]);
  return gap;
}

function randomFrame(rng: Rng, reach: number, a: Triangles, b: Triangles): RelativeFrame {
  const place = (): Affine => {
    const orientation = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
    const length = Math.sqrt(orientation.reduce((sum, x) => sum + x * x, 0));
    const position = [rng.range(-reach, reach), rng.range(-reach, reach), rng.range(-reach, reach)];
    const m = matrixOf({
      position: position as [number, number, number],
      orientation: orientation.map((x) => x / length) as [number, number, number, number],
    });
    const affine = new Affine();
    for (let c = 0; c < 4; c++) for (let r = 0; r < 3; r++) affine.m[3 * c + r] = m[4 * c + r];
    return affine;
  };
  return new RelativeFrame().set(place(), place()).seenFrom(a.tree.origin, b.tree.origin);
}

describe('layout', () => {
  test('only tree/ knows it', () => {
    const src = join(import.meta.dirname, '../../src');
    for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts') || /^tree[/\\]/.test(path)) continue;
      const text = readFileSync(join(src, path), 'utf8');
      const [, names = ''] = /import \{([^}]*)\} from '[./]*tree\/layout\.ts'/.exec(text) ?? [];
      expect(names, path).not.toMatch(/\b(FIRST|COUNT|NODE)\b/);
      expect(text, path).not.toMatch(/\b(tree|[tT]riangles)\.(links|boxes)\b/);
      expect(text, path).not.toMatch(/\{[^}]*\b(links|boxes)\b[^}]*\} = [\w.]*tree\b/);
    }
  });

  test('accessors reach every slot once, and boxes of children are in those of their parents', () => {
    const triangles = trianglesOf(scattered(new Rng(seed, 1), 100));
    const { tree } = triangles;
    const slots: number[] = [];
    const box = (node: number): [Vec3, Vec3] => {
      const min = new Vec3();
      const max = new Vec3();
      tree.readBox(node, min, max);
      return [min, max];
    };
    const visit = (node: number): void => {
      if (tree.isLeaf(node)) {
        for (let k = 0; k < tree.slotCount(node); k++) slots.push(tree.firstSlot(node) + k);
        return;
      }
      const [min, max] = box(node);
      for (let child = tree.firstChild(node); child < tree.firstChild(node) + 2; child++) {
        const [low, high] = box(child);
        expect(low.x >= min.x && low.y >= min.y && low.z >= min.z).toBe(true);
        expect(high.x <= max.x && high.y <= max.y && high.z <= max.z).toBe(true);
        visit(child);
      }
    };
    visit(0);
    expect(slots).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect([...triangles.numbers].sort((a, b) => a - b)).toEqual(slots);
    const [min, max] = box(0);
    const far = Math.max(...[min, max].flatMap(({ x, y, z }) => [Math.abs(x), Math.abs(y), Math.abs(z)]));
    expect(tree.reach).toBe(far);
    expect(tree.extent).toBeCloseTo(Math.max(max.x - min.x, max.y - min.y, max.z - min.z), 6);
  });

  test('validate finds what is wrong', () => {
    const positions = scattered(new Rng(seed, 2), 50);
    const triangles = trianglesOf(positions);
    validateTriangles(triangles);
    positions[100] += 3;
    expect(() => validateTriangles(triangles)).toThrow(/sticks out of leaf/);
    refitTriangles(triangles);
    validateTriangles(triangles);
    triangles.tree.boxes[0] += 0.5;
    expect(() => validateTree(triangles.tree)).toThrow(/sticks out of its parent 0/);
  });
});

describe('build', () => {
  const scenes: [string, (rng: Rng) => Float64Array][] = [
    ['scattered', (rng) => scattered(rng, 300)],
    ['one', (rng) => scattered(rng, 1)],
    ['all in one place', () => Float64Array.from({ length: 9 * 200 }, (_, k) => (k % 9) / 9)],
    ['ever smaller towards a point', (rng) => scattered(rng, 200).map((x, k) => x * 2 ** -Math.floor(k / 9))],
    ['points', (rng) => scattered(rng, 100, 0)],
    ['far away', (rng) => scattered(rng, 100).map((x) => x + 1e12)],
    ['next to nothing', (rng) => scattered(rng, 100).map((x) => x * 1e-37)],
    ['enormous', (rng) => scattered(rng, 100).map((x) => x * 7e37)],
  ];
  test.each(scenes)('%s: valid after build, refit, fork, serialisation', (_, scene) => {
    for (const strategy of ['midpoint', 'fast', 'sah'] as const) {
      const positions = scene(new Rng(seed, 3));
      const triangles = trianglesOf(positions, strategy);
      validateTriangles(triangles);
      const stored = triangles.tree.serialize();
      const copy = Float64Array.from(positions, (x) => 2 * x);
      const other = triangles.fork({ ...triangles.vertices, array: copy });
      if (refitTriangles(other)) validateTriangles(other);
      const corners = Int32Array.from({ length: positions.length / 3 }, (__, i) => i);
      const restored = restoreTriangles(triangles.vertices, corners, AabbTree.deserialize(stored));
      validateTriangles(restored);
      expect(restored.tree.items).toEqual(triangles.tree.items);
      for (let k = 0; k < positions.length; k++) positions[k] = -positions[k];
      refitTriangles(triangles);
      validateTriangles(triangles);
    }
  });

  test('of boxes, and fitted to others', () => {
    const rng = new Rng(seed, 4);
    const boxes = new Float32Array(6 * 40);
    const fill = (): void => {
      for (let i = 0; i < 40; i++) {
        const min = new Vec3(rng.range(-9, 9), rng.range(-9, 9), rng.range(-9, 9));
        putBox(boxes, i, min, new Vec3(min.x + rng.next(), min.y + rng.next(), min.z + rng.next()));
      }
    };
    fill();
    const tree = buildTree(boxes, 40, new Float64Array(3), 'sah', 1);
    validateTree(tree);
    fill();
    fitBoxes(tree, boxes);
    validateTree(tree);
  });

  // The boxes were seen from the middle of all vertices: one far away that no triangle uses cost the floats their digits.
  test('sees boxes from the middle of the triangles, not of all vertices', () => {
    for (const strategy of ['midpoint', 'fast'] as const)
      for (const stray of [1e9, 1e38, 1e300]) {
        const array = [0, 0, 0, 1, 0, 0, 0, 1, 0, stray, stray, stray];
        const triangles = buildTriangles({ array, offset: 0, stride: 3, count: 4 }, [0, 1, 2], strategy);
        validateTriangles(triangles);
        expect(triangles.tree.extent).toBeCloseTo(1, 5);
      }
  });

  // Each node of the fast tree is a cell of a grid that halves cell by cell: its children lie on two sides of a plane across some axis.
  test('fast: triangles are in the order of a Morton curve, and nodes are split between its cells', () => {
    const count = 500;
    const positions = scattered(new Rng(seed, 14), count, 0);
    const { tree, numbers } = trianglesOf(positions, 'fast');
    const box = [0, 1, 2].map((i) => {
      const along = Array.from({ length: count }, (_, t) => positions[9 * t + i]);
      return [Math.min(...along), Math.max(...along)];
    });
    const side = Math.max(...box.map(([low, high]) => high - low));
    const keyOf = (t: number): number => {
      let key = 0;
      for (let i = 0; i < 3; i++) {
        const cell = Math.min(1023, Math.floor(((positions[9 * t + i] - box[i][0]) / side) * 1024));
        for (let bit = 0; bit < 10; bit++) key += ((cell >> bit) & 1) * 2 ** (3 * bit + i);
      }
      return key;
    };
    const keys = Array.from(numbers, keyOf);
    for (let slot = 1; slot < count; slot++) expect(keys[slot]).toBeGreaterThanOrEqual(keys[slot - 1]);
    // The slots of each node, from its leaves.
    const slots: number[][] = [];
    for (let node = tree.nodeCount - 1; node >= 0; node--) {
      const child = tree.firstChild(node);
      slots[node] = tree.isLeaf(node)
        ? [tree.firstSlot(node), tree.firstSlot(node) + tree.slotCount(node)]
        : [slots[child][0], slots[child + 1][1]];
      if (tree.isLeaf(node)) continue;
      const first = slots[node][0];
      const middle = slots[child][1];
      const end = slots[node][1];
      const bit = 31 - Math.clz32(keys[first] ^ keys[end - 1]);
      expect(keys[middle - 1] >> bit).toBe(keys[first] >> bit);
      expect(keys[middle] >> bit).toBe(keys[end - 1] >> bit);
    }
  });
});

describe('walks of one tree', () => {
  const rng = new Rng(seed, 5);
  const triangles = trianglesOf(scattered(rng, 200));

  test('overlapping: every slot whose box meets is in a leaf that is visited, each leaf once', () => {
    const walk = new TreeBox();
    for (let k = 0; k < 50; k++) {
      for (let i = 0; i < 3; i++) {
        walk.box[i] = rng.range(-1.5, 1.2);
        walk.box[3 + i] = walk.box[i] + rng.range(0, 0.5);
      }
      const seen = new Set<number>();
      const ended = walk.overlapping(triangles.tree, {
        leaf(first, last) {
          expect(first < last && last <= triangles.count).toBe(true);
          for (let slot = first; slot < last; slot++) {
            expect(seen.has(slot)).toBe(false);
            seen.add(slot);
          }
          return false;
        },
      });
      expect(ended).toBe(false);
      for (let slot = 0; slot < triangles.count; slot++)
        if (apart(walk.box, boxOf(triangles, slot)) <= 0) expect(seen.has(slot)).toBe(true);
    }
  });

  test('nearest: finds the nearest box, and not all leaves are visited', () => {
    const walk = new TreeBox();
    let visited = 0;
    for (let k = 0; k < 50; k++) {
      for (let i = 0; i < 3; i++) walk.box[3 + i] = walk.box[i] = rng.range(-2, 2);
      const gap = (slot: number): number => {
        const box = boxOf(triangles, slot);
        let sum = 0;
        for (let i = 0; i < 3; i++) sum += Math.max(0, box[i] - walk.box[i], walk.box[i] - box[3 + i]) ** 2;
        return sum;
      };
      walk.best[0] = Infinity;
      walk.nearest(triangles.tree, {
        leaf(first, last) {
          for (let slot = first; slot < last; slot++) walk.best[0] = Math.min(walk.best[0], gap(slot));
          visited += last - first;
          return false;
        },
      });
      let least = Infinity;
      for (let slot = 0; slot < triangles.count; slot++) least = Math.min(least, gap(slot));
      expect(walk.best[0]).toBe(least);
    }
    expect(visited).toBeLessThan((50 * triangles.count) / 2);
  });

  test('a moving box meets what its ends and all between meet', () => {
    const sweep = new TreeSweep();
    for (let k = 0; k < 50; k++) {
      const box = Float64Array.from({ length: 6 }, (_, i) => (i < 3 ? rng.range(-2, 2) : 0));
      for (let i = 0; i < 3; i++) {
        box[3 + i] = box[i] + rng.range(0, 0.3);
        sweep.motion[i] = rng.range(-3, 3);
      }
      if (k % 5 === 0) sweep.motion[k % 3] = 0;
      sweep.limit[0] = 1;
      const seen = new Set<number>();
      sweep.box(triangles.tree, box, {
        leaf(first, last) {
          for (let slot = first; slot < last; slot++) seen.add(slot);
          return false;
        },
      });
      for (let slot = 0; slot < triangles.count; slot++) {
        const own = boxOf(triangles, slot);
        const meets = Array.from({ length: 101 }, (_, s) => s / 100).some(
          (t) =>
            apart(
              box.map((x, i) => x + t * sweep.motion[i % 3]),
              own,
            ) <= 0,
        );
        if (meets) expect(seen.has(slot)).toBe(true);
      }
    }
  });

  test('the visitor ends a walk by returning true', () => {
    const walk = new TreeBox();
    walk.box.set([-9, -9, -9, 9, 9, 9]);
    let leaves = 0;
    const visitor = { leaf: () => ++leaves === 3 };
    expect(walk.overlapping(triangles.tree, visitor)).toBe(true);
    expect(leaves).toBe(3);
    leaves = 0;
    walk.best[0] = Infinity;
    walk.nearest(triangles.tree, visitor);
    expect(leaves).toBe(3);
    leaves = 0;
    const sweep = new TreeSweep();
    sweep.limit[0] = 1;
    sweep.box(triangles.tree, walk.box, visitor);
    expect(leaves).toBe(3);
  });
});

describe('walks of two trees', () => {
  const rng = new Rng(seed, 6);
  const a = trianglesOf(scattered(rng, 120));
  const b = trianglesOf(scattered(rng, 70), 'sah');
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const load = (slotA: number, slotB: number, { m, t }: RelativeFrame): void => {
    a.load(slotA, p);
    b.load(slotB, q);
    for (let k = 0; k < 9; k += 3) {
      const [x, y, z] = q.subarray(k, k + 3);
      for (let i = 0; i < 3; i++) q[k + i] = m[i] * x + m[3 + i] * y + m[6 + i] * z + t[i];
    }
  };

  test('overlap: every pair of triangles that meets is in a pair of leaves that is visited, each pair once', () => {
    const walk = new TreeOverlap();
    const leafBox = new Float64Array(6);
    for (let k = 0; k < 12; k++) {
      const frame = randomFrame(rng, 1, a, b);
      walk.slack[0] = k % 2 === 0 ? 0 : 0.1;
      const seen = new Set<number>();
      let twice = false;
      let tooSmall = false;
      walk.walk(a, b, frame, {
        leaves(firstA, lastA, firstB, lastB) {
          walk.readLeafBox(leafBox);
          for (let slotA = firstA; slotA < lastA; slotA++) {
            const own = boxOf(a, slotA);
            for (let i = 0; i < 3; i++) tooSmall ||= !(leafBox[i] <= own[i] && leafBox[3 + i] >= own[3 + i]);
            for (let slotB = firstB; slotB < lastB; slotB++) {
              twice ||= seen.has(1000 * slotA + slotB);
              seen.add(1000 * slotA + slotB);
            }
          }
          return false;
        },
      });
      expect(twice || tooSmall).toBe(false);
      const out = new Float64Array(7);
      let missed = 0;
      for (let slotA = 0; slotA < a.count; slotA++)
        for (let slotB = 0; slotB < b.count; slotB++) {
          if (seen.has(1000 * slotA + slotB)) continue;
          load(slotA, slotB, frame);
          out[0] = Infinity;
          distanceTriangleTriangle(p, q, out);
          if (!(Math.sqrt(out[0]) > walk.slack[0])) missed++;
        }
      expect(missed).toBe(0);
    }
  });

  test('distance: the least of all pairs', () => {
    const walk = new TreeDistance();
    let visits = 0;
    for (let k = 0; k < 12; k++) {
      const frame = randomFrame(rng, 4, a, b);
      const out = new Float64Array(7);
      out[0] = Infinity;
      walk.best[0] = Infinity;
      walk.walk(a, b, frame, {
        leaves(firstA, lastA, firstB, lastB) {
          visits++;
          for (let slotA = firstA; slotA < lastA; slotA++)
            for (let slotB = firstB; slotB < lastB; slotB++) {
              load(slotA, slotB, frame);
              distanceTriangleTriangle(p, q, out);
            }
          walk.best[0] = out[0];
          return out[0] === 0;
        },
      });
      let least = Infinity;
      for (let slotA = 0; slotA < a.count; slotA++)
        for (let slotB = 0; slotB < b.count; slotB++) {
          load(slotA, slotB, frame);
          const one = Float64Array.of(Infinity, 0, 0, 0, 0, 0, 0);
          distanceTriangleTriangle(p, q, one);
          least = Math.min(least, one[0]);
        }
      expect(Math.abs(Math.sqrt(out[0]) - Math.sqrt(least))).toBeLessThan(1e-13);
    }
    expect(visits).toBeLessThan((12 * a.count * b.count) / 20);
  });

  test('sweep: every pair that meets on the way is in a pair of leaves that is visited', () => {
    const sweep = new TreeSweep();
    for (let k = 0; k < 8; k++) {
      const frame = randomFrame(rng, 3, a, b);
      for (let i = 0; i < 3; i++) sweep.motion[i] = rng.range(-4, 4);
      if (k % 3 === 0) sweep.motion[k % 2] = 0;
      sweep.limit[0] = 1;
      const seen = new Set<number>();
      sweep.pairs(a, b, frame, {
        leaves(firstA, lastA, firstB, lastB) {
          for (let slotA = firstA; slotA < lastA; slotA++)
            for (let slotB = firstB; slotB < lastB; slotB++) seen.add(1000 * slotA + slotB);
          return false;
        },
      });
      const out = new Float64Array(7);
      const at = new Float64Array(9);
      let missed = 0;
      for (let slotA = 0; slotA < a.count; slotA += 3)
        for (let slotB = 0; slotB < b.count; slotB++) {
          if (seen.has(1000 * slotA + slotB)) continue;
          load(slotA, slotB, frame);
          for (let s = 0; s <= 10; s++) {
            for (let i = 0; i < 9; i++) at[i] = q[i] + (s / 10) * sweep.motion[i % 3];
            out[0] = Infinity;
            distanceTriangleTriangle(p, at, out);
            if (out[0] === 0) missed++;
          }
        }
      expect(missed).toBe(0);
    }
  });

  test('the visitor ends a walk by returning true', () => {
    const frame = new RelativeFrame().set(new Affine(), new Affine()).seenFrom(a.tree.origin, b.tree.origin);
    let visits = 0;
    const visitor = { leaves: () => ++visits === 2 };
    expect(new TreeOverlap().walk(a, b, frame, visitor)).toBe(true);
    expect(visits).toBe(2);
    visits = 0;
    const distance = new TreeDistance();
    distance.best[0] = Infinity;
    distance.walk(a, b, frame, visitor);
    expect(visits).toBe(2);
    visits = 0;
    const sweep = new TreeSweep();
    sweep.limit[0] = 1;
    sweep.pairs(a, b, frame, visitor);
    expect(visits).toBe(2);
  });
});

describe('rays', () => {
  /** A grid of triangles in planes of coordinates, whose boxes are flat and meet in edges. */
  function lattice(shift: number): Triangles {
    const positions: number[] = [];
    for (let axis = 0; axis < 3; axis++)
      for (let u = -3; u < 3; u++)
        for (let v = -3; v < 3; v++)
          for (const corners of [
            [u, v, u + 1, v, u + 1, v + 1],
            [u, v, u + 1, v + 1, u, v + 1],
          ])
            for (let k = 0; k < 6; k += 2) {
              const p = [0, 0, 0];
              p[axis] = shift;
              p[(axis + 1) % 3] = corners[k] + shift;
              p[(axis + 2) % 3] = corners[k + 1] + shift;
              positions.push(...p);
            }
    return trianglesOf(Float64Array.from(positions));
  }

  const SMALL = [0, 1e-300, 1e-30, 1e-16, 3e-8, 6.1e-8, 1e-4, 1];
  const scenes: [string, Triangles, number][] = [
    ['scattered', trianglesOf(scattered(new Rng(seed, 20), 300)), 2],
    ['scattered far from the origin', trianglesOf(scattered(new Rng(seed, 21), 300).map((x) => x + 1e6)), 2],
    ['lattice', lattice(0), 4],
    ['lattice beside the origin', lattice(0.1), 4],
  ];
  // Boxes are tested with numbers that are rounded, and almost parallel rays with a direction that is not quite theirs. Neither may hide a hit.
  test.each(scenes)('%s: the walk finds what all triangles one by one give, bit for bit', (_, triangles, reach) => {
    const rng = new Rng(seed, 22);
    const count = runs(6000);
    const ray = new TriangleRay();
    const single = new SlotRay();
    const { origin } = triangles.tree;
    const corner = new Float64Array(9);
    let hits = 0;
    for (let k = 0; k < count; k++) {
      const slot = Math.floor(rng.next() * triangles.count);
      triangles.load(slot, corner);
      const along = rng.next() < 0.5 ? rng.range(0.5, 3) : rng.range(30, 3000);
      const small = (): number => (rng.next() < 0.5 ? -1 : 1) * SMALL[Math.floor(rng.next() * SMALL.length)];
      for (let i = 0; i < 3; i++) {
        ray.dir[i] = rng.next() < 0.5 ? small() : rng.range(-1, 1);
        // Half of the rays are aimed at a corner.
        const target = k % 2 === 0 ? corner[i] : origin[i] + rng.range(-0.5, 0.5) * reach;
        ray.from[i] = target - along * ray.dir[i];
      }
      single.from.set(ray.from);
      single.dir.set(ray.dir);
      ray.limit[0] = single.limit[0] = rng.next() < 0.5 ? 1e4 : along;
      const hit = ray.cast(triangles);
      if (ray.dir.every((x) => x === 0)) {
        expect(hit).toBe(false);
        continue;
      }
      single.begin(triangles);
      for (let s = 0; s < triangles.count; s++) single.test(triangles, s);
      expect(hit, `case ${k}`).toBe(single.end());
      if (!hit) continue;
      hits++;
      expect(ray.limit[0], `case ${k}`).toBe(single.limit[0]);
    }
    expect(hits).toBeGreaterThan(count / 4);
  });

  // The walk remembers the number of the best hit so far: it decides between triangles that are hit at once, and goes into the answer.
  test.each(scenes)(
    '%s: the triangle hit is the one with the lowest number, and the ray has its number',
    (name, triangles) => {
      const rng = new Rng(seed, 23);
      const ray = new TriangleRay();
      const single = new SlotRay();
      const corner = new Float64Array(9);
      let ties = 0;
      const count = runs(1000);
      for (let k = 0; k < count; k++) {
        const axis = rng.int(3);
        triangles.load(rng.int(triangles.count), corner);
        for (let i = 0; i < 3; i++) {
          ray.dir[i] = i === axis ? -4 : 0;
          ray.from[i] = corner[i] - 0.5 * ray.dir[i];
        }
        single.from.set(ray.from);
        single.dir.set(ray.dir);
        ray.limit[0] = single.limit[0] = 1;
        expect(ray.cast(triangles), `case ${k}`).toBe(true);
        const t = ray.limit[0];
        let lowest = Infinity;
        let met = 0;
        for (let s = 0; s < triangles.count; s++) {
          single.limit[0] = 1;
          single.begin(triangles);
          single.test(triangles, s);
          if (!single.end() || single.limit[0] !== t) continue;
          lowest = Math.min(lowest, triangles.numbers[s]);
          met++;
        }
        if (met > 1) ties++;
        expect(ray.number, `case ${k}`).toBe(lowest);
        expect(triangles.numbers[ray.slot], `case ${k}`).toBe(lowest);
      }
      expect(ties).toBeGreaterThan(name.startsWith('lattice') ? count / 2 : -1);
    },
  );
});

describe('the nearest point', () => {
  const NEEDLES = [0, 1e-300, 1e-14, 1e-9, 1e-5, 1e-2, 1];

  /** A triangle that may be a needle, a segment or a point. */
  function corners(rng: Rng): Float64Array {
    const p = Float64Array.from({ length: 9 }, () => rng.range(-1, 1));
    const pick = (): number => NEEDLES[Math.floor(rng.next() * NEEDLES.length)];
    const along = rng.range(-0.5, 1.5);
    const across = pick();
    const long = pick();
    for (let i = 0; i < 3; i++) {
      p[3 + i] = p[i] + long * (p[3 + i] - p[i]);
      p[6 + i] = p[i] + along * (p[3 + i] - p[i]) + across * (p[6 + i] - p[i]);
    }
    return p;
  }

  test('of one triangle is that of primitives/', () => {
    const rng = new Rng(seed, 30);
    const out = new Float64Array(4);
    for (let k = 0; k < runs(20000); k++) {
      const p = corners(rng);
      const size = rng.next() < 0.5 ? 1 : 1e-6;
      const base = 3 * Math.floor(3 * rng.next());
      const x = Float64Array.from({ length: 3 }, (_, i) => p[base + i] + size * rng.range(-1, 1));
      nearestOnTriangle(p, x, out);
      const triangle = { a: [p[0], p[1], p[2]], b: [p[3], p[4], p[5]], c: [p[6], p[7], p[8]] } as const;
      const q = closestPointTriangle([x[0], x[1], x[2]], triangle);
      const distance = Math.hypot(x[0] - q.x, x[1] - q.y, x[2] - q.z);
      expect(Math.abs(Math.sqrt(out[0]) - distance), `case ${k}`).toBeLessThan(1e-15);
      expect(Math.hypot(q.x - out[1], q.y - out[2], q.z - out[3]), `case ${k}`).toBeLessThan(1e-15);
    }
  });

  const many = (rng: Rng, count: number): Float64Array => {
    const positions = new Float64Array(9 * count);
    for (let t = 0; t < count; t++) positions.set(corners(rng), 9 * t);
    return positions;
  };
  const meshes: [string, Triangles][] = [
    ['scattered', trianglesOf(scattered(new Rng(seed, 31), 300))],
    ['needles', trianglesOf(many(new Rng(seed, 32), 200))],
    ['far from the origin', trianglesOf(scattered(new Rng(seed, 33), 300).map((x) => x + 1e6))],
    ['in one plane', trianglesOf(scattered(new Rng(seed, 34), 300).map((x, k) => (k % 3 === 1 ? 0.1 : x)))],
    ['one', trianglesOf(scattered(new Rng(seed, 35), 1))],
  ];
  test.each(meshes)('%s: as near as all triangles one by one', (_, triangles) => {
    const rng = new Rng(seed, 36);
    const search = new NearestPoint();
    const { origin } = triangles.tree;
    const p = new Float64Array(9);
    const x = new Float64Array(9);
    const out = new Float64Array(7);
    const rounding = 1e-15 * (4 + Math.abs(origin[0]));
    for (let k = 0; k < runs(2000); k++) {
      const reach = [0.1, 1, 4, 100][k % 4];
      triangles.load(Math.floor(rng.next() * triangles.count), p);
      // Some points are a corner themselves.
      for (let i = 0; i < 9; i++) x[i] = i < 3 ? p[i] + (k % 10 === 0 ? 0 : reach * rng.range(-1, 1)) : x[i - 3];
      out[0] = Infinity;
      for (let slot = 0; slot < triangles.count; slot++) {
        triangles.load(slot, p);
        distanceTriangleTriangle(p, x, out);
      }
      const distance = Math.sqrt(out[0]);
      search.point.set(x.subarray(0, 3));
      search.found[0] = Infinity;
      expect(search.find(triangles)).toBe(true);
      expect(Math.abs(Math.sqrt(search.found[0]) - distance), `case ${k}`).toBeLessThan(rounding * Math.max(1, reach));
      // The point given is on the triangle given.
      triangles.load(search.slot, p);
      for (let i = 0; i < 9; i++) x[i] = search.found[1 + (i % 3)];
      out[0] = Infinity;
      distanceTriangleTriangle(p, x, out);
      expect(Math.sqrt(out[0]), `case ${k}`).toBeLessThan(rounding);
      // With a limit only what is within it.
      if (distance < rounding) continue;
      const limit = distance * (k % 2 === 0 ? 0.999 : 1.001);
      search.found[0] = limit * limit;
      expect(search.find(triangles), `case ${k}`).toBe(k % 2 === 1);
    }
  });

  test.each(meshes)('%s: the same bits in a copy, whatever the point before was', (_, triangles) => {
    const rng = new Rng(seed, 37);
    const search = new NearestPoint();
    const other = new NearestPoint();
    const copy = new PointCopy();
    const inCopy = new NearestInCopy();
    expect(copy.expect(triangles, triangles.count / 4)).toBe(true);
    inCopy.begin();
    const p = new Float64Array(9);
    for (let k = 0; k < runs(4000); k++) {
      if (k === runs(2000)) {
        // Refitted triangles are copied again, after as many queries.
        refitTriangles(triangles);
        expect(copy.expect(triangles, 0)).toBe(false);
        expect(copy.expect(triangles, triangles.count / 4)).toBe(true);
        inCopy.begin();
      }
      // A walk in small steps, with a jump now and then; some points are a corner themselves.
      if (k % 20 === 0) triangles.load(Math.floor(rng.next() * triangles.count), p);
      const step = k % 10 === 0 ? 0 : rng.log(1e-9, 10);
      for (let i = 0; i < 3; i++) {
        p[i] += step * rng.range(-1, 1);
        search.point[i] = p[i];
        other.point[i] = p[i];
      }
      const limit = k % 3 === 0 ? rng.log(1e-6, 10) : Infinity;
      search.found.fill(limit);
      other.found.fill(limit);
      expect(inCopy.find(triangles, copy, other), `case ${k}`).toBe(search.find(triangles));
      expect(other.slot, `case ${k}`).toBe(search.slot);
      if (search.slot >= 0) expect([...other.found], `case ${k}`).toEqual([...search.found]);
    }
  });
});

describe('copies of one triangle', () => {
  /** `count` copies of a slanted triangle, with the corners in all orders, and some others. */
  function copies(count: number, z: number, others: number): Triangles {
    const corner = [
      [0, 0, z],
      [1, 0.2, 0.3 + z],
      [0.1, 1, 0.7 + z],
    ];
    const positions: number[] = [];
    for (let t = 0; t < count; t++)
      for (let k = 0; k < 3; k++) positions.push(...corner[t % 2 === 0 ? (t + k) % 3 : (t + 2 * k) % 3]);
    for (let t = 0; t < others; t++) positions.push(5, t, z, 6, t, z, 5, t + 1, z);
    return trianglesOf(Float64Array.from(positions));
  }

  function visits(a: Triangles, b: Triangles): { walk: number; every: number; pairs: number } {
    const frame = new RelativeFrame().set(new Affine(), new Affine()).seenFrom(a.tree.origin, b.tree.origin);
    let count = 0;
    let pairs = 0;
    const visitor = {
      leaves(firstA: number, lastA: number, firstB: number, lastB: number) {
        count++;
        pairs += (lastA - firstA) * (lastB - firstB);
        return false;
      },
    };
    const overlap = new TreeOverlap();
    overlap.walk(a, b, frame, visitor);
    const walk = count;
    count = 0;
    pairs = 0;
    overlap.walk(a, b, frame, visitor, true);
    return { walk, every: count, pairs };
  }

  // All pairs of copies have one bound, which is below their distance, so no walk could leave any of them out: 3e5 × 2e3 took a
  // minute.
  test('are visited in proportion to their number, not to its square', () => {
    const few = visits(copies(500, 0, 20), copies(300, 0.5, 20));
    const many = visits(copies(4000, 0, 20), copies(2400, 0.5, 20));
    expect(few.walk).toBeLessThan(1200);
    expect(many.walk).toBeLessThan(9600);
    expect(many.every).toBeGreaterThan(100000);
    expect(many.pairs).toBeGreaterThanOrEqual(4000 * 2400);
  });

  test('are copies no more when a refit has parted them', () => {
    const a = copies(400, 0, 0);
    const b = copies(400, 0.5, 0);
    const before = visits(a, b);
    expect(before.walk).toBeLessThan(1000);
    const array = a.vertices.array as Float64Array;
    for (let k = 0; k < array.length; k++) array[k] += 1e-3 * Math.floor(k / 9);
    refitTriangles(a);
    expect(a.distinctLinks()).toEqual(a.tree.links);
    expect(visits(a, b).walk).toBeGreaterThan(before.walk);
  });
});

describe('serialisation', () => {
  const { tree } = trianglesOf(scattered(new Rng(seed, 7), 30));

  test('gives the same tree', () => {
    const again = AabbTree.deserialize(tree.serialize());
    expect(again.origin).toEqual(tree.origin);
    expect(again.items).toEqual(tree.items);
    validateTree(again);
  });

  test('no damage to a word is accepted unless a tree results', () => {
    const buffer = tree.serialize();
    const rng = new Rng(seed, 8);
    for (let k = 0; k < 400; k++) {
      const damaged = buffer.slice(0);
      const words = new Int32Array(damaged);
      words[Math.floor(rng.next() * words.length)] = Math.floor(rng.range(-(2 ** 31), 2 ** 31));
      let result: AabbTree | undefined;
      try {
        result = AabbTree.deserialize(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        continue;
      }
      expect(result.origin.every(Number.isFinite)).toBe(true);
      expect(result.nodeCount).toBe(tree.nodeCount);
    }
  });
});
